"""A word in the channel when the bot comes to a server: what it is and how to begin, once."""

from collections.abc import Iterator

import discord
import structlog
from discord.ext import commands

from bot.store import settings
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE, language_of_server
from cogs.kit.layout import message, small, text

GREETED = "greeted"
"""In the settings of a server, once it was greeted."""

log = structlog.get_logger(__name__)


def greeting_lines(t: Translations) -> list[str]:
    """What everybody on the server reads."""
    return [
        "### " + t.gettext("Tzolk'in on this server"),
        t.gettext(
            "With me you play Tzolk'in in your channels: two to five people, over an evening or "
            "over weeks. /tzolkin new opens a game where you write it, and /tutorial teaches it in "
            "ten minutes, privately."
        ),
        small(t.gettext("Unofficial and free of charge. /doctor says whether I can play here.")),
    ]


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where the bot may write, the channel for such news first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in [*first, *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


class Greeting(commands.Cog):
    """Greets a server."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called when the bot comes to a server, and sometimes when one was only unreachable."""
        store, now = self.bot.store, self.bot.tables.now()
        if not self.bot.settings.greeting:
            return
        if GREETED in await store.read(settings.get, "guild", guild.id):
            return
        place = next(_places(guild), None)
        if place is None:
            return
        await store.write(settings.change, "guild", guild.id, {GREETED: True}, at=now)
        view = message(text(*greeting_lines(language_of_server(self.bot, guild))))
        try:
            await place.send(view=view, allowed_mentions=discord.AllowedMentions.none())
        except UNREACHABLE as refused:
            log.info("not greeted", server=guild.id, reason=str(refused))


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Greeting(bot))
