"""The program is stopped between storing a turn and telling it, and the channel hears of it
later; while it is being stopped nobody can begin anything; and backups, which stopping does not
wait for."""

import asyncio
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import MemberActor
from sqlalchemy import text
from structlog.testing import capture_logs

from bot import FOLDER
from bot.hosting import scheduled
from bot.hosting.backups import back_up, backups_in
from bot.model.table import Posted
from bot.process.work import InHand
from bot.refusal import Refusal
from bot.settings import Settings
from bot.store import tables as stored
from bot.tables import Person
from bot.tables.settings import ServerSettings
from cogs.backups import Backups
from cogs.telling.carry_on import CarryOn, carry_on
from cogs.telling.dispatcher import once, telling
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    choose_tiles,
    eager,
    labels,
    new_game,
    open_panel,
    pictured,
    pinged,
    play_turn,
    posted_after,
    press,
    public,
    with_id,
    words,
)
from tests.cogs.moderators_page import propose
from tests.processes import runs
from tests.store.databases import only_sqlite
from tests.tables.acts import (
    abandon,
    choose,
    confirm,
    count_entries,
    needing_computers,
    start,
    turn_of,
)


async def begin(room: Room, computers: int = 0) -> None:
    """Two people, or one and computers, with their tiles chosen."""
    people = room.people[: 1 if computers else 2]
    await new_game(room.channel, people, computers=computers)
    for person in people:
        await choose_tiles(person, room.channel)


async def confirmed_but_not_told(room: Room, action: str = "place palenque") -> None:
    """What is left when the process is killed right after the commit of a turn."""
    tables = room.bot.tables
    table = await tables.table(1)
    seat = (await tables.game(1)).pending[0].seat
    user = table.seats[seat].user_id
    assert user is not None
    await choose(tables, 1, user, action)
    await confirm(tables, 1, user)


def texts(room: Room) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in public(room.channel)]


def with_nonce(room: Room) -> list[dict[str, Any]]:
    """The messages sent to the channel, which Discord would drop if they came again."""
    sent = [r.json for r in room.env.http_requests if r.path.endswith("/messages")]
    return [body for body in sent if body.get("nonce")]


async def told(room: Room) -> bool:
    """Whether the channel knows everything."""
    return await room.bot.tables.not_announced() == []


async def test_a_turn_is_told_after_the_restart(room: Room) -> None:
    await begin(room)
    first = pinged(room.channel)[0]
    before = list(public(room.channel))
    await confirmed_but_not_told(room)
    assert not await told(room)
    await room.restart()
    assert await told(room)
    assert len(posted_after(room.channel, before)) == 1
    assert "→ Palenque" in texts(room)[-1]
    [second] = pinged(room.channel)
    assert second != first
    await play_turn(with_id(room.people, second), room.channel, eager(random.Random(1)))
    messages = len(texts(room))
    await room.restart()
    assert len(texts(room)) == messages, "everything is told once"


async def test_a_new_round_is_told_with_its_board(room: Room) -> None:
    await begin(room)
    await confirmed_but_not_told(room)
    await confirmed_but_not_told(room, "place tikal")
    await room.restart()
    board = list(public(room.channel))[-1]
    assert "round 2" in words(board)
    assert "→ Palenque" in words(board) and "→ Tikal" in words(board)
    assert len(board.attachments) == 1  # the gears; the city is behind Board
    assert "your turn in round" in words(board)
    assert (await room.bot.tables.table(1)).posted.board == board.id


@pytest.mark.parametrize("known", [True, False], ids=["noted", "of a version that did not"])
async def test_what_a_board_tells_is_not_told_again(room: Room, known: bool) -> None:
    """A board tells also what came after the turn that began its round; the next message, after one
    more restart, does not."""
    await begin(room)
    for gear in ("palenque", "tikal", "uxmal"):
        await confirmed_but_not_told(room, f"place {gear}")
    await room.restart()
    board = list(public(room.channel))[-1]
    assert "round 2" in words(board) and "→ Uxmal" in words(board)
    table = await room.bot.tables.table(1)
    assert table.posted.on_board == table.version
    if not known:
        async with room.bot.store.writing() as connection:
            await connection.execute(text("UPDATE tables SET posted_on_board = NULL"))
    await room.restart()
    before = list(public(room.channel))
    await confirmed_but_not_told(room, "place yaxchilan")
    await room.restart()
    [said] = posted_after(room.channel, before)
    assert "→ Yaxchilan" in said and "→ Tikal" not in said
    assert ("→ Uxmal" in said) is not known


async def test_the_start_is_told(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None
    await start(room.bot.tables, 1, _person(ana))
    await room.restart()
    assert await told(room)
    assert sorted(pinged(room.channel)) == sorted([ana.id, bob.id])
    assert "A new game" in texts(room)[-1]
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    seen = [pictured(message) for message in public(room.channel)]
    assert ["Everybody has chosen" in one for one in seen] == [False] * (len(seen) - 1) + [True]


async def test_the_end_is_told_with_the_final_points(room: Room) -> None:
    await begin(room)
    chance = random.Random(5)
    tables = room.bot.tables
    while not (game := await tables.game(1)).finished:
        seat = game.pending[0].seat
        user = (await tables.table(1)).seats[seat].user_id
        assert user is not None
        turn = await turn_of(tables, 1, user)
        while not turn.can_confirm:
            turn = await choose(tables, 1, user, chance.choice(turn.legal))
        await confirm(tables, 1, user)
    await room.restart()
    assert await told(room)
    last = texts(room)[-1]
    assert "The game is over" in last
    assert "wins!" in last or "share the win!" in last
    await room.restart()
    assert texts(room)[-1] == last
    assert sum("The game is over" in text for text in texts(room)) == 1


async def test_computers_play_on_and_all_is_told(room: Room) -> None:
    await begin(room, computers=1)
    before = list(public(room.channel))
    await confirmed_but_not_told(room)
    await room.restart()
    assert await told(room)
    assert await needing_computers(room.bot.tables) == []
    assert pinged(room.channel) == [room.people[0].id]
    said = "".join(posted_after(room.channel, before))
    assert said.count(f"**{room.people[0].name}** → Palenque") == 1


async def killed_before_noting(room: Room) -> tuple[MemberActor, list[dict[str, Any]]]:
    """Somebody has placed on Tikal, the program was killed when that was posted and not noted, and
    has started again; who it was, and what was posted before the start."""
    await begin(room)
    version = (await room.bot.tables.table(1)).version
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place tikal")
    await actor.click(panel, label="Confirm")
    sent = with_nonce(room)
    async with room.bot.store.writing() as connection:
        await connection.execute(text(f"UPDATE tables SET posted_version = {version}"))
    await room.restart()
    return actor, sent


async def test_a_second_copy_does_no_harm(room: Room) -> None:
    """Killed after the message was sent, but before that was noted: Discord would drop the copy,
    which carries the same nonce; the game goes on in any case."""
    _, sent = await killed_before_noting(room)
    [again] = with_nonce(room)[len(sent) :]
    assert again["nonce"] == sent[-1]["nonce"]
    assert again["enforce_nonce"] and len(again["nonce"]) <= 25
    await play_turn(
        with_id(room.people, pinged(room.channel)[0]), room.channel, eager(random.Random(1))
    )
    assert await told(room)
    assert room.env.errors == []


@pytest.fixture
def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is told of itself when the program starts."""

    async def nothing(_: object) -> None:
        return

    monkeypatch.setattr("cogs.telling.carry_on.sweep", nothing)


async def test_somebody_plays_on_before_the_copy_is_sent(room: Room, no_sweep: None) -> None:
    """Killed as above, and the next one confirms before the sweep at the start: the message that
    was not noted comes again by itself, so that Discord drops it, and then what is new."""
    actor, sent = await killed_before_noting(room)
    before = with_nonce(room)
    other = with_id(room.people, pinged(room.channel)[0])
    assert other is not actor
    panel = await press(other, await open_panel(other, room.channel), "place palenque")
    await other.click(panel, label="Confirm")
    again, new = with_nonce(room)[len(before) :]
    assert again["nonce"] == sent[-1]["nonce"] != new["nonce"]
    assert "→ Tikal" in texts(room)[-1] and "→ Palenque" in texts(room)[-1]
    assert await told(room)
    assert room.env.errors == []


async def test_the_sweep_comes_after_somebody_has_played_on(
    room: Room, no_sweep: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As above, but what is new is in the database alone when all of it is told."""
    _, sent = await killed_before_noting(room)
    before, known = with_nonce(room), (await room.bot.tables.table(1)).version
    await confirmed_but_not_told(room)
    noted: list[int | None] = []
    note_told = stored.note_told

    async def note(connection: Any, table_id: int, posted: Posted, *more: Any) -> None:
        noted.append(posted.version)
        await note_told(connection, table_id, posted, *more)

    monkeypatch.setattr(stored, "note_told", note)
    assert await carry_on(room.bot, 1)
    assert noted == [known, (await room.bot.tables.table(1)).version], "killed between, it is once"
    again, new = with_nonce(room)[len(before) :]
    assert again["nonce"] == sent[-1]["nonce"] != new["nonce"]
    assert await told(room)
    assert room.env.errors == []


async def test_the_start_is_told_once(room: Room, no_sweep: None) -> None:
    """Killed after the first board was sent, before that was noted, and somebody chooses tiles
    before the sweep at the start."""
    await new_game(room.channel, room.people[:2])
    [*_, sent] = with_nonce(room)
    async with room.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET posted_version = NULL"))
    await room.restart()
    before = with_nonce(room)
    await choose_tiles(room.people[0], room.channel)
    assert with_nonce(room)[len(before)]["nonce"] == sent["nonce"]
    assert await told(room)
    assert room.env.errors == []


async def test_what_discord_does_not_take_is_said_with_the_next_turn(room: Room) -> None:
    """Not again after seconds, as it would be refused again."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=50035)
    done = answer(await actor.click(panel, label="Confirm"))
    assert "confirmed" in words(done)
    await room.env.advance_time(600)
    assert not await told(room)
    await other.slash(room.channel, "move", turn="place tikal; end")
    assert await told(room)
    assert sum("→ Palenque" in one for one in texts(room)) == 1


async def test_what_was_not_heard_is_told_at_the_next_interaction(room: Room) -> None:
    """A permission is missing while one turn is confirmed, and there again when somebody looks."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await actor.click(panel, label="Confirm")
    assert not await told(room)
    assert room.bot.channels.closed == {room.channel.id: 1}, "what to look at"
    panel = answer(await other.slash(room.channel, "place", workers="tikal"))
    assert room.bot.channels.closed == {}
    assert "→ Palenque" in texts(room)[-1] and pinged(room.channel) == [other.id]
    assert "Confirm" in labels(panel)
    await other.click(panel, label="Confirm")
    assert "→ Tikal" in "".join(texts(room)[-2:])
    assert sum("→ Palenque" in one for one in texts(room)) == 1
    assert await told(room)


def test_messages_carry_the_number_of_a_note_only_while_it_is_told() -> None:
    with telling("note-7"):
        assert [once(), once()] == [{"nonce": "note-7-1"}, {"nonce": "note-7-2"}]
    assert once() == {}


@pytest.mark.parametrize("status", ["lobby", "abandoned"])
async def test_of_what_is_not_played_only_its_end_is_told(room: Room, status: str) -> None:
    ana = room.people[0]
    await ana.slash(room.channel, "tzolkin new", computers=1)
    if status == "abandoned":
        await start(room.bot.tables, 1, _person(ana))
        await abandon(room.bot.tables, 1, _person(ana))
    before = list(public(room.channel))
    for _ in range(2):
        await room.restart()
    said = posted_after(room.channel, before)
    assert (said == []) if status == "lobby" else ("ended the game" in "".join(said))
    assert len(said) <= 1, "its end is told once"


@pytest.mark.parametrize("restarted", [True, False])
@pytest.mark.parametrize("seated", [True, False])
async def test_who_ended_a_game_at_once_is_told(room: Room, seated: bool, restarted: bool) -> None:
    """By a moderator, who may sit at the table or not."""
    await begin(room)
    moderator = room.people[1] if seated else room.people[3]
    before = list(public(room.channel))
    await abandon(room.bot.tables, 1, _person(moderator), moderator=True)
    assert not await told(room)
    for _ in range(2):
        if restarted:
            await room.restart()
        await room.env.advance_time(70)
        [said] = posted_after(room.channel, before)
        assert f"**{moderator.name}** ended the game" in said
        assert await told(room)


def _person(actor: MemberActor) -> Person:
    return Person(actor.id, actor.name)


async def test_a_database_that_is_not_there_is_one_line(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each sweep says so; where the program stood then tells nothing."""

    async def gone() -> list[int]:
        raise ConnectionRefusedError(111, "Connect call failed")

    monkeypatch.setattr(room.bot.tables, "not_announced", gone)
    cog = room.bot.get_cog("CarryOn")
    assert isinstance(cog, CarryOn)
    await cog.every_minute.coro(cog)
    said = capsys.readouterr().out
    assert "not reached" in said and "Connect call failed" in said and "Traceback" not in said

    async def wrong() -> list[int]:
        raise KeyError("seat")

    monkeypatch.setattr(room.bot.tables, "not_announced", wrong)
    await cog.every_minute.coro(cog)
    assert "Traceback" in capsys.readouterr().out


RESTARTED = "I am restarting, so nothing was done; please try again in a minute."


async def test_a_command(room: Room) -> None:
    await room.bot.in_hand.finish()
    told = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    assert told.ephemeral
    assert words(told) == RESTARTED
    assert not any((await room.bot.tables.counted()).values())


async def test_a_press(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
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
    form = await propose(maya, room.channel, "end", fill=False)
    await room.bot.in_hand.finish()
    told = answer(await maya.submit_modal(form, {"counts": "yes", "reason": "for the test"}))
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


DYING = f"""
import os, sys
sys.path.insert(0, {str(FOLDER)!r})
from pathlib import Path
from bot.hosting import backups, scheduled

def die(part):
    Path(f"{{part}}-journal").touch()
    part.with_name("mine").touch()
    os._exit(9)

backups.must_be_sound = die
scheduled.serve()
"""
"""A process that ends when its copy is written."""


@pytest.fixture
def folder(room: Room, tmp_path: Path) -> Path:
    """Where the backups are that are to be made every day."""
    folder = tmp_path / "kept"
    chosen = {"backup_hours": 24, "backup_folder": str(folder), "backups_kept": 1}
    room.bot.settings = room.bot.settings.model_copy(update=chosen)
    return folder


async def look(room: Room) -> list[Any]:
    """Look whether a backup is due; what the log tells."""
    with capture_logs() as logged:
        await Backups(room.bot).look()
    return [line for line in logged if "backup" in line["event"]]


@only_sqlite
async def test_one_is_made_when_the_last_is_old_enough(room: Room, folder: Path) -> None:
    await new_game(room.channel, room.people[:2])
    url, now = room.bot.settings.database_url, datetime.now(UTC)
    for age, made in ((timedelta(hours=25), 1), (timedelta(hours=23), 0)):
        for old in backups_in(url, folder):
            old.unlink()
        before = (await asyncio.to_thread(back_up, url, folder, kept=1, now=now - age)).file
        logged = await look(room)
        assert len(logged) == made
        assert before.exists() is not bool(made)
        [there] = backups_in(url, folder)
        if made:
            assert logged[0] | {"event": "backup", "file": str(there), "games": 1} == logged[0]
            assert logged[0]["log_level"] == "info"


@only_sqlite
async def test_one_that_failed_is_told_and_tried_again(room: Room, folder: Path) -> None:
    await asyncio.to_thread(folder.touch)  # no folder
    for _ in range(2):
        [line] = await look(room)
        assert (line["event"], line["log_level"]) == ("no backup", "error")
        assert str(folder) in line["reason"]
    await asyncio.to_thread(folder.unlink)
    [line] = await look(room)
    assert line["event"] == "backup"


@only_sqlite
async def test_a_process_that_dies_is_told(
    room: Room, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that the system kills where memory is short: nothing of its copy stays."""
    monkeypatch.setattr(scheduled, "program", lambda *_: (sys.executable, "-c", DYING))
    [line] = await look(room)
    assert line["reason"] == "Its process has ended with exit code 9."
    assert [one.name for one in await asyncio.to_thread(lambda: [*folder.iterdir()])] == ["mine"]


@only_sqlite
async def test_stopping_does_not_wait_for_it(
    room: Room, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = tmp_path / "number"
    slow = f"import os, time; open({str(says)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    monkeypatch.setattr(scheduled, "program", lambda *_: (sys.executable, "-c", slow))
    making = asyncio.create_task(look(room))
    for _ in range(500):
        if says.exists() and says.read_text():
            break
        await asyncio.sleep(0.02)
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert not runs(int(says.read_text()))


@only_sqlite
async def test_none_is_made_unless_it_is_wished(room: Room) -> None:
    assert Settings(_env_file=None).backup_hours == 0
    cog = room.bot.get_cog("Backups")
    assert isinstance(cog, Backups)
    assert not cog.look.is_running()
