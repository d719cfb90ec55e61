"""The typed position: the same as the contract's dump, frozen, and without secrets."""

import random
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from bot.engine import Game, Position
from bot.engine.components import FOOD_DAY_TEETH, MODULES

from .scenario import parts, start


def test_a_position_is_made_from_its_dump_and_gives_it_back() -> None:
    for seed in range(6):
        game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
        chance = random.Random(seed)
        while game.pending:
            position, dump = game.snapshot(), game.position()
            assert Position.from_dump(dump) == position
            assert position.dump() == dump
            assert position.standings() == game.standings()
            seat = chance.choice(game.pending).seat
            game.play(seat, chance.choice(game.legal(seat)))


def test_a_position_stays_as_it_is_when_the_game_goes_on() -> None:
    game = start().game
    position = game.snapshot()
    dump = position.dump()
    game.play(0, "place tikal")
    assert position.dump() == dump
    assert game.snapshot() != position
    with pytest.raises(FrozenInstanceError):
        position.round = 5  # type: ignore[misc]


def test_stacks_are_no_part_of_a_position() -> None:
    game = Game.new(2, seed=4)
    dump = {**game.position(), "age1": game.setup["age1"], "quick_age1": []}
    assert Position.from_dump(dump) == game.snapshot()


@pytest.mark.parametrize(
    ("changes", "owed"),
    [
        ({}, 6),
        ({"players.0.workers": 5}, 10),
        ({"players.0.buildings": ["a1-small-farm-1"]}, 4),
        ({"players.0.buildings": ["a1-common-farm-1"]}, 3),
    ],
)
def test_food_owed(changes: dict[str, Any], owed: int) -> None:
    assert start(changes).game.snapshot().food_owed(0) == owed


def test_food_owed_under_hunger_and_with_many_workers() -> None:
    hungry = start(parts(prophecy="hunger")).game.snapshot()
    assert hungry.food_owed(0) == 9
    yaluk = start(parts(tribe="yaluk") | {"players.0.workers": 5}).game.snapshot()
    assert yaluk.food_owed(0) == 15


def test_rounds_to_food_day() -> None:
    for held, tooth in enumerate(FOOD_DAY_TEETH):
        for before in (3, 0):
            at = {"food_days_held": held, "tooth": tooth - before, "round": tooth - before}
            assert start(at).game.snapshot().rounds_to_food_day == before
    last = {"food_days_held": 4, "tooth": 26, "round": 27}
    assert start(last).game.snapshot().rounds_to_food_day is None


def test_who_is_next() -> None:
    """As it is when the last answer of a turn is given: the seat that is asked for the next turn,
    also where somebody has taken the starting player's space (R-096)."""
    taken = ends = 0
    for seed in range(12):
        game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
        chance = random.Random(seed)
        expected: int | None = None
        begun: tuple[int, int] | None = None
        while game.pending:
            position = game.snapshot()
            seat, kind = game.pending[0]
            if kind == "turn" and (position.round, seat) != begun:
                assert seat == expected or begun is None
                begun = position.round, seat
            if kind in ("turn", "place", "pick"):
                expected = position.next_seat
                taken += position.start_space is not None
            else:
                assert kind != "keep" or position.next_seat is None
            game.play(seat, chance.choice(game.legal(seat)))
        ends += expected is None
    assert taken > 20
    assert ends == 12
