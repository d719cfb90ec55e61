"""Versions of the rules: how a game names its own, and that it is played by that one.

What a later version leaves alone is held by the playthroughs, which name no version: they are of
the first one for ever.
"""

from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.state import LATEST

from .scenario import start


def test_a_new_game_of_the_first_version_does_not_say_so() -> None:
    game = Game.new(5, modules=MODULES, seed=1)
    assert game.rules_version == 1
    assert "rules" not in game.setup
    assert "rules" not in game.record()["setup"]
    assert "rules" not in Game.from_setup({**game.setup, "rules": 1}).setup
    assert Game.from_setup(game.setup).setup == game.setup


def test_a_game_of_another_version_says_so(version_99: int) -> None:
    setup = {**Game.new(3, modules=["quick_actions"], seed=1).setup, "rules": version_99}
    game = Game.from_setup(setup)
    for one in (game, game.copy(), Game.replay(game.record())):
        assert one.setup == setup
        assert one.rules_version == version_99


def test_a_game_from_a_position_has_a_version_too(version_99: int) -> None:
    first, other = start({}).game, start({"rules": version_99}).game
    assert set(first.setup) == {"position"}
    assert set(other.setup) == {"position", "rules"}
    assert "rules" not in other.setup["position"]
    assert first.position() == other.position()
    for game in (other, Game.from_setup(other.setup), Game.replay(other.record())):
        assert game.rules_version == version_99


def test_a_turn_looked_ahead_to_is_of_the_same_version(version_99: int) -> None:
    for version in (LATEST.version, version_99):
        ahead = start({"rules": version}).game.next_turn(1)
        assert ahead is not None
        assert ahead.rules_version == version


@pytest.mark.parametrize("version", [0, 99, "1", None])
def test_other_versions_are_refused(version: Any) -> None:
    game = Game.new(2, seed=1)
    with pytest.raises(ValueError, match="not known"):
        Game.from_setup({**game.setup, "rules": version})
    with pytest.raises(ValueError, match="not known"):
        start({"rules": version})
