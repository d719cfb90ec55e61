"""`doctor` says of each thing the bot needs how it is; the exit code is that of the worst."""

import base64
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import VERSION
from bot.hosting import doctor
from bot.hosting.backups import back_up
from bot.store.copies import alone
from bot.store.database import newest_revision
from rendering import FontsMissing
from tests.hosting.conftest import Said, address, change
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
Say = Callable[..., Said]
TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode().rstrip('=')}.abcdef.secret-part"
Lines = dict[str, tuple[str, str]]
"""By what they are about, the level and what is said; of several the last."""


@pytest.fixture
def here(database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which all is well, and the database in it."""
    for name in list(os.environ):
        if name.startswith("TZOLKIN_") and name != "TZOLKIN_DATABASE_URL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    # However full the disk of this machine is.
    room = Room(10**12, 10**11, 9 * 10**11)
    monkeypatch.setattr("bot.hosting.doctor.shutil.disk_usage", lambda folder: room)
    back_up(address(database), database.parent / "backups", kept=1)
    return database


class Room(NamedTuple):
    """The bytes of a disk."""

    total: int
    used: int
    free: int


def lines(said: str) -> Lines:
    """What is said about each thing."""
    found = {}
    for line in said.splitlines():
        level, about, words = line.split(maxsplit=2)
        found[about] = (level, words)
    return found


def looked(say: Say) -> tuple[int, Lines]:
    """The exit code of `doctor`, and its lines."""
    code, said, error = say("doctor")
    assert error == ""
    return code, lines(said)


def test_all_is_well(here: Path, say: Say) -> None:
    before = sorted((file.name, file.read_bytes()) for file in here.parent.glob("games*3"))
    code, found = looked(say)
    assert code == 0
    assert {level for level, _ in found.values()} == {"ok"}
    assert set(found) == {
        "version", "settings", "token", "form", "database", "clock", "backups", "disk", "fonts",
        "texts",
    }  # fmt: skip
    assert found["version"][1].startswith(f"{VERSION} with Python 3.")
    assert found["version"][1].endswith(f"up to revision {newest_revision()}")
    assert f"at revision {newest_revision()}, the newest" in found["form"][1]
    assert "123456789012345678" in found["token"][1]
    assert "secret" not in say("doctor")[1]
    assert found["database"][1].endswith("no bot runs on it")
    assert before == sorted((file.name, file.read_bytes()) for file in here.parent.glob("games*3"))


def test_a_bot_may_run_meanwhile(here: Path, say: Say) -> None:
    with alone(address(here)):
        code, found = looked(say)
    assert code == 0
    assert found["database"][1].endswith("a bot runs on it")


@pytest.mark.parametrize(
    ("name", "value", "about", "level", "words"),
    [
        (
            "TZOLKIN_BAKUP_HOURS",
            "24",
            "settings",
            "warning",
            "TZOLKIN_BAKUP_HOURS is not a setting",
        ),
        ("TZOLKIN_THEME", "pink", "settings", "FAULT", "TZOLKIN_THEME “pink” cannot be used"),
        ("DISCORD_TOKEN", "", "token", "FAULT", "DISCORD_TOKEN is not set"),
        ("DISCORD_TOKEN", "a-client-secret", "token", "FAULT", "does not look like"),
        ("DISCORD_TOKEN", "not.a.number", "token", "FAULT", "does not look like"),
    ],
)
def test_settings_and_token(
    here: Path, say: Say, monkeypatch: pytest.MonkeyPatch,
    name: str, value: str, about: str, level: str, words: str,
) -> None:  # fmt: skip
    monkeypatch.setenv(name, value)
    code, said, _ = say("doctor")
    assert code == {"warning": 1, "FAULT": 2}[level]
    [line] = [line for line in said.splitlines() if not line.startswith("ok")]
    assert line.split()[:2] == [level, about]
    assert words in line
    if name == "DISCORD_TOKEN" and value:
        assert value not in line


def test_a_misspelt_name_in_the_file(here: Path, say: Say) -> None:
    (here.parent / ".env").write_text("TZOLKIN_THEMES=dark\nOTHER=1\n")
    code, said, _ = say("doctor")
    assert code == 1
    assert "TZOLKIN_THEMES is not a setting" in said
    assert "OTHER" not in said


def spoil(file: Path) -> None:
    """Damage a database."""
    with file.open("r+b") as opened:
        opened.seek(8 * 4096)
        opened.write(b"\xff" * 4096 * 8)


@pytest.mark.parametrize(
    ("harm", "about", "level", "words"),
    [
        (lambda file: file.unlink(), "database", "warning", "does not exist yet"),
        (spoil, "database", "FAULT", "is damaged"),
        (lambda file: file.write_text("x" * 5000), "database", "FAULT", "not a database"),
        (
            lambda file: change(file, "UPDATE alembic_version SET version_num = '9999'"),
            "form", "FAULT", f"revision 9999, which version {VERSION} does not know: it is newer",
        ),
        (
            lambda file: change(file, "DELETE FROM alembic_version"),
            "database", "FAULT", "is not a database of this bot",
        ),
        (
            lambda file: change(
                file, "INSERT INTO heartbeat VALUES (1, 0, '2999-01-01 00:00:00.000000')"
            ),
            "clock", "warning", "The bot ran at 2999-01-01 00:00 UTC",
        ),
    ],
)  # fmt: skip
def test_the_database(
    here: Path, say: Say, harm: Callable[[Path], object], about: str, level: str, words: str
) -> None:
    harm(here)
    code, found = looked(say)
    assert code == {"warning": 1, "FAULT": 2}[level]
    assert found[about][0] == level
    assert words in found[about][1]


def test_an_older_form(here: Path, say: Say, one_more: str) -> None:
    code, found = looked(say)
    assert code == 1
    assert found["form"][0] == "warning"
    assert (
        f"older than the program; the next run updates it to {one_more}: make a backup first"
        in found["form"][1]
    )


def test_no_folder(here: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", address(here.parent / "nowhere" / "x.sqlite3"))
    code, found = looked(say)
    assert code == 2
    assert "There is no folder" in found["database"][1]
    assert not (here.parent / "nowhere").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_cannot_be_written(here: Path, say: Say) -> None:
    here.chmod(0o400)
    assert "cannot be written" in looked(say)[1]["database"][1]
    here.chmod(0o600)
    here.parent.chmod(0o500)
    assert "cannot be written" in looked(say)[1]["database"][1]
    here.parent.chmod(0o700)


@pytest.mark.parametrize(
    ("hours", "age", "level"),
    [
        ("0", timedelta(days=7), "ok"),
        ("0", timedelta(days=9), "warning"),
        ("24", timedelta(hours=47), "ok"),
        ("24", timedelta(hours=49), "warning"),
    ],
)
def test_old_backups(
    here: Path, say: Say, monkeypatch: pytest.MonkeyPatch, hours: str, age: timedelta, level: str
) -> None:
    folder = here.parent / "backups"
    shutil.rmtree(folder)
    monkeypatch.setenv("TZOLKIN_BACKUP_HOURS", hours)
    back_up(address(here), folder, kept=1, now=datetime.now(UTC) - age)
    assert looked(say)[1]["backups"][0] == level


def test_no_backup(here: Path, say: Say) -> None:
    shutil.rmtree(here.parent / "backups")
    code, found = looked(say)
    assert (code, found["backups"][0]) == (1, "warning")
    assert not (here.parent / "backups").exists()


@pytest.mark.parametrize(("free", "code"), [(10**7, 2), (10**8, 1), (2 * 10**9, 0)])
def test_room_on_the_disk(
    here: Path, say: Say, monkeypatch: pytest.MonkeyPatch, free: int, code: int
) -> None:
    room = Room(10**12, 0, free)
    monkeypatch.setattr("bot.hosting.doctor.shutil.disk_usage", lambda folder: room)
    assert looked(say)[0] == code


def test_fonts_and_texts(here: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise FontsMissing("The typeface is gone; reinstall it.")

    monkeypatch.setattr(doctor, "check_fonts", missing)
    german = Path("data/locales/de/LC_MESSAGES/tzolkin.po")
    monkeypatch.setattr(doctor, "not_compiled", lambda: [german])
    code, found = looked(say)
    assert code == 2
    assert found["fonts"] == ("FAULT", "The typeface is gone; reinstall it.")
    assert found["texts"][0] == "warning" and ": de;" in found["texts"][1]


@pytest.mark.parametrize(
    ("given", "level", "said"),
    (
        ({"URL": "https://a.example"}, "warning", "no page is served; set TZOLKIN_PAGES_PORT"),
        ({"PORT": "8080"}, "warning", "port 8080; set TZOLKIN_PAGES_URL"),
        ({"PORT": "8080", "URL": "https://a.example"}, "warning", "set TZOLKIN_PAGES_CLIENT"),
        ({"PORT": "8080", "URL": "https://a.example/", "CLIENT": "X-Forwarded-For"}, "ok",
         "served on 127.0.0.1, port 8080, as https://a.example"),
    ),
)  # fmt: skip
def test_web_pages(
    here: Path, say: Say, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], level: str,
    said: str,
) -> None:  # fmt: skip
    for name, value in given.items():
        monkeypatch.setenv(f"TZOLKIN_PAGES_{name}", value)
    found = looked(say)[1]["pages"]
    assert found[0] == level and said in found[1]


def test_fonts_for_names(here: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "left_out", lambda: {"Runes": "the extra runes"})
    level, told = looked(say)[1]["fonts"]
    assert level == "ok" and "names in Runes are left out without the extra runes" in told
