"""A tribe with a new power: 2 corn more for each harvest of corn."""

from bot.text.tiles import tribe_words
from tests.docs.proofs.shown import ENGLISH, drawn, tribes_told
from tests.engine.scenario import parts, start


def harvested(tribe: str) -> int:
    """The corn of a harvest on space 2 of Palenque, which needs no wood tile gone."""
    table = start(parts(tribe=tribe) | {"gears.palenque.2": 0, "players.0.corn": 1})
    table.play(0, "pick palenque 2", "do palenque 2")
    corn = table["players.0.corn"]
    assert isinstance(corn, int)
    return corn


def test_the_rule_reads_it() -> None:
    assert harvested("yum-caax") == harvested("ahmakiq") + 2


def test_it_is_told_and_drawn() -> None:
    assert tribe_words(ENGLISH, "yum-caax") == (
        "Each harvest of corn in the jungle brings you 2 corn more."
    )
    game = start(parts(tribe="yum-caax")).game
    assert "Yum Caax" in tribes_told(game)
    assert "Yum Caax" in drawn(game)
    drawn(game, "possessions", seat=0)
