"""What keeps the program from starting is told in one sentence, with exit code 2."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import simcord
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.__main__ import EXIT_OK, EXIT_SETTINGS, EXIT_UNREACHABLE, main
from bot.settings import Settings
from bot.store import Store
from bot.store.copies import alone
from cogs.client import TzolkinBot, make_bot
from tests.cogs.conftest import SETTLE_SECONDS
from tests.processes import runs

SERVER = "postgresql+asyncpg://"
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
        (f"{SERVER}bot:pass-word@127.0.0.1:1/games", EXIT_UNREACHABLE, "cannot be opened"),
        (f"{SERVER}bot@127.0.0.1:1/games?password=pass-word", EXIT_UNREACHABLE, "games on 127.0"),
        (f"{SERVER}bot:secret@pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{SERVER}bot:a@b/pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{SERVER}bot/x:pass-word@127.0.0.1:1/games", EXIT_SETTINGS, "written as %40"),
        (f"{SERVER}bot:c/#?pass-word@127.0.0.1:1/games", EXIT_UNREACHABLE, "cannot be opened"),
        (f"{SERVER}bot:pass-word", EXIT_SETTINGS, "cannot be understood"),
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
    steps = ("prepare_wheels", "prepare_city", "prepare_turning")
    assert ahead == [(step, theme) for theme in ("light", "dark") for step in steps]
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
