"""Connections, transactions, and how values are stored."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store.database import may_pass
from bot.store.rows import in_pieces
from bot.store.schema import settings
from tests.store.databases import Kind, on_both, only_sqlite
from tests.store.rows import NOON

pytestmark = on_both


def setting(number: int, at: datetime = NOON) -> dict[str, object]:
    """Some row."""
    return {"scope": "guild", "id": number, "chosen": {"secret": "W12"}, "updated_at": at}


@only_sqlite
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
async def test_every_connection_is_prepared(store: Store, pragma: str, value: object) -> None:
    async with store.engine.connect() as one, store.engine.connect() as other:
        for connection in (one, other):
            assert await connection.scalar(text(f"PRAGMA {pragma}")) == value


async def test_transaction_is_undone_by_an_exception(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.writing() as connection:
            await connection.execute(insert(settings).values(**setting(1)))
            raise ZeroDivisionError

    async with store.engine.connect() as connection:
        assert (await connection.execute(select(settings))).all() == []


async def test_what_is_written_is_seen_by_others_only_when_committed(store: Store) -> None:
    async with store.writing() as connection:
        await connection.execute(insert(settings).values(**setting(1)))
        async with store.engine.connect() as other:
            assert (await other.execute(select(settings))).all() == []
    async with store.engine.connect() as other:
        assert len((await other.execute(select(settings))).all()) == 1


async def test_others_get_a_turn_while_many_rows_are_read(store: Store) -> None:
    async with store.writing() as connection:
        await connection.execute(insert(settings), [setting(number) for number in range(500)])
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    at_rows = []
    async with store.engine.connect() as connection:
        found = in_pieces(connection, select(settings).order_by(settings.c.id))
        assert (await anext(found))["id"] == 0
        waiting = asyncio.create_task(others())
        async for row in found:
            at_rows.append((row["id"], turns))
    waiting.cancel()
    assert [number for number, _ in at_rows] == list(range(1, 500))
    assert at_rows[-1][1] >= 9


async def test_many_writers_wait_for_each_other(store: Store, url: str) -> None:
    other = Store(url)

    async def write(to: Store, number: int) -> None:
        async with to.writing() as connection:
            await connection.execute(insert(settings).values(**setting(number)))

    await asyncio.gather(*(write((store, other)[n % 2], n) for n in range(100)))

    async with store.engine.connect() as connection:
        assert len((await connection.execute(select(settings.c.id))).all()) == 100
    await other.close()


async def test_moments_come_back_in_utc(store: Store) -> None:
    kathmandu = timezone(timedelta(hours=5, minutes=45))
    moment = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=kathmandu)
    async with store.writing() as connection:
        await connection.execute(insert(settings).values(**setting(1, moment)))
    async with store.engine.connect() as connection:
        read = await connection.scalar(select(settings.c.updated_at))

    assert read == moment
    assert read is not None
    assert read.tzinfo is UTC


async def test_moment_without_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="needs a zone"):
        async with store.writing() as connection:
            moment = datetime(2030, 1, 2)  # noqa: DTZ001
            await connection.execute(insert(settings).values(**setting(1, moment)))


async def test_errors_do_not_show_what_was_written(store: Store) -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        async with store.writing() as connection:
            await connection.execute(insert(settings), [setting(1), setting(1)])

    assert "W12" not in str(caught.value)


@only_sqlite
async def test_work_goes_on_when_its_caller_is_cancelled(store: Store) -> None:
    """Otherwise the connection would be closed with its transaction open."""

    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow(connection: AsyncConnection) -> None:
        await connection.execute(insert(settings).values(**setting(1)))
        begun.set()
        await may_end.wait()
        await connection.execute(insert(settings).values(**setting(2)))

    task = asyncio.create_task(store.write(slow))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    asyncio.get_running_loop().call_soon(may_end.set)
    async with store.writing() as connection:  # has to wait for it
        await connection.execute(insert(settings).values(**setting(3)))
    async with store.engine.connect() as connection:
        assert sorted(await connection.scalars(select(settings.c.id))) == [1, 2, 3]


async def test_closing_waits_for_work_under_way(url: str) -> None:
    store = Store(url)
    await store.open()
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow(connection: AsyncConnection) -> None:
        begun.set()
        await may_end.wait()
        await connection.execute(insert(settings).values(**setting(1)))

    task = asyncio.create_task(store.write(slow))
    await begun.wait()
    task.cancel()
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    assert not closing.done()
    may_end.set()
    await closing
    async with store.engine.connect() as connection:
        assert list(await connection.scalars(select(settings.c.id))) == [1]
    await store.close()


async def test_a_lost_connection_is_told_from_a_fault(store: Store, kind: Kind) -> None:
    with pytest.raises(SQLAlchemyError) as wrong:
        async with store.writing() as connection:
            await connection.execute(text("SELECT * FROM nothing_of_ours"))
    assert not may_pass(wrong.value)
    if kind == "sqlite":
        return  # it has no connection that could be lost
    with pytest.raises(SQLAlchemyError) as lost:
        async with store.writing() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert may_pass(lost.value)
