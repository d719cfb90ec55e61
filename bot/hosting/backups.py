"""Backups: making them, checking them, removing the oldest, and restoring one.

All functions wait for the disk and play games again: `bot.hosting.scheduled` runs them in a process
beside a running bot.
"""

import asyncio
import glob
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.hosting.archives import must_be_sound
from bot.store import postgres_tools, sqlite_files
from bot.store.database import StoreError, database_name, sqlite_file
from bot.store.single_process_lock import alone

MOMENT = "%Y%m%dT%H%M%SZ"
_ANY_MOMENT = "????????T??????Z"
PART = ".part"
"""The end of a copy's name until it counts as a backup."""
STALE = timedelta(days=1)
"""The age from which an unfinished copy will never be finished."""
FOLDER = "backups"
"""The default folder of backups: beside the file of the database, or else in the working folder."""


@dataclass(frozen=True)
class Backup:
    """A backup that was made and checked."""

    file: Path
    games: int | None
    """The number of its games that were played again; None on PostgreSQL, where the file was read
    to its end."""
    removed: tuple[Path, ...] = ()
    """The older backups that were removed."""


def folder_of(url: str, given: str | None) -> Path:
    """Find the folder for the backups of a database."""
    if given is not None:
        return Path(given)
    file = sqlite_file(url)
    return (file.parent if file is not None else Path()) / FOLDER


def backups_in(url: str, folder: Path) -> list[Path]:
    """List the backups of a database in a folder, the oldest first."""
    return sorted(folder.glob(_name(url, _ANY_MOMENT, pattern=True)))


def made_at(backup: Path) -> datetime:
    """Read from its name when a backup was made, in UTC."""
    moment = backup.stem.rpartition("-")[2]
    return datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)


def back_up(url: str, folder: Path, *, kept: int, now: datetime | None = None) -> Backup:
    """Copy a database while it is used, check the copy, and remove the oldest copies but `kept`.
    Raises StoreError if that fails; then no copy is left, and none removed."""
    moment = now or datetime.now(UTC)
    file = folder / _name(url, moment.strftime(MOMENT))
    part = file.with_name(f"{file.name}{PART}")
    if file.exists():
        raise StoreError(f"{file.absolute()} already exists.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_stale(url, folder, moment)
        games = _copied(url, part)
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file.absolute()} cannot be written: {error.strerror}.") from error
    finally:
        _remove_part(part)
    return Backup(file, games, tuple(_rotate(url, folder, kept)))


def remove_unfinished(url: str, folder: Path, moment: datetime) -> None:
    """Remove the unfinished backup of this moment, whose process was killed."""
    _remove_part(folder / f"{_name(url, moment.strftime(MOMENT))}{PART}")


def restore(url: str, archive: Path, *, now: datetime | None = None) -> Path | None:
    """Check a backup and put it in the place of the database. Returns the path of the old one, None
    if there was none. Raises StoreError if that fails, and while a bot runs; then the database is
    unchanged."""
    moment = (now or datetime.now(UTC)).strftime(MOMENT)
    database = sqlite_file(url)
    if database is None:
        return _restore_postgres(url, archive, moment)
    must_be_sound(archive)
    with alone(url):
        database = database.resolve()
        if database.exists() and database.samefile(archive):
            raise StoreError(f"{archive.absolute()} is the database itself.")
        kept = _unused(database.with_name(f"{database.stem}-replaced-{moment}{database.suffix}"))
        part = database.with_name(f"{database.name}{PART}")
        before = kept if database.exists() else None
        try:
            sqlite_files.copy(archive, part)
            sqlite_files.put_in_place(part, database, kept)
        finally:
            part.unlink(missing_ok=True)
    return before


def _copied(url: str, part: Path) -> int | None:
    """Copy the database to this file, and check the copy."""
    source = sqlite_file(url)
    if source is None:
        postgres_tools.dump(url, part)
        postgres_tools.must_be_whole(part, url)
        return None
    sqlite_files.copy(source, part)
    return must_be_sound(part)


def _restore_postgres(url: str, archive: Path, moment: str) -> Path:
    postgres_tools.must_be_whole(archive, url)
    asyncio.run(postgres_tools.must_be_unused(url))
    kept = _unused(archive.with_name(f"{database_name(url)}-replaced-{moment}.dump"))
    postgres_tools.dump(url, kept)
    postgres_tools.restore(url, archive)
    return kept


def _unused(file: Path) -> Path:
    """Find a free name: this one, or one with a number behind it. A restore of the same second may
    have kept a file, which may be the one restored now, and must not be overwritten."""
    found, number = file, 1
    while found.exists():
        number += 1
        found = file.with_name(f"{file.stem}-{number}{file.suffix}")
    return found


def _name(url: str, moment: str, *, pattern: bool = False) -> str:
    file = sqlite_file(url)
    stem = file.stem if file is not None else database_name(url)
    suffix = ".dump" if file is None else file.suffix or ".sqlite3"
    if pattern:
        stem, suffix = glob.escape(stem), glob.escape(suffix)
    return f"{stem}-{moment}{suffix}"


def _remove_part(part: Path) -> None:
    """Remove an unfinished copy, and SQLite's files beside it."""
    with suppress(OSError):
        for left in part.parent.glob(f"{glob.escape(part.name)}*"):
            left.unlink(missing_ok=True)


def _remove_stale(url: str, folder: Path, now: datetime) -> None:
    """Remove the unfinished copies of programs that were killed during a backup."""
    for left in folder.glob(f"{_name(url, _ANY_MOMENT, pattern=True)}{PART}*"):
        if now - made_at(left.with_suffix("")) > STALE:
            left.unlink(missing_ok=True)


def _rotate(url: str, folder: Path, kept: int) -> list[Path]:
    """Remove the oldest backups but `kept`, which is at least 1."""
    old = backups_in(url, folder)[:-kept]
    for one in old:
        one.unlink(missing_ok=True)
    return old
