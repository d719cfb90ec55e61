"""A floor under the strength of computers: far below what they reach, far above foolish play."""

import random
from statistics import mean

from bot.engine import Game
from tests.ai.plain.playing import at_random, computer, play, points

WINS_AGAINST_RANDOM = 0.95
MEAN_POINTS = 35


def wins_against_random(seeds: range) -> float:
    """Part of the games with 2 to 4 seats that one computer wins, alone, against random players."""
    won = 0
    for seed in seeds:
        players = 2 + seed % 3
        seat = seed % players
        game = play(Game.new(players, seed=seed), (seat,), at_random(random.Random(seed)))
        places = [row["place"] for row in game.standings()]
        won += game.standings()[0]["seat"] == seat and places.count(1) == 1
    return won / len(seeds)


def mean_points(seeds: range) -> float:
    """Mean final points of all seats, four computers at the table."""
    games = [play(Game.new(4, seed=seed), range(4), computer) for seed in seeds]
    return mean(score for game in games for score in points(game))


def test_wins_against_random_players() -> None:
    assert wins_against_random(range(20)) >= WINS_AGAINST_RANDOM


def test_four_computers_score() -> None:
    assert mean_points(range(4)) >= MEAN_POINTS
