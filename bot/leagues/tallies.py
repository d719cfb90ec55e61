"""Everything the tie-breaks ask of an entry, added up over its tables in one pass."""

from collections.abc import Iterable, Mapping, Sequence

from bot.leagues.points import UNIT, PointsScheme
from bot.leagues.results import Result

COMPUTER_PERCENT = 50
"""A seat with more than this percentage of its turns taken by the computer earns its entry
nothing; its opponents keep what they earned. MeepleLeague's Terra Mystica tournament gives whoever
drops out of a game nothing at all; we let missed turns pass up to this, and count them as a
tie-break."""

MARGIN_UNIT = 48
"""A point of margin: quarters, divided among 1 to 4 opponents."""


class Tally:
    """The sums of one entry."""

    __slots__ = (
        "computer_turns", "entry", "games", "margin", "met", "places", "points", "ratio",
        "results", "total4", "wins",
    )  # fmt: skip

    def __init__(self, entry: int) -> None:
        self.entry = entry
        self.games = 0
        self.points = 0  # units, adjustments included
        self.wins = 0  # units: a win shared by two is half a win for each
        self.places = [0] * 6  # how often at each place; [1] counts wins, shared ones too
        self.margin = 0  # own points less the opponents' average, 48 to a point
        self.ratio = 0  # units: own points to the winner's, added up
        self.total4 = 0  # quarters of points
        self.computer_turns = 0
        self.met: list[int] = []  # the opponents, once for each table
        self.results: list[Result] = []


def tally(
    entries: Iterable[int],
    results: Iterable[Result],
    scheme: PointsScheme,
    *,
    adjustments: Mapping[int, int] | None = None,
    computer_percent: int = COMPUTER_PERCENT,
) -> dict[int, Tally]:
    """Add up the results for the entries, in their order; seats of others count as opponents'
    only. `adjustments` are units given or taken apart from tables (byes, penalties). Raises
    ValueError for results the scheme has no points for."""
    tallies = {entry: Tally(entry) for entry in entries}
    by_places: dict[tuple[int, ...], Sequence[int]] = {}
    plain = not scheme.ratio and not scheme.share
    for result in results:
        lines = result.lines
        places = tuple([line.place for line in lines])
        points4 = [line.points4 for line in lines]
        if plain:
            known = by_places.get(places)
            if known is None:
                known = by_places[places] = scheme.for_places(places)
            given: Sequence[int] = known
        else:
            given = scheme.for_table(places, points4)
        everything, top = sum(points4), max(points4)
        share = 12 // (len(lines) - 1)
        winners = places.count(1)
        playing = [line.entry for line in lines if line.entry is not None]
        for number, line in enumerate(lines):
            own = tallies.get(line.entry) if line.entry is not None else None
            if own is None:
                continue
            own.games += 1
            own.computer_turns += line.computer_turns
            own.results.append(result)
            own.met += playing
            if line.computer_turns and line.computer_took_over(computer_percent):
                continue
            own.points += given[number]
            place = places[number]
            own.places[place] += 1
            if place == 1:
                own.wins += UNIT // winners
            points = points4[number]
            own.total4 += points
            own.margin += 12 * points - share * (everything - points)
            if points > 0:
                own.ratio += UNIT * points // top
    for entry, units in (adjustments or {}).items():
        if entry in tallies:
            tallies[entry].points += units
    return tallies
