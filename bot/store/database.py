"""The database: opening it, bringing it up to date, reading and writing, closing it."""

import asyncio
import json
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import URL, Executable, RowMapping, Table, event, inspect, make_url, text
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import COMMAND
from bot.store.inline_statements import AT_ONCE, connect, is_short
from bot.store.migrations.before_release import bring_over
from bot.store.processes import Processes

BUSY_MILLISECONDS = 10_000
MIGRATIONS = Path(__file__).parent / "migrations"
"""The steps that make the newest form; a test says whether together they make `schema.py`."""
_MIGRATION_LOCK = 7_463_895
"""Any number that no other program uses for an advisory lock in the same database."""
_ROOM = 200_000
"""Bytes without which SQLite cannot even begin."""
_LATER_MAYBE = ("08", "53", "57")
"""Classes of PostgreSQL's errors that may pass: no connection, no room for one, starting."""
_WAL_ATTEMPTS = 100
_PIECE = 50
"""Rows that are read before others may go on: with the JSON of a season's log, some 2 ms."""

Connection = AsyncConnection
"""What every function of a repository takes first."""
Args = ParamSpec("Args")
Given = TypeVar("Given")
Result = TypeVar("Result")


class StoreError(Exception):
    """The database cannot be used; the message is one sentence for whoever runs the bot."""


class UnreachableStoreError(StoreError):
    """The server of the database does not answer now, or takes nobody; later it may."""


class ChangedMeanwhileError(Exception):
    """Somebody else changed what was read before it was written back; nothing was written."""


class ChannelBusyError(Exception):
    """The channel has an open table already."""


def address_of(url: URL | str) -> URL:
    """The parts of an address. Raises StoreError, which tells nothing of the address, for one that
    is not understood."""
    if isinstance(url, URL):
        return url
    scheme, _, rest = url.partition("://")
    user = rest.partition("@")[0].partition(":")[0]
    if scheme.startswith("postgresql") and (rest.count("@") > 1 or ("@" in rest and "/" in user)):
        # A part of the password would be taken for that of the host, and shown with it.
        raise StoreError(
            "The address of the database in TZOLKIN_DATABASE_URL cannot be understood: in user and "
            "password @ must be written as %40, / as %2F, # as %23, : as %3A and % as %25."
        )
    not_understood = StoreError(
        "The address of the database cannot be understood; "
        "one that can is sqlite+aiosqlite:///tzolkin.sqlite3."
    )
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # they would tell the address, or what stands for a port
        raise not_understood from None
    if address.get_backend_name() == "sqlite" and address.host:  # a slash is missing
        raise not_understood
    return address


def called(url: URL | str) -> str:
    """What whoever runs the bot is told about which database it is: the file, or the database and
    its server, without user and password."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite":
        file = sqlite_file(address)
        return str(file.absolute()) if file else "in memory"
    host = address.host or address.query.get("host", "this machine")
    port = f":{address.port}" if address.port else ""
    return f"{address.database} on {host}{port}"


def cannot_be_opened(url: URL | str, reason: object) -> StoreError:
    """The error for a database that cannot be opened, with what can be seen of its folder: SQLite's
    own reasons tell little."""
    file = sqlite_file(url)
    seen = "" if file is None else _seen_of(file.absolute().parent)
    return StoreError(f"The database {called(url)} cannot be opened: {reason}{seen}.")


def _seen_of(folder: Path) -> str:
    if not folder.is_dir():
        return f" (there is no folder {folder})"
    if shutil.disk_usage(folder).free < _ROOM:
        return " (the disk is full)"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f" (the folder {folder} cannot be written)"
    return ""


@contextmanager
def opening(url: URL | str) -> Iterator[None]:
    """Turns what keeps a database from being opened into a StoreError."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        fault = getattr(error, "orig", None) or error
        # What asyncpg raises while it connects comes as it is.
        by_driver = type(fault).__module__.split(".")[0] == "asyncpg"
        if not (by_driver or isinstance(error, DBAPIError | sqlite3.Error | OSError)):
            raise
        told = cannot_be_opened(url, str(fault).strip().rstrip(".") or type(fault).__name__)
        on_server = address_of(url).get_backend_name() != "sqlite"
        if on_server and (isinstance(fault, OSError) or may_pass(error)):
            told = UnreachableStoreError(str(told))
        raise told from error


@contextmanager
def reading() -> Iterator[None]:
    """Turns what keeps an open database from being read into a StoreError."""
    try:
        yield
    except DBAPIError as error:
        # Only the driver's first sentence, without what is stored: that may be hidden.
        reason = str(error.orig).partition("\n")[0].partition(" with text ")[0]
        raise StoreError(f"The database cannot be read: {reason}.") from error


def may_pass(error: BaseException) -> bool:
    """Whether PostgreSQL says by it that it is not there, or has no room, now."""
    fault = getattr(error, "orig", None) or error
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return lost or str(getattr(fault, "sqlstate", None) or "")[:2] in _LATER_MAYBE


def sqlite_file(url: URL | str) -> Path | None:
    """The file of a SQLite database; None for one in memory, for PostgreSQL, and for an address
    that is not understood."""
    try:
        address = address_of(url)
    except StoreError:
        return None
    name = address.database
    if address.get_backend_name() != "sqlite" or name in (None, "", ":memory:"):
        return None
    assert name is not None
    return Path(name)


def database_name(url: str) -> str:
    """What a database of a server is called."""
    return address_of(url).database or "tzolkin"


def _is_foreign(connection: SyncConnection) -> bool:
    """Whether somebody else has tables here, and we have none."""
    if MigrationContext.configure(connection).get_current_revision() is not None:
        return False
    return bool(inspect(connection).get_table_names())


class Store:
    """One database, SQLite or PostgreSQL, by its SQLAlchemy address with an asynchronous driver.

    Repositories (`tables`, `log`, `moderation`, `settings`, `leagues`) are functions that take a
    connection; `read` and `write` call them, and so does a `transaction`.
    """

    def __init__(self, url: str) -> None:
        """Raises StoreError for an address that is not understood, or whose driver is missing."""
        address = address_of(url)
        try:
            self.engine = _engine(address)
        except ModuleNotFoundError as error:
            raise StoreError(
                f"The database needs the package {error.name}, which is not installed; install the "
                "bot with its extra postgres."
            ) from error
        # SQLite has one writer. Those of this process queue here, where waiting is fair and
        # costs nothing; SQLite itself would make them sleep and try again.
        self._writing: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.engine.dialect.name == "sqlite" else nullcontext()
        )
        self._under_way: set[asyncio.Task[Any]] = set()
        self.processes = Processes(self.engine.url)
        """The other processes on the same database."""

    async def open(self) -> None:
        """Bring the database to the newest form, making it if there is none.

        Raises StoreError if it cannot be opened or was written by a newer version of the bot.
        """
        with opening(self.engine.url):
            if self.engine.dialect.name == "sqlite" and self.engine.url.database:
                await asyncio.to_thread(_use_wal, self.engine.url.database)
            async with self.engine.connect() as connection:
                foreign = await connection.run_sync(_is_foreign)
        if foreign:
            raise StoreError(
                f"The database {self.called} belongs to another program; choose another one with "
                "TZOLKIN_DATABASE_URL."
            )
        try:
            await upgrade(self.engine)
        except DBAPIError as error:
            raise StoreError(
                f"The database {self.called} cannot be brought up to date: {error.orig}."
            ) from error

    async def open_to_read(self) -> None:
        """Look whether the database is there in its newest form, and change nothing: for whoever
        reads it while a bot may run on it. Raises StoreError if it is not."""
        known = await self.looked_at()
        if known != newest_revision():
            raise StoreError(
                f"The database {self.called} is at revision {known}, and this version of the "
                f"bot reads {newest_revision()}; bring it up to date with {COMMAND} migrate."
            )

    async def looked_at(self) -> str | None:
        """As `revision`, and no database is made by looking. Raises StoreError if there is none,
        or if it cannot be opened."""
        if (file := self.file) is not None and not file.exists():
            raise StoreError(f"There is no database {file.absolute()}.")
        with opening(self.engine.url):
            return await self.revision()

    async def is_new(self) -> bool:
        """Whether there is no database of ours yet. Raises StoreError if it cannot be opened."""
        if (file := self.file) is not None:
            return not (file.is_file() and file.stat().st_size)
        with opening(self.engine.url):
            return await self.revision() is None

    @property
    def called(self) -> str:
        """What whoever runs the bot is told about which database it is."""
        return called(self.engine.url)

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None where there is none."""
        return sqlite_file(self.engine.url)

    async def revision(self) -> str | None:
        """The last step the database has taken; None for one that is empty or not ours."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(
                lambda sync: MigrationContext.configure(sync).get_current_revision()
            )

    async def close(self) -> None:
        """Wait until what is under way is done, then close all connections."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.processes.close()
        await self.engine.dispose()

    async def read(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function that only reads, and return what it returns."""
        return await self.finish(
            self.engine.connect(), lambda connection: query(connection, *args, **more),
            at_once=is_short(query),
        )  # fmt: skip

    async def write(
        self,
        change: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in a transaction of its own."""

        async def work(connection: AsyncConnection) -> Result:
            token = AT_ONCE.set(is_short(change))  # to begin and to commit may take longer
            try:
                return await change(connection, *args, **more)
            finally:
                AT_ONCE.reset(token)

        return await self.finish(self.writing(), work)

    @asynccontextmanager
    async def transaction(self, *, read_only: bool = False) -> AsyncIterator["Transaction"]:
        """A transaction that may be kept open while things are worked out: committed at the end of
        the block, undone by an exception. On SQLite nobody else writes meanwhile. `read_only`: all
        is read as the database is at the first look, and others write."""
        connected = AsyncExitStack()
        turn = asyncio.Lock()
        try:
            taken = self._reading_one_state() if read_only else self.writing()
            connection = await self.finish(turn, lambda _: connected.enter_async_context(taken))
            yield Transaction(self, connection, turn)
        except BaseException as error:
            undone = (type(error), error, error.__traceback__)
            await self.finish(turn, lambda _: connected.__aexit__(*undone))
            raise
        await self.finish(turn, lambda _: connected.aclose())

    async def finish(
        self,
        inside: AbstractAsyncContextManager[Given],
        work: Callable[[Given], Awaitable[Result]],
        *,
        at_once: bool = False,
    ) -> Result:
        """Do something inside a context, to its end even if whoever awaits it is cancelled;
        `at_once` where it is short and waits for nobody (`bot.store.inline_statements`).

        A statement cannot be called back from the driver's thread: a connection dropped in the
        middle would keep the database locked until it is collected.
        """

        async def whole() -> Result:
            AT_ONCE.set(at_once)
            async with inside as given:
                return await work(given)

        task = asyncio.create_task(whole())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def _reading_one_state(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN")
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction: committed at the end, undone by an exception. Not to be
        used where a task may be cancelled: see `write` and `transaction`."""
        async with self._writing, self.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # The driver begins by itself, but only before the first change: what was read
                # until then might no longer hold.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection


@dataclass(frozen=True)
class Transaction:
    """A transaction whose statements are each done to their end, even if whoever awaits one is
    cancelled; they may come from several tasks, and are done one after the other."""

    _store: Store
    _connection: AsyncConnection
    _turn: asyncio.Lock

    async def run(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in this transaction, and return what it returns."""
        return await self._store.finish(
            self._turn, lambda _: query(self._connection, *args, **more), at_once=is_short(query)
        )


async def rows(connection: AsyncConnection, query: Executable) -> AsyncIterator[RowMapping]:
    """The rows of a query that may have thousands. They become Python values on the event loop,
    JSON above all, so the loop gets a turn after every few."""
    found = await connection.execute(query)
    for piece in found.mappings().partitions(_PIECE):
        for row in piece:
            yield row
        await asyncio.sleep(0)


def insert_into(connection: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert with `on_conflict_do_update`, which both databases have; SQLAlchemy has one for
    each."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Take the steps up to a revision that were not taken yet, all in one transaction. A database
    from before the first release is brought over first.

    Raises StoreError if the database has taken steps that this program does not know.
    """

    def steps(connection: SyncConnection) -> None:
        bring_over(connection)
        command.upgrade(_alembic(connection), revision)

    await _migrate(engine, steps)


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Take the steps after a revision back ("base": all of them), in one transaction. Raises
    StoreError where that cannot be done."""
    try:
        await _migrate(engine, lambda connection: command.downgrade(_alembic(connection), revision))
    except DBAPIError as error:
        raise StoreError(
            f"The database {called(engine.url)} cannot be brought back: {error.orig}."
        ) from error


def newest_revision() -> str:
    """The last step this program knows."""
    (newest,) = ScriptDirectory(str(MIGRATIONS)).get_heads()
    return newest


def revisions() -> list[str]:
    """All steps this program knows, the newest first."""
    return [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]


async def _migrate(engine: AsyncEngine, steps: Callable[[SyncConnection], None]) -> None:
    try:
        async with engine.connect() as connection:
            # Several processes may start at once: the first one works, the others wait for it.
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK}
                )
            await connection.run_sync(steps)
            await connection.commit()
    except CommandError as error:
        raise StoreError(
            "The database was written by a newer version of the bot; update the bot, or use "
            "another database."
        ) from error


def _alembic(connection: SyncConnection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _engine(url: URL) -> AsyncEngine:
    options: dict[str, Any] = {
        "hide_parameters": True,  # errors are logged, and must not show the hidden deal
        "json_serializer": partial(json.dumps, separators=(",", ":"), ensure_ascii=False),
    }
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True, **options)
    # A transaction takes the right to write when it begins: one that read first and then could
    # not write any more would fail at once instead of waiting for its turn. (See also `writing`.)
    settings = {"isolation_level": "IMMEDIATE", "async_creator_fn": connect}
    engine = create_async_engine(url, connect_args=settings, **options)
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
