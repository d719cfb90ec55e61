"""What is unequal in a schedule, counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Table = tuple[int, ...]
"""The players at a table by seat; players are numbered from 0."""


@dataclass(frozen=True)
class Balance:
    """The least and the most of everything that should be equal, over all players.

    An imbalance is the most minus the least: 0 is perfectly fair, and 1 the best there is where
    the numbers do not divide.
    """

    meetings: tuple[int, int]
    """Fewest and most tables that two players share."""
    seats: tuple[tuple[int, int], ...]
    """For each seat from the first, fewest and most times that a player sits in it."""
    games: tuple[int, int]
    """Fewest and most games of a player."""
    even_meetings: bool
    """Whether no schedule with tables of these sizes could have a smaller imbalance of meetings
    by counting alone: 0 where the meetings divide among the pairs, else 1."""

    @property
    def of_meetings(self) -> int:
        """The imbalance of meetings."""
        return self.meetings[1] - self.meetings[0]

    @property
    def of_seats(self) -> int:
        """The largest imbalance of any seat."""
        return max((most - least for least, most in self.seats), default=0)

    @property
    def of_games(self) -> int:
        """The imbalance of the numbers of games."""
        return self.games[1] - self.games[0]


def meetings(players: int, tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """How many tables each two players share: a symmetric matrix with zeros in the diagonal."""
    met = [[0] * players for _ in range(players)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met


def balance_of(players: int, tables: Sequence[Table]) -> Balance:
    """Count the tables out. Raises ValueError for fewer than two players, IndexError for a
    player who is not one of them."""
    if players < 2:
        raise ValueError(f"nothing to balance among {players} players")
    width = max((len(table) for table in tables), default=0)
    sat = [[0] * players for _ in range(width)]
    for table in tables:
        for seat, player in enumerate(table):
            sat[seat][player] += 1
    games = [sum(column[player] for column in sat) for player in range(players)]
    met = meetings(players, tables)
    pairs = [met[one][other] for one, other in combinations(range(players), 2)]
    imbalance = max(pairs) - min(pairs)
    return Balance(
        (min(pairs), max(pairs)),
        tuple((min(column), max(column)) for column in sat),
        (min(games), max(games)),
        imbalance <= (1 if sum(pairs) % len(pairs) else 0),
    )
