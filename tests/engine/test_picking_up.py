"""Picking up workers and choosing actions (rulings R-037 to R-044, rulebook p6-7)."""

from .scenario import AGE_2, Table, start


def test_r037_one_by_one_in_any_order_and_stop_at_will() -> None:
    out = {"gears.yaxchilan.1": 0, "gears.yaxchilan.3": 0, "gears.palenque.1": 0}
    table = start(out).play(0, "pick yaxchilan 3").pending((0, "action"))
    table.illegal(0, "pick palenque 1", "end")  # this worker's action comes first
    table.play(0, "do yaxchilan 3").pending((0, "pick"))
    table.legal(0, "end", "pick palenque 1", "pick yaxchilan 1")
    stopped = table.copy().play(0, "end").expect({"gears.yaxchilan.1": 0, "gears.palenque.1": 0})
    stopped.expect({"turn_seat": 1, "players.0.available": 1})
    table.play(0, "pick palenque 1", "do palenque 1", "pick yaxchilan 1", "do yaxchilan 1")
    table.pending((0, "pick")).legal(0, "end")  # asked even when it is all there is
    table.expect({"players.0.gold": 1, "players.0.wood": 1, "players.0.corn": 5})
    table.expect({"players.0.available": 3})


def test_r038_own_action_or_a_lower_one_for_a_corn_a_step_or_nothing() -> None:
    worker = {"gears.yaxchilan.3": 0, "gears.yaxchilan.2": 1, "players.0.corn": 2}
    table = start(worker).play(0, "pick yaxchilan 3")
    table.legal(0, "do yaxchilan 1", "do yaxchilan 2", "do yaxchilan 3", "skip")
    table.illegal(0, "do yaxchilan 0", "do yaxchilan 4", "do palenque 1")
    table.copy().play(0, "do yaxchilan 1").expect({"players.0.corn": 0, "players.0.wood": 1})
    table.copy().play(0, "do yaxchilan 2").expect({"players.0.corn": 2, "players.0.stone": 1})
    table.copy().play(0, "do yaxchilan 3").expect({"players.0.corn": 4, "players.0.gold": 1})
    table.play(0, "skip").expect({"players.0.corn": 2, "players.0.available": 3})
    table.expect({"gears.yaxchilan.3": None, "gears.yaxchilan.2": 1})


def test_r038_space_0_has_no_action() -> None:
    table = start({"gears.palenque.0": 0, "players.0.corn": 5}).play(0, "pick palenque 0")
    table.pending((0, "pick")).expect({"players.0.available": 3, "players.0.corn": 5})


def test_r039_the_way_back_is_paid_before_the_action() -> None:
    poor = start({"gears.palenque.2": 0, "gears.yaxchilan.3": 0})
    poor.copy().play(0, "pick palenque 2").legal(0, "do palenque 2", "skip")
    poor.copy().play(0, "pick yaxchilan 3").legal(0, "do yaxchilan 3", "skip")
    # The other order: the corn of the first action pays the second one's way.
    poor.play(0, "pick palenque 2", "do palenque 2", "pick yaxchilan 3")
    poor.offers(0, "do yaxchilan 2", "do yaxchilan 1")
    poor.play(0, "do yaxchilan 1").expect({"players.0.corn": 2})


def test_r040_free_choice_spaces_cost_no_corn() -> None:
    for space in (6, 7):
        table = start({f"gears.yaxchilan.{space}": 0}).play(0, f"pick yaxchilan {space}")
        table.legal(0, *(f"do yaxchilan {n}" for n in range(1, 6)), "skip")
        table.play(0, "do yaxchilan 1").expect({"players.0.wood": 1, "players.0.corn": 0})
    table = start({"gears.chichen_itza.10": 0, "players.0.skulls": 1})
    table.play(0, "pick chichen_itza 10")
    table.legal(0, *(f"do chichen_itza {n}" for n in range(1, 10)), "skip")
    table.play(0, "do chichen_itza 1").expect({"players.0.points4": 16, "players.0.skulls": 0})


def test_r040_the_actions_own_price_remains() -> None:
    cheap = start({"gears.uxmal.6": 0, "players.0.corn": 2}).play(0, "pick uxmal 6")
    cheap.lacks(0, "do uxmal 1").offers(0, "do uxmal 3")
    paid = start({"gears.uxmal.7": 0, "players.0.corn": 3}).play(0, "pick uxmal 7", "do uxmal 1")
    paid.pending((0, "up")).expect({"players.0.corn": 0})
    tikal = start({"gears.tikal.6": 0, "players.0.wood": 1}).play(0, "pick tikal 6", "do tikal 5")
    tikal.pending((0, "up")).expect({"players.0.wood": 0})


def test_r041_what_cannot_be_paid_cannot_be_used() -> None:
    table = start({"gears.uxmal.4": 0, "players.0.corn": 1}).play(0, "pick uxmal 4")
    table.legal(0, "do uxmal 3", "skip")  # a building costs at least 2 corn
    table = start({"gears.tikal.5": 0, "players.0.corn": 9}).play(0, "pick tikal 5")
    table.pending((0, "pick"))  # nothing of Tikal without a block: the worker just comes back
    table.expect({"players.0.corn": 9, "players.0.available": 3})
    table = start({"gears.uxmal.5": 0}).play(0, "pick uxmal 5").pending((0, "pick"))
    table.expect({"players.0.available": 3})


def test_r041_a_lower_action_counts_its_way_back_too() -> None:
    # Uxmal 1 costs 3 corn; from Uxmal 3 two more.
    start({"gears.uxmal.3": 0, "players.0.corn": 4}).play(0, "pick uxmal 3").lacks(0, "do uxmal 1")
    table = start({"gears.uxmal.3": 0, "players.0.corn": 5}).play(0, "pick uxmal 3")
    table.offers(0, "do uxmal 1").play(0, "do uxmal 1").expect({"players.0.corn": 0})


def test_r042_no_action_is_always_allowed_and_options_may_be_declined() -> None:
    rich = {"players.0.corn": 9, "players.0.wood": 9, "players.0.skulls": 2, "players.0.gold": 4}
    for gear, space in (("palenque", 3), ("yaxchilan", 5), ("tikal", 4), ("chichen_itza", 2)):
        table = start(rich | {f"gears.{gear}.{space}": 0}).play(0, f"pick {gear} {space}")
        table.offers(0, "skip").play(0, "skip").pending((0, "pick"))
        table.expect({"players.0.corn": 9, "players.0.wood": 9, "players.0.skulls": 2})
    tech = start(rich | {"gears.tikal.3": 0}).play(0, "pick tikal 3", "do tikal 3")
    tech.lacks(0, "stop").play(0, "advance theology", "pay 1 0 0").offers(0, "stop")
    tech.play(0, "stop").pending((0, "pick"))
    build = start(rich | {"gears.tikal.4": 0}).play(0, "pick tikal 4", "do tikal 4")
    build.lacks(0, "stop").play(0, "build a1-mason-shrine").offers(0, "stop")
    build.play(0, "stop").pending((0, "pick"))
    market = start(rich | {"gears.uxmal.2": 0}).play(0, "pick uxmal 2", "do uxmal 2")
    market.offers(0, "done").play(0, "done").pending((0, "pick"))


def test_r043_workers_that_come_back_are_at_hand_but_placed_next_turn() -> None:
    table = start({"gears.palenque.1": 0, "gears.uxmal.3": 0, "players.0.corn": 9})
    table.play(0, "pick palenque 1", "do palenque 1").expect({"players.0.available": 2})
    table.illegal(0, "place palenque").play(0, "pick uxmal 3", "do uxmal 3")
    table.expect({"players.0.workers": 4, "players.0.available": 4})
    table.illegal(0, "place palenque", "place start").legal(0, "end").play(0, "end")
    table.play(1, "place tikal", "end").pending((0, "turn"))
    table.play(0, "place palenque", "place palenque", "place palenque", "place palenque")
    table.expect({"players.0.available": 0})


def test_r044_gains_come_before_steps_and_technology_and_actions() -> None:
    goods = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}

    def built(tile: str) -> Table:
        table = start(AGE_2 | goods | {"building_row.0": tile, "gears.tikal.2": 0})
        return table.play(0, "pick tikal 2", "do tikal 2", f"build {tile}")

    built("a2-skull-academy").pending((0, "tech")).expect(
        {"players.0.skulls": 1, "players.0.technologies.theology": 0}
    )
    built("a2-trader-tomb").pending((0, "trade")).expect({"players.0.points4": 24})
    built("a2-envoy-tomb").pending((0, "action")).expect(
        {"players.0.points4": 8, "players.0.corn": 9}
    )
    tomb = built("a1-builder-tomb").pending((0, "up"))
    tomb.play(0, "up chaac").pending((0, "build"))
