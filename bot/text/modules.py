"""The modules of Tribes & Prophecies: what the lobby calls them and says about them."""

from collections.abc import Mapping

from bot.text.translation import N_, Translations

_NAMES: Mapping[str, str] = {
    "tribes": N_("Tribes"),
    "prophecies": N_("Prophecies"),
    "buildings": N_("New buildings"),
    "quick_actions": N_("Quick actions"),
    "promo": N_("Promo wealth tile"),
}
_WORDS: Mapping[str, str] = {
    "tribes": N_("Each seat has an ability of its own, chosen in secret"),
    "prophecies": N_("Three calamities, and points for who comes through them best"),
    "buildings": N_("8 more buildings; 4 of them can be torn down towards a price"),
    "quick_actions": N_("3 spaces whose action is done at once; always with 5 seats"),
    "promo": N_("One more wealth tile: 6 corn, 4 wood, a step down on Chaac"),
}


def module_name(t: Translations, module: str) -> str:
    """A module, by its name in the lobby."""
    return t.gettext(_NAMES[module])


def module_words(t: Translations, module: str) -> str:
    """What a module adds, in at most 100 characters."""
    return t.gettext(_WORDS[module])
