"""SQLite files as a whole: copied while they are used, looked through, put in the place of another.

All of it waits for the disk: call it where nobody waits for the event loop.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.store.database import BUSY_MILLISECONDS, StoreError

LONGEST_SECONDS, STEPS = 900.0, 1_000
"""What takes longer is broken off, as where somebody made a file that never ends; it is looked at
the clock after so many steps of SQLite's machine."""
LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"
"""What may stand beside a database: what is not in the file itself yet, an index of that, and what
a change that was not finished overwrote."""


def copy(source: Path, target: Path) -> None:
    """Copy a database while others use it, as it is at this moment, to a file that nobody but its
    owner may read. Raises StoreError where that cannot be done; then there is no such file."""
    if not source.exists():
        raise StoreError(f"There is no database {source.absolute()}.")
    try:
        for left in (target, Path(f"{target}{JOURNAL}")):  # by a program that was killed here
            left.unlink(missing_ok=True)
        target.touch(mode=0o600)
        with _opened(source) as reading, _opened(target) as writing:
            # All pages in one step: it is one state, and writers do not wait for it (WAL).
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"{source.absolute()} cannot be copied to {target}: {error}.") from error


def must_be_whole(file: Path) -> None:
    """Look through every page and every index. Raises StoreError for a file that is missing, no
    database, or damaged."""
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
    """Raises StoreError for a database with views or triggers: ours has none, and reading those of
    somebody else may never end."""
    with _read(file) as connection:
        found = connection.execute(
            "SELECT type FROM sqlite_master WHERE type IN ('view', 'trigger') LIMIT 1"
        ).fetchone()
    if found is not None:
        raise StoreError(f"{file.absolute()} has a {found[0]} in it, which none of ours has.")


def must_be_writable(file: Path) -> None:
    """Take the right to write, and give it back. Raises StoreError for a database that cannot be
    written, or that another process has been writing all the time."""
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise StoreError(f"The folder {file.parent.absolute()} cannot be written.")
    try:
        with _opened(file) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
    except sqlite3.Error as error:
        raise StoreError(f"{file.absolute()} cannot be written: {error}.") from error


def put_in_place(new: Path, database: Path, kept: Path) -> None:
    """Let a file, which must be in the same folder, be the database, and keep the one of before as
    `kept`, if there was one. At each moment one of the two is the database, also if the machine
    stops in the middle. Nobody may use either. Raises StoreError where that cannot be done."""
    try:
        if database.exists():
            _all_in_one(database, kept)
            shutil.copymode(database, new)
            if hasattr(os, "chown"):  # by root it stays that of who runs the bot
                with suppress(PermissionError):
                    was = database.stat()
                    os.chown(new, was.st_uid, was.st_gid)
            try:
                kept.hardlink_to(database)
            except OSError:  # a file system without such links
                shutil.copy2(database, kept)
        new.replace(database)
        _sync_folder(database.parent)
    except OSError as error:
        raise StoreError(f"{database} cannot be replaced: {error}.") from error


def _all_in_one(database: Path, kept: Path) -> None:
    """Bring what stands beside a database into it: a log that was left would be taken for one of
    the file that comes into its place. That of a damaged database goes beside `kept`."""
    logged, beside_kept = Path(f"{database}{LOG}"), Path(f"{kept}{LOG}")
    if logged.exists():  # SQLite may remove it without having understood it
        shutil.copy2(logged, beside_kept)
    try:
        with _opened(database) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        beside_kept.unlink(missing_ok=True)
    except sqlite3.Error:
        logged.unlink(missing_ok=True)
    Path(f"{database}{INDEX}").unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not all systems have it
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def _read(file: Path) -> Iterator[sqlite3.Connection]:
    """The same, to look at it. Raises StoreError where that cannot be done."""
    try:
        with _opened(file) as connection:
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreError(f"{file.absolute()} cannot be read: {error}.") from error


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=BUSY_MILLISECONDS / 1000)) as connection:
        until = time.monotonic() + LONGEST_SECONDS
        connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        yield connection
