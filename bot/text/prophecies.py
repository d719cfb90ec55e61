"""What a prophecy changes while it runs, and what it is worth at its end, in plain words."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.prophecies import PROPHECIES
from bot.text.names import gear_name, resource_name, temple_name
from bot.text.translation import N_, Translations

Raw = Mapping[str, Any]


def calamity_words(t: Translations, prophecy: str) -> str:
    """What is harder while the prophecy runs, in one sentence."""
    calamity = PROPHECIES[prophecy].raw["calamity"]
    return _CALAMITIES[calamity["type"]](t, calamity)


def fulfilment_words(t: Translations, prophecy: str) -> str:
    """What is counted at its end, and the points: "wood tiles you took: 0 gives −5 ..."."""
    raw = PROPHECIES[prophecy].raw
    lowest = least_counted(raw)
    bands = ", ".join(
        t.gettext("{range} gives {points}").format(
            range=_range(t, band, lowest), points=_signed(band)
        )
        for band in raw["bands"]
    )
    return t.gettext("At its end {what} count: {bands}.").format(
        what=metric_words(t, prophecy), bands=bands
    )


def metric_words(t: Translations, prophecy: str) -> str:
    """What is counted: "your wood tiles"."""
    metric = PROPHECIES[prophecy].raw["metric"]
    words = t.gettext(_METRICS[metric["type"]])
    if "temple" in metric:
        return words.format(temple=temple_name(t, metric["temple"]))
    if "gear" in metric:
        return words.format(gear=gear_name(t, metric["gear"]))
    return words


def _range(t: Translations, band: Raw, lowest: int) -> str:
    low, high = band.get("min", lowest), band.get("max")
    if high is None:
        return t.gettext("{n} or more").format(n=_number(low))
    if low == high:
        return _number(low)
    return t.gettext("{low} to {high}").format(low=_number(low), high=_number(high))


def least_counted(raw: Raw) -> int:
    """The least that the metric of a prophecy (its entry in components.json) can come to: 0, or
    less where temple steps below the start are counted."""
    return _LOWEST.get(raw["metric"]["type"], 0)


def _number(n: int) -> str:
    return str(n).replace("-", "−")


def _signed(band: Raw) -> str:
    points = band["points"]
    return f"+{points}" if points > 0 else _number(points)


def _temple_step_cost(t: Translations, calamity: Raw) -> str:
    if calamity["temples"] == "all":
        return t.gettext("Each temple step up costs {n} corn; you may leave it.").format(
            n=calamity["cost"]["corn"]
        )
    return t.gettext(
        "Each step up on the temple of {temple} costs {n} resource; you may leave it."
    ).format(temple=temple_name(t, calamity["temples"][0]), n=calamity["cost"]["any_resource"])


def _harvest_loss(t: Translations, calamity: Raw) -> str:
    return t.gettext("Each harvest of {resource} in the jungle brings {n} less.").format(
        resource=resource_name(t, calamity["resource"]), n=calamity["amount"]
    )


def _gain_cost(t: Translations, calamity: Raw) -> str:
    if calamity["resource"] == "gold":
        return t.gettext("Pay {n} corn for each gold you take; you may take fewer.").format(
            n=calamity["cost_each"]["corn"]
        )
    return t.gettext("Go a temple step down for each skull you take; you may leave it.")


def _technology_step_cost(t: Translations, calamity: Raw) -> str:
    return t.gettext(
        "Each technology step costs {n} resource more, even a free one; resources from its own "
        "bonus may pay that."
    ).format(n=calamity["cost"]["any_resource"])


def _technology_level_off(t: Translations, calamity: Raw) -> str:
    return t.gettext("Level {n} of every technology has no effect.").format(n=calamity["level"])


def _building_cost(t: Translations, calamity: Raw) -> str:
    return t.gettext(
        "Each building costs {n} resource more, or {corn} corn where it is paid in corn."
    ).format(n=calamity["cost"]["any_resource"], corn=calamity["cost_when_paying_corn"]["corn"])


def _feed_extra(t: Translations, calamity: Raw) -> str:
    return t.gettext("Each worker needs {n} corn more on the food day.").format(
        n=calamity["corn_per_worker"]
    )


def _placement_extra(t: Translations, calamity: Raw) -> str:
    return t.gettext("Each worker placed on {gear} costs {n} corn more.").format(
        gear=gear_name(t, calamity["gear"]), n=calamity["corn_each"]
    )


_CALAMITIES: Mapping[str, Callable[[Translations, Raw], str]] = {
    "temple_step_cost": _temple_step_cost,
    "harvest_loss": _harvest_loss,
    "gain_cost": _gain_cost,
    "technology_step_cost": _technology_step_cost,
    "technology_level_off": _technology_level_off,
    "building_cost": _building_cost,
    "feed_extra": _feed_extra,
    "placement_extra": _placement_extra,
}
_METRICS: Mapping[str, str] = {
    "sum_of_temple_positions": N_("your steps above the start on all temples (below it −1 each)"),
    "temple_position": N_("your steps above the start on {temple} (below it −1)"),
    "own_wood_tiles": N_("the wood tiles you took"),
    "own_corn_tiles": N_("the corn tiles you took"),
    "own_gold": N_("your gold"),
    "own_unspent_skulls": N_("your skulls in hand"),
    "sum_of_technology_levels": N_("your technology levels"),
    "tracks_at_level_2_or_more": N_("your technologies at level 2 or more"),
    "own_buildings_in_play": N_("your buildings"),
    "workers_fully_fed_this_food_day": N_("your workers fed on that day"),
    "own_workers_on_gear": N_("your workers on {gear}"),
}
_LOWEST: Mapping[str, int] = {"sum_of_temple_positions": -3, "temple_position": -1}
"""The least a metric can be, where that is below 0."""
