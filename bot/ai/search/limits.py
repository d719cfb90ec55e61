"""How much may be thought: evaluations that are counted, and the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Level:
    """How far a computer looks."""

    depth: int
    """Own turns looked at, this one included."""
    width: int
    """The best turns that are looked at further."""
    beam: int
    """Positions kept after each worker picked up."""
    leaves: int
    """The most ways to carry out one worker's action."""
    evaluations: int
    """The most positions judged for one turn."""


LEVELS = {
    "instant": Level(depth=1, width=1, beam=6, leaves=60, evaluations=600),
    "medium": Level(depth=2, width=5, beam=6, leaves=60, evaluations=3_000),
    "hard": Level(depth=3, width=5, beam=8, leaves=80, evaluations=12_000),
}
"""Levels by name."""


class Budget:
    """What is left of a turn's thinking. `deadline` is a time of `time.monotonic()`."""

    def __init__(
        self,
        evaluations: int,
        deadline: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.left = evaluations
        self._deadline = deadline
        self._clock = clock

    @property
    def over(self) -> bool:
        """Whether no more positions should be looked at."""
        return self.left <= 0 or (self._deadline is not None and self._clock() > self._deadline)

    def part(self, evaluations: int) -> "Budget":
        """A budget with fewer evaluations and the same deadline."""
        return Budget(min(self.left, evaluations), self._deadline, self._clock)
