"""Styles: what a computer likes a little more than others do, so that several at a table do not
all play alike.

A style chooses among turns that are almost as good as the best; it never makes up for a worse one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.search.turns import Turn
from bot.engine.state import State

WITHIN = 2.0
"""The most points that a turn liked more may be worse than the best."""


@dataclass(frozen=True, slots=True)
class Liking:
    """What a style would give for something, in points."""

    corn: float = 0.0
    worker: float = 0.0
    block: float = 0.0
    skull: float = 0.0
    step: float = 0.0
    """In a temple."""
    tile: float = 0.0
    """A building or a monument."""
    levels: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Of agriculture, extraction, architecture, theology."""


STYLES = {
    "builder": Liking(block=0.25, tile=1.5, levels=(0.0, 0.5, 1.0, 0.0)),
    "priest": Liking(skull=1.0, step=0.75, levels=(0.0, 0.0, 0.0, 1.0)),
    "farmer": Liking(corn=0.12, worker=1.2, levels=(1.0, 0.0, 0.0, 0.0)),
}
"""Styles by name. With these, one turn of seven to eleven is another one than the best."""


def liking(state: State, seat: int, style: str) -> float:
    """How much a style likes what the seat has. Only differences between positions mean
    anything."""
    liked, owner = STYLES[style], state.seats[seat]
    levels = zip(liked.levels, owner.technologies, strict=True)
    return (
        liked.corn * owner.corn
        + liked.worker * owner.workers
        + liked.block * sum(owner.blocks)
        + liked.skull * owner.skulls
        + liked.step * sum(owner.temples)
        + liked.tile * (len(owner.buildings) + len(owner.monuments))
        + sum(each * level for each, level in levels)
    )


def styled(turns: Sequence[Turn], seat: int, style: str) -> list[Turn]:
    """The turns, the best first, with those within 2 points of the best in the order in which the
    style likes them, and their values changed by what it likes more or less in them."""
    best = turns[0]
    usual = liking(best.state, seat, style)
    near, others = [], []
    for turn in turns:
        if turn.depth == best.depth and turn.value >= best.value - WITHIN:
            more = liking(turn.state, seat, style) - usual
            near.append(turn._replace(value=turn.value + more))
        else:
            others.append(turn)
    near.sort(key=_value, reverse=True)
    return near + others


def preferred(values: Sequence[float], liked: Sequence[float]) -> list[float]:
    """The values of answers, those within 2 points of the best changed by how much more or less
    than in the best a style likes what it has then."""
    best = max(values)
    usual = liked[values.index(best)]
    return [
        value + more - usual if value >= best - WITHIN else value
        for value, more in zip(values, liked, strict=True)
    ]


def _value(turn: Turn) -> float:
    return turn.value
