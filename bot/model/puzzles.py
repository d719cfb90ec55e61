"""Puzzles: positions with one clearly best turn, and what a person made of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Literal

from bot.model.advice import Advised

Theme = Literal[
    "food", "calendar", "skulls", "building", "technology", "temples", "goods", "placing"
]  # fmt: skip
"""What the best turn is about, the first that fits: it feeds more workers on the food day that ends
the round, takes the starting space (from which the calendar turns by two days), and so on."""
INTERVALS = (1, 3, 9, 27)
"""The days after which a mistake comes back, the next ones each time it was avoided."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one turn of the seat in turn is better than all others."""

    position: str
    """What lies open, as a position line (`bot.notation`): nothing hidden is in it."""
    rules: int
    theme: Theme
    ways: tuple[Advised, ...] = ()
    """A computer's best turns, the best first; empty until somebody has asked for them."""
    lost: float = 0.0
    """The points lost in the game it comes from; 0 where it is the puzzle of a day."""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Try:
    """A person's try at a puzzle."""

    puzzle: int
    day: date | None
    """The person's day, for the puzzle of a day; None for one's own mistakes."""
    prepared: tuple[str, ...]
    """The actions chosen so far; those that were played once it is judged."""
    revision: int
    """The number of times it has changed."""
    lost: float | None
    """The points lost against the best turn, 0 if a computer sees no difference; None before."""
    shared: bool


def streak(days: Collection[date], today: date) -> int:
    """Count the days in a row up to today, or to yesterday while today is still to come."""
    last = today if today in days else today - timedelta(days=1)
    return next(n for n in count() if last - timedelta(days=n) not in days)


def comes_back(stage: int, today: date, *, avoided: bool) -> tuple[date | None, int]:
    """Say when a mistake comes back that was tried today, and its new stage; never once it was
    avoided after each interval."""
    stage = stage + 1 if avoided else 0
    learned = stage == len(INTERVALS)
    return None if learned else today + timedelta(days=INTERVALS[stage]), stage
