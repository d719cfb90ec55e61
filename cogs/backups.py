"""Backups while the bot runs, as often as the host's settings say, and web pages of leagues once a
week."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import structlog

from bot.hosting.backups import folder_of
from bot.hosting.scheduled import back_up_beside, is_due, site_is_due, write_site_beside
from bot.process.work import cancelled
from bot.settings import SettingsError
from bot.store import settings as stored
from bot.store.database import StoreError
from bot.tables.settings import ServerSettings
from cogs.client import LoopCog, every
from cogs.kit.context import open_channels

LOOK_MINUTES = 10
"""Minutes between two looks whether a backup is due, and before a failed one is tried again."""
PAGES_LOOK_HOURS = 1
"""Hours between two looks whether pages are due, and before failed ones are tried again."""

log = structlog.get_logger(__name__)


class Backups(LoopCog):
    """Makes a backup when the last one is old enough, and writes the pages when they are."""

    async def cog_load(self) -> None:
        """Begin to look, unless the settings want no backups, or no pages."""
        if self.bot.settings.backup_hours:
            await super().cog_load()
        if self.bot.settings.site_folder:
            self.look_at_pages.start()

    async def cog_unload(self) -> None:
        """Stop looking. A backup in the making is dropped, and its process, or that which writes
        pages, has ended before the database is closed."""
        looking = self.look.get_task(), self.look_at_pages.get_task()
        await cancelled({one for one in looking if one is not None})

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

    @every(3600 * PAGES_LOOK_HOURS, "web pages")
    async def look_at_pages(self) -> None:
        """Write the pages if they are due; logs what was written, or why not."""
        settings = self.bot.settings
        folder = Path(settings.site_folder or "")
        try:
            if not await self.bot.is_first():
                return
            if await asyncio.to_thread(site_is_due, folder, datetime.now(UTC)):
                url, theme = settings.database_url, settings.theme
                channels = await self._open_channels()
                written = await write_site_beside(url, folder, channels, theme=theme)
                log.info("web pages", folder=str(folder), **written)
        except (StoreError, SettingsError, OSError, discord.HTTPException) as error:
            log.error("no web pages", reason=str(error), again_in_hours=PAGES_LOOK_HOURS)

    async def _open_channels(self) -> dict[int, bool]:
        chosen = await self.bot.store.read(stored.of_servers, ServerSettings)
        return await open_channels(self.bot, [id for id, one in chosen.items() if one.pages])
