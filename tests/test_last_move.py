"""What was moved last, as it is seen in the position now."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.engine import Game, Step
from bot.engine.components import MODULES
from bot.scene import ROW, Changed, Moved, changed, moved, revealed
from bot.text.translation import translator
from rendering.drawing.theme import THEMES
from tests.rendering.scenes import Position, played

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


def _built(was: Position) -> Position:
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
