"""What the actions of the gears would bring a seat: points, and the goods it holds afterwards.

An estimate with the most sensible answers to what the action asks on the way. The engine decides
what is legal; this only estimates what it is worth.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bot.engine.actions import ANY_ACTION, within_reach
from bot.engine.board import (
    AGRICULTURE,
    ARCHITECTURE,
    CHICHEN_ITZA,
    CORN_VALUE,
    EXTRACTION,
    MAX_WORKERS,
    PALENQUE,
    THEOLOGY,
    TIKAL,
    TOP_LEVEL,
    UXMAL,
    YAXCHILAN,
)
from bot.engine.building import CORN_PER_BLOCK
from bot.engine.chichen_itza import REWARDS
from bot.engine.components import Building, Monument
from bot.engine.palenque import FISHING_CORN, HARVEST_CORN, HARVEST_WOOD
from bot.engine.technology import works
from bot.engine.uxmal import ANY_ACTION_CORN, OFFERING_CORN
from bot.engine.yaxchilan import SKULL_SPACE, SPACE_GAINS
from tests.ai.plain.hands import hand_worth
from tests.ai.plain.progress import (
    anger_loss,
    best_level,
    climb_worth,
    count_of_monuments,
    steps_worth,
    worker_worth,
)
from tests.ai.plain.tiles import building_worth, monument_worth
from tests.ai.plain.view import ONE_BLOCK, Blocks, Hand, View, remembered

MOST_TRADES = 4


class Outcome(NamedTuple):
    """Points apart from goods, and the goods in hand."""

    points: float
    hand: Hand


def total(view: View, outcome: Outcome) -> float:
    """Points for an outcome with its goods."""
    return outcome.points + hand_worth(view, outcome.hand)


def advantage(view: View, hand: Hand, outcome: Outcome | None) -> float:
    """How much better the outcome is than doing nothing with the hand; 0 if it cannot be had."""
    return total(view, outcome) - hand_worth(view, hand) if outcome else 0.0


def best(view: View, outcomes: list[Outcome]) -> Outcome | None:
    """The outcome worth most."""
    return max(outcomes, key=lambda outcome: total(view, outcome), default=None)


@remembered
def outcome_of(view: View, hand: Hand, gear: int, number: int) -> Outcome | None:
    """What an action brings a seat that holds `hand`; None where it cannot pay or gains nothing."""
    return _GEARS[gear](view, hand, number)


@remembered
def outcome_from(view: View, hand: Hand, gear: int, space: int) -> Outcome | None:
    """The best a worker picked up from a space can do."""
    ahead = gear == CHICHEN_ITZA and view.me.technologies[THEOLOGY] >= 1
    outcomes = [
        outcome
        for choice in within_reach(gear, space, ahead, view.me.powers)
        if choice.corn <= hand.corn
        and (outcome := outcome_of(view, hand.minus(choice.corn), choice.gear, choice.number))
    ]
    return best(view, outcomes)


def _palenque(view: View, hand: Hand, number: int) -> Outcome | None:
    if number == 1:
        corn = FISHING_CORN + works(view.state, view.me, AGRICULTURE, 2)
        return Outcome(0.0, hand.plus(corn))
    harvests = [harvest_outcome(view, hand, number - 2, answer) for answer in HARVEST_ANSWERS]
    return best(view, [harvest for harvest in harvests if harvest])


HARVEST_ANSWERS = ("corn", "wood", "burn")


def harvest_outcome(view: View, hand: Hand, group: int, answer: str) -> Outcome | None:
    """Taking corn or wood from a group of the jungle, or burning the wood first."""
    wood, corn = view.state.jungle_wood[group], view.state.jungle_corn[group]
    agriculture = view.me.technologies[AGRICULTURE]
    if answer == "wood":
        if not wood:
            return None
        logs = max(0, HARVEST_WOOD[group] - view.state.calamity.wood_harvest_loss)
        logs += view.me.technologies[EXTRACTION] >= 1
        points = count_of_monuments(view, "per_own_wood_tile", None)
        return Outcome(points, hand.plus(0, (logs, 0, 0)))
    points = count_of_monuments(view, "per_own_corn_tile", None)
    ears = max(0, HARVEST_CORN[group] - view.state.calamity.corn_harvest_loss)
    harvested = hand.plus(ears + (agriculture >= 1) + 2 * (agriculture >= 3))
    if answer == "burn":
        if not wood or not any(view.me.temples):
            return None
        return Outcome(points - anger_loss(view), harvested)
    if corn > wood:
        return Outcome(points, harvested)
    return Outcome(0.0, harvested) if works(view.state, view.me, AGRICULTURE, 2) else None


def _yaxchilan(view: View, hand: Hand, number: int) -> Outcome | None:
    state, me = view.state, view.me
    if number == SKULL_SPACE:
        skulls = min(state.bank_skulls, 1 + works(state, me, THEOLOGY, 3))
        return Outcome(0.0, hand.plus(skulls=skulls)) if skulls else None
    corn, wood, stone, gold = SPACE_GAINS[number]
    blocks = (
        wood + (wood > 0 and works(state, me, EXTRACTION, 1)),
        stone + (stone > 0 and works(state, me, EXTRACTION, 2)),
        gold + (gold > 0 and works(state, me, EXTRACTION, 3)),
    )
    return Outcome(0.0, hand.plus(corn, blocks))


def _tikal(view: View, hand: Hand, number: int) -> Outcome | None:
    if number in (1, 3):
        return _technology(view, hand, 1 if number == 1 else 2)
    if number == 2:
        return build_outcome(view, hand, architecture=True)
    if number == 4:
        return best(view, _large_building(view, hand))
    steps = steps_worth(view, 2)
    paid = pay(view, hand, 1)
    return Outcome(steps, paid) if steps and paid else None


def _technology(view: View, hand: Hand, steps: int) -> Outcome | None:
    levels, points, made = list(view.me.technologies), 0.0, None
    for _ in range(steps):
        step = best_level(view, levels, sum(hand.blocks))
        paid = step and pay(view, hand, step.price)
        if not step or not paid:
            break
        after = Outcome(points + step.worth, paid)
        if made and total(view, after) <= total(view, made):
            break
        made, hand, points = after, paid, points + step.worth
        levels[step.track] = min(TOP_LEVEL, levels[step.track] + 1)
    return made


@lru_cache(maxsize=256)
def _ways_to_pay(blocks: int) -> tuple[Blocks, ...]:
    up_to = range(blocks + 1)
    every = product(up_to, up_to, up_to)
    return tuple(way for way in every if sum(way) == blocks)


def pay(view: View, hand: Hand, blocks: int) -> Hand | None:
    """The hand after paying a price in blocks of any kind with the blocks worth least; None if it
    cannot be paid."""
    paid = [hand.minus(0, way) for way in _ways_to_pay(blocks) if hand.can_pay(way)]
    return max(paid, key=lambda left: hand_worth(view, left), default=None)


def _large_building(view: View, hand: Hand) -> list[Outcome]:
    monuments = (monument_outcome(view, hand, tile) for tile in view.state.monument_row)
    buildings = (
        two_buildings_outcome(view, hand, tile, architecture_first=True)
        for tile in view.state.building_row
        if tile
    )
    return [outcome for outcome in (*monuments, *buildings) if outcome]


def monument_outcome(view: View, hand: Hand, monument: Monument) -> Outcome | None:
    """Building a monument."""
    if not hand.can_pay(monument.cost) or hand.skulls < monument.skulls:
        return None
    left = hand.minus(0, monument.cost, monument.skulls)
    return Outcome(monument_worth(view, monument), left)


def two_buildings_outcome(
    view: View, hand: Hand, tile: Building, *, architecture_first: bool
) -> Outcome | None:
    """Building a tile and, if that is better still, another one; architecture works on the first
    or on the second of them."""
    first = building_outcome(view, hand, tile, architecture=architecture_first)
    if first is None:
        return None
    second = build_outcome(view, first.hand, architecture=not architecture_first, without=tile)
    if second is None:
        return first
    return best(view, [first, Outcome(first.points + second.points, second.hand)])


def build_outcome(
    view: View, hand: Hand, *, architecture: bool, in_corn: bool = False,
    without: Building | None = None,
) -> Outcome | None:  # fmt: skip
    """The best building of the row."""
    outcomes = [
        outcome
        for tile in view.state.building_row
        if tile and tile is not without
        and (outcome := building_outcome(
            view, hand, tile, architecture=architecture, in_corn=in_corn))
    ]  # fmt: skip
    return best(view, outcomes)


def building_outcome(
    view: View, hand: Hand, tile: Building, *, architecture: bool, in_corn: bool = False
) -> Outcome | None:
    """Building one tile, with the technology of architecture where it works."""
    if hand.skulls < tile.skulls:
        return None
    pays, scores, saves = (
        architecture and works(view.state, view.me, ARCHITECTURE, level) for level in (1, 2, 3)
    )
    points = building_worth(view, tile) + 2 * scores
    if in_corn:
        price = CORN_PER_BLOCK * max(0, tile.blocks - saves)
        if hand.corn < price:
            return None
        return Outcome(points, hand.plus(pays - price, skulls=-tile.skulls))
    costs = [_less(tile.cost, one) for one in ONE_BLOCK] if saves else [tile.cost]
    left = [hand.minus(-pays, cost, tile.skulls) for cost in costs if hand.can_pay(cost)]
    return best(view, [Outcome(points, paid) for paid in left])


def _less(cost: Blocks, off: Blocks) -> Blocks:
    """A price with a block taken off, if that block is in it."""
    wood, stone, gold = (max(0, blocks - less) for blocks, less in zip(cost, off, strict=True))
    return wood, stone, gold


def _uxmal(view: View, hand: Hand, number: int) -> Outcome | None:
    if number == 1:
        step = steps_worth(view, 1)
        return Outcome(step, hand.minus(OFFERING_CORN)) if hand.corn >= OFFERING_CORN else None
    if number == 2:
        return Outcome(0.0, after_market(view, hand))
    if number == 3:
        return Outcome(worker_worth(view), hand) if view.me.workers < MAX_WORKERS else None
    if number == 4:
        return build_outcome(view, hand, architecture=True, in_corn=True)
    if hand.corn < ANY_ACTION_CORN:
        return None
    left = hand.minus(ANY_ACTION_CORN)
    outcomes = [outcome_of(view, left, choice.gear, choice.number) for choice in ANY_ACTION]
    return best(view, [outcome for outcome in outcomes if outcome])


def after_market(view: View, hand: Hand) -> Hand:
    """The hand after up to MOST_TRADES trades, each the best one, while they improve it."""
    for _ in range(MOST_TRADES):
        after = max(trades(hand), key=lambda traded: hand_worth(view, traded), default=hand)
        if hand_worth(view, after) <= hand_worth(view, hand):
            break
        hand = after
    return hand


def trades(hand: Hand) -> list[Hand]:
    """The hands that one trade can lead to."""
    found = []
    for one, corn in zip(ONE_BLOCK, CORN_VALUE, strict=True):
        if hand.can_pay(one):
            found.append(hand.minus(-corn, one))
        if hand.corn >= corn:
            found.append(hand.plus(-corn, one))
    return found


def _chichen_itza(view: View, hand: Hand, number: int) -> Outcome | None:
    if not hand.skulls or view.state.skull_spaces[number - 1]:
        return None
    reward, temple, resource = REWARDS[number - 1]
    points = reward + climb_worth(view, temple, 1)
    left = hand.minus(skulls=1)
    if resource:
        left = max((left.plus(0, one) for one in ONE_BLOCK), key=lambda h: hand_worth(view, h))
    outcome = Outcome(points, left)
    paid = pay(view, left, 1)
    if not paid or not works(view.state, view.me, THEOLOGY, 2):
        return outcome
    offered = Outcome(points + steps_worth(view, 1), paid)
    return best(view, [outcome, offered])


_GEARS: dict[int, Callable[[View, Hand, int], Outcome | None]] = {
    PALENQUE: _palenque,
    YAXCHILAN: _yaxchilan,
    TIKAL: _tikal,
    UXMAL: _uxmal,
    CHICHEN_ITZA: _chichen_itza,
}
