"""The turning calendar: the wheels picture as a short animation that ends as the still picture,
half as large: everybody watches it, mostly on phones, and it must not take long to load.

Gears, workers, food days and corn turn from where they were. Everything else
looks from the first frame on as at the end; the numbers on the dials and the tablets do not move.

The very first frame is the still picture, too, for an instant: people with reduced motion see only
that one, and it must be up to date.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from math import acos, pi
from typing import Literal, cast

from PIL import Image

from bot.engine.board import GEARS
from bot.engine.position import Occupant
from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_wheels
from bot.text.translation import ENGLISH, Translations
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import (
    Frame,
    Picture,
    animated_webp,
    changed_blocks,
    coloured,
    frame_bytes,
    frame_of,
    png,
    reduced,
)
from rendering.drawing.kept import kept
from rendering.drawing.paletted import Paletted
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.markers import dummy, marker
from rendering.layout import CITIES, WHEELS_HEIGHT, WIDTH, WORKER, City
from rendering.wheels import picture as wheels
from rendering.wheels.gears import DUMMY
from rendering.wheels.picture import SMALLER, half_wheels, small_size

STEPS = 10
"""Steps of a day: the only angles at which gears are drawn, since all teeth look alike."""
SECONDS = {1: 1.1, 2: 1.6}
"""Seconds of the animation by the days that the calendar turns."""
_AT_ONCE, _BEFORE, _AFTER = 20, 250, 4000  # milliseconds
_STILL, _MOVING = 75, 6  # qualities of the first frame and the last, and of the others
_FADES_FROM = 0.3  # part of a day after which a worker that leaves begins to fade


def turning_frame(
    before: Scene, after: Scene, number: int, *, theme: ThemeName = "dark", t: Translations
) -> bytes:
    """Draw one frame of the animation, from 0 on, as `put_together` takes it; nothing after the
    last. In it the wheels turn from where they were in `before`, the scene of the position that
    `before_turning` returns. Workers placed since then come with the last frame. Raises ValueError
    if the calendar did not turn by one day or two.
    """
    days = after.tooth - before.tooth
    if days not in SECONDS:
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


def put_together(
    after: Scene, frames: Sequence[bytes], *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """The wheels picture of `after` as an animated WebP of these frames."""
    return Picture(
        animated_webp(small_size(after), frames), f"wheels-{after.round}.webp", alt_wheels(after, t)
    )


def moments(days: int) -> list[tuple[float, int]]:
    """The moments that are drawn: the days turned so far, and the milliseconds for which the moment
    is shown. The wheels start and stop gently, by longer times between equal steps; the fast middle
    of two days needs only every other step."""
    steps = range(days * STEPS + 1)
    middle = range(STEPS // 4, days * STEPS - STEPS // 4)
    kept = [step for step in steps if step not in middle or step % days == 0]
    times = [_time(step / steps[-1]) * SECONDS[days] * 1000 for step in kept]
    seen = [_BEFORE, *(round(end - start) for start, end in pairwise(times[1:]))]
    return [(step / STEPS, ms) for step, ms in zip(kept[:-1], seen, strict=True)]


def _time(way: float) -> float:
    """The share of the time after which the wheels have turned this share of their way."""
    return 0.5 * way + 0.5 * acos(1 - 2 * way) / pi


@kept(1_500_000)
def draw_moment(
    before: Scene, after: Scene, theme: Theme, turned: float, t: Translations = ENGLISH
) -> Image.Image:
    """The wheels alone, half as large and `turned` so many days from `before`, a multiple of a
    step, as numbers of the theme's palette (mode L)."""
    days = after.tooth - before.tooth
    staying, leaving = _workers(before, after, days)
    # A ring would not turn with its worker on a gear, so those come with the last frame.
    news = tuple(moved for moved in after.last_move if moved.place not in GEARS)
    plate = _between_days(theme)[round(turned * STEPS) % STEPS].numbers
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
    """The sprite of a worker that leaves; `strength` is 1 if it is whole, 0 if it is gone."""
    there = marker(worker, WORKER, theme) if isinstance(worker, int) else dummy(DUMMY, theme)
    sprite = there.copy()
    sprite.putalpha(sprite.getchannel("A").point([round(v * strength) for v in range(256)]))
    return sprite


Gears = Mapping[str, tuple[Occupant, ...]]
Leaving = tuple[City, int, int | Literal["dummy"]]


def _workers(before: Scene, after: Scene, days: int) -> tuple[Gears, list[Leaving]]:
    """The workers that the gears carry to their spaces `after`; and with their spaces before, those
    that leave, because they fall off the last space or were picked up since."""
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


@dataclass(frozen=True)
class _Plate:
    """The empty picture between two days, half as large."""

    packed: bytes
    """As a PNG, which takes a tenth of the memory of its pixels."""

    @property
    def numbers(self) -> Image.Image:
        """The numbers of the theme's palette (mode L)."""
        image = Image.open(BytesIO(self.packed))
        return Image.frombytes("L", image.size, image.tobytes())


@kept(2_500_000)
def _between_days(theme: Theme) -> tuple[_Plate, ...]:
    """The empty picture after every step within a day; takes two seconds."""
    below, plates = wheels.without_gears(theme), []
    for step in range(STEPS):
        # Reduced to the palette before, too, as the still picture is: what does not move is alike.
        turned = reduced(wheels.with_gears(below, theme, step / STEPS), theme).convert("RGB")
        plates.append(_Plate(png(turned.reduce(SMALLER), theme)))
    return tuple(plates)


def prepare_turning(theme: ThemeName = "dark") -> None:
    """Draw what every animation needs before the first is asked for; takes two seconds."""
    _between_days(THEMES[theme])
