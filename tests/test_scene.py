"""The frozen scene: complete, compared by value, and without a secret."""

import json
from copy import deepcopy
from dataclasses import FrozenInstanceError

import pytest

from bot.engine import Game
from bot.engine.position import Quick
from bot.scene import FoodDay, scene_of
from tests.rendering.scenes import FINISHED, NAMES, played, position, scene, scene_at


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("until", [1, 9, 19, FINISHED])
def test_a_scene_holds_the_whole_position(players: int, until: int) -> None:
    dump = position(players, until)
    assert scene_at(dump, NAMES[:players]).dump() == dump


def test_the_quick_action_tile_is_held() -> None:
    dump = position(4)
    dump["quick"] = {"tile": "qa1-corn", "coming": [], "spaces": [None, 2, "dummy"]}
    shown = scene(dump)
    assert shown.quick == Quick("qa1-corn", (), (None, 2, "dummy"))
    assert shown.dump() == dump


def test_equal_positions_make_equal_scenes() -> None:
    one, other = scene(position(4)), scene(deepcopy(position(4)))
    assert one == other
    assert hash(one) == hash(other)


def test_any_difference_makes_another_scene() -> None:
    dump = position(3)
    changed = deepcopy(dump)
    changed["players"][2]["temples"]["chaac"] += 1
    assert scene(dump) != scene(changed)
    assert scene(dump) != scene(dump, names=("Ixchel", "Tomás", "María"))
    assert scene(dump, waiting=(0,)) != scene(dump, waiting=(1,))


def test_a_scene_does_not_follow_later_changes_of_the_position() -> None:
    dump = position(3)
    shown, before = scene(dump), deepcopy(dump)
    dump["gears"]["tikal"][0] = "changed"
    dump["players"][0]["corn"] += 1
    dump["players"][0]["temples"]["chaac"] += 1
    assert shown.dump() == before
    with pytest.raises(FrozenInstanceError):
        shown.round = 3  # type: ignore[misc]


def test_every_seat_needs_a_name() -> None:
    with pytest.raises(ValueError, match="one name for each seat"):
        scene_at(position(3), ["Ixchel", "Tomás"])


def test_in_play_the_seat_to_move_is_asked_unless_others_are() -> None:
    dump = position(4)
    assert scene_at(dump, NAMES[:4]).waiting == (dump["turn_seat"],)
    assert scene_at(dump, NAMES[:4], waiting=[3, 1]).waiting == (1, 3)
    before = Game.new(4, seed=1).position()
    assert scene_at(before, NAMES[:4]).waiting == ()


def test_seats_between_the_first_and_the_one_to_move_have_played() -> None:
    dump = position(4)
    dump["first_seat"], dump["turn_seat"] = 2, 1
    assert [seat.played for seat in scene(dump).seats] == [True, False, True, True]
    dump["turn_seat"] = 2
    assert not any(seat.played for seat in scene(dump).seats)
    # On a food day another seat than the last one to move is asked: all have played.
    dump["turn_seat"] = 1
    assert all(seat.played for seat in scene(dump, waiting=(3,)).seats)


def test_nobody_has_played_before_and_after_the_game() -> None:
    for dump in (Game.new(4, seed=1).position(), position(4, FINISHED)):
        assert not any(seat.played for seat in scene_at(dump, NAMES[:4]).seats)


@pytest.mark.parametrize(
    ("held", "tooth", "expected"),
    [
        (0, 0, FoodDay(7, mid_age=True)),
        (1, 12, FoodDay(1, mid_age=False)),
        (2, 20, FoodDay(0, mid_age=True)),
        (2, 21, FoodDay(0, mid_age=True)),  # a double advance jumped over it
        (3, 24, FoodDay(2, mid_age=False)),
        (4, 26, None),
    ],
)
def test_the_next_food_day(held: int, tooth: int, expected: FoodDay | None) -> None:
    dump = position(2)
    dump["food_days_held"], dump["tooth"] = held, tooth
    assert scene(dump).food_day == expected


def test_food_owed_counts_workers_and_farms() -> None:
    dump = position(4)
    for player in dump["players"]:
        player.update(workers=4, buildings=[], wealth=[], corn=7)
    dump["players"][1]["buildings"] = ["a1-small-farm-1"]  # one worker needs none
    dump["players"][2]["buildings"] = ["a1-common-farm-1"]  # each worker needs 1 less
    shown = scene(dump)
    assert [seat.food_owed for seat in shown.seats] == [8, 6, 4, 8]
    assert [shown.short_of_food(seat) for seat in range(4)] == [True, False, False, True]


def test_no_food_is_owed_after_the_last_food_day() -> None:
    shown = scene_at(position(3, FINISHED), NAMES[:3])
    assert {seat.food_owed for seat in shown.seats} == {None}
    assert not any(shown.short_of_food(seat) for seat in range(3))


def test_built_monuments_are_told_with_their_owners() -> None:
    dump = position(3)
    for player in dump["players"]:
        player["monuments"] = []
    dump["players"][2]["monuments"] = ["mon-skulls", "mon-works"]
    assert scene(dump).built_monuments == (("mon-skulls", 2), ("mon-works", 2))


def test_a_choice_still_secret_changes_nothing() -> None:
    game = Game.new(4, seed=3)
    before = scene_of(game.snapshot(), NAMES[:4])
    game.play(1, game.legal(1)[4])
    game.play(3, game.legal(3)[2])
    assert scene_of(game.snapshot(), NAMES[:4]) == before


def test_the_order_of_the_stacks_is_not_in_a_scene() -> None:
    game = played(4, 6)
    setup = game.setup
    open_tiles = json.dumps(game.position())
    hidden = [
        tile
        for tile in (*setup["age1"], *setup["age2"], *setup["monuments"], *setup["wealth"])
        if f'"{tile}"' not in open_tiles
    ]
    assert len(hidden) > 20
    shown = repr(scene_of(game.snapshot(), NAMES[:4]))
    assert not [tile for tile in hidden if f"'{tile}'" in shown]
    # Nor does a position that carries the stacks, as one set up by hand may, give them away.
    with_stacks = game.position() | {"age1": setup["age1"], "age2": setup["age2"]}
    assert scene_at(with_stacks, NAMES[:4]) == scene_of(game.snapshot(), NAMES[:4])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_are_those_of_the_engine(players: int) -> None:
    game = played(players, FINISHED)
    shown = scene_of(game.snapshot(), NAMES[:players])
    assert {number: seat.place for number, seat in enumerate(shown.seats)} == {
        row["seat"]: row["place"] for row in game.standings()
    }
    assert all(seat.place is None for seat in scene_at(position(players), NAMES[:players]).seats)
