"""The deal and the log rebuild everything; the stored position is only a cache."""

import asyncio
import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update
from structlog.testing import capture_logs

from bot.engine import Game
from bot.store import Store, log
from bot.store.schema import events
from bot.store.schema import tables as tables_table
from bot.tables import Tables
from tests.store.databases import empty_database
from tests.store.rows import read
from tests.tables.acts import abandon, choose, needing_computers, turn_of
from tests.tables.playing import EVE, asked_seats, in_play, play, refused, started, user


async def record_of(store: Store, table_id: int) -> dict[str, object]:
    """The deal and the log as stored."""
    async with store.engine.connect() as connection:
        return {
            "setup": await log.setup(connection, table_id),
            "actions": [
                [event.seat, event.action]
                for event in await log.events_between(connection, table_id, 0, 10**6)
            ],
        }


@settings(max_examples=12, deadline=None)
@given(
    people=st.integers(2, 4),
    seed=st.integers(0, 10**9),
    turns=st.integers(0, 60),
    prepared=st.booleans(),
)
def test_log_replays_to_the_kept_position(
    people: int, seed: int, turns: int, prepared: bool
) -> None:
    async def whole() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = Store(await empty_database(Path(folder)))
            await store.open()
            tables = Tables(store)
            chance = random.Random(seed)
            table = await started(tables, people, seed=str(seed))
            await play(tables, table, turns, chance)
            waiting = await asked_seats(tables, table.id)
            if prepared and waiting:  # must not be in the log
                view = await turn_of(tables, table.id, user(table, waiting[0]))
                await choose(tables, table.id, user(table, waiting[0]), view.legal[-1])

            record = await record_of(store, table.id)
            async with store.engine.connect() as connection:
                kept = await log.position(connection, table.id)
            game = Game.replay(record)
            assert kept == (len(game.record()["actions"]), game.position())
            assert game.record() == record
            assert (await tables.game(table.id)).record() == record
            assert (await Tables(store).game(table.id)).record() == record
            await store.close()

    asyncio.run(whole())


async def test_log_wins_over_a_position_that_differs(store: Store) -> None:
    table = await in_play(Tables(store))
    game = await Tables(store).game(table.id)
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(position={"made": "up"}))

    with capture_logs() as logged:
        assert (await Tables(store).game(table.id)).snapshot() == game.snapshot()
    assert [entry["event"] for entry in logged] == ["position differs from log"]

    await play(Tables(store), table, 1)
    with capture_logs() as logged:
        await Tables(store).game(table.id)
    assert logged == []


async def test_position_that_agrees_is_not_complained_about(store: Store) -> None:
    table = await in_play(Tables(store))
    with capture_logs() as logged:
        await Tables(store).game(table.id)
    assert logged == []


async def test_game_that_todays_rules_cannot_replay(store: Store) -> None:
    """It can be looked up and given up, and blocks nothing else."""
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(
            update(events).where(events.c.n == 0).values(action="keep what-you-like")
        )
    tables = Tables(store)

    await refused("rules-changed", tables.game(table.id))
    await refused("rules-changed", turn_of(tables, table.id, user(table, 0)))
    assert await needing_computers(tables) == []
    assert await tables.table(table.id) == table
    assert (await abandon(tables, table.id, EVE, moderator=True)).status == "abandoned"


async def test_log_with_a_gap_is_not_played_on(store: Store) -> None:
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(delete(events).where(events.c.n == table.version - 1))
    await refused("rules-changed", turn_of(Tables(store), table.id, user(table, 0)))


async def test_a_game_is_played_by_the_version_of_the_rules_it_began_with(
    store: Store, version_99: int
) -> None:
    tables = Tables(store)
    table = await started(tables)
    assert (await read(store, table.id)).rules == 1
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(rules=version_99))

    tables = Tables(store)
    with capture_logs() as logged:
        assert (await tables.game(table.id)).rules_version == version_99
    assert logged == []
    await play(tables, table, 2)
    assert (await read(store, table.id)).rules == version_99, "it stays what it began with"


async def test_a_game_of_rules_nobody_knows_is_not_played_on(store: Store) -> None:
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(rules=99))
    await refused("rules-changed", Tables(store).game(table.id))
