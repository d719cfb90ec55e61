"""Presses and commands that Discord no longer waits for: nothing is done, one line is logged."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from simcord import MemberActor

from bot.traffic import OLDEST
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT_INTERACTION,
    answer,
    button_id,
    choose_tiles,
    click_together,
    emit,
    new_game,
    open_panel,
    pinged,
    press,
    with_id,
    words,
)
from tests.cogs.limits import BUTTON

MILLISECONDS = 22
"""The bits of an id below the time at which it was made."""


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """The log lines."""
    with structlog.testing.capture_logs() as lines:
        yield lines


LATE = int((OLDEST + 0.1) * 1000) << MILLISECONDS
"""What the id of an interaction is smaller by, if it comes later than it may, as after a lost
connection."""


def dropped(room: Room, kind: str) -> float | None:
    """How many were not begun."""
    return room.bot.metrics.registry.get_sample_value("tzolkin_dropped_total", {"kind": kind})


def too_old(logged: list[Any]) -> list[Any]:
    """The lines about them."""
    return [line for line in logged if line["event"] == "too old to begin"]


async def begun(room: Room) -> tuple[MemberActor, Any]:
    """A game of two whose tiles are chosen: who is asked, and the panel with a turn prepared."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    asked = with_id(room.people, pinged(room.channel)[0])
    return asked, await press(asked, await open_panel(asked, room.channel), "place palenque")


async def test_a_press_that_comes_too_late(room: Room, logged: list[Any]) -> None:
    asked, panel = await begun(room)
    before = await room.bot.tables.table(1)
    confirm = {"custom_id": button_id(panel, "Confirm"), "component_type": BUTTON}
    result = await emit(room, COMPONENT_INTERACTION, asked, confirm, panel, earlier=LATE)
    assert not result.acknowledged
    assert await room.bot.tables.table(1) == before
    assert [line["log_level"] for line in too_old(logged)] == ["warning"]
    assert dropped(room, "component") == 1
    done = answer(await asked.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done), "pressed once more it is in time"


async def test_a_command_and_a_completion_that_come_too_late(room: Room, logged: list[Any]) -> None:
    asked, _ = await begun(room)
    before = await room.bot.tables.table(1)
    result = await emit(
        room, COMMAND, asked, {"id": "1", "type": 1, "name": "endturn"}, earlier=LATE
    )
    assert not result.acknowledged
    typed = {"name": "workers", "type": 3, "value": "pal", "focused": True}
    data = {"id": "1", "type": 1, "name": "place", "options": [typed]}
    assert not (await emit(room, AUTOCOMPLETE, asked, data, earlier=LATE)).acknowledged
    assert await room.bot.tables.table(1) == before
    assert len(too_old(logged)) == 2
    assert dropped(room, "application_command") == dropped(room, "autocomplete") == 1
    assert room.env.errors == []


async def test_an_answer_that_discord_does_not_take_any_more(
    room: Room, logged: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was pressed is done, and its table goes on; one line says that nobody could be told."""
    asked, panel = await begun(room)

    async def given_up(*_: Any, **__: Any) -> None:
        response: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(response, {"code": 10062, "message": "Unknown interaction"})

    with monkeypatch.context() as late:
        late.setattr(discord.InteractionResponse, "edit_message", given_up)
        for label in ("Confirm", "Back"):
            await click_together([(asked, panel, button_id(panel, label))])
    worse = [line["event"] for line in logged if line["log_level"] != "info"]
    assert worse == ["answer lost", "too late to answer"]
    assert not any("exc_info" in line for line in logged)
    assert room.bot.metrics.registry.get_sample_value("tzolkin_errors_total") == 0
    assert pinged(room.channel) != [asked.id], "the next one is called"
    assert room.env.errors == []


async def test_more_presses_than_are_worked_at_a_time(room: Room) -> None:
    """All of them are done, each once."""
    room.bot.queue._at_once = 1
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    join = button_id(lobby, "Join")
    await click_together([(person, lobby, join) for person in room.people[1:]])
    table = await room.bot.tables.table(1)
    assert {one.user_id for one in table.seats} == {one.id for one in room.people}
    assert not room.bot.queue._working
