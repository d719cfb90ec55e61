"""What computers draw at random: the stacks that they do not see, and mistakes.

Stacks of buildings are imagined: the tiles that a computer does not see, in a random order, as it
does not know the true one. Without them looking ahead would plan for a building row that is never
filled again. Hungry workers count for more than they cost.

Levels that learners can beat make plausible mistakes: like a learner, they take a turn that is not
much worse than the best they see. They do not let workers go hungry that another such turn would
feed, do not beg without need, send nobody to Chichen Itza without a skull in reach, and take what
is free: they never choose a turn over one that has as much of everything and more of something.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from operator import ge
from random import Random

from bot.ai.turns import Turn
from bot.ai.value import end, next_turn
from bot.engine.components import (
    BUILDINGS,
    CHICHEN_ITZA,
    FOOD_DAY_TEETH,
    YAXCHILAN,
    Building,
    buildings_played,
)
from bot.engine.expansion import Powers
from bot.engine.gears import SKULL_SPACE
from bot.engine.position import Position, load, stack_unseen
from bot.engine.state import LATEST, Rules, State
from bot.engine.turn import BEG

FEAR = 2
"""By how many points a hungry worker counts for more than it costs. A turn that leaves workers
hungry is often worth as many points as one that feeds them, but people would call it careless."""


def imagine(position: Position, rules: Rules = LATEST) -> State:
    """Load the position, with imagined stacks of the true size. While more than one food day is
    left, each hungry worker costs `FEAR` points more. The same position always gives the same
    state."""
    state = load(position, rules=rules)
    _stock(state, (position.age1_left, position.age2_left), 0)
    if state.food_days_held < len(FOOD_DAY_TEETH) - 1:
        for seat in state.seats:
            seat.powers = _afraid(seat.powers)
    return state


@cache
def _afraid(powers: Powers) -> Powers:
    return replace(powers, unfed_points=powers.unfed_points + FEAR)


def imagine_anew(state: State, number: int) -> State:
    """Copy the state with its stacks in another order. Each `number` gives another order, which is
    the same for all positions of a turn."""
    new = state.copy()
    _stock(new, (len(state.age1), len(state.age2)), number)
    return new


def _stock(state: State, left: tuple[int, int], number: int) -> None:
    modules, round_ = tuple(state.modules), state.round
    stack_unseen(state, left, lambda age: _shuffled(age, modules, round_, number))


@lru_cache(maxsize=64)
def _shuffled(age: int, modules: tuple[str, ...], round_: int, number: int) -> list[Building]:
    """Shuffle all buildings of an age; the same arguments give the same order."""
    tiles = [BUILDINGS[tile] for tile in buildings_played(age, modules)]
    Random(f"{age}/{round_}/{number}").shuffle(tiles)
    return tiles


def plausible(turns: Sequence[Turn], seat: int, within: float) -> list[Turn]:
    """The turns that a learner may take: at most `within` points worse than the best, and none of
    the careless ones that the module names. `turns` are sorted, the best first."""
    best = turns[0]
    in_vain = _in_vain(best.state, seat)
    alike: dict[tuple[object, ...], list[tuple[int, ...]]] = {}
    for turn in turns:
        alike.setdefault(_shape(turn.state, seat), []).append(_goods(turn.state, seat))
    near = [
        turn
        for turn in turns
        if turn.depth == best.depth
        and turn.value >= best.value - within
        and (BEG in best.path or BEG not in turn.path)
        and _in_vain(turn.state, seat) <= in_vain
        and not _surpassed(_goods(turn.state, seat), alike[_shape(turn.state, seat)])
    ] or [best]
    unfed = [hungry(turn.state, seat) for turn in near]
    return [turn for turn, left in zip(near, unfed, strict=True) if left == min(unfed)]


def draw(values: Sequence[float], within: float, state: State, seat: int) -> int:
    """Draw the index of a value that is less than `within` below the best; lower values are less
    likely. The same position always draws the same index."""
    most = max(values)
    chances = [max(0.0, value - most + within) for value in values]
    seats = [(one.corn, one.blocks, one.points4, one.on) for one in state.seats]
    return Random(repr((state.round, seat, seats))).choices(range(len(values)), chances)[0]


def _shape(state: State, seat: int) -> tuple[object, ...]:
    """What a seat has of which neither more nor less is better: its workers' spaces, its tiles, the
    side of its board."""
    owner = state.seats[seat]
    return (
        tuple(owner.on),
        tuple(owner.buildings),
        tuple(owner.monuments),
        tuple(state.quick_spaces),
        state.start_space,
        owner.light_side,
    )


def _goods(state: State, seat: int) -> tuple[int, ...]:
    """What a seat has of which more is always better."""
    owner = state.seats[seat]
    return (
        owner.points4,
        owner.corn,
        *owner.blocks,
        owner.skulls,
        owner.workers,
        owner.available,
        *owner.temples,
        *owner.technologies,
        owner.corn_tiles,
        owner.wood_tiles,
    )


def _surpassed(goods: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> bool:
    """Whether one of the others has as much of everything, and more of something."""
    return any(other != goods and all(map(ge, other, goods)) for other in others)


def _in_vain(state: State, seat: int) -> int:
    """Count the workers on Chichen Itza for whom the seat neither has a skull nor a worker on the
    way to one."""
    owner = state.seats[seat]
    on_the_way = owner.on[YAXCHILAN] & ((1 << SKULL_SPACE + 1) - 1)
    in_reach = owner.skulls + on_the_way.bit_count()
    return max(0, owner.on[CHICHEN_ITZA].bit_count() - in_reach)


def hungry(state: State, seat: int) -> int:
    """Count the seat's workers that go hungry if this round ends with a food day; 0 if it does
    not."""
    held = state.food_days_held
    if held >= len(FOOD_DAY_TEETH) or state.tooth < FOOD_DAY_TEETH[held]:
        return 0
    state = state.copy()
    end(state)
    next_turn(state, seat)
    return state.seats[seat].workers - state.seats[seat].fed
