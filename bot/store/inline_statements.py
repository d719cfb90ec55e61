"""Short SQLite statements, run in the event loop itself.

aiosqlite hands every step of a statement to a thread. A press has some thirty of them, and reading
a row by its key takes less time than the thread's hand-over. So functions of repositories that read
or write a few rows by their keys are marked `short`, and run at once; so is every step that touches
no data. Steps that may wait for the disk or for another process, beginning to write and committing,
stay in the thread.
"""

import sqlite3
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

import aiosqlite

Query = TypeVar("Query", bound=Callable[..., Any])

AT_ONCE = ContextVar("AT_ONCE", default=False)
"""Whether the running task executes SQLite statements at once."""
_SHORT: set[Callable[..., Any]] = set()
_ROWS_AT_A_TIME = 64


def short(query: Query) -> Query:
    """Mark a function of a repository that reads or writes a few rows by their keys."""
    _SHORT.add(query)
    return query


def is_short(query: Callable[..., Any]) -> bool:
    """Whether a function is marked as short."""
    return query in _SHORT


class Connection(aiosqlite.Connection):
    """A connection that uses its thread only for steps that may take long."""

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if AT_ONCE.get() or _touches_no_data(fn):
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]


def _touches_no_data(step: Callable[..., Any]) -> bool:
    """Whether a step makes or closes a cursor, or rolls back where there is no transaction, as
    SQLAlchemy does with each connection that comes back to it."""
    name, owner = getattr(step, "__name__", None), getattr(step, "__self__", None)
    if isinstance(owner, sqlite3.Connection):
        return name == "cursor" or (name == "rollback" and not owner.in_transaction)
    return name == "close" and isinstance(owner, sqlite3.Cursor)


def connect(database: str, **options: Any) -> Connection:
    """Connect as `aiosqlite.connect` does, with our Connection, for SQLAlchemy."""
    made = Connection(lambda: sqlite3.connect(database, **options), _ROWS_AT_A_TIME)
    made._thread.daemon = True  # as SQLAlchemy does with its own
    return made
