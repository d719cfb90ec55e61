"""Numbers and goods read from texts of any of our languages, to be held against data."""

import re

from bot.text.translation import Translations

_WORDS = {
    "en": "two three four five six",
    "de": "zwei drei vier(?:mal)? fünf sechs",
    "es": "dos tres cuatro cinco seis",
    "it": "due tre quattro cinque sei",
    "pt": "dois|duas três quatro cinco seis",
}
"""The numbers from 2 on in words; one is an article, too, and is left out."""
_UNITS = {
    "corn": "corn|mais|maíz|milhos?|🌽",
    "wood": "wood|holz|maderas?|madeiras?|legn[oi]|🪵",
    "stone": "stone|steine?|piedras?|pedras?|pietr[ae]|🪨",
    "gold": "gold|oro|ouros?|🪙",
    "skull": "skulls?|schädel|calaveras?|caveiras?|tesch(?:io|i)|💀",
    "resource": "resources?|rohstoffe?|recursos?|risors[ae]",
    "point": "points?|punkte?|puntos?|punt[oi]|pontos?",
}
_ICON = re.compile(r"<:tz_(\w+):\d+>")
_BESIDE = r"[ \u202f]?(?:de |di )?"
_UNIT = "|".join(f"(?P<{unit}>{words})" for unit, words in _UNITS.items())
_AGE = r"(?<!age )(?<!era )", r"(?!ª|\. zeitalter)"
"""Stand before and behind a number that is not that of an age."""
_NUMBER = re.compile(rf"{_AGE[0]}([−+]?\d+){_AGE[1]}(?:{_BESIDE}(?:{_UNIT})(?!\w))?")


def said(t: Translations, text: str) -> list[str]:
    """The numbers of a text in order, each with the good behind it: ["3 corn", "5"]; no ages."""
    text = _ICON.sub(r"\1", text).casefold()
    for n, words in enumerate(_WORDS[t.locale.language].split(), start=2):
        text = re.sub(rf"\b(?:{words})\b", str(n), text)
    return [
        " ".join([found[1].lstrip("+"), *(unit for unit in _UNITS if found[unit])])
        for found in _NUMBER.finditer(text)
    ]
