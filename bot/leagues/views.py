"""What the service hands out: snapshots that may be kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.leagues.model.points import Credit
from bot.leagues.model.promotion import Direction
from bot.leagues.model.ratings import Rating
from bot.leagues.model.results import Line as ResultLine
from bot.leagues.model.results import Result
from bot.leagues.model.season import Season
from bot.leagues.model.standings import Row, TieStep
from bot.leagues.settings import SeasonSettings

TableStatus = Literal["waiting", "playing", "finished", "voided"]


@dataclass(frozen=True)
class League:
    """A league of a server."""

    id: int
    guild_id: int
    name: str
    settings: Mapping[str, Any]
    """What the wizard begins with for the next season, as plain JSON."""
    channel_id: int | None = None
    """Where its tables open and everybody is told; None until one is chosen."""


@dataclass(frozen=True)
class SeasonView:
    """A season as it was at one moment."""

    id: int
    league_id: int
    number: int
    """1, 2, 3... in the league."""
    settings: SeasonSettings
    state: Season
    """All that its log says."""
    version: int
    """How many events the log holds."""
    created_at: datetime

    def entry_of(self, user_id: int) -> int | None:
        """The entry this person plays for now; None if for none."""
        return next(
            (
                entry
                for entry, held in self.state.holders.items()
                if held[-1] == user_id and entry not in self.state.withdrawn
            ),
            None,
        )


@dataclass(frozen=True)
class ScheduledTable:
    """A table of a season's schedule, and the game played for it."""

    season_id: int
    number: int
    division: int
    round: int
    """From 0."""
    entries: tuple[int, ...]
    """By seat, as drawn."""
    people: tuple[int | None, ...]
    """By seat who plays for the entry now; None where it was given up and a computer plays."""
    status: TableStatus
    table_id: int | None
    """The game, once there is one."""
    seats: tuple[int, ...] | None = None
    """Entries by seat of the game, once there is one."""


@dataclass(frozen=True)
class Line:
    """An entry in a division's table."""

    row: Row
    holder: int
    """Who plays for it, or did last."""
    direction: Direction
    certain: bool
    """Whether the direction is settled."""
    ties: tuple[TieStep, ...]
    """Every step in which the entry was level with others; `tie_sentences` says them."""


@dataclass(frozen=True)
class DivisionTable:
    """The standings of a division, with where everybody would go."""

    division: int
    tier: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Counted:
    """What the end of a game was in its season."""

    season: SeasonView
    table: int
    """Its number in the season."""
    result: Result
    changed: bool
    """False where the season had this very result already."""


@dataclass(frozen=True)
class Card:
    """What a person did in a league, over all seasons."""

    user_id: int
    seasons: int
    credit: Credit
    """Points, games and wins, in parts where a seat was shared (units of `points.UNIT`)."""
    titles: tuple[int, ...]
    """Ids of the seasons won."""
    ratings: Mapping[int, Rating]
    """By number of players."""


@dataclass(frozen=True)
class Played:
    """A finished table at which a person sat."""

    season: SeasonView
    result: Result
    line: ResultLine
    """The person's seat."""


@dataclass(frozen=True)
class HeadToHead:
    """Two people at the same tables, over all seasons of a league: each counts where the seat is
    rated for him (more than half of its turns)."""

    games: int
    ahead: int
    """How often the first one had the better place."""
    behind: int

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return self.games - self.ahead - self.behind
