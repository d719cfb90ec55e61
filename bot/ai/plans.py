"""Placing or picking up: what the workers would bring where they stand, now and later."""

from typing import NamedTuple

from bot.ai.hands import hand_worth
from bot.ai.outcomes import advantage, outcome_from, outcome_of
from bot.ai.view import Hand, View, remembered
from bot.engine.board import (
    CHICHEN_ITZA,
    FREE_CHOICE_FROM,
    GEARS,
    HIGHEST,
    NUMBERED,
    PALENQUE,
    TIKAL,
    UXMAL,
    WORKER_COUNT_COST,
    YAXCHILAN,
)

ORDER_OF_PICKING = (PALENQUE, YAXCHILAN, CHICHEN_ITZA, UXMAL, TIKAL)
"""Goods come in before they are spent."""
COMPANY = 0.7
"""What a further own worker on the same gear is worth, as a part of the one before."""
FIRST_PLAYER = 0.3
"""Points for playing first in the next round."""
MOST_FOR_PLACING = 1.5
"""A good place can mostly be had next turn too: so much of it at most is lost by waiting."""
HOPE = 0.9
WAITING = 0.7
"""Points a round of waiting costs, for a worker on a gear."""


class Move(NamedTuple):
    """A worker to be picked up from, or placed on, a space; and what is gained by doing it now."""

    gear: int | None
    space: int
    gain: float


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
            gain = now - max(0.0, standing(view, gear, space))
            if gain > 0:
                moves.append(Move(gear, space, gain))
                if outcome and now > 0:
                    hand = outcome.hand
    return moves


def placing(view: View, corn: int, placed: int) -> list[Move]:
    """The placements worth their corn, best first, for a seat with this much corn that has
    placed `placed` workers this turn."""
    taken = list(view.state.taken)
    company = [bits.bit_count() for bits in view.me.on]
    skulls = hoped_for(view).skulls
    start_taken = view.state.start_space is not None
    moves: list[Move] = []
    hand = view.hand._replace(corn=corn)
    while placed < len(WORKER_COUNT_COST) and len(moves) < view.me.available:
        found: list[tuple[Move, int]] = []
        for gear in range(len(GEARS)):
            free = NUMBERED[gear] & ~taken[gear]
            if not free:
                continue
            space = (free & -free).bit_length() - 1
            price = WORKER_COUNT_COST[placed] + space
            if price > hand.corn:
                continue
            worth = standing(view, gear, space)
            if gear == CHICHEN_ITZA and company[gear] >= skulls:
                worth = 0.0
            worth *= COMPANY ** company[gear]
            worth -= hand_worth(view, hand) - hand_worth(view, hand.minus(price))
            found.append((Move(gear, space, worth), price))
        price = WORKER_COUNT_COST[placed]
        if not start_taken and price <= hand.corn:
            corn_there = hand.plus(view.state.calendar_corn - price)
            worth = hand_worth(view, corn_there) - hand_worth(view, hand)
            worth += FIRST_PLAYER * (view.rounds_left > 0)
            found.append((Move(None, 0, worth), price))
        if not found:
            break
        move, price = max(found, key=lambda offer: offer[0].gain)
        if moves and move.gain <= 0:
            break
        moves.append(move)
        hand = hand.minus(price)
        placed += 1
        if move.gear is None:
            start_taken = True
        else:
            taken[move.gear] |= 1 << move.space
            company[move.gear] += 1
    return moves


def placed_this_turn(view: View) -> int:
    """How many workers this seat has placed in the turn that is going on, at most: a worker
    placed now stands on the lowest space that was free."""
    placed = int(view.state.start_space == view.seat)
    for gear in range(len(GEARS)):
        taken = view.state.taken[gear]
        lowest_free = (~taken & taken + 1).bit_length() - 1
        placed += (view.me.on[gear] & (1 << lowest_free) - 1).bit_count()
    return max(1, min(placed, len(WORKER_COUNT_COST) - 1))


def loss_by_waiting(moves: list[Move]) -> float:
    """What would be lost by placing these workers a turn later."""
    return sum(min(MOST_FOR_PLACING, move.gain) for move in moves)
