"""The parts that charts of points and of ratings share: an axis of values with its numbers, and
places for labels at the ends of lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from PIL import Image

from rendering.drawing.geometry import Point
from rendering.drawing.lettering import text
from rendering.drawing.theme import Theme, mix

At = Callable[[float, float], Point]
"""The point on the picture for a round or game (x) and a value (y)."""


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
    """An axis for these values, with the smallest of the steps that gives at most `most` lines
    above the lowest one."""
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
    """Draw the lines of the axis from side to side, for each mark (value, number, height) with its
    number; the line of 0 stands out."""
    left, right = sides
    for value, number, y in marks:
        colour = mix(theme.panel, theme.faint, 0.3 if value else 0.9)
        image.paste(colour, (left, round(y) - 2, right, round(y) + 2))
        text(image, (left - 20, y), number, "bold", size, theme.dim, "rm")


def moved_apart(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Heights (sorted), each moved as little as necessary so that they are at least `least` apart
    and within the bounds."""
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
