"""Short statements are done in the event loop itself.

aiosqlite hands every step of a statement to a thread: a press has some thirty of them, and reading
a row by its key takes less time than handing it over and back. So functions of repositories that
read or write a few rows by their keys are marked `short`, and done at once. What may wait for the
disk or for another process, beginning to write and committing, stays in the thread.
"""

import sqlite3
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

import aiosqlite

Query = TypeVar("Query", bound=Callable[..., Any])

AT_ONCE = ContextVar("AT_ONCE", default=False)
"""Whether what the task that runs now does with SQLite is done at once."""
_SHORT: set[Callable[..., Any]] = set()
_ROWS_AT_A_TIME = 64


def short(query: Query) -> Query:
    """Marks a function of a repository that reads or writes a few rows by their keys."""
    _SHORT.add(query)
    return query


def is_short(query: Callable[..., Any]) -> bool:
    """Whether a function was marked."""
    return query in _SHORT


class Connection(aiosqlite.Connection):
    """A connection whose thread is used only for what may take long."""

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if AT_ONCE.get():
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]


def connect(database: str, **options: Any) -> Connection:
    """As `aiosqlite.connect`, for SQLAlchemy."""
    made = Connection(lambda: sqlite3.connect(database, **options), _ROWS_AT_A_TIME)
    made._thread.daemon = True  # as SQLAlchemy does with those it makes
    return made
