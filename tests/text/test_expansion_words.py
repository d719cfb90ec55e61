"""The words about tribes, prophecies, new buildings and quick actions."""

import re
from dataclasses import Field, fields, replace
from typing import Any

import pytest

from bot.engine.components import BUILDINGS, COMPONENTS, QUICK_TILES
from bot.engine.prophecies import PROPHECIES
from bot.engine.tribes import NO_TRIBE, TRIBES, Powers
from bot.text.names import TILE_IDS, tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_cost, tile_effects, tile_kind
from bot.text.translation import translator
from bot.text.tribes import powers_words, tribe_words

ENGLISH = translator("en")
NEW_BUILDINGS = [tile for tile, building in BUILDINGS.items() if building.raw["set"] != "base"]


def test_there_are_as_many_as_in_the_box() -> None:
    kinds = (len(TRIBES), len(PROPHECIES), len(NEW_BUILDINGS), len(QUICK_TILES))
    assert kinds == (13, 13, 8, 12), "one quick tile comes twice"


@pytest.mark.parametrize("tile", [*TRIBES, *PROPHECIES, *NEW_BUILDINGS, *QUICK_TILES])
def test_every_tile_is_explained_in_short_sentences(tile: str) -> None:
    assert tile in TILE_IDS
    told = [tile_name(ENGLISH, tile), tile_kind(ENGLISH, tile), tile_effects(ENGLISH, tile)]
    for words in told:
        assert words.strip()
        assert not re.search(r"[{}_]|None", words)
    assert len(" ".join(told)) < 400


@pytest.mark.parametrize("tribe", TRIBES)
def test_a_tribes_numbers_are_told(tribe: str) -> None:
    told = set(re.findall(r"\d+", tribe_words(ENGLISH, tribe)))
    ability = TRIBES[tribe].raw["ability"]
    for key in ("discount", "start_workers", "feed_extra_corn_per_worker", "keep", "beg_to"):
        if key in ability:
            assert str(ability[key]) in told


@pytest.mark.parametrize("field", fields(Powers), ids=lambda field: field.name)
def test_every_power_is_told(field: Field[Any]) -> None:
    value = getattr(NO_TRIBE, field.name)
    others = [getattr(tribe.powers, field.name) for tribe in TRIBES.values()]
    other = next(one for one in others if one != value)
    told = powers_words(ENGLISH, replace(NO_TRIBE, **{field.name: other}))
    assert told.endswith(".")


@pytest.mark.parametrize("prophecy", PROPHECIES)
def test_a_prophecys_bands_are_told(prophecy: str) -> None:
    words = fulfilment_words(ENGLISH, prophecy)
    for points in ("−5", "0", "+6", "+13"):
        assert f"gives {points}" in words
    assert calamity_words(ENGLISH, prophecy).endswith(".")


def test_gold_shortage_is_asked_in_words_everyone_understands() -> None:
    assert calamity_words(ENGLISH, "gold-shortage") == (
        "Pay 1 corn for each gold you take; you may take fewer."
    )


def test_a_quick_action_tells_its_price() -> None:
    assert tile_cost(ENGLISH, "qa1-build") == "1 corn"
    assert tile_cost(ENGLISH, "qa1-stone") == ""


def test_no_tribe_and_no_prophecy_has_a_price() -> None:
    for raw in (*COMPONENTS["tribes"], *COMPONENTS["prophecies"]):
        assert tile_cost(ENGLISH, raw["id"]) == ""
