"""What is done in the event loop itself, and what is handed to SQLite's thread."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store import settings as stored
from bot.store.schema import settings
from bot.store.sqlite import _SHORT, AT_ONCE, is_short, short
from tests.store.databases import only_sqlite
from tests.store.rows import NOON

pytestmark = only_sqlite

ROW = {"scope": "guild", "id": 1, "chosen": {}, "updated_at": NOON}


@pytest.fixture
def threads(store: Store) -> Iterator[list[threading.Thread]]:
    """Where each statement on a plain connection, and each end of a transaction, was done since
    the test began."""
    found: list[threading.Thread] = []

    def note(*_: Any) -> None:
        found.append(threading.current_thread())

    for name in ("before_cursor_execute", "commit"):
        event.listen(Engine, name, note)
    yield found
    for name in ("before_cursor_execute", "commit"):
        event.remove(Engine, name, note)


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test marks is forgotten after it."""
    monkeypatch.setattr("bot.store.sqlite._SHORT", set(_SHORT))


async def count(connection: AsyncConnection) -> int:
    return await connection.scalar(text("SELECT count(*) FROM settings")) or 0


async def test_a_short_query_is_done_in_the_loop(
    store: Store, threads: list[threading.Thread]
) -> None:
    assert await store.read(short(count)) == 0
    assert threading.main_thread() in threads
    assert set(threads) == {threading.main_thread()}


async def test_others_are_done_in_the_thread(store: Store, threads: list[threading.Thread]) -> None:
    assert not is_short(count)
    assert await store.write(count) == 0
    assert threads and threading.main_thread() not in threads


async def test_beginning_and_committing_are_done_in_the_thread(
    store: Store, threads: list[threading.Thread]
) -> None:
    short(count)
    async with store.transaction() as transaction:
        assert threads and threading.main_thread() not in threads
        threads.clear()
        assert await transaction.run(count) == 0
        assert set(threads) == {threading.main_thread()}
        threads.clear()
    assert threads and threading.main_thread() not in threads


async def test_it_holds_for_the_one_call_alone(store: Store) -> None:
    seen: list[bool] = []

    @short
    async def look(_: AsyncConnection) -> None:
        seen.append(AT_ONCE.get())
        seen.append(await asyncio.create_task(of_a_task()))

    async def of_a_task() -> bool:
        return AT_ONCE.get()

    async def other(_: AsyncConnection) -> None:
        seen.append(AT_ONCE.get())

    await asyncio.gather(store.read(look), store.read(other))
    assert sorted(seen) == [False, True, True]
    assert not AT_ONCE.get()


async def test_an_error_is_raised_and_undoes_the_transaction(store: Store) -> None:
    @short
    async def twice(connection: AsyncConnection) -> None:
        await connection.execute(insert(settings).values(**ROW))
        await connection.execute(insert(settings).values(**ROW))

    with pytest.raises(IntegrityError):
        async with store.transaction() as transaction:
            await transaction.run(twice)
    assert await store.read(count) == 0

    @short
    async def wrong(connection: AsyncConnection) -> None:
        await connection.execute(text("SELECT nothing FROM nowhere"))

    with pytest.raises(OperationalError):
        await store.read(wrong)
    assert await store.read(short(count)) == 0


async def test_whoever_waits_may_be_cancelled(store: Store) -> None:
    """The transaction is undone, and the next one is not kept waiting."""
    inside, never = asyncio.Event(), asyncio.Event()

    @short
    async def put(connection: AsyncConnection) -> None:
        await connection.execute(insert(settings).values(**ROW))

    async def change() -> None:
        async with store.transaction() as transaction:
            await transaction.run(put)
            inside.set()
            await never.wait()

    task = asyncio.create_task(change())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with store.transaction() as transaction:
        assert await transaction.run(count) == 0
        await transaction.run(put)
    assert await store.read(count) == 1


def test_the_repositories_mark_what_reads_by_keys() -> None:
    assert is_short(stored.of_person) and is_short(stored.of_server)
