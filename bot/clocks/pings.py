"""Pings: one when a seat's turn comes, one at half its clock, never more. Where there is no clock,
the second comes after a day, for people who want it.

Nobody is pinged in their own quiet hours or on vacation, but at the first moment afterwards,
whether or not the table's clock stands still meanwhile. Live tables ignore both, since everybody
there has agreed to be present. (The last call before the end is a line in the channel that pings
nobody.)

The moments at which a seat is due for a message change only through events at the table:
recalculate them with `moments_of` after every event, and after sending.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.clocks.hours import AWAKE, PersonalTime, first_awake, in_utc
from bot.clocks.rules import TimeRules
from bot.clocks.seat_clocks import SeatClock, What, deadline, last_call, reminder

Way = Literal["mention", "direct", "none"]
"""How a person wants to be notified of a turn: mentioned in the channel, by direct message, or not
at all."""


GENTLE = timedelta(days=1)
"""The time from a question to its reminder where there is no clock."""


@dataclass(frozen=True)
class Pinging:
    """How the person in a seat is pinged at a table."""

    rules: TimeRules
    own: PersonalTime
    """The person's settings, with all quiet hours and vacation days."""
    way: Way
    gentle: bool = False
    """Whether a reminder comes where there is no clock."""


@dataclass(frozen=True)
class Message:
    """One ping to send."""

    what: Literal["turn", "reminder"]
    way: Literal["mention", "direct"]
    at: datetime
    """The earliest moment at which it may be sent, in UTC."""
    silent: bool = False
    """Whether it must make no sound, because time runs out before the person's quiet hours end."""
    covers: frozenset[What] = frozenset()
    """The notices that are no longer needed once it is sent."""


def messages(clock: SeatClock, pinging: Pinging, now: datetime) -> tuple[Message, ...]:
    """List the pings still to come for the seat's current question: none, the reminder, or the turn
    and perhaps the reminder. Send those whose `at` has come, and record them with `marked_told`."""
    question, way = clock.question, pinging.way
    if question is None or question.since is None or way == "none":
        return ()
    now = in_utc(now)
    heeded = AWAKE if pinging.rules.is_live else pinging.own
    end = deadline(clock)
    half = reminder(clock)
    if half is None and pinging.gentle:
        half = question.asked_at + GENTLE
    pings = []
    if "turn" not in question.told:
        at = first_awake(max(now, question.asked_at), heeded)
        silent = end is not None and at >= end
        if silent:
            at = max(now, question.asked_at)
        covers: set[What] = {"turn"}
        if half is not None and first_awake(half, heeded) <= at:
            covers.add("reminder")
        pings.append(Message("turn", way, at, silent, frozenset(covers)))
    covered = question.told.union(*(ping.covers for ping in pings))
    if "reminder" not in covered and half is not None:
        at = first_awake(max(now, half), heeded)
        if end is None or at < end:
            pings.append(Message("reminder", way, at, covers=frozenset({"reminder"})))
    return tuple(pings)


def marked_told(clock: SeatClock, *told: What) -> SeatClock:
    """Record these notices, so that none is repeated for the current question: after a ping was
    sent, those it `covers`. Raises ValueError for a seat that is not asked."""
    if clock.question is None:
        raise ValueError(f"seat {clock.seat} is not asked")
    return replace(clock, question=replace(clock.question, told=clock.question.told.union(told)))


class SeatMoments(NamedTuple):
    """The moments, in UTC, at which notices are due for a seat that is asked. None for a notice
    that was sent or never will be."""

    turn: datetime | None = None
    """When to ping that the turn has come."""
    reminder: datetime | None = None
    """When to remind: at half the clock, or after a day without one."""
    last_call: datetime | None = None
    """When the channel is told that time is almost over; that pings nobody."""
    time_out: datetime | None = None
    """The seat's deadline."""

    @property
    def first(self) -> datetime | None:
        """The earliest of the four; None if nothing is due."""
        return min((at for at in self if at is not None), default=None)


def moments_of(clock: SeatClock, pinging: Pinging, now: datetime) -> SeatMoments:
    """Calculate the moments at which notices are due for a seat now."""
    told = frozenset() if clock.question is None else clock.question.told
    pings = {ping.what: ping.at for ping in messages(clock, pinging, now)}
    return SeatMoments(
        pings.get("turn"),
        pings.get("reminder"),
        None if "last_call" in told else last_call(clock),
        None if "time_out" in told else deadline(clock),
    )
