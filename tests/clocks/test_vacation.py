"""Vacation days: the yearly budget, and what counts at a table."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.clocks import (
    DaysClock,
    LiveClock,
    PersonalTime,
    QuietHours,
    TimeRules,
    cancel_vacation,
    counted_hours,
    take_vacation,
    vacation_left,
)
from bot.clocks.hours import AWAKE
from bot.refusal import Refusal

NOW = datetime(2026, 12, 29, 20, tzinfo=UTC)
AUCKLAND = PersonalTime("Pacific/Auckland")
"""Where it is the 30th already."""


def days(first: str, count: int) -> list[date]:
    return [date.fromisoformat(first) + timedelta(days=number) for number in range(count)]


def test_budget_is_by_calendar_year() -> None:
    away = take_vacation(AUCKLAND, days("2026-12-30", 5), NOW, budget=3)
    assert away.vacation == frozenset(days("2026-12-30", 5))
    assert [vacation_left(away, year, 3) for year in (2025, 2026, 2027)] == [3, 1, 0]


def test_one_day_too_many() -> None:
    away = take_vacation(AUCKLAND, days("2027-01-01", 2), NOW, budget=3)
    with pytest.raises(Refusal) as refused:
        take_vacation(away, days("2027-05-01", 2), NOW, budget=3)
    assert refused.value.code == "vacation-budget"
    assert refused.value.params["left"] == 1


def test_a_day_taken_twice_costs_nothing_more() -> None:
    away = take_vacation(AUCKLAND, days("2027-01-01", 3), NOW, budget=3)
    assert take_vacation(away, days("2027-01-01", 3), NOW, budget=3) == away


def test_leap_day_is_a_day() -> None:
    away = take_vacation(AUCKLAND, [date(2028, 2, 29)], NOW, budget=1)
    assert vacation_left(away, 2028, 1) == 0


def test_today_may_be_taken_yesterday_not() -> None:
    with pytest.raises(Refusal) as refused:
        take_vacation(AUCKLAND, [date(2026, 12, 29)], NOW, budget=9)
    assert refused.value.code == "vacation-past"
    assert take_vacation(AUCKLAND, [date(2026, 12, 30)], NOW, budget=9).vacation


def test_what_has_begun_is_spent() -> None:
    away = take_vacation(AUCKLAND, days("2026-12-30", 2), NOW, budget=9)
    with pytest.raises(Refusal) as refused:
        cancel_vacation(away, [date(2026, 12, 30)], NOW)
    assert refused.value.code == "vacation-begun"
    assert cancel_vacation(away, days("2026-12-31", 9), NOW).vacation == {date(2026, 12, 30)}


def test_a_smaller_budget_later_leaves_nothing() -> None:
    away = take_vacation(AUCKLAND, days("2027-01-01", 5), NOW, budget=9)
    assert vacation_left(away, 2027, 3) == 0


def test_what_counts_at_a_table() -> None:
    quiet = QuietHours(time(23), time(7))
    own = PersonalTime("Asia/Tokyo", quiet, frozenset(days("2026-12-30", 4)))
    rules = TimeRules(DaysClock(2), vacation_days=1)
    # the first day of each year
    first_days = frozenset({date(2026, 12, 30), date(2027, 1, 1)})
    assert counted_hours(rules, own) == PersonalTime("Asia/Tokyo", quiet, first_days)
    assert counted_hours(replace(rules, quiet_counts=True), own).quiet is None
    assert counted_hours(TimeRules(LiveClock(10)), own) == AWAKE
