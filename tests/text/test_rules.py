"""Rules to look up, and what the spaces give now."""

import shutil
import warnings
from pathlib import Path

import pytest

from bot.engine.components import FREE_CHOICE_FROM, GEARS, HIGHEST
from bot.engine.expansion import PROPHECIES
from bot.engine.position import Jungle
from bot.text import translation
from bot.text.rules import BY_ID, TOPICS, topic_text, topics_for
from bot.text.spaces import level_off, placement_extra, space_now, trouble_words
from bot.text.translation import translator

# --- Rules to look up: found by what people type, short, and with their page ----------------------

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


# --- What the spaces give now, in words -----------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "space", "said"),
    [
        ("palenque", 0, "no action"),
        ("palenque", 1, "3 corn from fishing"),
        ("palenque", 6, "any action of spaces 1 to 5"),
        ("yaxchilan", 5, "1 gold, 1 stone, 2 corn"),
        ("tikal", 1, "a technology step"),
        ("tikal", 2, "a building"),
        ("tikal", 3, "1 or 2 technology steps"),
        ("tikal", 4, "1 or 2 buildings, or a monument"),
        ("tikal", 5, "a step up on 2 temples for 1 resource"),
        ("uxmal", 1, "a step up on 1 temple for 3 corn"),
        ("uxmal", 2, "trade corn and resources at the market"),
        ("uxmal", 3, "1 more worker (at most 6)"),
        ("uxmal", 4, "a building, paying 2 corn in place of each resource"),
        ("uxmal", 5, "any action on the four smaller gears for 1 corn"),
        ("chichen_itza", 4, "7 points, a step on Kukulkan"),
        ("chichen_itza", 9, "13 points, a step on Quetzalcoatl, 1 resource"),
        ("chichen_itza", 10, "any action of spaces 1 to 9"),
    ],
)
def test_the_words_of_a_space(gear: str, space: int, said: str) -> None:
    assert space_now(ENGLISH, gear, space) == said


@pytest.mark.parametrize(
    ("space", "jungle", "prophecy", "said"),
    [
        (2, (4, 0), None, "4 corn"),
        (2, (0, 0), None, "no tile left; 4 corn with Agriculture 2"),
        (4, (4, 3), None, "7 corn or 3 wood"),
        (4, (4, 4), None, "3 wood, or 7 corn by burning"),
        (4, (2, 0), None, "7 corn"),
        (4, (4, 3), "drought", "6 corn or 3 wood"),
        (4, (4, 3), "angry-chaac", "7 corn or 3 wood"),
        (4, (4, 3), "not yet known", "7 corn or 3 wood"),
    ],
)
def test_the_words_of_the_jungle_are_of_now(
    space: int, jungle: tuple[int, int], prophecy: str | None, said: str
) -> None:
    if prophecy == "drought":
        calamity = PROPHECIES[prophecy].raw["calamity"]
        assert (calamity["resource"], calamity["amount"]) == ("corn", 1)
    assert space_now(ENGLISH, "palenque", space, jungle=Jungle(*jungle), prophecy=prophecy) == said


def test_a_skull_ends_a_space() -> None:
    said = space_now(ENGLISH, "chichen_itza", 4, skull=True)
    assert said == "nothing: a skull already lies here"


def test_every_space_has_words() -> None:
    for number, gear in enumerate(GEARS):
        for space in range(HIGHEST[number] + 1):
            assert len(space_now(ENGLISH, gear, space)) > 4
        assert "any action" in space_now(ENGLISH, gear, FREE_CHOICE_FROM[number])


def test_every_calamity_of_the_gears_is_told_where_it_matters() -> None:
    told = {
        prophecy: {gear for gear in GEARS if trouble_words(ENGLISH, gear, prophecy)}
        for prophecy in PROPHECIES
    }
    on_no_gear = {"technology_level_off", "feed_extra"}
    for prophecy, gears in told.items():
        kind = PROPHECIES[prophecy].raw["calamity"]["type"]
        assert bool(gears) == (kind not in on_no_gear), prophecy
        assert all(placement_extra(gear, prophecy) == 0 for gear in set(GEARS) - gears)
        assert (level_off(prophecy) > 0) == (kind == "technology_level_off")
    assert trouble_words(ENGLISH, "tikal", None) == ""
    assert placement_extra("chichen_itza", "high-floodwaters") == 2
