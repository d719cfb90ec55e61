"""Where a command or press came from: who asked, in which language, about which table."""

from typing import Any

import discord

from bot.client import TzolkinBot
from bot.refusal import Refusal
from bot.tables import Person, Table
from bot.text.translation import Translations, translator

Interaction = discord.Interaction[TzolkinBot]


def speaks_server(interaction: discord.Interaction[Any]) -> Translations:
    """The language of the server, for what everybody reads."""
    return translator(str(interaction.guild_locale or discord.Locale.american_english))


def language_of(bot: TzolkinBot, table: Table) -> Translations:
    """The language a table's channel is spoken to: its server's."""
    return language_of_server(bot.get_guild(table.guild_id) if table.guild_id else None)


def language_of_server(guild: discord.Guild | None) -> Translations:
    """The language in which everybody at a server is spoken to."""
    return translator(str(guild.preferred_locale)) if guild else translator("en-US")


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who asked, with the name the server shows."""
    return Person(interaction.user.id, interaction.user.display_name)


async def table_here(interaction: Interaction) -> Table:
    """The lobby or running game of this channel. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return _found(await interaction.client.tables.in_channel(interaction.channel_id))


async def latest_table(interaction: Interaction) -> Table:
    """The game of this channel, running or the last one. Raises Refusal if there was none."""
    assert interaction.channel_id is not None
    return _found(await interaction.client.tables.latest_in_channel(interaction.channel_id))


def _found(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no-game", "There is no game in this channel; start one with /tzolkin new.")
    return table
