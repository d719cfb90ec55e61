"""Positions and nets for the tests of planned turns."""

import random
from collections.abc import Iterator, Sequence

import numpy as np

from bot.ai import features
from bot.ai.chance import imagine
from bot.ai.value import Net
from bot.engine import Game
from bot.engine.state import State, run
from training.learning import new_net

SCALES = np.ones(len(features.NAMES), np.float32)


def any_net(seed: int = 1) -> Net:
    """A net that values all sorts of things, by chance."""
    net = new_net(SCALES, seed)
    chance = np.random.default_rng(seed)
    matrix, row = net.layers[-1]
    return Net((*net.layers[:-1], (chance.normal(0, 0.1, matrix.shape).astype(np.float32), row)))


def turns_of_games(
    players: int, modules: Sequence[str], seed: int, every: int = 1
) -> Iterator[tuple[Game, int]]:
    """Games played at random, at the beginning of turns, and whose turn it is."""
    chance = random.Random(seed)
    game = Game.new(players, modules=modules, seed=seed)
    count = 0
    while game.pending:
        asked = game.pending[0]
        if asked.kind == "turn":
            count += 1
            if not count % every:
                yield game, asked.seat
        game.play(asked.seat, chance.choice(game.legal(asked.seat)))


def seen(game: Game) -> State:
    """What lies open, with imagined stacks, ready to be played on in thought."""
    state = imagine(game.snapshot())
    run(state)
    return state
