"""Leagues of servers: their seasons, tables and ratings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.model.notes import Note

SeasonStatus = Literal["sign-up", "running", "finished"]
TableStatus = Literal["waiting", "playing", "finished", "voided"]
Organisers = Literal["daylight", "leave"]
"""What organisers may do who play: everything, as all is told; or they leave results and entries to
others."""


@dataclass(frozen=True)
class Staff:
    """Who looks after a league beside the server's moderators, as ids of roles and people."""

    roles: tuple[int, ...] = ()
    people: tuple[int, ...] = ()
    """These moderate its seasons and tables."""
    helping_roles: tuple[int, ...] = ()
    helping: tuple[int, ...] = ()
    """These only give more time, remind players and open tables."""


NO_STAFF = Staff()


@dataclass(frozen=True)
class League:
    """A league of a server."""

    id: int
    guild_id: int
    name: str
    settings: Mapping[str, Any]
    """As plain JSON: what the wizard begins with for the next season, and for each season the
    changes that were chosen but not yet confirmed."""
    created_at: datetime
    channel_id: int | None = None
    """The channel for the league's tables and news; None until it is chosen."""
    organisers: Organisers = "daylight"
    staff: Staff = NO_STAFF

    def place(self, made: "Made") -> int | None:
        """Find the place for messages about a season: the league's channel or, in a forum, the post
        with the season's news, once there is one."""
        in_forum = made.home is not None and made.home == self.channel_id
        return made.news if in_forum else self.channel_id


@dataclass(frozen=True)
class Ban:
    """A ban: a person may not sign up for a league."""

    league_id: int
    user_id: int
    until: datetime | None
    """When it ends; None if it lasts until it is lifted."""
    reason: str
    at: datetime

    def holds(self, now: datetime) -> bool:
        """Whether the ban is in force at this moment."""
        return self.until is None or self.until > now


@dataclass(frozen=True)
class Made:
    """What the bot has made on Discord for a season, as ids."""

    channel: int | None = None
    """The channel with the season's message, if the league has no forum."""
    message: int | None = None
    """That message."""
    home: int | None = None
    """The forum that holds the posts."""
    news: int | None = None
    """The post with the news."""
    news_before: tuple[int, ...] = ()
    """The channels, or posts of forums, that had the season's news before its league was moved, the
    first one first. Acts of moderators are told there, too, so that moving a league hides none."""


@dataclass(frozen=True)
class SeasonRecord:
    """A season as stored, without its log."""

    id: int
    league_id: int
    number: int
    """Which season of the league it is: 1, 2, 3..."""
    status: SeasonStatus
    settings: Mapping[str, Any]
    """The season's settings, as plain JSON."""
    version: int
    """How many events its log has."""
    created_at: datetime
    rewritten: int = 0
    """How often somebody was erased from its log."""
    made: Made = Made()
    untold: tuple[Note, ...] = ()
    """The notes waiting in the outbox, oldest first."""
    told: frozenset[Note] = frozenset()
    """The notes that were told, and are not told again."""


@dataclass(frozen=True)
class SeasonEvent:
    """An event of a season's log."""

    n: int
    """The place in the log, from 0."""
    at: datetime
    kind: str
    """The name of the event's class."""
    written: str
    """`payload` as JSON text. Thousands of payloads kept as objects would slow down the event loop
    and the garbage collector."""
    user_id: int | None
    """Who did it; None for the program itself."""

    @property
    def payload(self) -> dict[str, Any]:
        """The event as `bot.seasons.events.to_json` writes it, parsed at each call."""
        payload: dict[str, Any] = json.loads(self.written)
        return payload


@dataclass(frozen=True)
class LeagueTable:
    """A table of a season's schedule, and its game."""

    season_id: int
    number: int
    """The number in the season, from 1."""
    division: int
    round: int
    """The round, from 0."""
    entries: tuple[int, ...]
    """The entries by seat, as drawn."""
    status: TableStatus = "waiting"
    table_id: int | None = None
    """The id of the game, once there is one."""
    seats: tuple[int, ...] | None = None
    """The entries in the order of the game's seats, once there is one."""
    counted: int | None = None
    """How many rewinds the game had when its result was last counted; None if it never was."""
    people: tuple[int | None, ...] = ()
    """Who plays for each entry now, in the order of the draw; None if the entry was given up and a
    computer plays. This is known from the season's log: the store leaves it empty."""


@dataclass(frozen=True)
class LeagueGame:
    """The game for a table of a season, running or over."""

    season_id: int
    number: int
    """The number of the table in the season."""
    table_id: int
    status: str
    """The status of the game: `lobby`, `playing`, `finished` or `abandoned`."""
    opened_at: datetime
    """When the game was opened, in UTC."""
    updated_at: datetime
    """When something last happened in the game."""


@dataclass(frozen=True)
class LeagueGameOver(LeagueGame):
    """The game for a table of a season, once it is over."""

    version: int
    """How many actions the game's log has."""
    rewinds: int
    """How many rewinds it had."""


@dataclass(frozen=True)
class PersonRating:
    """A person's rating at one number of players."""

    user_id: int
    players: int
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class RatingStep:
    """How a person's rating stood after one game."""

    season_id: int
    number: int
    """The number of the season's table."""
    after: PersonRating
