"""The eight new buildings, and renovation (rulings R-163 to R-173).

Each building, and renovation together with other things, is also played through in
scenarios/building-*.txt and scenarios/renovation-*.txt.
"""

from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import BUILDINGS

from .deals import AGE_1, AGE_2, NEW_AGE_1, NEW_AGE_2
from .scenario import AGE_2 as LATER
from .scenario import TEMPLES, TRACKS, Table, parts, start

ARCHITECTURE = "players.0.technologies.architecture"
FOOD_DAYS: dict[int, dict[str, Any]] = {
    1: {"round": 8, "tooth": 7},
    2: {"round": 14, "tooth": 13, "food_days_held": 1},
    3: {"round": 21, "tooth": 20, "food_days_held": 2, "age": 2},
    4: {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2},
}


def row(*tiles: str) -> dict[str, Any]:
    """These buildings on offer and no others."""
    return {"building_row": [*tiles, *[None] * (6 - len(tiles))]}


def goods(wood: int, stone: int, gold: int, *own: str) -> dict[str, Any]:
    """Seat 0's blocks and buildings."""
    blocks: dict[str, Any] = {
        "players.0.wood": wood,
        "players.0.stone": stone,
        "players.0.gold": gold,
    }
    return blocks | {"players.0.buildings": list(own)}


def with_new(*changes: dict[str, Any], **other: str) -> Table:
    """A table where the new buildings are played, perhaps with other parts."""
    merged = parts(**other)
    for change in changes:
        merged |= change
    return start(merged | {"modules": [*parts(**other)["modules"], "buildings"]})


def building(gear: str, space: int, *changes: dict[str, Any], **other: str) -> Table:
    """Seat 0 has chosen the action of a worker on Tikal 2, Tikal 4 or Uxmal 4."""
    table = with_new(*changes, {f"gears.{gear}.{space}": 0}, **other)
    return table.play(0, f"pick {gear} {space}", f"do {gear} {space}")


def owned(table: Table) -> tuple[int, int, int]:
    """Seat 0's wood, stone and gold."""
    return table["players.0.wood"], table["players.0.stone"], table["players.0.gold"]


def test_the_new_buildings_are_in_the_stacks_with_their_module_only() -> None:
    plain = Game.new(3, seed=1).setup
    assert sorted(plain["age1"]) == sorted(AGE_1) and sorted(plain["age2"]) == sorted(AGE_2)
    new = Game.new(3, modules=["buildings"], seed=1).setup
    assert sorted(new["age1"]) == sorted(AGE_1 + NEW_AGE_1)
    assert sorted(new["age2"]) == sorted(AGE_2 + NEW_AGE_2)
    assert len(Game.from_setup(new).position()["building_row"]) == 6
    assert Game.from_setup(new).position()["age1_left"] == 18 - 6


# --- Renovation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "own", "left"),
    [
        # new: 4 wood; Store Farm 3 wood, Season Tomb 2 wood 1 gold, Gold Hall 1 wood 2 stone
        ("a1-common-farm-1", "x1-store-farm", (1, 0, 0)),
        ("a1-common-farm-1", "x1-season-tomb", (2, 0, 0)),
        ("a1-common-farm-1", "x1-gold-hall", (3, 0, 0)),
        # new: 2 wood 1 stone 1 gold
        ("a2-envoy-tomb", "x1-store-farm", (0, 1, 1)),
        ("a2-envoy-tomb", "x1-season-tomb", (0, 1, 0)),
        ("a2-envoy-tomb", "x1-gold-hall", (1, 0, 1)),
        ("a2-envoy-tomb", "x1-stone-shrine", (2, 1, 0)),
        # new: 3 gold; Stone Shrine 2 gold
        ("a2-yellow-shrine", "x1-stone-shrine", (0, 0, 1)),
        # all of it
        ("a1-small-farm-1", "x1-store-farm", (0, 0, 0)),
        ("a1-mason-shrine", "x1-stone-shrine", (0, 0, 0)),
    ],
)
def test_r163_only_the_difference_is_paid(new: str, own: str, left: tuple[int, int, int]) -> None:
    table = building("tikal", 2, row(new), goods(*left, own))
    assert owned(table) == (0, 0, 0)
    assert new in table["players.0.buildings"] and own not in table["players.0.buildings"]
    # With a block less it cannot be built.
    for kind, blocks in enumerate(left):
        if blocks:
            wood, stone, gold = (number - (at == kind) for at, number in enumerate(left))
            poor = with_new(row(new) | goods(wood, stone, gold, own) | {"gears.tikal.2": 0})
            poor.play(0, "pick tikal 2").pending((0, "pick"))


def test_r163_one_tile_for_one_tile_and_one_at_a_time() -> None:
    both = ("x1-store-farm", "x1-season-tomb")
    # 4 wood: neither tile alone leaves nothing.
    with_new(row("a1-common-farm-1") | goods(0, 0, 0, *both) | {"gears.tikal.2": 0}).play(
        0, "pick tikal 2"
    ).pending((0, "pick"))
    table = building("tikal", 2, row("a1-common-farm-1"), goods(4, 0, 0, *both))
    table.pending((0, "renovate"))
    table.legal(0, "keep-all", "renovate x1-season-tomb", "renovate x1-store-farm")
    kept = table.copy().play(0, "keep-all")
    kept.expect({"players.0.wood": 0, "players.0.buildings": [*both, "a1-common-farm-1"]})
    table.play(0, "renovate x1-season-tomb").expect({"players.0.wood": 2})
    table.expect({"players.0.buildings": ["x1-store-farm", "a1-common-farm-1"]})


def test_r163_no_block_in_common_no_renovation() -> None:
    # Gold Hall is wood and stone, the new one gold.
    table = building("tikal", 2, row("a1-mason-shrine"), goods(0, 0, 1, "x1-gold-hall"))
    table.pending((0, "pick")).expect({"players.0.buildings": ["x1-gold-hall", "a1-mason-shrine"]})


def test_r163_wherever_something_is_built() -> None:
    farm = "x1-store-farm"
    # A monument of Tikal 4: mon-works is 1 wood, 3 stone, 2 gold.
    monument = building("tikal", 4, row(), goods(0, 3, 2, farm)).play(0, "monument mon-works")
    monument.expect({"players.0.monuments": ["mon-works"], "players.0.buildings": []})
    # Kept architecture, the second building, a tile's build effect.
    table = building("tikal", 4, row("a1-builder-tomb", "a1-field-school"), goods(1, 0, 1, farm))
    table.play(0, "build a1-builder-tomb").legal(0, "keep-all", "renovate x1-store-farm")
    table.play(0, "keep-all", "up chaac").legal(0, "build a1-field-school", "stop")
    table.play(0, "build a1-field-school").expect(
        {"players.0.buildings": ["a1-builder-tomb", "a1-field-school"], "players.0.wood": 0}
    )
    # A quick action.
    poor = row("a1-field-school") | goods(0, 0, 0, farm) | {"players.0.corn": 2}
    quick = with_new(poor, quick="qa1-build")
    quick.play(0, "place quick", "end", "build a1-field-school")
    quick.expect({"players.0.buildings": ["a1-field-school"]})


def test_r164_only_the_four_new_tiles_of_age_1_carry_the_mark() -> None:
    assert [tile.id for tile in BUILDINGS.values() if tile.renovation] == NEW_AGE_1
    others = ["a1-common-farm-2", "a1-field-workshop", "x2-bumper-farm"]
    table = building("tikal", 2, row("a1-field-school"), goods(2, 0, 0, *others))
    table.pending((0, "pick")).expect({"players.0.buildings": [*others, "a1-field-school"]})
    with_new(row("a1-field-school") | goods(1, 0, 0, *others) | {"gears.tikal.2": 0}).play(
        0, "pick tikal 2"
    ).pending((0, "pick"))


def test_r165_the_old_tile_leaves_the_game() -> None:
    own = goods(1, 0, 0, "x1-store-farm")
    due = FOOD_DAYS[1] | {"turn_seat": 1, "first_seat": 0}
    torn = {"gears.tikal.2": 1, "players.1.wood": 1, "players.1.buildings": ["x1-store-farm"]}
    table = with_new(row("a1-common-farm-1") | own | due | torn | {"players.1.corn": 3})
    table.play(1, "pick tikal 2", "do tikal 2")
    # No income any more: 3 corn feed three workers at 1 corn less, one of them not.
    table.expect({"players.1.buildings": ["a1-common-farm-1"]}).play(1, "end")
    table.expect({"players.1.corn": 0, "players.1.points4": 0, "players.0.points4": -4 * 6})
    # It counts for no monument and no prophecy.
    last: dict[str, Any] = {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2, "turn_seat": 1}
    last |= {"prophecies": ["hunger", "drought", "crowded-cities"]}
    built = {"players.1.buildings": ["a1-field-school", "x1-store-farm"], "players.1.wood": 1}
    built |= {"players.1.monuments": ["mon-works"], "players.1.corn": 99, "gears.tikal.2": 1}
    end = with_new(last, built, row("a1-small-farm-1"), prophecy="crowded-cities")
    # Its one wood goes for the crowded cities, so the farm must be torn down.
    end.play(1, "pick tikal 2", "do tikal 2")
    end.expect({"players.1.buildings": ["a1-field-school", "a1-small-farm-1"]})
    end.play(1, "end").pending()
    # Two workers fed with 4 of 99 corn; 6 points for the temples, 6 for two buildings and the
    # monument, nothing for the prophecy's two buildings.
    end.expect({"players.1.corn": 95, "players.1.points4": 4 * (6 + 6) + 95})


def test_r166_renovation_then_architecture() -> None:
    # 1 wood, 2 stone for the Gold Hall; the Store Farm is its wood: 2 stone, one waived.
    table = building(
        "tikal", 2, row("x1-gold-hall"), goods(0, 1, 0, "x1-store-farm"), {ARCHITECTURE: 3}
    )
    table.pending((0, "pick"))
    table.expect({"players.0.stone": 0, "players.0.buildings": ["x1-gold-hall"]})
    # Choices in their order: what to tear down, then which block of what is left.
    rich = building(
        "tikal", 2, row("a2-envoy-tomb"), goods(2, 2, 2, "x1-gold-hall"), {ARCHITECTURE: 3}
    )
    rich.legal(0, "keep-all", "renovate x1-gold-hall").play(0, "renovate x1-gold-hall")
    rich.pending((0, "discount")).legal(0, "waive gold", "waive wood")
    rich.play(0, "waive gold")
    assert owned(rich) == (1, 2, 2)
    whole = building(
        "tikal", 2, row("a2-envoy-tomb"), goods(2, 2, 2, "x1-gold-hall"), {ARCHITECTURE: 3}
    )
    whole.play(0, "keep-all").legal(0, "waive gold", "waive stone", "waive wood")


def test_r166_and_crowded_cities_on_top() -> None:
    crowded = {"prophecy": "crowded-cities"}
    table = building(
        "tikal", 2, row("a2-envoy-tomb"), goods(2, 2, 2, "x1-gold-hall"), {ARCHITECTURE: 3},
        **crowded,
    )  # fmt: skip
    table.play(0, "renovate x1-gold-hall", "waive gold").pending((0, "pay"))
    table.expect({"players.0.buildings": [], "building_row.0": "a2-envoy-tomb"})
    table.play(0, "pay 0 1 0")
    assert owned(table) == (1, 1, 2)
    # Nothing left of the printed price: architecture takes nothing off the block on top.
    bare = building(
        "tikal", 2, row("a1-field-school"), goods(1, 0, 0, "x1-store-farm"), {ARCHITECTURE: 3},
        **crowded,
    )  # fmt: skip
    bare.expect({"players.0.wood": 0, "players.0.buildings": ["a1-field-school"]})
    nothing = row("a1-field-school") | goods(0, 0, 0, "x1-store-farm") | {ARCHITECTURE: 3}
    none = with_new(nothing, {"gears.tikal.2": 0}, **crowded)
    none.play(0, "pick tikal 2").pending((0, "pick"))


@pytest.mark.parametrize(
    ("own", "level", "crowded", "price"),
    [
        ((), 0, False, 6),
        ((), 3, False, 4),
        (("x1-store-farm",), 0, False, 4),
        (("x1-store-farm",), 3, False, 2),
        (("x1-store-farm",), 0, True, 6),
        (("x1-store-farm",), 3, True, 4),
        ((), 3, True, 6),
    ],
)
def test_r166_in_corn(own: tuple[str, ...], level: int, crowded: bool, price: int) -> None:
    """The Gold Hall in Uxmal 4: three blocks, of which the Store Farm pays one."""
    other = {"prophecy": "crowded-cities"} if crowded else {}
    changes = {ARCHITECTURE: level, "players.0.corn": price}
    table = building("uxmal", 4, row("x1-gold-hall"), goods(0, 0, 0, *own), changes, **other)
    table.pending((0, "pick"))
    table.expect({"players.0.buildings": ["x1-gold-hall"], "players.0.corn": min(level, 1)})
    poor = changes | {"players.0.corn": price - 1, "gears.uxmal.4": 0}
    less = with_new(row("x1-gold-hall"), goods(0, 0, 0, *own), poor, **other)
    less.play(0, "pick uxmal 4").lacks(0, "do uxmal 4")


@pytest.mark.parametrize(
    ("level", "crowded", "price"), [(0, False, 0), (3, False, 0), (3, True, 2)]
)
def test_r166_in_corn_with_nothing_left_to_pay(level: int, crowded: bool, price: int) -> None:
    """The Field School in Uxmal 4: the Store Farm pays both its blocks, and gives no corn back."""
    other = {"prophecy": "crowded-cities"} if crowded else {}
    changes = {ARCHITECTURE: level, "players.0.corn": price}
    own = goods(0, 0, 0, "x1-store-farm")
    table = building("uxmal", 4, row("a1-field-school"), own, changes, **other)
    table.expect({"players.0.buildings": ["a1-field-school"]})
    table.expect({"players.0.corn": int(level >= 1)})  # of architecture 1


def test_r167_the_first_building_of_tikal_4_for_the_second() -> None:
    table = building("tikal", 4, row("x1-gold-hall", "a1-brown-green-tomb"), goods(1, 2, 0))
    # Both cost 1 wood and 2 stone.
    table.play(0, "build x1-gold-hall").legal(0, "build a1-brown-green-tomb", "stop")
    table.play(0, "build a1-brown-green-tomb").pending((0, "pick"))
    table.expect({"players.0.buildings": ["a1-brown-green-tomb"], "players.0.temples.chaac": 2})


def test_r168_a_skull_is_paid_in_full() -> None:
    monument = row() | goods(0, 0, 2, "x1-stone-shrine") | {"monument_row": ["mon-skulls"]}
    with_new(monument | {"gears.tikal.4": 0}).play(0, "pick tikal 4").pending((0, "pick"))
    table = building("tikal", 4, monument, {"players.0.skulls": 1})
    table.expect({"players.0.monuments": ["mon-skulls"], "players.0.skulls": 0, "bank_skulls": 13})
    shrine = building(
        "tikal", 2, LATER, row("x2-skull-shrine"), goods(0, 0, 0, "x1-season-tomb"),
        {"players.0.skulls": 1},
    )  # fmt: skip
    shrine.expect({"players.0.skulls": 0, "bank_skulls": 12, "players.0.points4": 28})


# --- The tiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "gained"),
    [
        ("x1-store-farm", [{"corn": 3}] * 4),
        ("x1-gold-hall", [{"gold": 1}] * 4),
        ("x1-stone-shrine", [{"stone": 1}] * 4),
        ("x1-season-tomb", [{"wood": 1}, {"wood": 1}, {"skulls": 1}, {"skulls": 1}]),
    ],
)
def test_r169_income_on_every_food_day(tile: str, gained: list[dict[str, int]]) -> None:
    for number, goods_ in enumerate(gained, 1):
        own = {"players.0.buildings": [tile], "players.0.corn": 6, "players.1.corn": 6}
        table = with_new(FOOD_DAYS[number] | own | {"turn_seat": 1})
        table.play(1, "place palenque", "end")
        for name in ("corn", "wood", "stone", "gold", "skulls"):
            assert table[f"players.0.{name}"] == goods_.get(name, 0), (number, name)
            assert table[f"players.1.{name}"] == 0
    # Not on other days.
    calm = with_new({"round": 9, "tooth": 8, "food_days_held": 1, "turn_seat": 1} | own)
    calm.play(1, "place palenque", "end").expect({"players.0.wood": 0, "players.0.skulls": 0})


def test_r169_the_corn_feeds_and_the_last_skulls_go_in_turn_order() -> None:
    due = FOOD_DAYS[1] | {"turn_seat": 1, "players.0.corn": 3, "players.1.corn": 6}
    fed = with_new(due | {"players.0.buildings": ["x1-store-farm"]})
    fed.play(1, "place palenque", "end").expect({"players.0.corn": 0, "players.0.points4": 0})
    tombs = {"players.0.buildings": ["x1-season-tomb"], "players.1.buildings": ["x1-season-tomb"]}
    last = FOOD_DAYS[3] | tombs | {"bank_skulls": 1, "first_seat": 1, "turn_seat": 0}
    with_new(last).play(0, "place palenque", "end").expect({"players.*.skulls": [0, 1]})


def test_r169_under_desecration_the_tombs_skull_is_asked() -> None:
    running = FOOD_DAYS[3] | {"prophecies": ["drought", "desecration", "hunger"], "turn_seat": 1}
    own = {"players.0.buildings": ["x1-season-tomb"], "players.0.corn": 6, "players.1.corn": 6}
    table = with_new(running, own, prophecy="desecration")
    table.play(1, "place palenque", "end").pending((0, "tax")).expect({"players.0.corn": 6})
    table.play(0, "down chaac").expect({"players.0.skulls": 1, "players.0.points4": 0})


def test_r170_bumper_farm_once() -> None:
    table = building("tikal", 2, LATER, row("x2-bumper-farm"), goods(2, 0, 0))
    table.expect({"players.0.corn": 8, "players.0.buildings": ["x2-bumper-farm"]})
    due = FOOD_DAYS[3] | {"turn_seat": 1, "players.0.buildings": ["x2-bumper-farm"]}
    day = with_new(due | {"players.0.corn": 6, "players.1.corn": 6})
    day.play(1, "place palenque", "end").expect({"players.0.corn": 0})


def test_r171_monument_tomb() -> None:
    # Nothing to pay a monument with: 1 point and no question.
    poor = building("tikal", 2, LATER, row("x2-monument-tomb"), goods(1, 0, 1))
    poor.pending((0, "pick")).expect({"players.0.points4": 4, "players.0.monuments": []})
    exact = goods(2, 3, 3)
    table = building("tikal", 2, LATER, row("x2-monument-tomb"), exact)
    table.legal(0, "monument mon-works", "stop").illegal(0, "build a1-small-farm-1")
    table.copy().play(0, "stop").expect({"players.0.monuments": []})
    table.play(0, "monument mon-works").expect({"players.0.monuments": ["mon-works"]})
    # No architecture on the monument.
    level = building("tikal", 2, LATER, row("x2-monument-tomb"), goods(2, 2, 3), {ARCHITECTURE: 3})
    level.play(0, "waive wood").pending((0, "pick"))
    # In Tikal 4 the second building follows.
    both = building("tikal", 4, LATER, row("x2-monument-tomb", "x2-bumper-farm"), goods(4, 3, 3))
    both.play(0, "build x2-monument-tomb", "monument mon-works").pending((0, "build"))
    both.legal(0, "build x2-bumper-farm", "stop")


@pytest.mark.parametrize("lowered", TRACKS)
def test_r172_exchange_hall(lowered: str) -> None:
    levels = {"players.0.technologies": dict.fromkeys(TRACKS, 1)}
    table = building("tikal", 2, LATER, row("x2-exchange-hall"), goods(1, 1, 0), levels)
    table.legal(0, *(f"lower {track}" for track in TRACKS)).play(0, f"lower {lowered}")
    table.pending((0, "pick"))
    table.expect({"players.0.technologies": dict.fromkeys(TRACKS, 2) | {lowered: 0}})


def test_r172_bonuses_one_after_the_other() -> None:
    levels = {"players.0.technologies": dict.fromkeys(TRACKS, 3)}
    table = building("tikal", 2, LATER, row("x2-exchange-hall"), goods(1, 2, 0), levels)
    table.play(0, "waive stone", "lower agriculture")
    # Extraction, architecture, theology; architecture's own 3 points on top of the 2.
    table.pending((0, "gain")).expect({"players.0.points4": 8, "players.0.skulls": 0})
    table.play(0, "gain gold", "gain gold").pending((0, "pick"))
    table.expect({"players.0.points4": 20, "players.0.skulls": 1, "players.0.gold": 2})
    table.expect({"players.0.technologies": dict.fromkeys(TRACKS, 3) | {"agriculture": 2}})
    # Itzamna chooses each bonus.
    itzamna = building(
        "tikal", 2, LATER, row("x2-exchange-hall"), goods(1, 2, 0), levels, tribe="itzamna"
    )
    itzamna.play(0, "waive stone", "lower agriculture")
    for _ in range(3):
        itzamna.pending((0, "bonus")).play(0, "bonus architecture")
    itzamna.pending((0, "pick")).expect({"players.0.points4": 8 + 36})


def test_r173_skull_shrine() -> None:
    shrine = {"players.0.skulls": 1, "players.0.gold": 1}
    table = building("tikal", 2, LATER, row("x2-skull-shrine"), shrine).pending((0, "up"))
    table.play(0, "up chaac").pending((0, "pick"))
    table.expect({"players.0.skulls": 0, "bank_skulls": 12, "players.0.points4": 28})
    # Without a skull it cannot be built.
    with_new(LATER | row("x2-skull-shrine") | {"players.0.gold": 9, "gears.tikal.2": 0}).play(
        0, "pick tikal 2"
    ).lacks(0, "do tikal 2")
    # Theology 2, also when the step is lost; not with theology 1.
    theology = "players.0.technologies.theology"
    tops = {"players.1.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    lost = {"players.0.temples": {"chaac": 5, "quetzalcoatl": 7, "kukulkan": 6}}
    two = shrine | {theology: 2, "players.0.wood": 1}
    building("tikal", 2, LATER, row("x2-skull-shrine"), two, tops, lost).pending((0, "pick"))
    one = building("tikal", 2, LATER, row("x2-skull-shrine"), two | {theology: 1})
    one.play(0, "up chaac").pending((0, "pick"))
    both = building("tikal", 2, LATER, row("x2-skull-shrine"), two).play(0, "up chaac")
    both.pending((0, "offering")).play(0, "offer wood", "up chaac")
    both.expect({"players.0.temples.chaac": 3})


def test_r173_under_a_god_that_cannot_be_paid_the_offering_is_still_asked() -> None:
    # Wrathful Gods: the step is declined, the corn kept for the offering's.
    table = building(
        "tikal", 2, LATER, row("x2-skull-shrine"),
        {"players.0.skulls": 1, "players.0.gold": 1, "players.0.wood": 1, "players.0.corn": 1},
        {"players.0.technologies.theology": 2}, prophecy="wrathful-gods",
    )  # fmt: skip
    table.play(0, "decline").pending((0, "offering")).play(0, "offer wood", "up kukulkan")
    table.expect({"players.0.temples": dict.fromkeys(TEMPLES, 1) | {"kukulkan": 2}})


def test_r173_the_skull_counts_as_placed() -> None:
    due = FOOD_DAYS[4] | {"turn_seat": 1, "players.1.corn": 6, "players.0.corn": 6}
    own = {"players.0.monuments": ["mon-skulls"], "skull_spaces.0": True}
    none = with_new(due | own).play(1, "place palenque", "end")
    both = with_new(due | own | {"players.1.buildings": ["x2-skull-shrine"]})
    both.expect({"bank_skulls": 11}).play(1, "place palenque", "end")
    assert both["players.0.points4"] - none["players.0.points4"] == 12


def test_r079_in_uxmal_4_a_skull_is_paid_as_a_skull() -> None:
    corn = {"players.0.corn": 9, "gears.uxmal.4": 0}
    with_new(LATER | row("x2-skull-shrine") | corn).play(0, "pick uxmal 4").lacks(0, "do uxmal 4")
    table = building("uxmal", 4, LATER, row("x2-skull-shrine"), corn | {"players.0.skulls": 1})
    table.expect({"players.0.corn": 7, "players.0.skulls": 0, "bank_skulls": 12})
