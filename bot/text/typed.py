"""Names and other typed words, made harmless: they change nothing around them in a message, a
picture, a button, a file or a log. And numbers, times and dates as people type them."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from fractions import Fraction
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel.dates import get_date_format, get_month_names

from bot.refusal import Refusal
from bot.text.translation import locale_named

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


_MARKS = re.compile("[\u0300-\u036f'`\u00b4\u02bc\u2018\u2019]")
"""Accents of Latin, Greek and Cyrillic letters, and apostrophes."""
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that have no accent in Unicode, by what people type in their place."""


def folded(words: str) -> str:
    """Write words as they are compared and searched: without accents, apostrophes and capitals, so
    that who types "cafe" finds "Café"."""
    found = words.casefold()
    if not found.isascii():
        found = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", found).casefold())
    return _MARKS.sub("", found.translate(_LETTERS)).strip()


# --- numbers, times and dates --------------------------------------------------------------------
#
# Each of these reads all it is given, or refuses: a word that is passed by changes what was meant.

_SHOWN = 40
"""The most characters of a typed text that a refusal repeats."""
_DASHES = str.maketrans(dict.fromkeys("−–‐‑", "-"))
"""What phones and people write in the place of a hyphen or a minus."""
_NUMBER = re.compile(r"([+-]?)(\d{0,6})(?:[.,](\d{1,6}))?([¼½¾]?)", re.ASCII)
_FRACTIONS = {"": Fraction(0), "¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def typed_number(word: str) -> Fraction | None:
    """A number as people type it and as the bot writes it: "55.25", "2,5", "−5", "2¾"; None for
    anything else."""
    found = _NUMBER.fullmatch(word.strip().translate(_DASHES))
    if found is None or not (found[2] or found[3] or found[4]) or (found[3] and found[4]):
        return None
    number = Fraction(f"{found[2] or 0}.{found[3] or 0}") + _FRACTIONS[found[4]]
    return -number if found[1] == "-" else number


def typed_count(word: str) -> int | None:
    """A whole number from 0, of at most nine digits; None for anything else."""
    word = word.strip()
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else None


_TIME = re.compile(
    r"(\d{1,2})(?:[:.h](\d{2})?)?(?:\s*([ap])\.?\s?m\b\.?|\s*(?:uhr|hs?|hrs)\b\.?)?",
    re.IGNORECASE | re.ASCII,
)


def read_time(word: str) -> time:
    """Read a time of the day, such as 23:00, 22, 10pm or 10:30 pm. Raises Refusal otherwise."""
    at, rest = _time_and_rest(word)
    if rest:
        raise _no_time(word)
    return at


def _time_and_rest(words: str) -> tuple[time, str]:
    """The time of the day at the beginning, and what stands after it."""
    words = words.strip()
    found = _TIME.match(words)
    try:
        if found is None:
            raise ValueError(words)
        hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
        if half:
            if not 1 <= hour <= 12:
                raise ValueError(words)
            hour = hour % 12 + (12 if half == "p" else 0)
        return time(hour, minute), words[found.end() :].strip()
    except ValueError:
        raise _no_time(words) from None


def _no_time(words: str) -> Refusal:
    return Refusal(
        "time",
        "“{word}” is not a time; write it as 22:30, 22, 10pm or 10:30 pm.",
        word=words[:_SHOWN],
    )


YEARS = range(2000, 3000)
"""The years of dates that people may type."""
_NUMBERS = re.compile(r"(\d{4}|\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{1,2})\.?", re.ASCII)
_DATE_WORDS = 6
"""The most words of a date: "24 . de diciembre de 2026"."""
_DAY, _MONTH = r"([0-9]{1,2})(?:\.|o|°|st|nd|rd|th)?", r"([^\W\d_]+)\.?"
_DAY_FIRST = re.compile(rf"{_DAY}(?: de | of | ?){_MONTH},?(?: del?| of)? ([0-9]{{4}})")
_MONTH_FIRST = re.compile(rf"{_MONTH} {_DAY},? ([0-9]{{4}})")


def read_date(word: str, language: str) -> date:
    """Read a date, such as 2026-12-24, 24.12.2026 or 24 December 2026. Day and month stand in the
    order of the reader's language, a locale of Discord such as "en-US". With points the day comes
    first everywhere.

    Raises Refusal for anything else, and for years that nobody means: the first and the last
    possible day lack hours in some time zones."""
    day = _date(word, language)
    if day is None:
        raise _no_date(word, language)
    return day


def _no_date(word: str, language: str) -> Refusal:
    example = date(2026, 12, 24)
    order = _order(language)
    written = f"{example}" if order == "y" else example.strftime(_FORMS[order])
    return Refusal(
        "date",
        "“{word}” is not a date; write dates like {date}.",
        word=word.strip()[:_SHOWN], date=written,
    )  # fmt: skip


_FORMS = {"d": "%d.%m.%Y", "m": "%m/%d/%Y"}


def _date(word: str, language: str) -> date | None:
    """The day that was typed; None where it is none."""
    words = re.sub(" ?([./-]) ?", r"\1", " ".join(word.translate(_DASHES).split()))
    if found := _NUMBERS.fullmatch(words):
        first, sign, second, third = found.groups()
        if len(first) == 4 and len(third) < 4:
            year, month, day = first, second, third
        elif len(first) < 4 and (len(third) == 4 or (len(third) == 2 and sign != "-")):
            order = "d" if sign == "." else _order(language)
            if order == "y":
                return None  # in such a language nobody can say which number is the month
            day, month = (first, second) if order == "d" else (second, first)
            year = third if len(third) == 4 else f"20{third}"
        else:
            return None
        return _day_of(int(year), int(month), int(day))
    words = folded(words.replace(".", ". ").replace(" ,", ","))
    words = " ".join(words.split())
    if found := _DAY_FIRST.fullmatch(words):
        day, name, year = found.groups()
    elif found := _MONTH_FIRST.fullmatch(words):
        name, day, year = found.groups()
    else:
        return None
    return _day_of(int(year), _months(language).get(name, 0), int(day))


def _day_of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def _order(language: str) -> str:
    """What stands first in a date written in this language: "d", "m" or "y"."""
    pattern = str(get_date_format("short", locale_named(language)))
    return next(sign for sign in pattern.lower() if sign in "dmy")


@lru_cache(maxsize=64)
def _months(language: str) -> Mapping[str, int]:
    """The numbers of the months by their names, whole and short, in English, too."""
    return {
        folded(name).rstrip("."): number
        for locale in (locale_named("en"), locale_named(language))
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, context, locale).items()
    }


def read_moment(typed: str, language: str, zone: str, without_time: time) -> datetime | None:
    """Read a moment, such as "2026-12-24 18:00" or "24.12.2026 6 pm CET", as one in UTC; None for
    an empty text. Without a zone it is one of `zone`, the person's own; a date alone means that day
    at `without_time`. Raises Refusal for anything else."""
    if not typed.split():
        return None
    day, words = _day_and_rest(typed, language)
    if day is None:
        raise _no_date(typed, language)
    at, rest = _time_and_rest(words) if words else (without_time, "")
    return datetime.combine(day, at, _zone(rest, zone, day.year)).astimezone(UTC)


def read_appointment(
    typed: str, language: str, zone: str | None, now: datetime, without_time: time
) -> datetime | None:
    """Read when people want to meet, as `read_moment`, or by a time alone, which means the next
    moment with this time. `zone` is None for a person who has chosen none: then it raises Refusal
    (`zone-needed`), unless a zone was typed."""
    if not typed.split():
        return None
    day, words = _day_and_rest(typed, language)
    if day is None:
        try:
            at, rest = _time_and_rest(words)
            where = _zone(rest, zone, now.year)
        except Refusal as refusal:
            raise refusal if refusal.code == "zone-needed" else _no_date(typed, language) from None
        today = datetime.combine(now.astimezone(where).date(), at, where)
        return next(
            moment
            for moment in (today.astimezone(UTC), (today + timedelta(days=1)).astimezone(UTC))
            if moment > now
        )
    at, rest = _time_and_rest(words) if words else (without_time, "")
    return datetime.combine(day, at, _zone(rest, zone, day.year)).astimezone(UTC)


def _day_and_rest(typed: str, language: str) -> tuple[date | None, str]:
    """The day at the beginning, None where there is none, and what stands after it."""
    words = re.sub(r"(?<=\d)T(?=\d)", " ", typed).split()
    for cut in range(min(len(words), _DATE_WORDS), 0, -1):
        day = _date(" ".join(words[:cut]).removesuffix(","), language)
        if day is not None:
            return day, " ".join(words[cut:])
    return None, " ".join(words)


def _zone(typed: str, own: str | None, year: int) -> tzinfo:
    """The zone that was typed behind a time; if none was, one's own."""
    if not typed:
        if own is None:
            raise Refusal("zone-needed", "Choose your time zone first.")
        return ZoneInfo(own)
    # Here alone, as clocks load much that processes for drawing, which write names, never need.
    from bot.clocks import zone_typed

    where = zone_typed(typed.translate(_DASHES), own or "UTC", year)
    if where is None:
        raise Refusal(
            "zone-typed",
            "“{zone}” does not say clearly which time zone is meant; leave the zone out to use "
            "your own, or write it as UTC+1 or Europe/Berlin.",
            zone=typed[:_SHOWN],
        )
    return where
