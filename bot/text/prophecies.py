"""Prophecies in plain words: the calamity, and the points at the end."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.position import Position, load
from bot.engine.prophecies import PROPHECIES
from bot.engine.scoring import prophecy_count, prophecy_points
from bot.text.names import amount, gear_name, points, temple_name, tile_name
from bot.text.translation import N_, Translations

Raw = Mapping[str, Any]


def calamity_words(t: Translations, prophecy: str) -> str:
    """Tell in one sentence what is harder while the prophecy is active."""
    calamity = PROPHECIES[prophecy].raw["calamity"]
    return _CALAMITIES[calamity["type"]](t, calamity)


def progress_words(t: Translations, position: Position, seat: int) -> str:
    """Tell how far a seat is with the active prophecy, behind its icon or name: "2: +6 points";
    without its count where only the food day can tell. Empty without a prophecy."""
    prophecy = PROPHECIES.get(position.active_prophecy or "")
    if prophecy is None:
        return ""
    icon = t.in_text.get("prophecy")
    if prophecy.raw["metric"]["type"].endswith("this_food_day"):
        return t.marked("prophecy", tile_name(t, prophecy.id))
    own = load(position).seats[seat]
    won = prophecy_points(prophecy, own)
    # Translators: how many one has, and the points for it: "3 to 4: +6"
    gives = t.gettext("{range}: {points}").format(
        range=_number(prophecy_count(prophecy, own)),
        points=("+" if won > 0 else "") + points(t, 4 * won),
    )
    return f"{icon or tile_name(t, prophecy.id)} {gives}"


def fulfilment_words(t: Translations, prophecy: str) -> str:
    """Tell what is counted at its end, and the points: "At its end, points for your gold: −5 for 0
    to 1, 0 for 2 to 3"."""
    raw = PROPHECIES[prophecy].raw
    lowest = least_counted(raw)
    # Translators: points, and how many one has for them: "+6 for 3 to 4"
    gives = t.gettext("{points} for {range}")
    bands = ", ".join(
        gives.format(range=_range(t, band, lowest), points=_signed(band)) for band in raw["bands"]
    )
    # Translators: how a prophecy is scored: "At its end, points for your gold: −5 for 0 to 1, 0 for
    # 2 to 3."
    return t.gettext("At its end, points for {what}: {bands}.").format(
        what=metric_words(t, prophecy), bands=bands
    )


def metric_words(t: Translations, prophecy: str) -> str:
    """Tell what is counted: "your wood tiles"."""
    metric = PROPHECIES[prophecy].raw["metric"]
    counted = _METRICS[metric["type"]]
    words = t.gettext(counted)
    if "temple" in metric:
        return words.format(temple=temple_name(t, metric["temple"]))
    if "gear" in metric:
        return words.format(gear=gear_name(t, metric["gear"]))
    return words


def _range(t: Translations, band: Raw, lowest: int) -> str:
    low, high = band.get("min", lowest), band.get("max")
    if high is None:
        # Translators: how many one has
        return t.gettext("{n} or more").format(n=_number(low))
    if low == high:
        return _number(low)
    # Translators: how many one has, from and to
    return t.gettext("{low} to {high}").format(low=_number(low), high=_number(high))


def least_counted(raw: Raw) -> int:
    """Find the least count of a prophecy (its entry in components.json): 0, or less where temple
    steps below the start are counted."""
    return _LOWEST.get(raw["metric"]["type"], 0)


def _number(n: int) -> str:
    return str(n).replace("-", "−")


def _signed(band: Raw) -> str:
    points = band["points"]
    return f"+{points}" if points > 0 else _number(points)


def _temple_step_cost(t: Translations, calamity: Raw) -> str:
    if calamity["temples"] == "all":
        return t.gettext("Each temple step up costs {corn}; you may do without it.").format(
            corn=amount(t, "corn", calamity["cost"]["corn"])
        )
    return t.gettext("Each step up on {temple} costs {price}; you may do without it.").format(
        temple=temple_name(t, calamity["temples"][0]),
        price=amount(t, "resources", calamity["cost"]["any_resource"]),
    )


def _harvest_loss(t: Translations, calamity: Raw) -> str:
    words = _HARVEST_LOSSES[calamity["resource"]]
    return t.gettext(words).format(goods=amount(t, calamity["resource"], calamity["amount"]))


_HARVEST_LOSSES: Mapping[str, str] = {
    # Translators: "{goods}" is "1 corn"
    "corn": N_("Each harvest of corn in the jungle brings {goods} less."),
    # Translators: "{goods}" is "1 wood"
    "wood": N_("Each harvest of wood in the jungle brings {goods} less."),
}


def _gain_cost(t: Translations, calamity: Raw) -> str:
    if calamity["resource"] == "gold":
        return t.gettext("Each gold you take costs {corn}; you may take fewer.").format(
            corn=amount(t, "corn", calamity["cost_each"]["corn"])
        )
    return t.gettext("Each skull you take costs a temple step down; you may leave the skull.")


def _technology_step_cost(t: Translations, calamity: Raw) -> str:
    # Translators: "{price}" is "1 resource"
    return t.gettext(
        "Each technology step costs {price} more, even a free one; the resources of its own bonus "
        "may pay for that."
    ).format(price=amount(t, "resources", calamity["cost"]["any_resource"]))


def _technology_level_off(t: Translations, calamity: Raw) -> str:
    return t.gettext("Level {n} of every technology has no effect.").format(n=calamity["level"])


def _building_cost(t: Translations, calamity: Raw) -> str:
    # Translators: "{price}" is "1 resource"
    return t.gettext("Each building costs {price} more, or {corn} more if you pay in corn.").format(
        price=amount(t, "resources", calamity["cost"]["any_resource"]),
        corn=amount(t, "corn", calamity["cost_when_paying_corn"]["corn"]),
    )


def _feed_extra(t: Translations, calamity: Raw) -> str:
    return t.gettext("Each worker needs {corn} more on the food day.").format(
        corn=amount(t, "corn", calamity["corn_per_worker"])
    )


def _placement_extra(t: Translations, calamity: Raw) -> str:
    return t.gettext("Each worker placed on {gear} costs {corn} more.").format(
        gear=gear_name(t, calamity["gear"]), corn=amount(t, "corn", calamity["corn_each"])
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
# Translators, for each: what a prophecy counts, behind a colon; a noun with its numbers in brackets
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
"""The least counts that are below 0, by metric."""
