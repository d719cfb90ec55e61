"""Acts of moderators at a table, and the audit log. That somebody is a moderator, the caller must
have made sure of.
"""

from dataclasses import asdict, dataclass, replace

import structlog

from bot.model.server import AuditEntry, Moderator
from bot.model.table import Table
from bot.moderation.conditions import (
    good_reason,
    must_be_another,
    must_be_pending,
    no_entry,
    second_wanted,
)
from bot.moderation.table_acts import (
    DEAL_TOLD,
    Outcome,
    ReplacePlayer,
    TableAct,
    act_of,
    plays,
    rewind_offer,
)
from bot.refusal import Refusal
from bot.store import moderation
from bot.tables.open_table import OpenTable
from bot.tables.rewinding import Rewind
from bot.tables.service import Tables

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Moderated:
    """What a moderator did, or asked for where a second one must confirm it."""

    entry: AuditEntry
    """As it stands in the audit log; look at its `status`."""
    table: Table
    """As it is now."""
    rewind: Rewind | None = None
    """What was undone, if the game was rewound."""
    waiting: tuple[int, ...] = ()
    """The seats asked now."""


async def act(
    tables: Tables, table_id: int, moderator: Moderator, wanted: TableAct, reason: str
) -> Moderated:
    """Do something with a table, or keep it until a second moderator confirms it, where the
    server wants that for what changes a result: then the entry is `pending`.

    Raises Refusal without a reason of 3 to 200 characters, for a table of another server, and
    where it cannot be done.
    """
    reason = good_reason(reason)
    second = await second_wanted(tables.store, moderator.guild_id)
    async with tables.open(table_id) as opened:
        must_belong(opened.table, moderator)
        if isinstance(wanted, ReplacePlayer) and wanted.user_id is None:
            _must_have_computers(opened)
        pending = second and wanted.changes_result(opened.table)
        played = await plays(opened, moderator.id)
        outcome = await wanted.apply(opened.trial() if pending else opened, moderator.id)
        details = {**asdict(wanted), **outcome.details}
        if pending:
            told = {key: details[key] for key in (DEAL_TOLD,) if key in details}
            details = {**asdict(wanted), **told}
        entry = AuditEntry(
            0, moderator.guild_id, table_id, opened.now, moderator.id, wanted.act, reason, details,
            own_table=outcome.own or played, status="pending" if pending else "done",
        )  # fmt: skip
        hidden = None if pending else outcome.hidden
        entry = await opened.write(moderation.add, entry, hidden=hidden)
        if pending:
            logger.info("moderator's act pending", table=table_id, act=wanted.act, entry=entry.id)
            return Moderated(entry, opened.table, outcome.rewind)
    return _done(opened, entry, outcome)


async def settle(
    tables: Tables, entry_id: int, moderator: Moderator, *, confirm: bool
) -> Moderated:
    """A second moderator confirms what is pending, and it is done; or refuses it. Who asked for it
    may refuse it, too, but not confirm it.

    Raises Refusal if it is pending no longer, or cannot be done any more.
    """
    entry = await tables.store.read(moderation.by_id, entry_id)
    if entry is None or entry.table_id is None or entry.guild_id != moderator.guild_id:
        raise no_entry()
    async with tables.open(entry.table_id) as opened:
        must_belong(opened.table, moderator)
        newest = await opened.fetch(moderation.by_id, entry_id)
        assert newest is not None
        must_be_pending(newest)
        settled = replace(newest, settled_by=moderator.id, settled_at=opened.now)
        if not confirm:
            settled = replace(settled, status="refused")
            await opened.write(moderation.settle, settled)
            return Moderated(settled, opened.table)
        must_be_another(newest, moderator)
        played = newest.own_table or await plays(opened, moderator.id)
        outcome = await act_of(newest).apply(opened, newest.user_id)
        details = {**newest.details, **outcome.details}
        settled = replace(settled, status="done", own_table=played, details=details)
        await opened.write(moderation.settle, settled, hidden=outcome.hidden)
    return _done(opened, settled, outcome)


async def rewind_preview(tables: Tables, table_id: int, moderator: Moderator, to: int) -> Rewind:
    """What would be undone if only the first `to` actions stayed. Nothing is changed."""
    opened = await tables.read(table_id)
    must_belong(opened.table, moderator)
    return await rewind_offer(opened, to)


async def audit_log(
    tables: Tables, guild_id: int, *, skip: int = 0, most: int | None = None
) -> list[AuditEntry]:
    """The audit log of a server, the newest entry first."""
    return await tables.store.read(moderation.of_guild, guild_id, skip=skip, most=most)


async def entries(tables: Tables, guild_id: int) -> int:
    """How many entries the audit log of a server has."""
    return await tables.store.read(moderation.count, guild_id)


async def pending(tables: Tables, guild_id: int) -> list[AuditEntry]:
    """What waits for a second moderator, the newest first."""
    return await tables.store.read(moderation.pending, guild_id)


def must_belong(table: Table, moderator: Moderator) -> None:
    """Raises Refusal (`other-server`) for a table of another server."""
    if table.guild_id != moderator.guild_id:
        raise Refusal("other-server", "This game belongs to another server; moderate it there.")


def _done(opened: OpenTable, entry: AuditEntry, outcome: Outcome) -> Moderated:
    table = opened.table
    waiting = opened.waiting if table.status == "playing" else ()
    rewind = None if outcome.rewind is None else replace(outcome.rewind, table=table)
    logger.info("moderated", table=table.id, act=entry.act, entry=entry.id, by=entry.user_id)
    return Moderated(entry, table, rewind, waiting)


def _must_have_computers(opened: OpenTable) -> None:
    if not opened.computers_play:
        raise Refusal("no-computers", "This bot has no computer players; name a person.")
