"""The stand-in in a thread of its own, and the real program as a process that speaks to it."""

import asyncio
import os
import re
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.standin.discord_standin import TOKEN, Discord
from tests.standin.program import AHEAD, PATIENCE


@contextmanager
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Discord]:
    """Discord is the stand-in for all of this process; faults are switched on before it is asked
    for anything."""
    discord, loop, ready = Discord(), asyncio.new_event_loop(), threading.Event()
    over = asyncio.Event()

    async def serve() -> None:
        async with discord:
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}/api/v10")
        gateway = yarl.URL(f"ws://127.0.0.1:{discord.port}/gateway-socket")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield discord
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


# --- The real program as a process that speaks to the stand-in ------------------------------------

ROOT = Path(__file__).parents[2]
LONGEST_START = 120.0
"""Seconds for the start on a machine where much else runs."""


@dataclass
class Program:
    """A running program."""

    process: Process
    pid: int
    """The process of the bot itself, which another one may have started."""
    own_pid: int
    """The same as it is for the bot, which may be in a namespace of its own."""

    def signal(self, number: int) -> None:
        """Send a signal to the bot."""
        os.kill(self.pid, number)

    async def ended(self, within: float = LONGEST_START) -> tuple[int, str, str]:
        """Wait for its end: the exit code, and all that was written to stdout and stderr."""
        async with asyncio.timeout(within):
            out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def running(
    discord: Discord, folder: Path, *verb: str,
    settings: Mapping[str, str] | None = None, token: str = TOKEN, before: Sequence[str] = (),
    patience: float | None = None, module: str = "tests.standin.program", log: Path | None = None,
    ahead: bool = False,
) -> AsyncIterator[Program]:  # fmt: skip
    """The program in a working folder, `run` unless another verb is named; it is killed at the end.
        `before` is what stands before it on the command line, such as `unshare`; `module` is run in
        place of the usual one. What is logged goes to the end of the file `log`, if there is one: a
    program that runs long would else wait for somebody to read it. `ahead` says whether it draws
    ahead from its start, as it does in the program."""
    environment = {
        **{
            name: said for name, said in os.environ.items()
            if not name.startswith("TZOLKIN_") and not name.lower().endswith("_proxy")
        },
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "DISCORD_TOKEN": token, "TZOLKIN_EMOJIS": "false", "TZOLKIN_COMPUTER_PROCESSES": "0",
        "TZOLKIN_LOG_FORMAT": "json", **(settings or {}),
    }  # fmt: skip
    if patience is not None:
        environment[PATIENCE] = str(patience)
    if ahead:
        environment[AHEAD] = "1"
    program = (sys.executable, "-m", module, str(discord.port), *(verb or ["run"]))
    with nullcontext(PIPE) if log is None else log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *before, *program, cwd=folder, env=environment, stdout=PIPE, stderr=errors
        )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(LONGEST_START):
            said = (await process.stdout.readline()).decode()
        own = re.fullmatch(r"process (\d+)\n", said)
        assert own, said + (await process.communicate())[1].decode()
        pid = process.pid if int(own[1]) == process.pid else _child_of(process.pid)
        yield Program(process, pid, int(own[1]))
    finally:
        if process.returncode is None:
            with suppress(OSError, IndexError):  # the one that `before` has begun
                os.kill(_child_of(process.pid), signal.SIGKILL)
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _child_of(pid: int) -> int:
    """The only child of a process."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return int(children[0])
