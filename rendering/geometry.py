"""Points on circles and curves. Angles are degrees, clockwise from straight up."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin

Point = tuple[float, float]
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
