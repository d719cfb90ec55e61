"""The frozen scene: complete, compared by value, without a secret; what was moved last in it, and
food days that were held."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from typing import Any

import pytest

from bot.engine import Game, Step
from bot.engine.calendar import MID_AGE_DAYS, MID_AGE_REWARDS
from bot.engine.components import MODULES, TEMPLES
from bot.engine.happenings import Fed, FoodDayEnded, GameEnded, PointsChanged
from bot.engine.position import Position, Quick
from bot.scene import (
    DAYS,
    ROW,
    Changed,
    FoodDay,
    HeldFoodDay,
    Moved,
    changed,
    held_food_day,
    moved,
    revealed,
    scene_of,
)
from bot.text.translation import translator
from rendering.drawing.theme import THEMES
from tests.rendering.scenes import FINISHED, NAMES, played, position, scene, scene_at
from tests.rendering.scenes import Position as Dump

# --- The frozen scene: complete, compared by value, and without a secret --------------------------


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


# --- What was moved last, as it is seen in the position now ---------------------------------------

ENGLISH = translator("en")
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@dataclass
class Turn:
    """A turn as the tables tell it."""

    seat: int
    before: Position
    steps: list[Step]


def _play(game: Game, *actions: str) -> Turn:
    """The seat to move plays these actions, then answers something until its turn ends."""
    seat = game.pending[0].seat
    turn = Turn(seat, game.snapshot(), [])
    wanted = [*actions, "end"]
    while game.pending and game.pending[0].seat == seat and wanted:
        legal = game.legal(seat)
        action = wanted.pop(0) if wanted[0] in legal else legal[0]
        turn.steps.append(game.step(seat, action))
    return turn


def _begun(players: int = 2, **options: Any) -> Game:
    game = Game.new(players, seed=3, **options)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    return game


def test_placed_workers_are_marked_where_they_stand() -> None:
    game = _begun()
    seat = game.pending[0].seat
    turn = _play(game, "place yaxchilan", "place uxmal")
    now = game.snapshot()
    marked = moved([turn], now)
    assert [(worker.seat, worker.place, worker.placed) for worker in marked] == [
        (seat, "yaxchilan", True),
        (seat, "uxmal", True),
    ]
    for worker in marked:
        assert now.gears[worker.place][worker.space] == seat


def test_marks_follow_when_the_calendar_turns() -> None:
    game = _begun()
    _play(game, "place tikal")
    turn = _play(game, "place yaxchilan")
    now = game.snapshot()
    assert now.round == 2
    (worker,) = moved([turn], now)
    assert worker.space == turn.steps[0].position.gears["yaxchilan"].index(turn.seat) + 1
    assert now.gears["yaxchilan"][worker.space] == turn.seat


def test_a_worker_picked_up_is_marked_on_the_space_whose_action_it_had() -> None:
    game = played(2, until=6)
    seat = game.pending[0].seat
    pick = next((action for action in game.legal(seat) if action.startswith("pick")), None)
    assert pick is not None
    turn = _play(game, pick)
    _, gear, space = pick.split()
    assert Moved(seat, gear, int(space), placed=False) in moved([turn], game.snapshot())


def test_a_worker_that_came_back_is_not_marked() -> None:
    game = _begun()
    first = _play(game, "place start")
    assert moved([first], game.snapshot()) == (Moved(first.seat, "start", 0, placed=True),)
    _play(game, "place tikal")
    if game.pending[0].kind == "calendar":
        game.play(first.seat, "advance 1")
    assert game.position()["round"] == 2
    assert moved([first], game.snapshot()) == ()


def test_a_worker_on_a_quick_space_is_marked() -> None:
    game = _begun(5, modules=MODULES)
    seat = game.pending[0].seat
    if "place quick" not in game.legal(seat):
        pytest.skip("no quick action can be done here")
    turn = _play(game, "place quick")
    assert any(worker.place == "quick" for worker in moved([turn], game.snapshot()))


def _built(was: Dump) -> Dump:
    """Seat 0 goes up in Chaac, learns, and builds the first monument; the third building is new."""
    first = was.players[0]
    monument, *others = was.monument_row
    player = first._replace(
        temples={**first.temples, "chaac": first.temples["chaac"] + 1},
        technologies={**first.technologies, "theology": 2},
        monuments=(*first.monuments, monument),
    )
    row = (*was.building_row[:2], None, *was.building_row[3:])
    return replace(
        was, players=(player, *was.players[1:]), monument_row=tuple(others), building_row=row
    )


def test_what_changed_in_the_city_is_marked() -> None:
    before = _begun().snapshot()
    after = _built(before)
    monument = before.monument_row[0]
    marks = (
        Changed("chaac", 0),
        Changed("theology", 0),
        Changed(monument, 0),
        Changed(ROW, None, 2),
    )
    assert changed([Turn(0, before, [])], after) == marks
    assert changed([], after) == ()
    assert changed([Turn(0, after, [])], after) == ()


def test_a_prepared_turn_is_told_apart() -> None:
    before = _begun().snapshot()
    after = _built(before)
    prepared = changed([], after, Turn(0, before, []))
    assert prepared and all(one.prepared for one in prepared)
    # What moved before the turn stays as it is; what the turn moves again is its own.
    once = replace(before, players=(after.players[0], *before.players[1:]))
    both = changed([Turn(1, before, [])], after, Turn(0, once, []))
    assert {one.what for one in both if one.prepared} == {ROW}
    assert {one.what for one in both if not one.prepared} == {
        "chaac", "theology", before.monument_row[0],
    }  # fmt: skip


def test_workers_of_a_prepared_turn_are_told_apart() -> None:
    game = _begun()
    first = _play(game, "place yaxchilan")
    seat = game.pending[0].seat
    before = game.snapshot()
    steps = [game.step(seat, "place uxmal")]
    marks = moved([first], game.snapshot(), Turn(seat, before, steps))
    assert [(one.seat, one.place, one.prepared) for one in marks] == [
        (first.seat, "yaxchilan", False),
        (seat, "uxmal", True),
    ]


def test_first_tiles_are_revealed_by_the_last_choice_alone() -> None:
    game = Game.new(3, seed=5, modules=MODULES)
    turns = []
    while game.pending[0].kind == "keep":
        assert revealed(turns) == ()
        seat = game.pending[0].seat
        before = game.snapshot()
        turns.append(Turn(seat, before, [game.step(seat, game.legal(seat)[0])]))
    shown = revealed(turns)
    assert sorted(one.seat for one in shown) == [0, 1, 2]
    assert revealed(turns[:-1]) == ()
    for one in shown:
        player = turns[-1].steps[-1].position.players[one.seat]
        assert (one.tribe, one.wealth) == (player.tribe, player.wealth)


# --- Food days that were held: what each seat paid, lost and got, in agreement with the positions -


@dataclass
@dataclass(frozen=True)
class Told:
    """A food day of a game, beside the turn that ended it."""

    day: HeldFoodDay
    turns: list[Turn]

    @property
    def last(self) -> Step:
        return self.turns[-1].steps[-1]


@cache
def game(players: int, *, modules: bool = True) -> list[Told]:
    """The food days of a game played at random, each found in all turns since the last one."""
    played = Game.new(players, modules=MODULES if modules else (), seed=players)
    choose, turns, days = random.Random(players), list[Turn](), list[Told]()
    while not played.finished:
        seat, before, legal = played.pending[0].seat, played.snapshot(), played.legal()
        wanted = [one for one in legal if one.split()[0] in ("do", "build", "up")]
        turns.append(Turn(seat, before, [played.step(seat, choose.choice(wanted or legal))]))
        if any(isinstance(one, FoodDayEnded) for one in turns[-1].steps[-1].happenings):
            day = held_food_day(turns, NAMES[:players])
            assert day is not None
            days.append(Told(day, turns))
            turns = []
    return days


def each() -> Iterator[Told]:
    for players in (2, 3, 4, 5):
        yield from game(players)
    yield from game(4, modules=False)


def test_a_game_has_four() -> None:
    for players in (2, 5):
        days = [told.day for told in game(players)]
        assert [day.number for day in days] == [*range(1, DAYS + 1)]
        assert [day.mid_age for day in days] == [n in MID_AGE_DAYS for n in range(DAYS)]
        assert [day.age for day in days] == [1, 1, 2, 2]
        assert [day.prophecy is None for day in days] == [True, False, False, False]


def test_seats_have_what_the_engine_tells() -> None:
    hungry = 0
    for told in each():
        fed = {
            one.seat: one
            for turn in told.turns
            for step in turn.steps
            for one in step.happenings
            if isinstance(one, Fed)
        }
        for seat, one in enumerate(told.day.seats):
            assert one.name == NAMES[seat]
            assert one.fed == fed[seat]
            hungry += fed[seat].hungry
    assert hungry


def test_points_account_for_the_day() -> None:
    """Of hunger, temples and prophecy; nothing else gives points on a food day."""
    for told in each():
        for one in told.day.seats:
            assert one.fed is not None
            lost = -4 * one.fed.lost
            assert one.gained4 == lost + sum(one.temples4) + one.prophecy4


def test_points_and_places_are_those_of_the_position() -> None:
    for told in each():
        after = [player.points4 for player in told.last.position.players]
        if any(isinstance(one, GameEnded) for one in told.last.happenings):
            at = [isinstance(one, FoodDayEnded) for one in told.last.happenings].index(True)
            for one in told.last.happenings[at:]:
                if isinstance(one, PointsChanged):
                    after[one.seat] -= one.points4
        assert [one.points4 for one in told.day.seats] == after
        for seat, one in enumerate(told.day.seats):
            assert one.place == 1 + sum(other > after[seat] for other in after)
            before = [other.points4 - other.gained4 for other in told.day.seats]
            assert one.place_before == 1 + sum(other > before[seat] for other in before)


def test_temples_give_goods_in_the_middle_of_an_age() -> None:
    """As much as the steps say, if no prophecy taxes it and there are skulls enough."""
    given = 0
    for told in game(4, modules=False):
        if not told.day.mid_age:
            assert all(len(one.temples4) == len(TEMPLES) for one in told.day.seats)
            assert not any(any(one.goods) for one in told.day.seats)
            continue
        players = told.last.position.players
        for one, player in zip(told.day.seats, players, strict=True):
            assert one.temples4 == ()
            for number, temple in enumerate(TEMPLES):
                wood, stone, gold, skulls = MID_AGE_REWARDS[number][player.temples[temple]]
                expected = {"wood": wood, "stone": stone, "gold": gold, "skull": skulls}
                assert dict(one.goods[number]) == {k: n for k, n in expected.items() if n}
                given += sum(expected.values())
    assert given


def test_turns_without_one() -> None:
    told = game(3)[0]
    assert held_food_day(told.turns[:-1], NAMES[:3]) is None
    assert held_food_day([], NAMES[:3]) is None


@pytest.mark.parametrize("players", [2, 4])
def test_turns_told_too_late_know_no_feeding(players: int) -> None:
    """Where a food day asked something, its beginning may have been told before."""
    told = game(players)[0]
    turn = told.turns[-1]
    late = [one for one in turn.steps[-1].happenings if not isinstance(one, Fed)]
    cut = Turn(turn.seat, turn.before, [replace(turn.steps[-1], happenings=tuple(late))])
    day = held_food_day([cut], NAMES[:players])
    assert day is not None
    assert all(one.fed is None for one in day.seats)
