"""The outline of a gear and its look: a thick wheel with slanted edges, lit from the upper left."""

from PIL import Image

from rendering.canvas import Point, Sketch, around, curved
from rendering.layout import CALENDAR_TEETH, M
from rendering.relief import chamfered, thrown, tones
from rendering.theme import Colour, mix

# A tooth as half widths at distances from the pitch circle, in modules. The cities' teeth are a
# little slimmer at the root, which gives every gap room to turn.
_PITCH, _TIP, _CHAMFER = 0.735, 0.42, 0.30
_ROOT_DEPTH, _TIP_HEIGHT, _CHAMFER_DEPTH = 1.15, 0.95, 0.12
_VALLEY_DEPTH = 0.18
CHAMFER = 4.2  # pixels
THICKNESS = 5  # of the wall that is seen below and to the right


def gear_outline(centre: Point, teeth: int, turn: float) -> list[Point]:
    """The outline of a gear with one tooth's middle at `turn` degrees."""
    radius = M * teeth / 2
    root_width = 1.0 if teeth == CALENDAR_TEETH else 0.84
    flank = (
        (root_width, -_ROOT_DEPTH),
        (_PITCH, 0.0),
        (_TIP, _TIP_HEIGHT - _CHAMFER_DEPTH),
        (_CHAMFER, _TIP_HEIGHT),
    )
    points: list[Point] = []
    for tooth in range(teeth):
        angle = turn + tooth * 360 / teeth
        sides = [(-width, height) for width, height in flank] + list(reversed(flank))
        points += [beside(centre, radius + up * M, angle, side * M) for side, up in sides]
        next_root = beside(centre, radius - _ROOT_DEPTH * M, angle + 360 / teeth, -root_width * M)
        deep = around(centre, radius - (_ROOT_DEPTH + _VALLEY_DEPTH) * M, angle + 180 / teeth)
        points += curved([points[-1], deep, next_root], 6)[1:-1]
    return points


def beside(centre: Point, radius: float, angle: float, side: float) -> Point:
    """The point `radius` out at `angle`, then `side` clockwise along the tangent."""
    x, y = around(centre, radius, angle)
    right, down = around((0.0, 0.0), side, angle + 90)
    return (x + right, y + down)


def gear_sprite(teeth: int, turn: float, face: Colour, shade: Colour) -> Image.Image:
    """A gear on its own, without its shadow; the middle of the sprite is the middle of its face."""
    side = 2 * round(M * (teeth / 2 + _TIP_HEIGHT) + 10)
    sketch = Sketch(side, side, smoothing=3)
    outline = gear_outline((side / 2, side / 2), teeth, turn)
    wall = mix(shade, (0, 0, 0), 0.35)
    thrown(sketch, outline, THICKNESS, wall)
    chamfered(sketch, outline, CHAMFER, face, tones(face, shade))
    return sketch.sprite()
