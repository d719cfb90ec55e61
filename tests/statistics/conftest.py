"""Fixtures for the tests of statistics: those of tables, on a server without a second moderator."""

import pytest

from bot.tables import ServerSettings, Tables
from tests.tables.conftest import clock, kind, store, tables, url

__all__ = ["clock", "kind", "store", "tables", "url"]


@pytest.fixture(autouse=True)
async def one_moderator(tables: Tables) -> None:
    """The server wants no second moderator."""
    await tables.set_server_settings(1, ServerSettings())
