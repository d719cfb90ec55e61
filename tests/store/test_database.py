"""Connections, transactions, how values are stored, and the words of a database's address."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store, copies
from bot.store.database import StoreError, address_of, may_pass
from bot.store.postgres import LIBPQ, UNDERSTOOD
from bot.store.rows import in_pieces
from bot.store.schema import settings
from tests.store.databases import Kind, on_both, on_postgres, only_sqlite
from tests.store.rows import NOON

# --- Connections, transactions, and how values are stored -----------------------------------------


def setting(number: int, at: datetime = NOON) -> dict[str, object]:
    """Some row."""
    return {"scope": "guild", "id": number, "chosen": {"secret": "W12"}, "updated_at": at}


@on_both
@only_sqlite
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
async def test_every_connection_is_prepared(store: Store, pragma: str, value: object) -> None:
    async with store.engine.connect() as one, store.engine.connect() as other:
        for connection in (one, other):
            assert await connection.scalar(text(f"PRAGMA {pragma}")) == value


@on_both
async def test_transaction_is_undone_by_an_exception(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.writing() as connection:
            await connection.execute(insert(settings).values(**setting(1)))
            raise ZeroDivisionError

    async with store.engine.connect() as connection:
        assert (await connection.execute(select(settings))).all() == []


@on_both
async def test_what_is_written_is_seen_by_others_only_when_committed(store: Store) -> None:
    async with store.writing() as connection:
        await connection.execute(insert(settings).values(**setting(1)))
        async with store.engine.connect() as other:
            assert (await other.execute(select(settings))).all() == []
    async with store.engine.connect() as other:
        assert len((await other.execute(select(settings))).all()) == 1


@on_both
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


@on_both
async def test_many_writers_wait_for_each_other(store: Store, url: str) -> None:
    other = Store(url)

    async def write(to: Store, number: int) -> None:
        async with to.writing() as connection:
            await connection.execute(insert(settings).values(**setting(number)))

    await asyncio.gather(*(write((store, other)[n % 2], n) for n in range(100)))

    async with store.engine.connect() as connection:
        assert len((await connection.execute(select(settings.c.id))).all()) == 100
    await other.close()


@on_both
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


@on_both
async def test_moment_without_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="needs a zone"):
        async with store.writing() as connection:
            moment = datetime(2030, 1, 2)  # noqa: DTZ001
            await connection.execute(insert(settings).values(**setting(1, moment)))


@on_both
async def test_errors_do_not_show_what_was_written(store: Store) -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        async with store.writing() as connection:
            await connection.execute(insert(settings), [setting(1), setting(1)])

    assert "W12" not in str(caught.value)


@on_both
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


@on_both
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


@on_both
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


# --- Each word after ? in the address of a database is understood, or named in one sentence -------

SERVER = "postgresql+asyncpg://bot:pass-word@127.0.0.1:1/games"
WITH = {
    "connect_timeout": "5", "timeout": "5", "command_timeout": "5", "pgbouncer": "true",
    "statement_cache_size": "0", "prepared_statement_cache_size": "0",
}  # fmt: skip
"""Values of words that need a certain one."""


class Reached(Exception):
    """The driver was called."""


@contextmanager
def given_to_the_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What asyncpg is called with, in place of connecting."""
    asyncpg = pytest.importorskip("asyncpg")
    seen: list[dict[str, Any]] = []

    async def connect(**options: Any) -> None:
        seen.append(options)
        raise Reached

    monkeypatch.setattr(asyncpg, "connect", connect)
    yield seen


async def connected_with(url: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The options with which the driver connects, the same for the games and for the locks."""
    with given_to_the_driver(monkeypatch) as seen:
        store = Store(url)
        with pytest.raises(Reached):
            await store.engine.connect()
        with pytest.raises(Reached):
            await store.processes.is_first("a key")
        await store.close()
    for one in seen:
        one.pop("prepared_statement_name_func", None)
    assert seen[0] == seen[1]
    return seen[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sslmode=require", {"dsn": "postgresql://?sslmode=require"}),
        ("sslmode=verify-full&sslrootcert=/a b", {
            "dsn": "postgresql://?sslmode=verify-full&sslrootcert=%2Fa+b",
        }),
        ("sslmode=require&channel_binding=prefer", {"dsn": "postgresql://?sslmode=require"}),
        ("connect_timeout=7", {"timeout": 7.0}),
        ("connect_timeout=0", {"timeout": None}),
        ("timeout=2.5&command_timeout=9", {"timeout": 2.5, "command_timeout": 9.0}),
        ("pgbouncer=true", {"statement_cache_size": 0}),
        ("pgbouncer=false", {}),
        ("statement_cache_size=5", {"statement_cache_size": 5}),
        ("ssl=require", {"ssl": "require"}),
        ("options=-c%20statement_timeout%3D9", {
            "dsn": "postgresql://?options=-c+statement_timeout%3D9",
        }),
        ("gssencmode=disable&sslcompression=0", {}),
    ],
)  # fmt: skip
async def test_words_that_are_understood(
    words: str, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {
        "host": "127.0.0.1", "port": 1, "user": "bot", "password": "pass-word",
        "database": "games",
    }  # fmt: skip
    assert await connected_with(f"{SERVER}?{words}", monkeypatch) == {**usual, **expected}


async def test_asyncpg_takes_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one of the words is an argument that it does not know, or a setting of the server."""
    utils = pytest.importorskip("asyncpg.connect_utils")
    import inspect

    import asyncpg

    known = {*inspect.signature(asyncpg.connect).parameters, "prepared_statement_cache_size"}
    for word in set(UNDERSTOOD) - {"host", "port"}:
        options = await connected_with(f"{SERVER}?{word}={WITH.get(word, 'x')}", monkeypatch)
        assert set(options) <= known, word
        if "dsn" in options and word not in ("application_name", "options"):
            assert f"'{word}'" in inspect.getsource(utils), word


@pytest.mark.parametrize("word", sorted({*LIBPQ, "schema", "sslmod", "foo"}))
def test_every_word_of_libpq_and_others(word: str) -> None:
    url = f"{SERVER}?{word}={WITH.get(word, 'secret-value')}"
    if word in UNDERSTOOD:
        assert address_of(url).query
        return
    with pytest.raises(StoreError) as refused:
        address_of(url)
    said = str(refused.value)
    assert f"TZOLKIN_DATABASE_URL has the word {word}" in said and said.endswith(".")
    assert "secret-value" not in said and "pass-word" not in said
    with pytest.raises(StoreError, match=rf"the word {word} after \?"):
        address_of(f"sqlite+aiosqlite:///x.sqlite3?{word}=1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("channel_binding=require", "remove it, or write channel_binding=prefer"),
        ("connect_timeout=soon", "connect_timeout, which needs a whole number of seconds"),
        ("connect_timeout=2.5", "connect_timeout, which needs a whole number of seconds"),
        ("timeout=nan", "timeout, which needs a number of seconds"),
        ("pgbouncer=maybe", "pgbouncer, which needs true or false"),
        ("sslmod=require", "perhaps you mean sslmode"),
        ("sslmode=require&sslmode=allow", "sslmode more than once"),
        ("xq-7/=x", "has a word, which is not understood; remove it"),
    ],
)
def test_what_is_wrong_is_said(words: str, said: str) -> None:
    with pytest.raises(StoreError, match=said):
        address_of(f"{SERVER}?{words}")


def test_a_sqlite_file_takes_no_words() -> None:
    for word in ("timeout=3", "mode=ro", "sslmode=require", "cache=shared"):
        with pytest.raises(StoreError, match=rf"the word {word.partition('=')[0]} after \?"):
            Store(f"sqlite+aiosqlite:///x.sqlite3?{word}")


def test_the_tools_of_postgresql_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, str] = {}
    monkeypatch.setattr("bot.store.copies.shutil.which", lambda tool: tool)

    def run(*_: object, env: dict[str, str], **__: object) -> Any:
        told.update(env)
        raise Reached

    monkeypatch.setattr("bot.store.copies.subprocess.run", run)
    words = "sslmode=verify-ca&sslrootcert=/ca.pem&connect_timeout=4&options=-cfoo%3D1"
    with pytest.raises(Reached):
        copies._run_tool(f"{SERVER}?{words}", "psql")
    assert told | {
        "PGSSLMODE": "verify-ca", "PGSSLROOTCERT": "/ca.pem", "PGCONNECT_TIMEOUT": "4",
        "PGOPTIONS": "-cfoo=1", "PGHOST": "127.0.0.1", "PGPORT": "1",
    } == told  # fmt: skip
    with pytest.raises(Reached):
        copies._run_tool("postgresql+asyncpg://bot@/games?host=one:5&host=two:6", "psql")
    assert (told["PGHOST"], told["PGPORT"]) == ("one,two", "5,6")


@on_postgres
async def test_with_words_the_server_is_reached(store: Store) -> None:
    url = store.engine.url.update_query_dict(
        {
            "connect_timeout": "20", "pgbouncer": "true", "sslmode": "prefer",
            "application_name": "ours", "options": "-c statement_timeout=12345",
            "channel_binding": "disable",
        }
    )  # fmt: skip
    other = Store(url.render_as_string(hide_password=False))
    await other.open()
    async with other.engine.connect() as connection:
        said = (
            await connection.execute(
                text("SELECT current_setting('application_name'), current_setting("
                     "'statement_timeout')")
            )
        ).one()  # fmt: skip
    assert tuple(said) == ("ours", "12345ms")
    assert await other.processes.is_first("a key")
    await other.close()
