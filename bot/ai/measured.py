"""What was measured about computers' values by `python -m training.noise`: how far they can be
trusted, and how far they are from what seats end with. The figures are in data/review.json."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.engine.board import FOOD_DAY_TEETH

PATH = Path(__file__).parents[2] / "data" / "review.json"
THIRDS = 3
"""A game's rounds are told apart by thirds, as values grow surer from one to the next."""
FINEST = 0.5
"""The least points that make one turn better than another, however sure they are."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures, by level, the weaker levels first."""

    generation: int
    """The generation of the weights they were measured with."""
    noise: Mapping[str, Sequence[float]]
    """By the level that judges and the third of the game: the mean loss charged to turns of hard
    without its mistakes, of those charged at all. Not by hard, which finds the same turns best."""
    missed: Mapping[str, Sequence[float]]
    """By the level that plays and the round: the points by which seats ended above the estimate at
    the round's beginning; below 0 where they ended below it."""


@cache
def measured() -> Measured:
    """Read the figures."""
    return Measured(**json.loads(PATH.read_text("utf-8")))


def third(round_number: int) -> int:
    """Find the third of the game, from 0, in which a round is."""
    return min(THIRDS - 1, (round_number - 1) * THIRDS // FOOD_DAY_TEETH[-1])


def noise(level: str, round_number: int) -> float:
    """The points by which two turns may differ at this level and mean nothing."""
    return max(FINEST, _of(measured().noise, level)[third(round_number)])


def missed(level: str, round_number: int) -> float:
    """The points to add to the estimate for a seat that plays at this level."""
    by_round = _of(measured().missed, level)
    return by_round[min(round_number, len(by_round)) - 1]


def _of(figures: Mapping[str, Sequence[float]], level: str) -> Sequence[float]:
    """Look a level up; for one not yet measured take the strongest that is."""
    return figures.get(level) or figures[[*figures][-1]]
