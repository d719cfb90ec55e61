"""Moderators' acts in a season, from the preview to the confirmation by a second moderator. Their
kinds stand by subject in `people_acts`, `result_acts` and `season_acts`.

Callers must have checked that the person is a moderator.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.clocks import DaysClock, TimeRules
from bot.leagues import games, season_lifecycle
from bot.leagues.act import Preview, SeasonAct
from bot.leagues.people_acts import (
    Ban,
    EnterLate,
    HandOver,
    SignOff,
    SignUp,
    Substitute,
    TakeSeat,
    Unban,
    Withdraw,
)
from bot.leagues.result_acts import (
    Adjust,
    Correct,
    EnterResult,
    Reject,
    Replay,
    Restore,
    Settle,
    Void,
)
from bot.leagues.season_acts import (
    Cancel,
    ChangeSettings,
    Close,
    Draw,
    DrawFinal,
    DrawRound,
    MoreDays,
    OpenTables,
    Reopen,
)
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.leagues.settings import AT_ONCE, HAND_OVER_AFTER, SeasonSettings
from bot.model.league import League
from bot.model.notes import ActAtTable, ActInSeason, SignUpOpened
from bot.model.server import AuditEntry, Moderator
from bot.model.table import Table
from bot.moderation import acting
from bot.moderation.acting import (
    UNDOES,
    Stake,
    changed_since,
    good_reason,
    inverse,
    must_stand,
    must_undo,
    no_way_back,
    second_wanted,
)
from bot.moderation.table_acts import CorrectResult, ReplacePlayer, TableAct
from bot.refusal import Refusal
from bot.seasons.events import FINAL, Rules
from bot.seasons.season import Season
from bot.store import leagues as stored
from bot.store import moderation, outbox
from bot.text.translation import N_
from bot.text.typed import folded

ACTS: Mapping[str, type[SeasonAct]] = {
    act.act: act
    for act in (
        Draw, DrawRound, OpenTables, Close, EnterLate, Withdraw, Substitute, Correct, Void,
        DrawFinal, EnterResult, Restore, Replay, Adjust, Reopen,
        TakeSeat, HandOver, Ban, Unban, ChangeSettings, Cancel, SignUp, SignOff,
        Reject, Settle, MoreDays,
    )
}  # fmt: skip
"""Moderators' acts by the names under which they are stored."""
FOUND, CREATE = "league-found", "season-new"
RENAME, DELETE = "league-rename", "league-delete"
# Translators, for each: in the audit log: what a moderator or the bot has done; a heading of a few
# words, no sentence; about a league
CALLED: Mapping[str, str] = {
    FOUND: N_("league's channel chosen"),
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a season, whose sign-up begins
    CREATE: N_("season opened"),
    RENAME: N_("league renamed"),
    DELETE: N_("league deleted"),
    **{name: act.called for name, act in ACTS.items()},
}
"""The names of acts in leagues in the audit log."""
FIRST_DAYS = 2
"""Days per turn, offered in the settings of a new league's first season."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Decided:
    """A moderator's act, done or waiting for a second moderator."""

    entry: AuditEntry
    """The entry as written to the audit log; see its `status`."""
    season: SeasonView
    """The season after the act."""


async def found_league(
    leagues: Leagues, moderator: Moderator, name: str, channel_id: int
) -> tuple[League, AuditEntry | None]:
    """Add a league whose tables open in this channel, or move the league of this name there. The
    entry is None where nothing changed. Raises Refusal for an invalid name."""
    name = " ".join(name.split())
    known = await season_lifecycle.leagues_of(leagues, moderator.guild_id)
    league = next((one for one in known if folded(one.name) == folded(name)), None)
    if league is not None and league.channel_id == channel_id:
        return league, None
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, FOUND,
        league.name if league else name, {"channel_id": channel_id}, own_table=False,
    )  # fmt: skip
    if league is not None:
        entry = replace(entry, details={**entry.details, **moved(league)})
    async with leagues.store.transaction() as transaction:
        if league is not None:
            league_id = league.id
        else:
            # without a clock a large league would wait for its slowest player
            clock = TimeRules(DaysClock(FIRST_DAYS))
            first = SeasonSettings(
                name, Rules(), time=clock, at_once=AT_ONCE,
                hand_over_after=HAND_OVER_AFTER, draws_rounds=True,
            )  # fmt: skip
            league_id = await season_lifecycle.add_league(
                leagues, transaction, moderator.guild_id, name, first
            )
        await transaction.run(stored.set_channel, league_id, channel_id)
        entry = await transaction.run(moderation.add, entry)
    return await leagues.league(league_id), entry


async def rename_league(
    leagues: Leagues, league_id: int, moderator: Moderator, name: str
) -> AuditEntry:
    """Give a league another name. Raises Refusal for one that is empty, too long or taken."""
    async with leagues.store.transaction() as transaction:
        was = await season_lifecycle.rename_league(leagues, transaction, league_id, name)
        name = " ".join(name.split())
        entry = _about_league(leagues, moderator, was, RENAME, name)
        entry = replace(entry, details={**entry.details, **renamed(was, name)})
        return await transaction.run(moderation.add, entry)


def moved(league: League) -> dict[str, Any]:
    """Describe a league before it is moved to another channel, for the audit log."""
    return {"league_id": league.id, "was_channel": league.channel_id}


def renamed(league: League, name: str) -> dict[str, Any]:
    """Describe a league before it gets another name, and this name, for the audit log."""
    return {"league_id": league.id, "names": [league.name, name]}


async def league_before(fetch: Callable[..., Awaitable[Any]], entry: AuditEntry) -> League:
    """Find a league as it would be if it had not been moved or renamed, as an entry says. `fetch`
    calls a repository's function. Raises Refusal as `must_stand` does, for what has no way back
    (`no-way-back`), and if it was moved or renamed again (`changed-since`)."""
    await must_stand(fetch, entry)
    details = entry.details
    if entry.act not in (RENAME, FOUND) or "league_id" not in details:
        raise no_way_back()
    league: League | None = await fetch(stored.league, details["league_id"])
    if league is None:
        raise changed_since()
    if entry.act == RENAME:
        was, now = details["names"]
        before = replace(league, name=was)
        same = league.name == now
    else:
        before = replace(league, channel_id=details["was_channel"])
        same = league.channel_id == details["channel_id"]
    if not same:
        raise changed_since()
    return before


async def undo_league(
    leagues: Leagues, moderator: Moderator, entry: AuditEntry, reason: str
) -> AuditEntry:
    """Give a league the name or the channel it had before an entry. Raises Refusal as
    `league_before` does, without a valid reason, and if the name is taken."""
    reason = good_reason(reason)
    async with leagues.store.transaction() as transaction:
        before = await league_before(transaction.run, entry)
        if entry.act == RENAME:
            now = await season_lifecycle.rename_league(leagues, transaction, before.id, before.name)
            details = renamed(now, before.name)
        else:
            await transaction.run(stored.set_channel, before.id, before.channel_id)
            now = replace(before, channel_id=entry.details["channel_id"])
            details = {"channel_id": before.channel_id, **moved(now)}
        undoing = _about_league(leagues, moderator, now, entry.act, reason)
        details = {**undoing.details, **details, UNDOES: entry.id}
        return await transaction.run(moderation.add, replace(undoing, details=details))


async def delete_league(leagues: Leagues, league_id: int, moderator: Moderator) -> AuditEntry:
    """Delete a league of which no season was drawn. Raises Refusal for other leagues."""
    league = await leagues.league(league_id)
    await season_lifecycle.must_be_empty(leagues, league_id)
    async with leagues.store.transaction() as transaction:
        await transaction.run(stored.delete_league, league_id)
        entry = _about_league(leagues, moderator, league, DELETE, league.name)
        return await transaction.run(moderation.add, entry)


def _about_league(
    leagues: Leagues, moderator: Moderator, league: League, act: str, words: str
) -> AuditEntry:
    if league.guild_id != moderator.guild_id:
        raise _other_server()
    return AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, act, words,
        {"league": league.name}, own_table=False,
    )  # fmt: skip


async def create_season(
    leagues: Leagues, league_id: int, moderator: Moderator, settings: SeasonSettings
) -> Decided:
    """Open the next season for sign-up. Raises Refusal as `season_lifecycle.add_season` does."""
    league = await leagues.league(league_id)
    if league.guild_id != moderator.guild_id:
        raise _other_server()
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, CREATE,
        settings.name, {"season": settings.name}, own_table=False,
    )  # fmt: skip
    async with leagues.store.transaction() as transaction:
        season_id = await season_lifecycle.add_season(
            leagues, transaction, league_id, settings, by=moderator.id
        )
        await transaction.run(outbox.add, [SignUpOpened()], season_id=season_id)
        entry = await transaction.run(moderation.add, replace(entry, season_id=season_id))
    return _decided(entry, await leagues.read(season_id))


async def preview(
    leagues: Leagues, season_id: int, moderator: Moderator, act: SeasonAct
) -> Preview:
    """Preview the changes of an act, and write nothing. Raises Refusal where the act would be
    refused."""
    before = await _of_server(leagues, season_id, moderator)
    act = await act.prepare(leagues, before)
    async with leagues.try_out(season_id) as season:
        await must_undo(season, ACTS, act)
        await act.apply(season, moderator.id, "only looked at")
        bans, after = await season.bans(), season.view
    appeals = await games.appeals_until(leagues, before)
    return Preview(before, after, bans, appeals if appeals and appeals > leagues.now() else None)


async def undo_of(leagues: Leagues, entry: AuditEntry, moderator: Moderator) -> SeasonAct:
    """Make the act that undoes an entry about a season. Raises Refusal as `inverse` does, and where
    it would be refused."""
    assert entry.season_id is not None
    await _of_server(leagues, entry.season_id, moderator)
    async with leagues.try_out(entry.season_id) as season:
        found: SeasonAct = await inverse(season, ACTS, entry)
    await preview(leagues, entry.season_id, moderator, found)
    return found


async def moderate(
    leagues: Leagues, season_id: int, moderator: Moderator, act: SeasonAct, reason: str
) -> Decided:
    """Do an act, or store it until a second moderator confirms it. Raises Refusal without a valid
    reason, for a season of another server, and where the act cannot be done."""
    reason = good_reason(reason)
    view = await _of_server(leagues, season_id, moderator)
    pending = await must_wait(leagues, view, moderator, act)
    act = await act.prepare(leagues, view)
    own = moderator.id in _concerned(view, act)
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, act.act, reason,
        {"season": view.settings.name}, own_table=own, season_id=season_id,
    )  # fmt: skip
    async with leagues.open(season_id) as season:
        await must_undo(season, ACTS, act)
        entry, _ = await acting.do(season, act, entry, pending=pending)
        await _must_tell(season, act, entry)
    return _decided(entry, season.view)


async def must_wait(
    leagues: Leagues, season: SeasonView, moderator: Moderator, act: SeasonAct
) -> bool:
    """Whether another moderator must confirm an act."""
    gains = moderator.id in _concerned(season, act)
    return act.always_second or acting.must_wait(
        second=await second_wanted(leagues.store, moderator.guild_id),
        changes_result=act.can_affect(season),
        gains=gains,
        helps=gains and await act.helps_players(leagues, season),
    )


async def settle(
    leagues: Leagues, entry_id: int, moderator: Moderator, *, confirm: bool
) -> Decided:
    """Do an act that another moderator requested in a season (`confirm`), or reject it. Raises
    Refusal as `bot.moderation.acting.settle` does."""
    entry = await acting.pending_entry(leagues.store, entry_id, moderator)
    if entry.season_id is None or entry.act not in ACTS:
        raise acting.no_entry()
    season_id = entry.season_id
    view = await _of_server(leagues, season_id, moderator)
    act = ACTS[entry.act].of_details(entry.details)
    if confirm:
        act = await act.prepare(leagues, view)
        own = entry.own_table or moderator.id in _concerned(view, act)
        entry = replace(entry, own_table=own)
    async with leagues.open(season_id) as season:
        if confirm:
            await must_undo(season, ACTS, act)
        entry, _ = await acting.settle(
            season, act, entry, moderator, confirm=confirm, concerned=_concerned(view, act)
        )
        await _must_tell(season, act, entry)
    return _decided(entry, season.view)


async def _must_tell(season: OpenSeason, act: SeasonAct, entry: AuditEntry) -> None:
    """Put notes about the act into the outbox: for the league's channel, and perhaps for a
    table."""
    if entry.status != "done":
        return
    if act.tells:
        season.must_tell(ActInSeason(entry.id))
    if act.table_told is not None:
        games = await season.transaction.run(stored.games_of, season.id)
        game = games.get(act.table_told)
        if game is not None and game.status in ("lobby", "playing"):
            await season.write(outbox.add, [ActAtTable(entry.id)], table_id=game.table_id)


async def _of_server(leagues: Leagues, season_id: int, moderator: Moderator) -> SeasonView:
    view = await leagues.read(season_id)
    if (await leagues.league(view.league_id)).guild_id != moderator.guild_id:
        raise _other_server()
    return view


def players_of(state: Season) -> frozenset[int]:
    """List the people who gain by acts in a season: who play or have played in it, have signed up
    for it, or are on its list of substitutes."""
    return frozenset(state.in_line).union(state.substitutes, *state.holders.values())


def _concerned(season: SeasonView, act: SeasonAct) -> frozenset[int]:
    """List the people who may neither decide an act alone nor confirm it: who gain by acts in the
    season, and those this one is about."""
    about = act.details().get("user_id")
    return players_of(season.state) | (frozenset() if about is None else {about})


async def concerned_by(leagues: Leagues, entry: AuditEntry) -> frozenset[int]:
    """List the people who gain by a request about a season."""
    assert entry.season_id is not None
    act = ACTS[entry.act].of_details(entry.details)
    return _concerned(await leagues.read(entry.season_id), act)


async def may_object(leagues: Leagues, entry: AuditEntry) -> frozenset[int]:
    """List the players who may object to a request about a season: those of the division it
    concerns, if it concerns one."""
    assert entry.season_id is not None
    state = (await leagues.read(entry.season_id)).state
    division = acting.seen_before(entry).get("division")
    number: Any = entry.details.get("in_season") or entry.details.get("table")
    if division is None and number in state.tables:
        division = state.tables[number].division
    entries = [e for e, where in state.division_of.items() if division in (None, FINAL, where)]
    return frozenset([*state.in_line, *map(state.holder, entries)])


async def season_act_for(
    leagues: Leagues, table: Table, wanted: TableAct
) -> tuple[SeasonView, SeasonAct] | None:
    """Find the season's act that takes the place of an act at a table of a league: a seat and a
    result are changed in the season. None for other acts, and outside leagues."""
    scheduled = await games.table_of_game(leagues, table.id)
    if scheduled is None or scheduled.seats is None:
        return None
    season = await leagues.read(scheduled.season_id)
    if isinstance(wanted, ReplacePlayer):
        entry = scheduled.seats[wanted.seat]
        if wanted.user_id is None:
            return season, Withdraw(entry)
        return season, Substitute(entry, wanted.user_id)
    if isinstance(wanted, CorrectResult):
        points4 = dict(zip(scheduled.seats, wanted.points4, strict=True))
        act = Correct(scheduled.number, tuple(points4[entry] for entry in scheduled.entries))
        return season, act
    return None


async def stake_of(leagues: Leagues, table_id: int) -> Stake | None:
    """Find the season whose results acts at this table can change; None without a season."""
    found = await games.table_of_game(leagues, table_id)
    if found is None:
        return None
    season = await leagues.read(found.season_id)
    over = season.state.is_over(found.number)
    return Stake(season.id, season.settings.name, players_of(season.state), found.number, over)


def _decided(entry: AuditEntry, view: SeasonView) -> Decided:
    logger.info(
        "season moderated", season=view.id, act=entry.act, entry=entry.id, by=entry.user_id,
        status=entry.status,
    )  # fmt: skip
    return Decided(entry, view)


def _other_server() -> Refusal:
    return Refusal("season-elsewhere", "This season belongs to another server; moderate it there.")
