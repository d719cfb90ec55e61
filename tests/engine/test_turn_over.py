"""When a seat has nothing more to say: its turn is over, or the game goes on after its answer."""

import random
from collections.abc import Sequence

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.happenings import Happening, TurnEnded

from .random_play import MOODS, choose
from .scenario import AGE_2, parts, start

UNCOVERED_BY_GOING_ON = (
    "phase", "round", "tooth", "age", "turn_seat", "food_days_held", "age1_left", "age2_left",
)  # fmt: skip
BEGINNINGS = (None, "keep", "turn", "calendar")


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turn_over_in_random_games(players: int, modules: Sequence[str]) -> None:
    """A turn is over with its end; another say, as soon as the seat is asked something new, or
    anything has changed that only the game's going on changes."""
    for seed in range(8):
        chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
        while game.pending:
            seat = chance.choice(game.pending).seat
            in_turn, was, heard = game.in_turn, game.position(), list[Happening]()
            action = choose(chance, game.legal(seat), MOODS[seed % len(MOODS)])
            ends = in_turn and game.ends_turn(action)
            game.play(seat, action, heard.append)
            now = game.position()
            kind = next((d.kind for d in game.pending if d.seat == seat), None)
            if in_turn:
                over = TurnEnded(seat) in heard
                assert ends == over, action
            else:
                over = kind in BEGINNINGS or any(was[k] != now[k] for k in UNCOVERED_BY_GOING_ON)
            assert game.turn_over(seat) == over, action
            assert game.copy().turn_over(seat) == over


def test_a_seat_that_is_asked_and_has_not_answered() -> None:
    game = Game.new(3, seed=1)
    assert not any(game.turn_over(seat) for seat in range(3)), "all choose their tiles"
    game.play(1, game.legal(1)[0])
    assert [game.turn_over(seat) for seat in range(3)] == [False, True, False]


def test_several_answers_of_one_seat_on_a_food_day() -> None:
    """A say goes on while nothing new is shown: gold of a building and of a temple, both taxed."""
    running = {"prophecies": ["drought", "gold-shortage", "hunger"]}
    gold = {"players.0.buildings": ["x1-gold-hall"], "players.0.temples.quetzalcoatl": 3}
    corn = {"players.0.corn": 99, "players.1.corn": 99, "turn_seat": 1}
    third = AGE_2 | {"round": 21, "tooth": 20}
    table = start(parts(prophecy="gold-shortage") | third | running | gold | corn)
    game = table.play(1, "place palenque", "end").game
    assert game.turn_over(1)
    assert not game.in_turn
    game.play(0, "take 1")
    assert game.pending[0].kind == "tax"
    assert not game.turn_over(0)
    game.play(0, "take 0")
    assert game.turn_over(0)
    assert game.position()["food_days_held"] == 3
