"""Whole databases: keeping a SQLite file for oneself; copying, checking and replacing databases.

`alone` is a lock that lets one program at a time use a SQLite database: `run`, the preview, and
commands that replace a database nobody uses. One process alone plays a SQLite file, because it
alone remembers its channels and what it has told them. SQLite takes the lock on an empty file
beside the database. The operating system holds it for the process and frees it when that ends,
however it ends. It works wherever SQLite's own locks do, between containers on one volume, too.

SQLite files are copied while in use, checked, and put in each other's place. All these functions
wait for the disk: call them where nobody waits for the event loop.

PostgreSQL is copied by its own tools: pg_dump, pg_restore and psql. They get the password in the
environment, which only their user and root can read, never on the command line. If the address has
none they look into the password file, as always (~/.pgpass).
"""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, text

from bot.store.database import (
    BUSY_MILLISECONDS,
    Store,
    StoreError,
    address_of,
    called,
    cannot_be_opened,
    is_there,
    opening,
    sqlite_file,
)
from bot.store.schema import metadata
from bot.store.sqlite import INDEX, JOURNAL, LOG, RUNNING, give_to_owner_of, hindrance


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Use the SQLite database alone inside this block; other databases are not locked. Raises
    StoreError if another process has it."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    with closing(_locked(file.resolve(), url)):  # a link to the file counts as the file
        yield


def _locked(file: Path, url: str) -> sqlite3.Connection:
    """Open a connection that holds a database's lock until it is closed."""
    locked = Path(f"{file}{RUNNING}")
    try:
        lock = sqlite3.connect(locked, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise cannot_be_opened(url, error) from error
    try:
        lock.execute("PRAGMA journal_mode = OFF")  # nothing is ever written
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"A bot runs on the database {file} already; stop that one first, or give this "
                "one another database in TZOLKIN_DATABASE_URL."
            ) from error
        raise cannot_be_opened(url, error) from error
    if not os.access(locked, os.W_OK):  # SQLite then only reads, and locks nothing
        lock.close()
        raise cannot_be_opened(url, "no other bot could be kept away from it")
    give_to_owner_of(file, locked)
    return lock


LONGEST_SECONDS, STEPS = 900.0, 1_000
"""The longest time for reading a file, as somebody may have made one whose reading never ends; and
after how many steps of SQLite's virtual machine the clock is read."""


def copy_file(source: Path, target: Path) -> None:
    """Copy a database as it is now, while others use it, to a file that only its owner may read.
    Raises StoreError if that fails, and leaves no file."""
    if not is_there(source):
        raise StoreError(f"There is no database {source.absolute()}.")
    try:
        for left in (target, Path(f"{target}{JOURNAL}")):  # left by a program that was killed
            left.unlink(missing_ok=True)
        target.touch(mode=0o600)
        with _opened(source) as reading, _opened(target) as writing:
            # All pages in one step: the copy is one state, and writers do not wait for it (WAL).
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"{source.absolute()} cannot be copied to {target}: {error}.") from error


def file_must_be_whole(file: Path) -> None:
    """Check every page and every index. Raises StoreError for a file that is missing, damaged or no
    database."""
    if not file.is_file():
        raise StoreError(f"There is no file {file.absolute()}.")
    with _read(file) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    if found != "ok":
        raise StoreError(f"{file.absolute()} is damaged: {found.splitlines()[-1]}.")
    if lost is not None:
        raise StoreError(f"{file.absolute()} is damaged: a row of {lost[0]} belongs to nothing.")


def file_must_be_plain(file: Path) -> None:
    """Raises StoreError for a database with views or triggers: ours has none, and reading a foreign
    one may never end."""
    with _read(file) as connection:
        found = connection.execute(
            "SELECT type FROM sqlite_master WHERE type IN ('view', 'trigger') LIMIT 1"
        ).fetchone()
    if found is not None:
        raise StoreError(f"{file.absolute()} has a {found[0]} in it, which none of ours has.")


def put_file_in_place(new: Path, database: Path, kept: Path) -> None:
    """Make `new`, a file in the same folder, the database, and keep the old one, if there was one,
    as `kept`. At each moment one of the two is the database, also if the machine stops in between.
    Nobody may use either. Raises StoreError if that fails."""
    try:
        if database.exists():
            _all_in_one(database, kept)
            shutil.copymode(database, new)
            give_to_owner_of(database, new)
            try:
                kept.hardlink_to(database)
            except OSError:  # a file system without hard links
                shutil.copy2(database, kept)
        else:
            give_to_owner_of(database, new)
        new.replace(database)
        _sync_folder(database.parent)
    except OSError as error:
        raise StoreError(f"{database} cannot be replaced: {error}.") from error


def _all_in_one(database: Path, kept: Path) -> None:
    """Bring the files beside a database into it: a log left behind would be taken for the new
    file's. That of a damaged database goes beside `kept`."""
    logged, beside_kept = Path(f"{database}{LOG}"), Path(f"{kept}{LOG}")
    if logged.exists():  # SQLite may have removed it without understanding it
        shutil.copy2(logged, beside_kept)
    try:
        with _opened(database) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        beside_kept.unlink(missing_ok=True)
    except sqlite3.Error:
        logged.unlink(missing_ok=True)
    Path(f"{database}{INDEX}").unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not all systems can sync a folder
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def _read(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file to read it. Raises StoreError if that fails."""
    try:
        with _opened(file) as connection:
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        hindered = hindrance(file) if isinstance(error, sqlite3.OperationalError) else ""
        raise StoreError(f"{file.absolute()} cannot be read: {error}{hindered}.") from error


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=BUSY_MILLISECONDS / 1000)) as connection:
        until = time.monotonic() + LONGEST_SECONDS
        connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        yield connection


TOOLS = ("pg_dump", "pg_restore", "psql")
OURS = (*metadata.tables, "alembic_version")
"""The tables that are copied; other tables in the same database are not ours."""
_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "database": "PGDATABASE",
    "dbname": "PGDATABASE",
    "ssl": "PGSSLMODE",
    "sslmode": "PGSSLMODE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcrl": "PGSSLCRL",
    "ssl_min_protocol_version": "PGSSLMINPROTOCOLVERSION",
    "ssl_max_protocol_version": "PGSSLMAXPROTOCOLVERSION",
    "passfile": "PGPASSFILE",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "krbsrvname": "PGKRBSRVNAME",
    "gsslib": "PGGSSLIB",
    "application_name": "PGAPPNAME",
    "options": "PGOPTIONS",
    "channel_binding": "PGCHANNELBINDING",
    "gssencmode": "PGGSSENCMODE",
}
"""The parts and words of an address, each with the environment variable that tells it to the
tools."""

_ERRORS = ("error: ", "ERROR: ")
"""The words before a reason, from the tools and from the server."""


def missing_tools() -> list[str]:
    """List the tools that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def dump(url: str, target: Path) -> None:
    """Copy our tables into a file that only its owner may read. Raises StoreError if that fails,
    and leaves no file."""
    try:
        target.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from error
    try:
        ours = (f'--table="{name}"' for name in OURS)
        _run_tool(url, "pg_dump", "--format=custom", f"--file={target}", *ours)
    except StoreError:
        target.unlink(missing_ok=True)
        raise


def dump_must_be_whole(file: Path, url: str) -> None:
    """Read a dump to its end. Raises StoreError if that fails."""
    if not file.is_file():
        raise StoreError(f"There is no file {file.absolute()}.")
    _run_tool(url, "pg_restore", f"--file={os.devnull}", str(file))


def restore(url: str, file: Path) -> None:
    """Replace all our tables by those of a dump: all of them, or none. Raises StoreError if that
    fails."""
    ours = ", ".join(f'"{name}"' for name in OURS)
    with tempfile.TemporaryDirectory(prefix="tzolkin-restore-") as folder:
        dropping, filling = Path(folder) / "drop.sql", Path(folder) / "fill.sql"
        dropping.write_text(f"DROP TABLE IF EXISTS {ours} CASCADE;\n", encoding="utf-8")
        _run_tool(
            url, "pg_restore", "--no-owner", "--no-privileges", f"--file={filling}", str(file)
        )
        _run_tool(
            url, "psql", "--no-psqlrc", "--quiet", "--single-transaction",
            "--set=ON_ERROR_STOP=1", f"--file={dropping}", f"--file={filling}",
        )  # fmt: skip


async def server_version(url: str) -> int:
    """Find the version of the server, such as 15. Raises StoreError for a server that cannot be
    reached, and for a database in which we may not write or make tables."""
    store = Store(url)
    asked = text(
        "SELECT current_setting('server_version_num')::int / 10000 AS version, "
        "current_setting('transaction_read_only') = 'off' AND "
        "coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS writable"
    )
    try:
        with opening(url):
            async with store.engine.connect() as connection:
                row = (await connection.execute(asked)).one()
    finally:
        await store.close()
    if not row.writable:
        raise StoreError(
            f"The database {called(url)} cannot be written by this user; give it the right to "
            "create tables there."
        )
    return int(row.version)


def tools_version() -> int | None:
    """Find the version of pg_dump, such as 15; None where it is missing."""
    if shutil.which("pg_dump") is None:
        return None
    said = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=False)
    number = re.search(r"\d+", said.stdout)
    return int(number[0]) if number else None


async def must_be_unused(url: str) -> None:
    """Raises StoreError if anything else is connected to the database, such as a bot."""
    store = Store(url)
    asked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND usename IS NOT NULL AND pid <> pg_backend_pid()"
    )
    try:
        with opening(url):
            async with store.engine.connect() as connection:
                others = await connection.scalar(asked)
    finally:
        await store.close()
    if others:
        raise StoreError(
            f"The database {called(url)} is in use (connections: {others}); stop every bot "
            "and program that is connected to it first."
        )


def _run_tool(url: str, tool: str, *arguments: str) -> None:
    if shutil.which(tool) is None:
        raise StoreError(
            f"{tool} is not installed; it comes with PostgreSQL, on Debian in the package "
            "postgresql-client."
        )
    done = subprocess.run(
        [tool, *arguments], env=_environment(address_of(url)), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    if done.returncode:
        raise StoreError(f"{tool} failed: {_reason(done.stderr)}.")


def _environment(url: URL) -> dict[str, str]:
    given = {
        **{name: value for name, value in url.query.items() if isinstance(value, str)},
        **_several(url.query.get("host", "")),
        **{
            name: str(value)
            for name, value in url.translate_connect_args().items()
            if value not in (None, "")
        },
    }
    named = {"username": "user"}
    known = {named.get(name, name): value for name, value in given.items()}
    return {
        **os.environ,
        "PGCONNECT_TIMEOUT": "10",
        **{_VARIABLES[name]: value for name, value in known.items() if name in _VARIABLES},
    }


def _several(hosts: str | tuple[str, ...]) -> dict[str, str]:
    """Take servers apart that are named after ?, such as host=one:5432&host=two:5432."""
    named = [hosts] if isinstance(hosts, str) else hosts
    apart = [one.rpartition(":") for one in named if ":" in one and not one.startswith("/")]
    if len(apart) < len(named):  # without ports, which then are in `port`, or the usual one
        return {"host": ",".join(named)} if any(named) else {}
    return {
        "host": ",".join(host for host, _, _ in apart),
        "port": ",".join(port for _, _, port in apart),
    }


def _reason(said: bytes) -> str:
    """Find the first error in a tool's output, without its consequences."""
    lines = said.decode(errors="replace").strip().splitlines()
    errors = [line.split(sep, 1)[1] for line in lines for sep in _ERRORS if sep in line]
    return (errors or lines or ["it does not say why"])[0].strip().rstrip(".")
