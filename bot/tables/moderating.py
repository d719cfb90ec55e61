"""What moderators do with a table. Every act has a reason, and is written into the audit log in the
same transaction as what it changes.

An act is a name and a wish in plain JSON types (`ACTS`), so that one that waits for a second
moderator can be kept, and done later. Nothing hidden in a game is in any of it: moderators are
shown what everybody may see.
"""

from dataclasses import dataclass, replace
from functools import partial

import structlog

from bot.model.moderation import AuditEntry, Moderator
from bot.moderation.conditions import good_reason, must_be_another, must_be_pending, second_wanted
from bot.refusal import Refusal
from bot.store import moderation
from bot.store.errors import ChannelBusyError
from bot.store.rows import TableRow
from bot.tables.desk import Desk
from bot.tables.moderators_acts import ACTS, DEAL_TOLD, Effect, Wish, plays, unchanged
from bot.tables.snapshots import table_of
from bot.tables.table import Rewind, Table

Entry = AuditEntry
"""An entry of the audit log, as it may be shown to moderators."""


logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Moderated:
    """What a moderator did, or wished where a second one must confirm it."""

    entry: Entry
    """As it stands in the audit log; look at its `status`."""
    table: Table
    """As it is now."""
    rewind: Rewind | None = None
    """What was undone, if the game was set back."""
    waiting: tuple[int, ...] = ()
    """The seats asked now."""


def must_belong(row: TableRow, moderator: Moderator) -> None:
    """Raises Refusal for a table of another server."""
    if row.guild_id != moderator.guild_id:
        raise Refusal("other-server", "This game belongs to another server; moderate it there.")


async def act(
    desk: Desk, row: TableRow, moderator: Moderator, name: str, wish: Wish, reason: str
) -> Moderated:
    """Do something with a table, or keep it until a second moderator confirms it, where the
    server wants that for what changes a result. To be called alone.

    Raises Refusal without a good reason, for a table of another server, and where it cannot be
    done.
    """
    reason = good_reason(reason)
    must_belong(row, moderator)
    effect = await ACTS[name](desk, row, moderator.id, wish)
    own = effect.own or await plays(desk, row, moderator.id)
    entry = Entry(
        0, moderator.guild_id, row.id, desk.now(), moderator.id, name, reason, wish, own_table=own
    )
    if _changes_result(row, name) and await second_wanted(desk.store, moderator.guild_id):
        told = {key: effect.details[key] for key in (DEAL_TOLD,) if key in effect.details}
        waiting = replace(entry, status="pending", details={**wish, **told})
        kept = await desk.store.write(moderation.add, waiting)
        logger.info("moderator's act pending", table=row.id, act=name, entry=kept.id)
        return Moderated(kept, table_of(row, desk.now()), effect.rewind)
    entry = replace(entry, details={**wish, **effect.details})
    try:
        entry, _ = await desk.store.write(
            moderation.acted, entry, effect.write, hidden=effect.hidden
        )
    except ChannelBusyError:
        raise _busy() from None
    return await _done(desk, entry, effect)


async def settle(
    desk: Desk, row: TableRow, moderator: Moderator, entry: Entry, *, confirm: bool
) -> Moderated:
    """A second moderator confirms what is pending, and it is done; or refuses it. Who wished it
    may refuse it, too, but not confirm it. To be called alone.

    Raises Refusal if it is pending no longer, or cannot be done any more.
    """
    must_belong(row, moderator)
    must_be_pending(entry)
    settled = replace(entry, settled_by=moderator.id, settled_at=desk.now())
    if not confirm:
        refused = replace(settled, status="refused")
        await desk.store.write(moderation.settled, refused, partial(unchanged, row))
        return Moderated(refused, table_of(row, desk.now()))
    must_be_another(entry, moderator)
    effect = await ACTS[entry.act](desk, row, entry.user_id, entry.details)
    own = entry.own_table or await plays(desk, row, moderator.id)
    settled = replace(
        settled, status="done", own_table=own, details={**entry.details, **effect.details}
    )
    try:
        await desk.store.write(moderation.settled, settled, effect.write, hidden=effect.hidden)
    except ChannelBusyError:
        raise _busy() from None
    return await _done(desk, settled, effect)


async def _done(desk: Desk, entry: Entry, effect: Effect) -> Moderated:
    assert entry.table_id is not None
    desk.games.drop(entry.table_id)
    row = await desk.row(entry.table_id)
    waiting: tuple[int, ...] = ()
    if row.status == "playing":
        game = (await desk.games.get(row)).game
        waiting = tuple(decision.seat for decision in game.pending)
    table = table_of(row, desk.now())
    rewind = None if effect.rewind is None else replace(effect.rewind, table=table)
    logger.info("moderated", table=row.id, act=entry.act, entry=entry.id, by=entry.user_id)
    return Moderated(entry, table, rewind, waiting)


def _changes_result(row: TableRow, name: str) -> bool:
    return name in ("end", "correct") or (name == "rewind" and row.status != "playing")


def _busy() -> Refusal:
    return Refusal(
        "channel-busy",
        "Another game is open in this channel; it must end before this one can go on.",
    )
