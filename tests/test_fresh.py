"""What programs in scripts/ have written is what they would write today."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LISTS = dict(re.findall(r"^compile (\w+)(.*)$", (ROOT / "scripts" / "lock").read_text(), re.M))
"""The locked lists, and with which options each of them is written."""


def asked_for(options: str) -> dict[str, Requirement]:
    """What pyproject.toml asks for in a list, by name."""
    file = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = list(file["project"]["dependencies"])
    for kind, name in re.findall(r"--(extra|group) (\w+)", options):
        extras = file["project"]["optional-dependencies"]
        wanted += extras[name] if kind == "extra" else file["dependency-groups"][name]
    return {canonicalize_name(one.name): one for one in map(Requirement, wanted)}


@pytest.mark.parametrize("name", LISTS)
def test_the_locked_lists_hold_what_is_asked_for(name: str) -> None:
    asked, text = asked_for(LISTS[name]), (ROOT / "requirements" / f"{name}.txt").read_text()
    line = r"^([\w.-]+)(?:\[\w+\])?==([\w.+]+).*\n(?:    --hash.*\n)+    # via (.+)$"
    locked = re.findall(line, text, re.M)
    assert len(locked) == text.count("# via ")
    stale = {one for one, _, by in locked if "(pyproject.toml" in by} ^ set(asked)
    stale |= {
        one for one, version, _ in locked if one in asked and version not in asked[one].specifier
    }
    assert not stale, f"requirements/{name}.txt is stale ({', '.join(stale)}): run scripts/lock"


WITHOUT_PALETTES = """
from dataclasses import replace
from rendering.drawing import encoding
from scripts import make_palettes as palettes

encoding.PALETTES = {}
new = replace(palettes.THEMES["dark"], name="new")
scene = next(palettes.scenes())
for draw in palettes.DRAWINGS:
    assert len(draw(scene, new).getcolors(palettes.MOST_COLOURS)) > 256
"""


def test_palettes_are_made_from_pictures_without_one() -> None:
    """So they are the same whatever they were before, and a new theme gets one."""
    subprocess.run([sys.executable, "-c", WITHOUT_PALETTES], cwd=ROOT, check=True)


@pytest.mark.long
def test_the_palettes_are_those_of_the_pictures(tmp_path: Path) -> None:
    made = tmp_path / "palettes.json"
    program = [sys.executable, "scripts/make_palettes.py", str(made)]
    subprocess.run(program, cwd=ROOT, check=True, capture_output=True)
    stale = made.read_bytes() != (ROOT / "data" / "palettes.json").read_bytes()
    assert not stale, "data/palettes.json is stale: run .venv/bin/python scripts/make_palettes.py"
