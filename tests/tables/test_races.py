"""People pressing at the same time: nothing is doubled, lost or mixed up."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.engine import Game
from bot.store import Store, log
from bot.store.tables import by_id
from bot.tables import Confirmed, Person, Refusal, Table, Tables, TurnView, turns
from tests.store.databases import on_both
from tests.tables.acts import abandon, choose, confirm, play_computers, turn_of, undo
from tests.tables.playing import (
    Clock,
    asked_seats,
    in_play,
    last_legal,
    play,
    prepare_turn,
    refused,
    started,
    user,
)

pytestmark = on_both

AT_ONCE = 100


@pytest.fixture
async def second(url: str, store: Store, clock: Clock) -> AsyncIterator[Tables]:
    """The tables of another process on the same database, which the first one has created."""
    other = Store(url)
    yield Tables(other, think=last_legal, now=clock)
    await other.close()


async def check(store: Store, table_id: int) -> None:
    """The log has no gaps, replays, and leads to the stored position."""
    async with store.engine.connect() as connection:
        row = await by_id(connection, table_id)
        assert row is not None
        events = await log.events_between(connection, table_id, 0, 10**6)
        setup = await log.setup(connection, table_id)
        kept = await log.position(connection, table_id)
    assert len(events) == row.version
    game = Game.replay({"setup": setup, "actions": [(e.seat, e.action) for e in events]})
    assert kept == (row.version, game.position())


def codes(results: list[object]) -> Counter[str]:
    """How often each outcome occurred."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refusal):
            raise result
    return Counter(r.code if isinstance(r, Refusal) else "done" for r in results)


async def test_hundred_presses_of_confirm(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    for _ in range(3):
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, random.Random(1))
        results = await asyncio.gather(
            *(confirm(tables, table.id, user(table, seat), view.stamp) for _ in range(AT_ONCE)),
            return_exceptions=True,
        )
        assert codes(results) == {"done": 1, "moved-on": AT_ONCE - 1}
    await check(store, table.id)


async def test_hundred_presses_of_one_choice(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await turn_of(tables, table.id, user(table, seat))
    results = await asyncio.gather(
        *(
            choose(tables, table.id, user(table, seat), "place tikal", view.stamp)
            for _ in range(AT_ONCE)
        ),
        return_exceptions=True,
    )
    assert codes(results) == {"done": 1, "old-panel": AT_ONCE - 1}
    assert (await turn_of(tables, table.id, user(table, seat))).prepared == ("place tikal",)


async def test_typed_and_pressed_at_once(tables: Tables, second: Tables) -> None:
    """One finds the table by its channel, the other by its number."""
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person, stamp = user(table, seat), (await turn_of(tables, table.id, user(table, seat))).stamp

    async def typed(by: Tables) -> None:
        async with by.open(table.channel_id, in_channel=True) as opened:
            turns.choose(opened, person, "place tikal", stamp)

    doings = [
        doing
        for by in (tables, second)
        for _ in range(AT_ONCE // 4)
        for doing in (typed(by), choose(by, table.id, person, "place tikal", stamp))
    ]
    results = await asyncio.gather(*doings, return_exceptions=True)
    assert codes(results) == {"done": 1, "old-panel": len(doings) - 1}


async def test_everything_at_once(tables: Tables, store: Store) -> None:
    """All kinds of presses by everybody, with and without stamps, valid and invalid."""
    table = await in_play(tables, 4)
    chance = random.Random(5)
    done: Counter[str] = Counter()
    for _ in range(10):
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, chance)
        doings = []
        for _ in range(AT_ONCE):
            who = user(table, chance.choice([seat, seat, chance.randrange(4)]))
            stamp = chance.choice([view.stamp, None])
            doings.append(
                chance.choice(
                    [
                        lambda who=who, stamp=stamp: confirm(tables, table.id, who, stamp),
                        lambda who=who, stamp=stamp: undo(tables, table.id, who, stamp),
                        lambda who=who, stamp=stamp: choose(
                            tables,
                            table.id,
                            who,
                            chance.choice(["place tikal", "beg", "end"]),
                            stamp,
                        ),
                    ]
                )
            )
        results = await asyncio.gather(*(do() for do in doings), return_exceptions=True)
        done += codes(results)
        turns = [r for r in results if isinstance(r, Confirmed)]
        versions = sorted(turn.table.version for turn in turns)
        assert len(versions) == len(set(versions))
        await check(store, table.id)
        if (await tables.table(table.id)).status != "playing":
            break
    assert done["done"] > 10
    assert done["moved-on"] > 10


async def test_all_choose_their_tiles_at_once(tables: Tables, store: Store) -> None:
    table = await started(tables, 4)

    async def keep(seat: int) -> Confirmed:
        view = await turn_of(tables, table.id, user(table, seat))
        view = await choose(tables, table.id, user(table, seat), view.legal[seat], view.stamp)
        return await confirm(tables, table.id, user(table, seat), view.stamp)

    told = await asyncio.gather(*(keep(seat) for seat in range(4)))
    assert sum(turn.new_round for turn in told) == 1
    await check(store, table.id)


async def test_many_tables_at_once(tables: Tables, store: Store) -> None:
    played = await asyncio.gather(*(_short_game(tables, channel) for channel in range(20)))
    for table in played:
        await check(store, table.id)


async def _short_game(tables: Tables, channel: int) -> Table:
    table = await started(tables, 2, seed=str(channel), channel=channel)
    await play(tables, table, 6)
    return table


async def test_two_processes_confirm_at_once(tables: Tables, second: Tables, store: Store) -> None:
    table = await in_play(tables)
    for _ in range(5):
        [seat] = await asked_seats(tables, table.id)
        assert await asked_seats(second, table.id) == [seat]
        view = await prepare_turn(second, table, seat, random.Random(2))
        results = await asyncio.gather(
            *(
                confirm(service, table.id, user(table, seat), view.stamp)
                for _ in range(5)
                for service in (tables, second)
            ),
            return_exceptions=True,
        )
        assert codes(results) == {"done": 1, "moved-on": 9}
    await check(store, table.id)


async def test_two_processes_choose_at_once(tables: Tables, second: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await turn_of(tables, table.id, user(table, seat))
    results = await asyncio.gather(
        choose(tables, table.id, user(table, seat), "place tikal", view.stamp),
        choose(second, table.id, user(table, seat), "place palenque", view.stamp),
        return_exceptions=True,
    )
    assert codes(results) == {"done": 1, "old-panel": 1}
    [chosen] = [result for result in results if isinstance(result, TurnView)]
    assert await turn_of(tables, table.id, user(table, seat)) == chosen
    assert await turn_of(second, table.id, user(table, seat)) == chosen


async def test_two_processes_play_in_turn(tables: Tables, second: Tables, store: Store) -> None:
    """Each notices what the other has done, however they are interleaved."""
    table = await started(tables, 4)
    chance = random.Random(4)
    for _ in range(30):
        service = chance.choice((tables, second))
        await play(service, table, chance.randrange(1, 3), chance)
    assert (await tables.game(table.id)).record() == (await second.game(table.id)).record()
    await check(store, table.id)


async def test_two_processes_keep_tiles_at_once(
    tables: Tables, second: Tables, store: Store
) -> None:
    """Both are valid, so neither may be refused because the other was faster."""
    table = await started(tables, 2)

    async def keep(service: Tables, seat: int) -> Confirmed:
        person = user(table, seat)
        await choose(service, table.id, person, (await turn_of(service, table.id, person)).legal[0])
        return await confirm(service, table.id, person)

    told = await asyncio.gather(keep(tables, 0), keep(second, 1))
    assert sorted(turn.table.version for turn in told) == [1, 2]
    await check(store, table.id)


async def test_two_processes_vote_and_play_at_once(tables: Tables, second: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await prepare_turn(tables, table, seat, random.Random(1))
    idle = next(holder for holder in table.seats if holder.seat != seat)
    await asyncio.gather(
        confirm(tables, table.id, user(table, seat), view.stamp),
        abandon(second, table.id, Person(user(table, idle.seat), idle.name)),
    )
    assert (await tables.table(table.id)).abandon_votes == {idle.seat}


async def test_computers_of_two_processes_play_each_turn_once(
    tables: Tables, second: Tables, store: Store
) -> None:
    table = await started(tables, 1, computers=3)
    told = await asyncio.gather(*(play_computers(s, table.id) for s in (tables, second)))
    assert sorted(turn.table.version for turns in told for turn in turns) == [1, 2, 3]
    await check(store, table.id)


@contextmanager
def cancelled_at(step: int, task: asyncio.Task[Any]) -> Iterator[None]:
    """Cancel a task at its first, second, third... statement or commit."""
    steps, loop = count(1), asyncio.get_running_loop()

    def cancel(*_: object) -> None:
        if next(steps) == step:
            loop.call_soon_threadsafe(task.cancel)  # SQLite commits in a thread

    names = ("before_cursor_execute", "commit")
    for name in names:
        event.listen(Engine, name, cancel)
    yield
    for name in names:
        event.remove(Engine, name, cancel)


async def test_cancelled_confirm_is_done_or_not_but_never_half(
    tables: Tables, store: Store
) -> None:
    """A press may be cancelled at any moment, for instance when the program is stopped."""
    table = await in_play(tables)
    chance = random.Random(8)
    outcomes: Counter[bool] = Counter()
    for number in range(28):
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, chance)
        before = (await tables.table(table.id)).version
        task = asyncio.create_task(confirm(tables, table.id, user(table, seat), view.stamp))
        # At each of its statements and at the commit; every seventh waits for the table.
        if number % 7 == 0:
            async with tables.locks.of(table.id):
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.wait([task])
        else:
            with cancelled_at(number % 7, task):
                await asyncio.wait([task])
                await asyncio.gather(*store._under_way)  # what was begun goes on by itself
        await check(store, table.id)
        outcomes[(await tables.table(table.id)).version > before] += 1
        if not await asked_seats(tables, table.id):
            break
    assert outcomes[False], "some were given up in time"
    assert outcomes[True], "others were done all the same"


async def test_locks_are_gone_when_nobody_holds_them(tables: Tables) -> None:
    table = await in_play(tables)
    await asyncio.gather(*(tables.table(table.id) for _ in range(10)))
    await refused("not-a-player", turn_of(tables, table.id, 404))
    assert len(tables.locks) == 0
