"""The sources of a season's results, in words and as signs."""

from collections.abc import Collection, Mapping, Sequence

from bot.seasons.results import How, Line, Origin
from bot.text.formats import listed
from bot.text.names import points_number
from bot.text.translation import N_, Translations

_HOW: Mapping[How, str] = {
    # Translators: where the result of a table comes from; stands alone behind the result; the
    # moderators changed it; participle (result)
    "corrected": N_("corrected"),
    # Translators: where the result of a table comes from; stands alone behind the result;
    # participle (table)
    "elsewhere": N_("played elsewhere"),
    # Translators: where the result of a table comes from; stands alone behind the result
    "forfeit": N_("by forfeit"),
    # Translators: where the result of a table comes from; stands alone behind the result;
    # participle (table)
    "adjudicated": N_("decided by moderators"),
}
SIGNS: Mapping[Origin, str] = {
    "forfeit": "×", "elsewhere": "‡", "adjudicated": "§", "computer": "†",
}  # fmt: skip
"""Signs beside a name in the standings with such a table."""
# Translators, for each: meaning of a sign in the legend below the standings: the sign, then this;
# at most 40 characters
_LEGEND: Mapping[Origin, str] = {
    "forfeit": N_("by forfeit"),
    "elsewhere": N_("played elsewhere"),
    "adjudicated": N_("decided by moderators"),
    "computer": N_("computer played: 0 points"),
}


def how_words(t: Translations, how: How) -> str:
    """Tell the source of a result; empty for a game of this bot."""
    return t.gettext(_HOW[how]) if how in _HOW else ""


def signs(origins: Collection[Origin]) -> str:
    """Write the signs of a place's results: "×‡"; empty for none."""
    return "".join(sign for how, sign in SIGNS.items() if how in origins)


def legend(t: Translations, origins: Collection[Origin]) -> str:
    """Explain these signs in one line; empty for none."""
    return " · ".join(
        f"{sign} {t.gettext(_LEGEND[how])}" for how, sign in SIGNS.items() if how in origins
    )


def reached(t: Translations, points4: int, *, forfeited: bool) -> str:
    """Tell a seat's points, or that it lost by forfeit."""
    # Translators: stands in place of the points of somebody who lost by forfeit; noun; short
    return t.gettext("forfeit") if forfeited else points_number(points4)


def uncounted(t: Translations, line: Line, percent: int) -> str:
    """Say that a seat earns nothing, as a computer took more than `percent` of its turns; empty
    where it counts."""
    if not line.computer_took_over(percent):
        return ""
    turns = line.computer_turns + sum(n for _, n in line.turns)
    # Translators: behind a seat's points, in brackets: {n} turns of {turns} were a computer's;
    # plural by {turns}
    return t.ngettext(
        "no league points: a computer took {n} of {turns} turn",
        "no league points: a computer took {n} of {turns} turns",
        turns,
    ).format(n=line.computer_turns, turns=turns)


def entered_lines(t: Translations, forfeiting: Sequence[str]) -> list[str]:
    """Explain what entering a result means; `forfeiting` are the names of the losing seats."""
    if not forfeiting:
        first = t.gettext("It was played elsewhere and counts like any other, for ratings too.")
    else:
        first = t.gettext(
            "Lost by forfeit: {names}. They get 0 points, last place and no league points; "
            "ratings do not change."
        ).format(names=listed(t, forfeiting))
    return [first, t.gettext("If this table's game is still going on here, it is abandoned.")]
