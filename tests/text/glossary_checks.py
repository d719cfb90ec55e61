"""Whether translations say what the glossary says, data/locales/glossary.toml."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.text.catalogue_checks import GLOSSARY, NO_PROSE, WORD, Pair

NOT_SHOWN = "not shown"
"""How the comment of a text begins that is there to be searched: words people may think of."""


@dataclass(frozen=True)
class Term:
    """A term of the glossary in one language."""

    english: str
    found_as: re.Pattern[str]
    unless: re.Pattern[str] | None
    """English phrases in which it means something else."""
    stems: tuple[tuple[str, ...], ...]
    """Any of these; of each all words, folded. Empty where the term is not asked for."""
    avoid: tuple[str, ...]


def folded(text: str) -> str:
    """Small letters without accents, so that Stamm and Stämme are alike."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_SMALL_WORDS = {
    "de", "del", "la", "el", "los", "las", "un", "una", "en", "a", "y", "i", "di", "il", "lo", "le",
    "gli", "da", "do", "dos", "das", "o", "os", "as", "um", "uma", "e", "in", "der", "die", "den",
    "dem", "des", "ein", "einen", "eine", "auf", "und", "einer", "se", "si", "sich", "al", "com",
    "per",
}  # fmt: skip


def _stem(word: str, language: str) -> str:
    """A word without its ending, roughly."""
    word = folded(word)
    if language == "de":
        return re.sub(r"(?<=....)(?:en|er|es|e|n|s)$", "", word)
    word = re.sub(r"(?<=...)(?:[aeio]r)(?:se|si)?$", "", word) if len(word) > 5 else word
    word = re.sub(r"(?<=...)(?:oes|ao|ones|on|eis|el|ais|al|is)$", "", word)
    return re.sub(r"(?<=..)[aeiou]+s?$", "", word)


@cache
def raw_terms() -> list[dict[str, Any]]:
    """The glossary as it is written."""
    terms: list[dict[str, Any]] = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]
    return terms


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(one) for one in sorted(phrases, key=len, reverse=True))
    return re.compile(rf"(?<![\w{{/-])(?:{words})s?(?![\w}}])", re.IGNORECASE)


@cache
def glossary(language: str) -> tuple[Term, ...]:
    """The terms that the language has, the longest English first."""
    terms = []
    for raw in raw_terms():
        if language not in raw:
            continue
        written = raw.get("stems", {}).get(language)
        if written is None:
            whole = [w for w in WORD.findall(raw[language]) if folded(w) not in _SMALL_WORDS]
            stems = (tuple(_stem(word, language) for word in whole),)
        else:
            stems = tuple(tuple(folded(word) for word in one.split()) for one in written)
        terms.append(
            Term(
                english=raw["en"],
                found_as=_any_of([raw["en"], *raw.get("other", [])]),
                unless=_any_of(raw["unless"]) if "unless" in raw else None,
                stems=stems if raw.get("checked", True) else (),
                avoid=tuple(folded(one) for one in raw.get("avoid", {}).get(language, [])),
            )
        )
    return tuple(sorted(terms, key=lambda term: -len(term.english)))


def terms_in(english: str, language: str) -> list[Term]:
    """The terms of a text; what belongs to a longer one ("corn tile") is not looked at again."""
    rest = NO_PROSE.sub(" ", english)
    found = []
    for term in glossary(language):
        meant = term.unless.sub("\x00", rest) if term.unless else rest
        if term.found_as.search(meant):
            found.append(term)
            rest = term.found_as.sub("\x00", rest)
    return found


def _has(stem: tuple[str, ...], words: list[str], text: str, language: str) -> bool:
    if language == "de":  # its compounds have the term in their midst
        return all(part in text for part in stem)
    return all(any(word.startswith(part) for word in words) for part in stem)


def glossary_faults(pair: Pair) -> list[str]:
    """Terms of the English text that are not in the translation, and words that must not be."""
    if pair.context == "tile" or pair.comment.startswith(NOT_SHOWN):
        return []
    text = folded(NO_PROSE.sub(" ", pair.translated))
    words = WORD.findall(text)
    terms = terms_in(pair.english, pair.language)
    wrong = [
        f"{term.english}: none of {[' '.join(stem) for stem in term.stems]}"
        for term in terms
        if term.stems and not any(_has(stem, words, text, pair.language) for stem in term.stems)
    ]
    meant = {part for term in terms for stem in term.stems for part in stem}
    for term in terms:
        for avoided in term.avoid:
            hit = re.search(rf"(?<!\w){re.escape(avoided)}", text)
            if hit and not any(part and avoided.startswith(part) for part in meant):
                wrong.append(f"{term.english}: not “{avoided}”")
    return wrong


def english_faults(english: str) -> list[str]:
    """Words the English texts do not use."""
    return [
        f"{raw['en']}: not “{word}”"
        for raw in raw_terms()
        for word in raw.get("avoid", {}).get("en", [])
        if re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", english, re.IGNORECASE)
    ]
