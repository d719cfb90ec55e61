"""The program on every Python from 3.11 on, on systems that are not POSIX, and beside other
versions of libraries."""

import ast
import os
import re
import shutil
import subprocess
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

# --- The program on every Python from 3.11 on, and on systems that are not POSIX ------------------

ROOT = Path(__file__).parents[1]
POSIX_ALONE = {
    ("os", "killpg"), ("os", "nice"), ("os", "fork"), ("os", "getuid"), ("os", "chown"),
    ("os", "fchmod"), ("signal", "SIGKILL"), ("signal", "SIGHUP"), ("signal", "SIGALRM"),
    ("signal", "setitimer"), ("signal", "ITIMER_REAL"), ("os", "sched_getaffinity"),
}  # fmt: skip
"""What Windows does not have."""
GETTEXT = {"gettext", "ngettext", "pgettext", "npgettext", "N_", "locale_str"}
LATER = (12, 13, 14, 15, 16)
TRIED = """
import random
from bot.engine import Game
from bot.notation import read_position, write_position
from bot.text.translation import translator
from bot.text.turns import *
game, chance = Game.new(3, modules=("tribes", "prophecies"), seed=1), random.Random(1)
while not game.finished:
    seat = game.pending[0].seat
    game.play(seat, chance.choice(game.legal(seat)))
assert len(game.standings()) == 3
assert translator("de").gettext("Confirm") != "Confirm"
assert read_position(write_position(game.snapshot())) == game.snapshot()
print("played")
"""


def trees(*names: str) -> Iterator[tuple[str, ast.AST]]:
    """The modules in whose text one of these names stands."""
    for folder in ("bot", "cogs", "rendering"):
        for path in sorted(ROOT.glob(f"{folder}/**/*.py")):
            text = path.read_text("utf-8")
            if any(name in text for name in names):
                yield str(path.relative_to(ROOT)), ast.parse(text)


def test_no_text_to_translate_stands_in_an_f_string() -> None:
    """Python 3.11 does not extract it, later ones do: the template would hang on the version."""
    found = []
    for path, tree in trees(*GETTEXT):
        for node in ast.walk(tree):
            inner = ast.walk(node) if isinstance(node, ast.JoinedStr) else ()
            for call in inner:
                name = getattr(getattr(call, "func", None), "attr", None) or getattr(
                    getattr(call, "func", None), "id", None
                )
                texts = [a for a in getattr(call, "args", ()) if isinstance(a, ast.Constant)]
                if name in GETTEXT and texts:
                    found.append(f"{path}:{node.lineno}")
    assert not found


def test_what_windows_does_not_have_is_asked_for_first() -> None:
    """Each use stands below an `if hasattr`, in a function that such a use has chosen, or is asked
    for by name."""
    found = []
    for path, tree in trees(*(name for _, name in POSIX_ALONE)):
        guarded = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If | ast.IfExp) and "hasattr" in ast.dump(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and (node.value.id, node.attr) in POSIX_ALONE
                and id(node) not in guarded
            ):
                found.append(f"{path}:{node.lineno} {node.value.id}.{node.attr}")
    assert not found


def pythons() -> dict[str, str]:
    """Other Pythons of this machine by their version: by name, and as pyenv keeps them."""
    found: dict[str, str] = {}
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for minor in LATER:
        places = sorted(kept.glob(f"3.{minor}.*/bin/python3.{minor}"))
        named = shutil.which(f"python3.{minor}")
        for one in [*map(str, places), *([named] if named else [])]:
            said = subprocess.run([one, "--version"], capture_output=True, text=True, check=False)
            if said.returncode == 0 and re.match(rf"Python 3\.{minor}\.", said.stdout):
                found[f"3.{minor}"] = one
                break
    return found


@pytest.mark.long
def test_another_python(tmp_path: Path) -> None:
    """The newest one of this machine installs the locked list, starts, plays, translates, reads
    notation."""
    others = [one for one in pythons().items() if one[0] != "{}.{}".format(*sys.version_info)]
    if not others:
        pytest.skip("there is no other Python on this machine")
    version, python = others[-1]
    made = subprocess.run(
        [python, "-m", "venv", "--without-pip", tmp_path / "venv"],
        capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"Python {version} makes no environment here")
    own = tmp_path / "venv" / "bin" / "python"
    installed = subprocess.run(
        [sys.executable, "-m", "pip", "--python", own, "install", "--quiet", "--no-compile",
         "--require-hashes", "--requirement", ROOT / "requirements" / "run.txt"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if installed.returncode and "hash" not in installed.stderr.lower():
        pytest.skip(f"packages cannot be fetched: {installed.stderr.strip().splitlines()[-1]}")
    assert installed.returncode == 0, installed.stderr
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path)}
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)  # what one has compiled serves the next
    for words in (["-c", TRIED], ["-m", "bot", "settings"], ["-m", "bot", "migrate"]):
        said = subprocess.run(
            [own, *words], cwd=tmp_path, env=surroundings, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert said.returncode == 0, said.stderr


def test_install_takes_the_newest_and_says_which(tmp_path: Path) -> None:
    """Of those that begin; one that only looks like a Python is passed over."""
    names = re.search(r"for name in (.*); do", (ROOT / "scripts" / "install").read_text("utf-8"))
    assert names is not None
    minors = [int(name.rpartition(".")[2]) for name in names[1].split()[:-1]]
    assert minors == sorted(minors, reverse=True) and minors[0] == 16 and minors[-1] == 11
    assert names[1].split()[-1] == "python3"
    folder = tmp_path / "bin"
    folder.mkdir()
    real = f'[ "$1" = -m ] || exec "{sys.executable}" "$@"'  # but that it makes no environment
    for name, does in (("python3.16", "exit 127"), ("python3.15", real)):
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "install", tmp_path / "scripts")
    said = subprocess.run(
        [tmp_path / "scripts" / "install", "nothing"],
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"Installing with Python {sys.version.split()[0]}" in said.stderr
    assert str(folder / "python3.15") in said.stderr


# --- Private names of libraries -------------------------------------------------------------------
# A private name of a library may be gone in its next version, and whoever installs a wheel does
# not read the locked lists: such a library is bound below its next minor version.

PACKAGES = ("bot", "cogs", "rendering")
USED = {
    ("cogs/kit/answering.py", "_cs_response"): "discord.py",
    ("cogs/kit/buttons.py", "_state"): "discord.py",
    ("cogs/lobby/gathering.py", "_state"): "discord.py",
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
    here, nodes = defined(tree), [*ast.walk(tree)]
    for node in nodes:
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
    for node in nodes:
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


DATA = {"tzdata", "noto-cjk-sans-jp-bold", "regex"}
"""What is numbered by dates, and may be taken in any newer version."""


def test_a_wheel_takes_no_version_that_nobody_tried() -> None:
    """Who installs a wheel in two years gets a program that begins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [project["dependencies"], *project["optional-dependencies"].values()]
    asked = [Requirement(one) for some in wanted for one in some]
    assert len(asked) > 20
    free = {one.name for one in asked if not any(bound.operator == "<" for bound in one.specifier)}
    assert free == DATA
    assert all(any(bound.operator == ">=" for bound in one.specifier) for one in asked)


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
