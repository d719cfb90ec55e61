"""Backups while the bot runs: when one is due, what the log tells, and what stopping does."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import FOLDER
from bot.hosting import scheduled
from bot.hosting.backups import back_up, backups_in
from bot.settings import Settings
from cogs.backups import Backups
from tests.cogs.conftest import Room
from tests.cogs.driver import new_game
from tests.processes import runs
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
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


async def test_one_that_failed_is_told_and_tried_again(room: Room, folder: Path) -> None:
    await asyncio.to_thread(folder.touch)  # no folder
    for _ in range(2):
        [line] = await look(room)
        assert (line["event"], line["log_level"]) == ("no backup", "error")
        assert str(folder) in line["reason"]
    await asyncio.to_thread(folder.unlink)
    [line] = await look(room)
    assert line["event"] == "backup"


async def test_a_process_that_dies_is_told(
    room: Room, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that the system kills where memory is short: nothing of its copy stays."""
    monkeypatch.setattr(scheduled, "program", lambda *_: (sys.executable, "-c", DYING))
    [line] = await look(room)
    assert line["reason"] == "Its process has ended with exit code 9."
    assert [one.name for one in await asyncio.to_thread(lambda: [*folder.iterdir()])] == ["mine"]


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


async def test_none_is_made_unless_it_is_wished(room: Room) -> None:
    assert Settings(_env_file=None).backup_hours == 0
    cog = room.bot.get_cog("Backups")
    assert isinstance(cog, Backups)
    assert not cog.look.is_running()
