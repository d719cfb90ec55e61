"""What is due at all tables."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import (
    DaysClock,
    Due,
    NoClock,
    SeatMoments,
    TimeRules,
    ask,
    due_now,
    extend,
    marked_told,
    moments_of,
    new_clock,
    pause,
)
from bot.clocks.quiet import AWAKE

HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAYS = TimeRules(DaysClock(1))


def test_row_of_a_seat() -> None:
    clock = ask(new_clock(2, AWAKE, DAYS.clock), AWAKE, NOON)
    row = moments_of(7, clock, DAYS, AWAKE, "mention", NOON)
    assert row == SeatMoments(7, 2, NOON, NOON + 12 * HOUR, NOON + 22 * HOUR, NOON + 24 * HOUR)
    assert row.first == NOON
    clock = marked_told(clock, "turn", "reminder")
    row = moments_of(7, clock, DAYS, AWAKE, "mention", NOON)
    assert row == SeatMoments(7, 2, None, None, NOON + 22 * HOUR, NOON + 24 * HOUR)
    clock = marked_told(clock, "last_call", "time_out")
    row = moments_of(7, clock, DAYS, AWAKE, "mention", NOON)
    assert row == SeatMoments(7, 2)
    assert row.first is None
    later = moments_of(7, extend(clock, HOUR, NOON), DAYS, AWAKE, "mention", NOON)
    assert later == SeatMoments(7, 2, None, None, NOON + 23 * HOUR, NOON + 25 * HOUR)


def test_who_wants_no_pings_still_has_a_deadline() -> None:
    clock = ask(new_clock(2, AWAKE, DAYS.clock), AWAKE, NOON)
    assert moments_of(7, clock, DAYS, AWAKE, "none", NOON) == SeatMoments(
        7, 2, None, None, NOON + 22 * HOUR, NOON + 24 * HOUR
    )


def test_nothing_is_due_without_a_clock_or_while_paused() -> None:
    clock = marked_told(ask(new_clock(0, AWAKE, NoClock()), AWAKE, NOON), "turn")
    assert moments_of(7, clock, TimeRules(), AWAKE, "mention", NOON) == SeatMoments(7, 0)
    paused = pause(ask(new_clock(0, AWAKE, DAYS.clock), AWAKE, NOON), NOON)
    assert moments_of(7, paused, DAYS, AWAKE, "mention", NOON) == SeatMoments(7, 0)
    idle = new_clock(0, AWAKE, DAYS.clock)
    assert moments_of(7, idle, DAYS, AWAKE, "mention", NOON) == SeatMoments(7, 0)


def test_due_in_order() -> None:
    row = SeatMoments(1, 0, NOON, NOON + HOUR, NOON + 2 * HOUR, NOON + 3 * HOUR)
    other = SeatMoments(2, 1, NOON - HOUR, None, None, NOON + 9 * HOUR)
    found = due_now([row, other], NOON + HOUR)
    assert found.due == (
        Due(NOON - HOUR, 2, 1, "turn"),
        Due(NOON, 1, 0, "turn"),
        Due(NOON + HOUR, 1, 0, "reminder"),
    )
    assert found.next_at == NOON + 2 * HOUR


def test_when_time_is_over_nothing_else_is_said() -> None:
    row = SeatMoments(1, 0, NOON, NOON + HOUR, NOON + 2 * HOUR, NOON + 3 * HOUR)
    assert due_now([row], NOON + 3 * HOUR) == (
        (Due(NOON + 3 * HOUR, 1, 0, "time_out"),),
        None,
    )


def test_no_tables() -> None:
    assert due_now([], NOON) == ((), None)


maybe = st.none() | st.integers(0, 50).map(lambda number: NOON + number * HOUR)
rows = st.builds(SeatMoments, st.integers(1, 9), st.integers(0, 4), maybe, maybe, maybe, maybe)


@given(st.lists(rows), st.integers(0, 50))
def test_everything_is_due_once_its_moment_has_come(all_rows: list[SeatMoments], hour: int) -> None:
    now = NOON + hour * HOUR
    found = due_now(all_rows, now)
    assert [due.at for due in found.due] == sorted(due.at for due in found.due)
    expected, later = [], []
    for row in all_rows:
        kinds = {"turn": row.turn, "reminder": row.reminder, "last_call": row.last_call}
        over = row.time_out is not None and row.time_out <= now
        for what, at in ({} if over else kinds | {"time_out": row.time_out}).items():
            if at is not None:
                (expected if at <= now else later).append((at, row.table_id, row.seat, what))
        if over:
            expected.append((row.time_out, row.table_id, row.seat, "time_out"))
    assert sorted(found.due) == sorted(expected)  # type: ignore[type-var]
    assert found.next_at == min((at for at, *_ in later), default=None)
