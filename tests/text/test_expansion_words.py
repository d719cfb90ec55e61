"""The words about tribes, prophecies, new buildings and quick actions."""

import re
from dataclasses import Field, fields, replace
from typing import Any

import pytest

from bot.engine import IllegalAction
from bot.engine.components import BUILDINGS, COMPONENTS, QUICK_TILES
from bot.engine.expansion import NO_TRIBE, PROPHECIES, TRIBES, Powers
from bot.text.choices import choices, question
from bot.text.names import TILE_IDS, tile_name
from bot.text.notation import read_turn, write_turn
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.tiles import (
    powers_words,
    tile_cost,
    tile_effects,
    tile_kind,
    tribe_words,
    when_it_comes,
)
from bot.text.translation import translator
from tests.engine.scenario import Table, parts, start

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
        assert f"{points} for " in words
    assert calamity_words(ENGLISH, prophecy).endswith(".")


def test_gold_shortage_is_asked_in_words_everyone_understands() -> None:
    assert calamity_words(ENGLISH, "gold-shortage") == (
        "Each gold you take costs 1 corn; you may take fewer."
    )


def test_a_quick_action_tells_its_price() -> None:
    assert tile_cost(ENGLISH, "qa1-build") == "1 corn"
    assert tile_cost(ENGLISH, "qa1-stone") == ""


def test_no_tribe_and_no_prophecy_has_a_price() -> None:
    for raw in (*COMPONENTS["tribes"], *COMPONENTS["prophecies"]):
        assert tile_cost(ENGLISH, raw["id"]) == ""


BLOCK = {"players.0.corn": 5, "players.0.wood": 1}


def asked(table: Table) -> tuple[str, dict[str, str]]:
    """The question to seat 0, and the label of each answer."""
    offered = choices(ENGLISH, table.game, 0)
    kind = table.game.kind_asked(0)
    assert kind is not None
    return question(ENGLISH, kind, offered), {choice.action: choice.label for choice in offered}


def test_a_step_and_a_building_of_a_quick_action_can_be_declined_in_words() -> None:
    step = start(parts(quick="qa1-technology") | BLOCK).play(0, "place quick", "end")
    words, labels = asked(step)
    assert words == "Would you like to raise a technology?"
    assert labels["decline"] == "No, thank you"
    build = start(parts(quick="qa1-build") | BLOCK).play(0, "place quick", "end")
    words, labels = asked(build)
    assert words == "Would you like to build something?"
    assert labels["decline"] == "No, thank you"
    assert "1 corn" in labels["build a1-small-farm-1"]


def test_a_single_step_with_a_price_asks_whether_it_is_taken() -> None:
    shortage = parts(prophecy="teacher-shortage") | {"gears.tikal.2": 0, "players.0.wood": 3}
    named = start(shortage | {"building_row": ["a1-field-school", *[None] * 5]})
    named.play(0, "pick tikal 2", "do tikal 2")
    assert asked(named)[0] == "This step has a price now. Would you like to take it?"


def test_a_bonus_that_pays_its_own_levy_says_so() -> None:
    changes = parts(quick="qa1-technology", prophecy="teacher-shortage") | BLOCK
    changes["players.0.technologies.extraction"] = 3
    table = start(changes).play(0, "place quick", "end")
    one = next(c for c in choices(ENGLISH, table.game, 0) if c.action == "advance extraction")
    assert "1 resource of your choice; the other one pays the levy" in one.detail
    rich = start(changes | {"players.0.wood": 2}).play(0, "place quick", "end")
    one = next(c for c in choices(ENGLISH, rich.game, 0) if c.action == "advance extraction")
    assert "2 resources of your choice" in one.detail


@pytest.mark.parametrize(
    ("wood", "words"), [(1, "At the end of this turn"), (0, "You could not do")]
)
def test_who_could_not_do_a_quick_action_reads_so_before(wood: int, words: str) -> None:
    table = start(parts(quick="qa1-build") | BLOCK | {"players.0.wood": wood})
    one = next(c for c in choices(ENGLISH, table.game, 0) if c.action == "place quick")
    assert words in one.detail


@pytest.mark.parametrize(("tile", "answer"), [("technology", "agriculture"), ("build", "farm")])
def test_a_quick_action_is_declined_in_a_typed_turn(tile: str, answer: str) -> None:
    game = start(parts(quick=f"qa1-{tile}") | BLOCK).game
    typed = read_turn(game, 0, "place quick; end decline; end")
    assert typed.actions == ("place quick", "end", "decline")
    assert write_turn(game, 0, typed.actions) == "place quick; end decline"
    assert read_turn(game, 0, write_turn(game, 0, typed.actions)).actions == typed.actions
    with pytest.raises(IllegalAction, match="decline"):
        read_turn(game, 0, f"place quick; end {answer}-nowhere")


def test_a_quick_action_says_when_it_comes() -> None:
    changes = parts(quick="qa1-stone") | {"tooth": 3, "round": 4}
    changes["quick"]["coming"] = ["qa1-market", "qa1-build"]
    position = start(changes).game.snapshot()
    said = {
        tile: when_it_comes(ENGLISH, position, f"qa1-{tile}")
        for tile in ("stone", "market", "build", "corn")
    }
    assert said == {
        "stone": "It can be used now.",
        "market": "It comes in 1 round.",
        "build": "It comes in 3 rounds.",
        "corn": "",
    }
