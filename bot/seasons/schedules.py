"""Schedules: who plays whom in which seat, everybody against everybody equally often.

Two forms. By *games*, as in leagues played over weeks (the Terra Mystica league, MeepleLeague):
each player plays the same number of games, and a table may open whenever its players are free.
By *rounds*, as at a league night: nobody sits at two tables of a round.

Where a balanced design is known for the size, it is used; otherwise a search comes as near as it
can (`seating.balance_of` says how near). Sizes that do not divide: some tables
have one seat fewer, chosen so that everybody plays equally often; only where even that does not
come out does somebody play one game fewer, or sit out a round, turn by turn.

A balanced design is a schedule in which everybody meets everybody exactly equally often. Designs
are made by turning a few tables round a circle of players, as the league of seven in which
everybody meets everybody twice is turned from one table (the Terra Mystica league and MeepleLeague
use that one). A set of starting tables that works is a difference family: among the differences of
the players at one table, taken round the circle, each occurs equally often. With one table it is a
difference set (Bose 1939). Some designs need one player in the middle who is not turned. The
families are in data/leagues.json, each found by search for the fewest games a player plays, up to
20; the tests count every one of them out. For two seats the circle method needs no list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bot.seasons import LEAGUES
from bot.seasons.searching import EFFORT, best_sum, family, improve, into_rounds
from bot.seasons.seating import (
    FEWEST_SEATS,
    Table,
    balance_of,
    cut,
    meetings,
    seated,
)

# --- Balanced designs -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Design:
    """A balanced design for `players` (numbered from 0) at tables of `seats`."""

    players: int
    seats: int
    games: int
    """The number of games of each player."""
    meetings: int
    """The number of tables that each two players share."""
    turns: int
    """The number of players in the circle: all, or all but the last one."""
    start: tuple[tuple[int, ...], ...]
    """The tables that are turned round the circle."""

    def tables(self) -> list[tuple[int, ...]]:
        """List all tables, each with its players in ascending order; a turn that gives a table back
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
    """Find the known design with the fewest games each; None where none with up to 20 is known.

    With two seats there always is one: everybody plays everybody once. With as many players as
    seats it is the one table.
    """
    if players == seats:
        return Design(players, seats, 1, 1, players, (tuple(range(players)),))
    if seats == 2 < players:
        return _circle(players)
    return _LISTED.get((players, seats))


def _circle(players: int) -> Design:
    """Pair everybody: all distances round a circle of odd size, the odd player in the middle."""
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


# --- Schedules ------------------------------------------------------------------------------------


MOST_GAMES = 12
"""Designs that need more games each are only chosen on request."""


@dataclass(frozen=True)
class Schedule:
    """A schedule for players numbered from 0. The numbers should be drawn by lot."""

    tables: tuple[Table, ...]
    """The players of each table by seat, in playing order."""
    rounds: tuple[int, ...]
    """The round of each table, from 0. Within a round nobody sits at two tables."""


@dataclass(frozen=True)
class Extent:
    """The extent of a schedule, known without drawing it."""

    tables: int
    fewest: int
    """The games of those who play fewest."""
    most: int
    """The games of those who play most."""


def extent_of_games(players: int, seats: int, games: int | None = None) -> Extent:
    """Count the tables and games of `schedule_of_games` with the same arguments. Raises ValueError
    as it does."""
    seats, games, known = _planned(players, seats, games)
    if known is not None:
        return Extent(len(known.tables()) * (games // known.games), games, games)
    turned, rest = _turned(players, seats, games)
    sizes = cut(players * rest, seats)
    count = players * turned + sizes.full + sizes.short
    return Extent(count, games - -(-sizes.out // players), games - sizes.out // players)


def extent_of_rounds(players: int, seats: int, rounds: int) -> Extent:
    """Count the tables and games of `schedule_of_rounds` with the same arguments, or of as many
    Swiss rounds. Raises ValueError for fewer than 2 players or 2 seats."""
    seats = _checked(players, seats)
    sizes = cut(players, seats)
    out = rounds * sizes.out
    count = rounds * (sizes.full + sizes.short)
    return Extent(count, rounds - -(-out // players), rounds - out // players)


def schedule_of_games(
    players: int, seats: int, games: int | None = None, *, seed: int, effort: int = EFFORT
) -> Schedule:
    """Make a schedule in which everybody plays `games` games (or one fewer).

    Without `games`, the fewest with which everybody can meet everybody exactly equally often, if a
    design with at most 12 games each is known, or as many games as seats, so that everybody sits in
    every seat once. Fewer players than seats share tables of their number. The same arguments give
    the same schedule; `effort` bounds the search. Raises ValueError for fewer than 2 players, 2
    seats or 1 game.
    """
    seats, games, known = _planned(players, seats, games)
    tables: Sequence[Sequence[int]] = (
        _searched(players, seats, games, seed, effort)
        if known is None
        else known.tables() * (games // known.games)
    )
    return _finished(players, tables, into_rounds(players, tables, seed))


def schedule_of_rounds(
    players: int, seats: int, rounds: int, *, seed: int, effort: int = EFFORT
) -> Schedule:
    """Make a schedule in which everybody plays once in each of `rounds` rounds, at full tables and
    tables of one seat fewer. Where the number of players cannot be cut up so, as few as possible
    sit out, everybody equally often within one. The same arguments give the same schedule. Raises
    ValueError for fewer than 2 players, 2 seats or 1 round."""
    seats = _checked(players, seats)
    if rounds < 1:
        raise ValueError(f"a schedule has at least one round, not {rounds}")
    known = design_for(players, seats)
    if known is not None and rounds % known.games == 0 and players % seats == 0:
        once = known.tables()
        split = into_rounds(players, once, seed, enough=known.games)
        if max(split) < known.games:
            times = rounds // known.games
            numbers = [n + known.games * t for t in range(times) for n in split]
            return _finished(players, once * times, numbers)
    sizes = cut(players, seats)
    tables: list[list[int]] = []
    groups: list[int] = []
    for number in range(rounds):
        # Other players sit out each round, so that everybody does so equally often.
        order = [(number * sizes.out + n) % players for n in range(players)]
        waiting = order[sizes.out :]
        for size in [seats] * sizes.full + [seats - 1] * sizes.short:
            tables.append(waiting[:size])
            groups.append(number)
            waiting = waiting[size:]
    tables = improve(players, tables, groups, seed, effort)
    return _finished(players, tables, groups)


def _checked(players: int, seats: int) -> int:
    """The seats of a full table."""
    if players < 2:
        raise ValueError(f"a schedule needs at least 2 players, not {players}")
    if seats < FEWEST_SEATS:
        raise ValueError(f"a table has at least {FEWEST_SEATS} seats, not {seats}")
    return min(players, seats)


def _planned(players: int, seats: int, games: int | None) -> tuple[int, int, Design | None]:
    """The seats of a full table, the games each, and the design that gives just so many, if one is
    known."""
    seats = _checked(players, seats)
    known = design_for(players, seats)
    if games is None:
        games = known.games if known and seats <= known.games <= MOST_GAMES else seats
    if games < 1:
        raise ValueError(f"a schedule has at least one game each, not {games}")
    return seats, games, known if known and games % known.games == 0 else None


def _turned(players: int, seats: int, games: int) -> tuple[int, int]:
    """Divide the games each into tables turned round a circle, and the rest of games each that is
    searched."""
    turned, rest = divmod(games, seats)
    if turned and cut(players * rest, seats).out > cut(players * games, seats).out:
        return turned - 1, rest + seats  # too few seats to be cut up by themselves
    return turned, rest


def _searched(
    players: int, seats: int, games: int, seed: int, effort: int
) -> Sequence[Sequence[int]]:
    """Search tables in which everybody plays `games` games: first a circle turned with differences
    as even as can be, exact in seats and near in meetings, then the rest by search."""
    turned, rest = _turned(players, seats, games)
    tables: list[list[int]] = [
        [(player + turn) % players for player in table]
        for table in family(players, seats, turned, seed, effort // 20)
        for turn in range(players)
    ]
    tables += _greedy(players, seats, rest, tables) if rest else []
    met = meetings(players, tables)
    if sum(met[i][j] ** 2 for i in range(players) for j in range(i)) == best_sum(players, tables):
        return tables
    return improve(players, tables, [0] * len(tables), seed, effort)


def _greedy(
    players: int, seats: int, games: int, before: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Fill tables for `games` more games each, every one with the players who have played least and
    met least."""
    met = meetings(players, before)
    sizes = cut(players * games, seats)
    owed = [games] * players
    for player in range(sizes.out):  # players without a seat have one game fewer
        owed[-1 - player] -= 1
    tables = []
    for size in [seats] * sizes.full + [seats - 1] * sizes.short:
        table: list[int] = []
        for _ in range(size):
            free = [player for player in range(players) if player not in table]
            player = min(free, key=lambda p: (-owed[p], sum(met[p][other] for other in table), p))
            owed[player] -= 1
            for other in table:
                met[player][other] += 1
                met[other][player] += 1
            table.append(player)
        tables.append(table)
    return tables


def _finished(players: int, tables: Sequence[Sequence[int]], rounds: Sequence[int]) -> Schedule:
    """Order the tables by rounds, and give everybody a seat."""
    order = sorted(range(len(tables)), key=lambda n: rounds[n])
    sat = tuple(tuple(tables[n]) for n in order)
    balance = balance_of(players, sat)
    if balance.of_seats or balance.of_games:  # a turned circle is even already
        sat = tuple(seated(players, sat))
    return Schedule(sat, tuple(rounds[n] for n in order))
