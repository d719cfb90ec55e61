"""What tables cost: the SQL statements of a press, and the memory of an open table."""

import gc
import random
import sys
import tracemalloc
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, insert, update

from bot.engine import Game
from bot.store import Store
from bot.store.schema import events
from bot.store.schema import tables as tables_table
from bot.tables import Tables, turns
from bot.tables.finding import utc_now
from tests.tables.acts import choose, confirm, turn_of, undo
from tests.tables.playing import asked_seats, in_play, prepare_turn, started, user

# --- How many SQL statements a press costs, and how straight a turn's way is ----------------------


class Counted:
    """Counts cursor executions and commits while it is the context. PostgreSQL's driver begins
    transactions implicitly: only SQLite's BEGIN statements are seen."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.begun = 0
        self.commits = 0

    def _executed(self, connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        first = statement.split()[0]
        if first == "BEGIN":
            self.begun += 1
        else:
            self.statements.append(first)

    def _committed(self, connection: Any) -> None:
        self.commits += 1

    async def during(self, doing: Awaitable[Any]) -> "Counted":
        """Count while this runs."""
        event.listen(Engine, "before_cursor_execute", self._executed)
        event.listen(Engine, "commit", self._committed)
        try:
            await doing
        finally:
            event.remove(Engine, "before_cursor_execute", self._executed)
            event.remove(Engine, "commit", self._committed)
        return self


def locked(store: Store) -> list[str]:
    """The statement that first locks a table's row, on databases with concurrent writers."""
    return [] if store.engine.dialect.name == "sqlite" else ["SELECT"]


async def test_confirmed_turn_is_three_statements_and_one_transaction(
    tables: Tables, store: Store
) -> None:
    table = await in_play(tables, 4)
    chance = random.Random(1)
    lengths = set()
    for _ in range(20):
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, chance)
        counted = await Counted().during(confirm(tables, table.id, user(table, seat), view.stamp))
        assert counted.statements == [*locked(store), "SELECT", "UPDATE", "INSERT"]
        assert (counted.begun or 1, counted.commits) == (1, 1)
        lengths.add(len(view.prepared))
    assert len(lengths) > 2, "however many actions there are"


WAY = ("turns.py", "open_table.py", "preparation.py")
"""The modules of `bot.tables` through which a turn goes when it is confirmed."""


async def test_confirmed_turn_is_one_pass(tables: Tables) -> None:
    """It is prepared, added to the log and told to the plans once: control returns at most five
    times from one of these modules to another."""
    table = await in_play(tables, 4)
    [seat] = await asked_seats(tables, table.id)
    view = await prepare_turn(tables, table, seat, random.Random(1))
    returned: list[str] = []

    def note(frame: Any, event: str, argument: object) -> None:
        if event != "return" or frame.f_back is None:
            return
        of, to = (Path(one.f_code.co_filename) for one in (frame, frame.f_back))
        if of != to and {of.name, to.name} <= set(WAY) and of.parent.name == "tables":
            returned.append(frame.f_code.co_qualname)

    async with tables.open(table.id) as opened:
        sys.setprofile(note)
        try:
            turns.confirm(opened, user(table, seat), view.stamp)
        finally:
            sys.setprofile(None)
    assert returned == [
        "seat_in_game", "OpenTable.game", "play_whole", "OpenTable.append", "plans_go_on"
    ]  # fmt: skip


async def test_choice_is_two_statements_and_a_look_is_one(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)

    choosing = await Counted().during(choose(tables, table.id, person, "place tikal"))
    assert choosing.statements == [*locked(store), "SELECT", "UPDATE"]
    undoing = await Counted().during(undo(tables, table.id, person))
    assert undoing.statements == [*locked(store), "SELECT", "UPDATE"]
    for look in (turn_of(tables, table.id, person), tables.game(table.id), tables.table(table.id)):
        counted = await Counted().during(look)
        assert (counted.statements, counted.commits) == (["SELECT"], 0)


# --- How much memory an open table takes ----------------------------------------------------------

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
