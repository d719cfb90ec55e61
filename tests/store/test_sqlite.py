"""SQLite: one program at a time plays its games, and what is done in the event loop itself."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store import settings as stored
from bot.store.copies import alone
from bot.store.database import StoreError, sqlite_file
from bot.store.schema import settings
from bot.store.sqlite import _SHORT, AT_ONCE, is_short, short
from tests.store.databases import only_sqlite
from tests.store.rows import NOON

# --- One program at a time plays the games of a SQLite file, and a crash leaves no lock behind ----

HOLD = """
import sys, time
from bot.store.copies import alone
with alone(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def address(file: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a database may be."""
    return tmp_path / "games.sqlite3"


def test_another_process_is_refused_until_the_first_is_gone(file: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, address(file)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        refused = pytest.raises(StoreError, match=r"A bot runs on .*games\.sqlite3 already; .*\.$")
        with refused, alone(address(file)):
            pass
        other.kill()  # as by a crash: nothing of it is cleaned up
        other.wait()
        with alone(address(file)):
            pass


def test_the_same_file_by_another_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = file.parent / "link.sqlite3"
    file.touch()
    link.symlink_to(file)
    monkeypatch.chdir(file.parent)
    with alone(address(file)):
        for other in (link, Path(file.name)):
            with pytest.raises(StoreError, match="runs"), alone(address(other)):
                pass
    assert sorted(one.name for one in file.parent.iterdir()) == [
        "games.sqlite3",
        "games.sqlite3-running",
        "link.sqlite3",
    ]


def test_other_files_and_other_databases_are_not_asked(file: Path) -> None:
    with alone(address(file)), alone(address(file.with_name("other.sqlite3"))):
        for url in ("sqlite+aiosqlite://", "postgresql+asyncpg://bot@host/games"):
            assert sqlite_file(url) is None
            with alone(url), alone(url):
                pass


def test_folder_that_does_not_exist(file: Path) -> None:
    with (
        pytest.raises(
            StoreError,
            match=r"cannot be opened: unable to open database file \(there is no folder .*\)\.$",
        ),
        alone(address(file.parent / "nowhere" / "x.sqlite3")),
    ):
        pass


# --- What is done in the event loop itself, and what is handed to SQLite's thread -----------------

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


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test marks is forgotten after it."""
    monkeypatch.setattr("bot.store.sqlite._SHORT", set(_SHORT))


async def count(connection: AsyncConnection) -> int:
    return await connection.scalar(text("SELECT count(*) FROM settings")) or 0


@only_sqlite
@pytest.mark.usefixtures("only_here")
async def test_a_short_query_is_done_in_the_loop(
    store: Store, threads: list[threading.Thread]
) -> None:
    assert await store.read(short(count)) == 0
    assert threading.main_thread() in threads
    assert set(threads) == {threading.main_thread()}


@only_sqlite
@pytest.mark.usefixtures("only_here")
async def test_others_are_done_in_the_thread(store: Store, threads: list[threading.Thread]) -> None:
    assert not is_short(count)
    assert await store.write(count) == 0
    assert threads and threading.main_thread() not in threads


@only_sqlite
@pytest.mark.usefixtures("only_here")
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


@only_sqlite
@pytest.mark.usefixtures("only_here")
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


@only_sqlite
@pytest.mark.usefixtures("only_here")
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


@only_sqlite
@pytest.mark.usefixtures("only_here")
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


@only_sqlite
@pytest.mark.usefixtures("only_here")
def test_the_repositories_mark_what_reads_by_keys() -> None:
    assert is_short(stored.of_person) and is_short(stored.of_server)
