"""Backups and web pages while the bot runs. They are made in another process of lower priority,
which waits for the disk, plays games again and draws: no press may wait for that."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot import FOLDER
from bot.hosting.backups import Backup, address, back_up, backups_in, made_at, remove_unfinished
from bot.model.server import Theme
from bot.process import spare_the_collector
from bot.process.beside import program
from bot.settings import SettingsError
from bot.site.folder import noted
from bot.store.database import StoreError, sqlite_file

SITE_EVERY = timedelta(days=7)
_NICER = 10
"""How much the niceness of the process is raised, so that it gives way to the bot."""


def is_due(url: str, folder: Path, every: timedelta, now: datetime) -> bool:
    """Whether another backup is due since the last one in the folder is old enough; restarts of the
    bot do not change that."""
    made = backups_in(url, folder)
    return not made or now - made_at(made[-1]) >= every


async def back_up_beside(url: str, folder: Path, *, kept: int) -> Backup:
    """Make a backup in another process. Cancelling ends the process and removes its copy. Raises
    StoreError if there is no backup."""
    moment = datetime.now(UTC)
    try:
        told = await _done_beside("serve", url, folder, kept=kept, moment=moment.isoformat())
    except BaseException:
        await asyncio.to_thread(remove_unfinished, url, folder, moment)
        raise
    return Backup(Path(told["file"]), told["games"], tuple(map(Path, told["removed"])))


async def write_site_beside(
    url: str, folder: Path, channels: Mapping[int, bool], *, theme: Theme
) -> Mapping[str, Any]:
    """Write the web pages in another process; return the fields of `Written`. `channels` says which
    everybody may read (`bot.site.elements.AskChannels`). Cancelling ends the process; the next run
    then writes what is missing. Raises StoreError if they cannot be written."""
    return await _done_beside("serve_site", url, folder, channels=[*channels.items()], theme=theme)


async def pack_league_beside(
    url: str, league_id: int, most: int, channels: Mapping[int, bool], *, theme: Theme
) -> tuple[bytes, int, int]:
    """Make a zip of a league's web pages in another process (`bot.site.leagues.pack_league`).
    Raises StoreError."""
    told = await _done_beside(
        "serve_packed", url, Path(),
        league=league_id, most=most, channels=[*channels.items()], theme=theme,
    )  # fmt: skip
    return b64decode(told["data"]), told["games"], told["left"]


async def _done_beside(function: str, url: str, folder: Path, **more: Any) -> dict[str, Any]:
    """Start a process that runs this function of this module, give it these arguments and return
    its answer. Cancelling ends it. Raises StoreError with what it could not do."""
    file = sqlite_file(url)
    asked = {  # with absolute paths, as the process runs in another folder
        "url": url if file is None else address(file),
        "folder": await asyncio.to_thread(os.path.abspath, folder),
        **more,
    }
    try:
        process = await asyncio.create_subprocess_exec(
            *program("bot.hosting.scheduled", function),
            stdin=PIPE, stdout=PIPE, cwd=FOLDER, start_new_session=True,
        )  # fmt: skip
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
    try:
        told: dict[str, Any] = json.loads(said)
    except ValueError:
        raise StoreError(f"Its process has ended with exit code {process.returncode}.") from None
    if "error" in told:
        raise StoreError(told["error"])
    return told


def _asked() -> dict[str, Any]:
    """Begin such a process: return the arguments it was given."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the bot gets it, and ends this process
    if hasattr(os, "nice"):
        os.nice(_NICER)
    asked: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    return asked


def serve() -> None:
    """Main function of the process: read the request, make the backup, write the result."""
    asked = _asked()
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


def site_is_due(folder: Path, now: datetime) -> bool:
    """Whether the pages in the folder are so old that they should be written again. Raises
    SettingsError for a folder with other files."""
    written = noted(folder)[0]
    return written is None or now - written >= SITE_EVERY


def serve_site() -> None:
    """Main function of the process: read the request, write the pages, write what was done."""
    from bot.site.leagues import write_site

    spare_the_collector()
    asked = _asked()

    async def answered(_: Collection[int]) -> Mapping[int, bool]:
        return dict(asked["channels"])

    try:
        pages = write_site(
            asked["url"], Path(asked["folder"]), answered, theme=asked["theme"], processes=0
        )
        told = asdict(asyncio.run(pages))
    except (StoreError, SettingsError, OSError) as error:
        told = {"error": str(error)}
    print(json.dumps(told))


def serve_packed() -> None:
    """Main function of the process: read the request, write the zip."""
    from bot.site.elements import as_told
    from bot.site.leagues import pack_league

    spare_the_collector()
    asked = _asked()
    open_to_all = as_told(dict(asked["channels"]))
    try:
        data, games, left = asyncio.run(
            pack_league(
                asked["url"], asked["league"], asked["most"], open_to_all, theme=asked["theme"]
            )
        )
        told = {"data": b64encode(data).decode(), "games": games, "left": left}
    except (StoreError, SettingsError, OSError) as error:
        told = {"error": str(error)}
    print(json.dumps(told))
