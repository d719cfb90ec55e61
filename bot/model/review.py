"""What a computer has to say about a game that is over: numbers and answers, no words."""

from dataclasses import dataclass


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
