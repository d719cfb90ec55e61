"""What goes over the wire while tests run: the bot speaks the pseudo-locale to Discord, and the
tests read it in English.

So every path that any test of this folder goes is also one on which nothing may be left in English,
and nothing may become too long for Discord when it is 60 % longer. A test that is itself about the
English text, such as where it is cut, is marked `english`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from zoneinfo import available_timezones

import pytest
from simcord import HttpLogEntry, interactions
from simcord.backend import Backend
from simcord.http import router
from sqlalchemy import text

from bot.model.server import LANGUAGE_NAMES
from bot.store import Store
from bot.tables.lobby import COMPUTER_NAMES
from bot.text.names import FORMER_NAME
from cogs.kit import answering
from tests.cogs.limits import COMMANDS, EMOJIS, check_request
from tests.pseudo import ENGLISH, english_in, plainly, speaking, without_brackets

BY_BABEL = "and or January February March April May June July August September October November"
BY_BABEL += " December day days hour hours minute minutes second seconds week weeks month months"
NOTATION = (
    "palenque yaxchilan tikal uxmal chichen itza start quick place pick do skip beg burn keep"
    " discount"
)
"""What is typed with /place, /pickup and /move, the same in every language."""
SAID = ("content", "label", "placeholder", "description", "title")
"""The keys of a message and its components that hold texts."""
TYPED_BY_PEOPLE = (
    "SELECT name FROM seats",
    "SELECT name FROM leagues",
    "SELECT reason FROM moderation",
    "SELECT reason FROM league_bans",
    "SELECT details FROM moderation",
    "SELECT payload FROM season_events",
)


LABEL = 80
"""Discord's limit for the label of a button. Ours is held by a test of the catalogues."""


LONGEST_WORD = 24
NO_ENGLISH = frozenset(
    word
    for one in (
        BY_BABEL, NOTATION, *COMPUTER_NAMES, *available_timezones(), *LANGUAGE_NAMES.values(),
        FORMER_NAME,
    )
    for word in ENGLISH.findall(one)
)  # fmt: skip
"""The words that are the same in every language, whoever says them."""


class Wire:
    """Everything the bot sent in one test, as it was sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[HttpLogEntry] = []
        self.backend: Backend | None = None
        self.known = set(NO_ENGLISH)
        self.other_language = False
        """Whether the test chose a language of its own."""
        self._read: set[str] = set()
        """The texts the tests have read in English; the bot may send them again, as parts of a
        message it fetched."""
        self._speak = lambda locale: speaking()
        monkeypatch.setattr(answering, "translator", self._speak)
        self._listen(monkeypatch)

    def know(self, typed: object) -> None:
        """People typed this, so it is in no language."""
        self.known.update(ENGLISH.findall(str(typed)))

    def _listen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        dispatch, payload_of = router.dispatch, interactions.base_payload

        def dispatched(
            backend: Backend, method: str, path: str, *, json: Any = None, **more: Any
        ) -> Any:
            self.backend = backend
            if answering.translator is not self._speak:
                self.other_language = True
            if json is not None and not COMMANDS.fullmatch(path):
                entry = HttpLogEntry(method, path, {}, copied(json), None)
                self.sent.append(entry)
                if not EMOJIS.fullmatch(path):
                    json = plainly(json)
                    self._read.update(one for _, one in said_in(json))
            return dispatch(backend, method, path, json=json, **more)

        def typed(*args: Any, data: Mapping[str, Any], **more: Any) -> Any:
            for one in typed_in(data):
                self.know(one)
            return payload_of(*args, data=data, **more)

        monkeypatch.setattr(router, "dispatch", dispatched)
        monkeypatch.setattr(interactions, "base_payload", typed)

    async def names_of_people_and_places(self, store: Store) -> None:
        """Learn what people and channels are called, and what was written without Discord."""
        if self.backend is not None:
            for user in self.backend.users.values():
                self.know(f"{user.name} {user.global_name}")
            for guild in self.backend.guilds.values():
                self.know(guild.name)
                for role in guild.roles.values():
                    self.know(role.name)
                for member in guild.members.values():
                    self.know(member.nick)
            for channel in self.backend.channels.values():
                if not channel.is_thread:
                    self.know(channel.name)
        async with store.engine.connect() as connection:
            for query in TYPED_BY_PEOPLE:
                for row in await connection.execute(text(query)):
                    self.know(row[0])

    def untranslated(self) -> list[str]:
        """The texts in which a word was left in English."""
        found = []
        for request in self.sent:
            for key, said in said_in(request.json):
                left = self.left_in_english(said)
                if left:
                    found.append(f"{key}: {' '.join(left)} — {said}")
        return sorted(set(found))

    def left_in_english(self, said: str) -> list[str]:
        """The words of a text that are in no other language, and that nobody typed."""
        if said in self._read:
            return []
        return [word for word in english_in(said) if not self._typed(word)]

    def _typed(self, word: str) -> bool:
        """Whether somebody typed it; what is longer than any word may have been cut."""
        cut = len(word) > LONGEST_WORD and any(one.startswith(word) for one in self.known)
        return cut or word in self.known

    def check(self, *, limits: bool) -> None:
        """Fails with what was left in English, or, with `limits`, was too long."""
        if self.other_language:
            return
        if limits:
            with pytest.MonkeyPatch.context() as discord:
                for ours in ("BUTTON_ON_A_PHONE", "BUTTON_WITH_A_PRICE"):
                    discord.setattr(f"tests.cogs.limits.{ours}", LABEL)
                for request in self.sent:
                    if request.method in ("POST", "PATCH", "PUT"):
                        check_request(replace(request, json=without_brackets(request.json)))
        found = self.untranslated()
        assert not found, "left in English:\n" + "\n".join(found)


def copied(body: Any) -> Any:
    """A copy of JSON, quicker than `copy.deepcopy`, which asks what each text is."""
    if isinstance(body, dict):
        return {key: copied(one) for key, one in body.items()}
    return [copied(one) for one in body] if isinstance(body, list) else body


def said_in(body: Any) -> Iterator[tuple[str, str]]:
    """The texts of a body that people read, each with its key."""
    waiting = [body]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            for key, value in one.items():
                if key in SAID and isinstance(value, str):
                    yield key, value
                elif key == "choices":
                    yield from (("choice", choice["name"]) for choice in value)
                elif isinstance(value, dict | list):
                    waiting.append(value)


def typed_in(data: Any) -> Iterator[str]:
    """What a person typed into a command or a form."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, Mapping):
            if isinstance(one.get("value"), str):
                yield one["value"]
            waiting += [inner for inner in one.values() if isinstance(inner, dict | list)]
