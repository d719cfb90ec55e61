"""A prophecy more: each harvest of corn brings 2 less, and corn tiles are counted."""

from bot.text.tiles import tile_line
from tests.docs.proofs.shown import ENGLISH, drawn
from tests.engine.scenario import parts, start


def test_it_is_felt_told_and_drawn() -> None:
    plain = {"gears.palenque.2": 0, "players.0.corn": 1}
    corn = []
    for changes in (plain, parts(prophecy="locusts") | plain):
        table = start(changes).play(0, "pick palenque 2", "do palenque 2")
        corn.append(table["players.0.corn"])
    assert corn[0] - corn[1] == 2
    words = tile_line(ENGLISH, "locusts")
    assert "Each harvest of corn in the jungle brings 2 corn less." in words
    assert "points for the corn tiles you took: −5 for 0, 0 for 1 to 2, +6 for 3 or more." in words
    game = start(parts(prophecy="locusts")).game
    drawn(game)
    assert "Locusts" in drawn(game, "calendar")
