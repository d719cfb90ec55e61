"""Copies of a PostgreSQL database by its own tools: pg_dump, pg_restore and psql.

The tools get the password in the environment, which only their user and root can read, never on the
command line. If the address has none they look into the password file, as always (~/.pgpass).
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from sqlalchemy import URL, text

from bot.store.database import Store, StoreError, address_of, called, opening
from bot.store.schema import metadata

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
"""The parts of an address, with the environment variables that tell the tools."""

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
        _run(url, "pg_dump", "--format=custom", f"--file={target}", *ours)
    except StoreError:
        target.unlink(missing_ok=True)
        raise


def must_be_whole(file: Path, url: str) -> None:
    """Read a dump to its end. Raises StoreError if that fails."""
    if not file.is_file():
        raise StoreError(f"There is no file {file.absolute()}.")
    _run(url, "pg_restore", f"--file={os.devnull}", str(file))


def restore(url: str, file: Path) -> None:
    """Replace all our tables by those of a dump: all of them, or none. Raises StoreError if that
    fails."""
    ours = ", ".join(f'"{name}"' for name in OURS)
    with tempfile.TemporaryDirectory(prefix="tzolkin-restore-") as folder:
        dropping, filling = Path(folder) / "drop.sql", Path(folder) / "fill.sql"
        dropping.write_text(f"DROP TABLE IF EXISTS {ours} CASCADE;\n", encoding="utf-8")
        _run(url, "pg_restore", "--no-owner", "--no-privileges", f"--file={filling}", str(file))
        _run(
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


def _run(url: str, tool: str, *arguments: str) -> None:
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
