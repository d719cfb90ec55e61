"""Floors under the levels: they win against random answers, easy is the weakest of them."""

import pytest

from bot.engine.components import MODULES
from training.match.figures import Tally, tallied
from training.match.games import Deal, deal_played, rotations


def match(first: str, second: str, seats: int, modules: tuple[str, ...], count: int) -> Tally:
    """Games of one seat against others, on each seat in turn."""
    seatings = [*rotations([0] + [1] * (seats - 1))]
    found = []
    for deal in range(-(-count // seats)):
        names = (first, second)
        left = tuple(seatings[: count - len(found)])
        found += deal_played(Deal(names, modules, f"floor/{deal}", left))
    return tallied(found, 2)


@pytest.mark.short
@pytest.mark.parametrize(("seats", "modules"), [(2, MODULES), (4, ())])
def test_instant_wins_against_random_answers(seats: int, modules: tuple[str, ...]) -> None:
    found = match("instant/styles", "random", seats, modules, 4)
    assert found.games == 4
    assert found.firsts()[0] == 100
    assert not found.sides[0].illegal


@pytest.mark.long
@pytest.mark.parametrize(("seats", "modules"), [(2, ()), (3, MODULES), (4, ())])
def test_instant_wins_many_games_against_random_answers(
    seats: int, modules: tuple[str, ...]
) -> None:
    found = match("instant/styles", "random", seats, modules, 6)
    assert found.games == 6
    assert found.firsts()[0] == 100


def test_easy_is_beaten_and_beats() -> None:
    """By instant, and random answers: by many points."""
    assert match("easy/styles", "random", 3, (), 3).ahead.mean > 30
    assert match("easy/styles", "instant", 4, (), 4).ahead.mean < -5
