"""What a turn is: begging and pity, placing or picking up workers, and when it is over (rulings
R-019 to R-044, rulebook p6-7, p10 and p11)."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import FULL, MODULES
from bot.engine.expansion import NO_TRIBE, TRIBES, Powers
from bot.engine.happenings import Happening, TurnEnded

from .random_play import MOODS, choose
from .scenario import AGE_2, GEARS, TEMPLES, Table, parts, start

# --- What a turn is, begging and pity (rulings, rulebook p6 and p11) ---------------

BOTTOM = dict.fromkeys(TEMPLES, 0)


def full_below(number: int, *gears: str) -> dict[str, Any]:
    """Dummies on all spaces below a number, on the given gears (all without any)."""
    return {f"gears.{gear}.{space}": "dummy" for gear in gears or GEARS for space in range(number)}


def test_r019_placing_or_picking_up_never_both_never_neither() -> None:
    turn = {"players.0.corn": 9, "gears.yaxchilan.1": 0, "gears.yaxchilan.2": 0}
    table = start(turn)
    table.pending((0, "turn"))
    table.offers(0, "place tikal", "place start", "pick yaxchilan 1", "pick yaxchilan 2")
    table.illegal(0, "end", "pass")  # not neither

    placing = table.copy().play(0, "place tikal").pending((0, "place"))
    placing.illegal(0, "pick yaxchilan 1", "pick yaxchilan 2").legal(0, "end")

    picking = table.copy().play(0, "pick yaxchilan 1", "do yaxchilan 1").pending((0, "pick"))
    picking.illegal(0, "place tikal", "place start", "beg")
    picking.legal(0, "end", "pick yaxchilan 2")

    table.illegal(1, "place tikal")  # not that seat's turn
    assert table.game.legal(1) == []


def test_r020_what_one_must_do() -> None:
    all_out = {"gears.palenque.1": 0, "gears.tikal.2": 0, "gears.uxmal.0": 0, "players.0.corn": 9}
    start(all_out).legal(0, "pick palenque 1", "pick tikal 2", "pick uxmal 0")

    none_out = start({"players.0.corn": 3})
    none_out.legal(0, *(f"place {gear}" for gear in GEARS), "place start")

    # The starting-player space is no gear.
    on_start = start({"players.0.corn": 3, "start_space": 0})
    on_start.legal(0, *(f"place {gear}" for gear in GEARS))


def test_r021_begging_fills_up_to_three_once_at_the_start() -> None:
    for corn in (0, 1, 2):
        table = start({"players.0.corn": corn, "gears.palenque.1": 0}).offers(0, "beg")
        table.play(0, "beg").pending((0, "anger")).expect({"players.0.corn": 3})
        table.legal(0, *(f"down {temple}" for temple in TEMPLES))
        table.play(0, "down quetzalcoatl").pending((0, "turn"))
        table.expect({"players.0.temples": {"chaac": 1, "quetzalcoatl": 0, "kukulkan": 1}})
        table.lacks(0, "beg").offers(0, "place tikal", "pick palenque 1").illegal(0, "beg")
    start({"players.0.corn": 3, "gears.palenque.1": 0}).lacks(0, "beg")
    # Not after the first placement, nor after picking up.
    start({"players.0.corn": 1}).play(0, "place palenque").lacks(0, "beg").illegal(0, "beg")
    picked = start({"gears.palenque.0": 0, "gears.tikal.1": 0}).play(0, "pick palenque 0")
    picked.lacks(0, "beg").illegal(0, "beg")


def test_r021_begging_with_two_corn_wins_one_not_three() -> None:
    table = start({"players.0.corn": 2}).play(0, "beg", "down chaac")
    table.expect({"players.0.corn": 3, "players.0.temples.chaac": 0})
    table.play(0, "place palenque", "place tikal").expect({"players.0.corn": 2})


def test_r022_no_begging_with_all_markers_at_the_bottom() -> None:
    low = {"players.0.corn": 0, "players.0.temples": BOTTOM, "gears.palenque.1": 0}
    start(low).lacks(0, "beg").illegal(0, "beg")
    # One marker above the bottom is enough, and it is the one that goes down.
    table = start(low | {"players.0.temples.kukulkan": 1}).offers(0, "beg")
    table.play(0, "beg").pending((0, "turn"))
    table.expect({"players.0.temples": BOTTOM, "players.0.corn": 3})


def test_r023_who_cannot_pay_any_placement_must_beg_first() -> None:
    taken = full_below(1) | {"start_space": 1}
    table = start(taken).pending((0, "turn")).legal(0, "beg")
    table.illegal(0, "place palenque")
    table.play(0, "beg", "down chaac").legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place tikal").expect({"gears.tikal.1": 0, "players.0.corn": 2})

    # A worker on a gear may be picked up instead.
    start(taken | {"gears.uxmal.2": 0}).legal(0, "beg", "pick uxmal 2")
    # One free space that can be paid is enough.
    start(taken | {"gears.uxmal.0": None}).legal(0, "beg", "place uxmal")
    # So is the starting-player space.
    start(taken | {"start_space": None}).legal(0, "beg", "place start")


def test_r024_pity_one_worker_on_a_cheapest_space_for_all_corn() -> None:
    pitiful = {"players.0.temples": BOTTOM, "start_space": 1}
    poor = pitiful | full_below(2) | {"gears.palenque.2": "dummy", "players.0.corn": 1}
    table = start(poor).pending((0, "turn"))
    table.legal(0, *(f"place {gear}" for gear in GEARS if gear != "palenque"))
    table.illegal(0, "place palenque", "beg")
    table.play(0, "place uxmal").pending((0, "place")).legal(0, "end")
    table.expect({"gears.uxmal.2": 0, "players.0.corn": 0, "players.0.available": 2})
    table.illegal(0, "place tikal")
    assert table["players.0.temples"] == BOTTOM

    # Only one gear is cheapest.
    start(poor | {"gears.tikal.1": None}).play(0, "place tikal").expect(
        {"gears.tikal.1": 0, "players.0.corn": 0}  # one corn for space 1: paid, not pitied
    )
    start(poor | {"players.0.corn": 0, "gears.tikal.1": None}).legal(0, "place tikal")


def test_r024_no_pity_while_the_starting_player_space_is_free() -> None:
    table = start(full_below(3) | {"players.0.temples": BOTTOM, "players.0.corn": 2})
    table.legal(0, "place start").play(0, "place start")
    table.expect({"players.0.corn": 2, "start_space": 0}).legal(0, "end")


def test_r024_pity_also_for_a_richer_player_on_full_gears() -> None:
    # Contract: whenever no placement can be paid and begging is not possible, whatever the reason.
    table = start(full_below(6) | {"start_space": 1, "players.0.corn": 5})
    table.legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place chichen_itza").legal(0, "end").expect(
        {"gears.chichen_itza.6": 0, "players.0.corn": 0}
    )
    # Begging comes first, and if 3 corn are too few, pity comes after it.
    table = start(full_below(5) | {"start_space": 1, "players.0.corn": 2}).legal(0, "beg")
    table.play(0, "beg", "down chaac").legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place tikal").legal(0, "end").expect({"players.0.corn": 0, "gears.tikal.5": 0})


def test_r025_anger_needs_a_marker_above_the_bottom() -> None:
    angry = {
        "players.0.corn": 0,
        "players.0.light_side": False,
        "players.0.temples": {"chaac": 0, "quetzalcoatl": 8, "kukulkan": 2},
    }
    table = start(angry).play(0, "beg").pending((0, "anger"))
    table.legal(0, "down kukulkan", "down quetzalcoatl")
    table.illegal(0, "down chaac", "skip", "end", "decline")
    table.play(0, "down quetzalcoatl")
    table.expect({"players.0.temples.quetzalcoatl": 7, "players.0.light_side": False})
    light = start(angry | {"players.0.light_side": True}).play(0, "beg", "down quetzalcoatl")
    light.expect({"players.0.light_side": True})  # leaving the top does not turn the board


def test_r026_points_may_go_below_zero() -> None:
    hungry = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.points4": 4}
    table = start(hungry | {"players.1.points4": 0}).play(1, "place tikal", "end")
    table.expect({"players.*.points4": [4 - 36, -36]})


def test_r027_refill_and_calendar_corn_come_at_the_end_of_the_turn() -> None:
    table = start({"players.0.corn": 2, "calendar_corn": 4})
    table.play(0, "place start").expect({"players.0.corn": 2, "calendar_corn": 4})
    table.play(0, "place palenque").expect({"players.0.corn": 1, "calendar_corn": 4})
    table.play(0, "end").expect({"players.0.corn": 5, "calendar_corn": 0, "turn_seat": 1})

    table = start({"players.0.wood": 1, "gears.tikal.2": 0, "gears.uxmal.0": 0})
    table.play(0, "pick tikal 2", "do tikal 2")  # only the small farm can be paid
    table.expect({"building_row.0": None, "age1_left": 4, "players.0.wood": 0})
    table.play(0, "pick uxmal 0").expect({"building_row.0": None})
    table.play(0, "end").expect({"building_row.0": "a1-common-farm-1", "age1_left": 3})


def test_r027_calendar_corn_only_in_the_turn_of_the_placement() -> None:
    table = start({"first_seat": 1, "turn_seat": 0, "start_space": 1, "calendar_corn": 3})
    table.play(0, "place palenque", "end")  # the space is seat 1's: nothing for seat 0
    table.expect({"players.0.corn": 0})


def test_r028_resources_and_corn_never_run_out() -> None:
    rich = {"wood": 65, "stone": 40, "gold": 40, "corn": 500}
    table = start(
        {f"players.{seat}.{goods}": n for goods, n in rich.items() for seat in (0, 1)}
        | {"gears.yaxchilan.5": 0, "gears.yaxchilan.1": 0, "gears.palenque.1": 0}
    )
    table.play(0, "pick yaxchilan 5", "do yaxchilan 5", "pick yaxchilan 1", "do yaxchilan 1")
    table.play(0, "pick palenque 1", "do palenque 1").expect(
        {"players.0.gold": 41, "players.0.stone": 41, "players.0.wood": 66, "players.0.corn": 505}
    )


# --- Placing workers and what it costs (rulings, rulebook p6 and p10) --------------


@pytest.mark.parametrize("powers", [NO_TRIBE, *(tribe.powers for tribe in TRIBES.values())])
def test_the_table_of_lowest_free_spaces_counts_them_out(powers: Powers) -> None:
    for own, last, table in zip(
        powers.own_spaces, powers.last_space, powers.lowest_free, strict=True
    ):
        for taken in range(0, len(table), 5):
            free = [space for space in range(last + 1) if own & ~taken & 1 << space]
            assert table[taken] == (free[0] if free else FULL)
        assert table[-1] == FULL, "all taken"


def test_r029_lowest_free_numbered_space_one_at_a_time() -> None:
    table = start({"players.0.corn": 9, "gears.palenque.1": 1})
    table.play(0, "place palenque").expect({"gears.palenque.0": 0})
    table.play(0, "place palenque").expect({"gears.palenque.2": 0, "gears.palenque.1": 1})
    table.illegal(0, "place palenque 1", "place palenque 3", "place")


def test_r030_dummies_hold_spaces_and_gaps_are_used_first() -> None:
    table = start(
        {
            "players.0.corn": 20,
            "gears.uxmal.0": "dummy",
            "gears.uxmal.1": 1,
            "gears.uxmal.3": "dummy",
            "gears.uxmal.4": 0,
        }
    )
    table.play(0, "place uxmal").expect({"gears.uxmal.2": 0})
    table.play(0, "place uxmal").expect({"gears.uxmal.5": 0, "players.0.corn": 20 - 2 - 5 - 1})


def test_r031_space_numbers_plus_number_of_workers() -> None:
    table = start({"players.0.corn": 15, "players.0.workers": 6})
    left = 15
    for placed, place in enumerate(("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")):
        left -= placed  # 0, 1, 3, 6, 10 in all
        table.play(0, f"place {place}").expect({"players.0.corn": left})
    table.play(0, "place start").expect({"players.0.corn": 0, "players.0.available": 0})
    table.legal(0, "end")


def test_r031_each_worker_is_charged_as_it_is_placed() -> None:
    table = start({"players.0.corn": 6, "gears.tikal.0": 1, "gears.tikal.1": 1})
    table.play(0, "place tikal").expect({"players.0.corn": 4})  # 2 + 0
    table.play(0, "place tikal").expect({"players.0.corn": 0})  # 3 + 1
    # The same two spaces with one corn less: the second cannot be paid.
    table = start({"players.0.corn": 5, "gears.tikal.0": 1, "gears.tikal.1": 1})
    table.play(0, "place tikal").lacks(0, "place tikal").offers(0, "place palenque", "end")


def test_r032_no_placement_without_the_corn_for_it() -> None:
    table = start({"players.0.corn": 0, "gears.tikal.0": "dummy", "calendar_corn": 5})
    table.lacks(0, "place tikal").illegal(0, "place tikal")
    table.play(0, "place start")
    table.legal(0, "end")  # a second worker costs 1; the calendar's corn is not there yet
    table.illegal(0, "place palenque")
    table.play(0, "end").expect({"players.0.corn": 5})


def test_r033_straight_onto_a_free_choice_space() -> None:
    filled = {f"gears.tikal.{space}": "dummy" for space in range(6)}
    table = start(filled | {"players.0.corn": 6, "gears.palenque.0": 0})
    table.play(0, "place tikal").expect({"gears.tikal.6": 0, "players.0.corn": 0})
    start(filled | {"players.0.corn": 5}).lacks(0, "place tikal")

    filled = {f"gears.chichen_itza.{space}": "dummy" for space in range(10)}
    table = start(filled | {"players.0.corn": 10}).play(0, "place chichen_itza")
    table.expect({"gears.chichen_itza.10": 0, "players.0.corn": 0})


def test_r034_full_gears_and_unnumbered_spaces() -> None:
    filled = {f"gears.tikal.{space}": "dummy" for space in range(8)}
    filled |= {f"gears.chichen_itza.{space}": "dummy" for space in range(11)}
    table = start(filled | {"players.0.corn": 99})
    table.lacks(0, "place tikal", "place chichen_itza")
    table.illegal(0, "place tikal", "place chichen_itza")
    table.legal(0, "place palenque", "place yaxchilan", "place uxmal", "place start")


def test_r035_starting_player_space_costs_nothing_but_counts() -> None:
    first = start({"players.0.corn": 1})
    first.play(0, "place start").expect({"players.0.corn": 1, "start_space": 0})
    first.legal(0, *(f"place {gear}" for gear in GEARS), "end")  # holds one worker
    first.play(0, "place palenque").expect({"players.0.corn": 0})
    last = start({"players.0.corn": 1}).play(0, "place palenque", "place start")
    last.expect({"players.0.corn": 0, "start_space": 0, "players.0.available": 1})
    middle = start({"players.0.corn": 3}).play(0, "place tikal", "place start", "place uxmal")
    middle.expect({"players.0.corn": 0})
    start({"start_space": 1, "players.0.corn": 9}).lacks(0, "place start")


def test_r036_the_calendars_corn_can_feed_in_the_same_round() -> None:
    table = start({"round": 8, "tooth": 7, "turn_seat": 1, "calendar_corn": 6})
    table.play(1, "place start", "end")
    table.expect({"players.1.corn": 0, "players.1.points4": 0, "calendar_corn": 0})
    table.expect({"players.0.points4": -36})  # the other had none


def test_r192_two_workers_on_spaces_1_and_2_cost_4() -> None:
    # One rulebook prints 3 for it; the rule gives 1 + 2 + 1.
    table = start({"players.0.corn": 4, "gears.palenque.0": 1})
    table.play(0, "place palenque", "place palenque").expect(
        {"gears.palenque.1": 0, "gears.palenque.2": 0, "players.0.corn": 0}
    )
    start({"players.0.corn": 3, "gears.palenque.0": 1}).play(0, "place palenque").lacks(
        0, "place palenque"
    )


# --- Picking up workers and choosing actions (rulings, rulebook p6-7) --------------


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


# --- When a seat has nothing more to say: its turn is over, or the game goes on after its answer --

UNCOVERED_BY_GOING_ON = (
    "phase", "round", "tooth", "age", "turn_seat", "food_days_held", "age1_left", "age2_left",
)  # fmt: skip
BEGINNINGS = (None, "keep", "turn", "calendar")


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turn_over_in_random_games(players: int, modules: Sequence[str]) -> None:
    """A turn is over with its end; another say, as soon as the seat is asked something new, or
    anything has changed that only the game's going on changes."""
    for seed in range(8):
        chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
        while game.pending:
            seat = chance.choice(game.pending).seat
            in_turn, was, heard = game.in_turn, game.position(), list[Happening]()
            action = choose(chance, game.legal(seat), MOODS[seed % len(MOODS)])
            ends = in_turn and game.ends_turn(action)
            game.play(seat, action, heard.append)
            now = game.position()
            kind = next((d.kind for d in game.pending if d.seat == seat), None)
            if in_turn:
                over = TurnEnded(seat) in heard
                assert ends == over, action
            else:
                over = kind in BEGINNINGS or any(was[k] != now[k] for k in UNCOVERED_BY_GOING_ON)
            assert game.turn_over(seat) == over, action
            assert game.copy().turn_over(seat) == over


def test_a_seat_that_is_asked_and_has_not_answered() -> None:
    game = Game.new(3, seed=1)
    assert not any(game.turn_over(seat) for seat in range(3)), "all choose their tiles"
    game.play(1, game.legal(1)[0])
    assert [game.turn_over(seat) for seat in range(3)] == [False, True, False]


def test_several_answers_of_one_seat_on_a_food_day() -> None:
    """A say goes on while nothing new is shown: gold of a building and of a temple, both taxed."""
    running = {"prophecies": ["drought", "gold-shortage", "hunger"]}
    gold = {"players.0.buildings": ["x1-gold-hall"], "players.0.temples.quetzalcoatl": 3}
    corn = {"players.0.corn": 99, "players.1.corn": 99, "turn_seat": 1}
    third = AGE_2 | {"round": 21, "tooth": 20}
    table = start(parts(prophecy="gold-shortage") | third | running | gold | corn)
    game = table.play(1, "place palenque", "end").game
    assert game.turn_over(1)
    assert not game.in_turn
    game.play(0, "take 1")
    assert game.pending[0].kind == "tax"
    assert not game.turn_over(0)
    game.play(0, "take 0")
    assert game.turn_over(0)
    assert game.position()["food_days_held"] == 3
