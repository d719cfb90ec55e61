"""A refusal says the true reason in the player's words, with the figures that matter, and changes
nothing."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import bot.engine
from bot.engine import Game, IllegalAction
from bot.engine.components import TOP

from .deals import deal
from .scenario import AGE_2, GEARS, TEMPLES, TRACKS, Table, parts, start

# --- A refusal says the true reason, with the figures that matter, and changes nothing ------------

BOTTOM = dict.fromkeys(TEMPLES, 0)
TOP_STEPS = {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}
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
            "players.0.temples": TOP_STEPS,
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


# --- Refusals of the expansion: the true reason in the player's words, and nothing changed --------

GOODS = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
# Space 0 of every gear is taken, the start space too, and there is nobody to beg of.
PITY: dict[str, Any] = {f"gears.{gear}.0": "dummy" for gear in GEARS}
PITY |= {"first_seat": 1, "turn_seat": 0, "start_space": 1, "players.0.temples": BOTTOM}
TOPS = dict(zip(TEMPLES, TOP, strict=True))
RENOVATED = {"modules": ["buildings"], "players.0.buildings": ["x1-store-farm", "x1-gold-hall"]}


def row(*tiles: str) -> dict[str, Any]:
    """These buildings on offer and no others."""
    return {"building_row": [*tiles, *[None] * (6 - len(tiles))]}


# (changes, actions that lead there, what is refused, words of the reason in their order)
REFUSED_IN_EXPANSION: list[tuple[dict[str, Any], list[str], str, str]] = [
    # Tribes: the turn
    (parts(tribe="bacab"), [], "pass", "may not pass; place or pick up"),
    (parts(tribe="ahmakiq") | GOODS, ["place tikal"], "pass", "may not pass.*end the turn"),
    (parts(tribe="bacab") | {"players.0.corn": 4}, [], "beg", "3 corn or less.*you have 4"),
    # Vacub-Caquix has passed over a space
    (
        parts(tribe="vacub-caquix") | {"players.0.corn": 2},
        ["skip-space uxmal"],
        "beg",
        "skipped a space.*place a worker",
    ),
    (
        parts(tribe="vacub-caquix") | {"players.0.corn": 2, "gears.tikal.2": 0},
        ["skip-space uxmal"],
        "pick tikal 2",
        "skipped a space",
    ),
    # Xaman Ek after a placement out of pity
    (
        parts(tribe="xaman-ek") | PITY | {"players.0.corn": 0, "players.0.gold": 1},
        ["place palenque"],
        "sell gold",
        "placed a worker for less than its price",
    ),
    # Uxmal 4 and a skull in the price
    (
        AGE_2
        | {"modules": ["buildings"], "gears.uxmal.4": 0, "players.0.corn": 9}
        | row("x2-skull-shrine", "a2-grand-tomb", "a2-brown-shrine"),
        ["pick uxmal 4", "do uxmal 4"],
        "build x2-skull-shrine",
        "x2-skull-shrine also costs a skull",
    ),
    # Ah Chuy Kak
    (
        parts(tribe="ah-chuy-kak") | GOODS | {"gears.tikal.3": 0},
        ["place uxmal"],
        "pick tikal 3",
        "After placing 2 workers on gears",
    ),
    (
        parts(tribe="ah-chuy-kak")
        | GOODS
        | {"players.0.workers": 5}
        | {"gears.tikal.3": 0, "gears.tikal.4": 0},
        ["place uxmal", "place palenque", "pick tikal 3", "skip"],
        "pick tikal 4",
        "one worker, and you have already done so",
    ),
    (
        parts(tribe="ah-chuy-kak") | GOODS | {"gears.tikal.3": 0},
        ["place uxmal", "place palenque", "pick tikal 3", "skip"],
        "place tikal",
        "cannot place another worker this turn",
    ),
    # Cit-Bolon-Tum
    (parts(tribe="balam") | GOODS, [], "place tikal discount", "You have no discount"),
    (
        parts(tribe="cit-bolon-tum") | GOODS | {"gears.tikal.0": "dummy", "gears.uxmal.0": "dummy"},
        ["place tikal discount"],
        "place uxmal discount",
        "covers one worker a turn",
    ),
    (parts(tribe="cit-bolon-tum") | GOODS, [], "place tikal discount", "Space 0 costs nothing"),
    (
        parts(tribe="cit-bolon-tum") | {f"gears.tikal.{space}": "dummy" for space in range(4)},
        [],
        "place tikal discount",
        "cost 2 corn, but you have 0",
    ),
    # Vacub-Caquix
    (parts(tribe="balam") | GOODS, [], "skip-space tikal", "cannot skip a free space"),
    (
        parts(tribe="vacub-caquix") | GOODS,
        ["skip-space tikal", "place tikal"],
        "skip-space uxmal",
        "one space a turn, and you have already skipped one",
    ),
    (parts(tribe="vacub-caquix"), [], "skip-space tikal", "pay for the next one"),
    (
        parts(tribe="vacub-caquix") | GOODS | {"gears.tikal.3": 0},
        ["pick tikal 3", "skip"],
        "skip-space tikal",
        "only while placing",
    ),
    # Xaman Ek
    (parts(tribe="balam") | GOODS, [], "sell gold", "sell resources only at the market"),
    (
        parts(tribe="balam") | GOODS,
        ["place tikal"],
        "sell gold",
        "sell resources only at the market",
    ),
    (parts(tribe="xaman-ek") | GOODS, ["sell wood"], "sell gold", "one resource a turn"),
    (parts(tribe="xaman-ek") | {"players.0.wood": 1}, [], "sell gold", "cannot sell gold"),
    (
        parts(tribe="xaman-ek") | {"players.0.wood": 1, "gears.tikal.0": 0},
        ["pick tikal 0"],
        "sell stone",
        "cannot sell stone",
    ),
    # Ahau Chamahez: the jump is no step back
    (
        parts(tribe="ahau-chamahez") | {"gears.tikal.0": 0, "gears.yaxchilan.1": 0},
        ["pick yaxchilan 1"],
        "do yaxchilan 2",
        "Using yaxchilan 2 with this worker costs 1 corn, but you have 0",
    ),
    (
        parts(tribe="ahau-chamahez") | {"gears.yaxchilan.1": 0},
        ["pick yaxchilan 1"],
        "do yaxchilan 3",
        "cannot reach that action",
    ),
    (
        parts(tribe="huracan") | {"gears.palenque.1": 0},
        ["pick palenque 1"],
        "do tikal 1",
        "cannot reach that action",
    ),
    # Itzamna
    (
        parts(tribe="itzamna")
        | {"players.0.technologies.agriculture": 3, "players.0.wood": 1}
        | {"gears.tikal.1": 0, "bank_skulls": 0},
        ["pick tikal 1", "do tikal 1", "advance agriculture"],
        "bonus theology",
        "no effect now",
    ),
    # Prophecies
    (
        parts(prophecy="gold-shortage") | {"gears.yaxchilan.5": 0},
        ["pick yaxchilan 5", "do yaxchilan 5"],
        "take 2",
        "Each gold costs 1 corn now, but you have 2; take less than 1 gold",
    ),
    (
        parts(prophecy="gold-shortage") | {"gears.chichen_itza.6": 0, "players.0.skulls": 1},
        ["pick chichen_itza 6", "do chichen_itza 6"],
        "gain gold",
        "Gold costs 1 corn now, but you have 0; choose wood or stone",
    ),
    (
        parts(prophecy="gold-shortage") | {"gears.uxmal.2": 0, "players.0.corn": 4},
        ["pick uxmal 2", "do uxmal 2"],
        "buy gold",
        "gold costs 5 corn, but you have 4",
    ),
    (
        parts(prophecy="desecration") | {"gears.yaxchilan.4": 0, "players.0.temples.chaac": 0},
        ["pick yaxchilan 4", "do yaxchilan 4"],
        "down chaac",
        "already at the bottom of the temple of chaac",
    ),
    (
        parts(prophecy="angry-chaac") | {"gears.uxmal.1": 0, "players.0.corn": 3},
        ["pick uxmal 1", "do uxmal 1"],
        "up chaac",
        "temple of chaac costs 1 resource now, but you have none",
    ),
    (
        parts(prophecy="wrathful-gods")
        | GOODS
        | {"gears.chichen_itza.1": 0, "players.0.skulls": 1},
        ["pick chichen_itza 1", "do chichen_itza 1"],
        "up kukulkan",
        "cannot take this step on the temple of kukulkan.*another temple",
    ),
    (
        parts(prophecy="teacher-shortage")
        | row("a1-field-school", "a1-small-farm-1")
        | {"gears.tikal.2": 0, "players.0.wood": 3},
        ["pick tikal 2", "do tikal 2", "build a1-field-school"],
        "advance theology",
        "This step is only for agriculture",
    ),
    (
        parts(prophecy="teacher-shortage")
        | {"gears.tikal.1": 0, "players.0.wood": 2}
        | {"players.0.technologies.theology": 1},
        ["pick tikal 1", "do tikal 1"],
        "advance theology",
        "theology: a step costs 3 resources, but you have 2",
    ),
    (
        parts(prophecy="crowded-cities")
        | row("a1-small-farm-1", "a1-small-farm-2", "a1-field-school")
        | {"gears.tikal.2": 0, "players.0.wood": 2},
        ["pick tikal 2", "do tikal 2"],
        "build a1-field-school",
        "costs 2 wood and 1 resource of any kind",
    ),
    (
        parts(prophecy="crowded-cities")
        | row("a1-small-farm-1", "a1-small-farm-2", "a1-field-school")
        | {"gears.uxmal.4": 0, "players.0.corn": 5},
        ["pick uxmal 4", "do uxmal 4"],
        "build a1-field-school",
        "costs 6 corn here, but you have 5",
    ),
    (
        parts(prophecy="high-floodwaters") | {"players.0.corn": 1},
        [],
        "place chichen_itza",
        "would cost 2 corn, but you have 1",
    ),
    # Renovation and the new buildings
    (
        RENOVATED | row("a1-common-farm-1") | {"gears.tikal.2": 0, "players.0.wood": 3},
        ["pick tikal 2", "do tikal 2"],
        "keep-all",
        "by tearing a building down; choose which",
    ),
    (
        RENOVATED | row("a1-common-farm-1") | {"gears.tikal.2": 0, "players.0.wood": 3},
        ["pick tikal 2", "do tikal 2"],
        "renovate x1-season-tomb",
        "cannot tear down that building for .a1-common-farm-1.: it must be yours",
    ),
    (
        RENOVATED
        | row("a2-envoy-tomb")
        | {"gears.tikal.2": 0, "players.0.wood": 1}
        | {"players.0.stone": 2, "players.0.gold": 1, "players.0.technologies.architecture": 3},
        ["pick tikal 2", "do tikal 2", "renovate x1-store-farm"],
        "waive wood",
        "Even if you save that resource",
    ),
    (
        AGE_2
        | {"modules": ["buildings"], "gears.tikal.2": 0}
        | GOODS
        | row("x2-monument-tomb", "a2-grand-tomb"),
        ["pick tikal 2", "do tikal 2", "build x2-monument-tomb"],
        "build a2-grand-tomb",
        "Only a monument can be built here; choose one or stop",
    ),
    (
        AGE_2
        | {"modules": ["buildings"], "gears.tikal.2": 0}
        | GOODS
        | row("x2-monument-tomb", "a2-grand-tomb"),
        ["pick tikal 2", "do tikal 2", "build x2-monument-tomb"],
        "monument mon-skulls",
        "costs 4 gold, 1 skull",
    ),
    (
        AGE_2
        | {"modules": ["buildings"], "gears.tikal.2": 0}
        | GOODS
        | row("x2-skull-shrine", "a2-grand-tomb", "a2-brown-shrine"),
        ["pick tikal 2", "do tikal 2"],
        "build x2-skull-shrine",
        "costs 1 gold, 1 skull",
    ),
    (
        AGE_2
        | {"modules": ["buildings"], "gears.tikal.2": 0}
        | GOODS
        | row("x2-exchange-hall", "a2-grand-tomb")
        | {"players.0.technologies": dict.fromkeys(TRACKS, 1) | {"theology": 0}},
        ["pick tikal 2", "do tikal 2", "build x2-exchange-hall"],
        "lower theology",
        "level 1 or more",
    ),
    # Quick actions
    (GOODS, [], "place quick", "has no quick actions"),
    (
        parts(quick="qa1-corn") | GOODS,
        ["place quick"],
        "place quick",
        "You may have only one worker",
    ),
    (
        parts(quick="qa1-corn") | GOODS | {"quick.spaces": ["dummy", "dummy", "dummy"]},
        [],
        "place quick",
        "taken this round; place the worker on a gear",
    ),
    (
        parts(quick="qa1-build") | {"players.0.corn": 9, "quick.tile": None},
        [],
        "place quick",
        "quick action has not been revealed yet",
    ),
    (parts(quick="qa1-corn"), [], "place quick", "cost 1 corn, but you have 0"),
    (
        parts(quick="qa1-corn") | GOODS | {"gears.tikal.3": 0},
        ["pick tikal 3", "skip"],
        "place quick",
        "picking up workers this turn",
    ),
    (
        parts(quick="qa1-build") | {"players.0.corn": 2, "players.0.wood": 2},
        ["place quick", "end"],
        "monument mon-works",
        "No monument can be built here",
    ),
    # Pity
    (
        parts(prophecy="high-floodwaters") | PITY,
        [],
        "place chichen_itza",
        "would cost 3 corn, but you have 0; choose one of the cheapest spaces",
    ),
    (
        parts(tribe="yaluk") | PITY | {f"gears.tikal.{space}": "dummy" for space in range(4)},
        [],
        "place tikal",
        "would cost 4 corn, but you have 0; choose one of the cheapest spaces",
    ),
    # An action that could do nothing
    (
        {"gears.yaxchilan.4": 0, "players.0.corn": 1, "bank_skulls": 0},
        ["pick yaxchilan 4"],
        "do yaxchilan 4",
        "No skull is left in the supply",
    ),
    (
        parts(prophecy="desecration")
        | {"gears.yaxchilan.4": 0, "players.0.corn": 1, "players.0.temples": BOTTOM},
        ["pick yaxchilan 4"],
        "do yaxchilan 4",
        "Taking a skull costs a temple step now",
    ),
    (
        {"gears.palenque.2": 0, "players.0.corn": 1, "jungle.2": {"corn": 0, "wood": 0}},
        ["pick palenque 2"],
        "do palenque 2",
        "Nothing is left to harvest on palenque 2",
    ),
    (
        {"gears.chichen_itza.2": 0, "players.0.corn": 1, "players.0.skulls": 1}
        | {"skull_spaces": [False, True, *[False] * 7]},
        ["pick chichen_itza 2"],
        "do chichen_itza 2",
        "A skull already lies on chichen_itza 2",
    ),
    (
        parts(tribe="xaman-ek") | GOODS | {"gears.chichen_itza.2": 0},
        ["pick chichen_itza 2"],
        "do chichen_itza 2",
        "chichen_itza 2 needs a skull",
    ),
    (
        {"gears.uxmal.2": 0, "players.0.corn": 9, "players.0.temples": TOPS},
        ["pick uxmal 2"],
        "do uxmal 1",
        "cannot climb any temple, so uxmal 1",
    ),
    (
        parts(prophecy="wrathful-gods") | {"gears.uxmal.2": 0, "players.0.corn": 4},
        ["pick uxmal 2"],
        "do uxmal 1",
        "cannot pay for the temple step on uxmal 1",
    ),
    (
        {"gears.uxmal.3": 0, "players.0.corn": 1},
        ["pick uxmal 3"],
        "do uxmal 2",
        "nothing to trade on uxmal 2; you need a resource or 2 corn",
    ),
    (
        {"gears.uxmal.3": 0, "players.0.corn": 3, "players.0.workers": 6},
        ["pick uxmal 3"],
        "do uxmal 3",
        "all 6 workers",
    ),
    (
        {"gears.uxmal.3": 0, "players.0.corn": 2},
        ["pick uxmal 3"],
        "do uxmal 1",
        "uxmal 1 costs 3 corn, but you have 0",
    ),
    (
        {"gears.uxmal.4": 0, "players.0.corn": 1} | row("a1-small-farm-1", "a1-common-farm-1"),
        ["pick uxmal 4"],
        "do uxmal 4",
        "the cheapest is a1-small-farm-1 .2 corn., but you have 1",
    ),
    (
        {"gears.uxmal.5": 0, "players.0.corn": 1} | row("a1-common-farm-1", "a1-small-farm-1"),
        ["pick uxmal 5", "do uxmal 5"],
        "do tikal 4",
        "any building with tikal 4; the one you come closest to affording is a1-small-farm-1 .1 w",
    ),
    (
        {"gears.uxmal.5": 0, "players.0.corn": 1} | row(),
        ["pick uxmal 5", "do uxmal 5"],
        "do tikal 2",
        "nothing left to build with tikal 2",
    ),
    (
        {"gears.uxmal.5": 0, "players.0.corn": 1},
        ["pick uxmal 5", "do uxmal 5"],
        "do tikal 3",
        "step on tikal 3 costs at least 1 resource, but you have 0",
    ),
    (
        {"gears.uxmal.5": 0, "players.0.corn": 1},
        ["pick uxmal 5", "do uxmal 5"],
        "do tikal 5",
        "tikal 5 costs a resource of any kind, but you have none",
    ),
    (
        {"gears.uxmal.5": 0, "players.0.corn": 1, "players.0.wood": 1, "players.0.temples": TOPS}
        | {"players.0.technologies": dict.fromkeys(TRACKS, 2) | {"agriculture": 3}},
        ["pick uxmal 5", "do uxmal 5"],
        "do tikal 1",
        "or it would do nothing now",
    ),
    (GOODS | {"players.0.available": 1}, ["place tikal"], "place uxmal", "confirm your turn"),
    (
        {"players.0.corn": 1},
        ["place tikal", "place start"],
        "place uxmal",
        "would cost 2 corn .2 of that because you have already placed 2., but you have only 0",
    ),
]


@pytest.mark.parametrize(
    ("changes", "lead_in", "action", "reason"),
    REFUSED_IN_EXPANSION,
    ids=[f"{r[2]}-{r[3]}" for r in REFUSED_IN_EXPANSION],
)
def test_the_reason_in_the_expansion(
    changes: dict[str, Any], lead_in: list[str], action: str, reason: str
) -> None:
    said = refusal(start(changes).play(0, *lead_in).illegal(0, action), 0, action)
    assert re.search(reason, str(said)), str(said)
    assert str(said).endswith(".") and "{" not in str(said)
    assert re.match(r"[A-Z“{]", said.template), "it begins like a sentence"


def refusal(table: Table, seat: int, action: str) -> IllegalAction:
    """What the engine answers."""
    with pytest.raises(IllegalAction) as caught:
        table.game.play(seat, action)
    return caught.value


def too_good() -> IllegalAction:
    """What ought to be refused is not."""
    raise AssertionError("nothing is refused")


def said_elsewhere() -> dict[str, IllegalAction]:
    """Refusals of decisions that no position can be set up for, and of what is no answer."""
    tribes = Table(Game.from_setup(deal(modules=["tribes"])))
    last = {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2, "turn_seat": 1}
    return {
        "one of your two tribes, and two different wealth tiles .three if you keep Ixtab": refusal(
            tribes, 0, "keep pal-1 pal-3"
        ),
        "two different wealth tiles from the four": refusal(
            Table(Game.from_setup(deal())), 0, "keep bacab pal-1 pal-3"
        ),
        "not this seat's turn": refusal(start(), 1, "place tikal"),
        "Space 0 has no action": start({"gears.tikal.0": 0}).game.why_idle(0, "tikal", 0)
        or too_good(),
        "not possible now; choose one of": refusal(start(), 0, "take 1"),
        "over": refusal(start(last).play(1, "place tikal", "end"), 0, "place tikal"),
    }


def test_refusals_elsewhere() -> None:
    for reason, said in said_elsewhere().items():
        assert re.search(reason, str(said)), str(said)


# Sentences that no position can bring up, with the reason.
NEVER_SAID = {
    "A step on the temple of {temple} costs {price} now, but you have {held}.": (
        "all temples cost the same corn, so without it the question is not asked"
    ),
    "No wood tile is left here; take corn.": "without wood corn alone is left, and not asked",
    "There is no wood tile left to burn here; take corn.": "the same",
}


def one_of(call: ast.Call) -> ast.expr:
    """The sentence of a refusal; of one that counts, that for one."""
    said = call.args[1]
    counts = isinstance(said, ast.Starred) and isinstance(said.value, ast.Call)  # P_(…)
    return said.value.args[0] if counts else said  # type: ignore[attr-defined]


def sentences() -> set[str]:
    """The templates of all refusals in the engine's source."""
    found = set()
    for path in Path(bot.engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "IllegalAction" and isinstance(said := one_of(node), ast.Constant):
                found.add(str(said.value))
    return found


def said_by(rows: list[tuple[dict[str, Any], list[str], str, str]]) -> set[str]:
    """The templates these refusals bring up."""
    found = set()
    for changes, lead_in, action, _ in rows:
        found.add(refusal(start(changes).play(0, *lead_in), 0, action).template)
    return found


def test_every_sentence_of_the_engine_is_brought_up_by_a_test() -> None:
    said = said_by(REFUSED_IN_EXPANSION) | said_by(REFUSED)
    said |= {refusal.template for refusal in said_elsewhere().values()}
    assert sorted(said & set(NEVER_SAID)) == []
    said |= set(NEVER_SAID)
    assert sorted(sentences() - said) == []


def test_every_reason_has_a_code_of_its_own() -> None:
    """Programs decide by codes, so two sentences never share one, nor a sentence two codes."""
    codes: dict[str, set[str]] = {}
    for path in Path(bot.engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "IllegalAction" and isinstance(node.args[0], ast.Constant):
                said = one_of(node)
                assert isinstance(said, ast.Constant)
                codes.setdefault(str(node.args[0].value), set()).add(str(said.value))
    assert len(codes) > 80
    assert [code for code, said in codes.items() if len(said) > 1] == []
    assert len(set.union(*codes.values())) == len(codes)
    assert [code for code in codes if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
