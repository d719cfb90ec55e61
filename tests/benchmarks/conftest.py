"""Databases on a disk, as they are where the bot runs."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import Store
from tests.postgres import Server, address_in

DURABLE = {"shared_buffers": "128MB", "listen_addresses": ""}


@pytest.fixture(scope="module")
def addresses() -> Iterator[Callable[[str, str], str]]:
    """Makes the address of an empty database, on a disk, not in memory."""
    folder = Path(tempfile.mkdtemp(prefix="tz-measured-", dir="/var/tmp"))
    socket = Path(tempfile.mkdtemp(prefix="tz-pg-", dir="/tmp"))
    data = folder / "server"
    data.mkdir()
    folder.chmod(0o755)  # for the user of the server
    server = Server(data, DURABLE, socket=socket)
    assert (said := server.start()) == "ready", said

    def made(kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite+aiosqlite:///{folder / name}.sqlite3"
        asyncio.run(_create(address_in(socket), name))
        return address_in(socket, name)

    yield made
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(socket, ignore_errors=True)


async def _create(server: str, name: str) -> None:
    store = Store(server)
    async with store.engine.connect() as connection:
        alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await alone.execute(text(f"CREATE DATABASE {name}"))
    await store.close()
