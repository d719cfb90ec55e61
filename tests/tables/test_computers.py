"""Computers play their turns by themselves."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.clocks import ClockRule, DaysClock, LiveClock, TimeRules
from bot.engine import Game
from bot.model.computers import LEVELS, Computer, Level
from bot.store import Store
from bot.tables import Confirmed, Options, Tables, Thought
from tests.tables.acts import (
    abandon,
    add_computer,
    first_tiles,
    needing_computers,
    play_computers,
    set_options,
    start,
    time_over,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    all_there_is,
    asked_seats,
    last_legal,
    lobby,
    play_turn,
    started,
    user,
)


def no_doubles(told: list[Confirmed]) -> bool:
    """Whether every turn follows the previous one."""
    versions = [turn.table.version for turn in told]
    return versions == sorted(set(versions))


async def test_computers_play_until_a_person_is_asked(tables: Tables) -> None:
    table = await started(tables, 1, computers=3)
    me = next(iter(table.human_seats))
    told = await play_computers(tables, table.id)

    assert sorted(turn.seat for turn in told) == sorted({0, 1, 2, 3} - {me})
    assert all(turn.actions == ("keep",) for turn in told)
    assert await asked_seats(tables, table.id) == [me]
    assert await play_computers(tables, table.id) == []


async def test_whole_game_with_computers(tables: Tables) -> None:
    table = await started(tables, 1, computers=1)
    [me] = table.human_seats
    chance = random.Random(1)
    told = await play_computers(tables, table.id)
    while not told or not told[-1].finished:
        told.append(await play_turn(tables, table, me, chance))
        told += await play_computers(tables, table.id)

    assert no_doubles(told)
    assert {turn.seat for turn in told} == {0, 1}
    assert (await tables.table(table.id)).status == "finished"
    assert await play_computers(tables, table.id) == []


async def test_two_calls_at_once_play_each_turn_once(store: Store) -> None:
    noted = Noted()
    tables = Tables(store, think=noted)
    table = await started(tables, 1, computers=3)
    told = await asyncio.gather(*(play_computers(tables, table.id) for _ in range(5)))
    assert sorted(turn.table.version for turns in told for turn in turns) == [1, 2, 3]
    assert len(noted.asked) == 3, "nor do computers think about one twice"


async def test_people_are_not_kept_waiting_while_a_computer_thinks(store: Store) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any, **how: Any) -> Thought:
        thinking.set()
        await go_on.wait()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=slow)
    table = await started(tables, 2, computers=1)
    playing = asyncio.create_task(play_computers(tables, table.id))
    await thinking.wait()

    people = sorted(table.human_seats)
    kept = await play_turn(tables, table, people[0], random.Random(1))
    assert kept.waiting
    go_on.set()
    told = await playing
    assert len(told) == 1
    assert await asked_seats(tables, table.id) == [people[1]]


async def test_game_given_up_while_a_computer_thinks(store: Store) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any, **how: Any) -> Thought:
        thinking.set()
        await go_on.wait()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=slow)
    table = await started(tables, 1, computers=1)
    playing = asyncio.create_task(play_computers(tables, table.id))
    await thinking.wait()
    await abandon(tables, table.id, ADA)
    go_on.set()

    assert await playing == []
    assert (await tables.table(table.id)).version == 0


class Noted:
    """A computer that notes at which level it is asked, and what is urgent."""

    def __init__(self) -> None:
        self.asked: list[tuple[Computer, bool]] = []

    async def __call__(
        self, game: Game, seat: int, computer: Computer, *,
        begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
    ) -> Thought:  # fmt: skip
        """As `Thinking.turn`."""
        self.asked.append((computer, urgent))
        return await last_legal(game, seat, computer, begun=begun, legal=legal)


async def test_each_seat_plays_as_was_chosen(store: Store) -> None:
    noted, chosen = Noted(), (Computer("hard", "priest"), Computer("easy"))
    tables = Tables(store, think=noted)
    table = await lobby(tables, 1)
    for computer in chosen:
        await add_computer(tables, table.id, ADA, computer)
    table = await start(tables, table.id, ADA, seed="1")
    turns = await play_computers(tables, table.id)
    assert noted.asked == [(table.seats[turn.seat].computer, False) for turn in turns]
    assert {computer for computer, _ in noted.asked} == set(chosen)


@pytest.mark.parametrize("live", [False, True])
async def test_time_of_a_turn_tells_nothing(store: Store, live: bool) -> None:
    """Nobody waits for the pause where the clock is live."""
    thought = asyncio.Event()

    async def at_once(*asked: Any, **how: Any) -> Thought:
        thought.set()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=at_once, pauses=dict.fromkeys(LEVELS, 3600))
    table = await lobby(tables)
    await add_computer(tables, table.id, ADA, Computer("easy"))
    if live:
        await set_options(tables, table.id, ADA, Options(time=TimeRules(LiveClock(10))))
    await start(tables, table.id, ADA, seed="1")
    playing = asyncio.create_task(play_computers(tables, table.id))
    if live:
        assert len(await playing) == 1
    else:
        await thought.wait()
        await asyncio.sleep(0.05)
        assert not playing.done()
        assert (await tables.table(table.id)).version == 0
        playing.cancel()


@pytest.mark.parametrize(("clock", "level"), [(LiveClock(10), "instant"), (DaysClock(2), "medium")])
async def test_what_people_wait_for_is_urgent(store: Store, clock: ClockRule, level: Level) -> None:
    noted = Noted()
    tables = Tables(store, think=noted)
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(time=TimeRules(clock)))
    table = await start(tables, table.id, ADA, seed="1")
    await first_tiles(tables, table.id, user(table, 0), None)
    assert noted.asked == [(Computer("medium"), True)]
    await time_over(tables, table.id, 0)
    assert noted.asked[1:] == [(Computer(level), True)]


async def test_after_a_restart_computers_are_found(store: Store, tables: Tables) -> None:
    asked = await started(tables, 1, computers=1, channel=1)
    waiting = await started(tables, 1, computers=1, channel=2)
    await play_computers(tables, waiting.id)
    await started(tables, 2, channel=3)
    over = await started(tables, 1, computers=1, channel=4)
    await abandon(tables, over.id, ADA)

    fresh = Tables(store, think=last_legal)
    assert await needing_computers(fresh) == [asked.id]
    before = await all_there_is(fresh, waiting.id)
    assert len(await play_computers(fresh, asked.id)) == 1
    assert await needing_computers(fresh) == []
    assert await all_there_is(fresh, waiting.id) == before


async def test_person_cannot_play_for_a_computer(tables: Tables) -> None:
    table = await started(tables, 1, computers=1)
    [me] = table.human_seats
    assert user(table, me) == ADA.id
    view = await turn_of(tables, table.id, ADA.id)
    assert view.seat == me
