"""How to begin: the greeting when the bot joins a server, posted once, and /help."""

from collections.abc import Iterator

import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.store import settings
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import UNREACHABLE, language_of_server, speaks
from cogs.kit.buttons import GREEN, button, today_button
from cogs.kit.context import Interaction
from cogs.kit.layout import message, row, small, text

GREETED = "greeted"
"""The key in the settings of a server that was greeted."""

log = structlog.get_logger(__name__)


def greeting_lines(t: Translations) -> list[str]:
    """The lines of the greeting."""
    return [
        "### " + t.gettext("Tzolk'in on this server"),
        t.gettext(
            "Play Tzolk'in in your channels: two to five people, in an evening or over weeks. "
            "Open a game anywhere with /tzolkin new; learn it privately in ten minutes with "
            "/tutorial."
        ),
        small(t.gettext("Unofficial and free. Check with /doctor whether I can play here.")),
    ]


def help_lines(t: Translations) -> list[str]:
    """The lines of /help."""
    return [
        # Translators: heading
        "### " + t.gettext("How to begin"),
        t.gettext(
            "**Learn the game** in ten minutes, privately. Or **start a game**: friends press "
            "**Join**, computers take free seats, and the bot shows what you can do and its price."
        ),
        t.gettext(
            "Look up a rule with /rules, find your games with /games, and set your turn "
            "notifications with /pings."
        ),
    ]


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which the bot may write, the server's system channel first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in [*first, *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


class Greeting(BotCog):
    """Greets a server, and says how to begin."""

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server. Discord also calls this when a server was only unreachable."""
        store, now = self.bot.store, self.bot.tables.now()
        if not self.bot.settings.greeting:
            return
        if GREETED in await store.read(settings.get, "guild", guild.id):
            return
        place = next(_places(guild), None)
        if place is None:
            return
        await store.write(settings.change, "guild", guild.id, {GREETED: True}, at=now)
        t = language_of_server(self.bot, guild)
        view = message(text(*greeting_lines(t)), row([today_button(t)]))
        try:
            await place.send(view=view, allowed_mentions=discord.AllowedMentions.none())
        except UNREACHABLE as refused:
            log.info("not greeted", server=guild.id, reason=str(refused))

    @app_commands.command(
        name="help", description=locale_str("How to begin: learn the game, or start one")
    )
    async def help(self, interaction: Interaction) -> None:
        """Say privately how to begin, with a button for each way."""
        t = speaks(interaction)
        ways = [
            # Translators: button: begin the tutorial; imperative
            button(t.gettext("Learn the game"), "learn", 0, word="0", style=GREEN),
            # Translators: button: open a lobby for a game; imperative
            button(t.gettext("Start a game"), "newgame", 0),
        ]
        view = message(text(*help_lines(t)), row(ways))
        await interaction.response.send_message(view=view, ephemeral=True)
