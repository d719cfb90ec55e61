"""Another colour for food days is in the PNG files too: the palettes were made anew."""

from rendering.drawing.encoding import PALETTES
from rendering.drawing.theme import rgb


def test_the_palettes_hold_it() -> None:
    for colours in PALETTES.values():
        assert rgb("8A3FD1") in {tuple(colours[at : at + 3]) for at in range(0, 768, 3)}
