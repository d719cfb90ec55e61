"""Backups while the bot runs, as often as the host's settings say."""

import asyncio
from datetime import UTC, datetime, timedelta

import structlog

from bot.hosting.backups import folder_of
from bot.hosting.scheduled import back_up_beside, is_due
from bot.process.stopping import cancelled
from bot.store.database import StoreError
from cogs.client import TzolkinBot
from cogs.kit.loops import LoopCog, every

LOOK_MINUTES = 10
"""Minutes between two looks whether a backup is due, and before a failed one is tried again."""

log = structlog.get_logger(__name__)


class Backups(LoopCog):
    """Makes a backup when the last one is old enough."""

    async def cog_load(self) -> None:
        """Begin to look, unless the settings want no backups."""
        if self.bot.settings.backup_hours:
            await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop looking. A backup in the making is dropped, and its process has ended before the
        database is closed."""
        looking = self.look.get_task()
        if looking is not None:
            await cancelled({looking})

    @every(60 * LOOK_MINUTES, "backup")
    async def look(self) -> None:
        """Make a backup if one is due; logs each one, or why it failed."""
        settings = self.bot.settings
        url, every = settings.database_url, timedelta(hours=settings.backup_hours)
        folder = folder_of(url, settings.backup_folder)
        try:
            if not await self.bot.is_first():
                return
            if not await asyncio.to_thread(is_due, url, folder, every, datetime.now(UTC)):
                return
            made = await back_up_beside(url, folder, kept=settings.backups_kept)
            log.info("backup", file=str(made.file), games=made.games, removed=len(made.removed))
        except (StoreError, OSError) as error:
            log.error("no backup", reason=str(error), again_in_minutes=LOOK_MINUTES)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Backups(bot))
