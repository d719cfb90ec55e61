"""The spaces of the gears: what they are for in few words, and what they give at this moment."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.board import FREE_CHOICE_FROM, GEARS
from bot.engine.components import COMPONENTS
from bot.engine.position import Jungle
from bot.engine.prophecies import PROPHECIES, UNTROUBLED, Calamity
from bot.text.names import amount, amounts, gear_name, points, signed_points, temple_name
from bot.text.prophecies import calamity_words
from bot.text.translation import N_, Translations

Raw = Mapping[str, Any]
_SPACES = [{space["space"]: space for space in gear["spaces"]} for gear in COMPONENTS["gears"]]
_PURPOSES: Mapping[str, tuple[str, ...]] = {
    "palenque": (
        N_("corn from the river"),
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
        N_("2 buildings or monument"),
        N_("2 temple steps"),
    ),
    "uxmal": (
        N_("a temple step"),
        N_("the market"),
        N_("a new worker"),
        N_("building with corn"),
        N_("action of 4 gears"),
    ),
}
"""Spaces 1 to 5 of the small gears."""
_IN_SHORT: Mapping[tuple[str, int], str] = {
    ("palenque", 1): N_("river corn"),
    ("palenque", 2): N_("jungle corn"),
    ("tikal", 1): N_("1 technology"),
    ("tikal", 3): N_("2 technologies"),
    ("tikal", 4): N_("2 buildings"),
    ("uxmal", 1): N_("temple step"),
    ("uxmal", 4): N_("building"),
    ("uxmal", 5): N_("any action"),
}
"""The same where a price takes the room."""
_TROUBLED: Mapping[str, tuple[str, ...]] = {
    "harvest_loss": ("palenque",),
    "gain_cost": ("yaxchilan",),
    "technology_step_cost": ("tikal",),
    "building_cost": ("tikal", "uxmal"),
    "temple_step_cost": ("tikal", "uxmal", "chichen_itza"),
}
"""By kind of calamity the gears whose actions it makes dearer; `placement_extra` names its own."""


def space_words(t: Translations, gear: str, space: int) -> str:
    """The purpose of a space's action in about 25 characters."""
    if space == 0:
        return t.gettext("nothing yet")
    if space >= FREE_CHOICE_FROM[GEARS.index(gear)]:
        return t.gettext("any {gear} action").format(gear=gear_name(t, gear))
    if gear in _PURPOSES:
        return t.gettext(_PURPOSES[gear][space - 1])
    return offering_words(t, space)[0]


def space_in_short(t: Translations, gear: str, space: int) -> list[str]:
    """The purpose of a space's action in full, and in fewer words where there are some."""
    full = space_words(t, gear, space)
    if (gear, space) in _IN_SHORT:
        return [full, t.gettext(_IN_SHORT[gear, space])]
    if gear not in _PURPOSES and 0 < space < FREE_CHOICE_FROM[GEARS.index(gear)]:
        return offering_words(t, space)[:3]
    return [full]


def offering_words(t: Translations, space: int) -> list[str]:
    """What a skull on a space of Chichen Itza brings, in full and then ever shorter."""
    reward = COMPONENTS["chichen_itza_rewards"][space - 1]
    score = points(t, 4 * reward["points"])
    number = signed_points(4 * reward["points"])
    named = t.gettext("{points}, {temple}").format(
        points=score, temple=temple_name(t, reward["temple"])
    )
    if not reward["any_resource"]:
        return [named, t.gettext("{points}, a temple").format(points=score), score, number]
    return [
        t.gettext("{words}, 1 block").format(words=named),
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
    """What a space's action gives now, before anybody's technologies: "7 corn or 3 wood".

    `jungle` is what is left on the space's field, `skull` whether a skull lies
    on a space of Chichen Itza, `prophecy` the active one.
    """
    number = GEARS.index(gear)
    if space >= FREE_CHOICE_FROM[number]:
        return t.gettext("any action from 1 to {n}").format(n=FREE_CHOICE_FROM[number] - 1)
    raw = _SPACES[number][space]
    if raw["action"] == "harvest":
        return _harvest(t, raw, jungle or Jungle(0, 0), _calamity(prophecy))
    if raw["action"] == "skull_offering" and skull:
        return t.gettext("no more: a skull lies here")
    return _ACTIONS[raw["action"]](t, raw)


def trouble_words(t: Translations, gear: str, prophecy: str | None) -> str:
    """What the active prophecy makes harder on this gear, one sentence; empty if nothing."""
    if prophecy is None or prophecy not in PROPHECIES:
        return ""
    calamity = PROPHECIES[prophecy].raw["calamity"]
    troubled = _TROUBLED.get(calamity["type"], (calamity.get("gear"),))
    return calamity_words(t, prophecy) if gear in troubled else ""


def trouble_of(t: Translations, prophecy: str | None, *kinds: str) -> str:
    """What the active prophecy makes harder, one sentence; empty if its calamity is of none of
    these kinds."""
    if prophecy is None or prophecy not in PROPHECIES:
        return ""
    kind = PROPHECIES[prophecy].raw["calamity"]["type"]
    return calamity_words(t, prophecy) if kind in kinds else ""


def placement_extra(gear: str, prophecy: str | None) -> int:
    """Corn that the active prophecy adds to the price of a worker on this gear."""
    return _calamity(prophecy).gear_extra[GEARS.index(gear)]


def level_off(prophecy: str | None) -> int:
    """The technology level that has no effect while the prophecy is active; 0 for none."""
    return _calamity(prophecy).level_off


def _calamity(prophecy: str | None) -> Calamity:
    known = PROPHECIES.get(prophecy) if prophecy else None
    return known.calamity if known else UNTROUBLED


def _harvest(t: Translations, raw: Raw, jungle: Jungle, calamity: Calamity) -> str:
    """Corn lies open where more corn than wood tiles are left (R-046)."""
    corn = amount(t, "corn", max(0, raw["corn"] - calamity.corn_harvest_loss))
    wood = amount(t, "wood", max(0, (raw["wood"] or 0) - calamity.wood_harvest_loss))
    if jungle.wood and jungle.corn > jungle.wood:
        return t.gettext("{corn} or {wood}").format(corn=corn, wood=wood)
    if jungle.wood:
        return t.gettext("{wood}, or {corn} by burning").format(wood=wood, corn=corn)
    if jungle.corn:
        return corn
    return t.gettext("no tile left; {corn} with Agriculture 2").format(corn=corn)


def _gain(t: Translations, raw: Raw) -> str:
    if raw.get("kind") == "fish":
        return t.gettext("{goods} from the river").format(goods=amounts(t, raw["gain"]))
    return amounts(t, raw["gain"])


def _technology(t: Translations, raw: Raw) -> str:
    if raw["levels_max"] == 1:
        return t.gettext("raise a technology")
    return t.gettext("raise technologies by 1 or 2 levels")


def _build(t: Translations, raw: Raw) -> str:
    if raw["pay"] == "corn":
        return t.gettext("a building, {corn} for each block").format(
            corn=amount(t, "corn", raw["corn_per_resource"])
        )
    if "options" in raw:
        return t.gettext("1 or 2 buildings, or a monument")
    return t.gettext("a building")


def _temple(t: Translations, raw: Raw) -> str:
    steps = sum(step["temples"] for step in raw["steps"])
    gained = t.ngettext("a step up on {n} temple", "a step up on {n} temples", steps)
    ((kind, count),) = raw["cost"].items()
    if kind == "any_resource":
        paid = t.ngettext("pay {n} block", "pay {n} blocks", count).format(n=count)
    else:
        paid = t.gettext("pay {corn}").format(corn=amount(t, kind, count))
    return t.gettext("{paid}: {gained}").format(paid=paid, gained=gained.format(n=steps))


def _market(t: Translations, raw: Raw) -> str:
    return t.gettext("trade corn and blocks at the market")


def _worker(t: Translations, raw: Raw) -> str:
    return t.gettext("1 more worker, {n} at most").format(n=raw["max_workers"])


def _any_action(t: Translations, raw: Raw) -> str:
    return t.gettext("pay {corn}: any action of the {n} small gears").format(
        corn=amount(t, "corn", raw["cost"]["corn"]), n=len(raw["gears"])
    )


def _offering(t: Translations, raw: Raw) -> str:
    """Without the skull to be given: that is the same on every space of this gear."""
    score, temple = points(t, 4 * raw["points"]), temple_name(t, raw["temple"])
    if raw["any_resource"]:
        return t.gettext("{points}, a step on {temple}, 1 block").format(
            points=score, temple=temple
        )
    return t.gettext("{points}, a step on {temple}").format(points=score, temple=temple)


def _nothing(t: Translations, raw: Raw) -> str:
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
