"""The settings of a server, as stored."""

import pytest

from bot.store import settings
from bot.store.columns import SettingsJson
from bot.tables import ServerSettings, Tables

SERVER = SettingsJson(ServerSettings)


def test_nothing_set_is_a_still_picture_in_the_colours_of_the_bot() -> None:
    assert SERVER.process_result_value({}) == ServerSettings(animation=False, theme=None)


@pytest.mark.parametrize(
    "chosen",
    [
        ServerSettings(),
        ServerSettings(animation=True),
        ServerSettings(theme="light", language="pt-BR"),
        ServerSettings(hints="off"),
    ],
)
def test_what_is_stored_is_found_again(chosen: ServerSettings) -> None:
    assert SERVER.process_result_value(SERVER.process_bind_param(chosen)) == chosen


def test_what_this_version_does_not_know_is_as_if_not_set() -> None:
    stored = {
        "animation": "often",
        "theme": "purple",
        "language": "tlh",
        "hints": "wise",
        "music": "drums",
    }
    assert SERVER.process_result_value(stored) == ServerSettings()


async def test_each_server_has_its_own(tables: Tables) -> None:
    await tables.store.write(settings.change, "guild", 1, {"music": "drums"}, at=tables.now())
    await tables.set_server_settings(1, ServerSettings(animation=True, theme="light"))
    assert await tables.server_settings(1) == ServerSettings(animation=True, theme="light")
    assert await tables.server_settings(2) == ServerSettings()
    assert await tables.server_settings(None) == ServerSettings()
    await tables.set_server_settings(1, ServerSettings())
    assert await tables.server_settings(1) == ServerSettings()
    kept = await tables.store.read(settings.get, "guild", 1)
    assert kept == {"music": "drums"}, "other settings stay, and what is not set is not stored"


async def test_moderators_of_a_server(tables: Tables) -> None:
    chosen = ServerSettings(moderator_roles=(7, 2**60), second_moderator=True)
    await tables.set_server_settings(1, chosen)
    assert await tables.server_settings(1) == chosen
    stored = {"moderator_roles": ["7"], "second_moderator": 1}
    assert SERVER.process_result_value(stored) == ServerSettings()


async def test_the_languages_that_were_set(tables: Tables) -> None:
    await tables.set_server_settings(1, ServerSettings(language="de"))
    await tables.set_server_settings(2, ServerSettings(theme="light"))
    await tables.store.write(settings.change, "channel", 3, {"language": "it"}, at=tables.now())
    assert await tables.store.read(settings.languages_of_servers) == {1: "de"}
