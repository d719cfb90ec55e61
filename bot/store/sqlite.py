"""SQLite alone: short statements executed by the event loop itself; whose the files of a database
are, and which of them this process may not write.

SQLAlchemy's asynchronous connection switches stacks at every step of a statement, and aiosqlite
hands each to a thread; a press has some thirty. Reading a row by its key takes less time than that.
So functions of repositories that read or write a few rows by their keys are marked `short`, and run
at once on a plain connection. Steps that may wait for the disk or for another process, beginning to
write and committing, and functions that are not short, are handed to a thread.
"""

import asyncio
import getpass
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar, copy_context
from pathlib import Path
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


LOG, INDEX, JOURNAL, RUNNING = "-wal", "-shm", "-journal", "-running"
"""The ends of files beside a database: changes not in the file yet, an index of them, pages that an
unfinished change overwrote, and the lock of the bot that runs on it."""


def hindrance(file: Path) -> str:
    """Say, to be put after a sentence, which of a database's folder and files this process may not
    write, whose they are and what helps; nothing if it may write all of them."""
    folder = file.absolute().parent
    for one in (*reversed(folder.parents), folder):
        if not os.access(one, os.F_OK):
            return f" (there is no folder {folder})"
        if not os.access(one, os.X_OK):
            return _closed([one])
    beside = [Path(f"{file.absolute()}{end}") for end in (LOG, INDEX, JOURNAL, RUNNING)]
    files = [file.absolute(), *beside]
    closed = [one for one in files if os.access(one, os.F_OK) and not os.access(one, os.W_OK)]
    if not os.access(folder, os.W_OK):
        closed.insert(0, folder)
    return _closed(closed) if closed else ""


def _closed(closed: Sequence[Path]) -> str:
    named, me = ", ".join(map(str, closed)), _this_user()
    owners = sorted({_owner(one) for one in closed})
    if _read_only(closed[0]):
        return f" ({named}: the file system can only be read)"
    if owners == [me]:
        return f" ({named}: owned by {me}, who may not write it; chmod u+rwX gives that right)"
    return (
        f" ({named}: owned by {' and '.join(owners)}, while the bot runs as {me}; as root, chown "
        f"{me} gives it to the bot)"
    )


def _read_only(path: Path) -> bool:
    return sys.platform != "win32" and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _this_user() -> str:
    if sys.platform != "win32":
        import pwd  # getpass believes the environment, which sudo and the like may leave as it was

        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())
    return getpass.getuser()


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:
        return str(path.stat().st_uid)
    except NotImplementedError:  # on Windows
        return "somebody else"


def give_to_owner_of(other: Path, made: Path) -> None:
    """Let a file that root has made belong to the owner of another one, or of the folder of that if
    it does not exist: the bot may run as somebody else."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            was = (other if other.exists() else other.parent).stat()
            os.chown(made, was.st_uid, was.st_gid)
