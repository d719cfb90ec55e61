"""The turn of the day in words."""

from collections.abc import Mapping, Sequence
from datetime import date
from math import ceil

from bot.model.puzzles import OfServer, Theme
from bot.text.formats import day, number
from bot.text.translation import N_, Translations

STEP, SQUARES = 3, 5
"""The points lost for which a square is dark, and the squares of a row."""
# Translators, for each: what a puzzle is about; shown behind its result, as "Skulls · −4 points"
_THEMES: Mapping[Theme, str] = {
    "food": N_("Food day"),
    "calendar": N_("Starting space"),
    "skulls": N_("Skulls"),
    "building": N_("Building"),
    "technology": N_("Technology"),
    "temples": N_("Temples"),
    "goods": N_("Goods"),
    "placing": N_("Placing workers"),
}


def theme_words(t: Translations, theme: Theme) -> str:
    """Name what a puzzle is about."""
    return t.gettext(_THEMES[theme])


def lost_row(lost: float) -> str:
    """Show points lost as a row of squares, the fewer dark the better."""
    dark = min(SQUARES, ceil(lost / STEP))
    return "🟩" * (SQUARES - dark) + "⬛" * dark


def lost_words(t: Translations, lost: float) -> str:
    """Say how many points a turn lost against the best."""
    if not lost:
        # Translators: the result of a puzzle: nothing was lost
        return t.gettext("the best turn")
    n = round(lost)
    # Translators: the result of a puzzle: how many points fewer than the best turn
    return t.ngettext("−{n} point", "−{n} points", n).format(n=n)


def streak_words(t: Translations, days: int) -> str:
    """Say how many days in a row somebody took the turn of the day."""
    # Translators: on how many days in a row somebody took the turn of the day
    words = t.ngettext("{n} day", "{n} days in a row", days)
    return "🔥 " + words.format(n=days)


def result_line(t: Translations, theme: Theme, lost: float, days: int) -> str:
    """The result of a puzzle on a line that gives nothing away; without a streak for 0 days."""
    parts = [theme_words(t, theme), f"{lost_row(lost)} {lost_words(t, lost)}"]
    return " · ".join([*parts, *([streak_words(t, days)] if days else [])])


def mean_words(t: Translations, mean: float) -> str:
    """Say how many points were lost on average."""
    # Translators: {points}: a number with one decimal, as "1.4"
    return t.gettext("{points} points lost on average").format(points=number(t, mean, 1))


def server_lines(t: Translations, servers: Sequence[OfServer], guild_id: int) -> list[str]:
    """Tell a server's mean, and its place among all with enough people; nothing where it has too
    few."""
    places = [one.guild_id for one in servers]
    if guild_id not in places:
        return []
    place = places.index(guild_id)
    # Translators: {mean} as "1.4 points lost on average"; {place} and {servers} are numbers
    words = t.gettext("**This server**: {mean}; place {place} of {servers} servers")
    mean = mean_words(t, servers[place].mean)
    return [words.format(mean=mean, place=place + 1, servers=len(places))]


def day_title(t: Translations, on: date) -> str:
    """The heading of a day's turn."""
    # Translators: heading; {day} as "27 November"
    return t.gettext("Turn of the day, {day}").format(day=day(t, on))
