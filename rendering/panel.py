"""The picture of a private panel: the part of the wheels on which a person can do something now.

What does not matter is dimmed. The person's workers are ringed, with arrows to where they stand
next round. Each space that can be chosen has a plate with the number that is also on its button,
and the corn it costs or brings.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import atan2, degrees, hypot
from typing import cast

from PIL import Image

from bot.engine.components import GEARS, HIGHEST
from bot.engine.expansion import TRIBES
from bot.scene import QUICK, START, Scene, Spot
from bot.text.descriptions.alt_text import alt_panel
from bot.text.translation import ENGLISH, Translations
from rendering.drawing.canvas import Box, Point, Sketch, around, paste
from rendering.drawing.encoding import Paletted, Picture, coloured, dimming, numbers_of, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, width
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import icon
from rendering.icons.markers import casing, marker
from rendering.layout import CITIES, START_SPACE, WHEELS_HEIGHT, WIDTH, WORKER, M
from rendering.wheels.expansion import quick_space
from rendering.wheels.gears import tablet_size
from rendering.wheels.picture import draw_changing, empty_image

WIDE, TALLEST = 640, 624
"""The width of the picture and its greatest height, in pixels."""
_TIMES = (1, 1.75)
"""How much smaller than on the board a part of it is shown at most before all gears are shown."""
_ROOM = 120
"""Pixels of the board that stay visible round every place that matters."""
_DIGITS, _CORN = 33, 30
"""Sizes of number and corn on a plate: digits are 9 pixels high where the 640 are shown as 265."""
_PLATE, _PAD = 44, 6
_NEAREST_FIRST = sorted(product(range(-192, 193, 10), repeat=2), key=lambda way: (hypot(*way), way))
"""Ways (right, down) in pixels to move a plate whose place is taken; the shortest is tried
first."""
_SMALLEST_WORKER = 29

Shown = Callable[[Point], Point]
"""Turns a point of the board into a point of the panel's picture."""


def draw_choices(
    scene: Scene, seat: int, spots: tuple[Spot, ...], *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw what this seat can do now: the `spots` are the places it can choose. 640 pixels wide."""
    look = THEMES[theme]
    data = png(choices_image(scene, seat, spots, look, t), look)
    return Picture(data, f"turn-{scene.round}.png", alt_panel(t, scene, seat, spots))


def choices_image(
    scene: Scene, seat: int, spots: Sequence[Spot], theme: Theme, t: Translations = ENGLISH
) -> Image.Image:
    """The picture before it is encoded, in mode P."""
    own = list(scene.workers_of(seat))
    ahead = [(gear, space + 1) for gear, space in own if space < _last(scene, seat, gear)]
    landing = [(one.place, one.space + 1) for one in spots if not one.picks and one.place in CITIES]
    leaving = {(one.place, one.space) for one in spots if one.picks}
    places = [_place(scene, one) for one in spots]
    matters = [*places, *(CITIES[gear].worker(space) for gear, space in (*own, *ahead))]
    gears = [CITIES[gear].centre for gear, _ in landing]  # so that their names are seen
    crop = _crop([*matters, *gears], (WIDTH, WHEELS_HEIGHT))
    scale = WIDE / (crop[2] - crop[0])
    left, top, right, bottom = (round(edge * scale) for edge in crop)
    window = (left, top, right, bottom)
    bright = _board(scene, theme, t, scale, window)
    on = Paletted([bright.point(dimming(theme))], theme)
    image = cast("Image.Image", on)

    def shown(at: Point) -> Point:
        return (at[0] - crop[0]) * scale, (at[1] - crop[1]) * scale

    for at in matters:
        _light(on, bright, shown(at), WORKER * scale)
    stay = [(gear, space) for gear, space in ahead if (gear, space - 1) not in leaving]
    told = list[Box]()  # what a worker that can be picked up does now
    for gear, space in (*own, *stay, *landing):
        tablets = CITIES[gear].tablets  # the last is that of all free-choice spaces
        if space > 0:
            wide, high = tablet_size(gear, space)
            middle = shown(tablets[min(space, len(tablets)) - 1])
            across, down = wide / 2 * scale, high / 2 * scale
            _light(on, bright, middle, across, down)
            if (gear, space) in leaving:
                x, y = middle
                told.append((x - across, y - down, x + across, y + down))
    worker = max(_SMALLEST_WORKER, round(WORKER * scale))
    workers = [shown(CITIES[gear].worker(space)) for gear, space in own]
    for at in workers:
        paste(image, _ring(worker, theme), at)
        paste(image, marker(seat, worker, theme), at)
    for gear, space in own:
        _draw_arrow(image, gear, space, worker, shown, theme, leaves=(gear, space + 1) not in ahead)
    _draw_plates(image, spots, [shown(at) for at in places], workers, worker, told, theme)
    return on.image


def _board(
    scene: Scene, theme: Theme, t: Translations, scale: float, window: tuple[int, int, int, int]
) -> Image.Image:
    """The part of the wheels inside `window` (left, top, right, bottom after scaling), made smaller
    by `scale`, as numbers of the palette (mode L)."""
    on = Paletted([_empty(theme, scale)], theme, scale, window)
    draw_changing(cast("Image.Image", on), empty_image(theme), scene, theme, t)
    return on.numbers.crop(window)


@kept(2_200_000)
def _empty(theme: Theme, scale: float) -> Image.Image:
    """The empty wheels made smaller by `scale`, as numbers of the palette (mode L)."""
    empty = empty_image(theme)
    if scale == 1:
        return empty
    size = round(empty.width * scale), round(empty.height * scale)
    shown = coloured(empty, theme).convert("RGB")
    return numbers_of(shown.resize(size, Image.Resampling.BOX), theme)


def _last(scene: Scene, seat: int, gear: str) -> int:
    """The last space of a gear on which a seat's workers can stand; a tribe may add one."""
    tribe, number = scene.players[seat].tribe, GEARS.index(gear)
    return TRIBES[tribe].powers.last_space[number] if tribe else HIGHEST[number]


def _place(scene: Scene, spot: Spot) -> Point:
    """The middle of a place on the board."""
    if spot.place == START:
        return START_SPACE
    if spot.place == QUICK:
        return quick_space(scene, spot.space)
    return CITIES[spot.place].worker(spot.space)


def _crop(matters: Sequence[Point], board: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of the board to show (left, top, right, bottom). If all that matters fits, it has
    the picture's size and nothing is made smaller, or at most `_TIMES`; else it holds all gears."""
    left, top, right, bottom = _around_all(matters, _ROOM)
    for times in _TIMES:
        wide, tall = round(WIDE * times), round(TALLEST * times)
        if right - left <= wide and bottom - top <= tall:
            x = round(min(max((left + right - wide) / 2, 0), board[0] - wide))
            y = round(min(max((top + bottom - tall) / 2, 0), board[1] - tall))
            return x, y, x + wide, y + tall
    _, top, _, bottom = _around_all([*_outline(), *matters], 0)
    tall = min(round(bottom - top), board[0] * TALLEST // WIDE, board[1])
    y = round(min(max(top, 0), board[1] - tall))
    return 0, y, board[0], y + tall


def _around_all(points: Iterable[Point], room: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room


def _outline() -> Iterator[Point]:
    """Yields the corners of a square round each gear with its tablets."""
    for city in CITIES.values():
        (x, y), reach = city.centre, city.radius + 5 * M
        yield x - reach, y - reach
        yield x + reach, y + reach


def _light(on: Paletted, bright: Image.Image, at: Point, across: float, down: float = 0.0) -> None:
    """Show a part of the board that is not dimmed: a disc with the radius `across`, or, with
    `down`, a tablet that reaches so far to the sides and up and down from its middle."""
    mask = _shape(round(across), round(down))
    left, top = round(at[0] - mask.width / 2), round(at[1] - mask.height / 2)
    on.show(bright, (left, top), mask)


@kept(1_000_000)
def _shape(across: int, down: int) -> Image.Image:
    sketch = Sketch(2 * across, 2 * (down or across), mode="L")
    sketch.rounded((0, 0, *sketch.size), 3 if down else across, 255)
    return sketch.sprite().point(lambda value: 255 * (value > 127))


@kept(1_000_000)
def _ring(worker: int, theme: Theme) -> Image.Image:
    """The ring round an own worker of this size."""
    radius = 0.5 * worker + 9
    side = 2 * round(radius + 3)
    middle = (side / 2, side / 2)
    sketch = Sketch(side, side)
    sketch.circle(middle, radius, casing(theme))
    sketch.circle(middle, radius - 2, theme.news)
    sketch.circle(middle, radius - 6.5, casing(theme))
    sketch.circle(middle, radius - 8, (0, 0, 0, 0))
    return sketch.sprite()


def _draw_arrow(
    image: Image.Image, gear: str, space: int, worker: int, shown: Shown, theme: Theme,
    *, leaves: bool,
) -> None:  # fmt: skip
    """Draw the arrow from a worker to where it stands next round: on the next space, or, if it
    `leaves`, off the gear."""
    city = CITIES[gear]
    start, end = shown(city.worker(space)), shown(city.worker(space + 1))
    if leaves:
        x, y = shown(city.centre)
        out = around((0, 0), 1, degrees(atan2(start[0] - x, y - start[1])))
        end = start[0] + 32 * out[0], start[1] + 32 * out[1]
    along = degrees(atan2(end[0] - start[0], start[1] - end[1]))
    far = hypot(end[0] - start[0], end[1] - start[1])
    reach = max(0.72 * far, 0.5 * worker + 13)
    paste(image, _arrow(round(along), leaves, theme), around(start, reach, along))


@kept(1_000_000)
def _arrow(along: int, leaves: bool, theme: Theme) -> Image.Image:
    """The head of an arrow pointing `along` degrees; in the colour of warnings if the worker
    leaves."""
    side, middle = 36, (18.0, 18.0)
    sketch = Sketch(side, side)
    for grow, ink in ((3, casing(theme)), (0, theme.warn if leaves else theme.news)):
        tip, left, right = (
            around(middle, reach + grow * (1.6 if not turn else 1.9), along + turn)
            for reach, turn in ((11, 0), (11, 130), (11, -130))
        )
        sketch.polygon([tip, left, around(middle, 3 - grow / 2, along + 180), right], ink)
    return sketch.sprite()


def _draw_plates(
    image: Image.Image, spots: Sequence[Spot], places: Sequence[Point], workers: Sequence[Point],
    worker: int, told: Sequence[Box], theme: Theme,
) -> None:  # fmt: skip
    """Draw the plate of each spot: on its space if that is free, else above its worker. Plates
    cover none of the seat's own `workers`, which are `worker` pixels large, and none of the tablets
    `told`."""
    plates, wanted = [], []
    for one, (x, y) in zip(spots, places, strict=True):
        to_left = x > image.width / 2
        plate = _plate(one.number, one.corn, one.picks, to_left, theme)
        aside = (plate.width - _PLATE) / 2
        up = worker / 2 + 7 + _PLATE / 2 if one.picks else 0
        plates.append(plate)
        wanted.append((x - aside if to_left else x + aside, y - up))
    half = 0.42 * worker
    taken = [*told, *((x - half, y - half, x + half, y + half) for x, y in workers)]
    found = _apart(wanted, [plate.size for plate in plates], image.size, taken)
    for at, first, place in zip(found, wanted, places, strict=True):
        if hypot(at[0] - first[0], at[1] - first[1]) > _PLATE / 2:
            _draw_line(image, at, place, theme)
    for plate, at in zip(plates, found, strict=True):
        paste(image, plate, at)


def _draw_line(image: Image.Image, start: Point, end: Point, theme: Theme) -> None:
    """Draw the line from a plate to its place."""
    left, top = round(min(start[0], end[0])) - 6, round(min(start[1], end[1])) - 6
    wide, high = abs(start[0] - end[0]) + 12, abs(start[1] - end[1]) + 12
    sketch = Sketch(wide, high, smoothing=2)
    ends = [(x - left, y - top) for x, y in (start, end)]
    sketch.line(ends, 6, casing(theme))
    sketch.line(ends, 3, theme.turn)
    sketch.draw_on(image, (left, top))


def _apart(
    wanted: Sequence[Point], sizes: Sequence[tuple[int, int]], room: tuple[int, int],
    taken: Sequence[Box] = (),
) -> list[Point]:  # fmt: skip
    """The middles of the plates: each as near to the wanted point as the plates before it and the
    boxes `taken` allow."""
    boxes = [*taken]
    for (x, y), (wide, high) in zip(wanted, sizes, strict=True):
        tries = (
            _box_in(room, (x + right, y + down), (wide, high)) for right, down in _NEAREST_FIRST
        )
        free = (box for box in tries if not any(_overlap(box, other) for other in boxes))
        boxes.append(next(free, _box_in(room, (x, y), (wide, high))))
    return [
        ((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes[len(taken) :]
    ]


def _box_in(room: tuple[int, int], middle: Point, size: tuple[int, int]) -> Box:
    """The box of this size round `middle`, moved so that it lies inside the room (width,
    height)."""
    left, top = (
        min(max(at - length / 2, 0), whole - length)
        for at, length, whole in zip(middle, size, room, strict=True)
    )
    return left, top, left + size[0], top + size[1]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@kept(2_500_000)
def _plate(number: int, corn: int | None, picks: bool, to_left: bool, theme: Theme) -> Image.Image:
    """A plate with a number: on a square where a worker is picked up, on a disc where one is
    placed; beside it the corn it costs or brings, if any."""
    said = f"{corn:+}".replace("-", "−") if corn else ""
    tail = round(width(said, "black", _DIGITS)) + _CORN + 2 * _PAD if said else 0
    sketch = Sketch(_PLATE + tail, _PLATE)
    head, start = (tail, 0) if to_left else (0, _PLATE)
    if said:
        left, right = (0, tail + _PLATE / 2) if to_left else (_PLATE / 2, _PLATE + tail)
        sketch.rounded((left, 2, right, _PLATE - 2), 10, theme.outline)
        sketch.rounded((left + 2, 4, right - 2, _PLATE - 4), 8, theme.tablet)
    radius = 10 if picks else _PLATE / 2
    sketch.rounded((head, 0, head + _PLATE, _PLATE), radius, theme.outline)
    sketch.rounded((head + 2, 2, head + _PLATE - 2, _PLATE - 2), radius - 2, theme.turn)
    sprite, middle = sketch.sprite(), _PLATE / 2
    size = _DIGITS if number < 10 else _DIGITS - 3
    text(sprite, (head + middle, middle), str(number), "black", size, theme.turn_ink, "mm")
    if said:
        text(sprite, (start + _PAD, middle), said, "black", _DIGITS, theme.ink, "lm")
        paste(sprite, icon("corn", _CORN, theme), (start + tail - _PAD - _CORN / 2 + 2, middle))
    return sprite
