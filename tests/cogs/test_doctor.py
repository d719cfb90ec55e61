"""Every permission that is missing is named, and how to give it."""

import discord
import pytest

from cogs.doctor import PURPOSES
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


def test_every_permission_has_a_purpose() -> None:
    assert set(PURPOSES) == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files",
    }  # fmt: skip
