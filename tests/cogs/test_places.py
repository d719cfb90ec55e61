"""Wherever people write: a thread, a forum post, the chat of a voice channel, several at once."""

from collections.abc import Awaitable, Callable

import pytest
import simcord

from bot.store import tables as stored
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    press,
    public,
    raw,
    with_id,
    words,
)

Place = Callable[[Room], Awaitable[simcord.ChannelHandle]]


async def thread(room: Room) -> simcord.ChannelHandle:
    """A thread in a text channel."""
    room.env.backend.create_thread(room.channel.id, "our game", room.people[0].id)
    return room.channel.threads[0]


async def forum_post(room: Room) -> simcord.ChannelHandle:
    """A post in a forum: a thread whose parent takes no messages."""
    forum = room.guild.create_forum_channel("games")
    room.env.backend.create_thread(forum.id, "our game", room.people[0].id)
    return forum.threads[0]


async def voice_chat(room: Room) -> simcord.ChannelHandle:
    """The chat beside a voice channel."""
    return room.guild.create_voice_channel("Voice")


PLACES = pytest.mark.parametrize("make", [thread, forum_post, voice_chat])


@PLACES
async def test_a_game(room: Room, make: Place) -> None:
    """Lobby, tiles, a round by the panel and by commands: ping, panel and board stay there."""
    channel = await make(room)
    await new_game(channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, channel)
    first = with_id(room.people, pinged(channel)[0])
    panel = await press(first, await open_panel(first, channel), "place palenque")
    done = answer(await first.click(panel, label="Confirm"))
    assert done.ephemeral and "Turn confirmed" in words(done)
    [second] = pinged(channel)
    assert second != first.id
    await with_id(room.people, second).slash(channel, "move", turn="place tikal; end")
    board = next(one for one in public(channel) if "your turn in round 2!" in words(one))
    assert board.attachments, "with its picture"
    table = await room.bot.store.read(stored.open_in_channel, channel.id)
    assert table is not None and table.channel_id == channel.id
    assert table.posted.board is not None
    ping = last_turn_message(channel)
    now = answer(await first.click(ping, label="Board"))
    assert now.ephemeral and len(now.attachments) == 2, "the board is found from the ping"
    assert room.env.errors == []
    assert not any(map(raw, public(room.channel))), "nothing is said elsewhere"


@PLACES
async def test_after_a_restart(room: Room, make: Place) -> None:
    channel = await make(room)
    await new_game(channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, channel)
    await room.restart()
    actor = with_id(room.people, pinged(channel)[0])
    panel = await press(actor, await open_panel(actor, channel), "place palenque")
    await room.restart()
    done = answer(await actor.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    assert pinged(channel) != [actor.id]
    assert room.env.errors == []


@PLACES
async def test_nothing_is_missing(room: Room, make: Place) -> None:
    channel = await make(room)
    said = answer(await room.people[0].slash(channel, "doctor"))
    assert "All good: you can play here" in words(said)


async def test_each_place_has_a_game_of_its_own(room: Room) -> None:
    """A channel, a thread in it and a voice channel's chat do not hinder each other."""
    places = [room.channel, await thread(room), await voice_chat(room)]
    for place in places:
        lobby = answer(await room.people[0].slash(place, "tzolkin new"))
        assert "Join" in labels(lobby)
    tables = [await room.bot.store.read(stored.open_in_channel, place.id) for place in places]
    assert len({table.id for table in tables if table is not None}) == 3
