"""One program at a time on one database: `run` and the preview on a SQLite file, and whatever
replaces a database while nobody uses it.

A SQLite file is played by one process, because what it remembers of channels and what it has told
them is its own. The lock is one that SQLite takes on an empty file beside the database: the
operating system holds it for the process and lets go of it when that ends, however it ends. It
holds wherever SQLite's own locks do, between containers on one volume, too.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.database import StoreError, cannot_be_opened, sqlite_file

SUFFIX = "-running"
"""What the name of the locked file has more than that of the database."""


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Nobody else has the SQLite database inside of this block; of other databases nothing is
    asked. Raises StoreError if another process has it."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    with closing(_locked(file.resolve(), url)):  # the same file by a link is the same
        yield


def _locked(file: Path, url: str) -> sqlite3.Connection:
    """A connection that holds the lock of a database until it is closed."""
    try:
        lock = sqlite3.connect(f"{file}{SUFFIX}", timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise cannot_be_opened(url, error) from error
    try:
        lock.execute("PRAGMA journal_mode = OFF")  # nothing is ever written
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"A bot runs on the database {file} already; stop that one first, or give this "
                "one another database in TZOLKIN_DATABASE_URL."
            ) from error
        raise cannot_be_opened(url, error) from error
    return lock
