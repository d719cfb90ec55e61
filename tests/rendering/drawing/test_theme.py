"""The colours: what can be read on what, and that they are all in one place."""

from dataclasses import FrozenInstanceError, fields
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import rendering
from rendering.drawing.encoding import PALETTES, png
from rendering.drawing.theme import DARK, LIGHT, THEMES, Theme, contrast, mix, rgb

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
