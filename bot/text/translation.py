"""The language of texts. English is the source; other languages are catalogues in data/locales.

A catalogue is data/locales/<language>/LC_MESSAGES/tzolkin.po; gettext reads the .mo beside it,
which `python -m bot texts` makes. Where a catalogue or a text in it is missing, English is used.
"""

import copy
import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Self

from babel import Locale, UnknownLocaleError

from bot.model.server import LANGUAGES, Language
from bot.text.pages import said_in

DOMAIN = "tzolkin"
LOCALES = Path(__file__).parents[2] / "data" / "locales"
SOURCE_LANGUAGE = "en"
_SOURCE_LOCALE = Locale("en", "US")

_INSTALLED_WITHIN = 60
"""Seconds between the first and the last file of an installation."""

NO_ICONS: Mapping[str, str] = MappingProxyType({})


class Translations(gettext.NullTranslations):
    """The words of a language, and the icons its reader can be shown among them.

    An icon is Discord's markup of a custom emoji, as "<:tz_corn_ab12cd:123>". Only the text of a
    message shows it; on a button or option it stands beside the label. Labels, alt texts, pictures,
    files, logs and notation are made without `in_text`, so they have words alone.
    """

    locale: Locale = _SOURCE_LOCALE
    """How numbers, dates and lists are written (`bot.text.formats`)."""
    icons: Mapping[str, str] = NO_ICONS
    """The markup of each icon there is, by its name in `rendering.emoji_images`: for a button or an
    option."""
    in_text: Mapping[str, str] = NO_ICONS
    """The icons that stand among the words: all of them in the text of a message, else none."""

    in_signs: bool = False
    """Whether goods are written as signs and names are cut: for a button whose words are too long
    for a phone."""

    _like: Self | None = None

    def with_icons(self, icons: Mapping[str, str]) -> Self:
        """The same language for a reader who can be shown these icons. It is one object as long as
        the icons are: pictures are kept by what they were drawn from, the language included."""
        if icons is self.icons:
            return self
        if self._like is None or self._like.icons is not icons:
            self._like = copy.copy(self)
            self._like.icons = icons
        return self._like

    def for_message(self) -> Self:
        """The same language for the text of a message: words that have an icon are written with
        it."""
        like = copy.copy(self)
        like.in_text = self.icons
        return like

    def with_signs(self) -> Self:
        """The same language with signs for goods and names cut short."""
        like = copy.copy(self)
        like.in_signs = True
        return like

    def marked(self, name: str, words: str) -> str:
        """Words with the icon of this name before them, where this is the text of a message."""
        icon = self.in_text.get(name)
        return f"{icon}\u202f{words}" if icon else words


def N_(text: str) -> str:
    """Marks a text for extraction that is translated later, where it is shown."""
    return text


def C_(context: str, text: str) -> str:
    """Marks a text for extraction that is translated later by `pgettext` with this context: an
    English word that stands for different words elsewhere."""
    return text


class _PageWords(gettext.NullTranslations):
    """How the texts of the pages (`bot.text.pages`) are said in a language."""

    def __init__(self, said: Mapping[str, str]) -> None:
        super().__init__()
        self._said = said

    def gettext(self, message: str) -> str:
        return self._said.get(message, message)


@cache
def translator(locale: str) -> Translations:
    """The translations for a Discord or gettext locale such as "de", "pt-BR" or "en_US".

    Without a catalogue for the region that of the language is used: "de" for "de-AT"; without that,
    English, also for numbers and dates.
    """
    wanted = locale.replace("-", "_")
    language = wanted.split("_")[0]
    words = Translations()
    found = gettext.translation(DOMAIN, LOCALES, languages=[wanted, language], fallback=True)
    words.add_fallback(found)
    words.add_fallback(_PageWords(said_in(wanted) or said_in(language)))
    if language == SOURCE_LANGUAGE or isinstance(found, gettext.GNUTranslations):
        words.locale = _locale_named(wanted)
    return words


def _locale_named(name: str) -> Locale:
    """The conventions of a locale, without knowledge of its region those of its language."""
    try:
        return Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(name.split("_")[0])


def not_compiled() -> list[Path]:
    """The catalogues whose .mo file is missing, or older than they are: what they say is not what
    people read. Files that were installed together count as equally old."""
    return [
        path for path in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
        if not (compiled := path.with_suffix(".mo")).exists()
        or path.stat().st_mtime > compiled.stat().st_mtime + _INSTALLED_WITHIN
    ]  # fmt: skip


ENGLISH = translator(SOURCE_LANGUAGE)
"""The words of the source."""


def fill(t: Translations, template: str, params: dict[str, object]) -> str:
    """A translated template with its named places filled.

    Where a translation names an unknown place, the English text is used instead.
    """
    try:
        return t.gettext(template).format(**params)
    except (KeyError, IndexError, ValueError):
        return template.format(**params)


def spoken(locale: str) -> Language:
    """The language in which whoever reads a locale of Discord, such as "es-419", is answered:
    English where there is no other."""
    same = (one for one in LANGUAGES if one.split("-")[0] == locale.split("-")[0])
    return next(same, "en")
