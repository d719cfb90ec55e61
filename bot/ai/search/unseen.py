"""The stacks of buildings as a computer imagines them: the tiles it does not see, in an order drawn
at random. The true order is unknown to it.

Without them looking ahead would plan for a building row that is never filled again.
"""

from collections.abc import Set
from functools import lru_cache
from random import Random

from bot.engine.components import BUILDINGS, Building, buildings_played
from bot.engine.position import Position, load
from bot.engine.state import State
from bot.engine.versions import LATEST, Rules


def imagine(position: Position, rules: Rules = LATEST) -> State:
    """Load the position with imagined stacks, each of as many tiles as it has. The same position
    always gives the same state."""
    state = load(position, rules=rules)
    _stock(state, (position.age1_left, position.age2_left), 0)
    return state


def imagine_anew(state: State, number: int) -> State:
    """Copy the state, with its stacks in another order; each `number` gives another one, which is
    the same for all positions of a turn."""
    new = state.copy()
    _stock(new, (len(state.age1), len(state.age2)), number)
    return new


def _stock(state: State, left: tuple[int, int], number: int) -> None:
    seen = {tile.id for tile in state.building_row if tile is not None}
    for seat in state.seats:
        seen.update(tile.id for tile in seat.buildings)
    state.age1 = _drawn(state, 1, left[0], seen, number)
    state.age2 = _drawn(state, 2, left[1], seen, number)


def _drawn(state: State, age: int, left: int, seen: Set[str], number: int) -> tuple[Building, ...]:
    if not left:
        return ()
    order = _shuffled(age, tuple(state.modules), state.round, number)
    return tuple([tile for tile in order if tile.id not in seen][:left])


@lru_cache(maxsize=64)
def _shuffled(age: int, modules: tuple[str, ...], round_: int, number: int) -> list[Building]:
    """Shuffle all buildings of an age."""
    tiles = [BUILDINGS[tile] for tile in buildings_played(age, modules)]
    Random(f"{age}/{round_}/{number}").shuffle(tiles)
    return tiles
