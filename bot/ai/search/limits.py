"""How much may be thought: evaluations that are counted, and the clock."""

from collections.abc import Callable
from dataclasses import dataclass, replace
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
    seconds: float
    """How long a turn may be thought about, where the clock counts. On an idle processor the
    evaluations are used up before that, so that the same turn is found every time."""
    lines: int = 0
    """Lines of own turns that go on from one own turn to the next."""
    children: int = 0
    """Turns that go on a line, at most: the best."""
    later_beam: int = 4
    later_leaves: int = 30
    """As `beam` and `leaves`, in the turns that follow the first one."""
    within: float = 0.0
    """Points below the best: among the turns that are no worse, one is drawn. 0: the best."""

    @property
    def later(self) -> "Level":
        """How the turns after the first one are looked for."""
        return replace(self, depth=1, beam=self.later_beam, leaves=self.later_leaves)


LEVELS = {
    "training": Level(depth=1, width=1, beam=4, leaves=30, evaluations=300, seconds=1.0),
    "training deeper": Level(
        depth=2, width=4, beam=4, leaves=30, evaluations=1_200, seconds=4.0, lines=4, children=1,
    ),
    "instant": Level(depth=1, width=1, beam=6, leaves=60, evaluations=600, seconds=0.035),
    "easy": Level(depth=1, width=1, beam=4, leaves=30, evaluations=300, seconds=0.5, within=4.0),
    "medium": Level(
        depth=2, width=8, beam=6, leaves=60, evaluations=3_000, seconds=0.5, lines=8, children=1,
    ),
    "hard": Level(
        depth=5, width=10, beam=8, leaves=80, evaluations=30_000, seconds=1.7, lines=32, children=6,
    ),
}  # fmt: skip
"""Levels by name; the first two are for self-play, where a turn should cost little."""


class Budget:
    """What is left of a turn's thinking. `deadline` is a time of `time.monotonic()`."""

    def __init__(
        self,
        evaluations: int,
        deadline: float | None = None,
        clock: Callable[[], float] = monotonic,
        whole: "Budget | None" = None,
    ) -> None:
        self.left = evaluations
        self._deadline = deadline
        self._clock = clock
        self._whole = whole

    @property
    def over(self) -> bool:
        """Whether no more positions should be looked at."""
        return self.left <= 0 or (self._deadline is not None and self._clock() > self._deadline)

    def spend(self, evaluations: int) -> None:
        """So many positions were judged."""
        self.left -= evaluations
        if self._whole is not None:
            self._whole.spend(evaluations)

    def part(self, parts: float) -> "Budget":
        """One of so many equal parts of what is left, of the time too; what is not spent of it
        stays here."""
        deadline = self._deadline
        if deadline is not None:
            now = self._clock()
            deadline = now + (deadline - now) / parts
        return Budget(int(self.left / parts), deadline, self._clock, self)
