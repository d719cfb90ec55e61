"""Computers at tables: how one plays, its advice and reviews; and puzzles, which are positions with
one clearly best turn, and what people made of them. Numbers and happenings, no words."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Literal, get_args

from bot.engine.components import GEARS
from bot.engine.happenings import Happening


@dataclass(frozen=True, slots=True)
class PickedUp:
    """A worker that the advised turn picks up."""

    gear: str
    space: int
    happened: tuple[Happening, ...]
    """What its action brings about."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A turn of the seat after the advised one, as the computer would take it if the others did
    nothing meanwhile."""

    picked: tuple[PickedUp, ...]
    placed: tuple[str, ...]
    """Where it places workers, each place once: gears, "start" or "quick"."""


@dataclass(frozen=True, slots=True)
class Food:
    """The next food day, as things stand after the turn."""

    rounds: int
    """In how many rounds it is; 0 if it ends this one."""
    missing: int
    """How much corn the seat would lack."""
    missing_before: int
    """How much corn it would lack without the turn."""
    lost: int
    """How many points it would lose for workers that are not fed."""


@dataclass(frozen=True, slots=True)
class Advised:
    """An advised turn, rest of a turn, or answer to a question."""

    actions: tuple[str, ...]
    value: float
    """The points expected at the end of the game."""
    place: int = 1
    """1 for the best; ways between which the computer sees no difference share a place."""
    behind: float = 0.0
    """How many points less it brings than the one shown first; both were looked at equally far.
    Below 0 if that one brings less but feeds more workers."""
    certain: float = 0.0
    """How many points the turn adds for sure: those on the track, and those for goods, skulls and
    monuments if the game ended then."""
    leads: tuple[str, ...] = ()
    """The temples in which the seat stands alone at the top after the turn, and did not before."""
    payable: tuple[str, ...] = ()
    """The monuments and buildings on offer for which the seat has all blocks and skulls after the
    turn, and had not before."""
    food: Food | None = None
    """The next food day; None after the last one, and for answers."""
    begging: int = 0
    """How many points begging costs at the end of the age, by the temple step that is lost."""
    ahead: tuple[Ahead, ...] = ()
    """The seat's next turns, as far as the computer looked."""


Level = Literal["instant", "easy", "medium", "hard", "master"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "master")
"""The levels from which people choose. `instant` plays where time is short: when a clock of a live
table has run out, and while many tables wait."""
Style = Literal["builder", "priest", "farmer"]
STYLES: tuple[Style, ...] = get_args(Style)


@dataclass(frozen=True)
class Computer:
    """A computer in a seat."""

    level: Level = "medium"
    style: Style | None = None
    """Its style of play; None if it only wants points."""
    twice: bool = False
    """Whether it may think twice as long; only a master does."""

    @property
    def thinks_twice(self) -> bool:
        """Whether it is a master that may think twice as long."""
        return self.twice and self.level == "master"


ORDINARY = Computer()
"""The computer in a seat for which nobody chose one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A turn that was played, compared with the best really different one that a computer found."""

    lost: float
    """How many points at the end the other turn is better; below 0 if the one that was played is.
    Both were looked at equally far."""
    other: tuple[str, ...] = ()
    """The actions of the other turn, with the one that ends it; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Better:
    """A turn that is clearly better than the one that was played, with what is known of both."""

    lost: float
    """How many points at the end the better turn is ahead."""
    better: Advised
    played: Advised


@dataclass(frozen=True, slots=True)
class Told:
    """A turn of a review that gained or lost much."""

    round: int
    turn: int
    """How many seats had taken their turn of the round."""
    seat: int
    lost: float
    other: tuple[str, ...]
    """The actions of the better turn, as in `Compared`."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A turn of a finished game from which its seat can learn."""

    round: int
    turn: int
    """How many seats had taken their turn of the round."""
    seat: int
    why: Better


@dataclass(frozen=True, slots=True)
class Review:
    """A computer's review of a finished game, by what lay open at each moment."""

    rounds: tuple[tuple[int, tuple[float, ...]], ...]
    """Each round, with the final points expected for each seat at its beginning."""
    told: tuple[Told, ...]
    """The turns that are shown, in order."""
    turns: int
    """How many turns were looked at."""
    lessons: tuple[Lesson, ...] = ()
    """The greatest mistakes of the seats, in order; none in the reviews of older versions."""


PuzzleTheme = Literal[
    "food", "calendar", "skulls", "technology", "building", "temples", "goods", "placing"
]  # fmt: skip
"""What a puzzle is about: the first of these in which the best turn and the second best differ
(`bot.ai.puzzles.theme_of`). "food": the best turn leaves fewer workers hungry on the food day of
this round or the next; "calendar": a worker goes to the starting-player space, by which the
calendar can turn two days; "skulls": skulls, or workers on Chichen Itza; "goods": workers picked
up; "placing": workers placed."""
PUZZLE_THEMES: tuple[PuzzleTheme, ...] = get_args(PuzzleTheme)
FIRST_ROUND, LAST_ROUND = 3, 26
PARTS = 3
"""Puzzles are positions of the rounds from `FIRST_ROUND` to `LAST_ROUND`, which are divided into
`PARTS` equal parts."""
INTERVALS = (1, 3, 9, 27)
"""After how many days a mistake comes back; each time it was avoided, the next number counts."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one turn of the seat whose turn it is is better than all others."""

    position: str
    """What lies open, as a position line (`bot.notation`): nothing hidden is in it."""
    rules: int
    theme: PuzzleTheme
    ways: tuple[Advised, ...] = ()
    """A computer's best turns, the best first; empty until somebody asks for them."""
    lost: float = 0.0
    """How many points the mistake cost in the game it comes from; 0 for the puzzle of a day."""
    id: int = 0
    day: date | None = None
    """The day whose puzzle it is; None for a mistake, and before a day is chosen."""

    @property
    def kind(self) -> "PuzzleKind":
        """Its theme, gears and round."""
        best = self.ways[0].actions if self.ways else ()
        return PuzzleKind(self.theme, gears_of(best), int(self.position.partition("/")[0]))


@dataclass(frozen=True, slots=True)
class PuzzleKind:
    """In what puzzles resemble each other."""

    theme: PuzzleTheme
    gears: frozenset[str]
    """The gears on which the best turn places workers, or from which it picks them up."""
    round: int

    @property
    def part(self) -> int:
        """The part of the game, from 0: `PARTS` parts with equally many rounds."""
        return (self.round - FIRST_ROUND) * PARTS // (LAST_ROUND + 1 - FIRST_ROUND)


@dataclass(frozen=True, slots=True)
class Try:
    """A person's try at a puzzle."""

    puzzle: int
    day: date | None
    """For the puzzle of a day: that day for the person; None for an own mistake."""
    prepared: tuple[str, ...]
    """The actions chosen so far; once it is judged, those that were played."""
    revision: int
    """How often it has changed."""
    lost: float | None
    """How many points worse than the best turn it is, 0 if a computer sees no difference; None
    until it is judged."""
    shared: bool


def streak(days: Collection[date], today: date) -> int:
    """Count the days in a row up to today or, if today is not among them yet, to yesterday."""
    last = today if today in days else today - timedelta(days=1)
    return next(n for n in count() if last - timedelta(days=n) not in days)


def comes_back(stage: int, today: date, *, avoided: bool) -> tuple[date | None, int]:
    """On which day a mistake that was tried today comes back, and its new stage. The day is None
    once it was avoided after the last of the `INTERVALS`; a mistake made again begins with the
    first."""
    stage = stage + 1 if avoided else 0
    learned = stage == len(INTERVALS)
    return None if learned else today + timedelta(days=INTERVALS[stage]), stage


# --- the order of the days ------------------------------------------------------------------------

AT_MOST, AT_LEAST = 5, 12
"""The turn of the day has the same theme at most once in `AT_MOST` days, and each theme at least
once in `AT_LEAST`."""


def gears_of(actions: Iterable[str]) -> frozenset[str]:
    """The gears on which a turn places workers, or from which it picks them up."""
    words = [action.split() for action in actions]
    return frozenset(one[1] for one in words if one[0] in ("place", "pick") and one[1] in GEARS)


def next_of(past: Sequence[PuzzleKind], left: Sequence[PuzzleKind]) -> int:
    """Choose the puzzle of a day from those that are `left`, the oldest first; return its index.
    `past` are those of the last days, the newest first.

    It is the oldest that keeps the rules, the first of which matter most: no theme of the last
    days; a theme that must come now, so that none waits too long; and no gear of the day before.
    """
    lately = {one.theme for one in past[: AT_MOST - 1]}
    now = must_come([one.theme for one in past], {one.theme for one in left})
    yesterday = past[0].gears if past else frozenset()

    def order(index: int) -> tuple[bool, bool, bool, int]:
        one = left[index]
        return one.theme in lately, one.theme not in now, bool(one.gears & yesterday), index

    return min(range(len(left)), key=order)


def must_come(
    past: Sequence[PuzzleTheme], there: Collection[PuzzleTheme]
) -> Collection[PuzzleTheme]:
    """The themes of which one must come today, so that none waits longer than `AT_LEAST` days; all
    themes if there is still time."""
    waited = {theme: past.index(theme) if theme in past else len(past) for theme in there}
    first = sorted(there, key=lambda theme: -waited[theme])
    for number, theme in enumerate(first):
        if AT_LEAST - 1 - waited[theme] <= number:  # as many days as themes to come in them
            return first[: number + 1]
    return there
