"""Seats that are offered to the substitutes of a season: the first who presses plays on;
moderators are called where they read, with a ping that reaches them, and with buttons for what
can be done; and the page of tables that stand still."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.clocks import DaysClock, LiveClock, TimeRules, WhenOut
from bot.leagues import people, season_lifecycle
from bot.leagues.season_transaction import SeasonView
from bot.seasons.events import Rules, Stage
from bot.tables import Table, Thought
from bot.tables.settings import ServerSettings
from cogs.leagues.season_sweep import open_ready
from cogs.telling.moderators_called import called_at
from tests.cogs.conftest import Room, first_legal
from tests.cogs.driver import answer, labels, words
from tests.cogs.moderators_page import (
    filled_in,
    founded_at,
    name_moderators,
    open_page,
    propose,
    set_up,
)
from tests.cogs.seasons import (
    drawn,
    look,
    looked_up,
    members,
    playing,
    season_of,
    settled,
    take_turn,
    texts,
    thread_of,
)
from tests.cogs.test_carry_on import HURRIED
from tests.cogs.test_clock import begin
from tests.leagues.changes import substitute
from tests.tables.acts import audit_log

RULE = TimeRules(LiveClock(30), when_out="moderator")


@pytest.fixture
def place(room: Room) -> ChannelHandle:
    """Where moderators are called; the bot may not ping every role there."""
    mute = discord.PermissionOverwrite(mention_everyone=False)
    return room.guild.create_text_channel("referees-only", overwrites={room.guild.me: mute})


async def overdue(
    room: Room,
    role: RoleHandle,
    place: ChannelHandle | None,
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


def call_for(place: ChannelHandle, table: Table, seat: int) -> discord.Message:
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
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    await overdue(room, role, closed)
    assert called(room.channel) and not called(closed)


async def test_known_moderators_where_the_role_cannot_be_mentioned(
    room: Room, place: ChannelHandle, role: RoleHandle, maya: MemberActor
) -> None:
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    said = answer(await founded_at(maya, room.channel, "X", room.channel))
    assert "lives in" in words(said), "so the audit log knows maya"
    await overdue(room, role, place)
    assert set(pinged_in(room, place.id, "users")) == {maya.id}
    assert pinged_in(room, place.id, "roles") == []


async def test_one_role_can_be_mentioned_and_of_another_who_is_known(
    room: Room, place: ChannelHandle, role: RoleHandle, maya: MemberActor
) -> None:
    pingable = room.guild.create_role("callable", mentionable=True)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    server = ServerSettings(moderator_roles=(role.id, pingable.id), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, server)
    await founded_at(maya, room.channel, "X", room.channel)
    call = await called_at(room.bot, guild, server, place.id)
    assert ([one.id for one in call.roles], call.people) == ([pingable.id], (maya.id,))


async def test_what_can_be_done_by_buttons(
    room: Room, place: ChannelHandle, role: RoleHandle, maya: MemberActor
) -> None:
    table, seat = await overdue(room, role, place)
    call = call_for(place, table, seat)
    for label in ("Let a computer play", "24 more hours", "Replace"):
        refused = answer(await room.people[0].click(call, label=label))
        assert refused.ephemeral and "Only the moderators" in words(refused)
    ends = table.deadlines[seat]
    said = words(answer(await maya.click(call, label="24 more hours")))
    assert "entry 1" in said
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

    said = words(answer(await maya.click(call, label="Let a computer play")))
    assert "entry 2" in said
    assert seat not in (await room.bot.tables.read(table.id)).waiting
    stale = words(answer(await maya.click(call, label="Let a computer play")))
    assert "moved on" in stale
    log = await audit_log(room.bot.tables, room.guild.id)
    assert [entry.act for entry in log] == ["play-turn", "extend"]


async def test_setup_names_the_place_and_says_what_is_missing(
    room: Room, place: ChannelHandle, role: RoleHandle
) -> None:
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    said = words(await set_up(olga, room.channel, role=role, place=place))
    assert f"notified in <#{place.id}>" in said
    assert f"I cannot mention <@&{role.id}>" in said and "Mention Everyone" in said
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == place.id
    shown = words(answer(await olga.slash(room.channel, "doctor")))
    assert f"I cannot mention <@&{role.id}>" in shown
    closed = room.guild.create_text_channel(
        "closed", overwrites={room.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
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


async def begun(room: Room, rule: WhenOut) -> tuple[SeasonView, Table]:
    """A season of pairs with this rule, and its first table, with all tiles chosen."""
    season = await drawn(room, time=TimeRules(LiveClock(30), when_out=rule))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    return season, await room.bot.tables.table(table.id)


@pytest.fixture
def eve(room: Room) -> MemberActor:
    """Somebody who plays nowhere yet."""
    return room.guild.add_member(room.env.create_user("eve"))


@pytest.fixture
def finn(room: Room) -> MemberActor:
    """Somebody else."""
    return room.guild.add_member(room.env.create_user("finn"))


async def test_the_season_shows_its_substitutes(
    room: Room, eve: MemberActor, finn: MemberActor
) -> None:
    await drawn(room)
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "substitute" not in shown
    for person in (eve, finn):
        await looked_up(person, room.channel, "substitutes")
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "**2 substitutes** **eve** and **finn**" in shown
    await looked_up(eve, room.channel, "substitutes")
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "**1 substitute** **finn**" in shown


async def test_the_first_who_presses_takes_the_seat(
    room: Room, role: RoleHandle, eve: MemberActor, finn: MemberActor
) -> None:
    await name_moderators(room, role)
    season, table = await begun(room, "computer")
    said = await looked_up(eve, room.channel, "substitutes")
    assert said.ephemeral and "You are a substitute" in words(said)
    seat, late = 0, table.seats[0].user_id
    assert late is not None
    await people.give_up(room.bot.leagues, season.id, late)
    await look(room)
    await look(room)
    [offer] = offers(room)
    assert pinged_in(room, room.channel.id, "users") == [eve.id]
    assert f"{table.seats[seat].name}** has left the season" in words(offer)

    refused = words(answer(await finn.click(offer, label="Take the seat")))
    assert "to become one, use /league show" in refused
    await looked_up(finn, room.channel, "substitutes")
    taken = words(answer(await eve.click(offer, label="Take the seat")))
    assert "You have taken over the seat at 3 open tables" in taken
    refused = words(answer(await finn.click(offer, label="Take the seat")))
    assert "Somebody else was faster" in refused
    await settled(room)
    assert (await room.bot.leagues.read(season.id)).state.holders[late] == (late, eve.id)
    assert (await room.bot.tables.table(table.id)).seats[seat].user_id == eve.id
    acts = [one.act for one in await audit_log(room.bot.tables, room.guild.id)]
    assert acts.count("season-substitute") == 1 and acts.count("replace") == 2, (
        "a computer's, and hers"
    )
    assert sum("takes over from" in one for one in texts(room.channel)) == 1


async def test_a_hurried_computer_is_told_aloud(room: Room) -> None:
    """In a league everybody must know it: not in small letters, and of choices of tiles, too."""

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=True)

    room.bot.tables.think = late
    season = await drawn(room, time=TimeRules(LiveClock(30), when_out="computer"))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    for told in (2, 3):
        await room.later(minutes=31)
        await settled(room)
        said = "\n".join(texts(thread_of(room, table))).splitlines()
        assert (said.count(HURRIED), said.count(f"-# {HURRIED}")) == (told, 0)


async def test_a_computer_in_a_seat_of_a_league_is_told_aloud(room: Room) -> None:
    """Its choice of tiles as well, which is no news elsewhere."""

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=True)

    room.bot.tables.think = late
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    assert (await room.bot.tables.table(table.id)).seats[0].user_id is None
    said = "\n".join(texts(thread_of(room, table))).splitlines()
    assert (said.count(HURRIED), said.count(f"-# {HURRIED}")) == (1, 0)


async def test_who_leaves_the_season_is_offered(room: Room, eve: MemberActor) -> None:
    season, table = await begun(room, "computer")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    await look(room)
    [offer] = offers(room)
    assert "has left the season" in words(offer)
    assert eve.id in pinged_in(room, room.channel.id, "users")
    await eve.click(offer, label="Take the seat")
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.holder(gone) == eve.id and not state.withdrawn
    assert (await room.bot.tables.table(table.id)).seats[0].user_id == eve.id


async def test_an_old_offer_takes_no_seat_from_who_came_back(room: Room, eve: MemberActor) -> None:
    season, table = await begun(room, "computer")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    [offer] = offers(room)
    await substitute(room.bot.leagues, season.id, gone, gone, by=None)
    refused = words(answer(await eve.click(offer, label="Take the seat")))
    assert "The player is back" in refused
    assert (await room.bot.leagues.read(season.id)).entry_of(gone) == gone


async def test_the_list_is_left_again_and_closed_to_the_banned(
    room: Room, maya: MemberActor, eve: MemberActor
) -> None:
    season, _ = await begun(room, "computer")
    await looked_up(eve, room.channel, "substitutes")
    said = words(await looked_up(eve, room.channel, "substitutes"))
    assert "no longer a substitute" in said
    assert (await room.bot.leagues.read(season.id)).state.substitutes == ()
    shown = answer(await propose(maya, room.channel, "ban", person=eve))
    await maya.click(shown, label="Confirm")
    refused = words(await looked_up(eve, room.channel, "substitutes"))
    assert "You are banned from this league" in refused


async def test_what_waits_the_longest_first_and_who_is_reminded(
    room: Room, maya: MemberActor
) -> None:
    season = await drawn(room, time=TimeRules(LiveClock(60), when_out="moderator"))
    await open_ready(room.bot, season.id)
    await settled(room)
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
    page = words(answer(await maya.click(shown, label=first)))
    assert "It is **" in page and "last turn <t:" in page and "Time runs out <t:" in page


async def test_a_seat_is_given_away_after_time_outs(room: Room, role: RoleHandle) -> None:
    await name_moderators(room, role)
    season = await drawn(room, time=TimeRules(LiveClock(30)), hand_over_after=1)
    eve = room.guild.add_member(room.env.create_user("eve"))
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    assert late is not None
    await room.later(minutes=31)
    await look(room)
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert late in state.withdrawn
    assert (await room.bot.tables.table(table.id)).seats[seat].computer
    log = await audit_log(room.bot.tables, room.guild.id)
    assert any((one.act, one.status) == ("season-withdraw", "done") for one in log)
    name = table.seats[seat].name
    offer = next(
        one
        for one in room.channel.history()
        if "Take the seat" in labels(one) and name in words(one)
    )
    await eve.click(offer, label="Take the seat")
    await look(room)
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.holder(late) == eve.id and late not in state.withdrawn
    assert state.time_outs_of(late) == 0, "the substitute begins anew"


async def test_a_full_page_fits_into_a_message(room: Room, maya: MemberActor) -> None:
    """Every table stalls and is disputed by both, and seats are free: the limits are checked at the
    end."""
    room.people = members(room, 10)
    season = await season_of(
        room,
        Rules(seats=2, stages=(Stage(games=3),), division_size=4),
        people=10,
        at_once=2,
    )
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
    shown = await open_page(maya, room.channel)
    said = words(shown)
    assert (
        f"{len(tables)} tables have had no turn for two days" in said and "5 seats are free" in said
    )
    assert f"{2 * len(tables)} disputes are waiting" in said
