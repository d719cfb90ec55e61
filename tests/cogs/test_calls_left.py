"""A call whose turn is over is deleted, also where the program was killed before it could be."""

import asyncio

import pytest

from bot.model.table import PostedCall
from cogs.telling import posting
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    choose_tiles,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    press,
    with_id,
)
from tests.cogs.test_every_button import play_to_the_end, second_round


async def turn(room: Room, gear: str) -> None:
    """Whoever is called places a worker."""
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
    await actor.click(panel, label="Confirm")


async def test_a_call_that_was_to_be_deleted_when_the_program_was_killed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await new_game(room.channel, room.people[:3])
    for person in room.people[:3]:
        await choose_tiles(person, room.channel)
    await turn(room, "palenque")
    before = last_turn_message(room.channel)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(posting, "_retire", killed)
        await turn(room, "tikal")
    [table] = await room.bot.tables.with_calls_left()
    noted = (await room.bot.tables.table(table)).posted.leaving
    assert noted == (PostedCall(before.id),)
    assert before.id in {message.id for message in room.channel.history()}

    await room.restart()
    assert before.id not in {message.id for message in room.channel.history()}
    assert len(pinged(room.channel)) == 1, "the new call stays"
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []
    await turn(room, "uxmal")
    assert room.env.errors == []


async def test_a_game_that_is_over_leaves_nothing_to_be_deleted(room: Room) -> None:
    """Else each start would look at every game there ever was."""
    await second_round(room)
    await play_to_the_end(room)
    assert (await room.bot.tables.table(1)).status == "finished"
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []
