"""Schedules: of every size from 3 to 40 players at tables of 2 to 5 seats, balanced designs, the
search for tables, seats, and Swiss rounds."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons import LEAGUES
from bot.seasons.schedules import (
    Round,
    Schedule,
    design_for,
    pair_round,
    schedule_of_games,
    schedule_of_rounds,
)
from bot.seasons.seating import (
    Table,
    best_sum,
    cut,
    even_meetings,
    meetings,
    most_even,
    seated,
)

# --- Schedules of every size from 3 to 40 players at tables of 2 to 5 seats -----------------------

SIZES = [(players, seats) for seats in range(2, 6) for players in range(3, 41)]

NOT_FOUND_EVEN = {(20, 5), (22, 5)}
"""Where the search does not get the meetings as even as counting alone would allow: some two
players meet twice, some never, in five games each."""


def spread(counts: Iterable[int]) -> int:
    counted = list(counts)
    return max(counted) - min(counted)


@dataclass(frozen=True)
class Balance:
    """What should be equal for all players, counted out: two numbers are the least and the most."""

    meetings: tuple[int, int]
    """The tables that any two players share."""
    seats: tuple[tuple[int, int], ...]
    """For each seat from the first, the times that a player sits in it."""
    games: tuple[int, int]
    """The games of a player."""
    divides: bool
    """Whether the meetings could be the same for all pairs."""


def balance_of(players: int, tables: Sequence[Table]) -> Balance:
    """How even these tables are."""
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    sat = Counter((seat, player) for table in tables for seat, player in enumerate(table))
    games = Counter(player for table in tables for player in table)
    everybody = range(players)
    pairs = [met[frozenset(pair)] for pair in combinations(everybody, 2)]
    by_seat = [[sat[seat, one] for one in everybody] for seat in range(max(map(len, tables)))]
    of_all = [games[one] for one in everybody]
    return Balance(
        (min(pairs), max(pairs)),
        tuple((min(counts), max(counts)) for counts in by_seat),
        (min(of_all), max(of_all)),
        sum(pairs) % len(pairs) == 0,
    )


def check(players: int, seats: int, schedule: Schedule) -> Balance:
    """What holds for every schedule; its balance."""
    seats = min(seats, players)
    for table in schedule.tables:
        assert len(table) in ({seats} if seats == 2 else {seats, seats - 1})
        assert set(table) <= set(range(players))
    by_round = zip(schedule.tables, schedule.rounds, strict=True)
    seated = Counter((number, player) for table, number in by_round for player in table)
    assert set(seated.values()) == {1}, "nobody sits at two tables of a round"
    assert list(schedule.rounds) == sorted(schedule.rounds)
    return balance_of(players, schedule.tables)


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_everybody_meets_everybody_as_equally_as_can_be(players: int, seats: int) -> None:
    schedule = schedule_of_games(players, seats, seed=1)
    balance = check(players, seats, schedule)
    assert spread(balance.games) == 0
    assert {len(table) for table in schedule.tables} == {min(players, seats)}
    games = balance.games[0]
    assert max(map(spread, balance.seats)) == (1 if games % min(players, seats) else 0)
    known = design_for(players, seats)
    if known is not None and games % known.games == 0:
        assert spread(balance.meetings) == 0
    elif (players, seats) in NOT_FOUND_EVEN:
        assert spread(balance.meetings) == 2
    else:
        assert spread(balance.meetings) == (0 if balance.divides else 1)


@pytest.mark.parametrize(
    ("players", "seats"), [size for size in SIZES if design_for(*size) is not None]
)
def test_the_design_is_used_where_there_is_one(players: int, seats: int) -> None:
    design = design_for(players, seats)
    assert design is not None
    schedule = schedule_of_games(players, seats, design.games, seed=1)
    balance = check(players, seats, schedule)
    assert balance.meetings == (design.meetings, design.meetings)
    assert balance.games == (design.games, design.games)
    assert max(map(spread, balance.seats)) == (1 if design.games % min(players, seats) else 0)


@pytest.mark.parametrize(
    ("players", "seats", "games", "meetings"),
    [(7, 3, 3, 1), (7, 4, 4, 2), (13, 4, 4, 1), (11, 5, 5, 2), (21, 5, 5, 1), (16, 4, 5, 1)],
)
def test_the_well_known_leagues(players: int, seats: int, games: int, meetings: int) -> None:
    """Everybody meets everybody equally often, and sits in every seat once; with five games at four
    seats in one of them twice."""
    balance = balance_of(players, schedule_of_games(players, seats, seed=5).tables)
    assert balance.meetings == (meetings, meetings)
    assert balance.seats == ((1, games - seats + 1),) * seats
    assert balance.games == (games, games)


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_rounds(players: int, seats: int) -> None:
    schedule = schedule_of_rounds(players, seats, 5, seed=1, effort=8_000)
    balance = check(players, seats, schedule)
    seats = min(players, seats)
    sizes = cut(players, seats)
    assert len(schedule.tables) == 5 * (sizes.full + sizes.short)
    assert sum(map(len, schedule.tables)) == 5 * (players - sizes.out)
    assert spread(balance.games) <= (1 if sizes.out else 0)
    assert max(map(spread, balance.seats)) <= 1
    if seats < players:
        mean = sum(len(t) * (len(t) - 1) for t in schedule.tables) / (players * (players - 1))
        assert balance.meetings[1] <= mean + 3


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(9, 3, 4), (16, 4, 5), (25, 5, 6), (8, 2, 7), (10, 2, 9)]
)
def test_rounds_in_which_everybody_meets_everybody_once(
    players: int, seats: int, rounds: int
) -> None:
    schedule = schedule_of_rounds(players, seats, rounds, seed=2)
    balance = check(players, seats, schedule)
    assert balance.meetings == (1, 1)
    assert balance.games == (rounds, rounds)


@pytest.mark.parametrize("players", range(2, 17))
@pytest.mark.parametrize("seats", range(2, 6))
def test_every_number_of_games_comes_out_wherever_the_numbers_allow(
    players: int, seats: int
) -> None:
    """As with six games for six at tables of five: 36 seats can be cut up, the 6 of a sixth game
    cannot."""
    for games in range(1, 11):
        schedule = schedule_of_games(players, seats, games, seed=1, effort=20)
        balance = check(players, seats, schedule)
        out = cut(players * games, min(players, seats)).out
        assert sum(map(len, schedule.tables)) == players * games - out
        assert balance.games[1] == games
        assert spread(balance.games) == (1 if out else 0)
        assert max(map(spread, balance.seats)) <= 1 + (1 if out else 0)


def test_the_same_seed_draws_the_same() -> None:
    one, again, other = (schedule_of_games(10, 4, 5, seed=seed) for seed in (3, 3, 4))
    assert one == again != other
    scores = dict.fromkeys(range(20), 0)
    first, same, another = (pair_round(scores, 4, seed=seed) for seed in (3, 3, 4))
    assert first == same != another


def test_short_tables_keep_everybody_at_as_many_games() -> None:
    schedule = schedule_of_games(7, 4, 5, seed=1)
    assert sorted(map(len, schedule.tables)) == [3, 4, 4, 4, 4, 4, 4, 4, 4]
    assert balance_of(7, schedule.tables).games == (5, 5)


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 players"):
        schedule_of_games(1, 4, seed=1)
    with pytest.raises(ValueError, match="at least 2 seats"):
        schedule_of_games(8, 1, seed=1)
    with pytest.raises(ValueError, match="one game"):
        schedule_of_games(8, 4, 0, seed=1)
    with pytest.raises(ValueError, match="one round"):
        schedule_of_rounds(8, 4, 0, seed=1)
    with pytest.raises(ValueError, match="at least 2 players"):
        pair_round({1: 0}, 4, seed=1)
    with pytest.raises(ValueError, match="at least 2 seats"):
        cut(5, 1)


def test_no_design_is_listed_twice() -> None:
    listed = {(row["players"], row["seats"]) for row in LEAGUES["designs"]}
    assert len(listed) == len(LEAGUES["designs"]) > 50
    assert listed <= set(SIZES), "so that each one is counted out above"
    assert design_for(8, 3) is None


# --- The search for tables with even meetings -----------------------------------------------------


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


def test_the_search_ends_once_no_meetings_are_more_even(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    class Noted(random.Random):
        def randrange(self, *bounds: int) -> int:  # type: ignore[override]
            drawn.append(bounds)
            return super().randrange(*bounds)

    monkeypatch.setattr("bot.seasons.seating.random", SimpleNamespace(Random=Noted))
    unfair = [[0, 1]] * 3 + [[2, 3]] * 3
    found = even_meetings(4, unfair, [0] * 6, 1)
    assert sum_of_squares(4, found) == best_sum(4, unfair) == 6
    assert 0 < len(drawn) < 1_000


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


# --- How a number of people is cut up into tables -------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_as_few_as_possible_are_left_out_then_as_few_tables_are_short(seats: int) -> None:
    for people in range(201):
        ways = [
            (people - full * seats - short * (seats - 1), short, full)
            for full in range(people // seats + 1)
            for short in range((people - full * seats) // (seats - 1) + 1)
            if seats > 2 or not short  # no table of one
        ]
        out, short, full = min(ways)
        assert cut(people, seats) == (full, short, out)


# --- Seats at given tables: equally often, within one ---------------------------------------------


@settings(max_examples=200, deadline=None)
@given(st.integers(5, 15), st.integers(2, 5), st.integers(1, 30), st.integers(0, 10_000))
def test_full_tables_of_any_kind(players: int, seats: int, count: int, seed: int) -> None:
    chance = random.Random(seed)
    tables = [chance.sample(range(players), seats) for _ in range(count)]
    sat = seated(players, tables)
    assert [sorted(table) for table in sat] == [sorted(table) for table in tables]
    counts = Counter((player, seat) for table in sat for seat, player in enumerate(table))
    for player in range(players):
        own = [counts[player, seat] for seat in range(seats)]
        assert max(own) - min(own) <= 1


def test_last_seats_of_the_larger_tables_are_shared_out() -> None:
    tables = [[0, 1, 2, 3], [4, 5, 6], [0, 1, 4, 5], [2, 3, 6], [0, 2, 4, 6], [1, 3, 5]]
    last = Counter(table[3] for table in seated(7, tables) if len(table) == 4)
    assert max(last.values()) == 1


def test_one_table_more() -> None:
    before = {(1, 0): 2, (1, 1): 1, (2, 0): 1, (2, 2): 1, (3, 1): 1}
    assert most_even([1, 2, 3], before) == (3, 2, 1)


# --- Swiss rounds: by score, without repeats where possible, seats and byes in turn ---------------


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


def meetings_of(one: Round) -> set[frozenset[int]]:
    """The pairs who meet in a round."""
    return {frozenset(pair) for table in one.tables for pair in combinations(table, 2)}


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 30), seats=st.integers(2, 5), seed=st.integers(0, 1000))
def test_every_round(players: int, seats: int, seed: int) -> None:
    played, scores = play(players, seats, 4, seed)
    sizes = cut(players, min(players, seats))
    byes: Counter[int] = Counter()
    for one in played:
        there = [player for table in one.tables for player in table]
        assert sorted([*there, *one.byes]) == sorted(scores)
        assert len(one.byes) == sizes.out
        assert [len(t) for t in one.tables] == sorted((len(t) for t in one.tables), reverse=True)
        byes.update(one.byes)
    if sizes.out:
        had = [byes[player] for player in scores]
        assert max(had) - min(had) <= 1


def test_nobody_meets_again_where_there_is_room() -> None:
    for seed in range(20):
        played, _ = play(40, 4, 4, seed)
        met = [pair for one in played for pair in meetings_of(one)]
        assert len(met) == len(set(met))


def test_pairs_by_score() -> None:
    scores = {player: 10 * (player // 4) for player in range(16)}
    tables = pair_round(scores, 4, seed=7).tables
    from_the_top = [[12, 13, 14, 15], [8, 9, 10, 11], [4, 5, 6, 7], [0, 1, 2, 3]]
    assert [sorted(table) for table in tables] == from_the_top


@pytest.mark.parametrize("people", [7, 9])
def test_few_people_meet_again_only_where_they_must(people: int) -> None:
    """Found: where no exchange of two helped, some met again who need not have."""
    for seed in range(10):
        chance, rounds = random.Random(seed), list[Round]()
        scores = dict.fromkeys(range(people), 0)
        for _ in range(people):
            met = {frozenset(table) for played in rounds for table in played.tables}
            rounds.append(pair_round(scores, 2, rounds, seed=seed))
            seated = frozenset(player for table in rounds[-1].tables for player in table)
            again = meetings_of(rounds[-1]) & met
            assert not again or not can_all_meet_somebody_new(seated, met)
            for table in rounds[-1].tables:
                scores[chance.choice(table)] += 1


def can_all_meet_somebody_new(people: frozenset[int], met: set[frozenset[int]]) -> bool:
    """Whether people can be paired so, found by trying everything."""
    return not people or any(
        frozenset((min(people), other)) not in met
        and can_all_meet_somebody_new(people - {min(people), other}, met)
        for other in people - {min(people)}
    )


def test_an_exchange_between_neighbours_breaks_up_a_repeat() -> None:
    scores = {1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2}
    before = [Round(((1, 2), (3, 4), (5, 6), (7, 8)))]
    after = pair_round(scores, 2, before, seed=1)
    assert meetings_of(before[0]).isdisjoint(meetings_of(after))
    for one, other in after.tables:
        assert abs(scores[one] - scores[other]) <= 3


def test_seats_take_turns() -> None:
    played, _ = play(16, 4, 4, seed=3)
    sat = Counter((p, s) for one in played for table in one.tables for s, p in enumerate(table))
    assert max(sat.values()) <= 2
    assert sum(times == 2 for times in sat.values()) <= 12  # of 64; by lot about 13, and threes


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
