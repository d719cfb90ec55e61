"""What whoever runs the bot reads when it starts: which database it uses, what is no setting, and
in one sentence why it does not start."""

import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.__main__ import EXIT_SETTINGS, EXIT_UNREACHABLE, main
from tests.standin.beside import beside
from tests.standin.discord_standin import SERVER, TOKEN, Discord

ROOT = Path(__file__).parents[2]
Run = Callable[[], tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> Iterator[Discord]:
    with beside(monkeypatch) as standin:
        yield standin


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Run]:
    """Runs the bot in a new folder until it ends by itself: the exit code, the lines of its log,
    and what else stands on stderr."""
    for name in list(os.environ):
        if name.startswith("TZOLKIN_"):
            monkeypatch.delenv(name)
    for name, value in {
        "DISCORD_TOKEN": TOKEN, "TZOLKIN_LOG_FORMAT": "json", "TZOLKIN_EMOJIS": "false",
        "TZOLKIN_COMPUTER_PROCESSES": "0",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    folder = tmp_path / "outer" / "inner"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("cogs.client.TzolkinBot.warm_up", _no_warm_up)
    monkeypatch.setattr("cogs.client.spare_the_collector", lambda: None)
    monkeypatch.setattr("cogs.starting.FOLDER", tmp_path / "project")
    handlers, level, interval = logging.root.handlers, logging.root.level, sys.getswitchinterval()

    def ran() -> tuple[int, list[dict[str, Any]], str]:
        code = main(["run"])
        lines = capsys.readouterr().err.splitlines()
        logged = [json.loads(line) for line in lines if line.startswith("{")]
        return code, logged, "\n".join(line for line in lines if not line.startswith("{"))

    yield ran
    logging.root.handlers = handlers
    logging.root.setLevel(level)
    sys.setswitchinterval(interval)
    structlog.reset_defaults()


async def _no_warm_up(_: object) -> None:
    """No process for drawing is started."""


def about(logged: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    """The lines of the log about one thing."""
    return [line for line in logged if line["event"] == event]


NO_ACCESS = {"message": "Missing Access", "code": 50001}
NO_SERVER = {"message": "Unknown Guild", "code": 10004}


@pytest.mark.parametrize(
    ("asked", "status", "body", "code", "said"),
    [
        ("GET /users/@me$", 401, {"code": 0}, EXIT_SETTINGS, "DISCORD_TOKEN is not accepted"),
        ("GET /users/@me$", 503, {}, EXIT_UNREACHABLE, "503 Service Unavailable"),
        ("GET /users/@me$", 429, {"retry_after": 9}, EXIT_UNREACHABLE, "429 Too Many Requests"),
        ("GET /oauth2/", 503, {}, EXIT_UNREACHABLE, "503 Service Unavailable"),
        ("PUT .*/commands$", 503, {}, EXIT_UNREACHABLE, "503 Service Unavailable"),
        ("PUT .*/commands$", 429, {"retry_after": 9}, EXIT_UNREACHABLE, "429 Too Many Requests"),
        ("GET /gateway/bot$", 503, {}, EXIT_UNREACHABLE, "where to connect to"),
        ("PUT .*/commands$", 403, NO_ACCESS, EXIT_SETTINGS, "403 Forbidden, code 50001"),
    ],
)
def test_discord_that_answers_with_an_error(
    asked: str, status: int, body: object, code: int, said: str, discord: Discord, run: Run
) -> None:
    discord.fault(asked, status, body)
    ended, logged, told = run()
    assert ended == code
    assert said in told and told.endswith(".") and "\n" not in told
    assert "Traceback" not in json.dumps(logged)
    assert not discord.connected.is_set()


@pytest.mark.parametrize("asked", ["GET /users/@me$", "GET /oauth2/", "GET /gateway/bot$"])
def test_a_proxy_answers_in_discords_place(asked: str, discord: Discord, run: Run) -> None:
    fault = discord.fault(asked, 200, "<html>Log in to the network</html>")
    fault.headers = {"Content-Type": "text/html"}
    ended, logged, told = run()
    assert ended == EXIT_UNREACHABLE
    assert told == (
        "Discord cannot be reached (200 without JSON, as a proxy may answer); try again later."
    )
    assert "Traceback" not in json.dumps(logged)


def test_discord_that_does_not_answer(
    discord: Discord, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.client.LOGIN_SECONDS", 0.3)
    discord.fault("GET /users/@me$", None)
    code, _, told = run()
    assert (code, told) == (
        EXIT_UNREACHABLE, "Discord cannot be reached (no answer); try again later."
    )  # fmt: skip


def test_nobody_is_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:1/api/v10")
    code, _, told = run()
    assert code == EXIT_UNREACHABLE
    assert told.startswith("Discord cannot be reached (") and "\n" not in told


@pytest.mark.parametrize(("status", "body"), [(403, NO_ACCESS), (404, NO_SERVER)])
def test_server_at_which_the_bot_is_not(
    status: int, body: object, discord: Discord, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZOLKIN_SYNC_GUILD", str(SERVER + 1))
    discord.fault(f"PUT .*/guilds/{SERVER + 1}/commands$", status, body)
    code, _, told = run()
    assert code == EXIT_SETTINGS
    assert told.startswith(f"The bot is not at the server {SERVER + 1} of TZOLKIN_SYNC_GUILD;")
    assert "oauth2/authorize" in told and "\n" not in told


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(4004, EXIT_SETTINGS, "DISCORD_TOKEN is not accepted"), (4013, EXIT_UNREACHABLE, "4013")],
)
def test_gateway_that_closes_the_connection_for_good(
    number: int, code: int, said: str, discord: Discord, run: Run
) -> None:
    discord.close_code = number
    ended, _, told = run()
    assert ended == code
    assert said in told and "\n" not in told


def test_database_is_told_at_each_start(discord: Discord, run: Run) -> None:
    discord.fault("GET /users/@me$", 503)
    file = str(Path("tzolkin.sqlite3").absolute())
    _, logged, _ = run()
    [line] = about(logged, "new database")
    assert (line["at"], line["level"]) == (file, "warning")
    assert line["working_folder"] == str(Path.cwd())
    assert about(logged, "another database is not used") == []
    _, logged, _ = run()
    [line] = about(logged, "database")
    assert (line["at"], line["level"]) == (file, "info")
    assert about(logged, "new database") == []
    assert "voice" not in json.dumps(logged)


@pytest.mark.parametrize("where", ["above", "project"])
def test_an_older_database_elsewhere_is_named(
    where: str, discord: Discord, run: Run, tmp_path: Path
) -> None:
    """A wrong working folder must not begin an empty database unnoticed."""
    project = tmp_path / "project"
    project.mkdir()
    older = (project if where == "project" else tmp_path / "outer") / "tzolkin.sqlite3"
    older.write_bytes(b"games")
    discord.fault("GET /users/@me$", 503)
    _, logged, _ = run()
    assert len(about(logged, "new database")) == 1
    [line] = about(logged, "another database is not used")
    assert (line["at"], line["level"]) == (str(older), "warning")
    _, logged, _ = run()
    assert about(logged, "another database is not used") == []


def test_what_is_no_setting_is_named(
    discord: Discord, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZOLKIN_BAKUP_HOURS", "24")
    Path(".env").write_text("TZOLKIN_NOTHING_LIKE_ANY=1\n", encoding="utf-8")
    discord.fault("GET /users/@me$", 503)
    _, logged, _ = run()
    assert {line["name"]: line["perhaps"] for line in about(logged, "no such setting")} == {
        "TZOLKIN_BAKUP_HOURS": "TZOLKIN_BACKUP_HOURS", "TZOLKIN_NOTHING_LIKE_ANY": None,
    }  # fmt: skip


IN_A_SMALL_FILE_SYSTEM = """
set -e
mount -t tmpfs -o size=$1 tmpfs .
cd "$PWD"
if [ "$2" = database ]; then "$PYTHON" -m bot migrate; touch tzolkin.sqlite3-running; fi
if [ "$3" = full ]; then dd if=/dev/zero of=rest bs=4096 2>&- || true; fi
if [ "$3" = read-only ]; then mount -o remount,ro .; cd "$PWD"; fi
exec "$PYTHON" -m bot run
"""


@pytest.mark.parametrize(
    ("size", "there", "how", "said"),
    [
        ("64k", "nothing", "small", "is full"),
        ("2m", "database", "full", "the disk is full"),
        ("2m", "nothing", "read-only", "the file system can only be read"),
        ("2m", "database", "read-only", "the file system can only be read"),
    ],
)
def test_disk_that_is_full_or_read_only(
    size: str, there: str, how: str, said: str, tmp_path: Path
) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("unshare is not installed")
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if tried.returncode:
        pytest.skip(f"no file systems of our own: {tried.stderr.strip()}")
    ended = subprocess.run(
        ["unshare", "--mount", "sh", "-c", IN_A_SMALL_FILE_SYSTEM, "sh", size, there, how],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={
            **{name: value for name, value in os.environ.items() if "TZOLKIN_" not in name},
            "PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "never.sent.x",
        },
    )  # fmt: skip
    assert ended.returncode == EXIT_SETTINGS, ended.stderr
    [sentence] = ended.stderr.splitlines()
    assert sentence.startswith(f"The database {tmp_path / 'tzolkin.sqlite3'} cannot be ")
    assert said in sentence
