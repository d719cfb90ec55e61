"""Backups: made, looked through, the oldest removed, and put back.

All of it waits for the disk and plays games again: `bot.hosting.scheduled` does it in a process
beside a bot that runs.
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
"""What the name of a copy has more until it counts."""
STALE = timedelta(days=1)
"""A copy that was not finished after so long never will be."""
FOLDER = "backups"
"""Where backups are without a setting: beside the file of the database, else in the working
folder."""


@dataclass(frozen=True)
class Backup:
    """A backup that was made and looked through."""

    file: Path
    games: int | None
    """How many of its games were played again; None on PostgreSQL, where the file was read to its
    end."""
    removed: tuple[Path, ...] = ()
    """Older ones that were removed."""


def folder_of(url: str, given: str | None) -> Path:
    """Where the backups of a database are."""
    if given is not None:
        return Path(given)
    file = sqlite_file(url)
    return (file.parent if file is not None else Path()) / FOLDER


def backups_in(url: str, folder: Path) -> list[Path]:
    """The backups of a database in a folder, the oldest first."""
    return sorted(folder.glob(_name(url, _ANY_MOMENT, pattern=True)))


def made_at(backup: Path) -> datetime:
    """When a backup was made, by its name; UTC."""
    moment = backup.stem.rpartition("-")[2]
    return datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)


def back_up(url: str, folder: Path, *, kept: int, now: datetime | None = None) -> Backup:
    """Copy a database while it is used, look the copy through, and remove the oldest copies but
    `kept`. Raises StoreError where that cannot be done; then no copy is left, and none removed."""
    moment = now or datetime.now(UTC)
    file = folder / _name(url, moment.strftime(MOMENT))
    part = file.with_name(f"{file.name}{PART}")
    if file.exists():
        raise StoreError(f"{file.absolute()} is there already.")
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
    """Remove what is left of the backup of this moment where its process was killed before it was
    one."""
    _remove_part(folder / f"{_name(url, moment.strftime(MOMENT))}{PART}")


def restore(url: str, archive: Path, *, now: datetime | None = None) -> Path | None:
    """Look a backup through and put it in the place of the database; where the one of before is
    kept, None if there was none. Raises StoreError where that cannot be done, and while a bot
    runs; then the database is as it was."""
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
    """Copy the database to this file, and look the copy through."""
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
    """This name, or one with a number behind it: what a restore of the same second has kept, which
    may be what is restored now, must not be written over."""
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
    """Remove a copy that does not count, and what SQLite may have put beside it."""
    with suppress(OSError):
        for left in part.parent.glob(f"{glob.escape(part.name)}*"):
            left.unlink(missing_ok=True)


def _remove_stale(url: str, folder: Path, now: datetime) -> None:
    """Remove what programs left that were killed in the middle of a backup."""
    for left in folder.glob(f"{_name(url, _ANY_MOMENT, pattern=True)}{PART}*"):
        if now - made_at(left.with_suffix("")) > STALE:
            left.unlink(missing_ok=True)


def _rotate(url: str, folder: Path, kept: int) -> list[Path]:
    """Remove the oldest backups but `kept`, which is at least 1."""
    old = backups_in(url, folder)[:-kept]
    for one in old:
        one.unlink(missing_ok=True)
    return old
