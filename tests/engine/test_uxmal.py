"""Temple offering, market, workers, corn for buildings (R-075 to R-082, rulebook p9)."""

from typing import Any

import pytest

from .scenario import TEMPLES, Table, start

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
