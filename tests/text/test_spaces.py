"""What the spaces give now, in words."""

import pytest

from bot.engine.components import FREE_CHOICE_FROM, GEARS, HIGHEST
from bot.engine.expansion import PROPHECIES
from bot.engine.position import Jungle
from bot.text.spaces import level_off, placement_extra, space_now, trouble_words
from bot.text.translation import translator

ENGLISH = translator("en")


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
