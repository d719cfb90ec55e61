"""The colours, all in one place, and the light on carved things."""

from dataclasses import FrozenInstanceError, fields
from io import BytesIO
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
from PIL import Image

import rendering
from rendering.drawing.canvas import Point, Sketch
from rendering.drawing.encoding import PALETTES, png
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
from rendering.drawing.theme import DARK, LIGHT, THEMES, Colour, Theme, contrast, mix, rgb
from rendering.wheels.gears import gear_sprite

# --- The colours: what can be read on what, and that they are all in one place --------------------

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast(rgb("000000"), rgb("FFFFFF")) == pytest.approx(21.0)
    assert contrast(rgb("777777"), rgb("FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert contrast(rgb("123456"), rgb("123456")) == 1.0


@BOTH
def test_what_must_be_read_stands_out(theme: Theme) -> None:
    floors = {
        "text on ground": (theme.text, theme.ground, 12),
        "text on panel": (theme.text, theme.panel, 11.5),
        "second voice on panel": (theme.dim, theme.panel, 6.5),
        "zeros on panel": (theme.faint, theme.panel, 3),
        "ink on tablet": (theme.ink, theme.tablet, 12),
        "day on mid-age food tooth": (theme.food_ink, theme.food_mid, 6),
        "day on age-end food tooth": (theme.food_ink, theme.food_end, 6),
        "today": (theme.hub_turn, theme.stone, 1.4),
        "want of corn": (theme.turn_ink, theme.warn, 4.5),
        "name in the pill": (theme.food_ink, theme.hub_turn, 12),
        "round in the hub": (theme.hub_text, theme.obsidian, 12),
        "frame of the seat to move": (theme.turn, theme.panel, 3.5),
        "calendar on slab": (theme.stone, theme.base, 1.7),
    }
    for name, (one, other, floor) in floors.items():
        assert contrast(one, other) >= floor, name


@BOTH
def test_every_city_reads_on_its_dial_and_on_the_slab(theme: Theme) -> None:
    for city, colours in theme.cities.items():
        assert contrast(colours.numeral, colours.dial) >= 5.4, city
        assert contrast(colours.gear, theme.base) >= 2.8, city


def test_letters_read_on_their_markers() -> None:
    for colours in DARK.seats:
        assert contrast(colours.letter, colours.fill) >= 4.5


# Full severity, Machado, Oliveira and Fernandes 2009, on linear red, green and blue.
DEFICIENCIES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_seats_are_told_apart_by_colour_without_full_colour_vision(deficiency: str) -> None:
    matrix = DEFICIENCIES[deficiency]
    seen = []
    for seat in DARK.seats:
        linear = [((v / 255) + 0.055) / 1.055 for v in seat.fill]
        linear = [v**2.4 if v > 0.09 else v / 12.92 for v in linear]
        mixed = [sum(m * v for m, v in zip(row, linear, strict=True)) for row in matrix]
        seen.append([max(0.0, min(1.0, v)) ** (1 / 2.4) * 255 for v in mixed])
    for i, one in enumerate(seen):
        for other in seen[i + 1 :]:
            apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
            assert apart > 60


def test_themes_are_frozen_and_complete() -> None:
    with pytest.raises(FrozenInstanceError):
        DARK.ground = rgb("000000")  # type: ignore[misc]
    for theme in (DARK, LIGHT):
        for field in fields(theme):
            value = getattr(theme, field.name)
            if isinstance(value, tuple) and field.name != "seats":
                assert len(value) == 3
                assert all(0 <= channel <= 255 for channel in value)
    assert set(DARK.cities) == set(LIGHT.cities)
    assert len(DARK.seats) == 5


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix(rgb("000000"), rgb("FFFFFF"), 0) == rgb("000000")
    assert mix(rgb("000000"), rgb("FFFFFF"), 1) == rgb("FFFFFF")
    assert mix(rgb("000000"), rgb("646464"), 0.5) == rgb("323232")


@BOTH
def test_large_areas_keep_their_colour_in_the_file(theme: Theme) -> None:
    areas = (theme.ground, theme.panel, theme.base, theme.obsidian, theme.stone, theme.tablet)
    areas += tuple(city.gear for city in theme.cities.values())
    areas += tuple(seat.fill for seat in theme.seats)
    image = Image.new("RGB", (len(areas), 1))
    image.putdata(areas)
    with Image.open(BytesIO(png(image, theme))) as saved:
        assert saved.mode == "P"
        found = list(saved.convert("RGB").get_flattened_data())
    assert found == list(areas)
    assert len(PALETTES[theme.name]) <= 256 * 3


# Typefaces


def test_every_colour_is_in_the_theme() -> None:
    """A colour is changed in one place: nothing else in rendering makes one."""
    for source in Path(rendering.__path__[0]).rglob("*.py"):
        if source.name != "theme.py":
            assert "rgb(" not in source.read_text(encoding="utf-8"), source


# --- Light on carved things: always from the upper left -------------------------------------------

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
