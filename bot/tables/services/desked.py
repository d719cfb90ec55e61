"""What all services share: the desk, and who thinks for computers."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.store import Store
from bot.tables.computers import Think
from bot.tables.desk import Desk

LOBBY_LIFE = timedelta(hours=24)
"""A lobby in which nothing changes for so long is closed."""
OPEN_GAMES = 256
"""How many games are kept in memory at most; the others are rebuilt from their logs."""


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Desked:
    """Something that works at the desk of all tables."""

    def __init__(
        self,
        store: Store,
        *,
        think: Think | None = None,
        now: Callable[[], datetime] = utc_now,
        lobby_life: timedelta = LOBBY_LIFE,
        open_games: int = OPEN_GAMES,
    ) -> None:
        """`think` chooses the computers' actions; without it no computer can take a seat."""
        self._desk = Desk(store, now, open_games)
        self._think = think
        self._lobby_life = lobby_life

    def now(self) -> datetime:
        """The present moment in UTC, by which all clocks go."""
        return self._desk.now()
