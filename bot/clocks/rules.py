"""The clock rules of a table or a league, as data.

Time is counted per seat and only while that seat is asked something. Four kinds:

- none: nobody is hurried;
- live: some minutes for each turn, all people at the table at the same time;
- days: some days for each turn;
- bank: time to save up, with an increment for each confirmed turn and a cap (Little Golem plays
  10 days with 36 hours more a turn and never above 10 days; ours has smaller numbers).

Live clocks run through the night. With the slow ones a person's quiet hours and vacation days do
not count, unless the rules say so.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Literal, get_args

from pydantic import ConfigDict, Field, Strict

from bot.refusal import Refusal

LIVE_MINUTES = (1, 120)
TURN_DAYS = (1, 30)
BANK_HOURS = (1, 60 * 24)
"""Of what a bank begins with, and of its cap: up to 60 days."""
INCREMENT_HOURS = (0, 7 * 24)
VACATION_DAYS = (0, 60)
"""Fewest and most that may be set, for each of the above."""

Whole = Annotated[int, Strict()]
YesNo = Annotated[bool, Strict()]
_EXACTLY = ConfigDict(extra="forbid")

WhenOut = Literal["computer", "moderator", "substitute"]
"""What happens when a seat's time is over: a computer seat takes this turn, or the moderators are
called, or a substitute comes."""


@dataclass(frozen=True)
class NoClock:
    """Nobody is hurried."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["none"] = field(default="none", kw_only=True, repr=False)


@dataclass(frozen=True)
class LiveClock:
    """Everybody is there: so many minutes for each turn, 1 to 120. What is left of them is not
    kept. Raises Refusal outside of the range."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["live"] = field(default="live", kw_only=True, repr=False)

    minutes: Whole = 10

    def __post_init__(self) -> None:
        if said := _outside(self.minutes, LIVE_MINUTES):
            raise Refusal(
                "minutes", "Choose {least} to {most} minutes for a live turn, not {value}.", **said
            )


@dataclass(frozen=True)
class DaysClock:
    """So many days for each turn, 1 to 30: 24 hours of awake time each. What is left of them is
    not kept. Raises Refusal outside of the range."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["days"] = field(default="days", kw_only=True, repr=False)

    days: Whole = 2

    def __post_init__(self) -> None:
        if said := _outside(self.days, TURN_DAYS):
            raise Refusal("days", "Choose {least} to {most} days for a turn, not {value}.", **said)


@dataclass(frozen=True)
class BankClock:
    """A bank of time per seat, in hours. Raises Refusal outside of the ranges."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["bank"] = field(default="bank", kw_only=True, repr=False)

    start: Whole = 72
    """What each seat begins with, 1 to 1440."""
    increment: Whole = 12
    """What a confirmed turn adds, 0 to 168."""
    cap: Whole = 120
    """What an increment never lifts the bank above, `start` to 1440. Time that a moderator gives
    may."""

    def __post_init__(self) -> None:
        if said := _outside(self.start, BANK_HOURS):
            raise Refusal(
                "start",
                "Choose {least} to {most} hours for a bank to begin with, not {value}.",
                **said,
            )
        if said := _outside(self.increment, INCREMENT_HOURS):
            raise Refusal(
                "increment",
                "Choose {least} to {most} hours for a turn to add, not {value}.",
                **said,
            )
        if said := _outside(self.cap, BANK_HOURS):
            raise Refusal(
                "cap", "Choose {least} to {most} hours for the cap of a bank, not {value}.", **said
            )
        if self.cap < self.start:
            raise Refusal(
                "cap",
                "A bank begins with at most its cap: set the cap to {start} hours or more.",
                start=self.start,
            )


ClockRule = Annotated[NoClock | LiveClock | DaysClock | BankClock, Field(discriminator="kind")]


@dataclass(frozen=True)
class TimeRules:
    """Everything a table or a league says about time. Raises Refusal for values outside of
    their ranges."""

    __pydantic_config__ = _EXACTLY
    clock: ClockRule = NoClock()
    quiet_counts: YesNo = False
    """Whether a slow clock runs on in a person's quiet hours; a live one always does."""
    vacation_days: Whole = 14
    """On how many of a person's vacation days in a calendar year a slow clock stands still, 0 to
    60; a live one never does."""
    when_out: WhenOut = "computer"

    def __post_init__(self) -> None:
        if said := _outside(self.vacation_days, VACATION_DAYS):
            raise Refusal(
                "vacation_days",
                "Choose {least} to {most} vacation days a year, not {value}.",
                **said,
            )
        if self.when_out not in get_args(WhenOut):
            raise Refusal(
                "when_out",
                "There is no such rule for running out of time; choose one of: {choices}.",
                choices=", ".join(get_args(WhenOut)),
            )

    @property
    def is_live(self) -> bool:
        """Whether everybody is expected to be there the whole time."""
        return isinstance(self.clock, LiveClock)


def first_time(clock: ClockRule) -> timedelta | None:
    """What a seat's first question may take; None without a clock."""
    match clock:
        case NoClock():
            return None
        case LiveClock(minutes):
            return timedelta(minutes=minutes)
        case DaysClock(days):
            return timedelta(days=days)
        case BankClock(start):
            return timedelta(hours=start)


def next_time(clock: ClockRule, left: timedelta, *, earned: bool) -> timedelta | None:
    """What a seat's next question may take, once one was answered with `left` to spare; None
    without a clock. `earned`: whether the answer earns the increment of a bank."""
    if not isinstance(clock, BankClock):
        return first_time(clock)
    if not earned:
        return left
    # Not below what is there: a moderator may have given more than the cap.
    return max(left, min(left + timedelta(hours=clock.increment), timedelta(hours=clock.cap)))


def _outside(value: int, bounds: tuple[int, int]) -> dict[str, int]:
    """What to say about a value that is not a whole number within its bounds; empty if it is."""
    least, most = bounds
    # bool is an int to Python, and JSON from elsewhere may hold anything
    if type(value) is int and least <= value <= most:
        return {}
    return {"least": least, "most": most, "value": value}


UNHURRIED = TimeRules()
"""The rules where nothing was chosen: no clock."""
