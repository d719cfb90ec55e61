"""Computers play their turns by themselves."""

import asyncio
import random

import pytest

from bot.engine import Game
from bot.store import Store
from bot.tables import Confirmed, Tables
from tests.tables.acts import abandon, needing_computers, play_computers, turn_of
from tests.tables.playing import (
    ADA,
    all_there_is,
    asked_seats,
    last_legal,
    play,
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


async def test_two_calls_at_once_play_each_turn_once(tables: Tables) -> None:
    table = await started(tables, 1, computers=3)
    told = await asyncio.gather(*(play_computers(tables, table.id) for _ in range(5)))
    assert sorted(turn.table.version for turns in told for turn in turns) == [1, 2, 3]


async def test_people_are_not_kept_waiting_while_a_computer_thinks(store: Store) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def slow(game: Game, seat: int) -> str:
        thinking.set()
        await go_on.wait()
        return await last_legal(game, seat)

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

    async def slow(game: Game, seat: int) -> str:
        thinking.set()
        await go_on.wait()
        return await last_legal(game, seat)

    tables = Tables(store, think=slow)
    table = await started(tables, 1, computers=1)
    playing = asyncio.create_task(play_computers(tables, table.id))
    await thinking.wait()
    await abandon(tables, table.id, ADA)
    go_on.set()

    assert await playing == []
    assert (await tables.table(table.id)).version == 0


@pytest.mark.parametrize("failure", ["raises", "illegal"])
async def test_computer_that_fails_does_not_stop_the_game(store: Store, failure: str) -> None:
    async def failing(game: Game, seat: int) -> str:
        if failure == "raises":
            raise ZeroDivisionError
        return "place moon"

    tables = Tables(store, think=failing)
    table = await started(tables, 1, computers=1)
    await play_computers(tables, table.id)
    [me] = table.human_seats
    assert await asked_seats(tables, table.id) == [me]


async def test_computer_cannot_touch_the_game(store: Store) -> None:
    async def meddling(game: Game, seat: int) -> str:
        action = await last_legal(game, seat)
        game.play(seat, action)
        return action

    tables = Tables(store, think=meddling)
    table = await started(tables, 1, computers=1)
    told: list[Confirmed] = []
    while len(told) < 4:
        told += await play_computers(tables, table.id)
        told += await play(tables, table, 1)
    assert no_doubles(told)
    assert Game.replay((await tables.game(table.id)).record()).snapshot() == told[-1].after


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
