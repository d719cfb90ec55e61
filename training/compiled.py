"""python -m training.compiled FOLDER: make a copy of the program, for training alone, in which the
engine and the search are compiled. It plays the same games in four fifths of the time.

Go on in it: `cd FOLDER && python -m training --folder CHECKPOINT --released WEIGHTS`. Needs a C
compiler and setuptools; mypyc comes with mypy.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("bot", "training", "data")
NOT_COMPILED = ("__init__", "deal", "game", "game_facts", "position")
"""Modules of the engine that take little time, and do what cannot be compiled."""
SEARCH = ("features", "limits", "plan", "turns", "value")
_SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(ext_modules=mypycify({modules!r}, opt_level="3"))
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the folder anew, copy the program into it, and compile it there."""
    reading = argparse.ArgumentParser(prog="python -m training.compiled", description=__doc__)
    reading.add_argument("folder", type=Path)
    compile_copy(reading.parse_args(arguments).folder)


def compile_copy(folder: Path) -> None:
    """Make the compiled copy. Raises CalledProcessError if it does not compile."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in COPIED:
        leave = shutil.ignore_patterns("__pycache__", "replay")
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    engine = sorted((folder / "bot" / "engine").glob("*.py"))
    modules = [f"bot/engine/{path.name}" for path in engine if path.stem not in NOT_COMPILED]
    modules += [f"bot/ai/{name}.py" for name in SEARCH]
    options = ["--follow-imports=silent", "--ignore-missing-imports"]
    (folder / "setup.py").write_text(_SETUP.format(modules=[*options, *modules]), "utf-8")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - our own command


if __name__ == "__main__":
    main()
