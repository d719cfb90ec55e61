"""The price and effect of a tile, in words for people who do not know the icons, and the powers of
tribes, for people who have never seen their tiles.

There is a sentence for each power, not for each tribe: a tribe is described by the fields of its
`Powers` that differ from those of a seat without a tribe. Most sentences stand with the field;
those about several fields, or with more than a number, are here.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from itertools import accumulate
from typing import Any

from bot.engine import components
from bot.engine.expansion import NO_TRIBE, PARTNER_GEAR, PROPHECIES, TRIBES, Powers
from bot.engine.position import Position
from bot.text.names import (
    amount,
    amounts,
    category_name,
    gear_name,
    points,
    technology_name,
    temple_name,
    tile_name,
    tribe_icon,
)
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.translation import N_, Translations, fill, listed, listed_or

Sentence = Callable[[Translations, Powers], str]
_SENTENCES: dict[str, Sentence] = {}
"""The sentences by field."""


def tribe_words(t: Translations, tribe: str) -> str:
    """Tell the powers of a tribe, in one or two sentences."""
    return powers_words(t, TRIBES[tribe].powers)


def powers_words(t: Translations, powers: Powers) -> str:
    """Write the sentences of all powers that a seat without a tribe does not have."""
    sentences: dict[str, None] = {}  # several fields may have the same one
    for power in fields(powers):
        value = getattr(powers, power.name)
        if value != getattr(NO_TRIBE, power.name):
            sentence = _SENTENCES.get(power.name)
            words = power.metadata.get("words", "")
            plural = power.metadata.get("plural", "")
            told = sentence(t, powers) if sentence else _with_number(t, words, plural, value)
            sentences[told] = None
    return " ".join(sentences)


def _with_number(t: Translations, words: str, plural: str, n: int) -> str:
    """Write the sentence of a field, with its number alone, of corn, or of resources."""
    goods = {"corn": amount(t, "corn", n), "resources": amount(t, "resources", n)}
    return fill(t, words, {"n": n, **goods}, plural)


def _power(*names: str) -> Callable[[Sentence], Sentence]:
    """Register the sentence about these fields of Powers."""

    def register(sentence: Sentence) -> Sentence:
        _SENTENCES.update(dict.fromkeys(names, sentence))
        return sentence

    return register


@_power("ahead_for_corn")
def _ahead_for_corn(t: Translations, powers: Powers) -> str:
    return t.gettext(
        "When you pick up a worker from any gear, you may pay {corn} to use the action one "
        "space ahead."
    ).format(corn=amount(t, "corn", 1))


@_power("beg_below", "beg_up_to")
def _beg(t: Translations, powers: Powers) -> str:
    # Translators: "{most}" is "3 corn", "{after}" a number
    return t.gettext("If you have {most} or less, you may beg and then have {after}.").format(
        most=amount(t, "corn", powers.beg_below - 1), after=powers.beg_up_to
    )


@_power("last_space", "own_spaces", "lowest_free", "falls_off")
def _last_space(t: Translations, powers: Powers) -> str:
    return t.gettext(
        "Your workers may ride one space further on each gear, and use any of that gear's "
        "actions there, too."
    )


@_power("own_and_partner_gear")
def _own_and_partner_gear(t: Translations, powers: Powers) -> str:
    pairs = [
        listed(t, [gear_name(t, components.GEARS[one]), gear_name(t, components.GEARS[other])])
        for one, other in enumerate(PARTNER_GEAR)
        if one < other
    ]
    # Translators: pairs of gears: "Palenque and Yaxchilan; Tikal and Uxmal"
    return t.gettext(
        "A worker may instead use an action on the partner gear with the same number as its "
        "space, or a lower one. Partner gears: {pairs}."
    ).format(pairs="; ".join(pairs))


@_power("wealth_kept", "step_down_at_start")
def _wealth_kept(t: Translations, powers: Powers) -> str:
    if powers.wealth_kept == NO_TRIBE.wealth_kept:
        return t.gettext("Before the first round you go down a step on a temple of your choice.")
    if not powers.step_down_at_start:
        # Translators: "{n}" is 3
        words = t.ngettext(
            "You keep {n} wealth tile instead of 2.",
            "You keep {n} wealth tiles instead of 2.",
            powers.wealth_kept,
        )
    else:
        words = t.ngettext(
            "You keep {n} wealth tile instead of 2, and then go down a step on a temple of "
            "your choice.",
            "You keep {n} wealth tiles instead of 2, and then go down a step on a temple of "
            "your choice.",
            powers.wealth_kept,
        )
    return words.format(n=powers.wealth_kept)


@_power("feed_extra", "unfed_points")
def _feed_extra(t: Translations, powers: Powers) -> str:
    if powers.start_workers == NO_TRIBE.start_workers:
        words = t.gettext(
            "Each of your workers needs {corn} more on food days, and costs {points} if it is "
            "not fed."
        )
    else:  # after the sentence about the workers
        # Translators: behind the sentence "You begin with {n} workers."
        words = t.gettext(
            "Each needs {corn} more on food days, and costs {points} if it is not fed."
        )
    return words.format(
        corn=amount(t, "corn", powers.feed_extra), points=points(t, 4 * powers.unfed_points)
    )


@_power("worker_count_cost")
def _worker_count_cost(t: Translations, powers: Powers) -> str:
    _, two, three, four, five, six = accumulate(powers.worker_count_cost)
    # Translators: "{two}" is "1 corn", the others are numbers
    return t.gettext(
        "Placing several workers costs less: {two} for 2, {three} for 3, {four} for 4, {five} "
        "for 5 and {six} for 6, plus the cost of their spaces."
    ).format(two=amount(t, "corn", two), three=three, four=four, five=five, six=six)


def acts_now(tribe: str, kind: str, legal: Collection[str]) -> bool:
    """Whether a tribe gives a choice in this question that its buttons do not explain."""
    powers = TRIBES[tribe].powers
    if kind == "place":
        return powers.pick_after_placing > 0 and any(one.startswith("pick ") for one in legal)
    return kind == "action" and (powers.ahead_for_corn or powers.own_and_partner_gear)


Raw = Mapping[str, Any]


def tile_effects(t: Translations, tile: str) -> str:
    """Tell the effects of a tile in one line: "feeds 1 worker", "5 corn, Chaac one step up"."""
    if tile in components.MONUMENTS:
        scoring = components.MONUMENTS[tile].scoring
        return _SCORINGS[scoring["type"]](t, scoring)
    if tile in TRIBES:
        return tribe_words(t, tile)
    if tile in PROPHECIES:
        return f"{calamity_words(t, tile)} {fulfilment_words(t, tile)}"
    if tile in components.QUICK_TILES:
        return ", ".join(
            _effect(t, effect) for effect in components.QUICK_TILES[tile].raw["effects"]
        )
    raw = (
        components.WEALTH[tile].raw if tile in components.WEALTH else components.BUILDINGS[tile].raw
    )
    parts = [amounts(t, raw["resources"])] if raw.get("resources") else []
    parts += [_effect(t, effect) for effect in raw["effects"]]
    return ", ".join(part for part in parts if part)


def tile_cost(t: Translations, tile: str) -> str:
    """Write the printed price: "2 wood, 1 stone"; empty for a tile that is not bought."""
    if tile in components.QUICK_TILES:
        return amounts(t, components.QUICK_TILES[tile].raw["cost"])
    if tile not in components.BUILDINGS and tile not in components.MONUMENTS:
        return ""
    raw = (
        components.MONUMENTS[tile].raw
        if tile in components.MONUMENTS
        else components.BUILDINGS[tile].raw
    )
    return amounts(t, raw["cost"])


# Translators, for each: what sort of tile it is, below its name
def tile_kind(t: Translations, tile: str) -> str:
    """Tell the kind of a tile: "building of age 1, farm", "monument, tomb", "wealth tile"."""
    if tile in components.WEALTH:
        return t.gettext("wealth tile, chosen before the first round")
    if tile in TRIBES:
        return t.gettext("tribe, chosen before the first round")
    if tile in PROPHECIES:
        return t.gettext("prophecy, active for a quarter of the game")
    if tile in components.QUICK_TILES:
        return t.gettext(
            "quick action of age {age}, used on the turn you place a worker there"
        ).format(age=components.QUICK_TILES[tile].age)
    if tile in components.MONUMENTS:
        category = category_name(t, components.MONUMENTS[tile].category)
        # Translators: what sort of tile it is, below its name: "monument, tomb"
        return t.gettext("monument, {category}").format(category=category)
    building = components.BUILDINGS[tile]
    # Translators: what sort of tile it is, below its name: "building of age 1, farm"
    return t.gettext("building of age {age}, {category}").format(
        age=building.age, category=category_name(t, building.category)
    )


def when_it_comes(t: Translations, position: Position, tile: str) -> str:
    """Tell when a quick action lies under the arrow; empty for one that does not lie open."""
    quick = position.quick
    if quick is None or position.phase == "finished":
        return ""
    if tile == quick.tile:
        # Translators: a quick action
        return t.gettext("It can be used now.")
    if tile not in quick.coming:
        return ""
    two_teeth = 1 + quick.coming.index(tile)
    rounds = (
        components.TEETH_PER_QUICK_TILE * two_teeth
        - position.tooth % components.TEETH_PER_QUICK_TILE
    )
    # Translators: a quick action: when it will lie beside the gears
    return t.ngettext(
        "It becomes available in {n} round.", "It becomes available in {n} rounds.", rounds
    ).format(n=rounds)


def tile_line(t: Translations, tile: str) -> str:
    """Write name, price and effect on one line."""
    # Translators: a tile with its price, and what it does: "**Small Farm (1 wood)**: ..."
    return t.gettext("**{tile}**: {effects}").format(
        tile=priced(t, tile_name(t, tile), tile), effects=tile_effects(t, tile)
    )


def tile_icon(tile: str) -> str:
    """Choose the icon before the name of a tribe or wealth tile on a button: of its first effect
    besides goods, or of its rarest good."""
    if tile not in components.WEALTH:
        return tribe_icon(tile)
    raw = components.WEALTH[tile].raw
    about = [one.get("temple") or one.get("track") or "worker" for one in raw["effects"]]
    rarest = (one for one in ("skull", "gold", "stone", "wood", "corn") if one in raw["resources"])
    return about[0] if about else next(rarest)


def priced(t: Translations, name: str, tile: str) -> str:
    """Write a name of a tile, with its price if it has one: "3 Granary (2 wood)"."""
    cost = tile_cost(t, tile)
    # Translators: a tile, and in brackets its price: "Small Farm (1 wood)"
    return t.gettext("{tile} ({cost})").format(tile=name, cost=cost) if cost else name


def _gain(t: Translations, effect: Raw) -> str:
    return amounts(t, effect["resources"])


def _temple(t: Translations, effect: Raw) -> str:
    steps = effect["steps"]
    if effect["temple"] == "any":
        # Translators: effect of a tile, in a list
        return t.ngettext(
            "{n} step up on a temple of your choice",
            "{n} steps up on a temple of your choice",
            steps,
        ).format(n=steps)
    temple = t.marked(effect["temple"], temple_name(t, effect["temple"]))
    if t.in_cut_names:
        return f"{temple} {steps:+d}".replace("-", "−")
    if steps < 0:
        # Translators: effect of a tile, in a list: "1 step down on Chaac"
        down = t.ngettext("{n} step down on {temple}", "{n} steps down on {temple}", -steps)
        return down.format(n=-steps, temple=temple)
    # Translators: effect of a tile, in a list: "2 steps up on Chaac"
    up = t.ngettext("{n} step up on {temple}", "{n} steps up on {temple}", steps)
    return up.format(n=steps, temple=temple)


def _technology(t: Translations, effect: Raw) -> str:
    steps = effect["steps"]
    if not effect.get("free", True):
        # Translators: effect of a tile, in a list
        return t.ngettext(
            "{n} technology step at the usual price",
            "{n} technology steps at the usual price",
            steps,
        ).format(n=steps)
    if effect["track"] == "any":
        # Translators: effect of a tile, in a list: steps that cost no resources
        return t.ngettext("{n} free technology step", "{n} free technology steps", steps).format(
            n=steps
        )
    if t.in_cut_names:
        return f"{technology_name(t, effect['track'])} +{steps}"
    # Translators: effect of a tile, in a list: "Theology: 1 free step"
    return t.ngettext("{track}: {n} free step", "{track}: {n} free steps", steps).format(
        n=steps, track=t.marked(effect["track"], technology_name(t, effect["track"]))
    )


def _worker(t: Translations, effect: Raw) -> str:
    n = effect["count"]
    # Translators: effect of a tile, in a list
    return t.ngettext("{n} more worker", "{n} more workers", n).format(n=n)


def _feed_free(t: Translations, effect: Raw) -> str:
    n = effect["workers"]
    # Translators: effect of a tile, in a list
    return t.ngettext("{n} worker needs no food", "{n} workers need no food", n).format(n=n)


def _feed_discount(t: Translations, effect: Raw) -> str:
    # Translators: effect of a tile, in a list: "each worker needs 1 corn less"
    return t.gettext("each worker needs {corn} less").format(
        corn=amount(t, "corn", effect["corn_per_worker"])
    )


def _points(t: Translations, effect: Raw) -> str:
    return points(t, 4 * effect["amount"])


def _market(t: Translations, effect: Raw) -> str:
    # Translators: effect of a tile, in a list: a visit to the market
    return t.gettext("trade at the market")


def _build(t: Translations, effect: Raw) -> str:
    if effect["what"] == "monument":
        # Translators: effect of a tile, in a list
        return t.gettext("a monument at the usual price")
    if effect.get("architecture") is False:
        # Translators: effect of a tile, in a list; Architecture is the technology
        return t.gettext("a building at the usual price, without Architecture")
    # Translators: effect of a tile, in a list
    return t.gettext("one more building at the usual price")


def _any_action(t: Translations, effect: Raw) -> str:
    # Translators: effect of a tile, in a list: "any action of Tikal or Uxmal for 1 corn"
    return t.gettext("any action of {gears} for {corn}").format(
        gears=listed_or(t, [gear_name(t, gear) for gear in effect["gears"]]),
        corn=amount(t, "corn", effect["corn"]),
    )


def _renovation(t: Translations, effect: Raw) -> str:
    if t.in_cut_names:
        # Translators: effect of a building, in a list: "may be torn down towards a later price", at
        # most 24 characters
        return t.gettext("may be torn down")
    # Translators: effect of a building, in a list
    return t.gettext("may be torn down to save resources")


def _food_day_income(t: Translations, effect: Raw) -> str:
    if "by_age" in effect:
        # Translators: effect of a tile: "each food day: 2 corn in age 1, 4 corn in age 2"
        return t.gettext("each food day: {first} in age 1 and {second} in age 2").format(
            first=amounts(t, effect["by_age"]["1"]), second=amounts(t, effect["by_age"]["2"])
        )
    # Translators: effect of a tile: "each food day: 2 corn"
    return t.gettext("each food day: {goods}").format(goods=amounts(t, effect["resources"]))


def _technology_exchange(t: Translations, effect: Raw) -> str:
    # Translators: effect of a quick action
    return t.gettext("one technology down a level, the other three up a level")


def _skull_offering(t: Translations, effect: Raw) -> str:
    # Translators: effect of a building whose price includes a skull
    return t.gettext("the skull you pay stays on it")


_EFFECTS: Mapping[str, Callable[[Translations, Raw], str]] = {
    "gain": _gain,
    "temple": _temple,
    "technology": _technology,
    "worker": _worker,
    "feed_free": _feed_free,
    "feed_discount": _feed_discount,
    "points": _points,
    "market": _market,
    "build": _build,
    "any_action": _any_action,
    "renovation": _renovation,
    "food_day_income": _food_day_income,
    "technology_exchange": _technology_exchange,
    "skull_offering": _skull_offering,
}


def _effect(t: Translations, effect: Raw) -> str:
    return _EFFECTS[effect["type"]](t, effect)


def _per_category(t: Translations, scoring: Raw) -> str:
    words = _PER_CATEGORY[scoring["category"]]
    return t.gettext(words).format(points=points(t, 4 * scoring["points"]))


# Translators, for each: effect of a monument
_PER_CATEGORY: Mapping[str, str] = {
    "farm": N_("at the end, {points} for each of your farms and farm monuments, this one included"),
    "tomb": N_("at the end, {points} for each of your tombs and tomb monuments, this one included"),
    "civic": N_(
        "at the end, {points} for each of your civic buildings and civic monuments, this one "
        "included"
    ),
    "shrine": N_(
        "at the end, {points} for each of your shrines and shrine monuments, this one included"
    ),
}


def _per_tile(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    return t.gettext(
        "at the end, {points} for each of your buildings and monuments, this one included"
    ).format(points=points(t, 4 * scoring["points"]))


def _per_corn_tile(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    return t.gettext("at the end, {points} for each corn tile you took from the jungle").format(
        points=points(t, 4 * scoring["points"])
    )


def _per_wood_tile(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    return t.gettext("at the end, {points} for each wood tile you took from the jungle").format(
        points=points(t, 4 * scoring["points"])
    )


def _per_monument(t: Translations, scoring: Raw) -> str:
    by_players = scoring["points_by_players"]
    if t.in_cut_names:
        # Translators: effect of a monument, in fewer words: its points with 2, 3, 4 and 5 players:
        # "6, 5, 4, 3"; at most 70 characters
        words = t.gettext("at the end, points per monument built (2 to 5 players): {points}")
        return words.format(points=", ".join(str(by_players[n]) for n in "2345"))
    # Translators: effect of a monument
    return t.gettext(
        "at the end, points for each monument anybody has built: {two} with 2 players, {three} "
        "with 3, {four} with 4, {five} with 5"
    ).format(two=by_players["2"], three=by_players["3"], four=by_players["4"], five=by_players["5"])


def _by_top_levels(t: Translations, scoring: Raw) -> str:
    one, two, three = scoring["points"][1:4]
    # Translators: effect of a monument
    return t.ngettext(
        "at the end, {one}, {two} or {n} point for 1, 2 or at least 3 technologies at level 3",
        "at the end, {one}, {two} or {n} points for 1, 2 or at least 3 technologies at level 3",
        three,
    ).format(one=one, two=two, n=three)


def _per_level(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    return t.gettext("at the end, {points} for each technology level").format(
        points=points(t, 4 * scoring["points"])
    )


def _by_workers(t: Translations, scoring: Raw) -> str:
    by_workers = scoring["points"]
    # Translators: effect of a monument
    six = by_workers["6"]
    return t.ngettext(
        "at the end, {four}, {five} or {n} point for 4, 5 or 6 workers in play",
        "at the end, {four}, {five} or {n} points for 4, 5 or 6 workers in play",
        six,
    ).format(four=by_workers["4"], five=by_workers["5"], n=six)


def _temples_again(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    return t.gettext("at the end, score your steps on all three temples again")


def _highest_temple(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument
    words = t.gettext("at the end, {points} for each step above the start on your highest temple")
    return words.format(points=points(t, 4 * scoring["points_per_step"]))


def _per_skull(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument; "{points}" is "3 points"
    words = t.gettext("at the end, {points} for each skull on Chichen Itza or the Skull Shrine")
    return words.format(points=points(t, 4 * scoring["points"]))


def _at_once(t: Translations, scoring: Raw) -> str:
    # Translators: effect of a monument: its points in each quarter of the game: "points at once, by
    # the quarter of the game: 4, 6, 8, 10"
    return t.gettext("points at once, depending on the quarter of the game: {points}").format(
        points=", ".join(str(n) for n in scoring["points"])
    )


_SCORINGS: Mapping[str, Callable[[Translations, Raw], str]] = {
    "per_own_category": _per_category,
    "per_own_building_or_monument": _per_tile,
    "per_own_corn_tile": _per_corn_tile,
    "per_own_wood_tile": _per_wood_tile,
    "per_monument_built_by_anyone": _per_monument,
    "by_tracks_at_level_3": _by_top_levels,
    "per_technology_level": _per_level,
    "by_workers_in_play": _by_workers,
    "temple_step_points_again": _temples_again,
    "best_temple_steps_above_start": _highest_temple,
    "per_skull_placed_by_anyone": _per_skull,
    "immediate_by_quarter": _at_once,
}
