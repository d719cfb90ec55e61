"""An empty database for each test: a new SQLite file, or with TZOLKIN_TEST_DATABASE set to the
address of a PostgreSQL database that one, emptied. Workers of pytest-xdist (`-n 2`) each have a
database of their own beside it."""

import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

OTHER_DATABASE = os.environ.get("TZOLKIN_TEST_DATABASE")

only_sqlite = pytest.mark.skipif(OTHER_DATABASE is not None, reason="about SQLite alone")


async def empty_database(folder: Path) -> str:
    """The address of an empty database; the folder is the test's own."""
    if OTHER_DATABASE is None:
        return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"
    address = await _of_worker(OTHER_DATABASE)
    engine = create_async_engine(address)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return address


async def newest_database(folder: Path, newest: Path) -> str:
    """The address of an empty database at the newest revision: a copy of the file `newest`, or with
    TZOLKIN_TEST_DATABASE that database, emptied."""
    if OTHER_DATABASE is not None:
        return await empty_database(folder)
    shutil.copyfile(newest, folder / "tzolkin.sqlite3")
    return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"


async def _of_worker(given: str) -> str:
    """The address of the database that this worker may empty, created if it does not exist."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        return given
    url = make_url(given)
    name = f"{url.database}_{worker}"
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        known = text("SELECT 1 FROM pg_database WHERE datname = :name")
        if await connection.scalar(known, {"name": name}) is None:
            await connection.execute(text(f'CREATE DATABASE "{name}"'))
    await engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)
