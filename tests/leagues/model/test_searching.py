"""The search for tables with even meetings."""

import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons.seating import best_sum, even_meetings, meetings


def sum_of_squares(players: int, tables: list[list[int]]) -> int:
    met = meetings(players, tables)
    return sum(met[one][other] ** 2 for one, other in combinations(range(players), 2))


def test_tables_that_share_most_of_their_players() -> None:
    """Six at tables of four, two of three pairs at each: the best leaves out every pair once."""
    pairs = [[0, 1], [2, 3], [4, 5]]
    unfair = [one + other for one, other in combinations(pairs, 2)] * 5
    assert sum_of_squares(6, unfair) == 3 * 10**2 + 12 * 5**2
    assert best_sum(6, unfair) == 15 * 6**2
    for seed in range(10):
        found = even_meetings(6, unfair, [0] * 15, seed, effort=6_000)
        assert sum_of_squares(6, found) <= best_sum(6, unfair) + 4


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(6, 12), st.integers(2, 5))
def test_never_worse_and_nobody_plays_more_or_less(seed: int, players: int, seats: int) -> None:
    chance = random.Random(seed)
    start = [chance.sample(range(players), seats) for _ in range(8)]
    groups = [0, 0, 0, 0, 1, 1, 1, 1]
    found = even_meetings(players, start, groups, seed, effort=500)
    assert best_sum(players, start) <= sum_of_squares(players, found)
    assert sum_of_squares(players, found) <= sum_of_squares(players, start)
    for group in (0, 1):
        before, after = (
            sorted(p for table, of in zip(t, groups, strict=True) if of == group for p in table)
            for t in (start, found)
        )
        assert before == after
    assert all(len(set(table)) == seats for table in found)
