"""What all parts of the service of seasons share."""

from collections.abc import Callable
from datetime import datetime

from bot.seasons.desk import OPEN_SEASONS, SeasonDesk
from bot.store import Store, leagues
from bot.store.leagues import SeasonRow
from bot.tables import utc_now


class Desked:
    """Something that works at the desk of all seasons."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        open_seasons: int = OPEN_SEASONS,
    ) -> None:
        self._desk = SeasonDesk(store, now, open_seasons)

    async def _rows(self, league_id: int) -> list[SeasonRow]:
        return await self._desk.store.read(leagues.seasons_of, league_id)
