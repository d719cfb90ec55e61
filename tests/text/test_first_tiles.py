"""Advice on the first tiles: a sentence for every tile there is."""

from itertools import combinations

from bot.engine.components import WEALTH
from bot.text.advice import first_tiles_lines
from bot.text.names import tile_name
from bot.text.translation import translator

ENGLISH = translator("en")


def test_every_tile_has_a_reason_of_one_sentence() -> None:
    for pair in combinations(WEALTH, 2):
        said = first_tiles_lines(ENGLISH, pair, tribes=False)
        assert len(said) == 4
        for tile, line in zip(pair, said[2:], strict=True):
            assert line.startswith(f"- {tile_name(ENGLISH, tile)}: ")
            assert line.endswith(".")
            assert line.count(".") == 1


def test_tribes_are_left_to_people() -> None:
    said = first_tiles_lines(ENGLISH, ["pal-1", "yax-1"], tribes=True)
    assert any("Tribes" in line for line in said)
