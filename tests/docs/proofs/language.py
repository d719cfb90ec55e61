"""A language more: who reads French is answered in French as far as it goes."""

from typing import Any

import discord
import pytest

from bot.text.names import points
from bot.text.translation import translator
from cogs.client import GettextTranslator
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, select_id, words
from tests.cogs.test_commands import (  # noqa: F401
    test_discord_takes_every_name_of_our_languages,
    test_discord_takes_the_commands_in_our_languages,
    test_which_groups_have_room_for_another_command,
)

pytest_plugins = ("tests.cogs.conftest",)
"""The bot on a simulated Discord."""
FRENCH = translator("fr")


@pytest.fixture
def french(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room in which everybody has Discord in French."""
    emit = room.env.backend.emit

    def in_french(event: str, payload: Any, *others: Any, **named: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload["locale"] = "fr"
        return emit(event, payload, *others, **named)

    monkeypatch.setattr(room.env.backend, "emit", in_french)
    return room


@pytest.mark.english  # it is about a language of its own
async def test_who_reads_french_is_answered_in_french(french: Room) -> None:
    told = words(answer(await french.people[0].slash(french.channel, "board")))
    assert told.startswith("Pas de partie dans ce salon")


@pytest.mark.english
async def test_who_does_not_read_french_is_answered_in_english(room: Room) -> None:
    told = words(answer(await room.people[0].slash(room.channel, "board")))
    assert told.startswith("There is no game in this channel")


@pytest.mark.english
async def test_a_server_may_choose_french(room: Room) -> None:
    managing = room.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    manager = room.guild.add_member(room.env.create_user("mona"), roles=[managing])
    panel = answer(await manager.slash(room.channel, "settings"))
    await manager.select(panel, ["fr"], custom_id=select_id(panel, "language"))
    lobby = words(answer(await room.people[0].slash(room.channel, "tzolkin new")))
    assert "Jeu de base" in lobby
    assert "Unofficial" in lobby, "what is not translated stays English"


@pytest.mark.english
async def test_discord_gets_the_french_names_of_commands(room: Room) -> None:
    command = room.bot.tree.get_command("place")
    assert command is not None
    sent = await command.get_translated_payload(room.bot.tree, GettextTranslator())
    assert sent["name_localizations"]["fr"] == "placer"
    workers = next(one for one in sent["options"] if one["name"] == "workers")
    assert workers["name_localizations"]["fr"] == "ouvriers"
    untranslated = room.bot.tree.get_command("score")
    assert untranslated is not None
    sent = await untranslated.get_translated_payload(room.bot.tree, GettextTranslator())
    assert "fr" not in sent["name_localizations"]


def test_french_counts_none_as_one() -> None:
    said = [points(FRENCH, 4 * n).replace("\u202f", " ") for n in (0, 1, 2)]
    assert said == ["0 point", "1 point", "2 points"]
