"""A lock that lets one program at a time use a SQLite database: `run`, the preview, and commands
that replace a database nobody uses.

One process alone plays a SQLite file, because it alone remembers its channels and what it has told
them. SQLite takes the lock on an empty file beside the database. The operating system holds it for
the process and frees it when that ends, however it ends. It works wherever SQLite's own locks do,
between containers on one volume, too.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.database import StoreError, cannot_be_opened, sqlite_file
from bot.store.rights import RUNNING, give_to_owner_of


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Use the SQLite database alone inside this block; other databases are not locked. Raises
    StoreError if another process has it."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    with closing(_locked(file.resolve(), url)):  # a link to the file counts as the file
        yield


def _locked(file: Path, url: str) -> sqlite3.Connection:
    """Open a connection that holds a database's lock until it is closed."""
    locked = Path(f"{file}{RUNNING}")
    try:
        lock = sqlite3.connect(locked, timeout=0, isolation_level=None)
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
    if not os.access(locked, os.W_OK):  # SQLite then only reads, and locks nothing
        lock.close()
        raise cannot_be_opened(url, "no other bot could be kept away from it")
    give_to_owner_of(file, locked)
    return lock
