"""A backup opened to be looked at, and its games played again. The file itself stays as it is."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import Store, log, sqlite_files
from bot.store.database import StoreError, newest_revision
from bot.tables.checking import check_games

SAMPLE = 20
"""Games of a backup that are played again before it counts as one."""


def address(file: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{file.absolute()}"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    """The database of a SQLite file in its newest form: of an older one a copy is brought up to
    date. Raises StoreError for one that is empty or was written by a newer version of the bot."""
    with tempfile.TemporaryDirectory(prefix="tzolkin-archive-") as folder:
        store = Store(address(file))
        try:
            revision = await store.revision()
            if revision is None:
                raise StoreError(f"{file} is no database of this bot.")
            if revision != newest_revision():
                await store.close()
                copied = Path(folder) / "copy.sqlite3"
                await asyncio.to_thread(sqlite_files.copy, file, copied)
                store = Store(address(copied))
                await store.open()
            yield store
        finally:
            await store.close()


def must_be_sound(file: Path) -> int:
    """Look a SQLite file through and play a sample of its games again; how many. Raises StoreError
    if it is not what it should be."""
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
