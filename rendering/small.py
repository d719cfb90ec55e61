"""Pictures at half the size, for web pages and animations; and what is drawn ahead.

A game on a web page has a wheels picture for every round. What is the same in all of them is the
ground; each round is a layer that holds only what the layers below it do not show already. They are
drawn at half the size from the start, and are PNG in the palette of the theme: WebP took ten times
as long.

The turning calendar is a short animation that ends as the still picture. It is small, since
everybody watches it, mostly on phones. Gears, workers, food days and corn turn from where they
were; all else looks from the first frame on as at the end, and the numbers on the dials and the
tablets do not move. The very first frame is the still picture, too, for an instant: people with
reduced motion see only that one, and it must be up to date. A whole game is an animation of the
pictures of all rounds. `rendering.drawing.pool` asks for the frames one by one, and then for the
animation made of them.

A process that draws prepares what all pictures of a theme share (`prepare_wheels`, `prepare_city`,
`prepare_turning`) before anybody asks, so that the first picture need not wait for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import acos, pi
from typing import Literal, cast

from PIL import Image, ImageChops

from bot.engine import Game
from bot.engine.components import GEARS
from bot.engine.position import Occupant
from bot.scene import Scene, scene_of
from bot.text.descriptions.alt_text import alt_wheels
from bot.text.descriptions.figures import ProfileCard
from bot.text.descriptions.results import FinalResult
from bot.text.translation import ENGLISH, Translations
from rendering.city import picture as city
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import (
    FOR_EVER,
    KEPT_OF_LAYING,
    PALETTES,
    Frame,
    Paletted,
    Picture,
    animated_webp,
    changed_blocks,
    coloured,
    frame_bytes,
    frame_of,
    numbers_of,
    png,
    reduced,
    transparent_png,
)
from rendering.drawing.kept import kept
from rendering.drawing.lettering import letters
from rendering.drawing.picture import TURNING_STEPS
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import gear_icon
from rendering.icons.markers import dummy, marker
from rendering.icons.tiles import tile_laid
from rendering.layout import CITIES, WHEELS_HEIGHT, WIDTH, WORKER, City
from rendering.results.final import final_image
from rendering.results.statistics import profile_image
from rendering.wheels import picture as wheels
from rendering.wheels.gears import DUMMY
from rendering.wheels.picture import SMALLER, draw_wheels, half_plate, half_wheels, small_size

LOOK = 2
"""The version of how these pictures look: pages draw pictures of another version again. Raise it
whenever they look different (tests/rendering/test_small.py says so)."""
_ICON = 64
_BLOCK = 8  # layers are cut out in squares of so many pixels

Numbers = Image.Image
"""A picture in mode "L" whose pixels are numbers of colours in the theme's palette."""


_WIDER = 4


def page_icon() -> bytes:
    """The icon of web pages, in the tab of a browser: a gear."""
    return transparent_png(gear_icon("tikal", _ICON, THEMES["dark"]))


def keep_more() -> None:
    """Keep several times as much of what comes again in later games, some 30 MB in all: for a
    process that draws the pictures of many games and does nothing else. Call it once."""
    for shelf in (*KEPT_OF_LAYING, tile_laid, letters):
        shelf.widen(_WIDER)


def small_wheels(scene: Scene, *, theme: ThemeName, t: Translations) -> Numbers:
    """The wheels picture of a scene at half the size."""
    return half_wheels(scene, THEMES[theme], t)


def small_ground(seats: int, prophecies: bool, theme: ThemeName) -> Numbers:
    """The ground of all wheels pictures with so many seats: their layers lie upon it."""
    return half_plate(THEMES[theme], seats, prophecies)


def layer(picture: Numbers, theme: ThemeName, below: Numbers | None = None) -> bytes:
    """A PNG of the picture. With a picture `below` it, the squares in which both are alike are
    transparent."""
    if below is None:
        return png(picture, THEMES[theme])
    unseen = len(PALETTES[theme]) // 3
    seen = ImageChops.lighter(picture, _veil(picture, below, unseen))
    return png(seen, THEMES[theme], unseen=unseen)


def ground_of_boards(seats: int, prophecies: bool, *, theme: ThemeName) -> bytes:
    """A PNG of the ground on which the layers of all moments lie."""
    return layer(small_ground(seats, prophecies, theme), theme)


def layer_of_board(
    scene: Scene, before: Scene | None, *, theme: ThemeName, t: Translations
) -> bytes:
    """A PNG of what lies upon the moment before or, without one, upon the ground."""
    if before is None:
        below = small_ground(len(scene.players), bool(scene.prophecies), theme)
    else:
        below = small_wheels(before, theme=theme, t=t)
    return layer(small_wheels(scene, theme=theme, t=t), theme, below)


def _veil(one: Numbers, other: Numbers, unseen: int) -> Image.Image:
    """The squares in which two pictures are alike as the number `unseen`, which is higher than all
    of theirs, and the others as 0. Single pixels would do, but a browser that makes layers smaller
    mixes pixels at an edge with their neighbours, and what is below would shine through."""
    # Without a sign, the larger of both differences is at least 128 wherever the pixels differ, so
    # that even one pixel is left of the mean of a square.
    ways = (ImageChops.subtract_modulo(*pair) for pair in ((one, other), (other, one)))
    blocks = ImageChops.lighter(*ways).reduce(_BLOCK).point([unseen] + [0] * 255)
    part = (0, 0, one.width / _BLOCK, one.height / _BLOCK)
    return blocks.resize(one.size, Image.Resampling.NEAREST, part)


def small_city(scene: Scene, *, theme: ThemeName, t: Translations) -> bytes:
    """The city picture of a scene at half the size, as a PNG."""
    look = THEMES[theme]
    on = Paletted([_half_city(look)], look, 1 / SMALLER)
    city.draw_scene(cast("Image.Image", on), scene, look, t)
    return on.png()


@kept(1_100_000)
def _half_city(theme: Theme) -> Numbers:
    return numbers_of(
        coloured(city.empty_image(theme), theme).convert("RGB").reduce(SMALLER), theme
    )


def small_final(result: FinalResult, *, theme: ThemeName, t: Translations) -> bytes:
    """The picture of a final score at half the size, as a PNG."""
    return _whole(final_image(result, THEMES[theme], t), theme)


def small_profile(card: ProfileCard, *, theme: ThemeName, t: Translations) -> bytes:
    """The picture of a person's games at half the size, as a PNG."""
    return _whole(profile_image(card, THEMES[theme], t), theme)


def _whole(image: Image.Image, theme: ThemeName) -> bytes:
    return png(image.reduce(SMALLER), THEMES[theme])


TURNING_SECONDS = {1: 1.1, 2: 1.6}
"""How long the wheels turn, in seconds, by the days that the calendar turns."""
_AT_ONCE, _BEFORE, _AFTER = 20, 250, 4000  # milliseconds
_STILL, _MOVING = 75, 6  # qualities of the first frame and the last, and of the others
_FADES_FROM = 0.3  # a worker that leaves begins to fade after this part of the first day


def turning_frame(
    before: Scene, after: Scene, number: int, *, theme: ThemeName = "dark", t: Translations
) -> bytes:
    """Draw frame `number` (from 0) of the turning wheels, encoded for `put_turning_together`; empty
    after the last frame. The wheels turn from where they were in `before`, the scene of the
    position that `before_turning` returns; workers placed since then come with the last frame.
    Raises ValueError unless the calendar turned by one day or two."""
    days = after.tooth - before.tooth
    if days not in TURNING_SECONDS:
        raise ValueError(f"the calendar turns by one day or two, not by {days}")
    look, times = THEMES[theme], moments(days)
    still = coloured(half_wheels(after, look, t), look).convert("RGB")
    if number == 0:
        return frame_bytes(Frame(still, (0, 0), _AT_ONCE, _STILL))
    if number > len(times):
        # All that moved, in the quality of the first frame again.
        wheels_alone = still.crop((0, 0, still.width, WHEELS_HEIGHT // SMALLER))
        last = number == len(times) + 1
        return frame_bytes(Frame(wheels_alone, (0, 0), _AFTER, _STILL)) if last else b""

    def seen(moment: int) -> Image.Image:
        image = still.copy()
        if moment >= 0:
            drawn = draw_moment(before, after, look, times[moment][0], t)
            image.paste(coloured(drawn, look).convert("RGB"))
        return image

    now, milliseconds = seen(number - 1), times[number - 1][1]
    return frame_bytes(frame_of(now, changed_blocks(seen(number - 2), now), milliseconds, _MOVING))


def put_turning_together(
    after: Scene, frames: Sequence[bytes], *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Make an animated WebP, the wheels picture of `after`, of what `turning_frame` has
    returned."""
    return Picture(
        animated_webp(small_size(after), frames), f"wheels-{after.round}.webp", alt_wheels(after, t)
    )


def moments(days: int) -> list[tuple[float, int]]:
    """The moments that are drawn, as (days turned so far, milliseconds shown). The wheels start and
    stop gently, by longer times between equal steps; the fast middle of two days needs only every
    other step."""
    steps = range(days * TURNING_STEPS + 1)
    middle = range(TURNING_STEPS // 4, days * TURNING_STEPS - TURNING_STEPS // 4)
    kept = [step for step in steps if step not in middle or step % days == 0]
    times = [_time(step / steps[-1]) * TURNING_SECONDS[days] * 1000 for step in kept]
    seen = [_BEFORE, *(round(end - start) for start, end in pairwise(times[1:]))]
    return [(step / TURNING_STEPS, ms) for step, ms in zip(kept[:-1], seen, strict=True)]


def _time(way: float) -> float:
    """The part of the time (0 to 1) after which the wheels have turned this part of their way."""
    return 0.5 * way + 0.5 * acos(1 - 2 * way) / pi


@kept(1_500_000)
def draw_moment(
    before: Scene, after: Scene, theme: Theme, turned: float, t: Translations = ENGLISH
) -> Image.Image:
    """The wheels alone at half the size, `turned` days after `before` (a multiple of 1 /
    `TURNING_STEPS`), as numbers of the theme's palette (mode L)."""
    days = after.tooth - before.tooth
    staying, leaving = _workers(before, after, days)
    # A ring would not turn with its worker on a gear, so those come with the last frame.
    news = tuple(moved for moved in after.last_move if moved.place not in GEARS)
    step = round(turned * TURNING_STEPS) % TURNING_STEPS
    packed = Image.open(BytesIO(_between_days(theme, step)))
    plate = Image.frombytes("L", packed.size, packed.tobytes())
    empty = plate.resize((WIDTH, WHEELS_HEIGHT), Image.Resampling.NEAREST)
    on = cast("Image.Image", Paletted([plate], theme, 1 / SMALLER))
    moving = replace(after, gears=staying, last_move=news)
    wheels.draw_changing(on, empty, moving, theme, t, behind=days - turned)
    strength = min(1.0, (1 - turned) / (1 - _FADES_FROM))
    if strength > 0:
        for city, space, worker in leaving:
            paste(on, _pale(worker, strength, theme), city.worker(space + turned))
    return cast("Paletted", on).numbers


def _pale(worker: int | Literal["dummy"], strength: float, theme: Theme) -> Image.Image:
    """The sprite of a worker that leaves; `strength` is 1 for a whole worker, 0 for one that is
    gone."""
    there = marker(worker, WORKER, theme) if isinstance(worker, int) else dummy(DUMMY, theme)
    sprite = there.copy()
    sprite.putalpha(sprite.getchannel("A").point([round(v * strength) for v in range(256)]))
    return sprite


Gears = Mapping[str, tuple[Occupant, ...]]
Leaving = tuple[City, int, int | Literal["dummy"]]


def _workers(before: Scene, after: Scene, days: int) -> tuple[Gears, list[Leaving]]:
    """Two things: for each gear the workers that it carries along, on their spaces in `after`; and
    the workers that leave, since they fell off or were picked up, on their spaces in `before`."""
    gears: dict[str, tuple[Occupant, ...]] = {}
    leaving: list[Leaving] = []
    for gear, stood in before.gears.items():
        stand = after.gears[gear]
        carried: list[Occupant] = [None] * len(stand)
        for space, worker in enumerate(stood):
            if worker is None:
                continue
            to = space + days
            if worker == "dummy":
                to %= len(stand)  # dummies never fall off
            if to < len(stand) and stand[to] == worker:
                carried[to] = worker
            else:
                leaving.append((CITIES[gear], space, worker))
        gears[gear] = tuple(carried)
    return gears, leaving


@kept(3_000_000)
def _between_days(theme: Theme, step: int) -> bytes:
    """The empty wheels `step` steps after a day began (0 to `TURNING_STEPS` - 1), at half the size,
    in the theme's palette: as a PNG, which takes a tenth of the memory of its pixels. Drawing it
    takes as long as ten pictures, and it serves every day."""
    # Reduced to the palette before, too, as the still picture is: what does not move is alike.
    turned = wheels.with_gears(wheels.without_gears(theme), theme, step / TURNING_STEPS)
    return png(reduced(turned, theme).convert("RGB").reduce(SMALLER), theme)


def prepare_turning(step: int, theme: ThemeName = "dark") -> None:
    """Draw and keep what all turning wheels share at this step of a day (0 to `TURNING_STEPS` -
    1). The steps are prepared one by one, so that no picture waits for all of them."""
    _between_days(THEMES[theme], step)


_A_ROUND, _THE_END = 1_000, 6_000  # milliseconds


def draw_round(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """One frame of a whole game, as a PNG without alt text."""
    look = THEMES[theme]
    return Picture(png(half_wheels(scene, look, t), look), f"round-{scene.round}.png", "")


def put_game_together(frames: Sequence[bytes], quality: int, alt: str) -> Picture:
    """Make an animated WebP of a whole game from these PNGs, in this quality (0 to 100). The caller
    checks whether it is too large."""
    with Image.open(BytesIO(frames[0])) as first:
        size = first.size
    return Picture(
        animated_webp(size, map(frame_bytes, _frames_of_a_game(frames, quality)), FOR_EVER),
        "game.webp",
        alt,
    )


def _frames_of_a_game(frames: Sequence[bytes], quality: int) -> Iterator[Frame]:
    """Yields the first frame whole, and of every other one what has changed. They come one by one,
    since all together would take 50 MB."""
    shown: Image.Image | None = None
    for number, data in enumerate(frames, start=1):
        image = Image.open(BytesIO(data)).convert("RGB")
        seen = _A_ROUND if number < len(frames) else _THE_END
        if shown is None:
            yield Frame(image, (0, 0), seen, quality)
        else:
            yield frame_of(image, changed_blocks(shown, image), seen, quality)
        shown = image


def prepare_wheels(theme: ThemeName) -> None:
    """Draw and keep what all wheels pictures share; takes half a second. Raises FontsMissing."""
    draw_wheels(_beginning(), theme=theme, t=ENGLISH)


def prepare_city(theme: ThemeName) -> None:
    """Draw and keep what all city pictures share; takes half a second. Raises FontsMissing."""
    city.draw_city(_beginning(), theme=theme, t=ENGLISH)


def prepare(theme: ThemeName = "dark") -> None:
    """Draw and keep what all wheels and city pictures share. Raises FontsMissing."""
    prepare_wheels(theme)
    prepare_city(theme)


def _beginning() -> Scene:
    return scene_of(Game.new(2, seed=0).snapshot(), ["", ""])
