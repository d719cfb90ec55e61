"""Limits of thinking: how many positions may be valued, and the clock."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

REPLY = 120
"""The most positions valued for a quick turn of another seat."""


@dataclass(frozen=True, slots=True)
class Level:
    """How far a computer looks."""

    depth: int
    """How many own turns are looked at, this one included."""
    width: int
    """How many of the best turns are looked at further."""
    beam: int
    """How many positions are kept after each worker picked up."""
    leaves: int
    """The most ways tried to carry out one worker's action."""
    evaluations: int
    """The most positions valued for one turn."""
    seconds: float
    """The most seconds for a turn if the clock counts. On an idle processor `evaluations` are used
    up earlier, so that the same turn is found every time."""
    later_beam: int = 4
    later_leaves: int = 30
    """`later_beam` and `later_leaves` count in place of `beam` and `leaves` in own turns after the
    first."""
    replies: int = 0
    """After each of the first so many own turns the other seats take turns, too; after later ones
    they are taken to do nothing."""
    worlds: int = 1
    """In how many orders of the unseen buildings the best turns are compared."""
    within: float = 0.0
    """A turn is drawn from those at most so many points worse than the best; 0 takes the best."""

    @property
    def later(self) -> "Level":
        """The level for the turns after the first."""
        return replace(self, depth=1, beam=self.later_beam, leaves=self.later_leaves)

    @property
    def reply(self) -> "Level":
        """The level with which the other seats' turns are found, quickly."""
        return replace(self, depth=1, beam=3, leaves=12, evaluations=REPLY)


LEVELS = {
    "training": Level(depth=1, width=1, beam=4, leaves=30, evaluations=300, seconds=1.0),
    "training deeper": Level(
        depth=2, width=4, beam=4, leaves=30, evaluations=1_600, seconds=4.0, replies=1
    ),
    "instant": Level(depth=1, width=1, beam=6, leaves=60, evaluations=600, seconds=0.1),
    "easy": Level(depth=1, width=1, beam=4, leaves=30, evaluations=300, seconds=0.1, within=4.4),
    "medium": Level(
        depth=2, width=8, beam=6, leaves=60, evaluations=1_500, seconds=0.15, within=4.0
    ),
    "hard": Level(
        depth=2, width=8, beam=8, leaves=80, evaluations=5_000, seconds=1.0, replies=1, within=1.5
    ),
    "master": Level(
        depth=3, width=10, beam=8, leaves=80, evaluations=45_000, seconds=4.0, replies=2, worlds=6
    ),
}
"""Levels by name. The first two are for games against itself, in which a turn should cost
little."""
GLANCE = "glance"
"""Medium with fewer turns looked at further, for a newcomer's hint that nobody may read. It takes
three fifths of the time, and gives as often the same hint as hard."""
LEVELS[GLANCE] = replace(LEVELS["medium"], width=3, evaluations=700)
TWICE = "master twice"
"""Master with twice the worlds, evaluations and seconds, which a table may choose."""
LEVELS[TWICE] = replace(
    LEVELS["master"],
    worlds=2 * LEVELS["master"].worlds,
    evaluations=2 * LEVELS["master"].evaluations,
    seconds=2 * LEVELS["master"].seconds,
)

WIDE = "master five times as wide"
"""The level that checks puzzles: of master five times the turns looked at further and the
evaluations, and twice the ways that are kept on the way to a turn. It takes some ten seconds."""
LEVELS[WIDE] = replace(
    LEVELS["master"],
    width=5 * LEVELS["master"].width,
    beam=2 * LEVELS["master"].beam,
    leaves=2 * LEVELS["master"].leaves,
    evaluations=5 * LEVELS["master"].evaluations,
)
STEADY = "steady"
"""Hard without its mistakes: its turns show how noisy other levels' values are."""
LEVELS[STEADY] = replace(LEVELS["hard"], within=0.0)


class Budget:
    """How much thinking is left for a turn. `deadline` is a time of `clock`; None for no clock."""

    def __init__(
        self,
        evaluations: int,
        deadline: float | None = None,
        clock: Callable[[], float] = monotonic,
        whole: "Budget | None" = None,
    ) -> None:
        self.left = evaluations
        self.late = False
        """Whether the clock ended the thinking, or that of a part, before the evaluations were
        used up, as on a busy processor."""
        self._deadline = deadline
        self._clock = clock
        self._whole = whole

    @property
    def over(self) -> bool:
        """Whether no more positions should be looked at."""
        if self.left <= 0:
            return True
        if self._deadline is None or self._clock() <= self._deadline:
            return False
        self._note_late()
        return True

    def _note_late(self) -> None:
        self.late = True
        if self._whole is not None:
            self._whole._note_late()

    def spend(self, evaluations: int) -> None:
        """Take so many valued positions off what is left."""
        self.left -= evaluations
        if self._whole is not None:
            self._whole.spend(evaluations)

    def part(self, parts: float) -> "Budget":
        """Split off one of `parts` equal shares of the evaluations and the time left. What the
        share does not spend stays here."""
        deadline = self._deadline
        if deadline is not None:
            now = self._clock()
            deadline = now + (deadline - now) / parts
        return Budget(int(self.left / parts), deadline, self._clock, self)

    def at_most(self, evaluations: int) -> "Budget":
        """Split off so many evaluations, or all that are left. What the share does not spend stays
        here."""
        return Budget(min(self.left, evaluations), self._deadline, self._clock, self)
