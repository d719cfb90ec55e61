"""An empty database for each test: a new SQLite file, or with TZOLKIN_TEST_DATABASE set to the
address of a PostgreSQL database that one, emptied."""

import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

OTHER_DATABASE = os.environ.get("TZOLKIN_TEST_DATABASE")

only_sqlite = pytest.mark.skipif(OTHER_DATABASE is not None, reason="about SQLite alone")


async def empty_database(folder: Path) -> str:
    """The address of an empty database; the folder is the test's own."""
    if OTHER_DATABASE is None:
        return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"
    engine = create_async_engine(OTHER_DATABASE)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return OTHER_DATABASE


async def newest_database(folder: Path, newest: Path) -> str:
    """The address of an empty database at the newest revision: a copy of the file `newest`, or with
    TZOLKIN_TEST_DATABASE that database, emptied."""
    if OTHER_DATABASE is not None:
        return await empty_database(folder)
    shutil.copyfile(newest, folder / "tzolkin.sqlite3")
    return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"
