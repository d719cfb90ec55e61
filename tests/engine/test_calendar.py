"""Rounds, turning the calendar and the starting player (R-093 to R-106, rulebook p7, p10, p14)."""

from typing import Any

import pytest

from bot.engine import Game

from .scenario import GEARS, Table, start

LAST_TURN = {"turn_seat": 1}  # seat 1 ends the round


def round_over(changes: dict[str, Any] | None = None) -> Table:
    """The last seat of a round places a worker and ends its turn."""
    return start(LAST_TURN | (changes or {})).play(1, "place palenque", "end")


def test_r093_turns_then_food_day_then_calendar() -> None:
    table = start({"first_seat": 1, "turn_seat": 1}, players=3)
    for seat in (1, 2, 0):
        table.pending((seat, "turn")).expect({"turn_seat": seat, "round": 3, "tooth": 2})
        table.play(
            seat, "place tikal" if seat == 1 else "place palenque" if seat else "place uxmal"
        )
        table.expect({"round": 3}).play(seat, "end")
    table.expect({"round": 4, "tooth": 3, "turn_seat": 1}).pending((1, "turn"))
    table.expect({"gears.tikal.1": 1, "gears.palenque.1": 2, "gears.uxmal.1": 0})


def test_r094_worker_back_and_marker_at_the_end_of_the_round() -> None:
    table = start({}).play(0, "place start", "end")
    table.expect({"start_space": 0, "players.0.available": 2, "first_seat": 0})
    table.play(1, "place palenque", "end").pending((0, "calendar"))
    table.expect({"start_space": None, "players.0.available": 3, "first_seat": 1, "tooth": 2})
    table.expect({"gears.palenque.0": 1})
    table.play(0, "advance 1").expect({"tooth": 3, "gears.palenque.1": 1}).pending((1, "turn"))


def test_r095_on_a_food_day_the_worker_on_the_space_is_fed() -> None:
    food = {"round": 8, "tooth": 7, "start_space": 0, "players.0.corn": 6, "players.1.corn": 6}
    table = round_over(food).expect({"players.*.corn": [0, 0], "players.*.points4": [0, 0]})
    table.pending((0, "calendar")).expect({"players.0.available": 3})


@pytest.mark.parametrize(
    ("holder", "on_space", "next_first"), [(0, 0, 1), (0, 1, 1), (0, 2, 2), (2, 2, 0), (1, 0, 0)]
)
def test_r096_the_marker_is_taken_or_passed_to_the_left(
    holder: int, on_space: int, next_first: int
) -> None:
    last = (holder + 2) % 3
    changes = {"first_seat": holder, "turn_seat": last, "start_space": on_space}
    changes |= {f"players.{on_space}.light_side": False}
    table = start(changes, players=3).play(last, "place palenque", "end")
    table.expect({"first_seat": next_first}).pending((next_first, "turn"))


def test_r096_it_moves_in_no_other_way() -> None:
    table = start({"first_seat": 1, "turn_seat": 0}, players=2).play(0, "place palenque", "end")
    table.expect({"first_seat": 1}).pending((1, "turn"))


def test_r097_unused_the_calendar_gathers_a_corn_each_round() -> None:
    table = start({"calendar_corn": 2, "players.0.corn": 5, "players.1.corn": 5})
    table.play(0, "place palenque", "end").play(1, "place tikal", "end")
    table.expect({"calendar_corn": 3}).play(0, "place uxmal", "end")
    table.play(1, "place start", "end").expect({"calendar_corn": 0, "players.1.corn": 8})


def test_r098_used_no_corn_is_added_one_day_or_two() -> None:
    for days in (1, 2):
        table = round_over({"start_space": 0}).play(0, f"advance {days}")
        table.expect({"calendar_corn": 0, "tooth": 2 + days, "round": 4})
    dark = round_over({"start_space": 0, "players.0.light_side": False})
    dark.expect({"calendar_corn": 0, "tooth": 3})


def test_r099_one_day_moves_every_worker_a_space() -> None:
    table = round_over(
        {
            "gears.yaxchilan.7": 0,
            "gears.yaxchilan.3": 1,
            "gears.chichen_itza.10": 0,
            "gears.chichen_itza.9": 1,
            "gears.uxmal.6": 0,
        }
    )
    table.expect(
        {
            "gears.yaxchilan.4": 1,
            "gears.yaxchilan.7": None,
            "gears.yaxchilan.8": None,
            "gears.chichen_itza.10": 1,
            "gears.chichen_itza.11": None,
            "gears.uxmal.7": 0,
            "gears.palenque.1": 1,
            "players.0.available": 2,  # two fell off, without an action
            "players.1.available": 0,
            "players.0.corn": 0,
        }
    )


@pytest.mark.parametrize("gear", GEARS)
def test_r100_no_double_advance_while_a_worker_would_be_pushed_off(gear: str) -> None:
    blocking = 9 if gear == "chichen_itza" else 6
    for owner in (0, 1):  # the own worker too
        blocked = round_over({"start_space": 0, f"gears.{gear}.{blocking}": owner})
        blocked.pending((1, "turn")).expect({"tooth": 3, "players.0.light_side": True})
        blocked.expect({f"gears.{gear}.{blocking + 1}": owner})
    # A worker on the last space falls off anyway, one further back stays on.
    for space in (blocking + 1, blocking - 1):
        free = round_over({"start_space": 0, f"gears.{gear}.{space}": 1})
        free.pending((0, "calendar")).legal(0, "advance 1", "advance 2")


def test_r100_a_double_advance_needs_the_light_side_and_darkens_it() -> None:
    dark = round_over({"start_space": 0, "players.0.light_side": False}).pending((1, "turn"))
    dark.expect({"tooth": 3})
    table = round_over({"start_space": 0, "gears.tikal.5": 0, "gears.tikal.7": 0})
    table.play(0, "advance 2").expect(
        {
            "tooth": 4,
            "round": 4,
            "players.0.light_side": False,
            "gears.tikal.7": 0,
            "gears.palenque.2": 1,
            "players.0.available": 2,
        }
    )


def test_r101_dummies_do_not_prevent_it() -> None:
    table = round_over(
        {"start_space": 0, "gears.tikal.6": "dummy", "gears.chichen_itza.9": "dummy"}
    )
    table.pending((0, "calendar")).play(0, "advance 2")
    table.expect({"gears.tikal.8": "dummy", "gears.chichen_itza.11": "dummy"})


def test_r102_it_is_a_real_choice_after_turns_and_food_day() -> None:
    table = round_over({"start_space": 0}).pending((0, "calendar"))
    table.legal(0, "advance 1", "advance 2").illegal(0, "advance 3", "end")
    table.play(0, "advance 1").expect({"players.0.light_side": True, "tooth": 3})
    # Nobody on the space, nobody asked.
    round_over().pending((0, "turn"))


def test_r103_a_jump_over_a_food_day_makes_the_next_round_that_food_day() -> None:
    corn = {"players.0.corn": 12, "players.1.corn": 12}
    table = round_over({"round": 7, "tooth": 6, "start_space": 0} | corn)
    table.play(0, "advance 2").expect({"tooth": 8, "round": 8, "food_days_held": 0})
    table.expect({"players.*.corn": [12, 12]})  # no feeding yet
    table.play(1, "place tikal", "end").expect({"players.*.corn": [12, 12]})
    table.play(0, "place uxmal", "end").expect({"food_days_held": 1, "players.*.corn": [6, 6]})
    table.expect({"tooth": 9, "round": 9})
    # Later food days keep their teeth: nothing is due at tooth 12, but at 13.
    for tooth in (12, 13):
        later = round_over({"round": tooth, "tooth": tooth, "food_days_held": 1} | corn)
        later.expect({"food_days_held": 1 if tooth == 12 else 2})


def test_r103_landing_on_the_food_day_is_no_jump_over_it() -> None:
    table = round_over({"round": 6, "tooth": 5, "start_space": 0}).play(0, "advance 2")
    table.expect({"tooth": 7, "round": 7, "food_days_held": 0})
    table.play(1, "place tikal", "end").play(0, "place uxmal", "end").expect({"food_days_held": 1})


def test_r104_not_offered_in_the_last_round() -> None:
    last = {"round": 27, "tooth": 26, "age": 2, "food_days_held": 3, "start_space": 0}
    table = round_over(last).pending()
    table.expect({"phase": "finished", "tooth": 27, "round": 27, "players.0.light_side": True})


def test_r105_a_jump_over_the_last_tooth() -> None:
    late = {"round": 26, "tooth": 25, "age": 2, "food_days_held": 3, "start_space": 0}
    table = round_over(late).play(0, "advance 2")
    table.expect({"phase": "play", "round": 27, "tooth": 27, "food_days_held": 3})
    table.play(1, "place tikal", "end").play(0, "place uxmal", "end").pending()
    table.expect({"phase": "finished", "food_days_held": 4, "round": 27, "tooth": 28})
    # With an earlier double advance the same happens a round sooner.
    soon = round_over(late | {"round": 25, "tooth": 24}).play(0, "advance 2")
    soon.expect({"round": 26, "tooth": 26, "phase": "play"})
    soon.play(1, "place tikal", "end").play(0, "place uxmal", "end")
    soon.expect({"phase": "finished", "round": 26, "food_days_held": 4})


def test_r106_round_1_is_no_food_day() -> None:
    table = Table(Game.new(2, seed="first"))
    for seat in (0, 1):
        table.play(seat, table.game.legal(seat)[0])
    corn = table["players.*.corn"]
    points = table["players.*.points4"]
    first = table["first_seat"]
    place = "place start"
    table.play(first, place, "end")
    table.play(1 - first, *_cheapest_placement(table, 1 - first), "end")
    if table["round"] == 1:
        table.pending((first, "calendar")).play(first, "advance 1")
    table.expect({"round": 2, "tooth": 1, "food_days_held": 0, "players.*.points4": points})
    assert table[f"players.{first}.corn"] == corn[first]  # the space costs nothing, nobody was fed


def _cheapest_placement(table: Table, seat: int) -> list[str]:
    """A placement after which the turn can end; with begging first where it must be."""
    if table.game.legal(seat) == ["beg"]:
        table.play(seat, "beg", "down chaac")
    return [next(action for action in table.game.legal(seat) if action.startswith("place "))]


def test_food_days_at_rounds_8_14_21_27_without_double_advances() -> None:
    due = {8: 0, 14: 1, 21: 2, 27: 3}
    for number in range(1, 28):
        held = sum(food_round < number for food_round in due)
        table = round_over(
            {"round": number, "tooth": number - 1, "food_days_held": held, "age": 1 + (held > 1)}
        )
        table.expect({"food_days_held": held + (number in due)})
        assert (table["phase"] == "finished") == (number == 27)
