"""Cooperation of several processes on one PostgreSQL: locks, and words they send each other.

A lock is an advisory lock of the database on a connection of its own: the server frees it when the
connection ends, however the process ended. Changes in the database itself need no such lock, since
rows are locked for them; it is for things done besides, above all on Discord. A SQLite file is
played by one process (`bot.store.single_process_lock`): there is no other to ask.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any

import structlog
from sqlalchemy import URL, event, pool, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.address_words import for_asyncpg

CHANNEL = "tzolkin"
"""The channel of PostgreSQL on which the processes listen."""
ANEW = "anew"
"""The word heard after the connection was lost: words sent meanwhile were missed."""
TABLE, SEASON = "table", "season"
"""Words before a number: the table or season has notes to be told or done."""
LANGUAGE, LOCALE = "language", "locale"
"""Words before an id: a server's language or a person's locale has changed."""
FORGOTTEN = "forgotten"
"""The word before an id: the person's name must be forgotten."""
PAUSES = (0.02, 0.05, 0.1, 0.2, 0.5)
"""Seconds between two attempts to take a lock; the last one is repeated."""
_PREPARED = (
    "SET application_name = 'tzolkin'",
    # The locks of a machine that is gone become free after half a minute, not two hours.
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 4",
)
_TRY = text("SELECT pg_try_advisory_lock(:number)")
_LET_GO = text("SELECT pg_advisory_unlock(:number)")
_STILL_THERE = text("SELECT TRUE")
_SAY = text("SELECT pg_notify(:channel, :word)")

Key = tuple[Hashable, ...]
log = structlog.get_logger(__name__)


class Processes:
    """The processes on one database, from the view of one of them."""

    def __init__(self, url: URL) -> None:
        self.several = url.get_backend_name() == "postgresql"
        """Whether there may be other processes."""
        self._url = url
        self._engine: AsyncEngine | None = None
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._session = 0
        """The number of the present connection: a lost connection has lost its locks."""
        self._first_in: dict[int, int] = {}
        """The locks this process holds until it ends, each with the number of its connection."""
        self._hear: Callable[[str], None] | None = None

    @asynccontextmanager
    async def alone(self, *key: Hashable) -> AsyncIterator[None]:
        """Wait until no other process is inside such a block with this key. Tasks of one process
        need a lock of their own."""
        if not self.several:
            yield
            return
        number, attempts = _number(key), 0
        while (session := await self._claimed(number)) is None:
            await asyncio.sleep(PAUSES[min(attempts, len(PAUSES) - 1)])
            attempts += 1
        try:
            yield
        finally:
            await asyncio.shield(self._let_go(number, session))

    async def is_first(self, *key: Hashable) -> bool:
        """Whether this process has the lock of this key; it then keeps it until it ends. Once that
        process has ended, the next to ask gets the lock."""
        if not self.several:
            return True
        number = _number(key)
        if number in self._first_in:
            await self._ask(_STILL_THERE)  # a lost connection is noticed here
            if self._first_in[number] == self._session:
                return True
        session = await self._claimed(number)
        if session is None:
            return False
        self._first_in[number] = session
        return True

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with each word that other processes send from now on, and with `ANEW`."""
        self._hear = hear
        if self.several:
            await self._ask(_STILL_THERE)

    async def say(self, word: str) -> None:
        """Send a word to the other processes. A failure is only logged, as the data is stored."""
        if not self.several:
            return
        try:
            await self._ask(_SAY, channel=CHANNEL, word=word)
        except (DBAPIError, OSError) as error:
            log.warning("other processes not told", word=word, reason=str(error))

    async def close(self) -> None:
        """Free all locks and close the connections."""
        self._hear = None
        async with self._turn:
            await self._drop()
        if self._engine is not None:
            await self._engine.dispose()

    async def _claimed(self, number: int) -> int | None:
        """Find the connection that now holds the lock for us; None if another process has it."""
        trying = asyncio.create_task(self._try(number))
        try:
            return await asyncio.shield(trying)
        except asyncio.CancelledError:
            session = await trying
            if session is not None:
                await self._let_go(number, session)
            raise

    async def _try(self, number: int) -> int | None:
        got = await self._ask(_TRY, number=number)
        return self._session if got else None

    async def _let_go(self, number: int, session: int) -> None:
        if session == self._session:  # a lost connection has freed it
            with suppress(DBAPIError, OSError):
                await self._ask(_LET_GO, number=number)

    async def _ask(self, statement: Any, **values: Any) -> Any:
        """Run a statement on our connection, to its end even if the awaiting task is cancelled."""
        return await asyncio.shield(self._asked(statement, values))

    async def _asked(self, statement: Any, values: dict[str, Any]) -> Any:
        async with self._turn:
            if self._connection is not None:
                try:
                    return await self._connection.scalar(statement, values)
                except (DBAPIError, OSError):  # the connection was lost
                    await self._drop()
            try:
                return await (await self._connected()).scalar(statement, values)
            except (DBAPIError, OSError):
                await self._drop()
                raise

    async def _connected(self) -> AsyncConnection:
        if self._engine is None:
            self._engine = create_async_engine(
                self._url, poolclass=pool.NullPool, isolation_level="AUTOCOMMIT"
            )
            event.listen(self._engine.sync_engine, "do_connect", for_asyncpg)
        self._connection = connection = await self._engine.connect()
        self._session += 1
        for statement in _PREPARED:
            await connection.exec_driver_sql(statement)
        driver: Any = (await connection.get_raw_connection()).driver_connection
        own = driver.get_server_pid()

        def heard(_driver: Any, said_by: int, _channel: str, word: str) -> None:
            if said_by != own and self._hear is not None:
                self._hear(word)

        await driver.add_listener(CHANNEL, heard)
        if self._session > 1:
            log.warning("connection of the processes was lost and made again")
            if self._hear is not None:
                self._hear(ANEW)
        return connection

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            closing: Awaitable[None] = connection.invalidate()
            with suppress(DBAPIError, OSError):
                await closing
            with suppress(DBAPIError, OSError):
                await connection.close()


def _number(key: Key) -> int:
    """Calculate the lock's number from its key, in 64 bits with a sign as the database wants it."""
    return int.from_bytes(sha256(repr(key).encode()).digest()[:8], "big", signed=True)
