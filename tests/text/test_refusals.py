"""Moves that are not offered, each with its reason."""

import random

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.text.refusals import KINDS_EXPLAINED, not_offered, not_offered_lines
from bot.text.translation import translator
from tests.engine.scenario import start

T = translator("en")


@pytest.mark.parametrize(
    ("changes", "lead_in", "line"),
    [
        (
            {"gears.tikal.4": 0},
            [],
            "You cannot pay for any building on **Tikal 4**: the nearest is Small Farm (1 wood).",
        ),
        (
            {f"gears.uxmal.{space}": 1 for space in range(8)},
            [],
            "**Uxmal** has no free space; choose another gear.",
        ),
        (
            {"players.0.corn": 1},
            ["place palenque", "place tikal"],
            "One more worker there would cost 2 corn, 2 of it because you have already placed 2, "
            "and you have 0; choose a cheaper space.",
        ),
        (
            {"players.0.corn": 9, "gears.tikal.1": 0},
            ["place palenque"],
            "**Picking up a worker**: You are placing workers this turn; you can pick some up next "
            "turn.",
        ),
        (
            {"gears.tikal.1": 0, "gears.tikal.2": 0, "players.0.wood": 1},
            ["pick tikal 2", "skip"],
            "**Placing a worker**: You are picking up workers this turn; you can place some next "
            "turn.",
        ),
        (
            {"gears.palenque.0": 0},
            [],
            "**Palenque 0**: Space 0 has no action; leave the worker there for another day.",
        ),
        (
            {"gears.tikal.2": 0, "players.0.wood": 1, "players.0.gold": 1},
            ["pick tikal 2", "do tikal 2"],
            "**Field School** costs 2 wood, more than you can pay.",
        ),
        (
            {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.technologies.theology": 1},
            ["pick tikal 1", "do tikal 1"],
            "**Theology**: a step costs 2 resources, and you have 1; choose a cheaper technology.",
        ),
    ],
)
def test_what_is_missing_is_named(
    changes: dict[str, object], lead_in: list[str], line: str
) -> None:
    game = start(changes).play(0, *lead_in).game
    said = not_offered_lines(T, not_offered(T, game, 0))
    assert any(line in one for one in said), said


def test_what_is_offered_is_not_explained() -> None:
    game = start({"players.0.corn": 9}).game
    names = [name for one in not_offered(T, game, 0) for name in one.moves]
    assert names == ["Begging"]


@pytest.mark.parametrize("modules", [(), MODULES])
def test_reasons_of_whole_games(modules: tuple[str, ...]) -> None:
    """Every reason is a sentence in words, and asking changes nothing."""
    chance, game, kinds = random.Random(5), Game.new(4, modules=modules, seed=5), set()
    while not game.finished:
        decision = game.pending[0]
        before = game.record()
        found = not_offered(T, game, decision.seat)
        assert game.record() == before
        assert not found or decision.kind in KINDS_EXPLAINED
        kinds.update({decision.kind} if found else ())
        for one in not_offered_lines(T, found):
            assert one.endswith(".") and "_" not in one and "{" not in one, one
        legal = game.legal(decision.seat)
        useful = [a for a in legal if a.split()[0] in ("do", "build", "corn", "place")]
        game.play(decision.seat, chance.choice(useful or legal))
    assert {"turn", "place", "action"} <= kinds
