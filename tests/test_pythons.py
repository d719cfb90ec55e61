"""The program on every Python from 3.11 on, and on systems that are not POSIX."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def trees() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted((*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py"))):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))
    for path in sorted(ROOT.glob("rendering/**/*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))


def test_no_text_to_translate_stands_in_an_f_string() -> None:
    """Python 3.11 does not extract it, later ones do: the template would hang on the version."""
    found = []
    for path, tree in trees():
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
    for path, tree in trees():
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
    for name, does in (("python3.16", "exit 127"), ("python3.15", f'exec "{sys.executable}" "$@"')):
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
