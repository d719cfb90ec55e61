"""Statistics of finished games: the figures of one game, and estimates from the sums of many; the
games of one year, of a person or a server, for a picture; and the titles given at the end of a
game.

All sums are whole numbers, so that a game can be taken out again exactly.

A title is given to a seat for what it did (`bot.engine.game_facts`): it fits a seat that reaches
all the counts it needs. `data/titles.json` lists the titles, each with the share of seats that it
fits in games of computers (`python -m training.titles`): the rarer, the more it says.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from math import sqrt
from typing import Literal, NamedTuple

from bot import FOLDER
from bot.engine.game_facts import Feats, GameFacts, SeatFacts

LEAST_GAMES = 20
"""A figure is shown from so many games on."""
SHARE = 60
"""Into how many parts a win is divided when seats share it."""
_Z = 1.96
"""Within so many standard errors on either side the true value lies with 95 % certainty."""

OfGame = Literal["rounds", "turns", "length"]
"""Figures with one value for each game: rounds, turns of all seats, minutes."""
OfPoints = Literal[
    "points", "order", "place", "tribe", "prophecy", "opening", "technology", "temple", "monument",
    "monuments", "buildings", "workers",
]  # fmt: skip
"""Figures that sum the final points, in quarters, of seats that have something in common."""
OfOwn = Literal["source", "gain", "gear"]
"""Figures that sum a number of each seat: points from a source, in all or in one round; workers
from a gear. Seats with 0 are left out."""
Kind = OfGame | OfPoints | OfOwn


class Key(NamedTuple):
    """What a figure is about."""

    kind: Kind
    name: str = ""
    """The tribe, the number of buildings, or whatever tells figures of a kind apart; two parts are
    joined by a point."""


@dataclass(frozen=True)
class Sums:
    """Sums over games or seats that have something in common."""

    games: int = 0
    seats: int = 0
    """How many seats are summed; 1 for each game in figures of whole games."""
    total: int = 0
    squares: int = 0
    wins60: int = 0
    """Wins, in sixtieths (`SHARE`)."""
    winners: int = 0
    winners_total: int = 0
    winners_squares: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(getattr(self, one) + getattr(other, one) for one in SUMS))

    def __neg__(self) -> "Sums":
        return Sums(*(-getattr(self, one) for one in SUMS))


SUMS: tuple[str, ...] = tuple(field.name for field in fields(Sums))
Figures = Mapping[Key, Sums]


@dataclass(frozen=True)
class Seated:
    """Who sat in a seat of a counted game, and the seat's result."""

    place: int
    points4: int
    user_id: int | None
    """The person's id; None for a computer, below 0 for somebody whose data was deleted."""
    own: bool
    """Whether this person confirmed more than half of the seat's answers."""


@dataclass(frozen=True)
class Counted:
    """A finished game as it is counted."""

    table_id: int
    guild_id: int
    """The server; 0 if the game was not played on one."""
    league_id: int | None
    season_id: int | None
    finished_at: datetime
    minutes: int
    """Minutes from the first confirmed action to the last."""
    facts: GameFacts
    seats: tuple[Seated, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)


@dataclass(frozen=True)
class Scope:
    """A set of games: those of a server, a league, a person, or a person on one server; if
    everything is 0, all games."""

    guild_id: int = 0
    league_id: int = 0
    user_id: int = 0


@dataclass(frozen=True)
class LastGame:
    """A finished game in a person's list."""

    guild_id: int
    """The server; 0 if the game was not played on one."""
    channel_id: int
    message_id: int | None
    """The message with the last board of the game; None if there is none."""
    finished_at: datetime
    players: int
    place: int
    points4: int
    others: tuple[str, ...]
    """The names of the other seats at the table, as stored."""


def scopes_of(game: Counted) -> dict[Scope, Figures]:
    """What a game adds to the figures of each of its scopes. A person's figures are only of the own
    seat, and only if that person played it. Nothing is added for somebody whose data was
    deleted."""
    everybody = figures_of(game, range(game.players))
    found: dict[Scope, Figures] = {Scope(): everybody}
    if game.guild_id:
        found[Scope(game.guild_id)] = everybody
    if game.league_id is not None:
        found[Scope(league_id=game.league_id)] = everybody
    for number, seat in enumerate(game.seats):
        if seat.user_id is not None and seat.user_id > 0 and seat.own:
            found[Scope(game.guild_id, user_id=seat.user_id)] = figures_of(game, [number])
    return found


def figures_of(game: Counted, seats: Iterable[int]) -> Figures:
    """The figures that a game gives for these seats."""
    values: defaultdict[Key, list[tuple[int, int]]] = defaultdict(list)  # (seat, value)
    values[Key("rounds")].append((-1, game.facts.rounds))
    values[Key("turns")].append((-1, sum(one.turns for one in game.facts.seats)))
    values[Key("length")].append((-1, game.minutes))
    for number in seats:
        facts, seat = game.facts.seats[number], game.seats[number]
        for key in _points_keys(game, number, facts, seat):
            values[key].append((number, seat.points4))
        by_source: defaultdict[Key, int] = defaultdict(int)
        for source, in_round, points4 in facts.gains:
            by_source[Key("source", source)] += points4
            values[Key("gain", f"{source}.{in_round}")].append((number, points4))
        for key, value in by_source.items():
            values[key].append((number, value))
        for gear, picked_up in facts.gears.items():
            values[Key("gear", gear)].append((number, picked_up))
    return {key: _sums(game, found) for key, found in values.items()}


def _points_keys(game: Counted, number: int, facts: SeatFacts, seat: Seated) -> Iterable[Key]:
    yield Key("points")
    yield Key("order", str(number))
    yield Key("place", str(seat.place))
    if facts.tribe is not None:
        yield Key("tribe", facts.tribe)
    for prophecy in game.facts.prophecies:
        yield Key("prophecy", prophecy)
    if facts.opening:
        yield Key("opening", ".".join(facts.opening))
    for technology, level in facts.technologies.items():
        yield Key("technology", f"{technology}.{level}")
    for temple, step in facts.temples.items():
        yield Key("temple", f"{temple}.{step}")
    for monument in sorted(set(facts.monuments)):
        yield Key("monument", monument)
    yield Key("monuments", str(len(facts.monuments)))
    yield Key("buildings", str(len(facts.buildings)))
    yield Key("workers", str(facts.workers))


def _sums(game: Counted, found: Sequence[tuple[int, int]]) -> Sums:
    """Sum a figure of one game from (seat, value); seat -1 stands for the whole game."""
    first = sum(seat.place == 1 for seat in game.seats)
    won = [value for seat, value in found if seat >= 0 and game.seats[seat].place == 1]
    return Sums(
        games=1,
        seats=len(found),
        total=sum(value for _, value in found),
        squares=sum(value * value for _, value in found),
        wins60=len(won) * SHARE // max(1, first),
        winners=len(won),
        winners_total=sum(won),
        winners_squares=sum(value * value for value in won),
    )


# --- estimates from sums --------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A mean or a share, with limits between which the true one lies with 95 % certainty."""

    value: float
    low: float
    high: float


def mean(sums: Sums, *, of: int | None = None) -> Estimate:
    """Estimate the mean of the seats, or of `of` seats if those with 0 were left out of the sums.

    Every game counts as one observation. As seats of one game depend on each other, they tell less
    than as many games would; so the interval is too wide rather than too narrow.
    """
    count = sums.seats if of is None else of
    return _mean(sums.total, sums.squares, count, min(sums.games if of is None else of, count))


def winners_mean(sums: Sums) -> Estimate:
    """Estimate the mean of the seats that won."""
    return _mean(
        sums.winners_total, sums.winners_squares, sums.winners, min(sums.games, sums.winners)
    )


def _mean(total: int, squares: int, count: int, games: int) -> Estimate:
    value = total / count
    spread = sqrt(max(0.0, squares / count - value * value))
    aside = _Z * spread / sqrt(max(1, games - 1))
    return Estimate(value, value - aside, value + aside)


def wins(sums: Sums) -> Estimate:
    """Estimate the share of seats that won, with Wilson's interval for so many games."""
    share, games = sums.wins60 / SHARE / sums.seats, sums.games
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    aside = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return Estimate(share, max(0.0, middle - aside), min(1.0, middle + aside))


MONTHS = 12
MostKind = Literal["opponent", "source", "gear", "games", "wins", "points"]
"""For a person: whom they met, what gave them points, from where they took workers. For a server:
who played, who won, who had the most points."""


class Most(NamedTuple):
    """What there was most of: its name or a person's id, and how much: times, workers, or points in
    quarters."""

    kind: MostKind
    name: str | int
    n: int


@dataclass(frozen=True)
class Year:
    """What a person's or a server's year was like."""

    of_person: bool
    games: tuple[int, ...]
    """How many games ended in each month, in UTC."""
    won: tuple[int, ...]
    """How many of them the person won; zeros for a server."""
    people: int
    """How many people played."""
    best4: int
    """The most points of a seat, in quarters."""
    streak: int
    """How many games in a row the person won at most."""
    most: tuple[Most, ...]


def year_of(games: Sequence[Counted], user_id: int = 0, at: int = 0) -> Year | None:
    """Sum up the games of a year, the oldest first: for the person `user_id` or, with 0, for a
    server. None if people played no game. Opponents are only those met on the server `at`, unless
    that is 0."""
    months, won = [set[int]() for _ in range(MONTHS)], [0] * MONTHS
    opponents, sources, gears = Counter[int](), Counter[str](), Counter[str]()
    played, wins, best = Counter[int](), Counter[int](), Counter[int]()
    streak = longest = 0
    for game in games:
        month = game.finished_at.month - 1
        for seat, facts in zip(game.seats, game.facts.seats, strict=True):
            who = seat.user_id or 0
            if user_id not in (0, who):
                if who > 0 and at in (0, game.guild_id):
                    opponents[who] += 1
                continue
            if who <= 0 or not seat.own:
                continue
            months[month].add(game.table_id)
            played[who] += 1
            wins[who] += seat.place == 1
            best[who] = max(best[who], seat.points4)
            if user_id:
                won[month] += seat.place == 1
                streak = streak + 1 if seat.place == 1 else 0
                longest = max(longest, streak)
                for source, _, points4 in facts.gains:
                    sources[source] += points4
                gears.update(facts.gears)
    if not played:
        return None
    found: list[tuple[MostKind, Counter[int] | Counter[str]]] = (
        [("opponent", opponents), ("source", sources), ("gear", gears)]
        if user_id
        else [("games", played), ("wins", wins), ("points", best)]
    )
    most = [Most(kind, *one) for kind, of in found for one in of.most_common(1) if one[1] > 0]
    return Year(
        bool(user_id), tuple(map(len, months)), tuple(won), len(played), max(best.values()),
        longest, tuple(most),
    )  # fmt: skip


@dataclass(frozen=True)
class Title:
    """A title, and for what it is given."""

    id: str
    needs: Mapping[str, int]
    """The least count of each feat that it needs; the first feat is the one that is told."""
    share: float
    """The share of seats that it fits, 0 to 1."""

    def fits(self, done: Feats) -> bool:
        """Whether a seat has reached all the counts."""
        return all(done.get(feat, 0) >= least for feat, least in self.needs.items())


@dataclass(frozen=True)
class GivenTitle:
    """A title that was given to a seat."""

    title: str
    """The id."""
    n: int
    """The count of its first feat."""


TITLES: tuple[Title, ...] = tuple(
    Title(**one) for one in json.loads((FOLDER / "data" / "titles.json").read_text())
)


def titles_given(done: Sequence[Feats]) -> tuple[GivenTitle | None, ...]:
    """Give each seat the rarest title that fits it, and no title to two seats: a seat with a rarer
    title chooses first. None for a seat for which no title is left."""
    fitting = sorted(
        (title.share, seat, number)
        for number, title in enumerate(TITLES)
        for seat, feats in enumerate(done)
        if title.fits(feats)
    )
    given: dict[int, GivenTitle] = {}
    taken: set[int] = set()
    for _, seat, number in fitting:
        if seat not in given and number not in taken:
            taken.add(number)
            title = TITLES[number]
            given[seat] = GivenTitle(title.id, done[seat][next(iter(title.needs))])
    return tuple(given.get(seat) for seat in range(len(done)))
