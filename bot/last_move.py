"""What was moved last: workers placed, and spaces from which workers were picked up."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from bot.engine.board import GEARS
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
    def steps(self) -> Sequence[tuple[str, Position]]:
        """Each action with the position after it."""


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
        before = turn.before
        for action, after in turn.steps:
            worker = _moved_by(action, turn.seat, before, after, position)
            if worker is not None:
                found.append(worker)
            before = after
    return tuple(found)


def _moved_by(
    action: str, seat: int, before: Position, after: Position, now: Position
) -> Moved | None:
    kind, *words = action.split()
    if kind == "pick":
        return Moved(seat, words[0], int(words[1]), placed=False)
    if kind != "place":
        return None
    place = words[0]
    spaces = _spaces(after, place)
    here = [n for n, who in enumerate(spaces) if who == seat and _spaces(before, place)[n] != seat]
    if not here:
        return None
    space = here[0] + (now.tooth - after.tooth if place in GEARS else 0)
    standing = _spaces(now, place)
    if space >= len(standing) or standing[space] != seat:
        return None
    return Moved(seat, place, space, placed=True)


def _spaces(position: Position, place: str) -> Sequence[Any]:
    if place == START:
        return (position.start_space,)
    if place == QUICK:
        return position.quick.spaces if position.quick else ()
    return tuple(position.gears[place])


def before_turning(turns: Sequence[Turn]) -> Position | None:
    """The position from which the calendar turned, the last time it did in these turns; None if
    it did not."""
    found = None
    for turn in turns:
        for one, then in pairwise([turn.before, *(after for _, after in turn.steps)]):
            if then.tooth > one.tooth:
                found = one
    return found
