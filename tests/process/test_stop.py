"""Asked to stop by a signal, the program finishes what is in hand, also the work of its threads."""

import ast
import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.process.work import AT_ONCE, asks, in_thread, in_thread_of_files, is_busy
from bot.settings import Settings
from bot.store import Store
from cogs.client import TzolkinBot
from tests.processes import runs
from tests.standin.discord_standin import Discord
from tests.standin.running import ROOT, Program, running

# --- Asked to stop --------------------------------------------------------------------------------
# Asked to stop by a signal, the program takes nothing new, finishes what is in hand, and ends with
# exit code 0.

OWN_PROCESSES = ("unshare", "--pid", "--fork", "--mount-proc")
RESTARTED = "I am restarting"
GIVEN_UP = "did not end in time"
FILLER = 50_000_000
"""Bytes, so that copying them takes a while."""


def refused_by_kernel(command: Sequence[str]) -> str | None:
    """Why a command with namespaces cannot be used here; None if it can."""
    if shutil.which(command[0]) is None:
        return f"{command[0]} is not installed"
    tried = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    return tried.stderr.strip() or "refused" if tried.returncode else None


def events(log: str) -> list[str]:
    """What the lines of the log are about."""
    return [json.loads(line)["event"] for line in log.splitlines()]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


async def readiness(port: str) -> str:
    """What the program says when it is asked whether it is ready."""
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/readyz") as told:
        return await told.text()


async def refused_as_stopping(discord: Discord) -> None:
    """Use commands until one is refused, since a signal comes when it comes."""
    async with asyncio.timeout(60):
        while True:
            answer = await discord.answer(await discord.command("about"))
            if RESTARTED in json.dumps(answer):
                return


async def connected(discord: Discord) -> None:
    async with asyncio.timeout(120):
        await discord.connected.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda one: one.name)
async def test_what_is_in_hand_is_finished_and_nothing_new_begun(
    number: signal.Signals, tmp_path: Path
) -> None:
    settings = {"TZOLKIN_MONITORING_PORT": str(free_port())}
    async with Discord() as discord, running(discord, tmp_path, settings=settings) as program:
        await connected(discord)
        held = discord.fault("/held/callback", None)
        await discord.command("about", token="held")
        await held.seen.wait()
        program.signal(number)
        await refused_as_stopping(discord)
        assert "being stopped" in await readiness(settings["TZOLKIN_MONITORING_PORT"])
        assert not discord.gone.is_set()
        assert not discord.asked("/held/callback")
        held.over.set()
        code, out, log = await program.ended()
        assert "Tzolk'in on Discord" in json.dumps(await discord.answer("held"))
        assert discord.gone.is_set()
    assert code == 0
    assert events(log)[-2:] == ["finishing", "stopped"]
    assert out.count("Invite me with: ") == 1
    assert "oauth2" not in log
    assert not (tmp_path / "tzolkin.sqlite3-wal").exists(), "the database is closed"


async def test_what_hangs_is_given_up(tmp_path: Path) -> None:
    """A person's answer that Discord never takes, and a gateway that says no goodbye."""
    async with Discord() as discord:
        discord.says_goodbye = False
        held = discord.fault("/held/callback", None)
        async with running(discord, tmp_path) as program:
            await connected(discord)
            await discord.command("about", token="held")
            await held.seen.wait()
            program.signal(signal.SIGTERM)
            code, _, log = await program.ended()
    assert code == 0
    assert events(log)[-3:] == ["finishing", "not finished", "stopped"]
    assert GIVEN_UP not in log


async def test_goodbye_of_discord_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("discord.AutoShardedClient.close", never)
    monkeypatch.setattr("cogs.client.GOODBYE_SECONDS", 0.01)
    bot = TzolkinBot(Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}"))
    await bot._async_setup_hook()  # as `async with` begins
    with capture_logs() as logged:
        await bot.close()
    assert [line["event"] for line in logged] == ["Discord does not say goodbye"]


async def test_database_that_somebody_else_keeps_locked(tmp_path: Path) -> None:
    """The worst there is: a statement that cannot be called back waits for ten seconds."""
    async with Discord() as discord, running(discord, tmp_path) as program:
        await connected(discord)
        await discord.answer(await discord.command("about"))
        other = sqlite3.connect(tmp_path / "tzolkin.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            option = {"name": "new", "type": 1, "options": []}
            await discord.command("tzolkin", options=[option])
            await refused_after_signal(discord, program)
            code, _, log = await program.ended()
        finally:
            other.close()
    assert code == 0
    assert log.rstrip().endswith("confirmed turns are stored.")


async def refused_after_signal(discord: Discord, program: Program) -> None:
    program.signal(signal.SIGTERM)
    await refused_as_stopping(discord)


async def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    async with Discord() as discord, running(discord, tmp_path) as program:
        await connected(discord)
        held = discord.fault("/held/callback", None)
        await discord.command("about", token="held")
        await held.seen.wait()
        await refused_after_signal(discord, program)
        program.signal(signal.SIGTERM)
        code, _, log = await program.ended()
    assert code == 0
    assert "finishing" in log
    assert "not finished" not in log and "stopped" not in log


async def test_computers_end_with_it(tmp_path: Path) -> None:
    """A service manager sends the signal to all processes of the service."""
    settings = {"TZOLKIN_COMPUTER_PROCESSES": "1"}
    async with (
        Discord() as discord,
        running(discord, tmp_path, settings=settings, ahead=True) as program,
    ):
        await connected(discord)
        beside = children(program.pid)
        assert len(beside) == 2, "one thinks, one draws"
        for pid in (*beside, program.pid):
            os.kill(pid, signal.SIGTERM)
        code, _, log = await program.ended()
    assert code == 0
    assert events(log)[-1] == "stopped"
    assert not any(map(runs, beside))


async def test_a_backup_that_is_being_made_is_none(tmp_path: Path) -> None:
    """Its process is ended, nothing of its copy stays, and the next start makes one."""
    copies = tmp_path / "copies"
    settings = {"TZOLKIN_BACKUP_HOURS": "1", "TZOLKIN_BACKUP_FOLDER": str(copies)}
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tzolkin.sqlite3'}")
    await store.open()
    await store.close()
    with closing(sqlite3.connect(tmp_path / "tzolkin.sqlite3")) as database, database:
        database.execute(f"CREATE TABLE filler AS SELECT zeroblob({FILLER}) AS much")
    async with Discord() as discord, running(discord, tmp_path, settings=settings) as program:
        await connected(discord)
        copying = await asyncio.to_thread(stopped_while_it_copies, program, copies)
        for pid in (copying, program.pid):  # a service manager sends it to both
            os.kill(pid, signal.SIGTERM)
        code, _, log = await program.ended()
    assert code == 0
    assert events(log)[-2:] == ["finishing", "stopped"]
    assert "no backup" not in log
    assert not runs(copying)
    assert found(copies) == []
    assert not (tmp_path / "tzolkin.sqlite3-wal").exists(), "it was nobody else's any more"
    async with Discord() as discord, running(discord, tmp_path, settings=settings) as program:
        await connected(discord)
        await asyncio.to_thread(wait_until, lambda: found(copies, "*.sqlite3"))
        program.signal(signal.SIGTERM)
        code, _, log = await program.ended()
    assert (code, events(log)[-1]) == (0, "stopped")
    [made] = found(copies)
    assert made.stat().st_size > FILLER


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
async def test_git_ignores_what_a_run_leaves(tmp_path: Path) -> None:
    """While it runs in its checkout, and after a kill."""

    def git(*words: str) -> list[str]:
        told = subprocess.run(["git", *words], cwd=tmp_path, stdout=subprocess.PIPE, check=True)
        return told.stdout.decode().splitlines()

    def status() -> list[str]:
        return git("status", "--porcelain", "--untracked-files=all")

    git("init", "--quiet")
    shutil.copy(ROOT / ".gitignore", tmp_path)
    settings = {"TZOLKIN_BACKUP_HOURS": "1"}
    async with Discord() as discord, running(discord, tmp_path, settings=settings) as program:
        await connected(discord)
        await asyncio.to_thread(wait_until, lambda: found(tmp_path / "backups", "*.sqlite3"))
        assert found(tmp_path, "*-running") and found(tmp_path, "*-wal")
        assert status() == ["?? .gitignore"]
        program.signal(signal.SIGKILL)
        await program.ended()
    assert found(tmp_path, "*-wal")
    assert status() == ["?? .gitignore"]


def stopped_while_it_copies(program: Program, folder: Path) -> int:
    """The process that makes a backup, which does not go on in the middle of it."""

    def copies_on() -> bool:
        os.kill(copying, signal.SIGCONT)
        time.sleep(0.005)
        os.kill(copying, signal.SIGSTOP)
        return bool(found(folder, "*.part"))

    wait_until(lambda: children(program.pid))
    [copying] = children(program.pid)
    wait_until(copies_on)
    assert found(folder, "*.sqlite3") == []
    return copying


def wait_until(is_so: Callable[[], object]) -> None:
    """Raises TimeoutError where that never becomes so."""
    last = time.monotonic() + 120
    while not is_so():
        if time.monotonic() > last:
            raise TimeoutError
        time.sleep(0.005)


def found(folder: Path, pattern: str = "*") -> list[Path]:
    """The files so named."""
    return [*folder.glob(pattern)]


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(one) for one in told.split()]


@pytest.mark.parametrize(
    ("lacking", "ahead"), [("login", False), ("commands", True), ("ready", False)]
)
async def test_while_it_starts(lacking: str, ahead: bool, tmp_path: Path) -> None:
    async with Discord() as discord:
        pattern = {"login": "GET /users/@me$", "commands": "PUT .*/commands$"}.get(lacking)
        silent = discord.fault(pattern or "never", None)
        discord.says_ready = lacking != "ready"
        async with running(discord, tmp_path, ahead=ahead) as program:
            waiting = discord.identified if pattern is None else silent.seen
            async with asyncio.timeout(120):
                await waiting.wait()
            program.signal(signal.SIGTERM)
            code, _, log = await program.ended()
    assert code == 0
    assert "Traceback" not in log and "rror" not in log
    assert events(log)[-1] == "stopped"


async def test_as_process_1(tmp_path: Path) -> None:
    """There the system does nothing by itself for a signal that is not heard."""
    reason = refused_by_kernel(OWN_PROCESSES)
    if reason is not None:
        pytest.skip(f"no namespace for processes: {reason}")
    async with Discord() as discord:
        async with running(discord, tmp_path, before=OWN_PROCESSES) as program:
            assert program.own_pid == 1
            await connected(discord)
            await discord.answer(await discord.command("about"))
            program.signal(signal.SIGTERM)
            code, _, log = await program.ended()
        assert discord.gone.is_set()
    assert code == 0
    assert events(log)[-1] == "stopped"


BLOCKED = """
import asyncio, time
from bot.process import work as stopping
stopping.LONGEST = 0.5
signals = stopping.StopSignals()

async def work():
    print("ready", flush=True)
    while True:
        time.sleep(0.01)

with signals.heard():
    asyncio.run(signals.until_asked(work()))
"""
BUSY = """
import asyncio, time
from bot.process.work import StopSignals, ended
from bot.process.work import in_thread

def reads():
    until = time.monotonic() + 600
    while time.monotonic() < until:
        pass

async def work():
    reading = [asyncio.create_task(in_thread(reads)) for _ in range(8)]
    await asyncio.sleep(0.2)
    print("ready", flush=True)
    await asyncio.gather(*reading)

signals = StopSignals()
with signals.heard():
    asyncio.run(signals.until_asked(work()))
    ended(3)
"""
"""Work in a thread that never ends: the program gives back its own exit code, so it was neither
waited for nor given up."""
BEFORE_THE_LOOP = """
import time
from bot.process import work as stopping
with stopping.StopSignals().heard():
    print("ready", flush=True)
    while True:
        time.sleep(0.01)
"""


@pytest.mark.parametrize(
    ("program", "said", "code"),
    [(BLOCKED, GIVEN_UP, 0), (BEFORE_THE_LOOP, "", 0), (BUSY, "", 3)],
    ids=["event loop that hangs", "not begun yet", "work for somebody"],
)
def test_signal_beside_what_does_not_end(program: str, said: str, code: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.terminate()
        _, error = process.communicate(timeout=120)
    assert process.returncode == code
    assert said in error and bool(said) == bool(error)


# --- Work that somebody asked for, in threads of its own ------------------------------------------

ANA, BOB, CLEO = 1, 2, 3
MAY = ("bot/store", "bot/hosting", "cogs/backups.py")
"""Who works for the database and for backups, and so uses Python's own threads."""


@pytest.fixture
def over() -> Iterator[threading.Event]:
    """Until it is set, work hangs."""
    event = threading.Event()
    yield event
    event.set()


async def asked_by(person: int, work: object) -> object:
    asks.set(person)
    return await in_thread(work)  # type: ignore[arg-type]


async def test_much_work_of_one_person_keeps_nobody_else_waiting(over: threading.Event) -> None:
    """Eight works of one person that hang, and the work of another; what hangs is not the
    database's, nor Python's own threads."""
    begun: list[int] = []

    def hangs() -> None:
        begun.append(1)
        over.wait()

    hers = [asyncio.create_task(asked_by(ANA, hangs)) for _ in range(8)]
    assert await asyncio.create_task(asked_by(BOB, lambda: "his board")) == "his board"
    assert await asyncio.to_thread(lambda: "a backup") == "a backup"
    assert len(begun) == 1 < AT_ONCE and is_busy()
    over.set()
    await asyncio.gather(*hers)
    assert len(begun) == 8 and not is_busy()


async def test_files_keep_nobody_waiting_who_sends_none(over: threading.Event) -> None:
    """Two people with four files each, which hang; a third person's work goes on."""
    begun: list[int] = []

    def hangs(person: int) -> None:
        begun.append(person)
        over.wait()

    async def send(person: int) -> None:
        asks.set(person)
        await in_thread_of_files(hangs, person)

    sent = [asyncio.create_task(send(person)) for person in (ANA, BOB) for _ in range(4)]
    third = [asyncio.create_task(asked_by(CLEO + n, lambda: "a board")) for n in range(AT_ONCE)]
    assert await asyncio.gather(*third) == ["a board"] * AT_ONCE
    assert len(begun) == 1, "one file at a time"
    over.set()
    await asyncio.gather(*sent)
    assert sorted(begun) == [ANA] * 4 + [BOB] * 4


async def test_what_it_raises_and_whoever_gives_up_waiting(over: threading.Event) -> None:
    with pytest.raises(ZeroDivisionError):
        await asked_by(ANA, lambda: 1 // 0)
    waits = [asyncio.create_task(asked_by(ANA, over.wait)) for _ in range(2)]
    await asyncio.sleep(0)
    waits[-1].cancel()
    await asyncio.wait(waits[-1:])
    over.set()
    await asyncio.gather(*waits[:-1])
    assert await asked_by(ANA, lambda: "next") == "next"


def test_nobody_else_takes_the_threads_of_the_database() -> None:
    """Work for people goes through `in_thread`; the list of exceptions is short."""
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        name, text = str(path.relative_to(ROOT)), path.read_text()
        if "to_thread" not in text and "run_in_executor" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            takes = node.func.attr == "to_thread" or (
                node.func.attr == "run_in_executor"
                and isinstance(node.args[0], ast.Constant)
                and node.args[0].value is None
            )
            if takes and not name.startswith(MAY):
                found.append(f"{name}:{node.lineno}")
    assert not found
