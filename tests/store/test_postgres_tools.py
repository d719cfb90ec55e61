"""What PostgreSQL's own tools are given, what is said when they fail, and what they do."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from bot.hosting.backups import back_up, restore
from bot.store import Store, copies
from bot.store.database import StoreError
from bot.store.schema import tables
from bot.tables import Tables
from tests.postgres import programs
from tests.store.databases import on_postgres
from tests.tables.playing import in_play

URL = "postgresql+asyncpg://bot:p%40ss%20word@db.example:6432/games?ssl=require"
TOOL = """#!{python}
import json, os, sys
from pathlib import Path
known = {{name: value for name, value in os.environ.items() if name.startswith("PG")}}
with Path({told!r}).open("a") as told:
    print(json.dumps([Path(sys.argv[0]).name, sys.argv[1:], known]), file=told)
if {fails}:
    print("hint: look here\\ntool: error: connection failed: FATAL: no such role", file=sys.stderr)
    print("\\tIs the server running?", file=sys.stderr)
    sys.exit(1)
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tools are programs that write down how they were called, into this file."""
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    for name in ("PGUSER", "PGPASSWORD"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "tools").mkdir()
    put_tools(tmp_path, fails=False)
    return tmp_path / "told"


def put_tools(folder: Path, *, fails: bool) -> None:
    """Install the tools."""
    for name in copies.TOOLS:
        tool = folder / "tools" / name
        tool.write_text(TOOL.format(python=sys.executable, told=str(folder / "told"), fails=fails))
        tool.chmod(0o755)


def test_the_password_is_not_on_the_command_line(told: Path, tmp_path: Path) -> None:
    made = back_up(URL, tmp_path / "kept", kept=1)
    assert made.file.suffix == ".dump" and made.file.name.startswith("games-")
    assert made.games is None
    copies.restore(URL, made.file)
    calls = [json.loads(line) for line in told.read_text().splitlines()]
    assert [name for name, _, _ in calls] == ["pg_dump", "pg_restore", "pg_restore", "psql"]
    for _, words, known in calls:
        assert "p@ss" not in " ".join(words) and "p%40ss" not in " ".join(words)
        assert known | {
            "PGHOST": "db.example", "PGPORT": "6432", "PGUSER": "bot", "PGPASSWORD": "p@ss word",
            "PGDATABASE": "games", "PGSSLMODE": "require",
        } == known  # fmt: skip


def test_without_a_password_the_password_file_is_left_to_the_tools(
    told: Path, tmp_path: Path
) -> None:
    back_up("postgresql+asyncpg://bot@/games?host=/run/postgresql", tmp_path / "kept", kept=1)
    _, _, known = json.loads(told.read_text().splitlines()[0])
    assert "PGPASSWORD" not in known
    assert known["PGHOST"] == "/run/postgresql"


def test_tools_that_are_missing_are_named(
    told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert copies.missing_tools() == ["pg_dump", "pg_restore", "psql"]
    with pytest.raises(StoreError, match=r"^pg_dump is not installed; .*postgresql-client\.$"):
        back_up(URL, tmp_path / "kept", kept=1)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_tool_that_fails_says_why_in_one_sentence(told: Path, tmp_path: Path) -> None:
    put_tools(tmp_path, fails=True)
    reason = r"^pg_dump failed: connection failed: FATAL: no such role\.$"
    with pytest.raises(StoreError, match=reason):
        back_up(URL, tmp_path / "kept", kept=1)
    assert list((tmp_path / "kept").iterdir()) == []


@on_postgres
async def test_there_and_back(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    url = store.engine.url.render_as_string(hide_password=False)
    await in_play(Tables(store))
    made = await asyncio.to_thread(back_up, url, tmp_path / "kept", kept=1)
    with pytest.raises(StoreError, match="is in use"):
        await asyncio.to_thread(restore, url, made.file)
    async with store.writing() as connection:
        await connection.execute(text("DELETE FROM tables"))
        await connection.execute(text("CREATE TABLE mine (verse TEXT)"))  # somebody else's
    async with store.writing() as connection:  # the backup is of another form
        await connection.execute(text("ALTER TABLE tables DROP COLUMN card"))
    await store.close()
    before = await asyncio.to_thread(restore, url, made.file)
    assert before is not None and before.stat().st_size > 1000
    await store.open()
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(tables)) == 1
        assert await connection.scalar(text("SELECT count(*) FROM mine")) == 0
    # and what was there before is in the other file
    await store.close()
    await asyncio.to_thread(restore, url, before)
    await store.open()
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(tables)) == 0
