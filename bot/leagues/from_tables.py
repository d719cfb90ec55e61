"""Events at a season's tables that change the season: turns lost on time, seats taken by others.

They are stored with the table as words (`OpenTable.must_tell`), in the transaction in which they
happened. The season takes each one over in a single transaction that also removes the word:
wherever the program is stopped, nothing is lost and nothing counts twice.
"""

from bot.leagues.bans import refuse_banned
from bot.leagues.season_transaction import SEAT_TAKEN, Leagues, OpenSeason
from bot.model.league import LeagueTable
from bot.model.table import Table
from bot.moderation.table_acts import BEFORE_DEAL
from bot.refusal import Refusal
from bot.seasons.events import Substituted, TimedOut
from bot.store import moderation, tables
from bot.store.leagues import table_of_game

TIMED_OUT, RAN_OUT, REPLACED = "timed_out", "ran_out", "replaced"
"""How these words begin."""
SEASON, TABLE = "season", "table"
"""For how long somebody took a seat (`SEAT_TAKEN`)."""


def for_season(word: str) -> bool:
    """Whether a word of `OpenTable.must_tell` is meant for the table's season, not for its
    channel."""
    return word.split(" ")[0] in (TIMED_OUT, RAN_OUT, REPLACED)


async def waiting(leagues: Leagues) -> list[int]:
    """The tables with such words: to be taken over, or to be dropped where no season owns the
    table."""
    untold = await leagues.store.read(tables.untold, leagues.shards)
    return [table for table, words in untold.items() if any(map(for_season, words))]


async def take_over(leagues: Leagues, table_id: int) -> int | None:
    """Let the season of a table take over its words. Returns the season's id, None for a table of
    no season. Safe to call at any time."""
    scheduled = await leagues.store.read(table_of_game, table_id)
    table = await leagues.store.read(tables.by_id, table_id)
    for word in () if table is None else filter(for_season, table.untold):
        if scheduled is None or scheduled.seats is None:
            await leagues.store.write(tables.told, table_id, word)
            continue
        async with leagues.open(scheduled.season_id) as season:
            if await season.write(tables.told, table_id, word):  # else another task was faster
                what, number, *_ = word.split(" ")
                if what in (TIMED_OUT, RAN_OUT):
                    entry = _entry_at(table, scheduled, int(number))
                    by_computer = what == TIMED_OUT
                    note_time_out(season, scheduled.number, entry, by_computer=by_computer)
                else:
                    await _take_seat(season, table, scheduled, int(number))
    return None if scheduled is None else scheduled.season_id


def note_time_out(
    season: OpenSeason, number: int, entry: int, turns: int = 1, *, by_computer: bool = True
) -> None:
    """Record that the time of an entry ran out for `turns` turns at this table, and whether
    computers took them; nothing once the table is over."""
    state = season.state
    if state.phase == "running" and not state.is_over(number):
        season.happen(TimedOut(number, entry, turns, by_computer), by=None)


def _entry_at(
    table: Table | None, scheduled: LeagueTable, seat: int, *, before_deal: bool = False
) -> int:
    """The entry in a seat, counted in playing order or (`before_deal`) as in the lobby. These
    differ where the seats were bid for, and the season learns of the order a little later."""
    assert scheduled.seats is not None
    by_bids = None if table is None else scheduled.seated_by(table.bidding)
    if by_bids is None:
        return scheduled.seats[seat]
    return scheduled.entries[seat] if before_deal else by_bids[seat]


async def _take_seat(
    season: OpenSeason, table: Table | None, scheduled: LeagueTable, entry_id: int
) -> None:
    """Whoever took a seat by a moderator's act plays on for its entry, so that the points are
    shared by turns; at this table alone where the season refuses the substitution."""
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
        await refuse_banned(season, came)
        season.happen(Substituted(entry, came, act.reason), by=act.user_id)
        where = SEASON
    except Refusal:  # somebody of the same division, for example
        where = TABLE
    word = SEAT_TAKEN.format(n=act.id, where=where)
    season.change(untold=(*season.view.untold, word))
