"""The guides say the same in five languages, in the words of the program."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from bot.text.catalogue import read_catalogue
from bot.text.translation import LOCALES
from tests.docs.guides import (
    COMMANDS,
    GUIDES,
    ROW,
    TRANSLATED,
    commands,
    guide,
    with_rows,
)
from tests.text.catalogue_checks import Pair, misspelt

NAMES = {
    "App", "Intents", "MIT", "PostgreSQL", "Python", "bots", "byes", "git", "intent", "intents",
    "Install", "Installation", "User", "Windows", "openskill", "pip", "tag", "token", "uv", "zip",
}  # fmt: skip
"""Words of the READMEs that some dictionaries do not have."""
PICTURES = ("panel.webp", "season.webp")
"""Pictures that each language has beside its pages."""
NEW_WORDS = {"Pruébalo", "miniexpansión", "miniexpansão", "miniespansione", "Screenreader"}
NOT_WORDS = re.compile(
    r'^.* · .*$|(?:\[[\w/.]+\.md)?\]\([^)]*\)|<!--.*?-->|<img [^>]*?alt="', re.MULTILINE
)
"""The names of languages and files, where links lead, notes about where figures stand, and what
stands before the words for a picture."""
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)")
every_language = pytest.mark.parametrize("language", ["en", *TRANSLATED])
every_translation = pytest.mark.parametrize("language", TRANSLATED)
every_guide = pytest.mark.parametrize("name", GUIDES)


@cache
def read(name: str, language: str = "en") -> str:
    return guide(name, language).read_text("utf-8")


def prose(name: str, language: str = "en") -> str:
    """A guide without blocks of code and without the rows of its commands."""
    return ROW.sub("", BLOCK.sub("", read(name, language)))


def labels(name: str, language: str = "en") -> list[str]:
    """What is in bold type: labels of buttons, menus and groups."""
    return [" ".join(one.split()) for one in BOLD.findall(prose(name, language))]


@cache
def said(language: str) -> Mapping[str, set[str]]:
    """How each English text is said in a language; more than one way where it has contexts."""
    path = LOCALES / language.replace("-", "_") / "LC_MESSAGES" / "tzolkin.po"
    if language == "en":
        path = LOCALES / "tzolkin.pot"
    ways: dict[str, set[str]] = {}
    for text in read_catalogue(path):
        if not text.id:
            continue
        ids = [text.id] if isinstance(text.id, str) else list(text.id)
        strings = [text.string] if isinstance(text.string, str) else list(text.string)
        ways.setdefault(ids[0].strip("*"), set()).update(
            one.strip("*") for one in (ids[:1] if language == "en" else strings)
        )
    return ways


@every_language
def test_the_tables_have_every_command_as_discord_shows_it(language: str) -> None:
    page = read(COMMANDS, language)
    assert Counter(ROW.findall(page)) == Counter(list(commands()))
    assert page == with_rows(page, language), "write them anew: python -m tests.docs.guides"


@every_guide
def test_what_is_bold_is_a_text_of_the_program(name: str) -> None:
    assert [label for label in labels(name) if label not in said("en")] == []


@every_translation
@every_guide
def test_labels_are_those_of_the_language(name: str, language: str) -> None:
    known, found = said(language), Counter(labels(name, language))
    wanted = {label: known[label] for label in labels(name)}
    assert {label: ways for label, ways in wanted.items() if not ways & found.keys()} == {}
    assert found.keys() - set().union(*wanted.values()) == set()


@every_translation
@every_guide
def test_a_guide_has_the_parts_of_the_english_one(name: str, language: str) -> None:
    def parts(language: str) -> dict[str, object]:
        text = prose(name, language)
        page = guide(name, language)
        links = [link for link in LINK.findall(text) if not _between_languages(page, link)]
        return {
            "headings": re.findall(r"^#+", text, re.MULTILINE),
            "rows of tables": len(re.findall(r"^\|", text, re.MULTILINE)),
            "points of lists": re.findall(r"^(?:-|\d+\.) ", text, re.MULTILINE),
            "code": re.findall(r"^```.*?^```$", _without_notes(read(name, language)), re.M | re.S),
            "commands and what is typed": set(re.findall(r"`([^`]+)`", _spoken(text))),
            "links": {(page.parent / link).resolve() for link in links},
        }

    assert parts(language) == parts("en")


def _without_notes(text: str) -> str:
    """Without the comments in blocks of code, which are translated."""
    return re.sub(r" +# .*$", "", _spoken(text, in_code=True), flags=re.MULTILINE)


def _spoken(text: str, *, in_code: bool = False) -> str:
    """Without the language that `scripts/preview` is told; the commands of the English README do
    not tell it one."""
    return re.sub(r" --language [\w-]+" if in_code else r"(?<=--language) [\w-]+", "", text)


def _between_languages(page: Path, link: str) -> bool:
    return (page.parent / link).name in (*GUIDES, *PICTURES)


@every_language
@every_guide
def test_every_language_leads_to_all_others(name: str, language: str) -> None:
    page = guide(name, language)
    row = next(line for line in read(name, language).splitlines() if " · " in line)
    led = {(page.parent / link).resolve() for link in LINK.findall(row)}
    assert led == {guide(name, other) for other in ("en", *TRANSLATED) if other != language}


@every_language
@pytest.mark.parametrize(
    ("name", "begins", "ends"), [("playing.md", 0, 6), ("leagues.md", 1, 2)], ids=["game", "season"]
)
def test_what_a_first_time_needs_is_short(name: str, begins: int, ends: int, language: str) -> None:
    """The parts of a guide, by their headings, that lead through a first game or season."""
    parts = re.split(r"^(?=## )", read(name, language), flags=re.MULTILINE)[begins:ends]
    assert 300 < len(" ".join(parts).split()) <= 700


@every_language
def test_readme_is_short(language: str) -> None:
    assert len(read("README.md", language).splitlines()) <= 110


@every_translation
def test_readme_tries_its_own_language(language: str) -> None:
    told = re.findall(r"--language ([\w-]+)", read("README.md", language))
    assert set(told) == {language}
    assert f"scripts/preview --language {language} " in read("README.md", language)


@every_language
def test_readme_leads_to_the_guides(language: str) -> None:
    page = guide("README.md", language)
    led = {(page.parent / link).resolve() for link in LINK.findall(read("README.md", language))}
    assert {guide(name, language) for name in GUIDES[1:]} <= led


def misspelt_in_guides(locale: str, knows: Callable[[str], bool]) -> set[str]:
    """The words that no dictionary has; `tests/text/test_glossary.py` reads the dictionaries."""
    wrong: set[str] = set()
    for name in GUIDES:
        text = NOT_WORDS.sub("", prose(name, locale.replace("_", "-")))
        wrong.update(misspelt(Pair(locale, "", text), knows))
    return wrong - NAMES - NEW_WORDS
