"""The languages a server or a table may choose, each by its own name."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.model.server import Language

LANGUAGE_NAMES: Mapping[Language, str] = MappingProxyType(
    {
        "en": "English",
        "es": "Español",
        "pt-BR": "Português (Brasil)",
        "it": "Italiano",
        "de": "Deutsch",
    }
)
"""Not translated: whoever looks for a language knows its own name."""


def spoken(locale: str) -> Language:
    """The language in which whoever reads a locale of Discord, such as "es-419", is answered:
    English where there is no other."""
    same = (one for one in LANGUAGE_NAMES if one.split("-")[0] == locale.split("-")[0])
    return next(same, "en")
