"""The words of a translation that a dictionary does not have."""

import re
import tomllib
from collections.abc import Callable
from functools import cache

from bot.text.catalogue import NAMES
from tests.text.catalogue_checks import NO_PROSE, WORD, Pair, listed


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
            known |= words_of(row[language]) | set(WORD.findall(row[language]))
    return frozenset(known)


def misspelt(pair: Pair, knows: Callable[[str], bool]) -> list[str]:
    """The words that are neither known nor in the dictionary, not even in parts."""
    known = known_words(pair.language)

    def right(word: str) -> bool:
        return word in known or knows(word) or (word[0].isupper() and word.lower() in known)

    return sorted(
        word
        for word in words_of(pair.translated)
        if not right(word)
        and not (("-" in word or "'" in word) and all(map(right, WORD.findall(word))))
    )
