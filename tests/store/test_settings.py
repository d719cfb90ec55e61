"""The repository of settings."""

from bot.model.table import PersonSettings
from bot.store import Store, settings
from tests.store.databases import on_both
from tests.store.rows import LATER, NOON

pytestmark = on_both


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


async def test_the_language_a_person_reads(store: Store) -> None:
    chosen = PersonSettings(way="direct")
    await store.write(settings.set_locale, 7, "es-419", at=NOON)
    assert await store.read(settings.locale_of, 7) == "es-419"
    assert await store.read(settings.of_person, 7) == PersonSettings()
    await store.write(settings.set_person, 7, chosen, at=LATER)
    assert await store.read(settings.locale_of, 7) == "es-419", "what is set leaves it alone"
    await store.write(settings.set_locale, 7, "de", at=LATER)
    assert await store.read(settings.locale_of, 7) == "de"
    assert await store.read(settings.of_person, 7) == chosen
    assert await store.read(settings.locale_of, 8) is None
