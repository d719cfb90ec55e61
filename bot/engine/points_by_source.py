"""Where every seat's points came from: the log of a game played again, each gain put down to what
gave it (`sources`).

The rules are not told a second time here. The agenda of the game that is played again is watched:
whenever its next step is fetched, the points that have changed came from the step before, and that
step has said what its points are for.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

from bot.engine.calendar import calendar_phase
from bot.engine.food_day import MID_AGE_DAYS
from bot.engine.game import Game
from bot.engine.scoring import final_points4
from bot.engine.sources import SOURCE_OF, SOURCES, Source
from bot.engine.state import State, Step

FoodDay = Literal["mid_age", "end_of_age"]


@dataclass(frozen=True)
class SeatPoints:
    """One seat's points, all in quarters of a point."""

    points4: int
    """Now, or at the end."""
    place: int
    """From 1; who is tied shares it."""
    workers_on_gears: int
    """Own workers on the five gears, which break ties (R-126)."""
    sources: tuple[tuple[Source, int], ...]
    """(source, points), in the order of `SOURCES`; without those that gave and took nothing. They
    add up to `points4`."""
    monuments: tuple[tuple[str, int], ...]
    """(monument, points) at the end, in the order in which they were built."""
    line: tuple[int, ...]
    """The points at the beginning, after each of the rounds played, and now; at the end of the
    game the last round stands without what only the end gives."""


@dataclass(frozen=True)
class PointsHistory:
    """How the points of a game came about. Hidden from nobody: points lie open."""

    seats: tuple[SeatPoints, ...]
    food_days: tuple[FoodDay | None, ...]
    """Of each round played: the food day held in it."""
    finished: bool

    @property
    def by_place(self) -> tuple[int, ...]:
        """The seats from the first place to the last; who is tied, by seat."""
        return tuple(sorted(range(len(self.seats)), key=lambda seat: self.seats[seat].place))


def points_history(
    setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]
) -> PointsHistory:  # fmt: skip
    """The points of the game with this deal and these answers, finished or not.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game = Game.from_setup(setup)
    state = game._state
    ledger = _Ledger(state)
    state.agenda = _WatchedAgenda(state.agenda, ledger)
    for seat, action in actions:
        game.play(seat, action)
        ledger.settle()
    places = {row["seat"]: row for row in game.standings()}
    return PointsHistory(
        seats=tuple(
            SeatPoints(
                points4=seat.points4,
                place=places[seat.index]["place"],
                workers_on_gears=places[seat.index]["workers_on_gears"],
                sources=tuple((s, n) for s in SOURCES if (n := ledger.given[seat.index][s])),
                monuments=tuple(ledger.monuments[seat.index]),
                line=(*ledger.lines[seat.index], seat.points4),
            )
            for seat in state.seats
        ),
        food_days=tuple(ledger.food_days),
        finished=game.finished,
    )


class _Ledger:
    """The account of a game that is being played again."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known = [seat.points4 for seat in state.seats]
        self._food_days_known = state.food_days_held
        self._last: Any = None  # what stood first in the step that is being carried out
        self.given = [Counter[str](earlier=points4) for points4 in self._known]
        self.monuments: list[list[tuple[str, int]]] = [[] for _ in state.seats]
        self.lines = [[points4] for points4 in self._known]
        self.food_days: list[FoodDay | None] = []

    def next_step(self, step: Step) -> None:
        """The step before is done, this one follows."""
        self.settle()
        self._last = step[0]
        if step[0] is calendar_phase:
            self._close_round()

    def settle(self) -> None:
        """Put down what the last step has given."""
        for seat in self._state.seats:
            gained = seat.points4 - self._known[seat.index]
            if not gained:
                continue
            self._known[seat.index] = seat.points4
            if self._state.phase == "finished":
                self._put_down_the_end(seat.index)
            else:
                self.given[seat.index][SOURCE_OF[self._last]] += gained

    def _put_down_the_end(self, index: int) -> None:
        for what, points4 in final_points4(self._state, self._state.seats[index]):
            if what in SOURCES:
                self.given[index][what] += points4
            else:
                self.given[index]["monuments"] += points4
                self.monuments[index].append((what, points4))

    def _close_round(self) -> None:
        held, self._food_days_known = self._food_days_known, self._state.food_days_held
        kind: FoodDay = "mid_age" if held in MID_AGE_DAYS else "end_of_age"
        self.food_days.append(kind if self._food_days_known > held else None)
        for line, points4 in zip(self.lines, self._known, strict=True):
            line.append(points4)


class _WatchedAgenda(list[Step]):
    """An agenda that tells the ledger which step is fetched."""

    def __init__(self, steps: Iterable[Step], ledger: _Ledger) -> None:
        super().__init__(steps)
        self._ledger = ledger

    def pop(self, index: SupportsIndex = -1) -> Step:
        """The next step."""
        step = super().pop(index)
        self._ledger.next_step(step)
        return step
