"""Who sits where, how even that is, and how many tables a number of people makes.

Seats: at tables whose players are given, every seat equally often, or within one. That this is
always possible is a theorem on colouring bipartite graphs (König 1916, de Werra 1971): tables and
players are the points, a player at a table is a line, the seats are colours. A player's games are
cut into runs of as many games as there are seats; with the lines of every run and of every table
coloured differently, a player sits in each seat once in every run.

Sizes: where the number of seats does not divide, some tables have one seat fewer, as leagues of
seven or eight do on MeepleLeague; a table never has fewer than two seats. What cannot be cut up
even so sits out.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

MOST_PLAYERS = 40
"""The largest division whose schedule is tested; larger ones work as well."""
FEWEST_SEATS, MOST_SEATS = 2, 5


class Sizes(NamedTuple):
    """The numbers of tables for a number of people."""

    full: int
    """Tables with all their seats."""
    short: int
    """Tables with one seat fewer."""
    out: int
    """The people who find no seat."""


def cut(wanted: int, seats: int) -> Sizes:
    """Cut `wanted` people into tables of `seats`, or one fewer: as few people out as can be, then
    as few short tables.

    Raises ValueError for tables of fewer than 2 seats.
    """
    if seats < FEWEST_SEATS:
        raise ValueError(f"a table has at least {FEWEST_SEATS} seats, not {seats}")
    for out in range(wanted + 1):
        seated = wanted - out
        short = -seated % seats
        if not short or (seats > FEWEST_SEATS and short * (seats - 1) <= seated):
            return Sizes((seated - short * (seats - 1)) // seats, short, out)
    raise AssertionError("nobody seated is always possible")


# --- Imbalances of a schedule ---------------------------------------------------------------------


Table = tuple[int, ...]
"""The players at a table by seat; players are numbered from 0."""


@dataclass(frozen=True)
class Balance:
    """The least and the most of everything that should be equal, over all players.

    An imbalance is the most minus the least: 0 is perfectly fair, and 1 is the best where the
    numbers do not divide.
    """

    meetings: tuple[int, int]
    """The fewest and the most tables that two players share."""
    seats: tuple[tuple[int, int], ...]
    """For each seat from the first, the fewest and the most times that a player sits in it."""
    games: tuple[int, int]
    """The fewest and the most games of a player."""
    even_meetings: bool
    """Whether, by counting alone, no schedule with tables of these sizes could have a smaller
    imbalance of meetings: 0 where the meetings divide among the pairs, else 1."""

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
    """Count the tables each two players share: a symmetric matrix with zeros in the diagonal."""
    met = [[0] * players for _ in range(players)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met


def balance_of(players: int, tables: Sequence[Table]) -> Balance:
    """Calculate the balance of these tables. Raises ValueError for fewer than two players,
    IndexError for a player who is not one of them."""
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


# --- Seats ----------------------------------------------------------------------------------------


_FREE = -1


def seated(players: int, tables: Sequence[Sequence[int]]) -> list[Table]:
    """Put the players of the tables into seats.

    Among tables of one size every player sits in each seat equally often, within one, and so in any
    run of games from the first. Where some tables have a seat fewer, the last seat of the others is
    shared out first, as evenly as can be.
    """
    if not tables:
        return []
    most, fewest = max(map(len, tables)), min(map(len, tables))
    last: dict[int, int] = {}
    rest = [list(table) for table in tables]
    if fewest < most:
        last = _last_seats(players, {n: t for n, t in enumerate(tables) if len(t) == most})
        for number, player in last.items():
            rest[number].remove(player)
    colours = _coloured(players, rest, most - 1 if last else most)
    return [
        tuple(colours[number]) + ((last[number],) if number in last else ())
        for number in range(len(tables))
    ]


def most_even(table: Sequence[int], sat: Mapping[tuple[int, int], int]) -> Table:
    """Order the players of one further table so that their seats are most even, by how often each
    (player, seat) was before; of equal orders the first."""

    def unevenness(order: Table) -> int:
        # One more than n adds 2n + 1 to the square of n: the least sum is the most even.
        return sum(sat.get((player, seat), 0) for seat, player in enumerate(order))

    return min(permutations(table), key=unevenness)


def _last_seats(players: int, tables: dict[int, Sequence[int]]) -> dict[int, int]:
    """Choose a player for the last seat of each table, everybody as equally often as possible."""
    count = [0] * players
    chosen: dict[int, int] = {}
    holds: list[set[int]] = [set() for _ in range(players)]
    for number, table in tables.items():
        player = min(table, key=lambda p: (count[p], p))
        chosen[number] = player
        count[player] += 1
        holds[player].add(number)
    while True:
        for start in sorted(range(players), key=lambda p: -count[p]):
            if path := _relief(start, tables, count, holds):
                for number, player in path:
                    holds[chosen[number]].discard(number)
                    chosen[number] = player
                    holds[player].add(number)
                count[start] -= 1
                count[path[-1][1]] += 1
                break
        else:
            return chosen


def _relief(
    start: int, tables: dict[int, Sequence[int]], count: list[int], holds: list[set[int]]
) -> list[tuple[int, int]]:
    """Find tables to hand on between players until somebody has two fewer than `start`."""
    came: dict[int, tuple[int, int]] = {}
    waiting = deque([start])
    while waiting:
        player = waiting.popleft()
        for number in sorted(holds[player]):
            for other in tables[number]:
                if other == start or other in came:
                    continue
                came[other] = (number, player)
                if count[other] <= count[start] - 2:
                    path = []
                    while other != start:
                        number, before = came[other]
                        path.append((number, other))
                        other = before
                    return path[::-1]
                waiting.append(other)
    return []


def _coloured(players: int, tables: Sequence[Sequence[int]], colours: int) -> list[list[int]]:
    """Order the players of each table by colour, in König's colouring."""
    played = [0] * players
    runs: dict[tuple[int, int], list[int]] = {}
    """The table of each colour, by a player's run of games."""
    at: list[list[int]] = [[_FREE] * colours for _ in tables]
    """The player of each colour, by table."""
    run_at: list[dict[int, tuple[int, int]]] = [{} for _ in tables]
    for number, table in enumerate(tables):
        for player in table:
            run = (player, played[player] // colours)
            played[player] += 1
            run_at[number][player] = run
            mine = runs.setdefault(run, [_FREE] * colours)
            here = at[number]
            both = next((c for c in range(colours) if here[c] == mine[c] == _FREE), None)
            if both is None:
                both = here.index(_FREE)
                _swap_along(number, run, both, mine.index(_FREE), at, runs, run_at)
            here[both] = player
            mine[both] = number
    return at


def _swap_along(
    number: int,
    run: tuple[int, int],
    free_here: int,
    free_there: int,
    at: list[list[int]],
    runs: dict[tuple[int, int], list[int]],
    run_at: list[dict[int, tuple[int, int]]],
) -> None:
    """Exchange the two colours on the path that begins at `run` with `free_here`, which the run
    lacks afterwards; the path cannot reach the table `number`."""
    path: list[tuple[int, tuple[int, int], int]] = []
    colour, other = free_here, free_there
    while (table := runs[run][colour]) != _FREE:
        path.append((table, run, colour))
        player = at[table][other]
        if player == _FREE:
            break
        run = run_at[table][player]
        path.append((table, run, other))
    for table, step, old in path:
        at[table][old] = _FREE
        runs[step][old] = _FREE
    for table, step, old in path:
        new = other if old == colour else colour
        at[table][new] = step[0]
        runs[step][new] = table
