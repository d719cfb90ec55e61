"""All tables of all channels: opening one to change it, reading it, and finding it.

What is in memory is only the confirmed games. Everything else is read from the database each time,
so that several processes may work on the same one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog

from bot.engine import Game
from bot.model.server import ServerSettings
from bot.model.table import PersonSettings, Table
from bot.refusal import Refusal
from bot.store import Store, log, settings, tables
from bot.store.database import ChannelBusyError, Transaction
from bot.tables import timing
from bot.tables.locks import Locks
from bot.tables.open_games import Fetch, OpenGame, OpenGames
from bot.tables.open_table import OpenTable
from bot.tables.thinking import Think

LOBBY_LIFE = timedelta(hours=24)
"""A lobby in which nothing changes for so long is closed."""
OPEN_GAMES = 256
"""How many games are kept in memory at most; the others are rebuilt from their logs."""
logger = structlog.get_logger(__name__)


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Tables:
    """The way to every table. Everything may raise Refusal, and has then changed nothing."""

    def __init__(
        self,
        store: Store,
        *,
        think: Think | None = None,
        now: Callable[[], datetime] = utc_now,
        lobby_life: timedelta = LOBBY_LIFE,
        open_games: int = OPEN_GAMES,
    ) -> None:
        """`think` chooses the computers' actions; without it no computer can take a seat. `now`
        gives the present moment in UTC, by which all clocks go."""
        self.store = store
        self.think = think
        self.now = now
        self.lobby_life = lobby_life
        self.games = OpenGames(open_games)
        self.locks = Locks()
        self.asking_no_computer: dict[int, int] = {}
        """The revisions of tables at which no computer was asked."""

    @asynccontextmanager
    async def open(self, table_id: int, *, game: bool = True) -> AsyncIterator[OpenTable]:
        """Open a table to change it: alone, in one transaction. What was changed is written at
        the end of the block, and nothing if an exception leaves it.

        Call neither Discord nor a computer's thinking inside of the block. Without `game` the
        game is not looked at. Raises Refusal (`no-table`) if there is no such table, and at the
        end (`channel-busy`) if it is to be open again while another one is in its channel.
        """
        async with self.locks.of(table_id):
            async with self.store.transaction() as transaction:
                table = await transaction.run(tables.by_id, table_id, for_update=True)
                if table is None:
                    raise no_table()
                held = await self._held(table, transaction.run) if game else None
                opened = self._opened(table, held, transaction.run, transaction)
                yield opened
                await _write(transaction, opened)
            if opened.table.status in ("lobby", "abandoned"):
                self.games.drop(table_id)
            elif opened.events or opened.taken_out or table.status == "lobby":
                self.games.put(table_id, opened.open_game)

    async def read(self, table_id: int) -> OpenTable:
        """A table to look at, or to try something on it; nothing is written. Raises Refusal
        (`no-table`) if there is none."""
        table = await self.table(table_id)
        known = self.games.known(table)
        if table.rules is None or known is not None:
            return self._opened(table, known, self.store.read)
        # Of many who want to see a game one loads it.
        async with self.locks.of(table_id), self.store.transaction(read_only=True) as snapshot:
            newest = await snapshot.run(tables.by_id, table_id)
            if newest is None:
                raise no_table()
            held = await self._held(newest, snapshot.run)
        return self._opened(newest, held, self.store.read)

    def _opened(
        self,
        table: Table,
        held: OpenGame | Refusal | None,
        fetch: Fetch,
        transaction: Transaction | None = None,
    ) -> OpenTable:
        computers_play = self.think is not None
        return OpenTable(
            table, held, self.now(), fetch, computers_play=computers_play, transaction=transaction
        )

    async def _held(self, table: Table, fetch: Fetch) -> OpenGame | Refusal | None:
        if table.rules is None:
            return None
        try:
            return await self.games.load(table, fetch)
        except Refusal as refused:
            return refused

    async def table(self, table_id: int) -> Table:
        """The table, whatever its status. Raises Refusal (`no-table`) if there is none."""
        table = await self.store.read(tables.by_id, table_id)
        if table is None:
            raise no_table()
        return table

    async def game(self, table_id: int) -> Game:
        """A copy of the game as confirmed, running or over. It knows the hidden stacks and
        choices: show only `position()`, `pending` and `standings()` of it."""
        return (await self.read(table_id)).game.copy()

    async def in_channel(self, channel_id: int) -> Table | None:
        """The lobby or game that is open in a channel."""
        return await self.store.read(tables.open_in_channel, channel_id)

    async def latest_in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel, else the one that was opened there last."""
        return await self.store.read(tables.latest_in_channel, channel_id)

    async def tables_of(self, user_id: int) -> list[Table]:
        """The lobbies and games this person sits in, oldest first."""
        return await self.store.read(tables.open_of_person, user_id)

    async def not_announced(self) -> list[int]:
        """The games of which the channel has not been told everything. A program that is killed
        between storing a turn and telling it leaves such games."""
        return await self.store.read(tables.not_announced)

    async def set_announced(self, table_id: int, version: int, *, rewinds: int = 0) -> None:
        """Remember that the channel has been told the first `version` actions of the log, as it
        was after so many rewinds."""
        await self.store.write(tables.set_announced, table_id, version, rewinds=rewinds)

    async def set_message(
        self, table_id: int, *, board: int | None = None, lobby: int | None = None
    ) -> None:
        """Remember the message that shows the board or the lobby."""
        await self.store.write(tables.set_messages, table_id, board=board, lobby=lobby)

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server; as nobody set anything where there is no server."""
        if not guild_id:
            return ServerSettings()
        return await self.store.read(settings.of_server, guild_id)

    async def set_server_settings(self, guild_id: int, chosen: ServerSettings) -> None:
        """Keep the settings of a server."""
        await self.store.write(settings.set_server, guild_id, chosen, at=self.now())

    async def person_settings(self, user_id: int) -> PersonSettings:
        """What a person has set for all tables."""
        return await self.store.read(settings.of_person, user_id)


async def _write(transaction: Transaction, opened: OpenTable) -> None:
    before, table = opened.before, opened.table
    clocks_differ = [one.clock for one in table.seats] != [one.clock for one in before.seats]
    due = timing.due_moments(table, opened.now) if opened.clocks_set or clocks_differ else {}
    try:
        await transaction.run(
            tables.save, before, table, due=due, added=opened.events, **opened.hidden
        )
    except ChannelBusyError:
        raise Refusal(
            "channel-busy",
            "Another game is open in this channel; it must end before this one can go on.",
        ) from None
    if opened.taken_out is not None:
        await transaction.run(
            log.take_out,
            table.id,
            number=before.rewinds + 1,
            was=before.version,
            to=opened.taken_out.to,
            at=opened.now,
            user_id=opened.taken_out.user_id,
        )


def no_table() -> Refusal:
    """The refusal where a table no longer exists."""
    return Refusal("no-table", "This game is gone; start a new one with /tzolkin new.")
