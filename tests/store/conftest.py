"""Fixtures for the tests of the database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.databases import empty_database, newest_database


@pytest.fixture
async def url(tmp_path: Path) -> str:
    """The address of an empty database."""
    return await empty_database(tmp_path)


@pytest.fixture
async def store(url: str, tmp_path: Path, newest_form: Path) -> AsyncIterator[Store]:
    """An empty database at the newest revision, at `url`, which was emptied before."""
    store = Store(await newest_database(tmp_path, newest_form))
    await store.open()
    yield store
    await store.close()
