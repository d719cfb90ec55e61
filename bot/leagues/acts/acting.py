"""How an act is done, from the preview to the confirmation by a second moderator. It is
written into the audit log in the same transaction as what it changes.

That somebody is a moderator, the caller must have made sure of.
"""

from dataclasses import dataclass, replace

import structlog

from bot.leagues import founding
from bot.leagues.acts import ACTS, SeasonAct
from bot.leagues.model.season import Season
from bot.leagues.opened import Leagues
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import SeasonView
from bot.model.server import AuditEntry, Moderator
from bot.moderation.conditions import (
    good_reason,
    must_be_another,
    must_be_pending,
    no_entry,
    second_wanted,
    settled_already,
)
from bot.refusal import Refusal
from bot.store import moderation
from bot.store.database import Transaction
from bot.store.errors import ChangedMeanwhileError

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Decided:
    """What a moderator did, or asked for where a second one must confirm it."""

    entry: AuditEntry
    """As it stands in the audit log; look at its `status`."""
    season: SeasonView
    """As it is now."""


@dataclass(frozen=True)
class Preview:
    """What an act would change."""

    before: SeasonView
    after: SeasonView


async def create(
    leagues: Leagues, league_id: int, moderator: Moderator, settings: SeasonSettings
) -> Decided:
    """Open the next season for signing up, as `founding.create_season` does."""
    league = await leagues.league(league_id)
    if league.guild_id != moderator.guild_id:
        raise _other_server()
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, "season-new",
        settings.name, {"season": settings.name}, own_table=False,
    )  # fmt: skip
    async with leagues.store.transaction() as transaction:
        season_id = await founding.add_season(
            leagues, transaction, league_id, settings, by=moderator.id
        )
        entry = await transaction.run(moderation.add, replace(entry, season_id=season_id))
    return _done(entry, await leagues.read(season_id))


async def preview(
    leagues: Leagues, season_id: int, moderator: Moderator, act: SeasonAct
) -> Preview:
    """What an act would change. Nothing is written; refused where the act would be."""
    before = await _of_server(leagues, season_id, moderator)
    async with leagues.try_out(season_id) as season:
        events = await act.decide(season, "only looked at")
        season.happen(*events, by=moderator.id)
    return Preview(before, season.view)


async def moderate(
    leagues: Leagues, season_id: int, moderator: Moderator, act: SeasonAct, reason: str
) -> Decided:
    """Do something with a season, or keep it until a second moderator confirms it. Refused without
    a good reason, for a season of another server, and where it cannot be done."""
    reason = good_reason(reason)
    view = await _of_server(leagues, season_id, moderator)
    details = act.details()
    own = _plays(view.state, moderator.id) or details.get("user_id") == moderator.id
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, act.name, reason,
        {**details, "season": view.settings.name}, own_table=own, season_id=season_id,
    )  # fmt: skip
    if act.changes_result and await second_wanted(leagues.store, moderator.guild_id):
        await preview(leagues, season_id, moderator, act)  # what cannot be is refused now
        kept = await leagues.store.write(moderation.add, replace(entry, status="pending"))
        logger.info("moderator's act pending", season=season_id, act=act.name, entry=kept.id)
        return Decided(kept, view)
    act = await act.prepare(leagues, view)
    async with leagues.open(season_id) as season:
        season.happen(*await act.decide(season, reason), by=moderator.id)
        entry = await season.transaction.run(moderation.add, entry)
        if act.tells:
            season.must_tell_of(entry)
    return _done(entry, season.view)


async def entry_of(leagues: Leagues, entry_id: int) -> AuditEntry | None:
    """The entry of the audit log with this number."""
    return await leagues.store.read(moderation.by_id, entry_id)


async def settle(
    leagues: Leagues, entry_id: int, moderator: Moderator, *, confirm: bool
) -> Decided:
    """Confirm what another moderator asked for in a season, and do it; or refuse it. Who asked for
    it may refuse it, too, but not confirm it."""
    entry = await leagues.store.read(moderation.by_id, entry_id)
    if entry is None or entry.season_id is None or entry.table_id is not None:
        raise no_entry()
    if entry.guild_id != moderator.guild_id:
        raise no_entry()
    must_be_pending(entry)
    view = await _of_server(leagues, entry.season_id, moderator)
    settled = replace(entry, settled_by=moderator.id, settled_at=leagues.now())
    if not confirm:
        settled = replace(settled, status="refused")
        async with leagues.store.transaction() as transaction:
            await _close(transaction, settled)
        return Decided(settled, view)
    must_be_another(entry, moderator)
    own = entry.own_table or _plays(view.state, moderator.id)
    settled = replace(settled, status="done", own_table=own)
    act = await ACTS[entry.act].of_details(entry.details).prepare(leagues, view)
    async with leagues.open(entry.season_id) as season:
        season.happen(*await act.decide(season, entry.reason), by=entry.user_id)
        await _close(season.transaction, settled)
        if act.tells:
            season.must_tell_of(settled)
    return _done(settled, season.view)


async def _close(transaction: Transaction, settled: AuditEntry) -> None:
    try:
        await transaction.run(moderation.settle, settled)
    except ChangedMeanwhileError:
        raise settled_already() from None


async def _of_server(leagues: Leagues, season_id: int, moderator: Moderator) -> SeasonView:
    view = await leagues.read(season_id)
    if (await leagues.league(view.league_id)).guild_id != moderator.guild_id:
        raise _other_server()
    return view


def _plays(state: Season, user_id: int) -> bool:
    """Whether somebody plays in a season, or has, or wants to."""
    return user_id in state.signed_up or any(user_id in held for held in state.holders.values())


def _done(entry: AuditEntry, view: SeasonView) -> Decided:
    logger.info("season moderated", season=view.id, act=entry.act, entry=entry.id, by=entry.user_id)
    return Decided(entry, view)


def _other_server() -> Refusal:
    return Refusal("other-server", "This season belongs to another server; moderate it there.")
