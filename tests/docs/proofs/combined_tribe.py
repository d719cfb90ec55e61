"""A tribe that combines old powers: 4 workers, and one resource sold in a turn."""

from bot.text.tiles import tribe_words
from tests.docs.proofs.shown import ENGLISH, drawn
from tests.engine.deals import deal
from tests.engine.scenario import Game, parts, start


def test_both_powers_work() -> None:
    setup = deal(modules=["tribes"])
    game = Game.from_setup(setup | {"tribes": ["ek-chuah", *setup["tribes"]]})
    game.play(0, next(option for option in game.legal(0) if "ek-chuah" in option))
    game.play(1, game.legal(1)[0])
    first = game.snapshot().players[0]
    assert (first.tribe, first.workers) == ("ek-chuah", 4)
    table = start(parts(tribe="ek-chuah") | {"players.0.gold": 1})
    table.play(0, "sell gold").expect({"players.0.corn": 4})
    assert "Ek Chuah" in drawn(table.game)


def test_its_words_are_those_of_its_powers() -> None:
    assert tribe_words(ENGLISH, "ek-chuah") == (
        "Once a turn, at any moment, you may sell one resource for corn at the market's price. "
        "You begin with 4 workers."
    )
