"""The results of a match, as sums to which every deal adds, and their confidence intervals.

All games on one deal count as one measurement, their mean. They depend on each other: counted one
by one, they would make the intervals look narrower than they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field
from math import inf, log, sqrt
from statistics import mean
from typing import Any

from training.match.games import Played, Seated

SURE = 1.96
"""How many standard errors a 95 % confidence interval reaches on each side of a mean."""
STEP = 1.1
"""Times of turns are counted in steps of 10 %, so that few numbers hold those of any game."""


def errors(count: int) -> float:
    """How many standard errors the interval of 95 % reaches from the mean of `count` measurements,
    by Student's distribution; infinite for fewer than three. The expansion used is exact enough: 3
    % too small for three, and less for more."""
    if count < 3:
        return inf
    free = count - 1
    first = (SURE**3 + SURE) / 4
    second = (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / 96
    third = (3 * SURE**7 + 19 * SURE**5 + 17 * SURE**3 - 15 * SURE) / 384
    return SURE + first / free + second / free**2 + third / free**3


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with half the width of its confidence interval of 95 %."""

    mean: float
    around: float
    """Infinite for fewer than three measurements."""

    def __str__(self) -> str:
        shown = f"{self.mean:.1f}" if self.around == inf else f"{self.mean:.1f} ± {self.around:.1f}"
        return shown.replace("-", "−")


@dataclass(slots=True)
class Sum:
    """Sums of measurements, one for each deal, from which their mean and its interval follow."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Add a measurement."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean; 0 without measurements."""
        return self.total / max(1, self.count)

    @property
    def spread(self) -> float:
        """The variance of the measurements. There must be at least two."""
        return max(0.0, self.squares - self.total * self.mean) / (self.count - 1)

    @property
    def figure(self) -> Figure:
        """The mean with its interval of 95 %."""
        if self.count < 3:
            return Figure(self.mean, inf)
        return Figure(self.mean, errors(self.count) * sqrt(self.spread / self.count))


def between(shares: Sum, games: int) -> tuple[float, float]:
    """The ends of the interval of 95 % for the share of games won, in percent. `shares` has the
    share for each deal; `games` is the number of games on all deals together.

    It is Wilson's interval for the number of independent games that would vary as much as these
    deals do, at most `games`. If all games ended alike, nothing varies: then each deal counts as
    one game. For fewer than three deals the interval is all of 0 to 100.
    """
    if shares.count < 3:
        return 0.0, 100.0
    share = shares.mean
    alone = share * (1 - share)
    varying = shares.spread / shares.count
    if alone <= 0:
        independent = float(shares.count)
    elif varying * games <= alone:
        independent = float(games)
    else:
        independent = alone / varying
    sure = errors(shares.count)
    part = sure**2 / independent
    middle = (share + part / 2) / (1 + part)
    half = sqrt(part * (alone + part / 4)) / (1 + part)
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


@dataclass(slots=True)
class Side:
    """The results of one player of a match. Each measurement is the mean of a deal."""

    firsts: Sum = field(default_factory=Sum)
    """The share of the games it won, on all of its seats together."""
    points: Sum = field(default_factory=Sum)
    ahead: Sum = field(default_factory=Sum)
    """The points by which it led the next player of the match, on average over a deal; empty for
    the last player."""
    hunger: Sum = field(default_factory=Sum)
    """The points lost to hungry workers, for one seat in one game; so are those that follow."""
    begged: Sum = field(default_factory=Sum)
    technology: Sum = field(default_factory=Sum)
    double_days: Sum = field(default_factory=Sum)
    illegal: int = 0
    times: dict[int, int] = field(default_factory=dict)
    """How many turns took about so long: the key n stands for `STEP` to the power of n
    milliseconds."""

    def add(self, games: Sequence[Sequence[Seated]]) -> None:
        """Add a deal: for each of its games the seats this player had."""
        seats = [seat for game in games for seat in game]
        self.firsts.add(sum(seat.first for seat in seats) / len(games))
        self.points.add(mean(seat.points for seat in seats))
        self.hunger.add(mean(seat.hunger for seat in seats))
        self.begged.add(mean(seat.begged for seat in seats))
        self.technology.add(mean(seat.technology for seat in seats))
        self.double_days.add(mean(seat.double_days for seat in seats))
        self.illegal += sum(seat.illegal for seat in seats)
        for seconds in (one for seat in seats for one in seat.seconds):
            power = round(log(max(1e-6, 1000 * seconds), STEP))
            self.times[power] = self.times.get(power, 0) + 1

    def time(self, share: float) -> float:
        """The milliseconds that this share (0 to 1) of the turns does not exceed, to within 5 %; 0
        if no times are known."""
        left = share * sum(self.times.values())
        for power, turns in sorted(self.times.items()):
            left -= turns
            if left <= 0:
                return float(STEP**power)
        return 0.0


@dataclass(slots=True)
class Tally:
    """The results of the deals of a match between some players."""

    sides: list[Side]
    deals: int = 0
    games: int = 0
    winning: Sum = field(default_factory=Sum)
    """The points of the winners."""
    of: str = ""
    """A text with the weights and limits of the players, if the results are stored
    (`Table.state`)."""

    @classmethod
    def between(cls, players: int, of: str = "") -> "Tally":
        """An empty tally for that many players."""
        return cls([Side() for _ in range(players)], of=of)

    def add(self, games: Sequence[Played]) -> None:
        """Add all games of one deal."""
        self.deals += 1
        self.games += len(games)
        self.winning.add(mean(max(seat.points for seat in game.seats) for game in games))
        for number, side in enumerate(self.sides):
            side.add([_seats_of(game, number) for game in games])
        for number, side in enumerate(self.sides[:-1]):
            own, next_ones = (
                mean(seat.points for game in games for seat in _seats_of(game, one))
                for one in (number, number + 1)
            )
            side.ahead.add(own - next_ones)

    def firsts(self, number: int = 0) -> tuple[float, float, float]:
        """The share of games a player won, in percent, and the ends of its interval of 95 %."""
        shares = self.sides[number].firsts
        return 100 * shares.mean, *between(shares, self.games)

    @property
    def ahead(self) -> Figure:
        """The points of the first player minus those of the second. There must be at least two
        players."""
        return self.sides[0].ahead.figure

    def as_json(self) -> dict[str, Any]:
        """The tally as it is stored. Times are kept only if there is a single player, as others are
        not shown."""
        alone = len(self.sides) == 1
        return {
            "of": self.of,
            "deals": self.deals,
            "games": self.games,
            "winning": astuple(self.winning),
            "sides": [
                {name: astuple(getattr(side, name)) for name in _SUMS}
                | {"illegal": side.illegal, "times": side.times if alone else {}}
                for side in self.sides
            ],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Tally":
        """The tally stored by `as_json`."""
        sides = [
            Side(
                illegal=side["illegal"],
                times={int(power): turns for power, turns in side["times"].items()},
                **{name: Sum(*side[name]) for name in _SUMS},
            )
            for side in stored["sides"]
        ]
        return cls(**stored | {"sides": sides, "winning": Sum(*stored["winning"])})


_SUMS = ("firsts", "points", "ahead", "hunger", "begged", "technology", "double_days")


def _seats_of(game: Played, player: int) -> list[Seated]:
    return [seat for seat in game.seats if seat.player == player]


def tallied(games: Iterable[Played], players: int) -> Tally:
    """The tally of a match, whose games may come in any order."""
    deals: dict[str, list[Played]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game)
    tally = Tally.between(players)
    for played in deals.values():
        tally.add(played)
    return tally
