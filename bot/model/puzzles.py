"""Puzzles: positions with one clearly best turn, and what people made of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Literal, get_args

from bot.model.advice import Advised

Theme = Literal[
    "food",  # the best turn feeds more workers on the food day that ends the round
    "calendar",  # it takes the starting-player space, from which the calendar turns by two days
    "skulls",
    "building",
    "technology",
    "temples",
    "goods",
    "placing",
]
"""What the best turn of a puzzle is about; the first that fits."""
THEMES: tuple[Theme, ...] = get_args(Theme)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the seat at its turn finds one turn clearly better than all others."""

    position: str
    """What lies open, as a position line (`bot.notation`): nothing hidden is in it."""
    rules: int
    theme: Theme
    ways: tuple[Advised, ...] = ()
    """A computer's best turns, the best first; empty until somebody has asked for them."""
    lost: float = 0.0
    """The points lost in the game this comes from; 0 where it is the puzzle of a day."""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Try:
    """A person's try at a puzzle."""

    puzzle: int
    day: date | None
    """The person's day, for the puzzle of a day; None for one's own mistakes."""
    prepared: tuple[str, ...] = ()
    """The actions chosen so far; those that were played once it is judged."""
    revision: int = 0
    """The number of times they have changed."""
    lost: float | None = None
    """The points lost against the best turn, 0 if a computer sees no difference; None before."""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn of a person's own games that comes back as a puzzle."""

    id: int
    theme: Theme
    lost: float
    due: date | None
    """The day from which it may be tried; None once it is learned."""
    stage: int
    """The number of times in a row that it was avoided."""


@dataclass(frozen=True, slots=True)
class OfPerson:
    """What a person made of the puzzles of some days."""

    user_id: int
    tries: int
    found: int
    """The number of tries in which nothing was lost."""
    mean: float
    """The mean of the points lost."""


@dataclass(frozen=True, slots=True)
class OfServer:
    """What the people of a server made of the puzzles of some days."""

    guild_id: int
    people: int
    mean: float


INTERVALS = (1, 3, 9, 27)
"""The days after which a mistake comes back, once more each time it was avoided."""


def streak(days: Collection[date], today: date) -> int:
    """Count the days in a row up to today, or to yesterday while today is still to come."""
    last = today if today in days else today - timedelta(days=1)
    return next(n for n in count() if last - timedelta(days=n) not in days)


def comes_back(stage: int, today: date, *, avoided: bool) -> tuple[date | None, int]:
    """Say when a mistake comes back that was tried today, and its new stage."""
    stage = stage + 1 if avoided else 0
    if stage == len(INTERVALS):
        return None, stage
    return today + timedelta(days=INTERVALS[stage]), stage
