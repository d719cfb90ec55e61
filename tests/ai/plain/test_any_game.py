"""Whatever happens at the table, a computer answers: legally, always the same, and harmlessly."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.engine import Game
from tests.ai.plain.playing import MODULES, at_random, checked_computer, play

ROOT = Path(__file__).parents[3]


def play_mixed(players: int, seed: int, modules: Sequence[str] = ()) -> None:
    """A game of computers and random players, who bring the computers into odd positions."""
    chance = random.Random(seed)
    computers = [seat for seat in range(players) if seat == seed % players or chance.random() < 0.4]
    game = Game.new(players, modules=modules, seed=seed)
    play(game, computers, at_random(chance), answer=checked_computer)
    assert game.finished


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_answers_in_mixed_games(players: int, seed: int) -> None:
    play_mixed(players, seed)


@pytest.mark.parametrize("players", [2, 5])
def test_answers_in_mixed_games_of_the_expansion(players: int) -> None:
    play_mixed(players, seed=3, modules=MODULES)


def test_answers_where_a_random_player_led_it() -> None:
    """Positions no sensible player comes to: every decision of games played wholly at random."""
    for seed in range(2):
        chance = random.Random(seed)
        game = Game.new(4, seed=seed)
        while game.pending:
            for asked in game.pending:
                checked_computer(game, asked)
            seat = game.pending[0].seat
            game.play(seat, chance.choice(game.legal(seat)))


ONE_GAME = """
from bot.engine import Game
from tests.ai.plain.playing import computer, play
print(play(Game.new(2, seed=11), (0, 1), computer).record())
"""


def test_same_game_in_another_process() -> None:
    """Nothing hangs on the order of a set, which changes from process to process."""
    games = {
        subprocess.run(
            [sys.executable, "-c", ONE_GAME],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for order in ("1", "2")
    }
    assert len(games) == 1
