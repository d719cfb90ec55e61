"""PostgreSQL alone, and the several processes that may play on it: the words after `?` in its
address; locks, and words the processes send each other; the condition by which a process finds the
rows of its own servers.

The words in the address are those that libpq, hosts of databases and drivers write: each is
understood, or refused by its name. The driver is asyncpg. It reads most of libpq's words itself
from an address of its own (`dsn`), but none of those that SQLAlchemy hands it one by one.

A lock is an advisory lock of the database on a connection of its own: the server frees it when the
connection ends, however the process ended. Changes in the database itself need no such lock, since
rows are locked for them; it is for things done besides, above all on Discord. A SQLite file is
played by one process (`bot.store.copies.alone`): there is no other to ask.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from difflib import get_close_matches
from hashlib import sha256
from math import isfinite
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import structlog
from sqlalchemy import URL, ColumnElement, event, func, pool, text, true
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.model.server import SHIFT, Shards

_PLACE: Final = ("host", "port", "user", "password", "database", "dbname")
"""The parts of an address that may stand among its words."""
_READ_BY_ASYNCPG: Final = (
    "passfile", "sslmode", "sslcert", "sslkey", "sslpassword", "sslrootcert", "sslcrl",
    "ssl_min_protocol_version", "ssl_max_protocol_version", "target_session_attrs", "krbsrvname",
    "gsslib", "application_name", "options",
)  # fmt: skip
"""Words of libpq that asyncpg reads in its `dsn`."""
_AS_IT_IS: Final[Mapping[str, tuple[str, ...]]] = {
    "channel_binding": ("prefer", "disable"),
    "client_encoding": ("utf8", "utf-8", "unicode", "auto"),
    "gssencmode": ("prefer", "disable"),
    "keepalives": ("1",),
    "load_balance_hosts": ("disable",),
    "replication": ("false", "off", "no", "0"),
    "sslcertmode": ("allow",),
    "sslcompression": ("0",),
    "sslnegotiation": ("postgres",),
    "sslsni": ("1",),
}
"""Words of libpq that change nothing with these values, which are how asyncpg works. With any other
value they are refused: the driver could not do what they ask."""
_BY_NAME: Final = (
    "fallback_application_name", "gssdelegation", "hostaddr", "keepalives_count", "keepalives_idle",
    "keepalives_interval", "max_protocol_version", "min_protocol_version", "oauth_client_id",
    "oauth_client_secret", "oauth_issuer", "oauth_scope", "require_auth", "requirepeer",
    "requiressl", "scram_client_key", "scram_server_key", "service", "servicefile", "sslcrldir",
    "sslkeylogfile", "tcp_user_timeout",
)  # fmt: skip
"""The other words of libpq, which are refused: the driver has nothing for them."""


def _seconds(value: str) -> float | None:
    """Read a time to wait, in seconds; None for no limit, which libpq writes as 0. Raises
    ValueError."""
    seconds = float(value)
    if not isfinite(seconds):
        raise ValueError
    return seconds if seconds > 0 else None


def _whole_seconds(value: str) -> float | None:
    """Read the same as a whole number, as libpq and the tools of PostgreSQL do."""
    return _seconds(str(int(value)))


def _whether(value: str) -> bool:
    known = {"true": True, "1": True, "yes": True, "on": True}
    known |= {"false": False, "0": False, "no": False, "off": False}
    try:
        return known[value.lower()]
    except KeyError:
        raise ValueError from None


_VALUES: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = {
    "connect_timeout": (_whole_seconds, "a whole number of seconds"),
    "timeout": (_seconds, "a number of seconds"),
    "command_timeout": (_seconds, "a number of seconds"),
    "pgbouncer": (_whether, "true or false"),
    "statement_cache_size": (int, "a whole number"),
    "prepared_statement_cache_size": (int, "a whole number"),
    "ssl": (str, "a mode"),
}
"""How the value of each of these words is read, and what it must be: asyncpg's and SQLAlchemy's
own, libpq's `connect_timeout`, and `pgbouncer`, by which hosts of databases say that a pooler keeps
no prepared statements."""
UNDERSTOOD: Final = (*_PLACE, *_READ_BY_ASYNCPG, *_VALUES)
LIBPQ: Final = (
    *_PLACE[:4], "dbname", *_READ_BY_ASYNCPG, *_AS_IT_IS, *_BY_NAME, "connect_timeout"
)  # fmt: skip
"""Every word of libpq 18."""


def must_be_understood(backend: str, words: Mapping[str, str | tuple[str, ...]]) -> None:
    """Check the words of an address of this kind of database. Raises ValueError, whose text is the
    rest of a sentence about the address, for one that is not understood."""
    for word, value in words.items():
        if backend == "sqlite":
            raise ValueError(f"has {_named(word)} after ?, and a SQLite file takes none; remove it")
        if isinstance(value, tuple):
            if word == "host":  # several servers, of which one can be written
                continue
            raise ValueError(f"has {_named(word)} more than once; leave one of them")
        if word in _VALUES:
            read, needs = _VALUES[word]
            try:
                read(value)
            except ValueError:
                raise ValueError(f"has {_named(word)}, which needs {needs}") from None
        elif word in _AS_IT_IS:
            if value.lower() not in _AS_IT_IS[word]:
                possible = " or ".join(f"{word}={one}" for one in _AS_IT_IS[word][:2])
                raise ValueError(
                    f"has {_named(word)} with a value that the driver asyncpg cannot keep; remove "
                    f"it, or write {possible}"
                )
        elif word in _BY_NAME:
            raise ValueError(
                f"has {_named(word)}, for which the driver asyncpg has nothing; remove it"
            )
        elif word not in UNDERSTOOD:
            close = get_close_matches(word, UNDERSTOOD, n=1)
            advice = f"perhaps you mean {close[0]}" if close else "remove it"
            raise ValueError(f"has {_named(word)}, which is not understood; {advice}")


def _named(word: str) -> str:
    """A word as it may be shown: what has other characters may be a part of a password."""
    plain = word.isascii() and word.replace("_", "").isalnum() and len(word) <= 40
    return f"the word {word}" if plain else "a word"


def for_asyncpg(_dialect: object, _record: object, _args: object, options: dict[str, Any]) -> None:
    """Change the options of a connection, which are the address's parts and words, into asyncpg's
    own. SQLAlchemy calls it before it connects."""
    given: dict[str, Any] = {}
    for word in [one for one in options if one in _VALUES]:
        given[word] = _VALUES[word][0](str(options.pop(word)))
    if "connect_timeout" in given:
        given.setdefault("timeout", given["connect_timeout"])
        del given["connect_timeout"]
    if given.pop("pgbouncer", False):
        # Another client may have made a statement of the same name on the same connection.
        options |= {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        options["prepared_statement_name_func"] = lambda: f"__tzolkin_{uuid4()}__"
    options.update(given)
    for word in _AS_IT_IS:
        options.pop(word, None)
    if "dbname" in options:
        options["database"] = options.pop("dbname")
    read: dict[str, str] = {word: options.pop(word) for word in _READ_BY_ASYNCPG if word in options}
    if read:
        options["dsn"] = f"postgresql://?{urlencode(read)}"


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


def owned(guild_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """The condition that a server belongs to one of the shards, as in `Shards.have`."""
    if shards.are_all:
        return true()
    # Division, since the shift operator binds less tightly in one of the databases.
    shard = func.coalesce(guild_id, 0).op("/", precedence=8)(1 << SHIFT) % shards.count
    return shard.between(shards.first, shards.last)
