"""The figures of a match: firsts, points, times, and their confidence intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean

from training.match.games import Played

SURE = 1.96
"""The standard errors on each side of a mean that make a confidence interval of 95 %."""


def errors(count: int) -> float:
    """The standard errors that make an interval of 95 % for the mean of `count` measurements, by
    Student's distribution. Its expansion is 3 % too small for three. Infinite for fewer."""
    if count < 3:
        return float("inf")
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

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Figure":
        """The figure of some measurements."""
        return cls.of_sums(len(numbers), sum(numbers), sum(number**2 for number in numbers))

    @classmethod
    def of_sums(cls, count: int, total: float, squares: float) -> "Figure":
        """The figure of `count` measurements by their sum and the sum of their squares."""
        if count < 3:
            return cls(total / max(1, count), float("inf"))
        spread = max(0.0, squares - total * total / count) / (count - 1)
        return cls(total / count, errors(count) * sqrt(spread / count))

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.around:.1f}"


def between(share: float, count: int) -> tuple[float, float]:
    """Wilson's confidence interval in percent, for a share of `count` games."""
    if not count:
        return 0.0, 100.0
    square = SURE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = SURE / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def part(share: float, count: int) -> Figure:
    """A share of `count` games in percent. Of its asymmetric interval the wider side is taken."""
    if not count:
        return Figure(0.0, float("inf"))
    low, high = between(share, count)
    return Figure(100 * share, max(100 * share - low, high - 100 * share))


@dataclass(frozen=True, slots=True)
class Figures:
    """A match in figures, for the first player and the second."""

    games: int
    firsts: Figure
    """Percent of the games won by the first player, ties shared."""
    points: tuple[Figure, Figure]
    winning: Figure
    """Mean points of the winners."""
    ahead: Figure
    """Mean points of the first player's seats minus those of the second's, game by game."""
    times: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Milliseconds of a turn by player: median, 99th percentile, maximum."""
    illegal: int


def figures(games: Sequence[Played]) -> Figures:
    """The figures of a match."""
    own, others, ahead = [], [], []
    for game in games:
        pairs = list(zip(game.first, game.points, strict=True))
        ours = [points for first, points in pairs if first]
        theirs = [points for first, points in pairs if not first]
        own += ours
        others += theirs
        if ours and theirs:
            ahead.append(mean(ours) - mean(theirs))
    shares = [game.share for game in games]
    return Figures(
        games=len(games),
        firsts=part(mean(shares) if shares else 0.0, len(games)),
        points=(Figure.of(own), Figure.of(others)),
        winning=Figure.of([max(game.points) for game in games]),
        ahead=Figure.of(ahead),
        times=(_times(games, 0), _times(games, 1)),
        illegal=sum(game.illegal for game in games),
    )


def _times(games: Sequence[Played], player: int) -> tuple[float, float, float]:
    every = sorted(1000 * seconds for game in games for seconds in game.seconds[player])
    if not every:
        return 0.0, 0.0, 0.0
    last = len(every) - 1
    return every[last // 2], every[round(0.99 * last)], every[-1]
