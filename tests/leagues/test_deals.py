"""Deals that the tables of a round share, and points that a seat is given."""

import hashlib

import pytest

from bot.leagues.model.drawing import shared_deal
from bot.leagues.model.events import DrawnTable
from bot.leagues.model.results import with_handicap

SECRET = "5" * 64


def drawn(*tables: tuple[int, tuple[int, ...]]) -> dict[int, DrawnTable]:
    """Tables by round and entries, numbered from 1."""
    return {
        number: DrawnTable(number, 0, round, entries)
        for number, (round, entries) in enumerate(tables, start=1)
    }


def test_the_tables_of_a_round_share_a_deal() -> None:
    tables = drawn((0, (1, 2)), (0, (3, 4)), (1, (1, 3)))
    deals = [shared_deal(SECRET, tables, number) for number in tables]
    assert deals[0] == deals[1] != deals[2]
    assert deals[0] == hashlib.sha256(f"tzolkin round 1\n{SECRET}\n0".encode()).hexdigest()
    assert shared_deal("6" * 64, tables, 1) != deals[0]
    with pytest.raises(KeyError):
        shared_deal(SECRET, tables, 4)


def test_nobody_plays_a_deal_twice() -> None:
    tables = drawn((0, (1, 2)), (0, (1, 3)), (0, (2, 3)), (0, (4, 5)), (0, (5, 6)))
    deals = [shared_deal(SECRET, tables, number) for number in tables]
    first, second, third = deals[:3]
    assert len({first, second, third}) == 3
    assert deals[3] == first and deals[4] == second


def test_a_table_drawn_later_changes_no_deal() -> None:
    tables = drawn((0, (1, 2)), (0, (3, 4)))
    before = [shared_deal(SECRET, tables, number) for number in tables]
    more = drawn((0, (1, 2)), (0, (3, 4)), (0, (5, 1)))
    assert [shared_deal(SECRET, more, number) for number in tables] == before


def row(seat: int, place: int, points4: int, workers: int = 0) -> dict[str, int]:
    """A line of standings as the engine gives them."""
    return {"seat": seat, "place": place, "points4": points4, "workers_on_gears": workers}


def test_without_a_handicap_the_places_are_the_games() -> None:
    standings = [row(1, 1, 40), row(0, 2, 30)]
    assert with_handicap(standings, ()) == standings
    assert with_handicap(standings, (0, 0)) == standings


def test_points_for_a_seat_change_the_places() -> None:
    standings = [row(1, 1, 40), row(0, 2, 30), row(2, 3, 20)]
    placed = with_handicap(standings, (12, 0, 0, 40))
    assert [(r["seat"], r["place"], r["points4"]) for r in placed] == [
        (0, 1, 42), (1, 2, 40), (2, 3, 20),
    ]  # fmt: skip
    assert standings[0]["points4"] == 40, "the game's own result stays"


def test_who_is_level_afterwards_shares_the_place_unless_workers_break_the_tie() -> None:
    level = with_handicap([row(1, 1, 40), row(0, 2, 30), row(2, 3, 20)], (10, 0, 0))
    assert [(r["seat"], r["place"]) for r in level] == [(0, 1), (1, 1), (2, 3)]
    broken = with_handicap([row(1, 1, 40, 3), row(0, 2, 30, 1)], (10, 0))
    assert [(r["seat"], r["place"]) for r in broken] == [(1, 1), (0, 2)]
    corrected = [{"seat": 0, "place": 1, "points4": 8}, {"seat": 1, "place": 2, "points4": 4}]
    assert [r["place"] for r in with_handicap(corrected, (0, 4))] == [1, 1]
