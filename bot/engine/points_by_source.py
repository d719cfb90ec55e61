"""Where every seat's points came from: the log of a game played again with a listener that puts
each gain down to its source."""

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
)

FoodDay = Literal["mid_age", "end_of_age"]


@dataclass(frozen=True)
class SeatPoints:
    """One seat's points, all in quarters of a point."""

    points4: int
    """Now, or at the end."""
    place: int
    """From 1; who is tied shares it. Until the game is over points alone count."""
    workers_on_gears: int
    """Own workers on the five gears, which break ties at the end of the game (R-126)."""
    sources: tuple[tuple[PointsSource, int], ...]
    """(source, points), in the order of `POINTS_SOURCES`, without those that gave and took nothing.
    They add up to `points4`."""
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


def points_history(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> PointsHistory:
    """The points of the game with this deal and these answers, finished or not.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game = Game.from_setup(setup)
    ledger = _Ledger([player.points4 for player in game.snapshot().players])
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
            )
            for row, place, given, monuments, line in zip(
                by_seat, places, ledger.given, ledger.monuments, ledger.lines, strict=True
            )
        ),
        food_days=tuple(ledger.food_days),
        finished=game.finished,
    )


class _Ledger:
    """The account of a game that is being played again."""

    def __init__(self, points4: Sequence[int]) -> None:
        self._food_day: FoodDay | None = None  # of this round
        self.given = [Counter[PointsSource](earlier=before) for before in points4]
        self.monuments: list[list[tuple[str, int]]] = [[] for _ in points4]
        self.lines = [[before] for before in points4]
        self.food_days: list[FoodDay | None] = []

    def hear(self, happening: Happening) -> None:
        """Put down what has happened."""
        match happening:
            case PointsChanged(seat, points4, source, monument):
                self.given[seat][source] += points4
                if monument is not None:
                    self.monuments[seat].append((monument, points4))
            case FoodDayBegan():
                self._food_day = "mid_age" if happening.mid_age else "end_of_age"
            case RoundEnded():
                self.food_days.append(self._food_day)
                self._food_day = None
                for line, given in zip(self.lines, self.given, strict=True):
                    line.append(given.total())
