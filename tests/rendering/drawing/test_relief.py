"""Light on carved things: always from the upper left."""

from math import cos, hypot, radians, sin

import pytest
from PIL import Image

from rendering.drawing.canvas import Point, Sketch
from rendering.drawing.relief import (
    SLAB_MARGIN,
    TO_LIGHT,
    boss,
    chamfered,
    crescent,
    inset,
    slab,
    thrown,
    tone,
    tones,
    well,
)
from rendering.drawing.theme import THEMES, Colour, Theme
from rendering.wheels.gears import gear_sprite

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
FACE, SHADE = (120, 120, 120), (40, 40, 40)
SQUARE: list[Point] = [(10, 10), (90, 10), (90, 90), (10, 90)]


def brightness(image: Image.Image, x: float, y: float) -> int:
    found = image.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    return sum(found[:3])


def area(points: list[Point]) -> float:
    following = [*points[1:], points[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True))) / 2


def test_the_light_comes_from_the_upper_left() -> None:
    assert hypot(*TO_LIGHT) == pytest.approx(1, abs=0.01)
    assert TO_LIGHT[0] < 0
    assert TO_LIGHT[1] < 0


def test_edges_are_brighter_the_more_they_look_to_the_light() -> None:
    edges = tones(FACE, SHADE)
    assert list(edges) == sorted(edges, key=sum)
    assert tone(edges, *TO_LIGHT) == edges[4]
    assert tone(edges, -TO_LIGHT[0], -TO_LIGHT[1]) == edges[0]
    round_the_clock = {tone(edges, sin(radians(a)), -cos(radians(a))) for a in range(360)}
    assert round_the_clock == set(edges)


@pytest.mark.parametrize("sunk", [False, True])
def test_a_face_stands_out_or_is_sunk(sunk: bool) -> None:
    sketch = Sketch(100, 100)
    chamfered(sketch, SQUARE, 8, FACE, tones(FACE, SHADE), sunk=sunk)
    image = sketch.sprite()
    upper, lower = brightness(image, 50, 13), brightness(image, 50, 86)
    left, right = brightness(image, 13, 50), brightness(image, 86, 50)
    assert brightness(image, 50, 50) == sum(FACE)
    assert (upper < lower) is sunk
    assert (left < right) is sunk


def test_an_outline_is_moved_inwards_evenly() -> None:
    assert inset(SQUARE, 5) == [(15, 15), (85, 15), (85, 85), (15, 85)]
    cross: list[Point] = [(30, 0), (60, 0), (60, 30), (90, 30), (90, 60), (30, 60)]
    assert area(inset(cross, 4)) < area(cross)


def test_a_crescent_is_what_a_moved_disc_leaves_over() -> None:
    points = crescent((50, 50), 30, 8, 0)
    assert all(hypot(x - 50, y - 50) <= 30.01 for x, y in points)
    assert all(hypot(x - 58, y - 50) >= 29.99 for x, y in points)
    assert min(x for x, _ in points) == pytest.approx(20, abs=0.1)


def test_a_boss_is_lit_above_and_a_well_below() -> None:
    sketch = Sketch(200, 100)
    edges = tones(FACE, SHADE)
    boss(sketch, (50, 50), 40, FACE, edges, 8)
    well(sketch, (150, 50), 36, (10, 10, 10), edges, rim=4, depth=6)
    image = sketch.sprite()
    assert brightness(image, 50, 12) > brightness(image, 50, 50) > brightness(image, 50, 88)
    assert brightness(image, 150, 11) < brightness(image, 150, 88)
    assert brightness(image, 150, 16) == 0  # the shadow of the edge on the floor
    assert brightness(image, 150, 80) == 30


def test_walls_and_shadows_fall_away_from_the_light() -> None:
    sketch = Sketch(140, 140)
    thrown(sketch, SQUARE, 10, FACE)
    box = sketch.sprite().getbbox()
    assert box is not None
    assert box[0] >= 10
    assert box[1] >= 10
    assert box[2] > 95
    assert box[3] >= 100


@BOTH
def test_slabs_keep_their_size_and_throw_a_shadow(theme: Theme) -> None:
    thick = slab(120, 57, theme.tablet, theme.tablet_shade, theme.shadow)
    flat = slab(120, 57, theme.tablet, theme.tablet_shade, theme.shadow, thick=0)
    assert thick.size == flat.size == (120 + 2 * SLAB_MARGIN, 57 + 2 * SLAB_MARGIN)
    assert (flat.getbbox() or ())[2:] in ((132, 69), (133, 70))  # the edge is soft
    box = thick.getbbox()
    assert box is not None
    assert box[:2] == (12, 12)
    assert box[2] > 132
    assert box[3] > 69
    assert box[3] < thick.height
    assert thick.getpixel((60, 40)) == (*theme.tablet, 255)
    assert thick.getpixel((13, 13)) == (0, 0, 0, 0)  # a stepped corner


@BOTH
def test_a_gear_is_one_flat_face_with_few_tones(theme: Theme) -> None:
    face: Colour = theme.cities["tikal"].gear
    sprite = gear_sprite(10, 0, face, theme.cities["tikal"].shade)
    middle = sprite.width // 2
    assert sprite.getpixel((middle, middle)) == (*face, 255)
    solid = {colour[:3] for n, colour in sprite.getcolors(100_000) or [] if n > 40 and colour[3]}
    assert 6 <= len(solid) <= 40
    assert len([1 for n, _ in sprite.getcolors(100_000) or [] if n > 400]) <= 8
