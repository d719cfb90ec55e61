"""A refusal says the true reason, with the figures that matter, and changes nothing."""

import re
from typing import Any

import pytest

from bot.engine import IllegalAction

from .scenario import TEMPLES, start

BOTTOM = dict.fromkeys(TEMPLES, 0)
TOP = {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}
FULL = {f"gears.tikal.{space}": "dummy" for space in range(8)}
FARM = {"building_row": ["a1-small-farm-1", "a1-field-school", "a1-common-farm-1", *[None] * 3]}

# (changes, actions that lead there, what is refused, words of the reason in their order)
REFUSED: list[tuple[dict[str, Any], list[str], str, str]] = [
    # Turns
    ({}, [], "end", "place or pick up"),
    ({"gears.uxmal.1": 0, "players.0.corn": 9}, ["place tikal"], "pick uxmal 1", "placing"),
    ({"gears.uxmal.0": 0, "players.0.corn": 9}, ["pick uxmal 0"], "place tikal", "picking up"),
    ({"gears.uxmal.1": 1, "gears.tikal.1": 0}, [], "pick uxmal 1", "no worker.*uxmal 1"),
    ({"gears.uxmal.1": 1}, [], "pick uxmal 11", "No such space"),
    # Begging
    ({"players.0.corn": 3}, [], "beg", "2 corn or less.*3"),
    ({"players.0.corn": 2}, ["place tikal"], "beg", "start of your turn"),
    ({"players.0.corn": 2}, ["beg", "down chaac"], "beg", "once"),
    ({"players.0.temples": BOTTOM}, [], "beg", "none left to lose"),
    # Placing
    ({"gears.tikal.0": "dummy", "players.0.corn": 0}, [], "place tikal", "cost 1 corn.*0"),
    (FULL | {"players.0.corn": 99}, [], "place tikal", "tikal.*(full|free|taken)"),
    ({"start_space": 1, "players.0.corn": 9}, [], "place start", "taken"),
    ({"players.0.workers": 1, "gears.uxmal.1": 0}, [], "place tikal", "no worker"),
    # Actions
    ({"gears.yaxchilan.3": 0}, ["pick yaxchilan 3"], "do yaxchilan 2", "1 corn"),
    # Harvests
    ({"gears.palenque.3": 0}, ["pick palenque 3", "do palenque 3"], "corn", "No corn tile"),
    (
        {
            "gears.palenque.3": 0,
            "jungle.3": {"corn": 2, "wood": 1},
            "players.0.temples": BOTTOM,
        },
        ["pick palenque 3", "do palenque 3"],
        "burn",
        "none left to lose",
    ),
    # Technology and payment
    (
        {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.technologies.theology": 1},
        ["pick tikal 1", "do tikal 1"],
        "advance theology",
        "2 resources.*1",
    ),
    (
        {
            "gears.tikal.1": 0,
            "players.0.wood": 1,
            "players.0.technologies.agriculture": 3,
            "players.0.temples": TOP,
        },
        ["pick tikal 1", "do tikal 1"],
        "advance agriculture",
        "bonus.*no effect",
    ),
    (
        {"gears.tikal.5": 0, "players.0.wood": 1, "players.0.gold": 1},
        ["pick tikal 5", "do tikal 5"],
        "pay 1 0 1",
        "price.*1",
    ),
    (
        {"gears.tikal.5": 0, "players.0.wood": 1, "players.0.gold": 1},
        ["pick tikal 5", "do tikal 5"],
        "pay 0 1 0",
        "do not have",
    ),
    # Temples
    (
        {"gears.tikal.5": 0, "players.0.wood": 1},
        ["pick tikal 5", "do tikal 5", "up chaac"],
        "up chaac",
        "another temple",
    ),
    (
        {"gears.uxmal.1": 0, "players.0.corn": 3, "players.0.temples.chaac": 6},
        ["pick uxmal 1", "do uxmal 1"],
        "up chaac",
        "top",
    ),
    (
        {
            "gears.uxmal.1": 0,
            "players.0.corn": 3,
            "players.0.temples.chaac": 5,
            "players.1.temples.chaac": 6,
        },
        ["pick uxmal 1", "do uxmal 1"],
        "up chaac",
        "another player|someone|occupied|taken",
    ),
    ({"players.0.temples.chaac": 0}, ["beg"], "down chaac", "bottom"),
    # Buildings
    (
        FARM | {"gears.tikal.2": 0, "players.0.wood": 2},
        ["pick tikal 2", "do tikal 2"],
        "build a1-common-farm-1",
        "4 wood",
    ),
    (
        FARM | {"gears.tikal.2": 0, "players.0.wood": 2},
        ["pick tikal 2", "do tikal 2"],
        "build a1-oracle-shrine",
        "not for sale",
    ),
    (
        FARM | {"gears.uxmal.4": 0, "players.0.corn": 7, "players.0.wood": 9},
        ["pick uxmal 4", "do uxmal 4"],
        "build a1-common-farm-1",
        "8 corn.*7",
    ),
    (
        FARM | {"gears.tikal.4": 0, "players.0.wood": 2},
        ["pick tikal 4", "do tikal 4"],
        "build a1-small-farm-1 plain",
        "no Architecture discount to save",
    ),
    (
        FARM
        | {
            "gears.tikal.2": 0,
            "players.0.wood": 2,
            "players.0.technologies.architecture": 1,
        },
        ["pick tikal 2", "do tikal 2"],
        "build a1-small-farm-1 plain",
        "Tikal 4",
    ),
    (
        FARM | {"gears.tikal.2": 0, "players.0.wood": 9, "players.0.stone": 9, "players.0.gold": 9},
        ["pick tikal 2", "do tikal 2"],
        "monument mon-works",
        "Tikal 4",
    ),
    (
        FARM | {"gears.tikal.4": 0, "players.0.wood": 9},
        ["pick tikal 4", "do tikal 4"],
        "monument mon-skulls",
        "4 gold.*1 skull",
    ),
    (
        FARM | {"gears.tikal.4": 0, "players.0.wood": 9},
        ["pick tikal 4", "do tikal 4"],
        "monument mon-tombs",
        "not for sale",
    ),
    # Market and Chichen Itza
    (
        {"gears.uxmal.2": 0, "players.0.corn": 6, "players.0.wood": 1},
        ["pick uxmal 2", "do uxmal 2", "buy wood"],
        "sell wood",
        "sell first",
    ),
    (
        {"gears.uxmal.2": 0, "players.0.corn": 3},
        ["pick uxmal 2", "do uxmal 2"],
        "buy gold",
        "4 corn.*3",
    ),
    (
        {"gears.uxmal.2": 0, "players.0.corn": 3},
        ["pick uxmal 2", "do uxmal 2"],
        "sell gold",
        "cannot sell gold",
    ),
    (
        {
            "gears.chichen_itza.1": 0,
            "players.0.skulls": 1,
            "players.0.wood": 1,
            "players.0.technologies.theology": 2,
        },
        ["pick chichen_itza 1", "do chichen_itza 1"],
        "offer gold",
        "cannot offer gold",
    ),
]


@pytest.mark.parametrize(
    ("changes", "lead_in", "action", "reason"), REFUSED, ids=[f"{r[2]}-{r[3]}" for r in REFUSED]
)
def test_the_reason(changes: dict[str, Any], lead_in: list[str], action: str, reason: str) -> None:
    table = start(changes).play(0, *lead_in).illegal(0, action)
    with pytest.raises(IllegalAction) as caught:
        table.game.play(0, action)
    said = str(caught.value)
    assert re.search(reason, said, re.IGNORECASE), said
    assert said.endswith(".") and "{" not in said
    assert re.match(r"[A-Z“{]", caught.value.template), "it begins like a sentence"


def test_playing_out_of_turn() -> None:
    table = start().illegal(1, "place tikal")
    with pytest.raises(IllegalAction, match=r"turn|asked|wait"):
        table.game.play(1, "place tikal")
