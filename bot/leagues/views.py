"""Snapshots of seasons and leagues, for display; safe to keep."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.leagues.settings import SeasonSettings
from bot.model.league import League, LeagueTable, Made
from bot.model.notes import Note
from bot.seasons.events import FINAL
from bot.seasons.points import Credit
from bot.seasons.promotion import Direction
from bot.seasons.ratings import Rating
from bot.seasons.results import Line, Origin, Result
from bot.seasons.season import Season
from bot.seasons.standings import Row, TieStep
from bot.text.standings import tie_sentences, unplayed_words
from bot.text.translation import Translations
from bot.text.typed import escaped


@dataclass(frozen=True)
class SeasonView:
    """A season at one moment."""

    id: int
    league_id: int
    number: int
    """The number in its league: 1, 2, 3..."""
    settings: SeasonSettings
    state: Season
    """The state derived from the log."""
    version: int
    """The number of events in the log."""
    created_at: datetime
    told: frozenset[Note] = frozenset()
    """The notes that were told and must not be told again."""
    untold: tuple[Note, ...] = ()
    """The notes that wait in the outbox, oldest first."""
    secret: str | None = field(default=None, repr=False)
    """The secret of shared deals, never shown. None where every table has its own deal."""
    made: Made = field(default_factory=Made)

    @property
    def title(self) -> str:
        """The name for messages, with the Markdown signs in it escaped."""
        return escaped(self.settings.name)

    def people(self, entries: Sequence[int]) -> tuple[int | None, ...]:
        """List the people who play for these entries now; None for a withdrawn one."""
        state = self.state
        return tuple(None if e in state.withdrawn else state.holder(e) for e in entries)

    def with_people(self, table: LeagueTable) -> LeagueTable:
        """Add the people who play for its entries to a stored table."""
        return replace(table, people=self.people(table.entries))

    def moves(self, division: int) -> bool:
        """Whether entries of a division, or of the final, go up or down to another one."""
        tiers = {drawn.tier for drawn in self.state.divisions}
        rules = self.state.rules
        return division != FINAL and len(tiers) > 1 and bool(rules.promoted or rules.relegated)

    def division_of(self, user_id: int) -> int:
        """Find the division a person plays in; the top one for everybody else."""
        entry = self.entry_of(user_id)
        return 0 if entry is None else self.state.division_of[entry]

    def entry_of(self, user_id: int) -> int | None:
        """Find the entry this person plays for now, of several the person's own; None if there is
        none."""
        found = [
            entry
            for entry, held in self.state.holders.items()
            if held[-1] == user_id and entry not in self.state.withdrawn
        ]
        return user_id if user_id in found else next(iter(found), None)


@dataclass(frozen=True)
class StandingLine:
    """An entry's line in the standings of a division."""

    row: Row
    holder: int
    """The person who plays for the entry, or the last one who did."""
    direction: Direction
    certain: bool
    """Whether the direction is final."""
    ties: tuple[TieStep, ...]
    """The tie-breaks applied between this entry and others; `tie_sentences` explains them."""
    origins: frozenset[Origin] = frozenset()
    """What is special about its results: not played with the bot, or by a computer."""

    @property
    def goes(self) -> Direction:
        """The direction as it is shown: nobody would go up or down before the first game."""
        return self.direction if self.row.games or self.certain else "stays"


@dataclass(frozen=True)
class DivisionTable:
    """The standings of a division, with who would move up or down."""

    division: int
    tier: int
    lines: tuple[StandingLine, ...]

    def tie_lines(
        self, t: Translations, name_of: Callable[[int], str], *, by_lots: bool
    ) -> list[str]:
        """Tell every step between tied entries; those that have not played share one line.
        `name_of` gives a person's name as it shall be printed, `by_lots` says whether the season
        draws lots."""
        rows = {one.row.entry: one.row for one in self.lines}
        holders = {one.row.entry: one.holder for one in self.lines}
        steps = dict.fromkeys(step for one in self.lines for step in one.ties)
        played = tuple(step for step in steps if any(rows[entry].games for entry in step.tied))
        said = tie_sentences(t, played, lambda entry: name_of(holders[entry]))
        return [*said, unplayed_words(t, by_lots=by_lots)] if len(played) < len(steps) else said


@dataclass(frozen=True)
class Counted:
    """The consequences of a finished game for its season."""

    season: SeasonView
    table: int
    """The table's number in the season."""
    result: Result
    changed: bool
    """Whether the result is new or changed; False if the season already had it."""


@dataclass(frozen=True)
class Stands:
    """A person's place in a season."""

    season: SeasonView
    division: int
    place: int


@dataclass(frozen=True)
class Card:
    """A person's achievements in a league, over all seasons."""

    user_id: int
    seasons: int
    credit: Credit
    """Points, games and wins (in `points.UNIT`); fractions where a seat was shared."""
    titles: tuple[SeasonView, ...]
    """The seasons won."""
    ratings: Mapping[int, Rating]
    """The ratings by number of players."""
    newest: Stands | None = None
    """The place in the newest season that the person plays or played in."""


@dataclass(frozen=True)
class Played:
    """A finished table at which a person sat."""

    season: SeasonView
    result: Result
    line: Line
    """The person's line of the result."""


@dataclass(frozen=True)
class HeadToHead:
    """Two people's results at tables they shared, over all seasons of a league. A table counts
    where each took more than half of a seat's turns, and so is rated for it; not one that somebody
    lost by forfeit."""

    games: int
    ahead: int
    """The number of tables at which the first person placed better."""
    behind: int
    shared: tuple[tuple["Played", "Played"], ...] = ()
    """The shared tables with the seats of both, oldest first."""

    @property
    def tied(self) -> int:
        """The number of tables at which they shared a place."""
        return self.games - self.ahead - self.behind


def posting_place(league: League, season: SeasonView) -> int | None:
    """Find the place for messages about a season: the league's channel or, in a forum, the post
    with the season's news, once there is one."""
    in_forum = season.made.home is not None and season.made.home == league.channel_id
    return season.made.news if in_forum else league.channel_id
