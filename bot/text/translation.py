"""The language of texts. English is the source; other languages are catalogues in data/locales.

A catalogue is data/locales/<language>/LC_MESSAGES/tzolkin.mo, made with Babel from the template
data/locales/tzolkin.pot. Where a catalogue or a text in it is missing, English is used.
"""

import gettext
from functools import cache
from pathlib import Path

DOMAIN = "tzolkin"
LOCALES = Path(__file__).parents[2] / "data" / "locales"
SOURCE_LANGUAGE = "en"

Translations = gettext.NullTranslations


def N_(text: str) -> str:
    """Marks a text for extraction that is translated later, where it is shown."""
    return text


@cache
def translator(locale: str) -> Translations:
    """The translations for a Discord or gettext locale such as "de", "pt-BR" or "en_US".

    Without a catalogue for the region that of the language is used: "de" for "de-AT"; without that,
    English.
    """
    wanted = locale.replace("-", "_")
    languages = [wanted, wanted.split("_")[0]]
    return gettext.translation(DOMAIN, LOCALES, languages=languages, fallback=True)


def fill(t: Translations, template: str, params: dict[str, object]) -> str:
    """A translated template with its named places filled.

    Where a translation names an unknown place, the English text is used instead.
    """
    try:
        return t.gettext(template).format(**params)
    except (KeyError, IndexError, ValueError):
        return template.format(**params)
