"""What the tests of the database share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.databases import empty_database


@pytest.fixture
async def url(tmp_path: Path) -> str:
    """The address of an empty database."""
    return await empty_database(tmp_path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A database in its newest form, without any table."""
    store = Store(url)
    await store.open()
    yield store
    await store.close()
