"""How much memory an open table takes."""

import gc
import random
import tracemalloc

from sqlalchemy import insert, update

from bot.engine import Game
from bot.store import Store
from bot.store.schema import events
from bot.store.schema import tables as tables_table
from bot.tables import Tables
from bot.tables.finding import utc_now
from tests.tables.playing import started

MOST_PER_TABLE = 250_000
TABLES = 20


async def test_open_table_is_small(store: Store) -> None:
    """Measured on games of four just before their end, when the log is longest."""
    tables = Tables(store)
    ids = []
    for number in range(TABLES):
        table = await started(tables, 4, channel=number, seed=str(number))
        game = await tables.game(table.id)
        chance = random.Random(number)
        turns: list[tuple[int, str]] = []
        while game.pending:
            seat = game.pending[0].seat
            turns.append((seat, chance.choice(game.legal(seat))))
            game.play(*turns[-1])
        await _write(store, table.id, game, turns)
        ids.append(table.id)

    fresh = Tables(store)
    await fresh.table(ids[0])  # what is made once and for all
    gc.collect()
    tracemalloc.start()
    for table_id in ids:
        await fresh.game(table_id)
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    each = used / TABLES
    print(f"\n{each / 1000:.0f} kB per open table, at most {MOST_PER_TABLE / 1000:.0f}")
    assert each < MOST_PER_TABLE


async def _write(store: Store, table_id: int, game: Game, turns: list[tuple[int, str]]) -> None:
    async with store.writing() as connection:
        await connection.execute(
            update(tables_table)
            .where(tables_table.c.id == table_id)
            .values(version=len(turns), position=game.position(), position_version=len(turns))
        )
        await connection.execute(
            insert(events),
            [
                {"table_id": table_id, "n": n, "seat": seat, "action": action, "at": utc_now()}
                for n, (seat, action) in enumerate(turns)
            ],
        )
