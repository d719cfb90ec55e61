"""What all parts of the service of seasons share."""

import copy
from collections.abc import Callable
from datetime import datetime
from typing import Self

from bot.leagues.desk import OPEN_SEASONS, SeasonDesk
from bot.refusal import Refusal
from bot.store import Store, leagues
from bot.store.leagues import SeasonRow
from bot.tables import utc_now
from bot.text.hours import moment


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

    def _at(self, desk: SeasonDesk) -> Self:
        """The same service at another desk."""
        other = copy.copy(self)
        other._desk = desk
        return other

    async def _refuse_banned(self, season_id: int, user_id: int) -> None:
        """Raises Refusal (`banned`) for somebody who is kept out of the season's league now."""
        season, now = await self._desk.season(season_id), self._desk.now()
        for ban in await self._desk.store.read(leagues.bans_of, season.league_id):
            if ban.user_id != user_id:
                continue
            if ban.until is None:
                raise Refusal(
                    "banned",
                    "The moderators have closed this league to this player; ask them about it.",
                )
            if ban.until > now:
                raise Refusal(
                    "banned",
                    "The moderators have closed this league to this player until {until}; "
                    "come back then, or ask them about it.",
                    until=moment(ban.until, "f"),
                )
