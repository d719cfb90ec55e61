"""Languages of tests: who reads what, and a language that can be told from English."""

from typing import Any

import discord
import pytest
from babel import Locale

from bot.text.translation import Translations
from tests.cogs.conftest import Room
from tests.languages import MadeUp
from tests.pseudo import each_text, spelt

MODULES = ("cogs.kit.answering", "cogs.client")
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


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {"de": 0x1D400, "pt-BR": 0x1D5D4, "es-419": 0x1D670, "en-US": 0x1D5A0}
"""Where the letters of each begin: mathematical letters, which no text of ours has."""


class Lettered(MadeUp):
    """A language in letters of its own, so that each word says which language it is in. Numbers
    and dates are as in the language."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.locale = Locale.parse(name, sep="-")
        first = _ALPHABETS[name]
        self._own = str.maketrans(_LETTERS, "".join(map(chr, range(first, first + 52))))

    def gettext(self, message: str) -> str:
        return spelt(message, self._own)


def lettered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language have letters of its own."""
    known = {name: Lettered(name) for name in _ALPHABETS}
    monkeypatch.setattr("cogs.kit.answering.translator", known.__getitem__)


def languages_in(said: str) -> set[str]:
    """The languages whose letters a text has."""
    return {
        name for name, first in _ALPHABETS.items()
        if any(first <= ord(one) < first + 52 for one in said)
    }  # fmt: skip


_PLAIN = {first + n: letter for first in _ALPHABETS.values() for n, letter in enumerate(_LETTERS)}


def unlettered(value: Any) -> Any:
    """Plain JSON, all texts of which are in the letters of English."""
    return each_text(lambda text: text.translate(_PLAIN), value)
