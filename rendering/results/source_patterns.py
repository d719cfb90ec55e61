"""The look of the sources of points in charts. Each has an icon, a colour and a pattern, so that it
is known without the colour, too; and the blocks of stone in that look."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from PIL import Image

from bot.engine.happenings import PointsSource
from rendering.drawing.canvas import Sketch
from rendering.drawing.geometry import Point, box
from rendering.drawing.kept import kept
from rendering.drawing.theme import WHITE, Colour, Theme, contrast, mix
from rendering.icons.catalogue import icon

Pattern = Callable[[Sketch, float, float, Colour], None]
"""pattern(sketch, width, height, ink) fills the rectangle from (0, 0) to (width, height)."""

_EDGE = 3.0  # width of a block's lit and shaded edges
_RIM = 2.0  # width of the dark rim round every block
_DEPTH = 0.24  # the part by which the pattern is darker than the block
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
    """The look of one source."""

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
    """The source's icon to be laid on its block, as an RGBA sprite of size x size pixels."""
    look = LOOKS[source]
    if look.sign in _OF_ONE_COLOUR:
        return icon(look.sign, size, theme, ink_on(look.fill(theme), theme))
    return icon(look.sign, size, theme)


def ink_on(fill: Colour, theme: Theme) -> Colour:
    """Black or white, whichever is more readable on a block of this colour."""
    return max((theme.food_ink, WHITE), key=lambda ink: contrast(ink, fill))


@kept(2_000_000)
def block(source: PointsSource, width: int, height: int, theme: Theme) -> Image.Image:
    """A block of the source's stone as an RGBA sprite; cached: do not draw on it."""
    look, fill = LOOKS[source], LOOKS[source].fill(theme)
    rim = min(_RIM, width / 8)
    edge = rim + min(_EDGE, width / 6)
    shade = mix(fill, theme.outline, 0.45)
    sketch = Sketch(width, height)
    sketch.rounded((0, 0, width, height), 0, theme.outline)
    sketch.polygon(box(rim, rim, width - rim, height - rim), mix(fill, WHITE, 0.42))
    right, bottom = width - rim, height - rim
    away = [
        (right, rim), (right, bottom), (rim, bottom),
        (edge, height - edge), (width - edge, height - edge), (width - edge, edge),
    ]  # fmt: skip
    sketch.polygon(away, shade)
    face = Sketch(max(1, width - 2 * edge), max(1, height - 2 * edge))
    face.rounded((0, 0, *face.size), 0, fill)
    ground = mix(fill, theme.outline, _DEPTH)
    look.pattern(face, face.size[0], face.size[1], ground)
    sprite = sketch.sprite()
    sprite.alpha_composite(face.sprite(), (round(edge), round(edge)))
    return sprite
