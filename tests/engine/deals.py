"""Deals written out, so that a test knows every tile."""

from collections.abc import Sequence
from typing import Any

from bot.engine import Game

MONUMENTS_DEALT = {2: 4, 3: 5, 4: 6, 5: 7}


def words(text: str) -> list[str]:
    """A list of ids written as one would say them."""
    return text.split()


# All 21 wealth tiles; the number is the gear space a dummy goes to.
WEALTH = words(
    "pal-1 pal-3 pal-5 pal-7 yax-1 yax-3 yax-5 yax-7 tik-1 tik-3 tik-5 tik-7 "
    "uxm-1 uxm-3 uxm-5 uxm-7 chi-0 chi-3 chi-5 chi-7 chi-10"
)
AGE_1 = words(
    "a1-small-farm-1 a1-small-farm-2 a1-small-farm-3 a1-common-farm-1 a1-common-farm-2 "
    "a1-brown-yellow-tomb a1-brown-green-tomb a1-builder-tomb a1-field-school a1-field-workshop "
    "a1-mine-school a1-mine-workshop a1-mason-shrine a1-oracle-shrine"
)
AGE_2 = words(
    "a2-great-farm-1 a2-great-farm-2 a2-great-farm-3 a2-trader-tomb a2-labourer-tomb "
    "a2-grand-tomb a2-envoy-tomb a2-three-gods-tomb a2-stone-academy a2-gold-academy "
    "a2-corn-academy a2-skull-academy a2-brown-shrine a2-architect-shrine a2-green-shrine "
    "a2-priest-shrine a2-scholar-shrine a2-yellow-shrine"
)
MONUMENTS = words(
    "mon-tombs mon-works mon-corn-tiles mon-wood-tiles mon-all-monuments mon-civic mon-mastery "
    "mon-learning mon-workers mon-shrines mon-temple-points mon-highest-temple mon-skulls"
)


# The expansion.
MODULES = words("tribes prophecies buildings quick_actions promo")
TRIBES = words(
    "ah-chuy-kak ahau-chamahez ahmakiq bacab balam cit-bolon-tum huracan itzamna ixtab "
    "vacub-caquix xaman-ek yaluk yumkaax"
)
PROPHECIES = words(
    "wrathful-gods angry-chaac angry-quetzalcoatl angry-kukulkan forest-fires drought "
    "gold-shortage desecration teacher-shortage forgotten-lore crowded-cities hunger "
    "high-floodwaters"
)
NEW_AGE_1 = words("x1-store-farm x1-season-tomb x1-gold-hall x1-stone-shrine")
NEW_AGE_2 = words("x2-bumper-farm x2-monument-tomb x2-exchange-hall x2-skull-shrine")
QUICK_1 = words(
    "qa1-corn qa1-wood-corn qa1-stone qa1-technology qa1-market qa1-build qa1-technology"
)
QUICK_2 = words("qa2-corn qa2-stone qa2-gold qa2-technology qa2-market qa2-build")
PROMO = "promo-blighted-timber"


def deal(
    *first: str, players: int = 2, first_seat: int = 0, modules: Sequence[str] = ()
) -> dict[str, Any]:
    """A setup whose wealth tiles begin with `first`; the others follow in the order of WEALTH.

    Seat i is dealt items 4i to 4i+3; the dummies are drawn from what is left, in order. Tiles of
    the expansion come in the order of the lists above, the new buildings before the old ones.
    """
    wealth = WEALTH + [PROMO] * ("promo" in modules)
    new = "buildings" in modules
    setup: dict[str, Any] = {
        "players": players,
        "modules": list(modules),
        "first_seat": first_seat,
        "wealth": [*first, *(tile for tile in wealth if tile not in first)],
        "age1": NEW_AGE_1 * new + AGE_1,
        "age2": NEW_AGE_2 * new + AGE_2,
        "monuments": MONUMENTS[: MONUMENTS_DEALT[players]],
    }
    if "tribes" in modules:
        setup["tribes"] = list(TRIBES)
    if "prophecies" in modules:
        setup["prophecies"] = PROPHECIES[:3]
    if "quick_actions" in modules or players == 5:
        setup |= {"quick_age1": list(QUICK_1), "quick_age2": list(QUICK_2)}
    return setup


def keep(one: str, other: str) -> str:
    """The action of keeping two tiles."""
    return "keep " + " ".join(sorted((one, other)))


def begin(*kept: tuple[str, str], first_seat: int = 0) -> Game:
    """A game in which seat i keeps the pair kept[i], at the start of the first turn."""
    wanted = [tile for pair in kept for tile in pair]
    others = [tile for tile in WEALTH if tile not in wanted]
    dealt = [tile for pair in kept for tile in (*pair, others.pop(), others.pop())]
    game = Game.from_setup(deal(*dealt, players=len(kept), first_seat=first_seat))
    for seat, pair in enumerate(kept):
        game.play(seat, keep(*pair))
    return game
