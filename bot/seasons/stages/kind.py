"""What a kind of stage has to know (`Kind`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.seasons.events import Rules, Stage
from bot.seasons.schedules import Extent
from bot.seasons.season import Season
from bot.seasons.seating import Table


@dataclass(frozen=True)
class Paired:
    """Tables that are drawn together."""

    tables: tuple[tuple[int, Table], ...]
    """The round of each table, from 0 in its division, and its entries by seat."""
    byes: tuple[int, ...] = ()
    """The entries without a game."""
    for_places: tuple[int, ...] = ()
    """Which of the tables, from 0, are for places alone."""


def _never(season: Season, division: int) -> bool:
    return False


def _nothing(season: Season, division: int, seed: int) -> Paired:
    raise ValueError("all tables of this stage are drawn when it begins")


@dataclass(frozen=True)
class Kind:
    """How a kind of stage is drawn."""

    begin: Callable[[Rules, Stage, Sequence[int], int, int], Paired]
    """Draw the first round, or everything, for these entries, the best first; the numbers are the
    division and the seed. Raises ValueError if that is impossible, as for a single player."""
    extent: Callable[[Rules, Stage, int], Extent]
    """How large it is with so many players."""
    rounds_left: Callable[[Season, int], bool] = _never
    """Whether another round of a division is to be drawn once its tables are over."""
    draw_round: Callable[[Season, int, int], Paired] = _nothing
    """Draw the next round of a division; the last number is the seed. Raises ValueError if fewer
    than two are left."""
    late: bool = False
    """Whether people can enter it late."""
