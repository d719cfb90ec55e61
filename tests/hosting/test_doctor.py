"""`doctor` says of each thing the bot needs how it is; the exit code is that of the worst."""

import base64
import os
import shutil
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.hosting import doctor
from bot.hosting.backups import back_up
from bot.hosting.doctor_online import ask_discord
from bot.hosting.findings import Finding
from bot.settings import Settings
from bot.store.single_process_lock import alone
from cogs.client import PERMISSIONS
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
        "settings", "token", "form", "database", "clock", "backups", "disk", "fonts", "texts",
    }  # fmt: skip
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
        ("TZOLKIN_BAKUP_HOURS", "24", "settings", "warning", "TZOLKIN_BAKUP_HOURS is no setting"),
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
    assert "TZOLKIN_THEMES is no setting" in said
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
        (spoil, "database", "FAULT", "malformed"),
        (lambda file: file.write_text("x" * 5000), "database", "FAULT", "not a database"),
        (
            lambda file: change(file, "UPDATE alembic_version SET version_num = '9999'"),
            "form", "FAULT", "newer version of the bot",
        ),
        (
            lambda file: change(file, "UPDATE alembic_version SET version_num = 'bids'"),
            "form", "warning", "make a backup before",
        ),
        (
            lambda file: change(file, "DELETE FROM alembic_version"),
            "database", "FAULT", "is no database of this bot",
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


def test_fonts_for_names(here: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "left_out", lambda: {"Runes": "the extra runes"})
    level, told = looked(say)[1]["fonts"]
    assert level == "ok" and "names in Runes are left out without the extra runes" in told


class Discord:
    """Discord, as far as `doctor` asks it, on a port of this machine."""

    def __init__(self) -> None:
        self.status = 200
        self.ahead = timedelta()
        self.remaining = 990
        self.servers: list[dict[str, Any]] = [server(1, PERMISSIONS.value)]
        self.asked: list[tuple[str, str | None]] = []

    async def answer(self, request: web.Request) -> web.Response:
        """What it answers."""
        path = request.path.removeprefix("/api")
        self.asked.append((path, request.headers.get("Authorization")))
        date = format_datetime(datetime.now(UTC) + self.ahead, usegmt=True)
        after = int(request.query.get("after", 0))
        page = [one for one in self.servers if int(one["id"]) > after]
        told: dict[str, Any] = {
            "/gateway": {},
            "/applications/@me": {"name": "Tzolk'in"},
            "/gateway/bot": {"shards": 1, "session_start_limit": {"remaining": self.remaining}},
            "/users/@me/guilds": page[: int(request.query.get("limit", 0))],
        }
        status = 200 if path == "/gateway" else self.status
        body = told[path] if status == 200 else {"message": "no"}
        return web.json_response(body, status=status, headers={"Date": date})


def server(number: int, permissions: int) -> dict[str, Any]:
    """A server, and what the bot may do there."""
    return {"id": str(number), "name": f"Server {number}", "permissions": str(permissions)}


@pytest.fixture
async def discord_api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    """Discord, which nobody but this machine can ask."""
    discord_api = Discord()
    program = web.Application()
    program.router.add_get("/api/{path:.*}", discord_api.answer)
    async with TestServer(program) as there:
        monkeypatch.setattr("discord.http.Route.BASE", str(there.make_url("/api")))
        yield discord_api


async def asked(**chosen: Any) -> Lines:
    """What is found about each thing by asking."""
    settings = Settings(_env_file=None, DISCORD_TOKEN=TOKEN)
    found: list[Finding] = await ask_discord(settings.model_copy(update=chosen))
    return {one.about: (one.level, one.said) for one in found}


async def test_discord_says_all_is_well(discord_api: Discord) -> None:
    found = await asked()
    assert {level for level, _ in found.values()} == {"ok"}
    assert list(found) == ["time", "Discord", "intents", "starts", "servers"]
    assert "Tzolk'in" in found["Discord"][1]
    assert discord_api.asked[0] == ("/gateway", None), "the time is asked by nobody"
    assert {who for _, who in discord_api.asked[1:]} == {f"Bot {TOKEN}"}


async def test_discord_does_not_take_the_token(discord_api: Discord) -> None:
    discord_api.status = 401
    found = await asked()
    assert list(found) == ["time", "Discord"]
    assert found["Discord"][0] == "fault"
    assert "does not take the token" in found["Discord"][1]


async def test_discord_is_out_of_order(discord_api: Discord) -> None:
    discord_api.status = 503
    found = await asked()
    assert found["Discord"] == (
        "warning",
        "Discord answers 503 to /applications/@me; try again later.",
    )


async def test_discord_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:1/api")
    found = await asked()
    assert list(found) == ["Discord"]
    assert found["Discord"][0] == "fault"
    assert "cannot be reached" in found["Discord"][1]


@pytest.mark.parametrize(
    ("ahead", "level", "words"),
    [
        (10, "warning", "behind Discord's"),
        (-10, "warning", "ahead of Discord's"),
        (600, "fault", "behind Discord's"),
    ],
)
async def test_the_clock_differs(discord_api: Discord, ahead: int, level: str, words: str) -> None:
    discord_api.ahead = timedelta(seconds=ahead)
    found = await asked()
    assert found["time"][0] == level
    assert words in found["time"][1]


async def test_permissions_at_servers(discord_api: Discord) -> None:
    administrator = 1 << 3
    discord_api.servers = [
        server(1, PERMISSIONS.value), server(2, administrator), server(3, 0),
        *(server(number, PERMISSIONS.value & ~(1 << 15)) for number in range(4, 250)),
    ]  # fmt: skip
    level, said = (await asked())["servers"]
    assert level == "warning"
    assert said.startswith("the bot is at 249, and 247 do not give it permissions it needs (")
    assert "Server 3 (3): View Channels, Send Messages" in said
    assert "Server 4 (4): Attach Files;" in said
    assert "; and 242 more)" in said


async def test_no_server_and_the_wrong_one(discord_api: Discord) -> None:
    discord_api.servers = []
    assert (await asked())["servers"][0] == "warning"
    settings = Settings(_env_file=None, DISCORD_TOKEN=TOKEN, sync_guild=77)
    found = [one.said for one in await ask_discord(settings) if one.level == "fault"]
    assert len(found) == 1 and "not at the server 77" in found[0]


async def test_few_starts_are_left(discord_api: Discord) -> None:
    discord_api.remaining = 3
    assert (await asked())["starts"][0] == "warning"


async def test_without_a_token_only_the_time_is_asked(discord_api: Discord) -> None:
    assert list(await asked(discord_token=None)) == ["time"]
    assert [path for path, _ in discord_api.asked] == ["/gateway"]
