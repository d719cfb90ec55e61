"""Files of another user: start and doctor say whose they are, and nothing is begun."""

import asyncio
import json
import os
import pwd
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.hosting.doctor import look_around
from bot.store import Store
from bot.store.copies import alone
from bot.store.database import StoreError
from bot.store.sqlite import RUNNING
from tests.store.databases import on_postgres, only_sqlite

ROOT = Path(__file__).parents[2]
NOBODY = "nobody"
AS_NOBODY = """
import asyncio, json, os, pwd, sys, tempfile
import bot.hosting.doctor, bot.hosting.verbs, cogs.client
from bot.__main__ import main
from bot.store import Store

async def imports():  # while root can still read where they are
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite+aiosqlite:///{folder}/x")
        await store.revision()
        await store.close()
asyncio.run(imports())

async def login(self, token):
    print("logged in", flush=True)
    os._exit(0)
cogs.client.TzolkinBot.login = login
nobody = pwd.getpwnam("nobody")

def says(folder, verbs, url):
    os.chdir(folder)
    os.environ["TZOLKIN_DATABASE_URL"] = url
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)
    for verb in verbs:
        code = main([verb])
        sys.stderr.flush()
        print("exit code", code, flush=True)

for line in sys.stdin:
    asked, said = json.loads(line), tempfile.TemporaryFile()
    child = os.fork()
    if child == 0:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        try:
            says(*asked)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)
    os.waitpid(child, 0)
    said.seek(0)
    print(json.dumps(said.read().decode()), flush=True)
"""
"""The program that root has loaded. For each line that it reads it goes on as nobody, in a process
of its own, with one verb after the other, and tells what was said."""
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else"
)


@pytest.fixture
def folder(newest_form: Path) -> Iterator[Path]:
    """A folder of nobody with a database of root's that everybody can read."""
    made = Path(tempfile.mkdtemp(prefix="tz-hosts-"))
    nobody = pwd.getpwnam(NOBODY)
    os.chown(made, nobody.pw_uid, nobody.pw_gid)
    made.chmod(0o755)
    shutil.copyfile(newest_form, made / "games.sqlite3")
    (made / "games.sqlite3").chmod(0o644)
    yield made
    shutil.rmtree(made)


def given_to_nobody(*files: Path) -> None:
    """Change the owner of files."""
    nobody = pwd.getpwnam(NOBODY)
    for file in files:
        os.chown(file, nobody.pw_uid, nobody.pw_gid)


def address(file: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{file}"


Said = Callable[..., list[str]]


@pytest.fixture(scope="module")
def said_to_nobody() -> Iterator[Said]:
    """What is said to nobody, who starts these verbs in a folder, with the exit code of each at its
    end."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("TZOLKIN_")}
    surroundings = {
        **known, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
        "DISCORD_TOKEN": "MTIz.never.sent", "TZOLKIN_COMPUTER_PROCESSES": "0", "USER": "root",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", AS_NOBODY], text=True, env=surroundings,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as loaded:  # fmt: skip
        assert loaded.stdin is not None and loaded.stdout is not None
        asked, answered = loaded.stdin, loaded.stdout

        def said(folder: Path, *verbs: str, file: str = "games.sqlite3") -> list[str]:
            print(json.dumps([str(folder), verbs, address(folder / file)]), file=asked, flush=True)
            told = json.loads(answered.readline())
            assert "Traceback" not in told, told
            return re.findall(r".*?(?:exit code \d+|logged in)\n", told, re.DOTALL)

        yield said


def of_the_database(said: str) -> str:
    """What the doctor says about the database."""
    found = [line for line in said.splitlines() if line.split()[1] == "database"]
    assert len(found) == 1, said
    return found[0]


@as_root
@only_sqlite
@pytest.mark.parametrize(
    "closed", ["games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm", "", "all but the folder"]
)
def test_whose_the_files_are_is_said(folder: Path, said_to_nobody: Said, closed: str) -> None:
    file = folder / "games.sqlite3"
    store = Store(address(file))

    async def written() -> None:
        """Files are beside the database while somebody has it open."""
        await store.open()
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = version_num")
            connection.commit()

    async def all_of_it() -> None:
        await written()
        whole = [file, Path(f"{file}-wal"), Path(f"{file}-shm")]
        given_to_nobody(folder, *whole)
        names = [one.name for one in whole] if closed.startswith("all") else [closed]
        for name in names:
            os.chown(folder / name, 0, 0)
        doctor, run = await asyncio.to_thread(said_to_nobody, folder, "doctor", "run")
        for said, told in ((doctor, of_the_database(doctor)), (run, run.splitlines()[-2])):
            assert said.endswith("exit code 2\n"), said
            for name in names:
                assert str(folder / name) in told
            assert "owned by root, while the bot runs as nobody" in told
            assert told.endswith("chown nobody gives it to the bot).")
        await store.close()

    asyncio.run(all_of_it())


@as_root
@only_sqlite
def test_what_is_nobodys_is_written(folder: Path, said_to_nobody: Said) -> None:
    given_to_nobody(folder / "games.sqlite3")
    doctor, run = said_to_nobody(folder, "doctor", "run")
    assert "is whole and can be written" in of_the_database(doctor)
    assert run.endswith("logged in\n")


@as_root
@only_sqlite
def test_a_lock_of_another_user_is_no_lock(folder: Path, said_to_nobody: Said) -> None:
    """SQLite only reads such a file, and two bots would run."""
    given_to_nobody(folder / "games.sqlite3")
    locked = folder / f"games.sqlite3{RUNNING}"
    locked.touch(mode=0o644)
    [said] = said_to_nobody(folder, "run")
    assert said.endswith("exit code 2\n")
    assert f"({locked}: owned by root, while the bot runs as nobody" in said


@as_root
@only_sqlite
def test_what_root_makes_belongs_to_the_owner_of_the_database(folder: Path) -> None:
    given_to_nobody(folder / "games.sqlite3")
    with alone(address(folder / "games.sqlite3")):
        pass
    assert (folder / f"games.sqlite3{RUNNING}").owner() == NOBODY


@as_root
@only_sqlite
def test_a_folder_nobody_may_look_into(folder: Path, said_to_nobody: Said) -> None:
    given_to_nobody(folder / "games.sqlite3")
    inner = folder / "inner"
    inner.mkdir(mode=0o700)
    shutil.move(folder / "games.sqlite3", inner)
    for said in said_to_nobody(folder, "doctor", "run", file="inner/games.sqlite3"):
        assert said.endswith("exit code 2\n")
        assert f"({inner}: owned by root, while the bot runs as nobody" in said


@as_root
@only_sqlite
def test_backups_nobody_may_write(folder: Path, said_to_nobody: Said) -> None:
    given_to_nobody(folder / "games.sqlite3")
    (folder / "backups").mkdir(mode=0o755)
    [said] = said_to_nobody(folder, "doctor")
    assert f"There can be no backup in {folder / 'backups'} ({folder / 'backups'}: owned" in said


@on_postgres
async def test_a_role_that_may_only_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async with store.writing() as connection:
        for statement in (
            "DROP ROLE IF EXISTS tzolkin_reader", "CREATE ROLE tzolkin_reader LOGIN",
            "GRANT SELECT ON ALL TABLES IN SCHEMA public TO tzolkin_reader",
            "GRANT CREATE ON SCHEMA public TO tzolkin_reader",
        ):  # fmt: skip
            await connection.exec_driver_sql(statement)
    url = store.engine.url.set(username="tzolkin_reader").render_as_string(hide_password=False)
    reader = Store(url)
    try:
        with pytest.raises(StoreError) as refused:
            await reader.open()
        said = str(refused.value)
        assert "tzolkin_reader may not read and write " in said
        assert "owned by postgres; connect as postgres, or grant all rights to" in said
        monkeypatch.setenv("TZOLKIN_DATABASE_URL", url)
        _, found = await asyncio.to_thread(look_around)
        [fault] = [one for one in found if one.about == "database"]
        assert (fault.level, fault.said) == ("fault", said)
        async with store.writing() as connection:
            for kind in ("TABLES", "SEQUENCES"):
                await connection.exec_driver_sql(
                    f"GRANT ALL ON ALL {kind} IN SCHEMA public TO tzolkin_reader"
                )
        await reader.open()
    finally:
        await reader.close()
        async with store.writing() as connection:
            await connection.exec_driver_sql("DROP OWNED BY tzolkin_reader")
            await connection.exec_driver_sql("DROP ROLE tzolkin_reader")


@on_postgres
async def test_a_server_that_only_reads(store: Store) -> None:
    words = {"options": "-c default_transaction_read_only=on"}
    url = store.engine.url.update_query_dict(words)
    replica = Store(url.render_as_string(hide_password=False))
    try:
        with pytest.raises(StoreError, match="cannot be written: cannot execute UPDATE in a read-"):
            await replica.open()
    finally:
        await replica.close()
