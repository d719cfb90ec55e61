"""The plain player, too, knows what its seat may see, and no more."""

import random

import pytest

from bot.engine import Game, Position
from tests.ai.plain import choose
from tests.ai.plain.playing import computer
from tests.ai.test_hidden import ON_THE_BOARD, otherwise_hidden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_kept_do_not_hang_on_those_of_others(players: int) -> None:
    chance = random.Random(players)
    for seed in range(5):
        game = Game.new(players, seed=seed)
        for asked in game.pending:
            other = Game.from_setup(otherwise_hidden(game.setup, asked.seat, chance))
            assert other.setup != game.setup
            assert computer(other, asked) == computer(game, asked)


def test_tiles_kept_do_not_hang_on_what_others_have_kept_already() -> None:
    game = Game.new(3, seed=8)
    last = game.pending[-1]
    alone = computer(game, last)
    for asked in game.pending[:-1]:
        game.play(asked.seat, game.legal(asked.seat)[-1])
        assert computer(game, last) == alone


def decisions_alike(game: Game, other: Game) -> int:
    """Computers play both games for as long as they look alike, and must answer alike; count."""
    count = 0
    while game.pending and game.position() == other.position():
        asked = game.pending[0]
        answer = computer(game, asked)
        assert computer(other, asked) == answer
        game.play(asked.seat, answer)
        other.play(asked.seat, answer)
        count += 1
    return count


@pytest.mark.parametrize(("stack", "enough"), [("age1", 60), ("age2", 300)])
def test_play_does_not_hang_on_a_stack(stack: str, enough: int) -> None:
    """Games with a stack in another order go alike until one of its tiles is turned up."""
    compared = 0
    for seed in range(2):
        game = Game.new(3, seed=seed)
        tiles = game.setup[stack]
        shown = ON_THE_BOARD if stack == "age1" else 0
        turned = tiles[:shown] + tiles[shown:][::-1]
        compared += decisions_alike(game, Game.from_setup({**game.setup, stack: turned}))
    assert compared > enough, "they looked different too soon to say anything"


def test_stacks_told_by_mistake_are_not_used() -> None:
    """`Game.from_position` takes the order of the stacks too; a computer must not look at it."""
    game = Game.new(2, seed=4)
    stacks = {key: game.setup[key] for key in ("age1", "age2")}
    chance = random.Random(4)
    while game.pending:
        asked = game.pending[0]
        told = Position.from_dump({**game.position(), **stacks})
        assert told == game.snapshot(), "a position has no place for them"
        assert choose(told, asked.seat, asked.kind, game.legal(asked.seat)) == computer(game, asked)
        game.play(asked.seat, chance.choice(game.legal(asked.seat)))
