"""The words of the legend: every icon and sign of the pictures, each with what it means."""

from collections.abc import Mapping, Sequence

from bot.text.descriptions.alt_text import LONGEST, joined, length
from bot.text.translation import N_, Translations

LEGEND: Sequence[tuple[str, Mapping[str, str]]] = (
    (
        N_("Goods"),
        {
            "corn": N_("corn"),
            "wood": N_("wood"),
            "stone": N_("stone"),
            "gold": N_("gold"),
            "any-resource": N_("a resource of your choice: wood, stone or gold"),
            "skull": N_("skull"),
            "points": N_("points"),
            "quarters": N_("quarters of a point"),
            "corn-tile": N_("corn tile of the jungle"),
            "wood-tile": N_("wood tile of the jungle"),
            "tile-gone": N_("jungle tile that was taken"),
            "no-tile": N_("harvest without a corn tile"),
        },
    ),
    (
        N_("Gears"),
        {
            "city-palenque": N_("Palenque"),
            "city-yaxchilan": N_("Yaxchilan"),
            "city-tikal": N_("Tikal"),
            "city-uxmal": N_("Uxmal"),
            "city-chichen_itza": N_("Chichen Itza"),
            "any-city": N_("any action of the four smaller gears"),
            "free-choice": N_("any action of this gear"),
            "arrow": N_("left the price, right what it brings"),
            "fish": N_("fishing"),
            "burn": N_("burning the jungle"),
            "market": N_("market: sell and buy"),
        },
    ),
    (
        N_("Workers and players"),
        {
            "worker": N_("worker"),
            "seat": N_("a player's worker or marker, by letter, shape and colour"),
            "to-move": N_("with a broad rim: this player is to move"),
            "dummy": N_("dummy worker, of nobody"),
            "feed-free": N_("workers that need no corn"),
            "everyone": N_("all players together"),
            "first-player": N_("first player, and the space for it"),
            "check": N_("has played this round"),
            "sun": N_("may still turn the calendar by two days"),
            "moon": N_("has turned it by two days"),
        },
    ),
    (
        N_("Marks"),
        {
            "ring": N_("placed, moved or new in the last turns"),
            "ghost": N_("a worker was picked up here"),
            "dashed": N_("only prepared, not yet confirmed"),
        },
    ),
    (
        N_("Food days"),
        {
            "food-mid": N_("food day that gives goods for temple steps"),
            "food-end": N_("food day that gives points for temple steps"),
            "food-days": N_("every food day"),
        },
    ),
    (
        N_("Temples"),
        {
            "temple-chaac": N_("a step up on Chaac"),
            "temple-quetzalcoatl": N_("a step up on Quetzalcoatl"),
            "temple-kukulkan": N_("a step up on Kukulkan"),
            "temple-any": N_("a step up on a temple of your choice"),
            "temple-down": N_("a step down on a temple of your choice"),
            "highest-temple": N_("your highest temple"),
        },
    ),
    (
        N_("Technologies"),
        {
            "tech-agriculture": N_("Agriculture"),
            "tech-extraction": N_("Extraction"),
            "tech-architecture": N_("Architecture"),
            "tech-theology": N_("Theology"),
            "tech-any": N_("a step in a technology of your choice"),
            "tech-down": N_("a step down in a technology"),
            "tracks-1": N_("1 technology at level 3"),
            "tracks-2": N_("2 technologies at level 3"),
            "tracks-3": N_("3 technologies at level 3"),
        },
    ),
    (
        N_("Buildings and monuments"),
        {
            "build": N_("building"),
            "monument": N_("monument"),
            "category-farm": N_("farm"),
            "category-civic": N_("civic building"),
            "category-tomb": N_("tomb"),
            "category-shrine": N_("shrine"),
            "stack": N_("buildings not yet on offer"),
            "renovation": N_("may be torn down to save resources"),
            "kept-skull": N_("skull that stays on a building"),
        },
    ),
    (
        N_("Tribes and Prophecies"),
        {
            "tile-back": N_("the next quick action"),
            "prophecy": N_("prophecy"),
        },
    ),
)
"""Headings, and below each the names of icons and signs with their meaning."""
PAGES = (LEGEND[:3], LEGEND[3:])
"""The legend in two pictures: each is about as high as a phone, where it is opened to be read."""


def alt_legend(page: int, t: Translations) -> str:
    """The headings of a page with the meanings below them. Where that is too long, the last
    headings are left without them."""
    for told in range(len(PAGES[page]), -1, -1):
        text = joined(
            [
                t.gettext("What the icons of the pictures mean."),
                *(
                    t.gettext("{heading}: {words}.").format(
                        heading=t.gettext(heading),
                        words=", ".join(t.gettext(words) for words in entries.values()),
                    )
                    if number < told
                    else f"{t.gettext(heading)}."
                    for number, (heading, entries) in enumerate(PAGES[page])
                ),
            ]
        )
        if length(text) <= LONGEST:
            break
    return text
