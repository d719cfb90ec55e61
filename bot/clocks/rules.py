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

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, Strict

Whole = Annotated[int, Strict()]
YesNo = Annotated[bool, Strict()]
Minutes = Annotated[Whole, Field(ge=1, le=120)]
Days = Annotated[Whole, Field(ge=1, le=30)]
BankHours = Annotated[Whole, Field(ge=1, le=60 * 24)]
Increment = Annotated[Whole, Field(ge=0, le=7 * 24)]
VacationDays = Annotated[Whole, Field(ge=0, le=60)]
"""People choose among rules that are given, so only what was stored is checked, when it is read."""
_EXACTLY = ConfigDict(extra="forbid")

WhenOut = Literal["computer", "moderator", "substitute"]
"""What happens when a seat's time is over: a computer takes the turn, the moderators are called, or
a substitute comes."""


@dataclass(frozen=True)
class NoClock:
    """Nobody is hurried."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["none"] = field(default="none", kw_only=True, repr=False)


@dataclass(frozen=True)
class LiveClock:
    """Everybody is there: so many minutes for each turn. What is left of them is not kept."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["live"] = field(default="live", kw_only=True, repr=False)

    minutes: Minutes = 10


@dataclass(frozen=True)
class DaysClock:
    """So many days for each turn: 24 hours of awake time each. What is left of them is not
    kept."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["days"] = field(default="days", kw_only=True, repr=False)

    days: Days = 2


@dataclass(frozen=True)
class BankClock:
    """A bank of time per seat, in hours. Raises ValueError for one that begins above its cap."""

    __pydantic_config__ = _EXACTLY
    kind: Literal["bank"] = field(default="bank", kw_only=True, repr=False)

    start: BankHours = 72
    """What each seat begins with."""
    increment: Increment = 12
    """What a confirmed turn adds."""
    cap: BankHours = 120
    """What an increment never lifts the bank above. Time that a moderator gives may."""

    def __post_init__(self) -> None:
        if self.cap < self.start:
            raise ValueError(f"a bank of {self.start} hours is above its cap of {self.cap}")


ClockRule = Annotated[NoClock | LiveClock | DaysClock | BankClock, Field(discriminator="kind")]


@dataclass(frozen=True)
class TimeRules:
    """Everything a table or a league says about time."""

    __pydantic_config__ = _EXACTLY
    clock: ClockRule = NoClock()
    quiet_counts: YesNo = False
    """Whether a slow clock runs on in a person's quiet hours; a live one always does."""
    vacation_days: VacationDays = 14
    """On how many of a person's vacation days in a calendar year a slow clock stands still; a
    live one never does."""
    when_out: WhenOut = "computer"

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


UNHURRIED = TimeRules()
"""The rules where nothing was chosen: no clock."""
