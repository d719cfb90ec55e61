"""Points of outlines: circles, curves, rectangles, and paths written as short text.

Angles are degrees, clockwise from straight up.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin

Point = tuple[float, float]
Points = Sequence[Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def around(centre: Point, radius: float, angle: float) -> Point:
    """The point at `angle` degrees, clockwise from straight up, on a circle."""
    turn = radians(angle)
    return (centre[0] + radius * sin(turn), centre[1] - radius * cos(turn))


def arc(centre: Point, radius: float, start: float, end: float, step: float = 1.0) -> list[Point]:
    """Points along a circle from `start` to `end` degrees (clockwise from up), both included."""
    count = max(1, round(abs(end - start) / step))
    return [around(centre, radius, start + (end - start) * i / count) for i in range(count + 1)]


def curved(points: Sequence[Point], segments: int = 12) -> list[Point]:
    """A Bezier curve through the first and last of 3 or 4 points, pulled by those between."""
    out = []
    for i in range(segments + 1):
        t = i / segments
        level = list(points)
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)
            ]
        out.append(level[0])
    return out


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
    """The shape mirrored at the vertical middle line of the icon."""
    return [(100 - x, y) for x, y in points]
