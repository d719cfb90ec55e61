"""The settings for moderators, made by people who manage a server and noted in the audit log."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
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
        old, new = asdict(was), asdict(chosen)
        names = [name for name in new if new[name] != old[name]]
        if names:
            details = {
                "was": {name: old[name] for name in names},
                "now": {name: new[name] for name in names},
            }
            await transaction.run(settings.set_server, guild_id, chosen, at=now)
            entry = AuditEntry(
                0, guild_id, None, now, moderator.id, ACT, REASON, details, own_table=False
            )
            await transaction.run(moderation.add, entry)
    return chosen


def changes(t: Translations, details: Mapping[str, Any]) -> list[str]:
    """Describe what an entry changed, with the old and the new value of each setting."""
    was, now = (_STORED.validate_python(details[when]) for when in ("was", "now"))
    found = []
    for one in OF_MODERATORS:
        old, new = (" · ".join(one.log_lines(t, settings)) for settings in (was, now))
        if old != new:
            found.append(value_words(t, t.gettext(one.heading), old, new))
    return found
