"""Where the buttons of a table may stand; a press anywhere else is refused."""

from enum import Enum, auto
from typing import Any

import discord

from bot.refusal import Refusal
from bot.tables import Table
from cogs.kit.context import Interaction

MOST_KNOWN = 20_000
"""Pairs of tables and channels that are remembered, so that not every press reads the table."""


class Stands(Enum):
    """Where the buttons of a verb are posted."""

    AT_THE_TABLE = auto()
    """In the channel or thread of the table whose number they carry, in the channel in which its
    thread hangs, and in direct messages to those who sit there."""
    AT_THE_SERVER = auto()
    """Anywhere at the table's server, such as where moderators are called. The handler says who may
    press them."""
    ANYWHERE = auto()
    """The buttons carry no table, or their handler checks the place itself."""


async def must_stand_there(interaction: Interaction, table_id: int, where: Stands) -> None:
    """Check that the bot can have posted the pressed button in this place. Raises Refusal
    (`elsewhere`, or `no-table` if the table does not exist)."""
    if where is Stands.ANYWHERE or table_id == 0:
        return
    bot, pressed = interaction.client, (table_id, interaction.channel_id, where)
    if pressed in bot.buttons_seen:  # still right if the table has moved to a thread since
        return
    table = await bot.tables.table(table_id)
    if interaction.guild_id is None and interaction.channel_id != table.channel_id:
        if table.seat_of(interaction.user.id) is None:
            raise _elsewhere()
        return  # not remembered: somebody else may get the seat
    if not _stands_there(interaction, table, where):
        raise _elsewhere()
    if len(bot.buttons_seen) >= MOST_KNOWN:
        bot.buttons_seen.clear()
    bot.buttons_seen.add(pressed)


def _stands_there(interaction: discord.Interaction[Any], table: Table, where: Stands) -> bool:
    if interaction.guild_id != table.guild_id:
        return False
    if where is Stands.AT_THE_SERVER or interaction.channel_id == table.channel_id:
        return True
    channel = interaction.client.get_channel(table.channel_id)
    if channel is None:  # deleted, or a closed thread: its parent channel is not known
        return True
    return interaction.channel_id == getattr(channel, "parent_id", None)


def _elsewhere() -> Refusal:
    return Refusal(
        "elsewhere", "This button belongs to a game in another channel; use /board in its channel."
    )
