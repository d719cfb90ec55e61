"""What happened is told with what came of it."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.happenings import PointsChanged, WorkerPushedOff
from bot.text.translation import translator
from bot.text.turns import doings_words, news, touched_line, turn_line, turn_sentences
from tests.engine.deals import QUICK_1, QUICK_2
from tests.engine.scenario import start

T = translator("en")
NAMES = ("Ana", "Bob")
QUICK: Mapping[str, Any] = {
    "modules": ["quick_actions"],
    "quick": {"tile": "qa2-market", "spaces": [None, None, None]},
    "age": 2,
    "round": 24,
    "tooth": 23,
    "food_days_held": 3,
}


def told(changes: Mapping[str, Any], seat: int, *actions: str) -> list[str]:
    """The line about a turn, and what the table did after it."""
    game = start(dict(changes)).game
    steps = [game.step(seat, action) for action in actions]
    return [turn_line(T, NAMES, seat, steps), *news(T, NAMES, steps[-1], in_full=True)]


def test_a_market() -> None:
    market = {"gears.uxmal.2": 0, "players.0.stone": 2}
    actions = ["pick uxmal 2", "do uxmal 2", "sell stone", "sell stone", "buy gold", "done", "end"]
    assert told(market, 0, *actions)[0] == "Ana ← Uxmal 2 (+2 corn, −2 stone, +1 gold)"


@pytest.mark.parametrize(
    ("tile", "holds", "answers", "words"),
    [
        (
            "qa2-market", {"stone": 1}, ["sell stone", "buy wood"],
            "“Market” (+1 corn, +1 wood, −1 stone)",
        ),
        (
            "qa1-technology", {"wood": 1}, ["advance agriculture"],
            "“Technology” (−1 wood, Agriculture level 1)",
        ),
        ("qa1-stone", {}, [], "“Stone” (+1 stone)"),
        ("qa1-technology", {"wood": 1}, ["decline"], "“Technology” (nothing)"),
        ("qa1-technology", {}, [], "“Technology” (nothing)"),
    ],
)  # fmt: skip
def test_a_quick_action(
    tile: str, holds: Mapping[str, int], answers: list[str], words: str
) -> None:
    changes = QUICK | {f"players.0.{kind}": n for kind, n in holds.items()}
    changes["quick"] = {"tile": tile, "spaces": [None, None, None]}
    line, *_ = told(changes | {"players.0.corn": 1}, 0, "place quick", "end", *answers)
    assert line == f"Ana → quick action (−1 corn) · {words}"


@pytest.mark.parametrize(
    ("changes", "actions", "label", "sentences"),
    [
        (
            {"modules": ["tribes"], "players.0.tribe": "ahmakiq", "players.0.corn": 0},
            ["beg", "down chaac", "pass"],
            "begs (+3 corn, Chaac 0 → −1) · passes",
            "Ana begged the gods for corn (+3 corn, Chaac 0 → −1). Ana passed.",
        ),
        (
            {"players.0.corn": 0},
            ["beg", "down chaac", "place tikal", "place tikal", "end"],
            "begs (+3 corn, Chaac 0 → −1) · → Tikal 0+1 (−2 corn)",
            "Ana begged the gods for corn (+3 corn, Chaac 0 → −1). "
            "Ana placed 2 workers: Tikal 0+1 (−2 corn).",
        ),
        (
            {"gears.palenque.1": 0, "gears.yaxchilan.2": 0},
            ["pick palenque 1", "do palenque 1", "pick yaxchilan 2", "do yaxchilan 2", "end"],
            "← Palenque 1 (+3 corn), Yaxchilan 2 (+1 corn, +1 stone)",
            "Ana picked up 2 workers from Palenque 1 (+3 corn) and Yaxchilan 2 (+1 corn, +1 "
            "stone).",
        ),
    ],
)  # fmt: skip
def test_each_deed_has_two_whole_forms(
    changes: Mapping[str, Any], actions: list[str], label: str, sentences: str
) -> None:
    """One for the channel, which is also that of a turn in preparation, and one for the log;
    alone or with others."""
    game = start(dict(changes)).game
    steps = [game.step(0, action) for action in actions]
    assert turn_line(T, NAMES, 0, steps) == f"Ana {label}"
    assert doings_words(T, 0, steps) == label
    assert turn_sentences(T, NAMES, 0, steps) == sentences


def test_a_food_day_says_what_each_thing_cost_and_brought() -> None:
    changes = {
        "food_days_held": 1, "round": 14, "tooth": 13, "turn_seat": 1,
        "modules": ["prophecies"], "prophecies": ["hunger", "drought", "crowded-cities"],
        "active_prophecy": "hunger", "players.0.corn": 3, "players.1.corn": 99,
    }  # fmt: skip
    lines = told(changes, 1, "place palenque", "end")
    ana, bob = (next(line for line in lines if line.startswith(f"{name}: ")) for name in NAMES)
    assert ana == (
        "Ana: −3 corn, 2 workers hungry (−6 points) · temples: +6 points · prophecy: −5 points"
    )
    assert bob.startswith("Bob: −9 corn · temples: +")


def test_who_is_asked_reads_what_others_did_to_them() -> None:
    position = start({"players.0.points4": 40, "players.1.points4": 44}).game.snapshot()
    home = [WorkerPushedOff(0, "tikal"), WorkerPushedOff(1, "uxmal")]
    assert touched_line(T, 0, home, position) == "**For you**: 1 worker back home"
    overtaken = [*home, PointsChanged(1, 8, "buildings")]
    assert touched_line(T, 0, overtaken, position) == (
        "**For you**: 1 worker back home; you fell from place 1 to 2"
    )
    assert touched_line(T, 0, [], position) == ""


def test_temples_give_goods_in_the_middle_of_an_age() -> None:
    changes = {
        "round": 7, "tooth": 7, "turn_seat": 1, "players.0.corn": 6, "players.1.corn": 4,
        "players.0.temples.chaac": 3,
    }  # fmt: skip
    lines = told(changes, 1, "place palenque", "end")
    assert any(line.startswith("Ana: −6 corn · temples: +") for line in lines)
    assert any("1 worker hungry (−3 points)" in line for line in lines)


def test_the_quick_actions_of_the_second_age_are_told_when_they_lie_open() -> None:
    changes = QUICK | {"round": 8, "tooth": 7, "age": 1, "food_days_held": 0, "turn_seat": 1}
    changes |= {"quick_age1": QUICK_1, "quick_age2": QUICK_2, "players.1.corn": 9}
    lines = told(changes, 1, "place palenque", "end")
    assert (
        "Quick actions of the second age: Corn, Stone, Gold, Technology, Market and Build" in lines
    )
