"""A backup while the bot runs, made in a process of its own and of lower priority: it waits for the
disk and plays games again, and nobody's press shall wait for that."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot import FOLDER
from bot.hosting.archives import address
from bot.hosting.backups import Backup, back_up, backups_in, made_at, remove_unfinished
from bot.process.loop import program
from bot.store.database import StoreError, sqlite_file

_PROGRAM = program("bot.hosting.scheduled", "serve")
_NICER = 10
"""By how much the process gives way to the bot."""


def is_due(url: str, folder: Path, every: timedelta, now: datetime) -> bool:
    """Whether the last backup in the folder is so old that there should be another one. A restart
    of the bot changes nothing about that."""
    made = backups_in(url, folder)
    return not made or now - made_at(made[-1]) >= every


async def back_up_beside(url: str, folder: Path, *, kept: int) -> Backup:
    """As `back_up`. Where this is cancelled the process is ended, and nothing of its copy stays."""
    moment = datetime.now(UTC)
    asked = {
        "url": _wherever(url), "folder": await asyncio.to_thread(os.path.abspath, folder),
        "kept": kept, "moment": moment.isoformat(),
    }  # fmt: skip
    try:
        process = await asyncio.create_subprocess_exec(
            *_PROGRAM, stdin=PIPE, stdout=PIPE, cwd=FOLDER, start_new_session=True
        )
    except OSError as error:
        raise StoreError(f"No process can be started: {error.strerror}.") from error
    try:
        # The address goes in by the pipe: it may have a password, and command lines can be read.
        said, _ = await process.communicate(json.dumps(asked).encode())
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)  # with a pg_dump it may have started
                else:  # Windows
                    process.kill()
            await process.wait()
        if process.returncode:
            await asyncio.to_thread(remove_unfinished, url, folder, moment)
    try:
        told = json.loads(said)
    except ValueError:
        raise StoreError(f"Its process has ended with exit code {process.returncode}.") from None
    if "error" in told:
        raise StoreError(told["error"])
    return Backup(Path(told["file"]), told["games"], tuple(map(Path, told["removed"])))


def serve() -> None:
    """What the process does: it reads what is asked, and writes what came of it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is for the bot, which ends us
    if hasattr(os, "nice"):
        os.nice(_NICER)
    asked = json.loads(sys.stdin.buffer.read())
    folder, moment = Path(asked["folder"]), datetime.fromisoformat(asked["moment"])
    try:
        made = back_up(asked["url"], folder, kept=asked["kept"], now=moment)
        told = {
            "file": str(made.file),
            "games": made.games,
            "removed": [str(one) for one in made.removed],
        }
    except StoreError as error:
        told = {"error": str(error)}
    print(json.dumps(told))


def _wherever(url: str) -> str:
    """The same address for a process with another working folder."""
    file = sqlite_file(url)
    return url if file is None else address(file)
