"""What the tests of tables share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from bot.tables import Tables
from tests.store.databases import newest_database
from tests.tables.playing import Clock, last_legal


@pytest.fixture
async def url(tmp_path: Path, newest_form: Path) -> str:
    """The address of a database without any table."""
    return await newest_database(tmp_path, newest_form)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A database in its newest form."""
    store = Store(url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables with plain computers and the clock of the test."""
    return Tables(store, think=last_legal, now=clock)
