"""From one person to a full table: what the host of a lobby wants, and a game that begins by itself
at its time."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.refusal import Refusal
from bot.store import settings as stored_settings
from bot.tables import Person, Table, gathering
from bot.tables.lobby import give_up as give_up_lobby
from bot.tables.lobby import open_rematch, start
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    said_privately,
    select_id,
    words,
)
from tests.store.databases import on_both

BERLIN = "Europe/Berlin"


async def opened(room: Room) -> ResponseMessage:
    """Ana opens a lobby in the channel."""
    return answer(await room.people[0].slash(room.channel, "tzolkin new"))


async def lives_in(room: Room, person: MemberActor, zone: str = BERLIN) -> None:
    """A person says where they live."""
    await person.slash(room.channel, "pings", timezone=zone)


async def asked(host: MemberActor, lobby: Message, at: str = "", **more: Any) -> InteractionResult:
    """The host fills in the form of a lobby."""
    form = await host.click(lobby, label="Find players")
    return await host.submit_modal(form, {"seats": "0", "at": at, **more})


async def joined_for(room: Room, at: str = "20:00", **more: Any) -> Message:
    """Ana opens a lobby, Bob joins, and it is to start at a time in Berlin."""
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    await asked(ana, lobby, at, **more)
    return lobby


async def look(room: Room, **later: float) -> None:
    """Time passes, and the bot looks at the lobbies."""
    room.wait.ahead += timedelta(**later)
    cog: Any = room.bot.get_cog("Appointments")
    await cog.look()
    await room.env.settle()


async def table(room: Room, number: int = 1) -> Table:
    """The table as it is now."""
    return await room.bot.tables.table(number)


def last(room: Room) -> Message:
    """The last message in the channel."""
    return room.channel.history()[-1]


async def test_the_form_says_whom_the_game_is_for(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    said = said_privately(
        await asked(ana, lobby, seats="3", kind=["newcomers", "evening"], how=["full"])
    )
    line = "3 players · new players welcome · starts when full · played in one evening"
    assert line in words(said)
    assert line in words(room.channel.history()[0])
    form = await ana.click(lobby, label="Find players")
    lines = {one["component"]["custom_id"]: one["component"] for one in form.modal["components"]}
    chosen = {
        name: [one["value"] for one in part["options"] if one.get("default")]
        for name, part in lines.items()
        if "options" in part
    }
    assert chosen == {"seats": ["3"], "kind": ["newcomers", "evening"], "how": ["full"]}
    # both of two that rule each other out say nothing
    await ana.submit_modal(form, {"seats": "0", "kind": ["newcomers", "experienced"]})
    assert (await table(room)).options.wanted == "any"
    assert "2 to 5 players" in words(room.channel.history()[0])
    refused = said_privately(await bob.click(lobby, label="Find players"))
    assert "Only ana, who opened this game" in words(refused)


async def test_a_lobby_of_three_is_full_with_three(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    lobby = await opened(room)
    await asked(ana, lobby, seats="3")
    for person in (bob, cleo):
        await person.click(lobby, label="Join")
    assert "All 3 seats are taken" in words(answer(await dan.click(lobby, label="Join")))
    refused = said_privately(await asked(ana, lobby, seats="2"))
    assert "3 seats are already taken" in words(refused)
    assert (await table(room)).options.wanted_seats == 3


async def test_a_lobby_that_is_full_already_begins_with_the_form(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    await asked(ana, lobby, seats="2", how=["full"])
    assert (await table(room)).status == "playing"
    assert "Join" not in labels(room.channel.history()[0])
    assert "Choose my tiles" in labels(last(room))


async def test_a_game_begins_at_its_time_with_whoever_is_there(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    # at 13:00 in Berlin, which is noon in UTC
    await asked(ana, lobby, "20:00", kind=["evening"])
    begins = datetime(2026, 3, 2, 19, tzinfo=UTC)
    assert (await table(room)).options.begins_at == begins
    assert f"starts <t:{int(begins.timestamp())}:f>" in words(room.channel.history()[0])
    for person in (bob, cleo):
        await person.click(lobby, label="Join")
    await look(room, hours=6, minutes=44)
    assert len(room.channel.history()) == 1, "nobody is reminded too soon"
    await look(room, minutes=2)
    assert f"starts <t:{int(begins.timestamp())}:R>" in words(last(room))
    assert sorted(mentioned(last(room))) == sorted(one.id for one in (ana, bob, cleo))
    await look(room, minutes=5)
    assert len(room.channel.history()) == 2, "nor twice"
    assert (await table(room)).status == "lobby"
    await look(room, minutes=9)
    playing = await table(room)
    assert playing.status == "playing"
    assert {one.user_id for one in playing.seats} == {ana.id, bob.id, cleo.id}
    assert labels(room.channel.history()[0]) == ["Proof of a fair deal"]
    assert "Choose my tiles" in labels(last(room))


def mentioned(message: Message) -> list[int]:
    """Whom a message mentions."""
    return [int(one) for one in re.findall(r"<@(\d+)>", words(message))]


async def test_computers_take_the_free_seats_at_that_time(room: Room) -> None:
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await asked(ana, lobby, "20:00", seats="4", how=["fill"])
    await bob.click(lobby, label="Join")
    await look(room, hours=8)
    playing = await table(room)
    assert playing.status == "playing" and len(playing.seats) == 4
    assert sum(one.computer is not None for one in playing.seats) == 2


async def test_a_game_for_which_nobody_comes_says_what_can_be_done(room: Room) -> None:
    ana, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await asked(ana, lobby, "20:00")
    await look(room, hours=8)
    waits = await table(room)
    assert waits.status == "lobby" and waits.options.begins_at is None
    assert "it is time to play, but nobody else has joined" in words(last(room))
    assert "starts" not in words(room.channel.history()[0])
    assert labels(last(room)) == ["Add a computer", "Start", "Find players"]
    told = last(room)
    added = await ana.click(told, label="Add a computer")
    assert said_privately(added).ephemeral
    assert "nobody else has joined" in words(last(room)), "another message stays as it is"
    assert words(room.channel.history()[0]).count("(computer") == 1
    await ana.click(told, label="Start")
    assert (await table(room)).status == "playing"


async def test_who_has_not_said_yes_to_a_rematch_does_not_play(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    for person in (bob, cleo):
        await person.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    async with room.bot.tables.open(1, game=False) as over:
        give_up_lobby(over)
    rematch = await open_rematch(room.bot.tables, await table(room), Person(ana.id, "ana"))
    async with room.bot.tables.open(rematch.id) as waits:
        await start(waits, Person(bob.id, "bob"))  # he says yes
        wanted = gathering.Plan(begins="moment", begins_at=waits.now + timedelta(hours=1))
        gathering.plan(waits, Person(ana.id, "ana"), wanted)
    await look(room, hours=2)
    playing = await table(room, rematch.id)
    assert playing.status == "playing"
    assert {one.user_id for one in playing.seats} == {ana.id, bob.id}


async def test_options_with_which_no_game_begins_are_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await joined_for(room)

    def no_deal(*asked: object, **how: object) -> None:
        raise ValueError("too few tribes")

    monkeypatch.setattr("bot.tables.lobby.shuffle_deal", no_deal)
    await look(room, hours=8)
    assert (await table(room)).status == "lobby"
    assert "cannot start with these options" in words(last(room))


@pytest.mark.parametrize(
    ("typed", "begins"),
    [
        ("2026-03-28 20:00", datetime(2026, 3, 28, 19, tzinfo=UTC)),
        # from the night before on it is summer in Berlin
        ("29.3.2026 20:00", datetime(2026, 3, 29, 18, tzinfo=UTC)),
        # this time is skipped there: the clocks go from 2 to 3
        ("2026-03-29 02:30", datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ("2026-03-29 20:00 UTC", datetime(2026, 3, 29, 20, tzinfo=UTC)),
        ("2026-03-29", datetime(2026, 3, 29, 18, tzinfo=UTC)),
        ("9 pm", datetime(2026, 3, 2, 20, tzinfo=UTC)),
        ("12:59", datetime(2026, 3, 3, 11, 59, tzinfo=UTC)),
        ("20:00 UTC+2", datetime(2026, 3, 2, 18, tzinfo=UTC)),
    ],
)
async def test_when_it_is_there_where_the_host_lives(
    room: Room, typed: str, begins: datetime
) -> None:
    ana = room.people[0]
    await lives_in(room, ana)
    await asked(ana, await opened(room), typed)
    assert (await table(room)).options.begins_at == begins


async def test_a_host_whose_zone_is_unknown_is_asked_for_it(room: Room) -> None:
    ana, *_ = room.people
    lobby = await opened(room)
    said = said_privately(await asked(ana, lobby, "20:00", seats="4"))
    assert "Where do you live?" in words(said) and "20:00" in words(said)
    assert (await table(room)).options.begins_at is None
    await ana.select(said, ["America/New_York"], custom_id=select_id(said, "findzone"))
    options = (await table(room)).options
    assert options.begins_at == datetime(2026, 3, 3, 1, tzinfo=UTC)
    assert options.wanted_seats == 4
    own = await room.bot.store.read(stored_settings.of_person, ana.id)
    assert own.hours.zone == "America/New_York"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("2026-03-01 20:00", "That time has already passed"),
        ("2026-06-01 20:00", "within the next 60 days"),
        ("soon", "is not a date"),
        ("25:00", "is not a date"),
        ("20:00 nowhere", "is not a date"),
        ("2026-03-05 20:00 nowhere", "which time zone is meant"),
    ],
)
async def test_a_time_at_which_no_game_can_begin(room: Room, typed: str, why: str) -> None:
    ana, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    assert why in words(said_privately(await asked(ana, lobby, typed)))
    assert (await table(room)).options.begins_at is None


async def test_a_lobby_that_waits_for_its_time_is_not_closed(room: Room) -> None:
    await joined_for(room, "2026-03-10 20:00")
    room.wait.ahead += timedelta(days=5)
    closing: Any = room.bot.get_cog("Lobby")
    await closing.look()
    assert (await table(room)).status == "lobby"
    await look(room, days=4)
    assert (await table(room)).status == "playing"


async def test_it_begins_after_a_restart_and_only_once(room: Room) -> None:
    await joined_for(room)
    room.wait.ahead += timedelta(hours=8)
    await room.restart()
    await look(room)
    assert (await table(room)).status == "playing"
    boards = [one for one in room.channel.history() if "Choose my tiles" in labels(one)]
    await look(room, minutes=1)
    assert len(boards) == 1 and boards == [
        one for one in room.channel.history() if "Choose my tiles" in labels(one)
    ]


async def test_a_lobby_whose_game_began_before_a_kill_says_so_after_it(room: Room) -> None:
    await joined_for(room)
    room.wait.ahead += timedelta(hours=8)
    async with room.bot.tables.open(1) as due:
        await gathering.take_step(due)
    assert "Join" in labels(room.channel.history()[0]), "killed before it could be edited"
    await room.restart()
    await room.env.settle()
    assert "The game has begun." in words(room.channel.history()[0])
    assert labels(room.channel.history()[0]) == ["Proof of a fair deal"]


@pytest.mark.parametrize("closed", [False, True])
async def test_a_press_mends_what_a_kill_has_left(room: Room, closed: bool) -> None:
    """Somebody has started or closed the game, and nobody edited its lobby's message."""
    ana, bob, cleo, _ = room.people
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    async with room.bot.tables.open(1) as begun:
        if closed:
            give_up_lobby(begun)
        else:
            await start(begun, Person(ana.id, "ana"))
    pressed = answer(await cleo.click(lobby, label="Join"))
    assert pressed.ephemeral
    assert ("lobby is closed" if closed else "The game has begun") in words(
        room.channel.history()[0]
    )
    assert "Join" not in labels(room.channel.history()[0])


async def test_it_begins_in_a_thread_where_it_is_to(room: Room) -> None:
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    options = answer(await ana.click(lobby, label="Options"))
    await ana.click(options, label="Play in a new thread")
    await asked(ana, lobby, "20:00")
    await look(room, hours=8)
    playing = await table(room)
    assert playing.status == "playing" and playing.channel_id != room.channel.id
    assert f"<#{playing.channel_id}>" in words(room.channel.history()[0])


# --- invitations ----------------------------------------------------------------------------------


def direct(person: MemberActor) -> list[discord.Message]:
    """The direct messages a person has."""
    found: list[discord.Message] = person.user.dm_channel.history()
    return found


async def invitations(room: Room, host: MemberActor, lobby: Message) -> str:
    """What the host reads about who is invited."""
    options = plain(answer(await host.click(lobby, label="Options")))
    return options.partition("Invited:")[2]


def plain(message: Message) -> str:
    """The texts of a message without bold type."""
    return words(message).replace("**", "")


@on_both
async def test_people_are_invited_and_answer(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    lobby = await opened(room)
    said = said_privately(await asked(ana, lobby, seats="3", invite=[bob, cleo]))
    assert "bob: has not answered yet" in plain(said)
    for person in (bob, cleo):
        [told] = direct(person)
        assert "ana invites you to a game" in plain(told) and "Friends" in plain(told)
        assert "3 players" in words(told) and labels(told) == ["Join", "Not now"]
    await bob.user.click(direct(bob)[0], label="Join")
    assert (await table(room)).seat_of(bob.id) is not None
    assert "bob" in words(room.channel.history()[0])
    await cleo.user.click(direct(cleo)[0], label="Not now")
    assert "Not now, then" in words(direct(cleo)[0])
    told = await invitations(room, ana, lobby)
    assert "bob: has joined" in told and "cleo: cannot play now" in told
    options = words(answer(await bob.click(lobby, label="Options")))
    assert "Invited:" not in options, "only the host sees who answered"
    # whoever changes their mind may, either way
    await cleo.user.click(direct(cleo)[0], label="Join")
    await bob.user.click(direct(bob)[0], label="Leave")
    told = await invitations(room, ana, lobby)
    assert "bob: cannot play now" in told and "cleo: has joined" in told
    assert (await table(room)).seat_of(bob.id) is None


async def test_who_is_invited_is_told_once(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    lobby = await opened(room)
    await cleo.click(lobby, label="Join")
    for _ in range(2):
        await asked(ana, lobby, invite=[bob, cleo, ana])
    assert len(direct(bob)) == 1
    assert not direct(cleo) and not direct(ana), "who sits there needs no invitation"
    more = [room.guild.add_member(room.env.create_user(f"p{n}")) for n in range(10)]
    refused = said_privately(await asked(ana, lobby, invite=list(more)))
    assert "You can invite at most 10 people" in words(refused)
    assert not direct(more[0])


async def test_who_cannot_see_the_channel_is_not_invited(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = room.guild.create_text_channel("secret", overwrites={bob: hidden})
    lobby = answer(await ana.slash(secret, "tzolkin new"))
    said = said_privately(await asked(ana, lobby, invite=[bob, cleo]))
    assert "I did not invite bob" in plain(said)
    assert not direct(bob) and len(direct(cleo)) == 1


async def test_bots_are_not_invited(room: Room) -> None:
    ana, *_ = room.people
    lobby = await opened(room)
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    said = said_privately(await asked(ana, lobby, invite=[robot]))
    assert "Invited" not in words(said)


async def test_who_takes_no_direct_messages_is_mentioned_in_the_channel(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    lobby = await opened(room)
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await asked(ana, lobby, invite=[bob])
    told = last(room)
    assert mentioned(told) == [bob.id] and labels(told) == ["Join", "Not now"]
    refused = said_privately(await cleo.click(told, label="Join"))
    assert "This invitation is for somebody else" in words(refused)
    await bob.click(told, label="Join")
    assert (await table(room)).seat_of(bob.id) is not None
    assert "ana invites you" in plain(last(room)), "others read it as it was"


async def test_an_invitation_keeps_no_seat(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    lobby = await opened(room)
    for _ in range(2):
        room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await asked(ana, lobby, seats="2", invite=[bob, cleo])
    told = list(zip((bob, cleo), room.channel.history()[1:], strict=True))
    await click_together([(who, one, button_id(one, "Join")) for who, one in told])
    sitting = {one.user_id for one in (await table(room)).seats}
    assert ana.id in sitting and len(sitting) == 2
    [late] = [(who, one) for who, one in told if who.id not in sitting]
    refused = said_privately(await late[0].click(late[1], label="Join"))
    assert "All 2 seats are taken" in words(refused)
    await ana.click(lobby, label="Start")
    refused = said_privately(await late[0].click(late[1], label="Join"))
    assert "The game has started" in words(refused)


async def test_a_computer_makes_room_for_who_is_invited(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    await asked(ana, lobby, seats="2", invite=[bob])
    await ana.click(lobby, label="Add a computer")
    await bob.user.click(direct(bob)[0], label="Join")
    assert {one.user_id for one in (await table(room)).seats} == {ana.id, bob.id}


async def test_an_invitation_that_was_not_sent_is_sent_after_a_restart(room: Room) -> None:
    ana, bob, *_ = room.people
    await opened(room)
    async with room.bot.tables.open(1) as lobby:
        await gathering.invite(lobby, Person(ana.id, "ana"), [bob.id])
    assert not direct(bob)
    await room.restart()
    await room.env.settle()
    assert labels(direct(bob)[0]) == ["Join", "Not now"]
    await room.restart()
    await room.env.settle()
    assert len(direct(bob)) == 1
    await bob.user.click(direct(bob)[0], label="Join")
    assert (await table(room)).seat_of(bob.id) is not None


async def test_a_game_that_is_full_by_an_invitation_begins(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = await opened(room)
    await asked(ana, lobby, seats="2", how=["full"], invite=[bob])
    await bob.user.click(direct(bob)[0], label="Join")
    assert (await table(room)).status == "playing"
    assert "Choose my tiles" in labels(last(room))


# --- calls ---------------------------------------------------------------------------------------


async def wants_calls(room: Room, *people: MemberActor) -> None:
    """People want to be called for games."""
    for person in people:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["any"], custom_id=select_id(shown, "pingset"))


async def test_people_who_want_to_be_are_called(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    await wants_calls(room, ana, bob, cleo)
    lobby = await opened(room)
    form = await ana.click(lobby, label="Find players")
    boxes = [
        box["label"]
        for part in form.modal["components"]
        for box in part["component"].get("options", ())
    ]
    assert "Call the 2 people who asked to be called for games" in boxes, "not the host"
    await ana.submit_modal(form, {"seats": "4", "how": ["call"]})
    called = last(room)
    assert sorted(mentioned(called)) == sorted([bob.id, cleo.id])
    assert "ana is looking for players" in plain(called) and "4 players" in words(called)
    assert allowed(room) == {"parse": [], "users": sorted([str(bob.id), str(cleo.id)])}
    await bob.click(called, label="Join")
    assert (await table(room)).seat_of(bob.id) is not None
    assert "is looking for players" in words(last(room)), "the call stays as it is"
    said = said_privately(await dan.click(called, label="Call me for games"))
    assert "You are called for games on this server" in words(said)
    assert (dan.id, "any") in await wishes(room)
    menu = select_id(said, "callme")
    assert "You are called for" in words(answer(await dan.select(said, ["days"], custom_id=menu)))
    await dan.click(called, label="Call me for games")
    assert (dan.id, "days") in await wishes(room), "the pace chosen before stays"
    said = answer(await dan.select(said, ["off"], custom_id=menu))
    assert "You are not called for games" in words(said)
    assert dan.id not in [one for one, _ in await wishes(room)]


async def wishes(room: Room) -> list[tuple[int, str]]:
    """Who wants to be called on the server, and for games of which pace."""
    found = await room.bot.store.read(stored_settings.wishes_of, room.guild.id)
    return [(one.user_id, one.pace) for one in found]


async def test_a_call_is_for_those_who_want_games_of_its_pace(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    for person, pace in ((bob, "days"), (cleo, "evening"), (dan, "any")):
        shown = answer(await person.slash(room.channel, "pings"))
        said = answer(await person.select(shown, [pace], custom_id=select_id(shown, "pingset")))
        assert "You are called for games on this server" in words(said)
    lobby = await opened(room)
    await asked(ana, lobby, kind=["evening"], how=["call"])
    assert sorted(mentioned(last(room))) == sorted([cleo.id, dan.id])
    shown = answer(await dan.slash(room.channel, "pings"))
    said = answer(await dan.select(shown, ["off"], custom_id=select_id(shown, "pingset")))
    assert "You are not called for games on this server" in words(said)
    assert dan.id not in [one for one, _ in await wishes(room)]


async def test_who_was_mentioned_gets_no_message_about_the_same_table(room: Room) -> None:
    ana, bob, *_ = room.people
    await wants_calls(room, bob)
    lobby = await opened(room)
    await asked(ana, lobby, kind=["days"], how=["call"])
    assert mentioned(last(room)) == [bob.id]
    room.wait.ahead += timedelta(minutes=3)
    cog: Any = room.bot.get_cog("OpenTables")
    await cog.look()
    await room.env.settle()
    assert not direct(bob)
    await ana.slash(room.guild.create_text_channel("another"), "tzolkin new")
    room.wait.ahead += timedelta(minutes=3)
    await cog.look()
    await room.env.settle()
    [told] = direct(bob)
    assert words(told).count("<#") == 1, "of the other table alone"


def allowed(room: Room) -> dict[str, Any]:
    """Whom the last message to the channel was allowed to mention."""
    sent: Any = [
        one.json
        for one in room.env.http_requests
        if one.method == "POST" and one.path == f"/channels/{room.channel.id}/messages"
    ][-1]
    mentions = sent["allowed_mentions"]
    return {"parse": mentions["parse"], "users": sorted(map(str, mentions["users"]))}


@on_both
async def test_calls_are_limited_by_the_day_as_the_server_allows(room: Room) -> None:
    ana, bob, *_ = room.people
    await wants_calls(room, bob)
    channels = [room.channel, *(room.guild.create_text_channel(f"c{n}") for n in range(3))]

    async def call(n: int) -> str:
        lobby = answer(await ana.slash(channels[n], "tzolkin new"))
        return words(said_privately(await asked(ana, lobby, how=["call"])))

    for n in range(2):
        assert "allows" not in await call(n)
        assert mentioned(channels[n].history()[-1]) == [bob.id]
    assert "This server allows only 2 calls for players a day" in await call(2)
    assert not mentioned(channels[2].history()[-1])
    room.wait.ahead += timedelta(hours=23)
    lobby = channels[2].history()[0]
    assert "allows only 2 calls" in words(said_privately(await asked(ana, lobby, how=["call"])))
    room.wait.ahead += timedelta(hours=2)
    await asked(ana, lobby, how=["call"])
    assert mentioned(channels[2].history()[-1]) == [bob.id]
    # once for each lobby: the form does not offer it again
    form = await ana.click(lobby, label="Find players")
    assert "people who asked" not in str(form.modal)


async def test_who_has_left_the_server_is_not_called_any_more(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await wants_calls(room, bob, cleo)
    room.guild.remove_member(bob)
    lobby = await opened(room)
    await asked(ana, lobby, how=["call"])
    assert mentioned(last(room)) == [cleo.id]
    assert await wishes(room) == [(cleo.id, "any")]


async def test_a_lobby_calls_once(room: Room) -> None:
    await opened(room)
    host = Person(room.people[0].id, "ana")
    async with room.bot.tables.open(1) as lobby:
        await gathering.call(lobby, host, 9)
    with pytest.raises(Refusal) as refused:
        async with room.bot.tables.open(1) as lobby:
            await gathering.call(lobby, host, 9)
    assert refused.value.code == "called-already"


async def test_two_calls_at_once_are_counted_both(room: Room) -> None:
    ana, *_, dan = room.people
    await wants_calls(room, dan)
    channels = [room.channel, *(room.guild.create_text_channel(f"c{n}") for n in range(2))]
    for channel in channels:
        await ana.slash(channel, "tzolkin new")
    tables = room.bot.tables

    async def call(number: int) -> bool:
        with suppress(Refusal):
            async with gathering.calling(tables, room.guild.id), tables.open(number) as lobby:
                await gathering.call(lobby, Person(ana.id, "ana"), 2)
                return True
        return False

    assert sum(await asyncio.gather(*(call(number) for number in (1, 2, 3)))) == 2


async def test_a_server_without_calls_offers_none(room: Room, maya: MemberActor) -> None:
    ana, bob, *_ = room.people
    await wants_calls(room, bob)
    server = await room.bot.tables.server_settings(room.guild.id)
    await room.bot.tables.set_server_settings(room.guild.id, replace(server, calls_a_day=0))
    lobby = await opened(room)
    form = await ana.click(lobby, label="Find players")
    assert "to be called for games" not in str(form.modal)


# --- presses --------------------------------------------------------------------------------------


PRESSES = {
    # three press Join, the host presses Start: as in version 1.0.0
    "as ever": 4,
    # Find players and the form; three press Join, and it begins
    "full": 5,
    # the same; whoever is invited presses Join in a direct message
    "invited": 5,
    # the same; three write /games, press Open tables and Join
    "list": 11,
    # the same; it begins by itself
    "at a time": 5,
    # one presses Join, two computers play
    "computers": 3,
}
"""How many presses there are between `/tzolkin new` and a game of four that is played, by all four
together; sending the form is one."""


@pytest.mark.parametrize("way", PRESSES)
async def test_presses_from_the_command_to_a_game_of_four(room: Room, way: str) -> None:
    ana, *others = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    before = presses(room)
    if way in ("full", "list"):
        await asked(ana, lobby, seats="4", how=["full"])
    elif way == "invited":
        await asked(ana, lobby, seats="4", how=["full"], invite=list(others))
    elif way == "at a time":
        await asked(ana, lobby, "20:00", seats="4")
    elif way == "computers":
        await asked(ana, lobby, "20:00", seats="4", how=["fill"])
    for one in others[:1] if way == "computers" else others:
        if way == "invited":
            await one.user.click(direct(one)[0], label="Join")
        elif way == "list":
            games = answer(await one.slash(room.channel, "games"))
            await one.click(answer(await one.click(games, label="Open tables")), label="Join")
        else:
            await one.click(lobby, label="Join")
    if way == "as ever":
        await ana.click(lobby, label="Start")
    await look(room, hours=8)
    begun = await table(room)
    assert begun.status == "playing" and len(begun.seats) == 4
    assert presses(room) - before == PRESSES[way]


def presses(room: Room) -> int:
    """How many interactions the bot has answered."""
    callback = re.compile(r"/interactions/\d+/[^/]+/callback")
    return sum(callback.fullmatch(one.path) is not None for one in room.env.http_requests)
