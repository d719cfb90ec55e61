"""The ground of the main picture, and the slab on which the gears turn."""

from functools import lru_cache
from math import hypot

from PIL import Image, ImageChops, ImageFilter

from rendering.canvas import Box, Point, Sketch, around, rounded
from rendering.gears import gear_outline
from rendering.layout import (
    CALENDAR,
    CALENDAR_TEETH,
    CITIES,
    HEIGHT,
    WHEELS_HEIGHT,
    WIDTH,
    M,
    day_angle,
)
from rendering.ornaments import draw_corners, draw_fret
from rendering.relief import TO_LIGHT
from rendering.theme import Theme, mix

__all__ = [
    "CORNER", "draw_base_plate", "draw_fret", "draw_gear_shadows", "draw_panel", "ground",
    "ground_in",
]  # fmt: skip

CORNER = 28  # radius of the picture's corners
_RIM, _GROOVE = 3.0, 13.0  # of the slab: its slanted edge, and a line cut in along it
_SHADOW_FALL, _SHADOW_BLUR, _SHADOW_DEPTH = 13, 5, 0.85
_SLAB_FALL, _SLAB_BLUR = 9, 5
_PANEL_FALL = 3


@lru_cache(maxsize=8)
def ground_in(box: tuple[int, int, int, int], theme: Theme) -> Image.Image:
    """The part of the empty picture inside a box. Copy it before drawing on it."""
    return ground(theme).crop(box)


def ground(theme: Theme) -> Image.Image:
    """An empty picture: plate with round corners on Discord's background, with carved ornaments
    in the four corners of its upper part."""
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.plate)
    draw_corners(image, theme)
    corner = Sketch(2 * CORNER, 2 * CORNER, mode="L")
    corner.circle((CORNER, CORNER), CORNER, 255)
    cut = ImageChops.invert(corner.sprite())
    for left in (0, WIDTH - CORNER):
        for top in (0, HEIGHT - CORNER):
            x, y = CORNER * (left > 0), CORNER * (top > 0)
            quarter = cut.crop((x, y, x + CORNER, y + CORNER))
            image.paste(theme.page, (left, top), quarter)
    return image


def draw_panel(image: Image.Image, box: Box, theme: Theme) -> None:
    """A panel on the ground, in the box together with its shadow."""
    left, top, right, bottom = box
    light, shade = mix(theme.panel, (255, 255, 255), 0.12), mix(theme.panel, theme.shadow, 0.6)
    face = (left, top, right - _PANEL_FALL, bottom - _PANEL_FALL)
    rounded(image, face, 16, theme.panel, light=light, shade=shade, shadow=theme.shadow, drop=3)


def draw_base_plate(image: Image.Image, theme: Theme) -> None:
    """The one slab behind all gears: its shadow on the ground, its lit edge, a line along it."""
    discs = [(CALENDAR, 15.1 * M)]
    discs += [(city.centre, city.radius + 3.15 * M) for city in CITIES.values()]
    big = _grown(discs, 1.1 * M)
    slab = _closed(big, discs, 1.1 * M)
    shadow = _moved(slab, _SLAB_FALL).filter(ImageFilter.GaussianBlur(_SLAB_BLUR))
    image.paste(theme.shadow, (0, 0), shadow.point(_layers(0.7)))
    image.paste(theme.base_edge, (0, 0), slab)
    face = ImageChops.darker(slab, _moved(slab, _RIM))  # without the edge towards the light
    image.paste(theme.base, (0, 0), face)
    away = ImageChops.subtract(slab, _moved(slab, -_RIM))
    image.paste(mix(theme.base, theme.shadow, 0.6), (0, 0), away)
    inner, innermost = (_closed(big, discs, 1.1 * M, inset) for inset in (_GROOVE, _GROOVE + 2))
    groove = ImageChops.subtract(inner, innermost)
    image.paste(mix(theme.base, theme.shadow, 0.5), (0, 0), groove)


def draw_gear_shadows(image: Image.Image, theme: Theme, turned: float = 0.0) -> None:
    """The soft shadow of all gears together: they lie in one plane, none shades another."""
    sketch = Sketch(WIDTH / 2, WHEELS_HEIGHT / 2, smoothing=1, mode="L")
    outlines = [gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(-turned))]
    for city in CITIES.values():
        at = city.angle(0) + turned * city.step
        outlines.append(gear_outline(city.centre, city.teeth, at))
    for outline in outlines:
        sketch.polygon([(x / 2, y / 2) for x, y in outline], 255)
    soft = sketch.image.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR / 2))
    mask = soft.resize((WIDTH, WHEELS_HEIGHT), Image.Resampling.BILINEAR)
    image.paste(theme.shadow, (0, 0), _moved(mask, _SHADOW_FALL).point(_layers(_SHADOW_DEPTH)))


def _layers(depth: float) -> list[int]:
    """A soft shadow in two layers, as if of cut paper: a smooth one would have as many colours as
    the rest of the picture. `depth` is how much of the shadow's colour the darker has."""
    return [round(255 * depth * min(2, (value + 60) // 110) / 2) for value in range(256)]


def _moved(mask: Image.Image, by: float) -> Image.Image:
    """The mask shifted away from the light."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (round(-TO_LIGHT[0] * by), round(-TO_LIGHT[1] * by)))
    return out


Discs = list[tuple[Point, float]]


def _grown(discs: Discs, by: float) -> Image.Image:
    """Mask of the discs' union, all of them larger, at twice the picture's size."""
    sketch = Sketch(WIDTH, WHEELS_HEIGHT, smoothing=2, mode="L")
    for centre, radius in discs:
        sketch.circle(centre, radius + by, 255)
    return sketch.image


def _closed(grown: Image.Image, discs: Discs, by: float, inset: float = 0.0) -> Image.Image:
    """Mask of the discs' union with its notches filled up to a radius of `by`, then shrunk by
    `inset`: the union of larger discs, from which a brush takes back what was added.
    """
    sketch = Sketch(WIDTH, WHEELS_HEIGHT, smoothing=2, mode="L")
    sketch.lay(grown)
    for centre, radius in discs:
        others = [(other, size + by) for other, size in discs if other is not centre]
        for i in range(360):
            x, y = around(centre, radius + by, i)
            if all(hypot(x - o[0], y - o[1]) >= size - 0.5 for o, size in others):
                sketch.circle((x, y), by + inset, 0)
    return sketch.sprite()
