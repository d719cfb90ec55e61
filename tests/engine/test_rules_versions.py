"""Games of rules version 1 replay for ever as they were played.

The logs in rules_1/ were recorded by commit e53baad, the last one that knew no other version: the
deal, the actions, what stood on the table in the end, and a sum over every position and all legal
answers on the way. The quick actions still to come were not yet part of a position.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Game

LOGS = sorted((Path(__file__).parent / "rules_1").glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    """A log."""
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return log


def position_of_then(game: Game) -> dict[str, Any]:
    """The position as version 1 was recorded with."""
    position = game.position()
    if position["quick"]:
        position["quick"].pop("coming", None)
    return position


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_of_version_1_leads_to_the_same_decisions_and_the_same_end(path: Path) -> None:
    log, seen = read(path), hashlib.sha256()
    game = Game.from_setup({**log["setup"], "rules": 1})
    for line in log["actions"]:
        seen.update(json.dumps(position_of_then(game), sort_keys=True).encode())
        for asked in game.pending:
            seen.update(f"{asked.seat} {asked.kind} {game.legal(asked.seat)}\n".encode())
        seat, action = line.split(" ", 1)
        game.play(int(seat), action)
    seen.update(json.dumps(position_of_then(game), sort_keys=True).encode())
    assert position_of_then(game) == log["position"]
    assert seen.hexdigest() == log["seen"]
    assert game.finished


def test_the_logs_hold_every_number_of_seats_and_what_version_2_changed() -> None:
    logs = [read(path) for path in LOGS]
    assert {log["setup"]["players"] for log in logs} == {2, 3, 4, 5}
    assert (
        sum(log["actions"].count(f"{seat} place quick") for log in logs for seat in range(5)) > 99
    )
    assert any("teacher-shortage" in log["setup"].get("prophecies", []) for log in logs)
