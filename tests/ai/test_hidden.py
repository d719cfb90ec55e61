"""A computer knows what its seat may see, and no more."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import bot.ai
from bot.ai import choose
from bot.engine import Game, Position

from .playing import computer

ON_THE_BOARD = 6  # buildings lying open from the beginning
DEALT = 4  # wealth tiles to each seat


def otherwise_hidden(setup: dict[str, Any], seat: int, chance: random.Random) -> dict[str, Any]:
    """The same deal to the eyes of a seat: stacks in another order, other tiles dealt to others.

    The tiles the dummies are drawn from stay: the dummies stand on the board.
    """
    players = setup["players"]
    stack, age2 = setup["age1"][ON_THE_BOARD:], list(setup["age2"])
    chance.shuffle(stack)
    chance.shuffle(age2)
    places = [i for i in range(DEALT * players) if i // DEALT != seat]
    others = [setup["wealth"][i] for i in places]
    chance.shuffle(others)
    wealth = list(setup["wealth"])
    for place, tile in zip(places, others, strict=True):
        wealth[place] = tile
    age1 = setup["age1"][:ON_THE_BOARD] + stack
    return {**setup, "age1": age1, "age2": age2, "wealth": wealth}


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


NEVER_THOUGHT_WITH = {
    "bot.engine",
    "bot.engine.Game",
    "bot.engine.game",
    "bot.engine.deal",
    "random",
}


@pytest.mark.parametrize(
    ("folder", "never"),
    [
        ("", {*NEVER_THOUGHT_WITH, "time"}),
        ("search", NEVER_THOUGHT_WITH),
        ("value", {*NEVER_THOUGHT_WITH, "time"}),
    ],
)
def test_computers_never_touch_a_game(folder: str, never: set[str]) -> None:
    """Game and its deal hold the stacks, so the modules of bot.ai that think do not import them;
    training and matches do. The process they think in looks at the clock for them; level easy
    draws, by what lies open alone."""
    imported: set[str | None] = set()
    for module in (Path(bot.ai.__file__).parent / folder).glob("*.py"):
        allowed = {"worker.py": {"time"}, "easy.py": {"random", "random.Random"}}.get(
            module.name, set()
        )
        names: set[str | None] = set()
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
        imported |= names - allowed
    assert "bot.engine.state" in imported, "nothing was read"
    assert not imported & never
