"""Discord fails while tables run: the state of the games stays whole, each turn counts and is
told once, and all goes on by itself. The rows of docs/faults.md. And what the log tells of it,
and what is never in the log, on no level."""

import io
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import simcord
import structlog
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_response_params
from sqlalchemy import Engine, event
from structlog.testing import capture_logs

from bot.clocks import DaysClock, TimeRules
from bot.settings import Settings
from cogs.kit.log import set_up_logging, without_late, without_where
from cogs.play import turn
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    labels,
    last_turn_message,
    open_panel,
    pinged,
    posted_after,
    press,
    public,
    with_id,
    words,
)
from tests.cogs.faults import Discord, Fault, deliver_twice, dropped, refused, silent
from tests.cogs.moderators_page import filled_in, name_moderators, propose
from tests.cogs.seasons import drawn, look, playing, thread_of
from tests.tables.acts import audit_log


@pytest.fixture
def discord_itself(room: Room, monkeypatch: pytest.MonkeyPatch) -> Discord:
    """The way to Discord."""
    return Discord(room, monkeypatch)


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """What the log has."""
    with capture_logs() as lines:
        yield lines


async def begin(room: Room) -> None:
    """Two people with their tiles chosen."""
    await begin_game(room.channel, room.people[:2])


async def nothing_left(room: Room) -> bool:
    """Whether everything is told."""
    return await room.bot.tables.not_announced() == []


def texts(room: Room) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in public(room.channel)]


# --- messages that do not come through ------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [refused(429), refused(500), refused(502), silent, dropped],
    ids=["429", "500", "502", "nothing", "dropped"],
)
async def test_discord_does_not_take_messages(
    room: Room, discord_itself: Discord, fault: Fault
) -> None:
    """For 75 seconds, in which a round is played: the turns count, and a minute after that the
    channel knows them, each once."""
    await begin(room)
    asked = pinged(room.channel)[0]
    before = list(public(room.channel))
    discord_itself.fault = fault
    first = with_id(room.people, asked)
    second = next(person for person in room.people[:2] if person is not first)
    for person, gear in ((first, "palenque"), (second, "tikal")):
        done = answer(await person.slash(room.channel, "move", turn=f"place {gear}; end"))
        assert "Turn confirmed" in words(done)
    await room.env.advance_time(75)
    assert list(public(room.channel)) == before and discord_itself.refused > 2
    shown = answer(await first.slash(room.channel, "board"))
    assert "round 2" in words(shown), "/board shows it meanwhile"
    before = list(public(room.channel))
    discord_itself.fault = None
    await room.env.advance_time(60)
    new = posted_after(room.channel, before)
    assert await nothing_left(room)
    for gear in ("Palenque", "Tikal"):
        assert sum(f"→ {gear}" in one for one in new) == 1
    assert (await room.bot.tables.table(1)).version == 6
    await room.env.advance_time(300)
    assert posted_after(room.channel, before) == new, "told once"


@pytest.mark.parametrize("renamed", [False, True])
async def test_the_answer_to_a_board_is_lost(
    room: Room, discord_itself: Discord, renamed: bool
) -> None:
    """It is posted, but the bot hears that it was not and posts it again: Discord gives the first
    one. Its call is taken off when its turn is over, whatever the answer says of its files."""
    await begin(room)
    first = with_id(room.people, pinged(room.channel)[0])
    await first.slash(room.channel, "move", turn="place palenque; end")
    second = with_id(room.people, pinged(room.channel)[0])
    before = list(public(room.channel))
    discord_itself.loses_answers = 1
    await second.slash(room.channel, "move", turn="place tikal; end")
    assert not await nothing_left(room)
    if renamed:
        discord_itself.rename_files()
    await room.env.advance_time(60)
    assert await nothing_left(room)
    [board] = [one for one in public(room.channel) if one not in before]
    assert "round 2" in words(board) and "Your turn" in labels(board)
    asked = with_id(room.people, pinged(room.channel)[0])
    await asked.slash(room.channel, "move", turn="place tikal; end")
    [board] = [one for one in public(room.channel) if one.id == board.id]
    assert "→ Tikal" in words(board) and "Your turn" not in labels(board)
    assert len(board.attachments) == 1
    assert [one.id for one in public(room.channel) if "Your turn" in labels(one)] == [
        last_turn_message(room.channel).id
    ]


# --- interactions ---------------------------------------------------------------------------------


async def test_a_press_delivered_twice_counts_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, logged: list[Any]
) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    version = (await room.bot.tables.table(1)).version
    deliver_twice(room, monkeypatch)
    result = await actor.click(panel, label="Confirm")
    assert "Turn confirmed" in words(answer(result)) and not result.followups
    assert sum("→ Palenque" in one for one in texts(room)) == 1
    assert (await room.bot.tables.table(1)).version == version + 2
    assert [one["log_level"] for one in logged if one["event"] == "delivered twice"] == ["warning"]
    assert not [one for one in logged if one["event"] == "error"]


async def test_a_command_delivered_twice_counts_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver_twice(room, monkeypatch)
    result = await room.people[0].slash(room.channel, "tzolkin new")
    assert "Join" in labels(answer(result)) and not result.followups
    assert len(list(public(room.channel))) == 1


async def test_a_form_delivered_twice_counts_once(
    room: Room,
    role: simcord.RoleHandle,
    maya: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await name_moderators(room, role)
    season = await drawn(room, time=TimeRules(DaysClock(30)))
    await look(room)
    thread = thread_of(room, next(iter((await playing(room, season)).values())))
    form = await propose(maya, thread, "extend", fill=False)
    deliver_twice(room, monkeypatch)
    await filled_in(maya, form, hours=2, seat="all", reason="Nobody plays any more.")
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.reason == "Nobody plays any more."


@pytest.mark.parametrize("how", ["panel", "command"])
async def test_discord_waits_no_longer_for_the_answer(
    room: Room, logged: list[Any], how: str
) -> None:
    """The turn counts and is told; the log has a line, and no error."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    if how == "panel":
        await actor.click(panel, label="Confirm")
    else:
        await actor.slash(room.channel, "move", turn="place palenque; end")
    assert sum("→ Palenque" in one for one in texts(room)) == 1
    assert pinged(room.channel) != [actor.id]
    lost = [one for one in logged if one["event"] == "answer lost"]
    assert len(lost) == 1
    assert not [one for one in logged if one["event"] == "error"]


@pytest.mark.parametrize("command", ["board", "tzolkin status", "pings"])
async def test_a_late_question_is_one_line_in_the_log(
    room: Room, logged: list[Any], command: str
) -> None:
    await begin(room)
    room.check_limits = False  # whoever asked is not answered
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await room.people[0].slash(room.channel, command)
    assert "10062" in str(room.env.errors), "SimCord has seen it pass"
    late = [one for one in logged if one["event"] == "too late to answer"]
    assert len(late) == 1 and late[0]["log_level"] == "warning"
    assert not [one for one in logged if one["event"] == "error"]


# --- the gateway ----------------------------------------------------------------------------------


async def test_the_gateway_is_lost_and_resumed(room: Room) -> None:
    """While the server cannot be reached by it nothing is set aside, and what happens is told."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    room.bot.dispatch("disconnect")
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id), "unavailable": True})
    await room.env.settle()
    await actor.slash(room.channel, "move", turn="place palenque; end")
    room.bot.dispatch("resumed")
    await room.env.settle()
    table = await room.bot.tables.table(1)
    assert (table.status, table.gone_at) == ("playing", None)
    assert sum("→ Palenque" in one for one in texts(room)) == 1 and await nothing_left(room)
    assert room.env.errors == []


async def test_the_gateway_is_lost_and_all_servers_are_to_be_learned_anew(room: Room) -> None:
    """Without a resume the bot knows no server until Discord has told of each again: play goes on
    meanwhile, and no channel is taken for gone."""
    await begin(room)
    known = dict(room.bot._connection._guilds)
    room.bot._connection._guilds.clear()
    for gear in ("palenque", "tikal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        done = answer(await actor.slash(room.channel, "move", turn=f"place {gear}; end"))
        assert "Turn confirmed" in words(done)
    gone: Any = room.bot.get_cog("Gone")
    await gone.look()
    assert "round 2" in texts(room)[-1] and await nothing_left(room)
    assert (await room.bot.tables.table(1)).gone_at is None
    room.bot._connection._guilds.update(known)
    assert room.env.errors == []


# --- the database ---------------------------------------------------------------------------------


class Database:
    """The bot's database, which can fail."""

    def __init__(self, room: Room) -> None:
        self.file = room.bot.store.file
        self.full_at: int | None = None
        """How many statements can still write, or commit, before the disk is full."""
        self.pragmas = ["busy_timeout = 50"]
        self.listeners = (("before_cursor_execute", self._write), ("commit", self._fill))
        for name, heard in self.listeners:
            event.listen(Engine, name, heard)

    def _write(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if isinstance(cursor, sqlite3.Cursor):
            for pragma in self.pragmas:
                cursor.connection.execute(f"PRAGMA {pragma}")
        if statement.split(" ")[0] in ("INSERT", "UPDATE", "DELETE"):
            self._fill(connection)

    def _fill(self, connection: Any) -> None:
        if self.full_at is None:
            return
        self.full_at -= 1
        if self.full_at < 0:
            raise sqlite3.OperationalError("database or disk is full")

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Nothing can be written."""
        self.pragmas.append("query_only = ON")
        yield
        self.pragmas[-1] = "query_only = OFF"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Another program writes, for longer than the bot waits."""
        assert self.file is not None
        with closing(sqlite3.connect(self.file, isolation_level=None)) as another:
            another.execute("BEGIN IMMEDIATE")
            yield
            another.execute("ROLLBACK")


@pytest.fixture
def database(room: Room) -> Iterator[Database]:
    """The database."""
    database = Database(room)
    yield database
    for name, heard in database.listeners:
        event.remove(Engine, name, heard)


SORRY = "Something went wrong on my side. Your game is safe: everything you confirmed is saved."


async def try_to_move(room: Room, actor: simcord.MemberActor) -> str:
    """What somebody reads who takes a turn; nothing of it may count where it is no success."""
    version, before = (await room.bot.tables.table(1)).version, texts(room)
    said = words(answer(await actor.slash(room.channel, "move", turn="place palenque; end")))
    if "Turn confirmed" not in said:
        assert SORRY in said and "database" not in said
        assert room.env.errors, "SimCord has seen it pass"
        assert (await room.bot.tables.table(1)).version == version and texts(room) == before
    return said


async def told_once(room: Room) -> bool:
    """Whether the channel knows the turn, and that is noted."""
    once = sum("→ Palenque" in one for one in texts(room)) == 1
    return once and await nothing_left(room)


async def test_the_disk_is_full(room: Room, database: Database, logged: list[Any]) -> None:
    """At whichever statement: nothing of a turn counts, or all of it, and it is told. What the bot
    does by itself is tried again and again, but not at once: a full log does not help."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    refusals = 0
    for statements in range(20):
        database.full_at = statements
        if "Turn confirmed" in await try_to_move(room, actor):
            break
        refusals += 1
    assert refusals >= 3
    logged.clear()
    await room.env.advance_time(100)
    assert 1 <= sum("clocks" in one.get("what", "") for one in logged) <= 5
    database.full_at = None
    await room.env.advance_time(61)
    assert await told_once(room)
    assert (await room.bot.tables.table(1)).version == 4
    assert room.env.errors, "SimCord has seen them pass"


@pytest.mark.parametrize("how", ["read_only", "locked"])
async def test_nothing_can_be_written(room: Room, database: Database, how: str) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    with getattr(database, how)():
        await try_to_move(room, actor)
        shown = answer(await actor.slash(room.channel, "tzolkin status"))
        assert "To move" in words(shown), "it can be looked at"
    assert "Turn confirmed" in await try_to_move(room, actor)
    assert await told_once(room)


async def test_another_program_locks_the_database_after_a_turn(
    room: Room, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than the bot waits: it is told, and noted a minute after the lock is gone."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    through = turn.answer_and_carry_on
    lock = database.locked()

    async def lock_first(*args: Any, **named: Any) -> None:
        lock.__enter__()
        await through(*args, **named)

    with monkeypatch.context() as locking:
        locking.setattr(turn, "answer_and_carry_on", lock_first)
        assert "Turn confirmed" in await try_to_move(room, actor)
    assert not await nothing_left(room)
    await room.env.advance_time(12)
    lock.__exit__(None, None, None)
    await room.env.advance_time(61)
    assert await told_once(room)
    assert pinged(room.channel) != [actor.id]


TOKEN = "aW50ZXJhY3Rpb246-a-token-that-is-secret"


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """A stand-in for Discord's API that refuses all; the paths it was asked for."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        headers = {"Content-Type": "application/json"}
        return web.Response(
            status=404, body=b'{"code": 10062, "message": "Unknown interaction"}', headers=headers
        )

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10")
    yield asked
    await runner.cleanup()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is written with the log set up as for DEBUG; afterwards all is as it was."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers, root.level
    monkeypatch.setattr("sys.stderr", stream)
    set_up_logging(Settings(_env_file=None, log_level="DEBUG"))
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_tokens_of_interactions(api: list[str], written: io.StringIO) -> None:
    """Neither where the answer to one is sent, nor where it is edited."""
    logging.getLogger("discord.client").debug("DEBUG lines are written")
    adapter = AsyncWebhookAdapter()
    params = interaction_response_params(type=4, data={"content": "a secret choice"})
    async with aiohttp.ClientSession() as session:
        with pytest.raises(discord.NotFound) as refused:
            await adapter.create_interaction_response(7, TOKEN, session=session, params=params)
        with pytest.raises(discord.NotFound):
            await adapter.get_original_interaction_response(9, TOKEN, session=session)
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.NotFound):
            await client.login("the.token.of-the-bot")
        with pytest.raises(discord.NotFound):
            await client.http.request(Route("GET", f"/webhooks/9/{TOKEN}/messages/@original"))
    logging.getLogger("bot").error("it failed", exc_info=refused.value)
    assert any(TOKEN in path for path in api), "it was sent"
    text = written.getvalue()
    assert "DEBUG lines are written" in text
    assert "Unknown interaction" in text
    assert TOKEN not in text
    assert "a secret choice" not in text
    assert "of-the-bot" not in text


def failed(code: int) -> logging.LogRecord:
    """What discord.py writes when a suggestion could not be given."""
    answered: Any = SimpleNamespace(status=404, reason="Not Found")
    error = discord.NotFound(answered, {"code": code, "message": "Unknown"})
    where = ("discord.app_commands.tree", logging.ERROR, "tree.py", 1)
    return logging.LogRecord(*where, "Ignoring %r", ("move",), (type(error), error, None))


@pytest.mark.parametrize("code", [10062, 40060])
def test_a_late_suggestion_is_one_line(code: int) -> None:
    record = failed(code)
    assert without_late(record)
    assert (record.levelname, record.exc_info) == ("INFO", None)
    assert record.getMessage() == "suggestion came too late"


def test_other_failures_are_errors() -> None:
    record = failed(50013)
    assert without_late(record) and record.levelname == "ERROR" and record.exc_info is not None


def broken(where: str, error: BaseException) -> logging.LogRecord:
    """What discord.py writes in this function of its own when it failed so."""
    record = logging.LogRecord(
        "discord.client", logging.ERROR, "client.py", 1, "Attempting a reconnect in %.2fs", (1.5,),
        (type(error), error, None), where,
    )  # fmt: skip
    assert without_where(record)
    return record


def test_a_broken_connection_is_one_line() -> None:
    record = broken("connect", ConnectionResetError("Cannot write to closing transport"))
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    said = "Attempting a reconnect in 1.50s: Cannot write to closing transport"
    assert record.getMessage() == said


def test_where_our_own_handlers_fail_is_told() -> None:
    assert broken("on_error", TimeoutError()).exc_info is not None
    assert broken("connect", KeyError("seat")).exc_info is not None
