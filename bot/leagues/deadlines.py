"""Deadlines of a season's tables: until when each must be finished, which moderators are called
after.

What was told is noted with the season (`SeasonView.told`), in words that are dropped when the table
is over; a deadline that was moved is another word.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.leagues.season_transaction import Leagues
from bot.leagues.views import SeasonView
from bot.store import leagues as stored

REMIND_BEFORE = timedelta(days=1)
_DUE, _OVER = "due", "overdue"


@dataclass(frozen=True)
class Deadline:
    """Until when a table that is being played must be finished."""

    number: int
    """Of the table in the season."""
    table_id: int
    at: datetime
    """UTC."""

    @property
    def reminded(self) -> str:
        """The word stored once its players were reminded."""
        return f"{_DUE} {self.number} {self.at:%Y-%m-%dT%H:%M}"

    @property
    def called(self) -> str:
        """The word stored once moderators were called."""
        return f"{_OVER} {self.number} {self.at:%Y-%m-%dT%H:%M}"


def deadline_of(season: SeasonView, number: int, opened_at: datetime) -> datetime | None:
    """Until when a table that opened then must be finished; None where there is no limit."""
    if season.settings.round_days is None:
        return None
    days = season.settings.round_days + season.state.more_days.get(number, 0)
    return opened_at + timedelta(days=days)


async def deadlines(leagues: Leagues, season: SeasonView) -> Sequence[Deadline]:
    """The deadlines of the tables that are being played and have no result, the next one first."""
    if season.settings.round_days is None or season.state.phase != "running":
        return []
    found = []
    for number, game in (await leagues.store.read(stored.games_of, season.id, "playing")).items():
        at = deadline_of(season, number, game.opened_at)
        if at is not None and not season.state.is_over(number):
            found.append(Deadline(number, game.table_id, at))
    return sorted(found, key=lambda one: (one.at, one.number))


async def mark(leagues: Leagues, season_id: int, word: str) -> None:
    """Note that this was told, and drop such words of tables that are over; to be called
    afterwards."""
    async with leagues.open(season_id) as season:
        waiting = {drawn.table for drawn in season.state.open_tables()}
        kept = {one for one in season.view.told if not _over(one, waiting)}
        season.change(told=frozenset(kept | {word}))


def _over(word: str, waiting: set[int]) -> bool:
    what, *rest = word.split(" ")
    return what in (_DUE, _OVER) and int(rest[0]) not in waiting
