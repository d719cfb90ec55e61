"""Archives, which are backups and exported records: opening them to look, and playing their games
again. The files themselves do not change."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.leagues.checking import check_seasons
from bot.notation.records import LONGEST, RecordError, StoredRecord, from_json
from bot.store import Store, log, sqlite_files
from bot.store.database import StoreError, newest_revision
from bot.tables.checking import check_games
from bot.tables.verifying import checks
from bot.text.translation import SOURCE_LANGUAGE, translator

_DUMP = b"PGDMP"
"""The first bytes of a dump of PostgreSQL."""
SAMPLE = 20
"""The games of a backup that are played again before it counts as one."""


def address(file: Path) -> str:
    """Make the address of a SQLite file."""
    return f"sqlite+aiosqlite:///{file.absolute()}"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    """Open the database of a SQLite file at the newest revision; an older one is copied and
    migrated. Raises StoreError for one that is empty or was written by a newer version of the
    bot."""
    await asyncio.to_thread(sqlite_files.must_be_plain, file)
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
                await asyncio.to_thread(sqlite_files.copy, file, copied)
                store = Store(address(copied))
                await store.open()
            yield store
        finally:
            await store.close()


def must_be_sound(file: Path) -> int:
    """Check a SQLite file and play a sample of its games again; return their number. Raises
    StoreError for a file that is damaged or no such database."""
    sqlite_files.must_be_whole(file)
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
    """The numbers of games and seasons that were checked."""

    games: int
    seasons: int
    wrong: int
    """The number of these that differ from their logs, or cannot be read."""


async def replay_all(store: Store, tell: Callable[[str], None]) -> Replayed:
    """Check all games and seasons of a database by their logs. Each difference is told at once, in
    a sentence for whoever runs the bot."""
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
    """Check a backup, a record or a folder of records like `replay_all`. Raises StoreError for any
    other file."""
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
    sqlite_files.must_be_whole(archive)
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
    """Read the record in a file; for a file without one, say why in a sentence. Raises StoreError
    for a file that cannot be read."""
    try:
        with file.open("rb") as opened:
            return from_json(opened.read(LONGEST + 1))
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}.") from error
    except RecordError as error:
        return translator(SOURCE_LANGUAGE).gettext(error.template)
