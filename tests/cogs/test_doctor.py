"""/doctor and `doctor --online` name whatever is missing, and how to give it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import discord
import pytest
import simcord
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.settings import Settings
from bot.tables import ServerSettings
from cogs.client import PERMISSIONS
from cogs.servers import PURPOSES
from cogs.starting import ask_discord
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    words,
)
from tests.cogs.moderators_page import set_up
from tests.cogs.seasons import settled
from tests.hosting.test_doctor import TOKEN, Lines


async def test_all_is_well(room: Room) -> None:
    shown = answer(await room.people[0].slash(room.channel, "doctor"))
    assert shown.ephemeral
    assert "All good: you can play here" in words(shown)
    assert "❌" not in words(shown)


@pytest.mark.parametrize(
    ("permission", "name"), [("send_messages", "Send Messages"), ("attach_files", "Attach Files")]
)
async def test_what_is_missing_in_a_channel(room: Room, permission: str, name: str) -> None:
    channel = room.guild.create_text_channel(
        "narrow", overwrites={room.guild.me: discord.PermissionOverwrite(**{permission: False})}
    )
    shown = words(answer(await room.people[0].slash(channel, "doctor")))
    assert f"❌ **{name}**" in shown
    assert shown.count("❌") == 1
    assert f"and allow: {name}." in shown
    assert "All good: you can play here" not in shown


async def test_threads_for_games(room: Room) -> None:
    narrow = room.guild.create_text_channel(
        "narrow",
        overwrites={
            room.guild.me: discord.PermissionOverwrite(
                create_public_threads=False, send_messages_in_threads=False
            )
        },
    )
    shown = words(answer(await room.people[0].slash(narrow, "doctor")))
    assert "All good: you can play here" in shown, "a game can be played in the channel itself"
    advice = "also allow: Create Public Threads, Send Messages in Threads."
    assert f"For games in their own threads, {advice}" in shown
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "can also be opened in a thread" in shown


async def test_where_moderators_cannot_be_called(room: Room, role: simcord.RoleHandle) -> None:
    """The bot may not write there any more, or the channel is gone."""
    place = room.guild.create_text_channel(
        "referees-only",
        overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)},
    )
    for chosen, said in (
        (place.id, f"notified in {place.mention}, but somebody who manages the server must first"),
        (place.id + 1, "The channel for notifying moderators is gone"),
    ):
        server = ServerSettings(moderator_roles=(role.id,), moderators_channel=chosen)
        await room.bot.tables.set_server_settings(room.guild.id, server)
        shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
        assert said in shown


async def test_a_deleted_moderators_role_is_told_by_doctor_and_taken_out(
    room: Room, role: simcord.RoleHandle
) -> None:
    managing = discord.Permissions(manage_guild=True)
    managers = room.guild.create_role("managers", permissions=managing)
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    assert "was deleted" not in words(answer(await olga.slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, role.id)
    await settled(room)
    shown = words(answer(await olga.slash(room.channel, "doctor")))
    assert "❌ A moderator role on this server was deleted" in shown
    await set_up(olga, room.channel, role=managers)
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderator_roles == (managers.id,)
    assert "was deleted" not in words(answer(await olga.slash(room.channel, "doctor")))


def test_every_permission_has_a_purpose() -> None:
    assert set(PURPOSES) == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files",
    }  # fmt: skip


class Discord:
    """Discord, as far as `doctor` asks it, on a port of this machine."""

    def __init__(self) -> None:
        self.status = 200
        self.ahead = timedelta()
        self.remaining = 990
        self.servers: list[dict[str, Any]] = [server(1, PERMISSIONS.value)]
        self.asked: list[tuple[str, str | None]] = []

    async def answer(self, request: web.Request) -> web.Response:
        """What it answers."""
        path = request.path.removeprefix("/api")
        self.asked.append((path, request.headers.get("Authorization")))
        date = format_datetime(datetime.now(UTC) + self.ahead, usegmt=True)
        after = int(request.query.get("after", 0))
        page = [one for one in self.servers if int(one["id"]) > after]
        told: dict[str, Any] = {
            "/gateway": {},
            "/applications/@me": {"name": "Tzolk'in"},
            "/gateway/bot": {"shards": 1, "session_start_limit": {"remaining": self.remaining}},
            "/users/@me/guilds": page[: int(request.query.get("limit", 0))],
        }
        status = 200 if path == "/gateway" else self.status
        body = told[path] if status == 200 else {"message": "no"}
        return web.json_response(body, status=status, headers={"Date": date})


def server(number: int, permissions: int) -> dict[str, Any]:
    """A server, and what the bot may do there."""
    return {"id": str(number), "name": f"Server {number}", "permissions": str(permissions)}


@pytest.fixture
async def discord_api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    """Discord, which nobody but this machine can ask."""
    discord_api = Discord()
    program = web.Application()
    program.router.add_get("/api/{path:.*}", discord_api.answer)
    async with TestServer(program) as there:
        monkeypatch.setattr("discord.http.Route.BASE", str(there.make_url("/api")))
        yield discord_api


async def asked(**chosen: Any) -> Lines:
    """What is found about each thing by asking."""
    settings = Settings(_env_file=None, DISCORD_TOKEN=TOKEN)
    found = await ask_discord(settings.model_copy(update=chosen))
    return {one.about: (one.level, one.said) for one in found}


async def test_discord_says_all_is_well(discord_api: Discord) -> None:
    found = await asked()
    assert {level for level, _ in found.values()} == {"ok"}
    assert list(found) == ["time", "Discord", "intents", "starts", "servers"]
    assert "Tzolk'in" in found["Discord"][1]
    assert discord_api.asked[0] == ("/gateway", None), "the time is asked by nobody"
    assert {who for _, who in discord_api.asked[1:]} == {f"Bot {TOKEN}"}


async def test_discord_does_not_take_the_token(discord_api: Discord) -> None:
    discord_api.status = 401
    found = await asked()
    assert list(found) == ["time", "Discord"]
    assert found["Discord"][0] == "fault"
    assert "does not take the token" in found["Discord"][1]


async def test_discord_is_out_of_order(discord_api: Discord) -> None:
    discord_api.status = 503
    found = await asked()
    assert found["Discord"] == (
        "warning",
        "Discord answers 503 to /applications/@me; try again later.",
    )


async def test_discord_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:1/api")
    found = await asked()
    assert list(found) == ["Discord"]
    assert found["Discord"][0] == "fault"
    assert "cannot be reached" in found["Discord"][1]


@pytest.mark.parametrize(
    ("ahead", "level", "words"),
    [
        (10, "warning", "behind Discord's"),
        (-10, "warning", "ahead of Discord's"),
        (600, "fault", "behind Discord's"),
    ],
)
async def test_the_clock_differs(discord_api: Discord, ahead: int, level: str, words: str) -> None:
    discord_api.ahead = timedelta(seconds=ahead)
    found = await asked()
    assert found["time"][0] == level
    assert words in found["time"][1]


async def test_permissions_at_servers(discord_api: Discord) -> None:
    administrator = 1 << 3
    discord_api.servers = [
        server(1, PERMISSIONS.value), server(2, administrator), server(3, 0),
        *(server(number, PERMISSIONS.value & ~(1 << 15)) for number in range(4, 250)),
    ]  # fmt: skip
    level, said = (await asked())["servers"]
    assert level == "warning"
    assert said.startswith("the bot is at 249, and 247 do not give it permissions it needs (")
    assert "Server 3 (3): View Channels, Send Messages" in said
    assert "Server 4 (4): Attach Files;" in said
    assert "; and 242 more)" in said


async def test_no_server_and_the_wrong_one(discord_api: Discord) -> None:
    discord_api.servers = []
    assert (await asked())["servers"][0] == "warning"
    settings = Settings(_env_file=None, DISCORD_TOKEN=TOKEN, sync_guild=77)
    found = [one.said for one in await ask_discord(settings) if one.level == "fault"]
    assert len(found) == 1 and "not at the server 77" in found[0]


async def test_few_starts_are_left(discord_api: Discord) -> None:
    discord_api.remaining = 3
    assert (await asked())["starts"][0] == "warning"


async def test_without_a_token_only_the_time_is_asked(discord_api: Discord) -> None:
    assert list(await asked(discord_token=None)) == ["time"]
    assert [path for path, _ in discord_api.asked] == ["/gateway"]
