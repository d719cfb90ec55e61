"""When something is due for a seat."""

from datetime import UTC, datetime, timedelta

from bot.clocks import (
    DaysClock,
    NoClock,
    Pinging,
    SeatMoments,
    TimeRules,
    ask,
    extend,
    marked_told,
    moments_of,
    new_clock,
    pause,
)
from bot.clocks.hours import AWAKE

HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
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
