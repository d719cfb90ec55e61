"""Interactions that are delivered twice: after a broken connection Discord may send again what the
bot has received already. Each counts once."""

from collections import OrderedDict

REMEMBERED = 4_096
"""Interactions; the token of one is valid for 15 minutes, and what is sent again comes sooner."""


class Received:
    """The interactions that came last, by their ids."""

    def __init__(self, room: int = REMEMBERED) -> None:
        self._room = room
        self._ids: OrderedDict[int, None] = OrderedDict()

    def again(self, interaction_id: int) -> bool:
        """Whether this interaction came before; from now on it did."""
        if interaction_id in self._ids:
            return True
        self._ids[interaction_id] = None
        if len(self._ids) > self._room:
            self._ids.popitem(last=False)
        return False
