"""Computers at tables: how one plays, and its advice and reviews. Numbers and happenings, no
words."""

from dataclasses import dataclass
from typing import Literal, get_args

from bot.engine.happenings import Happening


@dataclass(frozen=True, slots=True)
class PickedUp:
    """A worker that would be picked up."""

    gear: str
    space: int
    happened: tuple[Happening, ...]
    """The happenings of its action."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The seat's next turn after the advised one, as the computer would take it if the others did
    nothing meanwhile."""

    picked: tuple[PickedUp, ...]
    placed: tuple[str, ...]
    """The places of workers, each once: gears, "start" or "quick"."""


@dataclass(frozen=True, slots=True)
class Food:
    """The next food day, as things stand after the turn."""

    rounds: int
    """Rounds before it; 0 if it ends this one."""
    missing: int
    """The corn the seat would lack."""
    missing_before: int
    """The corn the seat would lack if it did not take the turn."""
    lost: int
    """The points the seat would lose for workers that are not fed."""


@dataclass(frozen=True, slots=True)
class Advised:
    """An advised turn, rest of a turn, or answer."""

    actions: tuple[str, ...]
    value: float
    """The points expected at the end of the game."""
    place: int = 1
    """1 for the best. Ways between which the computer sees no difference share a place."""
    behind: float = 0.0
    """Points less than the first; both were looked at equally far. Below 0 where the first is told
    first although it brings less, since it feeds more workers."""
    certain: float = 0.0
    """The certain points that the turn adds: those on the track, and those for goods, skulls and
    monuments if the game ended."""
    leads: tuple[str, ...] = ()
    """The temples in which the seat stands alone at the top after the turn, and did not before."""
    payable: tuple[str, ...] = ()
    """The monuments and buildings on offer whose blocks and skulls the seat holds after the turn,
    and did not before."""
    food: Food | None = None
    """The next food day; None after the last one, and for answers."""
    begging: int = 0
    """The points that the temple step lost by begging costs at the end of the age."""
    ahead: tuple[Ahead, ...] = ()
    """The seat's next turns, as far as the computer looked."""


Level = Literal["instant", "easy", "medium", "hard", "master"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "master")
"""The levels people choose from. `instant` is for clocks that have run out and for busy times; a
computer seated before it was kept back may still play at it."""
Style = Literal["builder", "priest", "farmer"]
STYLES: tuple[Style, ...] = get_args(Style)


@dataclass(frozen=True)
class Computer:
    """A computer in a seat."""

    level: Level = "medium"
    style: Style | None = None
    """The style of play; None for a computer that only wants points."""
    twice: bool = False
    """Whether it may think twice as long, where it is a master."""

    @property
    def thinks_twice(self) -> bool:
        """Whether it is a master that may think twice as long."""
        return self.twice and self.level == "master"


ORDINARY = Computer()
"""The computer of a seat for which nobody has chosen one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A turn that was played, beside the best really different one that a computer found."""

    lost: float
    """The points at the end by which the other turn is better; below 0 if the turn played is. Both
    were looked at equally far."""
    other: tuple[str, ...] = ()
    """The answers of the other turn, with the one that ends it; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Told:
    """A turn of a review that gained or lost much."""

    round: int
    turn: int
    """How many seats had had their turn of the round."""
    seat: int
    lost: float
    other: tuple[str, ...]
    """The answers of the other turn, as in `Compared`."""


@dataclass(frozen=True, slots=True)
class Review:
    """A computer's review of a finished game, by what lay open in each moment."""

    rounds: tuple[tuple[int, tuple[float, ...]], ...]
    """Each round, with the points expected for each seat at its beginning."""
    told: tuple[Told, ...]
    """The turns that are told, in order of rounds."""
    turns: int
    """The number of turns looked at."""
