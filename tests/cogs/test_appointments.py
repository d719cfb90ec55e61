"""Game nights, which begin again every week, and Discord's events; and games that begin at a moment
where the program is killed between two commits to the database."""

from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.model.notes import EventDue, NightWaits
from bot.model.table import GameNight
from bot.refusal import Refusal
from bot.store import outbox
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.tables import Person, gathering
from bot.tables.lobby import give_up as give_up_lobby
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.lobby.appointments import open_night, take_step
from cogs.telling.carry_on import sweep
from tests.cogs.conftest import START, Room
from tests.cogs.driver import (
    Message,
    answer,
    in_options,
    labels,
    posted_after,
    raw,
    said_privately,
    select_id,
    words,
)
from tests.cogs.test_gathering import (
    BERLIN,
    asked,
    direct,
    invitations,
    joined_for,
    last,
    lives_in,
    look,
    mentioned,
    opened,
    plain,
    table,
    wants_calls,
)
from tests.cogs.test_league_killed import Death, Killed, connections_end
from tests.cogs.test_league_killed import death as death  # a fixture
from tests.store.databases import on_both
from tests.tables.acts import notes_of

# --- every week ----------------------------------------------------------------------------------


async def weekly(room: Room, at: str = "2026-03-23 20:00", **more: Any) -> Message:
    """Ana's game is to be played every week; it is the first of them."""
    ana, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    how = ["weekly", *more.pop("how", ())]
    await asked(ana, lobby, at, how=how, **more)
    return lobby


async def nights_there(room: Room) -> list[GameNight]:
    """The game nights of the server."""
    return await room.bot.store.read(stored_settings.nights_of, room.guild.id)


async def test_a_game_night_opens_its_lobby_calls_and_begins_every_week(room: Room) -> None:
    """Over the change to summer time it stays at eight in the evening."""
    ana, bob, cleo, _ = room.people
    await wants_calls(room, bob)
    lobby = await weekly(room, seats="3", kind=["evening"], how=["call"])
    assert "every week" in words(room.channel.history()[0])
    assert mentioned(last(room)) == [bob.id]
    for person in (bob, cleo):
        await person.click(lobby, label="Join")
    second = datetime(2026, 3, 30, 18, tzinfo=UTC)
    await look(room, days=21, hours=8)  # it is Monday the 23rd
    assert (await table(room)).status == "playing"
    [night] = await nights_there(room)
    assert (night.next_at, night.zone, night.at) == (second, BERLIN, "20:00")
    room.wait.ahead = second - timedelta(days=1, minutes=1) - START
    await look(room)
    [before] = await room.bot.store.read(stored.open_of_person, ana.id)
    assert before.status == "playing", "not before the day before"
    assert before.channel_id != room.channel.id, "it is played in a thread"
    await look(room, minutes=2)
    now = await table(room, 2)
    assert now.channel_id == room.channel.id and now.host_id == ana.id
    assert now.options.begins_at == second and now.options.wanted_seats == 3
    called, shown = last(room), room.channel.history()[-2]
    assert "Tzolk'in: who plays?" in words(shown) and "every week" in words(shown)
    assert mentioned(called) == [bob.id]
    await bob.click(shown, label="Join")
    assert "cleo" not in words(room.channel.history()[-2]), "whoever comes joins anew"
    await look(room, days=1)
    assert (await table(room, 2)).status == "playing"
    [night] = await nights_there(room)
    assert night.next_at == second + timedelta(days=7)


@on_both
async def test_a_game_night_survives_restarts_and_opens_once(room: Room) -> None:
    lobby = await weekly(room)
    await room.people[1].click(lobby, label="Join")
    await look(room, days=21, hours=8)
    room.wait.ahead += timedelta(days=6, hours=1)
    await room.restart()
    await look(room)
    await room.restart()
    await look(room)
    [night] = await nights_there(room)
    assert night.next_at == datetime(2026, 4, 6, 18, tzinfo=UTC), "the next is a week later"
    lobbies = [one for one in room.channel.history() if "who plays?" in words(one)]
    assert len([one for one in lobbies if "Join" in labels(one)]) == 1
    with pytest.raises(Refusal):
        await table(room, 3)


async def test_the_message_of_a_lobby_is_posted_after_a_kill(room: Room) -> None:
    await wants_calls(room, room.people[1])
    await weekly(room, how=["call"])
    await look(room, days=21, hours=8)  # nobody came
    await room.people[0].slash(room.channel, "tzolkin abandon")
    async with room.bot.tables.open(1) as lobby:
        give_up_lobby(lobby)
    [night] = await nights_there(room)
    room.wait.ahead += timedelta(days=6, hours=1)
    # it was opened, and the program was killed before it could post the message
    host = Person(room.people[0].id, "ana")
    opened_now = await gathering.open_night(room.bot.tables, night, host)
    assert opened_now is not None and opened_now.posted.lobby is None
    await room.restart()
    await look(room)
    shown, called = room.channel.history()[-2:]
    assert "who plays?" in words(shown) and "Join" in labels(shown)
    assert (await table(room, 2)).posted.lobby == shown.id
    assert mentioned(called) == [room.people[1].id]
    assert len(events(room)) == 1
    await look(room)
    assert last(room).id == called.id, "nothing is told twice"


async def test_a_game_night_waits_for_the_game_in_its_channel_and_says_so_once(
    room: Room,
) -> None:
    ana, *_ = room.people
    await weekly(room)
    await look(room, days=21, hours=8)  # nobody came
    async with room.bot.tables.open(1) as over:
        give_up_lobby(over)
    room.wait.ahead += timedelta(days=6, hours=1)
    await opened(room)  # another game
    before = room.channel.history()
    for _ in range(2):
        await look(room)
        await room.restart()
    [said] = posted_after(room.channel, before)
    next_at, then = (datetime(2026, *day, 18, tzinfo=UTC) for day in ((3, 30), (4, 6)))
    assert f"<@{ana.id}>: the table for the game night on <t:{int(next_at.timestamp())}:f>" in said
    assert f"the next game night is on <t:{int(then.timestamp())}:f>" in said
    async with room.bot.tables.open(2) as over:
        give_up_lobby(over)
    await look(room, minutes=1)
    assert "Tzolk'in: who plays?" in words(last(room))
    [night] = await nights_there(room)
    assert night.next_at == then and not night.waits_told
    # told late, it is no longer true
    before = room.channel.history()
    await room.bot.store.write(outbox.add, [NightWaits(night.id)], guild_id=room.guild.id)
    await room.restart()
    await room.env.settle()
    assert not posted_after(room.channel, before)
    assert not await room.bot.store.read(outbox.of_server, room.guild.id)


@on_both
async def test_a_game_night_that_was_left_out_says_when_the_next_is(room: Room) -> None:
    ana, *_ = room.people
    await weekly(room)
    await look(room, days=21, hours=8)
    async with room.bot.tables.open(1) as over:
        give_up_lobby(over)
    room.wait.ahead += timedelta(days=6, hours=1)
    await opened(room)
    await look(room)
    before = room.channel.history()
    await look(room, hours=23)
    [said] = posted_after(room.channel, before)
    missed, then = (datetime(2026, *day, 18, tzinfo=UTC) for day in ((3, 30), (4, 6)))
    assert f"<@{ana.id}>: the game night on <t:{int(missed.timestamp())}:f> did not take" in said
    assert f"the next is on <t:{int(then.timestamp())}:f>" in said
    await look(room, minutes=1)
    assert len(posted_after(room.channel, before)) == 1
    with pytest.raises(Refusal):
        await table(room, 3)


async def test_a_week_that_was_slept_through_is_left_out(room: Room) -> None:
    await weekly(room)
    await look(room, days=21, hours=8)
    async with room.bot.tables.open(1) as lobby:
        give_up_lobby(lobby)
    room.wait.ahead += timedelta(days=15)
    await look(room)
    [night] = await nights_there(room)
    assert night.next_at > room.wait() and night.next_at < room.wait() + timedelta(days=7)
    with pytest.raises(Refusal):
        await table(room, 2)


async def test_the_host_ends_a_game_night_with_the_form(room: Room) -> None:
    ana, *_ = room.people
    lobby = await weekly(room)
    assert len(await nights_there(room)) == 1
    await asked(ana, lobby, "2026-03-23 20:00")
    assert await nights_there(room) == []
    assert "every week" not in words(room.channel.history()[0])


async def test_another_time_moves_the_game_night(room: Room) -> None:
    ana, *_ = room.people
    lobby = await weekly(room)
    await asked(ana, lobby, "2026-03-24 19:30", how=["weekly"])
    [night] = await nights_there(room)
    assert (night.at, night.next_at) == ("19:30", datetime(2026, 3, 31, 17, 30, tzinfo=UTC))


async def test_a_game_night_needs_a_time(room: Room) -> None:
    ana, *_ = room.people
    lobby = await opened(room)
    refused = said_privately(await asked(ana, lobby, how=["weekly"]))
    assert "Say on which day and at what time" in words(refused)
    said = said_privately(await asked(ana, lobby, "20:00", how=["weekly"]))
    assert await nights_there(room) == [], "the zone is asked for first"
    await ana.select(said, [BERLIN], custom_id=select_id(said, "findzone"))
    assert [one.at for one in await nights_there(room)] == ["20:00"]


async def test_game_nights_are_shown_and_ended_by_their_host_or_a_moderator(
    room: Room, maya: MemberActor, role: RoleHandle
) -> None:
    bob = room.people[1]
    server = await room.bot.tables.server_settings(room.guild.id)
    await room.bot.tables.set_server_settings(
        room.guild.id, replace(server, moderator_roles=(role.id,))
    )
    await weekly(room)

    async def shown(person: MemberActor) -> ResponseMessage:
        posted = await room.bot.get_partial_messageable(room.channel.id).send(
            view=message(row([button("Game nights", "nights", 0)]))
        )
        pressed = await person.click(room.channel.history()[-1], label="Game nights")
        await posted.delete()
        return answer(pressed)

    listed = await shown(bob)
    assert "every week at 20:00 (Europe/Berlin)" in words(listed) and "ana" in words(listed)
    first = datetime(2026, 3, 23, 19, tzinfo=UTC)
    assert f"next time: <t:{int(first.timestamp())}:F>" in words(listed), "whose lobby is open"
    assert not [one for one in raw(listed) if one["type"] == 3], "bob may not end it"
    listed = await shown(maya)
    ended = await maya.select(listed, ["1"], custom_id=select_id(listed, "endnight"))
    assert "The game night has ended." in words(answer(ended))
    assert "maya has ended ana's game night" in plain(last(room))
    logged = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "**weekly game night ended**" in logged and "20:00 (Europe/Berlin)" in logged
    assert f"<#{room.channel.id}> · **ana**" in logged
    assert await nights_there(room) == []
    assert "every week" not in words(room.channel.history()[0])


async def test_a_game_night_in_a_hidden_channel_is_not_shown(room: Room) -> None:
    ana, bob, *_ = room.people
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = room.guild.create_text_channel("secret", overwrites={bob: hidden})
    await lives_in(room, ana)
    lobby = answer(await ana.slash(secret, "tzolkin new"))
    await asked(ana, lobby, "2026-03-23 20:00", how=["weekly"])
    await opened(room)
    for person, seen in ((ana, True), (bob, False)):
        games = answer(await person.slash(room.channel, "games"))
        tables = said_privately(await person.click(games, label="Open tables"))
        shown = said_privately(await person.click(tables, label="Game nights"))
        assert (str(secret.id) in words(shown)) is seen


async def test_a_game_night_whose_host_has_left_ends(room: Room) -> None:
    await weekly(room)
    await look(room, days=21, hours=8)
    async with room.bot.tables.open(1) as lobby:
        give_up_lobby(lobby)
    room.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10007)
    await look(room, days=6, hours=1)
    assert await nights_there(room) == []


# --- Discord's events ----------------------------------------------------------------------------


async def no_events(room: Room) -> None:
    """The bot loses the permissions to make events."""
    backend = room.env.backend
    guild = backend.get_guild(room.guild.id)
    [mine] = [one for one in guild.roles.values() if one.managed]
    less = discord.Permissions(mine.permissions)
    less.update(manage_events=False, create_events=False)
    backend.edit_role(guild.id, mine.id, {"permissions": less.value})
    await room.env.settle()


def events(room: Room) -> list[Any]:
    """The events of the server."""
    return list(room.env.backend.get_guild(room.guild.id).scheduled_events.values())


async def test_discord_has_an_event_for_it_where_the_bot_may_make_one(room: Room) -> None:
    ana = room.people[0]
    lobby = await joined_for(room)
    [event] = events(room)
    assert event.name == "Tzolk'in with ana"
    assert datetime.fromisoformat(event.scheduled_start_time) == datetime(
        2026, 3, 2, 19, tzinfo=UTC
    )
    assert str(room.channel.id) in event.entity_metadata["location"]
    await asked(ana, lobby, "21:00")
    [moved] = events(room)
    assert moved.id == event.id
    assert datetime.fromisoformat(moved.scheduled_start_time) == datetime(
        2026, 3, 2, 20, tzinfo=UTC
    )
    await asked(ana, lobby)
    assert events(room) == []
    await asked(ana, lobby, "20:00")
    await look(room, hours=8)
    [begun] = events(room)
    assert begun.status == 2, "it is going on"


async def test_the_event_goes_with_the_lobby(room: Room) -> None:
    ana, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await asked(ana, lobby, "20:00")
    assert len(events(room)) == 1
    await in_options(ana, lobby, "Leave")
    await room.bot.get_cog("CarryOn").every_minute()
    await room.env.settle()
    assert events(room) == []


async def test_an_event_that_was_made_and_not_noted_is_found_again(room: Room) -> None:
    ana, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await asked(ana, lobby, "20:00")
    async with room.bot.tables.open(1) as opened_now:
        opened_now.change(options=replace(opened_now.table.options, event=None))
        opened_now.must_tell(EventDue())
    await room.restart()
    await room.env.settle()
    [event] = events(room)
    assert (await table(room)).options.event == event.id


async def test_without_the_permission_it_works_without_an_event(room: Room) -> None:
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    await no_events(room)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    said = said_privately(await asked(ana, lobby, "20:00"))
    assert "I am not allowed to create events here" in words(said)
    assert events(room) == []
    await look(room, hours=8)
    assert (await table(room)).status == "playing"


@pytest.mark.parametrize(
    ("zone", "first", "second"),
    [
        (BERLIN, "2026-03-23T20:00+01:00", "2026-03-30T20:00+02:00"),
        (BERLIN, "2026-10-19T20:00+02:00", "2026-10-26T20:00+01:00"),
        ("America/New_York", "2026-03-02T20:00-05:00", "2026-03-09T20:00-04:00"),
        ("America/New_York", "2026-10-26T20:00-04:00", "2026-11-02T20:00-05:00"),
        # a time that the second day has not, or has twice: the first of the two
        (BERLIN, "2026-03-22T02:30+01:00", "2026-03-29T03:30+02:00"),
        (BERLIN, "2026-10-18T02:30+02:00", "2026-10-25T02:30+02:00"),
    ],
)
async def test_when_the_clocks_change_a_game_night_stays_at_its_time(
    room: Room, zone: str, first: str, second: str
) -> None:
    """Typed in the form, noted for the next week, and begun then."""
    ana, bob, *_ = room.people
    begins, then = datetime.fromisoformat(first), datetime.fromisoformat(second)
    room.wait.ahead = begins - timedelta(hours=6) - START
    await lives_in(room, ana, zone)
    lobby = await opened(room)
    await asked(ana, lobby, f"{begins:%Y-%m-%d %H:%M}", how=["weekly"])
    assert (await table(room)).options.begins_at == begins
    await bob.click(lobby, label="Join")
    await look(room, hours=6)
    assert (await table(room)).status == "playing"
    [night] = await nights_there(room)
    assert night.next_at == then and night.at == f"{begins:%H:%M}"
    after = gathering.next_week(night, night.next_at).astimezone(ZoneInfo(zone))
    assert f"{after:%H:%M}" == night.at, "a week later it is at its time again"
    room.wait.ahead = then - timedelta(minutes=1) - START
    await look(room)
    assert (await table(room, 2)).options.begins_at == then
    assert (await table(room, 2)).status == "lobby"
    await bob.click(last_lobby(room), label="Join")
    await look(room, minutes=1)
    assert (await table(room, 2)).status == "playing"


def last_lobby(room: Room) -> Message:
    """The newest message of a lobby in the channel."""
    return [one for one in room.channel.history() if "who plays?" in words(one)][-1]


# --- killed between two commits -------------------------------------------------------------------


async def killed(room: Room, death: Death, after: int, doing: Awaitable[object]) -> bool:
    """Do something, killed after so many commits; then the next program looks at everything twice.
    Returns whether the first one died."""
    death.left = after
    with suppress(Killed):
        await doing
    await room.env.settle()
    died = death.over()
    await connections_end(room.bot.store)
    await room.restart()
    for _ in range(2):
        await look(room)
        lobbies: Any = room.bot.get_cog("Lobby")
        await lobbies.look()
        await sweep(room.bot)
        await room.env.settle()
    return died


def boards(room: Room) -> int:
    """How many boards of a new game are in the channel."""
    return sum("Choose my tiles" in labels(one) for one in room.channel.history())


@on_both
@pytest.mark.parametrize("after", range(1, 9))  # the last one lets it come to its end
async def test_a_game_begins_once_at_its_time(room: Room, death: Death, after: int) -> None:
    await joined_for(room, "20:00", how=["fill"], seats="4")
    room.wait.ahead += timedelta(hours=8)
    assert await killed(room, death, after, take_step(room.bot, 1)) is (after < 8)
    begun = await table(room)
    assert begun.status == "playing" and len(begun.seats) == 4
    assert boards(room) in (1, 2)  # twice where it was killed between telling and noting it
    assert labels(room.channel.history()[0]) == ["Proof of a fair deal"]
    assert not await notes_of(room.bot.tables, 1)


@on_both
@pytest.mark.parametrize("after", range(1, 9))  # the last one lets it come to its end
async def test_a_game_night_opens_once(room: Room, death: Death, after: int) -> None:
    await wants_calls(room, room.people[1])
    await weekly(room, how=["call"])
    await look(room, days=21, hours=8)
    async with room.bot.tables.open(1) as over:
        give_up_lobby(over)
    await look(room)
    room.wait.ahead += timedelta(days=6, hours=1)
    before = room.channel.history()
    [night] = await gathering.nights_due(room.bot.tables)
    assert await killed(room, death, after, open_night(room.bot, night)) is (after < 8)
    opened_now = await table(room, 2)
    said = posted_after(room.channel, before)
    assert sum("Tzolk'in: who plays?" in one for one in said) in (1, 2)
    assert sum("is looking for players" in one for one in said) in (1, 2)
    shown = {one.id: one for one in room.channel.history()}
    assert opened_now.posted.lobby is not None
    assert "Join" in labels(shown[opened_now.posted.lobby])
    assert len(events(room)) == 1
    with pytest.raises(Refusal):
        await table(room, 3)
    [night] = await nights_there(room)
    assert night.next_at > room.wait() + timedelta(days=6)


@pytest.mark.parametrize("after", range(1, 6))
@pytest.mark.parametrize("way", ["lobby", "list", "invitation"])
async def test_who_fills_a_lobby_begins_its_game_or_can_press_again(
    room: Room, death: Death, way: str, after: int
) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    await asked(ana, lobby, seats="2", how=["full"], invite=[bob])
    [invitation] = direct(bob)
    games = answer(await bob.slash(room.channel, "games"))
    listed = answer(await bob.click(games, label="Open tables"))

    async def join() -> None:
        if way == "invitation":
            await bob.user.click(invitation, label="Join")
        else:
            await bob.click(lobby if way == "lobby" else listed, label="Join")

    await killed(room, death, after, join())
    if (await table(room)).status == "lobby":
        assert (await table(room)).seat_of(bob.id) is None, "a seat and the start are one commit"
        await join()
    begun = await table(room)
    assert begun.status == "playing" and {one.user_id for one in begun.seats} == {ana.id, bob.id}
    assert boards(room) in (1, 2)
    if "Join" in labels(room.channel.history()[0]):  # killed before that was changed
        await ana.click(lobby, label="Join")
    assert "The game has begun" in words(room.channel.history()[0])
    assert "Join" not in labels(room.channel.history()[0])


@pytest.mark.parametrize("after", range(1, 4))
@pytest.mark.parametrize("label", ["Join", "Not now"])
async def test_an_answer_to_an_invitation_is_whole_or_given_again(
    room: Room, death: Death, label: str, after: int
) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    await asked(ana, lobby, seats="3", invite=[bob])
    [invitation] = direct(bob)
    await killed(room, death, after, bob.user.click(invitation, label=label))
    seated = (await table(room)).seat_of(bob.id) is not None
    if label == "Join" and not seated:
        await bob.user.click(invitation, label="Join")
    if label == "Not now":
        assert not seated
        if "Not now" in labels(direct(bob)[0]):
            await bob.user.click(invitation, label="Not now")
    told = await invitations(room, ana, lobby)
    assert ("bob: has joined" if label == "Join" else "bob: cannot play now") in told
    assert len(direct(bob)) == 1
