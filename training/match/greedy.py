"""A simple player to compare with: of all whole turns it takes the one with the most points.

Points are those the seat would have if the game ended with this turn, with goods, skulls and
monuments.
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
"""Limits that almost no turn reaches."""


def greedy(position: Position, seat: int, kind: str, legal: Sequence[str]) -> Sequence[str]:
    """The answers of the greedy player: a whole turn, or one answer to any other question."""
    if kind != "turn":
        return (decide(position, seat, kind, legal, "instant", net=NOTHING),)
    state = load(position)
    run(state)
    judge = Judge(NOTHING, state, seat)
    return whole_turns(judge, state, ALL, Budget(ALL.evaluations))[0].path
