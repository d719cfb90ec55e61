"""Points schemes, and whose points they are when several people played a seat.

A scheme says what a place at a table is worth in the league; the schemes are data. All league
points are whole numbers of a small unit, so that sums are exact and ties are really ties: a point
is 60,000 units, which divides evenly among 2, 3, 4 or 5 tied players and still tells thousandths
apart.

The schemes in data/leagues.json: "10-6-3-1" of MeepleLeague and the Terra Mystica league, whose
table for four we keep; its other sizes are ours, with a win worth 10 and an average of 5 a seat at
every size, so that a short table is neither a gift nor a loss. "1000-100-10" plus the ratio to
the winner's points, where no number of second places makes up for a win. "share": the share of all
points of the table, 100 being an average result. "beaten": two for everybody behind, as in
tournaments on Board Game Arena. "wins": nothing but wins, a tied one shared.

Split credit: the standings of a division count a seat as a whole, for its entry. In a player's
card, in the records over the seasons and for prizes, the points of a table are shared among the
people who played the seat, in proportion to the turns they confirmed; turns of the computer are
nobody's.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bot.seasons import LEAGUES
from bot.seasons.results import COMPUTER_PERCENT, Line, Result

UNIT = 60_000
"""Units in a league point."""


@dataclass(frozen=True)
class PointsScheme:
    """A way to give league points for a finished table; its parts are added up."""

    name: str
    places: Mapping[int, tuple[int, ...]]
    """The units for each place, first place first, by number of players (2 to 5)."""
    ratio: int = 0
    """The units for as many points as the winner has; fewer points give proportionally less."""
    share: int = 0
    """The units for an average share of all the points of the table."""

    def for_places(self, places: Sequence[int]) -> tuple[int, ...]:
        """Count the units for places alone (1, 1, 3 ...), in the order given: ties share the sum of
        the places they take. Raises ValueError for a number of players the scheme does not know and
        for impossible places."""
        table = self.places.get(len(places))
        if table is None:
            raise ValueError(f"the scheme {self.name} has no points for {len(places)} players")
        given = []
        for place in places:
            tied = places.count(place)
            if place != 1 + sum(other < place for other in places):
                raise ValueError(f"places share and skip like 1, 1, 3, not {list(places)}")
            given.append(_divided(sum(table[place - 1 : place - 1 + tied]), tied))
        return tuple(given)

    def for_table(
        self, places: Sequence[int], points4: Sequence[int], forfeits: Collection[int] = ()
    ) -> list[int]:
        """Count the units for each player of a table with these places and points (in quarters).

        Where points are compared, negative points count as none, and seats that lost by forfeit are
        left out. Raises ValueError as `for_places` does.
        """
        given = list(self.for_places(places))
        if self.ratio or self.share:
            counted = {
                number: max(0, points)
                for number, points in enumerate(points4)
                if number not in forfeits
            }
            top, everything = max(counted.values(), default=0), sum(counted.values())
            for number, points in counted.items():
                if self.ratio:
                    given[number] += _divided(self.ratio * points, top) if top else self.ratio
                if self.share:
                    whole = self.share * len(counted) * points
                    given[number] += _divided(whole, everything) if everything else self.share
        return given

    def bye(self, seats: int) -> int:
        """Count the units for a round without a game: the average of a seat at a full table, so
        that a bye neither helps nor hurts. (Board Game Arena gives the points of a win.)"""
        table = self.places[seats]
        return _divided(sum(table), seats) + self.ratio + self.share

    def most(self, seats: int) -> int:
        """Count the most units one game can give at a table of this size."""
        return max(self.places[seats]) + self.ratio + self.share * seats


@cache
def scheme_named(name: str) -> PointsScheme:
    """Find a scheme of data/leagues.json. Raises KeyError if there is none of that name."""
    raw = LEAGUES["points"][name]
    return PointsScheme(
        name,
        {
            int(players): tuple(round(UNIT * points) for points in table)
            for players, table in raw["places"].items()
        },
        round(UNIT * raw.get("ratio", 0)),
        round(UNIT * raw.get("share", 0)),
    )


def scheme_names() -> tuple[str, ...]:
    """List the names of schemes, the usual one first."""
    return tuple(LEAGUES["points"])


def _divided(whole: int, parts: int) -> int:
    """The quotient of two numbers that are not negative, rounded half up."""
    return (2 * whole + parts) // (2 * parts)


# --- Split credit ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Credit:
    """The points, games and wins of a person."""

    points: int
    """League points, in units."""
    games: int
    """Games, in units: half a seat's turns are half a game."""
    wins: int
    """Wins, in units: half a seat's turns are half a win."""


def shares(line: Line, whole: int) -> dict[int, int]:
    """Divide a whole number among the people of a seat by their turns; exact in sum. The rest of
    rounding goes to whoever lost most by it, then to whoever came first. Empty for a seat nobody
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
    """Count each person's points, games and wins at these tables. A seat that the computer took
    over earned its people nothing, but was played. Raises ValueError as `for_table` does."""
    sums: dict[int, list[int]] = {}
    for result in results:
        places = [line.place for line in result.lines]
        points4 = [line.points4 for line in result.lines]
        given = scheme.for_table(places, points4, result.forfeits)
        for line, units in zip(result.lines, given, strict=True):
            lost = line.earns_nothing(computer_percent)
            won = UNIT // places.count(1) if line.place == 1 and not lost else 0
            for column, whole in enumerate((0 if lost else units, UNIT, won)):
                for person, part in shares(line, whole).items():
                    sums.setdefault(person, [0, 0, 0])[column] += part
    return {person: Credit(*columns) for person, columns in sums.items()}
