"""A channel, a thread or the server is gone while a game is played there: the game stands still,
those who play hear of it once, and it goes on in another channel, or is given up."""

from dataclasses import replace
from datetime import timedelta

import pytest
import simcord

from bot.clocks import DaysClock, TimeRules
from bot.tables import Options, Person, time_passing
from bot.tables.computers import needing_computers
from cogs.leagues.season_sweep import open_ready
from cogs.telling.lost_channel import Gone
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    pinged,
    public,
    with_id,
    words,
)
from tests.cogs.moderators_page import (
    choose_act,
    filled_in,
    name_moderators,
    open_page,
    propose,
)
from tests.cogs.seasons import (
    drawn,
    play_out,
    playing,
    settled,
)
from tests.cogs.seasons import look as look_at_seasons
from tests.cogs.test_moderators_page import goes_on, next_on
from tests.cogs.test_refused import take_away
from tests.tables.acts import choose, confirm, set_options


async def begin(room: Room, channel: simcord.ChannelHandle) -> None:
    """Two people with a day for each turn, their tiles chosen."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    rules = Options(time=TimeRules(DaysClock(1)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), rules)
    await ana.click(lobby, label="Start")
    for person in (ana, bob):
        await choose_tiles(person, channel)


def thread_of(room: Room) -> simcord.ChannelHandle:
    """A thread in the channel."""
    made = room.env.backend.create_thread(room.channel.id, "a game", room.people[0].id)
    return next(one for one in room.channel.threads if one.id == made.id)


def told_directly(person: simcord.MemberActor) -> list[str]:
    """What somebody reads in direct messages."""
    return [words(one) for one in person.user.dm_channel.history()]


async def look(room: Room) -> None:
    """Let the bot look for channels that are gone, as every few hours."""
    cog = room.bot.get_cog("Gone")
    assert isinstance(cog, Gone)
    await cog.look()
    await room.env.settle()


async def stands_still(room: Room) -> None:
    """The game stands still, those who play know it, and nothing looks after it."""
    tables = room.bot.tables
    table = await tables.table(1)
    assert table.status == "playing" and table.gone_at is not None and table.paused
    assert await tables.not_announced() == [] and await needing_computers(tables) == []
    for person in room.people[:2]:
        [said] = told_directly(person)
        assert "Your game of Tzolk'in" in said and "is on hold" in said
    sent = len(room.env.http_requests)
    await room.later(days=3)
    await room.env.advance_time(900)
    new = room.env.http_requests[sent:]
    assert not [one for one in new if one.path.endswith("/messages")], "nothing is tried"
    now = await tables.table(1)  # meanwhile it may have been noted that calls are gone
    assert replace(now, posted=table.posted) == table, "nobody's time runs"


@pytest.mark.parametrize("where", ["channel", "thread", "thread of a channel"])
async def test_the_channel_is_deleted(room: Room, where: str) -> None:
    """And the game goes on in another one, where and as it stood, for who sits there."""
    place = room.channel if where == "channel" else thread_of(room)
    elsewhere = room.guild.create_text_channel("elsewhere")
    await begin(room, place)
    asked = pinged(place)[0]
    deadline = (await room.bot.tables.table(1)).deadlines
    await room.later(hours=6)
    room.env.backend.delete_channel(place.id if where == "thread" else room.channel.id)
    await room.env.settle()
    await stands_still(room)
    assert "/tzolkin move" in told_directly(room.people[0])[0]

    stranger = answer(await room.people[3].slash(elsewhere, "tzolkin move"))
    assert stranger.ephemeral and "None of your games" in words(stranger)
    bob = room.people[1]
    offer = answer(await bob.slash(elsewhere, "tzolkin move"))
    assert offer.ephemeral and "Round 1" in words(offer)
    another = answer(await bob.slash(elsewhere, "tzolkin move"))
    [forged] = await click_together(
        [(room.people[3], another, button_id(another, "Continue here"))]
    )
    assert "Only this game's players or a moderator" in words(answer(forged))
    assert "The game continues here" in words(answer(await bob.click(offer, label="Continue here")))
    table = await room.bot.tables.table(1)
    assert (table.channel_id, table.gone_at, table.paused) == (elsewhere.id, None, False)
    [left], [had] = table.deadlines.values(), deadline.values()
    assert timedelta(days=3) < left - had < timedelta(days=3, hours=1), "the time that was left"
    board = list(public(elsewhere))[-1]
    assert "The game continues here" in words(board)
    assert "Your turn" in labels(board) and pinged(elsewhere) == [asked]
    done = await with_id(room.people, asked).slash(elsewhere, "move", turn="place palenque; end")
    assert "Turn confirmed" in words(answer(done))
    assert pinged(elsewhere) != [asked]
    late = answer(await bob.click(another, label="Continue here"))
    assert "no longer waiting to be moved to another channel" in words(late)
    assert room.env.errors == []


async def test_a_turn_before_is_told_in_the_new_channel(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was confirmed, but not told any more when the channel was deleted; the bot did not run
    when that happened, and hears of it when it speaks."""
    await begin(room, room.channel)
    elsewhere = room.guild.create_text_channel("elsewhere")
    asked = pinged(room.channel)[0]
    await choose(room.bot.tables, 1, asked, "place palenque")
    await confirm(room.bot.tables, 1, asked)
    with monkeypatch.context() as unheard:
        unheard.setattr(room.env.backend, "emit", lambda *args, **more: None)
        room.env.backend.delete_channel(room.channel.id)
    await room.restart()
    await stands_still(room)
    offer = answer(await room.people[0].slash(elsewhere, "tzolkin move"))
    await room.people[0].click(offer, label="Continue here")
    said = [words(one) for one in public(elsewhere)]
    assert sum("→ Palenque" in one for one in said) >= 1
    assert pinged(elsewhere) not in ([], [asked])


async def test_found_by_looking(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleted while the bot did not run, at a table that says nothing."""
    await begin(room, room.channel)
    with monkeypatch.context() as unheard:
        unheard.setattr(room.env.backend, "emit", lambda *args, **more: None)
        room.env.backend.delete_channel(room.channel.id)
    await room.restart()
    await look(room)
    await stands_still(room)


async def test_a_channel_that_may_not_be_seen_is_not_gone(room: Room) -> None:
    """Nor is one while Discord does not answer."""
    await begin(room, room.channel)
    for status, code in ((403, 50001), (500, 0)):
        room.env.inject_error("GET", f"/channels/{room.channel.id}", status=status, code=code)
        guild = room.bot.get_guild(room.guild.id)
        assert guild is not None
        channel = guild._channels.pop(room.channel.id)
        await look(room)
        guild._add_channel(channel)
        assert (await room.bot.tables.table(1)).gone_at is None


async def test_the_server_is_gone_and_there_again(room: Room) -> None:
    """The bot was removed from it; where it is invited again the games go on by themselves."""
    await begin(room, room.channel)
    asked = pinged(room.channel)[0]
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    room.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await room.env.settle()
    table = await room.bot.tables.table(1)
    assert table.gone_at is not None and table.paused
    [said] = told_directly(room.people[0])
    assert "I am no longer on its server" in said and "Otherwise the game ends" in said
    room.bot._connection._add_guild(guild)
    cog = room.bot.get_cog("Gone")
    assert isinstance(cog, Gone)
    await cog.on_guild_join(guild)
    await room.env.settle()
    table = await room.bot.tables.table(1)
    assert table.gone_at is None and not table.paused
    assert "continues here" in words(list(public(room.channel))[-1])
    assert pinged(room.channel) == [asked]


async def test_it_is_given_up_in_the_end(room: Room) -> None:
    await begin(room, room.channel)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    room.wait.ahead += time_passing.WAITS_FOR_CHANNEL - timedelta(hours=1)
    await look(room)
    assert (await room.bot.tables.table(1)).status == "playing"
    room.wait.ahead += timedelta(hours=2)
    await look(room)
    table = await room.bot.tables.table(1)
    assert table.status == "abandoned" and await room.bot.tables.not_announced() == []


async def test_a_lobby_is_closed(room: Room) -> None:
    await room.people[0].slash(room.channel, "tzolkin new")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert (await room.bot.tables.table(1)).status == "abandoned"
    assert told_directly(room.people[0]) == [] and await room.bot.tables.not_announced() == []


async def test_moderators_go_on_with_it_but_not_beside_another_game(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """They are called where they read; a channel holds one open game."""
    await name_moderators(room, role)
    office = room.guild.create_text_channel("office")
    await _called_in(room, office)
    await begin(room, room.channel)
    busy = room.guild.create_text_channel("busy")
    await new_game(busy, room.people[2:])
    free = room.guild.create_text_channel("free")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    [called] = [words(one) for one in public(office)]
    assert "The channel of the game with **ana**, **bob** is gone" in called or "**bob**" in called
    offer = answer(await maya.slash(busy, "tzolkin move"))
    refused = await maya.click(offer, label="Continue here")
    assert "Another game is open in this channel" in words(answer(refused))
    assert (await room.bot.tables.table(1)).gone_at is not None
    offer = answer(await maya.slash(free, "tzolkin move"))
    await maya.click(offer, label="Continue here")
    assert (await room.bot.tables.table(1)).channel_id == free.id


async def _called_in(room: Room, channel: simcord.ChannelHandle) -> None:
    chosen = await room.bot.tables.server_settings(room.guild.id)
    chosen = replace(chosen, moderators_channel=channel.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


async def test_at_a_leagues_table_the_moderators_decide(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """They are called in the league's channel. Without a server there is nobody to decide."""
    await name_moderators(room, role)
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = next(iter((await playing(room, season)).values()))
    room.env.backend.delete_channel(table.channel_id)
    await settled(room)
    assert (await room.bot.tables.table(table.id)).gone_at is not None
    assert sum("The channel of the game with" in words(one) for one in public(room.channel)) == 1
    person = next(one for one in room.people if table.seat_of(one.id))
    assert [one for one in told_directly(person) if "is on hold" in one and "Otherwise" not in one]
    room.wait.ahead += time_passing.WAITS_FOR_CHANNEL * 2
    await look(room)
    assert (await room.bot.tables.table(table.id)).status == "playing"
    shown = answer(await maya.slash(room.channel, "tzolkin move"))
    assert "Continue here" in labels(shown)
    room.env.inject_error("GET", f"/channels/{table.channel_id}", status=403, code=50001)
    room.env.inject_error("GET", f"/guilds/{room.guild.id}", status=403, code=50001)
    room.env.inject_error("GET", f"/guilds/{room.guild.id}", status=403, code=50001)
    await look(room)
    assert (await room.bot.tables.table(table.id)).status == "abandoned"


# --- somebody is gone -----------------------------------------------------------------------------


async def test_who_has_left_the_server_is_named_and_replaced(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """The bot is not told who leaves: it looks once somebody has been waited for, in vain."""
    await name_moderators(room, role)
    await begin_game(room.channel, room.people[:2])
    left = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not left)
    room.guild.remove_member(left)
    await room.later(hours=25)
    said = words(list(public(room.channel))[-1])
    assert f"**{left.name}** has left this server" in said and "/moderate page" in said
    assert pinged(room.channel) == []
    seat = (await room.bot.tables.table(1)).seat_of(left.id)
    assert seat is not None
    offer = answer(await propose(maya, room.channel, "replace", seat=seat.seat))
    await maya.click(offer, label="Confirm")
    assert pinged(room.channel) == [other.id], "a computer has played"
    assert room.env.errors == []


async def test_who_has_left_is_named_where_time_is_over(room: Room) -> None:
    await begin(room, room.channel)
    left = with_id(room.people, pinged(room.channel)[0])
    room.guild.remove_member(left)
    await room.later(hours=13)
    await room.later(hours=13)
    named = [one for one in public(room.channel) if "has left this server" in words(one)]
    assert named and all(f"**{left.name}**" in words(one) for one in named)


@pytest.mark.parametrize("how", ["deleted", "closed", "moved"])
async def test_a_league_goes_on_in_another_channel_with_its_tables(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, how: str
) -> None:
    """That its channel is lost is first on the moderators' page, with the button that helps."""
    await name_moderators(room, role)
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    before = await playing(room, season)
    hall = room.guild.create_text_channel("hall")
    next_on(await open_page(maya, hall), "wait for", None)
    if how == "deleted":
        room.env.backend.delete_channel(room.channel.id)
    elif how == "closed":
        take_away(room, "send_messages_in_threads")
    await room.env.settle()
    await settled(room)
    shown = await open_page(maya, hall)
    if how == "moved":
        form = await choose_act(maya, shown, "move")
    else:
        form = await goes_on(maya, shown, "choose another channel", "Choose another channel")
    said = words(answer(await filled_in(maya, form, channel=hall)))
    assert f"lives in <#{hall.id}>" in said
    await settled(room)
    after = await playing(room, season)
    assert {n: table.id for n, table in after.items()} == {n: t.id for n, t in before.items()}
    there = {thread.id: thread for thread in hall.threads}
    assert {table.channel_id for table in after.values()} <= there.keys()
    assert all(table.gone_at is None and not table.paused for table in after.values())
    assert all(labels(there[table.channel_id].last_message) for table in after.values())
    assert any("Standings" in labels(one) for one in hall.history()), "the season's message"
    if how == "moved":
        for n, table in before.items():
            [old] = [one for one in room.channel.threads if one.id == table.channel_id]
            assert f"continues in <#{after[n].channel_id}>" in words(old.history()[-1])
    next_on(await open_page(maya, hall), "wait for", None)
    for table in after.values():
        await play_out(room, table.id)
    await look_at_seasons(room)
    assert len((await room.bot.leagues.read(season.id)).state.results) == len(before)
    following = await playing(room, season)
    assert following and not following.keys() & after.keys(), "the next ones open there, too"
    assert {one.channel_id for one in following.values()} <= {one.id for one in hall.threads}
    assert room.env.errors == []
