"""The two ages as bands above cards for phones: a green dawn over the jungle in the first, dusk
over a city of stone in the second."""

from PIL import Image, ImageChops

from rendering.drawing.canvas import Sketch
from rendering.drawing.geometry import Point, box, oval, path
from rendering.drawing.kept import kept
from rendering.drawing.page import WIDTH
from rendering.drawing.theme import AgeSky, Theme, sky_of_age

SKY = 176
"""The usual height of a band in pixels."""


@kept(3_000_000)
def age_picture(age: int, theme: Theme, height: int = SKY) -> Image.Image:
    """The band of age 1 or 2, with the round upper corners of the page; a lower one has less sky.
    It is cached: do not draw on it."""
    sky = sky_of_age(age)
    sketch = Sketch(WIDTH, SKY, smoothing=2)
    bands = len(sky.bands)
    for number, colour in enumerate(sky.bands):
        top = SKY * 0.86 * number / bands
        sketch.polygon(box(0, top, WIDTH, SKY), colour)
    draw = _jungle if age == 1 else _stone_city
    draw(sketch, sky)
    sprite = sketch.sprite().crop((0, SKY - height, WIDTH, SKY))
    corners = Sketch(WIDTH, height, mode="L")
    corners.rounded((0, 0, WIDTH, height + 40), 24, 255)
    sprite.putalpha(ImageChops.multiply(sprite.getchannel("A"), corners.sprite()))
    return sprite


def _pyramid(middle: float, foot: float, size: float) -> list[Point]:
    """A stepped pyramid with a temple on top, clockwise from its lower left corner."""
    left: list[Point] = []
    for step in range(4):
        x, y = middle - size * (1 - step * 0.21), foot - size * 0.24 * step
        left += [(x, y), (x, y - size * 0.24)]
    left += [(middle - size * 0.2, foot - size * 0.96), (middle - size * 0.2, foot - size * 1.2)]
    return [*left, *((2 * middle - x, y) for x, y in reversed(left))]


def _jungle(sketch: Sketch, sky: AgeSky) -> None:
    """The sun rises behind a pyramid; palms and hills are in front."""
    sketch.circle((590, 140), 74, sky.glow)
    sketch.circle((590, 140), 58, sky.sun)
    sketch.polygon(_pyramid(664, 168, 104), sky.far)
    hills = path(
        "M 0 176 L 0 150 C 90 118 180 150 260 150 C 360 150 400 128 500 146"
        " C 620 166 700 150 800 132 L 800 176"
    )
    sketch.polygon(hills, sky.near)
    for x, y, tall in ((752, 168, 116), (548, 174, 66), (792, 174, 80)):
        sketch.polygon([(x - 4, y), (x + 1, y - tall), (x + 6, y - tall), (x + 5, y)], sky.front)
        for reach, fall in ((-46, 20), (46, 20), (-34, -14), (34, -14), (-8, 34), (12, 34)):
            crown = y - tall
            leaf = path(
                f"M {x} {crown} Q {x + reach * 0.6} {crown - 22} {x + reach} {crown + fall}"
                f" Q {x + reach * 0.45} {crown - 4} {x} {crown}"
            )
            sketch.polygon(leaf, sky.front)
    for x in range(-20, 820, 64):
        sketch.polygon(oval(x, 182, 46, 22), sky.front)


def _stone_city(sketch: Sketch, sky: AgeSky) -> None:
    """The sun sets between pyramids of stone behind a wall with step-frets."""
    sketch.circle((560, 128), 82, sky.glow)
    sketch.circle((560, 128), 62, sky.sun)
    for middle, size, colour in ((470, 62, sky.far), (690, 118, sky.near), (792, 70, sky.far)):
        sketch.polygon(_pyramid(middle, 168, size), colour)
    stairs = [(672.0, 168.0), (682, 56), (698, 56), (708, 168)]
    sketch.polygon(stairs, sky.far)
    sketch.polygon(box(0, 156, WIDTH, 176), sky.front)
    for x in range(8, WIDTH, 48):
        fret = [(x, 156), (x, 148), (x + 10, 148), (x + 10, 140), (x + 28, 140), (x + 28, 156)]
        sketch.polygon([(float(a), float(b)) for a, b in fret], sky.front)
