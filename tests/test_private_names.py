"""A private name of a library may be gone in its next version, and whoever installs a wheel does
not read the locked lists: such a library is bound below its next minor version."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "cogs", "rendering")
USED = {
    ("cogs/kit/answering.py", "_cs_response"): "discord.py",
    ("cogs/preview.py", "_settle_internal"): "simcord",
}
"""Our uses of private names, with the library whose they are."""
PROMISED = {"_asdict", "_replace", "_fields", "_mapping", "_exit", "_SubParsersAction"}
"""Names that are documented in spite of their underscore: of named tuples, of SQLAlchemy's rows and
of `os`; argparse has no other name for what `add_subparsers` returns."""


def is_private(name: object) -> bool:
    """Whether a name is private, and none of Python's own."""
    return isinstance(name, str) and name.startswith("_") and not name.startswith("__")


def defined(tree: ast.AST) -> set[str]:
    """The private names that a module defines: functions, classes, fields, attributes."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                found.add(name)
    return {name for name in found if is_private(name)}


def foreign(tree: ast.AST, of_ours: set[str]) -> Iterator[str]:
    """The private names in a module that nothing of ours explains. What is not said of `self` must
    be defined in the same module."""
    here = defined(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                known = here | of_ours
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                known = set()  # the overridden one may be the library's
            case ast.Attribute(attr=name):
                known = here
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(name), *_]
            ):
                known = here
            case _:
                continue
        if is_private(name) and name not in known:
            yield str(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            parts = [*(node.module or "").split("."), *(one.name for one in node.names)]
        elif isinstance(node, ast.Import):
            parts = [part for one in node.names for part in one.name.split(".")]
        else:
            continue
        yield from filter(is_private, parts)


def overridden() -> Iterator[tuple[str, str]]:
    """Our methods with the private name of one of a library's class, with their files."""
    for package in PACKAGES:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            if found.name.endswith("__main__") or ".versions" in found.name:
                continue
            module = import_module(found.name)
            for one in [*vars(module).values()]:
                if not isinstance(one, type) or one.__module__ != found.name:
                    continue
                for name, what in vars(one).items():
                    if not (is_private(name) and isinstance(what, FunctionType)):
                        continue
                    for base in one.__mro__[1:]:
                        library = base.__module__.split(".")[0]
                        in_library = library not in (*PACKAGES, *sys.stdlib_module_names)
                        if in_library and name in vars(base):
                            yield f"{found.name.replace('.', '/')}.py", name


def used_names() -> set[tuple[str, str]]:
    """All private names of libraries that the program uses, each with its file."""
    trees = {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
    }
    of_ours = set[str]().union(*map(defined, trees.values()))
    found = {
        (file, name)
        for file, tree in trees.items()
        for name in foreign(tree, of_ours)
        if name not in PROMISED
    }
    return found | {*overridden()}


def asked_for() -> list[Requirement]:
    """All that pyproject.toml asks for."""
    file = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        file["project"]["dependencies"],
        *file["project"]["optional-dependencies"].values(),
        *file["dependency-groups"].values(),
    ]
    return [Requirement(one) for some in lists for one in some]


def test_each_private_name_that_is_used_is_listed() -> None:
    assert used_names() == set(USED), "list it here, bind the library, or do without it"


@pytest.mark.parametrize("library", sorted({*USED.values()}))
def test_its_library_is_bound_below_the_next_minor_version(library: str) -> None:
    now = Version(version(library))
    following = Version(f"{now.major}.{now.minor + 1}")
    found = [one for one in asked_for() if one.name == library]
    assert found
    for one in found:
        assert now in one.specifier
        assert following not in one.specifier, f"{one}: bind it with <{following}"
        assert Version(f"{now.major + 1}.0") not in one.specifier


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("row._secret", ["_secret"]),
        ("interaction._state", ["_state"]),
        ("self._ours\nself._state", ["_ours"]),
        ("self._x = 1\nother._x", []),
        ("super()._state()", ["_state"]),
        ("getattr(row, '_secret', None)", ["_secret"]),
        ("from discord._x import y\nimport discord.http\nfrom discord import _z", ["_x", "_z"]),
        ("row.__class__", []),
    ],
)
def test_names_are_found(text: str, names: list[str]) -> None:
    assert [*foreign(ast.parse(text), {"_state"})] == names
