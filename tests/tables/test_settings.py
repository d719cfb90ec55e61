"""What is set for servers, people and tables: stored, declared once, and told by the audit log."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pytest

from bot.moderation import at_tables
from bot.store import settings
from bot.store.columns import SettingsJson
from bot.tables import PersonSettings, ServerSettings, Tables
from bot.tables.settings import OF_MODERATORS, OF_PEOPLE, OF_SERVERS, ON_PAGES
from bot.text.setting import Setting
from bot.text.translation import translator

ENGLISH = translator("en")
SERVER = SettingsJson(ServerSettings)


def test_nothing_set_is_turning_wheels_in_the_colours_of_the_bot() -> None:
    assert SERVER.process_result_value({}) == ServerSettings(animation=True, theme=None)


@pytest.mark.parametrize(
    "chosen",
    [
        ServerSettings(),
        ServerSettings(animation=False),
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
    await tables.set_server_settings(1, ServerSettings(animation=False, theme="light"))
    assert await tables.server_settings(1) == ServerSettings(animation=False, theme="light")
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
    assert await tables.languages_of_servers() == {1: "de"}


@pytest.mark.parametrize(
    ("kind", "declared", "besides"),
    [
        (ServerSettings, [*OF_SERVERS, *OF_MODERATORS], []),
        # quiet hours and vacation have pages of their own; how far a lesson has come, and
        # whether somebody was asked for a name, is not chosen
        (PersonSettings, (*OF_PEOPLE, ON_PAGES), ["asked_on_pages", "hours", "lesson"]),
    ],
)
def test_every_field_is_declared_once(
    kind: type[Any], declared: Sequence[Setting[Any]], besides: list[str]
) -> None:
    """And what a menu offers can be chosen, and is then shown as chosen."""
    found = [*besides, *(field for one in declared for field in one.fields)]
    assert sorted(found) == sorted(field.name for field in fields(kind))
    for one in declared:
        for option in one.options(ENGLISH, kind()):
            assert one.chosen(one.change(kind(), option.value)) == (option.value,)


def test_the_audit_log_tells_what_was_set_up() -> None:
    """Of entries as they are stored: the old and the new values of what has changed."""
    was = {"moderator_roles": [], "moderators_channel": None, "second_moderator": False}
    now = {"moderator_roles": [7, 8], "moderators_channel": 5, "second_moderator": True}
    assert at_tables.set_up_changes(ENGLISH, {"was": was, "now": now}) == [
        "moderators: everybody who can manage this server → <@&7> and <@&8>",
        "second moderator: off → on",
        "moderators' channel: – → <#5>",
    ]
    one = {"was": {"moderators_channel": 5}, "now": {"moderators_channel": 6}}
    assert at_tables.set_up_changes(ENGLISH, one) == ["moderators' channel: <#5> → <#6>"]
