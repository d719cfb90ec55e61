"""Computers at tables: how one plays, what it advises on a turn or an answer, what it finds in a
game that is over. Numbers and what would happen, no words."""

from dataclasses import dataclass
from typing import Literal, get_args

from bot.engine.happenings import Happening


@dataclass(frozen=True, slots=True)
class PickedUp:
    """A worker that would be picked up."""

    gear: str
    space: int
    happened: tuple[Happening, ...]
    """What would come of it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """An own turn of the seat after the advised one, as the computer would take it if the others
    did nothing meanwhile."""

    picked: tuple[PickedUp, ...]
    placed: tuple[str, ...]
    """Where workers would be placed: gears, "start" or "quick", each once."""


@dataclass(frozen=True, slots=True)
class Food:
    """The next food day, as things stand after the turn."""

    rounds: int
    """Rounds before it; 0 if it ends this one."""
    missing: int
    """Corn the seat would have too little, before what its tiles bring on that day."""
    missing_before: int
    """The same without the turn."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A turn, or the rest of one that was begun, or an answer."""

    actions: tuple[str, ...]
    value: float
    """Points expected at the end of the game."""
    behind: float = 0.0
    """Points less than the best one; those that are compared were looked at equally far."""
    certain: float = 0.0
    """Points that are certain afterwards, more than before the turn: those on the track, and
    what goods, skulls and monuments would count if the game ended."""
    leads: tuple[str, ...] = ()
    """Temples in which nobody else stands as high afterwards; before the turn somebody did."""
    payable: tuple[str, ...] = ()
    """Monuments and buildings on offer whose blocks and skulls the seat holds afterwards, and did
    not before."""
    food: Food | None = None
    """None after the last food day, and for answers."""
    ahead: tuple[Ahead, ...] = ()
    """The next turns, as far as the computer looked."""


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


@dataclass(frozen=True, slots=True)
class Compared:
    """A turn that was played, beside the best one a computer found that is really different."""

    lost: float
    """Points by which the other one is better, at the end of the game; below 0 if the turn played
    is better. Both were looked at equally far."""
    other: tuple[str, ...] = ()
    """What the other one answers, with what closes the turn; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that gained or lost much."""

    round: int
    turn: int
    """How many seats had had their turn of the round."""
    seat: int
    lost: float
    other: tuple[str, ...]
    """As of `Compared`."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game as a computer sees it afterwards, by what lay open in each moment."""

    rounds: tuple[tuple[int, tuple[float, ...]], ...]
    """Each round with the points it expected each seat to end with when the round began, without
    points that belong to seats."""
    told: tuple[Told, ...]
    """By the round."""
    turns: int
    """How many turns it looked at."""
