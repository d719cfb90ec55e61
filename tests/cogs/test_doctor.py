"""Every permission that is missing is named, and how to give it."""

from typing import Any

import discord
import pytest
import simcord

from bot.tables import ServerSettings
from cogs.servers import PURPOSES
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.season_tables import settled


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
    assert f"and allows: {name}." in shown
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
        (place.id, f"notified in {place.mention}, where somebody who manages the server must give"),
        (place.id + 1, "The channel for notifying moderators is gone"),
    ):
        server = ServerSettings(moderator_roles=(role.id,), moderators_channel=chosen)
        await room.bot.tables.set_server_settings(room.guild.id, server)
        shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
        assert said in shown


async def test_a_deleted_moderators_role_is_told_once_and_taken_out(
    room: Room, role: simcord.RoleHandle
) -> None:
    """The owner is told, also of what happened while the bot did not run."""
    managing = discord.Permissions(manage_guild=True)
    managers = room.guild.create_role("managers", permissions=managing)
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    place = room.guild.create_text_channel("referees-only")
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    room.env.backend.delete_role(room.guild.id, role.id)
    await settled(room)
    looking: Any = room.bot.get_cog("RolesGone")
    await looking.look()
    await room.restart()
    looking = room.bot.get_cog("RolesGone")
    await looking.look()
    [told] = place.history()
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None and f"<@{guild.owner_id}>" in words(told)
    assert "was deleted" in words(told)
    shown = words(answer(await olga.slash(room.channel, "doctor")))
    assert "❌ A moderator role of this server was deleted" in shown
    refused = answer(await room.people[0].click(told, label="Remove the deleted role"))
    assert "Only people who can manage this server" in words(refused)
    setup = answer(await olga.slash(room.channel, "moderate setup"))
    for shown_there in (setup, told):  # the second press finds it done
        after = answer(await olga.click(shown_there, label="Remove the deleted role"))
        assert "everybody who can manage this server" in words(after)
        assert "Remove the deleted role" not in labels(after)
    assert (await room.bot.tables.server_settings(room.guild.id)).moderator_roles == ()
    assert "was deleted" not in words(answer(await olga.slash(room.channel, "doctor")))


async def test_without_a_moderators_channel_the_owner_reads_it_directly(
    room: Room, role: simcord.RoleHandle
) -> None:
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    room.env.backend.delete_role(room.guild.id, role.id)
    await settled(room)
    sent = [one for one in room.env.backend.messages.values() if "was deleted" in str(one)]
    assert len(sent) == 1


def test_every_permission_has_a_purpose() -> None:
    assert set(PURPOSES) == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files",
    }  # fmt: skip
