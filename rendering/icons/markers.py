"""Markers of the seats, and the rings round what moved last.

Every seat has its own shape, colour and letter; each of them alone tells the seats apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from PIL import Image

from bot.text.names import SEAT_LETTERS
from rendering.drawing.canvas import Box, Fill, Point, Sketch, arc, around, paste
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import TO_LIGHT, chamfered, inset, tones
from rendering.drawing.theme import MARKER_RIM, WHITE, Colour, Theme, mix

# The shape of each seat: a polygon, and how far it is grown on all sides. A ring of even width is
# the same polygon, grown further. Unit: the marker's size.
_SHAPES: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((0.0, 0.0),), 0.5),
    (((-0.37, -0.37), (0.37, -0.37), (0.37, 0.37), (-0.37, 0.37)), 0.09),
    (((0.0, -0.475), (0.49, 0.375), (-0.49, 0.375)), 0.10),
    (((0.0, -0.48), (0.48, 0.0), (0.0, 0.48), (-0.48, 0.0)), 0.11),
    (
        (
            (-0.25, -0.49), (0.25, -0.49), (0.25, -0.25), (0.49, -0.25), (0.49, 0.25),
            (0.25, 0.25), (0.25, 0.49), (-0.25, 0.49), (-0.25, 0.25), (-0.49, 0.25),
            (-0.49, -0.25), (-0.25, -0.25),
        ),
        0.07,
    ),
)  # fmt: skip
_WHITE_RING, _BLACK_RING, _GOLD_RIM = 0.055, 0.05, 0.095
_SLOPE, _FALL = 0.05, 0.03  # the face's slope and the shadow's fall, in sizes
_SHADOW = (0, 0, 0, 150)
_LARGEST = 40  # the usual greatest size of markers side by side, in pixels
_SPREAD = 1.09  # from marker to marker, in sizes
RING = 0.72
"""Radius of the ring round a marker, in sizes of the marker."""
_NOBODY: Mapping[int, bool] = MappingProxyType({})
_RING_LINE, _CASING = 9, 2.5
_SMALL_RING = 36  # up to this radius the line is thinner
_DASHES, _DASH = 9, 0.5  # number of dashes round a ring, and the part of each step that is drawn
_FRAME_LINE, _FRAME_DASH = 8, 22
_GHOST = 0.816  # size of the marker of a worker picked up, in radiuses of the ring
_LETTER_DOWN = (0.0, 0.0, 0.12, 0.0, 0.0)  # a triangle's room lies below its middle


@kept(2_500_000)
def marker(
    seat: int, size: int, theme: Theme, *, to_move: bool = False, letter: bool = True
) -> Image.Image:
    """The marker of a seat (0-4) as a square RGBA sprite with the marker in its middle.

    `size` is the diameter, in pixels, of A's circle with its white ring. The sprite is 1.5 times as
    wide, since the points of other shapes and the gold rim of a seat `to_move` reach further.
    Cached: do not draw on it.
    """
    side = round(size * 1.5)
    sketch = Sketch(side, side, smoothing=8 if size < 40 else 4)
    colours = theme.seats[seat]
    outer = _BLACK_RING + (_GOLD_RIM if to_move else 0.0)
    _shape(sketch, seat, size, outer, _SHADOW, down=_FALL)
    if to_move:
        _shape(sketch, seat, size, outer, theme.turn)
    _shape(sketch, seat, size, _BLACK_RING, MARKER_RIM)
    _shape(sketch, seat, size, 0.0, WHITE)
    _shape(sketch, seat, size, -_WHITE_RING, colours.shade)
    _shape(sketch, seat, size, -_WHITE_RING - _SLOPE / 2, colours.light, down=-_SLOPE / 2)
    _shape(sketch, seat, size, -_WHITE_RING - _SLOPE, colours.fill)
    sprite = sketch.sprite()
    if letter:
        place = (side / 2, side / 2 + _LETTER_DOWN[seat] * size)
        text(sprite, place, SEAT_LETTERS[seat], "black", round(size * 0.6), colours.letter, "mm")
    return sprite


def _shape(
    sketch: Sketch, seat: int, size: int, grow: float, colour: Fill, *, down: float = 0.0
) -> None:
    """Draw the seat's shape in the middle of the sketch, grown by `grow` sizes and moved away from
    the light by `down` sizes."""
    corners, distance = _SHAPES[seat]
    middle = sketch.size[0] / 2
    right, low = (middle - way * down * size for way in TO_LIGHT)
    points = [(right + x * size, low + y * size) for x, y in corners]
    reach = (distance + grow) * size
    if len(points) == 1:
        sketch.circle(points[0], reach, colour)
        return
    if reach > 0:
        sketch.line([*points, points[0]], 2 * reach, colour)
        sketch.polygon(points, colour)
    else:
        sketch.polygon(inset(points, -reach), colour)


@kept(1_000_000)
def dummy(size: int, theme: Theme) -> Image.Image:
    """A dummy worker: a grey octagon with an X, as a square RGBA sprite of `size` pixels."""
    sketch = Sketch(size, size, smoothing=8 if size < 40 else 4)
    middle = (size / 2, size / 2)
    outer, inner = (
        [around(middle, radius * size, 22.5 + 45 * i) for i in range(8)] for radius in (0.5, 0.44)
    )
    sketch.polygon(outer, MARKER_RIM)
    edges = tones(theme.dummy, mix(theme.dummy, MARKER_RIM, 0.5))
    chamfered(sketch, inner, 0.045 * size, theme.dummy, edges)
    reach = 0.16 * size
    for side in (-reach, reach):
        start = (middle[0] - side, middle[1] - reach)
        end = (middle[0] + side, middle[1] + reach)
        sketch.line([start, end], 0.1 * size, theme.dummy_mark)
    return sketch.sprite()


def place_markers(
    image: Image.Image,
    seats: Sequence[int],
    room: Box,
    centre: float,
    theme: Theme,
    *,
    largest: int = _LARGEST,
    asked: Sequence[int] = (),
    ringed: Mapping[int, bool] = _NOBODY,
) -> None:
    """Draw markers of at most `largest` pixels side by side inside `room`, around `centre` if they
    fit; in two rows if that makes them larger. The seats `asked` have a gold rim, those in `ringed`
    a ring, which is dashed if the value is True."""
    left, top, right, bottom = room
    wide, tall = right - left, bottom - top
    size = min(largest, int(wide / len(seats) / _SPREAD))
    rows = [seats]
    half = (len(seats) + 1) // 2
    in_two_rows = min(largest, int(tall / 2 / 1.08), int(wide / half / _SPREAD))
    if in_two_rows > size:
        rows, size = [seats[:half], seats[half:]], in_two_rows
    pitch = size * _SPREAD
    for row, members in enumerate(rows):
        y = (top + bottom) / 2 + (row - (len(rows) - 1) / 2) * tall / 2
        reach = pitch * len(members) / 2
        x = min(max(centre, left + reach), right - reach) - reach + pitch / 2
        places = [(seat, (x + number * pitch, y)) for number, seat in enumerate(members)]
        # Ringed markers come last: else their neighbours would hide the ring.
        for seat, at in sorted(places, key=lambda place: place[0] in ringed):
            if seat in ringed:
                paste(image, ring(RING * size, theme, dashed=ringed[seat]), at)
            paste(image, marker(seat, size, theme, to_move=seat in asked), at)


def casing(theme: Theme) -> Colour:
    """The colour of a ring's edges, dark in the dark look and white in the light one, so that a
    ring is seen on every ground, even by those who do not see its colour."""
    return theme.outline if theme.is_dark else WHITE


@kept(1_000_000)
def ring(radius: float, theme: Theme, *, dashed: bool = False) -> Image.Image:
    """A ring round what moved last, `radius` pixels to its outer edge; `dashed` if the turn is not
    confirmed yet."""
    side = 2 * round(radius + 4)
    middle = (side / 2, side / 2)
    line = _RING_LINE if radius > _SMALL_RING else _RING_LINE - 2
    if not dashed:
        sketch = Sketch(side, side)
        sketch.circle(middle, radius + _CASING, casing(theme))
        sketch.circle(middle, radius, theme.news)
        sketch.circle(middle, radius - line, casing(theme))
        sketch.circle(middle, radius - line - _CASING, (0, 0, 0, 0))
        return sketch.sprite()
    sketch = Sketch(side, side)
    for wide, ink in ((line + 2 * _CASING, casing(theme)), (line, theme.news)):
        for dash in range(_DASHES):
            start = dash * 360 / _DASHES
            way = arc(middle, radius - line / 2, start, start + 360 / _DASHES * _DASH, 4)
            sketch.line(way, wide, ink)
    return sketch.sprite()


@kept(2_000_000)
def frame(width: int, height: int, theme: Theme, *, dashed: bool = False) -> Image.Image:
    """A rectangular ring for a tile, `width` x `height` pixels to its outer edges; `dashed` if the
    turn is not confirmed yet."""
    sketch = Sketch(width + 8, height + 8, smoothing=3)
    edge = 4 + _FRAME_LINE / 2
    left, top, right, bottom = edge, edge, width + 8 - edge, height + 8 - edge
    around_it = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    ways = [around_it] if not dashed else list(_dashes(around_it))
    for wide, ink in ((_FRAME_LINE + 2 * _CASING, casing(theme)), (_FRAME_LINE, theme.news)):
        for way in ways:
            sketch.line(way, wide, ink)
    return sketch.sprite()


def _dashes(way: Sequence[Point]) -> Iterator[list[Point]]:
    """Yields the dashes along a path of straight lines; each line has a dash at both ends."""
    for (x, y), (to_x, to_y) in pairwise(way):
        length = abs(to_x - x) + abs(to_y - y)
        count = 2 * round(length / _FRAME_DASH / 2) + 1
        for piece in range(0, count, 2):
            start, end = piece / count, (piece + 1) / count
            yield [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (start, end)]


@kept(1_000_000)
def ghost_ring(seat: int, radius: float, theme: Theme, *, dashed: bool = False) -> Image.Image:
    """A ring with a smaller, pale marker in it: a worker was picked up here."""
    side = 2 * round(radius + 4)
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, radius * 0.8 - _RING_LINE, theme.base)
    sprite = sketch.sprite()
    paste(sprite, ring(radius * 0.8, theme, dashed=dashed), middle)
    ghost = marker(seat, round(radius * _GHOST), theme).copy()
    ghost.putalpha(ghost.getchannel("A").point([value * 6 // 10 for value in range(256)]))
    paste(sprite, ghost, middle)
    return sprite
