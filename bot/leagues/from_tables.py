"""Events at tables that change their season: time-outs, and seats taken by others.

Each waits in the outbox from its own transaction on. The season takes it over in a single
transaction that also removes the note: wherever the program stops, nothing is lost and nothing
counts twice.
"""

from bot.leagues.admission import Newcomer, must_be_let_in
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.model.league import LeagueTable
from bot.model.notes import FOR_SEASON, SeatReplaced, SeatTaken, TurnTimedOut
from bot.model.table import Table
from bot.moderation.table_acts import BEFORE_DEAL
from bot.refusal import Refusal
from bot.seasons.events import Substituted, TimedOut
from bot.store import moderation, outbox, tables
from bot.store.leagues import table_of_game


async def waiting(leagues: Leagues) -> list[int]:
    """List the tables with such notes: to be taken over, or to be dropped for a table of no
    season."""
    return await leagues.store.read(outbox.tables_with, FOR_SEASON, leagues.shards)


async def take_over(leagues: Leagues, table_id: int) -> int | None:
    """Let a table's season take over its notes. Returns the season's id, None for a table of no
    season. Safe to call at any time."""
    scheduled = await leagues.store.read(table_of_game, table_id)
    notes = await leagues.store.read(outbox.of_table, table_id)
    for one in notes:
        if not isinstance(one.note, FOR_SEASON):
            continue
        if scheduled is None or scheduled.seats is None:
            await leagues.store.write(outbox.told, one)
            continue
        table = await leagues.store.read(tables.by_id, table_id)
        async with leagues.open(scheduled.season_id) as season:
            if not await season.write(outbox.told, one):
                continue  # another task was faster
            if isinstance(one.note, TurnTimedOut):
                entry = _entry_at(table, scheduled, one.note.seat)
                note_time_out(season, scheduled.number, entry, by_computer=one.note.by_computer)
            elif isinstance(one.note, SeatReplaced):
                await _take_seat(season, table, scheduled, one.note.entry)
    return None if scheduled is None else scheduled.season_id


def note_time_out(
    season: OpenSeason, number: int, entry: int, turns: int = 1, *, by_computer: bool = True
) -> None:
    """Record time-outs of an entry in `turns` turns at this table, and whether computers took them;
    nothing once the table is over."""
    state = season.state
    if state.phase == "running" and not state.is_over(number):
        season.happen(TimedOut(number, entry, turns, by_computer), by=None)


def _entry_at(
    table: Table | None, scheduled: LeagueTable, seat: int, *, before_deal: bool = False
) -> int:
    """Find the entry in a seat, counted in playing order or (`before_deal`) as in the lobby. These
    differ where the seats were bid for, and the season learns of the order a little later."""
    assert scheduled.seats is not None
    by_bids = None if table is None else scheduled.seated_by(table.bidding)
    if by_bids is None:
        return scheduled.seats[seat]
    return scheduled.entries[seat] if before_deal else by_bids[seat]


async def _take_seat(
    season: OpenSeason, table: Table | None, scheduled: LeagueTable, entry_id: int
) -> None:
    """Let a person who took a seat by a moderator's act play on for its entry, so that the points
    are shared by turns; at this table alone where the season refuses the substitution."""
    act = await season.transaction.run(moderation.by_id, entry_id)
    assert act is not None and scheduled.seats is not None
    came = act.details["now"]["user_id"]
    seat, before_deal = int(act.details["seat"]), bool(act.details.get(BEFORE_DEAL))
    entry = _entry_at(table, scheduled, seat, before_deal=before_deal)
    state = season.state
    holds = entry not in state.withdrawn and state.holder(entry) == came
    plays = scheduled.status == "playing" or (scheduled.status == "waiting" and before_deal)
    if not plays or came is None or holds:
        return
    try:
        await must_be_let_in(season, Newcomer(came, by_moderator=True))
        season.happen(Substituted(entry, came, act.reason), by=act.user_id)
        whole_season = True
    except Refusal:  # a person of the same division, for example
        whole_season = False
    season.must_tell(SeatTaken(act.id, whole_season))
