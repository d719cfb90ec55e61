"""An empty database for each test: a SQLite file, or a database of the run's PostgreSQL server
(`tests.postgres`), which each test process has for itself.

What runs on both is marked with `on_both`; with TZOLKIN_TEST_DATABASE set to the address of a
PostgreSQL server all tests run there, and its databases whose names begin with tzolkin_test are
dropped."""

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any, Literal

import aiosqlite
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import Store
from bot.store.sqlite import Plain
from tests import postgres

Kind = Literal["sqlite", "postgresql"]

OTHER_DATABASE = os.environ.get("TZOLKIN_TEST_DATABASE")
USUAL: Kind = "sqlite" if OTHER_DATABASE is None else "postgresql"
"""Which one a test has that is not marked."""

only_sqlite = pytest.mark.only_sqlite
on_both = pytest.mark.on_both
on_postgres = pytest.mark.parametrize("kind", ["postgresql"])

_PREFIX = f"tzolkin_test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
_made: set[str] = set()
"""The servers on which the database that is copied has been made by this process."""


async def empty_database(folder: Path, kind: Kind = USUAL) -> str:
    """The address of an empty database; the folder is the test's own."""
    if kind == "sqlite":
        return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"
    return await _made_anew(_PREFIX, "template0")


async def newest_database(folder: Path, newest: Path, kind: Kind = USUAL) -> str:
    """The address of an empty database at the newest revision: a copy of the file `newest`, or of a
    database on the server."""
    if kind == "sqlite":
        shutil.copyfile(newest, folder / "tzolkin.sqlite3")
        return f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}"
    server, original = _server(), f"{_PREFIX}_newest"
    if server not in _made:
        store = Store(await _made_anew(original, "template0"))
        await store.open()
        await store.close()
        _made.add(server)
    return await _made_anew(_PREFIX, original)


def in_the_loop(patch: pytest.MonkeyPatch) -> None:
    """Run SQLite's statements in the event loop, each followed by a turn for other tasks: to hand
    them to a thread and back takes longer than most of them. What may wait for another connection,
    beginning to write, is handed over as ever; with a log, to commit waits for nobody."""
    of_reads, of_writes = aiosqlite.Connection._execute, Plain.handed_over

    async def read(connection: aiosqlite.Connection, fn: Any, *args: Any, **more: Any) -> Any:
        begins = args[:1] == ("BEGIN IMMEDIATE",)
        if begins or fn.__name__ in ("commit", "close"):
            return await of_reads(connection, fn, *args, **more)
        done = fn(*args, **more)
        await asyncio.sleep(0)
        return done

    async def write(connection: Plain, step: Any, *args: Any) -> Any:
        if args == ("BEGIN IMMEDIATE",):
            return await of_writes(connection, step, *args)
        done = step(*args)
        await asyncio.sleep(0)
        return done

    patch.setattr(aiosqlite.Connection, "_execute", read)
    patch.setattr(Plain, "handed_over", write)


def _server() -> str:
    return OTHER_DATABASE or postgres.address()


async def _made_anew(name: str, copied: str) -> str:
    server = make_url(_server())
    engine: AsyncEngine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        await connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{copied}"'))
    await engine.dispose()
    return server.set(database=name).render_as_string(hide_password=False)
