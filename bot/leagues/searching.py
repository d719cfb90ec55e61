"""A search for tables where everybody meets everybody about equally often.

Deterministic for a seed and bounded in its work: exchanges of two players between two tables,
kept when the sum of the squared meetings does not grow (or now and then grows a little). It ends
early at a schedule that counting alone shows to be the best possible.
"""

import math
import random
from collections.abc import Sequence
from itertools import combinations

from bot.leagues.balance import meetings

EFFORT = 60_000
"""How many exchanges are tried at most; some tenths of a second."""

_WARMTH = 1.2
"""How much growth of the sum is accepted at the start, e times less often at every such step."""


def best_sum(players: int, tables: Sequence[Sequence[int]]) -> int:
    """The least possible sum of squared meetings at tables of these sizes."""
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
    """The tables after the search. Players change places only between tables of the same group
    (a round, or one group for all); nobody's number of games in a group changes."""
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
        growth = 0  # half of that of the sum
        for player in here:
            if player != one:
                growth += with_two[player] - with_one[player] + 1
        for player in there:
            if player != two:
                growth += with_one[player] - with_two[player] + 1
                if player in here:  # at both tables: nothing changes for this one
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
