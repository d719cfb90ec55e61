"""A tribe with an old power: "Ek Chuah" has at least 5 corn when a turn begins."""

from bot.engine import Game
from bot.text.tiles import tribe_words
from tests.docs.proofs.shown import ENGLISH, drawn, tribes_told
from tests.engine.deals import deal


def test_it_is_kept_works_and_is_shown() -> None:
    setup = deal(modules=["tribes"])
    game = Game.from_setup(setup | {"tribes": ["ek-chuah", *setup["tribes"]]})
    kept = next(option for option in game.legal(0) if "ek-chuah" in option)
    game.play(0, kept)
    game.play(1, game.legal(1)[0])
    while game.snapshot().round < 3:
        seat = game.pending[0].seat
        if seat == 0:
            assert game.snapshot().players[0].corn >= 5
        legal = game.legal(seat)
        game.play(seat, "end" if "end" in legal else legal[0])
    assert "A Ek Chuah" in tribes_told(game)
    assert "Ek Chuah" in drawn(game)
    drawn(game, "possessions", seat=0)


def test_its_words() -> None:
    assert tribe_words(ENGLISH, "ek-chuah") == (
        "You begin your turn with at least 5 corn. You may beg with 5 corn or less, and then have "
        "6."
    )


def test_it_is_dealt() -> None:
    assert "ek-chuah" in Game.new(2, seed=1, modules=["tribes"]).setup["tribes"]
