"""The result of a finished table, and what is reckoned from it: league points, tie-breaks, ratings.

Points. A scheme says what a place at a table is worth in the league; the schemes are data. All
league points are whole numbers of a small unit, so that sums are exact and ties are really ties: a
point is 60,000 units, which divides evenly among 2, 3, 4 or 5 tied players and still tells
thousandths apart.

The schemes in data/leagues.json: "10-6-3-1" of MeepleLeague and the Terra Mystica league, whose
table for four we keep; its other sizes are ours, with a win worth 10 and an average of 5 a seat at
every size, so that a short table is neither a gift nor a loss. "1000-100-10" plus the ratio to
the winner's points, where no number of second places makes up for a win. "share": the share of all
points of the table, 100 being an average result. "beaten": two for everybody behind, as in
tournaments on Board Game Arena. "wins": nothing but wins, a tied one shared.

Tie-breaks are criteria that separate entries which are tied so far, in one order for every season
(`CRITERIA`): points, wins, margin, the opponents' strength; a turn taken by the computer counts
against nobody but the tied. At last lots are drawn from a seed that is known before, so that nobody
can be accused of choosing. The sums that criteria need are added up over the tables of an entry in
one pass (`tally`).

Ratings say how strong a person plays, by openskill's Plackett-Luce model (Weng and Lin 2011). A
rating belongs to a person and a number of players: two-player and four-player games are different
games. It counts only what people did:

- a seat is rated for the person who confirmed more than half of all its turns, the computer's
  included; nobody's rating changes for a seat of which that is true of no one;
- a table that somebody lost by forfeit rates nobody; one that was played elsewhere counts;
- computer seats are left out of the table as if they had not been there, and what remains is
  rated if at least two people do. So a rating is never changed by a computer seat.

Ratings are worked out from all results in order, so a corrected result corrects everything after
it.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from bot.seasons import LEAGUES

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

COMPUTER_PERCENT = 20
"""A seat with more than this percentage of its turns taken by the computer earns its entry
nothing; its opponents keep what they earned. MeepleLeague's Terra Mystica tournament gives whoever
drops out of a game nothing at all; we let missed turns pass up to this, and count them as a
tie-break."""

How = Literal["played", "corrected", "elsewhere", "forfeit", "adjudicated"]
"""Where a result is from: a game of this bot; points that moderators wrote in its place; a game
played elsewhere; a table that somebody lost without playing it (`Line.forfeited`); points that
moderators gave for a game that was not over."""
Origin = How | Literal["computer"]
"""Where a result is from; or a computer that took over a seat, which therefore earned nothing."""
NOT_PLAYED: tuple[How, ...] = ("elsewhere", "forfeit", "adjudicated")
"""Results that are not from a game of this bot: a game that is being played is given up for
them."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one seat."""

    entry: int | None
    """The entry that had the seat, by the id of the person who signed up; None for a computer seat
    without an entry."""
    place: int
    """The place, from 1; ties share it, and the next places are skipped."""
    points4: int
    """The final points in quarters, as the engine counts them."""
    turns: tuple[tuple[int, int], ...] = ()
    """Each person who played the seat, with how many turns that person confirmed; empty if only the
    entry's person played and nobody counted."""
    computer_turns: int = 0
    """How many turns a computer took, after time-outs or because the entry was given up."""
    forfeited: bool = False
    """Whether the seat lost without playing: its place is behind all who played, with 0 points, and
    it earns nothing."""

    @property
    def player(self) -> int | None:
        """The person who played the seat last; None if only a computer did."""
        if self.turns:
            return self.turns[-1][0]
        return None if self.computer_turns else self.entry

    def played_by(self, person: int) -> bool:
        """Whether a person took a turn in the seat; if no turns were counted, whether the entry is
        that person's."""
        if not self.turns:
            return self.entry == person and not self.computer_turns
        return any(one == person for one, _ in self.turns)

    @property
    def computer_took_over(self) -> bool:
        """Whether a computer took more than `COMPUTER_PERCENT` of the turns; False if none were
        counted."""
        if not self.computer_turns:
            return False
        by_people = sum(turns for _, turns in self.turns)
        return 100 * self.computer_turns > COMPUTER_PERCENT * (by_people + self.computer_turns)

    @property
    def earns_nothing(self) -> bool:
        """Whether its place brings no league points and no win: it was forfeited, or a computer
        took it over. Its opponents keep what they earned."""
        return self.forfeited or self.computer_took_over


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished table."""

    table: int
    lines: tuple[Line, ...]
    """A line for each seat, in order."""
    how: How = "played"

    @property
    def forfeits(self) -> tuple[int, ...]:
        """The seats (from 0) that lost without playing."""
        return tuple([seat for seat, line in enumerate(self.lines) if line.forfeited])


def seats_in(forfeiting: int) -> tuple[int, ...]:
    """The seats (from 0) whose bits are set in a number: 1 stands for the first seat, 2 for the
    second, 4, 8 and 16 for the others."""
    return tuple(seat for seat in range(5) if forfeiting >> seat & 1)


def check(result: Result) -> str | None:
    """What is wrong with a result, in an English sentence; None if it can be counted."""
    places = [line.place for line in result.lines]
    if not 2 <= len(places) <= 5:
        return "A table has 2 to 5 seats."
    in_order = sorted(places)
    if any([place != 1 + in_order.index(place) for place in places]):  # noqa: C419 (faster)
        return "Places are shared and skipped like 1, 1, 3."
    entries = [line.entry for line in result.lines if line.entry is not None]
    if len(set(entries)) < len(entries):
        return "Nobody sits at a table twice."
    for line in result.lines:
        if line.computer_turns < 0 or any([n < 0 for _, n in line.turns]):  # noqa: C419 (faster)
            return "Turns are counted from 0."
    if bool(result.forfeits) != (result.how == "forfeit"):
        return "A result by forfeit says whose forfeit it is."
    return None


def result_of_game(
    number: int,
    drawn: Sequence[int],
    seats: Sequence[int],
    standings: Sequence[Mapping[str, Any]],
    ended: Iterable[tuple[int, int | None]],
) -> Result:
    """Make the result of a season's table from its game.

    `drawn` are its entries in the order of the draw, `seats` in the order of the seats. `standings`
    are the final ones of the engine. `ended` are all turns of the game as (seat, person who
    confirmed it); None stands for a computer. A turn counts for the person who confirmed it,
    whoever sat there later.
    """
    turns: dict[int, Counter[int | None]] = {seat: Counter() for seat in range(len(seats))}
    for seat, user_id in ended:
        turns[seat][user_id] += 1
    by_entry = {}
    for row in standings:
        seat = int(row["seat"])
        counted = turns[seat]
        people = tuple((person, n) for person, n in counted.items() if person is not None)
        by_entry[seats[seat]] = Line(
            seats[seat],
            int(row["place"]),
            int(row["points4"]),
            people,
            counted[None],
        )
    return Result(number, tuple(by_entry[entry] for entry in drawn))


def seats_of_game(
    drawn: Sequence[int], people: Sequence[int | None], sitting: Sequence[int | None]
) -> tuple[int, ...] | None:
    """The entries in the order of a game's seats: `people` play for the `drawn` entries, and
    `sitting` sit in the seats (None: a computer). Computers take the given-up entries in order.
    None if the people who sit there are not those who should."""
    if Counter(people) != Counter(sitting):
        return None
    given_up = iter(e for e, person in zip(drawn, people, strict=True) if person is None)
    entry_of = {p: e for e, p in zip(drawn, people, strict=True) if p is not None}
    return tuple(next(given_up) if p is None else entry_of[p] for p in sitting)


UNIT = 60_000
"""How many units make a league point."""


@dataclass(frozen=True)
class PointsScheme:
    """How many league points a finished table gives; the parts of a scheme are added up. All are in
    units."""

    name: str
    places: Mapping[int, tuple[int, ...]]
    """By the number of players (2 to 5), the units for each place, first place first."""
    ratio: int = 0
    """The units for having as many points as the winner; fewer points give proportionally less."""
    share: int = 0
    """The units for having an average share of all points of the table."""

    def for_places(self, places: Sequence[int]) -> tuple[int, ...]:
        """The units for these places (as 1, 1, 3), in the order given: ties share the sum of the
        places they take. Raises ValueError for a number of players that the scheme does not know,
        and for impossible places."""
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
        """The units for each player of a table with these places and points (in quarters). Where
        points are compared, negative points count as none, and seats that lost by forfeit are left
        out. Raises ValueError as `for_places` does."""
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
        """The units for a round without a game: the average of a seat at a full table, so that a
        bye neither helps nor hurts. (Board Game Arena gives the points of a win.)"""
        table = self.places[seats]
        return _divided(sum(table), seats) + self.ratio + self.share

    def most(self, seats: int) -> int:
        """The most units that one game can give at a table of this size."""
        return max(self.places[seats]) + self.ratio + self.share * seats


@cache
def scheme_named(name: str) -> PointsScheme:
    """The scheme of this name in data/leagues.json. Raises KeyError if there is none."""
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


MARGIN_UNIT = 48
"""How many units of margin make a point: quarters, divided among 1 to 4 opponents."""


class Tally:
    """What the tables of one entry add up to."""

    __slots__ = ("computer_turns", "games", "margin", "met", "points", "wins")

    def __init__(self) -> None:
        self.games = 0
        self.points = 0  # units, adjustments included
        self.wins = 0  # units; two who share a win have half a win each
        self.margin = 0  # own points less the opponents' average, 48 to a point
        self.computer_turns = 0
        self.met: list[int] = []  # the opponents, once for each table; not at forfeited tables


def tally(
    entries: Iterable[int],
    results: Iterable[Result],
    scheme: PointsScheme,
    *,
    adjustments: Mapping[int, int] | None = None,
) -> dict[int, Tally]:
    """Add up the results of these entries, in their order; other seats count only as opponents.
    `adjustments` are units given or taken apart from tables (byes, penalties). Raises ValueError
    for results for which the scheme has no points."""
    tallies = {entry: Tally() for entry in entries}
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
        everything = sum(points4)
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
            if not line.forfeited:
                own.met += playing
            if (line.computer_turns or line.forfeited) and line.earns_nothing:
                continue
            own.points += given[number]
            if places[number] == 1:
                own.wins += UNIT // winners
            if others:
                points = points4[number]
                own.margin += 12 * points - share * (everything - points)
    for entry, units in (adjustments or {}).items():
        if entry in tallies:
            tallies[entry].points += units
    return tallies


# --- The criteria ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """What a criterion may use."""

    tallies: Mapping[int, Tally]
    """The sums of all entries of the division, in the order of the draw."""
    seed: str
    """The seed for drawing lots."""


Criterion = Callable[[Asked, Sequence[int]], dict[int, int]]
"""Gives at least each of the tied entries a value; the highest is best."""


def _own(value: Callable[[Tally], int]) -> Criterion:
    """Make a criterion from the entry's own sums."""

    def values(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
        return {entry: value(asked.tallies[entry]) for entry in tied}

    return values


def opponents(asked: Asked, tied: Sequence[int]) -> dict[int, int]:
    """The average points of the opponents that each tied entry met, in units; who was met twice
    counts twice."""
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
    """Draw a number for each entry from the seed and its place in the draw (from 1); late entries
    come last. Anybody can draw it again, even after the ids of a forgotten person were replaced."""
    return {
        entry: int.from_bytes(hashlib.sha256(f"{seed}:{n}".encode()).digest()[:4])
        for n, entry in enumerate(entries, start=1)
    }


CRITERIA: Mapping[str, Criterion] = {
    "points": _own(lambda tally: tally.points),
    "wins": _own(lambda tally: tally.wins),
    "margin": _own(lambda tally: tally.margin),
    "opponents": opponents,
    "computer_turns": _own(lambda tally: -tally.computer_turns),
    "lot": lambda asked, _: lots(asked.seed, asked.tallies),
}
"""The criteria by which seasons rank, the first one first. Points, wins and opponents are in units
(`UNIT`), margin in 1/48 point; the others are plain counts."""


PROVISIONAL_GAMES = 10
"""A rating from fewer games is provisional: it is shown as such, and not ranked."""

_MU, _SIGMA = 25.0, 25.0 / 3  # openskill's, which takes a while to load


@dataclass(frozen=True)
class Rating:
    """How strong a person is estimated to be, at one number of players."""

    mu: float = _MU
    """The estimate; 25 to start with."""
    sigma: float = _SIGMA
    """Its uncertainty (standard deviation); 25/3 to start with, never negative."""
    games: int = 0
    """Rated games so far."""

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few games to be ranked."""
        return self.games < PROVISIONAL_GAMES

    @property
    def shown(self) -> float:
        """The number for ranking lists, openskill's ordinal mu - 3 sigma: the strength that a
        person has with 99.7 % certainty; 0 to start with."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Change:
    """How one game changed a person's rating."""

    table: int
    players: int
    """The seats of the table, computer seats included."""
    person: int
    before: Rating
    after: Rating


Ratings = Mapping[tuple[int, int], Rating]
"""Ratings by (person, number of players); who is missing has the rating to start with."""


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce(_MU, _SIGMA)


def rate(ranked: Sequence[tuple[Rating, int]]) -> list[Rating]:
    """The ratings after one game, in the order given, from (rating before, place) of each person.
    The model adds a little to every uncertainty before a game (tau, 25/300), so that ratings can
    always follow a change. Raises ValueError for fewer than two."""
    if len(ranked) < 2:
        raise ValueError("a rated game has at least two people")
    model = _model()
    teams = [[model.rating(rating.mu, rating.sigma)] for rating, _ in ranked]
    after = model.rate(teams, ranks=[float(place) for _, place in ranked])
    return [
        Rating(team[0].mu, team[0].sigma, rating.games + 1)
        for team, (rating, _) in zip(after, ranked, strict=True)
    ]


def rated_person(line: Line) -> int | None:
    """The person who took more than half of a seat's turns, and so is rated; None if nobody did."""
    if not line.turns:
        return line.entry if not line.computer_turns else None
    everything = line.computer_turns + sum(turns for _, turns in line.turns)
    by_person: dict[int, int] = {}
    for person, turns in line.turns:
        by_person[person] = by_person.get(person, 0) + turns
    for person, turns in by_person.items():
        if 2 * turns > everything:
            return person
    return None


def changes_of(ratings: Ratings, result: Result) -> list[Change]:
    """How one result changes ratings; empty if fewer than two of its seats are rated, or if
    somebody lost by forfeit."""
    if result.how == "forfeit":
        return []
    players = len(result.lines)
    rated = [
        (person, line.place) for line in result.lines if (person := rated_person(line)) is not None
    ]
    if len(rated) < 2 or len({person for person, _ in rated}) < len(rated):
        return []  # nobody is rated against himself
    before = [ratings.get((person, players), Rating()) for person, _ in rated]
    after = rate([(rating, place) for rating, (_, place) in zip(before, rated, strict=True)])
    return [
        Change(result.table, players, person, old, new)
        for (person, _), old, new in zip(rated, before, after, strict=True)
    ]


def rate_all(results: Iterable[Result]) -> tuple[dict[tuple[int, int], Rating], list[Change]]:
    """All ratings and their history, from all results in the order in which they were finished."""
    ratings: dict[tuple[int, int], Rating] = {}
    history: list[Change] = []
    for result in results:
        for change in changes_of(ratings, result):
            ratings[change.person, change.players] = change.after
            history.append(change)
    return ratings, history
