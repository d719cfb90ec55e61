"""How tables are read and changed: alone, and noticing what other processes did.

What is in memory is only the confirmed games. Everything else is read from the database each
time; who writes says which revision was read, and begins again if it is no longer the newest.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar

import structlog

from bot.refusal import Refusal
from bot.store import Store, log, prepared, tables
from bot.store.errors import ChangedMeanwhileError
from bot.store.rows import TableRow
from bot.tables import timing
from bot.tables.asking import Asked, asked
from bot.tables.lobby import must_have_started, must_sit
from bot.tables.locks import Locks
from bot.tables.open_games import OpenGame, OpenGames
from bot.tables.recap import confirmed_turn
from bot.tables.snapshots import table_of
from bot.tables.table import Confirmed, Table, TurnView
from bot.tables.timing import with_clocks
from bot.tables.turn import TURN_KIND, kind_asked, play_out, prepare

_ATTEMPTS = 20
"""Each failed attempt means that another process has changed the table in between."""

Result = TypeVar("Result")
logger = structlog.get_logger(__name__)


class Desk:
    """All that the tables share: the database, the games in memory, the locks, the clock."""

    def __init__(self, store: Store, now: Callable[[], datetime], open_games: int) -> None:
        self.store = store
        self.now = now
        self.games = OpenGames(store, open_games)
        self.locks = Locks()

    async def alone(self, table_id: int, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Do something with a table while nobody else in this process does, and again if another
        process was quicker."""
        async with self.locks.of(table_id):
            for _ in range(_ATTEMPTS - 1):
                try:
                    return await attempt()
                except ChangedMeanwhileError:
                    logger.info("table changed meanwhile", table=table_id)
            return await attempt()

    async def row(self, table_id: int) -> TableRow:
        """The table as it is now. Raises Refusal if there is none."""
        row = await self.store.read(tables.by_id, table_id)
        if row is None:
            raise Refusal("no-table", "This game is gone; start a new one with /tzolkin new.")
        return row

    async def opened(self, row: TableRow) -> OpenGame:
        """The confirmed game of a table. Raises Refusal if it has not started."""
        if row.rules is None:
            must_have_started(row)
        return await self.games.get(row)

    async def change(
        self, table_id: int, wanted: Callable[[TableRow], TableRow]
    ) -> tuple[TableRow, Table]:
        """Change a table's row; the row before and the table after."""

        async def attempt() -> tuple[TableRow, Table]:
            row = await self.row(table_id)
            changed = wanted(row)
            if changed != row:
                changed = await self.store.write(tables.save, row, changed, at=self.now())
            return row, table_of(changed, self.now())

        return await self.alone(table_id, attempt)

    async def asked(self, table_id: int, user_id: int, stamp: str | None) -> Asked:
        """What a person is asked. Raises Refusal if nothing, or if the stamp is old."""
        row = await self.row(table_id)
        must_have_started(row)
        must_sit(row, user_id)
        return asked(row, await self.games.get(row), user_id, stamp, self.now())

    async def prepare(
        self,
        table_id: int,
        user_id: int,
        stamp: str | None,
        changed: Callable[[tuple[str, ...]], tuple[str, ...]],
    ) -> TurnView:
        """Change the turn in preparation of a person who is asked."""

        async def attempt() -> TurnView:
            mine = await self.asked(table_id, user_id, stamp)
            actions = changed(mine.turn.actions)
            if actions == mine.turn.actions:
                return mine.view()
            mine = mine.changed(prepare(mine.opened.game, mine.seat, actions))
            await self.store.write(prepared.put, table_id, mine.seat, mine.kept, at=self.now())
            return mine.view()

        return await self.alone(table_id, attempt)

    async def append(
        self,
        row: TableRow,
        opened: OpenGame,
        seat: int,
        actions: Sequence[str],
        *,
        user_id: int | None,
    ) -> Confirmed:
        """Confirm a whole turn: played, stored, and only then in memory. To be called alone.
        `user_id` is who confirms it, None a computer."""
        earns = kind_asked(opened.game, seat) == TURN_KIND
        game, steps = play_out(opened.game, seat, actions)
        now = self.now()
        waiting = [decision.seat for decision in game.pending]
        clock_rows = (
            timing.stopped(row, now)
            if game.finished
            else timing.confirmed(row, seat, waiting, now, earns=earns)
        )
        saved = await self.store.write(
            log.append,
            row,
            seat=seat,
            actions=actions,
            position=game.position(),
            finished=game.finished,
            at=now,
            user_id=user_id,
            clock_rows=clock_rows,
            drop_plan=seat in row.plans and earns,
        )
        self.games.put(row.id, opened.after(game, seat, len(actions)))
        logger.info("turn confirmed", table=row.id, seat=seat, version=saved.version)
        table = table_of(with_clocks(saved, clock_rows), now)
        return confirmed_turn(table, seat, opened.game, game, steps, by_computer=user_id is None)
