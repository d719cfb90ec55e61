"""Events at tables that change their season: time-outs.

Each waits in the outbox from its own transaction on. The season takes it over in a single
transaction that also removes the note: wherever the program stops, nothing is lost and nothing
counts twice.
"""

from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.model.notes import TurnTimedOut
from bot.seasons.events import TimedOut
from bot.store import outbox
from bot.store.leagues import table_of_game


async def waiting(leagues: Leagues) -> list[int]:
    """List the tables with such notes: to be taken over, or to be dropped for a table of no
    season."""
    return await leagues.store.read(outbox.tables_with, (TurnTimedOut,), leagues.shards)


async def take_over(leagues: Leagues, table_id: int) -> int | None:
    """Let a table's season take over its notes. Returns the season's id, None for a table of no
    season. Safe to call at any time."""
    scheduled = await leagues.store.read(table_of_game, table_id)
    notes = await leagues.store.read(outbox.of_table, table_id)
    for one in notes:
        if not isinstance(one.note, TurnTimedOut):
            continue
        if scheduled is None or scheduled.seats is None:
            await leagues.store.write(outbox.told, one)
            continue
        async with leagues.open(scheduled.season_id) as season:
            if not await season.write(outbox.told, one):
                continue  # another task was faster
            entry = scheduled.seats[one.note.seat]
            note_time_out(season, scheduled.number, entry, by_computer=one.note.by_computer)
    return None if scheduled is None else scheduled.season_id


def note_time_out(
    season: OpenSeason, number: int, entry: int, turns: int = 1, *, by_computer: bool = True
) -> None:
    """Record time-outs of an entry in `turns` turns at this table, and whether computers took them;
    nothing once the table is over."""
    state = season.state
    if state.phase == "running" and not state.is_over(number):
        season.happen(TimedOut(number, entry, turns, by_computer), by=None)
