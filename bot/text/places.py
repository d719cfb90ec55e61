"""What the spaces of the gears are for, in few words."""

from collections.abc import Mapping

from bot.engine.board import FREE_CHOICE_FROM, GEARS
from bot.engine.components import COMPONENTS
from bot.text.names import gear_name, points, temple_name
from bot.text.translation import N_, Translations

_SPACES: Mapping[str, tuple[str, ...]] = {
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


def space_words(t: Translations, gear: str, space: int) -> str:
    """What the action of a space is about, at most some 25 characters."""
    if space == 0:
        return t.gettext("nothing yet")
    if space >= FREE_CHOICE_FROM[GEARS.index(gear)]:
        return t.gettext("any {gear} action").format(gear=gear_name(t, gear))
    if gear in _SPACES:
        return t.gettext(_SPACES[gear][space - 1])
    return offering_words(t, space)[0]


def offering_words(t: Translations, space: int) -> list[str]:
    """What a skull on a space of Chichen Itza brings, in full and then ever shorter."""
    reward = COMPONENTS["chichen_itza_rewards"][space - 1]
    score = points(t, 4 * reward["points"])
    named = t.gettext("{points}, {temple}").format(
        points=score, temple=temple_name(t, reward["temple"])
    )
    if not reward["any_resource"]:
        return [named, t.gettext("{points}, a temple").format(points=score), score]
    return [
        t.gettext("{words}, 1 block").format(words=named),
        t.gettext("{points} and more").format(points=score),
        score,
    ]
