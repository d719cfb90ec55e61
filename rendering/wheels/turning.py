"""The calendar turning: the wheels picture as a short animation that ends with the still picture.

Everything but the wheels looks from the first frame on as it will at the end; gears, workers,
numbers of the days, food days and corn turn from where they stood. The numbers on the dials and the
tablets belong to the board and stand still.

The very first frame is the still picture too, for an instant: it is what people see where pictures
do not move (Discord with reduced motion), and there it must be up to date.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import acos, pi
from typing import Literal

from PIL import Image, ImageChops

from bot.engine.board import GEARS
from bot.engine.position import Occupant
from bot.scene import Scene
from bot.text.translation import ENGLISH, Translations
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import (
    BLOCK,
    Frame,
    Picture,
    animated_webp,
    changed_blocks,
    frame_of,
    png,
)
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.markers import dummy, marker
from rendering.layout import CITIES, WORKER, City
from rendering.wheels import picture as wheels
from rendering.wheels.gears import DUMMY
from rendering.wheels.picture import draw_wheels

STEPS = 12
"""Steps of a day. The teeth look alike, so gears are never drawn anywhere else."""
SECONDS = {1: 1.1, 2: 1.6}
"""How long one day and two days take."""
_AT_ONCE, _BEFORE, _AFTER = 20, 250, 4000  # milliseconds
_QUALITY = 20  # of frames seen for an instant; the first and the last are exact
_FADES_FROM = 0.3  # of a day, until when a worker that leaves is seen whole


def draw_turning(
    before: Scene, after: Scene, *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """The wheels picture of `after` as an animated WebP in which the wheels turn from where they
    stood in `before`, the scene of the position `before_turning` gives.

    Workers placed since then come with the last frame. Raises ValueError if the calendar did not
    turn by one day or two.
    """
    days = after.tooth - before.tooth
    if days not in SECONDS:
        raise ValueError(f"the calendar turns by one day or two, not by {days}")
    picture = draw_wheels(after, theme=theme, t=t)
    still = Image.open(BytesIO(picture.data)).convert("RGB")
    data = animated_webp(still.size, _frames(before, after, THEMES[theme], still, t))
    return Picture(data, f"wheels-{after.round}.webp", picture.alt)


def _frames(
    before: Scene, after: Scene, theme: Theme, still: Image.Image, t: Translations
) -> Iterator[Frame]:
    """The frames one after the other, since all of them at once would take 80 MB."""
    yield Frame(still, (0, 0), _AT_ONCE, None)
    shown = wheels.image_without_cards(after, theme, t)
    touched = changed_blocks(shown, shown)
    for turned, milliseconds in moments(after.tooth - before.tooth):
        image = draw_moment(before, after, theme, turned, t)
        blocks = changed_blocks(shown, image)
        yield frame_of(image, blocks, milliseconds, _QUALITY)
        shown, touched = image, ImageChops.lighter(touched, blocks)
    yield frame_of(still, touched, _AFTER, None)


def moments(days: int) -> list[tuple[float, int]]:
    """The moments that are drawn, as the days turned so far, and for how many milliseconds each
    is seen. The wheels start and stop gently, by the time that passes between equal steps; the
    swift middle of two days needs only every other step."""
    steps = range(days * STEPS + 1)
    middle = range(STEPS // 4, days * STEPS - STEPS // 4)
    kept = [step for step in steps if step not in middle or step % days == 0]
    times = [_time(step / steps[-1]) * SECONDS[days] * 1000 for step in kept]
    seen = [_BEFORE, *(round(end - start) for start, end in pairwise(times[1:]))]
    return [(step / STEPS, ms) for step, ms in zip(kept[:-1], seen, strict=True)]


def _time(way: float) -> float:
    """The share of the time after which the wheels have come this share of their way."""
    return 0.5 * way + 0.5 * acos(1 - 2 * way) / pi


def draw_moment(
    before: Scene, after: Scene, theme: Theme, turned: float, t: Translations = ENGLISH
) -> Image.Image:
    """The wheels picture without the seat cards, the wheels `turned` so many days from `before`: a
    multiple of a step."""
    days = after.tooth - before.tooth
    staying, leaving = _workers(before, after, days)
    # A ring round a worker on a gear would not turn with it: those come with the last frame.
    news = tuple(moved for moved in after.last_move if moved.place not in GEARS)
    empty = wheels.empty_image(theme)
    between = round(turned * STEPS) % STEPS
    if between:
        empty = _between_days(theme)[between - 1].laid_on(empty)
    moving = replace(after, gears=staying, last_move=news)
    image = wheels.image_without_cards(moving, theme, t, behind=days - turned, empty=empty)
    strength = min(1.0, (1 - turned) / (1 - _FADES_FROM))
    if strength > 0:
        for city, space, worker in leaving:
            paste(image, _pale(worker, strength, theme), city.worker(space + turned))
    return image


def _pale(worker: int | Literal["dummy"], strength: float, theme: Theme) -> Image.Image:
    """A worker that leaves: 1 is still there, 0 is gone."""
    there = marker(worker, WORKER, theme) if isinstance(worker, int) else dummy(DUMMY, theme)
    sprite = there.copy()
    sprite.putalpha(sprite.getchannel("A").point([round(v * strength) for v in range(256)]))
    return sprite


Gears = Mapping[str, tuple[Occupant, ...]]
Leaving = tuple[City, int, int | Literal["dummy"]]


def _workers(before: Scene, after: Scene, days: int) -> tuple[Gears, list[Leaving]]:
    """The workers that the gears carry to the spaces where they stand `after`; and those that
    leave, because they fall off after the last space or were picked up since, with the space they
    stood on before."""
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
                to %= len(stand)  # they never fall off
            if to < len(stand) and stand[to] == worker:
                carried[to] = worker
            else:
                leaving.append((CITIES[gear], space, worker))
        gears[gear] = tuple(carried)
    return gears, leaving


@dataclass(frozen=True)
class _Difference:
    """How the empty picture looks between two days, where that differs."""

    part: bytes
    """A PNG: a twelfth of the memory its pixels would take."""
    corner: tuple[int, int]
    blocks: Image.Image
    """Where in the part it differs."""

    def laid_on(self, empty: Image.Image) -> Image.Image:
        """The whole empty picture between two days."""
        image = empty.copy()
        part = Image.open(BytesIO(self.part))
        mask = self.blocks.resize(part.size, Image.Resampling.NEAREST)
        image.paste(part, self.corner, mask)
        return image


@lru_cache(maxsize=2)
def _between_days(theme: Theme) -> tuple[_Difference, ...]:
    """How the empty picture differs after every step within a day: two seconds' work."""
    below, empty = wheels.without_gears(theme), wheels.empty_image(theme)
    differences = []
    for step in range(1, STEPS):
        turned = wheels.with_gears(below, theme, step / STEPS)
        frame = frame_of(turned, changed_blocks(empty, turned), 0, None)
        part, mask = frame.image.convert("RGB"), frame.image.getchannel("A").reduce(BLOCK)
        differences.append(_Difference(png(part, theme), frame.corner, mask))
    return tuple(differences)


def prepare_turning(theme: ThemeName = "dark") -> None:
    """Draw what every animation needs, two seconds' work, before the first one is asked for."""
    _between_days(THEMES[theme])
