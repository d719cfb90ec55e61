"""What is late: what has no answer after a second is deferred, and goes where it belongs;
presses that Discord no longer waits for do nothing; and presses and pictures do without each
other: a process for drawing that never answers, or is killed again and again, holds up nobody
and loses no turn, and a press that hangs holds up no picture."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from simcord import MemberActor

from bot.refusal import Refusal
from bot.store import tables as stored
from bot.text.names import TILE_IDS
from bot.text.translation import translator
from bot.traffic import OLDEST
from cogs.kit import answering, context
from cogs.kit.answering import DONE, LateResponse, fill, may_begin, post_beside
from cogs.kit.buttons import _HANDLERS, button
from cogs.kit.layout import message, row, text
from cogs.play import shown
from cogs.telling import posting
from rendering import draw_tile
from rendering.drawing.pool import DrawingPool
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT_INTERACTION,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    eager,
    emit,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    play_turn,
    press,
    public,
    said_privately,
    turn_button,
    with_id,
    words,
)
from tests.cogs.limits import BUTTON
from tests.conftest import drawn_in_process

ROOT = Path(__file__).parents[2]
TAKEN_AWAY = ("original edited", "original deleted")
"""What becomes of the notice that we think."""


class Asked:
    """An interaction that notes what is asked of Discord."""

    def __init__(self, *, private: bool | None) -> None:
        self.type = discord.InteractionType.component
        self.done: list[Any] = []
        self.said: list[str] = []
        self.followup = self
        self.message: Any = None
        if private is not None:
            self.message = self
            self.flags = discord.MessageFlags(ephemeral=private)

    async def send(self, **what: Any) -> Any:
        self.done.append(("followup", what["ephemeral"]))
        return discord.Object(7)

    async def edit(self, **what: Any) -> None:
        self.done.append("message edited")

    async def edit_original_response(self, **what: Any) -> None:
        self.done.append("original edited")
        self.said += [what["content"]] if "content" in what else []

    async def delete_original_response(self) -> None:
        self.done.append("original deleted")


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Any:
    async def deferred(self: Any, *, ephemeral: bool, thinking: bool) -> None:
        self._parent.done.append(("deferred", ephemeral, thinking))
        self._response_type = discord.InteractionResponseType.deferred_message_update

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)

    async def response(*, private: bool | None) -> tuple[Asked, LateResponse]:
        asked = Asked(private=private)
        made = LateResponse(asked)  # type: ignore[arg-type]
        await made.defer_itself()
        await made.defer_itself()
        return asked, made

    return response


@pytest.mark.parametrize("private", [None, True, False])
async def test_nothing_private_becomes_public(late: Any, private: bool | None) -> None:
    asked, response = await late(private=private)
    thinks = private is not True
    assert asked.done == [("deferred", True, thinks)]
    await response.send_message(view=object(), ephemeral=True)
    assert asked.done[1:] == [("followup", True)]


async def test_a_public_answer_stands_behind(late: Any) -> None:
    asked, response = await late(private=None)
    sent = await response.send_message(view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, ("followup", False)]
    assert sent.message_id == 7, "which the table notes"


async def test_the_message_that_was_pressed_is_edited(late: Any) -> None:
    asked, response = await late(private=True)
    await response.edit_message(view=object())
    assert asked.done[1:] == ["original edited"]
    asked, response = await late(private=False)
    await response.defer()
    await response.edit_message(view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, "message edited"]


async def test_a_notice_that_a_killed_program_leaves_waits_for_nothing(late: Any) -> None:
    asked, response = await late(private=False)
    await response.edit_message(view=object())
    assert asked.done[1:] == ["message edited", *TAKEN_AWAY], "the answer stands before"
    assert asked.said == [DONE]


async def test_a_form_is_too_late(late: Any) -> None:
    _, response = await late(private=True)
    with pytest.raises(Exception, match="too long"):
        await response.send_modal(object())


@pytest.mark.parametrize("private", [None, True, False])
async def test_whoever_answers_sees_nothing_of_the_deferral(
    late: Any, private: bool | None
) -> None:
    asked, response = await late(private=private)
    assert not response.is_done()
    await response.defer(ephemeral=True, thinking=True)
    assert response.is_done()
    assert len(asked.done) == 1, "Discord was told already"


async def test_a_page_for_everybody_is_public_although_it_was_late(late: Any) -> None:
    asked, response = await late(private=None)
    asked.response = response
    await response.defer(thinking=True)
    posted = await fill(asked, view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, ("followup", False)]
    assert posted.id == 7


async def test_a_page_that_was_turned_late_is_turned_where_it_stands(late: Any) -> None:
    for private, done in ((True, "original edited"), (False, "message edited")):
        asked, response = await late(private=private)
        asked.response = response
        await response.defer()
        await fill(asked, view=object())
        assert done in asked.done
        assert not any(one[0] == "followup" for one in asked.done)


async def test_a_private_page_takes_the_place_of_the_notice(late: Any) -> None:
    asked, response = await late(private=None)
    asked.response = response
    await response.defer(ephemeral=True, thinking=True)
    await fill(asked, view=object())
    assert asked.done[1:] == ["original edited"]


@pytest.fixture
def clicked(room: Room, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Clicks a button whose handler is given; the kinds of answers that Discord got to it."""

    async def click(handler: Any) -> list[int]:
        monkeypatch.setitem(_HANDLERS, "trial", handler)
        channel: Any = room.bot.get_channel(room.channel.id)
        posted = await channel.send(view=message(row([button("Trial", "trial", 0)])))
        before = len(room.env.http_requests)
        await room.people[0].click(posted, label="Trial")
        assert room.env.errors == []
        return [
            r.json["type"] if r.path.endswith("/callback") else 0
            for r in room.env.http_requests[before:] if isinstance(r.json, dict)
        ]  # fmt: skip

    return click


NEW_MESSAGE, DEFERRED, DEFERRED_EDIT, EDITED, NO_FIRST_ANSWER = 4, 5, 6, 7, 0


async def test_what_is_ready_at_once_takes_one_request(clicked: Any) -> None:
    async def edits(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        assert (await fill(interaction, view=message(text("New.")))).id == interaction.message.id

    async def answers(interaction: Any, _: Any) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert (await fill(interaction, view=message(text("New.")))).flags.ephemeral

    async def refuses(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        raise Refusal("no", "No.")

    assert await clicked(edits) == [EDITED]
    assert await clicked(answers) == [NEW_MESSAGE]
    assert await clicked(refuses) == [NEW_MESSAGE]


async def test_what_takes_a_moment_is_deferred_as_it_wishes(
    clicked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "DEFERRED_AFTER_A_WISH", 0.0)

    async def slow(interaction: Any, thinking: bool) -> None:
        await interaction.response.defer(ephemeral=True, thinking=thinking)
        while not interaction.response.is_done():  # noqa: ASYNC110 - Discord hears of it
            await asyncio.sleep(0.001)
        await fill(interaction, view=message(text("New.")))

    async def edits(interaction: Any, _: Any) -> None:
        await slow(interaction, thinking=False)

    async def answers(interaction: Any, _: Any) -> None:
        await slow(interaction, thinking=True)

    assert await clicked(edits) == [DEFERRED_EDIT, NO_FIRST_ANSWER]
    assert await clicked(answers) == [DEFERRED, NO_FIRST_ANSWER]


async def test_a_deferral_that_nothing_follows_is_sent_at_the_end(clicked: Any) -> None:
    async def nothing(interaction: Any, _: Any) -> None:
        await interaction.response.defer()

    assert await clicked(nothing) == [DEFERRED_EDIT]


async def test_a_message_beside_the_answer_comes_behind_a_deferral(clicked: Any) -> None:
    async def both(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        await post_beside(interaction, view=message(text("For all.")))
        await fill(interaction, view=message(text("New.")))

    assert await clicked(both) == [DEFERRED_EDIT, NO_FIRST_ANSWER, NO_FIRST_ANSWER]


def test_no_answer_goes_round_this() -> None:
    """Where discord.py's way is used, a late answer to everybody would be private."""
    for file in [*(ROOT / "cogs").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        if file != ROOT / "cogs/kit/answering.py":
            assert "edit_original_response" not in file.read_text("utf-8"), file


async def test_a_game_in_which_every_answer_is_late(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is shown, to the same people, as where none is."""

    async def begin_late(interaction: discord.Interaction[Any]) -> bool:
        begun = await may_begin(interaction)
        if isinstance(interaction.response, LateResponse):
            await interaction.response.defer_itself()
        return begun

    for where in ("cogs.client", "cogs.kit.buttons"):
        monkeypatch.setattr(f"{where}.may_begin", begin_late)
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    for person in (ana, bob):
        done = await choose_tiles(person, room.channel)
        assert done.ephemeral
    for _ in range(4):
        [asked] = pinged(room.channel)
        actions = await play_turn(with_id(room.people, asked), room.channel, eager(Random(5)))
        assert actions
    public_board = await ana.slash(room.channel, "board", private=False)
    told = [*public_board.followups, public_board.response]
    assert [one for one in told if one is not None and not one.ephemeral]
    mine = answer(await bob.slash(room.channel, "log"))
    assert mine.ephemeral and "Round 1" in words(mine)
    stranger = answer(await room.people[3].slash(room.channel, "nudge"))
    assert stranger.ephemeral and "are not in this game" in words(stranger)
    deferred = [
        r for r in room.env.http_requests
        if r.path.endswith("/callback") and isinstance(r.json, dict) and r.json["type"] in (5, 6)
    ]  # fmt: skip
    assert len(deferred) > 15, "most of it came late"
    assert room.env.errors == []


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
    await begin_game(room.channel, room.people[:2])
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


MOMENT = 0.01
TOO_LONG = "The picture is taking too long right now."


@pytest.fixture
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
    await begin_game(room.channel, room.people[:2])


@pytest.mark.english
@pytest.mark.usefixtures("never")
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
    assert sum("I am busy right now" in words(one) for one in told) > 10
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


@pytest.mark.english
@pytest.mark.usefixtures("never")
async def test_a_board_for_all_comes_in_words(room: Room) -> None:
    await begin(room)
    posted = answer(await room.people[0].slash(room.channel, "board"))
    assert not posted.ephemeral and not posted.attachments
    assert "I am busy right now: press **Board**" in words(posted) and "Board" in labels(posted)


@pytest.mark.english
@pytest.mark.usefixtures("never")
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


ENGLISH = translator("en")


@pytest.mark.english
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


@pytest.mark.english
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
