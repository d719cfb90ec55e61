"""Swiss rounds: by score, without repeats where possible, seats and byes in turn."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons.schedules import Round, pair_round
from bot.seasons.seating import cut


def play(players: int, seats: int, rounds: int, seed: int) -> tuple[list[Round], dict[int, int]]:
    """Rounds with random results: three points for a table's winner, one for the second."""
    chance = random.Random(seed)
    scores = dict.fromkeys(range(100, 100 + players), 0)
    played: list[Round] = []
    for _ in range(rounds):
        played.append(pair_round(scores, seats, played, seed=seed))
        for table in played[-1].tables:
            first, second, *_ = chance.sample(table, len(table))
            scores[first] += 3
            scores[second] += 1
    return played, scores


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 30), seats=st.integers(2, 5), seed=st.integers(0, 1000))
def test_every_round(players: int, seats: int, seed: int) -> None:
    played, scores = play(players, seats, 4, seed)
    sizes = cut(players, min(players, seats))
    byes: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    for one in played:
        there = [player for table in one.tables for player in table]
        assert sorted([*there, *one.byes]) == sorted(scores)
        assert len(one.byes) == sizes.out
        assert [len(t) for t in one.tables] == sorted((len(t) for t in one.tables), reverse=True)
        byes.update(one.byes)
        now = {frozenset(p) for table in one.tables for p in combinations(table, 2)}
        assert {frozenset(p) for p in one.repeats} == now & met
        met |= now
    if sizes.out:
        had = [byes[player] for player in scores]
        assert max(had) - min(had) <= 1


def test_nobody_meets_again_where_there_is_room() -> None:
    for seed in range(20):
        played, _ = play(40, 4, 4, seed)
        assert all(one.repeats == () for one in played)


def test_pairs_by_score() -> None:
    scores = {player: 10 * (player // 4) for player in range(16)}
    tables = pair_round(scores, 4, seed=7).tables
    assert [sorted(table) for table in tables] == [
        [12, 13, 14, 15],
        [8, 9, 10, 11],
        [4, 5, 6, 7],
        [0, 1, 2, 3],
    ]


def test_an_exchange_between_neighbours_breaks_up_a_repeat() -> None:
    scores = {1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2}
    before = [Round(((1, 2), (3, 4), (5, 6), (7, 8)))]
    after = pair_round(scores, 2, before, seed=1)
    assert after.repeats == ()
    for one, other in after.tables:
        assert abs(scores[one] - scores[other]) <= 3


def test_repeats_are_stated_where_they_cannot_be_avoided() -> None:
    before = [Round(((1, 2, 3),))]
    assert pair_round({1: 3, 2: 2, 3: 1}, 3, before, seed=1).repeats == ((1, 2), (1, 3), (2, 3))


def test_floats_are_stated() -> None:
    scores = {1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 0}
    paired = pair_round(scores, 2, seed=1)
    [mixed] = [table for table in paired.tables if len({scores[p] for p in table}) == 2]
    assert paired.floated_down == {player for player in mixed if scores[player] == 3}
    assert paired.floated_up == {player for player in mixed if scores[player] == 0}


def test_nobody_floats_down_twice_running_where_another_can() -> None:
    scores = {1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 0}
    for seed in range(20):
        floater = 1 + seed % 3
        before = [Round(((10, 11),), (), frozenset({floater}))]
        assert floater not in pair_round(scores, 2, before, seed=seed).floated_down


def test_seats_take_turns() -> None:
    played, scores = play(16, 4, 4, seed=3)
    sat = Counter((p, s) for one in played for table in one.tables for s, p in enumerate(table))
    most = max(sat[player, seat] for player in scores for seat in range(4))
    assert most <= 2
    doubled = sum(sat[player, seat] == 2 for player in scores for seat in range(4))
    assert doubled <= 12  # of 64; by lot it would be about 13 and threes besides


def test_the_byes_go_to_the_lowest_who_had_fewest() -> None:
    scores = {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    first = pair_round(scores, 2, seed=1)
    assert first.byes == (5,)
    assert pair_round(scores, 2, [first], seed=1).byes == (4,)


def test_the_bye_goes_by_all_tie_breaks() -> None:
    """Five players, two losers level on points: it is the last of the standings who has the bye,
    whatever the lots are; only a shared place is drawn."""
    scores = {1: 4, 2: 4, 3: 2, 4: 0, 5: 0}
    places = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    for seed in range(40):
        assert pair_round(scores, 2, seed=seed, places=places).byes == (5,)
        first, second = pair_round(scores, 2, seed=seed, places=places).tables
        assert {*first} == {1, 2} and {*second} == {3, 4}
    shared = {pair_round(scores, 2, seed=seed, places={**places, 5: 4}).byes for seed in range(40)}
    assert shared == {(4,), (5,)}


def test_drawn_again_it_is_the_same() -> None:
    scores = dict.fromkeys(range(20), 0)
    assert (
        pair_round(scores, 4, seed=1)
        == pair_round(scores, 4, seed=1)
        != pair_round(scores, 4, seed=2)
    )


def test_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 players"):
        pair_round({1: 0}, 4, seed=1)
