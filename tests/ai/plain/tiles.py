"""What wealth tiles, buildings and monuments are worth to a seat, in points."""

from collections.abc import Callable

from bot.engine.board import FOOD_DAY_TEETH, RESOURCES, TECHNOLOGIES, TEMPLES
from bot.engine.components import Building, Effect, Monument, WealthTile
from bot.engine.food_day import CORN_PER_WORKER, food_needs
from bot.engine.scoring import monument_points
from tests.ai.plain.prices import block_prices, corn_price, skull_price
from tests.ai.plain.progress import (
    best_level,
    climb_worth,
    count_of_monuments,
    descent_loss,
    level_worth,
    steps_worth,
    worker_worth,
)
from tests.ai.plain.view import View, remembered

MARKET, ANOTHER_BUILDING, ANY_ACTION = 0.5, 1.0, 4.0
UNKNOWN_EFFECT = 1.0
GROWTH = 0.3
"""How much more a monument will score than now, if it could be built in the first round."""
GROWING_HOUSEHOLD = 8
"""With more rounds left than these, a farm counts on one worker more."""


def wealth_worth(view: View, tile: WealthTile) -> float:
    """Points for keeping a wealth tile."""
    return sum(_effect_worth(view, effect) for effect in tile.effects)


@remembered
def building_worth(view: View, tile: Building) -> float:
    """Points for a building, its price not counted."""
    worth = sum(_effect_worth(view, effect) for effect in tile.effects)
    worth += count_of_monuments(view, "per_own_building_or_monument", None)
    return worth + count_of_monuments(view, "per_own_category", tile.category)


@remembered
def monument_worth(view: View, monument: Monument) -> float:
    """Points a monument will give at the end of the game, its price not counted."""
    built = view.state.copy()
    built.monument_row = [tile for tile in built.monument_row if tile is not monument]
    built.seats[view.seat].monuments.append(monument)  # some count themselves
    points = monument_points(built, built.seats[view.seat], monument)
    return points * (1 + GROWTH * view.rounds_left / FOOD_DAY_TEETH[-1])


def _gain(view: View, effect: Effect) -> float:
    goods = effect.raw
    prices = zip(RESOURCES, block_prices(view), strict=True)
    corn = float(goods.get("corn", 0)) * corn_price(view)
    return corn + sum(float(goods.get(resource, 0)) * price for resource, price in prices)


def _skulls(view: View, effect: Effect) -> float:
    return float(effect.raw["skulls"]) * skull_price(view)


def _points(view: View, effect: Effect) -> float:
    return float(effect.raw["amount"])


def _worker(view: View, effect: Effect) -> float:
    return worker_worth(view)


def _temple(view: View, effect: Effect) -> float:
    temple, steps = effect.raw["temple"], effect.raw["steps"]
    if temple == "any":
        return steps_worth(view, steps)
    which = TEMPLES.index(temple)
    return climb_worth(view, which, steps) if steps > 0 else -descent_loss(view, which)


def _technology(view: View, effect: Effect) -> float:
    levels, steps = view.me.technologies, int(effect.raw["steps"])
    blocks = view.state.calamity.technology_blocks  # a free step is taxed, or declined
    if effect.raw["track"] == "any":
        best = best_level(view, levels, blocks, free=True)
        worth = best.worth if best else 0.0
    else:
        track = TECHNOLOGIES.index(effect.raw["track"])
        worth = level_worth(view, track, levels[track])
    return steps * max(0.0, worth - blocks * min(block_prices(view)))


def _farm(view: View, effect: Effect) -> float:
    hungry = sum(need > 0 for need in food_needs(view.state, view.me))
    if effect.kind == "feed_free":
        hungry += view.rounds_left > GROWING_HOUSEHOLD
        saved = CORN_PER_WORKER * min(hungry, int(effect.raw["workers"]))
    else:
        saved = hungry * int(effect.raw["corn_per_worker"])
    return saved * view.food_days * corn_price(view)


_EFFECTS: dict[str, Callable[[View, Effect], float]] = {
    "gain": _gain,
    "gain_skulls": _skulls,
    "points": _points,
    "worker": _worker,
    "temple": _temple,
    "technology": _technology,
    "market": lambda view, effect: MARKET,
    "build": lambda view, effect: ANOTHER_BUILDING,
    "any_action": lambda view, effect: ANY_ACTION,
    "feed_free": _farm,
    "feed_discount": _farm,
}


def _effect_worth(view: View, effect: Effect) -> float:
    known = _EFFECTS.get(effect.kind)
    return known(view, effect) if known else UNKNOWN_EFFECT
