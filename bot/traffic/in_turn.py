"""A queue in which people take turns: who has put much into it makes nobody else wait longer."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

Waiting = TypeVar("Waiting")


class InTurn(Generic[Waiting]):
    """What waits, in the order in which it came for each person; the persons take turns."""

    def __init__(self) -> None:
        self._of: OrderedDict[Hashable, deque[Waiting]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def add(self, who: Hashable, waiting: Waiting) -> None:
        """Put something of theirs at the end of what they have in the queue."""
        self._of.setdefault(who, deque()).append(waiting)

    def take(self) -> Waiting | None:
        """What comes next, which leaves the queue; None if nothing waits."""
        if not self._of:
            return None
        who, theirs = self._of.popitem(last=False)
        first = theirs.popleft()
        if theirs:
            self._of[who] = theirs  # behind the others
        return first

    def clear(self) -> None:
        """Let nothing wait any more."""
        self._of.clear()
