"""A pen for icons: a square of 100 x 100 units, outlined shapes, paths written as short text."""

from collections.abc import Sequence
from copy import copy
from math import cos, radians, sin

from PIL import Image

from rendering.canvas import Fill, Point, Sketch, curved
from rendering.theme import Theme

OUTLINE = 5.0  # per cent of the icon, outside the shape

Points = Sequence[Point]


class Pen:
    """Draws on an icon of `size` pixels; positions and lengths are per cent of it."""

    def __init__(self, size: int, theme: Theme) -> None:
        self.theme = theme
        # Very small icons are drawn larger still, or their outline would be a few big steps.
        self._sketch = Sketch(size, size, smoothing=8 if size < 32 else 4)
        self._unit = size / 100
        self._corner = (0.0, 0.0)

    def part(self, left: float, top: float, size: float) -> "Pen":
        """A pen whose whole 100 x 100 square is the one of `size` at (left, top) of this icon."""
        part = copy(self)
        part._corner = self._at((left, top))
        part._unit = self._unit * size / 100
        return part

    def sprite(self) -> Image.Image:
        """The finished icon."""
        return self._sketch.sprite()

    def fill(self, points: Points, fill: Fill) -> None:
        """A flat area without outline."""
        self._sketch.polygon([self._at(point) for point in points], fill)

    def edge(self, *shapes: Points, width: float = OUTLINE) -> None:
        """The dark outline round shapes that are filled afterwards."""
        for points in shapes:
            self.line([*points, points[0]], 2 * width, self.theme.outline)

    def shape(self, points: Points, fill: Fill, *, width: float = OUTLINE) -> None:
        """An area with its outline."""
        self.edge(points, width=width)
        self.fill(points, fill)

    def line(self, points: Points, width: float, fill: Fill) -> None:
        """A line with round ends."""
        self._sketch.line([self._at(point) for point in points], width * self._unit, fill)

    def dot(self, centre: Point, radius: float, fill: Fill) -> None:
        """A disc without outline."""
        self._sketch.circle(self._at(centre), radius * self._unit, fill)

    def _at(self, point: Point) -> Point:
        left, top = self._corner
        return (left + point[0] * self._unit, top + point[1] * self._unit)


def path(commands: str) -> list[Point]:
    """Points of an outline written as in SVG: `M x y`, `L x y`, `Q` and `C` curves, absolute.

    The outline closes by itself.
    """
    points: list[Point] = []
    words = commands.replace(",", " ").split()
    place = 0
    while place < len(words):
        command = words[place]
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        numbers = [float(word) for word in words[place + 1 : place + 1 + 2 * count]]
        given = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += given if count == 1 else curved([points[-1], *given])[1:]
        place += 1 + 2 * count
    return points


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """A rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def soft_box(left: float, top: float, right: float, bottom: float, radius: float) -> list[Point]:
    """A rectangle with round corners."""
    corners = (
        (right - radius, top + radius, 0),
        (right - radius, bottom - radius, 90),
        (left + radius, bottom - radius, 180),
        (left + radius, top + radius, 270),
    )
    return [
        (x + radius * sin(radians(start + turn)), y - radius * cos(radians(start + turn)))
        for x, y, start in corners
        for turn in range(0, 91, 10)
    ]


def oval(x: float, y: float, half_width: float, half_height: float, turn: float = 0) -> list[Point]:
    """An ellipse, turned clockwise by `turn` degrees."""
    points = [
        (half_width * cos(radians(angle)), half_height * sin(radians(angle)))
        for angle in range(0, 360, 6)
    ]
    return moved(points, x, y, turn=turn)


def moved(
    points: Points, right: float = 0, down: float = 0, *, turn: float = 0, scale: float = 1
) -> list[Point]:
    """Points scaled and turned clockwise about (0, 0), then shifted."""
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return [(x * c - y * s + right, x * s + y * c + down) for x, y in points]


def mirrored(points: Points) -> list[Point]:
    """The same shape on the other side of the icon's middle."""
    return [(100 - x, y) for x, y in points]
