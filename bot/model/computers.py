"""Computers at a table: how far they look, and what they like."""

from dataclasses import dataclass
from typing import Literal, get_args

Level = Literal["instant", "easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""What a computer can be asked to play at."""
Style = Literal["builder", "priest", "farmer"]
STYLES: tuple[Style, ...] = get_args(Style)


@dataclass(frozen=True)
class Computer:
    """A computer in a seat."""

    level: Level = "medium"
    style: Style | None = None
    """What it likes a little more than it is worth; None for a computer that likes points."""


ORDINARY = Computer()
"""What sits where nobody chose."""
