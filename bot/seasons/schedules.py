"""Who plays whom: schedules of everybody against everybody, and Swiss rounds.

Schedules have two forms. By *games*, as in leagues played over weeks (the Terra Mystica league,
MeepleLeague): each player plays the same number of games, and a table may open whenever its players
are free. By *rounds*, as at a league night: nobody sits at two tables of a round.

Where a balanced design is known for the size, it is used; otherwise a search comes as near as it
can. Sizes that do not divide: some tables
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

In Swiss rounds neighbours in the standings play each other. How a round is paired, what comes first
first:

1. Sizes: full tables, and tables of one seat fewer where the number does not divide. Only where
   that does not come out either, as few players as possible have a bye.
2. A bye goes to whoever has had fewest, among those to the lowest in the standings, by all their
   tie-breaks; by lot only between those who share that place. Short tables are the last ones,
   after the byes are given.
3. The standings are cut into tables from the top.
4. Repeated meetings are avoided by exchanging players between tables: as few as possible, and
   among equally few the smallest differences in score within tables; nobody is moved further
   than `REACH` tables. Board Game Arena makes avoiding repeats an all-or-nothing option, which
   players there found to produce "very strange pairings" in late rounds; the reach prevents that.
   Few pairs are made anew where no exchange helps.
5. Seats: at each table the order in which the players' games in every seat come out most even.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import chain, combinations

from bot.seasons import LEAGUES, seating
from bot.seasons.seating import even_meetings, meetings

# --- Balanced designs -----------------------------------------------------------------------------


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
    """The tables that are turned round the circle."""

    def tables(self) -> list[tuple[int, ...]]:
        """All tables, each with its players in ascending order. The turning of a table ends early
        where it would give the same table again."""
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
    """The known design in which each player plays fewest games; None if none with up to 20 games is
    known. With two seats there always is one: everybody plays everybody once. With as many players
    as seats it is the one table."""
    if players == seats:
        return Design(players, seats, 1, 1, players, (tuple(range(players)),))
    if seats == 2 < players:
        return _circle(players)
    return _LISTED.get((players, seats))


def _circle(players: int) -> Design:
    """The design in which everybody is paired with everybody: all distances round a circle of odd
    size, the odd player in the middle."""
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
"""A design with more games for each player is only chosen on request."""


@dataclass(frozen=True)
class Schedule:
    """A schedule for players numbered from 0. Draw by lot who has which number."""

    tables: tuple[seating.Table, ...]
    """The players of each table by seat, in playing order."""
    rounds: tuple[int, ...]
    """The round of each table, from 0. Within a round nobody sits at two tables."""


@dataclass(frozen=True)
class Extent:
    """How large a schedule is, known without drawing it."""

    tables: int
    fewest: int
    """How many games those have who play fewest."""
    most: int
    """How many games those have who play most."""


def extent_of_games(players: int, seats: int, games: int | None = None) -> Extent:
    """How large `schedule_of_games` with the same arguments is. Raises ValueError as it does."""
    seats, games, known = _planned(players, seats, games)
    if known is not None:
        return Extent(len(known.tables()) * (games // known.games), games, games)
    turned, rest = _turned(players, seats, games)
    sizes = seating.cut(players * rest, seats)
    count = players * turned + sizes.full + sizes.short
    return Extent(count, games - -(-sizes.out // players), games - sizes.out // players)


def extent_of_rounds(players: int, seats: int, rounds: int) -> Extent:
    """How large `schedule_of_rounds` with the same arguments is, or as many Swiss rounds. Raises
    ValueError for fewer than 2 players or 2 seats."""
    seats = _checked(players, seats)
    sizes = seating.cut(players, seats)
    out = rounds * sizes.out
    count = rounds * (sizes.full + sizes.short)
    return Extent(count, rounds - -(-out // players), rounds - out // players)


def schedule_of_games(
    players: int, seats: int, games: int | None = None, *, seed: int, effort: int = seating.EFFORT
) -> Schedule:
    """Make a schedule in which everybody plays `games` games (or one fewer).

    Without `games` it takes the fewest with which everybody can meet everybody equally often, if a
    design with at most 12 games each is known; otherwise as many as a table has seats, so that
    everybody sits in every seat once. Fewer players than seats share tables of their number. The
    same arguments give the same schedule; `effort` limits the search. Raises ValueError for fewer
    than 2 players, 2 seats or 1 game.
    """
    seats, games, known = _planned(players, seats, games)
    tables: Sequence[Sequence[int]] = (
        _searched(players, seats, games, seed, effort)
        if known is None
        else known.tables() * (games // known.games)
    )
    return _finished(players, tables, seating.into_rounds(players, tables, seed))


def schedule_of_rounds(
    players: int, seats: int, rounds: int, *, seed: int, effort: int = seating.EFFORT
) -> Schedule:
    """Make a schedule in which everybody plays once in each of `rounds` rounds, at full tables and
    tables of one seat fewer. If the number of players cannot be divided so, as few as possible sit
    out, everybody equally often (or once more). The same arguments give the same schedule. Raises
    ValueError for fewer than 2 players, 2 seats or 1 round."""
    seats = _checked(players, seats)
    if rounds < 1:
        raise ValueError(f"a schedule has at least one round, not {rounds}")
    known = design_for(players, seats)
    if known is not None and rounds % known.games == 0 and players % seats == 0:
        once = known.tables()
        split = seating.into_rounds(players, once, seed, enough=known.games)
        if max(split) < known.games:
            times = rounds // known.games
            numbers = [n + known.games * t for t in range(times) for n in split]
            return _finished(players, once * times, numbers)
    sizes = seating.cut(players, seats)
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
    tables = even_meetings(players, tables, groups, seed, effort)
    return _finished(players, tables, groups)


def _checked(players: int, seats: int) -> int:
    """How many seats a full table has: no more than there are players. Raises ValueError."""
    if players < 2:
        raise ValueError(f"a schedule needs at least 2 players, not {players}")
    if seats < seating.FEWEST_SEATS:
        raise ValueError(f"a table has at least {seating.FEWEST_SEATS} seats, not {seats}")
    return min(players, seats)


def _planned(players: int, seats: int, games: int | None) -> tuple[int, int, Design | None]:
    """How many seats a full table has, how many games each plays, and the design that gives just as
    many, if one is known. Raises ValueError."""
    seats = _checked(players, seats)
    known = design_for(players, seats)
    if games is None:
        games = known.games if known and seats <= known.games <= MOST_GAMES else seats
    if games < 1:
        raise ValueError(f"a schedule has at least one game each, not {games}")
    return seats, games, known if known and games % known.games == 0 else None


def _turned(players: int, seats: int, games: int) -> tuple[int, int]:
    """Divide the games that each plays: for how many tables are turned round a circle, and for how
    many games tables are searched."""
    turned, rest = divmod(games, seats)
    if turned and seating.cut(players * rest, seats).out > seating.cut(players * games, seats).out:
        return turned - 1, rest + seats  # too few seats to be cut up by themselves
    return turned, rest


def _searched(
    players: int, seats: int, games: int, seed: int, effort: int
) -> Sequence[Sequence[int]]:
    """Search tables at which everybody plays `games` games. Most of them are a circle that is
    turned, exact in seats and nearly even in meetings; the rest is searched."""
    turned, rest = _turned(players, seats, games)
    tables: list[list[int]] = [
        [(player + turn) % players for player in table]
        for table in seating.turning_tables(players, seats, turned, seed, effort // 20)
        for turn in range(players)
    ]
    tables += _greedy(players, seats, rest, tables) if rest else []
    met = meetings(players, tables)
    if sum(met[i][j] ** 2 for i in range(players) for j in range(i)) == seating.best_sum(
        players, tables
    ):
        return tables
    return even_meetings(players, tables, [0] * len(tables), seed, effort)


def _greedy(
    players: int, seats: int, games: int, before: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Fill tables for `games` more games each, every time with the players who have played and met
    least."""
    met = meetings(players, before)
    sizes = seating.cut(players * games, seats)
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
    sat = seating.seated(players, [tables[n] for n in order])
    return Schedule(tuple(sat), tuple(rounds[n] for n in order))


TURNS = 25
"""How many turns a seat has in a game; in games played by chance in the tests it has 23 to 26 with
2 to 5 seats."""
LONG = timedelta(days=183)
"""Moderators are warned if a season takes longer."""


REACH = 6
"""How many tables up or down a player may be moved to avoid a repeated meeting."""

_SWEEPS = 8


@dataclass(frozen=True)
class Round:
    """A round that was played or paired."""

    tables: tuple[seating.Table, ...]
    """The players of each table by seat, the top table first."""
    byes: tuple[int, ...] = ()
    """The players without a game."""


def pair_round(
    scores: Mapping[int, int],
    seats: int,
    before: Sequence[Round] = (),
    *,
    seed: int,
    places: Mapping[int, int] | None = None,
) -> Round:
    """Pair the next Swiss round of the players in `scores`, by their scores so far (in any unit).

    They are ordered by their `places` in the standings, tie-breaks included, or else by the scores.
    Equal players are ordered by lots drawn from `seed`, so the first round is drawn altogether. The
    same arguments give the same round. Raises ValueError for fewer than 2 players or tables of
    fewer than 2 seats.
    """
    if len(scores) < 2:
        raise ValueError("a round needs at least 2 players")
    chance = random.Random(f"swiss {seed} {len(before)}")
    order = sorted(scores)
    chance.shuffle(order)
    order.sort(key=lambda player: -scores[player] if places is None else places[player])
    seats = min(seats, len(order))
    sizes = seating.cut(len(order), seats)
    had = Counter(player for played in before for player in played.byes)
    lowest_first = order[::-1]
    byes = sorted(lowest_first, key=lambda player: had[player])[: sizes.out]
    order = [player for player in order if player not in byes]
    tables = []
    for size in [seats] * sizes.full + [seats - 1] * sizes.short:
        tables.append(order[:size])
        order = order[size:]
    met = Counter(  # how often each two have met
        frozenset(two)
        for played in before
        for table in played.tables
        for two in combinations(table, 2)
    )
    _avoid_repeats(tables, scores, met)
    if seats == 2 and len(tables) <= REACH + 1 and any(met[frozenset(pair)] for pair in tables):
        tables = _new_pairs(list(chain.from_iterable(tables)), met) or tables
    return Round(tuple(_seated(tables, before)), tuple(byes))


_Cost = tuple[int, int]
_Met = Mapping[frozenset[int], int]


def _new_pairs(order: list[int], met: _Met) -> list[list[int]]:
    """Pair everybody with somebody they have not met, the nearest first, where exchanges of two
    find no way; empty if there is none."""
    for n, other in enumerate(order[1:], start=1):
        if met[frozenset((order[0], other))]:
            continue
        left = [*order[1:n], *order[n + 1 :]]
        rest = _new_pairs(left, met) if left else []
        if rest or not left:
            return [[order[0], other], *rest]
    return []


def _cost(table: Sequence[int], scores: Mapping[int, int], met: _Met) -> _Cost:
    """Two faults of a table, the worse first: repeated meetings, differences in score. Meetings
    count squared, so that a third one is worse than two second ones."""
    repeats = spread = 0
    for one, other in combinations(table, 2):
        repeats += met[frozenset((one, other))] ** 2
        spread += abs(scores[one] - scores[other])
    return repeats, spread


def _avoid_repeats(tables: list[list[int]], scores: Mapping[int, int], met: _Met) -> None:
    """Exchange players as long as that makes the round better. It goes from the bottom up, so that
    the top tables, which matter most, stay as they are if others can give way."""
    costs = [_cost(table, scores, met) for table in tables]
    for _ in range(_SWEEPS):
        changed = False
        for here in reversed(range(len(tables))):
            better = _best_exchange(here, tables, costs, scores, met) if costs[here][0] else None
            if better:
                there, i, j = better
                one, other = tables[here], tables[there]
                one[i], other[j] = other[j], one[i]
                for number in (here, there):
                    costs[number] = _cost(tables[number], scores, met)
                changed = True
        if not changed:
            return


def _best_exchange(
    here: int,
    tables: list[list[int]],
    costs: Sequence[_Cost],
    scores: Mapping[int, int],
    met: _Met,
) -> tuple[int, int, int] | None:
    """The exchange that helps most: the other table, and the places at both; None if none helps. Of
    equal ones it is that with the lower table."""
    best: tuple[int, int, int] | None = None
    least = (0, 0)
    table = tables[here]
    near = range(max(0, here - REACH), min(len(tables), here + REACH + 1))
    for there in sorted(near, key=lambda n: (abs(n - here), -n)):
        if there == here:
            continue
        other = tables[there]
        now = costs[here], costs[there]
        for i, one in enumerate(table):
            for j, two in enumerate(other):
                table[i], other[j] = two, one
                then = _cost(table, scores, met), _cost(other, scores, met)
                table[i], other[j] = one, two
                gain = (
                    then[0][0] + then[1][0] - now[0][0] - now[1][0],
                    then[0][1] + then[1][1] - now[0][1] - now[1][1],
                )
                if gain < least:
                    best, least = (there, i, j), gain
    return best


def _seated(tables: Sequence[Sequence[int]], before: Sequence[Round]) -> list[seating.Table]:
    sat: Counter[tuple[int, int]] = Counter()
    for played in before:
        for table in played.tables:
            sat.update((player, seat) for seat, player in enumerate(table))
    return [seating.most_even(table, sat) for table in tables]
