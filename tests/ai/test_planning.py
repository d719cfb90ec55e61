"""Plans and looking ahead: legal, the same every time, and ready within the limits of thinking."""

import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from time import monotonic
from typing import Any

import pytest

from bot.ai.chance import imagine_anew
from bot.ai.limits import Budget, Level
from bot.ai.plan import Planner, _played_again
from bot.ai.players import decide, plan_turn
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import Judge, end, is_last_turn, is_over, next_turn
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.state import State, answer
from bot.engine.turn import end_turn
from tests.ai.test_worker import otherwise_hidden

from .planning import any_net, seen, turns_of_games

# --- The limits of thinking: what ends it, evaluations or the clock -------------------------------


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_evaluations_end_thinking_in_time() -> None:
    """The time that is over afterwards took nothing away."""
    clock = Clock()
    budget = Budget(10, 5.0, clock)
    assert not budget.over
    budget.spend(10)
    assert budget.over
    clock.now = 6.0
    assert budget.over and not budget.late


def test_the_clock_ends_thinking_late() -> None:
    clock = Clock()
    budget = Budget(10, 5.0, clock)
    budget.spend(9)
    clock.now = 5.0
    assert not budget.over and not budget.late
    clock.now = 5.1
    assert budget.over and budget.late


@pytest.mark.parametrize("parts", [1.0, 4.0])
def test_what_is_cut_in_a_part_is_cut_in_the_whole(parts: float) -> None:
    clock = Clock()
    whole = Budget(100, 8.0, clock)
    part = whole.part(parts)
    of_part = part.part(1.0)
    clock.now = 8.0 / parts + 0.1
    assert of_part.over
    assert of_part.late and part.late and whole.late
    assert not whole.part(2.0).late


def test_a_part_without_evaluations_is_not_late() -> None:
    clock = Clock()
    whole = Budget(100, 8.0, clock)
    part = whole.part(4.0)
    part.spend(25)
    clock.now = 2.1
    assert part.over
    assert not part.late and not whole.late


def test_without_a_clock_nothing_is_late() -> None:
    budget = Budget(1)
    budget.part(1.0).spend(1)
    assert budget.over and not budget.late


# --- Plans: legal, the same every time, blind to what is hidden, and ready when time is over ------

NET = any_net()
BASE: tuple[str, ...] = ()


def answered(game: Game) -> tuple[str, ...]:
    """What the computer on turn answers, played; a whole turn is planned once."""
    seat, kind = game.pending[0]
    if kind == "turn":
        path = plan_turn(game.snapshot(), seat, "instant", net=NET)
    else:
        path = (decide(game.snapshot(), seat, kind, game.legal(seat), "instant", net=NET),)
    for action in path:
        game.play(seat, action)
    return path


@pytest.mark.parametrize(
    ("players", "modules", "seed"),
    [(2, MODULES, 1), (3, BASE, 2), (4, MODULES, 3), (5, MODULES, 4)],
)
def test_whole_games(players: int, modules: Sequence[str], seed: int) -> None:
    """Planned turns and single answers are legal to the end of the game."""
    game = Game.new(players, modules=modules, seed=seed)
    while game.pending:
        answered(game)
    assert game.finished


@pytest.mark.parametrize("tile", ["gold-shortage", "desecration"])
def test_taxes_on_food_days(tile: str) -> None:
    """Gold and skulls that have a price are decided by computers that hold enough to choose."""
    game = Game.new(3, modules=("prophecies",), seed=6)
    setup = game.setup
    setup["prophecies"] = [tile, *(one for one in setup["prophecies"] if one != tile)][:3]
    game = Game.from_setup(setup)
    asked = 0
    chance = random.Random(1)
    while game.pending:
        seat, kind = game.pending[0]
        position = game.position()
        if kind == "turn" and position["round"] == 12:
            for player in position["players"]:
                player["temples"] = {"chaac": 1, "quetzalcoatl": 5, "kukulkan": 5}
                player["corn"] = 20
            position["tooth"], position["food_days_held"] = 20, 2
            position["prophecies"] = [setup["prophecies"][1], tile, setup["prophecies"][2]]
            position["active_prophecy"] = tile
            game = Game.from_position(position)
        if kind == "tax" and not game.in_turn:
            answer = decide(game.snapshot(), seat, kind, game.legal(seat), "instant", net=NET)
            assert answer in game.legal(seat)
            asked += 1
        game.play(seat, chance.choice(game.legal(seat)))
    assert asked


def alike(game: Game, other: Game) -> int:
    """How many answers computers give in two games before these look different; all the same."""
    count = 0
    while game.pending and game.position() == other.position():
        assert answered(other) == answered(game)
        count += 1
    return count


@pytest.mark.parametrize("stack", ["age1", "age2", "quick_age2"])
def test_plans_do_not_hang_on_hidden_stacks(stack: str) -> None:
    game = Game.new(3, modules=("quick_actions",), seed=1)
    shown = 6 if stack == "age1" else 0
    tiles = game.setup[stack]
    turned = tiles[:shown] + tiles[shown:][::-1]
    assert turned != tiles
    assert alike(game, Game.from_setup({**game.setup, stack: turned})) > 8


@pytest.mark.parametrize("players", [2, 4])
def test_tiles_kept_do_not_hang_on_those_of_others(players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        game = Game.new(players, seed=seed)
        for seat, kind in game.pending:
            other = Game.from_setup(otherwise_hidden(game.setup, seat, chance))
            legal = game.legal(seat)
            assert decide(other.snapshot(), seat, kind, legal, "instant", net=NET) == decide(
                game.snapshot(), seat, kind, legal, "instant", net=NET
            )


def test_look_ahead_is_the_same_every_time() -> None:
    for game, seat in turns_of_games(3, MODULES, seed=9, every=40):
        first = plan_turn(game.snapshot(), seat, "medium", net=NET)
        assert plan_turn(game.snapshot(), seat, "medium", net=NET) == first
        played = game.copy()
        for action in first:
            played.play(seat, action)
        assert played.turn_over(seat)


def test_a_turn_half_prepared_is_gone_on_with() -> None:
    """Also from a question within an action."""
    gone_on, within = 0, 0
    for game, seat in turns_of_games(4, MODULES, seed=11, every=13):
        prepared: list[str] = []
        started = game.copy()
        chance = random.Random(gone_on)
        for _ in range(2):
            prepared.append(chance.choice(started.legal(seat)))
            started.play(seat, prepared[-1])
            if started.turn_over(seat):
                break
            within += started.kind_asked(seat) not in ("place", "pick")
            rest = plan_turn(game.snapshot(), seat, "instant", prepared=prepared, net=NET)
            finished = started.copy()
            for action in rest:
                finished.play(seat, action)
            assert finished.turn_over(seat)
            gone_on += 1
    assert gone_on > 5
    assert within


def test_no_time_at_all() -> None:
    """Then the plan is short, but it is a turn."""
    over = Budget(100, monotonic() - 1)
    for game, seat in turns_of_games(5, MODULES, seed=12, every=20):
        position: Any = game.snapshot()
        played = game.copy()
        for action in plan_turn(position, seat, "hard", over, net=NET):
            played.play(seat, action)
        assert played.turn_over(seat)


# --- Looking ahead along lines of own turns: what a turn is worth, and when the budget ends early -

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


@pytest.mark.parametrize("evaluations", [20, 200, 700, pytest.param(2_000, marks=pytest.mark.long)])
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


def test_a_turn_that_is_over_has_no_answers_left() -> None:
    over = 0
    for game, seat in turns_of_games(3, (), seed=26, every=5):
        state = seen(game)
        for turn in whole_turns(Judge(NET, state, seat), state, LEVEL, Budget(300))[:5]:
            following = state.copy_for(seat)
            for action in turn.path:
                assert action in following.options
                answer(following, action, end_turn)
            assert following.asked is None and following.options == []
            over += 1
    assert over > 50


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
