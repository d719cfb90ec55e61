"""The source of every seat's points, and its steps in the temples: the log of a game is played
again with a listener that notes what each gain was for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.engine.game import Game
from bot.engine.happenings import (
    POINTS_SOURCES,
    FoodDayBegan,
    Happening,
    PointsChanged,
    PointsSource,
    RoundEnded,
    TempleMoved,
)

FoodDay = Literal["mid_age", "end_of_age"]


@dataclass(frozen=True)
class SeatPoints:
    """One seat's points, all in quarters of a point."""

    points4: int
    """The points now, or at the end of the game."""
    place: int
    """The place, from 1; tied seats share it. Until the game is over only points count."""
    workers_on_gears: int
    """The seat's workers on the five gears, which break ties at the end of the game (R-126)."""
    sources: tuple[tuple[PointsSource, int], ...]
    """(source, points), in the order of `POINTS_SOURCES`, without sources that gave and took
    nothing. They add up to `points4`."""
    monuments: tuple[tuple[str, int], ...]
    """(monument, points) at the end, in the order in which they were built."""
    line: tuple[int, ...]
    """The points at the beginning, after each round played, and now. After the last round the
    points of the game's end are left out; only the final item has them."""
    climbed: int = 0
    """The steps climbed in the temples, all together; those lost later are not taken off."""


@dataclass(frozen=True)
class PointsHistory:
    """How the points of a game were won. Points lie open, so every player may see it."""

    seats: tuple[SeatPoints, ...]
    food_days: tuple[FoodDay | None, ...]
    """The food day held in each round played; None in a round without one."""
    finished: bool

    @property
    def by_place(self) -> tuple[int, ...]:
        """The seats from the first place to the last; tied ones by number."""
        return tuple(sorted(range(len(self.seats)), key=lambda seat: self.seats[seat].place))


def points_history(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> PointsHistory:
    """The points of the game with this deal and these answers, finished or not.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game = Game.from_setup(setup)
    begun = game.snapshot()
    ledger = _Ledger([player.points4 for player in begun.players], begun.round - 1)
    for seat, action in actions:
        game.play(seat, action, ledger.hear)
    by_seat = sorted(game.standings(), key=lambda row: row["seat"])
    places = [row["place"] for row in by_seat]
    if not game.finished:
        points = [row["points4"] for row in by_seat]
        places = [1 + sum(other > own for other in points) for own in points]
    return PointsHistory(
        seats=tuple(
            SeatPoints(
                points4=row["points4"],
                place=place,
                workers_on_gears=row["workers_on_gears"],
                sources=tuple((s, n) for s in POINTS_SOURCES if (n := given[s])),
                monuments=tuple(monuments),
                line=(*line, row["points4"]),
                climbed=ledger.climbed[row["seat"]],
            )
            for row, place, given, monuments, line in zip(
                by_seat, places, ledger.given, ledger.monuments, ledger.lines, strict=True
            )
        ),
        food_days=tuple(ledger.food_days),
        finished=game.finished,
    )


class _Ledger:
    """The points noted while a game is played again."""

    def __init__(self, points4: Sequence[int], before: int) -> None:
        """The points at the beginning; rounds `before` it count as without any."""
        self._food_day: FoodDay | None = None  # the one held in this round
        self.given = [Counter[PointsSource](earlier=points) for points in points4]
        self.monuments: list[list[tuple[str, int]]] = [[] for _ in points4]
        self.lines = [[points] * (before + 1) for points in points4]
        self.climbed = Counter[int]()
        self.food_days: list[FoodDay | None] = [None] * before

    def hear(self, happening: Happening) -> None:
        """Note the points of a happening."""
        match happening:
            case PointsChanged(seat, points4, source, monument):
                self.given[seat][source] += points4
                if monument is not None:
                    self.monuments[seat].append((monument, points4))
            case TempleMoved(seat, _, steps) if steps > 0:
                self.climbed[seat] += steps
            case FoodDayBegan():
                self._food_day = "mid_age" if happening.mid_age else "end_of_age"
            case RoundEnded():
                self.food_days.append(self._food_day)
                self._food_day = None
                for line, given in zip(self.lines, self.given, strict=True):
                    line.append(given.total())
