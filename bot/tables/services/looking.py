"""Looking at tables and games."""

import structlog

from bot.engine import Game
from bot.engine.points_by_source import PointsHistory
from bot.store import log, tables
from bot.tables import lobby
from bot.tables.history import history_of
from bot.tables.open_games import OpenGame
from bot.tables.past_turns import turns_from
from bot.tables.services.desked import Desked
from bot.tables.snapshots import table_of
from bot.tables.table import Confirmed, Table

logger = structlog.get_logger(__name__)


class Looking(Desked):
    """What changes nothing."""

    async def table(self, table_id: int) -> Table:
        """The table, whatever its status."""
        return table_of(await self._desk.row(table_id), self._desk.now())

    async def in_channel(self, channel_id: int) -> Table | None:
        """The lobby or game that is open in a channel."""
        row = await self._desk.store.read(tables.open_in_channel, channel_id)
        return table_of(row, self._desk.now()) if row else None

    async def latest_in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel, else the one that was opened there last."""
        row = await self._desk.store.read(tables.latest_in_channel, channel_id)
        return table_of(row, self._desk.now()) if row else None

    async def tables_of(self, user_id: int) -> list[Table]:
        """The lobbies and games this person sits in, oldest first."""
        rows = await self._desk.store.read(tables.open_of_person, user_id)
        return [table_of(row, self._desk.now()) for row in rows]

    async def game(self, table_id: int) -> Game:
        """A copy of the game as confirmed, running or over. It knows the hidden stacks and
        choices: show only `position()`, `pending` and `standings()` of it."""

        async def attempt() -> Game:
            row = await self._desk.row(table_id)
            if row.rules is None:
                lobby.must_have_started(row)
            return (await self._desk.games.get(row)).game.copy()

        return await self._desk.alone(table_id, attempt)

    async def points_history(self, table_id: int) -> PointsHistory:
        """Where every seat's points came from, round by round, in a game running or over."""

        async def attempt() -> OpenGame:
            return await self._desk.opened(await self._desk.row(table_id))

        return await history_of(await self._desk.alone(table_id, attempt))

    async def all_turns(self, table_id: int) -> list[Confirmed]:
        """Every confirmed turn of a game, oldest first; each with the table as it was then."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            if row.rules is None:
                lobby.must_have_started(row)
            return await turns_from(self._desk, row, 0)

        return await self._desk.alone(table_id, attempt)

    async def since_own_turn(self, table_id: int, seat: int) -> list[Confirmed]:
        """The confirmed turns since this seat answered last, oldest first."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            if row.rules is None:
                return []
            start = await self._desk.store.read(log.version_after, table_id, seat)
            return await turns_from(self._desk, row, start)

        return await self._desk.alone(table_id, attempt)
