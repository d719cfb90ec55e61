"""Pauses by consent."""

from bot.tables import pausing
from bot.tables.pausing import Pause
from bot.tables.services.desked import Desked
from bot.tables.table import Table


class Pauses(Desked):
    """What people agree on about their clocks; moderators need nobody's consent."""

    async def wish_pause(self, table_id: int, user_id: int) -> Pause:
        """Wish that all clocks stand still, or agree to that: look at `missing`. Refused without a
        clock, and where they stand still."""

        async def attempt() -> Pause:
            return await pausing.wish(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def agree_to_pause(self, table_id: int, user_id: int) -> Pause:
        """Agree to somebody's wish; refused (`moved-on`) where nobody wishes it any more."""

        async def attempt() -> Pause:
            return await pausing.agree(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def decline_pause(self, table_id: int, user_id: int) -> Table:
        """Say no to a wish, or take it back: it is void."""

        async def attempt() -> Table:
            return await pausing.decline(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def end_pause(self, table_id: int, user_id: int) -> Table:
        """Let the clocks run again, after a pause that was agreed: anybody at the table alone."""

        async def attempt() -> Table:
            return await pausing.end(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)
