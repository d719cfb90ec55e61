"""The web pages of the running bot: what Discord says about channels decides what they show."""

import discord
import pytest
from aiohttp import ClientSession

from bot.settings import Settings
from bot.tables import ServerSettings
from cogs.web import Web
from tests.cogs.conftest import Room
from tests.cogs.driver import begin_game

NOT_SECRET = discord.PermissionOverwrite(view_channel=True)


async def served(room: Room, monkeypatch: pytest.MonkeyPatch, port: int) -> str:
    """Open the port of the pages; return their address."""
    settings = Settings(_env_file=None, pages_port=port, pages_url="https://pages.example/")
    monkeypatch.setattr(room.bot, "settings", settings)
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(pages=True))
    web = room.bot.get_cog("Web")
    assert isinstance(web, Web)
    await web.cog_load()
    return f"http://127.0.0.1:{port}"


async def test_a_table_is_on_the_web_if_everybody_may_read_its_channel(
    room: Room, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    secret = discord.PermissionOverwrite(view_channel=False)
    there = dict.fromkeys((room.guild.me, *room.people), NOT_SECRET)
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.default_role: secret, **there}
    )
    await begin_game(room.channel, room.people[:2])
    await begin_game(closed, room.people[2:])
    address = await served(room, monkeypatch, unused_tcp_port)
    pages = {}
    async with ClientSession() as http:
        for number in (1, 2):
            async with http.get(f"{address}/en/game-{number}.html") as answer:
                pages[number] = (answer.status, await answer.text())
        async with http.get(f"{address}/en/server-{room.guild.id}.html") as answer:
            listed = await answer.text()
    assert pages[1][0] == 200 and pages[2][0] == 404
    assert "game-1.html" in listed and "game-2.html" not in listed
    assert "Player 1" in pages[1][1] and "ana" not in pages[1][1]
    web = room.bot.get_cog("Web")
    assert isinstance(web, Web)
    await web.cog_unload()
