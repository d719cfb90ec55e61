"""The turn of the day in words."""

from collections.abc import Sequence
from datetime import date
from math import ceil
from typing import Any

from bot.model.puzzles import Theme
from bot.text.formats import day, number
from bot.text.translation import N_, Translations

STEP, SQUARES = 3, 5
"""The points lost for which a square is dark, and the squares of a row."""
# Translators, for each: what a puzzle is about; shown before its result, as "Skulls · −4 points"
_THEMES: dict[Theme, str] = {
    "food": N_("Food day"), "calendar": N_("Starting space"), "skulls": N_("Skulls"),
    "building": N_("Building"), "technology": N_("Technology"), "temples": N_("Temples"),
    "goods": N_("Goods"), "placing": N_("Placing workers"),
}  # fmt: skip


def theme_words(t: Translations, theme: Theme) -> str:
    """Name what a puzzle is about."""
    return t.gettext(_THEMES[theme])


def result_line(t: Translations, lost: float, days: int) -> str:
    """The result of a try: a square dark for every few points lost, the points, and the days in a
    row if there are any."""
    dark, n = min(SQUARES, ceil(lost / STEP)), round(lost)
    # Translators: the result of a puzzle: how many points fewer than the best turn
    points = t.ngettext("−{n} point", "−{n} points", n).format(n=n)
    # Translators: the result of a puzzle: nothing was lost
    words = points if lost else t.gettext("best turn")
    said = f"{'🟩' * (SQUARES - dark)}{'⬛' * dark} **{words}**"
    # Translators: on how many days in a row somebody took the turn of the day
    row = t.ngettext("{n} day in a row", "{n} days in a row", days).format(n=days)
    return f"{said} · 🔥 {row}" if days else said


def mean_words(t: Translations, mean: float) -> str:
    """Say how many points were lost on average."""
    # Translators: {points}: a number with one decimal, as "1.4"
    return t.gettext("{points} points lost on average").format(points=number(t, mean, 1))


def server_line(t: Translations, servers: Sequence[Any], guild_id: int) -> str:
    """Tell a server's mean, and its place among all with enough people; empty where it has too
    few."""
    for place, one in enumerate(servers, 1):
        if one.whose == guild_id:
            # Translators: {mean} as "1.4 points lost on average"; {place}, {servers}: numbers
            words = t.gettext("**This server**: {mean}; place {place} of {servers}")
            return words.format(mean=mean_words(t, one.mean), place=place, servers=len(servers))
    return ""


def day_title(t: Translations, on: date) -> str:
    """The heading of a day's turn."""
    # Translators: heading; {day} as "27 November"
    return t.gettext("Turn of the day, {day}").format(day=day(t, on))
