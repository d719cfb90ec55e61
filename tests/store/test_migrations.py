"""The migrations from an empty database to the newest revision, and back."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import Store
from bot.store.database import StoreError, downgrade, revisions, upgrade
from bot.store.schema import metadata
from tests.store.databases import on_both, only_sqlite
from tests.store.rows import lobby, read

pytestmark = on_both


def differences(connection: Connection) -> list[object]:
    """What Alembic would change to get from the database to schema.py."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


def table_names(connection: Connection) -> set[str]:
    """The tables of the database, without Alembic's own."""
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def parts(sql: str) -> tuple[str, ...]:
    """A CREATE statement in comparable pieces: columns and constraints in any order."""
    sql = re.sub(r'^CREATE TABLE "(\w+)"', r"CREATE TABLE \1", sql)  # one that was made by a copy
    whole = re.fullmatch(r"(CREATE TABLE \w+) \((.*)\)(.*)", sql, re.DOTALL)
    if whole is None:
        return (sql,)
    # A column added later stands on the line of the last one.
    pieces = re.split(r",\s*\n|, (?=\w+ [A-Z])", whole[2])
    lines = (re.sub(r"\s", "", piece) for piece in pieces)
    return (whole[1], *sorted(lines), whole[3].strip())


async def statements(engine: AsyncEngine) -> list[tuple[str, ...]]:
    """The statements with which a SQLite database was created."""
    async with engine.connect() as connection:
        found = await connection.scalars(
            text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'alembic%'")
        )
        return sorted(parts(sql) for sql in found)


async def test_upgraded_database_is_what_the_schema_says(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(table_names) == set(metadata.tables)


async def test_comparison_notices_a_difference(store: Store) -> None:
    async with store.writing() as connection:
        await connection.execute(text("DROP INDEX uq_tables_open_channel"))
        await connection.execute(text("ALTER TABLE settings ADD COLUMN surplus TEXT"))

    async with store.engine.connect() as connection:
        kinds = {difference[0] for difference in await connection.run_sync(differences)}
    assert kinds == {"add_index", "remove_column"}


@only_sqlite
async def test_upgraded_database_has_the_checks_of_the_schema(store: Store, tmp_path: Path) -> None:
    made = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'made.sqlite3'}")
    async with made.begin() as connection:
        await connection.run_sync(metadata.create_all)

    assert await statements(store.engine) == await statements(made)
    await made.dispose()


async def test_downgrade_leaves_nothing_and_upgrade_works_again(store: Store) -> None:
    await downgrade(store.engine, "base")
    async with store.engine.connect() as connection:
        assert await connection.run_sync(table_names) == set()

    await upgrade(store.engine)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_database_of_the_first_migration_gets_the_form_of_the_schema(url: str) -> None:
    store = Store(url)
    await upgrade(store.engine, revisions()[-1])
    await store.open()
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()


async def nudges(store: Store) -> list[int]:
    """What stands in the column of the migration that is one more than the program has."""
    async with store.engine.connect() as connection:
        return list(await connection.scalars(text("SELECT nudges FROM tables")))


async def test_one_migration_more_reaches_an_empty_database(url: str, one_more: str) -> None:
    store = Store(url)
    await store.open()
    assert await store.revision() == one_more
    assert await nudges(store) == []
    await store.close()


async def test_one_migration_more_reaches_a_database_of_before(store: Store, one_more: str) -> None:
    row, before = await lobby(store), await store.revision()
    assert before is not None
    await store.open()
    assert await store.revision() == one_more
    assert (await nudges(store), await read(store, row.id)) == ([0], row)
    await downgrade(store.engine, before)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    assert await read(store, row.id) == row


async def test_opening_from_anywhere_and_twice(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        store = Store(url)
        await store.open()
        await store.close()


async def test_several_processes_may_start_at_once(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    async with stores[0].engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    for store in stores:
        await store.close()


async def test_failing_step_is_undone_as_a_whole(url: str) -> None:
    store = Store(url)
    async with store.writing() as connection:
        await connection.execute(text("CREATE VIEW settings AS SELECT 1 AS mine"))

    with pytest.raises(Exception, match="settings"):
        await store.open()

    async with store.engine.connect() as connection:
        assert await connection.run_sync(table_names) == set()
    await store.close()


async def test_database_of_a_newer_program_is_refused(store: Store) -> None:
    async with store.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(StoreError, match="newer version of the bot, or before the first release"):
        await store.open()


@only_sqlite
async def test_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'x.sqlite3'}")
    with pytest.raises(
        StoreError,
        match=r"cannot be opened: unable to open database file \(there is no folder .*\)\.$",
    ):
        await store.open()


@only_sqlite
async def test_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite3").write_bytes(b"no database at all " * 100)
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}")
    with pytest.raises(StoreError, match=r"cannot be opened: file is not a database\.$"):
        await store.open()


async def test_server_that_does_not_answer_is_one_sentence_without_the_password() -> None:
    pytest.importorskip("asyncpg")
    store = Store("postgresql+asyncpg://bot:pass-word@127.0.0.1:1/games")
    with pytest.raises(StoreError, match=r"cannot be opened: .*\.$") as caught:
        await store.open()
    assert "pass-word" not in str(caught.value)


def test_missing_driver_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"needs the package asyncpg, which is not installed;"):
        Store("postgresql+asyncpg://bot@127.0.0.1/games")
