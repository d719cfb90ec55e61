"""People who ask for too much, type too much, or press buttons that do not stand there."""

import asyncio
import time
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.engine.components import GEARS
from bot.traffic import Allowance
from cogs.kit.answering import LONGEST_MESSAGE, LONGEST_TYPED
from cogs.kit.buttons import _HANDLERS, _STAND, Press, button, custom_id, select
from cogs.kit.context import Stands
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT_INTERACTION,
    FORM,
    answer,
    choose_tiles,
    click_together,
    emit,
    in_options,
    new_game,
    raw,
    said_privately,
    select_id,
    words,
)
from tests.cogs.limits import BUTTON, SELECT
from tests.cogs.test_every_button import WENT_WRONG, stored

ELSEWHERE = "belongs to a game in another channel"
TOO_LONG = f"at most {LONGEST_TYPED} characters"
TOO_MUCH = "Slow down: try again in"
AT_A_TABLE = sorted(
    {
        "abandon", "agree", "choose", "everyworker",
        "clock", "closer", "computers", "confirm", "do", "explain", "first", "firsttiles",
        "gamefile", "hint",
        "hintask", "hints", "history", "instead", "level", "live", "lobby", "log",
        "lookat", "mine", "modules",
        "openturn", "page", "pausedrop", "pauseend", "pauseno", "pauseyes", "plan", "planadd",
        "planback", "plandrop", "planelse", "planplay", "planprice", "planstop", "planthen",
        "planwait", "playon", "points", "record", "rematch", "replay", "review", "rounds", "seal",
        "share", "sharedseal", "style",
        "takeback", "takebackdrop", "takebackoffer", "thatmoment", "theme", "tile", "tongue",
        "twice", "undo", "useplan",
        "whynot", "without",
    }
)  # fmt: skip
"""The verbs whose buttons stand at the table whose number they carry, and nowhere else."""


def test_every_handler_says_where_its_buttons_stand(room: Room) -> None:
    """The room's bot has loaded all there are. Whoever adds one to the others has thought about
    it: what is not named as standing elsewhere stands at its table."""
    assert set(_STAND) == set(_HANDLERS)
    at_the_table = sorted(v for v, stands in _STAND.items() if stands is Stands.AT_THE_TABLE)
    assert at_the_table == AT_A_TABLE


async def a_game(room: Room) -> None:
    """A game of two in the room's channel."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


async def pressed_in(
    channel: Any, room: Room, presser: MemberActor, verb: str, word: str = "0", table: int = 1
) -> str:
    """What is answered to a press on a button with this verb on a message in a channel."""
    home: Any = room.bot.get_channel(channel.id)
    if verb in ("choose", "closer"):
        options = [discord.SelectOption(label="Palenque", value="palenque")]
        part: Any = select(options, verb, table, placeholder="Which")
        values = ["palenque"]
    else:
        part, values = button("Press", verb, table, "0r0", word), []
    posted = await home.send(view=message(row([part])))
    custom_id = next(one["custom_id"] for one in raw(posted) if "custom_id" in one)
    [result] = await click_together([(presser, posted, custom_id)], values)
    assert result.acknowledged, verb
    told = said_privately(result)
    assert told.ephemeral, verb
    return words(told)


async def test_no_button_works_in_another_channel_or_on_another_server(room: Room) -> None:
    """Not even for who sits at that table; nothing of the table is shown, and nothing changes."""
    await a_game(room)
    before = await stored(room)
    other = room.guild.create_text_channel("elsewhere")
    guild = room.env.create_guild("Strangers")
    far = guild.create_text_channel("far")
    ana = room.people[0]
    stranger = guild.add_member(room.env.create_user("eve"))
    for verb in AT_A_TABLE:
        assert ELSEWHERE in await pressed_in(other, room, ana, verb), verb
        assert ELSEWHERE in await pressed_in(far, room, stranger, verb), verb
    for verb in (verb for verb, stands in _STAND.items() if stands is Stands.AT_THE_SERVER):
        assert ELSEWHERE in await pressed_in(far, room, stranger, verb), verb
    assert await stored(room) == before
    assert room.env.errors == []


async def test_no_such_table(room: Room) -> None:
    await a_game(room)
    for verb in AT_A_TABLE:
        assert "no longer exists" in await pressed_in(
            room.channel, room, room.people[0], verb, table=77
        ), verb


async def test_a_lobby_works_where_its_thread_hangs(room: Room) -> None:
    """The game has moved into a thread; who presses an old button of the lobby's channel is told
    about the game, not that it is elsewhere."""
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    await room.people[1].click(lobby, label="Join")
    await in_options(room.people[0], lobby, "Play in a new thread")
    await room.people[0].click(lobby, label="Start")
    table = await room.bot.tables.table(1)
    assert table.channel_id != room.channel.id
    said = await pressed_in(room.channel, room, room.people[2], "lobby", "join")
    assert "The game has started" in said


async def test_typed_text_that_is_too_long(room: Room) -> None:
    """It is refused in one sentence, and not said again; nothing else happens. Discord would
    refuse it itself, unless somebody goes round it."""
    await a_game(room)
    before, ana = await stored(room), room.people[0]
    long = "palenque " * 650
    for command, option in (
        ("place", "workers"), ("pickup", "workers"), ("move", "turn"), ("board", "show"),
        ("tile", "name"), ("rules", "topic"), ("pings", "timezone"),
    ):  # fmt: skip
        typed = {"name": option, "type": 3, "value": long}
        data = {"id": "1", "type": 1, "name": command, "options": [typed]}
        said = answer(await emit(room, COMMAND, ana, data))
        assert said.ephemeral, command
        assert TOO_LONG in words(said), command
        assert len(words(said)) < 200, command
    league = {"name": "league", "type": 3, "value": long}
    show = {"name": "show", "type": 1, "options": [league]}
    data = {"id": "1", "type": 1, "name": "league", "options": [show]}
    assert TOO_LONG in words(answer(await emit(room, COMMAND, ana, data)))
    for command, option in (("place", "workers"), ("move", "turn"), ("tile", "name")):
        typed = {"name": option, "type": 3, "value": long, "focused": True}
        data = {"id": "1", "type": 1, "name": command, "options": [typed]}
        assert (await emit(room, AUTOCOMPLETE, ana, data)).autocomplete_choices == []
    assert await stored(room) == before
    assert room.env.errors == []


async def test_what_is_said_again_fits_into_a_message(room: Room) -> None:
    """The longest that may be typed, of letters that are escaped."""
    await a_game(room)
    ana = room.people[0]
    for typed in ("*" * LONGEST_TYPED, "`" * LONGEST_TYPED, "𒐫" * (LONGEST_TYPED // 2)):
        for command, option in (("move", "turn"), ("board", "show"), ("tile", "name")):
            said = answer(await ana.slash(room.channel, command, **{option: typed}))
            assert said.ephemeral
            assert len(words(said)) <= LONGEST_MESSAGE
            assert WENT_WRONG not in words(said)
    assert room.env.errors == []


async def test_a_form_with_too_much_in_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a program sends instead of Discord's form."""
    sent: list[Any] = []

    async def noted(_: Any, press: Press) -> None:
        sent.append(press)

    monkeypatch.setitem(_HANDLERS, "act", noted)
    ana = room.people[0]
    data = {
        "custom_id": custom_id("act", 0),
        "components": [
            {"type": 18, "id": 1,
             "component": {"type": 4, "id": 2, "custom_id": "reason", "value": "x" * 5000}}
        ],
    }  # fmt: skip
    result = await emit(room, FORM, ana, data)
    assert TOO_LONG in words(answer(result))
    assert sent == []


async def test_who_asks_for_too_many_pictures(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind answer; others are not concerned, and it is over after a while."""
    monkeypatch.setattr("bot.traffic.PER_PERSON", Allowance(4, 2.0))
    await a_game(room)
    ana, bob = room.people[:2]
    for _ in range(2):
        assert answer(await ana.slash(room.channel, "board", private=True)).attachments
    for command in ("board", "score", "verify"):
        said = said_privately(await ana.slash(room.channel, command))
        assert TOO_MUCH in words(said), command
    looked = answer(await bob.slash(room.channel, "board", private=True))
    assert looked.attachments
    await room.env.advance_time(4.5)
    looked = answer(await ana.slash(room.channel, "board", private=True))
    assert looked.attachments
    refused = said_privately(
        await ana.select(looked, ["steps"], custom_id=select_id(looked, "closer"))
    )
    assert TOO_MUCH in words(refused)
    assert room.env.errors == []


@pytest.mark.drawn
async def test_sixty_close_ups_of_one_person_make_nobody_else_wait(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another person's picture is drawn next but one."""
    await a_game(room)
    ana, bob = room.people[:2]
    drawn: list[str] = []
    drawing = room.bot.pool._drawn

    async def noted(job: Any) -> Any:
        # As long as it takes until the next press reaches the pool.
        await asyncio.to_thread(time.sleep, 0.2)
        drawn.append(job.asked[0].__name__)
        return await drawing(job)

    monkeypatch.setattr(room.bot.pool, "_drawn", noted)
    looked = answer(await ana.slash(room.channel, "board", private=True))
    his = answer(await bob.slash(room.channel, "board", private=True))
    room.bot.pool._pictures.clear()
    room.bot.pool._bytes = 0
    drawn.clear()
    menu, live = select_id(looked, "closer"), "tz:live:1::again"
    views = (*GEARS, "calendar", "seat-0", "seat-1")
    for view in views:
        pressed = {"custom_id": menu, "component_type": SELECT, "values": [view]}
        await emit(room, COMPONENT_INTERACTION, ana, pressed, looked, settle=False)
    again = {"custom_id": live, "component_type": BUTTON}
    await emit(room, COMPONENT_INTERACTION, bob, again, his)
    last_of_bob = max(n for n, name in enumerate(drawn) if name in ("draw_wheels", "draw_city"))
    assert len(drawn) == len(views) + 2
    assert last_of_bob <= 6, drawn  # behind those four that have begun, in turns with the others
