"""Run by test_restart.py: plays random games endlessly, and prints each turn that was confirmed.
The parent kills it."""

import asyncio
import json
import random
import sys

from bot.store import Store
from bot.store import tables as stored
from bot.tables import Tables
from tests.tables.acts import confirm
from tests.tables.playing import asked_seats, prepare_turn, started, user


async def play_without_end(url: str, seed: str) -> None:
    """Play on in the open games of the database, or begin the next one."""
    store = Store(url)
    await store.open()
    tables = Tables(store)
    chance = random.Random(seed)
    channel = 0
    while True:
        table = await tables.store.read(stored.latest_in_channel, channel)
        if table is None:
            table = await started(tables, 4, channel=channel, seed=f"{seed} {channel}")
        for seat in (await asked_seats(tables, table.id))[:1]:
            await prepare_turn(tables, table, seat, chance)
            turn = await confirm(tables, table.id, user(table, seat))
            told = [table.id, turn.seat, turn.table.version, list(turn.actions)]
            print(json.dumps(told), flush=True)
            break
        else:
            channel += 1


if __name__ == "__main__":
    asyncio.run(play_without_end(*sys.argv[1:]))
