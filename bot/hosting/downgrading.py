"""Bringing a database back to an earlier revision, for an older version of the bot."""

import asyncio
from pathlib import Path

from bot.hosting.backups import back_up, folder_of
from bot.settings import Settings
from bot.store import Store, postgres_tools
from bot.store.database import StoreError, revisions, sqlite_file
from bot.store.database import downgrade as take_back
from bot.store.single_process_lock import alone


def forms(url: str) -> list[tuple[str, bool]]:
    """List the revisions this version knows, the newest first, and whether each is the database's.
    Raises StoreError if there is no database."""
    present = asyncio.run(revision_of(url))
    return [(revision, revision == present) for revision in revisions()]


def downgrade(settings: Settings, revision: str) -> Path:
    """Bring the database back to an earlier revision, and return the backup that was made before.
    Raises StoreError for a revision that is unknown or not earlier, while a bot runs, and if no
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
        asyncio.run(postgres_tools.must_be_unused(url))
    with alone(url):
        made = back_up(url, folder_of(url, settings.backup_folder), kept=settings.backups_kept)
        asyncio.run(_take_back(url, revision))
    return made.file


async def revision_of(url: str) -> str | None:
    """Read the database's revision. Raises StoreError if there is no database."""
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
