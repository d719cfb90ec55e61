"""Backups: making them, checking them, removing the oldest, and restoring one. Bringing a database
back to an earlier revision, for an older version of the bot. And archives, which are backups and
exported records, opened to play their games again; the files themselves do not change.

All functions wait for the disk and play games again: while a bot runs, `bot.hosting.scheduled` runs
them in a process beside it.
"""

import asyncio
import glob
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.leagues.queries import check_seasons
from bot.notation.records import LONGEST, RecordError, StoredRecord, from_json
from bot.settings import Settings
from bot.store import Store, copies, log
from bot.store.copies import alone
from bot.store.database import StoreError, database_name, newest_revision, revisions, sqlite_file
from bot.store.database import downgrade as take_back
from bot.tables.records import check_games, checks
from bot.text.translation import SOURCE_LANGUAGE, translator

_DUMP = b"PGDMP"
"""The first bytes of a dump made by PostgreSQL."""
SAMPLE = 20
"""How many games of a backup are played again before it counts as sound."""


def address(file: Path) -> str:
    """The address of a SQLite file, as the setting `database_url` has it."""
    return f"sqlite+aiosqlite:///{file.absolute()}"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    """Open the database in a SQLite file at the newest revision; if it is older, a copy of it is
    migrated. Raises StoreError for a file that is no database of this bot, or was written by a
    newer version."""
    await asyncio.to_thread(copies.file_must_be_plain, file)
    with ExitStack() as made:
        store = Store(address(file))
        try:
            revision = await store.revision()
            if not revision:
                raise StoreError(f"{file} is not a database of this bot.")
            if revision != newest_revision():
                await store.close()
                folder = made.enter_context(tempfile.TemporaryDirectory(prefix="tzolkin-archive-"))
                copied = Path(folder) / "copy.sqlite3"
                await asyncio.to_thread(copies.copy_file, file, copied)
                store = Store(address(copied))
                await store.open()
            yield store
        finally:
            await store.close()


def must_be_sound(file: Path) -> int:
    """Check a SQLite file and play a sample of its games again; return how many. Raises StoreError
    for a file that is damaged or no database of this bot."""
    copies.file_must_be_whole(file)
    return asyncio.run(_must_replay(file))


async def _must_replay(file: Path) -> int:
    async with opened(file) as store:
        games = await store.read(log.games_begun)
        sample = random.sample(games, min(SAMPLE, len(games)))
        async for checked in check_games(store, sample):
            if checked.differences:
                raise StoreError(
                    f"Game {checked.table} in {file} is not what its log leads to: "
                    f"{checked.differences[0]}"
                )
    return len(sample)


@dataclass(frozen=True)
class Replayed:
    """How many games and seasons were checked."""

    games: int
    seasons: int
    wrong: int
    """How many of these differ from their logs, or cannot be read."""


async def replay_all(store: Store, tell: Callable[[str], None]) -> Replayed:
    """Check all games and seasons of a database by their logs. `tell` is called with a sentence for
    each difference, at once."""
    games = seasons = wrong = 0
    async for game in check_games(store, await store.read(log.games_begun)):
        games += 1
        wrong += bool(game.differences)
        for sentence in game.differences:
            tell(f"Game {game.table}: {sentence}")
    async for season in check_seasons(store):
        seasons += 1
        wrong += bool(season.differences)
        for sentence in season.differences:
            tell(f"Season {season.season}: {sentence}")
    return Replayed(games, seasons, wrong)


def replay_archive(archive: Path, tell: Callable[[str], None]) -> Replayed:
    """Check a backup, a record or a folder of records as `replay_all` checks a database. Raises
    StoreError for any other file."""
    if archive.is_dir():
        return _records(sorted(one for one in archive.glob("*.json") if one.is_file()), tell)
    if archive.exists() and not archive.is_file():
        raise StoreError(f"{archive} is neither a file nor a folder.")
    try:
        with archive.open("rb") as file:
            begins = file.read(len(_DUMP))
    except OSError as error:
        raise StoreError(f"{archive} cannot be read: {error.strerror}.") from error
    if begins.startswith(_DUMP):
        raise StoreError(
            f"{archive} is a dump of PostgreSQL, whose games cannot be read from the file: "
            "restore it into an empty database and run check there."
        )
    if begins.startswith(b"{"):
        return _records([archive], tell)
    copies.file_must_be_whole(archive)
    return asyncio.run(_backup(archive, tell))


async def _backup(file: Path, tell: Callable[[str], None]) -> Replayed:
    async with opened(file) as store:
        return await replay_all(store, tell)


def _records(files: Sequence[Path], tell: Callable[[str], None]) -> Replayed:
    if not files:
        raise StoreError("This folder has no records (*.json).")
    t = translator(SOURCE_LANGUAGE)
    wrong = 0
    for file in files:
        stored = read_record(file)
        if isinstance(stored, str):
            found = [stored]
        else:
            found = [check.words(t) for check in checks(stored) if check.holds is False]
        wrong += bool(found)
        for sentence in found:
            tell(f"{file.name}: {sentence}")
    return Replayed(len(files), 0, wrong)


def read_record(file: Path) -> StoredRecord | str:
    """Read the record in a file; if there is none, return a sentence that says why. Raises
    StoreError for a file that cannot be read."""
    try:
        with file.open("rb") as opened:
            return from_json(opened.read(LONGEST + 1))
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}.") from error
    except RecordError as error:
        return translator(SOURCE_LANGUAGE).gettext(error.template)


MOMENT = "%Y%m%dT%H%M%SZ"
_ANY_MOMENT = "????????T??????Z"
PART = ".part"
"""What the name of a copy ends with until it counts as a backup."""
STALE = timedelta(days=1)
"""An unfinished copy that is older than this will never be finished."""
FOLDER = "backups"
"""The usual folder of backups: beside the file of the database, or else in the working folder."""


@dataclass(frozen=True)
class Backup:
    """A backup that was made and checked."""

    file: Path
    games: int | None
    """How many of its games were played again; None on PostgreSQL, where the file was only read to
    its end."""
    removed: tuple[Path, ...] = ()
    """The older backups that were removed."""


def folder_of(url: str, given: str | None) -> Path:
    """The folder for backups of this database: the `given` one, else the usual one."""
    if given is not None:
        return Path(given)
    file = sqlite_file(url)
    return (file.parent if file is not None else Path()) / FOLDER


def backups_in(url: str, folder: Path) -> list[Path]:
    """The backups of this database in a folder, oldest first."""
    return sorted(folder.glob(_name(url, _ANY_MOMENT, pattern=True)))


def made_at(backup: Path) -> datetime:
    """When a backup was made, in UTC; this is part of its name."""
    moment = backup.stem.rpartition("-")[2]
    return datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)


def back_up(url: str, folder: Path, *, kept: int, now: datetime | None = None) -> Backup:
    """Copy a database, even while it is used, check the copy, and remove the oldest backups but for
    `kept` of them. Raises StoreError if that fails; then no copy is left, and no backup was
    removed."""
    moment = now or datetime.now(UTC)
    file = folder / _name(url, moment.strftime(MOMENT))
    part = file.with_name(f"{file.name}{PART}")
    if file.exists():
        raise StoreError(f"{file.absolute()} already exists.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in folder.glob(f"{_name(url, _ANY_MOMENT, pattern=True)}{PART}*"):
            if moment - made_at(left.with_suffix("")) > STALE:
                left.unlink(missing_ok=True)
        games = _copied(url, part)
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file.absolute()} cannot be written: {error.strerror}.") from error
    finally:
        _remove_part(part)
    return Backup(file, games, tuple(_rotate(url, folder, kept)))


def remove_unfinished(url: str, folder: Path, moment: datetime) -> None:
    """Remove the unfinished copy begun at this moment, whose process was killed."""
    _remove_part(folder / f"{_name(url, moment.strftime(MOMENT))}{PART}")


def restore(url: str, archive: Path, *, now: datetime | None = None) -> Path | None:
    """Check a backup and put it in the place of the database. Return where the old database is now,
    None if there was none. Raises StoreError if that fails or while a bot runs; then the database
    is unchanged."""
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
            copies.copy_file(archive, part)
            copies.put_file_in_place(part, database, kept)
        finally:
            part.unlink(missing_ok=True)
    return before


def _copied(url: str, part: Path) -> int | None:
    """Copy the database into this file and check the copy; return how many games were played again,
    None on PostgreSQL."""
    source = sqlite_file(url)
    if source is None:
        copies.dump(url, part)
        copies.dump_must_be_whole(part, url)
        return None
    copies.copy_file(source, part)
    return must_be_sound(part)


def _restore_postgres(url: str, archive: Path, moment: str) -> Path:
    copies.dump_must_be_whole(archive, url)
    asyncio.run(copies.must_be_unused(url))
    kept = _unused(archive.with_name(f"{database_name(url)}-replaced-{moment}.dump"))
    copies.dump(url, kept)
    copies.restore(url, archive)
    return kept


def _unused(file: Path) -> Path:
    """This name if it is free, else one with a number added. A restore in the same second may have
    kept a file under it, perhaps the one restored now, which must not be overwritten."""
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
    """Remove an unfinished copy, and the files that SQLite has beside it."""
    with suppress(OSError):
        for left in part.parent.glob(f"{glob.escape(part.name)}*"):
            left.unlink(missing_ok=True)


def _rotate(url: str, folder: Path, kept: int) -> list[Path]:
    """Remove the oldest backups but for `kept` of them (at least 1); return which were removed."""
    old = backups_in(url, folder)[:-kept]
    for one in old:
        one.unlink(missing_ok=True)
    return old


def forms(url: str) -> list[tuple[str, bool]]:
    """The revisions that this version knows, newest first, each with whether the database is at it.
    Raises StoreError if there is no database."""
    present = asyncio.run(revision_of(url))
    return [(revision, revision == present) for revision in revisions()]


def downgrade(settings: Settings, revision: str) -> Path:
    """Bring the database back to an earlier revision; return the backup that was made before.
    Raises StoreError for a revision that is unknown or not earlier, while a bot runs, or if no
    backup can be made; then nothing is changed."""
    url, known = settings.database_url, revisions()
    present = asyncio.run(revision_of(url))
    if revision not in known:
        raise StoreError(f"There is no revision {revision}; there are {', '.join(known)}.")
    if present not in known:
        raise StoreError(
            f"The database is at revision {present}, which this version does not know; bring it "
            "back with the version that wrote it."
        )
    if known.index(revision) <= known.index(present):
        raise StoreError(
            f"The database is at revision {present}; {revision} is not an earlier one."
        )
    if sqlite_file(url) is None:
        asyncio.run(copies.must_be_unused(url))
    with alone(url):
        made = back_up(url, folder_of(url, settings.backup_folder), kept=settings.backups_kept)
        asyncio.run(_take_back(url, revision))
    return made.file


async def revision_of(url: str) -> str | None:
    """The revision of the database; None if it has none yet. Raises StoreError if there is no
    database."""
    store = Store(url)
    try:
        return await store.looked_at()
    finally:
        await store.close()


async def _take_back(url: str, revision: str) -> None:
    store = Store(url)
    try:
        await take_back(store.engine, revision)
    finally:
        await store.close()
