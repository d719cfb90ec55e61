"""Split credit: whose points they are when several people played a seat.

The standings of a division count the seat as a whole, for its entry. In a player's card, in the
records over the seasons and for prizes, the points of a table are shared among the people who
played the seat, in proportion to the turns they confirmed; turns of the computer are nobody's.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.leagues.points import UNIT, PointsScheme
from bot.leagues.results import Line, Result
from bot.leagues.tallies import COMPUTER_PERCENT


@dataclass(frozen=True)
class Credit:
    """What a person has earned."""

    points: int
    """In units of league points."""
    games: int
    """Parts of games, in the same units: half a seat's turns are half a game."""
    wins: int
    """Parts of wins, likewise."""


def shares(line: Line, whole: int) -> dict[int, int]:
    """A whole number divided among the people of a seat by their turns; exact in sum, what
    rounding leaves goes to who lost most by it, then to who came first. Empty for a seat nobody
    played."""
    turns: dict[int, int] = {}
    for person, count in line.turns:
        turns[person] = turns.get(person, 0) + count
    everything = sum(turns.values())
    if not everything:
        played_alone = line.entry is not None and not line.computer_turns
        return {line.entry: whole} if line.entry is not None and played_alone else {}
    given = {person: whole * count // everything for person, count in turns.items()}
    left = whole - sum(given.values())
    for person in sorted(turns, key=lambda p: -(whole * turns[p] % everything))[:left]:
        given[person] += 1
    return given


def credits_of(
    results: Iterable[Result], scheme: PointsScheme, *, computer_percent: int = COMPUTER_PERCENT
) -> dict[int, Credit]:
    """What each person earned at these tables; a seat that the computer took over earned its
    people nothing, but was played. Raises ValueError for results the scheme has no points for."""
    sums: dict[int, list[int]] = {}
    for result in results:
        places = [line.place for line in result.lines]
        given = scheme.for_table(places, [line.points4 for line in result.lines])
        for line, units in zip(result.lines, given, strict=True):
            lost = line.computer_took_over(computer_percent)
            won = UNIT // places.count(1) if line.place == 1 and not lost else 0
            for column, whole in enumerate((0 if lost else units, UNIT, won)):
                for person, part in shares(line, whole).items():
                    sums.setdefault(person, [0, 0, 0])[column] += part
    return {person: Credit(*columns) for person, columns in sums.items()}
