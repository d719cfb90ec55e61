"""A queue in which people take turns: a person with many entries makes nobody else wait longer."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

Waiting = TypeVar("Waiting")


class InTurn(Generic[Waiting]):
    """A queue that keeps each person's entries in order, while the persons take turns."""

    def __init__(self) -> None:
        self._of: OrderedDict[Hashable, deque[Waiting]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def add(self, who: Hashable, waiting: Waiting) -> None:
        """Add an entry to the end of the person's own."""
        self._of.setdefault(who, deque()).append(waiting)

    def take(self) -> Waiting | None:
        """Remove and return the next entry; None if there is none."""
        if not self._of:
            return None
        who, theirs = self._of.popitem(last=False)
        first = theirs.popleft()
        if theirs:
            self._of[who] = theirs  # behind the other persons
        return first

    def clear(self) -> None:
        """Remove all entries."""
        self._of.clear()
