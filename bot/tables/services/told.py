"""How far the channels have been told, and which messages show what."""

import structlog

from bot.store import tables
from bot.tables.past_turns import turns_from
from bot.tables.services.desked import Desked
from bot.tables.table import Confirmed

logger = structlog.get_logger(__name__)


class Told(Desked):
    """What the channels know."""

    async def not_announced(self) -> list[int]:
        """The games of which the channel has not been told everything; to be called at start-up.
        A program that is killed between storing a turn and telling it leaves such games."""
        return await self._desk.store.read(tables.not_announced)

    async def turns_not_announced(self, table_id: int) -> list[Confirmed]:
        """The confirmed turns the channel has not been told about, oldest first, each with the
        table as it was then."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            told = row.announced or 0
            if row.rules is None or told >= row.version:
                return []
            return await turns_from(self._desk, row, told)

        return await self._desk.alone(table_id, attempt)

    async def set_announced(self, table_id: int, version: int, *, rewinds: int = 0) -> None:
        """Remember that the channel has been told the first `version` actions of the log, as it
        was after so many rewinds."""
        await self._desk.store.write(tables.set_announced, table_id, version, rewinds=rewinds)

    async def set_message(
        self, table_id: int, *, board: int | None = None, lobby: int | None = None
    ) -> None:
        """Remember the message that shows the board or the lobby."""
        await self._desk.store.write(tables.set_messages, table_id, board=board, lobby=lobby)
