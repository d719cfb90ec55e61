"""SQLite files as a whole: copying them while in use, checking them, replacing one by another.

All functions wait for the disk: call them where nobody waits for the event loop.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.store.database import BUSY_MILLISECONDS, StoreError, is_there
from bot.store.rights import INDEX, JOURNAL, LOG, give_to_owner_of, hindrance

LONGEST_SECONDS, STEPS = 900.0, 1_000
"""The longest time for reading a file, as somebody may have made one that never ends; the clock is
read after so many steps of SQLite's machine."""


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is now, while others use it, to a file that only its owner may read.
    Raises StoreError if that fails, and leaves no file."""
    if not is_there(source):
        raise StoreError(f"There is no database {source.absolute()}.")
    try:
        for left in (target, Path(f"{target}{JOURNAL}")):  # left by a program that was killed
            left.unlink(missing_ok=True)
        target.touch(mode=0o600)
        with _opened(source) as reading, _opened(target) as writing:
            # All pages in one step: the copy is one state, and writers do not wait for it (WAL).
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"{source.absolute()} cannot be copied to {target}: {error}.") from error


def must_be_whole(file: Path) -> None:
    """Check every page and every index. Raises StoreError for a file that is missing, damaged or no
    database."""
    if not file.is_file():
        raise StoreError(f"There is no file {file.absolute()}.")
    with _read(file) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    if found != "ok":
        raise StoreError(f"{file.absolute()} is damaged: {found.splitlines()[-1]}.")
    if lost is not None:
        raise StoreError(f"{file.absolute()} is damaged: a row of {lost[0]} belongs to nothing.")


def must_be_plain(file: Path) -> None:
    """Raises StoreError for a database with views or triggers: ours has none, and reading a foreign
    one may never end."""
    with _read(file) as connection:
        found = connection.execute(
            "SELECT type FROM sqlite_master WHERE type IN ('view', 'trigger') LIMIT 1"
        ).fetchone()
    if found is not None:
        raise StoreError(f"{file.absolute()} has a {found[0]} in it, which none of ours has.")


def put_in_place(new: Path, database: Path, kept: Path) -> None:
    """Make `new`, a file in the same folder, the database, and keep the old one, if there was one,
    as `kept`. At each moment one of the two is the database, also if the machine stops in between.
    Nobody may use either. Raises StoreError if that fails."""
    try:
        if database.exists():
            _all_in_one(database, kept)
            shutil.copymode(database, new)
            give_to_owner_of(database, new)
            try:
                kept.hardlink_to(database)
            except OSError:  # a file system without hard links
                shutil.copy2(database, kept)
        else:
            give_to_owner_of(database, new)
        new.replace(database)
        _sync_folder(database.parent)
    except OSError as error:
        raise StoreError(f"{database} cannot be replaced: {error}.") from error


def _all_in_one(database: Path, kept: Path) -> None:
    """Bring the files beside a database into it: a log left behind would be taken for the new
    file's. That of a damaged database goes beside `kept`."""
    logged, beside_kept = Path(f"{database}{LOG}"), Path(f"{kept}{LOG}")
    if logged.exists():  # SQLite may have removed it without understanding it
        shutil.copy2(logged, beside_kept)
    try:
        with _opened(database) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        beside_kept.unlink(missing_ok=True)
    except sqlite3.Error:
        logged.unlink(missing_ok=True)
    Path(f"{database}{INDEX}").unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not all systems can sync a folder
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def _read(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file to read it. Raises StoreError if that fails."""
    try:
        with _opened(file) as connection:
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        hindered = hindrance(file) if isinstance(error, sqlite3.OperationalError) else ""
        raise StoreError(f"{file.absolute()} cannot be read: {error}{hindered}.") from error


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=BUSY_MILLISECONDS / 1000)) as connection:
        until = time.monotonic() + LONGEST_SECONDS
        connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        yield connection
