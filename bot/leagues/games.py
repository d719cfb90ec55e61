"""The games of a season: tables that can open now, the game of each table, time-outs, the results,
the rounds and stages that are drawn from them.

A result is counted once its game is over, however the program notices it: `count_finished` asks the
database for finished games that are not counted, and may be called at any time. The notes for the
league's channel are written in the same transaction.

A time-out at a table waits in the outbox from its own transaction on. The season takes it over in a
single transaction that also removes the note: wherever the program stops, nothing is lost and
nothing counts twice.
"""

import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.leagues.season_transaction import Counted, Leagues, OpenSeason, SeasonView
from bot.leagues.settings import WHOLE_ROUND
from bot.model.league import LeagueGame, LeagueTable
from bot.model.notes import ChangeSeats, NoResult, PeopleChanged, TurnTimedOut
from bot.moderation.table_acts import EndGame
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.drawing import (
    draw_round,
    draw_stage,
    rounds_left,
    stage_due,
    taken_back,
    who_goes_on,
)
from bot.seasons.results import NOT_PLAYED, How, Result, result_of_game, seats_of_game
from bot.seasons.season import Season, open_disputes
from bot.seasons.stages.knockout import knockouts_of
from bot.store import leagues as stored
from bot.store import log, outbox
from bot.store.leagues import table_of_game as stored_table_of_game
from bot.tables import Claim, Table, Tables, looking_back


async def take_over_time_outs(leagues: Leagues, table_id: int) -> int | None:
    """Let a table's season take over its notes. Returns the season's id, None for a table of no
    season. Safe to call at any time."""
    scheduled = await leagues.store.read(stored_table_of_game, table_id)
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
            if season.state.phase == "running" and not season.state.is_over(scheduled.number):
                entry, by_computer = scheduled.seats[one.note.seat], one.note.by_computer
                late = events.TimedOut(scheduled.number, entry, by_computer=by_computer)
                season.happen(late, by=None)
    return None if scheduled is None else scheduled.season_id


PLAYED_ON = "played on after the game was rewound"
"""The reason in the log where a finished game was rewound and ended differently."""
TURN_ENDS = "end"
"""The action that ends a turn in the log; answers to questions in between are not turns."""


# --- the schedule --------------------------------------------------------------------------------


async def schedule(
    leagues: Leagues, season_id: int, numbers: Collection[int] | None = None
) -> list[LeagueTable]:
    """List the tables drawn so far, or those of these numbers, in playing order."""
    view = await leagues.read(season_id)
    found = await leagues.store.read(stored.tables_of, season_id, numbers)
    found.sort(key=lambda table: (table.round, table.number))
    return [view.with_people(table) for table in found]


async def ready(leagues: Leagues, season_id: int) -> list[LeagueTable]:
    """List the tables that can open now: those without a game, of which no player plays, or must
    play first, at as many other tables of the season as its settings allow. Before its starting
    date no table of a season can open."""
    view = await leagues.read(season_id)
    starts = view.settings.starts
    if view.state.phase != "running" or (starts is not None and leagues.now() < starts):
        return []
    state, at_once = view.state, view.settings.at_once
    most = None if at_once == WHOLE_ROUND else at_once
    plays: Counter[int] = Counter()
    opened = await games(leagues, season_id)
    for number in opened:  # a table may have opened before an earlier one of its players
        if not state.is_over(number):
            plays.update(_seated(view, state.tables[number].entries))
    full = {person for person, n in plays.items() if most is not None and n >= most}
    entries = frozenset(e for e in state.holders if state.holder(e) in full)
    found = []
    for drawn in state.may_open(entries, most):
        seated = _seated(view, drawn.entries)
        # a substitute may play for entries of two divisions
        free = most is None or all(plays[p] < most for p in seated)
        if drawn.table not in opened and free:
            plays.update(seated)
            table = LeagueTable(season_id, drawn.table, drawn.division, drawn.round, drawn.entries)
            found.append(view.with_people(table))
    return found


def _seated(view: SeasonView, entries: Sequence[int]) -> set[int]:
    return {person for person in view.people(entries) if person is not None}


async def games(
    leagues: Leagues, season_id: int, status: str | None = None
) -> Mapping[int, LeagueGame]:
    """Read the game of each table, or each in this status, by table number. A game that is over may
    be resumed."""
    return await leagues.store.read(stored.games_of, season_id, status)


async def played_on(leagues: Leagues, season: SeasonView) -> bool:
    """Whether a game with a result was rewound and is being played again."""
    found = await games(leagues, season.id)
    return any(
        game.status == "playing" and number not in season.state.voided
        for number, game in found.items()
    )


async def table_of_game(leagues: Leagues, table_id: int) -> LeagueTable | None:
    """Find the season's table for which a game is played; None for any other game."""
    table = await leagues.store.read(stored.table_of_game, table_id)
    if table is None:
        return None
    return (await leagues.read(table.season_id)).with_people(table)


# --- opening tables -------------------------------------------------------------------------------


def claim_for(table: LeagueTable) -> Claim:
    """Claim this table for a game, in the transaction that opens the game: of two attempts only one
    succeeds. The table counts as being opened until `opened` is called."""
    return partial(
        stored.claim, season_id=table.season_id, number=table.number, seats=table.entries
    )


async def being_opened(leagues: Leagues, season_id: int) -> list[LeagueTable]:
    """List the tables whose game is not recorded as begun: the program was stopped meanwhile, or is
    just opening them."""
    view = await leagues.read(season_id)
    found = await leagues.store.read(stored.being_opened, season_id)
    return [view.with_people(table) for table in found]


async def opened(leagues: Leagues, season_id: int, number: int, game: Table) -> LeagueTable:
    """Record that a game has begun for a table of the season; its result will be counted without
    further calls. May be called again. Raises Refusal if the season does not expect the game, or
    other people sit there."""
    async with leagues.open(season_id) as season:
        table = await season.table(number)
        if table.table_id == game.id and table.status != "waiting":
            return table
        if table.status != "waiting" or table.table_id not in (None, game.id):
            raise Refusal(
                "table-taken", "Table {table} of the season already has a game.", table=number
            )
        sitting = [holder.user_id for holder in game.seats]
        seats = seats_of_game(table.entries, table.people, sitting)
        if seats is None and table.table_id == game.id:
            seats = table.seats  # claimed for the people of its entries then
            await _seats_changed(season, replace(table, seats=seats), sitting)
        if game.status == "lobby" or seats is None:
            raise Refusal(
                "other-people",
                "Table {table} of the season is for other players; only they can play it.",
                table=number,
            )
        other = await season.transaction.run(stored.table_of_game, game.id)
        if other is not None and (other.season_id, other.number) != (season_id, number):
            raise Refusal(
                "game-taken",
                "This game already belongs to another table of a season; start a new game for "
                "this one.",
            )
        table = replace(table, status="playing", table_id=game.id, seats=seats)
        season.write_at_end(stored.put_tables, [table])
        if table.division in knockouts_of(season.state):
            season.must_tell(PeopleChanged(season.view.version))
    return table


async def _seats_changed(
    season: OpenSeason, table: LeagueTable, sitting: Sequence[int | None]
) -> None:
    """Note that seats of a game must change: while it was being opened an entry got another person,
    whom all tables but this one know."""
    log = await season.transaction.run(stored.events_from, season.id)
    sits = dict(zip(table.seats or (), sitting, strict=True))
    for entry, person in zip(table.entries, table.people, strict=True):
        changes = [
            kept.n
            for kept in log
            if kept.kind in ("Substituted", "Withdrew") and kept.payload["entry"] == entry
        ]
        if changes and sits.get(entry) != person:
            season.must_tell(ChangeSeats(changes[-1]))


async def release(leagues: Leagues, season_id: int, number: int) -> LeagueTable:
    """Release a table whose game was given up without a result, so that it waits for another game.
    Raises Refusal for a table that is not being played."""
    async with leagues.open(season_id) as season:
        table = await season.table(number)
        if table.table_id is None or table.status not in ("waiting", "playing"):
            raise Refusal("not-played", "Table {table} is not being played.", table=number)
        table = replace(table, status="waiting", table_id=None, seats=None)
        season.write_at_end(stored.put_tables, [table])
    return table


async def given_up(leagues: Leagues, season_id: int) -> list[int]:
    """List the numbers of tables whose game was given up without a result."""
    state = (await leagues.read(season_id)).state
    return [
        number
        for number, game in sorted((await games(leagues, season_id)).items())
        if game.status == "abandoned" and not state.is_over(number)
    ]


# --- results -------------------------------------------------------------------------------------


async def count_finished(
    leagues: Leagues, tables: Tables, season_id: int | None = None
) -> list[Counted]:
    """Count the results of all finished games that are not counted yet or have changed since: of
    one season, or of all running ones. Cheap where nothing has changed since the last call."""
    counted = []
    for game in await leagues.store.read(stored.games_over, season_id, leagues.shards):
        mark = (game.version, game.status, game.rewinds)
        if leagues.counted.get(game.table_id) == mark:
            continue
        done = await count_game(leagues, tables, game.table_id)
        leagues.counted[game.table_id] = mark
        if done is not None and done.changed:
            counted.append(done)
    return counted


async def count_game(leagues: Leagues, tables: Tables, table_id: int) -> Counted | None:
    """Count the result of a finished game, as moderators have left it; None for a game of no
    season, and for one without a result. A result that was counted already stays."""
    await take_over_time_outs(leagues, table_id)  # time-outs do not count once the game is over
    table = await table_of_game(leagues, table_id)
    if table is None:
        return None
    opened_game = await tables.read(table_id)
    game, result = opened_game.table, await looking_back.result(opened_game)
    if game.status == "playing" or result is None or not result.standings:
        if game.status == "abandoned" or (result is not None and not result.standings):
            await _given_up(leagues, table, game)
        return None
    standings, act = result.standings, result.decided_by
    if act is None:
        return await game_over(leagues, table_id, game.version, standings, rewinds=game.rewinds)
    return await game_over(
        leagues, table_id, game.version, standings,
        by=act.user_id, reason=act.reason, rewinds=game.rewinds,
        how="adjudicated" if act.act == EndGame.act else "corrected",
    )  # fmt: skip


async def _given_up(leagues: Leagues, table: LeagueTable, game: Table) -> None:
    """Tell the league's channel, once for each game, that moderators must decide how the season
    goes on."""
    note = NoResult(table.number, game.id, game.rewinds)
    view = await leagues.read(table.season_id)
    if table.status in ("finished", "voided") or note in {*view.told, *view.untold}:
        return
    async with leagues.open(table.season_id) as season:
        season.must_tell(note)


async def game_over(
    leagues: Leagues,
    table_id: int,
    version: int,
    standings: Sequence[Mapping[str, int]],
    *,
    by: int | None = None,
    reason: str = PLAYED_ON,
    rewinds: int = 0,
    how: How = "played",
) -> Counted | None:
    """Count the result of a game, as `looking_back.result` gives it, with `version` actions in its
    log; None if the game is no season's. `by` and `reason` are those of a moderator who decided it.
    A result is counted once, and corrected if the game was rewound and ended differently. After the
    end of the season nothing is counted (`changed` is false).

    After so many `rewinds` of the game it is counted once: what the season's moderators decide
    later stays, until the game is rewound again.
    """
    table = await leagues.store.read(stored.table_of_game, table_id)
    if table is None or table.seats is None:
        return None
    view = await leagues.read(table.season_id)
    played = await leagues.store.read(log.events_between, table_id, 0, version)
    turns = [(event.seat, event.user_id) for event in played if event.action == TURN_ENDS]
    result = replace(
        result_of_game(table.number, table.entries, table.seats, standings, turns), how=how
    )
    known = view.state.results.get(table.number)
    if known is not None and table.counted == rewinds:
        return Counted(view, table.number, known, changed=False)
    if known is not None and known.how in NOT_PLAYED and how == "played" and table.counted is None:
        result = known  # the game was to be given up, and ended before
    return await count(leagues, table.season_id, result, by=by, reason=reason, rewinds=rewinds)


async def count(
    leagues: Leagues,
    season_id: int,
    result: Result,
    *,
    by: int | None = None,
    reason: str = PLAYED_ON,
    rewinds: int | None = None,
) -> Counted:
    """Count a result, as `game_over` does; of a game after so many `rewinds`, if it is one's."""
    async with leagues.open(season_id) as season:
        state = season.state
        known = state.results.get(result.table)
        changed = known != result and state.phase != "finished" and result.table not in state.voided
        if changed:
            season.must_tell_next()
            event = events.Finished(result) if known is None else events.Corrected(result, reason)
            season.happen(event, by=by)
            if known is not None:
                await take_back(
                    season, state, state.tables[result.table].division, by, result.table
                )
        if rewinds is not None and state.phase == "running" and result.table not in state.voided:
            await season.write(stored.note_counted, season.id, result.table, rewinds)
    return Counted(season.view, result.table, result, changed)


# --- rounds and stages that are drawn from the results -------------------------------------------


async def take_back(
    season: OpenSeason, before: Season, division: int, by: int | None, table: int | None = None
) -> None:
    """Take back what was drawn from a division's results where others go on since the season was
    as `before`; see `drawing.taken_back`."""
    back = await in_thread(taken_back, before, season.state, division, table)
    season.happen(*back, by=by)


def next_round(state: Season, division: int) -> int:
    """Find the number, from 1, of the round of a division that would be drawn next."""
    if division not in state.drawn_divisions():
        return 1
    return 2 + sum(event.division == division for event in state.rounds)


@dataclass(frozen=True)
class DueRound:
    """A round that is to be drawn now."""

    division: int
    number: int
    """The number, from 1 in its division; the first one begins a later stage."""


async def draws_due(state: Season) -> list[DueRound]:
    """List what is to be drawn now: the next round of each division whose last one is over, or the
    next stage, if at least two go on to it."""
    if state.phase != "running":
        return []
    open_there = {waiting.division for waiting in state.open_tables()}
    found = [
        DueRound(division, next_round(state, division))
        for division in state.drawn_divisions()
        if division not in open_there and rounds_left(state, division)
    ]
    stage = stage_due(state)
    # a large league takes too long for the event loop
    if stage is not None and len((await in_thread(who_goes_on, state, stage)).entries) > 1:
        found.append(DueRound(events.LATER * stage, 1))
    return found


def drawn_next(state: Season, due: DueRound) -> events.RoundDrawn | events.StageDrawn:
    """Draw a round that is due, or begin a stage with it. Lots follow from the seed of the draw, so
    that nobody chooses them by trying again."""
    lots = random.Random(f"round {state.seed} {due.division} {due.number}").getrandbits(63)
    stage = events.stage_of(due.division)
    if stage and due.number == 1:
        return draw_stage(state, stage, who_goes_on(state, stage).entries, seed=lots)
    return draw_round(state, due.division, seed=lots)


async def draw_due(leagues: Leagues, season_id: int) -> None:
    """Draw everything that is due, with notes for the league's channel; nothing while a dispute
    could change the results."""
    async with leagues.open(season_id) as season:
        due = await draws_due(season.state)
        for one in () if open_disputes(season.state.disputes) else due:
            season.must_tell_next()
            season.happen(await in_thread(drawn_next, season.state, one), by=None)


async def appeals_until(
    fetch: Callable[..., Awaitable[Any]], season: SeasonView
) -> datetime | None:
    """Find the moment until which results of a season can be disputed before it is closed by its
    date. None while tables are open, or where it has no days for that. `fetch` calls a repository's
    function."""
    state, days = season.state, season.settings.appeal_days
    if state.phase != "running" or not state.tables or state.open_tables() or not days:
        return None
    if await draws_due(state):
        return None
    last: datetime | None = await fetch(stored.last_event, season.id, DECISIONS)
    return None if last is None else last + timedelta(days=days)


DECISIONS = ("Finished", "Corrected", "Voided", "Restored", "Adjusted", "Reopened")
"""The events after which the time for disputes begins anew: none that a player brings about alone,
such as by leaving."""
