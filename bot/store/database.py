"""The database: opening it, bringing it up to date, reading and writing, closing it."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    nullcontext,
)
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.errors import StoreError
from bot.store.migrating import upgrade

BUSY_MILLISECONDS = 10_000
_WAL_ATTEMPTS = 100

Connection = AsyncConnection
"""What every function of a repository takes first."""
Args = ParamSpec("Args")
Result = TypeVar("Result")


class Store:
    """One database, SQLite or PostgreSQL, by its SQLAlchemy address with an asynchronous driver.

    Repositories (`tables`, `log`, `moderation`, `settings`, `leagues`) are functions that take a
    connection; `read` and `write` call them, and so does a `transaction`.
    """

    def __init__(self, url: str) -> None:
        """Raises StoreError if the address is none, or its driver is not installed."""
        try:
            self.engine = _engine(url)
        except ModuleNotFoundError as error:
            raise StoreError(
                f"The database needs the package {error.name}, which is not installed."
            ) from error
        except ArgumentError as error:
            raise StoreError(
                "The address of the database cannot be understood; "
                "one that can is sqlite+aiosqlite:///tzolkin.sqlite3."
            ) from error
        # SQLite has one writer. Those of this process queue here, where waiting is fair and
        # costs nothing; SQLite itself would make them sleep and try again.
        self._writing: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.engine.dialect.name == "sqlite" else nullcontext()
        )
        self._under_way: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Bring the database to the newest form, making it if there is none.

        Raises StoreError if it cannot be opened or was written by a newer version of the bot.
        """
        try:
            if self.engine.dialect.name == "sqlite" and self.engine.url.database:
                await asyncio.to_thread(_use_wal, self.engine.url.database)
            async with self.engine.connect():
                pass
        except (DBAPIError, sqlite3.Error, OSError) as error:
            reason = getattr(error, "orig", error)
            raise StoreError(
                f"The database {self.engine.url!r} cannot be opened: {reason}."
            ) from error
        try:
            await upgrade(self.engine)
        except DBAPIError as error:
            raise StoreError(
                f"The database {self.engine.url!r} cannot be brought up to date: {error.orig}."
            ) from error

    async def close(self) -> None:
        """Let what is under way come to its end, then give all connections back."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.engine.dispose()

    async def read(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function that only reads, and return what it returns."""

        async def whole() -> Result:
            async with self.reading() as connection:
                return await query(connection, *args, **more)

        return await self._uninterrupted(whole())

    async def write(
        self,
        change: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in a transaction of its own."""

        async def whole() -> Result:
            async with self.writing() as connection:
                return await change(connection, *args, **more)

        return await self._uninterrupted(whole())

    async def _uninterrupted(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something to its end, even if who wants it is cancelled meanwhile.

        A statement cannot be called back from the driver's thread: a connection dropped in the
        middle would keep the database locked until it is collected.
        """
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["Transaction"]:
        """A transaction that may be kept open while things are worked out: committed at the end of
        the block, undone by an exception. On SQLite nobody else writes meanwhile."""
        async with self._kept_open(self.writing()) as transaction:
            yield transaction

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator["Transaction"]:
        """The same to read only: all of it as the database is at the first look."""
        async with self._kept_open(self._reading_one_state()) as transaction:
            yield transaction

    @asynccontextmanager
    async def _kept_open(
        self, connecting: AbstractAsyncContextManager[AsyncConnection]
    ) -> AsyncIterator["Transaction"]:
        transaction = Transaction(self, connecting)
        try:
            await self._uninterrupted(transaction.begin())
            yield transaction
        except BaseException as error:
            await self._uninterrupted(transaction.end(error))
            raise
        await self._uninterrupted(transaction.end())

    @asynccontextmanager
    async def _reading_one_state(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN")
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction: committed at the end, undone by an exception."""
        async with self._writing, self.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # The driver begins by itself, but only before the first change: what was read
                # until then might no longer hold.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection


class Transaction:
    """A transaction whose statements are each done to their end, also where who awaits one is
    cancelled; they may come from several tasks, and are done one after the other."""

    def __init__(
        self, store: Store, connecting: AbstractAsyncContextManager[AsyncConnection]
    ) -> None:
        self._store = store
        self._connecting = connecting
        self._open = AsyncExitStack()
        self._turn = asyncio.Lock()
        self._connection: AsyncConnection | None = None

    async def begin(self) -> None:
        """Take a connection and begin."""
        async with self._turn:
            self._connection = await self._open.enter_async_context(self._connecting)

    async def end(self, error: BaseException | None = None) -> None:
        """Commit, or undo everything because of an error, and give the connection back."""
        async with self._turn:
            if error is None:
                await self._open.aclose()
            else:
                await self._open.__aexit__(type(error), error, error.__traceback__)

    async def run(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in this transaction, and return what it returns."""

        async def whole() -> Result:
            async with self._turn:
                assert self._connection is not None
                return await query(self._connection, *args, **more)

        return await self._store._uninterrupted(whole())


def _engine(url: str) -> AsyncEngine:
    options: dict[str, Any] = {
        "hide_parameters": True,  # errors are logged, and must not show the hidden deal
        "json_serializer": partial(json.dumps, separators=(",", ":"), ensure_ascii=False),
    }
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_pre_ping=True, **options)
    # A transaction takes the right to write when it begins: one that read first and then could
    # not write any more would fail at once instead of waiting for its turn. (See also `writing`.)
    engine = create_async_engine(url, connect_args={"isolation_level": "IMMEDIATE"}, **options)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _use_wal(file: str) -> None:
    """Let readers and the writer not wait for each other; the file remembers it.

    Unlike all else this does not wait by itself while another process has the file.
    """
    with closing(sqlite3.connect(file)) as connection:
        for attempt in range(_WAL_ATTEMPTS):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or attempt == _WAL_ATTEMPTS - 1:
                    raise
                time.sleep(BUSY_MILLISECONDS / 1000 / _WAL_ATTEMPTS)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    # A committed turn is with the operating system, so killing the process loses none in any
    # case; synchronous=FULL also waits for the disk at every commit, so that a power failure
    # loses none either. It costs less than a millisecond a turn on the disk it was measured on.
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
