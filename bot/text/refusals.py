"""Why something is not done, in one sentence of the reader's language."""

from collections.abc import Mapping

from bot.engine.refusal import Goods
from bot.text.names import amounts, name_of
from bot.text.translation import Translations, fill


def refusal_words(t: Translations, template: str, params: Mapping[str, object]) -> str:
    """The filled sentence; ids in it become names, goods are told as everywhere."""
    return fill(t, template, {key: _told(t, value) for key, value in params.items()})


def _told(t: Translations, value: object) -> object:
    if isinstance(value, Goods):
        return amounts(t, value)
    return name_of(t, value) if isinstance(value, str) else value
