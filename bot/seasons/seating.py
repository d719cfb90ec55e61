"""Who sits where, how even that is, how many tables a number of people makes, and searches for
tables that are as even as they can be.

Seats: at tables whose players are given, every seat equally often, or within one (`seated`). That
this is always possible is a theorem on colouring bipartite graphs (König 1916, de Werra 1971).

Sizes: where the number of seats does not divide, some tables have one seat fewer, as leagues of
seven or eight do on MeepleLeague; a table never has fewer than two seats. What cannot be cut up
even so sits out.

The searches are deterministic for a seed and bounded in their work:

- `even_meetings`: everybody meets everybody about equally often. Two players of two tables are
  exchanged; an exchange is kept when the sum of the squared meetings does not grow (or now and
  then grows a little). It ends early at a schedule that counting alone shows to be the best.
- `turning_tables`: a few tables that are turned round the circle of all players, as balanced
  designs are, for sizes without a design: seats are exactly equal, and meetings as even as the
  differences at the starting tables can be made.
- `into_rounds`: the rounds into which the tables of a schedule fall, so that nobody sits at two
  tables of a round.
"""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

MOST_PLAYERS = 40
"""The largest division whose schedule is tested; larger ones work, too."""
FEWEST_SEATS, MOST_SEATS = 2, 5


class Sizes(NamedTuple):
    """How many tables a number of people makes."""

    full: int
    """Tables with all their seats."""
    short: int
    """Tables with one seat fewer."""
    out: int
    """How many people find no seat."""


def cut(wanted: int, seats: int) -> Sizes:
    """Divide `wanted` people among tables of `seats` or one seat fewer: first as few people out as
    possible, then as few short tables. Raises ValueError for tables of fewer than 2 seats."""
    if seats < FEWEST_SEATS:
        raise ValueError(f"a table has at least {FEWEST_SEATS} seats, not {seats}")
    for out in range(wanted + 1):
        seated = wanted - out
        short = -seated % seats
        if not short or (seats > FEWEST_SEATS and short * (seats - 1) <= seated):
            return Sizes((seated - short * (seats - 1)) // seats, short, out)
    raise AssertionError("nobody seated is always possible")


Table = tuple[int, ...]
"""The players at a table by seat; players are numbered from 0."""


def meetings(players: int, tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """How many tables each two players share: a symmetric matrix with zeros in the diagonal."""
    met = [[0] * players for _ in range(players)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met


# --- Seats ----------------------------------------------------------------------------------------


_SEATINGS = 60
"""How often all tables are seated at most; no size that is tested needs so many."""


def seated(players: int, tables: Sequence[Sequence[int]]) -> list[Table]:
    """Put the players of the tables into seats, so that everybody sits in each seat equally often,
    or once more; the last seat of the larger tables is shared out as evenly. As long as that is not
    so, each table in turn takes the order that is most even now, by lot among equal ones."""
    chance = random.Random(f"seats {players}")
    now = [tuple(table) for table in tables]
    sat = Counter((player, seat) for table in now for seat, player in enumerate(table))
    fewest, most = min(map(len, now), default=0), max(map(len, now), default=0)
    for _ in range(_SEATINGS):
        of_players = [[sat[p, seat] for seat in range(fewest)] for p in range(players)]
        of_last_seats = [[sat[p, seat] for p in range(players)] for seat in range(fewest, most)]
        if all(
            max(one, default=0) - min(one, default=0) <= 1 for one in of_players + of_last_seats
        ):
            break
        for number, table in enumerate(now):
            sat.subtract((player, seat) for seat, player in enumerate(table))
            now[number] = most_even(chance.sample(table, len(table)), sat)
            sat.update((player, seat) for seat, player in enumerate(now[number]))
    return now


def most_even(table: Sequence[int], sat: Mapping[tuple[int, int], int]) -> Table:
    """Seat the players of one more table so that their seats are as even as possible; `sat` is how
    often each (player, seat) was before. Of equal orders it is the first."""

    def unevenness(order: Table) -> int:
        # One more than n adds 2n + 1 to the square of n: the least sum is the most even.
        return sum(sat.get((player, seat), 0) for seat, player in enumerate(order))

    return min(permutations(table), key=unevenness)


# --- Meetings -------------------------------------------------------------------------------------


EFFORT = 60_000
"""The most exchanges that are tried; this takes some tenths of a second."""

_WARMTH = 1.2
"""An exchange that makes half the sum grow by so much is kept once in e times at the start of the
search, and ever more seldom later."""


def best_sum(players: int, tables: Sequence[Sequence[int]]) -> int:
    """The least possible sum of squared meetings at tables of these sizes."""
    pairs = players * (players - 1) // 2
    meets = sum(len(table) * (len(table) - 1) // 2 for table in tables)
    each, more = divmod(meets, pairs)
    return pairs * each * each + more * (2 * each + 1)


def even_meetings(
    players: int,
    tables: Sequence[Sequence[int]],
    groups: Sequence[int],
    seed: int,
    effort: int = EFFORT,
) -> list[list[int]]:
    """Exchange players so that meetings become more even. Players change places only between tables
    of the same group (a round, or one group for all), so nobody's number of games in a group
    changes."""
    chance = random.Random(f"meetings {seed}")
    at = [list(table) for table in tables]
    met = meetings(players, at)
    total = sum(met[one][two] ** 2 for one, two in combinations(range(players), 2))
    goal = best_sum(players, at)
    places: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        places.setdefault(group, []).extend([number] * len(at[number]))
    homes = [place for place in places.values() if len(set(place)) > 1]
    best, best_total = [table.copy() for table in at], total
    if not homes:
        return best
    pick, uniform = chance.randrange, chance.random
    for step in range(effort):
        if best_total <= goal:
            break
        home = homes[pick(len(homes))] if len(homes) > 1 else homes[0]
        first, second = home[pick(len(home))], home[pick(len(home))]
        if first == second:
            continue
        here, there = at[first], at[second]
        i, j = pick(len(here)), pick(len(there))
        one, two = here[i], there[j]
        if one == two or one in there or two in here:
            continue
        with_one, with_two = met[one], met[two]
        growth = 0  # half of the growth of the sum
        for player in here:
            if player != one:
                growth += with_two[player] - with_one[player] + 1
        for player in there:
            if player != two:
                growth += with_one[player] - with_two[player] + 1
                if player in here:  # this player is at both tables: nothing changes
                    growth -= 2
        if growth > 0 and uniform() >= math.exp(-growth / (_WARMTH * (1 - step / effort))):
            continue
        for table, old, new in ((here, one, two), (there, two, one)):
            for player in table:
                if player != old:
                    met[old][player] -= 1
                    met[player][old] -= 1
                    met[new][player] += 1
                    met[player][new] += 1
        here[i], there[j] = two, one
        total += 2 * growth
        if total < best_total:
            best, best_total = [table.copy() for table in at], total
    return best


# --- Tables turned round a circle -----------------------------------------------------------------


_AFRESH = 500
"""After so many exchanges the search starts afresh, so that it does not stay at a bad end."""


def turning_tables(
    players: int, seats: int, tables: int, seed: int, effort: int
) -> list[tuple[int, ...]]:
    """Search starting tables whose differences occur as equally often as `effort` exchanges can
    make them (at least one start is tried). Each of them, turned through all players, gives
    everybody `seats` games."""
    if players == seats:
        return [tuple(range(players))] * tables
    chance = random.Random(f"family {seed}")
    kept: list[tuple[int, ...]] = []
    least = unevenness = -1
    now: list[tuple[int, ...]] = []
    for step in range(max(1, effort) if tables else 0):
        if step % _AFRESH == 0:
            now = [(0, *chance.sample(range(1, players), seats - 1)) for _ in range(tables)]
            unevenness = _unevenness(players, now)
        else:
            number, place = chance.randrange(tables), chance.randrange(1, seats)
            player, old = chance.randrange(1, players), now[number]
            if player in old:
                continue
            now[number] = (*old[:place], player, *old[place + 1 :])
            changed = _unevenness(players, now)
            if changed > unevenness:
                now[number] = old
                continue
            unevenness = changed
        if not kept or unevenness < least:
            least, kept = unevenness, now.copy()
        if not least:
            break
    return kept


def _unevenness(players: int, tables: Sequence[Sequence[int]]) -> int:
    """Measure how far the meetings are from the most even distribution, as a sum of squares."""
    met: Counter[int] = Counter()
    for table in tables:
        for one, other in combinations(table, 2):
            distance = abs(one - other)
            met[min(distance, players - distance)] += 1
    half = players // 2
    opposite = players % 2 == 0
    total = 0
    for distance in range(1, half + 1):
        twice = opposite and distance == half
        # Two opposite players meet twice in a full turn; there are half as many such pairs.
        total += (2 * met[distance]) ** 2 // 2 if twice else met[distance] ** 2
    pairs = players * (players - 1) // 2
    each, more = divmod(players * sum(met.values()), pairs)
    goal = pairs * each * each + more * (2 * each + 1)
    return players * total - goal


# --- Rounds ---------------------------------------------------------------------------------------


_WORK = 12_000
"""About how many tables are placed in all tries together; there are 1 to 200 tries."""


def into_rounds(
    players: int, tables: Sequence[Sequence[int]], seed: int, *, enough: int = 0
) -> list[int]:
    """Give each table a round, from 0, so that there are as few rounds as some seeded tries can
    find; a try that needs only `enough` rounds ends the search.

    Each try puts the tables, in shuffled order, into the first round in which all their players are
    free.
    """
    chance = random.Random(f"rounds {seed}")
    games = [0] * players
    for table in tables:
        for player in table:
            games[player] += 1
    enough = max(enough, max(games, default=0))
    order = list(range(len(tables)))
    best: list[int] = []
    for _ in range(min(200, max(1, _WORK // max(1, len(tables))))):
        chance.shuffle(order)
        found = _first_fit(players, tables, order)
        if not best or max(found, default=0) < max(best):
            best = found
        if max(best, default=0) < enough:
            break
    return best


def _first_fit(players: int, tables: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    busy = [0] * players  # rounds as bits, by player
    rounds = [0] * len(tables)
    for number in order:
        taken = 0
        for player in tables[number]:
            taken |= busy[player]
        first_free = ~taken & (taken + 1)
        for player in tables[number]:
            busy[player] |= first_free
        rounds[number] = first_free.bit_length() - 1
    return rounds
