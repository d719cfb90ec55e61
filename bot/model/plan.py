"""A seat's plan for its next turns. Show it to that seat alone."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RestsOn:
    """What a planned turn rests on, besides being legal."""

    placed: tuple[tuple[str, int], ...]
    """Where its workers are placed: gear and space, or "start" or "quick" and 0."""
    corn: int
    """The corn it costs; below 0 for corn gained."""
    blocks: tuple[int, int, int]
    """The wood, stone and gold it costs."""


@dataclass(frozen=True)
class PlannedTurn:
    """One way to take a turn."""

    actions: tuple[str, ...] = ()
    """Oldest first, without the `end` that closes the turn."""
    rests_on: RestsOn | None = None
    """None as long as the turn is not whole, or asks something when it ends: then it is never
    played by itself."""


@dataclass(frozen=True)
class SeatPlan:
    """The plan of a seat, made while other seats are asked."""

    turns: tuple[tuple[PlannedTurn, ...], ...] = ()
    """The next turns, the first one first. Of each the ways to take it in the order of preference:
    the second is taken if the first is not as it was planned."""
    plays: bool = False
    """Whether a planned turn confirms itself if it is as it was planned."""
    extra: int = 0
    """The corn that a turn may cost more than planned, to be played by itself."""
