"""The value of positions to a seat, as its points at the end: the current score, and the points
that the net expects."""

from collections.abc import Sequence

from bot.ai.playing_on import is_last_turn, points_at_the_end
from bot.ai.value.features import Outlook, own_part
from bot.ai.value.net import Array, Net
from bot.engine.scoring import POINTS4_PER_SKULL, goods_points4, monument_points
from bot.engine.state import State


class Judge:
    """Values the positions of one turn of a seat; made once a turn."""

    def __init__(self, net: Net, state: State, seat: int) -> None:
        self.seat = seat
        self.outlook = Outlook(state, seat)
        self._last_turn = is_last_turn(state)
        self._net = net
        self._base: Array | None = None

    def features(self, state: State) -> bytes:
        """The part of the feature vector that the turn can change."""
        return own_part(state, self.outlook)

    def certain(self, state: State) -> float:
        """The points that are certain; in the last turn the final points."""
        if self._last_turn:
            return points_at_the_end(state, self.seat)
        return certain_points(state, self.seat)

    def values(self, features: Sequence[bytes], certain: Sequence[float]) -> list[float]:
        """Value positions by their features and certain points, in points at the end. In the last
        turn no more points come, so the certain points are all."""
        if self._last_turn or not features:
            return list(certain)
        if self._base is None:
            self._base = self._net.outlook(self.outlook.part)
        to_come: list[float] = self._net.points(self._base, features).tolist()
        return [now + more for now, more in zip(certain, to_come, strict=True)]


def certain_points(state: State, seat: int) -> float:
    """Count points, goods, skulls, and monuments by their score now."""
    owner = state.seats[seat]
    points4 = owner.points4 + goods_points4(owner) + POINTS4_PER_SKULL * owner.skulls
    for monument in owner.monuments:
        points4 += 4 * monument_points(state, owner, monument)
    return points4 / 4
