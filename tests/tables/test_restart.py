"""The program stops and starts again: everything confirmed and everything prepared is still
there."""

import random
from collections.abc import AsyncIterator

import pytest

from bot.store import Store
from bot.tables import Tables
from tests.store.databases import on_both
from tests.tables.acts import choose, confirm, start, turn_of, undo
from tests.tables.playing import (
    ADA,
    all_there_is,
    asked_seats,
    in_play,
    last_legal,
    lobby,
    play,
    prepare_turn,
    refused,
    started,
    user,
)

pytestmark = on_both


class Program:
    """The tables of a program that can be stopped and started."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._store = Store(url)
        self.tables = Tables(self._store, think=last_legal)

    async def start(self) -> None:
        """Open the database."""
        await self._store.open()

    async def stop(self) -> None:
        """Close it."""
        await self._store.close()

    async def restart(self) -> Tables:
        """Start again with nothing but the database."""
        await self.stop()
        self.__init__(self._url)  # type: ignore[misc]
        await self.start()
        return self.tables


@pytest.fixture
async def program(url: str) -> AsyncIterator[Program]:
    """A running program."""
    program = Program(url)
    await program.start()
    yield program
    await program.stop()


async def test_lobby_survives(program: Program) -> None:
    table = await lobby(program.tables, 3)
    tables = await program.restart()
    assert await tables.table(table.id) == table
    await start(tables, table.id, ADA)


async def test_middle_of_a_prepared_turn_survives(program: Program) -> None:
    table = await in_play(program.tables)
    [seat] = await asked_seats(program.tables, table.id)
    person = user(table, seat)
    await choose(program.tables, table.id, person, "place palenque")
    view = await choose(program.tables, table.id, person, "place tikal")
    before = await all_there_is(program.tables, table.id)

    tables = await program.restart()
    assert await all_there_is(tables, table.id) == before
    assert await turn_of(tables, table.id, person) == view
    view = await undo(tables, table.id, person, view.stamp)
    assert view.prepared == ("place palenque",)
    tables = await program.restart()
    done = await confirm(tables, table.id, person, view.stamp)
    assert done.actions == ("place palenque", "end")
    tables = await program.restart()
    await refused("moved-on", confirm(tables, table.id, person, view.stamp))


async def test_secret_choices_survive_and_stay_secret(program: Program) -> None:
    table = await started(program.tables, 3)
    for seat in (1, 2):
        person = user(table, seat)
        legal = (await turn_of(program.tables, table.id, person)).legal
        view = await choose(program.tables, table.id, person, legal[seat])
        if seat == 1:
            await confirm(program.tables, table.id, person)

    tables = await program.restart()
    assert await asked_seats(tables, table.id) == [0, 2]
    assert await turn_of(tables, table.id, user(table, 2)) == view
    assert (await tables.game(table.id)).position()["players"][1]["wealth"] == []
    await refused("others-choose", turn_of(tables, table.id, user(table, 1)))


async def test_whole_game_with_a_restart_before_every_turn(program: Program) -> None:
    table = await started(program.tables)
    chance = random.Random(9)
    tables, told = program.tables, []
    while await asked_seats(tables, table.id):
        [turn] = await play(tables, table, 1, chance)
        tables = await program.restart()
        assert (await tables.game(table.id)).snapshot() == turn.after
        told.append(turn)

    assert told[-1].finished
    assert (await tables.table(table.id)) == told[-1].table
    assert (await tables.game(table.id)).standings() == told[-1].standings


async def test_game_dropped_from_memory_goes_on(store: Store) -> None:
    tables = Tables(store, open_games=2)
    games = [await started(tables, channel=channel) for channel in range(5)]
    chance = random.Random(2)
    for _ in range(40):
        table = chance.choice(games)
        before = (await tables.table(table.id)).version
        [turn] = await play(tables, table, 1, chance)
        assert turn.table.version == before + len(turn.actions)
        assert len(tables.games) <= 2


async def test_every_button_of_before_is_judged_as_before(program: Program) -> None:
    """Old ones are refused, the newest one works."""
    table = await in_play(program.tables)
    [seat] = await asked_seats(program.tables, table.id)
    person = user(table, seat)
    first = await turn_of(program.tables, table.id, person)
    newest = await prepare_turn(program.tables, table, seat, random.Random(1))

    tables = await program.restart()
    await refused("old-panel", confirm(tables, table.id, person, first.stamp))
    await confirm(tables, table.id, person, newest.stamp)
    tables = await program.restart()
    await refused("moved-on", confirm(tables, table.id, person, newest.stamp))
    await refused("moved-on", choose(tables, table.id, person, "beg", first.stamp))
