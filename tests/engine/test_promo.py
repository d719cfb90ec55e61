"""The promo tiles (rulings R-183 to R-188)."""

from bot.engine import Game
from bot.engine.components import COMPONENTS, MONUMENTS, WEALTH

from .deals import MODULES, PROMO, deal
from .deals import MONUMENTS as MONUMENTS_DEALT
from .deals import WEALTH as BASE_WEALTH
from .scenario import Table
from .test_setup import dummies

TIME_MONUMENT = next(raw for raw in COMPONENTS["monuments"] if raw["id"] == "promo-time-monument")


def test_r183_the_points_of_the_time_monument_are_written_down() -> None:
    assert TIME_MONUMENT["scoring"]["points"] == [40, 31, 22, 13]


def test_r184_the_time_monument_has_no_price_and_is_never_on_offer() -> None:
    assert TIME_MONUMENT["cost"] is None
    assert TIME_MONUMENT["id"] not in MONUMENTS
    assert sorted(MONUMENTS) == sorted(MONUMENTS_DEALT)
    for seed in range(30):
        for players in (2, 5):
            setup = Game.new(players, modules=MODULES, seed=seed).setup
            assert set(setup["monuments"]) <= set(MONUMENTS_DEALT)


def test_r186_six_corn_four_wood_and_a_step_down_on_the_brown_temple() -> None:
    table = Table(Game.from_setup(deal(PROMO, modules=["promo"])))
    table.play(0, f"keep pal-5 {PROMO}").play(1, "keep yax-3 yax-5")
    table.expect({"players.0.corn": 6, "players.0.wood": 4, "players.0.temples.chaac": 0})
    table.expect({"players.0.temples.quetzalcoatl": 1, "players.1.temples.chaac": 1})
    # In the alphabetical order of the tiles the step down comes before a step up: 1, 0, 1.
    both = Table(Game.from_setup(deal(PROMO, "tik-1", modules=["promo"])))
    both.play(0, f"keep {PROMO} tik-1").play(1, "keep yax-1 yax-3")
    both.expect({"players.0.temples.chaac": 1, "players.0.corn": 8})


def test_r186_only_with_its_module() -> None:
    assert PROMO in WEALTH
    for seed in range(20):
        assert sorted(Game.new(5, seed=seed).setup["wealth"]) == sorted(BASE_WEALTH)
        with_promo = Game.new(5, modules=["promo"], seed=seed).setup["wealth"]
        assert sorted(with_promo) == sorted([*BASE_WEALTH, PROMO])


def test_r187_drawn_for_a_dummy_it_has_no_space_and_asks_for_one_more() -> None:
    kept = [tile for tile in BASE_WEALTH if tile.startswith(("uxm", "chi"))][:8]
    for drawn, more in (([PROMO], 1), ([], 0)):
        rest = [tile for tile in BASE_WEALTH if tile not in kept]
        setup = deal(*kept, *drawn, modules=["promo"])
        setup["wealth"] = [*kept, *drawn, *rest] + [PROMO] * (not drawn)
        found = dummies(Game.from_setup(setup).position())
        assert sum(map(len, found.values())) == 12 + more
    # Likewise with quick actions: 18, two of them there, and one more.
    setup = deal(modules=["quick_actions", "promo"])
    setup["wealth"] = [*kept, PROMO, *rest]
    table = Table(Game.from_setup(setup))
    for seat in range(2):
        table.play(seat, table.game.legal(seat)[0])
    found = dummies(table.game.position())
    assert sum(map(len, found.values())) == 18 - 2 + 1
    assert table["quick.spaces"] == ["dummy", "dummy", None]
    # Too late to be drawn it changes nothing.
    setup["modules"], setup["wealth"] = ["promo"], [*kept, *rest, PROMO]
    del setup["quick_age1"], setup["quick_age2"]
    found = dummies(Game.from_setup(setup).position())
    assert sum(map(len, found.values())) == 12


def test_r188_there_are_no_other_promo_tiles() -> None:
    sets = {raw["set"] for kind in ("wealth_tiles", "monuments") for raw in COMPONENTS[kind]}
    promo = [
        raw["id"]
        for kind in ("wealth_tiles", "monuments", "buildings")
        for raw in COMPONENTS[kind]
        if raw["set"] not in ("base", "tribes-and-prophecies")
    ]
    assert sorted(promo) == [PROMO, "promo-time-monument"] and "base" in sets
