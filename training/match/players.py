"""Players for matches, by name."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.ai.limits import LEVELS
from bot.ai.players import STYLES, decide, plan_turn
from bot.ai.value import Net, load_net, weights
from bot.engine.position import Position


class Asked(NamedTuple):
    """A decision put to a player, with all it may know."""

    position: Position
    seat: int
    kind: str
    legal: Sequence[str]


Player = Callable[[Asked], Sequence[str]]
"""Returns one answer, or several to be given in this order."""


NAMES = (
    "random, a level, level/style, or level/styles (another one on each seat), each with @file for "
    "other weights"
)
"""The names of players."""
EACH = "styles"
"""Stands for a style: another one on each seat."""


def player(name: str, seed: str = "") -> Player:
    """The player of this name, which is as in `NAMES`; `seed` is used by `random`. Raises
    ValueError for any other name."""
    if name == "random":
        chance = random.Random(seed)
        return lambda asked: (chance.choice(asked.legal),)
    named, _, file = name.partition("@")
    level, _, style = named.partition("/")
    if level in LEVELS and style in ("", EACH, *STYLES):
        return thinking(level, load_net(Path(file)) if file else weights(), style or None)
    raise ValueError(f"no player is called {name}")


def thinking(level: str, net: Net, style: str | None = None) -> Player:
    """A player that plans whole turns. The style may be `EACH`: each seat has another one."""

    def answer(asked: Asked) -> Sequence[str]:
        position, seat, kind, legal = asked
        own = [*STYLES][seat % len(STYLES)] if style == EACH else style
        if kind == "turn":
            return plan_turn(position, seat, level, style=own, net=net)
        return (decide(position, seat, kind, legal, level, style=own, net=net),)

    return answer
