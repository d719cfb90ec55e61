"""The repository of settings."""

from bot.store import Store, settings
from tests.store.rows import LATER, NOON


async def test_nothing_set(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await settings.get(connection, "guild", 1) == {}


async def test_changes_add_up_and_scopes_do_not_mix(store: Store) -> None:
    async with store.writing() as connection:
        await settings.change(connection, "guild", 1, {"theme": "light"}, at=NOON)
        await settings.change(connection, "guild", 1, {"theme": None, "n": 3}, at=LATER)
        await settings.change(connection, "channel", 1, {"theme": "light"}, at=NOON)

    async with store.engine.connect() as connection:
        assert await settings.get(connection, "guild", 1) == {"n": 3}
        assert await settings.get(connection, "channel", 1) == {"theme": "light"}
        assert await settings.get(connection, "guild", 2) == {}
