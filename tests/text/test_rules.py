"""Rules to look up, whose numbers are those of the game, and what the spaces give now."""

import json
import re
import shutil
import warnings
from collections import Counter
from collections.abc import Callable
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


# --- The numbers on the pages are those of the game -----------------------------------------------

RAW = json.loads((Path(__file__).parents[2] / "data" / "components.json").read_text("utf-8"))
NUMBER = re.compile(r"(?<![\w−])−?\d+(?![\dª])")
GEAR_SPACES = {gear["id"]: {one["space"]: one for one in gear["spaces"]} for gear in RAW["gears"]}
LEVELS = {
    track["id"]: [one["effect"] for one in track["levels"]] + [track["bonus"]["effect"]]
    for track in RAW["technologies"]
}
SET_UP = {int(players): row for players, row in RAW["setup"]["players"].items()}
TRACK_COSTS = {(*(one["cost"] for one in track["levels"]), track["bonus"]["cost"])
               for track in RAW["technologies"]}  # fmt: skip
CALAMITIES = {one["id"]: one["calamity"] for one in RAW["prophecies"]}
EXAMPLES = ("price", "spaceback", "steps")
"""Topics whose numbers are examples of what stands on a button or in a panel."""


def _palenque() -> list[int]:
    spaces = GEAR_SPACES["palenque"]
    harvests = [spaces[n] for n in (2, 3, 4, 5)]
    return [
        1, spaces[1]["gain"]["corn"], 2, 5,
        *(n for one in harvests for n in (one["corn"], one["space"])),
        *(n for one in harvests if one["wood"] for n in (one["wood"], one["space"])),
        *(one["space"] for one in harvests if not one["wood"]),
    ]  # fmt: skip


def _yaxchilan() -> list[int]:
    """Space 4 gives "a skull"; the others say how many of what."""
    goods = ("wood", "gold", "stone", "corn")
    said = []
    for number, space in GEAR_SPACES["yaxchilan"].items():
        if space["action"] == "gain":
            said += [number, *(space["gain"][one] for one in goods if one in space["gain"])]
    return said


def _uxmal() -> list[int]:
    spaces = GEAR_SPACES["uxmal"]
    discount = LEVELS["architecture"][2]["uxmal_corn"]
    return [
        1, spaces[1]["cost"]["corn"], 2, 3, 4, spaces[4]["corn_per_resource"], 3, discount,
        5, spaces[5]["cost"]["corn"],
    ]  # fmt: skip


def _begging() -> list[int]:
    return [0, RAW["begging"]["max_corn_before"], RAW["begging"]["corn_after"]]


def _placing() -> list[int]:
    costs = [*RAW["placement"]["worker_count_total"].values()]
    return [*costs, RAW["placement"]["worker_count_marginal"][1]]


def _architecture() -> list[int]:
    corn, points, discount, beyond = LEVELS["architecture"]
    return [
        1, corn["gain"]["corn"], 2, points["points"],
        3, discount["tikal_any_resource"], discount["uxmal_corn"], 4, beyond["amount"],
    ]  # fmt: skip


def _agriculture() -> list[int]:
    first, (_, fishing), third, _beyond = LEVELS["agriculture"]
    return [1, first["amount"], 2, fishing["amount"], 3, third["amount"]]


def _extraction() -> list[int]:
    *levels, beyond = LEVELS["extraction"]
    numbered = [(level, one["amount"]) for level, one in enumerate(levels, 1)]
    return [*(n for pair in numbered for n in pair), beyond["count"]]


def _twothree() -> list[int]:
    quick = [SET_UP[n]["quick_actions"]["dummy_workers_total"] for n in (2, 3, 4)]
    monuments = [SET_UP[n]["monuments"] for n in (2, 3, 4, 5)]
    return [SET_UP[2]["dummy_workers"], SET_UP[3]["dummy_workers"], *quick, *monuments]


def _feeding() -> list[int]:
    """A Small Farm, a Great Farm, a Common Farm, the wealth tile."""
    farms = [effect for building in RAW["buildings"] for effect in building["effects"]]
    whole = {one["workers"] for one in farms if one["type"] == "feed_free"}
    each = {one["corn_per_worker"] for one in farms if one["type"] == "feed_discount"}
    return [*sorted(whole), *each, 1]


NUMBERS: dict[str, tuple[str, Callable[[], list[int]]]] = {
    "aim": ("R-105", lambda: [RAW["calendar"]["rounds_without_double_advance"]]),
    "placing": ("R-031", _placing),
    "picking": ("R-038", lambda: [1]),
    "free": ("R-040", lambda: [
        *(n for n, space in GEAR_SPACES["tikal"].items() if space["action"] == "free_choice"),
        min(n for n, one in GEAR_SPACES["chichen_itza"].items() if one["action"] == "free_choice"),
    ]),
    "begging": ("R-021", _begging),
    "calendar": ("R-097", lambda: [1]),
    "foodday": ("R-108", lambda: [
        RAW["feeding"]["corn_per_worker"], -RAW["feeding"]["points_per_unfed"],
    ]),
    "feeding": ("R-110", _feeding),
    "palenque": ("R-045", _palenque),
    "burning": ("R-047", lambda: [
        *(n for n in (3, 5) if GEAR_SPACES["palenque"][n]["burn_allowed"]), 2,
    ]),
    "yaxchilan": ("R-052", _yaxchilan),
    "tikal": ("R-065", lambda: [
        1, 2, 3, 4, 5, GEAR_SPACES["tikal"][5]["cost"]["any_resource"],
    ]),
    "uxmal": ("R-078", _uxmal),
    "market": ("R-076", lambda: [2, *RAW["market"]["corn_value"].values()]),
    "chichen": ("R-083", lambda: [
        one["space"] for one in RAW["chichen_itza_rewards"] if one["any_resource"]
    ]),
    "skulls": ("R-055", lambda: [
        RAW["supplies"]["skulls"], RAW["market"]["final_points_per_skull"],
    ]),
    "technology": ("R-060", lambda: [3, *{costs[3] for costs in TRACK_COSTS}]),
    "agriculture": ("R-049", _agriculture),
    "extraction": ("R-052", _extraction),
    "architecture": ("R-070", _architecture),
    "theology": ("R-084", lambda: [
        1, 2, LEVELS["theology"][1]["optional_cost"]["any_resource"],
        3, 4, LEVELS["theology"][2]["amount"],
    ]),
    "monuments": ("R-074", lambda: [4]),
    "end": ("R-124", lambda: [
        round(1 / RAW["market"]["final_points_per_corn"]), RAW["market"]["final_points_per_skull"],
    ]),
    "twothree": ("R-179", _twothree),
    "tribes": ("R-142", lambda: [1]),
    "prophecies": ("R-153", lambda: sorted({
        band["points"] for prophecy in RAW["prophecies"] for band in prophecy["bands"]
    })),
    "quick": ("R-174", lambda: [
        RAW["quick_actions"]["placement"]["spaces"],
        RAW["quick_actions"]["placement"]["space_cost"],
        *{
            tile["cost"]["corn"]
            for tile in RAW["quick_actions"]["tiles"]
            if tile["effects"][0]["type"] == "build"
        },
    ]),
    "levy": ("R-150", lambda: [
        CALAMITIES["gold-shortage"]["cost_each"]["corn"],
        CALAMITIES["teacher-shortage"]["cost"]["any_resource"],
    ]),
    "owed": ("R-108", lambda: [-RAW["feeding"]["points_per_unfed"]]),
    "level": ("R-060", lambda: [0, 3, 3]),
    "fullprice": ("R-067", lambda: [4]),
}  # fmt: skip
"""For each topic with numbers the ruling that settles them, and what the data of the game says, in
the order of the English page."""


def _numbers(text: str) -> list[int]:
    return [int(found.replace("−", "-")) for found in NUMBER.findall(text)]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_numbers_are_those_of_the_game(topic: translation.Passage) -> None:
    said = _numbers(topic.text)
    if topic.id in EXAMPLES:
        assert said
    elif topic.id in NUMBERS:
        assert said == NUMBERS[topic.id][1]()
    else:
        assert not said


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_the_same_numbers(language: str) -> None:
    t = translator(language)
    for topic in TOPICS:
        if topic.text not in translation.said_in(language):
            continue  # it waits for its translation
        source = topic_text(ENGLISH, topic).partition("\n-#")[0]
        theirs = topic_text(t, topic).partition("\n-#")[0]
        assert Counter(_numbers(theirs)) == Counter(_numbers(source)), topic.id


# --- What the spaces give now, in words -----------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "space", "said"),
    [
        ("palenque", 0, "no action"),
        ("palenque", 1, "3 corn from fishing"),
        ("palenque", 6, "any action from 1 to 5"),
        ("yaxchilan", 5, "1 gold, 1 stone, 2 corn"),
        ("tikal", 1, "a technology step"),
        ("tikal", 2, "a building"),
        ("tikal", 3, "1 or 2 technology steps"),
        ("tikal", 4, "1 or 2 buildings, or a monument"),
        ("tikal", 5, "a step up on 2 temples for 1 resource"),
        ("uxmal", 1, "a step up on 1 temple for 3 corn"),
        ("uxmal", 2, "trade corn and resources at the market"),
        ("uxmal", 3, "1 more worker (at most 6)"),
        ("uxmal", 4, "a building for 2 corn instead of each resource"),
        ("uxmal", 5, "any action of the small gears for 1 corn"),
        ("chichen_itza", 4, "7 points, a step on Kukulkan"),
        ("chichen_itza", 9, "13 points, a step on Quetzalcoatl, 1 resource"),
        ("chichen_itza", 10, "any action from 1 to 9"),
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
    assert said == "nothing more: a skull lies here"


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
