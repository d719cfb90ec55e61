"""The language of texts. English is the source; other languages are catalogues in data/locales.

A catalogue is data/locales/<language>/LC_MESSAGES/tzolkin.po; gettext reads the .mo beside it,
which `python -m bot texts` makes. Where a catalogue or a text in it is missing, English is used.
"""

import copy
import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from babel import Locale, UnknownLocaleError

from bot.model.server import LANGUAGES, Language
from bot.text.pages import said_in

DOMAIN = "tzolkin"
LOCALES = Path(__file__).parents[2] / "data" / "locales"
SOURCE_LANGUAGE = "en"
_SOURCE_LOCALE = Locale("en", "US")

_INSTALLED_WITHIN = 60
"""The most seconds between the first and the last file of an installation."""

NO_ICONS: Mapping[str, str] = MappingProxyType({})


class Translations(gettext.NullTranslations):
    """The words of a language, and the icons its reader can be shown among them.

    An icon is Discord's markup of a custom emoji, as "<:tz_corn_ab12cd:123>". Only the text of a
    message shows it; on a button or option it stands beside the label. Labels, alt texts, pictures,
    files, logs and notation are made without `in_text`, so they have words alone.
    """

    locale: Locale = _SOURCE_LOCALE
    """The style of numbers, dates and lists (`bot.text.formats`)."""
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
        self._found: dict[str, str] = {}  # shared by all forms of the language

    def gettext(self, message: str) -> str:
        """Translate a text of the program, of which there are so many; a panel has hundreds."""
        found = self._found.get(message)
        if found is None:
            found = self._found[message] = super().gettext(message)
        return found

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
    """The translations of the pages (`bot.text.pages`) into a language."""

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
