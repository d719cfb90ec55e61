"""A database with games in it, and the command line on it."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.hosting.backups import address
from bot.store import Store
from bot.tables import Tables
from tests.tables.playing import play, started

GAMES = 3
Said = tuple[int, str, str]
"""The exit code, and what stands on stdout and stderr."""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, newest_form: Path) -> Path:
    """A file with some games that were begun, to be copied."""
    file = tmp_path_factory.mktemp("played") / "games.sqlite3"
    shutil.copyfile(newest_form, file)

    async def make() -> None:
        store = Store(address(file))
        await store.open()
        for number in range(GAMES):
            tables = Tables(store)
            table = await started(tables, seed=str(number), channel=number + 1)
            await play(tables, table, 12, random.Random(number))
        await store.close()

    asyncio.run(make())
    return file


@pytest.fixture
def database(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the database that the settings name, with some games."""
    file = tmp_path / "games.sqlite3"
    shutil.copyfile(played, file)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", address(file))
    return file


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Starts a verb, and returns what came of it."""

    def started(*words: str | Path) -> Said:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return started


def change(file: Path, statement: str) -> None:
    """Write into a SQLite file past the program."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def actions_in(file: Path) -> int:
    """How many actions the logs in a SQLite file hold."""
    with closing(sqlite3.connect(file)) as connection:
        (number,) = connection.execute("SELECT count(*) FROM events").fetchone()
    return int(number)
