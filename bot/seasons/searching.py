"""Searches for schedules that are as even as they can be.

All are deterministic for a seed and bounded in their work.

- `improve`: everybody meets everybody about equally often. Two players of two tables are
  exchanged; an exchange is kept when the sum of the squared meetings does not grow (or now and
  then grows a little). It ends early at a schedule that counting alone shows to be the best.
- `family`: a few tables that are turned round the circle of all players, as balanced designs are,
  for sizes without a design: seats are exactly equal, and meetings as even as the differences at
  the starting tables can be made.
- `into_rounds`: the rounds into which the tables of a schedule fall, so that nobody sits at two
  tables of a round.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bot.seasons.seating import meetings

EFFORT = 60_000
"""The most exchanges that are tried; they take some tenths of a second."""

_WARMTH = 1.2
"""The growth of the sum that is accepted at the start, e times less often at every such step."""


def best_sum(players: int, tables: Sequence[Sequence[int]]) -> int:
    """Calculate the least possible sum of squared meetings at tables of these sizes."""
    pairs = players * (players - 1) // 2
    meets = sum(len(table) * (len(table) - 1) // 2 for table in tables)
    each, more = divmod(meets, pairs)
    return pairs * each * each + more * (2 * each + 1)


def improve(
    players: int,
    tables: Sequence[Sequence[int]],
    groups: Sequence[int],
    seed: int,
    effort: int = EFFORT,
) -> list[list[int]]:
    """Exchange players to make meetings more even. Players change places only between tables of the
    same group (a round, or one group for all); nobody's number of games in a group changes."""
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
"""The exchanges after which the search starts afresh, rather than staying at a bad end."""


def family(players: int, seats: int, tables: int, seed: int, effort: int) -> list[tuple[int, ...]]:
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
    """Find the round of each table, from 0, in as few rounds as some seeded tries need; `enough`
    rounds, if reached, end the search.

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
