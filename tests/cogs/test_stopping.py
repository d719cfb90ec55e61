"""While the program is being stopped nobody can begin anything, and everybody is told so."""

import asyncio

import pytest
import simcord

from bot.process.work import InHand
from bot.refusal import Refusal
from bot.tables.settings import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    new_game,
    open_panel,
    pinged,
    press,
    with_id,
    words,
)
from tests.cogs.moderators_page import propose
from tests.tables.acts import count_entries

RESTARTED = "I am restarting, so nothing was done; please try again in a minute."


async def test_a_command(room: Room) -> None:
    await room.bot.in_hand.finish()
    told = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    assert told.ephemeral
    assert words(told) == RESTARTED
    assert not any((await room.bot.tables.counted()).values())


async def test_a_press(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for one in room.people[:2]:
        await choose_tiles(one, room.channel)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    panel = await press(person, await open_panel(person, room.channel), "place palenque")
    await room.bot.in_hand.finish()
    before = await room.bot.tables.table(1)
    told = answer(await person.click(panel, label="Confirm"))
    assert told.ephemeral
    assert words(told).startswith(RESTARTED)
    assert await room.bot.tables.table(1) == before


async def test_suggestions(room: Room) -> None:
    assert await room.people[0].autocomplete(room.channel, "tile", "name", "")
    await room.bot.in_hand.finish()
    assert await room.people[0].autocomplete(room.channel, "tile", "name", "") == []


async def test_a_form(room: Room, maya: simcord.MemberActor, role: simcord.RoleHandle) -> None:
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    await new_game(room.channel, room.people[:2])
    form = await propose(maya, room.channel, "note", fill=False)
    await room.bot.in_hand.finish()
    told = answer(await maya.submit_modal(form, {"reason": "for the test"}))
    assert words(told).startswith(RESTARTED)
    assert "You typed:\n```\nfor the test\n```" in words(told)
    assert await count_entries(room.bot.tables, room.guild.id) == 0


async def test_what_is_in_hand_is_waited_for_and_then_cancelled() -> None:
    in_hand, may_end, ended = InHand(), asyncio.Event(), []

    async def work(name: str, until: asyncio.Event) -> None:
        in_hand.begin()
        try:
            await until.wait()
            ended.append(f"{name} done")
        except asyncio.CancelledError:
            ended.append(f"{name} cancelled")
            raise

    async def too_late() -> None:
        with pytest.raises(Refusal) as refused:
            in_hand.begin()
        assert refused.value.code == "stopping"
        ended.append("refused")
        may_end.set()

    tasks = [
        asyncio.create_task(work("quick", may_end)),
        asyncio.create_task(work("endless", asyncio.Event())),
    ]
    await asyncio.sleep(0)
    finishing = asyncio.create_task(in_hand.finish(0.2))
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(too_late()))
    await finishing
    assert ended == ["refused", "quick done", "endless cancelled"]
    await asyncio.wait(tasks)
