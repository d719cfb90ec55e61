"""Buildings, monuments, architecture (rulings R-066 to R-074 and R-117 to R-122; rulebook p7, p9,
p11, p12, p16), and the promo tiles (rulings R-183 to R-188)."""

from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import COMPONENTS, MONUMENTS, WEALTH
from tests.engine.test_setup import dummies

from .deals import MODULES, PROMO, deal
from .deals import MONUMENTS as MONUMENTS_DEALT
from .deals import WEALTH as BASE_WEALTH
from .scenario import AGE_2, TEMPLES, Table, start

# --- Buildings, monuments and architecture --------------------------------------------------------
# (Rulings; rulebook p7, p9, p11, p12, p16.)

ARCHITECTURE = "players.0.technologies.architecture"


def stock(corn: int = 0, wood: int = 0, stone: int = 0, gold: int = 0) -> dict[str, int]:
    """Seat 0's goods, as changes."""
    goods = {"corn": corn, "wood": wood, "stone": stone, "gold": gold}
    return {f"players.0.{name}": number for name, number in goods.items()}


def held(table: Table) -> tuple[int, int, int, int]:
    """Seat 0's corn, wood, stone and gold."""
    player = table["players.0"]
    return player["corn"], player["wood"], player["stone"], player["gold"]


def row(*tiles: str) -> dict[str, Any]:
    """These buildings on offer and no others."""
    return {"building_row": [*tiles, *[None] * (6 - len(tiles))]}


def building(action: str, *changes: dict[str, Any]) -> Table:
    """A worker picked up and its own building action begun: `tikal 2`, `tikal 4`, `uxmal 4`."""
    merged: dict[str, Any] = {"gears." + action.replace(" ", "."): 0}
    for change in changes:
        merged |= change
    return start(merged).play(0, f"pick {action}", f"do {action}")


def test_r066_tikal_4_two_buildings_or_one_monument() -> None:
    rich = stock(wood=6, stone=3, gold=6)
    table = building("tikal 4", rich).pending((0, "build"))
    table.offers(0, "build a1-small-farm-1", "monument mon-works", "monument mon-corn-tiles")
    table.lacks(0, "stop")

    two = table.copy().play(0, "build a1-small-farm-1").pending((0, "build"))
    two.offers(0, "build a1-field-school", "stop").lacks(0, "monument*", "build a1-small-farm-1")
    two.expect({"building_row.0": None})  # no refill in between
    two.play(0, "build a1-field-school").pending((0, "pick"))  # no third
    two.expect({"players.0.buildings": ["a1-small-farm-1", "a1-field-school"]})

    one = table.copy().play(0, "build a1-mason-shrine", "stop").pending((0, "pick"))
    one.expect({"players.0.buildings": ["a1-mason-shrine"]})

    monument = table.play(0, "monument mon-works").pending((0, "pick"))
    monument.expect({"players.0.monuments": ["mon-works"]})
    assert held(monument) == (0, 5, 0, 4)


def test_r066_tikal_2_is_one_building() -> None:
    table = building("tikal 2", stock(wood=9)).lacks(0, "stop")
    table.play(0, "build a1-small-farm-1").pending((0, "pick"))


def test_r067_architecture_serves_one_of_two_buildings() -> None:
    tech = {ARCHITECTURE: 3}
    table = building("tikal 4", tech, row("a1-common-farm-1", "a1-field-school"), stock(wood=6))
    table.legal(
        0,
        "build a1-common-farm-1",
        "build a1-common-farm-1 plain",
        "build a1-field-school",
        "build a1-field-school plain",
    )
    used = table.copy().play(0, "build a1-common-farm-1")
    assert held(used) == (1, 3, 0, 0) and used["players.0.points4"] == 8
    used.legal(0, "build a1-field-school", "stop").play(0, "build a1-field-school")
    assert held(used) == (1, 1, 0, 0) and used["players.0.points4"] == 8

    kept = table.play(0, "build a1-field-school plain")
    assert held(kept) == (0, 4, 0, 0) and kept["players.0.points4"] == 0
    kept.legal(0, "build a1-common-farm-1", "stop").play(0, "build a1-common-farm-1")
    assert held(kept) == (1, 1, 0, 0) and kept["players.0.points4"] == 8


def test_r067_plain_only_for_the_first_building_of_tikal_4() -> None:
    tech = {ARCHITECTURE: 2}
    building("tikal 2", tech, stock(wood=3)).legal(
        0, "build a1-small-farm-1", "build a1-field-school"
    )
    building("uxmal 4", tech, stock(corn=4)).lacks(0, "build a1-field-school plain")
    building("tikal 4", {ARCHITECTURE: 0}, stock(wood=3)).legal(
        0, "build a1-small-farm-1", "build a1-field-school"
    )
    # It needs the full price: with 1 wood the school is possible for architecture 3 only.
    two = row("a1-small-farm-1", "a1-field-school")
    cheap = building("tikal 4", two, {ARCHITECTURE: 3}, stock(wood=1))
    cheap.legal(0, "build a1-small-farm-1", "build a1-small-farm-1 plain", "build a1-field-school")


def test_r068_architecture_won_by_the_first_building_may_serve_the_second() -> None:
    shrine_first = row("a1-mason-shrine", "a1-small-farm-1", "a1-field-school")
    # From level 0 the first building used nothing: the new level serves the second.
    table = building("tikal 4", shrine_first, stock(wood=2, gold=1), {ARCHITECTURE: 0})
    table.play(0, "build a1-mason-shrine").expect({ARCHITECTURE: 1, "players.0.corn": 0})
    table.play(0, "build a1-small-farm-1").expect({"players.0.corn": 1, "players.0.wood": 1})

    # Architecture was used on the first: nothing for the second.
    table = building("tikal 4", shrine_first, stock(wood=2, gold=1), {ARCHITECTURE: 1})
    used = table.copy().play(0, "build a1-mason-shrine").expect({"players.0.corn": 1})
    used.play(0, "build a1-small-farm-1").expect({"players.0.corn": 1, "players.0.points4": 0})

    # It was kept: the second has the new level 2.
    table.play(0, "build a1-mason-shrine plain").expect({"players.0.corn": 0, ARCHITECTURE: 2})
    table.play(0, "build a1-field-school").expect({"players.0.corn": 1, "players.0.points4": 8})


def test_r069_what_the_first_building_gives_helps_with_the_second() -> None:
    tiles = row("a1-mine-workshop", "a1-mason-shrine")
    table = building("tikal 4", tiles, stock(wood=2, stone=1)).pending((0, "build"))
    # Only the workshop could be paid; its gold pays the shrine.
    table.expect({"players.0.buildings": ["a1-mine-workshop"], "players.0.gold": 1})
    table.legal(0, "build a1-mason-shrine", "stop").play(0, "build a1-mason-shrine")
    table.expect({"players.0.gold": 0, ARCHITECTURE: 1})

    # An action given by the first comes before the second.
    tiles = row("a1-builder-tomb", "a1-small-farm-1", "a1-field-school", "a1-common-farm-1")
    table = building("tikal 4", tiles, stock(wood=9, gold=1)).play(0, "build a1-builder-tomb")
    table.pending((0, "up")).play(0, "up chaac").pending((0, "build"))
    table.play(0, "build a1-small-farm-1").pending((0, "build")).offers(0, "stop")
    table.play(0, "build a1-field-school").pending((0, "pick"))
    table.expect({"players.0.buildings.#": 3, "players.0.wood": 9 - 1 - 1 - 2})


@pytest.mark.parametrize(
    ("level", "left"), [(0, (0, 2, 0, 0)), (1, (1, 2, 0, 0)), (2, (1, 2, 0, 0)), (3, (1, 3, 0, 0))]
)
def test_r070_a_single_building_has_all_of_architecture(
    level: int, left: tuple[int, int, int, int]
) -> None:
    table = building("tikal 2", {ARCHITECTURE: level}, stock(wood=4))
    table.play(0, "build a1-field-school").pending((0, "pick"))
    assert held(table) == left
    assert table["players.0.points4"] == (8 if level >= 2 else 0)


def test_r071_architectures_corn_comes_after_paying() -> None:
    tiles = row("a1-small-farm-1", "a1-field-school")
    # 3 corn and one to come: the school for 4 is not to be had.
    table = building("uxmal 4", tiles, {ARCHITECTURE: 1}, stock(corn=3)).pending((0, "pick"))
    table.expect({"players.0.buildings": ["a1-small-farm-1"], "players.0.corn": 2})
    # It comes before what the building itself gives.
    tomb = building("tikal 2", {ARCHITECTURE: 2}, stock(wood=2, gold=1))
    tomb.play(0, "build a1-builder-tomb").pending((0, "up"))
    tomb.expect({"players.0.corn": 1, "players.0.points4": 8})


def test_r072_architecture_3_waives_one_block_of_choice() -> None:
    shrine = row("a1-oracle-shrine", "a1-small-farm-1")
    table = building("tikal 2", shrine, {ARCHITECTURE: 3}, stock(stone=1, gold=1))
    table.play(0, "build a1-oracle-shrine").pending((0, "discount"))
    table.legal(0, "waive gold", "waive stone").play(0, "waive stone")
    assert held(table) == (1, 0, 1, 0)
    # One kind in the cost, or only one that leaves a payable rest: nothing is asked.
    table = building("tikal 2", shrine, {ARCHITECTURE: 3}, stock(gold=1))
    table.play(0, "build a1-oracle-shrine").pending((0, "pick"))
    assert held(table) == (1, 0, 0, 0)
    # Not below nothing.
    table = building("tikal 2", shrine, {ARCHITECTURE: 3}).pending((0, "pick"))
    table.expect({"players.0.buildings": ["a1-small-farm-1"], "players.0.corn": 1})


@pytest.mark.parametrize("missing", ["wood", "stone", "gold"])
def test_r072_the_waived_block_may_be_the_one_that_is_missing(missing: str) -> None:
    tomb = row("a2-envoy-tomb")  # 2 wood, 1 stone, 1 gold
    price = {"wood": 2, "stone": 1, "gold": 1}
    held_one_less = price | {missing: price[missing] - 1}
    open_ = start(tomb | {"gears.tikal.2": 0, ARCHITECTURE: 3} | stock(**held_one_less))
    open_.play(0, "pick tikal 2").offers(0, "do tikal 2")
    two_less = {"wood": 2, "stone": 2, "gold": 2, missing: price[missing] - 1}
    two_less["stone" if missing != "stone" else "wood"] = 0
    shut = start(tomb | {"gears.tikal.2": 0, ARCHITECTURE: 3} | stock(**two_less))
    shut.play(0, "pick tikal 2").lacks(0, "do tikal 2")


def test_r072_no_discount_below_level_3() -> None:
    shrine = row("a1-oracle-shrine")
    table = start(shrine | {"gears.tikal.2": 0, ARCHITECTURE: 2} | stock(stone=1))
    table.play(0, "pick tikal 2").lacks(0, "do tikal 2")


def test_r073_a_tiles_build_effect_is_a_tikal_2_of_its_own() -> None:
    tiles = row("a1-builder-tomb", "a1-small-farm-1", "a1-field-school", "a1-mason-shrine")
    tech = {ARCHITECTURE: 1}
    table = building("tikal 4", tiles, tech, stock(wood=9, gold=1))
    used = table.copy().play(0, "build a1-builder-tomb", "up chaac").expect({"players.0.corn": 1})
    used.lacks(0, "build a1-small-farm-1 plain").offers(0, "stop")
    used.play(0, "build a1-small-farm-1").expect({"players.0.corn": 2})  # its own architecture
    used.play(0, "build a1-field-school").expect({"players.0.corn": 2})  # none left for this one
    used.pending((0, "pick"))

    kept = table.play(0, "build a1-builder-tomb plain", "up chaac").expect({"players.0.corn": 0})
    kept.play(0, "build a1-small-farm-1").expect({"players.0.corn": 1})
    kept.play(0, "build a1-field-school").expect({"players.0.corn": 2})


def test_r073_the_build_effect_is_paid_in_resources_after_uxmal_4_too() -> None:
    tiles = row("a1-builder-tomb", "a1-small-farm-1", "a1-field-school")
    table = building("uxmal 4", tiles, stock(corn=20, wood=1), {ARCHITECTURE: 1})
    table.play(0, "build a1-builder-tomb", "up chaac").pending((0, "build"))
    table.legal(0, "build a1-small-farm-1", "stop").play(0, "build a1-small-farm-1")
    assert held(table) == (20 - 4 + 1 + 1, 0, 0, 0)
    # With corn alone there is nothing to build, and nothing is asked.
    poor = building("uxmal 4", tiles, stock(corn=20)).play(0, "build a1-builder-tomb", "up chaac")
    poor.pending((0, "pick"))


def test_r073_the_build_effect_may_be_declined_and_builds_no_monument() -> None:
    tiles = row("a1-builder-tomb", "a1-small-farm-1")
    rich = stock(wood=9, stone=9, gold=9)
    table = building("tikal 2", tiles, rich).play(0, "build a1-builder-tomb", "up chaac")
    table.legal(0, "build a1-small-farm-1", "stop").lacks(0, "monument*")
    table.play(0, "stop").pending((0, "pick")).expect({"players.0.buildings": ["a1-builder-tomb"]})


def test_r074_monuments_only_with_tikal_4_at_full_price() -> None:
    rich = stock(corn=40, wood=9, stone=9, gold=9)
    building("tikal 2", rich).lacks(0, "monument*").illegal(0, "monument mon-works")
    building("uxmal 4", rich).lacks(0, "monument*").illegal(0, "monument mon-works")
    # Architecture neither makes it cheaper nor gives anything.
    works = {"monument_row": ["mon-works"], ARCHITECTURE: 3} | row()
    table = start(works | {"gears.tikal.4": 0} | stock(wood=1, stone=3, gold=1))
    table.play(0, "pick tikal 4").lacks(0, "do tikal 4")
    table = building("tikal 4", works, stock(wood=1, stone=3, gold=2)).pending((0, "pick"))
    table.expect({"players.0.monuments": ["mon-works"], "players.0.points4": 0})
    assert held(table) == (0, 0, 0, 0)
    assert table["monument_row"] == []
    # Only a monument to be paid: Tikal 2 is not on offer.
    only = row() | {"gears.tikal.2": 0, "players.0.corn": 1}
    start(only | rich).play(0, "pick tikal 2").lacks(0, "do tikal 2")


def test_r117_refill_from_the_stack_of_the_age_while_it_lasts() -> None:
    table = building("tikal 4", {"age1": ["a1-small-farm-3"], "age1_left": 1}, stock(wood=3))
    table.play(0, "build a1-field-school", "build a1-small-farm-1").expect(
        {"building_row.0": None, "building_row.1": None}
    )
    table.play(0, "end").expect(
        {"building_row.0": "a1-small-farm-3", "building_row.1": None, "age1_left": 0}
    )
    assert table["building_row"][2:] == [
        *("a1-mason-shrine", "a1-builder-tomb", "a1-mine-workshop", "a1-brown-green-tomb")
    ]
    later = building("tikal 2", AGE_2, row("a2-great-farm-2"), stock(wood=2)).play(0, "end")
    # Age 2 is drawn from its own stack.
    assert later["building_row"][0] == "a2-great-farm-1"
    assert later["age1_left"] == 4


def test_r118_the_printed_cost_exactly() -> None:
    tomb = row("a1-brown-green-tomb") | {"gears.tikal.2": 0}  # 1 wood, 2 stone
    for wrong in (stock(wood=3), stock(wood=9, stone=1, gold=9), stock(stone=9, gold=9, corn=9)):
        start(tomb | wrong).play(0, "pick tikal 2").lacks(0, "do tikal 2")
    table = building("tikal 2", tomb, stock(wood=2, stone=3, gold=1)).pending((0, "pick"))
    assert held(table) == (0, 1, 1, 1)
    table.expect({"players.0.temples": {"chaac": 2, "quetzalcoatl": 1, "kukulkan": 2}})


COSTS_AND_GAINS: list[tuple[str, tuple[int, int, int], dict[str, Any]]] = [
    ("a1-common-farm-1", (4, 0, 0), {}),
    ("a1-brown-yellow-tomb", (2, 1, 0), {"temples.chaac": 2, "temples.quetzalcoatl": 2}),
    ("a1-brown-green-tomb", (1, 2, 0), {"temples.chaac": 2, "temples.kukulkan": 2}),
    ("a1-field-workshop", (3, 0, 0), {"technologies.agriculture": 1, "stone": 1}),
    ("a1-mine-school", (1, 1, 0), {"technologies.extraction": 1, "corn": 1}),
    ("a1-mine-workshop", (2, 1, 0), {"technologies.extraction": 1, "gold": 1}),
    ("a1-mason-shrine", (0, 0, 1), {"technologies.architecture": 1}),
    ("a1-oracle-shrine", (0, 1, 1), {"technologies.theology": 1, "temples.kukulkan": 2}),
    ("a2-great-farm-1", (2, 0, 0), {}),
    ("a2-labourer-tomb", (1, 1, 1), {"workers": 4, "points4": 24}),
    ("a2-grand-tomb", (1, 0, 2), {"points4": 32}),
    ("a2-three-gods-tomb", (1, 2, 1), {"points4": 12} | {f"temples.{t}": 2 for t in TEMPLES}),
    ("a2-brown-shrine", (0, 2, 0), {"temples.chaac": 3, "points4": 8}),
    ("a2-architect-shrine", (0, 1, 1), {"technologies.architecture": 1, "points4": 12}),
    ("a2-green-shrine", (0, 0, 2), {"temples.kukulkan": 3, "points4": 12}),
    (
        "a2-priest-shrine",
        (0, 2, 1),
        {"technologies.theology": 1, "temples.chaac": 2, "temples.kukulkan": 2},
    ),
    ("a2-yellow-shrine", (0, 0, 3), {"temples.quetzalcoatl": 3, "points4": 16}),
]


@pytest.mark.parametrize(("tile", "cost", "gains"), COSTS_AND_GAINS)
def test_r118_cost_and_effect_of_each_building_without_a_choice(
    tile: str, cost: tuple[int, int, int], gains: dict[str, Any]
) -> None:
    wood, stone, gold = cost
    table = start(row(tile) | stock(wood=wood, stone=stone, gold=gold) | {"gears.tikal.2": 0})
    before = table["players.0"]
    table.play(0, "pick tikal 2", "do tikal 2").pending((0, "pick"))
    after = table["players.0"]
    wanted = {"wood": 0, "stone": 0, "gold": 0} | gains | {"buildings": [tile]}
    for path, value in wanted.items():
        key, _, inner = path.partition(".")
        if inner:
            before[key][inner] = value
        else:
            before[key] = value
    before["available"] += 1 + (tile == "a2-labourer-tomb")  # the worker picked up is back
    assert after == before


@pytest.mark.parametrize(
    ("tile", "cost", "goods"),
    [
        ("a2-stone-academy", (3, 0, 0), (0, 0, 1, 0, 0)),
        ("a2-gold-academy", (2, 1, 0), (0, 0, 0, 1, 0)),
        ("a2-corn-academy", (3, 1, 0), (6, 0, 0, 0, 0)),
        ("a2-skull-academy", (2, 2, 0), (0, 0, 0, 0, 1)),
        ("a2-scholar-shrine", (0, 1, 2), (0, 0, 0, 0, 0)),
    ],
)
def test_r118_the_academies(
    tile: str, cost: tuple[int, int, int], goods: tuple[int, int, int, int, int]
) -> None:
    wood, stone, gold = cost
    table = building("tikal 2", row(tile), stock(wood=wood, stone=stone, gold=gold))
    table.pending((0, "tech")).play(0, "advance theology")
    assert (*held(table), table["players.0.skulls"]) == goods
    if tile == "a2-scholar-shrine":
        table.pending((0, "tech")).play(0, "advance theology")
    steps = 2 if tile == "a2-scholar-shrine" else 1
    table.expect({"players.0.technologies.theology": steps}).pending((0, "pick"))


def test_r119_the_envoys_tomb_action_costs_a_corn_and_may_be_declined() -> None:
    price = stock(corn=4, wood=2, stone=1, gold=1)
    table = building("tikal 2", row("a2-envoy-tomb"), price).pending((0, "action"))
    table.expect({"players.0.points4": 8, "players.0.corn": 4})
    table.offers(0, "skip", "do palenque 5", "do yaxchilan 5", "do uxmal 1", "do uxmal 3")
    table.lacks(0, "do chichen*")
    skipped = table.copy().play(0, "skip").pending((0, "pick"))
    skipped.expect({"players.0.corn": 4, "players.0.points4": 8})
    table.play(0, "do uxmal 1", "up chaac").expect({"players.0.corn": 0})  # 1 + 3
    # With 3 corn the 3 for Uxmal 1 are not there after the first.
    poorer = building("tikal 2", row("a2-envoy-tomb"), price | {"players.0.corn": 3})
    poorer.lacks(0, "do uxmal 1")
    # Without corn there is no action, but the points stay.
    none = building("tikal 2", row("a2-envoy-tomb"), price | {"players.0.corn": 0})
    none.pending((0, "pick")).expect({"players.0.points4": 8})


def test_r120_a_tiles_market_is_uxmal_2_and_optional() -> None:
    trader = row("a2-trader-tomb")
    table = building("tikal 2", trader, stock(corn=2, stone=3, gold=1)).pending((0, "trade"))
    table.legal(0, "buy wood", "done", "sell gold")
    table.copy().play(0, "done").pending((0, "pick")).expect({"players.0.corn": 2})
    table.play(0, "sell gold", "buy stone", "buy stone").pending((0, "pick"))
    assert held(table) == (0, 0, 2, 0)
    # With nothing to trade it is passed over.
    building("tikal 2", trader, stock(stone=3)).pending((0, "pick")).expect(
        {"players.0.points4": 24}
    )


def test_r121_a_worker_beyond_six_is_lost_the_points_stay() -> None:
    six = {"players.0.workers": 6}
    table = building("tikal 2", row("a2-labourer-tomb"), stock(wood=1, stone=1, gold=1), six)
    table.expect({"players.0.workers": 6, "players.0.points4": 24, "players.0.available": 6})


def test_r191_the_mason_shrine_raises_architecture() -> None:
    # One rulebook prints the agriculture icon's text for it.
    table = building("tikal 2", row("a1-mason-shrine"), stock(gold=1))
    table.expect({ARCHITECTURE: 1, "players.0.technologies.agriculture": 0})


# --- The promo tiles (rulings) -----------------------------------------------------

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
