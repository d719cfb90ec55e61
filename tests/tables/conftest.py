"""Fixtures for the tests of tables."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from bot.tables import Tables
from tests.store.databases import USUAL, Kind, newest_database
from tests.tables.playing import Clock, last_legal


@pytest.fixture
def kind() -> Kind:
    """Which database a test has that is not marked with `on_both`."""
    return USUAL


@pytest.fixture
async def url(tmp_path: Path, newest_form: Path, kind: Kind) -> str:
    """The address of a database without tables."""
    return await newest_database(tmp_path, newest_form, kind)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A database at the newest revision."""
    store = Store(url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until a test moves it."""
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables with simple computers and the test's clock."""
    return Tables(store, think=last_legal, now=clock)
