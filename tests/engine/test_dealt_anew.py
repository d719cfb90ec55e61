"""A game that goes on from a position: what nobody sees is dealt anew, from the seed alone."""

import random

import pytest

from bot.engine import Game
from bot.engine.components import BUILDINGS, MODULES, QUICK_TILES
from bot.engine.position import dealt_anew
from tests.ai.test_hidden import otherwise_hidden


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (4, MODULES)])
@pytest.mark.parametrize("rounds", [1, 9, 16])
def test_it_does_not_hang_on_the_hidden_tiles(
    players: int, modules: tuple[str, ...], rounds: int
) -> None:
    """The same game on another order of its stacks gives the same deal, as long as the same lies
    open; and what is dealt is just what nobody sees."""
    game, chance = Game.new(players, modules=modules, seed=3), random.Random(3)
    while game.round < rounds or not game.in_turn or game.kind_asked(_seat(game)) != "turn":
        game.play(_seat(game), chance.choice(game.legal(_seat(game))))
    position = game.snapshot()
    deal = dealt_anew(position, "seed")
    if rounds == 1:  # no tile has been turned up from the stacks
        setup = otherwise_hidden(game.setup, 0, chance)
        setup["wealth"] = game.setup["wealth"]
        setup["quick_age2"] = setup.get("quick_age2", [])[::-1]
        other = Game.replay({**game.record(), "setup": setup})
        assert other.setup != game.setup and other.snapshot() == position
        assert dealt_anew(other.snapshot(), "seed") == deal
    anew = Game.from_setup({**deal, "rules": game.rules_version})
    assert anew.snapshot() == position and anew.legal() == game.legal()
    assert dealt_anew(position, "another seed") != deal or not position.age2_left

    hidden = deal["position"]
    seen = {tile for tile in position.building_row if tile}
    seen.update(tile for player in position.players for tile in player.buildings)
    for age, left in ((1, position.age1_left), (2, position.age2_left)):
        stack = hidden[f"age{age}"]
        assert len(set(stack)) == len(stack) == left and not seen & {*stack}
        assert all(BUILDINGS[tile].age == age for tile in stack)
    if position.quick and not position.food_days_held:
        assert all(QUICK_TILES[tile].age == 2 for tile in hidden["quick_age2"])
    while not anew.finished:
        anew.play(_seat(anew), chance.choice(anew.legal(_seat(anew))))
    assert Game.replay(anew.record()).standings() == anew.standings()


def _seat(game: Game) -> int:
    return game.pending[0].seat
