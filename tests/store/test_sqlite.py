"""SQLite's connections: how often they are visited, and what a visit that is broken off leaves."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store import settings as settings_repository
from bot.store.schema import settings
from tests.store.databases import only_sqlite
from tests.store.rows import NOON
from tests.store.test_database import setting

pytestmark = only_sqlite


async def visits(monkeypatch: pytest.MonkeyPatch, doing: Awaitable[Any]) -> int:
    """How often a connection's thread is visited while this is done."""
    counted: list[Any] = []
    execute = aiosqlite.Connection._execute

    async def noted(connection: aiosqlite.Connection, *args: Any) -> Any:
        counted.append(args)
        return await execute(connection, *args)  # type: ignore[no-untyped-call]

    with monkeypatch.context() as patched:
        patched.setattr(aiosqlite.Connection, "_execute", noted)
        await doing
    return len(counted)


async def add(connection: AsyncConnection, *numbers: int) -> None:
    """Some rows."""
    await connection.execute(insert(settings), [setting(number) for number in numbers])


async def numbers(connection: AsyncConnection) -> list[int]:
    """What `add` has added."""
    return sorted(await connection.scalars(select(settings.c.id)))


async def twice(connection: AsyncConnection) -> None:
    """Two statements that write."""
    await add(connection, 3)
    await add(connection, 4, 5)


async def test_only_beginning_to_write_and_the_commit_go_into_the_thread(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await visits(monkeypatch, store.write(add, 1, 2)) == 2
    assert await visits(monkeypatch, store.write(twice)) == 2
    assert await visits(monkeypatch, store.read(numbers)) == 0
    changed = store.write(settings_repository.change, "guild", 1, {"theme": "dark"}, at=NOON)
    assert await visits(monkeypatch, changed) == 2


async def test_event_loop_goes_on_while_another_process_writes(store: Store, url: str) -> None:
    other = Store(url)
    async with other.writing() as connection:
        await add(connection, 1)
        waiting = asyncio.create_task(store.write(add, 2))
        await asyncio.sleep(0.05)
        assert await store.read(numbers) == []
        assert not waiting.done()
    await waiting
    assert await store.read(numbers) == [1, 2]
    await other.close()


async def test_reading_alone_leaves_no_transaction_open(store: Store) -> None:
    async with store.reading() as connection:
        await numbers(connection)
        driver: Any = (await connection.get_raw_connection()).driver_connection
        assert not driver.in_transaction


async def test_what_a_refused_statement_began_is_undone(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.write(add, 1, 1)
    assert await store.read(numbers) == []
    await store.write(add, 2)
    assert await store.read(numbers) == [2]


async def test_visit_that_nobody_waits_for_any_more_is_undone(store: Store) -> None:
    """The statement is on its way to the thread and cannot be called back; the connection must
    not be lent again with its transaction open."""
    executed = asyncio.Event()

    async def write() -> None:
        async with store.writing() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver._tx.put_nowait((None, lambda: time.sleep(0.05)))  # the thread is busy
            await add(connection, 1)

    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *_: executed.set())
    task = asyncio.create_task(write())
    await executed.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.write(add, 2)
    assert await store.read(numbers) == [2]
