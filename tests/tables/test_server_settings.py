"""The settings of a server, as they are kept."""

import pytest

from bot.model.server import settings_of, stored_settings
from bot.tables import ServerSettings, Tables


def test_nothing_set_is_a_still_picture_in_the_colours_of_the_bot() -> None:
    assert settings_of({}) == ServerSettings(animation=False, theme=None)
    assert set(stored_settings(ServerSettings()).values()) == {None}


@pytest.mark.parametrize(
    "settings", [ServerSettings(), ServerSettings(animation=True), ServerSettings(theme="light")]
)
def test_what_is_stored_is_found_again(settings: ServerSettings) -> None:
    stored = {name: v for name, v in stored_settings(settings).items() if v is not None}
    assert settings_of(stored) == settings


def test_what_this_version_does_not_know_is_as_if_not_set() -> None:
    stored = {"animation": "often", "theme": "purple", "language": "de"}
    assert settings_of(stored) == ServerSettings()


async def test_each_server_has_its_own(tables: Tables) -> None:
    await tables.change_guild_settings(1, {"language": "de"})
    await tables.set_server_settings(1, ServerSettings(animation=True, theme="light"))
    assert await tables.server_settings(1) == ServerSettings(animation=True, theme="light")
    assert await tables.server_settings(2) == ServerSettings()
    assert await tables.server_settings(None) == ServerSettings()
    await tables.set_server_settings(1, ServerSettings())
    assert await tables.server_settings(1) == ServerSettings()
    assert await tables.guild_settings(1) == {"language": "de"}, "other settings stay"


async def test_moderators_of_a_server(tables: Tables) -> None:
    chosen = ServerSettings(moderator_roles=(7, 2**60), second_moderator=True)
    await tables.set_server_settings(1, chosen)
    assert await tables.server_settings(1) == chosen
    assert settings_of({"moderator_roles": ["7"], "second_moderator": 1}) == ServerSettings()
