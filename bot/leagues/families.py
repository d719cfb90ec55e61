"""Near-balanced schedules by turning a few tables round the circle of all players.

The same idea as the designs, for sizes without one: seats are exactly equal, and meetings as even
as the differences at the starting tables can be made.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

_AFRESH = 500
"""After so many exchanges a fresh start, rather than staying where nothing gets better."""


def family(players: int, seats: int, tables: int, seed: int, effort: int) -> list[tuple[int, ...]]:
    """Starting tables whose differences occur as equally often as `effort` exchanges can make
    them (at least one start is tried). Each of them, turned through all players, gives everybody
    `seats` games."""
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
    """How much the meetings miss the most even distribution, as a sum of squares."""
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
