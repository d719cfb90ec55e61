"""Which language to speak. English is the source; other languages are catalogues in data/locales.

A catalogue is data/locales/<language>/LC_MESSAGES/tzolkin.mo, made with Babel from the template
data/locales/tzolkin.pot. Where a catalogue or a text in it is missing, English is spoken.
"""

import gettext
from functools import cache
from pathlib import Path

DOMAIN = "tzolkin"
LOCALES = Path(__file__).parents[2] / "data" / "locales"
SOURCE_LANGUAGE = "en"

Translations = gettext.NullTranslations


def N_(text: str) -> str:
    """Marks a template for extraction where it is written, to be translated where it is said."""
    return text


@cache
def translator(locale: str) -> Translations:
    """The translations for a Discord or gettext locale such as "de", "pt-BR" or "en_US".

    The region is given up before the language: "de-AT" speaks "de". Falls back to English.
    """
    wanted = locale.replace("-", "_")
    languages = [wanted, wanted.split("_")[0]]
    return gettext.translation(DOMAIN, LOCALES, languages=languages, fallback=True)


def fill(t: Translations, template: str, params: dict[str, object]) -> str:
    """A translated template with its named places filled.

    A translation that names an unknown place must not cost the reader the sentence: the English
    one is filled instead.
    """
    try:
        return t.gettext(template).format(**params)
    except (KeyError, IndexError, ValueError):
        return template.format(**params)
