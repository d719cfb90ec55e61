"""Seat markers and the rings round what was moved last.

Every seat has its own shape, colour and letter: each of them is enough to tell the seats apart.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.text.names import SEAT_LETTERS
from rendering.drawing.canvas import Fill, Sketch, paste
from rendering.drawing.geometry import Box, Point, around
from rendering.drawing.lettering import text
from rendering.drawing.relief import TO_LIGHT, chamfered, inset, tones
from rendering.drawing.theme import MARKER_RIM, WHITE, Theme, mix

# Each shape is a polygon with everything within a distance of it, so that a ring of even width
# is the same polygon with a larger distance. Unit: the marker's size.
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
_SLOPE, _FALL = 0.05, 0.03  # of the coloured face, and of the shadow
_SHADOW = (0, 0, 0, 150)
_LARGEST = 40  # of several side by side, unless said otherwise
_SPREAD = 1.09  # from marker to marker, in sizes
_RING_LINE = 7
_GHOST = 0.816  # of the worker picked up, in radiuses of the ring
_LETTER_DOWN = (0.0, 0.0, 0.12, 0.0, 0.0)  # a triangle's room lies below its middle


@lru_cache(maxsize=112)
def marker(
    seat: int, size: int, theme: Theme, *, to_move: bool = False, letter: bool = True
) -> Image.Image:
    """The marker of a seat (0-4) as a square RGBA sprite whose middle is the marker's middle.

    `size` is the diameter of A's circle with its white ring, in pixels; the sprite is 1.5 times
    as wide, since points and the gold rim of the seat `to_move` reach further. Cached: do not
    draw on it.
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
    """The seat's shape in the middle of the sketch, its edge moved out by `grow` sizes and all of
    it away from the light by `down`."""
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


@lru_cache(maxsize=32)
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
) -> None:
    """Markers side by side inside `room`, round `centre` if they can be, of at most `largest`
    pixels; the seats `asked` have a gold rim. Where the markers would become too small in one row,
    they stand in two."""
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
        for seat in members:
            paste(image, marker(seat, size, theme, to_move=seat in asked), (x, y))
            x += pitch


@lru_cache(maxsize=4)
def ring(radius: float, theme: Theme) -> Image.Image:
    """A ring in the colour of what is new, `radius` pixels to its outer edge."""
    side = 2 * round(radius + 4)
    sketch = Sketch(side, side)
    sketch.circle((side / 2, side / 2), radius, theme.news)
    sketch.circle((side / 2, side / 2), radius - _RING_LINE, (*theme.news, 0))
    return sketch.sprite()


@lru_cache(maxsize=16)
def ghost_ring(seat: int, radius: float, theme: Theme) -> Image.Image:
    """A smaller ring with the pale marker of a worker that was picked up."""
    side = 2 * round(radius + 4)
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, radius * 0.8, theme.news)
    sketch.circle(middle, radius * 0.8 - _RING_LINE, theme.base)
    sprite = sketch.sprite()
    ghost = marker(seat, round(radius * _GHOST), theme).copy()
    ghost.putalpha(ghost.getchannel("A").point([value * 6 // 10 for value in range(256)]))
    paste(sprite, ghost, middle)
    return sprite
