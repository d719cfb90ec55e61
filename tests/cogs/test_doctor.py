"""Every permission that is missing is named, and how to give it."""

import discord
import pytest
import simcord

from bot.tables import ServerSettings
from cogs.servers.doctor import PURPOSES
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words


async def test_all_is_well(room: Room) -> None:
    shown = answer(await room.people[0].slash(room.channel, "doctor"))
    assert shown.ephemeral
    assert "Everything is in order" in words(shown)
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
    assert f"and allows: {name}." in shown
    assert "Everything is in order" not in shown


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
    assert "Everything is in order" in shown, "a game can be played in the channel itself"
    advice = "allow there also: Create Public Threads, Send Messages in Threads."
    assert f"For games in threads of their own, which the lobby offers, {advice}" in shown
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "can also be opened in a thread" in shown


async def test_where_moderators_cannot_be_called(room: Room, role: simcord.RoleHandle) -> None:
    """The bot may not write there any more, or the channel is gone."""
    place = room.guild.create_text_channel(
        "referees-only",
        overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)},
    )
    for chosen, said in (
        (place.id, f"called in {place.mention}, where someone who manages the server must give"),
        (place.id + 1, "The channel where moderators are called is gone"),
    ):
        server = ServerSettings(moderator_roles=(role.id,), moderators_channel=chosen)
        await room.bot.tables.set_server_settings(room.guild.id, server)
        shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
        assert said in shown


def test_every_permission_has_a_purpose() -> None:
    assert set(PURPOSES) == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files",
    }  # fmt: skip
