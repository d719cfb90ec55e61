"""The clock rules of a table or a league, as data.

Time is counted per seat and only while that seat is asked something. Four kinds:

- none: nobody is hurried;
- live: some minutes for each turn, with everybody at the table at the same time;
- days: some days for each turn;
- bank: time to save up, with an increment for each confirmed turn and a cap (Little Golem plays
  10 days with 36 hours more a turn and never above 10 days; ours has smaller numbers).

Live clocks run through the night. With the slow ones a person's quiet hours and vacation days do
not count, unless the rules say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, Strict

Whole = Annotated[int, Strict()]
Minutes = Annotated[Whole, Field(ge=1, le=120)]
Days = Annotated[Whole, Field(ge=1, le=30)]
BankHours = Annotated[Whole, Field(ge=1, le=60 * 24)]
VacationDays = Annotated[Whole, Field(ge=0, le=60)]
"""A number of vacation days. The limits of these types are for stored rules: people choose among
rules that are given."""
_EXACTLY = ConfigDict(extra="forbid")

WhenOut = Literal["computer", "moderator"]
"""What happens when a seat runs out of time: a computer takes the turn, or the moderators are
called."""
_OF_BEFORE: Mapping[str, WhenOut] = {"substitute": "moderator", "relief": "computer"}
"""What version 1.0.0 stored where substitutes were asked for the seat, too."""


def _as_now(when_out: object) -> object:
    return _OF_BEFORE.get(when_out, when_out) if isinstance(when_out, str) else when_out


@dataclass(frozen=True)
class NoClock:
    """No time limit."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["none"] = field(default="none", kw_only=True, repr=False)


@dataclass(frozen=True)
class LiveClock:
    """So many minutes for each turn, with everybody present. Unused time is lost."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["live"] = field(default="live", kw_only=True, repr=False)

    minutes: Minutes = 10


@dataclass(frozen=True)
class DaysClock:
    """So many days of 24 awake hours for each turn. Unused time is lost."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["days"] = field(default="days", kw_only=True, repr=False)

    days: Days = 2


@dataclass(frozen=True)
class BankClock:
    """A bank of time for each seat, in hours. Raises ValueError if it begins above its cap."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["bank"] = field(default="bank", kw_only=True, repr=False)

    start: BankHours = 72
    """Hours in the bank at the beginning."""
    increment: Annotated[Whole, Field(ge=0, le=7 * 24)] = 12
    """Hours added for each confirmed turn."""
    cap: BankHours = 120
    """Increments cannot lift the bank above so many hours; an extension by a moderator can."""

    def __post_init__(self) -> None:
        if self.cap < self.start:
            raise ValueError(f"a bank of {self.start} hours is above its cap of {self.cap}")


ClockRule = Annotated[NoClock | LiveClock | DaysClock | BankClock, Field(discriminator="kind")]


@dataclass(frozen=True)
class TimeRules:
    """All time rules of a table or a league."""

    __pydantic_config__ = _EXACTLY
    clock: ClockRule = NoClock()
    quiet_counts: Annotated[bool, Strict()] = False
    """Whether a slow clock goes on running in a person's quiet hours; a live one always does."""
    vacation_days: VacationDays = 14
    """On how many vacation days of a person in a calendar year a slow clock stands still; a live
    one never does."""
    when_out: Annotated[WhenOut, BeforeValidator(_as_now)] = "computer"

    @property
    def is_live(self) -> bool:
        """Whether everybody is expected to be present all the time."""
        return isinstance(self.clock, LiveClock)


def first_time(clock: ClockRule) -> timedelta | None:
    """The time for a seat's first question; None without a clock."""
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
    """The time for a seat's next question, after one was answered with `left` remaining; None
    without a clock. `earned` says whether that answer earns the increment of a bank."""
    if not isinstance(clock, BankClock):
        return first_time(clock)
    if not earned:
        return left
    # A moderator may have raised the bank above the cap; never lower it.
    return max(left, min(left + timedelta(hours=clock.increment), timedelta(hours=clock.cap)))


def usual_time(clock: ClockRule, turns: int) -> timedelta | None:
    """Estimate how long a turn really takes, in a game of so many `turns`: a quarter of what the
    clock allows, in whole hours. None without a clock, and for a live one, whose players agree on
    evenings."""
    match clock:
        case NoClock() | LiveClock():
            return None
        case DaysClock(days):
            allowed = timedelta(days=days)
        case BankClock(start, increment):
            allowed = timedelta(hours=increment + start / turns)
    return timedelta(hours=max(1, round(allowed / timedelta(hours=4))))


UNHURRIED = TimeRules()
"""The default rules: no clock."""
CLOCKS: Mapping[str, ClockRule] = {
    "none": NoClock(),
    "live5": LiveClock(5),
    "live10": LiveClock(10),
    "live20": LiveClock(20),
    "days1": DaysClock(1),
    "days2": DaysClock(2),
    "days3": DaysClock(3),
    "days7": DaysClock(7),
    "bank": BankClock(),
}
"""The clocks from which a lobby may choose."""
