"""Worked examples and traps of the rulebooks, as data: a start, steps, what must be seen."""

import json
from pathlib import Path
from typing import Any

import pytest

from .scenario import Scenario

FILES = sorted(Path(__file__).with_name("examples").glob("*.json"))
SHARED = Path(__file__).parents[3] / "shared" / "reference"


def read(file: Path) -> dict[str, Any]:
    """A file of examples: what it is about, the default position, the scenarios."""
    examples: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return examples


EXAMPLES = [
    pytest.param(example, file["default"], id=example["id"])
    for file in map(read, FILES)
    for example in file["scenarios"]
]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared examples are not here")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_examples_are_the_shared_ones(file: Path) -> None:
    assert read(SHARED / file.name) == read(file)


@pytest.mark.parametrize(("example", "default"), EXAMPLES)
def test_example(example: dict[str, Any], default: dict[str, Any]) -> None:
    begin = example["start"]
    scenario = Scenario(
        example["id"],
        players=begin.get("players", 2),
        changes=begin.get("set", {}),
        setup=begin.get("setup", {}),
        steps=example["steps"],
    )
    scenario.run(default)
