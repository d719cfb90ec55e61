"""Floors under the levels: they win against random answers, easy is the weakest of them."""

from statistics import mean

import pytest

from bot.engine.board import MODULES
from training.match.__main__ import played
from training.match.games import Played, rotations


def games(
    first: str, second: str, seats: int, modules: tuple[str, ...], count: int
) -> list[Played]:
    """Games of one seat against others, on each seat in turn."""
    jobs = [
        (first, second, modules, f"floor/{deal}", sits)
        for deal in range(-(-count // seats))
        for sits in rotations(seats, 1)
    ]
    return played(jobs[:count], processes=1)


def ahead(found: list[Played]) -> float:
    """Points of the first player less those of the others, on the mean."""
    return mean(
        points if first else -points / (len(game.first) - 1)
        for game in found
        for first, points in zip(game.first, game.points, strict=True)
    ) * len(found[0].first)


@pytest.mark.short
@pytest.mark.parametrize(("seats", "modules"), [(2, MODULES), (4, ())])
def test_instant_wins_against_random_answers(seats: int, modules: tuple[str, ...]) -> None:
    found = games("instant/styles", "random", seats, modules, 4)
    assert [game.share for game in found] == [1.0] * 4
    assert not sum(game.illegal for game in found)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "modules"), [(2, ()), (3, MODULES), (4, ())])
def test_instant_wins_many_games_against_random_answers(
    seats: int, modules: tuple[str, ...]
) -> None:
    found = games("instant/styles", "random", seats, modules, 6)
    assert [game.share for game in found] == [1.0] * 6


def test_easy_is_beaten_and_beats() -> None:
    """By instant, and random answers: by many points."""
    assert ahead(games("easy/styles", "random", 3, (), 3)) > 30
    assert ahead(games("easy/styles", "instant", 4, (), 4)) < -5
