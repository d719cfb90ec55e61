"""Open tables: finding one, sitting down, a lobby that starts when it is full, and one that does
not fill."""

import re
from dataclasses import dataclass, replace
from datetime import time, timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import serializers

from bot.clocks import LiveClock, PersonalTime, QuietHours, TimeRules
from bot.engine.components import MODULES
from bot.model.server import LANGUAGES
from bot.model.table import Options, PersonSettings, Reliability, Seat, Table
from bot.store import settings as stored_settings
from bot.store import stats
from bot.tables import filling, gathering, privacy
from bot.tables import lobby as lobbies
from bot.text.translation import translator
from cogs.lobby.open_tables import Shown, opened_message, tables_message, unfilled_message
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import START, Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    new_game,
    posted_after,
    public,
    raw,
    said_privately,
    select_id,
    words,
)
from tests.cogs.limits import check_message
from tests.store.databases import on_both


async def opened(
    room: Room, host: simcord.MemberActor, channel: simcord.ChannelHandle, **options: Any
) -> Message:
    """A lobby with these options in a channel; its message."""
    lobby = answer(await host.slash(channel, "tzolkin new"))
    [table] = [
        one for one in await filling.open_tables(room.bot.tables, room.guild.id)
        if one.channel_id == channel.id
    ]  # fmt: skip
    async with room.bot.tables.open(table.id) as changed:
        person = lobbies.Person(host.id, host.name)
        lobbies.set_options(changed, person, replace(changed.table.options, **options))
    return lobby


async def listed(person: simcord.MemberActor, channel: simcord.ChannelHandle) -> Message:
    """The list of open tables, by /games."""
    games = answer(await person.slash(channel, "games"))
    return answer(await person.click(games, label="Open tables"))


async def test_from_nobody_to_a_full_table(room: Room) -> None:
    """The host says for how many; the others come by the list, and the last one starts the game in
    its channel."""
    ana, bob, cleo, _ = room.people
    here, there = room.channel, room.guild.create_text_channel("table")
    said = await listed(bob, here)
    assert said.ephemeral and "No table is waiting for players here" in words(said)
    await opened(room, ana, there, wanted_seats=3, begins="full", pace="evening")
    said = await listed(bob, here)
    assert "1 of 3 seats taken" in words(said) and "**ana**" in words(said)
    assert "tarts when full · played in one evening" in words(said)
    assert f"channels/{room.guild.id}/{there.id}/" in words(said), "a link to the lobby"
    said = answer(await bob.click(said, label="Join"))
    assert "You have joined the table in <#" in words(said)
    assert "2 of 3 seats taken" in words(said) and "You are at this table" in words(said)
    assert "Join" not in labels(said)
    assert "bob" in words(there.history()[0]), "the lobby's message has changed"
    await room.restart()
    before = there.history()
    begun = answer(await cleo.click(await listed(cleo, here), label="Join"))
    assert begun.ephemeral and f"The game has begun in <#{there.id}>" in words(begun)
    table = await room.bot.tables.table(1)
    assert table.status == "playing" and len(table.seats) == 3
    assert "The game has begun" in words(there.history()[0])
    assert len(posted_after(there, before)) == 1, "the board"
    assert not list(public(here))
    assert "No table is waiting" in words(await listed(bob, here))


async def test_a_lobby_starts_with_the_press_that_fills_it(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room, ana, room.channel, wanted_seats=3, begins="full")
    await bob.click(lobby, label="Join")
    assert (await room.bot.tables.table(1)).status == "lobby"
    await ana.click(lobby, label="Add a computer")
    assert (await room.bot.tables.table(1)).status == "playing"
    history = room.channel.history()
    assert labels(history[0]) == ["Proof of a fair deal"] and len(history) == 2


async def test_it_starts_in_a_thread_of_its_channel_from_wherever_it_is_filled(room: Room) -> None:
    ana, bob, *_ = room.people
    there = room.guild.create_text_channel("table")
    await opened(room, ana, there, wanted_seats=2, begins="full", thread=True)
    await bob.click(await listed(bob, room.channel), label="Join")
    table = await room.bot.tables.table(1)
    assert table.status == "playing"
    thread = room.bot.get_channel(table.channel_id)
    assert isinstance(thread, discord.Thread) and thread.parent_id == there.id
    assert f"begun in <#{thread.id}>" in words(there.history()[0])


async def test_of_two_who_want_the_last_seat_one_gets_it(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    there = room.guild.create_text_channel("table")
    await opened(room, ana, there, wanted_seats=3)
    await bob.click(await listed(bob, room.channel), label="Join")
    lists = [(one, await listed(one, room.channel)) for one in (cleo, dan)]
    pressed = await click_together([(one, said, button_id(said, "Join")) for one, said in lists])
    table = await room.bot.tables.table(1)
    assert len(table.seats) == 3 and table.status == "lobby"
    said = [words(said_privately(one)) for one in pressed]
    assert sum("You have joined" in one for one in said) == 1
    assert sum("All 3 seats are taken" in one for one in said) == 1
    lobby = there.history()[0]
    late = cleo if table.seat_of(dan.id) else dan
    refused = answer(await late.click(lobby, label="Join"))
    assert "All 3 seats are taken" in words(refused), "nor by the lobby's own button"


@pytest.mark.parametrize("begins", ["hand", "full"])
@pytest.mark.parametrize(
    "ways", [("list", "lobby"), ("invitation", "list"), ("lobby", "invitation")]
)
@on_both
async def test_the_last_seat_goes_to_one_whichever_way_they_come(
    room: Room, ways: tuple[str, str], begins: str
) -> None:
    ana, bob, cleo, _ = room.people
    there = room.guild.create_text_channel("table")
    lobby = await opened(room, ana, there, wanted_seats=2, begins=begins)
    presses = []
    for person, way in zip((bob, cleo), ways, strict=True):
        said: Message = lobby
        if way == "list":
            said = await listed(person, room.channel)
        elif way == "invitation":
            room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
            async with room.bot.tables.open(1) as inviting:
                await gathering.invite(inviting, lobbies.Person(ana.id, "ana"), [person.id])
            await carry_on(room.bot, 1)
            said = there.history()[-1]
        presses.append((person, said, button_id(said, "Join")))
    pressed = await click_together(presses)
    table = await room.bot.tables.table(1)
    assert len(table.seats) == 2 and table.seat_of(ana.id)
    assert table.status == ("playing" if begins == "full" else "lobby")
    late = pressed[1] if table.seat_of(bob.id) else pressed[0]
    refused = words(said_privately(late))
    assert "All 2 seats are taken" in refused or "The game has started" in refused
    assert sum("Choose my tiles" in labels(one) for one in there.history()) == (begins == "full")


HOSTILE = ("**_@everyone_** <@1> ||x|| [a](h.t)", "\u202e" + "*_~`|" * 6 + "\u2066")
"""Names of at most 32 characters and more, as somebody may write them who wishes others ill."""


@pytest.mark.parametrize("name", HOSTILE)
async def test_names_of_people_and_servers_mean_nothing(room: Room, name: str) -> None:
    ana, bob, cleo, _ = room.people
    backend = room.env.backend
    backend.get_member(room.guild.id, ana.id).nick = name[:32]
    backend.get_guild(room.guild.id).name = name
    await wants(bob, room.channel, "any")
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    form = await ana.click(lobby, label="Find players")
    await ana.submit_modal(
        form, {"seats": "3", "how": ["call", "weekly"], "at": "20:00 UTC", "invite": [cleo]}
    )
    await ana.slash(room.guild.create_text_channel("another"), "tzolkin new")
    await later(room, minutes=3)
    shown = await listed(bob, room.channel)
    nights = said_privately(await bob.click(shown, label="Game nights"))
    read = [*room.channel.history(), *told(bob), *told(cleo), shown, nights]
    assert len(told(bob)) == len(told(cleo)) == 1 and len(read) >= 6
    for one in read:
        said = words(one).replace(f"<@{bob.id}>", "").replace(f"<@{ana.id}>", "")
        bare = re.sub(r"\\.", "", said)  # without what is escaped
        assert "<@" not in bare and "@everyone" not in bare and "||" not in bare
        assert "](h.t)" not in bare and "\u202e" not in said and "\u2066" not in said
        assert not re.search(r"[_~`]", bare.replace("-#", "")), bare


async def test_nobody_reads_of_tables_in_channels_they_cannot_see(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = room.guild.create_text_channel("secret", overwrites={cleo: hidden})
    await opened(room, ana, secret)
    seen = await listed(bob, room.channel)
    assert "Join" in labels(seen)
    said = await listed(cleo, room.channel)
    assert "No table is waiting" in words(said) and str(secret.id) not in words(said)
    [pressed] = await click_together([(cleo, said, button_id(seen, "Join"))])
    assert "no longer exists" in words(answer(pressed)), "nor do they learn that there is one"
    assert (await room.bot.tables.table(1)).seat_of(cleo.id) is None
    other = room.env.create_guild("Rivals")
    place = other.create_text_channel("there")
    elsewhere = other.add_member(bob.user)
    assert "No table is waiting" in words(await listed(elsewhere, place))
    assert "Open tables" not in labels(answer(await ana.user.slash("games"))), "no server, no list"


async def test_the_list_is_where_people_look_for_a_game(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await new_game(room.channel, [ana, bob])
    busy = answer(await cleo.slash(room.channel, "tzolkin new"))
    assert "Open tables" in labels(busy)
    said = answer(await cleo.click(busy, label="Open tables"))
    assert said.ephemeral and "No table is waiting" in words(said)
    help = answer(await cleo.slash(room.channel, "help"))
    assert answer(await cleo.click(help, label="Open tables")).ephemeral
    there = room.guild.create_text_channel("there")
    help = answer(await cleo.slash(there, "help"))
    said = answer(await cleo.click(help, label="Open tables"))
    await cleo.click(said, label="Open a table here")
    assert "Join" in labels(there.history()[0])


async def test_it_says_how_reliably_people_play_unless_they_hide_it(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    there = room.guild.create_text_channel("table")
    lobby = await opened(room, ana, there)
    await bob.click(lobby, label="Join")
    await dan.click(lobby, label="Join")
    for person, turns in ((ana, (97, 3)), (bob, (1, 0))):
        await room.bot.store.write(stats.count_turns, 1, {person.id: turns})
    said = words(await listed(cleo, room.channel))
    assert "**ana** · 97 of the last 100 turns on time" in said
    assert "**bob** · 1 of the last 1 turn on time" in said and "**dan** · new here" in said
    pings = answer(await ana.slash(room.channel, "pings"))
    assert "shown in “Open tables”" in words(pings)
    hidden = answer(await ana.click(pings, label="Hide how often I am on time"))
    assert "hidden in “Open tables”" in words(hidden)
    said = words(await listed(cleo, room.channel))
    assert "**ana**\n**bob** · 1 of" in said, "it says nothing of her"
    await cleo.click(await listed(cleo, room.channel), label="Join")
    assert "97 of" not in words(there.history()[0]), "the lobby itself never says it"


# --- who wants to know when a table opens ---------------------------------------------------------


def told(person: simcord.MemberActor) -> list[Message]:
    """The direct messages somebody has got."""
    return list(person.user.dm_channel.history())


async def later(room: Room, **time: float) -> None:
    """Let time pass, and the bot look at who wants to know of tables."""
    room.wait.ahead += timedelta(**time)
    cog: Any = room.bot.get_cog("OpenTables")
    await cog.look()
    await room.env.settle()


async def wants(person: simcord.MemberActor, channel: simcord.ChannelHandle, pace: str) -> str:
    """Choose in the list of which tables one is told; what that answers."""
    said = await listed(person, channel)
    return words(answer(await person.select(said, [pace], custom_id=select_id(said, "callme"))))


async def test_somebody_who_wants_to_know_is_told_once_and_sits_down(room: Room) -> None:
    ana, bob, *_ = room.people
    places = [room.guild.create_text_channel(f"table-{n}") for n in range(3)]
    await opened(room, ana, places[0], pace="days")
    assert "at most 3 a day" in await wants(bob, room.channel, "days")
    await opened(room, ana, places[1], pace="evening")
    await later(room, minutes=5)
    assert told(bob) == [], "neither of an older table nor of another pace"
    await opened(room, ana, places[2], pace="days", wanted_seats=2, begins="full")
    await later(room, minutes=1)
    assert told(bob) == [], "its host may still say what it waits for"
    await room.restart()
    await later(room, minutes=2)
    await room.restart()
    await later(room, minutes=2)
    [said] = told(bob)
    assert "Players wanted on **Friends**" in words(said) and f"<#{places[2].id}>" in words(said)
    assert "**ana**" in words(said) and "1 of 2 seats taken" in words(said)
    room.env.backend.get_member(room.guild.id, bob.id).nick = "Bobby"
    begun = await bob.user.click(said, label="Join")
    assert f"The game has begun in <#{places[2].id}>" in words(answer(begun))
    table = await room.bot.tables.table(3)
    assert table.status == "playing"
    assert {one.name for one in table.seats} == {"ana", "Bobby"}, "as on the server"
    assert "The game has begun" in words(places[2].history()[0])


async def test_nobody_is_told_of_what_they_cannot_see_nor_too_often(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = room.guild.create_text_channel("secret", overwrites={cleo: hidden})
    for person in (bob, cleo):
        await wants(person, room.channel, "any")
    await opened(room, ana, secret)
    await later(room, minutes=3)
    assert len(told(bob)) == 1 and told(cleo) == []
    for n in range(2, 6):
        await opened(room, ana, room.guild.create_text_channel(f"table-{n}"))
        await later(room, minutes=3)
    assert len(told(bob)) == 3 and len(told(cleo)) == 3
    await later(room, hours=12)
    assert len(told(bob)) == 4, "the next day, of all that still wait"
    assert words(told(bob)[-1]).count("<#") == 2 and words(told(cleo)[-1]).count("<#") == 1
    said = await listed(cleo, room.channel)
    [pressed] = await click_together([(cleo, said, "tz:jointable:1::")])
    assert "no longer exists" in words(answer(pressed))
    assert (await room.bot.tables.table(1)).seat_of(cleo.id) is None


async def test_quiet_hours_put_it_off_and_one_press_ends_it(room: Room) -> None:
    ana, bob, *_ = room.people
    quiet = PersonalTime("UTC", QuietHours(time(11), time(19)))
    await room.bot.store.write(
        stored_settings.set_person, bob.id, PersonSettings(hours=quiet), at=START
    )
    await wants(bob, room.channel, "any")
    await opened(room, ana, room.channel)
    await later(room, hours=6)
    assert told(bob) == []
    await later(room, hours=2)
    [said] = told(bob)
    stopped = answer(await bob.user.click(said, label="Don't call me for games"))
    assert "no longer be called for games on that server" in words(stopped)
    await opened(room, ana, room.guild.create_text_channel("another"))
    await later(room, hours=1)
    assert len(told(bob)) == 1
    await wants(bob, room.channel, "evening")
    assert "You are not called for games" in await wants(bob, room.channel, "off")


async def test_of_a_person_whose_data_is_deleted_nothing_is_left(room: Room) -> None:
    ana, bob, *_ = room.people
    await wants(bob, room.channel, "any")
    await opened(room, ana, room.channel)
    await room.bot.store.write(stats.count_turns, 1, {bob.id: (5, 1)})
    stored = await privacy.stored_about(room.bot.tables, bob.id)
    assert stored["open tables"] == [{"server": room.guild.id, "pace": "any"}]
    assert stored["statistics"]["turns on time"] == [{"table": 1, "on_time": 5, "late": 1}]
    said = answer(await bob.slash(room.channel, "privacy delete"))
    await bob.click(said, label="Delete my data")
    await later(room, minutes=5)
    assert told(bob) == []
    stored = await privacy.stored_about(room.bot.tables, bob.id)
    assert not stored["open tables"] and not stored["statistics"]["turns on time"]


async def test_to_who_takes_no_direct_messages_it_does_not_write_again_that_day(
    room: Room,
) -> None:
    ana, bob, *_ = room.people
    await wants(bob, room.channel, "any")
    await opened(room, ana, room.channel)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await later(room, minutes=3)
    await opened(room, ana, room.guild.create_text_channel("another"))
    await later(room, minutes=3)
    assert told(bob) == []
    wish = await room.bot.store.read(stored_settings.wish_of, bob.id, room.guild.id)
    assert wish is not None, "calls mention him all the same"
    await opened(room, ana, room.guild.create_text_channel("a third"))
    await later(room, days=1)
    assert len(told(bob)) == 1


# --- on other servers -----------------------------------------------------------------------------


@pytest.fixture
def _invites_of_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord names the server of an invite."""
    usual = serializers.invite_payload

    def payload(backend: Any, invite: Any, **how: Any) -> dict[str, Any]:
        about = usual(backend, invite, **how)
        return about | {"guild": {"id": about["guild_id"], "name": "", "features": []}}

    monkeypatch.setattr(serializers, "invite_payload", payload)


@dataclass(frozen=True)
class There:
    """Another server: a channel there, who manages it, and a player."""

    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    manager: simcord.MemberActor
    player: simcord.MemberActor


def another_server(room: Room, name: str, **overwrites: Any) -> There:
    """A server with the bot and with somebody who manages it."""
    guild = room.env.create_guild(name)
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    manager = guild.add_member(room.env.create_user(f"boss of {name}"[:32]), roles=[role])
    player = guild.add_member(room.env.create_user("zoe"))
    return There(guild, guild.create_text_channel("games", **overwrites), manager, player)


def may_invite(room: Room, guild: simcord.GuildHandle, *, may: bool) -> None:
    """The bot may make invites there, or may not."""
    backend = room.env.backend
    for role in backend.get_guild(guild.id).roles.values():
        if role.managed or role.id == guild.id:
            less = discord.Permissions(role.permissions)
            less.update(create_instant_invite=may)
            backend.edit_role(guild.id, role.id, {"permissions": less.value})


async def lists(there: There, *, on: bool = True) -> Message:
    """The server lists its open tables for others from now on, or no longer; its settings."""
    panel = answer(await there.manager.slash(there.channel, "settings"))
    label = "List our tables on other servers" if on else "No longer list our tables"
    return answer(await there.manager.click(panel, label=label))


async def listed_now(room: Room) -> None:
    """The bot looks at what servers list."""
    room.wait.ahead += timedelta(minutes=1)
    cog: Any = room.bot.get_cog("OpenTablesElsewhere")
    await cog.look()
    await room.env.settle()


@pytest.fixture
async def there(room: Room, _invites_of_servers: None) -> There:
    """Another server, where a table of three waits that has one of its players; both servers list
    their open tables."""
    found = another_server(room, "**Rivals** @everyone")
    for guild in (room.guild, found.guild):
        may_invite(room, guild, may=True)
    lobby = answer(await found.player.slash(found.channel, "tzolkin new"))
    await found.player.submit_modal(
        await found.player.click(lobby, label="Find players"),
        {"seats": "3", "kind": ["newcomers", "days"], "at": ""},
    )
    await lists(found)
    await lists(here(room))
    return found


def here(room: Room) -> There:
    """The server of the room, with somebody who manages it."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    manager = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    return There(room.guild, room.channel, manager, room.people[0])


def invite_of(room: Room, guild: simcord.GuildHandle) -> str:
    """The one invite to a server."""
    [code] = [one.code for one in room.env.backend.invites.values() if one.guild_id == guild.id]
    return str(code)


@on_both
async def test_servers_that_list_their_tables_see_those_of_each_other(
    room: Room, there: There
) -> None:
    await room.bot.store.write(stats.count_turns, 1, {there.player.id: (19, 1)})
    said = await listed(room.people[0], room.channel)
    about = words(said)
    assert "No table is waiting for players here" in about and "On other servers" in about
    assert "1 of 3 seats taken" in about and "new players welcome" in about
    assert "1 person sits there · turns on time: 95%" in about
    assert r"\*\*Rivals\*\* \@everyone" in about
    assert "zoe" not in str(raw(said)) and str(there.channel.id) not in str(raw(said))
    [link] = [one["url"] for one in raw(said) if one.get("url")]
    assert link == f"https://discord.gg/{invite_of(room, there.guild)}"
    # in both directions, at the latest after a minute
    await opened(room, room.people[1], room.channel, wanted_seats=4)
    await listed_now(room)
    said = await listed(there.player, there.channel)
    assert "You are at this table" in words(said) and "1 of 4 seats taken" in words(said)
    # who hides their turns on time hides them there, too
    pings = answer(await there.player.slash(there.channel, "pings"))
    await there.player.click(pings, label="Hide how often I am on time")
    about = words(await listed(room.people[0], room.channel))
    assert "1 person sits there" in about and "on time" not in about


async def test_who_lists_nothing_sees_nothing_and_is_not_seen(room: Room, there: There) -> None:
    third = another_server(room, "Third")
    may_invite(room, third.guild, may=True)
    await third.player.slash(third.channel, "tzolkin new")
    await listed_now(room)
    assert "On other servers" not in words(await listed(third.player, third.channel))
    assert "Third" not in words(await listed(room.people[0], room.channel))
    # leaving takes it away at once, in both directions
    panel = await lists(there, on=False)
    assert "**Open tables on other servers**: off" in words(panel)
    assert "On other servers" not in words(await listed(room.people[0], room.channel))
    await opened(room, room.people[1], room.channel)
    await listed_now(room)
    assert "On other servers" not in words(await listed(there.player, there.channel))


async def test_tables_that_not_everybody_there_can_see_are_listed_nowhere(
    room: Room, there: There
) -> None:
    hidden = {there.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    seen = {there.player: discord.PermissionOverwrite(view_channel=True)}
    secret = there.guild.create_text_channel("secret", overwrites=hidden | seen)
    await there.player.slash(secret, "tzolkin new")
    await listed_now(room)
    [listing] = [
        one
        for one in await room.bot.store.read(stored_settings.all_listings)
        if one.guild_id == there.guild.id
    ]
    assert listing.tables == [1]
    # a channel that is hidden from now on: its tables are gone at once
    await room.bot.get_channel(there.channel.id).set_permissions(
        room.bot.get_guild(there.guild.id).default_role, view_channel=False
    )
    await room.env.settle()
    assert "On other servers" not in words(await listed(room.people[0], room.channel))
    [listing] = [
        one
        for one in await room.bot.store.read(stored_settings.all_listings)
        if one.guild_id == there.guild.id
    ]
    assert listing.tables == [], "other processes read so, too"
    await room.bot.store.write(stored_settings.put_listing, replace(listing, tables=[1, 2]))
    said = await listed(room.people[0], room.channel)
    assert "On other servers" not in words(said), "nor what was noted before that"


async def test_no_server_fills_the_list(room: Room, there: There) -> None:
    for n in range(4):
        place = there.guild.create_text_channel(f"more-{n}")
        await there.player.slash(place, "tzolkin new")
    await listed_now(room)
    said = await listed(room.people[0], room.channel)
    assert words(said).count("Rivals") == filling.MOST_OF_A_SERVER


async def test_tables_that_are_full_or_closed_are_not_listed(room: Room, there: There) -> None:
    lobby = there.channel.history()[0]
    for n in range(2):
        await there.guild.add_member(room.env.create_user(f"p{n}")).click(lobby, label="Join")
    assert "On other servers" not in words(await listed(room.people[0], room.channel))


async def test_a_server_that_the_bot_has_left_is_not_listed(room: Room, there: There) -> None:
    room.env.backend.remove_guild(there.guild.id)
    await room.env.settle()
    assert "On other servers" not in words(await listed(room.people[0], room.channel))


async def test_nor_one_that_it_has_left_while_it_was_not_running(room: Room, there: There) -> None:
    listings = await room.bot.store.read(stored_settings.all_listings)
    gone = replace(listings[0], guild_id=4711)
    await room.bot.store.write(stored_settings.put_listing, gone)
    wants = await room.bot.tables.server_settings(there.guild.id)
    await room.bot.tables.set_server_settings(4711, wants)
    await listed_now(room)
    known = {one.guild_id for one in await room.bot.store.read(stored_settings.all_listings)}
    assert known == {room.guild.id, there.guild.id}


async def test_a_listing_that_was_not_noted_is_noted_after_a_restart(
    room: Room, there: There
) -> None:
    await room.bot.store.write(stored_settings.end_listing, there.guild.id)
    await room.restart()
    await listed_now(room)
    assert "On other servers" in words(await listed(room.people[0], room.channel))


async def test_an_invite_that_no_longer_works_ends_the_listing(room: Room, there: There) -> None:
    room.env.backend.invites.clear()
    await listed_now(room)
    room.wait.ahead += timedelta(minutes=10)
    await listed_now(room)
    assert "On other servers" not in words(await listed(room.people[0], room.channel))
    doctor = answer(await there.manager.slash(there.channel, "doctor"))
    assert "an invite link is missing or no longer works" in words(doctor)
    await listed_now(room)
    assert not room.env.backend.invites, "the bot makes none by itself"


async def test_where_the_bot_may_make_no_invite_somebody_enters_one(
    room: Room, there: There
) -> None:
    third = another_server(room, "Third")
    may_invite(room, third.guild, may=False)
    await third.player.slash(third.channel, "tzolkin new")
    panel = await lists(third)
    assert "not listed yet, because an invite link is missing" in words(panel)
    assert "On other servers" not in words(await listed(third.player, third.channel))

    async def enter(link: str) -> Message:
        form = await third.manager.click(panel, label="Enter an invite link")
        return answer(await third.manager.submit_modal(form, {"link": link}))

    backend = room.env.backend
    for wrong in ("nothing", f"https://discord.gg/{invite_of(room, there.guild)}"):
        assert "This is not an invite link to this server" in words(await enter(wrong))
    own = backend.create_invite(third.channel.id, third.manager.id, max_age=0)
    own.expires_at = "2030-01-01T00:00:00+00:00"
    assert "This link expires" in words(await enter(f"discord.gg/{own.code}"))
    own.expires_at = None
    said = await enter(f"https://discord.gg/{own.code}")
    assert f"listed, with <https://discord.gg/{own.code}>" in words(said)
    seen = await listed(room.people[0], room.channel)
    assert f"https://discord.gg/{own.code}" in [one.get("url") for one in raw(seen)]
    [pressed] = await click_together([(third.player, panel, "tz:invitelink:0::")])
    assert "Only people who can manage this server" in words(answer(pressed))


# --- a lobby that does not fill -------------------------------------------------------------------


async def look(room: Room, **later: float) -> None:
    """Let time pass, and the bot look at its lobbies."""
    room.wait.ahead += timedelta(**later)
    cog: Any = room.bot.get_cog("Lobby")
    await cog.look()
    await room.env.settle()


async def test_the_people_of_a_lobby_that_does_not_fill_are_asked_once(room: Room) -> None:
    ana, _, cleo, _ = room.people
    await opened(room, ana, room.channel, wanted_seats=4, pace="evening")
    await look(room, minutes=59)
    before = room.channel.history()
    assert len(before) == 1
    await look(room, minutes=2)
    [asked] = posted_after(room.channel, before)
    assert f"<@{ana.id}>: this table is still waiting for players; 1 of 4 seats are taken" in asked
    await room.restart()
    await look(room, hours=2)
    question = room.channel.history()[-1]
    assert len(room.channel.history()) == 2, "nothing is asked twice"
    assert labels(question) == ["Fill with computers", "Another hour", "Close"]
    refused = answer(await cleo.click(question, label="Another hour"))
    assert "You are not at this table" in words(refused)
    kept = answer(await ana.click(question, label="Another hour"))
    assert "**ana** is keeping the table open" in words(kept) and labels(kept) == []
    await look(room, minutes=61)
    question = room.channel.history()[-1]
    assert len(room.channel.history()) == 3
    filled = answer(await ana.click(question, label="Fill with computers"))
    assert "play too" in words(filled) and labels(filled) == ["Start"]
    assert words(room.channel.history()[0]).count("(computer") == 3
    await ana.click(filled, label="Start")
    assert (await room.bot.tables.table(1)).status == "playing"
    await look(room, days=3)
    assert (await room.bot.tables.table(1)).status == "playing"


async def test_it_may_be_closed_or_filled_and_begun(room: Room) -> None:
    ana, bob, *_ = room.people
    there = room.guild.create_text_channel("table")
    await opened(room, ana, room.channel)
    await opened(room, bob, there, wanted_seats=3, begins="full", time=TimeRules(LiveClock(5)))
    await look(room, minutes=61)
    assert len(room.channel.history()) == 1, "without a pace, it has a day"
    question = there.history()[-1]
    begun = said_privately(await bob.click(question, label="Fill with computers"))
    assert "The game begins" in words(begun)
    assert (await room.bot.tables.table(2)).status == "playing"
    assert labels(there.history()[1]) == [], "nothing is asked any more"
    await look(room, hours=11)
    question = room.channel.history()[-1]
    assert labels(question) == ["Fill with computers", "Another day", "Close"]
    await bob.click(room.channel.history()[0], label="Join")
    refused = answer(await bob.click(question, label="Close"))
    assert "Only the host or a moderator" in words(refused)
    closed = answer(await ana.click(question, label="Close"))
    assert "The lobby is closed" in words(closed)
    assert (await room.bot.tables.table(1)).status == "abandoned"
    assert labels(room.channel.history()[0]) == []


async def test_a_lobby_closes_a_day_after_its_last_change_though_it_was_asked(room: Room) -> None:
    await opened(room, room.people[0], room.channel)
    await look(room, hours=12, minutes=1)
    assert len(room.channel.history()) == 2
    await look(room, hours=12)
    assert (await room.bot.tables.table(1)).status == "abandoned"
    refused = answer(await room.people[0].click(room.channel.history()[1], label="Another day"))
    assert "start a new one" in words(refused)


async def test_a_rematch_keeps_what_the_lobby_wanted(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(
        room, ana, room.channel, wanted_seats=2, begins="full", pace="days", wanted="newcomers",
        waits_told=True,
    )  # fmt: skip
    await bob.click(lobby, label="Join")
    async with room.bot.tables.open(1) as changed:
        changed.change(status="abandoned")
    table = await lobbies.open_rematch(
        room.bot.tables, await room.bot.tables.table(1), lobbies.Person(ana.id, ana.name)
    )
    kept = table.options
    assert (kept.wanted_seats, kept.begins, kept.pace, kept.wanted) == (
        2, "full", "days", "newcomers",
    )  # fmt: skip
    assert not kept.waits_told and kept.asked, "and it may be asked anew"


def a_long_table(number: int) -> Table:
    """A lobby about which there is as much to say as can be."""
    name = "*_~`|" * 6 + "**"
    seats = tuple(Seat(seat, 10**18 + seat, name) for seat in range(4))
    options = Options(
        modules=MODULES, wanted_seats=5,
        wanted="experienced", begins="moment", begins_at=START, computers_fill=True, pace="evening",
        time=TimeRules(LiveClock(60)),
    )  # fmt: skip
    return Table(
        number, 10**18, 10**18 + number, "lobby", 1, seats, options, 0, START, START,
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
async def test_discord_takes_every_page_in_every_language(room: Room, language: str) -> None:
    t, found = translator(language), list(map(a_long_table, range(1, 12)))
    people = {10**18 + seat: Reliability(100, 100, new=False) for seat in range(4)}
    listed, shown = Shown(found, people, "days"), 0
    for page in range(len(found)):
        view = tables_message(t, listed, 1, page, "." * 160)
        check_message({"components": view.to_components(), "flags": 1 << 15})
        shown += str(view.to_components()).count("<#")
        if shown == len(found):
            break
    assert shown == len(found)
    for view in (
        unfilled_message(t, room.bot, found[0]),
        opened_message(t, "_" * 100, found, 10**18),
    ):
        check_message({"components": view.to_components(), "flags": 1 << 15})
