"""The clocks of a table: from its row to what runs, and back to what is stored.

A seat has a clock if the table has one, or if its person has quiet hours or a vacation: then only
to know when a ping may be sent. Seats of computers have none.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.clocks import (
    Message,
    NoClock,
    PersonalTime,
    SeatClock,
    TimeRules,
    ask,
    clock_from_json,
    clock_to_json,
    counted_hours,
    deadline,
    marked_told,
    messages,
    moments_of,
    new_clock,
    resting,
    rules_from_json,
    seats_asked,
    turn_confirmed,
    withdraw,
)
from bot.store.rows import ClockRow, TableRow
from bot.tables.people import PersonSettings, settings_of
from bot.text.former import is_former

Clocks = Mapping[int, SeatClock]
Change = Callable[[SeatClock], SeatClock]
Ping = Literal["mention", "direct", "none", "later"]
"""How a person who is asked now hears of it; `later` is after the quiet hours."""

BACK_SOON = timedelta(seconds=90)
"""A program that was away for less gives no time back: nobody noticed."""


def rules_of(row: TableRow) -> TimeRules:
    """What a table says about time; no clock where what is stored cannot be read."""
    try:
        return rules_from_json(row.options.get("time", {}))
    except ValueError:
        return TimeRules()


def person_of(row: TableRow, seat: int) -> PersonSettings:
    """What the person in a seat has set."""
    user_id = row.seats[seat].user_id
    return settings_of(None if user_id is None else row.people.get(user_id))


def hours_of(row: TableRow) -> dict[int, PersonalTime]:
    """By seat, when the clock of its person stands still at this table."""
    rules = rules_of(row)
    return {
        seat.seat: counted_hours(rules, person_of(row, seat.seat).hours)
        for seat in row.seats
        if not seat.computer
    }


def clocks_of(row: TableRow) -> dict[int, SeatClock]:
    """By seat, the clocks that are kept and those that should be."""
    rules = rules_of(row)
    clocks = {}
    for seat in row.seats:
        if seat.computer:
            continue
        kept = row.clocks.get(seat.seat)
        hours = person_of(row, seat.seat).hours
        if kept is not None:
            clocks[seat.seat] = clock_from_json(kept)
        elif not isinstance(rules.clock, NoClock) or hours.quiet or hours.vacation:
            counted = counted_hours(rules, hours)
            clocks[seat.seat] = new_clock(seat.seat, counted, rules.clock)
    return clocks


def deadlines_of(row: TableRow) -> dict[int, datetime]:
    """By seat, when the time of those that are asked is over."""
    if not row.clocks:
        return {}
    ends = {seat: deadline(clock) for seat, clock in clocks_of(row).items()}
    return {seat: end for seat, end in ends.items() if end is not None}


def ping_of(row: TableRow, seat: int, now: datetime) -> Ping:
    """How the person in a seat would hear of a turn that comes now."""
    if is_former(row.seats[seat].user_id):
        return "none"
    settings = person_of(row, seat)
    if settings.way == "none" or rules_of(row).is_live:
        return settings.way
    return "later" if resting(now, settings.hours) else settings.way


def begun(row: TableRow, waiting: Iterable[int], now: datetime) -> list[ClockRow]:
    """The clocks of a game that begins; `waiting` are the seats asked first."""
    after = seats_asked(clocks_of(row), waiting, hours_of(row), now)
    return rows_of(row, _pinged(row, after, now), now)


def confirmed(
    row: TableRow, seat: int, waiting: Iterable[int], now: datetime, *, earns: bool
) -> list[ClockRow]:
    """The clocks after a seat has confirmed; `waiting` are the seats asked then. `earns` is
    whether it was a whole turn, and no answer in between."""
    clocks = clocks_of(row)
    if not clocks:
        return []
    if seat in clocks and clocks[seat].question is None:  # its person set quiet hours meanwhile
        clocks[seat] = ask(clocks[seat], hours_of(row)[seat], now)
    after = turn_confirmed(
        clocks, seat, waiting, hours_of(row), rules_of(row).clock, now,
        earns=earns, paused=row.paused_at is not None,
    )  # fmt: skip
    return rows_of(row, _pinged(row, after, now), now)


def stopped(row: TableRow, now: datetime) -> list[ClockRow]:
    """The clocks of a game that is over: none runs."""
    return rows_of(row, {seat: withdraw(c) for seat, c in clocks_of(row).items()}, now)


def changed(row: TableRow, now: datetime, change: Change) -> list[ClockRow]:
    """All clocks of a table changed in the same way."""
    return rows_of(row, {seat: change(clock) for seat, clock in clocks_of(row).items()}, now)


def pings_due(row: TableRow, clock: SeatClock, now: datetime) -> list[Message]:
    """The pings to send now to the seat that has this clock."""
    settings = person_of(row, clock.seat)
    to_come = messages(clock, rules_of(row), settings.hours, settings.way, now)
    return [message for message in to_come if message.at <= now]


def rows_of(row: TableRow, clocks: Clocks, now: datetime) -> list[ClockRow]:
    """Clocks as they are stored, with the moments at which something is due."""
    rules = rules_of(row)
    rows = []
    for seat, clock in sorted(clocks.items()):
        settings = person_of(row, seat)
        moments = moments_of(row.id, clock, rules, settings.hours, settings.way, now)
        rows.append(ClockRow(seat, clock_to_json(clock), *moments[2:]))
    return rows


def with_clocks(row: TableRow, rows: Iterable[ClockRow]) -> TableRow:
    """The table as it is once these clocks are stored."""
    return replace(row, clocks={**row.clocks, **{one.seat: one.clock for one in rows}})


def _pinged(row: TableRow, clocks: Clocks, now: datetime) -> Clocks:
    """Whoever is asked and may hear of it now, hears of it with the message of the turn before."""
    after = dict(clocks)
    for seat, clock in clocks.items():
        for ping in pings_due(row, clock, now):
            if ping.what == "turn":
                after[seat] = marked_told(clock, *ping.covers)
    return after
