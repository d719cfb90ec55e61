"""The web pages of leagues, written once a week where the host's settings name a folder."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bot.hosting.scheduled import site_is_due, write_site_beside
from bot.process.stopping import cancelled
from bot.settings import SettingsError
from bot.store.database import StoreError
from cogs.client import TzolkinBot
from cogs.kit.loops import LoopCog, every

LOOK_HOURS = 1
"""Hours between two looks whether pages are due, and before failed ones are tried again."""

log = structlog.get_logger(__name__)


class Site(LoopCog):
    """Writes the pages when they are a week old."""

    async def cog_load(self) -> None:
        """Begin to look, unless the settings want no pages."""
        if self.bot.settings.site_folder:
            await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop looking; a process that writes has ended before the database is closed."""
        looking = self.look.get_task()
        if looking is not None:
            await cancelled({looking})

    @every(3600 * LOOK_HOURS, "web pages")
    async def look(self) -> None:
        """Write the pages if they are due; logs what was written, or why not."""
        settings = self.bot.settings
        folder = Path(settings.site_folder or "")
        try:
            if not await self.bot.is_first():
                return
            if await asyncio.to_thread(site_is_due, folder, datetime.now(UTC)):
                written = await write_site_beside(
                    settings.database_url, folder, theme=settings.theme
                )
                log.info("web pages", folder=str(folder), **written)
        except (StoreError, SettingsError, OSError) as error:
            log.error("no web pages", reason=str(error), again_in_hours=LOOK_HOURS)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Site(bot))
