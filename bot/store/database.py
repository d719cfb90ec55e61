"""The database: opening, migrating, reading, writing and closing it."""

import asyncio
import json
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
    nullcontext,
)
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import COMMAND
from bot.store.postgres import Processes, for_asyncpg, must_be_understood
from bot.store.schema import WRITTEN_OF_PEOPLE, erasures, metadata
from bot.store.sqlite import AT_ONCE, Plain, hindrance, is_short

BUSY_MILLISECONDS = 10_000
MIGRATIONS = Path(__file__).parent / "migrations"
"""The migrations up to the newest revision; a test compares their result with `schema.py`."""
_MIGRATION_LOCK = 7_463_895
"""A number for an advisory lock that no other program uses in the same database."""
_ROOM = 200_000
"""The free bytes on the disk without which SQLite cannot begin."""
_LATER_MAYBE = ("08", "53", "57")
"""The classes of PostgreSQL's errors that may pass: no connection, none free, starting."""
_WAL_ATTEMPTS = 100
_ERASURES = sa.select(erasures.c.number).where(erasures.c.id == 1)
_HELD = _ERASURES.with_for_update(read=True)
"""Reads it with a lock: whoever erases somebody waits for all who have read it so and then written,
and sees what they wrote."""

_OURS = [*metadata.tables, *(f"{name}_id_seq" for name in metadata.tables), "alembic_version"]
_AS_IT_WAS = sa.text("UPDATE alembic_version SET version_num = version_num")
"""Writes a row and changes nothing, to see whether this user may write."""
_CLOSED = sa.text("""
    SELECT count(*) AS number, min(relname) AS named, current_user AS me,
        string_agg(DISTINCT pg_get_userbyid(relowner)::text, ' and ') AS owners
    FROM pg_class
    WHERE relkind IN ('r', 'S') AND relnamespace = current_schema()::regnamespace
        AND relname = ANY(CAST(:ours AS text[]))
        AND NOT CASE relkind WHEN 'S' THEN has_sequence_privilege(oid, 'USAGE')
            ELSE has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') END
""")
"""Which of our tables and sequences PostgreSQL does not let this user read and write."""
BEGUN_AFTER: ContextVar[int | None] = ContextVar("BEGUN_AFTER", default=None)
"""How many people had been erased when the work at hand began; None where nothing was read before
its transaction."""
OF_NOBODY: Mapping[str, Any] = {"of_nobody": True}
"""Options of a statement that inserts a row about nobody into a table with rows of people."""

Connection = AsyncConnection
"""The first argument of every function of a repository."""
Args = ParamSpec("Args")
Given = TypeVar("Given")
Result = TypeVar("Result")


class StoreError(Exception):
    """The database cannot be used; the message is one sentence for whoever runs the bot."""


class UnreachableStoreError(StoreError):
    """The server of the database does not answer or takes no connection now; it may later."""


class ChangedMeanwhileError(Exception):
    """Another process has changed the data since it was read; nothing was written."""


class ErasedMeanwhileError(ChangedMeanwhileError):
    """Somebody's data was deleted since this work began, perhaps that of whom it writes; nothing
    was written."""


class ChannelBusyError(Exception):
    """The channel already has an open table."""


def address_of(url: sa.URL | str) -> sa.URL:
    """Parse an address. Raises StoreError, which shows nothing of the address but names of words
    after ?, for one that is malformed or has a word that is not understood."""
    if isinstance(url, sa.URL):
        return url
    scheme, _, rest = url.partition("://")
    user = rest.partition("@")[0].partition(":")[0]
    if scheme.startswith("postgresql") and (rest.count("@") > 1 or ("@" in rest and "/" in user)):
        # A part of the password would be taken for the host, and shown with it.
        raise StoreError(
            "The address of the database in TZOLKIN_DATABASE_URL cannot be understood: in user and "
            "password @ must be written as %40, / as %2F, # as %23, : as %3A and % as %25."
        )
    not_understood = StoreError(
        "The address of the database cannot be understood; "
        "one that can is sqlite+aiosqlite:///tzolkin.sqlite3."
    )
    try:
        address = sa.make_url(url)
    except (ArgumentError, ValueError):  # their texts show the address or a part of it
        raise not_understood from None
    if address.get_backend_name() == "sqlite" and address.host:  # a slash is missing
        raise not_understood
    try:
        must_be_understood(address.get_backend_name(), address.query)
    except ValueError as error:
        raise StoreError(f"The address in TZOLKIN_DATABASE_URL {error}.") from None
    return address


def called(url: sa.URL | str) -> str:
    """Name the database for whoever runs the bot: the file, or the database and its server, without
    user and password."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite":
        file = sqlite_file(address)
        return str(file.absolute()) if file else "in memory"
    host = address.host or address.query.get("host", "this machine")
    host = host if isinstance(host, str) else ", ".join(host)
    port = f":{address.port}" if address.port else ""
    return f"{address.database} on {host}{port}"


def cannot_be_opened(url: sa.URL | str, reason: object) -> StoreError:
    """Make the error for a database that cannot be opened."""
    return StoreError(f"The database {called(url)} cannot be opened: {reason}{_seen_of(url)}.")


def cannot_be_written(url: sa.URL | str, reason: object) -> StoreError:
    """Make the error for a database that cannot be written."""
    return StoreError(f"The database {called(url)} cannot be written: {reason}{_seen_of(url)}.")


def _seen_of(url: sa.URL | str) -> str:
    """Say, to be put after SQLite's own reason, which says little, what keeps us from its file;
    nothing if that is not known."""
    if (file := sqlite_file(url)) is None:
        return ""
    found = hindrance(file)
    if not found and shutil.disk_usage(file.absolute().parent).free < _ROOM:
        return " (the disk is full)"
    return found


def _reason_of(error: BaseException) -> str:
    """Find the reason that the driver gives for an error, without a full stop."""
    fault = getattr(error, "orig", None) or error
    return str(fault).strip().rpartition("'>: ")[2].rstrip(".") or type(fault).__name__


@contextmanager
def opening(url: sa.URL | str) -> Iterator[None]:
    """Turn errors that prevent opening a database into a StoreError, those of a server that may
    pass into an UnreachableStoreError."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        fault = getattr(error, "orig", None) or error
        # asyncpg's own errors while connecting.
        by_driver = type(fault).__module__.split(".")[0] == "asyncpg"
        if not (by_driver or isinstance(error, DBAPIError | sqlite3.Error | OSError)):
            raise
        told = cannot_be_opened(url, _reason_of(error))
        on_server = address_of(url).get_backend_name() != "sqlite"
        if on_server and (isinstance(fault, OSError) or may_pass(error)):
            told = UnreachableStoreError(str(told))
        raise told from error


@contextmanager
def reading() -> Iterator[None]:
    """Turn errors that prevent reading an open database into a StoreError."""
    try:
        yield
    except DBAPIError as error:
        # Only the driver's first sentence, without stored values: they may be hidden.
        reason = str(error.orig).partition("\n")[0].partition(" with text ")[0]
        raise StoreError(f"The database cannot be read: {reason}.") from error


def may_pass(error: BaseException) -> bool:
    """Whether the error says that PostgreSQL is unreachable or full only now."""
    fault = getattr(error, "orig", None) or error
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return lost or str(getattr(fault, "sqlstate", None) or "")[:2] in _LATER_MAYBE


def sqlite_file(url: sa.URL | str) -> Path | None:
    """Find the file of a SQLite database; None for one in memory, for PostgreSQL, and for a
    malformed address."""
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
    """Find the name of a database on a server; "tzolkin" if the address has none."""
    return address_of(url).database or "tzolkin"


def is_there(file: Path) -> bool:
    """Whether there is a file of a SQLite database. Raises StoreError where this process may not
    look."""
    try:
        return file.exists()
    except PermissionError as error:
        raise StoreError(
            f"The database {file.absolute()} cannot be opened: {error.strerror}{hindrance(file)}."
        ) from error


def _found(connection: SyncConnection) -> tuple[str | None, bool]:
    """The database's revision, and whether it holds tables of another program and none of ours."""
    known = MigrationContext.configure(connection).get_current_revision()
    return known, known is None and bool(sa.inspect(connection).get_table_names())


class Store:
    """One database, SQLite or PostgreSQL, by its SQLAlchemy address with an asynchronous driver.

    Repositories (`tables`, `log`, `moderation`, `settings`, `leagues`) are functions that take a
    connection; `read` and `write` call them, and so does a `transaction`.
    """

    def __init__(self, url: str) -> None:
        """Raises StoreError for a malformed address, or one whose driver is missing."""
        address = address_of(url)
        try:
            self.engine = _engine(address)
        except ModuleNotFoundError as error:
            raise StoreError(
                f"The database needs the package {error.name}, which is not installed; install the "
                "bot with its extra postgres."
            ) from error
        # SQLite has one writer. Writers of this process queue here, where waiting is fair and
        # costs nothing; SQLite itself would make them sleep and retry.
        self._writing: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.engine.dialect.name == "sqlite" else nullcontext()
        )
        self._under_way: set[asyncio.Task[Any]] = set()
        self._plain: dict[str, Plain] = {}
        """The connections for short reads and for writing to a SQLite file, once they are used."""
        self._plain_engine = None if self.file is None else _plain_engine(address)
        self.processes = Processes(self.engine.url)
        """The other processes on the same database."""
        self.erased: int | None = None
        """The number of people erased so far, as far as this process knows."""
        for engine in (self.engine.sync_engine, self._plain_engine):
            if engine is not None:
                sa.event.listen(engine, "before_execute", self._must_not_be_erased)

    async def open(self) -> None:
        """Bring the database to the newest revision, making it if there is none.

        Raises StoreError if it cannot be opened or was written by a newer version of the bot.
        """
        with opening(self.engine.url):
            if self.engine.dialect.name == "sqlite" and self.engine.url.database:
                await asyncio.to_thread(_use_wal, self.engine.url.database)
            async with self.engine.connect() as connection:
                known, foreign = await connection.run_sync(_found)
        if foreign:
            raise StoreError(
                f"The database {self.called} belongs to another program; choose another one with "
                "TZOLKIN_DATABASE_URL."
            )
        if known == newest_revision():
            await self.must_be_writable()
        else:
            try:
                await upgrade(self.engine)
            except DBAPIError as error:
                raise StoreError(
                    f"The database {self.called} cannot be brought up to date: {_reason_of(error)}"
                    f"{_seen_of(self.engine.url)}."
                ) from error
        await self.look_for_erasures()

    async def look_for_erasures(self) -> None:
        """Read how many people were erased, after one was, here or by another process."""
        async with self.engine.connect() as connection:
            self.erased = await connection.scalar(_ERASURES)

    def begin_work(self) -> None:
        """Let the running task insert rows of people only as long as nobody is erased from now on;
        then it gets ErasedMeanwhileError. Call it before the task reads anything; it reads nothing
        itself. So work under way cannot bring back the data of a person who deletes it."""
        BEGUN_AFTER.set(self.erased)

    def _must_not_be_erased(
        self, connection: SyncConnection, statement: sa.Executable, *_: object
    ) -> None:
        """Before rows of people are inserted, compare in the same transaction. Raises
        ErasedMeanwhileError."""
        begun_after = BEGUN_AFTER.get()
        if begun_after is None or not isinstance(statement, sa.Insert):
            return
        options = statement.get_execution_options()
        of_people = statement.table in WRITTEN_OF_PEOPLE and not options.get("of_nobody")
        if not of_people and not options.get("of_somebody"):
            return
        now = connection.scalar(_HELD)
        if now != begun_after:
            self.erased = now
            raise ErasedMeanwhileError

    async def must_be_writable(self) -> None:
        """Write a row and roll that back. Raises StoreError if a database that has a revision
        cannot be written, and says whose it is."""
        url = self.engine.url
        try:
            async with self.engine.connect() as connection:
                if connection.dialect.name == "sqlite":
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                else:
                    closed = (await connection.execute(_CLOSED, {"ours": _OURS})).one()
                    if closed.number:
                        raise cannot_be_written(
                            url,
                            f"{closed.me} may not read and write {closed.named} (all in all "
                            f"{closed.number} tables and sequences), owned by {closed.owners}; "
                            f"connect as {closed.owners}, or grant all rights to {closed.me}",
                        )
                await connection.execute(_AS_IT_WAS)
                await connection.rollback()
        except DBAPIError as error:
            told = cannot_be_written(url, _reason_of(error))
            raise (UnreachableStoreError(str(told)) if may_pass(error) else told) from error

    async def open_to_read(self) -> None:
        """Check that the database exists at the newest revision, and change nothing: for reading it
        while a bot may run on it. Raises StoreError if not."""
        known = await self.looked_at()
        if known != newest_revision():
            raise StoreError(
                f"The database {self.called} is at revision {known}, and this version of the "
                f"bot reads {newest_revision()}; bring it up to date with {COMMAND} migrate."
            )

    async def looked_at(self) -> str | None:
        """Read the database's revision without making a database. Raises StoreError if there is
        none, or if it cannot be opened."""
        if (file := self.file) is not None and not is_there(file):
            raise StoreError(f"There is no database {file.absolute()}.")
        with opening(self.engine.url):
            return await self.revision()

    async def is_new(self) -> bool:
        """Whether our database does not exist yet. Raises StoreError if it cannot be opened."""
        if (file := self.file) is not None:
            return not (is_there(file) and file.is_file() and file.stat().st_size)
        with opening(self.engine.url):
            return await self.revision() is None

    @property
    def called(self) -> str:
        """The database's name for whoever runs the bot."""
        return called(self.engine.url)

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None for other databases."""
        return sqlite_file(self.engine.url)

    async def revision(self) -> str | None:
        """Read the revision of the database; None for one that is empty or not ours."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(
                lambda sync: MigrationContext.configure(sync).get_current_revision()
            )

    async def close(self) -> None:
        """Wait for statements under way, then close all connections."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for plain in self._plain.values():
            plain.close()
        self._plain.clear()
        await self.processes.close()
        await self.engine.dispose()

    async def read(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function that only reads, and return its result."""
        plain = self._connected("reads") if is_short(query) else None
        if plain is not None:
            return await _called(query, plain, *args, **more)
        return await self.finish(
            self.engine.connect(), lambda connection: query(connection, *args, **more)
        )

    async def write(
        self,
        change: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in a transaction of its own."""
        return await self.finish(
            self.writing(), lambda connection: _called(change, connection, *args, **more)
        )

    def _connected(self, use: str) -> Any:
        """A plain connection to a SQLite file for this use; None for other databases."""
        if use not in self._plain and self._plain_engine is not None:
            self._plain[use] = Plain(self._plain_engine.connect())
        return self._plain.get(use)

    @asynccontextmanager
    async def transaction(self, *, read_only: bool = False) -> AsyncIterator["Transaction"]:
        """Open a transaction, which may stay open during calculations. It is committed at the end
        of the block, and undone by an exception. On SQLite nobody else writes meanwhile. With
        `read_only` all is read as it was at the first read, and others may write."""
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
    ) -> Result:
        """Do the work inside the context, to its end even if the awaiting task is cancelled.

        A statement cannot be called back from the driver's thread: a connection dropped in the
        middle would keep the database locked until it is collected.
        """

        async def whole() -> Result:
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
        """Open a connection in a transaction, committed at the end and undone by an exception. Do
        not use it where a task may be cancelled: see `write` and `transaction`."""
        async with self._writing:
            plain = self._connected("writes")
            if plain is None:
                async with self.engine.begin() as connection:
                    yield connection
                return
            try:
                # The driver itself begins only before the first change: what was read until then
                # might no longer be true.
                await plain.begin()
                yield plain
                await plain.commit()
            except BaseException:
                await plain.rollback()
                raise


@dataclass(frozen=True)
class Transaction:
    """A transaction whose statements are each completed, even if the awaiting task is cancelled.
    Several tasks may send statements; they are done one after the other."""

    _store: Store
    _connection: AsyncConnection
    _turn: asyncio.Lock

    async def run(
        self,
        query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Result:
        """Call a repository's function in this transaction, and return its result."""
        if is_short(query) and isinstance(self._connection, Plain) and not self._turn.locked():
            return await _called(query, self._connection, *args, **more)
        return await self._store.finish(
            self._turn, lambda _: _called(query, self._connection, *args, **more)
        )


async def _called(
    query: Callable[Concatenate[AsyncConnection, Args], Awaitable[Result]],
    connection: AsyncConnection,
    *args: Args.args,
    **more: Args.kwargs,
) -> Result:
    """Call a repository's function; the statements of a short one are executed at once."""
    token = AT_ONCE.set(is_short(query))
    try:
        return await query(connection, *args, **more)
    finally:
        AT_ONCE.reset(token)


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Apply the migrations up to a revision, all in one transaction. Raises StoreError if the
    database has a revision that this program does not know."""
    await _migrate(engine, lambda connection: command.upgrade(_alembic(connection), revision))


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Undo the migrations after a revision ("base": all of them), in one transaction. Raises
    StoreError if that fails."""
    try:
        await _migrate(engine, lambda connection: command.downgrade(_alembic(connection), revision))
    except DBAPIError as error:
        raise StoreError(
            f"The database {called(engine.url)} cannot be taken back: {error.orig}."
        ) from error


@cache
def newest_revision() -> str:
    """Find the newest revision this program knows."""
    (newest,) = ScriptDirectory(str(MIGRATIONS)).get_heads()
    return newest


def revisions() -> list[str]:
    """List all revisions this program knows, the newest first."""
    return [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]


async def _migrate(engine: AsyncEngine, steps: Callable[[SyncConnection], None]) -> None:
    try:
        async with engine.connect() as connection:
            # Several processes may start at once: the first one migrates, the others wait.
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                await connection.execute(
                    sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK}
                )
            await connection.run_sync(steps)
            await connection.commit()
    except CommandError as error:
        raise StoreError(
            "The database was written by a newer version of the bot, or before the first release; "
            "update the bot, or choose another database with TZOLKIN_DATABASE_URL."
        ) from error


def _alembic(connection: SyncConnection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


_OPTIONS: Mapping[str, Any] = {
    "hide_parameters": True,  # errors are logged, and must not show the hidden deal
    "json_serializer": partial(json.dumps, separators=(",", ":"), ensure_ascii=False),
}


def _engine(url: sa.URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        engine = create_async_engine(url, pool_pre_ping=True, **_OPTIONS)
        sa.event.listen(engine.sync_engine, "do_connect", for_asyncpg)
        return engine
    # A transaction takes the right to write when it begins: one that reads first and later
    # cannot write any more would fail at once instead of waiting. (See also `writing`.)
    engine = create_async_engine(url, connect_args={"isolation_level": "IMMEDIATE"}, **_OPTIONS)
    sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _plain_engine(url: sa.URL) -> sa.Engine:
    """The engine of a plain connection to a SQLite file, which begins no transaction by itself."""
    settings = {"isolation_level": None, "check_same_thread": False}
    engine = sa.create_engine(
        url.set(drivername="sqlite"), connect_args=settings, poolclass=sa.NullPool, **_OPTIONS
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _use_wal(file: str) -> None:
    """Switch to write-ahead logging, so that readers and the writer do not wait for each other; the
    file remembers it.

    Unlike others, this statement does not wait while another process has the file.
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
    # A committed turn is with the operating system, so killing the process never loses any.
    # synchronous=FULL also waits for the disk at every commit, so that a power failure
    # loses none either. It takes less than a millisecond a turn on the disk it was measured on.
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
