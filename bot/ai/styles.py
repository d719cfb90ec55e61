"""Styles: small preferences of a computer, so that several at a table do not all play alike.

A style chooses among turns that are almost as good as the best; it never takes a clearly worse one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.search.turns import Turn
from bot.engine.state import State

WITHIN = 2.0
"""The most points by which a preferred turn may be worse than the best."""


@dataclass(frozen=True, slots=True)
class Liking:
    """The points that a style adds for each thing it likes."""

    corn: float = 0.0
    worker: float = 0.0
    block: float = 0.0
    skull: float = 0.0
    step: float = 0.0
    """For a temple step."""
    tile: float = 0.0
    """For a building or a monument."""
    levels: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """For a level of agriculture, extraction, architecture, theology."""


STYLES = {
    "builder": Liking(block=0.25, tile=1.5, levels=(0.0, 0.5, 1.0, 0.0)),
    "priest": Liking(skull=1.0, step=0.75, levels=(0.0, 0.0, 0.0, 1.0)),
    "farmer": Liking(corn=0.12, worker=1.2, levels=(1.0, 0.0, 0.0, 0.0)),
}
"""Styles by name. With these, one turn of seven to eleven differs from the best."""


def liking(state: State, seat: int, liked: Liking) -> float:
    """Count the points that are added for what the seat has. Only differences between positions
    mean anything."""
    owner = state.seats[seat]
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
    """Sort the turns within 2 points of the best by what the style likes, and change their values
    by it; the others follow. `turns` are sorted, the best first."""
    best = turns[0]
    liked = STYLES[style]
    usual = liking(best.state, seat, liked)
    near, others = [], []
    for turn in turns:
        if turn.depth == best.depth and turn.value >= best.value - WITHIN:
            more = liking(turn.state, seat, liked) - usual
            near.append(turn._replace(value=turn.value + more))
        else:
            others.append(turn)
    near.sort(key=_value, reverse=True)
    return near + others


def preferred(values: Sequence[float], liked: Sequence[float]) -> list[float]:
    """Change the values of the answers within 2 points of the best, by how much more or less the
    style likes them than the best."""
    best = max(values)
    usual = liked[values.index(best)]
    return [
        value + more - usual if value >= best - WITHIN else value
        for value, more in zip(values, liked, strict=True)
    ]


def _value(turn: Turn) -> float:
    return turn.value
