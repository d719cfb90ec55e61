"""Acts of moderators at a table, the audit log, and the settings for moderators, which people who
manage a server make and the audit log notes. Callers must have checked that the person is a
moderator, or manages the server."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

import structlog
from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.model.table import Table
from bot.moderation import acting
from bot.moderation.acting import (
    UNDOES,
    Outcome,
    Stake,
    changed_since,
    good_reason,
    inverse,
    must_stand,
    must_undo,
    must_wait,
    second_wanted,
)
from bot.moderation.table_acts import (
    ACTS,
    CorrectResult,
    ReplacePlayer,
    RewindGame,
    TableAct,
    must_have_computers,
    plays,
    rewind_offer,
)
from bot.refusal import Refusal
from bot.store import moderation, settings
from bot.tables.all_tables import Tables
from bot.tables.open_table import OpenTable
from bot.tables.requests import Rewind
from bot.tables.settings import OF_MODERATORS, ServerSettings
from bot.text.audit import value_words
from bot.text.translation import N_, Translations

LATELY = timedelta(days=90)
"""How long a person who has acted as a moderator counts as one, until Discord is asked."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Moderated:
    """A moderator's act at a table, done or waiting for a second moderator."""

    entry: AuditEntry
    """The entry as written to the audit log; see its `status`."""
    table: Table
    """The table after the act."""
    rewind: Rewind | None = None
    """The rewind, if the game was rewound."""
    waiting: tuple[int, ...] = ()
    """The seats that are asked after the act."""


async def act(
    tables: Tables,
    table_id: int,
    moderator: Moderator,
    wanted: TableAct,
    reason: str,
    stake: Stake | None = None,
) -> Moderated:
    """Carry out an act at a table, or store it as `pending` where a second moderator must confirm
    it. `stake` is the season that the table belongs to.

    Raises Refusal without a reason of 3 to 200 characters, for a table of another server, and where
    the act is impossible.
    """
    reason = good_reason(reason)
    _must_be_no_act_of_the_season(wanted, stake)
    second = await second_wanted(tables.store, moderator.guild_id)
    async with tables.open(table_id) as opened:
        must_belong(opened.table, moderator)
        await must_undo(opened, ACTS, wanted)
        if isinstance(wanted, ReplacePlayer) and wanted.user_id is None:
            must_have_computers(opened)
        own = await plays(opened, moderator.id)
        entry = AuditEntry(
            0, moderator.guild_id, table_id, opened.now, moderator.id, wanted.act, reason,
            {"channel": opened.table.channel_id, **({} if stake is None else stake.details())},
            own_table=own,
            season_id=None if stake is None else stake.season_id,
        )  # fmt: skip
        changes = wanted.affects_result(opened.table, in_league=stake is not None)
        pending = must_wait(
            second=second,
            changes_result=changes,
            gains=own or moderator.id in _concerned(opened, wanted, stake),
            # a game outside leagues has nothing at stake but its result
            helps=changes if stake is None else wanted.helps(),
        )
        entry, outcome = await acting.do(opened, wanted, entry, pending=pending)
        if entry.status == "done":
            opened.must_tell(*wanted.notes(entry.id))
    return _moderated(opened, entry, outcome)


async def settle(
    tables: Tables,
    entry_id: int,
    moderator: Moderator,
    *,
    confirm: bool,
    stake: Stake | None = None,
) -> Moderated:
    """Confirm a pending request, which is then carried out, or reject it. The requester may reject
    it, but not confirm it; nobody who gains by it may, at the table or in its season (`stake`).

    Raises Refusal as `acting.settle` does.
    """
    entry = await acting.pending_entry(tables.store, entry_id, moderator)
    if entry.table_id is None or entry.act not in ACTS:
        raise acting.no_entry()
    wanted = ACTS[entry.act].of_details(entry.details)
    if confirm:
        _must_be_no_act_of_the_season(wanted, stake)
    async with tables.open(entry.table_id) as opened:
        must_belong(opened.table, moderator)
        if confirm:
            await must_undo(opened, ACTS, wanted)
        played = confirm and await plays(opened, moderator.id)
        entry = replace(entry, own_table=entry.own_table or played)
        entry, outcome = await acting.settle(
            opened, wanted, entry, moderator, confirm=confirm,
            concerned=_concerned(opened, wanted, stake) | ({moderator.id} if played else set()),
        )  # fmt: skip
        if entry.status == "done":
            opened.must_tell(*wanted.notes(entry.id))
    return _moderated(opened, entry, outcome)


def _must_be_no_act_of_the_season(wanted: TableAct, stake: Stake | None) -> None:
    if stake is not None and stake.over and isinstance(wanted, RewindGame) and wanted.undoes:
        raise changed_since()  # the season keeps the result, however the game goes on
    if stake is not None and isinstance(wanted, (ReplacePlayer, CorrectResult)):
        # an older button or request
        raise Refusal(
            "act-of-season",
            "At a league table this is decided for the season; use the command again.",
        )


async def concerned_by(tables: Tables, request: AuditEntry, stake: Stake | None) -> frozenset[int]:
    """List the people who gain by a request about a table. `stake` is the season that the table
    belongs to."""
    assert request.table_id is not None
    wanted = ACTS[request.act].of_details(request.details)
    return _concerned(await tables.read(request.table_id), wanted, stake)


def _concerned(opened: OpenTable, wanted: TableAct, stake: Stake | None) -> frozenset[int]:
    """List the people who gain by an act at a table: all who play there or in its season, and whom
    it gives a seat."""
    people = {seat.user_id for seat in opened.table.seats} | {wanted.details().get("user_id")}
    seated = frozenset(one for one in people if one is not None)
    return seated if stake is None else seated | stake.people


async def entry(tables: Tables, number: int) -> AuditEntry | None:
    """Find the entry of the audit log with this number."""
    return await tables.store.read(moderation.by_id, number)


async def seen(tables: Tables, request: AuditEntry) -> dict[str, Any]:
    """Describe what a request would change at its table now. Raises Refusal if the table is gone,
    or the request has become impossible."""
    if request.table_id is None or request.act not in ACTS:
        raise acting.no_entry()
    opened = await tables.read(request.table_id)
    wanted = ACTS[request.act].of_details(request.details)
    now = await wanted.seen(opened)
    await must_undo(opened, ACTS, wanted)
    await wanted.apply(opened.trial(), request.user_id, request.reason)
    return now


async def undo_of(
    tables: Tables, entry: AuditEntry, moderator: Moderator, stake: Stake | None
) -> TableAct:
    """Make the act that undoes an entry about a table, and try it. `stake` is the season that the
    table belongs to. Raises Refusal as `inverse` does, and where it would be refused."""
    assert entry.table_id is not None
    opened = await tables.read(entry.table_id)
    must_belong(opened.table, moderator)
    found: TableAct = await inverse(opened, ACTS, entry)
    _must_be_no_act_of_the_season(found, stake)
    await found.apply(opened.trial(), moderator.id, entry.reason)
    return found


async def rewind_preview(tables: Tables, table_id: int, moderator: Moderator, to: int) -> Rewind:
    """Show the turns undone if only the first `to` actions stayed. Nothing is changed."""
    opened = await tables.read(table_id)
    must_belong(opened.table, moderator)
    return await rewind_offer(opened, to)


async def audit_log(
    tables: Tables, guild_id: int, *, skip: int = 0, most: int | None = None
) -> list[AuditEntry]:
    """List the audit log of a server, newest entry first."""
    return await tables.store.read(moderation.of_guild, guild_id, skip=skip, most=most)


async def undone(tables: Tables, guild_id: int) -> Mapping[int, int]:
    """Find the entries of a server that are undone, each with the entry that undid it."""
    return await tables.store.read(moderation.undone, guild_id)


async def entries(tables: Tables, guild_id: int) -> int:
    """Count the entries of a server's audit log."""
    return await tables.store.read(moderation.count, guild_id)


async def pending(tables: Tables, guild_id: int) -> list[AuditEntry]:
    """List the entries that wait for a second moderator, newest first."""
    return await tables.store.read(moderation.pending, guild_id)


async def waiting(tables: Tables) -> list[AuditEntry]:
    """List the entries of all servers that wait for a second moderator, oldest first."""
    return await tables.store.read(moderation.waiting, tables.shards)


async def lately_acting(tables: Tables, guild_id: int) -> set[int]:
    """List the people who acted as moderators of a server in the last `LATELY`."""
    return await tables.store.read(moderation.acted_since, guild_id, tables.now() - LATELY)


def must_belong(table: Table, moderator: Moderator) -> None:
    """Raises Refusal (`other-server`) for a table of another server."""
    if table.guild_id != moderator.guild_id:
        raise Refusal("other-server", "This game belongs to another server; moderate it there.")


def _moderated(opened: OpenTable, entry: AuditEntry, outcome: Outcome) -> Moderated:
    table, rewind = opened.table, outcome.rewind
    if entry.status == "done":
        rewind = rewind and replace(rewind, table=table)
    waiting = opened.waiting if entry.status == "done" and table.status == "playing" else ()
    logger.info(
        "moderated", table=table.id, act=entry.act, entry=entry.id, by=entry.user_id,
        status=entry.status,
    )  # fmt: skip
    return Moderated(entry, table, rewind, waiting)


# Translators: in the audit log: what a moderator or the bot has done; a heading of a few words, no
# sentence; about a server
SET_UP, SET_UP_CALLED = "setup", N_("moderators set up")
SET_UP_REASON = "/moderate setup"
"""The reason in the audit log, as nobody is asked for one."""
_STORED = TypeAdapter(ServerSettings)


async def set_up(
    tables: Tables, moderator: Moderator, wanted: Mapping[str, str | None]
) -> ServerSettings:
    """Change the settings of a server, by the names of `OF_MODERATORS`; None leaves one as it is.
    An entry in the audit log has the old and the new values of changed settings; without changes
    there is no entry. Returns the settings."""
    guild_id, now = moderator.guild_id, tables.now()
    async with tables.store.transaction() as transaction:
        was = chosen = await transaction.run(settings.of_server, guild_id, ServerSettings)
        for one in OF_MODERATORS:
            if (value := wanted[one.name]) is not None:
                chosen = one.change(chosen, value)
        if _changed(was, chosen):
            await transaction.run(settings.set_server, guild_id, chosen, at=now)
            entry = _set_up_entry(tables, moderator, was, chosen, SET_UP_REASON)
            await transaction.run(moderation.add, entry)
    return chosen


async def settings_before(
    fetch: Callable[..., Awaitable[Any]], entry: AuditEntry
) -> tuple[ServerSettings, ServerSettings]:
    """Find the settings of a server, now and without the change of an entry. `fetch` calls a
    repository's function. Raises Refusal as `must_stand` does, and (`changed-since`) if one of them
    was changed again."""
    await must_stand(fetch, entry)
    now: ServerSettings = await fetch(settings.of_server, entry.guild_id, ServerSettings)
    was, became = (_STORED.validate_python(entry.details[when]) for when in ("was", "now"))
    names = list(entry.details["now"])
    if any(getattr(now, name) != getattr(became, name) for name in names):
        raise changed_since()
    return now, replace(now, **{name: getattr(was, name) for name in names})


async def undo_set_up(
    tables: Tables, moderator: Moderator, entry: AuditEntry, reason: str
) -> AuditEntry:
    """Give the settings that an entry changed the values they had. Raises Refusal as
    `settings_before` does, and without a valid reason."""
    reason = good_reason(reason)
    async with tables.store.transaction() as transaction:
        now, before = await settings_before(transaction.run, entry)
        await transaction.run(settings.set_server, entry.guild_id, before, at=tables.now())
        undoing = _set_up_entry(tables, moderator, now, before, reason, {UNDOES: entry.id})
        return await transaction.run(moderation.add, undoing)


def _changed(was: ServerSettings, chosen: ServerSettings) -> list[str]:
    old, new = asdict(was), asdict(chosen)
    return [name for name in new if new[name] != old[name]]


def _set_up_entry(
    tables: Tables,
    moderator: Moderator,
    was: ServerSettings,
    chosen: ServerSettings,
    reason: str,
    more: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Make the entry about changed settings, with `more` details."""
    old, new, names = asdict(was), asdict(chosen), _changed(was, chosen)
    details = {
        "was": {name: old[name] for name in names},
        "now": {name: new[name] for name in names},
        **(more or {}),
    }
    return AuditEntry(
        0, moderator.guild_id, None, tables.now(), moderator.id, SET_UP, reason, details,
        own_table=False,
    )  # fmt: skip


def set_up_changes(t: Translations, details: Mapping[str, Any]) -> list[str]:
    """Describe what an entry changed, with the old and the new value of each setting."""
    was, now = (_STORED.validate_python(details[when]) for when in ("was", "now"))
    found = []
    for one in OF_MODERATORS:
        old, new = (" · ".join(one.log_lines(t, settings)) for settings in (was, now))
        if old != new:
            found.append(value_words(t, t.gettext(one.heading), old, new))
    return found
