"""A yardstick: all whole turns, none left out, and the one with the most points is taken.

Points are those a seat would have if the game ended with its turn: goods, skulls and monuments
count.
"""

from collections.abc import Sequence

from bot.ai.search.limits import Budget, Level
from bot.ai.search.players import decide
from bot.ai.search.turns import whole_turns
from bot.ai.value.judge import Judge
from bot.ai.value.net import NOTHING
from bot.engine.position import Position, load
from bot.engine.state import run

ALL = Level(depth=1, width=1, beam=10_000, leaves=1_000, evaluations=30_000, seconds=10.0)
"""More than almost every turn needs."""


def greedy(position: Position, seat: int, kind: str, legal: Sequence[str]) -> Sequence[str]:
    """The answers of the yardstick: to the end of its turn, or one."""
    if kind != "turn":
        return (decide(position, seat, kind, legal, "instant", net=NOTHING),)
    state = load(position)
    run(state)
    judge = Judge(NOTHING, state, seat)
    return whole_turns(judge, state, ALL, Budget(ALL.evaluations))[0].path
