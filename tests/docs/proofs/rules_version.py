"""A version of the rules: new games are of the new one, all others as before."""

from bot.engine import Game
from tests.engine.scenario import start
from tests.engine.test_playthroughs import (
    test_playthrough,
    test_recording_it_again_gives_the_same_text,
)

__all__ = ["test_playthrough", "test_recording_it_again_gives_the_same_text"]


def caught(version: int) -> int:
    """The corn of a worker on space 1 of Palenque."""
    table = start({"gears.palenque.1": 0, "rules": version})
    table.play(0, "pick palenque 1", "do palenque 1")
    corn = table["players.0.corn"]
    assert isinstance(corn, int)
    return corn


def test_each_version_keeps_its_own_rule() -> None:
    assert [caught(version) for version in (1, 2)] == [3, 5]


def test_a_new_game_says_its_version_and_an_old_deal_stays_what_it_was() -> None:
    game = Game.new(2, seed=1)
    assert game.setup["rules"] == 2
    assert Game.replay(game.record()).setup == game.setup
    old = {key: value for key, value in game.setup.items() if key != "rules"}
    assert "rules" not in Game.from_setup(old).setup
