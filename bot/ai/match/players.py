"""Players for matches, by name."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.ai import choose
from bot.ai.search.limits import LEVELS
from bot.ai.search.players import decide, plan_turn
from bot.ai.value.net import NOTHING, Net, load
from bot.ai.value.weights import weights
from bot.engine.position import Position


class Asked(NamedTuple):
    """A decision put to a player, with all it may know."""

    position: Position
    seat: int
    kind: str
    legal: Sequence[str]


Player = Callable[[Asked], Sequence[str]]
"""One answer or several, to be given one after the other."""


def player(name: str, seed: str = "") -> Player:
    """A player by name: `today`, `random` (by the seed), `greedy` for the points of one turn, or a
    level, with another file of weights as `level@file`. Raises ValueError for another name."""
    if name == "today":
        return _today
    if name == "random":
        chance = random.Random(seed)
        return lambda asked: (chance.choice(asked.legal),)
    if name == "greedy":
        return thinking("instant", NOTHING)
    level, _, file = name.partition("@")
    if level not in LEVELS:
        raise ValueError(f"no player is called {name}")
    return thinking(level, load(Path(file)) if file else weights())


def _today(asked: Asked) -> Sequence[str]:
    return (choose(asked.position, asked.seat, asked.kind, asked.legal),)


def thinking(level: str, net: Net) -> Player:
    """A player that plans whole turns."""

    def answer(asked: Asked) -> Sequence[str]:
        if asked.kind == "turn":
            return plan_turn(asked.position, asked.seat, level, net=net)
        return (decide(asked.position, asked.seat, asked.kind, asked.legal, level, net=net),)

    return answer
