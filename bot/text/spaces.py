"""The spaces of the gears: their purpose in few words, and what they give at this moment; and the
prophecies: their calamities, which change that, and their points at the end."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.components import COMPONENTS, FREE_CHOICE_FROM, GEARS
from bot.engine.expansion import PROPHECIES, UNTROUBLED, Calamity
from bot.engine.position import Jungle, Position, load
from bot.engine.scoring import prophecy_count, prophecy_points
from bot.text.names import amount, amounts, gear_name, points, signed_points, temple_name, tile_name
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
    """Tell what is counted at a prophecy's end, and the points: "When the prophecy ends, points for
    your gold: −5 for 0 to 1, 0 for 2 to 3"."""
    raw = PROPHECIES[prophecy].raw
    lowest = _LOWEST.get(raw["metric"]["type"], 0)
    # Translators: points, and how many one has for them: "+6 for 3 to 4"
    gives = t.gettext("{points} for {range}")
    bands = ", ".join(
        gives.format(range=_range(t, band, lowest), points=_signed(band)) for band in raw["bands"]
    )
    # Translators: how a prophecy is scored: "When the prophecy ends, points for your gold: −5 for 0
    # to 1, 0 for 2 to 3."
    return t.gettext("When the prophecy ends, you score points for {what}: {bands}.").format(
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


def _number(n: int) -> str:
    return str(n).replace("-", "−")


def _signed(band: Raw) -> str:
    points = band["points"]
    return f"+{points}" if points > 0 else _number(points)


def _temple_step_cost(t: Translations, calamity: Raw) -> str:
    if calamity["temples"] == "all":
        return t.gettext(
            "Each temple step you go up costs {corn}; you may decline the step."
        ).format(corn=amount(t, "corn", calamity["cost"]["corn"]))
    return t.gettext("Each step up on {temple} costs {price}; you may decline the step.").format(
        temple=temple_name(t, calamity["temples"][0]),
        price=amount(t, "resources", calamity["cost"]["any_resource"]),
    )


def _harvest_loss(t: Translations, calamity: Raw) -> str:
    words = _HARVEST_LOSSES[calamity["resource"]]
    return t.gettext(words).format(goods=amount(t, calamity["resource"], calamity["amount"]))


_HARVEST_LOSSES: Mapping[str, str] = {
    # Translators: "{goods}" is "1 corn"
    "corn": N_("Harvesting corn in the jungle gives you {goods} less."),
    # Translators: "{goods}" is "1 wood"
    "wood": N_("Harvesting wood in the jungle gives you {goods} less."),
}


def _gain_cost(t: Translations, calamity: Raw) -> str:
    if calamity["resource"] == "gold":
        return t.gettext("Each gold costs {corn}; you may take less gold.").format(
            corn=amount(t, "corn", calamity["cost_each"]["corn"])
        )
    return t.gettext(
        "For each skull you take, you go down one temple step; you need not take the skull."
    )


def _technology_step_cost(t: Translations, calamity: Raw) -> str:
    # Translators: "{price}" is "1 resource"
    return t.gettext(
        "Each technology step costs {price} more, even a free one; you may pay the extra cost "
        "with resources that the step itself brings."
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
    "sum_of_temple_positions": N_(
        "your steps above the start on all temples (−1 for each step below it)"
    ),
    "temple_position": N_("your steps above the start on {temple} (−1 below it)"),
    "own_wood_tiles": N_("the wood tiles you took"),
    "own_corn_tiles": N_("the corn tiles you took"),
    "own_gold": N_("your gold"),
    "own_unspent_skulls": N_("your skulls in hand"),
    "sum_of_technology_levels": N_("your technology levels"),
    "tracks_at_level_2_or_more": N_("your technologies at level 2 or more"),
    "own_buildings_in_play": N_("your buildings"),
    "workers_fully_fed_this_food_day": N_("your workers fed on that food day"),
    "own_workers_on_gear": N_("your workers on {gear}"),
}
_LOWEST: Mapping[str, int] = {"sum_of_temple_positions": -3, "temple_position": -1}
"""The least counts that are below 0, by metric."""


_SPACES = [{space["space"]: space for space in gear["spaces"]} for gear in COMPONENTS["gears"]]
# Translators, for each: what a space is for, behind a colon, on a button; at most 26 characters
_PURPOSES: Mapping[str, tuple[str, ...]] = {
    "palenque": (
        N_("corn from fishing"),
        N_("corn from the jungle"),
        N_("corn or wood"),
        N_("corn or wood"),
        N_("corn or wood"),
    ),
    "yaxchilan": (
        N_("wood"),
        N_("stone and corn"),
        N_("gold and corn"),
        N_("a skull"),
        N_("gold, stone and corn"),
    ),
    "tikal": (
        N_("1 technology step"),
        N_("1 building"),
        N_("2 technology steps"),
        N_("2 buildings or 1 monument"),
        N_("2 temple steps"),
    ),
    "uxmal": (
        N_("a temple step"),
        N_("the market"),
        N_("a new worker"),
        N_("building paid in corn"),
        N_("action of another gear"),
    ),
}
"""The purposes of spaces 1 to 5 of the small gears."""
# Translators, for each: what a space is for, behind a colon, on a button; at most 16 characters
_IN_SHORT: Mapping[tuple[str, int], str] = {
    ("palenque", 1): N_("fishing"),
    ("palenque", 2): N_("jungle corn"),
    ("tikal", 1): N_("1 technology"),
    ("tikal", 3): N_("2 technologies"),
    ("tikal", 4): N_("2 buildings"),
    ("uxmal", 1): N_("temple step"),
    ("uxmal", 4): N_("building"),
    ("uxmal", 5): N_("any action"),
}
"""Shorter purposes, where a price takes the room."""
_TROUBLED: Mapping[str, tuple[str, ...]] = {
    "harvest_loss": ("palenque",),
    "gain_cost": ("yaxchilan",),
    "technology_step_cost": ("tikal",),
    "building_cost": ("tikal", "uxmal"),
    "temple_step_cost": ("tikal", "uxmal", "chichen_itza"),
}
"""The gears whose actions a kind of calamity makes dearer; `placement_extra` names its own."""


def space_words(t: Translations, gear: str, space: int) -> str:
    """Tell the purpose of a space's action in about 25 characters."""
    if space == 0:
        # Translators: what space 0 of a gear is for, behind a colon: no action yet
        return t.pgettext("action", "nothing yet")
    if space >= FREE_CHOICE_FROM[GEARS.index(gear)]:
        # Translators: what a space is for, behind a colon: a free choice among a gear's actions; at
        # most 26 characters
        return t.gettext("any action of {gear}").format(gear=gear_name(t, gear))
    if gear in _PURPOSES:
        return t.gettext(_PURPOSES[gear][space - 1])
    return offering_words(t, space)[0]


def space_in_short(t: Translations, gear: str, space: int) -> list[str]:
    """Tell the purpose of a space's action in full, and in fewer words where there are some."""
    full = space_words(t, gear, space)
    if (gear, space) in _IN_SHORT:
        return [full, t.gettext(_IN_SHORT[gear, space])]
    if gear not in _PURPOSES and 0 < space < FREE_CHOICE_FROM[GEARS.index(gear)]:
        return offering_words(t, space)[:3]
    return [full]


def offering_words(t: Translations, space: int) -> list[str]:
    """Tell what a skull on a space of Chichen Itza brings, in full and then ever shorter."""
    reward = COMPONENTS["chichen_itza_rewards"][space - 1]
    score = f"+{points(t, 4 * reward['points'])}"
    number = signed_points(4 * reward["points"])
    # Translators: what an offering brings: points, and a step on a temple: "+4 points, Chaac"
    named = t.gettext("{points}, {temple}").format(
        points=score, temple=temple_name(t, reward["temple"])
    )
    if not reward["any_resource"]:
        # Translators: what an offering brings: points, and a step on a temple; at most 20
        # characters
        less = t.gettext("{points}, 1 step").format(points=score)
        return [named, less, score, number]
    return [
        # Translators: what an offering brings: "+8 points, Kukulkan, 1 resource"
        t.gettext("{words}, 1 resource").format(words=named),
        # Translators: what an offering brings: points and other things; at most 20 characters
        t.gettext("{points} and more").format(points=score),
        score,
        number,
    ]


def space_now(
    t: Translations,
    gear: str,
    space: int,
    *,
    jungle: Jungle | None = None,
    skull: bool = False,
    prophecy: str | None = None,
) -> str:
    """Tell what a space's action gives now, before anybody's technologies: "7 corn or 3 wood".

    `jungle` is what is left on the space's field, `skull` whether a skull lies on a space of
    Chichen Itza, `prophecy` the active one.
    """
    number = GEARS.index(gear)
    if space >= FREE_CHOICE_FROM[number]:
        # Translators: what a space gives now, behind a colon: any action of its gear, by number
        return t.gettext("any action of spaces 1 to {n}").format(n=FREE_CHOICE_FROM[number] - 1)
    raw = _SPACES[number][space]
    if raw["action"] == "harvest":
        return _harvest(t, raw, jungle or Jungle(0, 0), _calamity(prophecy))
    if raw["action"] == "skull_offering" and skull:
        # Translators: what a space gives now, behind a colon: nothing, since it was used
        return t.gettext("nothing: a skull already lies here")
    return _ACTIONS[raw["action"]](t, raw)


def trouble_words(t: Translations, gear: str, prophecy: str | None) -> str:
    """Tell what the active prophecy makes harder on this gear; empty if nothing."""
    if prophecy is None or prophecy not in PROPHECIES:
        return ""
    calamity = PROPHECIES[prophecy].raw["calamity"]
    troubled = _TROUBLED.get(calamity["type"], (calamity.get("gear"),))
    return calamity_words(t, prophecy) if gear in troubled else ""


def trouble_of(t: Translations, prophecy: str | None, *kinds: str) -> str:
    """Tell what the active prophecy makes harder, in one sentence; empty if its calamity is of none
    of these kinds."""
    if prophecy is None or prophecy not in PROPHECIES:
        return ""
    kind = PROPHECIES[prophecy].raw["calamity"]["type"]
    return calamity_words(t, prophecy) if kind in kinds else ""


def placement_extra(gear: str, prophecy: str | None) -> int:
    """Find the corn that the active prophecy adds to the price of a worker on this gear."""
    return _calamity(prophecy).gear_extra[GEARS.index(gear)]


def level_off(prophecy: str | None) -> int:
    """Find the technology level that has no effect while the prophecy is active; 0 for none."""
    return _calamity(prophecy).level_off


def _calamity(prophecy: str | None) -> Calamity:
    known = PROPHECIES.get(prophecy) if prophecy else None
    return known.calamity if known else UNTROUBLED


def _harvest(t: Translations, raw: Raw, jungle: Jungle, calamity: Calamity) -> str:
    """Tell a harvest. Corn lies open where more corn than wood tiles are left (R-046)."""
    corn = amount(t, "corn", max(0, raw["corn"] - calamity.corn_harvest_loss))
    wood = amount(t, "wood", max(0, (raw["wood"] or 0) - calamity.wood_harvest_loss))
    if jungle.wood and jungle.corn > jungle.wood:
        # Translators: what a space gives now: "7 corn or 3 wood"
        return t.gettext("{corn} or {wood}").format(corn=corn, wood=wood)
    if jungle.wood:
        # Translators: what a space gives now: "3 wood, or 7 corn by burning"
        return t.gettext("{wood}, or {corn} by burning").format(wood=wood, corn=corn)
    if jungle.corn:
        return corn
    # Translators: what a space gives now: no tiles of the jungle are left there, but level 2 of
    # Agriculture still brings corn
    return t.gettext("no tile left; {corn} with Agriculture 2").format(corn=corn)


def _gain(t: Translations, raw: Raw) -> str:
    if raw.get("kind") == "fish":
        # Translators: what a space gives now: "3 corn from fishing"
        return t.gettext("{goods} from fishing").format(goods=amounts(t, raw["gain"]))
    return amounts(t, raw["gain"])


def _technology(t: Translations, raw: Raw) -> str:
    if raw["levels_max"] == 1:
        # Translators: what a space gives now, behind a colon; noun or infinitive
        return t.gettext("a technology step")
    # Translators: what a space gives now, behind a colon; noun or infinitive
    return t.gettext("1 or 2 technology steps")


def _build(t: Translations, raw: Raw) -> str:
    if raw["pay"] == "corn":
        # Translators: what a space gives now: a building that is paid in corn: "a building for 2
        # corn instead of each resource"
        return t.gettext("a building, paying {corn} in place of each resource").format(
            corn=amount(t, "corn", raw["corn_per_resource"])
        )
    if "options" in raw:
        # Translators: what a space gives now, behind a colon
        return t.gettext("1 or 2 buildings, or a monument")
    # Translators: what a space gives now, behind a colon
    return t.gettext("a building")


def _temple(t: Translations, raw: Raw) -> str:
    steps = sum(step["temples"] for step in raw["steps"])
    ((kind, count),) = raw["cost"].items()
    # Translators: what a space gives now, behind a colon; the price is "3 corn" or "1 resource"
    return t.ngettext(
        "a step up on {n} temple for {price}", "a step up on {n} temples for {price}", steps
    ).format(n=steps, price=amount(t, "resources" if kind == "any_resource" else kind, count))


def _market(t: Translations, raw: Raw) -> str:
    # Translators: what a space gives now, behind a colon
    return t.gettext("trade corn and resources at the market")


def _worker(t: Translations, raw: Raw) -> str:
    # Translators: what a space gives now, behind a colon; nobody may have more workers than that
    return t.gettext("1 more worker (at most {n})").format(n=raw["max_workers"])


def _any_action(t: Translations, raw: Raw) -> str:
    # Translators: what a space gives now, behind a colon; the small gears are all but Chichen Itza
    return t.gettext("any action on the four smaller gears for {corn}").format(
        corn=amount(t, "corn", raw["cost"]["corn"])
    )


def _offering(t: Translations, raw: Raw) -> str:
    """Tell an offering without its skull, which is the price of every space of this gear."""
    score, temple = points(t, 4 * raw["points"]), temple_name(t, raw["temple"])
    if raw["any_resource"]:
        # Translators: what a space of Chichen Itza gives for a skull
        return t.gettext("{points}, a step on {temple}, 1 resource").format(
            points=score, temple=temple
        )
    # Translators: what a space of Chichen Itza gives for a skull
    return t.gettext("{points}, a step on {temple}").format(points=score, temple=temple)


def _nothing(t: Translations, raw: Raw) -> str:
    # Translators: what a space gives, behind a colon: nothing
    return t.gettext("no action")


_ACTIONS: Mapping[str, Callable[[Translations, Raw], str]] = {
    "none": _nothing,
    "gain": _gain,
    "technology": _technology,
    "build": _build,
    "temple": _temple,
    "market": _market,
    "gain_worker": _worker,
    "any_action": _any_action,
    "skull_offering": _offering,
}
