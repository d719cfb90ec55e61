"""A backup while the bot runs, made in another process of lower priority: it waits for the disk and
plays games again, and no press shall wait for that."""

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
"""The process's niceness, by which it gives way to the bot."""


def is_due(url: str, folder: Path, every: timedelta, now: datetime) -> bool:
    """Whether the last backup in the folder is so old that another one is due. A restart of the bot
    does not change that."""
    made = backups_in(url, folder)
    return not made or now - made_at(made[-1]) >= every


async def back_up_beside(url: str, folder: Path, *, kept: int) -> Backup:
    """Make a backup in another process. Cancelling ends the process and removes its copy."""
    moment, file = datetime.now(UTC), sqlite_file(url)
    asked = {  # with absolute paths, as the process runs in another folder
        "url": url if file is None else address(file),
        "folder": await asyncio.to_thread(os.path.abspath, folder),
        "kept": kept, "moment": moment.isoformat(),
    }  # fmt: skip
    try:
        process = await asyncio.create_subprocess_exec(
            *_PROGRAM, stdin=PIPE, stdout=PIPE, cwd=FOLDER, start_new_session=True
        )
    except OSError as error:
        raise StoreError(f"No process can be started: {error.strerror}.") from error
    try:
        # The address goes in by the pipe: it may hold a password, and command lines can be read.
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
    """Run the process: read the request, make the backup, write the result."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the bot gets it, and ends this process
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
