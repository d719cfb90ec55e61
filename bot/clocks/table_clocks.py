"""The clocks of a table: what happens to all of them when one seat acts.

Only seats that people hold have a clock; computer seats have none and may be named in `waiting`
all the same. Several seats may be asked at once, as in the secret choice at the start.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.clocks.deadlines import SeatClock, ask, confirm, pause, reopen, rewind, withdraw
from bot.clocks.quiet import PersonalTime
from bot.clocks.rules import ClockRule

Clocks = Mapping[int, SeatClock]
"""By seat."""
Hours = Mapping[int, PersonalTime]
"""By seat, what counts at the table (`counted_hours`)."""


def seats_asked(
    clocks: Clocks, waiting: Iterable[int], hours: Hours, now: datetime, *, paused: bool = False
) -> dict[int, SeatClock]:
    """The clocks of all seats that are asked run; those that do already are left alone. At the
    start of a game, and after every change of who is asked."""
    started = dict(clocks)
    for seat in set(waiting) & clocks.keys():
        started[seat] = ask(clocks[seat], hours[seat], now)
        if paused:
            started[seat] = pause(started[seat], now)
    return started


def turn_confirmed(
    clocks: Clocks,
    seat: int,
    waiting: Iterable[int],
    hours: Hours,
    rule: ClockRule,
    now: datetime,
    *,
    earns: bool = True,
    paused: bool = False,
) -> dict[int, SeatClock]:
    """A seat has confirmed; `waiting` are the seats asked after that, maybe the same one again.

    `earns` as for `confirm`. Raises
    ValueError for a seat with a clock that was not asked.
    """
    after = dict(clocks)
    if seat in clocks:
        after[seat] = confirm(clocks[seat], rule, now, earns=earns)
    return seats_asked(after, waiting, hours, now, paused=paused)


def turn_taken_back(
    clocks: Clocks, seat: int, waiting: Iterable[int], now: datetime
) -> dict[int, SeatClock]:
    """A seat takes its last confirmed turn back; `waiting` are the seats asked then, itself among
    them. Raises Refusal (`too-late`) and ValueError as `reopen` does."""
    still = set(waiting)
    after = {
        other: clock if other in still and other != seat else withdraw(clock)
        for other, clock in clocks.items()
    }
    if seat in clocks:
        after[seat] = reopen(after[seat], now)
    return after


def rewound(
    clocks: Clocks,
    answered: Mapping[int, int],
    waiting: Iterable[int],
    hours: Hours,
    now: datetime,
    *,
    paused: bool = False,
) -> dict[int, SeatClock]:
    """The game goes back to an earlier turn: `answered` tells for every seat with a clock how many
    of its turns that earn still stand, `waiting` who is asked. Raises ValueError as `rewind`
    does."""
    after = {seat: rewind(clock, answered[seat]) for seat, clock in clocks.items()}
    return seats_asked(after, waiting, hours, now, paused=paused)
