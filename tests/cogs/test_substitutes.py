"""Seats that are offered to the substitutes of a season: the first who presses plays on;
moderators are called where they read, with a ping that reaches them, and with buttons for what
can be done; and the page of tables that stand still."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.clocks import DaysClock, LiveClock, TimeRules
from bot.leagues import people, season_lifecycle
from bot.leagues.season_transaction import SeasonView
from bot.tables import Table, Thought
from bot.tables.settings import ServerSettings
from cogs.telling.moderators_called import called_at
from tests.cogs.conftest import Room, first_legal
from tests.cogs.driver import answer, labels, tap, times_told, words
from tests.cogs.moderators_page import do, filled_in, found, open_page, propose, set_up
from tests.cogs.seasons import (
    drawn,
    look,
    looked_up,
    members,
    playing,
    season_of,
    settled,
    state_of,
    take_turn,
    texts,
    thread_of,
)
from tests.cogs.test_carry_on import HURRIED
from tests.cogs.test_clock import begin
from tests.leagues.changes import substitute
from tests.tables.acts import audit_log

RULE = TimeRules(LiveClock(30), when_out="moderator")
BY_COMPUTER = replace(RULE, when_out="computer")


@pytest.fixture
def place(room: Room) -> ChannelHandle:
    """Where moderators are called; the bot may not ping every role there."""
    mute = discord.PermissionOverwrite(mention_everyone=False)
    return room.guild.create_text_channel("referees-only", overwrites={room.guild.me: mute})


async def opened(room: Room, rule: TimeRules, **chosen: Any) -> tuple[SeasonView, Table]:
    """A season of pairs with this clock, and its first table, which has opened."""
    season = await drawn(room, time=rule, **chosen)
    await look(room)
    return season, (await playing(room, season))[1]


async def overdue(room: Room, role: RoleHandle, place: ChannelHandle | None) -> tuple[Table, int]:
    """A table of a season at which somebody's time is over, and whose seat."""
    where = place.id if place else None
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=where)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    _, table = await opened(room, RULE)
    [seat, *_] = (await room.bot.tables.read(table.id)).waiting
    await room.later(minutes=31, days=3)
    await settled(room)
    return await room.bot.tables.table(table.id), seat


def call_for(place: ChannelHandle, table: Table, seat: int) -> discord.Message:
    """The one call for this seat."""
    where, who = f"<#{table.channel_id}>", f"**{table.seats[seat].name}**"
    [call] = [one for one in called(place) if where in words(one) and who in words(one)]
    return call


def pinged_in(room: Room, channel: int, what: str) -> list[int]:
    """Who (`users` or `roles`) was really pinged by the messages sent to a channel."""
    sent: list[Any] = [
        request.json
        for request in room.env.http_requests
        if request.method == "POST" and request.path.endswith(f"/channels/{channel}/messages")
    ]
    return [int(one) for body in sent for one in body.get("allowed_mentions", {}).get(what, [])]


def called(channel: ChannelHandle) -> list[discord.Message]:
    """The calls in a channel that moderators can answer by a button."""
    return [one for one in channel.history() if "24 more hours" in labels(one)]


async def test_the_role_is_called_where_moderators_read(
    room: Room, place: ChannelHandle, maya: MemberActor
) -> None:
    pingable = room.guild.create_role("callable", mentionable=True)
    table, seat = await overdue(room, pingable, place)
    calls = called(place)
    said = words(call_for(place, table, seat))
    assert f"<@&{pingable.id}>" in said and "the moderators will decide" in said
    assert set(pinged_in(room, place.id, "roles")) == {pingable.id}
    assert pinged_in(room, place.id, "users") == []
    assert not called(room.channel) and not called(thread_of(room, table))
    assert any("the moderators will decide" in one for one in texts(thread_of(room, table)))
    await room.later(hours=2)
    assert len(called(place)) == len(calls), "once"


async def test_without_a_place_in_the_leagues_channel(room: Room, role: RoleHandle) -> None:
    table, _ = await overdue(room, role, None)
    assert any(f"<#{table.channel_id}>" in words(one) for one in called(room.channel))
    assert not called(thread_of(room, table))


async def test_where_the_bot_may_not_write_in_the_leagues_channel(
    room: Room, role: RoleHandle
) -> None:
    silent = {room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    closed = room.guild.create_text_channel("closed", overwrites=silent)
    await overdue(room, role, closed)
    assert called(room.channel) and not called(closed)


async def test_known_moderators_where_a_role_cannot_be_mentioned(
    room: Room, place: ChannelHandle, role: RoleHandle, maya: MemberActor
) -> None:
    await found(room, maya, "X")  # so the audit log knows maya
    await overdue(room, role, place)
    assert set(pinged_in(room, place.id, "users")) == {maya.id}
    assert pinged_in(room, place.id, "roles") == []
    pingable = room.guild.create_role("callable", mentionable=True)
    server = ServerSettings(moderator_roles=(role.id, pingable.id), moderators_channel=place.id)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    call = await called_at(room.bot, guild, server, place.id)
    assert ([one.id for one in call.roles], call.people) == ([pingable.id], (maya.id,))


async def test_what_can_be_done_by_buttons(
    room: Room, place: ChannelHandle, role: RoleHandle, maya: MemberActor
) -> None:
    table, seat = await overdue(room, role, place)
    call = call_for(place, table, seat)
    for label in ("Let a computer play", "24 more hours", "Replace"):
        refused = await tap(room.people[0], call, label)
        assert refused.ephemeral and "Only the moderators" in words(refused)
    ends = table.deadlines[seat]
    assert "entry 1" in words(await tap(maya, call, "24 more hours"))
    later = (await room.bot.tables.table(table.id)).deadlines[seat]
    assert (later - room.wait()).total_seconds() > 23 * 3600 and later > ends
    assert any("gave more time" in one for one in texts(thread_of(room, table)))

    form = await maya.click(call, label="Replace")
    shown = answer(await filled_in(maya, form, seat=str(seat), reason="Gone."))
    assert "computers take over" in words(shown) and "Confirm" in labels(shown)
    eve = room.guild.add_member(room.env.create_user("eve"))
    form = await maya.click(call, label="Replace")
    shown = answer(await filled_in(maya, form, seat=str(seat), by=eve, reason="Gone."))
    assert "**eve** takes over from" in words(shown)

    assert "entry 2" in words(await tap(maya, call, "Let a computer play"))
    assert seat not in (await room.bot.tables.read(table.id)).waiting
    assert "moved on" in words(await tap(maya, call, "Let a computer play")), "a stale button"
    log = await audit_log(room.bot.tables, room.guild.id)
    assert [entry.act for entry in log] == ["play-turn", "extend"]


async def test_setup_names_the_place_and_says_what_is_missing(
    room: Room, place: ChannelHandle, role: RoleHandle
) -> None:
    managing = discord.Permissions(manage_guild=True)
    managers = room.guild.create_role("managers", permissions=managing)
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    said = words(await set_up(olga, room.channel, role=role, place=place))
    assert f"notified in <#{place.id}>" in said
    assert f"I cannot mention <@&{role.id}>" in said and "Mention Everyone" in said
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == place.id
    shown = words(answer(await olga.slash(room.channel, "doctor")))
    assert f"I cannot mention <@&{role.id}>" in shown
    silent = {room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    closed = room.guild.create_text_channel("closed", overwrites=silent)
    said = words(await set_up(olga, room.channel, place=closed))
    assert "cannot notify anybody" in said and "Send Messages" in said
    assert (await room.bot.tables.server_settings(room.guild.id)) == server


async def test_the_table_of_no_league_is_told_in_one_message(room: Room) -> None:
    """With the buttons in its own channel, where no place is named."""
    await begin(room, TimeRules(DaysClock(1), when_out="moderator"))
    before = len(texts(room.channel))
    await room.later(days=3)
    new = texts(room.channel)[before:]
    assert sum("the moderators will decide" in one for one in new) == 1
    assert len(called(room.channel)) == 1


def offers(room: Room) -> list[discord.Message]:
    """The seats offered in the league's channel."""
    return [one for one in room.channel.history() if "Take the seat" in labels(one)]


async def begun(
    room: Room, time: TimeRules = BY_COMPUTER, **chosen: Any
) -> tuple[SeasonView, Table]:
    """The same with all tiles of the table chosen."""
    season, table = await opened(room, time, **chosen)
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    return season, await room.bot.tables.table(table.id)


async def left(room: Room, table: Table) -> int:
    """Who has the first seat of a table leaves the season; the id of that person."""
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, 1, gone)
    await look(room)
    return gone


@pytest.fixture
def eve(room: Room) -> MemberActor:
    """Somebody who plays nowhere yet."""
    return room.guild.add_member(room.env.create_user("eve"))


@pytest.fixture
def finn(room: Room) -> MemberActor:
    """Somebody else."""
    return room.guild.add_member(room.env.create_user("finn"))


async def test_the_season_shows_its_substitutes_but_nobody_banned(
    room: Room, maya: MemberActor, eve: MemberActor, finn: MemberActor
) -> None:
    await drawn(room)

    async def shown() -> str:
        return words(answer(await finn.slash(room.channel, "league show")))

    assert "substitute" not in await shown()
    for person in (eve, finn):
        await looked_up(person, room.channel, "substitutes")
    assert "**2 substitutes** **eve** and **finn**" in await shown()
    said = words(await looked_up(eve, room.channel, "substitutes"))
    assert "no longer a substitute" in said
    assert "**1 substitute** **finn**" in await shown()
    assert (await state_of(room)).substitutes == (finn.id,)
    await do(room, maya, "ban", person=eve)
    refused = words(await looked_up(eve, room.channel, "substitutes"))
    assert "You are banned from this league" in refused


async def test_the_first_who_presses_takes_the_seat(
    room: Room, maya: MemberActor, eve: MemberActor, finn: MemberActor
) -> None:
    _, table = await begun(room)
    said = await looked_up(eve, room.channel, "substitutes")
    assert said.ephemeral and "You are a substitute" in words(said)
    gone = await left(room, table)
    await look(room)
    [offer] = offers(room)
    assert pinged_in(room, room.channel.id, "users") == [eve.id]
    assert f"{table.seats[0].name}** has left the season" in words(offer)

    refused = words(await tap(finn, offer, "Take the seat"))
    assert "to become one, use /league show" in refused
    await looked_up(finn, room.channel, "substitutes")
    taken = words(await tap(eve, offer, "Take the seat"))
    assert "You have taken over the seat at 3 open tables" in taken
    refused = words(await tap(finn, offer, "Take the seat"))
    assert "Somebody else was faster" in refused
    await settled(room)
    state = await state_of(room)
    assert state.holders[gone] == (gone, eve.id) and not state.withdrawn
    assert (await room.bot.tables.table(table.id)).seats[0].user_id == eve.id
    acts = [one.act for one in await audit_log(room.bot.tables, room.guild.id)]
    assert acts.count("season-substitute") == 1
    assert acts.count("replace") == 2, "a computer's, and hers"
    assert times_told(room.channel, "takes over from") == 1


async def test_an_old_offer_takes_no_seat_from_who_came_back(room: Room, eve: MemberActor) -> None:
    season, table = await begun(room)
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    gone = await left(room, table)
    [offer] = offers(room)
    await substitute(room.bot.leagues, season.id, gone, gone, by=None)
    refused = words(await tap(eve, offer, "Take the seat"))
    assert "The player is back" in refused
    assert (await room.bot.leagues.read(season.id)).entry_of(gone) == gone


@pytest.fixture
def hurried(room: Room) -> None:
    """Computers that have no time left to think."""

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=True)

    room.bot.tables.think = late


def hurry_told(room: Room, table: Table) -> tuple[int, int]:
    """How often it is told aloud at a table, and how often in small letters."""
    said = "\n".join(texts(thread_of(room, table))).splitlines()
    return said.count(HURRIED), said.count(f"-# {HURRIED}")


@pytest.mark.usefixtures("hurried")
async def test_a_hurried_computer_is_told_aloud(room: Room) -> None:
    """In a league everybody must know it: not in small letters, and of choices of tiles, too, which
    are no news elsewhere."""
    _, table = await opened(room, BY_COMPUTER)
    for times in (2, 3):
        await room.later(minutes=31)
        await settled(room)
        assert hurry_told(room, table) == (times, 0)


@pytest.mark.usefixtures("hurried")
async def test_a_hurried_computer_in_a_free_seat_is_told_aloud(room: Room) -> None:
    _, table = await opened(room, BY_COMPUTER)
    await left(room, table)
    assert (await room.bot.tables.table(table.id)).seats[0].user_id is None
    assert hurry_told(room, table) == (1, 0)


async def test_what_waits_the_longest_first_and_who_is_reminded(
    room: Room, maya: MemberActor
) -> None:
    season, _ = await opened(room, TimeRules(LiveClock(60), when_out="moderator"))
    (number, _), (_, second) = (await playing(room, season)).items()
    await room.later(minutes=10)
    await take_turn(room, second.id)
    page = words(answer(await propose(maya, thread_of(room, second), "nudge")))
    assert "will get another reminder" in page
    await settled(room)
    again = words(answer(await propose(maya, thread_of(room, second), "nudge")))
    assert "Somebody has already sent a reminder" in again
    await room.later(days=2, hours=1)
    await settled(room)
    shown = await open_page(maya, room.channel)
    assert "2 tables have had no turn for two days" in words(shown)
    first, *_ = [label for label in labels(shown) if label.startswith("Table ")]
    assert first == f"Table {number}", "the longest without a turn"
    page = words(await tap(maya, shown, first))
    assert "It is **" in page and "last turn <t:" in page and "Time runs out <t:" in page


async def test_a_seat_is_given_away_after_time_outs(
    room: Room, maya: MemberActor, eve: MemberActor
) -> None:
    season, table = await begun(room, TimeRules(LiveClock(30)), hand_over_after=1)
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late, name = table.seats[seat].user_id, table.seats[seat].name
    assert late is not None
    await room.later(minutes=31)
    await look(room)
    await look(room)
    assert late in (await state_of(room)).withdrawn
    assert (await room.bot.tables.table(table.id)).seats[seat].computer
    log = await audit_log(room.bot.tables, room.guild.id)
    assert any((one.act, one.status) == ("season-withdraw", "done") for one in log)
    offer = next(one for one in offers(room) if name in words(one))
    await eve.click(offer, label="Take the seat")
    await look(room)
    await look(room)
    state = await state_of(room)
    assert state.holder(late) == eve.id and late not in state.withdrawn
    assert state.time_outs_of(late) == 0, "the substitute begins anew"


async def test_a_full_page_fits_into_a_message(room: Room, maya: MemberActor) -> None:
    """Every table stalls and is disputed by both, and seats are free: the limits are checked at the
    end."""
    room.people = members(room, 10)
    season = await season_of(room, people=10, at_once=2)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    await look(room)
    tables = await playing(room, season)
    assert len(tables) > 4
    for number, table in tables.items():
        for seat in table.seats:
            await people.dispute(room.bot.leagues, season.id, seat.user_id or 0, number, "No.")
    await look(room, days=4)
    for person in room.people[:5]:
        await people.give_up(room.bot.leagues, season.id, person.id)
    said = words(await open_page(maya, room.channel))
    assert f"{len(tables)} tables have had no turn for two days" in said
    assert "5 seats are free" in said
    assert f"{2 * len(tables)} disputes are waiting" in said
