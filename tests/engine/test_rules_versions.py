"""Versions of the rules: how a game names its own, and that games of version 1 replay for ever as
they were played.

The logs in rules_1/ were recorded by commit e53baad, the last one that knew no other version: the
deal, the actions, what stood on the table in the end, and a sum over every position and all legal
answers on the way. The quick actions still to come were not yet part of a position.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.engine.board import MODULES
from bot.engine.versions import RULES_VERSION

from .scenario import parts, start

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


def test_most_logs_of_version_1_with_quick_actions_cannot_be_played_by_version_2() -> None:
    """Else they would not show that the version counts."""
    refused = []
    for path in LOGS:
        log = read(path)
        game = Game.from_setup(log["setup"])
        try:
            for line in log["actions"]:
                seat, action = line.split(" ", 1)
                game.play(int(seat), action)
        except IllegalAction:
            refused.append("quick_actions" in log["setup"]["modules"])
    assert all(refused)
    assert len(refused) >= 4


def test_a_new_game_is_of_version_2_and_does_not_say_so() -> None:
    game = Game.new(5, modules=MODULES, seed=1)
    assert RULES_VERSION == 2
    assert "rules" not in game.setup
    assert "rules" not in game.record()["setup"]
    assert "rules" not in Game.from_setup({**game.setup, "rules": 2}).setup
    assert Game.from_setup(game.setup).setup == game.setup


def test_a_game_of_version_1_says_so() -> None:
    setup = {**Game.new(3, modules=["quick_actions"], seed=1).setup, "rules": 1}
    game = Game.from_setup(setup)
    assert game.setup == setup
    assert game.copy().setup == setup
    assert Game.replay(game.record()).setup == setup


def test_a_game_from_a_position_has_a_version_too() -> None:
    single = parts(quick="qa1-build") | {"players.0.corn": 9, "players.0.wood": 1}
    new, old = start(single).game, start(single | {"rules": 1}).game
    assert set(new.setup) == {"position"}
    assert set(old.setup) == {"position", "rules"}
    assert old.setup["rules"] == 1
    assert "rules" not in old.setup["position"]
    assert new.position() == old.position()
    for game, kind in ((new, "build"), (old, None)):
        for again in (game, Game.from_setup(game.setup), Game.replay(game.record())):
            again.play(0, "place quick")
            again.play(0, "end")
            assert again.kind_asked(0) == kind


def test_a_turn_looked_ahead_to_is_of_the_same_version() -> None:
    poor = parts(quick="qa1-build") | {"players.0.corn": 9, "players.1.corn": 9}
    for version, offered in ((1, False), (2, True)):
        ahead = start(poor | {"rules": version}).game.next_turn(1)
        assert ahead is not None
        assert ("place quick" in ahead.legal(1)) is offered


@pytest.mark.parametrize("version", [0, 3, "1", None])
def test_other_versions_are_refused(version: Any) -> None:
    game = Game.new(2, seed=1)
    with pytest.raises(ValueError, match="not known"):
        Game.from_setup({**game.setup, "rules": version})
    with pytest.raises(ValueError, match="not known"):
        start({"rules": version})
