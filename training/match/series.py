"""Series of games for the table of figures: the games to play, and their results as sums that grow
with every deal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from statistics import mean
from typing import Any, NamedTuple

from bot.engine import Game
from bot.engine.board import MODULES
from training.match.figures import Figure, between
from training.match.games import Played, play, rotations
from training.match.players import EACH, player

LEVELS = ("instant", "easy", "medium", "hard")
"""Levels that people can choose."""
SEATS = (2, 3, 4, 5)
ITSELF = "itself"
AGAINST = {"plain": "tests.ai.plain:choose", "random": "random", "greedy": "greedy"}
"""The opponents of the levels, and their names as players."""
QUICK = ("quick_actions",)
"""The modules of games of five, as the rulebook says."""


class Series(NamedTuple):
    """Games of a level on one seat against another player on all others, or against itself."""

    level: str
    against: str
    """One of `AGAINST`, or `ITSELF`."""
    seats: int
    everything: bool
    """Whether all modules are played; else the base game."""

    def __str__(self) -> str:
        modules = "all modules" if self.everything else "base"
        return f"{self.level} against {self.against}, {self.seats} seats, {modules}"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules it is played with."""
        if self.everything:
            return MODULES
        return QUICK if self.seats == max(SEATS) else ()


def every_series() -> list[Series]:
    """All series of the table."""
    cells = list(product(LEVELS, (False, True), SEATS))
    return [
        *(Series(level, "plain", seats, everything) for level, everything, seats in cells),
        *(Series(level, ITSELF, seats, everything) for level, everything, seats in cells),
        *(Series(level, other, 4, False) for other in ("random", "greedy") for level in LEVELS),
    ]


def deal_played(series: Series, deal: int, weights: str) -> list[Played]:
    """Play all games of a deal: the level on each seat in turn, or one game of it against itself,
    with another style on each seat. `weights` is the path of the net."""
    seed = f"table/{deal}"
    level = f"{series.level}/{EACH}@{weights}"
    games = []
    for sits in _sitting(series):
        game = Game.new(series.seats, modules=series.modules, seed=seed)
        other = AGAINST.get(series.against, level)
        games.append(play(game, player(level, seed), player(other, seed), sits))
    return games


def _sitting(series: Series) -> Iterator[tuple[bool, ...]]:
    if series.against == ITSELF:
        yield (True,) * series.seats
    else:
        yield from rotations(series.seats, 1)


@dataclass(slots=True)
class Sum:
    """Sums of measurements, which give their mean and its interval."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, numbers: Iterable[float]) -> None:
        """Add measurements."""
        for number in numbers:
            self.count += 1
            self.total += number
            self.squares += number * number

    @property
    def figure(self) -> Figure:
        """The mean of all measurements, with its interval."""
        return Figure.of_sums(self.count, self.total, self.squares)


@dataclass(slots=True)
class Tally:
    """The results of the deals of a series."""

    of: str
    """The weights and the limits of the level; with others a tally begins anew."""
    deals: int = 0
    games: int = 0
    firsts: float = 0.0
    own: Sum = field(default_factory=Sum)
    others: Sum = field(default_factory=Sum)
    winning: Sum = field(default_factory=Sum)
    illegal: int = 0
    worst: float = 0.0
    """The longest turn of the level, in milliseconds."""
    times: dict[str, int] = field(default_factory=dict)
    """The number of turns by their milliseconds, rounded to two digits."""

    def add(self, games: Sequence[Played]) -> None:
        """Add the games of a deal."""
        self.deals += 1
        for game in games:
            self.games += 1
            self.firsts += game.share
            self.illegal += game.illegal
            pairs = list(zip(game.first, game.points, strict=True))
            # Points in one game depend on each other, so its mean is one measurement.
            self.own.add([mean(points for first, points in pairs if first)])
            if not all(game.first):
                self.others.add([mean(points for first, points in pairs if not first)])
            self.winning.add([max(game.points)])
            for seconds in game.seconds[0]:
                self.worst = max(self.worst, round(1000 * seconds, 1))
                rounded = f"{1000 * seconds:.2g}"
                self.times[rounded] = self.times.get(rounded, 0) + 1

    @property
    def share(self) -> tuple[float, float, float]:
        """Firsts in percent, and the ends of their interval of 95 %."""
        share = self.firsts / self.games if self.games else 0.0
        return 100 * share, *between(share, self.games)

    def time(self, share: float) -> float:
        """The milliseconds, to two digits, that this share of the turns does not exceed."""
        left = share * sum(self.times.values())
        for milliseconds, turns in sorted((float(one), count) for one, count in self.times.items()):
            left -= turns
            if left <= 0:
                return milliseconds
        return 0.0

    def as_json(self) -> dict[str, Any]:
        """The tally as it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Tally":
        """The tally that was stored so."""
        sums = {name: Sum(**stored[name]) for name in ("own", "others", "winning")}
        return cls(**stored | sums)
