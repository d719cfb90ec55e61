"""A column more: stored and read, and made by the migration, also in a database of before."""

from dataclasses import replace

from sqlalchemy import inspect

from bot.store import Store
from bot.store.database import downgrade, revisions, upgrade
from tests.store.rows import LATER, lobby, read, save
from tests.store.test_migrations import (
    differences,
    test_upgraded_database_has_the_checks_of_the_schema,
    test_upgraded_database_is_what_the_schema_says,
)
from tests.tables.test_privacy import test_no_column_in_which_somebody_can_stand_is_left_out

pytest_plugins = ("tests.store.conftest",)
__all__ = [
    "test_no_column_in_which_somebody_can_stand_is_left_out",
    "test_upgraded_database_has_the_checks_of_the_schema",
    "test_upgraded_database_is_what_the_schema_says",
]


async def columns(store: Store) -> set[str]:
    """The columns of the tables, as the database has them."""
    async with store.engine.connect() as connection:
        found = await connection.run_sync(lambda c: inspect(c).get_columns("tables"))
    return {column["name"] for column in found}


async def test_it_is_stored_and_read(store: Store) -> None:
    row = await lobby(store)
    assert row.nudges == 0
    async with store.writing() as connection:
        await save(connection, row, replace(row, nudges=2), at=LATER)
    assert (await read(store, row.id)).nudges == 2


async def test_the_step_is_taken_and_taken_back(store: Store) -> None:
    assert "nudges" in await columns(store)
    await downgrade(store.engine, revisions()[1])
    assert "nudges" not in await columns(store)
    await upgrade(store.engine)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
