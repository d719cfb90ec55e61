"""A building, a monument and a wealth tile more."""

from bot.engine import Game
from bot.engine.components import BUILDINGS, MONUMENTS
from bot.text.tiles import tile_line
from rendering.icons.effects import has_icons
from tests.docs.proofs.shown import ENGLISH, drawn
from tests.engine.deals import deal
from tests.engine.scenario import Table, start


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
