"""What each tribe may do differently, in words for people who have never seen its tile."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.tribes import TRIBES
from bot.text.names import gear_name, points
from bot.text.translation import Translations

Ability = Mapping[str, Any]


def tribe_words(t: Translations, tribe: str) -> str:
    """What a tribe allows, in one or two sentences."""
    ability = TRIBES[tribe].raw["ability"]
    return _ABILITIES[ability["type"]](t, ability)


def _pick_up_one_after_placing(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Once a turn, after placing {n} or more workers on gears, you may pick up one worker "
        "placed on an earlier turn and use its action."
    ).format(n=ability["min_workers_placed_on_gears"])


def _one_ahead(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "When you pick up a worker you may pay {n} corn to use the action one space ahead, on any "
        "gear."
    ).format(n=ability["cost"]["corn"])


def _may_pass(t: Translations, ability: Ability) -> str:
    return t.gettext("You may pass your turn: neither place nor pick up.")


def _corn_floor(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Your turn begins with at least {start} corn. You may beg with {most} corn or less, and "
        "then have {after}."
    ).format(
        start=ability["at_turn_start"], most=ability["beg_when_at_most"], after=ability["beg_to"]
    )


def _step_back_gains_corn(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Using a lower action than your worker's own gives you {n} corn instead of costing any."
    ).format(n=ability["gain_total"])


def _placement_discount_and_extra_space(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Once a turn one worker's space costs up to {n} corn less. Your workers may stand one "
        "space longer on each gear, with a free choice there too."
    ).format(n=ability["discount"])


def _paired_gear_action(t: Translations, ability: Ability) -> str:
    pairs = [
        t.gettext("{one} and {other}").format(one=gear_name(t, one), other=gear_name(t, other))
        for one, other in ability["pairs"]
    ]
    return t.gettext(
        "A worker may use the action of the same number, or a lower one, on the partner gear: "
        "{pairs}."
    ).format(pairs=", ".join(pairs))


def _cheap_technology(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Technology levels 1 to 3 cost you {n} resource less. The step beyond level 3 costs 1 "
        "resource and gives the bonus of any track."
    ).format(n=ability["resource_discount_levels_1_to_3"])


def _extra_wealth(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "You keep {n} wealth tiles instead of two, and then go a step down on a temple of your "
        "choice."
    ).format(n=ability["keep"])


def _skip_space(t: Translations, ability: Ability) -> str:
    return t.gettext("Once a turn you may treat one free space of a gear as taken while you place.")


def _sell_resource(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "Once a turn, at any moment, you may sell one resource for corn at the market's price."
    )


def _many_workers(t: Translations, ability: Ability) -> str:
    return t.gettext(
        "You begin with {workers} workers. Each needs {corn} corn more on food days, and costs "
        "{points} if it is not fed."
    ).format(
        workers=ability["start_workers"],
        corn=ability["feed_extra_corn_per_worker"],
        points=points(t, -4 * ability["unfed_points"]),
    )


def _placement_table(t: Translations, ability: Ability) -> str:
    prices = ability["worker_count_total"]
    return t.gettext(
        "Placing several workers costs less: {two} corn for 2, {three} for 3, {four} for 4, "
        "{five} for 5, {six} for 6, on top of their spaces."
    ).format(
        two=prices["2"], three=prices["3"], four=prices["4"], five=prices["5"], six=prices["6"]
    )


_ABILITIES: Mapping[str, Callable[[Translations, Ability], str]] = {
    "pick_up_one_after_placing": _pick_up_one_after_placing,
    "one_ahead": _one_ahead,
    "may_pass": _may_pass,
    "corn_floor": _corn_floor,
    "step_back_gains_corn": _step_back_gains_corn,
    "placement_discount_and_extra_space": _placement_discount_and_extra_space,
    "paired_gear_action": _paired_gear_action,
    "cheap_technology": _cheap_technology,
    "extra_wealth": _extra_wealth,
    "skip_space": _skip_space,
    "sell_resource": _sell_resource,
    "many_workers": _many_workers,
    "placement_table": _placement_table,
}
