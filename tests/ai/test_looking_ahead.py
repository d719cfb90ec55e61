"""Looking ahead along lines of own turns: what a turn is worth, and when the budget ends early."""

from dataclasses import replace
from statistics import mean

import pytest

from bot.ai.chance import imagine_anew
from bot.ai.limits import Budget, Level
from bot.ai.plan import Planner, _played_again
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import Judge, end, is_last_turn, is_over, next_turn
from bot.engine.components import MODULES
from bot.engine.state import State, answer
from bot.engine.turn import end_turn

from .planning import any_net, seen, turns_of_games

NET = any_net()
LEVEL = Level(depth=3, width=4, beam=3, leaves=10, evaluations=100_000, seconds=9.0)


def after(turn: Turn, seat: int, days: int = 1) -> State | None:
    """The position when the seat is asked for its next turn; None at the end of the game."""
    state = turn.state.copy()
    end(state)
    return None if is_over(next_turn(state, seat, days=days)) else state


def next_best(state: State, seat: int, level: Level) -> Turn:
    """The best of the turns the seat has then."""
    judge = Judge(NET, state, seat)
    return whole_turns(judge, state, level.later, Budget(level.evaluations))[0]


@pytest.mark.parametrize("seed", [21, 22])
def test_two_turns_deep_both_turns_count(seed: int) -> None:
    """Turns differ by what they are worth at once and after the best next one, in the mean, as
    counted here turn by turn; together they are worth what the next ones are. Where these are the
    last of the game, they alone count."""
    level = replace(LEVEL, depth=2)
    looked, last = 0, 0
    for game, seat in turns_of_games(3, MODULES, seed=seed, every=11):
        state = seen(game)
        at_once = whole_turns(Judge(NET, state, seat), state, level, Budget(level.evaluations))
        first = {turn.path: turn.value for turn in at_once}
        turns = Planner(NET, level).turns(state, seat, Budget(level.evaluations))
        turns = [turn for turn in turns if turn.depth == level.depth]
        best = [_next_best(turn, seat, level) for turn in turns]
        if not turns or None in best:
            continue
        usual = mean(first[turn.path] for turn in turns)
        later = [turn.value for turn in best if turn is not None]
        for turn, following, value in zip(turns, best, later, strict=True):
            assert turn.following is not None
            assert following is not None
            assert turn.following.path == following.path
            if is_last_turn(following.state):
                assert turn.value == pytest.approx(value)
                last += 1
                continue
            more = (first[turn.path] - usual + value - mean(later)) / 2
            assert turn.value == pytest.approx(mean(later) + more)
            looked += 1
    assert looked > 10
    assert last > 0


def _next_best(turn: Turn, seat: int, level: Level) -> Turn | None:
    """The best turn the seat has after this one, the calendar turned by a day or by two; None if
    there is none."""
    following = after(turn, seat)
    if following is None:
        return None
    best = next_best(following, seat, level)
    two_days = after(turn, seat, days=2)
    if two_days is not None and two_days.tooth > following.tooth:
        best = max(best, next_best(two_days, seat, level), key=lambda one: one.value)
    return best


def test_turns_that_follow_can_be_played() -> None:
    """One after the other, each by the seat whose line it is, and there are as many as were looked
    at, less at the end of the game."""
    longest = 0
    for game, seat in turns_of_games(4, (), seed=23, every=29):
        turns = Planner(NET, LEVEL).turns(seen(game), seat, Budget(LEVEL.evaluations))
        turn, count = turns[0], 1
        while turn.following is not None:
            assert turn.following.start is not None
            state = turn.following.start.copy()
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


def test_what_is_finished_of_a_ply_is_kept() -> None:
    """When the budget ends within it, the lines that are longer by then stay so, and the others are
    valued as if they had changed as much."""
    cut = 0
    for game, seat in turns_of_games(4, (), seed=24, every=17):
        state = seen(game)
        first = whole_turns(Judge(NET, state, seat), state, LEVEL, Budget(9_000))[: LEVEL.width]
        level = replace(LEVEL, depth=2)
        found = Planner(NET, level).further(first, seat, Budget(40), 2)
        longer = [turn for turn in found if turn.following is not None]
        if 0 < len(longer) < len(found):
            cut += 1
            before = {turn.path: turn.value for turn in first}
            mean = sum(turn.value - before[turn.path] for turn in longer) / len(longer)
            for turn in found:
                if turn.following is None:
                    assert turn.value - before[turn.path] == pytest.approx(mean, abs=1e-4)
    assert cut > 2


def test_others_answer_the_first_turn() -> None:
    """Where they do, the seat's next turn begins with their workers moved; without replies they
    stand still."""
    moved = 0
    for game, seat in turns_of_games(3, (), seed=25, every=19):
        state = seen(game)
        others = [other for other in range(3) if other != seat]
        for replies in (0, 1):
            level = replace(LEVEL, depth=2, replies=replies)
            turn = Planner(NET, level).turns(state, seat, Budget(level.evaluations))[0]
            if turn.following is None or turn.following.start is None:
                continue
            then = turn.following.start
            before = [state.seats[other].available for other in others]
            still = [then.seats[other].available for other in others] == before
            moved += not still and replies
            assert still or replies or then.tooth > state.tooth
    assert moved > 3


def test_others_answer_later_turns_anew() -> None:
    """Where they answer the second turn as well, they place workers again before the third one."""
    placed = 0
    for game, seat in turns_of_games(3, (), seed=25, every=13):
        state = seen(game)
        others = [other for other in range(3) if other != seat]
        for replies in (1, 2):
            level = replace(LEVEL, replies=replies)
            second = Planner(NET, level).turns(state, seat, Budget(level.evaluations))[0].following
            if second is None or second.following is None or second.following.start is None:
                continue
            then, before = second.following.start, second.state
            fewer = any(then.seats[one].available < before.seats[one].available for one in others)
            placed += fewer
            assert not fewer or replies == 2
    assert placed > 3


def test_an_answer_is_remembered_for_one_own_turn() -> None:
    """Each other seat's answer to the first turns, and another one to those that follow."""
    game, seat = next(turns_of_games(3, (), seed=25, every=13))
    planner = Planner(NET, replace(LEVEL, replies=2))
    planner.turns(seen(game), seat, Budget(LEVEL.evaluations))
    others = {other for other in range(3) if other != seat}
    assert set(planner._replied) == {(turns, other) for turns in (1, 2) for other in others}


def test_an_answer_that_asks_for_more_elsewhere_is_thought_anew() -> None:
    """Others answer each first turn alike only where their turn is as whole there."""
    alike, asking = 0, 0
    for game, seat in turns_of_games(4, MODULES, seed=29, every=7):
        state = seen(game)
        for turn in whole_turns(Judge(NET, state, seat), state, LEVEL, Budget(300))[:20]:
            alike += _played_again(turn, state, seat) is not None
            if len(turn.path) > 2:
                shorter = turn._replace(path=turn.path[:-1])
                asking += 1
                assert _played_again(shorter, state, seat) is None
    assert alike > 100
    assert asking > 20


def test_the_building_row_is_filled_again() -> None:
    """By tiles that are imagined, also after the second food day, when the row is emptied."""
    filled = 0
    for game, seat in turns_of_games(3, (), seed=26, every=5):
        state = seen(game)
        turn = Planner(NET, LEVEL).turns(state, seat, Budget(LEVEL.evaluations))[0]
        while turn.following is not None and turn.following.start is not None:
            start = turn.following.start
            assert all(start.building_row) or not (start.age1 if start.age == 1 else start.age2)
            filled += start.age > state.age
            turn = turn.following
    assert filled > 0


def test_worlds_differ_in_the_unseen_tiles_alone() -> None:
    """A value in several worlds is the mean of those in each."""
    # Not far before the second food day, when a new row is laid out.
    games = turns_of_games(4, (), seed=27)
    game, seat = next((game, seat) for game, seat in games if game.snapshot().tooth == 12)
    state = seen(game)
    other = imagine_anew(state, 1)
    assert other.age1 != state.age1 or other.age2 != state.age2
    assert other.building_row == state.building_row
    assert len(other.age1) == len(state.age1) == game.snapshot().age1_left
    assert len(other.age2) == len(state.age2) == game.snapshot().age2_left
    first = whole_turns(Judge(NET, state, seat), state, LEVEL, Budget(9_000))[: LEVEL.width]
    planner = Planner(NET, replace(LEVEL, worlds=2))
    found = planner.further(first, seat, Budget(900_000), 3)
    one = Planner(NET, LEVEL).further(first, seat, Budget(900_000), 3)
    anew = [turn._replace(state=imagine_anew(turn.state, 1)) for turn in first]
    two = Planner(NET, LEVEL).further(anew, seat, Budget(900_000), 3)
    values = [{turn.path: turn.value for turn in turns} for turns in (one, two)]
    assert values[0] != values[1]
    for turn in found:
        assert turn.value == pytest.approx((values[0][turn.path] + values[1][turn.path]) / 2)


def test_two_days_are_planned() -> None:
    """A seat on the starting space sees what it could do with a second day."""
    planned = 0
    for game, seat in turns_of_games(2, (), seed=28, every=1):
        state = seen(game)
        if not state.seats[seat].light_side or state.start_space is not None:
            continue
        judge = Judge(NET, state, seat)
        found = whole_turns(judge, state, LEVEL, Budget(9_000))
        first = [turn for turn in found if turn.state.start_space == seat][:2]
        level = replace(LEVEL, depth=2)
        for turn in Planner(NET, level).further(first, seat, Budget(90_000), 2) if first else []:
            if turn.following is not None and turn.following.start is not None:
                days = turn.following.start.tooth - state.tooth
                assert (days == 2) is not turn.following.start.seats[seat].light_side
                planned += days == 2
        if planned > 2:
            break
    assert planned > 2
