"""What processes on one PostgreSQL agree on; each is played by a store of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.hosting.backups import downgrade, restore
from bot.settings import Settings
from bot.store import Store
from bot.store.database import StoreError, newest_revision, revisions
from bot.store.postgres import ANEW, Processes
from tests.store.databases import Kind, empty_database, on_postgres

pytestmark = on_postgres


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[Processes, Processes]]:
    """Two processes."""
    async with AsyncExitStack() as closed:
        stores = [Store(url), Store(url)]
        for store in stores:
            closed.push_async_callback(store.close)
        yield stores[0].processes, stores[1].processes


async def cut(url: str) -> None:
    """End all connections of processes, as a server does that is started anew."""
    store = Store(url)
    ended = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name=:n")
    async with store.engine.connect() as connection:
        await connection.execute(ended, {"n": "tzolkin"})
    await store.close()


async def test_one_after_the_other(two: tuple[Processes, Processes]) -> None:
    inside, done = 0, []

    async def act(processes: Processes, number: int) -> None:
        nonlocal inside
        async with processes.alone("telling", 5):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0.01)
            inside -= 1
            done.append(number)

    for _ in range(5):
        await asyncio.gather(*(act(one, number) for number, one in enumerate(two)))
    assert sorted(done) == [0] * 5 + [1] * 5
    async with two[0].alone("telling", 5), two[1].alone("telling", 6):
        pass  # something else


async def test_whoever_waits_may_be_cancelled(two: tuple[Processes, Processes]) -> None:
    async def hold() -> None:
        async with two[1].alone("telling", 5):
            await asyncio.sleep(3600)

    async with two[0].alone("telling", 5):
        waiting = asyncio.create_task(hold())
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.wait([waiting])
    holding = asyncio.create_task(hold())
    await asyncio.sleep(0.05)
    holding.cancel()
    await asyncio.wait([holding])
    async with two[0].alone("telling", 5):
        pass  # nobody has it any more


async def test_one_is_first_until_it_ends(two: tuple[Processes, Processes]) -> None:
    one, other = two
    assert await one.is_first("application")
    assert not await other.is_first("application")
    assert await one.is_first("application")
    assert await other.is_first("something else")
    await one.close()
    assert await other.is_first("application")


async def test_a_lost_connection_is_made_anew(two: tuple[Processes, Processes], url: str) -> None:
    one, other = two
    heard: list[str] = []
    await one.listen(heard.append)
    assert await one.is_first("application")
    async with one.alone("telling", 5):
        await cut(url)
        async with other.alone("telling", 5):  # it is free
            assert await other.is_first("application")
    assert not await one.is_first("application")
    assert heard == [ANEW]


async def test_others_hear_what_is_said(two: tuple[Processes, Processes]) -> None:
    heard: tuple[list[str], list[str]] = [], []
    for processes, said in zip(two, heard, strict=True):
        await processes.listen(said.append)
    await two[0].say("table 5")
    for _ in range(200):
        await asyncio.sleep(0.01)
        if heard[1]:
            break
    assert heard == ([], ["table 5"])


async def test_all_bring_a_database_to_its_newest_form(tmp_path: Path, kind: Kind) -> None:
    url = await empty_database(tmp_path, kind)
    stores = [Store(url) for _ in range(3)]
    await asyncio.gather(*(store.open() for store in stores))
    assert {await store.revision() for store in stores} == {newest_revision()}
    for store in stores:
        await store.close()


async def test_nobody_replaces_what_a_process_uses(
    two: tuple[Processes, Processes],
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    one_more: str,
) -> None:
    store = Store(url)
    await store.open()
    assert await store.revision() == one_more
    await store.close()
    await two[0].listen(lambda _word: None)  # as a bot that waits for something to do
    settings = Settings(_env_file=None, database_url=url)
    monkeypatch.setattr("bot.store.copies.dump_must_be_whole", lambda *_: None)
    for act in (
        lambda: downgrade(settings, revisions()[-1]),
        lambda: restore(url, tmp_path / "backup.dump"),
    ):
        with pytest.raises(StoreError, match="is in use"):
            await asyncio.to_thread(act)
