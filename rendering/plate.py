"""The ground of both pictures, and the plate on which the gears turn."""

from functools import lru_cache
from math import hypot

from PIL import Image, ImageChops

from rendering.canvas import Point, Sketch, around
from rendering.layout import (
    CALENDAR,
    CITIES,
    FRET_TOP,
    HEIGHT,
    WHEELS_HEIGHT,
    WIDTH,
    M,
)
from rendering.theme import Theme

CORNER = 28  # radius of the picture's corners
_STEP = 38
_STEPS = 5
_FRET_STEP = 2 * M


@lru_cache(maxsize=4)
def ground(theme: Theme, *, corners_bottom: int = WHEELS_HEIGHT - 17) -> Image.Image:
    """An empty picture: plate with round corners on Discord's background, stepped like a temple
    at the four corners of its upper part. Copy it before drawing on it."""
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.plate)
    for row in range(_STEPS):
        reach = _STEP * (_STEPS - row)
        for left in (0, WIDTH - reach):
            top = _STEP * row
            image.paste(theme.step, (left, top, left + reach, top + _STEP))
            bottom = corners_bottom - _STEP * row
            image.paste(theme.step, (left, bottom - _STEP, left + reach, bottom))
    corner = Sketch(2 * CORNER, 2 * CORNER, mode="L")
    corner.circle((CORNER, CORNER), CORNER, 255)
    cut = ImageChops.invert(corner.sprite())
    for left in (0, WIDTH - CORNER):
        for top in (0, HEIGHT - CORNER):
            x, y = CORNER * (left > 0), CORNER * (top > 0)
            quarter = cut.crop((x, y, x + CORNER, y + CORNER))
            image.paste(theme.page, (left, top), quarter)
    return image


def draw_fret(image: Image.Image, theme: Theme, top: int = FRET_TOP) -> None:
    """The line of step-frets above the seat cards, 16 pixels high."""
    hook = (
        (0, 16), (0, 12), (6, 12), (6, 8), (12, 8), (12, 4), (18, 4), (18, 0), (43, 0), (43, 11),
        (28, 11), (28, 7), (37, 7), (37, 4), (24, 4), (24, 16),
    )  # fmt: skip
    count = int((WIDTH - 40) / _FRET_STEP)
    sketch = Sketch(WIDTH, 16, smoothing=2)
    left = (WIDTH - count * _FRET_STEP + _FRET_STEP - 43) / 2
    for i in range(count):
        sketch.polygon([(left + i * _FRET_STEP + x, y) for x, y in hook], theme.fret)
    sprite = sketch.sprite()
    image.paste(sprite, (0, top), sprite)


def draw_base_plate(image: Image.Image, theme: Theme) -> None:
    """The one plate behind all gears."""
    discs = [(CALENDAR, 15.1 * M)]
    discs += [(city.centre, city.radius + 3.15 * M) for city in CITIES.values()]
    image.paste(theme.base_edge, (0, 0), _closed(discs, 1.1 * M))
    image.paste(theme.base, (0, 0), _closed(discs, 1.1 * M, inset=2.6))


def _closed(discs: list[tuple[Point, float]], by: float, inset: float = 0.0) -> Image.Image:
    """Mask of the discs' union with its notches filled up to a radius of `by`, then shrunk by
    `inset`: the union of larger discs, from which a brush takes back what was added.
    """
    sketch = Sketch(WIDTH, WHEELS_HEIGHT, smoothing=2, mode="L")
    for centre, radius in discs:
        sketch.circle(centre, radius + by, 255)
    for centre, radius in discs:
        others = [(other, size + by) for other, size in discs if other is not centre]
        for i in range(480):
            x, y = around(centre, radius + by, i * 0.75)
            if all(hypot(x - o[0], y - o[1]) >= size - 0.5 for o, size in others):
                sketch.circle((x, y), by + inset, 0)
    return sketch.sprite()
