"""Who plays: late entries, withdrawals, substitutes."""

import secrets
from collections.abc import Sequence

from bot.leagues.desked import Desked
from bot.leagues.model.drawing import draw_late_entry
from bot.leagues.model.events import EnteredLate, Event, Substituted, Withdrew
from bot.leagues.model.season import Season
from bot.leagues.views import SeasonView


class Entering(Desked):
    """What changes who plays in a running season."""

    async def enter_late(
        self,
        season_id: int,
        user_id: int,
        division: int | None = None,
        *,
        by: int | None,
        seed: int | None = None,
    ) -> SeasonView:
        """A newcomer joins a division (without one the lowest) with further tables. Refused
        (`banned`) for who is kept out of the league."""
        await self._refuse_banned(season_id, user_id)
        chosen = secrets.randbits(63) if seed is None else seed

        def decide(state: Season) -> Sequence[Event]:
            number = len(state.divisions) - 1 if division is None else division
            there = 0 <= number < len(state.divisions) and user_id not in state.division_of
            if state.phase != "running" or not there or not state.rules.late_entry:
                return [EnteredLate(user_id, number, ())]  # refused by the season itself
            return [draw_late_entry(state, user_id, number, seed=chosen)]

        return await self._desk.happen(season_id, decide, by=by)

    async def withdraw(
        self, season_id: int, entry: int, *, by: int | None, reason: str = ""
    ) -> SeasonView:
        """Give an entry up: unless a substitute comes, computer seats play its open tables."""
        return await self._desk.happen(season_id, lambda _: [Withdrew(entry, reason)], by=by)

    async def substitute(
        self, season_id: int, entry: int, user_id: int, *, by: int | None, reason: str = ""
    ) -> SeasonView:
        """Somebody plays on for an entry, given up or not; also whoever gave it up, coming back.
        Points of a table are shared by turns (`bot.leagues.model.points`)."""
        await self._refuse_banned(season_id, user_id)
        return await self._desk.happen(
            season_id, lambda _: [Substituted(entry, user_id, reason)], by=by
        )
