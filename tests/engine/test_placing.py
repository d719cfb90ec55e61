"""Placing workers and what it costs (rulings R-029 to R-036, rulebook p6 and p10)."""

import pytest

from bot.engine.components import FULL
from bot.engine.expansion import NO_TRIBE, TRIBES, Powers

from .scenario import GEARS, start


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
