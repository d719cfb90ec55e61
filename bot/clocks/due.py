"""What is due at all open tables: found in one pass over plain rows, which the store may keep.

A row holds the moments at which something is to be told about a seat, or None for what is told
already or never will be. It changes only when something happens at the table: write it anew with
`moments_of` after every event, and after telling.
"""

from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple

from bot.clocks.deadlines import SeatClock, What, deadline, last_call
from bot.clocks.moments import in_utc
from bot.clocks.pings import Way, messages
from bot.clocks.quiet import PersonalTime
from bot.clocks.rules import TimeRules


class SeatMoments(NamedTuple):
    """When what is due for a seat that is asked; all in UTC."""

    table_id: int
    seat: int
    turn: datetime | None = None
    """The ping that the turn has come."""
    reminder: datetime | None = None
    """The ping at half the clock."""
    last_call: datetime | None = None
    """The line in the channel that time is nearly over; it pings nobody."""
    time_out: datetime | None = None
    """The deadline."""

    @property
    def first(self) -> datetime | None:
        """The earliest of the four; None if nothing is to come."""
        return min((at for at in self[2:] if at is not None), default=None)


class Due(NamedTuple):
    """Something to tell or do now."""

    at: datetime
    """Since when it is due, in UTC."""
    table_id: int
    seat: int
    what: What


class DueNow(NamedTuple):
    """What a scan found."""

    due: tuple[Due, ...]
    """The longest overdue first; things of the same moment in the order of the rows."""
    next_at: datetime | None
    """When the next thing will be due, if nothing happens until then; None for nothing at all."""


def moments_of(
    table_id: int, clock: SeatClock, rules: TimeRules, own: PersonalTime, way: Way, now: datetime
) -> SeatMoments:
    """The row of a seat, as things stand now. `own` and `way` as for `messages`."""
    told = frozenset() if clock.question is None else clock.question.told
    pings = {ping.what: ping.at for ping in messages(clock, rules, own, way, now)}
    return SeatMoments(
        table_id,
        clock.seat,
        pings.get("turn"),
        pings.get("reminder"),
        None if "last_call" in told else last_call(clock),
        None if "time_out" in told else deadline(clock),
    )


def due_now(rows: Iterable[SeatMoments], now: datetime) -> DueNow:
    """What is due at the tables by now, and when to look again. Where time is over, that is all
    there is to say about a seat."""
    now = in_utc(now)
    due: list[Due] = []
    later: list[datetime] = []
    # Spelt out four times, since a loop within the loop takes twice as long.
    for table_id, seat, turn, reminder, called, time_out in rows:
        if time_out is not None:
            if time_out <= now:
                due.append(Due(time_out, table_id, seat, "time_out"))
                continue
            later.append(time_out)
        if turn is not None:
            if turn <= now:
                due.append(Due(turn, table_id, seat, "turn"))
            else:
                later.append(turn)
        if reminder is not None:
            if reminder <= now:
                due.append(Due(reminder, table_id, seat, "reminder"))
            else:
                later.append(reminder)
        if called is not None:
            if called <= now:
                due.append(Due(called, table_id, seat, "last_call"))
            else:
                later.append(called)
    due.sort(key=itemgetter(0))
    return DueNow(tuple(due), min(later, default=None))
