"""The program stops, or is killed, and starts again: nothing confirmed or prepared is lost."""

import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Game
from bot.store import Store, log
from bot.store.tables import by_id
from bot.tables import Tables
from tests.store.databases import Kind, empty_database, on_both
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

# --- The program stops and starts again -----------------------------------------------------------
# Everything confirmed and everything prepared is still there.


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


@on_both
async def test_lobby_survives(program: Program) -> None:
    table = await lobby(program.tables, 3)
    tables = await program.restart()
    assert await tables.table(table.id) == table
    await start(tables, table.id, ADA)


@on_both
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


@on_both
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


@on_both
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


@on_both
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


@on_both
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


# --- The program is killed (kill -9) at any moment: no confirmed turn is lost, and play goes on ---

ROOT = Path(__file__).parents[2]


def play_and_kill(url: str, seed: str, chance: random.Random) -> list[Any]:
    """Let a process play, and kill it without warning; returns the turns it saw confirmed."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.tables.confirming", url, seed],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    told = [child.stdout.readline() for _ in range(chance.randrange(5, 40))]
    time.sleep(chance.random() * 0.01)  # any moment of a turn
    child.kill()
    rest, errors = child.communicate()
    assert child.returncode == -9, errors
    told += rest.splitlines()
    return [json.loads(line) for line in told if line.startswith("[") and "]" in line]


@on_both
@pytest.mark.parametrize(
    "kills", [pytest.param(2, marks=pytest.mark.short), pytest.param(5, marks=pytest.mark.long)]
)
async def test_killed_again_and_again(tmp_path: Path, kind: Kind, kills: int) -> None:
    url = await empty_database(tmp_path, kind)
    chance = random.Random(1)
    told: list[Any] = []
    for number in range(kills):
        told += play_and_kill(url, str(number), chance)
        await check(url, told)
    assert len(told) > 5 * kills


async def check(url: str, told: list[Any]) -> None:
    """Every turn that was seen confirmed is in the log, no turn is incomplete, and play goes on."""
    store = Store(url)
    await store.open()
    turns = defaultdict(list)
    for table_id, seat, version, actions in told:
        turns[table_id].append((seat, version, actions))
    for table_id, confirmed in turns.items():
        async with store.engine.connect() as connection:
            row = await by_id(connection, table_id)
            events = await log.events_between(connection, table_id, 0, 10**6)
            setup = await log.setup(connection, table_id)
            kept = await log.position(connection, table_id)
        assert row is not None
        for seat, version, actions in confirmed:
            logged = events[version - len(actions) : version]
            assert {event.seat for event in logged} == {seat}
            if actions != ["keep"]:
                assert [event.action for event in logged] == actions
        assert row.version == len(events) >= confirmed[-1][1]
        assert events[-1].action.split()[0] in ("keep", "advance", "end"), "whole turns only"
        game = Game.replay({"setup": setup, "actions": [(e.seat, e.action) for e in events]})
        assert kept == (row.version, game.position())

    tables = Tables(store)
    table = await tables.table(max(turns))
    if await asked_seats(tables, table.id):
        [turn] = await play(tables, table, 1)
        told.append([table.id, turn.seat, turn.table.version, list(turn.actions)])
    await store.close()
