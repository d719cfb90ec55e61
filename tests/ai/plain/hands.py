"""What a hand of goods is worth to a seat, in points: not only its price, but what it is for."""

from bot.engine.food_day import food_needs
from tests.ai.plain.prices import LATE_CORN, block_prices, by_time, goods_price, skull_price
from tests.ai.plain.tiles import building_worth, monument_worth
from tests.ai.plain.view import Blocks, Hand, View, remembered

FOOD = (1.5, 1.45, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9)
"""Points for a corn still missing for a food day that comes in 0, 1, 2, ... rounds, where an
unfed worker costs 3 points."""
CORN_AT_WORK = ((1.2, 4), (0.8, 5), (0.5, 6))
"""Points for the first 4 corn to place workers with, the next 5, and 6 more."""
SAVED_UP = 0.5
"""Part of a tile's surplus that is credited to a seat holding its whole price."""


@remembered
def hand_worth(view: View, hand: Hand) -> float:
    """Points for all the goods in a hand."""
    wood, stone, gold = block_prices(view)
    worth = hand.wood * wood + hand.stone * stone + hand.gold * gold
    worth += hand.skulls * skull_price(view)
    return worth + _corn_worth(view, hand.corn) + SAVED_UP * _saved_up(view, hand)


@remembered
def _corn_worth(view: View, corn: int) -> float:
    worth = 0.0
    for price, amount in _needs(view):
        used = min(corn, amount)
        worth += used * price
        corn -= used
    return worth + corn * LATE_CORN


@remembered
def _needs(view: View) -> list[tuple[float, int]]:
    """What corn is needed for, the most pressing first: points each, and how many."""
    needs = []
    if view.food_days:
        urgency = FOOD[min(view.rounds_to_food, len(FOOD) - 1)]
        needs.append((urgency, sum(food_needs(view.state, view.me))))
    if view.rounds_left:
        needs += [(by_time(view, price, LATE_CORN), amount) for price, amount in CORN_AT_WORK]
    return sorted(needs, reverse=True)


@remembered
def _saved_up(view: View, hand: Hand) -> float:
    """The surplus of the tile nearest to being paid, less the further away it is."""
    best = 0.0
    wood, stone, gold = hand.blocks
    for cost, skulls, surplus in _aims(view):
        missing = max(0, cost[0] - wood) + max(0, cost[1] - stone) + max(0, cost[2] - gold)
        part = 1 - (missing + max(0, skulls - hand.skulls)) / (sum(cost) + skulls)
        best = max(best, surplus * part * part)
    return best


@remembered
def _aims(view: View) -> list[tuple[Blocks, int, float]]:
    """Price in blocks and in skulls, and surplus, of the tiles worth saving for."""
    if not view.rounds_left:
        return []
    row = view.state
    buildings = [(b.cost, b.skulls, building_worth(view, b)) for b in row.building_row if b]
    monuments = [(m.cost, m.skulls, monument_worth(view, m)) for m in row.monument_row]
    aims = []
    for cost, skulls, worth in buildings + monuments:
        surplus = worth - goods_price(view, Hand(0, *cost, skulls))
        if surplus > 0:
            aims.append((cost, skulls, surplus))
    return aims
