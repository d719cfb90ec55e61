"""The repository of the log: append-only, and only for writers who have read its latest state."""

import asyncio

import pytest
from sqlalchemy import select

from bot.model.table import Event, Rewound
from bot.store import Store, log
from bot.store.database import ChangedMeanwhileError
from bot.store.schema import undone
from tests.store.databases import on_both
from tests.store.rows import LATER, game, lobby, read, turn

pytestmark = on_both


async def test_begin(store: Store) -> None:
    started = await game(store)

    assert started == await read(store, started.id)
    assert (started.status, started.rules, started.version) == ("playing", 3, 0)
    async with store.engine.connect() as connection:
        assert await log.position(connection, started.id) == (0, {})


async def test_no_position_before_the_start(store: Store) -> None:
    row = await lobby(store)
    async with store.engine.connect() as connection:
        assert await log.position(connection, row.id) is None


async def test_turns_are_added_in_order(store: Store) -> None:
    row = await game(store)
    row = await turn(store, row, 2, "place tikal", "end")
    row = await turn(store, row, 0, "beg", "down chaac", "place palenque", "end")

    assert row == await read(store, row.id)
    assert (row.version, row.updated_at) == (6, LATER)
    async with store.engine.connect() as connection:
        assert await log.events_between(connection, row.id, 0, 100) == [
            Event(2, "place tikal", None, LATER),
            Event(2, "end", None, LATER),
            Event(0, "beg", 101, LATER),
            Event(0, "down chaac", 101, LATER),
            Event(0, "place palenque", 101, LATER),
            Event(0, "end", 101, LATER),
        ]
        assert await log.events_between(connection, row.id, 1, 3) == [
            Event(2, "end", None, LATER),
            Event(0, "beg", 101, LATER),
        ]
        assert await log.position(connection, row.id) == (6, {"turn of": 0})


async def test_logs_do_not_mix(store: Store) -> None:
    one, other = await game(store, 1), await game(store, 2)
    await turn(store, one, 0, "end")
    await turn(store, other, 1, "pass")

    async with store.engine.connect() as connection:
        assert await log.events_between(connection, one.id, 0, 9) == [Event(0, "end", 101, LATER)]
        second = await log.events_between(connection, other.id, 0, 9)
        assert second == [Event(1, "pass", 102, LATER)]


async def test_hurried_turns_are_kept(store: Store) -> None:
    """In the log, and taken out of it."""
    row = await turn(store, await game(store), 0, "end")
    row = await turn(store, row, 2, "pass", hurried=True)
    async with store.writing() as connection:
        events = await log.events_between(connection, row.id, 0, 9)
        assert [event.hurried for event in events] == [False, True]
        await log.take_out(connection, row.id, number=1, was=2, to=0, at=LATER, user_id=101)
        last = await log.last_rewind(connection, row.id)
    assert last is not None
    assert [event.hurried for event in last[2]] == [False, True]


async def test_turn_on_an_old_version_is_refused(store: Store) -> None:
    row = await game(store)
    newest = await turn(store, row, 0, "place tikal", "end")

    with pytest.raises(ChangedMeanwhileError):
        await turn(store, row, 0, "place tikal", "end")
    assert await read(store, row.id) == newest
    async with store.engine.connect() as connection:
        assert len(await log.events_between(connection, row.id, 0, 99)) == 2


async def test_of_many_processes_that_add_a_turn_one_succeeds(store: Store, url: str) -> None:
    row = await game(store)
    stores = [Store(url) for _ in range(8)]

    results = await asyncio.gather(
        *(turn(other, row, 0, "place tikal", "end") for other in stores), return_exceptions=True
    )

    assert sum(isinstance(result, ChangedMeanwhileError) for result in results) == 7
    assert (await read(store, row.id)).version == 2
    for other in stores:
        await other.close()


async def test_what_is_taken_out_is_kept_apart(store: Store) -> None:
    row = await turn(store, await game(store), 0, "place tikal", "end")
    row = await turn(store, row, 1, "pass")
    async with store.writing() as connection:
        await log.take_out(connection, row.id, number=1, was=3, to=2, at=LATER, user_id=101)

    async with store.engine.connect() as connection:
        assert len(await log.events_between(connection, row.id, 0, 9)) == 2
        assert await log.rewinds_of(connection, row.id) == [Rewound(3, 2, LATER)]
        kept = await connection.execute(select(undone.c.rewind, undone.c.n, undone.c.action))
        assert kept.all() == [(1, 2, "pass")]
