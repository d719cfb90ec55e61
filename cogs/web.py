"""Web pages served by the running bot (`bot.site.serving`), and what they ask Discord: which
channels everybody may read."""

import time
from contextlib import suppress

import discord
import structlog
from aiohttp import web

from bot.site.serving import Newest, Pages, Source, serve
from cogs.client import BotCog

ASK_EVERY = 1.0
"""Seconds between two questions to Discord about channels that are not known, such as threads
nobody has written in for long; until the answer is there, their games have no page."""
KNOWN_FOR = 3600.0
"""Seconds for which an answer holds."""

log = structlog.get_logger(__name__)


def open_to_all(channel: object) -> bool:
    """Whether everybody on its server may read a channel."""
    if isinstance(channel, discord.Thread):
        return not channel.is_private() and open_to_all(channel.parent)
    if not isinstance(channel, discord.abc.GuildChannel):
        return False
    return channel.permissions_for(channel.guild.default_role).view_channel


class Web(BotCog):
    """Serves the pages if the settings name a port."""

    _port: web.AppRunner | None = None

    async def cog_load(self) -> None:
        """Open the port."""
        bot, settings = self.bot, self.bot.settings
        self._asked = Newest[int, tuple[float, bool]](5_000)
        self._ask_from = 0.0
        if settings.pages_port is None:
            return
        pages = Pages(
            Source(
                bot.tables, bot.leagues, settings.theme, bot.pool.draw,
                lambda: {one.id: one.name for one in bot.guilds}, self.open_to_all,
            )
        )  # fmt: skip
        self._port = await serve(
            pages, settings.pages_host, settings.pages_port, header=settings.pages_client
        )
        log.info("web pages", host=settings.pages_host, port=settings.pages_port)

    async def cog_unload(self) -> None:
        """Close the port."""
        if self._port is not None:
            await self._port.cleanup()

    async def open_to_all(self, guild_id: int, channel_id: int, within: int | None = None) -> bool:
        """Whether everybody on a server may read a channel (`bot.site.serving.OpenToAll`)."""
        guild = self.bot.get_guild(guild_id)
        if guild is None:
            return False
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None and within is not None:
            channel = guild.get_channel_or_thread(within)
        if channel is not None:
            return open_to_all(channel)
        now = time.monotonic()
        at, known = self._asked.used(channel_id) or (-KNOWN_FOR, False)
        if now - at > KNOWN_FOR and now >= self._ask_from:
            self._ask_from = now + ASK_EVERY
            known = False
            with suppress(discord.HTTPException, discord.InvalidData):
                known = open_to_all(await guild.fetch_channel(channel_id))
            self._asked.put(channel_id, (now, known))
        return known
