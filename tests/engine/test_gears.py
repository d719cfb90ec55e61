"""The actions of the gears: Palenque, Yaxchilan, Uxmal and Chichen Itza (rulings R-045 to R-058 and
R-075 to R-087, rulebook p8, p9, p11-13)."""

from typing import Any

import pytest

from .deals import begin
from .scenario import AGE_2, TEMPLES, Table, start

# --- Fishing, harvesting and burning (rulings, rulebook p8, p11, p12) --------------

BOTTOM = dict.fromkeys(TEMPLES, 0)
AGRICULTURE = "players.0.technologies.agriculture"


def palenque(space: int, changes: dict[str, Any] | None = None) -> Table:
    """A worker just picked up from a space of Palenque."""
    table = start({f"gears.palenque.{space}": 0} | (changes or {}))
    return table.play(0, f"pick palenque {space}")


def group(corn: int, wood: int) -> dict[str, int]:
    """What lies in a group of fields."""
    return {"corn": corn, "wood": wood}


@pytest.mark.parametrize(("space", "corn", "wood"), [(3, 5, 2), (4, 7, 3), (5, 9, 4)])
def test_r045_the_top_tile_of_a_field(space: int, corn: int, wood: int) -> None:
    field = f"jungle.{space}"
    both = palenque(space, {field: group(2, 1)}).play(0, f"do palenque {space}")
    both.pending((0, "harvest")).legal(0, "burn", "corn", "wood")

    both.copy().play(0, "wood").expect(
        {
            "players.0.wood": wood,
            "players.0.wood_tiles": 1,
            "players.0.corn": 0,
            "players.0.corn_tiles": 0,
            field: group(2, 0),
        }
    )
    both.play(0, "corn").expect(
        {
            "players.0.corn": corn,
            "players.0.corn_tiles": 1,
            "players.0.wood": 0,
            "players.0.wood_tiles": 0,
            field: group(1, 1),
        }
    )


def test_r045_group_2_gives_corn_and_one_tile() -> None:
    table = palenque(2).play(0, "do palenque 2").pending((0, "pick"))  # nothing to choose
    table.expect({"players.0.corn": 4, "players.0.corn_tiles": 1, "jungle.2": group(1, 0)})


def test_r045_corn_under_wood_is_not_visible() -> None:
    palenque(3).play(0, "do palenque 3").legal(0, "burn", "wood")
    gone = palenque(3, {"jungle.3": group(2, 0)}).play(0, "do palenque 3").pending((0, "pick"))
    gone.expect({"players.0.corn": 5, "players.0.corn_tiles": 1})


def test_r046_an_empty_group_cannot_be_used() -> None:
    empty = {"jungle.3": group(0, 0), "jungle.2": group(0, 0), "players.0.corn": 2}
    table = palenque(3, empty).legal(0, "do palenque 1", "skip")
    table.illegal(0, "do palenque 3", "do palenque 2")
    table = palenque(3, empty | {AGRICULTURE: 2}).offers(0, "do palenque 3", "do palenque 2")
    table.play(0, "do palenque 3").pending((0, "pick"))
    table.expect({"players.0.corn": 2 + 5 + 1, "players.0.corn_tiles": 0, "jungle.3": group(0, 0)})


@pytest.mark.parametrize(("space", "corn"), [(3, 5), (4, 7), (5, 9)])
def test_r047_burning_angers_the_gods(space: int, corn: int) -> None:
    table = palenque(space).play(0, f"do palenque {space}", "burn").pending((0, "anger"))
    table.legal(0, *(f"down {temple}" for temple in TEMPLES))
    table.play(0, "down quetzalcoatl").pending((0, "pick"))
    table.expect(
        {
            "players.0.corn": corn,
            "players.0.corn_tiles": 1,
            "players.0.wood": 0,
            "players.0.wood_tiles": 0,  # the wood tile leaves the game
            f"jungle.{space}": group(1, 1),
            "players.0.temples": {"chaac": 1, "quetzalcoatl": 0, "kukulkan": 1},
        }
    )


def test_r047_no_burning_with_all_markers_at_the_bottom() -> None:
    table = palenque(3, {"players.0.temples": BOTTOM, "jungle.3": group(2, 1)})
    table.play(0, "do palenque 3").legal(0, "corn", "wood").illegal(0, "burn")
    # The last step to be had is enough.
    low = palenque(3, {"players.0.temples": BOTTOM | {"chaac": 1}}).play(0, "do palenque 3")
    low.play(0, "burn").pending((0, "pick")).expect({"players.0.temples": BOTTOM})


def test_r047_burning_beside_a_visible_corn_tile() -> None:
    table = palenque(4, {"jungle.4": group(2, 1)}).play(0, "do palenque 4").offers(0, "burn")
    table.play(0, "burn", "down chaac").expect({"jungle.4": group(1, 0), "players.0.corn": 7})
    # Nothing to burn where no wood lies, nor in group 2.
    bare = palenque(4, {"jungle.4": group(2, 0), "players.0.corn": 0})
    bare.play(0, "do palenque 4").pending((0, "pick"))


def test_r048_burning_however_the_action_is_reached() -> None:
    back = palenque(4, {"players.0.corn": 1}).play(0, "do palenque 3", "burn", "down chaac")
    back.expect({"players.0.corn": 5, "jungle.3": group(1, 1), "jungle.4": group(2, 2)})

    free = palenque(6).play(0, "do palenque 5", "burn", "down kukulkan")
    free.expect({"players.0.corn": 9, "players.0.temples.kukulkan": 0})

    uxmal = start({"gears.uxmal.5": 0, "players.0.corn": 1}).play(0, "pick uxmal 5", "do uxmal 5")
    uxmal.play(0, "do palenque 4", "burn", "down chaac").expect({"players.0.corn": 7})

    goods = {f"players.0.{name}": 5 for name in ("corn", "wood", "stone", "gold")}
    tomb = start(goods | {"building_row.0": "a2-envoy-tomb", "gears.tikal.2": 0})
    tomb.play(0, "pick tikal 2", "do tikal 2", "build a2-envoy-tomb", "do palenque 3", "burn")
    tomb.play(0, "down chaac").expect({"players.0.corn": 5 - 1 + 5, "players.0.corn_tiles": 1})


@pytest.mark.parametrize(("level", "corn"), [(0, 3), (1, 3), (2, 4), (3, 4)])
def test_r049_fishing_takes_no_tile_and_knows_only_agriculture_2(level: int, corn: int) -> None:
    table = palenque(1, {AGRICULTURE: level})
    before = table["jungle"]
    table.play(0, "do palenque 1").pending((0, "pick"))
    table.expect({"players.0.corn": corn, "players.0.corn_tiles": 0, "jungle": before})


def test_r050_corn_without_a_tile_when_none_is_visible() -> None:
    table = palenque(3, {AGRICULTURE: 2}).play(0, "do palenque 3").legal(0, "burn", "corn", "wood")
    table.copy().play(0, "corn").pending((0, "pick")).expect(
        {
            "players.0.corn": 6,
            "players.0.corn_tiles": 0,
            "players.0.temples": dict.fromkeys(TEMPLES, 1),
            "jungle.3": group(2, 2),
        }
    )
    # One may still burn, to have the tile.
    table.play(0, "burn", "down chaac").expect(
        {"players.0.corn": 6, "players.0.corn_tiles": 1, "jungle.3": group(1, 1)}
    )
    # Level 1 is not enough.
    palenque(3, {AGRICULTURE: 1}).play(0, "do palenque 3").legal(0, "burn", "wood")


def test_r050_a_visible_tile_must_be_taken() -> None:
    table = palenque(3, {AGRICULTURE: 2, "jungle.3": group(2, 1)}).play(0, "do palenque 3", "corn")
    table.expect({"players.0.corn_tiles": 1, "jungle.3": group(1, 1), "players.0.corn": 6})
    table = palenque(2, {AGRICULTURE: 3, "jungle.2": group(1, 0)}).play(0, "do palenque 2")
    table.expect({"players.0.corn_tiles": 1, "jungle.2": group(0, 0), "players.0.corn": 7})


@pytest.mark.parametrize(("level", "more"), [(0, 0), (1, 1), (2, 1), (3, 3)])
def test_r051_agriculture_adds_to_each_jungle_harvest(level: int, more: int) -> None:
    for space, corn in ((2, 4), (3, 5), (4, 7), (5, 9)):
        tile = palenque(space, {AGRICULTURE: level, f"jungle.{space}": group(1, 0)})
        tile.play(0, f"do palenque {space}").expect({"players.0.corn": corn + more})
    burned = palenque(5, {AGRICULTURE: level}).play(0, "do palenque 5", "burn", "down chaac")
    burned.expect({"players.0.corn": 9 + more})
    if level >= 2:
        bare = palenque(5, {AGRICULTURE: level}).play(0, "do palenque 5", "corn")
        bare.expect({"players.0.corn": 9 + more, "players.0.corn_tiles": 0})
    wood = palenque(5, {AGRICULTURE: level}).play(0, "do palenque 5", "wood")
    wood.expect({"players.0.corn": 0, "players.0.wood": 4})


# --- Blocks, skulls and extraction (rulings, rulebook p8, p12, p13) ----------------

EXTRACTION = "players.0.technologies.extraction"
THEOLOGY = "players.0.technologies.theology"


def done(action: str, changes: dict[str, Any] | None = None) -> Table:
    """Pick up a worker from a space and use its own action, `gear number`."""
    table = start({"gears." + action.replace(" ", "."): 0} | (changes or {}))
    return table.play(0, f"pick {action}", f"do {action}")


def goods(table: Table) -> dict[str, int]:
    """What seat 0 holds of corn, resources and skulls, without what it has none of."""
    held = {name: table[f"players.0.{name}"] for name in ("corn", "wood", "stone", "gold")}
    held["skulls"] = table["players.0.skulls"]
    return {name: number for name, number in held.items() if number}


@pytest.mark.parametrize(
    ("action", "level", "gained"),
    [
        ("yaxchilan 1", 0, {"wood": 1}),
        ("yaxchilan 1", 1, {"wood": 2}),
        ("yaxchilan 1", 3, {"wood": 2}),
        ("yaxchilan 2", 0, {"stone": 1, "corn": 1}),
        ("yaxchilan 2", 1, {"stone": 1, "corn": 1}),
        ("yaxchilan 2", 2, {"stone": 2, "corn": 1}),
        ("yaxchilan 3", 0, {"gold": 1, "corn": 2}),
        ("yaxchilan 3", 2, {"gold": 1, "corn": 2}),
        ("yaxchilan 3", 3, {"gold": 2, "corn": 2}),
        ("yaxchilan 4", 3, {"skulls": 1}),
        ("yaxchilan 5", 0, {"gold": 1, "stone": 1, "corn": 2}),
        ("yaxchilan 5", 1, {"gold": 1, "stone": 1, "corn": 2}),
        ("yaxchilan 5", 2, {"gold": 1, "stone": 2, "corn": 2}),
        ("yaxchilan 5", 3, {"gold": 2, "stone": 2, "corn": 2}),
        ("palenque 1", 3, {"corn": 3}),
        ("palenque 2", 3, {"corn": 4}),
    ],
)
def test_r052_extraction_adds_one_to_its_own_resource(
    action: str, level: int, gained: dict[str, int]
) -> None:
    assert goods(done(action, {EXTRACTION: level})) == gained


def test_r052_extraction_in_palenque() -> None:
    for space, wood in ((3, 2), (4, 3), (5, 4)):
        table = done(f"palenque {space}", {EXTRACTION: 1}).play(0, "wood")
        assert goods(table) == {"wood": wood + 1}
        corn = {EXTRACTION: 3, f"jungle.{space}": {"corn": 2, "wood": 0}}
        assert set(goods(done(f"palenque {space}", corn))) == {"corn"}


def test_r052_extraction_never_adds_to_other_sources() -> None:
    high = {EXTRACTION: 3}
    market = done("uxmal 2", high | {"players.0.corn": 4}).play(0, "buy gold")
    assert goods(market) == {"gold": 1}
    offering = done("chichen_itza 6", high | {"players.0.skulls": 1}).play(0, "gain wood")
    assert goods(offering) == {"wood": 1}
    workshop = high | {"building_row": ["a1-mine-workshop", *[None] * 5]}
    built = done("tikal 2", workshop | {"players.0.wood": 2, "players.0.stone": 1})
    built.play(0, "gain wood", "gain wood")  # extraction's own bonus
    assert goods(built) == {"gold": 1, "wood": 2}
    food = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.temples.chaac": 2}
    assert goods(start(high | food).play(1, "place tikal", "end")) == {"stone": 1}
    wealth = Table(begin(("yax-1", "yax-5"), ("tik-3", "tik-7")))
    wealth.expect({"players.0.wood": 2, EXTRACTION: 2})


def test_r053_technologies_apply_however_the_action_is_reached() -> None:
    high = {EXTRACTION: 3, "players.0.technologies.agriculture": 3}
    back = start(high | {"gears.yaxchilan.3": 0, "players.0.corn": 1})
    assert goods(back.play(0, "pick yaxchilan 3", "do yaxchilan 2")) == {"stone": 2, "corn": 1}
    free = start(high | {"gears.yaxchilan.7": 0}).play(0, "pick yaxchilan 7", "do yaxchilan 5")
    assert goods(free) == {"gold": 2, "stone": 2, "corn": 2}
    uxmal = done("uxmal 5", high | {"players.0.corn": 1}).play(0, "do palenque 2")
    assert goods(uxmal) == {"corn": 7}
    envoy = high | AGE_2 | {"building_row": ["a2-envoy-tomb", *[None] * 5]}
    price = {"players.0.wood": 2, "players.0.stone": 1, "players.0.gold": 1, "players.0.corn": 1}
    tomb = done("tikal 2", envoy | price).play(0, "do yaxchilan 1")
    assert goods(tomb) == {"wood": 2}


@pytest.mark.parametrize(
    ("bank", "theology", "taken"), [(13, 0, 1), (13, 2, 1), (13, 3, 2), (1, 3, 1), (2, 3, 2)]
)
def test_r054_one_skull_two_with_theology_3_or_what_is_left(
    bank: int, theology: int, taken: int
) -> None:
    others = {"players.1.skulls": 13 - bank}
    table = done("yaxchilan 4", others | {THEOLOGY: theology})
    table.expect({"players.0.skulls": taken, "bank_skulls": bank - taken})


def test_r054_no_skull_left_no_action() -> None:
    empty = {"players.1.skulls": 13, "players.0.corn": 3, "gears.yaxchilan.4": 0, THEOLOGY: 3}
    table = start(empty).play(0, "pick yaxchilan 4")
    table.legal(0, "do yaxchilan 1", "do yaxchilan 2", "do yaxchilan 3", "skip")


def test_r055_held_and_placed_skulls_make_thirteen() -> None:
    table = start(
        {
            "players.0.skulls": 2,
            "players.1.skulls": 3,
            "skull_spaces.0": True,
            "gears.chichen_itza.2": 0,
            "gears.yaxchilan.4": 0,
        }
    )
    table.expect({"bank_skulls": 7})
    table.play(0, "pick chichen_itza 2", "do chichen_itza 2")
    table.expect({"bank_skulls": 7, "players.0.skulls": 1, "skull_spaces.1": True})
    table.play(0, "pick yaxchilan 4", "do yaxchilan 4")
    table.expect({"bank_skulls": 6, "players.0.skulls": 2})


def test_r056_a_skull_paid_without_a_place_for_it_returns_to_the_supply() -> None:
    table = start({"players.0.gold": 4, "players.0.skulls": 1, "gears.tikal.4": 0})
    table.expect({"bank_skulls": 12})
    table.play(0, "pick tikal 4", "do tikal 4", "monument mon-skulls")
    table.expect({"bank_skulls": 13, "players.0.skulls": 0, "players.0.gold": 0})


def test_r057_too_few_skulls_for_the_temple_rewards_nobody_gets_one() -> None:
    due = {"round": 8, "tooth": 7, "turn_seat": 1}
    due |= {"players.0.temples.kukulkan": 5, "players.1.temples.kukulkan": 6}
    short = start(due | {"players.0.skulls": 12}).play(1, "place tikal", "end")
    short.expect({"players.*.skulls": [12, 0], "bank_skulls": 1, "players.*.wood": [2, 2]})
    enough = start(due | {"players.0.skulls": 11}).play(1, "place tikal", "end")
    enough.expect({"players.*.skulls": [12, 1], "bank_skulls": 0, "players.*.wood": [2, 2]})
    # One is enough where only one is due.
    one = start(due | {"players.0.skulls": 12, "players.0.temples.kukulkan": 4})
    one.play(1, "place tikal", "end").expect({"players.*.skulls": [12, 1], "bank_skulls": 0})


def test_r058_skulls_elsewhere_while_the_supply_lasts() -> None:
    goods_ = {"players.0.wood": 2, "players.0.stone": 2, "players.1.skulls": 13}
    academy = {"building_row": ["a2-skull-academy", *[None] * 5]} | AGE_2 | goods_
    table = done("tikal 2", academy).pending((0, "tech"))
    table.expect({"players.0.skulls": 0, "players.0.buildings": ["a2-skull-academy"]})
    # The bonus of theology would do nothing, so it is not on offer.
    table = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1, "players.1.skulls": 13})
    table.lacks(0, "advance theology").offers(0, "advance architecture")
    table = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1, "players.1.skulls": 12})
    table.play(0, "advance theology").expect({"players.0.skulls": 1, "bank_skulls": 0})


def test_r088_theology_3_only_with_yaxchilan_4() -> None:
    goods_ = {"players.0.wood": 2, "players.0.stone": 2, THEOLOGY: 3}
    academy = {"building_row": ["a2-skull-academy", *[None] * 5]} | AGE_2 | goods_
    done("tikal 2", academy).expect({"players.0.skulls": 1})
    bonus = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1}).play(0, "advance theology")
    bonus.expect({"players.0.skulls": 1})
    food = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.temples.kukulkan": 5, THEOLOGY: 3}
    start(food).play(1, "place tikal", "end").expect({"players.0.skulls": 1})
    free = start({THEOLOGY: 3, "gears.yaxchilan.6": 0}).play(0, "pick yaxchilan 6")
    free.play(0, "do yaxchilan 4").expect({"players.0.skulls": 2})


# --- Temple offering, market, workers, corn for buildings (R-075 to R-082, rulebook p9) -----------

ARCHITECTURE = "players.0.technologies.architecture"


def uxmal(space: int, changes: dict[str, Any]) -> Table:
    """A worker picked up from a space of Uxmal and its own action begun."""
    table = start({f"gears.uxmal.{space}": 0} | changes)
    return table.play(0, f"pick uxmal {space}", f"do uxmal {space}")


def test_r075_three_corn_for_one_step() -> None:
    table = uxmal(1, {"players.0.corn": 7}).pending((0, "up"))
    table.legal(0, *(f"up {temple}" for temple in TEMPLES)).play(0, "up chaac")
    table.pending((0, "pick")).expect({"players.0.corn": 4, "players.0.temples.chaac": 2})
    short = start({"gears.uxmal.1": 0, "players.0.corn": 2}).play(0, "pick uxmal 1")
    short.pending((0, "pick"))  # nothing but coming back
    top = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    high = start(top | {"gears.uxmal.1": 0, "players.0.corn": 9}).play(0, "pick uxmal 1")
    high.pending((0, "pick")).expect({"players.0.corn": 9})


def test_r076_trades_both_ways_at_2_3_4() -> None:
    goods = {"players.0.wood": 1, "players.0.stone": 1, "players.0.gold": 1}
    table = uxmal(2, goods | {"players.0.corn": 0}).pending((0, "trade"))
    table.legal(0, "done", "sell gold", "sell stone", "sell wood")
    corn = 0
    for resource, value in (("wood", 2), ("stone", 3), ("gold", 4)):
        corn += value
        table.play(0, f"sell {resource}").expect({"players.0.corn": corn})
    table.legal(0, "buy gold", "buy stone", "buy wood", "done")
    table.illegal(0, "sell wood", "sell skull", "buy skull", "buy corn")
    for resource, value in (("gold", 4), ("stone", 3), ("wood", 2)):
        corn -= value
        table.play(0, f"buy {resource}").expect({"players.0.corn": corn})
    table.pending((0, "pick"))  # nothing left to trade
    table.expect({"players.0.wood": 1, "players.0.stone": 1, "players.0.gold": 1})


def test_r076_resource_to_resource_goes_through_corn_sells_first() -> None:
    table = uxmal(2, {"players.0.gold": 2, "players.0.skulls": 3}).legal(0, "done", "sell gold")
    table.play(0, "sell gold").legal(0, "buy gold", "buy stone", "buy wood", "done", "sell gold")
    table.play(0, "buy wood").lacks(0, "sell gold", "sell wood").offers(0, "buy wood", "done")
    table.play(0, "buy wood").pending((0, "pick"))
    table.expect({"players.0.wood": 2, "players.0.gold": 1, "players.0.skulls": 3})


def test_r076_a_visit_needs_a_possible_trade() -> None:
    start({"gears.uxmal.2": 0, "players.0.corn": 1}).play(0, "pick uxmal 2").pending((0, "pick"))
    start({"gears.uxmal.2": 0, "players.0.skulls": 1}).play(0, "pick uxmal 2").pending((0, "pick"))
    start({"gears.uxmal.2": 0, "players.0.corn": 2}).play(0, "pick uxmal 2").offers(0, "do uxmal 2")


def test_r077_a_worker_from_the_bank() -> None:
    table = uxmal(3, {}).expect({"players.0.workers": 4, "players.0.available": 4})
    full = start({"gears.uxmal.3": 0, "players.0.workers": 6, "players.0.corn": 1})
    full.play(0, "pick uxmal 3").lacks(0, "do uxmal 3").expect({"players.0.workers": 6})
    # It eats from this round on: 4 workers, 8 corn.
    food = {"round": 8, "tooth": 7, "first_seat": 1, "players.0.corn": 9, "players.1.corn": 6}
    table = uxmal(3, food).play(0, "end")
    table.expect({"players.0.corn": 1, "players.0.points4": 0})


@pytest.mark.parametrize(
    ("level", "price", "corn_back", "points4"),
    [(0, 4, 0, 0), (1, 4, 1, 0), (2, 4, 1, 8), (3, 2, 1, 8)],
)
def test_r078_two_corn_a_block(level: int, price: int, corn_back: int, points4: int) -> None:
    changes = {ARCHITECTURE: level, "players.0.wood": 5}
    table = uxmal(4, changes | {"players.0.corn": price}).pending((0, "build"))
    table.offers(0, "build a1-field-school").lacks(0, "stop", "build a1-field-school plain")
    table.play(0, "build a1-field-school").pending((0, "pick"))
    table.expect({"players.0.corn": corn_back, "players.0.points4": points4, "players.0.wood": 5})
    start(changes | {"players.0.corn": price - 1, "gears.uxmal.4": 0}).play(
        0, "pick uxmal 4", "do uxmal 4"
    ).lacks(0, "build a1-field-school")


def test_r078_not_below_nothing_and_all_kinds_of_blocks() -> None:
    row = {"building_row": ["a1-small-farm-1", *[None] * 5], ARCHITECTURE: 3}
    free = uxmal(4, row).pending((0, "pick"))
    free.expect({"players.0.buildings": ["a1-small-farm-1"], "players.0.corn": 1})
    # 1 wood, 2 stone: three blocks are 6 corn, whatever they are.
    tomb = {"building_row": ["a1-brown-green-tomb", *[None] * 5], "players.0.corn": 6}
    uxmal(4, tomb).expect({"players.0.corn": 0, "players.0.temples.chaac": 2})
    short = start(tomb | {"players.0.corn": 5, "gears.uxmal.4": 0, "players.0.wood": 3})
    short.play(0, "pick uxmal 4").lacks(0, "do uxmal 4")


def test_r080_uxmal_5_one_corn_then_any_action_of_the_small_gears() -> None:
    goods = {f"players.0.{name}": 9 for name in ("wood", "stone", "gold")}
    table = uxmal(5, goods | {"players.0.corn": 10, "players.0.skulls": 1}).pending((0, "action"))
    table.expect({"players.0.corn": 9})
    small = [f"do {gear} {n}" for gear in ("palenque", "yaxchilan", "tikal") for n in range(1, 6)]
    table.legal(0, *small, *(f"do uxmal {n}" for n in range(1, 5)))  # no skip, no Chichen Itza
    table.play(0, "do yaxchilan 1").pending((0, "pick"))  # no step-back corn
    table.expect({"players.0.corn": 9, "players.0.wood": 10})


def test_r080_the_actions_own_cost_comes_on_top() -> None:
    table = uxmal(5, {"players.0.corn": 4}).offers(0, "do uxmal 1")
    table.play(0, "do uxmal 1", "up chaac").expect({"players.0.corn": 0})
    uxmal(5, {"players.0.corn": 3}).lacks(0, "do uxmal 1", "do tikal 5")
    start({"gears.uxmal.5": 0, "players.0.corn": 0}).play(0, "pick uxmal 5").pending((0, "pick"))


def test_r081_from_a_free_choice_space_action_5_still_costs_its_corn() -> None:
    for space in (6, 7):
        worker = {f"gears.uxmal.{space}": 0}
        start(worker).play(0, f"pick uxmal {space}").lacks(0, "do uxmal 5").offers(0, "do uxmal 3")
        table = start(worker | {"players.0.corn": 1}).play(0, f"pick uxmal {space}", "do uxmal 5")
        table.expect({"players.0.corn": 0}).play(0, "do palenque 1").expect({"players.0.corn": 3})


def test_r082_uxmal_5_through_uxmal_5_is_not_offered() -> None:
    uxmal(5, {"players.0.corn": 9}).lacks(0, "do uxmal 5").illegal(0, "do uxmal 5")
    goods = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
    table = start(goods | {"gears.tikal.2": 0, "building_row.0": "a2-envoy-tomb"})
    table.play(0, "pick tikal 2", "do tikal 2", "build a2-envoy-tomb")
    table.lacks(0, "do uxmal 5").offers(0, "do uxmal 4").illegal(0, "do uxmal 5")


# --- Skulls, and the first two levels of theology (rulings, rulebook p9, p12) ------


def chichen_itza(space: int, changes: dict[str, Any] | None = None) -> Table:
    """A worker picked up from Chichen Itza, by a player with one skull."""
    start_ = {f"gears.chichen_itza.{space}": 0, "players.0.skulls": 1} | (changes or {})
    return start(start_).play(0, f"pick chichen_itza {space}")


@pytest.mark.parametrize(
    ("space", "points", "temple", "block"),
    [
        (1, 4, "chaac", False),
        (2, 5, "chaac", False),
        (3, 6, "chaac", False),
        (4, 7, "kukulkan", False),
        (5, 8, "kukulkan", False),
        (6, 8, "kukulkan", True),
        (7, 10, "quetzalcoatl", False),
        (8, 11, "quetzalcoatl", True),
        (9, 13, "quetzalcoatl", True),
    ],
)
def test_r083_points_temple_step_and_resource(
    space: int, points: int, temple: str, block: bool
) -> None:
    table = chichen_itza(space).play(0, f"do chichen_itza {space}")
    if block:
        table.pending((0, "gain")).legal(0, "gain gold", "gain stone", "gain wood")
        table.play(0, "gain stone")
    table.pending((0, "pick")).expect(
        {
            "players.0.points4": 4 * points,
            "players.0.temples": dict.fromkeys(TEMPLES, 1) | {temple: 2},
            "players.0.stone": int(block),
            "players.0.skulls": 0,
            "skull_spaces": [n == space for n in range(1, 10)],
            "bank_skulls": 12,
        }
    )


def test_r083_each_spot_once_a_game_and_not_without_a_skull() -> None:
    taken = {"skull_spaces.2": True, "players.0.corn": 2, "players.0.skulls": 1}
    table = chichen_itza(3, taken).legal(0, "do chichen_itza 1", "do chichen_itza 2", "skip")
    table.illegal(0, "do chichen_itza 3")
    none = chichen_itza(3, {"players.0.corn": 2, "players.0.skulls": 0}).pending((0, "pick"))
    none.expect({"players.0.corn": 2})
    # Two workers, one skull.
    table = chichen_itza(3, {"gears.chichen_itza.5": 0}).play(0, "do chichen_itza 3")
    table.play(0, "pick chichen_itza 5").pending((0, "pick"))
    table.expect({"players.0.points4": 24})


def test_r083_a_lower_spot_for_corn() -> None:
    table = chichen_itza(7, {"players.0.corn": 1}).legal(
        0, "do chichen_itza 6", "do chichen_itza 7", "skip"
    )
    table.play(0, "do chichen_itza 6", "gain gold").expect(
        {"players.0.corn": 0, "players.0.points4": 32, "players.0.gold": 1}
    )


def test_r084_theology_1_the_action_one_ahead_instead() -> None:
    one = {THEOLOGY: 1}
    table = chichen_itza(3, one).legal(0, "do chichen_itza 3", "do chichen_itza 4", "skip")
    table.play(0, "do chichen_itza 4").expect({"players.0.points4": 28, "players.0.corn": 0})
    # No step back from the space ahead: spot 4 is taken, so nothing lies ahead.
    chichen_itza(3, one | {"skull_spaces.3": True}).legal(0, "do chichen_itza 3", "skip")
    # The way back counts from the own space as ever.
    rich = chichen_itza(3, one | {"players.0.corn": 1})
    rich.legal(0, "do chichen_itza 2", "do chichen_itza 3", "do chichen_itza 4", "skip")
    rich.play(0, "do chichen_itza 2").expect({"players.0.corn": 0})
    chichen_itza(3).legal(0, "do chichen_itza 3", "skip")
    # Chichen Itza only.
    other = start(one | {"gears.yaxchilan.3": 0}).play(0, "pick yaxchilan 3")
    other.lacks(0, "do yaxchilan 4")


def test_r085_theology_1_from_0_and_9_and_10() -> None:
    one = {THEOLOGY: 1}
    chichen_itza(0, one).legal(0, "do chichen_itza 1", "skip")
    chichen_itza(0).pending((0, "pick"))
    nine = chichen_itza(9, one).legal(0, *(f"do chichen_itza {n}" for n in range(1, 10)), "skip")
    nine.play(0, "do chichen_itza 2").expect({"players.0.corn": 0, "players.0.points4": 20})
    chichen_itza(9).legal(0, "do chichen_itza 9", "skip")
    ten = chichen_itza(10, one).legal(0, *(f"do chichen_itza {n}" for n in range(1, 10)), "skip")
    ten.illegal(0, "do chichen_itza 10", "do chichen_itza 11")


def test_r085_the_cheapest_way_is_taken() -> None:
    # Contract rule 5: from 9, spot 8 is free through the jump and would cost 1 corn by going back.
    table = chichen_itza(9, {THEOLOGY: 1, "players.0.corn": 5}).play(0, "do chichen_itza 8")
    table.play(0, "gain wood").expect({"players.0.corn": 5})


def test_r086_theology_2_one_block_for_one_step_after_the_action() -> None:
    two = {THEOLOGY: 2, "players.0.wood": 2, "players.0.gold": 1}
    table = chichen_itza(3, two).play(0, "do chichen_itza 3").pending((0, "offering"))
    table.legal(0, "decline", "offer gold", "offer wood")
    declined = table.copy().play(0, "decline").pending((0, "pick"))
    declined.expect({"players.0.wood": 2, "players.0.gold": 1})
    table.play(0, "offer wood").pending((0, "up")).legal(0, *(f"up {t}" for t in TEMPLES))
    table.play(0, "up chaac").pending((0, "pick"))  # once only
    table.expect({"players.0.temples.chaac": 3, "players.0.wood": 1, "players.0.gold": 1})


def test_r086_the_block_just_won_may_be_offered_however_the_action_is_reached() -> None:
    two = {THEOLOGY: 2}
    table = chichen_itza(10, two).play(0, "do chichen_itza 6", "gain gold").pending((0, "offering"))
    table.legal(0, "decline", "offer gold").play(0, "offer gold", "up kukulkan")
    table.expect({"players.0.temples.kukulkan": 3, "players.0.gold": 0})
    ahead = chichen_itza(5, two).play(0, "do chichen_itza 6", "gain wood").pending((0, "offering"))
    ahead.play(0, "offer wood", "up chaac").expect({"players.0.temples.chaac": 2})
    chichen_itza(5, two).play(0, "do chichen_itza 5").pending((0, "pick"))  # no block: no question
    # Level 1 is not enough.
    low = chichen_itza(5, {THEOLOGY: 1, "players.0.wood": 1}).play(0, "do chichen_itza 5")
    low.pending((0, "pick"))
    # No step to be made: no question.
    top = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    chichen_itza(5, two | top | {"players.0.wood": 1}).play(0, "do chichen_itza 5").pending(
        (0, "pick")
    )


def test_r086_once_for_each_action() -> None:
    two = {THEOLOGY: 2, "players.0.wood": 2, "players.0.skulls": 2, "gears.chichen_itza.5": 0}
    table = chichen_itza(3, two).play(0, "do chichen_itza 3", "offer wood", "up chaac")
    table.play(0, "pick chichen_itza 5", "do chichen_itza 5").pending((0, "offering"))
    table.play(0, "offer wood", "up chaac").expect({"players.0.temples.chaac": 4})


def test_r087_no_offering_without_an_action() -> None:
    table = chichen_itza(3, {THEOLOGY: 2, "players.0.wood": 2}).play(0, "skip").pending((0, "pick"))
    table.expect({"players.0.wood": 2})
    taken = {THEOLOGY: 2, "players.0.wood": 1, "players.0.skulls": 0}
    chichen_itza(3, taken).pending((0, "pick"))
    # Nor after an action elsewhere.
    other = start({THEOLOGY: 2, "players.0.wood": 1, "gears.yaxchilan.4": 0})
    other.play(0, "pick yaxchilan 4", "do yaxchilan 4").pending((0, "pick"))
