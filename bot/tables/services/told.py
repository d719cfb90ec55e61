"""How far the channels have been told, and which messages show what."""

import structlog

from bot.store import tables
from bot.tables.past_turns import turns_from
from bot.tables.services.desked import Desked
from bot.tables.snapshots import table_of
from bot.tables.table import Confirmed, Untold

logger = structlog.get_logger(__name__)


class Told(Desked):
    """What the channels know."""

    async def not_announced(self) -> list[int]:
        """The games of which the channel has not been told everything: the start, a rewind or
        turns."""
        return await self._desk.store.read(tables.not_announced)

    async def untold(self, table_id: int, known: tuple[int, int] | None = None) -> Untold | None:
        """What the channel has not been told; None if it knows everything. `known` is what was
        told without being noted: so many rewinds, and so many actions of the log after them.
        Raises Refusal if today's rules cannot replay it."""

        async def attempt() -> Untold | None:
            row = await self._desk.row(table_id)
            if row.status not in tables.STARTED:
                return None
            noted = None if row.announced is None else (row.rewinds_told, row.announced)
            if noted is not None and noted >= (row.rewinds, row.version):
                return None
            told = max((one for one in (noted, known) if one is not None), default=None)
            rewind = told is not None and told[0] < row.rewinds
            since = (row.announced or 0) if told is None or rewind else told[1]
            turns = await turns_from(self._desk, row, since) if since < row.version else []
            game = (await self._desk.games.get(row)).game
            return Untold(
                table=table_of(row, self.now()),
                position=game.snapshot(),
                waiting=tuple(decision.seat for decision in game.pending),
                asked=game.pending[0].kind if game.pending else None,
                start=told is None,
                rewind=rewind,
                turns=tuple(turns),
            )

        return await self._desk.alone(table_id, attempt)

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
