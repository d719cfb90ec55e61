"""A process for drawing that never answers: games are played to their end in words, nobody waits
for a picture, and nothing goes wrong."""

import asyncio
import random
from typing import Any

import pytest

from bot.store import tables as stored
from bot.text.names import TILE_IDS
from cogs.kit import context
from cogs.play import shown
from cogs.telling import posting
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    eager,
    labels,
    new_game,
    open_panel,
    pinged,
    play_turn,
    public,
    said_privately,
    with_id,
    words,
)

pytestmark = pytest.mark.english
MOMENT = 0.01
TOO_LONG = "The picture takes too long just now."


@pytest.fixture(autouse=True)
def never(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is asked for is drawn; people wait for a moment."""

    async def draw(job: Any) -> Any:
        return await room.env.external_wait(asyncio.Event().wait(), reason="never drawn")

    pool = room.bot.pool
    asked = pool.draw

    async def waited(*args: Any, **named: Any) -> Any:
        return await room.env.external_wait(asked(*args, **named), reason="never drawn")

    monkeypatch.setattr(pool, "_drawn", draw)
    monkeypatch.setattr(pool, "draw", waited)
    monkeypatch.setattr(shown, "IN_TIME", MOMENT)
    monkeypatch.setattr(context, "PATIENCE", MOMENT)
    for name in ("PATIENCE", "COVER_SECONDS"):
        monkeypatch.setattr(posting, name, MOMENT)


async def begin(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


@pytest.mark.first
async def test_a_whole_game_in_words(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    await begin(room)
    chance, turns = random.Random(4), 0
    while not (await room.bot.tables.game(1)).finished:
        asked = with_id(room.people, pinged(room.channel)[0])
        await play_turn(asked, room.channel, eager(chance))
        turns += 1
    assert turns > 20
    told = [*public(room.channel)]
    assert not any(one.attachments for one in told)
    assert sum("Busy right now" in words(one) for one in told) > 10
    assert "wins" in words(told[-1])
    assert room.env.errors == []
    assert "[error" not in capsys.readouterr().out

    ana = room.people[0]
    score = answer(await ana.slash(room.channel, "score"))
    assert "Final points" in words(score) and not score.attachments
    looked = answer(await ana.slash(room.channel, "board", private=True))
    assert not looked.attachments and "wins" in words(looked)
    tile = answer(await ana.slash(room.channel, "tile", name=TILE_IDS[20]))
    assert not tile.attachments and "Effect" in words(tile)

    share = button_id(told[-1], "Share")
    assert TOO_LONG in words(said_privately(await ana.click(told[-1], custom_id=share)))
    assert await room.bot.store.read(stored.shared_card, 1) is None, "and it can be shared later"
    assert room.env.errors == []


async def test_a_board_for_all_comes_in_words(room: Room) -> None:
    await begin(room)
    posted = answer(await room.people[0].slash(room.channel, "board"))
    assert not posted.ephemeral and not posted.attachments
    assert "Busy right now: press **Board**" in words(posted) and "Board" in labels(posted)


async def test_who_awaits_a_picture_holds_up_nobody(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are who wait, a press is answered."""
    await begin(room)
    monkeypatch.setattr(context, "PATIENCE", 60.0)
    monkeypatch.setattr(room.bot.queue, "_at_once", 1)
    asked = with_id(room.people, pinged(room.channel)[0])
    others = [one for one in room.people if one is not asked]
    waiting = [await one.slash(room.channel, "board", private=True) for one in others[:2]]
    waiting.append(await others[2].slash(room.channel, "score"))
    assert all(one.deferred or not one.acknowledged for one in waiting)
    panel = await open_panel(asked, room.channel)
    assert "Free · Palenque 0" in labels(panel)
    await room.env.advance_time(61)
    assert all(one.response is not None for one in waiting)
    assert room.env.errors == []
