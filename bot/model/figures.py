"""Statistics of finished games: what is counted of a game, and what is said of sums of many.

All sums are whole numbers, so that what was added can be taken out again exactly.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from math import sqrt
from typing import Literal, NamedTuple

from bot.engine.game_facts import GameFacts, SeatFacts

LEAST_GAMES = 20
"""Of fewer games no figure is shown."""
SHARE = 60
"""Parts of a win: who shares it with others has as many less."""
_Z = 1.96
"""Standard errors on either side in which the true value is with 95 % certainty."""

OfGame = Literal["rounds", "turns", "length"]
"""One value for each game: rounds, turns of all seats, minutes."""
OfPoints = Literal[
    "points", "order", "place", "tribe", "prophecy", "opening", "technology", "temple", "monument",
    "monuments", "buildings", "workers",
]  # fmt: skip
"""The final points of the seats of which something is so, in quarters."""
OfOwn = Literal["source", "gain", "gear"]
"""A number of each seat: points from a source, in all or of one round; workers from a gear. Seats
of which it is 0 are left out."""
Kind = OfGame | OfPoints | OfOwn


class Key(NamedTuple):
    """What a figure is about."""

    kind: Kind
    name: str = ""
    """Which tribe, which number of buildings; two parts have a point between them."""


@dataclass(frozen=True)
class Sums:
    """Sums over the games of which something is so."""

    games: int = 0
    seats: int = 0
    """Of these games so many seats; 1 for what belongs to a game."""
    total: int = 0
    squares: int = 0
    wins60: int = 0
    """In parts of a win (`SHARE`)."""
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
    """Who sat in a seat of a counted game, and what counts as its result."""

    place: int
    points4: int
    user_id: int | None
    """None for a computer; below 0 for somebody whose data was deleted."""
    own: bool
    """Whether this person confirmed more than half of what was answered there."""


@dataclass(frozen=True)
class Counted:
    """A finished game as it is counted."""

    table_id: int
    guild_id: int
    """0 where it was played at no server."""
    league_id: int | None
    season_id: int | None
    finished_at: datetime
    minutes: int
    """From the first confirmed action to the last one."""
    facts: GameFacts
    seats: tuple[Seated, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)


@dataclass(frozen=True)
class Scope:
    """Of which games: of one server, league or person, or of a person at one server; all where
    everything is 0."""

    guild_id: int = 0
    league_id: int = 0
    user_id: int = 0


@dataclass(frozen=True)
class LastGame:
    """A finished game of a person, for a list."""

    guild_id: int
    """0 where it was played at no server."""
    channel_id: int
    message_id: int | None
    """The last board of the game; None without one."""
    finished_at: datetime
    players: int
    place: int
    points4: int
    others: tuple[str, ...]
    """The names of the other seats at that table, as they are stored."""


def scopes_of(game: Counted) -> dict[Scope, Figures]:
    """What a game adds to the figures of each scope it belongs to. A person's are of the own
    seat alone, if it was this person who played there; nothing is noted under the number of
    somebody whose data was deleted."""
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
    """What these seats of a game add to figures."""
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
    """The sums of one game: of what belongs to it whole (seat -1), or to seats of it."""
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


# --- what is said of sums -------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A mean or a share, and where the true one is with 95 % certainty."""

    value: float
    low: float
    high: float


def mean(sums: Sums, *, of: int | None = None) -> Estimate:
    """The mean of the seats, or of `of` seats where those with 0 were left out.

    The interval is reckoned as if every game said one thing: seats of one game are not independent
    of each other, so several of them tell less than as many games do. That makes it rather too
    wide than too narrow.
    """
    count = sums.seats if of is None else of
    return _mean(sums.total, sums.squares, count, min(sums.games if of is None else of, count))


def winners_mean(sums: Sums) -> Estimate:
    """The mean of those who won."""
    return _mean(
        sums.winners_total, sums.winners_squares, sums.winners, min(sums.games, sums.winners)
    )


def _mean(total: int, squares: int, count: int, games: int) -> Estimate:
    value = total / count
    spread = sqrt(max(0.0, squares / count - value * value))
    aside = _Z * spread / sqrt(max(1, games - 1))
    return Estimate(value, value - aside, value + aside)


def wins(sums: Sums) -> Estimate:
    """The share of the seats that won, by Wilson's interval for so many games."""
    share, games = sums.wins60 / SHARE / sums.seats, sums.games
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    aside = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return Estimate(share, max(0.0, middle - aside), min(1.0, middle + aside))
