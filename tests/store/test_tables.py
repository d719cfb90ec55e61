"""The repository of tables: read as a whole, written only by those who have read its latest
state."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from bot.clocks import AWAKE, DaysClock, ask, new_clock
from bot.model.computers import ORDINARY, Computer
from bot.model.table import (
    Options,
    PlannedTurn,
    Posted,
    PostedCall,
    RestsOn,
    Seat,
    SeatPlan,
    Table,
    TurnInPreparation,
)
from bot.store import Store, log, tables
from bot.store.database import ChangedMeanwhileError, ChannelBusyError
from bot.store.schema import events, seats
from bot.store.schema import tables as tables_table
from tests.store.databases import on_both
from tests.store.rows import ADA, BEN, COMPUTER, LATER, NOON, SEAL, game, lobby, read, save, turn

pytestmark = on_both

PLAN = SeatPlan(
    (
        (PlannedTurn(("place tikal",), RestsOn((("tikal", 0),), {"corn": (3, 3)}, 2)),),
        (PlannedTurn(),),
    ),
    plays=True,
    extra=2,
)


async def test_new_lobby(store: Store) -> None:
    row = await lobby(store)

    assert row == Table(
        id=row.id,
        guild_id=1,
        channel_id=7,
        status="lobby",
        host_id=101,
        options=Options(theme="light"),
        abandon_votes=frozenset(),
        revision=0,
        version=0,
        rules=None,
        created_at=NOON,
        updated_at=NOON,
        seats=(ADA, BEN, COMPUTER),
        commitment=SEAL,
    )


async def test_what_the_channel_was_told_only_grows(store: Store) -> None:
    async def told() -> list[int | None]:
        async with store.engine.connect() as connection:
            rows = [await tables.by_id(connection, row.id) for row in (playing, waiting)]
        return [row and row.posted.version for row in rows]

    async def untold() -> list[int]:
        return await store.read(tables.not_announced)

    waiting = await lobby(store, channel=8)
    playing = await game(store)
    assert (await told(), await untold()) == ([None, None], [playing.id])
    await store.write(tables.note_told, playing.id, Posted(version=0))
    assert (await told(), await untold()) == ([0, None], [])
    playing = await turn(store, playing, 0, "keep a b")
    assert await untold() == [playing.id]
    for version in (playing.version, playing.version - 1, 0):
        await store.write(tables.note_told, playing.id, Posted(version=version))
        assert (await told(), await untold()) == ([playing.version, None], [])


async def test_unknown_table(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await tables.by_id(connection, 12345) is None


async def test_one_open_table_in_a_channel(store: Store) -> None:
    first = await lobby(store)
    with pytest.raises(ChannelBusyError):
        await lobby(store)
    await lobby(store, channel=8)

    async with store.writing() as connection:
        await save(connection, first, replace(first, status="abandoned"), at=LATER)
    second = await lobby(store)

    async with store.engine.connect() as connection:
        assert await tables.open_in_channel(connection, 7) == second
        assert await tables.latest_in_channel(connection, 7) == second
        assert await tables.open_in_channel(connection, 9) is None


async def test_of_many_who_open_at_once_one_succeeds(store: Store) -> None:
    results = await asyncio.gather(*(lobby(store) for _ in range(20)), return_exceptions=True)

    opened = [result for result in results if isinstance(result, Table)]
    assert len(opened) == 1
    assert all(isinstance(r, ChannelBusyError) for r in results if r is not opened[0])


async def test_latest_in_a_channel_may_be_over(store: Store) -> None:
    row = await game(store)
    async with store.writing() as connection:
        over = await save(connection, row, replace(row, status="finished"), at=LATER)

    async with store.engine.connect() as connection:
        assert await tables.open_in_channel(connection, 7) is None
        assert await tables.latest_in_channel(connection, 7) == over


async def test_save_and_read_again(store: Store) -> None:
    row = await lobby(store)
    wanted = replace(row, host_id=102, options=Options(), seats=(replace(BEN, seat=0),))
    async with store.writing() as connection:
        saved = await save(connection, row, wanted, at=LATER)

    assert saved == replace(wanted, revision=1, updated_at=LATER)
    assert await read(store, row.id) == saved


async def test_save_over_a_change_of_somebody_else_is_refused(store: Store) -> None:
    row = await lobby(store)
    async with store.writing() as connection:
        newest = await save(connection, row, replace(row, host_id=102), at=LATER)

    with pytest.raises(ChangedMeanwhileError):
        async with store.writing() as connection:
            await save(connection, row, replace(row, seats=()), at=LATER)
    assert await read(store, row.id) == newest


async def test_messages_are_noted_without_a_new_revision(store: Store) -> None:
    row = await lobby(store)
    posted = Posted(
        board=55, calls=(PostedCall(7), PostedCall(2**60, seat=1)), leaving=(PostedCall(5),)
    )
    async with store.writing() as connection:
        await tables.note_lobby(connection, row.id, 2**60)
        await tables.note_messages(connection, row.id, posted)

    assert await read(store, row.id) == replace(row, posted=replace(posted, lobby=2**60))


async def test_open_tables_of_a_person(store: Store) -> None:
    first = await lobby(store, channel=1)
    over = await lobby(store, channel=2)
    await lobby(store, channel=3, seated=(BEN,))
    last = await game(store, channel=4)
    async with store.writing() as connection:
        await save(connection, over, replace(over, status="abandoned"), at=LATER)

    async with store.engine.connect() as connection:
        assert await tables.open_of_person(connection, 101) == [first, last]
        assert await tables.open_of_person(connection, 404) == []


async def test_running_games_with_computers(store: Store) -> None:
    await lobby(store, channel=1)
    playing = await game(store, channel=2)
    without = await game(store, channel=3)
    async with store.writing() as connection:
        await save(connection, without, replace(without, seats=(ADA, BEN)), at=LATER)

    async with store.engine.connect() as connection:
        playing_now = await tables.playing_with_computers(connection)
        assert playing_now == {playing.id: playing.revision}


async def test_lobbies_by_age(store: Store) -> None:
    old = await lobby(store, channel=1)
    await game(store, channel=2)
    async with store.engine.connect() as connection:
        assert await tables.lobbies_unchanged_since(connection, NOON) == [old.id]
    async with store.writing() as connection:
        await save(connection, old, old, at=LATER)
    async with store.engine.connect() as connection:
        assert await tables.lobbies_unchanged_since(connection, NOON) == []


async def test_nobody_sits_twice_and_a_computer_is_nobody(store: Store) -> None:
    row = await lobby(store)
    for wrong in (replace(ADA, seat=5), Seat(5, None, "x"), Seat(5, 7, "x", ORDINARY)):
        with pytest.raises(IntegrityError):
            async with store.writing() as connection:
                await save(connection, row, replace(row, seats=(ADA, wrong)), at=LATER)


async def test_another_level_is_written(store: Store) -> None:
    row = await lobby(store)
    for computer in (Computer("easy"), Computer("master", "priest", twice=True)):
        other = (ADA, BEN, replace(COMPUTER, computer=computer))
        async with store.writing() as connection:
            await save(connection, row, replace(row, seats=other), at=LATER)
        row = await read(store, row.id)
        assert row.seats == other


async def test_seats_and_log_belong_to_a_table(store: Store) -> None:
    with pytest.raises(IntegrityError):
        async with store.writing() as connection:
            await connection.execute(
                insert(events).values(table_id=99, n=0, seat=0, action="end", at=NOON)
            )
    row = await turn(store, await game(store), 0, "end")
    async with store.writing() as connection:
        begun = replace(row.seats[1], prepared=TurnInPreparation(0, 1, ("beg",)))
        seated = (row.seats[0], begun, row.seats[2])
        await tables.save(connection, row, replace(row, seats=seated))
        await connection.execute(delete(tables_table).where(tables_table.c.id == row.id))
    async with store.engine.connect() as connection:
        for table in (events, seats):
            assert await connection.scalar(select(func.count()).select_from(table)) == 0


async def test_number_of_a_table_is_never_used_again(store: Store) -> None:
    row = await lobby(store)
    async with store.writing() as connection:
        await connection.execute(delete(tables_table))

    assert (await lobby(store)).id > row.id


async def test_rows_do_not_show_the_deal(store: Store) -> None:
    row = await game(store)
    async with store.engine.connect() as connection:
        assert await log.setup(connection, row.id) == {"age1": ["B1"]}

    assert "B1" not in repr(row)


async def test_each_seat_keeps_its_own(store: Store) -> None:
    row = await game(store)
    first, second = TurnInPreparation(0, 1, ("keep W1 W2",)), TurnInPreparation(4, 7, ("beg",))
    clock = ask(new_clock(1, AWAKE, DaysClock(2)), AWAKE, NOON)
    wanted = replace(
        row,
        seats=(
            replace(row.seats[0], prepared=first, plan=PLAN),
            replace(row.seats[1], prepared=second, clock=clock),
            row.seats[2],
        ),
    )
    async with store.writing() as connection:
        await tables.save(connection, row, wanted, due={1: LATER})

    assert await read(store, row.id) == wanted
    assert await store.read(tables.due, NOON, most=9) == []
    assert await store.read(tables.due, LATER, most=9) == [(row.id, 1)]
    assert await store.read(tables.with_clocks) == [row.id]
    emptied = replace(wanted, seats=row.seats)
    async with store.writing() as connection:
        await tables.save(connection, wanted, emptied)
    assert await read(store, row.id) == row
    assert await store.read(tables.due, LATER, most=9) == []


async def test_what_seats_keep_survives_another_person(store: Store) -> None:
    row = await game(store)
    begun = replace(row.seats[0], plan=PLAN)
    wanted = replace(row, seats=(begun, replace(BEN, user_id=104, name="Dan"), COMPUTER))
    async with store.writing() as connection:
        saved = await save(connection, row, wanted, at=LATER)
    assert await read(store, row.id) == saved
