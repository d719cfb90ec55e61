"""Every refusal of the program, with its places filled by something likely, in a language."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from bot import refusal
from bot.engine.state import Goods, Space
from bot.refusal import Refusal
from bot.text.catalogue import ROOT, SOURCES
from bot.text.refusals import refusal_words
from bot.text.translation import SOURCE_LANGUAGE, translator

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
        "permissions": "Send Messages, Embed Links",
        "placed": 2,
        "places": "palenque, tikal",
        "played": 2,
        "players": 4,
        "price": Goods(corn=2),
        "resource": "wood",
        "role": "@players",
        "round": 3,
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
