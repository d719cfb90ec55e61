"""Deadlines of a season's tables: reminders before them, and moderators called after them.

The notes stay in the outbox until the table is over; a deadline that was moved is told again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.leagues.season_transaction import Leagues
from bot.leagues.views import SeasonView
from bot.model.notes import TableDue, TableOverdue
from bot.refusal import Refusal
from bot.store import leagues as stored

REMIND_BEFORE = timedelta(days=1)


@dataclass(frozen=True)
class Deadline:
    """The deadline of a table that is being played."""

    number: int
    """The number of the table in the season."""
    table_id: int
    at: datetime
    """The deadline, in UTC."""

    @property
    def reminder(self) -> TableDue:
        """The note that its players are reminded."""
        return TableDue(self.number, _minute(self.at))

    @property
    def call(self) -> TableOverdue:
        """The note that moderators are called."""
        return TableOverdue(self.number, _minute(self.at))


def deadline_of(season: SeasonView, number: int, opened_at: datetime) -> datetime | None:
    """Calculate the deadline of a table from its opening; None where there is no limit."""
    if season.settings.round_days is None:
        return None
    days = season.settings.round_days + season.state.more_days.get(number, 0)
    return opened_at + timedelta(days=days)


def no_deadline() -> Refusal:
    """Make the refusal to move or decide a deadline that no table of a season has."""
    return Refusal("no-deadline", "The tables of this season have no deadline.")


async def deadlines(leagues: Leagues, season: SeasonView) -> Sequence[Deadline]:
    """List the deadlines of tables that are being played and have no result, the next one first."""
    if season.settings.round_days is None or season.state.phase != "running":
        return []
    found = []
    for number, game in (await leagues.store.read(stored.games_of, season.id, "playing")).items():
        at = deadline_of(season, number, game.opened_at)
        if at is not None and not season.state.is_over(number):
            found.append(Deadline(number, game.table_id, at))
    return sorted(found, key=lambda one: (one.at, one.number))


async def mark(leagues: Leagues, season_id: int, note: TableDue | TableOverdue) -> None:
    """Mark the note as told, and drop such notes of tables that are over. Call it after telling."""
    async with leagues.open(season_id) as season:
        waiting = {drawn.table for drawn in season.state.open_tables()}
        kept = {
            one for one in season.view.told
            if not isinstance(one, TableDue | TableOverdue) or one.table in waiting
        }  # fmt: skip
        season.change(told=frozenset(kept | {note}))


def _minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)
