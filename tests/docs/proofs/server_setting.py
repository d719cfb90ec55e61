"""A setting of a server more: stored, shown on the page, and changed by a press on it."""

from dataclasses import replace

import discord
import simcord

from bot.tables import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, words

pytest_plugins = ("tests.cogs.conftest",)
"""The bot on a simulated Discord."""


def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def test_it_is_stored(room: Room) -> None:
    tables = room.bot.tables
    await tables.set_server_settings(1, ServerSettings(theme="light"))
    assert await tables.server_settings(1) == ServerSettings(theme="light", applause=False)
    await tables.set_server_settings(1, ServerSettings(applause=True))
    assert await tables.server_settings(1) == ServerSettings(applause=True)


async def test_it_is_chosen_on_the_page(room: Room) -> None:
    maya, tables, server = manager(room), room.bot.tables, room.guild.id
    before = await tables.server_settings(server)
    panel = answer(await maya.slash(room.channel, "settings"))
    assert "Applause**: off" in words(panel) and "its winner is applauded" in words(panel)
    assert button_id(panel, "Applaud winners") == "tz:applause:0::on"
    panel = answer(await maya.click(panel, label="Applaud winners"))
    assert "Applause**: on" in words(panel) and "Changed." in words(panel)
    assert await tables.server_settings(server) == replace(before, applause=True)
    panel = answer(await maya.click(panel, label="No applause"))
    assert await tables.server_settings(server) == before
