"""Names and other typed words, made harmless: they change nothing around them in a message, a
picture, a button, a file or a log."""

import re
import unicodedata
from datetime import date, time
from functools import lru_cache

from bot.refusal import Refusal

_INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_JOINS = "\u200d"
_JOINED = re.compile(f"[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]{_JOINS}\\S")
"""Two emojis that are shown as one."""
_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_UNSEEN = ("Cc", "Cf", "Cs")
"""Categories of signs that show nothing, or turn or hide their neighbours: controls, marks of
direction, spaces without width."""
_SPACES = re.compile("  +")
_MARKUP = re.compile(r"([\\*_~|`<>\[\]@#]|^ *[-+]|^ *\d+(?=[.)]))")
"""Signs that Discord takes for Markdown, or for a mention, a time, an emoji or a link."""

NAMELESS = "?"
"""Stands in the place of a name that shows nothing."""


@lru_cache(maxsize=4096)
def plain(words: str) -> str:
    """Write words on one line, without anything that cannot be seen."""
    return _SPACES.sub(" ", seen(words)).strip()


def seen(words: str) -> str:
    """Remove what cannot be seen, but keep all spaces, for words that are read further."""
    if words.isascii() and words.isprintable():
        return words
    joined = {found.start() + 1 for found in _JOINED.finditer(words)}
    return "".join(sign if at in joined else _seen_sign(sign) for at, sign in enumerate(words))


def _seen_sign(sign: str) -> str:
    if sign in _BREAKS:
        return " "
    hidden = sign in _INVISIBLE or unicodedata.category(sign) in _UNSEEN
    return "" if hidden else sign


def plain_name(name: str) -> str:
    """Clean a name for storing and showing."""
    return plain(name) or NAMELESS


def escaped(words: str) -> str:
    """Write words on one line of a message so that they are shown literally: no Markdown, no
    mention and no link is made of them."""
    return _MARKUP.sub(_escape, plain(words))


def _escape(found: re.Match[str]) -> str:
    sign = found[1]
    return f"{sign}\\" if sign[-1].isdigit() else f"{sign[:-1]}\\{sign[-1]}"


_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*(?:([ap])\.?\s?m\.?)?", re.IGNORECASE)


def read_time(word: str) -> time:
    """Read a time of the day, such as 23:00, 22, 10pm or 10:30 pm. Raises Refusal otherwise."""
    found = _TIME.fullmatch(word.strip())
    try:
        if found is None:
            raise ValueError(word)
        hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
        if half:
            if not 1 <= hour <= 12:
                raise ValueError(word)
            hour = hour % 12 + (12 if half == "p" else 0)
        return time(hour, minute)
    except ValueError:
        raise Refusal(
            "time",
            "“{word}” is not a time; write it as 22:30, 22, 10pm or 10:30 pm.",
            word=word[:20],
        ) from None


YEARS = range(2000, 3000)
"""The years of dates that people may type."""


def read_date(word: str) -> date:
    """Read a date, such as 2026-12-24. Raises Refusal for anything else, and for years that nobody
    means: the first and the last possible day lack hours in some time zones."""
    try:
        day = date.fromisoformat(word.strip())
        if day.year not in YEARS:
            raise ValueError(word)
        return day
    except ValueError:
        raise Refusal(
            "date", "“{word}” is not a date; write it as 2026-12-24.", word=word[:20]
        ) from None
