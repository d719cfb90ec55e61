"""Seats at given tables: equally often, within one."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons.seating import most_even, seated


@st.composite
def some_tables(draw: st.DrawFn) -> tuple[int, int, list[list[int]]]:
    players = draw(st.integers(5, 15))
    seats = draw(st.integers(2, 5))
    table = st.permutations(range(players)).map(lambda order: order[:seats])
    return players, seats, draw(st.lists(table, min_size=1, max_size=30))


@settings(max_examples=200, deadline=None)
@given(some_tables())
def test_full_tables_of_any_kind(given_tables: tuple[int, int, list[list[int]]]) -> None:
    players, seats, tables = given_tables
    sat = seated(players, tables)
    assert [sorted(table) for table in sat] == [sorted(table) for table in tables]
    counts = Counter((player, seat) for table in sat for seat, player in enumerate(table))
    for player in range(players):
        own = [counts[player, seat] for seat in range(seats)]
        assert max(own) - min(own) <= 1


@settings(max_examples=200, deadline=None)
@given(some_tables())
def test_each_run_of_games_has_every_seat_once(
    given_tables: tuple[int, int, list[list[int]]],
) -> None:
    players, seats, tables = given_tables
    seats_of: dict[int, list[int]] = {player: [] for player in range(players)}
    for table in seated(players, tables):
        for seat, player in enumerate(table):
            seats_of[player].append(seat)
    for own in seats_of.values():
        for start in range(0, len(own), seats):
            run = own[start : start + seats]
            assert len(set(run)) == len(run)


def test_last_seats_of_the_larger_tables_are_shared_out() -> None:
    tables = [[0, 1, 2, 3], [4, 5, 6], [0, 1, 4, 5], [2, 3, 6], [0, 2, 4, 6], [1, 3, 5]]
    last = Counter(table[3] for table in seated(7, tables) if len(table) == 4)
    assert max(last.values()) == 1


def test_one_table_more() -> None:
    before = {(1, 0): 2, (1, 1): 1, (2, 0): 1, (2, 2): 1, (3, 1): 1}
    assert most_even([1, 2, 3], before) == (3, 2, 1)


def test_no_tables() -> None:
    assert seated(4, []) == []
