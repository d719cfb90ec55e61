"""Every sentence is said with what it names. The type checker cannot read the places of a constant,
so this reads every `t.say(NAME, …)` of the source."""

import ast
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.text.catalogue import SOURCES, catalogues, read_catalogue

ROOT = Path(__file__).parents[2]
MARKS = {"N_": 1, "P_": 2}
Forms = tuple[str, ...]
"""A sentence, and its plural where it has one."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def modules(root: Path, folders: tuple[str, ...]) -> dict[str, ast.Module]:
    """The syntax trees of all modules, by their dotted name."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for folder in folders
        for path in sorted((root / folder).rglob("*.py"))
    }


def marked(node: ast.expr | None) -> Forms | None:
    """The sentence that a call of `N_` or `P_` marks."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
        return tuple(ast.literal_eval(argument) for argument in node.args)
    return None


def constants(tree: ast.Module) -> dict[str, Forms]:
    """The sentences that a module names."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and (forms := marked(node.value)):
            found |= {target.id: forms for target in node.targets if isinstance(target, ast.Name)}
    return found


def known_in(tree: ast.Module, everywhere: Mapping[str, Mapping[str, Forms]]) -> dict[str, Forms]:
    """The sentences a module can say, by how it writes them: `DRAWN`, `league_news.DRAWN`."""
    known = constants(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                here = name.asname or name.name
                if name.name in everywhere.get(node.module, {}):
                    known[here] = everywhere[node.module][name.name]
                module = everywhere.get(f"{node.module}.{name.name}", {})
                known |= {f"{here}.{one}": forms for one, forms in module.items()}
    return known


def said(argument: ast.expr) -> Iterator[ast.expr]:
    """The constants that the first argument of `say` can be."""
    if isinstance(argument, ast.IfExp):
        yield from said(argument.body)
        yield from said(argument.orelse)
    else:
        yield argument


def faults(trees: Mapping[str, ast.Module], languages: list[Mapping[Forms, Forms]]) -> list[str]:
    """Where a sentence is said with other keywords than the places it has, in English or in a
    language, or cannot be read. The number of a plural need not be written in it."""
    everywhere = {name: constants(tree) for name, tree in trees.items()}
    found = []
    for module, tree in trees.items():
        known = known_in(tree, everywhere)
        for node in ast.walk(tree):
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute) and node.func.attr == "say"
                and node.args
                and not ast.unparse(node.func.value).endswith(".processes")  # they hear words
            ):  # fmt: skip
                continue
            given = {keyword.arg for keyword in node.keywords}
            for constant in said(node.args[0]):
                name = ast.unparse(constant)
                forms = known.get(name)
                if forms is None:
                    found.append(f"{module}:{node.lineno} {name} is no sentence named by a module")
                    continue
                for told in (forms, *(language.get(forms, ()) for language in languages)):
                    named = set().union(*map(places, told))
                    if len(forms) > 1:  # one form may say its number as a word
                        named.add("n")
                    if told and named != given:
                        found.append(f"{module}:{node.lineno} {name}: {told}, given {given}")
    return found


@cache
def source() -> Mapping[str, ast.Module]:
    return modules(ROOT, SOURCES)


def translated(catalog: Catalog) -> dict[Forms, Forms]:
    """The translations of a catalogue by their English text; the form of all others comes last."""
    return {
        message.id if isinstance(message.id, tuple) else (message.id,):
        tuple(message.string) if isinstance(message.string, tuple) else (message.string,)
        for message in catalog if message.id and not message.context
    }  # fmt: skip


def test_every_sentence_is_said_with_the_places_it_has() -> None:
    languages = [translated(read_catalogue(path)) for path in catalogues()]
    assert len(languages) >= 4
    assert faults(source(), languages) == []


def test_sentences_are_said_by_their_constants() -> None:
    named = sum(len(constants(tree)) for tree in source().values())
    told = sum(ast.unparse(tree).count(".say(") for tree in source().values())
    assert named > 50 and told > 100


WORDS = 'GIVEN = N_("{name} gave {what}")\nDAYS = P_("{season}: {n} day", "{season}: {n} days")\n'


@pytest.mark.parametrize(
    "line",
    [
        "t.say(words.GIVEN, name=1)",  # missing
        "t.say(words.GIVEN, name=1, what=2, why=3)",  # superfluous
        "t.say(words.GIVEN, name=1, waht=2)",  # misspelt
        "t.say(words.GIVEN)",
        "t.say(words.GIVEN, **places)",
        "t.say(words.DAYS, season=1)",
        "t.say(words.DAYS if days else words.GIVEN, season=1, n=2)",
        "t.say(GIVEN, name=1, what=2)",  # not imported
        "t.say(chosen, name=1, what=2)",  # cannot be read
        't.say("{name} gave {what}", name=1, what=2)',  # is not extracted
    ],
)
def test_a_wrong_keyword_is_found(line: str) -> None:
    trees = {
        "bot.words": ast.parse(WORDS),
        "cogs.page": ast.parse(f"from bot import words\n{line}"),
    }
    assert len(faults(trees, [])) == 1


def test_a_wrong_place_of_a_translation_is_found() -> None:
    line = "from bot.words import GIVEN\nt.say(GIVEN, name=1, what=2)"
    trees = {"bot.words": ast.parse(WORDS), "cogs.page": ast.parse(line)}
    english = ("{name} gave {what}",)
    assert faults(trees, [{english: ("{name} gibt {what}",)}]) == []
    assert len(faults(trees, [{english: ("{name} gibt {was}",)}])) == 1
    assert len(faults(trees, [{english: ("{name} gibt",)}])) == 1
