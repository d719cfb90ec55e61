"""From one person to a full table: what the host of a lobby wants, and a game that begins by itself
at its time."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.store import settings as stored_settings
from bot.tables import Table
from tests.cogs.conftest import START, Room
from tests.cogs.driver import Message, answer, labels, said_privately, select_id, words

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


async def look(room: Room, **later: float) -> None:
    """Time passes, and the bot looks at the lobbies."""
    room.wait.ahead += timedelta(**later)
    cog: Any = room.bot.get_cog("Gathering")
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
    line = "3 players · new players welcome · starts when full · played in an evening"
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
    assert "3 seats are taken already" in words(refused)
    assert (await table(room)).options.wanted_seats == 3


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
    assert "it is time, but nobody else is here" in words(last(room))
    assert "starts" not in words(room.channel.history()[0])
    assert labels(last(room)) == ["Add a computer", "Start", "Find players"]
    told = last(room)
    added = await ana.click(told, label="Add a computer")
    assert said_privately(added).ephemeral
    assert "nobody else is here" in words(last(room)), "another message stays as it is"
    assert words(room.channel.history()[0]).count("(computer") == 1
    await ana.click(told, label="Start")
    assert (await table(room)).status == "playing"


async def test_options_with_which_no_game_begins_are_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    await asked(ana, lobby, "20:00")

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
        ("2026-03-01 20:00", "This time is over"),
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
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    await asked(ana, lobby, "2026-03-10 20:00")
    room.wait.ahead += timedelta(days=5)
    closing: Any = room.bot.get_cog("Lobby")
    await closing.look()
    assert (await table(room)).status == "lobby"
    await look(room, days=4)
    assert (await table(room)).status == "playing"


async def test_it_begins_after_a_restart_and_only_once(room: Room) -> None:
    ana, bob, *_ = room.people
    await lives_in(room, ana)
    lobby = await opened(room)
    await bob.click(lobby, label="Join")
    await asked(ana, lobby, "20:00")
    room.wait.ahead += timedelta(hours=8)
    await room.restart()
    await look(room)
    assert (await table(room)).status == "playing"
    boards = [one for one in room.channel.history() if "Choose my tiles" in labels(one)]
    await look(room, minutes=1)
    assert len(boards) == 1 and boards == [
        one for one in room.channel.history() if "Choose my tiles" in labels(one)
    ]


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


async def presses_to_four(room: Room, lobby: Message, joins: Sequence[MemberActor]) -> int:
    """Count the presses until a game of four is played: those who join, and the start."""
    for person in joins:
        await person.click(lobby, label="Join")
    await room.people[0].click(lobby, label="Start")
    assert (await table(room)).status == "playing"
    return len(joins) + 1


async def test_presses_from_the_command_to_a_game_of_four(room: Room) -> None:
    """The command, three who join, and Start: as many as ever. At a time nobody presses Start."""
    lobby = await opened(room)
    assert await presses_to_four(room, lobby, room.people[1:]) == 4
    assert START.year == 2026
