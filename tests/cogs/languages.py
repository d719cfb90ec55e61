"""Languages of tests: who reads what, and a language that can be told from English."""

from typing import Any

import discord
import pytest

from bot.text.translation import Translations
from tests.cogs.conftest import Room
from tests.languages import MadeUp

MODULES = ("bot.answering", "bot.client")
"""Those that ask for the words of a language."""


class Named(MadeUp):
    """A language in which every text begins with its name, as "[de] Changed."."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def gettext(self, message: str) -> str:
        return f"[{self.name}] {message}"


def named(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language be known by its name, which makes some labels too long for Discord."""
    room.check_limits = False
    known: dict[str, Translations] = {}
    for module in MODULES:
        monkeypatch.setattr(
            f"{module}.translator", lambda locale: known.setdefault(locale, Named(locale))
        )


def reading(
    room: Room, monkeypatch: pytest.MonkeyPatch, people: dict[int, str], server: str = "en-US"
) -> None:
    """Let Discord say from now on which language these people and the server have; `people` may be
    changed later. Others read en-US."""
    emit = room.env.backend.emit
    room.env.backend.get_guild(room.guild.id).preferred_locale = server
    known = room.bot.get_guild(room.guild.id)
    assert known is not None
    known.preferred_locale = discord.Locale(server)

    def with_languages(event: str, payload: Any, *others: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            who = payload["member"]["user"] if "member" in payload else payload["user"]
            payload["locale"] = people.get(int(who["id"]), "en-US")
            payload["guild_locale"] = server
        return emit(event, payload, *others, **more)

    monkeypatch.setattr(room.env.backend, "emit", with_languages)
