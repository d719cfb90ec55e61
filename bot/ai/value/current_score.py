"""The points a seat has for certain: those it would end with if the game were over now."""

from bot.engine.scoring import POINTS4_PER_SKULL, goods_points4, monument_points
from bot.engine.state import State


def certain_points(state: State, seat: int) -> float:
    """Points, goods, skulls, and monuments as they score now."""
    owner = state.seats[seat]
    points4 = owner.points4 + goods_points4(owner) + POINTS4_PER_SKULL * owner.skulls
    for monument in owner.monuments:
        points4 += 4 * monument_points(state, owner, monument)
    return points4 / 4
