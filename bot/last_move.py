"""The last move, to be marked on the pictures: workers placed and picked up, markers moved, tiles
that are new. A turn in preparation is marked too, in its own way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.engine import Step
from bot.engine.board import GEARS, TECHNOLOGIES, TEMPLES
from bot.engine.happenings import CalendarTurned, TilesKept, WorkerPickedUp, WorkerPlaced
from bot.engine.position import Position

START, QUICK = "start", "quick"
ROW = "row"


class Turn(Protocol):
    """A turn that was played; `bot.tables.Confirmed` is one."""

    @property
    def seat(self) -> int:
        """The seat of the turn."""

    @property
    def before(self) -> Position:
        """The position before the turn."""

    @property
    def steps(self) -> Sequence[Step]:
        """The consequences of each action."""


@dataclass(frozen=True)
class Moved:
    """A worker of the last move.

    `place` is a gear, `START` or `QUICK`. A worker that was `placed` stands on `space` now,
    although the calendar may have turned since; one picked up left `space`, and had its action.
    """

    seat: int
    place: str
    space: int
    placed: bool
    prepared: bool = False
    """Whether the turn is still in preparation."""


@dataclass(frozen=True)
class Changed:
    """A part of the city that the last move changed.

    `what` is a temple or a technology in which the marker of `seat` has moved, a monument this seat
    has built, or `ROW`: then the building in `place` of the row, counted from 0, is new or gone.
    """

    what: str
    seat: int | None = None
    place: int = 0
    prepared: bool = False
    """Whether the turn is still in preparation."""


def moved(
    turns: Sequence[Turn], position: Position, prepared: Turn | None = None
) -> tuple[Moved, ...]:
    """List the workers moved in these turns and in the `prepared` one, as seen in the position
    after them; not workers that were placed and have come back since."""
    found = []
    for turn in (*turns, prepared) if prepared else turns:
        for step in turn.steps:
            for happening in step.happenings:
                match happening:
                    case WorkerPickedUp(seat, gear, space):
                        found.append(Moved(seat, gear, space, False, turn is prepared))
                    case WorkerPlaced(seat, place, space):
                        if place in GEARS:
                            space += position.tooth - step.position.tooth
                        if _stands(position, seat, place, space):
                            found.append(Moved(seat, place, space, True, turn is prepared))
    return tuple(found)


def changed(
    turns: Sequence[Turn], position: Position, prepared: Turn | None = None
) -> tuple[Changed, ...]:
    """List the changes of the city by these turns and the `prepared` one, as seen in the position
    after them. A change that the prepared turn makes again is marked as its own."""
    begun = prepared.before if prepared else position
    now = _differences(begun, position, prepared=True) if prepared else ()
    own = {(one.what, one.seat, one.place) for one in now}
    before = _differences(turns[0].before, begun) if turns else ()
    return (*(one for one in before if (one.what, one.seat, one.place) not in own), *now)


def _differences(
    before: Position, after: Position, *, prepared: bool = False
) -> tuple[Changed, ...]:
    found = []
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        for temple in TEMPLES:
            if was.temples[temple] != now.temples[temple]:
                found.append(Changed(temple, seat, prepared=prepared))
        for track in TECHNOLOGIES:
            if was.technologies[track] != now.technologies[track]:
                found.append(Changed(track, seat, prepared=prepared))
        for tile in now.monuments:
            if tile not in was.monuments:
                found.append(Changed(tile, seat, prepared=prepared))
    rows = zip(before.building_row, after.building_row, strict=False)
    for place, (old, new) in enumerate(rows):
        if old != new:
            found.append(Changed(ROW, place=place, prepared=prepared))
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
    """Find the position from which the calendar last turned in these turns; None if it did not."""
    found = None
    for turn in turns:
        before = turn.before
        for step in turn.steps:
            if any(isinstance(happening, CalendarTurned) for happening in step.happenings):
                found = before
            before = step.position
    return found


def revealed(turns: Sequence[Turn]) -> tuple[TilesKept, ...]:
    """List the first tiles that the last choice in these turns revealed, of all seats; empty if
    none did."""
    return tuple(
        happening
        for turn in turns
        for step in turn.steps
        for happening in step.happenings
        if isinstance(happening, TilesKept)
    )
