"""A seat's plan for its next turns. Show it to that seat alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class RestsOn:
    """What a planned turn rests on, besides being legal: all that its person is shown of it."""

    placed: tuple[tuple[str, int], ...] = ()
    """Where its workers are placed, in order: gear and space, or "start" or "quick" and 0."""
    held: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What the seat has before the turn and after it: its goods, quarters of a point and workers,
    its step in each temple, its level of each technology, and 1 for each tile."""
    food_day: int | None = None
    """The rounds until the next food day; None after the last."""


@dataclass(frozen=True)
class PlannedTurn:
    """One way to take a turn."""

    actions: tuple[str, ...] = ()
    """Oldest first, without the `end` that closes the turn."""
    rests_on: RestsOn | None = None
    """None as long as the turn is not whole, asks something when it ends, or comes after the next
    food day, which may change everything: then it is never played by itself."""


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
    played: int = 0
    """The turns of the plan that were played already. Each may have cost so much more, too."""
