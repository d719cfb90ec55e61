"""Light and shade of carved shapes. The light falls from the upper left.

A raised shape is lit on the edges that face the upper left and shaded on the others; a sunk one the
other way round. A surface has a few flat tones and no gradient, which looks carved and keeps the
files small.
"""

from collections.abc import Sequence
from math import acos, atan2, degrees, hypot

from PIL import Image

from rendering.drawing.canvas import Box, Point, Sketch, arc, rounded
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, mix

TO_LIGHT: Point = (-0.56, -0.83)  # unit vector
SLAB_MARGIN = 12  # room round a slab's sprite for its shadow
_PANEL_FALL = 3


def tones(face: Colour, shade: Colour) -> tuple[Colour, ...]:
    """The five tones of a surface's edges: the first for an edge that faces away from the light,
    the last for one that faces it."""
    return (
        shade,
        mix(face, shade, 0.55),
        mix(face, shade, 0.12),
        mix(face, WHITE, 0.22),
        mix(face, WHITE, 0.42),
    )


def tone(edges: Sequence[Colour], right: float, down: float) -> Colour:
    """The one of the five `tones` for an edge that faces this direction (a unit vector)."""
    lit = right * TO_LIGHT[0] + down * TO_LIGHT[1]
    return edges[min(4, int((lit + 1) * 2.5))]


def chamfered(
    sketch: Sketch,
    outline: Sequence[Point],
    width: float,
    face: Colour,
    edges: Sequence[Colour],
    *,
    sunk: bool = False,
) -> None:
    """Draw a face with slanted edges `width` pixels wide, each in the tone of the direction it
    faces; `sunk` slants them inwards. The outline runs clockwise."""
    inner = inset(outline, width)
    side = -1 if sunk else 1
    for i, start in enumerate(outline):
        end = outline[(i + 1) % len(outline)]
        length = hypot(end[0] - start[0], end[1] - start[1])
        if length < 1e-6:
            continue
        out = ((end[1] - start[1]) / length * side, (start[0] - end[0]) / length * side)
        quad = [start, end, inner[(i + 1) % len(outline)], inner[i]]
        sketch.polygon(quad, tone(edges, *out))
    sketch.polygon(inner, face)


def inset(outline: Sequence[Point], by: float) -> list[Point]:
    """The outline (clockwise) with all its edges moved inwards by `by` pixels. No edge may be too
    short for that."""
    count = len(outline)
    normals = []
    for i, (x0, y0) in enumerate(outline):
        x1, y1 = outline[(i + 1) % count]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        normals.append(((y0 - y1) / length, (x1 - x0) / length))  # to the inside
    moved = []
    for i, (x, y) in enumerate(outline):
        (ax, ay), (bx, by_) = normals[i - 1], normals[i]
        share = by / max(0.35, 1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * share, y + (ay + by_) * share))
    return moved


def crescent(centre: Point, radius: float, right: float, down: float) -> list[Point]:
    """The outline of the part of a disc that the same disc, moved by (right, down), does not
    cover."""
    way = hypot(right, down)
    along = degrees(atan2(right, -down))  # clockwise from straight up
    half = degrees(acos(way / (2 * radius)))
    moved = (centre[0] + right, centre[1] + down)
    far = arc(centre, radius, along + half, along + 360 - half, 2)
    near = arc(moved, radius, along + 180 + half, along + 180 - half, 2)
    return far + near


def thrown(sketch: Sketch, outline: Sequence[Point], down: int, colour: Colour) -> None:
    """Draw the outline moved away from the light step by step, `down` pixels far: the wall of
    something thick, or its shadow."""
    aside = TO_LIGHT[0] / TO_LIGHT[1]
    for step in range(1, down + 1):
        sketch.polygon([(x + step * aside, y + step) for x, y in outline], colour)


def boss(
    sketch: Sketch,
    centre: Point,
    radius: float,
    face: Colour,
    edges: Sequence[Colour],
    width: float = 2.0,
) -> None:
    """Draw a disc that stands out. Its rim is at most `width` wide, on the sides towards and away
    from the light."""
    sketch.circle(centre, radius, face)
    x, y = TO_LIGHT[0] * width, TO_LIGHT[1] * width
    sketch.polygon(crescent(centre, radius, -x, -y), edges[4])
    sketch.polygon(crescent(centre, radius, x, y), edges[0])


def well(
    sketch: Sketch,
    centre: Point,
    radius: float,
    floor: Colour,
    edges: Sequence[Colour],
    *,
    rim: float = 2.0,
    depth: float = 5.0,
    dark: Colour = BLACK,
) -> None:
    """Draw a sunk disc: round it a slope `rim` wide, dark towards the light, and on its floor the
    shadow of the edge, `depth` wide, in the colour `dark`. `edges` are the tones of the ground."""
    x, y = TO_LIGHT
    sketch.circle(centre, radius + rim, edges[2])
    sketch.polygon(crescent(centre, radius + rim, -x * rim * 2, -y * rim * 2), edges[0])
    sketch.polygon(crescent(centre, radius + rim, x * rim * 2, y * rim * 2), edges[4])
    sketch.circle(centre, radius, floor)
    sketch.polygon(crescent(centre, radius, -x * depth, -y * depth), dark)


def engraved(
    sketch: Sketch, points: Sequence[Point], width: float, dark: Colour, light: Colour
) -> None:
    """Draw a line cut into a surface: dark, with a light edge on the side away from the light."""
    off = (-TO_LIGHT[0] * width * 0.7, -TO_LIGHT[1] * width * 0.7)
    sketch.line([(x + off[0], y + off[1]) for x, y in points], width, light)
    sketch.line(points, width, dark)


def slab(
    width: int,
    height: int,
    face: Colour,
    shade: Colour,
    shadow: Colour,
    *,
    notch: float = 4.0,
    thick: int = 3,
) -> Image.Image:
    """A stone tablet with stepped corners, as an RGBA sprite with `SLAB_MARGIN` round it. `thick`
    is the height of the wall seen below, in pixels; with 0 it lies flat, without a shadow."""
    sketch = Sketch(width + 2 * SLAB_MARGIN, height + 2 * SLAB_MARGIN)
    left, top = SLAB_MARGIN, SLAB_MARGIN
    right, bottom = left + width, top + height
    outline = [
        (left + notch, top), (right - notch, top), (right - notch, top + notch),
        (right, top + notch), (right, bottom - notch), (right - notch, bottom - notch),
        (right - notch, bottom), (left + notch, bottom), (left + notch, bottom - notch),
        (left, bottom - notch), (left, top + notch), (left + notch, top + notch),
    ]  # fmt: skip
    if thick:
        thrown(sketch, outline, 2 * thick, shadow)
        thrown(sketch, outline, thick, shade)
    chamfered(sketch, outline, 2.0, face, tones(face, mix(face, shade, 0.8)))
    return sketch.sprite()


def pulled_apart(narrow: Image.Image, width: int) -> Image.Image:
    """A sprite made `width` pixels wide: it is cut in its middle, where all columns are alike."""
    half, height = narrow.width // 2, narrow.height
    wide = narrow.resize((width, height), Image.Resampling.NEAREST, (half, 0, half + 1, height))
    wide.paste(narrow.crop((0, 0, half, height)))
    right = narrow.crop((half, 0, narrow.width, height))
    wide.paste(right, (width - right.width, 0))
    return wide


def draw_panel(image: Image.Image, box: Box, theme: Theme) -> None:
    """Draw a panel on the ground; the box (left, top, right, bottom) also holds its shadow."""
    left, top, right, bottom = box
    light, shade = mix(theme.panel, WHITE, 0.12), mix(theme.panel, theme.shadow, 0.6)
    face = (left, top, right - _PANEL_FALL, bottom - _PANEL_FALL)
    rounded(image, face, 16, theme.panel, light=light, shade=shade, shadow=theme.shadow, drop=3)
