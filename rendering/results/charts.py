"""What pictures of results have in common: charts, and the look of each source of points.

Charts of points and of ratings share an axis of values, and labels at the ends of lines.
`draw_chart` draws a line for each seat over the rounds, with the food days: the points it had, or
those it was expected to end with.

Each source of points has an icon, a colour and a pattern, so that it can be told without its
colour; `block` is a block of stone that looks so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, hypot
from types import MappingProxyType

from PIL import Image

from bot.engine.game_facts import FoodDay, PointsHistory
from bot.engine.happenings import PointsSource
from bot.text.names import points_number
from rendering.drawing.canvas import Point, Sketch, box, paste
from rendering.drawing.kept import kept
from rendering.drawing.lettering import shrunk, text
from rendering.drawing.relief import draw_panel, pulled_apart
from rendering.drawing.theme import WHITE, Colour, Theme, contrast, mix
from rendering.icons.catalogue import icon
from rendering.icons.markers import marker, ring

At = Callable[[float, float], Point]
"""Gives the point of the picture for a round or game (x) and a value (y)."""


@dataclass(frozen=True)
class Axis:
    """The upright axis of a chart: its lowest and highest value, and the step between its lines."""

    low: int
    high: int
    step: int

    @property
    def marks(self) -> range:
        """The values that have a line."""
        return range(self.low, self.high + 1, self.step)


def axis_of(values: Sequence[float], steps: Sequence[int], most: int) -> Axis:
    """An axis for these values: the smallest of the `steps` that gives at most `most` lines above
    the lowest one."""
    lowest, highest = min(values), max(values)
    step = next((s for s in steps if ceil(highest / s) - floor(lowest / s) <= most), steps[-1])
    return Axis(floor(lowest / step) * step, ceil(highest / step) * step, step)


def draw_scale(
    image: Image.Image,
    marks: Sequence[tuple[int, str, float]],
    sides: tuple[int, int],
    size: int,
    theme: Theme,
) -> None:
    """Draw the lines of the axis between the `sides` (left, right) with their numbers; the line of
    0 stands out. A mark is (value, its number in words, height)."""
    left, right = sides
    for value, number, y in marks:
        colour = mix(theme.panel, theme.faint, 0.3 if value else 0.9)
        image.paste(colour, (left, round(y) - 2, right, round(y) + 2))
        text(image, (left - 20, y), number, "bold", size, theme.dim, "rm")


def moved_apart(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """The wanted heights (sorted), each moved as little as needed so that they are at least `least`
    apart and between `top` and `bottom`."""
    pushed_down, pushed_up = [*wanted], [*wanted]
    for i in range(1, len(wanted)):
        pushed_down[i] = max(wanted[i], pushed_down[i - 1] + least)
    for i in range(len(wanted) - 2, -1, -1):
        pushed_up[i] = min(wanted[i], pushed_up[i + 1] - least)
    apart = [(one + other) / 2 for one, other in zip(pushed_down, pushed_up, strict=True)]
    for i, down in enumerate(apart):
        apart[i] = max(down, top + i * least)
    for i in range(len(apart)):
        apart[-1 - i] = min(apart[-1 - i], bottom - i * least)
    return apart


_SEAT_LINE, _LINE_RIM = 7.0, 3.0  # width of a seat's line, and of its dark rim on each side
_BESIDE = 8  # so far from its middle there is nothing of a line
_STRIP = 130  # the width of the part of a chart that is drawn at once
_STRAND = 8.0  # from line to line if seats have equal points
_END_ROOM = 1.7  # from the last round to the end, in rounds
_RINGED = 22
_NUMBERS = range(34, 0, -2)
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_OVER = 20  # room for the grid above and below the lines


@dataclass(frozen=True)
class Measures:
    """What differs between charts of different sizes; lengths are in pixels."""

    left: int = 92
    right: int = 190
    """Room for the markers at the end, and for their points if `numbers` are written."""
    top: int = 66
    bottom: int = 52
    letters: int = 30
    """The size of the numbers of points and rounds."""
    signs: int = 48
    """The size of the icons above the grid."""
    most_lines: int = 6
    """The most lines of the grid, not counting the lowest one."""
    near: int = 1
    """A round has no number if a food day is at most so many rounds away."""
    along: int = 32
    """The size of a marker on a line."""
    at_end: int = 46
    """The size of a marker at the end of its line."""
    numbers: bool = True
    """Whether points are written beside the markers at the end."""


@dataclass(frozen=True)
class Lines:
    """What a chart shows: a line for each seat. Points are in quarters."""

    lines: tuple[tuple[float, ...], ...]
    """For each seat its points at the beginning, after each round, and at the end unless `end_room`
    is 0."""
    ends: tuple[int, ...]
    """The points written at the end of each line."""
    by_place: tuple[int, ...]
    """The seats from the first place to the last."""
    food_days: tuple[FoodDay | None, ...]
    """The food day of each round; None without one."""
    end_room: float
    """How far the end is from the last round, in rounds; 0 if the lines end with the last round."""
    scored: bool
    """Whether the last points came from final scoring; that part of a line is dashed."""
    from_zero: bool = True
    """Whether the chart reaches down to 0 even if all lines are far above it."""


def lines_of(history: PointsHistory) -> Lines:
    """The lines for the seats' points in a game."""
    return Lines(
        lines=tuple(points.line for points in history.seats),
        ends=tuple(points.points4 for points in history.seats),
        by_place=history.by_place,
        food_days=history.food_days,
        end_room=_END_ROOM if history.finished else 1.0,
        scored=history.finished,
    )


def draw_chart(
    image: Image.Image,
    history: Lines,
    box: tuple[int, int, int, int],
    theme: Theme,
    measures: Measures = Measures(),
    *,
    ringed: tuple[int, int] | None = None,
) -> None:
    """Draw lines into a box (left, top, right, bottom) of the picture. `ringed` is the seat and
    round of a point to be circled; the end counts as one round more."""
    left, top, right, bottom = box
    draw_panel(image, box, theme)
    values = [points4 / 4 for line in history.lines for points4 in line]
    if history.from_zero:
        values += [0.0, 4.0]
    axis = axis_of(values, _STEPS, measures.most_lines)
    rounds = len(history.food_days)
    inner = (
        left + measures.left,
        top + measures.top,
        right - measures.right,
        bottom - measures.bottom,
    )
    last = rounds + history.end_room

    def at(number: float, points4: float) -> Point:
        x = inner[0] + (inner[2] - inner[0]) * number / max(1.0, last)
        y = inner[3] - (inner[3] - inner[1]) * (points4 / 4 - axis.low) / (axis.high - axis.low)
        return x, y

    _draw_grid(image, history, at, axis, inner, measures, theme)
    numbers = [float(number) for number in range(rounds + 1)]
    if history.end_room:
        numbers.append(last)
    order = [*reversed(history.by_place)]  # the winner's line lies on top
    paths = {}
    for seat in order:
        line = history.lines[seat]
        paths[seat] = [
            (place[0], place[1] + aside)
            for place, aside in zip(map(at, numbers, line), _aside(history, seat), strict=True)
        ]
    for start in range(left, right, _STRIP):
        strip = (start, top, min(start + _STRIP, right), bottom)
        _draw_paths(image, paths, strip, theme, dashed_end=history.scored)
    for number, day in enumerate(history.food_days, start=1):
        if day is not None and number < last:
            places = {seat: paths[seat][number] for seat in order}
            _draw_markers(image, places, measures.along, theme)
    if ringed is not None:
        seat, number = ringed
        paste(image, ring(_RINGED, theme), paths[seat][number])
    ends = {seat: paths[seat][-1] for seat in order}
    _draw_ends(image, history, ends, inner, measures, theme)


def _aside(history: Lines, seat: int) -> list[float]:
    """How many pixels a seat's line is moved down at each of its points: lines of equal points run
    side by side, the better place above."""
    order = history.by_place
    asides = []
    for number, points4 in enumerate(history.lines[seat]):
        level = [other for other in order if history.lines[other][number] == points4]
        asides.append((level.index(seat) - (len(level) - 1) / 2) * _STRAND)
    return asides


def _draw_paths(
    image: Image.Image,
    paths: Mapping[int, Sequence[Point]],
    strip: tuple[int, int, int, int],
    theme: Theme,
    *,
    dashed_end: bool,
) -> None:
    """Draw the part of the seats' lines in an upright strip of the chart, the last seat's on top;
    with `dashed_end` the last part of each line is dashed. Only where there are lines, there is
    something to draw: that is a quarter of most charts."""
    left, top, right, bottom = strip
    pieces = dict[int, list[Sequence[Point]]]()
    for seat, path in paths.items():
        dashes = _dashes(path[-2], path[-1]) if dashed_end else []
        whole = [path[:-1] if dashed_end else path, *dashes]
        pieces[seat] = [part for one in whole if (part := _between(one, left, right))]
    heights = [y for parts in pieces.values() for part in parts for _, y in part]
    if not heights:
        return
    top = max(top, floor(min(heights)) - _BESIDE)
    bottom = min(bottom, ceil(max(heights)) + _BESIDE)
    sketch = Sketch(right - left, bottom - top, smoothing=3)
    for seat, parts in pieces.items():
        fill = theme.seats[seat].fill
        for wide, colour in ((_SEAT_LINE + 2 * _LINE_RIM, theme.outline), (_SEAT_LINE, fill)):
            for part in parts:
                sketch.line([(x - left, y - top) for x, y in part], wide, colour)
    sketch.draw_on(image, (left, top))


def _between(path: Sequence[Point], left: int, right: int) -> Sequence[Point]:
    """The points of a path, which leads to the right, from the last one well before `left` to the
    first one well after `right`; none if all of it is on one side."""
    before = [n for n, (x, _) in enumerate(path) if x < left - _BESIDE]
    after = [n for n, (x, _) in enumerate(path) if x > right + _BESIDE]
    if len(before) == len(path) or len(after) == len(path):
        return ()
    return path[before[-1] if before else 0 : after[0] + 1 if after else len(path)]


def _dashes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    count = max(3, round(hypot(end[0] - start[0], end[1] - start[1]) / 26))

    def at(share: float) -> Point:
        return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)

    return [(at((i + 0.2) / count), at((i + 0.66) / count)) for i in range(count)]


def _draw_grid(
    image: Image.Image,
    history: Lines,
    at: At,
    axis: Axis,
    inner: tuple[int, int, int, int],
    measures: Measures,
    theme: Theme,
) -> None:
    """Draw what is behind the lines: points, rounds, food days and the end."""
    marks = [(value, points_number(4 * value), at(0, 4 * value)[1]) for value in axis.marks]
    letters, high = measures.letters, inner[1] - measures.top + measures.signs // 2 + 6
    below = inner[3] + round(measures.bottom * 0.54)
    draw_scale(image, marks, (inner[0], inner[2]), letters, theme)
    above = inner[1] - _OVER
    food = {n: day for n, day in enumerate(history.food_days, start=1) if day is not None}
    for number, day in food.items():
        x = at(number, 0)[0]
        colour = theme.food_mid if day == "mid_age" else theme.food_end
        left = int(x) - 4
        sketch = Sketch(9, inner[3] - inner[1] + 2 * _OVER, smoothing=2)
        line = [(x - left, _OVER - 8), (x - left, inner[3] - above)]
        sketch.line(line, 4, mix(theme.panel, colour, 0.6))
        sketch.draw_on(image, (left, above))
    for number, day in food.items():
        x = at(number, 0)[0]
        bowl = icon("food-mid" if day == "mid_age" else "food-end", measures.signs, theme)
        paste(image, bowl, (x, high))
        text(image, (x, below), str(number), "black", letters, theme.text, "mm")
    if history.scored:
        paste(image, icon("monument", measures.signs - 2, theme), (inner[2] - 4, high))
    paste(image, icon("points", measures.signs - 4, theme), (inner[0] - 42, high))
    for number in range(5, len(history.food_days) + 1, 5):
        if food.keys().isdisjoint(range(number - measures.near, number + measures.near + 1)):
            place = (at(number, 0)[0], below)
            text(image, place, str(number), "bold", letters, theme.dim, "mm")


def _draw_markers(image: Image.Image, places: dict[int, Point], size: int, theme: Theme) -> None:
    """Draw the seats' markers in one round; those of nearly equal points side by side."""
    heaps: list[list[int]] = []
    for seat in sorted(places, key=lambda seat: places[seat][1]):
        if heaps and places[seat][1] - places[heaps[-1][-1]][1] < size * 0.6:
            heaps[-1].append(seat)
        else:
            heaps.append([seat])
    for heap in heaps:
        for i, seat in enumerate(sorted(heap)):
            x, y = places[seat]
            x += (i - (len(heap) - 1) / 2) * size * 0.86
            paste(image, marker(seat, size, theme, letter=False), (x, y))


def _draw_ends(
    image: Image.Image,
    history: Lines,
    places: dict[int, Point],
    inner: tuple[int, int, int, int],
    measures: Measures,
    theme: Theme,
) -> None:
    """Draw each seat's marker and points at the right end of its line, moved apart so that none
    covers another."""
    order = sorted(places, key=lambda seat: (places[seat][1], history.by_place.index(seat)))
    size_at_end = measures.at_end
    least = size_at_end + min(8, size_at_end // 6)
    downs = moved_apart([places[seat][1] for seat in order], least, inner[1], inner[3])
    leads = Sketch(60, inner[3] + 60, smoothing=2)
    ends = []
    for seat, y in zip(order, downs, strict=True):
        end, x = places[seat], places[seat][0] + size_at_end - 2
        if abs(end[1] - y) > 4:
            leads.line([(end[0] + 4 - inner[2], end[1]), (x - inner[2], y)], 3, theme.faint)
        ends.append((seat, (x, y)))
    leads.draw_on(image, (inner[2], 0))
    for seat, (x, y) in ends:
        paste(image, marker(seat, size_at_end, theme), (x, y))
        if not measures.numbers:
            continue
        words, size = shrunk(points_number(history.ends[seat]), "black", _NUMBERS, 104)
        text(image, (x + 38, y), words, "black", size, theme.text)


Pattern = Callable[[Sketch, float, float, Colour], None]
"""pattern(sketch, width, height, ink) fills the rectangle from (0, 0) to (width, height)."""

_BLOCK_EDGE = 3.0  # width of a block's lit and shaded edges
_BLOCK_RIM = 2.0  # width of the dark rim round every block
_PATTERN_DEPTH = 0.24  # by which part the pattern is darker than the block
_NARROW = 24  # a wider block is a block of this width, pulled apart
_PATTERNS = 320  # patterns are drawn in pieces of so many pixels, or several times as many
_OF_ONE_COLOUR = ("worker", "city-chichen_itza")


def _steps(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Temple steps going up."""
    for start in range(-round(height), round(width), 44):
        points: list[Point] = []
        for i in range(ceil(height / 12) + 1):
            x, y = start + i * 12.0, height - i * 12.0
            points += [(x, y), (x + 12, y)]
        sketch.line(points, 3.5, ink)


def _rings(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Rows of dots: skulls on their spaces."""
    for row in range(ceil(height / 18) + 1):
        for column in range(ceil(width / 24) + 1):
            x = column * 24.0 + (12 if row % 2 else 0)
            sketch.circle((x, row * 18.0 + 9), 4.2, ink)


def _courses(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Courses of masonry."""
    for row in range(ceil(height / 18) + 1):
        y = row * 18.0
        sketch.line([(0, y), (width, y)], 3, ink)
        for column in range(ceil(width / 40) + 1):
            x = column * 40.0 + (20 if row % 2 else 4)
            sketch.line([(x, y), (x, y + 18)], 3, ink)


def _pillars(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Upright grooves."""
    for column in range(ceil(width / 13) + 1):
        x = column * 13.0 + 6
        sketch.line([(x, 0), (x, height)], 3.5, ink)


def _chevrons(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Arrowheads pointing up."""
    for row in range(-1, ceil(height / 20) + 1):
        points: list[Point] = []
        for column in range(ceil(width / 14) + 2):
            points.append((column * 14.0 - 7, row * 20.0 + (20 if column % 2 else 8)))
        sketch.line(points, 3.5, ink)


def _lozenges(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """A net of slanting lines."""
    for start in range(-round(height), round(width), 26):
        sketch.line([(start, 0), (start + height, height)], 2.6, ink)
        sketch.line([(start, height), (start + height, 0)], 2.6, ink)


def _kernels(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Kernels in rows, as on a cob."""
    for row in range(ceil(height / 15) + 1):
        for column in range(ceil(width / 16) + 1):
            x, y = column * 16.0 + (8 if row % 2 else 0), row * 15.0 + 7
            sketch.line([(x, y - 2), (x, y + 2)], 7, ink)


def _plain(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """No pattern."""


def _hatching(sketch: Sketch, width: float, height: float, ink: Colour) -> None:
    """Broad slanting stripes, for losses."""
    for start in range(-round(height), round(width) + 24, 24):
        sketch.line([(start + height, -4), (start - 4, height)], 8, ink)


@dataclass(frozen=True)
class Look:
    """What a source of points looks like."""

    sign: str
    """The name of an icon."""
    fill: Callable[[Theme], Colour]
    pattern: Pattern


LOOKS: Mapping[PointsSource, Look] = MappingProxyType(
    {
        "temples": Look("temple-any", lambda theme: theme.food_end, _steps),
        "chichen_itza": Look(
            "city-chichen_itza", lambda theme: theme.cities["chichen_itza"].gear, _rings
        ),
        "buildings": Look("build", lambda theme: theme.cities["tikal"].gear, _courses),
        "monuments": Look("monument", lambda theme: theme.stone, _pillars),
        "technologies": Look(
            "tech-any", lambda theme: theme.cities["chichen_itza"].numeral, _chevrons
        ),
        "prophecies": Look("prophecy", lambda theme: theme.seats[3].fill, _lozenges),
        "goods": Look("corn", lambda theme: theme.maize, _kernels),
        "skulls": Look("skull", lambda theme: theme.hub_text, _plain),
        "hunger": Look("worker", lambda theme: theme.food_mid, _hatching),
        "earlier": Look("points", lambda theme: theme.dummy, _plain),
    }
)
"""Colours of things on the board, which the palettes of the pictures hold exactly."""


@kept(1_500_000)
def sign(source: PointsSource, size: int, theme: Theme) -> Image.Image:
    """The icon of a source, to be laid on its block, as an RGBA sprite of size x size pixels."""
    look = LOOKS[source]
    if look.sign in _OF_ONE_COLOUR:
        return icon(look.sign, size, theme, ink_on(look.fill(theme), theme))
    return icon(look.sign, size, theme)


def ink_on(fill: Colour, theme: Theme) -> Colour:
    """Dark or white, whichever can be read better on a block of this colour."""
    return max((theme.food_ink, WHITE), key=lambda ink: contrast(ink, fill))


@kept(2_000_000)
def block(source: PointsSource, width: int, height: int, theme: Theme) -> Image.Image:
    """A block of stone in the look of this source, as an RGBA sprite; cached: do not draw on it."""
    rim = min(_BLOCK_RIM, width / 8)
    edge = rim + min(_BLOCK_EDGE, width / 6)
    if width < _NARROW:
        sprite = _frame(source, width, height, rim, edge, theme)
    else:  # a narrow one, cut in its middle and pulled apart
        sprite = pulled_apart(_frame(source, _NARROW, height, rim, edge, theme), width)
    face = (max(1, round(width - 2 * edge)), max(1, round(height - 2 * edge)))
    wide = _PATTERNS * ceil(face[0] / _PATTERNS)
    pattern = _patterned(source, wide, face[1], theme).crop((0, 0, *face))
    sprite.alpha_composite(pattern, (round(edge), round(edge)))
    return sprite


@kept(300_000)
def _frame(
    source: PointsSource, width: int, height: int, rim: float, edge: float, theme: Theme
) -> Image.Image:
    """A block without its face: a dark rim, and edges in light and in shade."""
    fill = LOOKS[source].fill(theme)
    sketch = Sketch(width, height)
    sketch.rounded((0, 0, width, height), 0, theme.outline)
    sketch.polygon(box(rim, rim, width - rim, height - rim), mix(fill, WHITE, 0.42))
    right, bottom = width - rim, height - rim
    away = [
        (right, rim), (right, bottom), (rim, bottom),
        (edge, height - edge), (width - edge, height - edge), (width - edge, edge),
    ]  # fmt: skip
    sketch.polygon(away, mix(fill, theme.outline, 0.45))
    return sketch.sprite()


@kept(1_500_000)
def _patterned(source: PointsSource, width: int, height: int, theme: Theme) -> Image.Image:
    """A piece of a source's pattern, from which the faces of blocks are cut."""
    look, fill = LOOKS[source], LOOKS[source].fill(theme)
    face = Sketch(width, height)
    face.rounded((0, 0, *face.size), 0, fill)
    look.pattern(face, face.size[0], face.size[1], mix(fill, theme.outline, _PATTERN_DEPTH))
    return face.sprite()
