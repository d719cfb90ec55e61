"""The clocks of a table, calculated from the table alone.

A seat has a clock if the table has one, or if its person has quiet hours or a vacation; in that
case only to know when a ping may be sent. At other tables a seat gets one once nothing has happened
there for a day (`after_a_day`), to know who is reminded. Seats of computers have none.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Literal

from bot.clocks import (
    Message,
    NoClock,
    PersonalTime,
    Pinging,
    SeatClock,
    ask,
    counted_hours,
    first_awake,
    marked_told,
    messages,
    moments_of,
    new_clock,
    seats_asked,
    turn_confirmed,
    withdraw,
)
from bot.model.table import Seat, Table, is_former

Clocks = Mapping[int, SeatClock]
Change = Callable[[SeatClock], SeatClock]
Ping = Literal["mention", "direct", "none", "later"]
"""The ways a person who is asked now is told; `later` is after the quiet hours."""


def hours_of(table: Table) -> dict[int, PersonalTime]:
    """Find, by seat, the hours in which its person's clock stands still at this table."""
    rules = table.options.time
    return {
        one.seat: counted_hours(rules, one.settings.hours)
        for one in table.seats
        if not one.computer
    }


def clocks_of(table: Table) -> dict[int, SeatClock]:
    """Find the clocks by seat: the stored ones, and new ones where a clock is missing."""
    rules = table.options.time
    clocks = {}
    for one in table.seats:
        if one.computer:
            continue
        hours = one.settings.hours
        if one.clock is not None:
            clocks[one.seat] = one.clock
        elif not isinstance(rules.clock, NoClock) or hours.quiet or hours.vacation:
            clocks[one.seat] = new_clock(one.seat, counted_hours(rules, hours), rules.clock)
    return clocks


def wants_reminder(table: Table, one: Seat) -> bool:
    """Whether the person in a seat wants a reminder after a day where there is no clock."""
    if is_former(one.user_id):
        return False
    own = one.settings.reminder
    return table.options.reminders if own is None else own


def ping_of(table: Table, one: Seat, now: datetime) -> Ping:
    """Find how the person in a seat would be told of a turn that comes now."""
    if is_former(one.user_id):
        return "none"
    way, hours = one.settings.way, one.settings.hours
    if way == "none" or not (hours.quiet or hours.vacation) or table.options.time.is_live:
        return way
    return "later" if first_awake(now, hours) > now else way


def begun(table: Table, waiting: Iterable[int], now: datetime) -> Clocks:
    """Start the clocks of a game; `waiting` are the seats asked first."""
    after = seats_asked(clocks_of(table), waiting, hours_of(table), now)
    return _pinged(table, after, now)


def confirmed(
    table: Table, seat: int, waiting: Iterable[int], now: datetime, *, earns: bool
) -> Clocks:
    """Change the clocks after a seat has confirmed; `waiting` are the seats asked now. `earns` says
    whether it was a whole turn, not an answer in between."""
    clocks = clocks_of(table)
    if not clocks:
        return {}
    if seat in clocks and clocks[seat].question is None:  # its person has set quiet hours meanwhile
        clocks[seat] = ask(clocks[seat], hours_of(table)[seat], now)
    after = turn_confirmed(
        clocks, seat, waiting, hours_of(table), table.options.time.clock, now,
        earns=earns, paused=table.paused,
    )  # fmt: skip
    return _pinged(table, after, now)


def after_a_day(table: Table, waiting: Iterable[int]) -> Clocks:
    """Make clocks for people's seats without one, once nothing has happened at a table for a day.
    Those of the seats `waiting` run since the table last changed, and their turn counts as told."""
    rules, asked, clocks = table.options.time, set(waiting), {}
    for one in table.seats:
        if not one.computer and one.clock is None:
            hours = counted_hours(rules, one.settings.hours)
            clock = new_clock(one.seat, hours, rules.clock)
            if one.seat in asked:
                clock = marked_told(ask(clock, hours, table.updated_at), "turn")
            clocks[one.seat] = clock
    return clocks


def turns_timed(before: Table, after: Table) -> dict[int, tuple[int, int]]:
    """Find, by person, by how many more turns were taken on time, and late, between two states of
    a table; negative where a turn was taken back. A person who sits down brings none along."""
    found = {}
    for was, now in zip(before.seats, after.seats, strict=False):
        if was.user_id is None or was.user_id != now.user_id or not (was.clock and now.clock):
            continue
        more = now.clock.on_time - was.clock.on_time, now.clock.late - was.clock.late
        if any(more) and not is_former(now.user_id):
            found[was.user_id] = more
    return found


def stopped(table: Table) -> Clocks:
    """Stop all clocks of a finished game."""
    return changed(table, withdraw)


def changed(table: Table, change: Change) -> Clocks:
    """Change all clocks of a table by this function."""
    return {seat: change(clock) for seat, clock in clocks_of(table).items()}


def pings_due(table: Table, clock: SeatClock, now: datetime) -> list[Message]:
    """List the pings to send now to the seat of this clock."""
    to_come = messages(clock, _pinging(table, table.seats[clock.seat]), now)
    return [message for message in to_come if message.at <= now]


def due_moments(table: Table, now: datetime) -> dict[int, datetime | None]:
    """Find, by seat, when something must be told about its clock next."""
    return {
        one.seat: moments_of(one.clock, _pinging(table, one), now).first
        for one in table.seats
        if one.clock is not None
    }


def _pinging(table: Table, one: Seat) -> Pinging:
    chosen = one.settings
    return Pinging(table.options.time, chosen.hours, chosen.way, wants_reminder(table, one))


def _pinged(table: Table, clocks: Clocks, now: datetime) -> Clocks:
    """Note the turn as told to seats that may hear of it now: another turn's message tells it."""
    after = dict(clocks)
    for seat, clock in clocks.items():
        for ping in pings_due(table, clock, now):
            if ping.what == "turn":
                after[seat] = marked_told(clock, *ping.covers)
    return after
