"""The shared table of examples, when it lies beside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Game

from .scenario import Scenario

SHARED = Path(__file__).parents[3] / "shared" / "reference" / "examples.json"

# Modules the engine does not play yet; take a name out as soon as it does.
NOT_YET: frozenset[str] = frozenset({"tribes", "prophecies", "buildings", "quick_actions", "promo"})


@pytest.mark.parametrize("module", sorted(NOT_YET))
def test_only_what_the_engine_refuses_is_left_out(module: str) -> None:
    with pytest.raises(ValueError):
        Game.new(4, modules=(module,), seed=1)


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
    modules = set(scenario.changes.get("modules", [])) | set(scenario.setup.get("modules", []))
    if modules & NOT_YET:
        pytest.skip(f"not played yet: {', '.join(sorted(modules & NOT_YET))}")
    scenario.run(EXAMPLES["default"])
