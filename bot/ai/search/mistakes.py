"""Plausible mistakes, for levels that learners can beat.

Like somebody who still learns, they take a turn that is not much worse than the best they see. They
do not let workers go hungry that another such turn would feed, do not beg without need, send nobody
to Chichen Itza without a skull in reach, and take what is free: a turn is never chosen over one
that has as much of everything and more of something.
"""

from collections.abc import Sequence
from operator import ge
from random import Random

from bot.ai.playing_on import end, next_turn
from bot.ai.search.turns import Turn
from bot.engine.board import CHICHEN_ITZA, FOOD_DAY_TEETH, YAXCHILAN
from bot.engine.state import State
from bot.engine.turn import BEG
from bot.engine.yaxchilan import SKULL_SPACE


def plausible(turns: Sequence[Turn], seat: int, within: float) -> list[Turn]:
    """Choose the turns a learner may take: the best, and those at most `within` points worse.
    `turns` are sorted, the best first."""
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
    """Draw the index of a value at most `within` below the best, the lower the less likely. A
    position always draws the same index."""
    most = max(values)
    chances = [max(0.0, value - most + within) for value in values]
    seats = [(one.corn, one.blocks, one.points4, one.on) for one in state.seats]
    return Random(repr((state.round, seat, seats))).choices(range(len(values)), chances)[0]


def _shape(state: State, seat: int) -> tuple[object, ...]:
    """The spaces of the seat's workers and its tiles, in which more and less mean nothing."""
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
    """The goods of a seat of which more is always better."""
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
    """Count the workers on Chichen Itza for whom the seat has no skull, and no worker on the way to
    one."""
    owner = state.seats[seat]
    on_the_way = owner.on[YAXCHILAN] & ((1 << SKULL_SPACE + 1) - 1)
    in_reach = owner.skulls + on_the_way.bit_count()
    return max(0, owner.on[CHICHEN_ITZA].bit_count() - in_reach)


def hungry(state: State, seat: int) -> int:
    """Count the workers that go hungry, if this round ends with a food day."""
    held = state.food_days_held
    if held >= len(FOOD_DAY_TEETH) or state.tooth < FOOD_DAY_TEETH[held]:
        return 0
    state = state.copy()
    end(state)
    next_turn(state, seat)
    return state.seats[seat].workers - state.seats[seat].fed
