"""Leagues of servers: their seasons, the tables of these, ratings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from bot.model.notes import Note
from bot.model.table import Bidding

SeasonStatus = Literal["sign-up", "running", "finished"]
TableStatus = Literal["waiting", "playing", "finished", "voided"]


@dataclass(frozen=True)
class League:
    """A league of a server."""

    id: int
    guild_id: int
    name: str
    settings: Mapping[str, Any]
    """What the wizard begins with for the next season, as plain JSON."""
    created_at: datetime
    channel_id: int | None = None
    """Where its tables open and everybody is told; None until one is chosen."""


@dataclass(frozen=True)
class Ban:
    """Somebody who may not sign up for a league."""

    league_id: int
    user_id: int
    until: datetime | None
    """None: until it is lifted."""
    reason: str
    at: datetime

    def holds(self, now: datetime) -> bool:
        """Whether it keeps its person out at this moment."""
        return self.until is None or self.until > now


@dataclass(frozen=True)
class DisputePlace:
    """Where moderators were called because of a dispute."""

    channel: int
    message: int
    private: bool
    """Whether it is a thread with the person who disputed; else a message to moderators alone."""


@dataclass(frozen=True)
class Made:
    """What the bot has made on Discord for a season, to find it again."""

    event: int | None = None
    """The id of its scheduled event."""
    event_mark: str = ""
    """A word for what the event says (`cogs.leagues.scheduled_event.Wanted.mark`)."""
    home: int | None = None
    """The id of the forum in which the posts are."""
    news: int | None = None
    """The id of the post with the news."""
    standings: int | None = None
    """The id of the post with the standings."""
    shown: int = -1
    """Of which length of the log the standings are."""
    disputes: Mapping[int, DisputePlace] = field(default_factory=dict)
    """By the dispute's number."""


@dataclass(frozen=True)
class SeasonRecord:
    """A season as it is stored, but for what happened in it."""

    id: int
    league_id: int
    number: int
    """1, 2, 3... in the league."""
    status: SeasonStatus
    settings: Mapping[str, Any]
    """What was chosen for it, as plain JSON."""
    version: int
    """How many events its log holds."""
    created_at: datetime
    secret: str | None = None
    """Shared deals follow from it, for the program alone; None where every table has its own."""
    made: Made = Made()
    untold: tuple[Note, ...] = ()
    """What waits in the outbox, oldest first."""
    told: frozenset[Note] = frozenset()
    """What was told and must not be told again."""


@dataclass(frozen=True)
class SeasonEvent:
    """Something that happened in a season."""

    n: int
    """From 0."""
    at: datetime
    kind: str
    """The name of the event's class."""
    written: str
    """`payload` as JSON: thousands of them, read, would keep the event loop waiting, and the
    garbage collector."""
    user_id: int | None
    """Who did it; None is the program itself."""

    @property
    def payload(self) -> dict[str, Any]:
        """The event as `bot.seasons.events.to_json` writes it; read anew each time."""
        payload: dict[str, Any] = json.loads(self.written)
        return payload


@dataclass(frozen=True)
class LeagueTable:
    """A table of a season's schedule, and the game played for it."""

    season_id: int
    number: int
    """From 1 in the season."""
    division: int
    round: int
    """From 0."""
    entries: tuple[int, ...]
    """By seat, as drawn."""
    status: TableStatus = "waiting"
    table_id: int | None = None
    """The game, once there is one."""
    seats: tuple[int, ...] | None = None
    """Entries by seat of the game, once there is one."""
    people: tuple[int | None, ...] = ()
    """By seat as drawn who plays for the entry now, None where it was given up and a computer
    plays. The season's log says it: the store leaves it empty."""

    def seated_by(self, bidding: Bidding | None) -> tuple[int, ...] | None:
        """The entries by seat of a game whose seats went by bids; None where none were revealed."""
        if bidding is None or not bidding.order:
            return None
        return tuple(self.entries[n] for n in bidding.order)


@dataclass(frozen=True)
class LeagueGame:
    """The game that is or was played for a table of a season."""

    season_id: int
    number: int
    """Of the season's table."""
    table_id: int
    status: str
    """Of the game: `lobby`, `playing`, `finished` or `abandoned`."""
    opened_at: datetime
    """UTC."""
    updated_at: datetime
    """When something happened in the game last."""


@dataclass(frozen=True)
class LeagueGameOver(LeagueGame):
    """The same of a game that is over."""

    version: int
    """How many actions the log of the game holds."""
    decided_at: datetime | None
    """When a moderator did something at it last."""


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
    """A step in the history of ratings: what a person's rating was after a game."""

    season_id: int
    number: int
    """Of the season's table."""
    after: PersonRating
