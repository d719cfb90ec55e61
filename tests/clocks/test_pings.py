"""Who is pinged when: once for the turn, once at half the clock, and never at night."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import (
    BankClock,
    DaysClock,
    LiveClock,
    Message,
    NoClock,
    PersonalTime,
    Pinging,
    QuietHours,
    SeatClock,
    TimeRules,
    Way,
    ask,
    confirm,
    counted_hours,
    deadline,
    marked_told,
    messages,
    new_clock,
    pause,
    reminder,
    reopen,
    resume,
    withdraw,
)
from bot.clocks.hours import AWAKE
from bot.clocks.rules import ClockRule
from tests.clocks.strategies import people_and_moments, resting, spans
from tests.clocks.test_rules import all_rules

HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SLEEPER = PersonalTime("UTC", QuietHours(time(22), time(6)))
DAYS = TimeRules(DaysClock(1))
AROUND_THE_CLOCK = TimeRules(DaysClock(1), quiet_counts=True)


def asked(rules: TimeRules, own: PersonalTime = AWAKE, at: datetime = NOON) -> SeatClock:
    hours = counted_hours(rules, own)
    return ask(new_clock(0, hours, rules.clock), hours, at)


def moments(pings: tuple[Message, ...]) -> list[tuple[str, datetime]]:
    return [(ping.what, ping.at) for ping in pings]


def told(clock: SeatClock, ping: Message) -> SeatClock:
    return marked_told(clock, *ping.covers)


def test_one_ping_and_one_reminder() -> None:
    clock = asked(DAYS)
    turn, half = messages(clock, Pinging(DAYS, AWAKE, "mention"), NOON)
    assert turn == Message("turn", "mention", NOON, covers=frozenset({"turn"}))
    assert half == Message("reminder", "mention", NOON + 12 * HOUR, covers=frozenset({"reminder"}))
    clock = told(clock, turn)
    assert messages(clock, Pinging(DAYS, AWAKE, "mention"), NOON) == (half,)
    assert messages(told(clock, half), Pinging(DAYS, AWAKE, "mention"), NOON + 23 * HOUR) == ()


def test_no_clock_no_reminder() -> None:
    rules = TimeRules(NoClock())
    assert moments(messages(asked(rules), Pinging(rules, AWAKE, "direct"), NOON)) == [
        ("turn", NOON)
    ]


def test_who_wants_no_pings_gets_none() -> None:
    assert messages(asked(DAYS), Pinging(DAYS, AWAKE, "none"), NOON) == ()


def test_who_is_not_asked_gets_none() -> None:
    idle = new_clock(0, AWAKE, DaysClock(1))
    assert messages(idle, Pinging(DAYS, AWAKE, "mention"), NOON) == ()
    with pytest.raises(ValueError):
        marked_told(idle, "turn")


def test_at_night_the_ping_waits_for_the_morning() -> None:
    night, morning = NOON + 11 * HOUR, NOON + 18 * HOUR
    clock = asked(DAYS, SLEEPER, night)
    turn, half = messages(clock, Pinging(DAYS, SLEEPER, "mention"), night)
    assert (turn.at, turn.silent) == (morning, False)
    assert half.at == morning + 12 * HOUR


def test_vacation_is_left_in_peace() -> None:
    away = PersonalTime("UTC", None, frozenset({date(2026, 6, 1), date(2026, 6, 2)}))
    turn, _ = messages(asked(DAYS, away), Pinging(DAYS, away, "mention"), NOON)
    assert turn.at == datetime(2026, 6, 3, tzinfo=UTC)


def test_clock_that_runs_at_night_still_wakes_nobody() -> None:
    # Asked at 12, half of the clock is over at midnight.
    clock = asked(AROUND_THE_CLOCK, SLEEPER)
    turn, half = messages(clock, Pinging(AROUND_THE_CLOCK, SLEEPER, "mention"), NOON)
    assert (turn.at, half.at) == (NOON, NOON + 18 * HOUR)


def test_ping_and_reminder_for_the_same_moment_are_one() -> None:
    late = PersonalTime("UTC", QuietHours(time(13), time(1)))
    two_pm = NOON + 2 * HOUR
    clock = asked(AROUND_THE_CLOCK, late, two_pm)  # half at 2 at night, awake from 1
    assert len(messages(clock, Pinging(AROUND_THE_CLOCK, late, "mention"), two_pm)) == 2
    # Asked at 13: both at 1 at night.
    clock = asked(AROUND_THE_CLOCK, late, NOON + HOUR)
    [turn] = messages(clock, Pinging(AROUND_THE_CLOCK, late, "mention"), NOON + HOUR)
    assert turn.covers == {"turn", "reminder"}
    assert messages(told(clock, turn), Pinging(AROUND_THE_CLOCK, late, "mention"), turn.at) == ()


def test_ping_that_would_come_too_late_is_silent() -> None:
    rules = TimeRules(BankClock(5, 0, 5), quiet_counts=True)
    night = NOON + 11 * HOUR
    clock = asked(rules, SLEEPER, night)
    [turn] = messages(clock, Pinging(rules, SLEEPER, "mention"), night)
    assert (turn.at, turn.silent) == (night, True)


def test_live_table_pings_at_night() -> None:
    rules = TimeRules(LiveClock(10))
    night = NOON + 11 * HOUR
    turn, half = messages(asked(rules, SLEEPER, night), Pinging(rules, SLEEPER, "mention"), night)
    assert (turn.at, turn.silent) == (night, False)
    assert half.at == night + timedelta(minutes=5)


def test_paused_table_pings_nobody() -> None:
    clock = pause(asked(DAYS), NOON + HOUR)
    assert messages(clock, Pinging(DAYS, AWAKE, "mention"), NOON + HOUR) == ()
    later = NOON + 99 * HOUR
    turn, half = messages(resume(clock, later), Pinging(DAYS, AWAKE, "mention"), later)
    assert (turn.at, half.at) == (later, later + 11 * HOUR)


def test_undoing_pings_nobody_again() -> None:
    clock = marked_told(asked(DAYS), "turn")
    back = reopen(confirm(clock, DAYS.clock, NOON + HOUR), NOON + HOUR)
    assert [ping.what for ping in messages(back, Pinging(DAYS, AWAKE, "mention"), NOON + HOUR)] == [
        "reminder"
    ]
    again = ask(withdraw(clock), AWAKE, NOON + HOUR / 2)
    assert [
        ping.what for ping in messages(again, Pinging(DAYS, AWAKE, "mention"), NOON + HOUR)
    ] == ["reminder"]


def test_bot_that_comes_back_at_night_waits_again() -> None:
    clock = asked(DAYS, SLEEPER)
    night = NOON + 11 * HOUR
    assert messages(clock, Pinging(DAYS, SLEEPER, "mention"), night)[0].at == NOON + 18 * HOUR


@given(
    people_and_moments(), all_rules, st.sampled_from(["mention", "direct", "none"]), st.lists(spans)
)
def test_never_more_and_never_at_night(
    who: tuple[PersonalTime, datetime], rules: TimeRules, way: Way, steps: list[timedelta]
) -> None:
    """A person who does not answer, and a bot that looks now and then."""
    own, now = who
    if own.quiet is not None and own.quiet.length > 12 * HOUR:
        own = PersonalTime(own.zone, None, own.vacation)
    clock = asked(rules, own, now)
    end = deadline(clock)
    sent: list[str] = []
    for step in [timedelta(0), *steps]:
        now += step
        pings = messages(clock, Pinging(rules, own, way), now)
        assert [ping.what for ping in pings] in ([], ["turn"], ["reminder"], ["turn", "reminder"])
        assert sorted(ping.at for ping in pings) == [ping.at for ping in pings]
        for ping in pings:
            assert ping.at >= now
            assert ping.silent or rules.is_live or not resting(ping.at, own)
            half = reminder(clock)
            if ping.what == "reminder":
                assert half is not None and end is not None
                assert half <= ping.at < end
            if ping.at <= now:
                sent.append(ping.what)
                clock = told(clock, ping)
    assert sent in ([], ["turn"], ["reminder"], ["turn", "reminder"])
    assert sent[:1] != ["reminder"]
    if way == "none":
        assert not sent


def test_rule_without_reminder_time() -> None:
    clock_rule: ClockRule = LiveClock(1)
    rules = TimeRules(clock_rule)
    late = NOON + timedelta(minutes=2)
    [turn] = messages(asked(rules), Pinging(rules, AWAKE, "mention"), late)
    assert turn.silent  # time is over already


NO_CLOCK = TimeRules(NoClock())


def gently(clock: SeatClock, own: PersonalTime, now: datetime) -> list[tuple[str, datetime]]:
    return moments(messages(clock, Pinging(NO_CLOCK, own, "mention", gentle=True), now))


def test_without_a_clock_one_reminder_after_a_day() -> None:
    clock = asked(NO_CLOCK)
    [turn, *_] = messages(clock, Pinging(NO_CLOCK, AWAKE, "mention", gentle=True), NOON)
    clock = told(clock, turn)
    assert gently(clock, AWAKE, NOON) == [("reminder", NOON + 24 * HOUR)]
    [late] = messages(clock, Pinging(NO_CLOCK, AWAKE, "mention", gentle=True), NOON + 90 * HOUR)
    clock = told(clock, late)
    assert gently(clock, AWAKE, NOON + 90 * HOUR) == []
    assert (deadline(clock), reminder(clock)) == (None, None), "no time runs"


def test_the_gentle_reminder_waits_for_the_morning() -> None:
    asleep = NOON + 11 * HOUR
    clock = asked(NO_CLOCK, SLEEPER, asleep)
    assert gently(clock, SLEEPER, asleep) == [
        ("turn", NOON + 18 * HOUR),
        ("reminder", NOON + 42 * HOUR),
    ]


def test_nobody_is_reminded_gently_who_does_not_want_it() -> None:
    clock = asked(NO_CLOCK)
    assert moments(messages(clock, Pinging(NO_CLOCK, AWAKE, "mention"), NOON)) == [("turn", NOON)]
    assert messages(clock, Pinging(NO_CLOCK, AWAKE, "none", gentle=True), NOON) == ()


def test_a_clock_has_its_own_reminder() -> None:
    clock = asked(DAYS)
    with_it = messages(clock, Pinging(DAYS, AWAKE, "mention", gentle=True), NOON)
    assert with_it == messages(clock, Pinging(DAYS, AWAKE, "mention"), NOON)
