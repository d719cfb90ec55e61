"""Worked examples and traps of the rulebooks, as data: a start, steps, what must be seen."""

import json
from pathlib import Path
from typing import Any

import pytest

from .scenario import Scenario

FILE = Path(__file__).with_name("examples") / "examples.json"
SHARED = Path(__file__).parents[3] / "shared" / "reference" / "examples.json"
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared examples are not here")
def test_the_examples_are_the_shared_ones() -> None:
    assert json.loads(SHARED.read_text(encoding="utf-8")) == EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES["scenarios"], ids=lambda example: example["id"])
def test_example(example: dict[str, Any]) -> None:
    begin = example["start"]
    scenario = Scenario(
        example["id"],
        players=begin.get("players", 2),
        changes=begin.get("set", {}),
        setup=begin.get("setup", {}),
        steps=example["steps"],
    )
    scenario.run(EXAMPLES["default"])
