"""The language of texts: the catalogues, the pages of prose in each language, and numbers, dates,
spans of time and lists in the style of a language.

English is the source. A catalogue is data/locales/<language>/LC_MESSAGES/tzolkin.po; gettext reads
the .mo beside it, which `python -m bot texts` makes. Where a catalogue or a text in it is missing,
English is used.

The pages are the rules in short (rules.md) and the tutorial (lesson.md), one file for each language
in data/pages. A topic of rules.md has its id in a comment below its title, with the pages of the
rulebook that explain it in full (the Spanish edition's numbering, which the other editions share);
the comment may hold more words for the search. In the other languages that comment, and the one
below a heading of lesson.md, has the mark of the English text that was translated: `python -m bot
texts` says which have changed since. A translation is looked up by the English text, as in the
catalogues.

Numbers and dates are Babel's. In a message Discord shows a timestamp instead
(`bot.text.hours.moment`), which each reader sees in their own time zone.
"""

import copy
import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Self

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_timedelta, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.model.server import LANGUAGES, Language

PAGES = Path(__file__).parents[2] / "data" / "pages"
SOURCE_LANGUAGE = "en"
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_COMMENT = re.compile(r"<!-- (.*?) -->\n?", re.DOTALL)
_NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
_FOUND_BY = "found by: "
TITLE_LIMIT = 40
"""The most characters of a title, which is also an option of a menu."""


@dataclass(frozen=True)
class Passage:
    """The text below one heading."""

    title: str
    text: str
    """Empty for the heading of a section of rules.md."""
    id: str = ""
    rulebook: str = ""
    """Pages of the rulebook, such as "6" or "6-7"; empty for the expansion and our own texts."""
    words: str = ""
    """More words for the search."""
    of: str = ""
    """The mark of the English passage that this one translates."""

    @property
    def mark(self) -> str:
        """A hash that changes when the passage does."""
        said = "\n".join((self.title, self.text, self.words))
        return sha256(said.encode()).hexdigest()[:6]


@cache
def passages(page: str, language: str = SOURCE_LANGUAGE) -> tuple[Passage, ...]:
    """Read the passages of a page, such as "rules"; empty if the language has no such page."""
    file = PAGES / language / f"{page}.md"
    if not file.is_file():
        return ()
    return tuple(map(_passage, _HEADING.split(file.read_text(encoding="utf-8"))[1:]))


def _passage(written: str) -> Passage:
    title, _, rest = written.partition("\n")
    about, words = dict[str, str](), ""
    for comment in _COMMENT.findall(rest):
        if comment.startswith(_FOUND_BY):
            words = comment.removeprefix(_FOUND_BY)
            continue
        for fact in comment.split(" | "):
            name, _, value = fact.partition(" ")
            about[name if value else "id"] = value or name
    text = _COMMENT.sub("", rest).strip()
    return Passage(
        title, text, about.get("id", ""), about.get("rulebook", ""), words, about.get("of", "")
    )


def lesson_presses() -> tuple[str, ...]:
    """List the tutorial's texts for its presses: the numbered lines of lesson.md."""
    return _lesson(SOURCE_LANGUAGE)[:-1]


def lesson_ending() -> str:
    """Read the tutorial's closing text: the last passage of lesson.md."""
    return _lesson(SOURCE_LANGUAGE)[-1]


@cache
def _lesson(language: str) -> tuple[str, ...]:
    """List the numbered lines, and the text of the last passage."""
    *rounds, end = passages("lesson", language) or [Passage("", "")]
    lines = [one.strip() for passage in rounds for one in _NUMBERED.split(passage.text)[1:]]
    return (*lines, end.text)


def _translated_passages(language: str) -> Iterator[tuple[Passage, Passage | None]]:
    """Yield each English passage with its translation, None where that is missing: a topic is found
    by its id, all others by their place among those without one."""
    theirs = {one.id: one for one in passages("rules", language) if one.id}
    for passage in passages("rules"):
        if passage.id:
            yield passage, theirs.get(passage.id)
    for page in ("rules", "lesson"):
        ours, others = ([one for one in passages(page, name) if not one.id]
                        for name in (SOURCE_LANGUAGE, language))  # fmt: skip
        yield from zip(ours, chain(others, repeat(None)), strict=False)


@cache
def said_in(language: str) -> Mapping[str, str]:
    """Map the English texts of all pages to a language, such as "pt_BR". A passage without a
    translation is left out; all are for a language that has no pages, such as "en_US"."""
    said = dict[str, str]()
    for passage, other in _translated_passages(language):
        if other is not None and passage not in passages("lesson"):
            said[passage.title] = other.title
            said |= {passage.text: other.text, passage.words: other.words}
    said |= dict(zip(_lesson(SOURCE_LANGUAGE), _lesson(language), strict=False))
    return {words: theirs for words, theirs in said.items() if words and theirs}


def changed_passages(language: str) -> Iterator[str]:
    """Name the English passages with a missing or older translation: title and mark."""
    for passage, other in _translated_passages(language):
        if other is None or other.of != passage.mark:
            yield f"{passage.title} (of {passage.mark})"


DOMAIN = "tzolkin"
LOCALES = Path(__file__).parents[2] / "data" / "locales"
_SOURCE_LOCALE = Locale("en", "US")

_INSTALLED_WITHIN = 60
"""The most seconds between the first and the last file of an installation."""

_MOST_COUNTED = 100
"""The highest number whose form of a text is remembered."""

NO_ICONS: Mapping[str, str] = MappingProxyType({})


class Translations(gettext.NullTranslations):
    """The words of a language, and the icons its reader can be shown among them.

    An icon is Discord's markup of a custom emoji, as "<:tz_corn_ab12cd:123>". Only the text of a
    message shows it; on a button or option it stands beside the label. Labels, alt texts, pictures,
    files, logs and notation are made without `in_text`, so they have words alone.
    """

    locale: Locale = _SOURCE_LOCALE
    """The style of numbers, dates and lists."""
    icons: Mapping[str, str] = NO_ICONS
    """The markup of all icons, by name in `rendering.emoji_images`: for a button or an option."""
    in_text: Mapping[str, str] = NO_ICONS
    """The icons among the words: all of them in the text of a message, otherwise none."""

    in_signs: bool = False
    """Whether goods are written as signs: for buttons whose words are too long for a phone."""
    in_cut_names: bool = False
    """Whether names are cut, too: for a button that is still too long."""

    spoken: str = SOURCE_LANGUAGE
    """The locale for which `translator` has found these translations."""
    _like: Self | None = None
    _signs: Self | None = None

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[str, str] = {}  # shared by all forms of the language, as is:
        self._counted: dict[tuple[str, int], str] = {}
        self._of_context: dict[tuple[str, str], str] = {}

    def gettext(self, message: str) -> str:
        """Translate a text of the program. Each is looked up once, as a panel has hundreds."""
        found = self._found.get(message)
        if found is None:
            found = self._found[message] = super().gettext(message)
        return found

    def pgettext(self, context: str, message: str) -> str:
        """Translate a text that has several meanings."""
        found = self._of_context.get((context, message))
        if found is None:
            found = self._of_context[context, message] = super().pgettext(context, message)
        return found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a text that counts, in the form for the number `n`."""
        found = self._counted.get((msgid1, n))
        if found is None:
            found = super().ngettext(msgid1, msgid2, n)
            if 0 <= n <= _MOST_COUNTED:
                self._counted[msgid1, n] = found
        return found

    def say(self, sentence: str | tuple[str, str], /, **places: Any) -> str:
        """Say a sentence of the program in this language, its named places filled: one marked with
        `N_`, or one with `P_`, in the form for the number `n`. A test compares the places."""
        if isinstance(sentence, str):
            words = self._found.get(sentence) or self.gettext(sentence)
        else:
            words = self.ngettext(sentence[0], sentence[1], places["n"])
        return words.format_map(places) if places else words

    def __copy__(self) -> Self:
        like = object.__new__(type(self))
        like.__dict__.update(self.__dict__)
        return like

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process as the language alone, and how goods and names are written: there
        it is found again. Icons among the words are sent, too; those beside labels stay here, since
        pictures have none."""
        return _found_again, (self.spoken, self.in_signs, self.in_cut_names, dict(self.in_text))

    def with_icons(self, icons: Mapping[str, str]) -> Self:
        """Make the language for a reader who can see these icons. It is one object as long as the
        icons stay: pictures are cached by their input, the language included."""
        if icons is self.icons:
            return self
        if self._like is None or self._like.icons is not icons:
            self._like = copy.copy(self)
            self._like.icons = icons
            self._like._signs = None
        return self._like

    def for_message(self) -> Self:
        """Make the language for the text of a message: words that have an icon are written with
        it."""
        like = copy.copy(self)
        like.in_text = self.icons
        like._signs = None
        return like

    def with_signs(self) -> Self:
        """Make the language with signs for goods; each time the same object."""
        if self.in_signs:
            return self
        if self._signs is None:
            self._signs = copy.copy(self)
            self._signs.in_signs = True
        return self._signs

    def with_cut_names(self) -> Self:
        """Make the language with signs for goods and names cut short; each time the same object."""
        signs = self.with_signs()
        if signs.in_cut_names:
            return signs
        if signs._signs is None:
            signs._signs = copy.copy(signs)
            signs._signs.in_cut_names = True
        return signs._signs

    def marked(self, name: str, words: str) -> str:
        """Put the icon of this name before the words, in the text of a message."""
        icon = self.in_text.get(name)
        return f"{icon}\u202f{words}" if icon else words


def N_(text: str) -> str:
    """Mark a text for extraction; it is translated later, where it is shown."""
    return text


def C_(context: str, text: str) -> str:
    """Mark a text for extraction; it is translated later by `pgettext` with this context. That is
    for an English word that stands for different words elsewhere."""
    return text


class _PageWords(gettext.NullTranslations):
    """The translations of the pages into a language."""

    def __init__(self, said: Mapping[str, str]) -> None:
        super().__init__()
        self._said = said

    def gettext(self, message: str) -> str:
        return self._said.get(message, message)


@lru_cache(maxsize=64)
def translator(locale: str) -> Translations:
    """Find the translations for a Discord or gettext locale such as "de", "pt-BR" or "en_US".

    Without a catalogue for the region that of the language is used: "de" for "de-AT"; without that,
    English, also for numbers and dates.
    """
    wanted = locale.replace("-", "_")
    language = wanted.split("_")[0]
    words = Translations()
    words.spoken = locale
    found = gettext.translation(DOMAIN, LOCALES, languages=[wanted, language], fallback=True)
    words.add_fallback(found)
    words.add_fallback(_PageWords(said_in(wanted) or said_in(language)))
    if language == SOURCE_LANGUAGE or isinstance(found, gettext.GNUTranslations):
        words.locale = locale_named(wanted)
    return words


def _found_again(
    locale: str, in_signs: bool, in_cut_names: bool, in_text: Mapping[str, str]
) -> Translations:
    """The translations that another process has sent."""
    found = translator(locale)
    if in_signs:
        found = found.with_cut_names() if in_cut_names else found.with_signs()
    return found.with_icons(in_text).for_message() if in_text else found


def locale_named(name: str) -> Locale:
    """Find the conventions of a locale such as "de", "pt-BR" or "en_US"; for an unknown region
    those of its language."""
    name = name.replace("-", "_")
    try:
        return Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(name.split("_")[0])


def not_compiled() -> list[Path]:
    """List the catalogues whose .mo file is missing, or older than they are, so that people read
    something else. Files that were installed together count as equally old."""
    return [
        path for path in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
        if not (compiled := path.with_suffix(".mo")).exists()
        or path.stat().st_mtime > compiled.stat().st_mtime + _INSTALLED_WITHIN
    ]  # fmt: skip


ENGLISH = translator(SOURCE_LANGUAGE)
"""The translations into English, the source."""


def fill(t: Translations, template: str, params: dict[str, object], plural: str = "") -> str:
    """Fill the named places of a translated template; with a `plural`, of the form for the number
    `n`.

    Where a translation names an unknown place, the English text is used instead.
    """
    try:
        return _form(t, template, plural, params).format(**params)
    except (KeyError, IndexError, ValueError):
        return _form(ENGLISH, template, plural, params).format(**params)


def _form(t: Translations, template: str, plural: str, params: dict[str, object]) -> str:
    n = params.get("n")
    return t.ngettext(template, plural, n) if plural and isinstance(n, int) else t.gettext(template)


def spoken(locale: str) -> Language:
    """Find the language of answers for a locale of Discord, such as "es-419": English where there
    is no other."""
    same = (one for one in LANGUAGES if one.split("-")[0] == locale.split("-")[0])
    return next(same, "en")


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


def moment(at: datetime, style: str = "R") -> str:
    """Write a moment as a Discord timestamp, which each reader sees in their time zone and
    language: relative to now ("R"), or as date and time ("f")."""
    return f"<t:{int(at.timestamp())}:{style}>"


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
