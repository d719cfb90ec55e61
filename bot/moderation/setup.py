"""The settings for moderators, made by people who manage a server and noted in the audit log."""

from collections.abc import Callable
from dataclasses import asdict

from bot.model.server import AuditEntry, Moderator, ServerSettings
from bot.store import moderation, settings
from bot.tables.service import Tables
from bot.text.translation import N_

# Translators: in the audit log: what a moderator or the bot has done; a heading of a few words, no
# sentence; about a server
ACT, CALLED = "setup", N_("moderators set up")
REASON = "/moderate setup"
"""The reason in the audit log, as nobody is asked for one."""


async def set_up(
    tables: Tables, moderator: Moderator, change: Callable[[ServerSettings], ServerSettings]
) -> ServerSettings:
    """Change the settings of a server, with an entry in the audit log that has the old and the new
    values of changed settings; without changes there is no entry. Returns the settings."""
    guild_id, now = moderator.guild_id, tables.now()
    async with tables.store.transaction() as transaction:
        was = await transaction.run(settings.of_server, guild_id)
        chosen = change(was)
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
