"""Feats: what each seat did in a game, held against the game itself."""

import random

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.game_facts import feats

from .random_play import MOODS, choose


def played(seed: int) -> Game:
    """A whole random game."""
    game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
    chance = random.Random(seed)
    while game.pending:
        seat, _ = chance.choice(game.pending)
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % 3]))
    return game


def test_counts_agree_with_the_log_and_the_end() -> None:
    seen: set[str] = set()
    for seed in range(9):
        game = played(seed)
        actions = [(seat, action) for seat, action in game.record()["actions"]]
        done = feats(game.setup, actions)
        assert done is not None
        last = game.snapshot()
        for seat, (count, player) in enumerate(zip(done, last.players, strict=True)):
            own = [action for who, action in actions if who == seat]
            assert count.get("begged", 0) == own.count("beg")
            assert count.get("passed", 0) == own.count("pass")
            assert count.get("double_days", 0) == own.count("advance 2")
            assert count.get("placed_start", 0) == own.count("place start")
            assert count.get("picked_tikal", 0) == sum(a.startswith("pick tikal") for a in own)
            assert count.get("buildings", 0) == len(player.buildings)
            assert count.get("corn_left", 0) == player.corn
            assert all(n for n in count.values())
            seen |= {*count}
        assert sum(bool(count.get("won")) for count in done) >= 1
        assert sum(count.get("skulls_placed", 0) for count in done) == sum(last.skull_spaces)
    assert {"hungry", "climbed_chaac", "fell", "most_picked", "trades", "levels"} <= seen


def test_a_game_that_goes_on_has_none() -> None:
    assert feats(Game.new(2, seed=1).setup, []) is None
