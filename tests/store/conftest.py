"""Fixtures for the tests of the database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.databases import USUAL, Kind, empty_database, newest_database


@pytest.fixture
def kind() -> Kind:
    """Which database a test has that is not marked with `on_both`."""
    return USUAL


@pytest.fixture
async def url(tmp_path: Path, kind: Kind) -> str:
    """The address of an empty database."""
    return await empty_database(tmp_path, kind)


@pytest.fixture
async def store(url: str, tmp_path: Path, newest_form: Path, kind: Kind) -> AsyncIterator[Store]:
    """An empty database at the newest revision, at `url`, which was emptied before."""
    store = Store(await newest_database(tmp_path, newest_form, kind))
    await store.open()
    yield store
    await store.close()
