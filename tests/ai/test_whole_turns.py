"""Enumeration of whole turns: every one can be played, and none that matters is missing."""

import random
from collections.abc import Sequence

import pytest

from bot.ai.limits import Budget, Level
from bot.ai.turns import BATCH, Turn, whole_turns
from bot.ai.value import Judge, end, is_last_turn
from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.engine.state import State, run
from bot.engine.turn import begin_turn

from .planning import any_net, seen, turns_of_games

WIDE = Level(depth=1, width=1, beam=8, leaves=60, evaluations=4_000, seconds=1.0)
BASE: tuple[str, ...] = ()


def turns_in(game: Game, seat: int, level: Level = WIDE) -> list[Turn]:
    """The turns found for a seat."""
    state = seen(game)
    return whole_turns(Judge(any_net(), state, seat), state, level, Budget(level.evaluations))


@pytest.mark.parametrize(
    ("players", "modules"), [(2, BASE), (3, MODULES), (4, BASE), (4, MODULES), (5, MODULES)]
)
def test_every_turn_found_can_be_played(players: int, modules: Sequence[str]) -> None:
    """And leads to what was thought: the seat's goods and points, and the end of its turn."""
    compared = 0
    for game, seat in turns_of_games(players, modules, seed=players, every=13):
        chance = random.Random(compared)
        turns = turns_in(game, seat)
        assert turns
        for turn in chance.sample(turns, min(12, len(turns))):
            played = game.copy()
            for action in turn.path:
                played.play(seat, action)
            assert played.turn_over(seat)
            thought = turn.state.copy()
            end(thought)
            run(thought, begin_turn)
            compared += 1
            owner, real = thought.seats[seat], played.snapshot().players[seat]
            if played.round == game.round and played.in_turn:  # no food day between
                assert (owner.corn, *owner.blocks, owner.skulls, owner.points4) == (
                    real.corn, real.wood, real.stone, real.gold, real.skulls, real.points4
                )  # fmt: skip
    assert compared > 30


def test_no_placing_is_missing() -> None:
    """All ways to place, found by trying every order, differ from those found only in it."""
    game, seat = next(turns_of_games(4, (), seed=3))
    found = {
        tuple(sorted(turn.path[:-1])) for turn in turns_in(game, seat) if "place" in turn.path[0]
    }

    def placings(game: Game, path: tuple[str, ...]) -> set[tuple[str, ...]]:
        every = {tuple(sorted(path))} if path else set()
        for action in game.legal(seat):
            if action.startswith("place "):
                placed = game.copy()
                placed.play(seat, action)
                every |= placings(placed, (*path, action))
        return every

    assert found == placings(game, ())
    assert len(found) > len(GEARS)


def test_every_worker_can_be_picked_up_alone() -> None:
    for game, seat in turns_of_games(3, (), seed=5, every=11):
        first = {turn.path[0] for turn in turns_in(game, seat)}
        picks = {action for action in game.legal(seat) if action.startswith("pick ")}
        assert picks <= first


def test_the_best_comes_first_and_no_two_are_alike() -> None:
    for game, seat in turns_of_games(4, MODULES, seed=2, every=23):
        turns = turns_in(game, seat)
        values = [turn.value for turn in turns]
        assert values == sorted(values, reverse=True)
        paths = [turn.path for turn in turns]
        assert len(set(paths)) == len(paths)


def test_evaluations_are_held() -> None:
    """A small budget finds fewer turns, but always some."""
    small = Level(depth=1, width=1, beam=2, leaves=8, evaluations=40, seconds=1.0)
    fewer = 0
    for game, seat in turns_of_games(4, (), seed=7, every=9):
        few = turns_in(game, seat, small)
        assert few
        fewer += len(few) < len(turns_in(game, seat))
    assert fewer


class Slow(Judge):
    """A judge who looks at one position a second."""

    looked_at = 0

    def clock(self) -> float:
        return float(self.looked_at)

    def features(self, state: State) -> bytes:
        self.looked_at += 1
        return super().features(state)


@pytest.mark.parametrize("seconds", [0, 50, 150])
def test_time_over_ends_the_search(seconds: int) -> None:
    """A few batches later at the latest, however many positions are waiting; and before that both
    kinds of turns have been looked at."""
    cut = 0
    for game, seat in turns_of_games(5, MODULES, seed=5, every=9):
        state = seen(game)
        judge = Slow(any_net(), state, seat)
        turns = whole_turns(judge, state, WIDE, Budget(WIDE.evaluations, seconds, judge.clock))
        assert judge.looked_at <= seconds + 5 * BATCH
        cut += judge.looked_at > seconds
        picks = any(action.startswith("pick ") for action in game.legal(seat))
        assert not picks or any(turn.path[0].startswith("pick ") for turn in turns)
    assert cut


def test_last_turn_is_judged_exactly() -> None:
    """The value of the last turn of a game is what its seat ends with."""
    judged = 0
    for seed in range(4):
        for game, seat in turns_of_games(2, MODULES, seed=seed):
            state = seen(game)
            if not is_last_turn(state) or (seat - state.first_seat) % 2 == 0:
                continue
            for turn in turns_in(game, seat)[:20]:
                played = game.copy()
                for action in turn.path:
                    played.play(seat, action)
                while played.pending:
                    asked = played.pending[0]
                    assert asked.kind == "tax"
                    played.play(asked.seat, played.legal(asked.seat)[0])
                assert turn.value == played.snapshot().players[seat].points4 / 4
                judged += 1
    assert judged
