"""Follows recipes of docs/recipes in a copy of the project.

Under the heading of a recipe each line that begins with "In `file`" or "New file `file`" says where
the block below it goes:

- "New file `F`": the block is the file.
- "In `F`, at the end of `name`": the block is added to this class, tuple, list or dict of a Python
  file, or to this list or object of a JSON file.
- "In `F`, below `name`": it is added below this function or class.
- "In `F`" and a diff: its lines that begin with + take the place of those that begin with -; what
  begins with a space stays. These lines are in the file once.

A block of the language sh is run. Other text is for people alone.
"""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from tests.docs.guides import TRANSLATED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "recipes"
PARTS = (
    "bot", "cogs", "rendering", "data", "docs", "scripts", "tests",
    "README.md", "CHANGELOG.md", ".env.example", "pyproject.toml",
)  # fmt: skip
"""What of the project is copied."""
_ASIDE = ("tests/", "data/locales/", *(f"docs/{language}/" for language in TRANSLATED))
"""What is not counted: tests and translations."""
_BLOCK = re.compile(
    r"^(?:(?P<new>New file|In) `(?P<path>[^`]+)`"
    r"(?:, (?P<where>at the end of|below) `(?P<name>[^`]+)`)?[^`\n]*:\n\n)?"
    r"```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A block of a recipe and where it goes; `path` is empty for commands."""

    language: str
    code: str
    path: str
    new: bool
    where: str
    name: str


def titles() -> dict[str, Path]:
    """The recipes that there are, by their titles."""
    files = [path for path in FOLDER.glob("*.md") if path.name != "README.md"]
    return {path.read_text(encoding="utf-8").partition("\n")[0][2:]: path for path in files}


def blocks(recipe: str) -> Iterator[Block]:
    """The blocks of the recipe with this title, in their order."""
    text = titles()[recipe].read_text(encoding="utf-8")
    for one in _BLOCK.finditer(text):
        yield Block(
            one["language"], one["code"], one["path"] or "",
            one["new"] == "New file", one["where"] or "", one["name"] or "",
        )  # fmt: skip


def by_hand(recipe: str) -> set[str]:
    """The files that a recipe changes or makes by hand, but tests and translations."""
    paths = {block.path for block in blocks(recipe)} - {""}
    return {path for path in paths if not path.startswith(_ASIDE)}


@dataclass(frozen=True)
class Copy:
    """A copy of the project, to be changed as recipes say."""

    folder: Path

    def follow(self, *recipes: str, by_the_way: Callable[[], None] = lambda: None) -> None:
        """Do what these recipes say, one after the other; the commands at their ends are run once
        for all of them, since they take longer than the rest, and after what is done besides.
        """
        at_end: list[str] = []
        for recipe in recipes:
            found = list(blocks(recipe))
            assert found, f"the recipe {recipe!r} has no blocks"
            edits = [n for n, block in enumerate(found) if block.path]
            for n, block in enumerate(found):
                assert block.path or block.language == "sh", f"where does this go?\n{block.code}"
                if block.path:
                    _edit(self.folder / block.path, block)
                elif n > edits[-1]:
                    at_end += block.code.splitlines()
                else:
                    self.commanded(block.code.splitlines())
        by_the_way()
        self.commanded(list(dict.fromkeys(at_end)))

    def commanded(self, lines: list[str]) -> None:
        """Run these commands of a guide."""
        for line in lines:
            self.run(*_command(line))

    def touched(self) -> set[str]:
        """The files that are not as in the project, but tests and translations."""
        found = set()
        for path in self.folder.rglob("*"):
            name = path.relative_to(self.folder).as_posix()
            aside = "__pycache__" in name or name.startswith(_ASIDE)
            if path.is_file() and not aside:
                original = ROOT / name
                if not original.exists() or original.read_bytes() != path.read_bytes():
                    found.add(name)
        return found

    def run(self, *command: str) -> str:
        """What a command prints that is run in the copy; it must succeed."""
        done = self._ended(*command)
        assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def passes(self, *tests: str) -> None:
        """These tests hold in the copy."""
        quiet = ("-q", "-p", "no:cacheprovider", "-n", "0", "-rfE")
        self.run(sys.executable, "-m", "pytest", *quiet, *tests)

    def _ended(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=os.environ | {"PYTHONPATH": str(self.folder)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip


def copied(folder: Path) -> Copy:
    """A copy of the project in this folder."""
    for part in PARTS:
        source, target = ROOT / part, folder / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("__snapshots__")
            shutil.copytree(source, target, ignore=ignored)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
        _keep_compiled(source, target)
    return Copy(folder)


def _keep_compiled(source: Path, target: Path) -> None:
    """What Python has compiled of the project serves the copy, too, where it is stored apart: it
    goes by the time and the size of a file, which are the same."""
    if sys.pycache_prefix is not None:
        compiled, of_copy = (Path(f"{sys.pycache_prefix}{one}") for one in (source, target))
        if compiled.is_dir():
            shutil.copytree(compiled, of_copy, dirs_exist_ok=True)


def _command(line: str) -> list[str]:
    """A command of the guide, by the Python that runs the tests."""
    first, *others = shlex.split(line)
    if first == "pybabel":
        return [sys.executable, "-m", "babel.messages.frontend", *others]
    assert first == "python", line
    return [sys.executable, *others]


def _edit(path: Path, block: Block) -> None:
    if block.new:
        assert not path.exists(), path
        path.write_text(block.code, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if block.language == "diff":
        text = _patched(text, block.code)
    elif block.language == "json":
        text = _with_entry(text, block.name, block.code)
    else:
        text = _with_code(text, block)
    path.write_text(text, encoding="utf-8")


def _patched(text: str, diff: str) -> str:
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, f"{text.count(before)} times in the file:\n{before}"
    return text.replace(before, after)


def _with_entry(text: str, name: str, code: str) -> str:
    data = json.loads(text)
    place = data[name]
    if isinstance(place, list):
        place.append(json.loads(code))
    else:
        place |= json.loads(f"{{{code}}}")
    return json.dumps(data, indent=1, ensure_ascii=False)


def _with_code(text: str, block: Block) -> str:
    lines = text.splitlines(keepends=True)
    node = _named(ast.parse(text), block.name)
    assert node.end_lineno is not None
    if block.where == "below":
        return _inserted(lines, node.end_lineno, f"\n\n{block.code}")
    inside = indent(block.code, "    ")
    if isinstance(node, ast.ClassDef):
        return _inserted(lines, node.end_lineno, inside)
    assert lines[node.end_lineno - 1].lstrip()[0] in ")]}", (
        f"{block.name} ends on a line of its own"
    )
    return _inserted(lines, node.end_lineno - 1, inside)


def _named(tree: ast.Module, name: str) -> ast.stmt:
    for node in tree.body:
        names = {getattr(node, "name", None)}
        if isinstance(node, ast.Assign):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = {node.target.id}
        if name in names:
            return node
    raise AssertionError(f"no {name}")


def _inserted(lines: list[str], at: int, code: str) -> str:
    return "".join([*lines[:at], code, *lines[at:]])
