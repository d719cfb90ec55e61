"""Balanced designs: schedules in which everybody meets everybody exactly equally often.

They are made by turning a few tables round a circle of players, as the league of seven in which
everybody meets everybody twice is turned from one table (the Terra Mystica league and
MeepleLeague use that one). A set of starting tables that works is a difference family: among the
differences of the players at one table, taken round the circle, each occurs equally often. With
one table it is a difference set (Bose 1939). Some designs need one player in the middle who is
not turned.

The families are in data/leagues.json, each found by search for the fewest games a player plays,
up to 20; the tests count every one of them out. For two seats the circle method needs no list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bot.leagues.data import LEAGUES


@dataclass(frozen=True)
class Design:
    """A balanced design for `players` (numbered from 0) at tables of `seats`."""

    players: int
    seats: int
    games: int
    """How many games each player plays."""
    meetings: int
    """How many tables each two players share."""
    turns: int
    """How many players are in the circle: all, or all but the last one."""
    start: tuple[tuple[int, ...], ...]
    """The tables that are turned."""

    def tables(self) -> list[tuple[int, ...]]:
        """All tables, each with its players in ascending order; a turn that gives a table back
        ends it early."""
        all_tables = []
        for table in self.start:
            seen = set()
            for turn in range(self.turns):
                turned = tuple(sorted(self._turned(player, turn) for player in table))
                if turned not in seen:
                    seen.add(turned)
                    all_tables.append(turned)
        return all_tables

    def _turned(self, player: int, turn: int) -> int:
        return player if player >= self.turns else (player + turn) % self.turns


@cache
def design_for(players: int, seats: int) -> Design | None:
    """The design known with the fewest games each; None where none with up to 20 is known.

    With two seats there always is one: everybody plays everybody once. With as many players as
    seats it is the one table.
    """
    if players == seats:
        return Design(players, seats, 1, 1, players, (tuple(range(players)),))
    if seats == 2 < players:
        return _circle(players)
    return _LISTED.get((players, seats))


def all_designs() -> Sequence[Design]:
    """The designs listed, by seats and players."""
    return tuple(_LISTED.values())


def _circle(players: int) -> Design:
    """Round robin of pairs: all distances round a circle of odd size, the odd one in the middle."""
    turns = players if players % 2 else players - 1
    pairs = [(0, distance) for distance in range(1, (turns - 1) // 2 + 1)]
    if turns < players:
        pairs.append((0, turns))
    return Design(players, 2, players - 1, 1, turns, tuple(pairs))


_LISTED = {
    (row["players"], row["seats"]): Design(
        row["players"],
        row["seats"],
        row["games"],
        row["meetings"],
        row["turns"],
        tuple(tuple(table) for table in row["tables"]),
    )
    for row in LEAGUES["designs"]
}
