"""Presses and pictures do without each other: a press that hangs holds up no picture, and a process
for drawing that is killed again and again loses no turn. That no press waits for a picture is in
test_without_pictures.py."""

import asyncio
import os
import random
import signal
import sys
from typing import Any

import pytest

from bot.text.names import TILE_IDS
from bot.text.translation import translator
from rendering import draw_tile
from rendering.drawing.pool import DrawingPool
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    choose_tiles,
    eager,
    last_turn_message,
    new_game,
    pinged,
    play_turn,
    public,
    turn_button,
    with_id,
)
from tests.conftest import drawn_in_process

pytestmark = pytest.mark.english
ENGLISH = translator("en")


async def begin(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


async def test_a_press_that_hangs_holds_up_no_picture(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(room)
    monkeypatch.setattr(room.bot.queue, "_at_once", 1)
    free = asyncio.Event()
    read = room.bot.tables.read

    async def hangs(*args: Any, **named: Any) -> Any:
        await room.env.external_wait(free.wait(), reason="a press that hangs")
        return await read(*args, **named)

    monkeypatch.setattr(room.bot.tables, "read", hangs)
    asked = with_id(room.people, pinged(room.channel)[0])
    message = last_turn_message(room.channel)
    pressed = await asked.click(message, custom_id=turn_button(message))
    assert pressed.response is None or pressed.deferred
    async with asyncio.timeout(60):
        picture = await room.bot.pool.draw(draw_tile, TILE_IDS[0], theme="dark", t=ENGLISH)
    assert picture.alt
    free.set()
    await room.env.settle()
    assert room.env.errors == []


@pytest.mark.long
@pytest.mark.drawn
@pytest.mark.skipif(sys.platform != "linux", reason="needs signals of Linux")
async def test_turns_are_played_while_drawing_is_killed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DrawingPool, "_drawn", drawn_in_process)
    pool, chance, killed = room.bot.pool, random.Random(3), list[int]()
    asked_for = pool.draw

    async def draw(*args: Any, **named: Any) -> Any:
        drawing = asyncio.ensure_future(asked_for(*args, **named))

        async def watched() -> Any:
            if len(killed) < 6 and chance.random() < 0.5:
                await asyncio.wait([drawing], timeout=chance.random())
                for process in pool.processes:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
            return await drawing

        return await room.env.external_wait(watched(), reason="drawn in a process")

    monkeypatch.setattr(pool, "draw", draw)
    await begin(room)
    confirmed, policy = 0, eager(chance)
    for _ in range(6):
        asked = with_id(room.people, pinged(room.channel)[0])
        await play_turn(asked, room.channel, policy)
        confirmed += 1
    assert len(killed) >= 3
    assert (await room.bot.tables.table(1)).version >= confirmed
    assert (await room.bot.tables.game(1)).position()["round"] >= 3
    assert any(one.attachments for one in public(room.channel)), "pictures come again"
    assert room.env.errors == []
