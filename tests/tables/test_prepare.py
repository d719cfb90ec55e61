"""Trying actions on a copy: when a turn is complete, and that nothing is revealed before."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.engine.components import MODULES
from bot.refusal import NotWhole
from bot.tables import Refusal
from bot.tables.preparation import play_whole, prepare
from tests.engine.scenario import start


def game_at(kind: str, seed: int = 3) -> Game:
    """A random game of two at which this kind of decision is open."""
    chance = random.Random(seed)
    while True:
        game = Game.new(2, seed=chance.random().hex())
        while pending := game.pending:
            if pending[0].kind == kind:
                return game
            game.play(pending[0].seat, chance.choice(game.legal(pending[0].seat)))


def played(game: Game, seat: int, actions: Sequence[str] | None) -> Game:
    """The same game with a whole turn played."""
    assert actions is not None
    for action in actions:
        game.play(seat, action)
    return game


def test_turn_begins_empty() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    turn = prepare(game, seat, ())

    assert (turn.kind, turn.complete, turn.whole) == ("turn", False, None)
    assert list(turn.legal) == game.legal(seat)


def test_confirmed_game_stays_as_it_is() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    before = game.record(), game.snapshot()
    turn = prepare(game, seat, (game.legal(seat)[-1],))

    assert (game.record(), game.snapshot()) == before
    assert turn.game.snapshot() != before[1]


def test_placing_may_stop_after_a_worker() -> None:
    game = game_at("turn")
    turn = prepare(game, game.pending[0].seat, ("place palenque",))

    assert (turn.kind, turn.complete) == ("place", False)
    assert turn.whole == ("place palenque", "end")


def test_end_completes_a_turn_and_is_not_shown() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    open_turn = prepare(game, seat, ("place palenque",))
    turn = prepare(game, seat, ("place palenque", "end"))

    assert (turn.kind, turn.complete, turn.legal) == ("place", True, ())
    assert turn.game.snapshot() == open_turn.game.snapshot()
    assert turn.whole == ("place palenque", "end")


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
    with pytest.raises(IllegalAction) as caught:
        prepare(game, 1 - game.pending[0].seat, ())
    assert caught.value.code == "not-asked"


@pytest.mark.parametrize("kind", ["keep", "calendar"])
def test_answer_that_goes_on_is_complete_at_once_and_not_played(kind: str) -> None:
    game = game_at(kind)
    seat = game.pending[-1].seat
    answer = game.legal(seat)[-1]
    turn = prepare(game, seat, (answer,))

    assert (turn.kind, turn.complete, turn.legal) == (kind, True, ())
    assert turn.whole == (answer,)
    assert turn.game.snapshot() == game.snapshot()
    assert turn.game.record() == game.record()


def test_shown_position_never_uncovers_a_tile() -> None:
    """Through whole games: until a turn is confirmed, no stack gets lower and no round ends."""
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
            played(game, seat, turn.whole)
    assert looked_at == {"keep", "end", "advance"}


def test_what_is_confirmed_is_what_was_prepared() -> None:
    """Through whole games: after each choice a turn is played whole just if it can be confirmed,
    with the same closing actions; the game it is played on does not change."""
    refused = set()
    for seed in range(6):
        game, chance = Game.new(2 + seed % 3, modules=MODULES, seed=seed), random.Random(seed)
        while game.pending:
            seat = game.pending[0].seat
            before, turn = game.record(), prepare(game, seat, ())
            while not turn.complete:
                turn = prepare(game, seat, (*turn.actions, chance.choice(turn.legal)))
                try:
                    after, steps = play_whole(game, seat, turn.actions)
                except NotWhole as refusal:
                    assert turn.whole is None
                    refused.add(refusal.code)
                else:
                    assert tuple(step.action for step in steps) == turn.whole
                    assert after.position() == steps[-1].position.dump()
            assert game.record() == before
            with pytest.raises(NotWhole, match="complete"):
                play_whole(game, seat, (*turn.actions, "end"))
            played(game, seat, turn.whole)
    assert refused == {"incomplete", "question-open"}


def test_answers_between_turns_are_prepared_together_and_uncover_nothing() -> None:
    """Through games of the expansion, which asks much on food days and before the first turn: the
    last answer of a seat is never applied to what is shown, whatever follows it."""
    asked_anew = set()
    for seed in range(12):
        game, chance = Game.new(2 + seed % 3, modules=MODULES, seed=seed), random.Random(seed)
        while game.pending:
            seat, first = game.pending[0]
            before = game.position()
            actions: list[str] = []
            turn = prepare(game, seat, ())
            while not turn.complete:
                actions.append(chance.choice(turn.legal))
                turn = prepare(game, seat, actions)
                shown = turn.game.position()
                for key in ("round", "tooth", "age", "phase", "turn_seat", "food_days_held"):
                    assert shown[key] == before[key]
                assert [shown["age1_left"], shown["age2_left"]] == [
                    before["age1_left"],
                    before["age2_left"],
                ]
            assert turn.whole == tuple(actions)
            assert turn.kind == turn.game.kind_asked(seat), "the last answer is not played"
            played(game, seat, actions)
            if first not in ("keep", "turn", "calendar"):
                asked_anew.add(game.kind_asked(seat))
    assert "turn" in asked_anew, "somebody is asked something new after the last answer"


def at_turn(changes: dict[str, Any], first: dict[str, Any]) -> Game:
    """A game of the expansion at a turn of seat 0, with changed possessions."""
    game = Game.new(2, modules=("tribes", "quick_actions"), seed=3)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    position = game.position() | {"first_seat": 0, "turn_seat": 0} | changes
    position["players"][0] |= first
    return Game.from_position(position)


def test_several_answers_of_one_seat_are_prepared_together() -> None:
    """On a food day a seat may be asked twice outside of a turn."""
    gold = {"tribe": None, "corn": 99, "buildings": ["x1-gold-hall"]}
    gold["temples"] = {"chaac": 1, "quetzalcoatl": 3, "kukulkan": 1}
    third = {"round": 21, "tooth": 20, "age": 2, "food_days_held": 2, "turn_seat": 1}
    running = {
        "modules": ["prophecies", "buildings"],
        "prophecies": ["drought", "gold-shortage", "hunger"],
        "active_prophecy": "gold-shortage",
        "quick": None,
    }
    game = at_turn(third | running, gold)
    for action in ("place palenque", "end"):
        game.play(1, action)

    first = prepare(game, 0, ("take 1",))
    assert (first.kind, first.complete, first.legal) == ("tax", False, ("take 0", "take 1"))
    both = prepare(game, 0, ("take 1", "take 0"))
    assert (both.kind, both.complete, both.whole) == ("tax", True, ("take 1", "take 0"))
    assert both.game.pending[0].kind == "tax", "the last answer is not played"


def test_last_answer_of_the_game_is_complete() -> None:
    last = {"round": 27, "tooth": 26, "age": 2, "food_days_held": 4, "turn_seat": 1}
    game = at_turn(last, {})
    turn = prepare(game, 1, ("place palenque", "end"))
    assert turn.complete
    assert played(game, 1, turn.whole).finished


def test_pass_is_a_whole_turn() -> None:
    game = at_turn({}, {"tribe": "ahmakiq"})
    assert prepare(game, 0, ()).whole is None, "passing must be chosen"
    assert prepare(game, 0, ("pass",)).whole == ("pass",)


def test_a_quick_action_is_asked_after_the_end_and_in_the_same_turn() -> None:
    quick = {"tile": "qa1-technology", "spaces": [None, None, None]}
    untaught = dict.fromkeys(("agriculture", "extraction", "architecture", "theology"), 0)
    goods = {"corn": 9, "wood": 2, "stone": 2, "gold": 1}
    game = at_turn({"quick": quick}, {**goods, "technologies": untaught, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    assert "end" in placed.legal
    assert placed.whole is None, "which technology is still to be chosen"

    ended = prepare(game, 0, ("place quick", "end"))
    assert (ended.kind, ended.complete, ended.whole) == ("tech", False, None)
    assert ended.game.position()["quick"]["spaces"] == [0, None, None]
    paying = prepare(game, 0, ("place quick", "end", "advance theology"))
    assert paying.kind == "pay"
    assert not paying.complete
    whole = prepare(game, 0, ("place quick", "end", "advance theology", "pay 1 0 0"))
    assert whole.complete
    assert whole.whole[-1] == "pay 1 0 0"
    after = played(game, 0, whole.whole)
    assert after.position()["players"][0]["technologies"]["theology"] == 1
    assert after.pending[0].seat == 1


def test_a_quick_action_that_asks_nothing_is_done_with_the_end() -> None:
    quick = {"tile": "qa1-stone", "spaces": [None, None, None]}
    game = at_turn({"quick": quick}, {"corn": 9, "stone": 0, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    after = played(game, 0, placed.whole)
    assert after.position()["players"][0]["stone"] == 1


@pytest.mark.parametrize(
    ("actions", "whole"),
    [((), False), (("sell wood",), True), (("sell wood", "sell wood", "buy wood"), True)],
)
def test_confirming_leaves_a_market_where_something_was_traded(
    actions: Sequence[str], whole: bool
) -> None:
    game = start({"gears.uxmal.2": 0, "players.0.wood": 2}).game
    turn = prepare(game, 0, ("pick uxmal 2", "do uxmal 2", *actions))
    assert turn.whole == ((*turn.actions, "done", "end") if whole else None)
    if whole:
        played(game, 0, turn.whole)
        assert game.turn_over(0)
