"""Placing or picking up: what the workers would bring where they stand, now and later."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.engine.board import (
    CHICHEN_ITZA,
    FREE_CHOICE_FROM,
    GEARS,
    HIGHEST,
    PALENQUE,
    TIKAL,
    UXMAL,
    YAXCHILAN,
)
from bot.engine.placing import (
    PLACE_ACTIONS,
    PLACE_START,
    lowest_free_space,
    place_worker,
    placement_price,
)
from bot.engine.state import Seat, State
from tests.ai.plain.hands import hand_worth
from tests.ai.plain.outcomes import advantage, outcome_from, outcome_of
from tests.ai.plain.view import Hand, View, remembered

ORDER_OF_PICKING = (PALENQUE, YAXCHILAN, CHICHEN_ITZA, UXMAL, TIKAL)
"""Gears that give goods first, those that spend them last."""
COMPANY = 0.7
"""Worth of a further own worker on the same gear, as a fraction of the previous one."""
FIRST_PLAYER = 0.3
"""Points for playing first in the next round."""
MOST_FOR_PLACING = 2.0
"""Points that waiting a turn can cost at most: a good space is usually still free then."""
HOPE = 0.9
WAITING = 0.4
"""Points a round of waiting costs, for a worker on a gear."""


class Move(NamedTuple):
    """A worker to be picked up or placed."""

    answer: str
    """The action string, without a tribe's discount."""
    gain: float
    """Points gained by doing it now: compared with a later turn if picked up, less its price if
    placed."""


@remembered
def hoped_for(view: View) -> Hand:
    """The goods this seat may hold in a few rounds, from its workers in forest and mine."""
    hand = view.hand
    for gear in (PALENQUE, YAXCHILAN):
        for space in own_spaces(view, gear):
            number = min(space + 1, FREE_CHOICE_FROM[gear] - 1)
            outcome = outcome_of(view, hand, gear, number)
            hand = outcome.hand if outcome else hand
    return hand


def own_spaces(view: View, gear: int) -> list[int]:
    """Where this seat's workers stand on a gear."""
    return [space for space in range(HIGHEST[gear] + 1) if view.me.on[gear] >> space & 1]


@remembered
def later(view: View, gear: int, number: int) -> float:
    """What an action of a gear will bring, to judge by the goods hoped for."""
    if number == 0:
        return 0.0
    if number >= FREE_CHOICE_FROM[gear]:
        return max(later(view, gear, n) for n in range(1, FREE_CHOICE_FROM[gear]))
    hand = hoped_for(view)
    return max(0.0, advantage(view, hand, outcome_of(view, hand, gear, number)))


@remembered
def standing(view: View, gear: int, space: int) -> float:
    """What a worker on this space will bring if it is picked up in a later round, at best."""
    best = 0.0
    for wait in range(1, min(HIGHEST[gear] - space, view.rounds_left) + 1):
        then = view if wait <= view.rounds_to_food else view.after_food_day
        best = max(best, HOPE * later(then, gear, space + wait) - wait * WAITING)
    return best


def picking(view: View) -> list[Move]:
    """The workers better picked up now than later, in order."""
    hand, moves = view.hand, []
    for gear in ORDER_OF_PICKING:
        for space in reversed(own_spaces(view, gear)):
            outcome = outcome_from(view, hand, gear, space)
            now = max(0.0, advantage(view, hand, outcome))
            gain = now - standing(view, gear, space)
            if gain > 0:
                moves.append(Move(f"pick {GEARS[gear]} {space}", gain))
                if outcome and now > 0:
                    hand = outcome.hand
    return moves


def least_promising(view: View) -> Move | None:
    """The own worker that loses least by being picked up without doing its action."""
    moves = [
        Move(f"pick {name} {space}", -standing(view, gear, space))
        for gear, name in enumerate(GEARS)
        for space in own_spaces(view, gear)
    ]
    return max(moves, key=lambda move: move.gain, default=None)


def placing(view: View, corn: int, placed: int) -> list[Move]:
    """The placements worth their corn, best first, for a seat with this much corn that has
    placed `placed` workers this turn. The first may be worth less: it may be the only move."""
    state = view.state.copy()
    seat = state.seats[view.seat]
    state.placed, seat.corn = placed, corn
    state.placeable = min(seat.available, len(seat.powers.worker_count_cost) - placed)
    moves: list[Move] = []
    while state.placeable:
        move = max(_placements(view, state, seat), key=lambda move: move.gain, default=None)
        if move is None or (moves and move.gain <= 0):
            break
        moves.append(move)
        place_worker(state, seat, move.answer)
    return moves


def _placements(view: View, state: State, seat: Seat) -> Iterator[Move]:
    """Where the next worker could be placed, after those that `state` and `seat` show placed."""
    hand = view.hand._replace(corn=seat.corn)

    def worth_of_corn(corn: int) -> float:
        return hand_worth(view, hand.plus(corn)) - hand_worth(view, hand)

    for gear, answer in enumerate(PLACE_ACTIONS):
        space = lowest_free_space(state, seat, gear)
        if space is None:
            continue
        price = placement_price(state, seat, answer, space)
        if price <= seat.corn:
            company = seat.on[gear].bit_count()
            no_skull_for_it = gear == CHICHEN_ITZA and company >= hoped_for(view).skulls
            worth = 0.0 if no_skull_for_it else standing(view, gear, space) * COMPANY**company
            yield Move(answer, worth + worth_of_corn(-price))
    price = placement_price(state, seat, PLACE_START, 0)
    if state.start_space is None and price <= seat.corn:
        first = FIRST_PLAYER * (view.rounds_left > 0)
        yield Move(PLACE_START, first + worth_of_corn(state.calendar_corn - price))


def placed_this_turn(view: View) -> int:
    """An upper bound of the workers this seat has placed in the current turn: each was placed on
    the lowest free space."""
    placed = int(view.state.start_space == view.seat)
    for gear in range(len(GEARS)):
        taken = view.state.taken[gear]
        lowest_free = (~taken & taken + 1).bit_length() - 1
        placed += (view.me.on[gear] & (1 << lowest_free) - 1).bit_count()
    return max(1, min(placed, view.me.workers - view.me.available))


def loss_by_waiting(moves: list[Move]) -> float:
    """What would be lost by placing these workers a turn later."""
    return sum(min(MOST_FOR_PLACING, move.gain) for move in moves)
