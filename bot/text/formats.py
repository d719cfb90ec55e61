"""Numbers, dates, spans of time and lists in the style of a language, by Babel.

In a message Discord shows a timestamp instead (`bot.text.hours.moment`), which each reader sees in
their own time zone.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

from babel import Locale
from babel.dates import format_date, format_skeleton, format_timedelta, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.translation import Translations

_LISTS_OF = {"en": Locale("en", "GB")}
"""The locales for lists: all who read English see "a, b and c"."""
_SAME_SOUND = {
    "standard": (re.compile(r"[\W_]*h?[ií](?![aeoáéó])", re.IGNORECASE), " y ", " e "),
    "or": (re.compile(r"[\W_]*h?[oó]", re.IGNORECASE), " o ", " u "),
}
"""In Spanish "y" and "o" change before their own sound: "Balam e Itzel", "plata u oro"."""


def number(t: Translations, value: float, decimals: int = 2) -> str:
    """Write a number with at most so many decimals: "12.3", in German "12,3"; "−3"."""
    pattern = "#,##0." + "#" * decimals if decimals else "#,##0"
    return format_decimal(value, pattern, t.locale).replace("-", "−")


def rating_number(t: Translations, shown: float) -> str:
    """Write a rating with one place after the point: "12.3", "−0.4"."""
    rounded = round(shown, 1) or 0.0  # no "−0.0"
    return format_decimal(rounded, "#,##0.0", t.locale).replace("-", "−")


def capital(words: str) -> str:
    """Begin words with a capital letter: "Hard"."""
    return words[:1].upper() + words[1:]


def day(t: Translations, on: date, *, year: bool = False) -> str:
    """Write a day: "15 March", with the year "15 March 2026"."""
    if year:
        return format_date(on, "long", t.locale)
    return format_skeleton("MMMMd", on, locale=t.locale)


def month(t: Translations, n: int, *, in_full: bool = False) -> str:
    """Name the month of this number from 1, with a letter: "M"; or in full: "March"."""
    width: Literal["wide", "narrow"] = "wide" if in_full else "narrow"
    return str(get_month_names(width, "stand-alone", t.locale)[n])


def weekday_and_day(t: Translations, on: date) -> str:
    """Write a day near now, for a menu: "Sun, 15 Mar", in German "So., 15. März"."""
    return format_skeleton("MMMEd", on, locale=t.locale)


def span(t: Translations, time: timedelta) -> str:
    """Write a span of time in its largest unit: "3 days", "12 hours"."""
    return format_timedelta(time, threshold=1, locale=t.locale)


def listed(t: Translations, parts: Sequence[str]) -> str:
    """Join words for a sentence: "a", "a and b", "a, b and c"."""
    return _joined(t, parts, "standard")


def listed_or(t: Translations, parts: Sequence[str]) -> str:
    """Join alternatives for a sentence: "a", "a or b", "a, b or c"."""
    return _joined(t, parts, "or")


def _joined(t: Translations, parts: Sequence[str], style: Literal["standard", "or"]) -> str:
    language = t.locale.language
    words = format_list(list(parts), style, _LISTS_OF.get(language, t.locale))
    if language == "es" and len(parts) > 1:
        alike, usual, instead = _SAME_SOUND[style]
        if alike.match(parts[-1]):
            before = words.removesuffix(usual + parts[-1])
            words = before + instead + parts[-1]
    return words
