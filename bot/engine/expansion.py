"""The expansion: tribes, which let a seat do something differently from everybody else (R-135 to
R-148), and prophecies, each a calamity for a quarter of the game and points at its end (R-149 to
R-162).

A tribe is an entry of data/components.json and one small function here, which turns the numbers of
its ability into Powers. A prophecy is an entry there, a function here that turns the numbers of its
calamity into a Calamity, and one in scoring.py that counts its metric. The rules never ask for a
tribe or a prophecy by name; they read the seat's Powers and the state's Calamity.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bot.engine.components import (
    CHICHEN_ITZA,
    COMPONENTS,
    GEARS,
    HIGHEST,
    NUMBERED,
    PALENQUE,
    TEMPLES,
    TIKAL,
    UXMAL,
    WORKER_COUNT_COST,
    YAXCHILAN,
    Tile,
    lowest_free_spaces,
)
from bot.refusal import P_

PARTNER_GEAR: tuple[int, ...] = (YAXCHILAN, PALENQUE, UXMAL, TIKAL, CHICHEN_ITZA)
"""For each gear the one whose actions Huracan may use instead (R-142)."""


def power(without: Any, words: str, plural: str = "") -> Any:
    """Declare a field of `Powers`: its value for a seat without a tribe, and the sentence that
    describes it, in which {n} is the value. `plural` is the sentence's plural if it counts
    something (`P_`)."""
    return field(default=without, metadata={"words": words, "plural": plural})


@dataclass(frozen=True, eq=False, slots=True)
class Powers:
    """Everything a tribe may change. Each default is the value for a seat without a tribe. A
    field's sentence is here (`power`), or in `bot/text/tiles.py` if it takes more than the value;
    sentences are shown in the order of the fields."""

    pick_after_placing: int = power(
        0,
        *P_(
            "Once a turn, after placing {n} or more workers on gears, you may pick up one "
            "worker placed on an earlier turn and use its action.",
            "Once a turn, after placing {n} or more workers on gears, you may pick up one worker "
            "placed on an earlier turn and use its action.",
        ),
    )
    ahead_for_corn: bool = False  # 1 corn gives the action one space ahead
    may_pass: bool = power(
        False, "You may pass your turn without placing or picking up any workers."
    )
    # Translators: "{corn}" is "1 corn"
    corn_at_turn_start: int = power(0, "You begin your turn with at least {corn}.")
    beg_below: int = COMPONENTS["begging"]["max_corn_before"] + 1
    beg_up_to: int = COMPONENTS["begging"]["corn_after"]
    # Translators: "{corn}" is "1 corn"
    step_back_gain: int = power(
        0, "Using an action below your worker's space gives you {corn} instead of costing corn."
    )
    # Translators: "{corn}" is "1 corn"
    space_discount: int = power(
        0, "Once a turn, the space you place a worker on costs you up to {corn} less."
    )
    last_space: tuple[int, ...] = HIGHEST
    own_spaces: tuple[int, ...] = NUMBERED  # by gear, bits of the spaces up to the last one
    lowest_free: tuple[tuple[int, ...], ...] = lowest_free_spaces(HIGHEST)  # of those spaces
    falls_off: tuple[int, ...] = tuple(1 << space for space in HIGHEST)  # the last one's bit
    own_and_partner_gear: bool = False
    # Translators: "{resources}" is "1 resource"
    technology_discount: int = power(0, "Technology levels 1 to 3 cost you {resources} less.")
    bonus_of_any_track: bool = power(
        False, "The step beyond level 3 costs 1 resource and gives the bonus of any technology."
    )
    wealth_kept: int = COMPONENTS["setup"]["wealth_tiles_kept"]
    step_down_at_start: bool = False
    may_skip_space: bool = power(
        False,
        "Once a turn, while placing workers, you may treat one free space on a gear as occupied.",
    )
    may_sell: bool = power(
        False,
        "Once a turn, at any moment, you may sell one resource for corn at the market's price.",
    )
    start_workers: int = power(
        COMPONENTS["placement"]["start_workers"],
        *P_("You begin with {n} worker.", "You begin with {n} workers."),
    )
    feed_extra: int = 0
    unfed_points: int = -COMPONENTS["feeding"]["points_per_unfed"]  # lost for each
    worker_count_cost: tuple[int, ...] = WORKER_COUNT_COST


NO_TRIBE = Powers()
Ability = Callable[[Mapping[str, Any]], Powers]
_ABILITIES: dict[str, Ability] = {}


def ability(kind: str) -> Callable[[Ability], Ability]:
    """Register the function that makes Powers from the numbers of an ability of this kind."""

    def register(powers: Ability) -> Ability:
        _ABILITIES[kind] = powers
        return powers

    return register


@ability("pick_up_one_after_placing")
def _ah_chuy_kak(numbers: Mapping[str, Any]) -> Powers:
    return Powers(pick_after_placing=numbers["min_workers_placed_on_gears"])


@ability("one_ahead")
def _ahau_chamahez(numbers: Mapping[str, Any]) -> Powers:
    return Powers(ahead_for_corn=True)


@ability("may_pass")
def _ahmakiq(numbers: Mapping[str, Any]) -> Powers:
    return Powers(may_pass=True)


@ability("corn_floor")
def _bacab(numbers: Mapping[str, Any]) -> Powers:
    return Powers(
        corn_at_turn_start=numbers["at_turn_start"],
        beg_below=numbers["beg_when_at_most"] + 1,
        beg_up_to=numbers["beg_to"],
    )


@ability("step_back_gains_corn")
def _balam(numbers: Mapping[str, Any]) -> Powers:
    return Powers(step_back_gain=numbers["gain_total"])


@ability("placement_discount_and_extra_space")
def _cit_bolon_tum(numbers: Mapping[str, Any]) -> Powers:
    extra = numbers["extra_free_choice_space"]
    last = tuple(
        extra["chichen_itza"] if gear == CHICHEN_ITZA else extra["10_tooth"]
        for gear in range(len(GEARS))
    )
    return Powers(
        space_discount=numbers["discount"],
        last_space=last,
        own_spaces=tuple((1 << (space + 1)) - 1 for space in last),
        lowest_free=lowest_free_spaces(last),
        falls_off=tuple(1 << space for space in last),
    )


@ability("paired_gear_action")
def _huracan(numbers: Mapping[str, Any]) -> Powers:
    return Powers(own_and_partner_gear=True)


@ability("cheap_technology")
def _itzamna(numbers: Mapping[str, Any]) -> Powers:
    return Powers(
        technology_discount=numbers["resource_discount_levels_1_to_3"],
        bonus_of_any_track=numbers["bonus_from_any_track"],
    )


@ability("extra_wealth")
def _ixtab(numbers: Mapping[str, Any]) -> Powers:
    return Powers(wealth_kept=numbers["keep"], step_down_at_start=True)


@ability("skip_space")
def _vacub_caquix(numbers: Mapping[str, Any]) -> Powers:
    return Powers(may_skip_space=True)


@ability("sell_resource")
def _xaman_ek(numbers: Mapping[str, Any]) -> Powers:
    return Powers(may_sell=True)


@ability("many_workers")
def _yaluk(numbers: Mapping[str, Any]) -> Powers:
    return Powers(
        start_workers=numbers["start_workers"],
        feed_extra=numbers["feed_extra_corn_per_worker"],
        unfed_points=-numbers["unfed_points"],
    )


@ability("placement_table")
def _yumkaax(numbers: Mapping[str, Any]) -> Powers:
    totals = [0, *(numbers["worker_count_total"][str(count)] for count in range(1, 7))]
    return Powers(worker_count_cost=tuple(after - before for before, after in pairwise(totals)))


@dataclass(frozen=True, eq=False, slots=True)
class Tribe(Tile):
    """A tribe tile and the powers it gives."""

    powers: Powers


TRIBES: Mapping[str, Tribe] = {
    raw["id"]: Tribe(
        id=raw["id"],
        name=raw["name"],
        effects=(),
        raw=raw,
        powers=_ABILITIES[raw["ability"]["type"]](raw["ability"]),
    )
    for raw in COMPONENTS["tribes"]
}


@dataclass(frozen=True, eq=False, slots=True)
class Calamity:
    """Everything a prophecy may change. Each default is the value when no prophecy is in force."""

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
    """Register the function that makes a Calamity from the numbers of this kind."""

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
    """A prophecy tile and its calamity; `raw` holds what is counted at its end, and the points for
    that."""

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
