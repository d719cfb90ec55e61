"""Where a result of a season's table comes from, in words and as signs."""

from collections.abc import Collection, Mapping, Sequence

from bot.leagues.model.results import How
from bot.text.names import points_number
from bot.text.translation import N_, Translations

_HOW: Mapping[How, str] = {
    "corrected": N_("corrected"),
    "elsewhere": N_("played elsewhere"),
    "forfeit": N_("by forfeit"),
    "adjudicated": N_("decided by moderators"),
}
SIGNS: Mapping[How, str] = {"forfeit": "×", "elsewhere": "‡", "adjudicated": "§"}
"""What stands beside a name in the standings where such a table counts."""
_LEGEND: Mapping[How, str] = {
    "forfeit": N_("a table by forfeit"),
    "elsewhere": N_("a table played elsewhere"),
    "adjudicated": N_("a table decided by moderators"),
}


def how_words(t: Translations, how: How) -> str:
    """Where a result comes from; empty for a game of this bot."""
    return t.gettext(_HOW[how]) if how in _HOW else ""


def signs(origins: Collection[How]) -> str:
    """The signs of the results that count for a place: "×‡"; empty for none."""
    return "".join(sign for how, sign in SIGNS.items() if how in origins)


def legend(t: Translations, origins: Collection[How]) -> str:
    """What these signs mean, in one line; empty for none."""
    return " · ".join(
        f"{sign} {t.gettext(_LEGEND[how])}" for how, sign in SIGNS.items() if how in origins
    )


def reached(t: Translations, points4: int, *, forfeited: bool) -> str:
    """What a seat reached: its points, or that it lost by forfeit."""
    return t.gettext("forfeit") if forfeited else points_number(points4)


def entered_lines(t: Translations, forfeiting: Sequence[str]) -> list[str]:
    """What it means to enter a result; `forfeiting` are the names of those who lost by forfeit."""
    if not forfeiting:
        first = t.gettext("It was played elsewhere, and counts like any other, also for ratings.")
    else:
        first = t.gettext(
            "Lost by forfeit: {names}. They get 0 points, the last place and no league points; "
            "the ratings do not change."
        ).format(names=", ".join(forfeiting))
    return [first, t.gettext("A game of this table that is being played here is given up.")]
