"""What whoever runs the bot reads when it starts, and in one sentence why it does not."""

import asyncio
import json
import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import simcord
import structlog
from simcord import HttpLogEntry
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.__main__ import EXIT_OK, EXIT_SETTINGS, EXIT_UNREACHABLE, main
from bot.settings import Settings
from bot.store import Store
from bot.store.copies import alone
from cogs.client import TzolkinBot, make_bot
from rendering.drawing.picture import TURNING_STEPS
from tests.cogs.conftest import SETTLE_SECONDS
from tests.cogs.limits import check_against_openapi
from tests.processes import runs
from tests.standin.discord_standin import APPLICATION, ENTRY_POINT, SERVER, TOKEN, Discord
from tests.standin.running import beside, running

# --- What whoever runs the bot reads when it starts -----------------------------------------------
# Which database it uses, what is no setting, and in one sentence why it does not start.

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
        ("GET .*/commands$", 503, {}, EXIT_UNREACHABLE, "503 Service Unavailable"),
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


LAUNCH = {
    "id": "77", "application_id": str(APPLICATION), "version": "5", "type": ENTRY_POINT,
    "handler": 2, "name": "launch", "name_localizations": {"de": "starten"},
    "description": "Open the activity", "description_localizations": None,
    "default_member_permissions": None, "dm_permission": True, "contexts": [0, 1, 2],
    "integration_types": [0, 1], "nsfw": False,
}  # fmt: skip
"""The entry point as Discord gives it to a host who enables Activities."""
EVERYWHERE = f"/applications/{APPLICATION}/commands"


@pytest.mark.parametrize("there", [[], [LAUNCH]], ids=["no entry point", "an entry point"])
def test_the_entry_point_of_an_activity_stays_registered(
    there: list[dict[str, Any]], discord: Discord, run: Run
) -> None:
    old = {**LAUNCH, "id": "78", "type": 1, "name": "old"}
    discord.commands[EVERYWHERE] = [old, *there]
    discord.close_code = 4004
    run()
    [put] = discord.asked("PUT .*/commands$")
    assert put.path == EVERYWHERE
    assert {"tzolkin", "place"} < {one["name"] for one in put.body if one["type"] == 1}
    kept = [one for one in put.body if one["type"] == ENTRY_POINT]
    wanted = {"id", "type", "handler", "name", "name_localizations", "contexts", "description"}
    assert [{name: one[name] for name in wanted} for one in kept] == [
        {name: one[name] for name in wanted} for one in there
    ]
    check_against_openapi(HttpLogEntry("PUT", put.path, {}, put.body, None))
    assert "old" not in {one["name"] for one in discord.commands[EVERYWHERE]}
    assert len(discord.commands[EVERYWHERE]) == len(put.body)
    assert discord.identified.is_set()


def test_the_entry_point_is_not_registered_for_one_server(
    discord: Discord, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZOLKIN_SYNC_GUILD", str(SERVER))
    discord.commands[EVERYWHERE] = [LAUNCH]
    discord.close_code = 4004
    run()
    [put] = discord.asked("PUT .*/commands$")
    assert put.path == f"/applications/{APPLICATION}/guilds/{SERVER}/commands"
    assert ENTRY_POINT not in {one["type"] for one in put.body}
    assert discord.commands[EVERYWHERE] == [LAUNCH]


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
if [ "$2" = database ]; then cp "$4" tzolkin.sqlite3; touch tzolkin.sqlite3-running; fi
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
    size: str, there: str, how: str, said: str, newest_form: Path, tmp_path: Path
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
        ["unshare", "--mount", "sh", "-c", IN_A_SMALL_FILE_SYSTEM, "sh", size, there, how,
         newest_form],
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


# --- A database that another program keeps locked: nobody is left without a word ------------------

DEFERRED, PRIVATE = 5, 64


async def test_it_is_deferred_and_answered_when_it_is_free_or_refused(tmp_path: Path) -> None:
    """The first word comes in time, privately. The lobby then stands where all see it; and where
    the lock lasts, the person reads what every failure says."""
    new = [{"name": "new", "type": 1, "options": []}]
    async with Discord() as discord, running(discord, tmp_path) as program:
        async with asyncio.timeout(120):
            await discord.connected.wait()
        await discord.answer(await discord.command("about"))
        with closing(sqlite3.connect(tmp_path / "tzolkin.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            token = await discord.command("tzolkin", options=new)
            first = await discord.answer(token)
            assert first["type"] == DEFERRED and first["data"]["flags"] == PRIVATE
            other.execute("ROLLBACK")
            lobby = await discord.heard(f"POST /webhooks/.*{token}")
            assert "Join" in json.dumps(lobby[0].body)
            assert not (lobby[0].body.get("flags") or 0) & PRIVATE
            assert discord.asked(f"DELETE /webhooks/.*{token}/messages/@original")

            other.execute("BEGIN IMMEDIATE")
            token = await discord.command(
                "pings", options=[{"name": "timezone", "type": 3, "value": "Europe/Berlin"}]
            )
            assert (await discord.answer(token))["type"] == DEFERRED
            told = await discord.heard(f"POST /webhooks/.*{token}")
            assert "Something went wrong on my side" in json.dumps(told[0].body)
            assert (told[0].body.get("flags") or 0) & PRIVATE
        program.signal(signal.SIGTERM)
        await program.ended()


# --- What keeps the program from starting is told in one sentence, with exit code 2 ---------------

POSTGRES = "postgresql+asyncpg://"
VERBS = (["run"], ["migrate"], ["preview", "--database", "FILE"])
Start = Callable[[list[str], Path], tuple[int, str]]


@pytest.fixture
def start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Start:
    """Starts a verb with a database in a file; the exit code and what stands on stderr."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def started(verb: list[str], file: Path) -> tuple[int, str]:
        monkeypatch.setenv("DISCORD_TOKEN", "never.sent.anywhere")
        monkeypatch.setenv("TZOLKIN_DATABASE_URL", f"sqlite+aiosqlite:///{file}")
        code = main([str(file) if word == "FILE" else word for word in verb])
        return code, capsys.readouterr().err

    async def no_network(self: object, token: str) -> None:
        await self.setup_hook()  # type: ignore[attr-defined]

    monkeypatch.setattr("cogs.client.TzolkinBot.login", no_network)
    for module in ("cogs.client", "cogs.preview"):  # it would stay for the tests that follow
        monkeypatch.setattr(f"{module}.set_up_logging", lambda settings: None)
    return started


def one_sentence(said: str) -> str:
    """What was said, which must be a single sentence and no traceback."""
    lines = said.strip().splitlines()
    assert len(lines) == 1, said
    assert lines[0].endswith(".")
    return lines[0]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_database_that_cannot_be_opened(start: Start, verb: list[str], tmp_path: Path) -> None:
    code, said = start(verb, tmp_path / "nowhere" / "x.sqlite3")
    assert code == EXIT_SETTINGS
    sentence = one_sentence(said)
    assert f"{tmp_path / 'nowhere' / 'x.sqlite3'} cannot be opened: unable to open" in sentence
    assert sentence.endswith(f"(there is no folder {tmp_path / 'nowhere'}).")


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_file_that_is_no_database(start: Start, verb: list[str], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Itzel, " * 500)
    code, said = start(verb, tmp_path / "letter.txt")
    assert code == EXIT_SETTINGS
    assert "file is not a database" in one_sentence(said)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_database_of_a_newer_program(start: Start, verb: list[str], tmp_path: Path) -> None:
    file = tmp_path / "newer.sqlite3"

    async def newer() -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        async with store.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await store.close()

    asyncio.run(newer())
    code, said = start(verb, file)
    assert code == EXIT_SETTINGS
    assert "newer version of the bot" in one_sentence(said)


def test_database_in_which_our_tables_cannot_be_made(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"

    async def other() -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        async with store.writing() as connection:
            await connection.execute(text("CREATE TABLE settings (mine TEXT)"))
        await store.close()

    asyncio.run(other())
    code, said = start(["migrate"], file)
    assert code == EXIT_SETTINGS
    assert "belongs to another program" in one_sentence(said)
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert found == [("settings",)], "nothing of ours is in it"


def test_a_file_in_the_place_of_the_backups(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "backups").touch()
    monkeypatch.setenv("TZOLKIN_BACKUP_HOURS", "24")
    monkeypatch.setenv("TZOLKIN_BACKUP_FOLDER", str(tmp_path / "backups"))
    code, said = start(["run"], tmp_path / "x.sqlite3")
    assert code == EXIT_SETTINGS
    assert "backups need a folder" in one_sentence(said)
    assert not (tmp_path / "x.sqlite3").exists()


@pytest.mark.parametrize(
    "verb", [["run"], ["preview", "--database", "FILE"]], ids=lambda verb: verb[0]
)
def test_another_bot_on_the_same_file(start: Start, verb: list[str], tmp_path: Path) -> None:
    file = tmp_path / "played.sqlite3"
    with alone(f"sqlite+aiosqlite:///{file}"):
        code, said = start(verb, file)
    assert code == EXIT_SETTINGS
    assert f"A bot runs on the database {file} already" in one_sentence(said)
    assert not file.exists()


@pytest.mark.parametrize("verb", [["run"], ["preview"]], ids=lambda verb: verb[0])
def test_missing_fonts(
    start: Start, verb: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import pathlib; from rendering.drawing import lettering, picture; "
        f"lettering._FOLDER = pathlib.Path({str(tmp_path / 'fonts')!r}); picture.serve()"
    )
    monkeypatch.setattr("rendering.drawing.pool.PROGRAM", (sys.executable, "-c", program))
    code, said = start(verb, tmp_path / "x.sqlite3")
    assert code == EXIT_SETTINGS
    assert "install the program anew" in one_sentence(said)


@pytest.mark.parametrize(
    ("address", "code", "expected"),
    [
        (f"{POSTGRES}bot:pass-word@127.0.0.1:1/games", EXIT_UNREACHABLE, "cannot be opened"),
        (f"{POSTGRES}bot@127.0.0.1:1/games?password=pass-word", EXIT_UNREACHABLE, "games on 127.0"),
        (f"{POSTGRES}bot:secret@pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{POSTGRES}bot:a@b/pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{POSTGRES}bot/x:pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{POSTGRES}bot:c/#?pass-word@127.0.0.1:1/games", EXIT_UNREACHABLE, "cannot be opened"),
        (f"{POSTGRES}bot:pass-word", EXIT_SETTINGS, "cannot be understood"),
        ("postgres://bot:pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "must begin with"),
        ("sqlite+aiosqlite://games/x.sqlite3", EXIT_SETTINGS, "cannot be understood"),
        ("mysql://games", EXIT_SETTINGS, "must begin with sqlite+aiosqlite"),
    ],
)
def test_address_that_leads_nowhere(
    address: str, code: int, expected: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if code == EXIT_UNREACHABLE:
        pytest.importorskip("asyncpg")
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", address)
    monkeypatch.setenv("DISCORD_TOKEN", "never.sent.anywhere")
    monkeypatch.setattr("cogs.client.set_up_logging", lambda settings: None)
    for verb in ("migrate", "run"):
        assert main([verb]) == code
        said = one_sentence(capsys.readouterr().err)
        assert expected in said
        assert "pass-word" not in said
    main(["doctor"])
    shown = capsys.readouterr()
    assert "FAULT" in shown.out
    assert "pass-word" not in shown.out + shown.err


def test_texts_of_an_installed_package_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.text.catalogue.ROOT", tmp_path)
    monkeypatch.setattr("bot.text.catalogue.TEMPLATE", tmp_path / "tzolkin.pot")
    monkeypatch.setattr("bot.text.catalogue.LOCALES", tmp_path)
    assert main(["texts"]) == EXIT_SETTINGS
    assert f"{tmp_path} is not" in one_sentence(capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


def test_database_is_made_where_there_is_none(start: Start, tmp_path: Path) -> None:
    code, said = start(["migrate"], tmp_path / "new.sqlite3")
    assert (code, (tmp_path / "new.sqlite3").exists()) == (EXIT_OK, True)
    assert "Traceback" not in said


async def test_pictures_of_both_themes_are_made_ready(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    bot = TzolkinBot(settings.model_copy(update={"theme": "light"}))
    await bot.warm_up()
    [process] = bot.pool.processes
    ahead = [(one.func.__name__, *one.args) for one in bot.pool._to_draw_ahead]
    await bot.close()
    kinds = ("prepare_wheels", "prepare_city")
    assert ahead[:4] == [(kind, theme) for theme in ("light", "dark") for kind in kinds]
    assert ahead[4:] == [("prepare_turning", step, "light") for step in range(TURNING_STEPS)]
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_computers_think_in_a_process_that_ends_with_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_warm_up(bot: TzolkinBot) -> None:
        """Pictures made ready take longer than SimCord waits for a start."""

    monkeypatch.setattr(TzolkinBot, "warm_up", no_warm_up)
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    bot = make_bot(settings)
    async with simcord.run(bot, settle_timeout=SETTLE_SECONDS) as env:
        assert bot.thinking is not None
        [process] = bot.thinking.workers
        guild = env.create_guild("Friends")
        channel = guild.create_text_channel("tzolkin")
        ana = guild.add_member(env.create_user("ana"))
        await ana.slash(channel, "tzolkin new", computers=2)
        await ana.slash(channel, "tzolkin start")
        people = (await bot.tables.table(1)).human_seats
        for _ in range(200):  # SimCord need not wait for another process
            asked = {one.seat for one in (await bot.tables.game(1)).pending}
            if asked == people:
                break
            await asyncio.sleep(0.05)
        assert asked == people, "computers have kept tiles"
        assert bot.thinking.workers == [process]
        assert env.errors == []
    await bot.close()
    assert not runs(process)


async def test_scripts_in_which_names_are_left_out_are_named_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def drawn(*asked: Any, **named: Any) -> dict[str, str]:
        return {"Runes": "the extra runes"}

    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    bot = make_bot(settings)
    monkeypatch.setattr(bot.pool, "draw", drawn)
    with capture_logs() as logged:
        await bot.warm_up()
    await bot.close()
    [line] = [line for line in logged if "left out of pictures" in line["event"]]
    assert (line["scripts"], line["until"]) == ("Runes", "there is the extra runes")


async def test_languages_that_are_not_compiled_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for language, age in (("de", 0), ("es", 3600), ("it", None)):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        catalogue = folder / "tzolkin.po"
        catalogue.touch()
        if age is not None:
            catalogue.with_suffix(".mo").touch()
            written = catalogue.stat().st_mtime
            os.utime(catalogue.with_suffix(".mo"), (written - age, written - age))
    monkeypatch.setattr("bot.text.translation.LOCALES", tmp_path)
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    with capture_logs() as logged:
        bot = make_bot(settings)
    await bot.close()
    said = {line["path"]: line["run"] for line in logged if "not compiled" in line["event"]}
    stale = [tmp_path / one / "LC_MESSAGES" / "tzolkin.po" for one in ("es", "it")]
    assert said == {str(path): "python -m bot texts" for path in stale}
