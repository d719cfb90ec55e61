"""Clock rules: their ranges, and what they make of a confirmed turn."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import (
    BankClock,
    DaysClock,
    LiveClock,
    NoClock,
    TimeRules,
)
from bot.clocks.rules import ClockRule, first_time, next_time
from bot.store.columns import JsonOf

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
    st.sampled_from(["computer", "moderator", "substitute"]),
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
