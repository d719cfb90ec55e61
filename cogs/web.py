"""Web pages served by the running bot (`bot.site.serving`), and what they ask Discord: which
channels everybody may read."""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress

import discord
import structlog
from aiohttp import web

from bot.process import Newest
from bot.settings import Settings
from cogs.client import BotCog
from cogs.kit.context import open_channels, open_to_all
from cogs.starting import proxy_to_discord, refusal_of_discord_explained

ASK_EVERY = 1.0
"""Seconds between two questions to Discord about channels that are not known, such as threads
nobody has written in for long; until the answer is there, their games have no page."""
KNOWN_FOR = 3600.0
"""Seconds for which an answer holds."""
MOST_KNOWN = 5_000
"""The most answers that are kept."""

log = structlog.get_logger(__name__)


async def ask_channels(settings: Settings, guild_ids: Collection[int]) -> Mapping[int, bool]:
    """Ask Discord what `open_channels` says, without a running bot. Raises SettingsError and
    UnreachableError."""
    proxy, intents = proxy_to_discord(), discord.Intents.none()
    with refusal_of_discord_explained():
        async with discord.Client(
            intents=intents, proxy=None if proxy is None else proxy.url,
            proxy_auth=None if proxy is None else proxy.auth,
        ) as client:  # fmt: skip
            await client.login(settings.token())
            return await open_channels(client, guild_ids)


class Web(BotCog):
    """Serves the pages if the settings name a port."""

    _port: web.AppRunner | None = None

    async def cog_load(self) -> None:
        """Open the port."""
        bot, settings = self.bot, self.bot.settings
        self._asked = Newest[int, tuple[float, bool]](MOST_KNOWN)
        self._ask_from = 0.0
        if settings.pages_port is None:
            return
        from bot.site.serving import Pages, Source, serve  # many run without pages

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

    async def open_to_all(
        self, guild_id: int, channel_id: int, within: Collection[int] = ()
    ) -> bool:
        """Whether everybody on a server may read a channel (`bot.site.elements.OpenToAll`)."""
        guild = self.bot.get_guild(guild_id)
        if guild is None:
            return False
        channel = guild.get_channel_or_thread(channel_id)
        if channel is not None:
            return open_to_all(channel)
        places = [guild.get_channel_or_thread(one) for one in within]
        if places and None not in places:
            return all(map(open_to_all, places))
        now = time.monotonic()
        at, known = self._asked.get(channel_id, (-KNOWN_FOR, False))
        if now - at > KNOWN_FOR and now >= self._ask_from:
            self._ask_from = now + ASK_EVERY
            known = False
            with suppress(discord.HTTPException, discord.InvalidData):
                known = open_to_all(await guild.fetch_channel(channel_id))
            self._asked[channel_id] = (now, known)
        return known
