"""The clocks of a whole table."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.clocks import (
    BankClock,
    SeatClock,
    deadline,
    new_clock,
    rewound,
    seats_asked,
    turn_confirmed,
    turn_taken_back,
)
from bot.clocks.hours import AWAKE
from bot.refusal import Refusal
from tests.clocks.times import time_left

HOUR = timedelta(hours=1)
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
