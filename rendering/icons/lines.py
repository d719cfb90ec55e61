"""Icons, numbers and signs in one line, as on tiles: "3 wood", "worker − 1 corn".

A line is a row of groups, a group a row of parts that are close together. All measures are
multiples of one size in pixels, the height of a full icon, so that a line can be made to fit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.drawing.fonts import Weight, width
from rendering.drawing.geometry import Point
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.theme import Colour, Theme
from rendering.icons.catalogue import NAMES, icon, points_icon, sign

CLOSE, APART = 0.06, 0.19  # gaps inside and between groups, in sizes
WORDS = 0.66  # height of letters, in sizes


@dataclass(frozen=True)
class Pic:
    """An icon (a name of `catalogue.NAMES`) or a sign (of `catalogue.SIGNS`); `scale` in sizes."""

    name: str
    scale: float = 1.0


@dataclass(frozen=True)
class Score:
    """A number of points on its cartouche."""

    n: int
    scale: float = 1.0


@dataclass(frozen=True)
class Words:
    """A number or a sign of arithmetic; never a word, since icons need no language."""

    string: str
    scale: float = 1.0
    weight: Weight = "black"


Part = Pic | Score | Words
Group = tuple[Part, ...]
Line = Sequence[Group]


def line_width(line: Line, size: float, theme: Theme, *, apart: float = APART) -> float:
    """The width of the line in pixels at this size, with `apart` sizes between groups."""
    close = sum(len(group) - 1 for group in line) * CLOSE * size
    return (
        sum(_width(part, size, theme) for group in line for part in group)
        + close
        + (len(line) - 1) * apart * size
    )


def size_to_fit(
    line: Line, size: float, room: float, theme: Theme, *, apart: float = APART
) -> float:
    """The size, reduced if the line would be wider than `room` pixels."""
    wide = line_width(line, size, theme, apart=apart)
    return size if wide <= room else size * room / wide


def draw_line(
    image: Image.Image,
    line: Line,
    at: Point,
    size: float,
    theme: Theme,
    ink: Colour,
    *,
    anchor: str = "m",
    apart: float = APART,
) -> None:
    """Draw the line at height `at[1]`; its left end (`l`), middle (`m`) or right end (`r`) is at
    `at[0]`. `ink` colours numbers, pawns and arrows."""
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * line_width(line, size, theme, apart=apart)
    for group in line:
        for part in group:
            _draw(image, part, (x, at[1]), size, theme, ink)
            x += _width(part, size, theme) + CLOSE * size
        x += (apart - CLOSE) * size


def _width(part: Part, size: float, theme: Theme) -> float:
    if isinstance(part, Words):
        return width(part.string, part.weight, _letters(part, size))
    return sprite(part, round(size * part.scale), theme, theme.ink).width


def _letters(part: Words, size: float) -> int:
    return round(WORDS * size * part.scale)


def _draw(
    image: Image.Image, part: Part, at: Point, size: float, theme: Theme, ink: Colour
) -> None:
    if isinstance(part, Words):
        text(image, at, part.string, part.weight, _letters(part, size), ink)
        return
    drawn = sprite(part, round(size * part.scale), theme, ink)
    image.paste(drawn, (round(at[0]), round(at[1] - drawn.height / 2)), drawn)


def _tint(name: str, theme: Theme, ink: Colour) -> Colour | None:
    """Pawns and arrows are drawn in the line's ink, a city's emblem in the colour of its gear."""
    if name in ("worker", "arrow"):
        return ink
    return theme.cities[name[5:]].gear if name.startswith("city-") else None


@kept(1_200_000)
def sprite(part: Pic | Score, size: int, theme: Theme, ink: Colour) -> Image.Image:
    """The part's sprite without empty room at its sides, so that parts are evenly spaced."""
    if isinstance(part, Score):
        drawn = points_icon(part.n, size, theme)
    elif part.name in NAMES:
        drawn = icon(part.name, size, theme, _tint(part.name, theme, ink))
    else:
        drawn = sign(part.name, size, theme)
    box = drawn.getbbox() or (0, 0, drawn.width, drawn.height)
    return drawn.crop((box[0], 0, box[2], drawn.height))
