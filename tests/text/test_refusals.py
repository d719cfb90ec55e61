"""Moves that are not offered, each with its reason; and every refusal in every language."""

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any

import pytest

from bot import refusal
from bot.engine import Game, IllegalAction
from bot.engine.components import MODULES
from bot.engine.state import Goods, Space
from bot.refusal import Refusal
from bot.text.catalogue import ROOT, SOURCES, TEMPLATE, read_catalogue
from bot.text.notation import read_pickups, read_places, read_turn
from bot.text.refusals import KINDS_EXPLAINED, not_offered, not_offered_lines, refusal_words
from bot.text.translation import SOURCE_LANGUAGE, translator
from tests.engine.scenario import start
from tests.text.transcripts.files import compare

# --- Moves that are not offered, each with its reason ---------------------------------------------

T = translator("en")


@pytest.mark.parametrize(
    ("changes", "lead_in", "line"),
    [
        (
            {"gears.tikal.4": 0},
            [],
            "You cannot afford any building with **Tikal 4**; "
            "the one you come closest to affording is Small Farm (1 wood).",
        ),
        (
            {f"gears.uxmal.{space}": 1 for space in range(8)},
            [],
            "**Uxmal** has no free space; choose another gear.",
        ),
        (
            {"players.0.corn": 1},
            ["place palenque", "place tikal"],
            "One more worker there would cost 2 corn (2 of that because you have already placed "
            "2), but you have only 0; choose a cheaper space.",
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
            "**Palenque 0**: Space 0 has no action; let the gear carry the worker further first.",
        ),
        (
            {"gears.tikal.2": 0, "players.0.wood": 1, "players.0.gold": 1},
            ["pick tikal 2", "do tikal 2"],
            "**Field School** costs 2 wood, which is more than you can pay.",
        ),
        (
            {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.technologies.theology": 1},
            ["pick tikal 1", "do tikal 1"],
            "**Theology**: a step costs 2 resources, but you have 1; choose a cheaper technology.",
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


# --- Every refusal of the program, with its places filled by something likely, in a language ------

REFUSED_BY = {"IllegalAction", "_separator_forgotten", *refusal.KINDS}
"""The calls that name a code and a sentence."""
BY_CODE = "_BEYOND"
"""The mapping that has sentences by their codes."""
TIME = "<t:1772452800:R>"

LIKELY: Mapping[str, object] = MappingProxyType(
    {
        "action": "beg",
        "budget": 30,
        "by": 13,
        "channel": "#tzolkin",
        "choices": "end, place tikal",
        "count": 3,
        "date": "2026-12-24",
        "days": 14,
        "entries": "12",
        "entry": 12,
        "example": "place tikal; end",
        "extra": Goods(resources=2),
        "fewest": 3,
        "gear": "chichen_itza",
        "gold": 2,
        "goods": Goods(stone=1),
        "hand": 2,
        "held": 1,
        "hours": 16,
        "leagues": "**The long count**, **Rain**",
        "least": 2,
        "left": 4,
        "line": 12,
        "moment": TIME,
        "more": 3,
        "most": 5,
        "n": 3,
        "name": "**Ana**",
        "named": 3,
        "names": "Ana, Bob",
        "needed": 5,
        "last": 2,
        "number": 2,
        "outs": 4,
        "people": "<@7>",
        "permissions": "Send Messages, Embed Links",
        "placed": 2,
        "places": "palenque, tikal",
        "played": 2,
        "players": 4,
        "price": Goods(corn=2),
        "resource": "wood",
        "role": "@players",
        "round": 3,
        "rows": 2000,
        "season": "**Rainy season**",
        "seconds": 20,
        "seats": 4,
        "space": Space("tikal", 3),
        "table": 7,
        "tables": "7, 9",
        "technology": "theology",
        "temple": "quetzalcoatl",
        "tile": "a1-field-school",
        "topic": "dragons",
        "until": TIME,
        "value": 9,
        "word": "moon",
        "words": "tikal 9",
        "year": 2026,
        "zone": "Mars",
    }
)
"""What stands in a place, by its name."""


@dataclass(frozen=True, order=True)
class Sentence:
    """A refusal as the source has it."""

    path: str
    code: str
    template: str
    plural: str = ""


@cache
def sentences() -> Sequence[Sentence]:
    """All refusals by module, in the order of the alphabet."""
    found = set[Sentence]()
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            path = str(file.relative_to(ROOT))
            found |= {Sentence(path, *said) for said in _refused_in(tree)}
    return sorted(found)


def _refused_in(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield code and sentence, and the plural of a sentence that counts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == BY_CODE:
            assert isinstance(node.value, ast.Dict)
            for code, said in zip(node.value.keys, node.value.values, strict=True):
                parts = [one for part in ast.iter_child_nodes(said) for one in ast.walk(part)]
                texts = [str(one.value) for one in parts if isinstance(one, ast.Constant)]
                yield ast.literal_eval(code), *filter(None, texts)
        if not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        code, said = node.args[:2]
        if isinstance(said, ast.Starred):  # marked by P_
            said = said.value
        forms = said.args if isinstance(said, ast.Call) else [said]  # marked by N_, or not
        texts = [one.value for one in forms if isinstance(one, ast.Constant)]
        if getattr(node.func, "id", "") in REFUSED_BY and texts:
            named = code.value if isinstance(code, ast.Constant) else ast.unparse(code)
            yield str(named).lower().replace("_", "-"), *map(str, texts)


def written(language: str) -> str:
    """A table for each module: code, English (unless that is the language), and the language."""
    english = language == SOURCE_LANGUAGE
    lines, path = ["# Refusals"], ""
    for one in sentences():
        if one.path != path:
            path = one.path
            lines += ["", f"## {Path(path).with_suffix('').as_posix()}", ""]
            lines += ["| Code | English |", "|---|---|"] if english else [
                "| Code | English | Translation |", "|---|---|---|"
            ]  # fmt: skip
        said = [_filled(one, SOURCE_LANGUAGE)]
        if not english:
            said.append(_filled(one, language))
        lines.append(f"| {one.code} | {' | '.join(said)} |")
    return "\n".join(lines) + "\n"


def _filled(one: Sentence, language: str) -> str:
    names = {name for _, name, _, _ in Formatter().parse(one.plural or one.template) if name}
    params = {name: LIKELY[name] for name in names}
    words = refusal_words(
        translator(language), Refusal(one.code, one.template, one.plural, **params)
    )
    return words.replace("|", "\\|").replace("\n", "<br>").replace(TIME, "‹time›")


# --- Every refusal can be read in every language, side by side with its English -------------------


def test_every_refusal_is_written_down() -> None:
    assert len(sentences()) > 300
    compare("refusals", written)


def test_every_refusal_can_be_translated() -> None:
    known = {message.id for message in read_catalogue(TEMPLATE)}
    assert [
        one for one in sentences()
        if ((one.template, one.plural) if one.plural else one.template) not in known
    ] == []  # fmt: skip


def test_a_code_belongs_to_one_sentence() -> None:
    said: dict[str, set[str]] = {}
    for one in sentences():
        said.setdefault(one.code, set()).add(one.template)
    assert {code: found for code, found in said.items() if len(found) > 1} == {}


# --- Sentences are shown, and codes decide: the same happens when every sentence is worded anew ---

LINES = (
    "place palenque tikal; end", "pick tikal 3", "pick chi 4; end", "place chichen 1", "place",
    "end", "pass", "beg", "place start start", "corn", "pick palenque 3 corn wood burn; end",
    "build nothing", "do chi 1", "sell gold; end", "xyz", "", "place quick; end; end",
)  # fmt: skip


def test_rewording_changes_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what a typed line means and is refused for, nor which moves are told as not
    offered."""
    games = list(_positions())
    before = [_decisions(game) for game in games]
    worded = Refusal.__init__

    def reworded(self: Refusal, code: str, *forms: str, **params: Any) -> None:
        worded(self, code, *(f"In other words: {form}" for form in forms), **params)

    monkeypatch.setattr(Refusal, "__init__", reworded)
    with pytest.raises(IllegalAction, match="In other words"):
        read_places(Game.new(2, seed=1), 0, "")
    assert [_decisions(game) for game in games] == before
    codes = {found for decisions in before for found in decisions if isinstance(found, str)}
    assert len(codes) > 10, "many reasons were met"


def _positions() -> list[Game]:
    """What a game of chance comes through, with the seat asked first to move."""
    games = []
    for seed in range(2):
        chance, game = random.Random(seed), Game.new(3, seed=seed)
        for _ in range(150):
            if not game.pending:
                break
            games.append(game.copy())
            seat = game.pending[0].seat
            game.play(seat, chance.choice(game.legal(seat)))
    return games


def _decisions(game: Game) -> list[Any]:
    seat = game.pending[0].seat
    found: list[Any] = [one.moves for one in not_offered(T, game, seat)]
    for line in LINES:
        for read in (read_turn, read_pickups):
            try:
                found.append(read(game, seat, line))
            except IllegalAction as reason:
                found.append(reason.code)
    return found
