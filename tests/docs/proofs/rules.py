"""Proofs of the recipes about the rules: tribes, tiles, a prophecy, a version, a refusal."""

import pytest

from bot.engine import IllegalAction
from bot.engine.components import BUILDINGS, MONUMENTS
from bot.text.refusals import refusal_words
from bot.text.tiles import tile_line, tribe_words
from rendering.icons.effects import has_icons
from tests.docs.proofs.shown import ENGLISH, drawn, tribes_told
from tests.engine.deals import deal
from tests.engine.scenario import Game, Table, parts, start
from tests.engine.test_scenarios import (
    test_playthrough,
    test_recording_it_again_gives_the_same_text,
)
from tests.text.test_catalogue import test_the_template_is_what_the_source_says

# --- A tribe that combines old powers: 4 workers, and one resource sold in a turn -----------------


def test_both_powers_work() -> None:
    setup = deal(modules=["tribes"])
    game = Game.from_setup(setup | {"tribes": ["ek-chuah", *setup["tribes"]]})
    game.play(0, next(option for option in game.legal(0) if "ek-chuah" in option))
    game.play(1, game.legal(1)[0])
    first = game.snapshot().players[0]
    assert (first.tribe, first.workers) == ("ek-chuah", 4)
    table = start(parts(tribe="ek-chuah") | {"players.0.gold": 1})
    table.play(0, "sell gold").expect({"players.0.corn": 4})
    assert "Ek Chuah" in drawn(table.game)


def test_its_words_are_those_of_its_powers() -> None:
    assert tribe_words(ENGLISH, "ek-chuah") == (
        "Once a turn, at any moment, you may sell one resource for corn at the market's price. "
        "You begin with 4 workers."
    )


# --- A tribe with a new power: 2 corn more for each harvest of corn -------------------------------


def harvested(tribe: str) -> int:
    """The corn of a harvest on space 2 of Palenque, which needs no wood tile gone."""
    table = start(parts(tribe=tribe) | {"gears.palenque.2": 0, "players.0.corn": 1})
    table.play(0, "pick palenque 2", "do palenque 2")
    corn = table["players.0.corn"]
    assert isinstance(corn, int)
    return corn


def test_the_rule_reads_it() -> None:
    assert harvested("yum-caax") == harvested("ahmakiq") + 2


def test_it_is_told_and_drawn() -> None:
    assert tribe_words(ENGLISH, "yum-caax") == (
        "Each harvest of corn in the jungle brings you 2 corn more."
    )
    game = start(parts(tribe="yum-caax")).game
    assert "Yum Caax" in tribes_told(game)
    assert "Yum Caax" in drawn(game)
    drawn(game, "possessions", seat=0)


# --- A building, a monument and a wealth tile more ------------------------------------------------


def test_the_building_is_built_told_and_drawn() -> None:
    row = {"building_row.0": "a1-corn-school", "gears.tikal.2": 0, "players.0.wood": 2}
    table = start(row).play(0, "pick tikal 2", "do tikal 2", "build a1-corn-school")
    table.expect({
        "players.0.buildings": ["a1-corn-school"], "players.0.corn": 3, "players.0.wood": 1,
        "players.0.technologies.agriculture": 1,
    })  # fmt: skip
    assert tile_line(ENGLISH, "a1-corn-school") == (
        "**Corn School (1 wood)**: 3 corn, Agriculture: 1 free step"
    )
    assert has_icons(BUILDINGS["a1-corn-school"].raw)
    drawn(table.game, "possessions", seat=0)
    assert "Corn School" in drawn(start(row).game, "buildings")


def test_the_monument_scores() -> None:
    row = {"monument_row.0": "mon-granary", "gears.tikal.4": 0, "players.0.wood": 2}
    table = start(row).play(0, "pick tikal 4", "do tikal 4", "monument mon-granary")
    assert table["players.0.monuments"] == ["mon-granary"]
    assert "3 points for each of your farms and" in tile_line(ENGLISH, "mon-granary")
    assert has_icons(MONUMENTS["mon-granary"].raw)
    assert "Granary" in drawn(start(row).game, "monuments")


def test_the_wealth_tile_is_kept() -> None:
    table = Table(Game.from_setup(deal("pal-2", "pal-1")))
    table.play(0, "keep pal-1 pal-2").play(1, table.game.legal(1)[0])
    assert table["players.0.wood"] == 1
    assert "4 corn, 1 wood" in tile_line(ENGLISH, "pal-2")


def test_all_are_dealt() -> None:
    setup = Game.new(4, seed=1).setup
    assert "a1-corn-school" in setup["age1"]
    assert "pal-2" in setup["wealth"]
    seeds = range(20)
    assert any("mon-granary" in Game.new(4, seed=seed).setup["monuments"] for seed in seeds)


# --- A prophecy more: each harvest of corn brings 2 less, and corn tiles are counted --------------


def test_it_is_felt_told_and_drawn() -> None:
    plain = {"gears.palenque.2": 0, "players.0.corn": 1}
    corn = []
    for changes in (plain, parts(prophecy="locusts") | plain):
        table = start(changes).play(0, "pick palenque 2", "do palenque 2")
        corn.append(table["players.0.corn"])
    assert corn[0] - corn[1] == 2
    words = tile_line(ENGLISH, "locusts")
    assert "Harvesting corn in the jungle gives you 2 corn less." in words
    assert "points for the corn tiles you took: −5 for 0, 0 for 1 to 2, +6 for 3 or more." in words
    game = start(parts(prophecy="locusts")).game
    drawn(game)
    assert "Locusts" in drawn(game, "calendar")


# --- A version of the rules: new games are of the new one, all others as before -------------------

__all__ = [
    "test_playthrough",
    "test_recording_it_again_gives_the_same_text",
    "test_the_template_is_what_the_source_says",
]


def caught(version: int) -> int:
    """The corn of a worker on space 1 of Palenque."""
    table = start({"gears.palenque.1": 0, "rules": version})
    table.play(0, "pick palenque 1", "do palenque 1")
    corn = table["players.0.corn"]
    assert isinstance(corn, int)
    return corn


def test_each_version_keeps_its_own_rule() -> None:
    assert [caught(version) for version in (1, 2)] == [3, 5]


def test_a_new_game_says_its_version_and_an_old_deal_stays_what_it_was() -> None:
    game = Game.new(2, seed=1)
    assert game.setup["rules"] == 2
    assert Game.replay(game.record()).setup == game.setup
    old = {key: value for key, value in game.setup.items() if key != "rules"}
    assert "rules" not in Game.from_setup(old).setup


# --- A refusal in other words: the new ones are said, and nothing else changes --------------------


def test_the_new_words_are_said() -> None:
    table = start({"gears.palenque.3": 0, "jungle.3": {"corn": 1, "wood": 1}, "players.0.corn": 1})
    table.play(0, "pick palenque 3", "do palenque 3")
    with pytest.raises(IllegalAction) as refused:
        table.game.play(0, "corn")
    assert refused.value.code == "no-corn-tile"
    said = refusal_words(ENGLISH, refused.value)
    assert said == "Wood covers the corn here; take the wood, or burn it."
