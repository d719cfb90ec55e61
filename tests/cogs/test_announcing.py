"""A season is announced: a role is pinged when sign-up opens, and when the season begins."""

from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import ROLE_SELECT
from tests.cogs.moderators_page import choose_act, open_page, propose
from tests.cogs.season_commands import do, found, name_moderators, new_season
from tests.cogs.season_tables import look, season_of, texts
from tests.cogs.test_calling import pinged_in


@pytest.fixture
def fans(room: Room) -> simcord.RoleHandle:
    """A role that everybody may mention."""
    return room.guild.create_role("fans", mentionable=True)


def role_menu(page: simcord.ResponseMessage) -> dict[str, Any]:
    """The menu of the role to be pinged."""
    return next(
        c for c in raw(page) if c["type"] == ROLE_SELECT and c["custom_id"].endswith("ping")
    )


async def chosen(
    moderator: simcord.MemberActor,
    wizard: simcord.ResponseMessage,
    *roles: simcord.RoleHandle,
) -> simcord.ResponseMessage:
    """The page of the announcements after this choice of a role."""
    page = answer(await moderator.click(wizard, label="Announcements"))
    return answer(await moderator.select(page, list(roles), custom_id=role_menu(page)["custom_id"]))


async def signed_up(room: Room, people: int = 4) -> None:
    """Some people sign up by the button in the league's channel."""
    opened = [one for one in room.channel.history() if "Sign up" in labels(one)]
    for person in room.people[:people]:
        await person.click(opened[-1], label="Sign up")


async def test_a_role_is_pinged_when_it_opens_and_when_it_begins(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, fans: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    wizard = answer(await maya.slash(room.channel, "season new"))
    page = await chosen(maya, wizard, fans)
    assert f"<@&{fans.id}> is pinged when sign-up opens" in words(page)
    assert "⚠️" not in words(page)
    await maya.click(answer(await maya.click(page, label="Overview")), label="Create")
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]
    assert texts(room.channel)[-1].startswith(f"<@&{fans.id}>")

    # the settings change: the message of the sign-up comes again, without a ping
    settings = answer(await propose(maya, room.channel, "settings"))
    page = answer(await maya.click(settings, label="Tables"))
    menu = next(c for c in raw(page) if c.get("custom_id", "").endswith(".seats"))
    page = answer(await maya.select(page, ["2"], custom_id=menu["custom_id"]))
    await maya.click(page, label="Save changes")
    assert sum("Sign up" in labels(one) for one in room.channel.history()) == 2
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]

    await signed_up(room)
    await do(room, maya, "draw", None)
    assert pinged_in(room, room.channel.id, "roles") == [fans.id] * 2
    begun = next(one for one in texts(room.channel) if "it begins" in one)
    assert begun.startswith(f"<@&{fans.id}>")
    assert room.env.errors == []


async def test_the_role_is_that_of_the_season_before(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, fans: simcord.RoleHandle
) -> None:
    """It is chosen once for a league; the next season begins with it, and may leave it out."""
    await name_moderators(room, role)
    await found(room, maya)
    wizard = answer(await maya.slash(room.channel, "season new"))
    page = await chosen(maya, wizard, fans)
    await maya.click(answer(await maya.click(page, label="Overview")), label="Create")
    await do(room, maya, "cancel")
    again = answer(await maya.slash(room.channel, "season new"))
    assert f"<@&{fans.id}> is pinged" in words(again)
    page = await chosen(maya, again)
    assert f"<@&{fans.id}>" not in words(page)
    await maya.click(answer(await maya.click(page, label="Overview")), label="Create")
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]


async def test_drawn_by_its_date(room: Room, fans: simcord.RoleHandle) -> None:
    until = room.wait() + timedelta(days=1)
    await season_of(room, sign_up_until=until, ping_role=fans.id)
    await look(room, hours=25)
    assert f"<@&{fans.id}>\n**Rainy season** is drawn" in texts(room.channel)[0]
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]
    await room.restart()
    await look(room)
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]


async def test_a_role_that_the_bot_cannot_ping(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """The wizard and /doctor say so; the season is announced all the same."""
    quiet = room.guild.create_role("quiet")
    room.guild.create_role("loud", permissions=discord.Permissions(mention_everyone=True))
    mute = discord.PermissionOverwrite(mention_everyone=False)
    may = discord.PermissionOverwrite(mention_everyone=True)
    room.channel = room.guild.create_text_channel(
        "league", overwrites={room.guild.me: mute, maya: may}
    )
    await name_moderators(room, role)
    await found(room, maya)
    page = await chosen(maya, answer(await maya.slash(room.channel, "season new")), quiet)
    said = f"I cannot mention <@&{quiet.id}>"
    assert said in words(page)
    page = answer(await maya.click(page, label="Overview"))
    assert said in words(page)
    await maya.click(page, label="Create")
    assert f"<@&{quiet.id}>" in texts(room.channel)[-1]
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "❌ **The long count 1**: " + said in shown

    room.env.backend.edit_role(room.guild.id, quiet.id, {"mentionable": True})
    await room.env.settle()
    assert said not in words(answer(await room.people[0].slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, quiet.id)
    await room.env.settle()
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "no longer exists" in shown


async def test_a_moderator_pings_whom_they_may(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """No way to have the bot ping those whom the moderator may not."""
    closed = room.guild.create_role("closed")
    await name_moderators(room, role)
    await found(room, maya)
    wizard = answer(await maya.slash(room.channel, "season new"))
    refused = await chosen(maya, wizard, closed)
    assert f"You cannot mention <@&{closed.id}>" in words(refused)
    everybody = room.guild.default_role
    refused = await chosen(maya, answer(await maya.slash(room.channel, "season new")), everybody)
    assert "not everybody" in words(refused)
    await new_season(room, maya)
    assert pinged_in(room, room.channel.id, "roles") == []
    assert (await room.bot.leagues.read(1)).settings.ping_role is None


async def test_a_needed_role_that_was_deleted_is_told_once_and_can_be_taken_out(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    members = room.guild.create_role("members")
    await season_of(room, people=0, needs_role=members.id)
    await look(room)
    gone = "because the role they need no longer exists"
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, members.id)
    await room.env.settle()
    await room.restart()
    [told] = [one for one in room.env.backend.messages.values() if gone in str(one)]
    assert "**Rainy season**: " in str(told)
    assert gone in words(answer(await maya.slash(room.channel, "doctor")))
    settings = await choose_act(maya, await open_page(maya, room.channel), "settings")
    page = answer(await maya.click(answer(settings), label="Players"))
    page = answer(await maya.click(page, label="Remove the missing role"))
    assert "Remove the missing role" not in labels(page)
    await maya.click(page, label="Save changes")
    assert (await room.bot.leagues.read(1)).settings.needs_role is None
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    assert room.env.errors == []
