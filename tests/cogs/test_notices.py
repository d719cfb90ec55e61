"""What a channel is told besides turns is told once, whatever happened to the first attempt: the
connection dropped, Discord had trouble, the program was restarted meanwhile."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord.http import Route
from sqlalchemy.exc import OperationalError

from bot.clocks import DaysClock, LiveClock, TimeRules
from bot.model.notes import NOTES, NoResult, ToldOnce, TurnTimedOut
from bot.store import outbox
from bot.tables import Options, Person
from bot.tables.settings import ServerSettings
from cogs.telling.dispatcher import TELLERS
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    last_turn_message,
    pinged,
    public,
    select_id,
    with_id,
    words,
)
from tests.cogs.moderators_page import propose
from tests.tables.acts import notes_of, set_options, turn_of

WHY = "The line was cut."
Act = Callable[[Room], Awaitable[Any]]
Cut = Callable[..., None]


@pytest.fixture(params=["connection", "server"])
def lost(request: pytest.FixtureRequest) -> str:
    """What goes wrong: the connection to Discord, or the server there."""
    return str(request.param)


@pytest.fixture
def cut(lost: str, room: Room, monkeypatch: pytest.MonkeyPatch) -> Cut:
    """Cuts the way of messages to Discord, or to one channel there; the program that runs after a
    restart has its own."""
    through, only = room.bot.http.request, [""]

    async def refused(route: Route, **how: Any) -> Any:
        posting = route.method == "POST" and route.path.endswith("/messages")
        if not posting or only[0] not in route.url:
            return await through(route, **how)
        if lost == "connection":
            raise aiohttp.ServerDisconnectedError
        answered: Any = SimpleNamespace(status=503, reason="Service Unavailable")
        raise discord.DiscordServerError(answered, "")

    def cut(channel_id: object = "") -> None:
        only[0] = str(channel_id)
        monkeypatch.setattr(room.bot.http, "request", refused)

    return cut


async def begin(room: Room, rules: TimeRules = TimeRules(DaysClock(2))) -> None:  # noqa: B008
    """Two people with a clock, at the first turn."""
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    await room.people[1].click(lobby, label="Join")
    host = Person(room.people[0].id, "ana")
    await set_options(room.bot.tables, 1, host, Options(time=rules))
    await room.people[0].click(lobby, label="Start")
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


def asked_and_other(room: Room) -> tuple[simcord.MemberActor, simcord.MemberActor]:
    """Whose turn it is, and who waits for it."""
    asked = with_id(room.people, pinged(room.channel)[0])
    return asked, next(one for one in room.people[:2] if one is not asked)


async def nudged(room: Room) -> None:
    _, other = asked_and_other(room)
    assert "will be reminded" in words(answer(await other.slash(room.channel, "nudge")))


async def half_of_the_time(room: Room) -> None:
    await room.later(days=1)


async def pause_asked_for(room: Room) -> None:
    await room.people[0].slash(room.channel, "pause")


async def rewind_asked_for(room: Room) -> None:
    first, _ = asked_and_other(room)
    undo = answer(await first.slash(room.channel, "undo"))
    await first.click(undo, label="Ask the others")


async def more_time_given(room: Room) -> None:
    await propose(room.people[3], room.channel, "extend", hours=2, seat="all", reason=WHY)


async def ended_at_once(room: Room) -> None:
    maya = room.people[3]
    question = answer(await maya.slash(room.channel, "tzolkin abandon", at_once=True))
    await maya.click(question, label="Abandon the game")


ACTS = {
    "nudge": (nudged, "is looking forward to your turn"),
    "reminder": (half_of_the_time, "Half of your time is gone"),
    "pause": (pause_asked_for, "would like to pause the clocks"),
    "rewind": (rewind_asked_for, "would like to take back the last turn"),
    "moderator": (more_time_given, f"gave more time: {WHY}"),
    "end": (ended_at_once, "**maya** ended the game"),
}


def told(room: Room) -> list[discord.Message]:
    """What everybody in the channel can read, oldest first."""
    return list(public(room.channel))


async def nothing_left(room: Room) -> bool:
    return await room.bot.tables.not_announced() == []


@pytest.mark.parametrize(
    ("act", "lost", "restarted"),
    [
        (act, lost, (lost == "connection") is bool(n % 2))
        for n, act in enumerate(ACTS)
        for lost in ("connection", "server")
    ],
)  # each act is lost in both ways, and told again in both
async def test_it_is_posted_once(
    room: Room, cut: Cut, act: str, restarted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = room.guild.create_role("referees", permissions=discord.Permissions(manage_messages=True))
    room.people[3] = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    await begin(room)
    if act == "rewind":
        for _ in range(2):
            asked, _ = asked_and_other(room)
            await asked.slash(room.channel, "move", turn="place palenque; end")
    do, said = ACTS[act]
    before = [message.id for message in told(room)]
    through = room.bot.http.request
    cut()
    await do(room)
    assert [message.id for message in told(room)] == before
    assert not await nothing_left(room)
    if restarted:
        await room.restart()
    else:
        monkeypatch.setattr(room.bot.http, "request", through)
        room.wait.ahead += timedelta(minutes=2)
    await room.env.advance_time(70)
    [new] = [message for message in told(room) if message.id not in before]
    assert said in words(new)
    if act in ("pause", "rewind"):
        assert "I agree" in labels(new)
    assert await nothing_left(room)
    await room.env.advance_time(200)
    assert len(told(room)) == len(before) + 1, "told once"


async def test_a_direct_message_is_sent_after_a_restart(room: Room, cut: Cut) -> None:
    await begin(room)
    asked, other = asked_and_other(room)
    shown = answer(await other.slash(room.channel, "pings"))
    await other.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    before = len(other.user.dm_channel.history())
    cut(other.user.dm_channel.id)
    await asked.slash(room.channel, "move", turn="place palenque; end")
    assert "→ Palenque" in words(last_turn_message(room.channel))
    assert len(other.user.dm_channel.history()) == before and not await nothing_left(room)
    posted = len(told(room))
    await room.restart()
    await room.env.advance_time(70)
    assert len(other.user.dm_channel.history()) == before + 1
    assert len(told(room)) == posted and await nothing_left(room)


@pytest.mark.parametrize("where", ["channel", "direct"])
async def test_a_reminder_begins_the_turn_as_a_call_does(room: Room, where: str) -> None:
    await begin(room)
    asked, other = asked_and_other(room)
    if where == "direct":
        shown = answer(await asked.slash(room.channel, "pings"))
        await asked.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await nudged(room)
    called = told(room)[-1] if where == "channel" else asked.user.dm_channel.history()[-1]
    assert "looking forward to your turn" in words(called)
    if where == "channel":
        assert "It is not your turn" in words(
            answer(await other.click(called, label="Free · Palenque 0"))
        )
    person = asked if where == "channel" else asked.user
    panel = answer(await person.click(called, label="Free · Palenque 0"))
    assert "Confirm" in labels(panel)
    assert (await turn_of(room.bot.tables, 1, asked.id)).prepared == ("place palenque",)


async def test_who_has_answered_is_not_called_any_more(
    room: Room, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(room)
    asked, _ = asked_and_other(room)
    through = room.bot.http.request
    cut()
    await nudged(room)
    await room.later(days=1)
    assert await notes_of(room.bot.tables, 1)
    await asked.slash(room.channel, "move", turn="place palenque; end")
    assert await notes_of(room.bot.tables, 1) == ()
    monkeypatch.setattr(room.bot.http, "request", through)
    await room.env.advance_time(70)
    assert not any("looking forward" in words(one) for one in told(room))
    assert not any("Half of your time" in words(one) for one in told(room))


async def test_it_was_posted_and_could_not_be_noted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(room)
    write, locked = room.bot.store.write, [outbox.told]

    async def guarded(do: Any, *args: Any, **named: Any) -> Any:
        if do in locked:
            raise OperationalError(str(do), {}, Exception("database is locked"))
        return await write(do, *args, **named)

    monkeypatch.setattr(room.bot.store, "write", guarded)
    await nudged(room)
    posted = len(told(room))
    assert "looking forward" in words(told(room)[-1])
    await room.env.advance_time(70)
    locked.clear()
    await room.env.advance_time(70)
    assert len(told(room)) == posted and await nothing_left(room)


async def test_a_turn_that_a_computer_took_is_told_after_a_restart(room: Room, cut: Cut) -> None:
    await begin(room, TimeRules(LiveClock(10)))
    cut()
    await room.later(minutes=11)
    await room.restart()
    await room.env.advance_time(70)
    assert any("(out of time: a computer decided)" in words(one) for one in told(room))
    assert await nothing_left(room)


def test_every_note_is_told_by_somebody(room: Room) -> None:
    told_when_noticed = {
        kind for kind in NOTES.values() if issubclass(kind, ToldOnce) and kind is not NoResult
    }
    assert {*TELLERS, *told_when_noticed, TurnTimedOut} == set(NOTES.values())
    assert not {*TELLERS} & {*told_when_noticed, TurnTimedOut}
