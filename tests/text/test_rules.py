"""Rules to look up: found by what people type, short, and with their page."""

import shutil
import warnings
from pathlib import Path

import pytest

from bot.text import translation
from bot.text.rules import BY_ID, TOPICS, topic_text, topics_for
from bot.text.translation import translator

ENGLISH = translator("en")
PAGES = range(1, 21)
OF_OUR_OWN = ("icons", "block", "price", "levy")
"""Topics about words and signs that the rulebook does not have."""


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_topics_are_short_and_have_their_page(topic: object) -> None:
    assert topic in TOPICS
    words = topic_text(ENGLISH, topic)  # type: ignore[arg-type]
    assert len(words) < 700


def test_pages_are_pages() -> None:
    for topic in TOPICS:
        numbers = [int(n) for part in topic.rulebook.split(", ") for n in part.split("-") if n]
        assert all(number in PAGES for number in numbers)
        ours = topic.title.startswith("Expansion") or topic.id in OF_OUR_OWN
        assert bool(numbers) != ours


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("beg", "begging"), ("feed", "feeding"), ("hungry", "foodday"),
        ("first player", "start"), ("skull", "skulls"),
        ("burn", "burning"), ("TIKAL", "tikal"), ("dummies", "twothree"), ("two days", "double"),
        ("six", "free"), ("tribe", "tribes"), ("agriculture", "agriculture"), ("trade", "uxmal"),
        ("monument", "monuments"), ("tie", "end"), ("block", "block"), ("levy", "levy"),
        ("icons", "icons"), ("owed", "owed"), ("space back", "spaceback"), ("in hand", "hand"),
        ("rival", "steps"), ("tax", "levy"), ("tooth", "age"), ("architects", "fullprice"),
    ],
)  # fmt: skip
def test_found_by_what_people_type(typed: str, first: str) -> None:
    assert topics_for(ENGLISH, typed)[0].id == first


def test_everything_and_nothing() -> None:
    assert topics_for(ENGLISH, " ") == list(TOPICS)
    assert topics_for(ENGLISH, "submarine") == []
    assert len(BY_ID) == len(TOPICS)


@pytest.mark.parametrize(
    ("language", "topic", "source"),
    [
        ("en", "palenque", "Rulebook, page 8"), ("en", "picking", "Rulebook, pages 6–7"),
        ("en", "begging", "Rulebook, pages 6 and 11"),
        ("de", "begging", "Spielregel, Seiten 6 und 11"),
        ("es", "skulls", "Reglamento, págs. 8, 9 y 14"),
    ],
)  # fmt: skip
def test_pages_are_a_list_of_the_language(language: str, topic: str, source: str) -> None:
    assert topic_text(translator(language), BY_ID[topic]).endswith("\n-# " + source)


TRANSLATED = sorted(
    {path.name for path in translation.PAGES.iterdir()} - {translation.SOURCE_LANGUAGE}
)


@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_are_translated_as_they_are_now(language: str) -> None:
    if old := [*translation.changed_passages(language)]:
        told = f"{language}: translate it, and write its new mark below: {'; '.join(old)}"
        warnings.warn(told, stacklevel=1)
    said = translation.said_in(language)
    for topic in TOPICS:
        assert {topic.title, topic.text} <= set(said)
    assert {*translation.lesson_presses(), translation.lesson_ending()} <= set(said)


def test_what_changed_in_english_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(translation.PAGES, tmp_path / "pages")
    english = tmp_path / "pages" / "en" / "rules.md"
    text = english.read_text("utf-8")
    english.write_text(text.replace("after at most 27 rounds", "in the end"), "utf-8")
    monkeypatch.setattr(translation, "PAGES", tmp_path / "pages")
    translation.passages.cache_clear()
    try:
        [only] = translation.changed_passages("de")
        assert only.startswith("The aim of the game (of ")
    finally:
        translation.passages.cache_clear()


def test_a_topic_that_is_missing_moves_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(translation.PAGES, tmp_path / "pages")
    german = tmp_path / "pages" / "de" / "rules.md"
    before, _, rest = german.read_text("utf-8").partition("## Dein Zug\n")
    german.write_text(before + rest[rest.index("## ") :], "utf-8")
    monkeypatch.setattr(translation, "PAGES", tmp_path / "pages")
    translation.passages.cache_clear()
    try:
        [only] = translation.changed_passages("de")
        assert only.startswith("Your turn (of ")
    finally:
        translation.passages.cache_clear()
