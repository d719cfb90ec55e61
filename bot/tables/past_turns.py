"""The confirmed turns of a game, told again from its log."""

import asyncio

from bot.store import log
from bot.store.rows import TableRow
from bot.tables.desk import Desk
from bot.tables.recap import turns_of
from bot.tables.snapshots import table_of
from bot.tables.table import Confirmed


async def turns_from(desk: Desk, row: TableRow, version: int) -> list[Confirmed]:
    """The turns after the first `version` actions of the log, oldest first, each with the table
    as it was then. Raises Refusal if today's rules cannot replay it."""
    opened = await desk.games.at(row, version)
    events = await desk.store.read(log.events_between, row.id, version, row.version)
    # It may be a whole game that is played again: not where others wait.
    return await asyncio.to_thread(turns_of, table_of(row, desk.now()), opened, events)
