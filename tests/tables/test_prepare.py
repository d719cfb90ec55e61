"""Trying actions on a copy: when a turn is complete, and that nothing is uncovered before."""

import random
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.tables import Refusal
from bot.tables.turn import kind_asked, play_out, prepare
from tests.tables.scripted import Question, ScriptedGame


def game_at(kind: str, seed: int = 3) -> Game:
    """A random game of two where this kind of decision is open."""
    chance = random.Random(seed)
    while True:
        game = Game.new(2, seed=chance.random().hex())
        while pending := game.pending:
            if pending[0].kind == kind:
                return game
            game.play(pending[0].seat, chance.choice(game.legal(pending[0].seat)))


def test_turn_begins_empty() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    turn = prepare(game, seat, ())

    assert (turn.kind, turn.complete, turn.may_stop) == ("turn", False, False)
    assert list(turn.legal) == game.legal(seat)
    with pytest.raises(Refusal) as caught:
        turn.whole()
    assert caught.value.code == "incomplete"


def test_confirmed_game_stays_as_it_is() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    before = game.record(), game.position()
    turn = prepare(game, seat, (game.legal(seat)[-1],))

    assert (game.record(), game.position()) == before
    assert turn.game.position() != before[1]


def test_placing_may_stop_after_a_worker() -> None:
    game = game_at("turn")
    turn = prepare(game, game.pending[0].seat, ("place palenque",))

    assert (turn.kind, turn.complete, turn.may_stop) == ("place", False, True)
    assert turn.whole() == ("place palenque", "end")


def test_end_completes_a_turn_and_is_not_shown() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    open_turn = prepare(game, seat, ("place palenque",))
    turn = prepare(game, seat, ("place palenque", "end"))

    assert (turn.kind, turn.complete, turn.may_stop, turn.legal) == ("place", True, True, ())
    assert turn.game.position() == open_turn.game.position()
    assert turn.whole() == ("place palenque", "end")


def test_nothing_after_the_end() -> None:
    game = game_at("turn")
    with pytest.raises(Refusal) as caught:
        prepare(game, game.pending[0].seat, ("place palenque", "end", "place tikal"))
    assert caught.value.code == "complete"


def test_illegal_action() -> None:
    game = game_at("turn")
    with pytest.raises(IllegalAction):
        prepare(game, game.pending[0].seat, ("place palenque", "fly"))


def test_seat_not_asked() -> None:
    game = game_at("turn")
    with pytest.raises(IllegalAction):
        prepare(game, 1 - game.pending[0].seat, ())


@pytest.mark.parametrize("kind", ["keep", "calendar"])
def test_answer_that_goes_on_is_complete_at_once_and_not_played(kind: str) -> None:
    game = game_at(kind)
    seat = game.pending[-1].seat
    answer = game.legal(seat)[-1]
    turn = prepare(game, seat, (answer,))

    assert (turn.kind, turn.complete, turn.may_stop, turn.legal) == (kind, True, True, ())
    assert turn.whole() == (answer,)
    assert turn.game.position() == game.position()
    assert turn.game.record() == game.record()


def test_shown_position_never_uncovers_a_tile() -> None:
    """Through whole games: before a turn is confirmed, no stack gets lower and no round ends."""
    looked_at = set()
    for seed in range(20):
        game, chance = Game.new(2 + seed % 3, seed=seed), random.Random(seed)
        while game.pending:
            seat = game.pending[0].seat
            before = game.position()
            actions: list[str] = []
            turn = prepare(game, seat, ())
            while not turn.complete:
                actions.append(chance.choice(turn.legal))
                turn = prepare(game, seat, actions)
                shown = turn.game.position()
                for key in ("round", "tooth", "age", "phase", "age1_left", "age2_left"):
                    assert shown[key] == before[key]
            looked_at.add(actions[-1].split()[0])
            game, _ = play_out(game, seat, turn.whole())
    assert looked_at == {"keep", "end", "advance"}


def script(*questions: Question, changes: dict[int, dict[str, Any]] | None = None) -> Any:
    """A game that asks just these questions; see scripted.py."""
    return ScriptedGame(questions, changes or {})


def test_several_answers_of_one_seat_are_prepared_together() -> None:
    """On a food day, or with the expansion, a seat may be asked twice without a turn around."""
    game = script(Question(0, "gain"), Question(0, "up"), Question(1, "gain"))

    first = prepare(game, 0, ("a",))
    assert (first.kind, first.complete, first.legal) == ("up", False, ("a", "b"))
    both = prepare(game, 0, ("a", "b"))
    assert (both.kind, both.complete, both.whole()) == ("up", True, ("a", "b"))
    assert both.game.pending[0].kind == "up", "the last answer is not played"


@pytest.mark.parametrize("kind", ["turn", "calendar", "keep"])
def test_answer_before_something_new_is_the_last_one(kind: str) -> None:
    game = script(Question(0, "gain"), Question(0, kind))
    turn = prepare(game, 0, ("a",))

    assert (turn.complete, turn.kind) == (True, "gain")
    assert kind_asked(turn.game, 0) == "gain"


@pytest.mark.parametrize("uncovered", ["age1_left", "food_days_held", "tooth", "phase"])
def test_answer_that_uncovers_something_is_the_last_one(uncovered: str) -> None:
    game = script(Question(0, "gain"), Question(0, "up"), changes={1: {uncovered: "new"}})
    turn = prepare(game, 0, ("a",))

    assert turn.complete
    assert turn.game.position()[uncovered] != "new"


def test_last_answer_of_the_game_is_complete() -> None:
    assert prepare(script(Question(0, "gain")), 0, ("a",)).complete


def at_turn(changes: dict[str, Any], first: dict[str, Any]) -> Game:
    """A game of the expansion at a turn of seat 0, with its possessions changed."""
    game = Game.new(2, modules=("tribes", "quick_actions"), seed=3)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    position = game.position() | {"first_seat": 0, "turn_seat": 0} | changes
    position["players"][0] |= first
    return Game.from_position(position)


def test_pass_is_a_whole_turn() -> None:
    game = at_turn({}, {"tribe": "ahmakiq"})
    assert not prepare(game, 0, ()).may_stop, "passing must be chosen"
    assert prepare(game, 0, ("pass",)).whole() == ("pass",)


def test_a_quick_action_is_asked_after_the_end_and_in_the_same_turn() -> None:
    quick = {"tile": "qa1-technology", "spaces": [None, None, None]}
    untaught = dict.fromkeys(("agriculture", "extraction", "architecture", "theology"), 0)
    goods = {"corn": 9, "wood": 2, "stone": 2, "gold": 1}
    game = at_turn({"quick": quick}, {**goods, "technologies": untaught, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    assert "end" in placed.legal
    assert not placed.may_stop, "which technology is still to be chosen"
    with pytest.raises(Refusal) as caught:
        placed.whole()
    assert caught.value.code == "incomplete"

    ended = prepare(game, 0, ("place quick", "end"))
    assert (ended.kind, ended.complete, ended.may_stop) == ("tech", False, False)
    assert ended.game.position()["quick"]["spaces"] == [0, None, None]
    paying = prepare(game, 0, ("place quick", "end", "advance theology"))
    assert paying.kind == "pay"
    assert not paying.complete
    whole = prepare(game, 0, ("place quick", "end", "advance theology", "pay 1 0 0"))
    assert whole.complete
    assert whole.whole()[-1] == "pay 1 0 0"
    after, _ = play_out(game, 0, whole.whole())
    assert after.position()["players"][0]["technologies"]["theology"] == 1
    assert after.pending[0].seat == 1


def test_a_quick_action_that_asks_nothing_is_done_with_the_end() -> None:
    quick = {"tile": "qa1-stone", "spaces": [None, None, None]}
    game = at_turn({"quick": quick}, {"corn": 9, "stone": 0, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    assert placed.may_stop
    after, _ = play_out(game, 0, placed.whole())
    assert after.position()["players"][0]["stone"] == 1


def test_play_out_tells_each_step() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    after, steps = play_out(game, seat, ("place palenque", "end"))

    assert [action for action, _ in steps] == ["place palenque", "end"]
    assert steps[0][1] == prepare(game, seat, ("place palenque",)).game.position()
    assert steps[1][1] == after.position() != game.position()
