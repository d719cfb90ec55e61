"""Deals that the tables of a round share, and points that a seat is given."""

import hashlib

import pytest

from bot.seasons.drawing import shared_deal
from bot.seasons.events import DrawnTable

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
