"""The pages of prose: the rules in short (rules.md) and the tutorial (lesson.md), one file for each
language in data/pages.

English is the source. A topic of rules.md has its id in a comment below its title, with the pages
of the rulebook that explain it in full (the Spanish edition's numbering, which the other editions
share); the comment may hold more words for the search. In the other languages that comment, and the
one below a heading of lesson.md, has the mark of the English text that was translated: `python -m
bot texts` says which have changed since. A translation is looked up by the English text, as in the
catalogues of gettext.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path

PAGES = Path(__file__).parents[2] / "data" / "pages"
SOURCE = "en"
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_COMMENT = re.compile(r"<!-- (.*?) -->\n?", re.DOTALL)
_NUMBER = re.compile(r"^\d+\. ", re.MULTILINE)
_FOUND_BY = "found by: "
TITLE_LIMIT = 40
"""The most characters of a title, which is also an option of a menu."""


@dataclass(frozen=True)
class Passage:
    """The text below one heading."""

    title: str
    text: str
    """Empty for the heading of a section of rules.md."""
    id: str = ""
    rulebook: str = ""
    """Pages of the rulebook, such as "6" or "6-7"; empty for the expansion and our own texts."""
    words: str = ""
    """More words for the search."""
    of: str = ""
    """The mark of the English passage that this one translates."""

    @property
    def mark(self) -> str:
        """A hash that changes when the passage does."""
        said = "\n".join((self.title, self.text, self.words))
        return sha256(said.encode()).hexdigest()[:6]


@cache
def passages(page: str, language: str = SOURCE) -> tuple[Passage, ...]:
    """Read the passages of a page, such as "rules"; empty if the language has no such page."""
    file = PAGES / language / f"{page}.md"
    if not file.is_file():
        return ()
    return tuple(map(_passage, _HEADING.split(file.read_text(encoding="utf-8"))[1:]))


def _passage(written: str) -> Passage:
    title, _, rest = written.partition("\n")
    about, words = dict[str, str](), ""
    for comment in _COMMENT.findall(rest):
        if comment.startswith(_FOUND_BY):
            words = comment.removeprefix(_FOUND_BY)
            continue
        for fact in comment.split(" | "):
            name, _, value = fact.partition(" ")
            about[name if value else "id"] = value or name
    text = _COMMENT.sub("", rest).strip()
    return Passage(
        title, text, about.get("id", ""), about.get("rulebook", ""), words, about.get("of", "")
    )


def presses() -> tuple[str, ...]:
    """List the tutorial's texts for its presses: the numbered lines of lesson.md."""
    return _lesson(SOURCE)[:-1]


def ending() -> str:
    """Read the tutorial's closing text: the last passage of lesson.md."""
    return _lesson(SOURCE)[-1]


@cache
def _lesson(language: str) -> tuple[str, ...]:
    """List the numbered lines, and the text of the last passage."""
    *rounds, end = passages("lesson", language) or [Passage("", "")]
    lines = [one.strip() for passage in rounds for one in _NUMBER.split(passage.text)[1:]]
    return (*lines, end.text)


def _translated(language: str) -> Iterator[tuple[Passage, Passage | None]]:
    """Yield each English passage with its translation, None where that is missing: a topic is found
    by its id, all others by their place among those without one."""
    theirs = {one.id: one for one in passages("rules", language) if one.id}
    for passage in passages("rules"):
        if passage.id:
            yield passage, theirs.get(passage.id)
    for page in ("rules", "lesson"):
        ours, others = ([one for one in passages(page, name) if not one.id]
                        for name in (SOURCE, language))  # fmt: skip
        yield from zip(ours, chain(others, repeat(None)), strict=False)


@cache
def said_in(language: str) -> Mapping[str, str]:
    """Map the English texts of all pages to a language, such as "pt_BR". A passage without a
    translation is left out; all are for a language that has no pages, such as "en_US"."""
    said = dict[str, str]()
    for passage, other in _translated(language):
        if other is not None and passage not in passages("lesson"):
            said[passage.title] = other.title
            said |= {passage.text: other.text, passage.words: other.words}
    said |= dict(zip(_lesson(SOURCE), _lesson(language), strict=False))
    return {words: theirs for words, theirs in said.items() if words and theirs}


def changed(language: str) -> Iterator[str]:
    """Name the English passages with a missing or older translation: title and mark."""
    for passage, other in _translated(language):
        if other is None or other.of != passage.mark:
            yield f"{passage.title} (of {passage.mark})"
