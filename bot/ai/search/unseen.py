"""A position as a computer thinks about it.

The stacks of buildings are imagined: the tiles it does not see, in an order drawn at random, since
the true one is unknown to it. Without them looking ahead would plan for a building row that is
never filled again. Hungry workers count more than they cost.
"""

from dataclasses import replace
from functools import cache, lru_cache
from random import Random

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.components import BUILDINGS, Building, buildings_played
from bot.engine.position import Position, load, stack_unseen
from bot.engine.state import State
from bot.engine.tribes import Powers
from bot.engine.versions import LATEST, Rules

FEAR = 2
"""Points that a hungry worker counts more than by the rules. A turn that leaves workers hungry is
often worth as many points as one that feeds them, but people would call it careless."""


def imagine(position: Position, rules: Rules = LATEST) -> State:
    """Load the position with imagined stacks, each of as many tiles as it has, and with the `FEAR`
    of hunger before the last food day. The same position always gives the same state."""
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
    """Copy the state, with its stacks in another order; each `number` gives another one, which is
    the same for all positions of a turn."""
    new = state.copy()
    _stock(new, (len(state.age1), len(state.age2)), number)
    return new


def _stock(state: State, left: tuple[int, int], number: int) -> None:
    modules, round_ = tuple(state.modules), state.round
    stack_unseen(state, left, lambda age: _shuffled(age, modules, round_, number))


@lru_cache(maxsize=64)
def _shuffled(age: int, modules: tuple[str, ...], round_: int, number: int) -> list[Building]:
    """Shuffle all buildings of an age."""
    tiles = [BUILDINGS[tile] for tile in buildings_played(age, modules)]
    Random(f"{age}/{round_}/{number}").shuffle(tiles)
    return tiles
