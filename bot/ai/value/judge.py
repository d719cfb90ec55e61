"""The value of positions to a seat, in points it will have at the end: the score so far, and what
the net adds to it."""

from collections.abc import Sequence

from bot.ai.playing_on import is_last_turn, points_at_the_end
from bot.ai.value.features import Outlook, own_part
from bot.ai.value.net import Array, Net
from bot.engine.scoring import POINTS4_PER_SKULL, goods_points4, monument_points
from bot.engine.state import State


class Judge:
    """Values what a seat may do in one turn; made once a turn."""

    def __init__(self, net: Net, state: State, seat: int) -> None:
        self.seat = seat
        self.outlook = Outlook(state, seat)
        self._last_turn = is_last_turn(state)
        self._net = net
        self._base: Array | None = None

    def features(self, state: State) -> bytes:
        """What the turn can change, as the net sees it."""
        return own_part(state, self.outlook)

    def certain(self, state: State) -> float:
        """The points that are certain; in the last turn, those at the end."""
        if self._last_turn:
            return points_at_the_end(state, self.seat)
        return certain_points(state, self.seat)

    def values(self, features: Sequence[bytes], certain: Sequence[float]) -> list[float]:
        """Points at the end, for positions by their features and certain points. In the last
        turn nothing more is to come, so the certain points are all."""
        if self._last_turn or not features:
            return list(certain)
        if self._base is None:
            self._base = self._net.outlook(self.outlook.part)
        to_come: list[float] = self._net.points(self._base, features).tolist()
        return [now + more for now, more in zip(certain, to_come, strict=True)]


def certain_points(state: State, seat: int) -> float:
    """Points, goods, skulls, and monuments as they score now."""
    owner = state.seats[seat]
    points4 = owner.points4 + goods_points4(owner) + POINTS4_PER_SKULL * owner.skulls
    for monument in owner.monuments:
        points4 += 4 * monument_points(state, owner, monument)
    return points4 / 4
