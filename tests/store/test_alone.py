"""One program at a time plays the games of a SQLite file, and a crash leaves no lock behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.copies import alone
from bot.store.database import StoreError, sqlite_file

HOLD = """
import sys, time
from bot.store.copies import alone
with alone(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def address(file: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a database may be."""
    return tmp_path / "games.sqlite3"


def test_another_process_is_refused_until_the_first_is_gone(file: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, address(file)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        refused = pytest.raises(StoreError, match=r"A bot runs on .*games\.sqlite3 already; .*\.$")
        with refused, alone(address(file)):
            pass
        other.kill()  # as by a crash: nothing of it is cleaned up
        other.wait()
        with alone(address(file)):
            pass


def test_the_same_file_by_another_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = file.parent / "link.sqlite3"
    file.touch()
    link.symlink_to(file)
    monkeypatch.chdir(file.parent)
    with alone(address(file)):
        for other in (link, Path(file.name)):
            with pytest.raises(StoreError, match="runs"), alone(address(other)):
                pass
    assert sorted(one.name for one in file.parent.iterdir()) == [
        "games.sqlite3",
        "games.sqlite3-running",
        "link.sqlite3",
    ]


def test_other_files_and_other_databases_are_not_asked(file: Path) -> None:
    with alone(address(file)), alone(address(file.with_name("other.sqlite3"))):
        for url in ("sqlite+aiosqlite://", "postgresql+asyncpg://bot@host/games"):
            assert sqlite_file(url) is None
            with alone(url), alone(url):
                pass


def test_folder_that_does_not_exist(file: Path) -> None:
    with (
        pytest.raises(
            StoreError,
            match=r"cannot be opened: unable to open database file \(there is no folder .*\)\.$",
        ),
        alone(address(file.parent / "nowhere" / "x.sqlite3")),
    ):
        pass
