"""Pictures drawn in their palette show what was laid, whatever was laid there before."""

import random

import pytest
from PIL import Image, ImageChops

from rendering.drawing.encoding import Paletted, numbers_of
from rendering.drawing.theme import THEMES
from rendering.icons.markers import marker

DARK = THEMES["dark"]
PLATES = [
    numbers_of(Image.new("RGB", (200, 90), colour), DARK) for colour in (DARK.panel, DARK.ground)
]
MARKERS = [marker(seat, size, DARK) for seat in range(5) for size in (40, 60)]


def laid(plates: list[Image.Image], seed: int) -> tuple[Paletted, Image.Image]:
    """The same drawn in the palette, and with all colours."""
    on, chance = Paletted(plates, DARK), random.Random(seed)
    image = on.image.convert("RGB")
    for _ in range(12):
        sprite, at = chance.choice(MARKERS), (20 * chance.randrange(9), 20 * chance.randrange(7))
        on.paste(sprite, at, sprite)
        image.paste(sprite, at, sprite)
    return on, image


@pytest.mark.parametrize("plates", [PLATES, PLATES[::-1]], ids=["one", "other"])
def test_what_lies_below_is_seen(plates: list[Image.Image]) -> None:
    """Also where the same thing was laid at the same place on something else."""
    for seed in (*range(20), *range(20)):
        on, image = laid(plates, seed)
        off = ImageChops.difference(on.image.convert("RGB"), image).convert("L").histogram()
        assert sum(off[90:]) == 0, seed


def test_nothing_is_drawn_outside_of_the_window() -> None:
    sprite, window = MARKERS[1], (60, 40, 140, 120)
    on = [Paletted(PLATES, DARK), Paletted(PLATES, DARK, 1.0, window)]
    for one in on:
        for at in ((0, 0), (50, 30), (0, 130), (100, 60)):
            one.paste(sprite, at, sprite)
    whole, part = on
    assert part.numbers.crop(window).tobytes() == whole.numbers.crop(window).tobytes()
    assert part.numbers.crop((0, 150, 60, 180)).getcolors() == [(1800, PLATES[1].getpixel((0, 0)))]
    assert len(whole.numbers.crop((0, 150, 60, 180)).getcolors() or []) > 1
