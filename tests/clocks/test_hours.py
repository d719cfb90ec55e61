"""Awake time: quiet hours, vacation days, time zones, and changes of the clocks in between."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import assume, example, given, settings

from bot.clocks import (
    DaysClock,
    LiveClock,
    PersonalTime,
    QuietHours,
    TimeRules,
    awake_time_between,
    cancel_vacation,
    counted_hours,
    first_awake,
    moment_after,
    quiet_hours,
    take_vacation,
    vacation_left,
    zone_named,
    zone_names,
    zones_like,
)
from bot.clocks.hours import AWAKE
from bot.refusal import Refusal
from bot.store.columns import JsonOf
from tests.clocks.strategies import people_and_moments, resting, spans

# --- Time zones by name ---------------------------------------------------------------------------


def test_places_and_utc_are_offered() -> None:
    names = zone_names()
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "UTC"} <= set(names)
    assert not {"Etc/GMT+5", "EST5EDT", "localtime"} & set(names)
    assert list(names) == sorted(names)


@pytest.mark.parametrize(
    "name",
    ["", "Europe", "europe/berlin", "../etc/passwd", "/etc/passwd", "Mars/Olympus", "x" * 300],
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        zone_named(name)
    assert refused.value.code == "zone"


def test_names_for_what_is_typed() -> None:
    assert zones_like("berlin") == ("Europe/Berlin",)
    assert zones_like("new y") == ("America/New_York",)
    assert zones_like("york") == ("America/New_York",)
    assert zones_like("utc") == ("UTC",)
    assert zones_like("nowhere at all") == ()
    assert len(zones_like("")) == 25
    assert zones_like("is")[0] == "Asia/Istanbul"  # before Africa/Bissau, which has it inside


def test_works_without_the_systems_zones() -> None:
    program = (
        "import zoneinfo; zoneinfo.reset_tzpath(to=[]);"
        "from bot.clocks import zone_named, zone_names;"
        "assert len(zone_names()) > 300;"
        "assert zone_named('Asia/Kathmandu').key == 'Asia/Kathmandu'"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# --- Awake time: quiet hours, vacation days, and changes of the clocks in between -----------------

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
HOURS = JsonOf(PersonalTime)


def person(zone: str, start: str, end: str, *vacation: str) -> PersonalTime:
    quiet = QuietHours(time.fromisoformat(start), time.fromisoformat(end))
    return PersonalTime(zone, quiet, frozenset(map(date.fromisoformat, vacation)))


def at(zone: str, wall: str, fold: int = 0) -> datetime:
    """A moment by the wall clock there, in UTC."""
    local = datetime.fromisoformat(wall).replace(tzinfo=zone_named(zone), fold=fold)
    return local.astimezone(UTC)


SLEEPER = person("Europe/Berlin", "23:00", "07:00")


def in_berlin(wall: str, fold: int = 0) -> datetime:
    return at("Europe/Berlin", wall, fold)


# Examples


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("2026-11-21 12:00", "2026-11-21 15:00", 3),
        ("2026-11-21 12:00", "2026-11-22 12:00", 16),
        ("2026-11-21 23:30", "2026-11-22 06:00", 0),
        ("2026-11-21 23:00", "2026-11-22 07:00", 0),
        ("2026-11-22 03:00", "2026-11-22 08:00", 1),
        ("2026-11-20 22:00", "2026-11-22 03:00", 1 + 16),
        ("2026-03-28 22:00", "2026-03-29 08:00", 2),  # a night of 7 hours
        ("2026-10-24 22:00", "2026-10-25 08:00", 2),  # a night of 9 hours
        ("2028-02-28 12:00", "2028-03-01 12:00", 32),  # over a leap day
    ],
)
def test_nights(start: str, end: str, hours: int) -> None:
    assert awake_time_between(in_berlin(start), in_berlin(end), SLEEPER) == hours * HOUR


def test_quiet_hours_within_a_day() -> None:
    napper = person("Asia/Tokyo", "13:00", "14:30")
    noon = at("Asia/Tokyo", "2026-06-01 12:00")
    assert awake_time_between(noon, noon + 3 * HOUR, napper) == 1.5 * HOUR
    assert moment_after(noon, 2 * HOUR, napper) == at("Asia/Tokyo", "2026-06-01 15:30")


def test_deadline_at_bedtime_is_not_moved_to_the_morning() -> None:
    start = in_berlin("2026-11-21 21:00")
    assert moment_after(start, 2 * HOUR, SLEEPER) == in_berlin("2026-11-21 23:00")
    assert moment_after(start, 2 * HOUR + MINUTE, SLEEPER) == in_berlin("2026-11-22 07:01")


def test_no_awake_time_passes_at_once() -> None:
    night = in_berlin("2026-11-21 23:30")
    assert moment_after(night, timedelta(0), SLEEPER) == night


def test_skipped_start_is_the_jump() -> None:
    late = person("Europe/Berlin", "02:30", "10:00")
    jump = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert not resting(jump - MINUTE, late)
    assert resting(jump, late)


def test_skipped_end_is_the_jump() -> None:
    early = person("Europe/Berlin", "20:00", "02:30")
    jump = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert resting(jump - MINUTE, early)
    assert first_awake(jump - MINUTE, early) == jump


def test_repeated_start_is_the_first_and_repeated_end_the_last() -> None:
    late = person("Europe/Berlin", "02:30", "10:00")
    assert first_awake(in_berlin("2026-10-25 02:30", fold=0), late) == in_berlin("2026-10-25 10:00")
    assert not resting(in_berlin("2026-10-25 02:29", fold=0), late)
    early = person("Europe/Berlin", "20:00", "02:30")
    # awake for no half hour in the middle of the night
    assert first_awake(in_berlin("2026-10-25 02:15", fold=0), early) == in_berlin(
        "2026-10-25 02:30", fold=1
    )


def test_quiet_hours_that_are_skipped_whole() -> None:
    short = person("Europe/Berlin", "02:10", "02:50")
    start = in_berlin("2026-03-29 00:00")
    assert awake_time_between(start, start + 6 * HOUR, short) == 6 * HOUR


def test_vacation_day_is_from_midnight_to_midnight() -> None:
    away = person("Europe/Berlin", "23:00", "07:00", "2026-11-22", "2026-11-23")
    assert first_awake(in_berlin("2026-11-21 23:30"), away) == in_berlin("2026-11-24 07:00")
    off = PersonalTime("Europe/Berlin", None, frozenset({date(2026, 10, 25)}))
    start = in_berlin("2026-10-24 12:00")
    assert awake_time_between(start, start + timedelta(days=3), off) == (72 - 25) * HOUR


def test_vacation_without_a_midnight() -> None:
    # On 24 April 2026 Cairo goes from 23:59:59 straight to 01:00.
    off = PersonalTime("Africa/Cairo", None, frozenset({date(2026, 4, 24)}))
    jump = datetime(2026, 4, 23, 22, tzinfo=UTC)
    assert not resting(jump - MINUTE, off)
    assert first_awake(jump, off) == jump + 23 * HOUR


def test_vacation_on_a_day_that_never_was() -> None:
    off = PersonalTime("Pacific/Apia", None, frozenset({date(2011, 12, 30)}))
    jump = datetime(2011, 12, 30, 10, tzinfo=UTC)
    assert not resting(jump, off)
    assert not resting(jump - MINUTE, off)


def test_nights_that_run_into_each_other() -> None:
    # Nearly always quiet; on the night of 25 October the one minute is there twice, and asleep.
    hermit = person("Europe/Berlin", "02:30", "02:29")
    start = in_berlin("2026-10-24 12:00")
    assert awake_time_between(start, start + timedelta(days=3), hermit) == 2 * MINUTE
    assert moment_after(start, MINUTE, hermit) == in_berlin("2026-10-26 02:30")


# Properties


@given(people_and_moments(), spans)
@settings(max_examples=400)
def test_moment_after_is_undone_by_awake_time_between(
    who: tuple[PersonalTime, datetime], span: timedelta
) -> None:
    hours, start = who
    if hours.quiet is not None and hours.quiet.length > 20 * HOUR:
        span /= 60  # a little awake time is a long while
    end = moment_after(start, span, hours)
    assert awake_time_between(start, end, hours) == span
    if span:
        # and it is the first such moment
        assert awake_time_between(start, end - timedelta(microseconds=1), hours) < span


@given(people_and_moments(), spans)
@settings(max_examples=400)
def test_awake_time_between_is_undone_by_moment_after(
    who: tuple[PersonalTime, datetime], span: timedelta
) -> None:
    hours, start = who
    end = start + span
    awake = awake_time_between(start, end, hours)
    again = moment_after(start, awake, hours)
    if span and not resting(end - timedelta(microseconds=1), hours):
        assert again == end
    else:  # nothing but rest is in between
        assert again <= end
        assert again == end or awake_time_between(again, end, hours) == timedelta(0)


@given(people_and_moments(), spans, spans)
def test_awake_time_adds_up(
    who: tuple[PersonalTime, datetime], one: timedelta, other: timedelta
) -> None:
    hours, start = who
    middle, end = start + one, start + one + other
    awake = awake_time_between(start, end, hours)
    assert awake == awake_time_between(start, middle, hours) + awake_time_between(
        middle, end, hours
    )
    assert timedelta(0) <= awake <= end - start


@given(people_and_moments(), spans)
def test_first_awake_is_awake_and_nothing_before_is(
    who: tuple[PersonalTime, datetime], part: timedelta
) -> None:
    hours, moment = who
    awake = first_awake(moment, hours)
    assert not resting(awake, hours)
    assert awake_time_between(moment, awake, hours) == timedelta(0)
    if moment + part < awake:
        assert resting(moment + part, hours)


def minutes_by_the_wall_clock(start: datetime, minutes: int, hours: PersonalTime) -> list[bool]:
    """Whether each minute is quiet or vacation by what the wall clock shows: no other code."""
    zone = zone_named(hours.zone_or_utc)
    quiet = []
    for number in range(minutes):
        local = (start + number * MINUTE).astimezone(zone)
        asleep = False
        if hours.quiet is not None:
            first, last, now = hours.quiet.start, hours.quiet.end, local.time()
            asleep = first <= now < last if first < last else now >= first or now < last
        quiet.append(asleep or local.date() in hours.vacation)
    return quiet


@given(people_and_moments())
@example((SLEEPER, datetime(2026, 3, 28, tzinfo=UTC)))
@example((SLEEPER, datetime(2026, 10, 24, tzinfo=UTC)))
@settings(max_examples=60, deadline=None)
def test_agrees_with_the_wall_clock(who: tuple[PersonalTime, datetime]) -> None:
    hours, start = who
    start = start.replace(second=0, microsecond=0)
    minutes = 2 * 24 * 60
    zone = zone_named(hours.zone_or_utc)
    offsets = [(start + n * HOUR).astimezone(zone).utcoffset() for n in range(-48, 97)]
    known = [offset for offset in offsets if offset is not None]
    assume(not any(offset % MINUTE for offset in known))
    shown = minutes_by_the_wall_clock(start, minutes, hours)
    by_ours = [resting(start + number * MINUTE, hours) for number in range(0, minutes, 7)]
    # What the wall clock shows as rest always is.
    assert all(ours for ours, wall in zip(by_ours, shown[::7], strict=True) if wall)
    if known == sorted(known):  # not set back: nothing else is
        assert by_ours == shown[::7]
        awake = awake_time_between(start, start + minutes * MINUTE, hours)
        assert awake == shown.count(False) * MINUTE


@given(people_and_moments())
def test_json_gives_the_hours_back(who: tuple[PersonalTime, datetime]) -> None:
    assert HOURS.process_result_value(HOURS.process_bind_param(who[0])) == who[0]


# What is refused


def test_only_so_long() -> None:
    assert quiet_hours(time(21), time(9)).length == 12 * HOUR
    with pytest.raises(Refusal) as refused:
        quiet_hours(time(21), time(9, 1))
    assert refused.value.code == "quiet-long"
    with pytest.raises(Refusal) as refused:
        quiet_hours(time(7), time(7))
    assert refused.value.code == "quiet-same"


def test_whole_minutes_without_a_zone() -> None:
    with pytest.raises(ValueError):
        QuietHours(time(23, 0, 1), time(7))
    with pytest.raises(ValueError):
        QuietHours(time(23, tzinfo=UTC), time(7))


def test_moments_without_a_zone_are_refused() -> None:
    aware = datetime(2026, 1, 1, tzinfo=UTC)
    naive = aware.replace(tzinfo=None)
    for wrong in (
        lambda: awake_time_between(naive, aware, AWAKE),
        lambda: moment_after(naive, HOUR, AWAKE),
        lambda: first_awake(naive, AWAKE),
        lambda: awake_time_between(aware, aware - HOUR, AWAKE),
        lambda: moment_after(aware, -HOUR, AWAKE),
    ):
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize(
    "raw",
    [
        {"zone": "Nowhere/Land"},
        {"zone": 5},
        {"quiet": ["23:00"]},
        {"quiet": ["23:00", "x"]},
        {"vacation": ["2026-02-29"]},
        {"vacation": [3]},
        {"holiday": []},
    ],
)
def test_other_json_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        HOURS.process_result_value(raw)


# --- Vacation days: the yearly budget, and what counts at a table ---------------------------------

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
