"""Tie-breaks: criteria that separate entries which are tied so far. A chain of them is data.

MeepleLeague's chain is wins, second places, third places, the average ratio to the winner's points,
margin, total, net head to head (our chain "meeple"). Ours ("standard") uses the tied players' own
tables before margins, counts a turn taken by the computer against nobody but the tied, and ends
with drawing lots from a seed that is known before, so that nobody can be accused of choosing.

The sums that criteria need are added up over the tables of an entry in one pass (`tally`).
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.seasons import LEAGUES
from bot.seasons.points import UNIT, PointsScheme
from bot.seasons.results import COMPUTER_PERCENT, Result

MARGIN_UNIT = 48
"""The parts of a point of margin: quarters, divided among 1 to 4 opponents."""


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
        self.wins = 0  # units; two who share a win have half a win each
        self.places = [0] * 6  # the number of each place; [1] counts shared wins too
        self.margin = 0  # own points less the opponents' average, 48 to a point
        self.ratio = 0  # units: own points to the winner's, added up
        self.total4 = 0  # quarters of points
        self.computer_turns = 0
        self.met: list[int] = []  # the opponents, once for each table; not at forfeited tables
        self.results: list[Result] = []


def tally(
    entries: Iterable[int],
    results: Iterable[Result],
    scheme: PointsScheme,
    *,
    adjustments: Mapping[int, int] | None = None,
    computer_percent: int = COMPUTER_PERCENT,
) -> dict[int, Tally]:
    """Add up the results of the entries, in their order; other seats count only as opponents.
    `adjustments` are units given or taken apart from tables (byes, penalties). Raises ValueError
    for results the scheme has no points for."""
    tallies = {entry: Tally(entry) for entry in entries}
    by_places: dict[tuple[int, ...], Sequence[int]] = {}
    plain = not scheme.ratio and not scheme.share
    for result in results:
        lines = result.lines
        places = tuple([line.place for line in lines])
        points4 = [line.points4 for line in lines]
        forfeits = result.forfeits if result.how == "forfeit" else ()
        if plain:
            known = by_places.get(places)
            if known is None:
                known = by_places[places] = scheme.for_places(places)
            given: Sequence[int] = known
        else:
            given = scheme.for_table(places, points4, forfeits)
        everything, top = sum(points4), max(points4)
        others = len(lines) - 1 - len(forfeits)  # opponents with points to compare
        share = 12 // others if others else 0
        winners = places.count(1)
        playing = [line.entry for line in lines if line.entry is not None and not line.forfeited]
        for number, line in enumerate(lines):
            own = tallies.get(line.entry) if line.entry is not None else None
            if own is None:
                continue
            own.games += 1
            own.computer_turns += line.computer_turns
            own.results.append(result)
            if not line.forfeited:
                own.met += playing
            if (line.computer_turns or line.forfeited) and line.earns_nothing(computer_percent):
                continue
            own.points += given[number]
            place = places[number]
            own.places[place] += 1
            if place == 1:
                own.wins += UNIT // winners
            points = points4[number]
            own.total4 += points
            if others:
                own.margin += 12 * points - share * (everything - points)
            if points > 0:
                own.ratio += UNIT * points // top
    for entry, units in (adjustments or {}).items():
        if entry in tallies:
            tallies[entry].points += units
    return tallies


# --- The criteria ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """The data a criterion may use."""

    tallies: Mapping[int, Tally]
    """The sums of all entries of the division, in the order of the draw."""
    seed: str
    """The seed for drawing lots."""
    computer_percent: int
    """Head to head, a seat with more turns of the computer than this is behind everybody, and so is
    one that was forfeited."""


_LAST = 99
"""A place behind all others."""

Criterion = Callable[[Asked, Sequence[int]], dict[int, int]]
"""Gives the values of the tied entries; the highest is best."""


def _own(value: Callable[[Tally], int]) -> Criterion:
    """Make a criterion from the entry's own sums."""

    def values(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
        return {entry: value(asked.tallies[entry]) for entry in tied}

    return values


def head_to_head(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
    """Count, at the tables shared by two or more tied entries, one for each of them behind, less
    one for each in front."""
    net = dict.fromkeys(tied, 0)
    seen: set[int] = set()
    for entry in tied:
        for result in asked.tallies[entry].results:
            if result.table in seen:
                continue
            seen.add(result.table)
            here = [
                (
                    line.entry,
                    _LAST if line.earns_nothing(asked.computer_percent) else line.place,
                )
                for line in result.lines
                if line.entry is not None and line.entry in net
            ]
            for one, place in here:
                for _, other in here:
                    net[one] += (place < other) - (place > other)
    return net


def opponents(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
    """Average the points of the opponents met, each as often as met, in units."""
    values = {}
    for entry in tied:
        points = [
            asked.tallies[other].points
            for other in asked.tallies[entry].met
            if other != entry and other in asked.tallies
        ]
        values[entry] = sum(points) // len(points) if points else 0
    return values


def lots(seed: str, entries: Iterable[int]) -> dict[int, int]:
    """Draw a number for each entry from the seed and its place in the draw (from 1), late entries
    last. Anybody can draw it again, also once the ids of a forgotten person were replaced."""
    return {
        entry: int.from_bytes(hashlib.sha256(f"{seed}:{n}".encode()).digest()[:4])
        for n, entry in enumerate(entries, start=1)
    }


def drawing_lots(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
    """Give the numbers that were drawn for the tied entries."""
    drawn = lots(asked.seed, asked.tallies)
    return {entry: drawn[entry] for entry in tied}


CRITERIA: Mapping[str, Criterion] = {
    "points": _own(lambda tally: tally.points),
    "average": _own(lambda tally: tally.points // max(1, tally.games)),
    "wins": _own(lambda tally: tally.wins),
    "wins_average": _own(lambda tally: tally.wins // max(1, tally.games)),
    "seconds": _own(lambda tally: tally.places[2]),
    "thirds": _own(lambda tally: tally.places[3]),
    "head_to_head": head_to_head,
    "margin": _own(lambda tally: tally.margin),
    "ratio": _own(lambda tally: tally.ratio // max(1, tally.games)),
    "total": _own(lambda tally: tally.total4),
    "opponents": opponents,
    "computer_turns": _own(lambda tally: -tally.computer_turns),
    "lot": drawing_lots,
}
"""The criteria by name. Units: points, average, wins, wins_average, ratio and opponents in units of
`points.UNIT`; margin 48 to a point; total in quarters; the others are plain counts. Averages and
ratios are by game, rounded down."""


def chain_named(name: str) -> tuple[str, ...]:
    """Find a chain of data/leagues.json. Raises KeyError if there is none of that name."""
    return tuple(LEAGUES["tie_breaks"][name])


def chain_names() -> tuple[str, ...]:
    """List the names of chains, the usual one first."""
    return tuple(LEAGUES["tie_breaks"])
