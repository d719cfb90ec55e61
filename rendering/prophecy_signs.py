"""Prophecies in icons: what a calamity makes dearer, and what is counted at its end."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.prophecies import PROPHECIES
from rendering.inline import Group, Part, Pic, Words

Raw = Mapping[str, Any]
_NAME = 8  # letters of a name where there is no drawing


def calamity_line(prophecy: str) -> list[Group]:
    """What is gained or done, and what it costs more; a name where that has no drawing."""
    known = PROPHECIES.get(prophecy)
    draw = _CALAMITIES.get(known.raw["calamity"]["type"]) if known else None
    if known is None or draw is None:
        return [(Words((known.name if known else prophecy)[:_NAME], 0.6),)]
    return [draw(known.raw["calamity"])]


def metric_line(raw: Raw) -> Group:
    """What is counted."""
    draw = _METRICS.get(raw["metric"]["type"])
    return draw(raw["metric"]) if draw else (Words("#"),)


def _price(icon: str, count: int) -> tuple[Part, ...]:
    return (Words(f"−{count}"), Pic(icon))


def _temple_step_cost(raw: Raw) -> Group:
    temples = raw["temples"]
    temple = "temple-any" if temples == "all" else f"temple-{temples[0]}"
    ((good, count),) = raw["cost"].items()
    return (Pic(temple), *_price(good.replace("_", "-"), count))


def _harvest_loss(raw: Raw) -> Group:
    return (Pic(f"{raw['resource']}-tile"), *_price(raw["resource"], raw["amount"]))


def _gain_cost(raw: Raw) -> Group:
    if raw["resource"] == "skull":
        return (Pic("skull"), *_price("temple-down", raw["temple_steps_down_each"]))
    return (Pic(raw["resource"]), *_price("corn", raw["cost_each"]["corn"]))


def _technology_step_cost(raw: Raw) -> Group:
    return (Pic("tech-any"), *_price("any-resource", raw["cost"]["any_resource"]))


def _technology_level_off(raw: Raw) -> Group:
    return (Pic("tech-any"), Words(f"{raw['level']}"), Pic("arrow", 0.6), Words("0"))


def _building_cost(raw: Raw) -> Group:
    return (Pic("build"), *_price("any-resource", raw["cost"]["any_resource"]))


def _feed_extra(raw: Raw) -> Group:
    return (Pic("worker"), *_price("corn", raw["corn_per_worker"]))


def _placement_extra(raw: Raw) -> Group:
    return (Pic(f"city-{raw['gear']}"), *_price("corn", raw["corn_each"]))


_CALAMITIES: Mapping[str, Callable[[Raw], Group]] = {
    "temple_step_cost": _temple_step_cost,
    "harvest_loss": _harvest_loss,
    "gain_cost": _gain_cost,
    "technology_step_cost": _technology_step_cost,
    "technology_level_off": _technology_level_off,
    "building_cost": _building_cost,
    "feed_extra": _feed_extra,
    "placement_extra": _placement_extra,
}
_METRICS: Mapping[str, Callable[[Raw], Group]] = {
    "sum_of_temple_positions": lambda raw: (Pic("temple-any"),),
    "temple_position": lambda raw: (Pic(f"temple-{raw['temple']}"),),
    "own_wood_tiles": lambda raw: (Pic("wood-tile"),),
    "own_corn_tiles": lambda raw: (Pic("corn-tile"),),
    "own_gold": lambda raw: (Pic("gold"),),
    "own_unspent_skulls": lambda raw: (Pic("skull"),),
    "sum_of_technology_levels": lambda raw: (Pic("tech-any"),),
    "tracks_at_level_2_or_more": lambda raw: (Pic("tech-any"), Words("2+")),
    "own_buildings_in_play": lambda raw: (Pic("build"),),
    "workers_fully_fed_this_food_day": lambda raw: (Pic("worker"), Pic("corn")),
    "own_workers_on_gear": lambda raw: (Pic("worker"), Pic(f"city-{raw['gear']}")),
}
