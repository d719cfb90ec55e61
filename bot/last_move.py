"""What was moved last: workers placed, and spaces from which workers were picked up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.engine import Step
from bot.engine.board import GEARS
from bot.engine.happenings import CalendarTurned, WorkerPickedUp, WorkerPlaced
from bot.engine.position import Position

START, QUICK = "start", "quick"


class Turn(Protocol):
    """A turn that was played, as `bot.tables.Confirmed` has it."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""

    @property
    def before(self) -> Position:
        """The position in which it began."""

    @property
    def steps(self) -> Sequence[Step]:
        """What came of each action."""


@dataclass(frozen=True)
class Moved:
    """A worker of the last move.

    `place` is a gear, `START` or `QUICK`. One that was `placed` stands on `space` now, although
    the calendar may have turned since; one picked up did so on `space`, whose action it had.
    """

    seat: int
    place: str
    space: int
    placed: bool


def moved(turns: Sequence[Turn], position: Position) -> tuple[Moved, ...]:
    """The workers moved in these turns, as they are seen in the position after them. Those placed
    that have come back since are left out."""
    found = []
    for turn in turns:
        for step in turn.steps:
            for happening in step.happenings:
                match happening:
                    case WorkerPickedUp(seat, gear, space):
                        found.append(Moved(seat, gear, space, placed=False))
                    case WorkerPlaced(seat, place, space):
                        if place in GEARS:
                            space += position.tooth - step.position.tooth
                        if _stands(position, seat, place, space):
                            found.append(Moved(seat, place, space, placed=True))
    return tuple(found)


def _stands(position: Position, seat: int, place: str, space: int) -> bool:
    """Whether a worker of the seat stands there now."""
    if place == START:
        return position.start_space == seat
    if place == QUICK:
        return position.quick is not None and position.quick.spaces[space] == seat
    spaces = position.gears[place]
    return space < len(spaces) and spaces[space] == seat


def before_turning(turns: Sequence[Turn]) -> Position | None:
    """The position from which the calendar turned, the last time it did in these turns; None if
    it did not."""
    found = None
    for turn in turns:
        before = turn.before
        for step in turn.steps:
            if any(isinstance(happening, CalendarTurned) for happening in step.happenings):
                found = before
            before = step.position
    return found
