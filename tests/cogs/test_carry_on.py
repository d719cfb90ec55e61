"""Whatever fails while a table is told of a change, everything is told and played later, and
once, without a restart; and so are notices, what a channel is told besides turns, whatever
happened to the first attempt: the connection dropped, Discord had trouble, the program was
restarted meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
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
from bot.store import tables as stored
from bot.tables import Options, Person, Thought, practice
from bot.tables.computers import needing_computers
from bot.tables.settings import ServerSettings
from cogs.play import turn as typed
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import TELLERS
from tests.cogs.conftest import Room, first_legal, with_long
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    posted_after,
    press,
    public,
    select_id,
    with_id,
    words,
)
from tests.cogs.moderators_page import propose
from tests.tables.acts import notes_of, set_options, turn_of
from tests.tables.playing import play

HURRIED = "Short on time: the computer did not look as far ahead as usual."
HURRIED_IN_ALL = "Short on time: the computers did not look as far ahead as usual."
Matches = Callable[[Route, dict[str, Any]], bool]


class Line:
    """The way to Discord, which can be cut for some requests."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: Matches = lambda route, body: False
        self.refused = 0
        through = room.bot.http.request

        async def request(route: Route, **how: Any) -> Any:
            if self.cut(route, _body(how)):
                self.refused += 1
                raise aiohttp.ServerDisconnectedError
            return await through(route, **how)

        monkeypatch.setattr(room.bot.http, "request", request)

    def mend(self) -> None:
        """Everything comes through again."""
        self.cut = lambda route, body: False


def _body(how: dict[str, Any]) -> dict[str, Any]:
    if how.get("json"):
        return dict(how["json"])
    form = how.get("form") or []
    return {"nonce": "b"} if any("nonce" in str(part.get("value")) for part in form) else {}


def posting(route: Route, body: dict[str, Any]) -> bool:
    """Any message to a channel."""
    return route.method == "POST" and route.path.endswith("/messages")


def lose_the_answer(room: Room, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """The answer to the next press or command does not come through: Discord has given it up, or
    the connection drops."""
    if how == "given up":
        room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        return

    async def dropped(*args: Any, **named: Any) -> Any:
        raise aiohttp.ServerDisconnectedError

    for way in ("send_message", "edit_message"):
        monkeypatch.setattr(discord.InteractionResponse, way, dropped)


@pytest.fixture
def line(room: Room, monkeypatch: pytest.MonkeyPatch) -> Line:
    """The way to Discord."""
    return Line(room, monkeypatch)


async def begin(room: Room, computers: int = 0) -> None:
    """Two people, or one and computers, with their tiles chosen."""
    people = room.people[: 1 if computers else 2]
    await new_game(room.channel, people, computers=computers)
    for person in people:
        await choose_tiles(person, room.channel)


def texts(room: Room) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in public(room.channel)]


async def nothing_left(room: Room) -> bool:
    """Whether everything is told, played and noted."""
    tables = room.bot.tables
    return [*await tables.not_announced(), *await needing_computers(tables)] == []


async def test_dropped_connections_while_a_turn_is_told(room: Room, line: Line) -> None:
    """Computers play all the same; the person who confirmed is answered."""
    await begin(room, computers=1)
    [ana] = room.people[:1]
    before = list(public(room.channel))
    line.cut = posting
    done = answer(await ana.slash(room.channel, "move", turn="place palenque; end"))
    assert "Turn confirmed" in words(done)
    assert await needing_computers(room.bot.tables) == [], "computers do not wait for it"
    await room.env.advance_time(100)
    assert list(public(room.channel)) == before and not await nothing_left(room)
    line.mend()
    await room.env.advance_time(60)
    new = posted_after(room.channel, before)
    assert await nothing_left(room)
    assert sum("**ana** → Palenque" in one for one in new) == 1
    version = (await room.bot.tables.table(1)).version
    assert version > 4, "the computer has played"
    assert pinged(room.channel) == [ana.id]
    await room.env.advance_time(300)
    assert posted_after(room.channel, before) == new, "told once"


async def test_a_board_does_not_come_through(room: Room, line: Line) -> None:
    """It tells the round and calls who begins the next; until then the call before stays."""
    await begin(room)
    first = with_id(room.people, pinged(room.channel)[0])
    await first.slash(room.channel, "move", turn="place palenque; end")
    second = with_id(room.people, pinged(room.channel)[0])
    before = list(public(room.channel))
    line.cut = posting
    await second.slash(room.channel, "move", turn="place tikal; end")
    assert list(public(room.channel)) == before
    line.mend()
    await room.env.advance_time(60)
    [board] = posted_after(room.channel, before)
    assert "round 2" in board and "→ Tikal" in board and "→ Palenque" in board
    assert "your turn in round" in board and len(pinged(room.channel)) == 1
    assert "Your turn" in labels(list(public(room.channel))[-1])
    assert len(list(public(room.channel))) == len(before), "the call before is gone"
    assert await nothing_left(room)


async def test_the_start_does_not_come_through(room: Room, line: Line) -> None:
    line.cut = posting
    await new_game(room.channel, room.people[:2])
    line.mend()
    await room.env.advance_time(60)
    assert sorted(pinged(room.channel)) == sorted(one.id for one in room.people[:2])
    assert sum("A new game" in one for one in texts(room)) == 1
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    assert len(pinged(room.channel)) == 1


@pytest.mark.parametrize(("lost", "computers"), [("given up", 0), ("dropped", 1)])
async def test_the_answer_to_start_is_lost(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: str, computers: int
) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new", computers=computers))
    if not computers:
        await bob.click(lobby, label="Join")
    lose_the_answer(room, monkeypatch, lost)
    await ana.click(lobby, label="Start")
    assert "A new game" in texts(room)[-1]
    assert ana.id in pinged(room.channel)
    assert await nothing_left(room)


@pytest.mark.parametrize("lost", ["given up", "dropped"])
@pytest.mark.parametrize("how", ["panel", "command"])
async def test_the_answer_to_a_confirm_is_lost(
    room: Room, monkeypatch: pytest.MonkeyPatch, how: str, lost: str
) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    actor = with_id(room.people, asked)
    if how == "panel":
        panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    lose_the_answer(room, monkeypatch, lost)
    if how == "panel":
        await actor.click(panel, label="Confirm")
    else:
        await actor.slash(room.channel, "move", turn="place palenque; end")
    assert "→ Palenque" in texts(room)[-1]
    assert pinged(room.channel) != [asked]
    assert await nothing_left(room)


async def test_what_waits_to_be_told_does_not_pile_up(room: Room) -> None:
    """While a message is on its way the game goes on, and one task at most waits to tell the
    rest."""
    await begin(room)
    tables, lock, before = room.bot.tables, room.bot.channels[1].lock, len(texts(room))
    await lock.acquire()  # as while Discord does not answer
    telling = []
    for turn in await play(tables, await tables.table(1), 4):
        telling.append(asyncio.create_task(carry_on(room.bot, 1, [turn])))
        await asyncio.sleep(0)
    await asyncio.sleep(0.1)
    assert [one.done() for one in telling] == [False, True, True, True]
    lock.release()
    assert await asyncio.gather(*telling) == [True] * 4
    told = texts(room)[before:]
    assert len(told) == 1
    assert told[0].count(" → ") == 3
    assert await nothing_left(room)
    assert not room.bot.channels[1].next_waits


def drawing_slowly(room: Room, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Lets pictures be drawn; until then, a channel waits for 5 s."""
    go_on, drawing = asyncio.Event(), room.bot.pool.draw

    async def draw(*args: Any, **named: Any) -> Any:
        await room.env.external_wait(go_on.wait(), reason="drawing is slow")
        return await drawing(*args, **named)

    monkeypatch.setattr(room.bot.pool, "draw", draw)
    monkeypatch.setattr("cogs.telling.posting.PATIENCE", 5.0)
    return go_on


async def a_round_without_picture(room: Room) -> Any:
    """The message of the second round, which went out before its picture."""
    for gear in ("palenque", "tikal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        await actor.slash(room.channel, "move", turn=f"place {gear}; end")
    assert "round 2" not in texts(room)[-1]
    await room.env.advance_time(6)
    told = [*public(room.channel)][-1]
    assert not told.attachments and "I am busy right now" in words(told)
    assert "round 2" in words(told) and "Board" in labels(told)
    assert await nothing_left(room)
    return told


async def test_a_picture_that_takes_too_long_keeps_nobody_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round is told without its picture, which follows; a call that is over stays off."""
    await begin(room)
    slow = drawing_slowly(room, monkeypatch)
    told = await a_round_without_picture(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    await actor.slash(room.channel, "move", turn="place palenque; end")  # the board calls no more
    slow.set()
    await room.env.settle()
    [now] = [one for one in public(room.channel) if one.id == told.id]
    assert now.attachments and "I am busy right now" not in words(now)
    assert "your turn" not in words(now) and labels(now)[0] == "Board"
    assert room.env.errors == []


async def test_a_late_picture_stays_away_from_an_old_round(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(room)
    slow = drawing_slowly(room, monkeypatch)
    told = await a_round_without_picture(room)
    for gear in ("uxmal", "uxmal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        await actor.slash(room.channel, "move", turn=f"place {gear}; end")
    await room.env.advance_time(6)
    newest = [*public(room.channel)][-1]
    assert "round 3" in words(newest)
    slow.set()
    await room.env.settle()
    messages = {one.id: one for one in public(room.channel)}
    assert not messages[told.id].attachments and messages[newest.id].attachments
    shown = answer(await room.people[0].click(messages[told.id], label="Board"))
    assert shown.attachments


@pytest.fixture
def locked(room: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Any]]:
    """The statements for which the database is locked."""
    statements: set[Any] = set()
    store = room.bot.store
    for way in ("read", "write"):
        through = getattr(store, way)

        async def guarded(do: Any, *args: Any, through: Any = through, **named: Any) -> Any:
            if do in statements:
                raise OperationalError(str(do), {}, Exception("database is locked"))
            return await through(do, *args, **named)

        monkeypatch.setattr(store, way, guarded)
    transaction = store.transaction

    def guarded_transaction() -> Any:
        if "transaction" in statements:
            raise OperationalError("BEGIN", {}, Exception("database is locked"))
        return transaction()

    monkeypatch.setattr(store, "transaction", guarded_transaction)
    yield statements


async def test_the_database_is_locked_while_a_round_is_told(room: Room, locked: set[Any]) -> None:
    """Told is told, even if it cannot be noted at once."""
    await begin(room)
    for gear in ("palenque", "tikal"):
        if gear == "tikal":
            locked.add(stored.note_told)
        actor = with_id(room.people, pinged(room.channel)[0])
        done = await actor.slash(room.channel, "move", turn=f"place {gear}; end")
        assert "Turn confirmed" in words(answer(done))
    assert not await nothing_left(room)
    await room.env.advance_time(120)
    locked.clear()
    told = texts(room)
    await room.env.advance_time(61)
    assert await nothing_left(room)
    assert texts(room) == told
    assert sum("round 2" in one and "→ Tikal" in one for one in told) == 1
    board = (await room.bot.tables.table(1)).posted.board
    [shown] = [message.id for message in public(room.channel) if "→ Tikal" in words(message)]
    assert board == shown


async def test_the_database_is_locked_after_a_turn(
    room: Room, locked: set[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be read any more, once the turn is stored."""
    await begin(room, computers=1)
    [ana] = room.people[:1]
    await ana.slash(room.channel, "place", workers="palenque")
    before = texts(room)
    through = typed.answer_and_carry_on

    async def lock_first(*args: Any, **named: Any) -> None:
        locked.update({"transaction", stored.by_id, stored.note_told, stored.not_announced})
        await through(*args, **named)

    monkeypatch.setattr(typed, "answer_and_carry_on", lock_first)
    await ana.slash(room.channel, "endturn")
    await room.env.advance_time(90)
    locked.clear()
    await room.env.advance_time(61)
    assert await nothing_left(room)
    assert sum("**ana** → Palenque" in one for one in texts(room)) == 1
    assert len(texts(room)) > len(before)
    assert pinged(room.channel) == [ana.id]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_rewind_is_told_later(room: Room, line: Line, restarted: bool) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    actor = with_id(room.people, asked)
    done = answer(await actor.slash(room.channel, "move", turn="place palenque; end"))
    offer = answer(await actor.click(done, label="Take back"))
    before = list(public(room.channel))
    line.cut = posting
    assert "taken back" in words(answer(await actor.click(offer, label="Take it back")))
    assert list(public(room.channel)) == before
    if restarted:
        await room.restart()  # the new program has a line of its own
    else:
        line.mend()
        await room.env.advance_time(60)
    [board] = posted_after(room.channel, before)
    assert "round 1" in board and f"**{actor.name}** took back a turn" in board
    assert "→ Palenque" in board, "what is undone"
    assert f"<@{asked}>, your turn in round" in board
    assert await nothing_left(room)
    await room.env.advance_time(200)
    assert len(posted_after(room.channel, before)) == 1, "told once"


async def test_a_direct_message_is_sent_later(room: Room, line: Line) -> None:
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    direct = other.user.dm_channel
    before = len(direct.history())
    line.cut = lambda route, body: posting(route, body) and str(direct.id) in route.url
    await actor.slash(room.channel, "move", turn="place palenque; end")
    assert "→ Palenque" in texts(room)[-1]
    assert len(direct.history()) == before
    line.mend()
    told = len(texts(room))
    await room.env.advance_time(60)
    assert len(direct.history()) == before + 1
    assert len(texts(room)) == told


async def test_a_request_to_take_back_is_posted_later(room: Room, line: Line) -> None:
    """The others must agree; the message that asks them did not come through."""
    await begin(room)
    for gear in ("palenque", "tikal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        done = answer(await actor.slash(room.channel, "move", turn=f"place {gear}; end"))
        if gear == "palenque":
            first, confirmed = actor, done
    offer = answer(await first.click(confirmed, label="Take back"))
    before = len(texts(room))
    line.cut = posting
    asked = answer(await first.click(offer, label="Ask the others"))
    assert "I have asked the others" in words(asked)
    line.mend()
    await room.env.advance_time(60)
    [request] = list(public(room.channel))[before:]
    assert "do you agree?" in words(request) and "I agree" in labels(request)


async def test_it_is_tried_again_after_at_most_a_minute(room: Room, line: Line) -> None:
    """And not more often than that, however many look after the table."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    line.cut = posting
    await actor.slash(room.channel, "move", turn="place palenque; end")
    other = next(person for person in room.people[:2] if person is not actor)
    await other.slash(room.channel, "move", turn="place tikal; end")
    await room.env.advance_time(120)
    tried = line.refused
    await room.env.advance_time(300)
    assert 4 <= line.refused - tried <= 6


async def test_a_computer_that_had_little_time(room: Room) -> None:
    """Because many games waited, or no answer came: it is told once a game, and always in the
    log."""
    await begin(room, computers=1)
    [ana] = room.people[:1]
    thoughts = iter([("medium", False), ("instant", False), ("medium", True)])

    async def at(*asked: Any, **how: Any) -> Thought:
        level, late = next(thoughts)
        return replace(await first_legal(*asked, **how), level=level, late=late)

    room.bot.tables.think = at
    for hurried in (False, True, False):
        before = list(public(room.channel))
        await ana.slash(room.channel, "move", turn="place palenque; end")
        [told] = posted_after(room.channel, before)
        assert told.splitlines().count(f"-# {HURRIED_IN_ALL}") == hurried
    for _ in range(2):
        log = words(answer(await ana.slash(room.channel, "log")))
        assert log.count(f"\n- {HURRIED}") == 2
        await room.restart()


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


async def begin_with_clock(room: Room, rules: TimeRules = TimeRules(DaysClock(2))) -> None:  # noqa: B008
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
    "reminder": (half_of_the_time, "Half your time is gone"),
    "pause": (pause_asked_for, "would like to pause the clocks"),
    "rewind": (rewind_asked_for, "would like to take back the last turn"),
    "moderator": (more_time_given, f"gave more time: {WHY}"),
    "end": (ended_at_once, "**maya** ended the game"),
}


def told(room: Room) -> list[discord.Message]:
    """What everybody in the channel can read, oldest first."""
    return list(public(room.channel))


async def nothing_untold(room: Room) -> bool:
    return await room.bot.tables.not_announced() == []


LOST = [
    (act, lost, (lost == "connection") is bool(n % 2))
    for n, act in enumerate(ACTS)
    for lost in ("connection", "server")
]
"""Each act is lost in both ways, and told again in both."""


@pytest.mark.parametrize(
    ("act", "lost", "restarted"), with_long(LOST[::4] + LOST[3::4], LOST[1::4] + LOST[2::4])
)
async def test_it_is_posted_once(
    room: Room, cut: Cut, act: str, restarted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = room.guild.create_role("referees", permissions=discord.Permissions(manage_messages=True))
    room.people[3] = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    await begin_with_clock(room)
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
    assert not await nothing_untold(room)
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
    assert await nothing_untold(room)
    await room.env.advance_time(200)
    assert len(told(room)) == len(before) + 1, "told once"


async def test_a_direct_message_is_sent_after_a_restart(room: Room, cut: Cut) -> None:
    await begin_with_clock(room)
    asked, other = asked_and_other(room)
    shown = answer(await other.slash(room.channel, "pings"))
    await other.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    before = len(other.user.dm_channel.history())
    cut(other.user.dm_channel.id)
    await asked.slash(room.channel, "move", turn="place palenque; end")
    assert "→ Palenque" in words(last_turn_message(room.channel))
    assert len(other.user.dm_channel.history()) == before and not await nothing_untold(room)
    posted = len(told(room))
    await room.restart()
    await room.env.advance_time(70)
    assert len(other.user.dm_channel.history()) == before + 1
    assert len(told(room)) == posted and await nothing_untold(room)


@pytest.mark.parametrize("where", ["channel", "direct"])
async def test_a_reminder_begins_the_turn_as_a_call_does(
    room: Room, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "GAMES_OF_NEWCOMERS", 0)  # whose call has no such buttons
    await begin_with_clock(room)
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
    await begin_with_clock(room)
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
    assert not any("Half your time" in words(one) for one in told(room))


async def test_it_was_posted_and_could_not_be_noted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_with_clock(room)
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
    assert len(told(room)) == posted and await nothing_untold(room)


async def test_a_turn_that_a_computer_took_is_told_after_a_restart(room: Room, cut: Cut) -> None:
    await begin_with_clock(room, TimeRules(LiveClock(10)))
    cut()
    await room.later(minutes=11)
    await room.restart()
    await room.env.advance_time(70)
    assert any("(out of time: a computer decided)" in words(one) for one in told(room))
    assert await nothing_untold(room)


def test_every_note_is_told_by_somebody(room: Room) -> None:
    told_when_noticed = {
        kind for kind in NOTES.values() if issubclass(kind, ToldOnce) and kind is not NoResult
    }
    assert {*TELLERS, *told_when_noticed, TurnTimedOut} == set(NOTES.values())
    assert not {*TELLERS} & {*told_when_noticed, TurnTimedOut}
