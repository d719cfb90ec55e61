"""Clock rules, the clocks of a whole table, and when something is due."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import (
    BankClock,
    DaysClock,
    LiveClock,
    NoClock,
    Pinging,
    SeatClock,
    SeatMoments,
    TimeRules,
    ask,
    deadline,
    extend,
    marked_told,
    moments_of,
    new_clock,
    pause,
    rewound,
    seats_asked,
    turn_confirmed,
    turn_taken_back,
)
from bot.clocks.hours import AWAKE
from bot.clocks.rules import ClockRule, first_time, next_time
from bot.refusal import Refusal
from bot.store.columns import JsonOf
from tests.clocks.strategies import time_left

# --- Clock rules: their ranges, and what they make of a confirmed turn ----------------------------

HOUR = timedelta(hours=1)
TIME_RULES = JsonOf(TimeRules)

banks = st.builds(
    lambda start, increment, more: BankClock(start, increment, min(1440, start + more)),
    st.integers(1, 1440),
    st.integers(0, 168),
    st.integers(0, 1440),
)
clocks = st.one_of(
    st.just(NoClock()),
    st.builds(LiveClock, st.integers(1, 120)),
    st.builds(DaysClock, st.integers(1, 30)),
    banks,
)
all_rules = st.builds(
    TimeRules,
    clocks,
    st.booleans(),
    st.integers(0, 60),
    st.sampled_from(["computer", "moderator"]),
)


@given(all_rules)
def test_json_gives_the_rules_back(rules: TimeRules) -> None:
    assert TIME_RULES.process_result_value(TIME_RULES.process_bind_param(rules)) == rules


def test_json_is_plain() -> None:
    assert TIME_RULES.process_bind_param(TimeRules(BankClock(48, 6, 96))) == {
        "clock": {"kind": "bank", "start": 48, "increment": 6, "cap": 96},
        "quiet_counts": False,
        "vacation_days": 14,
        "when_out": "computer",
    }
    assert TIME_RULES.process_result_value({}) == TimeRules()
    for before, now in (("substitute", "moderator"), ("relief", "computer")):  # of version 1.0.0
        assert TIME_RULES.process_result_value({"when_out": before}) == TimeRules(when_out=now)


@pytest.mark.parametrize(
    "raw",
    [
        {"clock": "days"},
        {"clock": {"kind": "sundial"}},
        {"clock": {"days": 2}},
        {"clock": {"kind": "days", "hours": 2}},
        {"clock": {"kind": "days", "days": "2"}},
        {"clock": {"kind": "live", "minutes": True}},
        {"clock": {"kind": "live", "minutes": 1.5}},
        {"quiet_counts": 1},
        {"when_out": "duel"},
        {"when_out": ["substitute"]},
        {"vacation_days": None},
        {"bedtime": 1},
    ],
)
def test_other_json_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        TIME_RULES.process_result_value(raw)


@pytest.mark.parametrize(
    "raw",
    [
        {"clock": {"kind": "live", "minutes": 0}},
        {"clock": {"kind": "live", "minutes": 121}},
        {"clock": {"kind": "days", "days": 0}},
        {"clock": {"kind": "days", "days": 31}},
        {"clock": {"kind": "bank", "start": 0, "increment": 1, "cap": 10}},
        {"clock": {"kind": "bank", "start": 10, "increment": -1, "cap": 10}},
        {"clock": {"kind": "bank", "start": 10, "increment": 169, "cap": 10}},
        {"clock": {"kind": "bank", "start": 10, "increment": 1, "cap": 1441}},
        {"clock": {"kind": "bank", "start": 10, "increment": 1, "cap": 9}},
        {"vacation_days": 61},
    ],
)
def test_json_out_of_range_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        TIME_RULES.process_result_value(raw)


def test_a_bank_does_not_begin_above_its_cap() -> None:
    with pytest.raises(ValueError, match="above its cap"):
        BankClock(10, 1, 9)


@pytest.mark.parametrize(
    ("clock", "first"),
    [
        (NoClock(), None),
        (LiveClock(5), timedelta(minutes=5)),
        (DaysClock(3), timedelta(days=3)),
        (BankClock(72, 12, 120), timedelta(hours=72)),
    ],
)
def test_time_for_the_first_question(clock: ClockRule, first: timedelta | None) -> None:
    assert first_time(clock) == first
    if not isinstance(clock, BankClock):  # what is left is not kept
        assert next_time(clock, HOUR, earned=True) == first
        assert next_time(clock, HOUR, earned=False) == first


@pytest.mark.parametrize(
    ("left", "earned", "then"),
    [(10, True, 22), (10, False, 10), (0, True, 12), (110, True, 120), (120, True, 120),
     (200, True, 200)],
)  # fmt: skip
def test_bank(left: int, earned: bool, then: int) -> None:
    assert next_time(BankClock(72, 12, 120), left * HOUR, earned=earned) == then * HOUR


# --- The clocks of a whole table ------------------------------------------------------------------

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BANK = BankClock(start=72, increment=12, cap=120)
HOURS = dict.fromkeys(range(3), AWAKE)
CLOCKS = {seat: new_clock(seat, AWAKE, BANK) for seat in range(3)}
"""Seat 3 is a computer's and has none."""


def running(clocks: dict[int, SeatClock]) -> list[int]:
    return [seat for seat, clock in clocks.items() if deadline(clock) is not None]


def test_secret_choice_of_all_at_once() -> None:
    clocks = seats_asked(CLOCKS, [0, 1, 2, 3], HOURS, NOON)
    assert running(clocks) == [0, 1, 2]
    clocks = turn_confirmed(clocks, 1, [0, 2, 3], HOURS, BANK, NOON + HOUR, earns=False)
    assert running(clocks) == [0, 2]
    assert deadline(clocks[0]) == NOON + 72 * HOUR  # not started anew
    assert clocks[1].bank == 71 * HOUR
    clocks = turn_confirmed(clocks, 0, [2, 3], HOURS, BANK, NOON + 2 * HOUR, earns=False)
    clocks = turn_confirmed(clocks, 3, [2], HOURS, BANK, NOON + 2 * HOUR, earns=False)
    clocks = turn_confirmed(clocks, 2, [0], HOURS, BANK, NOON + 3 * HOUR, earns=False)
    assert running(clocks) == [0]
    assert deadline(clocks[0]) == NOON + 3 * HOUR + 70 * HOUR


def test_same_seat_asked_again() -> None:
    clocks = seats_asked(CLOCKS, [0], HOURS, NOON)
    clocks = turn_confirmed(clocks, 0, [0], HOURS, BANK, NOON + HOUR)
    assert deadline(clocks[0]) == NOON + HOUR + 83 * HOUR


def test_taken_back() -> None:
    start = seats_asked(CLOCKS, [0], HOURS, NOON)
    clocks = turn_confirmed(start, 0, [1], HOURS, BANK, NOON + HOUR)
    clocks = turn_taken_back(clocks, 0, [0], NOON + 3 * HOUR)
    assert clocks[0] == start[0]
    assert clocks[1].bank == 72 * HOUR
    assert running(clocks) == [0]


def test_secret_choice_taken_back_leaves_others_running() -> None:
    start = seats_asked(CLOCKS, [0, 1, 2], HOURS, NOON)
    clocks = turn_confirmed(start, 1, [0, 2], HOURS, BANK, NOON + HOUR, earns=False)
    assert turn_taken_back(clocks, 1, [0, 1, 2], NOON + 2 * HOUR) == start


def test_own_next_turn_is_withdrawn_to_take_back() -> None:
    start = seats_asked(CLOCKS, [0], HOURS, NOON)
    clocks = turn_confirmed(start, 0, [0], HOURS, BANK, NOON + HOUR)
    assert turn_taken_back(clocks, 0, [0], NOON + 2 * HOUR) == start


def test_taken_back_too_late() -> None:
    clocks = turn_confirmed(
        seats_asked(CLOCKS, [0], HOURS, NOON), 0, [1], HOURS, BANK, NOON + 71 * HOUR
    )
    with pytest.raises(Refusal):
        turn_taken_back(clocks, 0, [0], NOON + 73 * HOUR)


def test_paused_table() -> None:
    clocks = seats_asked(CLOCKS, [0], HOURS, NOON, paused=True)
    assert time_left(clocks[0], NOON + 99 * HOUR) == 72 * HOUR
    clocks = turn_confirmed(clocks, 0, [1], HOURS, BANK, NOON + 99 * HOUR, paused=True)
    assert clocks[0].bank == 84 * HOUR
    assert running(clocks) == []
    assert time_left(clocks[1], NOON + 200 * HOUR) == 72 * HOUR


def test_rewound() -> None:
    clocks = seats_asked(CLOCKS, [0], HOURS, NOON)
    for number in range(6):
        seat = number % 3
        now = NOON + (number + 1) * HOUR
        clocks = turn_confirmed(clocks, seat, [(seat + 1) % 3], HOURS, BANK, now)
    banks = {seat: time_left(clock, NOON + 6 * HOUR) for seat, clock in clocks.items()}
    clocks = rewound(clocks, {0: 1, 1: 0, 2: 0}, [1], HOURS, NOON + 7 * HOUR)
    assert running(clocks) == [1]
    # Nothing given, and nothing taken but what was used; the open question is given back.
    assert {seat: time_left(clock, NOON + 7 * HOUR) for seat, clock in clocks.items()} == banks
    clocks = turn_confirmed(clocks, 1, [2], HOURS, BANK, NOON + 7 * HOUR)
    assert time_left(clocks[1], NOON) == banks[1]


def test_computer_seats_have_no_clock() -> None:
    clocks = seats_asked(CLOCKS, [3], HOURS, NOON)
    assert clocks == CLOCKS
    clocks = turn_confirmed(clocks, 3, [0], HOURS, BANK, NOON)
    assert running(clocks) == [0]
    assert turn_taken_back(clocks, 3, [3], NOON)[0].question is None


# --- When something is due for a seat -------------------------------------------------------------

DAYS = TimeRules(DaysClock(1))


def test_row_of_a_seat() -> None:
    clock = ask(new_clock(2, AWAKE, DAYS.clock), AWAKE, NOON)
    row = moments_of(clock, Pinging(DAYS, AWAKE, "mention"), NOON)
    assert row == SeatMoments(NOON, NOON + 12 * HOUR, NOON + 22 * HOUR, NOON + 24 * HOUR)
    assert row.first == NOON
    clock = marked_told(clock, "turn", "reminder")
    row = moments_of(clock, Pinging(DAYS, AWAKE, "mention"), NOON)
    assert row == SeatMoments(None, None, NOON + 22 * HOUR, NOON + 24 * HOUR)
    clock = marked_told(clock, "last_call", "time_out")
    row = moments_of(clock, Pinging(DAYS, AWAKE, "mention"), NOON)
    assert row == SeatMoments()
    assert row.first is None
    later = moments_of(extend(clock, HOUR, NOON), Pinging(DAYS, AWAKE, "mention"), NOON)
    assert later == SeatMoments(None, None, NOON + 23 * HOUR, NOON + 25 * HOUR)


def test_who_wants_no_pings_still_has_a_deadline() -> None:
    clock = ask(new_clock(2, AWAKE, DAYS.clock), AWAKE, NOON)
    assert moments_of(clock, Pinging(DAYS, AWAKE, "none"), NOON) == SeatMoments(
        None, None, NOON + 22 * HOUR, NOON + 24 * HOUR
    )


def test_nothing_is_due_without_a_clock_or_while_paused() -> None:
    clock = marked_told(ask(new_clock(0, AWAKE, NoClock()), AWAKE, NOON), "turn")
    assert moments_of(clock, Pinging(TimeRules(), AWAKE, "mention"), NOON) == SeatMoments()
    paused = pause(ask(new_clock(0, AWAKE, DAYS.clock), AWAKE, NOON), NOON)
    assert moments_of(paused, Pinging(DAYS, AWAKE, "mention"), NOON) == SeatMoments()
    idle = new_clock(0, AWAKE, DAYS.clock)
    assert moments_of(idle, Pinging(DAYS, AWAKE, "mention"), NOON) == SeatMoments()
