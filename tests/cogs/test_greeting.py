"""The bot says once what it is when it comes to a server."""

from typing import Any

import discord

from tests.cogs.conftest import Room
from tests.cogs.driver import raw, words


async def joins(room: Room, guild_id: int | None = None) -> None:
    guild = room.bot.get_guild(guild_id or room.guild.id)
    assert guild is not None
    greeting: Any = room.bot.get_cog("Greeting")
    await greeting.on_guild_join(guild)


async def test_once(room: Room) -> None:
    """Also after a restart, where Discord may say again that it came."""
    await joins(room)
    [said] = room.channel.history()
    assert "tzolkin new" in words(said) and "tutorial" in words(said)
    assert "Unofficial" in words(said) and "tz:today:0::" in str(raw(said))
    await joins(room)
    await room.restart()
    await joins(room)
    assert len(room.channel.history()) == 1
    assert room.env.errors == []


async def test_where_it_may_write(room: Room) -> None:
    """The first channel in which it may, or none."""
    silent = discord.PermissionOverwrite(send_messages=False)
    guild = room.env.create_guild("Others")
    first = guild.create_text_channel("rules", overwrites={guild.me: silent})
    other = guild.create_text_channel("games")
    await joins(room, guild.id)
    assert first.history() == [] and len(other.history()) == 1


async def test_switched_off(room: Room) -> None:
    room.bot.settings = room.bot.settings.model_copy(update={"greeting": False})
    await joins(room)
    assert room.channel.history() == []
