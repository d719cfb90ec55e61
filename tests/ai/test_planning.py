"""Plans: legal, the same every time, blind to what is hidden, and ready when time is over."""

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any

import pytest

from bot.ai.limits import Budget
from bot.ai.players import decide, plan_turn
from bot.engine import Game
from bot.engine.components import MODULES

from .planning import any_net, turns_of_games
from .test_hidden import otherwise_hidden

NET = any_net()
BASE: tuple[str, ...] = ()


def answered(game: Game) -> tuple[str, ...]:
    """What the computer on turn answers, played; a whole turn is planned once."""
    seat, kind = game.pending[0]
    if kind == "turn":
        path = plan_turn(game.snapshot(), seat, "instant", net=NET)
    else:
        path = (decide(game.snapshot(), seat, kind, game.legal(seat), "instant", net=NET),)
    for action in path:
        game.play(seat, action)
    return path


@pytest.mark.parametrize(
    ("players", "modules", "seed"),
    [(2, MODULES, 1), (3, BASE, 2), (4, MODULES, 3), (5, MODULES, 4)],
)
def test_whole_games(players: int, modules: Sequence[str], seed: int) -> None:
    """Planned turns and single answers are legal to the end of the game."""
    game = Game.new(players, modules=modules, seed=seed)
    while game.pending:
        answered(game)
    assert game.finished


@pytest.mark.parametrize("tile", ["gold-shortage", "desecration"])
def test_taxes_on_food_days(tile: str) -> None:
    """Gold and skulls that have a price are decided by computers that hold enough to choose."""
    game = Game.new(3, modules=("prophecies",), seed=6)
    setup = game.setup
    setup["prophecies"] = [tile, *(one for one in setup["prophecies"] if one != tile)][:3]
    game = Game.from_setup(setup)
    asked = 0
    chance = random.Random(1)
    while game.pending:
        seat, kind = game.pending[0]
        position = game.position()
        if kind == "turn" and position["round"] == 12:
            for player in position["players"]:
                player["temples"] = {"chaac": 1, "quetzalcoatl": 5, "kukulkan": 5}
                player["corn"] = 20
            position["tooth"], position["food_days_held"] = 20, 2
            position["prophecies"] = [setup["prophecies"][1], tile, setup["prophecies"][2]]
            position["active_prophecy"] = tile
            game = Game.from_position(position)
        if kind == "tax" and not game.in_turn:
            answer = decide(game.snapshot(), seat, kind, game.legal(seat), "instant", net=NET)
            assert answer in game.legal(seat)
            asked += 1
        game.play(seat, chance.choice(game.legal(seat)))
    assert asked


def alike(game: Game, other: Game) -> int:
    """How many answers computers give in two games before these look different; all the same."""
    count = 0
    while game.pending and game.position() == other.position():
        assert answered(other) == answered(game)
        count += 1
    return count


@pytest.mark.parametrize("stack", ["age1", "age2", "quick_age2"])
def test_plans_do_not_hang_on_hidden_stacks(stack: str) -> None:
    game = Game.new(3, modules=("quick_actions",), seed=1)
    shown = 6 if stack == "age1" else 0
    tiles = game.setup[stack]
    turned = tiles[:shown] + tiles[shown:][::-1]
    assert turned != tiles
    assert alike(game, Game.from_setup({**game.setup, stack: turned})) > 8


@pytest.mark.parametrize("players", [2, 4])
def test_tiles_kept_do_not_hang_on_those_of_others(players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        game = Game.new(players, seed=seed)
        for seat, kind in game.pending:
            other = Game.from_setup(otherwise_hidden(game.setup, seat, chance))
            legal = game.legal(seat)
            assert decide(other.snapshot(), seat, kind, legal, "instant", net=NET) == decide(
                game.snapshot(), seat, kind, legal, "instant", net=NET
            )


def test_look_ahead_is_the_same_every_time() -> None:
    for game, seat in turns_of_games(3, MODULES, seed=9, every=40):
        first = plan_turn(game.snapshot(), seat, "medium", net=NET)
        assert plan_turn(game.snapshot(), seat, "medium", net=NET) == first
        played = game.copy()
        for action in first:
            played.play(seat, action)
        assert played.turn_over(seat)


def test_a_turn_half_prepared_is_gone_on_with() -> None:
    """Also from a question within an action."""
    gone_on, within = 0, 0
    for game, seat in turns_of_games(4, MODULES, seed=11, every=13):
        prepared: list[str] = []
        started = game.copy()
        chance = random.Random(gone_on)
        for _ in range(2):
            prepared.append(chance.choice(started.legal(seat)))
            started.play(seat, prepared[-1])
            if started.turn_over(seat):
                break
            within += started.kind_asked(seat) not in ("place", "pick")
            rest = plan_turn(game.snapshot(), seat, "instant", prepared=prepared, net=NET)
            finished = started.copy()
            for action in rest:
                finished.play(seat, action)
            assert finished.turn_over(seat)
            gone_on += 1
    assert gone_on > 5
    assert within


def test_no_time_at_all() -> None:
    """Then the plan is short, but it is a turn."""
    over = Budget(100, monotonic() - 1)
    for game, seat in turns_of_games(5, MODULES, seed=12, every=20):
        position: Any = game.snapshot()
        played = game.copy()
        for action in plan_turn(position, seat, "hard", over, net=NET):
            played.play(seat, action)
        assert played.turn_over(seat)
