"""What the tests of seasons share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.leagues.season_transaction import Leagues
from bot.store import Store
from bot.tables import Tables
from tests.store.databases import USUAL, Kind, in_the_loop, newest_database
from tests.tables.playing import Clock, last_legal


@pytest.fixture(autouse=True)
def _statements_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_loop(monkeypatch)


@pytest.fixture
def kind() -> Kind:
    """Which database a test has that is not marked with `on_both`."""
    return USUAL


@pytest.fixture
async def store(tmp_path: Path, newest_form: Path, kind: Kind) -> AsyncIterator[Store]:
    """A database in its newest form."""
    store = Store(await newest_database(tmp_path, newest_form, kind))
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


@pytest.fixture
def leagues(store: Store, clock: Clock) -> Leagues:
    """The service of leagues, by the clock of the test."""
    return Leagues(store, now=clock)


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables with plain computers, in the database of the leagues."""
    return Tables(store, think=last_legal, now=clock)
