"""A game that begins in a position: what nobody sees there is dealt anew."""

from random import Random
from typing import Any

from bot.engine.components import BUILDINGS, QUICK_TILES, Building, buildings_played
from bot.engine.position import Position, load, stack_unseen


def dealt_anew(position: Position, seed: int | str) -> dict[str, Any]:
    """Write down the deal of a game that goes on from a position (`Game.from_setup`). It follows
    from `seed` and from what lies open alone."""
    chance = Random(seed)

    def shuffled(age: int) -> list[Building]:
        tiles = [BUILDINGS[tile] for tile in buildings_played(age, position.modules)]
        chance.shuffle(tiles)
        return tiles

    state = load(position)
    stack_unseen(state, (position.age1_left, position.age2_left), shuffled)
    hidden = {
        "age1": [tile.id for tile in state.age1],
        "age2": [tile.id for tile in state.age2],
    }
    if position.quick and not position.food_days_held:  # those of age 2 lie face down
        tiles = [one for one in QUICK_TILES.values() if one.age == 2]
        hidden["quick_age2"] = [one.id for one in tiles for _ in range(one.raw["count"])]
        chance.shuffle(hidden["quick_age2"])
    return {"position": {**position.dump(), **hidden}}
