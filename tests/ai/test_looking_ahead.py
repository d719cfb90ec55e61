"""Looking ahead along lines of own turns: what a turn is worth, and when the budget ends early."""

from dataclasses import replace

import pytest

from bot.ai.playing_on import end, next_turn
from bot.ai.search.limits import LEVELS, Budget, Level
from bot.ai.search.plan import Planner
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge
from bot.engine.board import MODULES
from bot.engine.state import State, answer
from bot.engine.turn import end_turn

from .planning import any_net, seen, turns_of_games

NET = any_net()
LEVEL = Level(
    depth=3, width=4, beam=3, leaves=10, evaluations=100_000, seconds=9.0, lines=6, children=3
)


def after(turn: Turn, seat: int) -> State | None:
    """The position when the seat is asked for its next turn; None at the end of the game."""
    state = turn.state.copy()
    end(state)
    return state if next_turn(state, seat) else None


@pytest.mark.parametrize("seed", [21, 22])
def test_two_turns_deep_a_turn_is_worth_its_best_next_one(seed: int) -> None:
    """As counted here turn by turn, however many lines go on."""
    level = replace(LEVEL, depth=2)
    looked = 0
    for game, seat in turns_of_games(3, MODULES, seed=seed, every=11):
        state = seen(game)
        planner = Planner(NET, level)
        for turn in planner.turns(state, seat, Budget(level.evaluations))[: level.width]:
            following = after(turn, seat)
            if following is None or turn.depth < 2:
                continue
            judge = Judge(NET, following, seat)
            best = whole_turns(judge, following, level.later, Budget(level.evaluations))[0]
            assert turn.value == pytest.approx(best.value)
            assert turn.following is not None
            assert turn.following.path == best.path
            looked += 1
    assert looked > 10


def test_turns_that_follow_can_be_played() -> None:
    """One after the other, each by the seat whose line it is, and there are as many as were looked
    at, less at the end of the game."""
    longest = 0
    for game, seat in turns_of_games(4, (), seed=23, every=29):
        turns = Planner(NET, LEVEL).turns(seen(game), seat, Budget(LEVEL.evaluations))
        turn, count = turns[0], 1
        while turn.following is not None:
            state = after(turn, seat)
            assert state is not None
            for action in turn.following.path:
                answer(state, action, end_turn)
            own = turn.following.state.seats[seat]
            assert state.seats[seat].points4 == own.points4
            assert state.seats[seat].on == own.on
            turn, count = turn.following, count + 1
        assert count == turns[0].depth or after(turn, seat) is None
        longest = max(longest, count)
    assert longest == LEVEL.depth


@pytest.mark.parametrize("evaluations", [20, 200, 700, 2_000])
def test_values_can_be_compared_when_the_budget_ends_early(evaluations: int) -> None:
    """All turns looked further at were looked at equally far, the best of them is first, and each
    is there once."""
    depths = set()
    for game, seat in turns_of_games(4, MODULES, seed=24, every=17):
        state = seen(game)
        budget = Budget(evaluations)
        first = whole_turns(Judge(NET, state, seat), state, LEVEL, budget)[: LEVEL.width]
        found = Planner(NET, LEVEL).further(first, seat, budget, LEVEL.depth)
        assert {turn.path for turn in found} == {turn.path for turn in first}
        assert len({turn.depth for turn in found}) == 1
        assert [turn.value for turn in found] == sorted((t.value for t in found), reverse=True)
        depths.add(found[0].depth)
    assert 1 in depths if evaluations == 20 else max(depths) > 1


def test_hard_goes_on_with_more_lines_than_first_turns() -> None:
    """So that the best of them can have several."""
    hard = LEVELS["hard"]
    assert hard.lines > hard.width
