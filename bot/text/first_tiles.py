"""Advice on the wealth tiles at the start: which to keep, and why."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.components import WEALTH
from bot.text.action_choices import technology_words
from bot.text.formats import listed
from bot.text.names import amounts, technology_name, temple_name, tile_name
from bot.text.translation import Translations

MUCH_CORN, LITTLE_CORN = 6, 5
"""So much corn on a tile is a reason to keep it; less than the second in all is little."""
GOODS = ("corn", "wood", "stone", "gold", "skull")


def advice_lines(t: Translations, tiles: Sequence[str], *, tribes: bool) -> list[str]:
    """Say which wealth tiles a computer would keep, a sentence for each, and their sum. With
    `tribes`, say that these are not compared."""
    names = listed(t, [tile_name(t, tile) for tile in tiles])
    goods = {
        kind: sum(WEALTH[tile].raw["resources"].get(kind, 0) for tile in tiles) for kind in GOODS
    }
    together = amounts(t, {kind: n for kind, n in goods.items() if n})
    # Translators: the wealth tiles to keep, by their names
    lines = [t.gettext("**Advice**: keep {tiles}.").format(tiles=names)]
    if not together:
        said = t.gettext("Together they bring no goods: begin on spaces that cost nothing.")
    elif goods["corn"] < LITTLE_CORN:
        said = t.gettext("Together they bring {goods}: little corn, so begin on Palenque.")
    else:
        said = t.gettext("Together they bring {goods}: enough corn for your first workers.")
    lines.append(said.format(goods=together))
    if tribes:
        lines.append(t.gettext("Tribes are not compared: take the one you would like to play."))
    return lines + [
        # Translators: a wealth tile, and why to keep it: "- Uxmal 5: one more worker ..."
        t.gettext("- {tile}: {reason}").format(tile=tile_name(t, tile), reason=_reason(t, tile))
        for tile in tiles
    ]


def _worker(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("one more worker gets more done each round, but must be fed, too.")


def _technology(t: Translations, effect: Mapping[str, Any]) -> str:
    track = effect["track"]
    # Translators: why to keep a wealth tile, behind its name and a colon; a technology and its
    # effect: "Agriculture, which helps for the whole game: 1 corn more from the jungle."
    return t.gettext("{technology}, which helps for the whole game: {effects}.").format(
        technology=technology_name(t, track), effects=technology_words(t, track, 1)
    )


def _temple(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("the step on {temple} counts on every food day.").format(
        temple=temple_name(t, effect["temple"])
    )


def _feed_free(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("a worker that needs no food saves 2 corn on each of the four food days.")


_REASONS: Mapping[str, Callable[[Translations, Mapping[str, Any]], str]] = {
    "worker": _worker,
    "technology": _technology,
    "feed_free": _feed_free,
    "temple": _temple,
}
"""The reasons in the order in which they are told: a tile with several is kept for the first."""


# Translators, for each: why to keep a wealth tile, behind its name and a colon
def _reason(t: Translations, tile: str) -> str:
    """Say in a sentence why a tile is kept."""
    raw = WEALTH[tile].raw
    effects = {effect["type"]: effect for effect in raw["effects"]}
    for kind, reason in _REASONS.items():
        if kind in effects and effects[kind].get("steps", 1) > 0:
            return reason(t, effects[kind])
    goods = raw["resources"]
    if goods.get("skull"):
        return t.gettext("the skull is worth 4 to 13 points on Chichen Itza.")
    if goods.get("corn", 0) >= MUCH_CORN:
        return t.gettext("the corn lets you place several workers a turn.")
    return t.gettext("the resources pay for a building as soon as a worker reaches Tikal 2.")
