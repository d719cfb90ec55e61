"""The program is killed (kill -9) at any moment: no confirmed turn is lost, and play goes on."""

import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from bot.engine import Game
from bot.store import Store, log
from bot.store.tables import by_id
from bot.tables import Tables
from tests.store.databases import Kind, empty_database, on_both
from tests.tables.playing import asked_seats, play

KILLS = 5
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
async def test_killed_again_and_again(tmp_path: Path, kind: Kind) -> None:
    url = await empty_database(tmp_path, kind)
    chance = random.Random(1)
    told: list[Any] = []
    for number in range(KILLS):
        told += play_and_kill(url, str(number), chance)
        await check(url, told)
    assert len(told) > 5 * KILLS


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
