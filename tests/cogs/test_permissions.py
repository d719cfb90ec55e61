"""What the bot may not do in a channel: said clearly and once, nothing lost, and played on."""

from datetime import timedelta

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.clocks import DaysClock, TimeRules
from bot.store import tables as stored
from bot.tables import Options, Person
from bot.text.translation import ENGLISH, translator
from cogs.client import PERMISSIONS
from cogs.kit.context import permission_name
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    last_turn_message,
    new_game,
    pinged,
    posted_after,
    public,
    select_id,
    with_id,
    words,
)
from tests.tables.acts import set_options

NAMES = {
    "read_messages": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""Every permission the bot asks for, as Discord calls it."""
NEEDED = sorted(NAMES)
NOT_ALLOWED, NO_DIRECT_MESSAGES = 50013, 50007


def test_these_are_all_permissions() -> None:
    assert {name for name, wanted in PERMISSIONS if wanted} == set(NAMES)


@pytest.mark.parametrize("language", ["es", "pt-BR", "it", "de"])
@pytest.mark.parametrize("forum", [False, True])
def test_other_languages_name_permissions_in_english_too(language: str, forum: bool) -> None:
    t = translator(language)
    for name in (*NAMES, "create_public_threads", "create_private_threads", "create_events"):
        english = permission_name(ENGLISH, name, forum=forum)
        own = permission_name(t, name, forum=forum)
        assert own.endswith(f" ({english})")


def place(room: Room, permission: str) -> simcord.ChannelHandle:
    """A channel, or a thread, in which this permission is needed."""
    if permission != "send_messages_in_threads":
        return room.channel
    owner = room.people[0]
    thread = room.env.backend.create_thread(room.channel.id, "a game", owner.id)
    return next(one for one in room.channel.threads if one.id == thread.id)


def take_away(room: Room, *permissions: str) -> None:
    """The bot may not do this in the channel any more."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    me = room.env.backend.bot_user.id
    overwrite = Overwrite(me, OverwriteType.MEMBER, deny=denied)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


def give_back(room: Room) -> None:
    """The bot may do everything again."""
    take_away(room)


def texts(channel: simcord.ChannelHandle) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in public(channel)]


@pytest.mark.parametrize("permission", NEEDED)
async def test_no_lobby_without_it(room: Room, permission: str) -> None:
    channel = place(room, permission)
    take_away(room, permission)
    result = await room.people[0].slash(channel, "tzolkin new")
    said = answer(result)
    assert said.ephemeral and not result.followups
    assert f"must give me {NAMES[permission]} here. /doctor says how." in words(said)
    assert await room.bot.store.read(stored.open_in_channel, channel.id) is None
    assert f"❌ **{NAMES[permission]}**" in words(
        answer(await room.people[0].slash(channel, "doctor"))
    )
    give_back(room)
    lobby = answer(await room.people[0].slash(channel, "tzolkin new"))
    assert "Join" in labels(lobby)


@pytest.mark.parametrize("permission", NEEDED)
async def test_no_start_without_it(room: Room, permission: str) -> None:
    channel = place(room, permission)
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    take_away(room, permission)
    said = answer(await ana.click(lobby, label="Start"))
    assert said.ephemeral and f"must give me {NAMES[permission]}" in words(said)
    table = await room.bot.store.read(stored.open_in_channel, channel.id)
    assert table is not None and table.status == "lobby"
    give_back(room)
    await ana.click(lobby, label="Start")
    assert "A new game" in "".join(texts(channel))
    assert sorted(pinged(channel)) == sorted([ana.id, bob.id])


@pytest.mark.parametrize("permission", NEEDED)
async def test_a_turn_counts_without_it(room: Room, permission: str) -> None:
    """Two turns and a new round are confirmed that the channel cannot be told; each who confirms
    reads why, once. Once it is allowed again, the channel hears of everything within an hour."""
    channel = place(room, permission)
    await new_game(channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, channel)
    first = with_id(room.people, pinged(channel)[0])
    second = next(person for person in room.people[:2] if person is not first)
    before = list(public(channel))
    take_away(room, permission)
    confirmed = [await first.slash(channel, "move", turn="place palenque; end")]
    if permission == "attach_files":  # SimCord does not look at it; text alone needs it not
        assert not confirmed.pop().followups
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=NOT_ALLOWED)
        before = list(public(channel))
    confirmed.append(await second.slash(channel, "move", turn="place tikal; end"))
    for result in confirmed:
        assert "Turn confirmed" in words(answer(result))
        [said] = result.followups
        assert said.ephemeral
        assert f"must give me {NAMES[permission]} here. /doctor says how." in words(said)
    assert list(public(channel)) == before
    assert (await room.bot.tables.table(1)).version == 6
    await room.env.advance_time(600)
    assert list(public(channel)) == before, "nothing is tried that Discord would refuse"
    give_back(room)
    room.wait.ahead += timedelta(hours=1)
    await room.env.advance_time(61)
    new = "".join(posted_after(channel, before))
    assert "round 2" in new and "→ Tikal" in new
    assert permission == "attach_files" or "→ Palenque" in new
    assert len(pinged(channel)) == 1, "who is to move is called"
    count = len(texts(channel))
    await room.env.advance_time(400)
    assert len(texts(channel)) == count, "everything is told once"
    assert room.env.errors == []


async def test_closed_direct_messages(room: Room) -> None:
    """Who wants direct messages, but does not take any, is called in the channel, and reads why."""
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    [asked] = pinged(room.channel)
    other = next(person for person in room.people[:2] if person.id != asked)
    before = len(texts(room.channel))
    direct = other.user.dm_channel
    written = len(direct.history())
    room.env.inject_error(
        "POST", f"/channels/{direct.id}/messages", status=403, code=NO_DIRECT_MESSAGES
    )
    await with_id(room.people, asked).slash(room.channel, "move", turn="place palenque; end")
    new = texts(room.channel)[before:]
    assert sum("I cannot send you direct messages; see /pings" in one for one in new) == 1
    assert pinged(room.channel) == [other.id]
    assert len(direct.history()) == written
    done = await other.slash(room.channel, "move", turn="place tikal; end")
    assert "Turn confirmed" in words(answer(done))


async def test_the_board_message_is_deleted(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    board = (await room.bot.tables.table(1)).posted.board
    assert board is not None
    for gear in ("palenque", "tikal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        if gear == "palenque":
            room.env.backend.delete_message(room.channel.id, board)
        done = await actor.slash(room.channel, "move", turn=f"place {gear}; end")
        assert "Turn confirmed" in words(answer(done))
    assert (await room.bot.tables.table(1)).posted.board not in (None, board)
    assert any("your turn in round 2!" in one for one in texts(room.channel))
    assert room.env.errors == []


async def test_the_message_that_asks_is_deleted(room: Room) -> None:
    """/board asks again, and commands need no message at all."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    actor = with_id(room.people, pinged(room.channel)[0])
    call = last_turn_message(room.channel)
    room.env.backend.delete_message(room.channel.id, call.id)
    board = answer(await actor.slash(room.channel, "board"))
    assert "**Round 1**" in words(answer(await actor.click(board, label="Your turn")))
    done = await actor.slash(room.channel, "move", turn="place palenque; end")
    assert "Turn confirmed" in words(answer(done))
    assert [one for one in public(room.channel) if "Your turn" in labels(one)] == [
        last_turn_message(room.channel)
    ], "the call is taken off the board again"


async def test_the_channel_is_deleted(room: Room) -> None:
    """The bot's other games do not suffer, neither from its clock nor from a restart."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    rules = Options(time=TimeRules(DaysClock(1)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), rules)
    await ana.click(lobby, label="Start")
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    elsewhere = room.guild.create_text_channel("elsewhere")
    await new_game(elsewhere, room.people[2:])
    room.env.backend.delete_channel(room.channel.id)
    await room.later(hours=13)
    await room.restart()
    await room.later(days=3)
    for person in room.people[2:]:
        await choose_tiles(person, elsewhere)
    assert len(pinged(elsewhere)) == 1
    assert room.env.errors == []


async def test_a_closed_thread(room: Room) -> None:
    """Discord takes nothing in a closed thread; once it is open, what was played is told."""
    thread = place(room, "send_messages_in_threads")
    await new_game(thread, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, thread)
    actor = with_id(room.people, pinged(thread)[0])
    before = len(texts(thread))
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=50083)
    done = await actor.slash(thread, "move", turn="place palenque; end")
    assert "Turn confirmed" in words(answer(done))
    [why] = [said for said in done.followups if "thread is closed" in words(said)]
    assert why.ephemeral
    assert len(texts(thread)) == before
    await room.people[3].slash(thread, "tzolkin status")
    assert "→ Palenque" in texts(thread)[-1]
    assert pinged(thread) != [actor.id]
