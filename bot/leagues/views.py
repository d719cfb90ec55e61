"""What is shown of leagues: snapshots that may be kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.leagues.model.points import Credit
from bot.leagues.model.promotion import Direction
from bot.leagues.model.ratings import Rating
from bot.leagues.model.results import Line, Result
from bot.leagues.model.season import Season
from bot.leagues.model.standings import Row, TieStep
from bot.leagues.settings import SeasonSettings
from bot.model.league import LeagueTable

SEATS = "seats {n}"
"""Under this word it is kept that seats at a season's games must be changed: by this event of its
log somebody else plays for an entry, or nobody."""

_SEATS = SEATS.split("{")[0]


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
    told: frozenset[str] = frozenset()
    """What its channel was told once, by words that stay the same."""
    untold: tuple[str, ...] = ()
    """What its channel must still be told, and what must be done at its tables, by such words."""
    secret: str | None = field(default=None, repr=False)
    """Shared deals follow from it, for the program alone; None where every table has its own."""

    @property
    def to_tell(self) -> list[str]:
        """What of it the channel must be told, oldest first."""
        return [word for word in self.untold if not word.startswith(_SEATS)]

    @property
    def to_seat(self) -> list[int]:
        """The numbers of the events after which seats must be changed."""
        return [int(word.split(" ")[1]) for word in self.untold if word.startswith(_SEATS)]

    def people(self, entries: Sequence[int]) -> tuple[int | None, ...]:
        """Who plays for these entries now; None for one that was given up."""
        state = self.state
        return tuple(None if e in state.withdrawn else state.holder(e) for e in entries)

    def with_people(self, table: LeagueTable) -> LeagueTable:
        """A stored table with those who play at it."""
        return replace(table, people=self.people(table.entries))

    def division_of(self, user_id: int) -> int:
        """The division in which a person plays, the top one for everybody else."""
        entry = self.entry_of(user_id)
        return 0 if entry is None else self.state.division_of[entry]

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
class StandingLine:
    """An entry in a division's table."""

    row: Row
    holder: int
    """Who plays for it, or did last."""
    direction: Direction
    certain: bool
    """Whether the direction is settled."""
    ties: tuple[TieStep, ...]
    """Every tie-break that was asked between the entry and others; `tie_sentences` says them."""


@dataclass(frozen=True)
class DivisionTable:
    """The standings of a division, with where everybody would go."""

    division: int
    tier: int
    lines: tuple[StandingLine, ...]


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
    line: Line
    """The person's seat."""


@dataclass(frozen=True)
class HeadToHead:
    """Two people at the same tables, over all seasons of a league: each counts where the seat is
    rated for this person (more than half of its turns)."""

    games: int
    ahead: int
    """How often the first one had the better place."""
    behind: int
    shared: tuple[tuple["Played", "Played"], ...] = ()
    """The tables, the oldest first: the seat of each."""

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return self.games - self.ahead - self.behind
