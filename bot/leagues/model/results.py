"""The result of a finished table, as the league sees it."""

from collections.abc import Sequence
from dataclasses import dataclass

COMPUTER_PERCENT = 50
"""A seat with more than this percentage of its turns taken by the computer earns its entry
nothing; its opponents keep what they earned. MeepleLeague's Terra Mystica tournament gives whoever
drops out of a game nothing at all; we let missed turns pass up to this, and count them as a
tie-break."""


@dataclass(frozen=True, slots=True)
class Line:
    """How one seat ended."""

    entry: int | None
    """Whose seat it is in the league, by the id of who signed up; None for a computer seat that
    plays for nobody."""
    place: int
    """From 1; ties share the place and the next one is skipped."""
    points4: int
    """Final points in quarters, as the engine counts them."""
    turns: tuple[tuple[int, int], ...] = ()
    """Each person who played the seat, with the number of turns confirmed; empty if it was the
    entry alone and nobody counted."""
    computer_turns: int = 0
    """How many turns a computer seat took, after time-outs or a withdrawal."""

    def computer_took_over(self, percent: int) -> bool:
        """Whether the computer took more than this percentage of the turns. Without any turns
        counted it did not."""
        if not self.computer_turns:
            return False
        by_people = sum(turns for _, turns in self.turns)
        return 100 * self.computer_turns > percent * (by_people + self.computer_turns)


@dataclass(frozen=True, slots=True)
class Result:
    """A finished table."""

    table: int
    lines: tuple[Line, ...]
    """By seat, from the first."""


def result_of(
    table: int, entries: Sequence[int | None], standings: Sequence[tuple[int, int]]
) -> Result:
    """A result from each seat's entry, and its place and points in quarters; turns uncounted."""
    return Result(
        table,
        tuple(
            Line(entry, place, points4)
            for entry, (place, points4) in zip(entries, standings, strict=True)
        ),
    )


def check(result: Result) -> str | None:
    """What is wrong with a result, in an English sentence; None if it can be counted."""
    places = [line.place for line in result.lines]
    if not 2 <= len(places) <= 5:
        return "A table has 2 to 5 seats."
    if any(place != 1 + sum(other < place for other in places) for place in places):
        return "Places are shared and skipped like 1, 1, 3."
    entries = [line.entry for line in result.lines if line.entry is not None]
    if len(set(entries)) < len(entries):
        return "Nobody sits at a table twice."
    if any(line.computer_turns < 0 or any(n < 0 for _, n in line.turns) for line in result.lines):
        return "Turns are counted from 0."
    return None
