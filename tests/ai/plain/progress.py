"""What temple steps, technology and workers are worth to a seat, in points."""

from typing import NamedTuple

from bot.engine.board import (
    AGRICULTURE,
    ARCHITECTURE,
    EXTRACTION,
    LEADER_BONUS,
    MAX_WORKERS,
    STEP_POINTS,
    TEMPLES,
    TOP,
    TOP_LEVEL,
)
from bot.engine.components import Monument
from bot.engine.food_day import CORN_PER_WORKER, MID_AGE_REWARDS
from bot.engine.technology import price_of_step, tax_off_bonus
from bot.engine.temples import can_climb
from tests.ai.plain.prices import block_prices, corn_price, skull_price
from tests.ai.plain.view import View, remembered

WORKER_A_ROUND = 0.5
"""Points one worker more brings in a round, on average."""
LOST_GROUND = 0.5
"""Who goes down a step needs one step more to get anywhere: part of the next step's worth."""
CHANCE_TO_LEAD = (0.05, 0.2, 0.5, 0.8, 0.95)
"""Part of the leader's bonus to count on 2 or more steps behind the best of the others, 1 behind,
level, 1 ahead, 2 or more ahead."""
MONUMENT_ON_OFFER = 0.2
"""Part of what a monument counts that is credited while it is still on offer."""
HARVESTS, MINES, BUILDINGS, OFFERINGS = 1 / 6, 1 / 8, 1 / 6, 1 / 10
"""How often in a round a seat harvests, takes blocks of one kind, builds, goes to Chichen Itza."""


@remembered
def step_worth(view: View, temple: int, step: int) -> float:
    """Points for climbing a temple from this step to the next one above: the points of the age
    ends still to come, the goods of the days between, and perhaps the lead."""
    points = STEP_POINTS[temple]
    worth = float((points[step + 1] - points[step]) * view.age_ends)
    prices = (*block_prices(view), skull_price(view))
    rewards = MID_AGE_REWARDS[temple]
    for price, above, below in zip(prices, rewards[step + 1], rewards[step], strict=True):
        worth += view.mid_age_days * (above - below) * price
    best = max(seat.temples[temple] for seat in view.state.seats if seat is not view.me)
    more_chance = _chance_to_lead(step + 1 - best) - _chance_to_lead(step - best)
    bonuses = LEADER_BONUS[temple][-view.age_ends :] if view.age_ends else ()
    return worth + sum(bonuses) * more_chance


def _chance_to_lead(ahead: int) -> float:
    return CHANCE_TO_LEAD[max(0, min(4, ahead + 2))]


@remembered
def best_steps(view: View) -> list[tuple[float, int]]:
    """Worth and temple of the steps this seat can make now, one on each temple, best first."""
    temples = view.me.temples
    steps = [
        (step_worth(view, temple, temples[temple]), temple)
        for temple in range(len(TEMPLES))
        if can_climb(view.state, view.me, temple)
    ]
    return sorted(steps, reverse=True)


def steps_worth(view: View, most: int) -> float:
    """Points for the best steps on up to `most` different temples."""
    return sum(worth for worth, _ in best_steps(view)[:most])


def climb_worth(view: View, temple: int, steps: int) -> float:
    """Points for climbing some steps of one temple."""
    if not can_climb(view.state, view.me, temple):
        return 0.0
    now = view.me.temples[temple]
    return sum(step_worth(view, temple, step) for step in range(now, min(now + steps, TOP[temple])))


def descent_loss(view: View, temple: int) -> float:
    """Points lost by going down a step of a temple."""
    step = view.me.temples[temple]
    if not step:
        return 0.0
    again = step_worth(view, temple, step) if step < TOP[temple] else 0.0
    below = step_worth(view, temple, step - 1)
    return below + LOST_GROUND * max(0.0, again - below)


@remembered
def anger_loss(view: View) -> float:
    """Points lost when the gods are angry and this seat chooses the temple."""
    losses = [descent_loss(view, t) for t in range(len(TEMPLES)) if view.me.temples[t]]
    return min(losses, default=0.0)


@remembered
def level_worth(view: View, track: int, level: int) -> float:
    """Points for going up a technology track from this level; from level 3, for its bonus. The
    price is not counted."""
    if level == TOP_LEVEL:
        return _bonus_worth(view, track)
    blocks, rounds = block_prices(view), view.rounds_left
    if track == AGRICULTURE:
        worth = rounds * HARVESTS * corn_price(view) * (1, 2, 2)[level]
    elif track == EXTRACTION:
        worth = rounds * MINES * blocks[level]
    elif track == ARCHITECTURE:
        worth = rounds * BUILDINGS * (corn_price(view), 2.0, blocks[1])[level]
    else:
        worth = rounds * OFFERINGS * (1.0, steps_worth(view, 1) / 2, skull_price(view))[level]
    return worth + count_of_monuments(view, "per_technology_level", None)


def _bonus_worth(view: View, track: int) -> float:
    if track == AGRICULTURE:
        return steps_worth(view, 1)
    if track == EXTRACTION:
        return 2 * max(block_prices(view))
    if track == ARCHITECTURE:
        return 3.0
    return skull_price(view) if view.state.bank_skulls else 0.0


class TechnologyStep(NamedTuple):
    """A step on a track of technology, or the bonus beyond."""

    worth: float
    """Points; blocks paid from the hand are not taken off."""
    track: int
    price: int
    """Blocks to be paid from the hand."""


def best_level(
    view: View, levels: list[int], blocks: int, *, free: bool = False
) -> TechnologyStep | None:
    """The best step that `blocks` blocks of any kind can pay, what a tribe saves and a prophecy
    taxes included. Tax that comes off the bonus is taken off its worth (R-151)."""
    steps = []
    for track, level in enumerate(levels):
        price = price_of_step(view.state, view.me, level, free)
        owed = max(0, price - blocks)
        if owed <= tax_off_bonus(view.state, view.me, track, level):
            worth = level_worth(view, track, level) - owed * max(block_prices(view))
            steps.append(TechnologyStep(worth, track, price - owed))
    return max(steps, default=None)


@remembered
def worker_worth(view: View) -> float:
    """Points for one more worker, who must be fed too."""
    if view.me.workers >= MAX_WORKERS:
        return 0.0
    food = CORN_PER_WORKER * view.food_days * corn_price(view)
    return max(0.0, WORKER_A_ROUND * max(0, view.rounds_left - 2) - food)


@remembered
def count_of_monuments(view: View, scoring: str, category: str | None) -> float:
    """Points for one more of what monuments count: in full for an own monument, in part for one
    on offer."""

    def counts(monument: Monument) -> float:
        rule = monument.scoring
        if rule["type"] != scoring or rule.get("category") != category:
            return 0.0
        return float(rule["points"])

    own = sum(counts(monument) for monument in view.me.monuments)
    return own + MONUMENT_ON_OFFER * sum(counts(m) for m in view.state.monument_row)
