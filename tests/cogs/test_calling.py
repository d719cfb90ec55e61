"""Moderators are called where they read, with a ping that reaches them, and with buttons for what
can be done: by the rules "moderators are called" and "a substitute is called"."""

from typing import Any

import discord
import pytest
import simcord

from bot.clocks import DaysClock, LiveClock, TimeRules
from bot.tables import Table
from bot.tables.settings import ServerSettings
from cogs.leagues.season_sweep import open_ready
from cogs.telling.moderators_called import called_at
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, select_id, words
from tests.cogs.season_tables import drawn, playing, settled, texts, thread_of
from tests.cogs.test_clock import begin
from tests.tables.acts import audit_log

RULE = TimeRules(LiveClock(30), when_out="moderator")


@pytest.fixture
def place(room: Room) -> simcord.ChannelHandle:
    """Where moderators are called; the bot may not ping every role there."""
    mute = discord.PermissionOverwrite(mention_everyone=False)
    return room.guild.create_text_channel("referees-only", overwrites={room.guild.me: mute})


async def overdue(
    room: Room,
    role: simcord.RoleHandle,
    place: simcord.ChannelHandle | None,
    rule: TimeRules = RULE,
) -> tuple[Table, int]:
    """A table of a season at which somebody's time is over, and whose seat."""
    chosen = ServerSettings(
        moderator_roles=(role.id,), moderators_channel=place.id if place else None
    )
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    season = await drawn(room, time=RULE)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    [seat, *_] = (await room.bot.tables.read(table.id)).waiting
    await room.later(minutes=31, days=3)
    await settled(room)
    return await room.bot.tables.table(table.id), seat


def call_for(place: simcord.ChannelHandle, table: Table, seat: int) -> discord.Message:
    """The one call for this seat."""
    name = f"**{table.seats[seat].name}**"
    found = [
        one
        for one in called(place)
        if f"<#{table.channel_id}>" in words(one) and name in words(one)
    ]
    [call] = found
    return call


def pinged_in(room: Room, channel: int, what: str) -> list[int]:
    """Who (`users` or `roles`) was really pinged by the messages sent to a channel."""
    sent: list[Any] = [
        request.json
        for request in room.env.http_requests
        if request.method == "POST" and request.path.endswith(f"/channels/{channel}/messages")
    ]
    return [int(one) for body in sent for one in body.get("allowed_mentions", {}).get(what, [])]


def called(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """The calls in a channel that moderators can answer by a button."""
    return [one for one in channel.history() if "24 h more" in labels(one)]


async def test_the_role_is_called_where_moderators_read(
    room: Room, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    pingable = room.guild.create_role("callable", mentionable=True)
    table, seat = await overdue(room, pingable, place)
    calls = called(place)
    said = words(call_for(place, table, seat))
    assert f"<@&{pingable.id}>" in said and "the moderators decide" in said
    assert set(pinged_in(room, place.id, "roles")) == {pingable.id}
    assert pinged_in(room, place.id, "users") == []
    assert not called(room.channel) and not called(thread_of(room, table))
    assert any("the moderators decide" in one for one in texts(thread_of(room, table)))
    await room.later(hours=2)
    assert len(called(place)) == len(calls), "once"


async def test_without_a_place_in_the_leagues_channel(room: Room, role: simcord.RoleHandle) -> None:
    table, _ = await overdue(room, role, None)
    assert any(f"<#{table.channel_id}>" in words(one) for one in called(room.channel))
    assert not called(thread_of(room, table))


async def test_where_the_bot_may_not_write_in_the_leagues_channel(
    room: Room, role: simcord.RoleHandle
) -> None:
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    await overdue(room, role, closed)
    assert called(room.channel) and not called(closed)


async def test_known_moderators_where_the_role_cannot_be_mentioned(
    room: Room, place: simcord.ChannelHandle, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    said = answer(await maya.slash(room.channel, "season found", name="X", channel=room.channel))
    assert "entry 1" in words(said), "so the audit log knows maya"
    await overdue(room, role, place)
    assert set(pinged_in(room, place.id, "users")) == {maya.id}
    assert pinged_in(room, place.id, "roles") == []


async def test_one_role_can_be_mentioned_and_of_another_who_is_known(
    room: Room, place: simcord.ChannelHandle, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    pingable = room.guild.create_role("callable", mentionable=True)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    server = ServerSettings(moderator_roles=(role.id, pingable.id), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, server)
    await maya.slash(room.channel, "season found", name="X", channel=room.channel)
    call = await called_at(room.bot, guild, server, place.id)
    assert ([one.id for one in call.roles], call.people) == ([pingable.id], (maya.id,))


async def test_what_can_be_done_by_buttons(
    room: Room, place: simcord.ChannelHandle, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    table, seat = await overdue(room, role, place)
    call = call_for(place, table, seat)
    for label in ("Computer plays", "24 h more", "Replace"):
        refused = answer(await room.people[0].click(call, label=label))
        assert refused.ephemeral and "Only the moderators" in words(refused)
    ends = table.deadlines[seat]
    said = words(answer(await maya.click(call, label="24 h more")))
    assert "entry 1" in said
    later = (await room.bot.tables.table(table.id)).deadlines[seat]
    assert (later - room.wait()).total_seconds() > 23 * 3600 and later > ends
    assert any("gave more time" in one for one in texts(thread_of(room, table)))

    replacing = answer(await maya.click(call, label="Replace"))
    shown = answer(await maya.click(replacing, label="A computer"))
    assert "computers take over" in words(shown) and "Confirm" in labels(shown)
    eve = room.guild.add_member(room.env.create_user("eve"))
    replacing = answer(await maya.click(call, label="Replace"))
    shown = answer(await maya.select(replacing, [eve], custom_id=select_id(replacing, "outperson")))
    assert "**eve** takes over from" in words(shown)

    said = words(answer(await maya.click(call, label="Computer plays")))
    assert "entry 2" in said
    assert seat not in (await room.bot.tables.read(table.id)).waiting
    stale = words(answer(await maya.click(call, label="Computer plays")))
    assert "moved on" in stale
    log = await audit_log(room.bot.tables, room.guild.id)
    assert [entry.act for entry in log] == ["play-turn", "extend"]


async def test_setup_names_the_place_and_says_what_is_missing(
    room: Room, place: simcord.ChannelHandle, role: simcord.RoleHandle
) -> None:
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    said = words(answer(await olga.slash(room.channel, "moderate setup", role=role, channel=place)))
    assert f"notified in <#{place.id}>" in said
    assert f"I cannot mention <@&{role.id}>" in said and "Mention Everyone" in said
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == place.id
    shown = words(answer(await olga.slash(room.channel, "doctor")))
    assert f"I cannot mention <@&{role.id}>" in shown
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    said = words(answer(await olga.slash(room.channel, "moderate setup", channel=closed)))
    assert "cannot notify anybody" in said and "Send Messages" in said
    assert (await room.bot.tables.server_settings(room.guild.id)) == server


async def test_the_table_of_no_league_is_told_in_one_message(room: Room) -> None:
    """With the buttons in its own channel, where no place is named."""
    await begin(room, TimeRules(DaysClock(1), when_out="moderator"))
    before = len(texts(room.channel))
    await room.later(days=3)
    new = texts(room.channel)[before:]
    assert sum("the moderators decide" in one for one in new) == 1
    assert len(called(room.channel)) == 1
