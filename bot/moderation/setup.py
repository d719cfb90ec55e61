"""The settings for moderators, made by people who manage a server and noted in the audit log."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.moderation.acting import UNDOES, good_reason
from bot.moderation.undoing import changed_since, must_stand
from bot.store import moderation, settings
from bot.tables.service import Tables
from bot.tables.settings import OF_MODERATORS, ServerSettings
from bot.text.audit import value_words
from bot.text.translation import N_, Translations

# Translators: in the audit log: what a moderator or the bot has done; a heading of a few words, no
# sentence; about a server
ACT, CALLED = "setup", N_("moderators set up")
REASON = "/moderate setup"
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
            entry = _entry(tables, moderator, was, chosen, REASON)
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


async def undo(tables: Tables, moderator: Moderator, entry: AuditEntry, reason: str) -> AuditEntry:
    """Give the settings that an entry changed the values they had. Raises Refusal as
    `settings_before` does, and without a valid reason."""
    reason = good_reason(reason)
    async with tables.store.transaction() as transaction:
        now, before = await settings_before(transaction.run, entry)
        await transaction.run(settings.set_server, entry.guild_id, before, at=tables.now())
        undoing = _entry(tables, moderator, now, before, reason, {UNDOES: entry.id})
        return await transaction.run(moderation.add, undoing)


def _changed(was: ServerSettings, chosen: ServerSettings) -> list[str]:
    old, new = asdict(was), asdict(chosen)
    return [name for name in new if new[name] != old[name]]


def _entry(
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
        0, moderator.guild_id, None, tables.now(), moderator.id, ACT, reason, details,
        own_table=False,
    )  # fmt: skip


def changes(t: Translations, details: Mapping[str, Any]) -> list[str]:
    """Describe what an entry changed, with the old and the new value of each setting."""
    was, now = (_STORED.validate_python(details[when]) for when in ("was", "now"))
    found = []
    for one in OF_MODERATORS:
        old, new = (" · ".join(one.log_lines(t, settings)) for settings in (was, now))
        if old != new:
            found.append(value_words(t, t.gettext(one.heading), old, new))
    return found
