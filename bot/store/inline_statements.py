"""SQLite from the event loop itself, for what is short.

SQLAlchemy's asynchronous connection switches stacks at every step of a statement, and aiosqlite
hands each to a thread; a press has some thirty. Reading a row by its key takes less time than that.
So functions of repositories that read or write a few rows by their keys are marked `short`, and run
at once on a plain connection. Steps that may wait for the disk or for another process, beginning to
write and committing, and functions that are not short, are handed to a thread.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Executable
from sqlalchemy.engine.cursor import FullyBufferedCursorFetchStrategy

Query = TypeVar("Query", bound=Callable[..., Any])
Result = TypeVar("Result")

AT_ONCE = ContextVar("AT_ONCE", default=False)
"""Whether the running task executes SQLite statements at once."""
_SHORT: set[Callable[..., Any]] = set()


def short(query: Query) -> Query:
    """Mark a function of a repository that reads or writes a few rows by their keys."""
    _SHORT.add(query)
    return query


def is_short(query: Callable[..., Any]) -> bool:
    """Whether a function is marked as short."""
    return query in _SHORT


class Plain:
    """A plain connection with the methods of SQLAlchemy's asynchronous one that repositories use.
    One task uses it at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self.dialect = connection.dialect

    async def execute(self, statement: Executable, values: Any = None) -> CursorResult[Any]:
        """As SQLAlchemy's."""
        if AT_ONCE.get():
            return self._connection.execute(statement, values)
        return await self.handed_over(self._all_of, statement, values)

    def _all_of(self, statement: Executable, values: Any) -> CursorResult[Any]:
        found = self._connection.execute(statement, values)
        if found.returns_rows:  # else the event loop would read them, row by row
            rows = found.cursor.fetchall()
            found.cursor_strategy = FullyBufferedCursorFetchStrategy(None, initial_buffer=rows)
        return found

    async def scalar(self, statement: Executable, values: Any = None) -> Any:
        """As SQLAlchemy's."""
        return (await self.execute(statement, values)).scalar()

    async def scalars(self, statement: Executable, values: Any = None) -> Any:
        """As SQLAlchemy's."""
        return (await self.execute(statement, values)).scalars()

    async def handed_over(self, step: Callable[..., Result], *args: Any) -> Result:
        """Do a step in the connection's thread."""
        loop, run = asyncio.get_running_loop(), copy_context().run
        return await loop.run_in_executor(self._thread, run, step, *args)

    async def begin(self) -> None:
        """Begin a transaction that may write, as soon as no other process does."""
        await self.handed_over(self._connection.exec_driver_sql, "BEGIN IMMEDIATE")

    async def commit(self) -> None:
        """End the transaction; what was written stays."""
        await self.handed_over(self._connection.commit)

    async def rollback(self) -> None:
        """End the transaction; what was written is undone."""
        await self.handed_over(self._connection.rollback)

    def close(self) -> None:
        """Close the connection, on which nothing runs any more."""
        self._thread.shutdown()
        self._connection.close()
