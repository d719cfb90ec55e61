"""SQLite's connections: into the connection's thread goes only what may have to wait.

SQLite is a library, not a server: a table is read in some twenty microseconds. aiosqlite gives each
connection a thread, and SQLAlchemy sends it there to make a cursor, to execute, to fetch the rows,
to close the cursor, and to roll back what it only read. Every such visit costs two switches of
threads: a hundred times what the statement takes, and more while other threads draw pictures.

Only two things may wait: to begin writing, while another process writes, and to commit, until the
disk has it. They alone are done in the thread.
"""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

import aiosqlite

_READS = "SELECT"


class Cursor:
    """What SQLAlchemy needs of a cursor; all of it is there once it has executed."""

    def __init__(self, connection: "Connection") -> None:
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> "Cursor":
        return self

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> "Cursor":
        """Execute a statement and fetch all its rows. Raises sqlite3.Error."""
        await self._whole(sqlite3.Connection.execute, statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> "Cursor":
        """Execute a statement that returns no rows once for each of the parameters."""
        await self._whole(sqlite3.Connection.executemany, statement, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows; only once."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """There is nothing open."""

    async def _whole(
        self, execute: Callable[..., sqlite3.Cursor], statement: str, parameters: Any
    ) -> None:
        def whole(connection: sqlite3.Connection) -> None:
            cursor = execute(connection, statement, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchall() if cursor.description else []
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
            cursor.close()

        await self._connection.do(whole, may_wait=not statement.startswith(_READS))


class Connection(aiosqlite.Connection):
    """A connection of such cursors."""

    async def do(self, doing: Callable[[sqlite3.Connection], None], *, may_wait: bool) -> None:
        """Do something with the connection: in its thread if it may wait, and no transaction has
        begun, which would have waited already."""
        if may_wait and not self.in_transaction:
            await self._execute(doing, self._conn)  # type: ignore[no-untyped-call]
        else:
            doing(self._conn)

    def cursor(self) -> Cursor:  # type: ignore[override]  # SQLAlchemy needs no more of it
        """Made here: it does not touch the database before it executes."""
        return Cursor(self)

    async def rollback(self) -> None:
        """Undo what was written; after reading alone there is nothing to undo. (SQLAlchemy closes
        a connection whose statement nobody waits for any more, instead of rolling it back.)"""
        if self.in_transaction:
            await super().rollback()


def connect(database: str, **options: Any) -> Connection:
    """A connection to be awaited, with the options of `sqlite3.connect`."""
    # Used from two threads, though never from both at once: each visit is waited for.
    options["check_same_thread"] = False
    connection = Connection(lambda: sqlite3.connect(database, **options), iter_chunk_size=64)
    connection._thread.daemon = True  # as SQLAlchemy does with those it makes: else one that is
    # not closed would keep the program from ending
    return connection
