"""The web pages of the running bot: what Discord says about channels decides what they show."""

from io import BytesIO
from typing import Any
from unittest.mock import Mock
from zipfile import ZipFile

import discord
import pytest
from aiohttp import ClientSession

from bot.seasons.events import Rules
from bot.settings import Settings
from bot.tables import ServerSettings
from cogs.kit.context import open_channels, open_to_all
from cogs.web import Web
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, begin_game, raw, words
from tests.cogs.seasons import drawn_season, looked_up, play
from tests.cogs.test_finished import cards, finished, share

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


@pytest.mark.parametrize(
    ("private", "parent", "expected"),
    ((False, True, True), (True, True, False), (False, False, False)),
)
def test_a_thread_is_as_open_as_its_channel(private: bool, parent: bool, expected: bool) -> None:
    """And a private one is not."""
    channel = Mock(spec=discord.TextChannel)
    channel.permissions_for.return_value = discord.Permissions(view_channel=parent)
    thread = Mock(spec=discord.Thread)
    thread.parent = channel
    thread.is_private.return_value = private
    assert open_to_all(thread) is expected
    assert open_to_all(channel) is parent and not open_to_all(None)


async def test_discord_says_which_channels_everybody_may_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the running bot, and to who asks without one."""
    secret = discord.PermissionOverwrite(view_channel=False)
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.default_role: secret, room.guild.me: NOT_SECRET}
    )
    seen, unseen = [
        await room.bot.get_channel(one.id).create_thread(
            name="one", type=discord.ChannelType.public_thread
        )
        for one in (room.channel, closed)
    ]
    expected = {room.channel.id: True, seen.id: True, closed.id: False, unseen.id: False}
    web: Any = room.bot.get_cog("Web")
    for places, expected_there in (
        ([room.channel.id], True), ([room.channel.id, closed.id], False), ([77], False), ([], False)
    ):  # fmt: skip
        found_there = await web.open_to_all(room.guild.id, 78, places)
        assert found_there == expected_there, "an archived thread was in one of them"
    for known in (True, False):
        if not known:
            monkeypatch.setattr(room.bot, "get_guild", lambda _: None)
        found = await open_channels(room.bot, [room.guild.id, 77])
        assert {one: found[one] for one in expected} == expected


def links(message: Any) -> list[str]:
    """The addresses that buttons of a message lead to."""
    return [one["url"] for one in raw(message) if one.get("url")]


async def test_messages_lead_to_the_web_if_there_are_pages(
    room: Room, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """The board of a round, and the season."""
    await served(room, monkeypatch, unused_tcp_port)
    await begin_game(room.channel, room.people[:2])
    assert "https://pages.example/game-1.html" in links(room.channel.last_message)
    season = await drawn_season(room, room.people, Rules(division_size=4))
    page = f"https://pages.example/league-{season.league_id}/season-1.html"
    shown = answer(await room.people[0].slash(room.channel, "league show"))
    assert page in links(shown)
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings())
    shown = answer(await room.people[0].slash(room.channel, "league show"))
    assert page not in links(shown)


async def test_a_finished_game_leads_to_its_replay_on_the_web(
    room: Room, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """From its last message, the board, the replay and the card that people forward; but not where
    the channel is closed."""
    await served(room, monkeypatch, unused_tcp_port)
    page, ana = "https://pages.example/game-1.html", room.people[0]
    final = await finished(room)
    assert page in links(final)
    assert not answer(await share(room, final)).ephemeral
    assert f"<{page}>" in cards(room)[-1].content
    for command, more in (("board", {}), ("replay", {"game": 1})):
        assert page in links(answer(await ana.slash(room.channel, command, **more))), command
    monkeypatch.setattr("cogs.kit.context.open_to_all", lambda _: False)
    for command, more in (("board", {}), ("replay", {"game": 1})):
        assert page not in links(answer(await ana.slash(room.channel, command, **more))), command
    await cards(room)[-1].delete()
    await share(room, final)
    assert page not in cards(room)[-1].content


async def test_a_league_has_its_web_pages_as_a_file(room: Room) -> None:
    """Under Files, if the server allows web pages."""
    ana = room.people[0]
    season = await play(room, await drawn_season(room, room.people, Rules(division_size=4)))
    files = await looked_up(ana, room.channel, "standings", "export")
    refused = answer(await ana.click(files, label="Web pages"))
    assert "does not allow web pages" in words(refused) and not refused.attachments
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(pages=True))
    given = answer(await ana.click(files, label="Web pages"))
    [file] = given.attachments
    with ZipFile(BytesIO(await file.read())) as packed:
        page = packed.read(f"en/league-{season.league_id}/season-1.html").decode()
    assert "Player 1" in page and "ana" not in page
