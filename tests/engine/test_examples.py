"""The shared table of examples, when it lies beside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from .scenario import Scenario

SHARED = Path(__file__).parents[3] / "shared" / "reference" / "examples.json"


def examples() -> dict[str, Any]:
    """The file's contents, empty without the file."""
    if not SHARED.exists():
        return {"default": {}, "scenarios": []}
    data: dict[str, Any] = json.loads(SHARED.read_text(encoding="utf-8"))
    return data


EXAMPLES = examples()


@pytest.mark.skipif(not EXAMPLES["scenarios"], reason="the shared examples are not here")
@pytest.mark.parametrize("example", EXAMPLES["scenarios"], ids=lambda example: example["id"])
def test_shared_example(example: dict[str, Any]) -> None:
    begin = example["start"]
    scenario = Scenario(
        example["id"],
        players=begin.get("players", 2),
        changes=begin.get("set", {}),
        setup=begin.get("setup", {}),
        steps=example["steps"],
    )
    scenario.run(EXAMPLES["default"])
