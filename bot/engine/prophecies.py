"""Prophecies: a calamity for a quarter of the game, and points at its end (R-149 to R-162).

A prophecy is an entry of data/components.json and two small functions: one here turns the numbers
of its calamity into a Calamity, one in scoring.py counts its metric. The rules never ask for a
prophecy by name; they read the state's Calamity.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.board import GEARS, TEMPLES
from bot.engine.components import COMPONENTS, Tile


@dataclass(frozen=True, eq=False, slots=True)
class Calamity:
    """Everything a prophecy may change. Each field's default holds when no prophecy is in force."""

    step_corn: int = 0  # price of each temple step up
    step_block_on: int | None = None  # the temple whose steps up cost a resource each
    taxes_steps: bool = False  # whether a step in some temple has a price of its own
    wood_harvest_loss: int = 0
    corn_harvest_loss: int = 0
    gold_corn: int = 0  # price of each gold gained
    skull_step_down: bool = False  # each skull gained costs a temple step down
    technology_blocks: int = 0  # added to the price of each technology step
    level_off: int = 0  # the technology level that has no effect
    building_blocks: int = 0  # added to the price of each building
    building_corn: int = 0  # added to the price of each building paid in corn
    feed_extra: int = 0
    gear_extra: tuple[int, ...] = (0,) * len(GEARS)  # added to the price of each worker, by gear
    taxes_placing: bool = False  # whether a worker on some gear has such a price


UNTROUBLED = Calamity()
_CALAMITIES: dict[str, Callable[[Mapping[str, Any]], Calamity]] = {}


def calamity(
    kind: str,
) -> Callable[[Callable[[Mapping[str, Any]], Calamity]], Callable[[Mapping[str, Any]], Calamity]]:
    """Register the function that makes the Calamity of this kind from its numbers."""

    def register(
        make: Callable[[Mapping[str, Any]], Calamity],
    ) -> Callable[[Mapping[str, Any]], Calamity]:
        _CALAMITIES[kind] = make
        return make

    return register


@calamity("temple_step_cost")
def _gods(numbers: Mapping[str, Any]) -> Calamity:
    if numbers["temples"] == "all":  # Wrathful Gods in corn, angry gods in resources
        return Calamity(step_corn=numbers["cost"]["corn"], taxes_steps=True)
    return Calamity(step_block_on=TEMPLES.index(numbers["temples"][0]), taxes_steps=True)


@calamity("harvest_loss")
def _harvest_loss(numbers: Mapping[str, Any]) -> Calamity:
    if numbers["resource"] == "wood":
        return Calamity(wood_harvest_loss=numbers["amount"])
    return Calamity(corn_harvest_loss=numbers["amount"])


@calamity("gain_cost")
def _gain_cost(numbers: Mapping[str, Any]) -> Calamity:
    if numbers["resource"] == "gold":
        return Calamity(gold_corn=numbers["cost_each"]["corn"])
    return Calamity(skull_step_down=True)


@calamity("technology_step_cost")
def _teacher_shortage(numbers: Mapping[str, Any]) -> Calamity:
    return Calamity(technology_blocks=numbers["cost"]["any_resource"])


@calamity("technology_level_off")
def _forgotten_lore(numbers: Mapping[str, Any]) -> Calamity:
    return Calamity(level_off=numbers["level"])


@calamity("building_cost")
def _crowded_cities(numbers: Mapping[str, Any]) -> Calamity:
    return Calamity(
        building_blocks=numbers["cost"]["any_resource"],
        building_corn=numbers["cost_when_paying_corn"]["corn"],
    )


@calamity("feed_extra")
def _hunger(numbers: Mapping[str, Any]) -> Calamity:
    return Calamity(feed_extra=numbers["corn_per_worker"])


@calamity("placement_extra")
def _high_floodwaters(numbers: Mapping[str, Any]) -> Calamity:
    return Calamity(
        gear_extra=tuple(numbers["corn_each"] if gear == numbers["gear"] else 0 for gear in GEARS),
        taxes_placing=True,
    )


@dataclass(frozen=True, eq=False, slots=True)
class Prophecy(Tile):
    """A prophecy tile: its calamity; `raw` holds the points for fulfilling it."""

    calamity: Calamity


PROPHECIES: Mapping[str, Prophecy] = {
    raw["id"]: Prophecy(
        id=raw["id"],
        name=raw["name"],
        effects=(),
        raw=raw,
        calamity=_CALAMITIES[raw["calamity"]["type"]](raw["calamity"]),
    )
    for raw in COMPONENTS["prophecies"]
}
