"""A table in one language, its players in others: what everybody reads is in the table's, what one
reads alone is in the reader's, and no message mixes two. Each language has letters of its own here,
so that every word tells which language it is in; tests read it as English, as in the pseudo-locale.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import simcord
from simcord import HttpLogEntry
from sqlalchemy import text

from bot.model.table import PersonSettings
from bot.store import settings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, options_id, select_id
from tests.cogs.languages import languages_in, lettered, reading, unlettered
from tests.cogs.test_whole_game import play_out
from tests.cogs.wire import Wire, said_in

TABLE = "de"
EPHEMERAL = 64
MESSAGE, DEFERRED, COMPLETED, FORM = 4, 5, 8, 9
"""How an interaction is answered."""
BY_BABEL = "und"
"""Between the last two of a list."""
_OF_INTERACTION = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
_OF_CHANNEL = re.compile(r"/channels/(\d+)/")


@dataclass
class Pressed:
    """Somebody's interaction."""

    user_id: int
    alone: bool
    """Whether its answer is for that person alone: of the message that it is pressed on, or as the
    answer was announced."""


class Readers:
    """Everything that was sent, and who reads it."""

    def __init__(self, room: Room, wire: Wire, languages: dict[int, str]) -> None:
        self.room, self.wire, self.languages = room, wire, languages
        self.pressed: dict[str, Pressed] = {}
        emit = room.env.backend.emit

        def listened(event: str, payload: Any, *others: Any, **more: Any) -> Any:
            if event == "INTERACTION_CREATE":
                who = payload["member"]["user"] if "member" in payload else payload["user"]
                on = payload.get("message") or {}
                alone = bool(int(on.get("flags") or 0) & EPHEMERAL)
                self.pressed[payload["token"]] = Pressed(int(who["id"]), alone)
            return emit(event, payload, *others, **more)

        room.env.backend.emit = listened  # type: ignore[method-assign]

    def sent(self) -> Iterator[tuple[HttpLogEntry, str]]:
        """Each request with the language it should be in; no direct messages."""
        for request in self.wire.sent:
            if found := _OF_INTERACTION.search(request.path):
                pressed = self.pressed[found[1]]
                alone = self._alone(request, pressed)
                yield request, self.languages[pressed.user_id] if alone else TABLE
            elif _OF_CHANNEL.search(request.path):
                yield request, TABLE

    def _alone(self, request: HttpLogEntry, pressed: Pressed) -> bool:
        body = request.json
        flagged = bool(int((body.get("data") or body).get("flags") or 0) & EPHEMERAL)
        if request.path.endswith("/callback"):
            kind = body["type"]
            if kind in (MESSAGE, DEFERRED):
                pressed.alone = flagged
            return kind in (COMPLETED, FORM) or pressed.alone
        return pressed.alone or (request.method == "POST" and flagged)


@pytest.fixture
def readers(room: Room, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Readers:
    """A reader of Spanish, one of Portuguese, and one who never said anything to the bot."""
    lettered(monkeypatch)
    room.check_limits = False
    monkeypatch.setattr("tests.cogs.wire.plainly", unlettered)
    languages = dict(zip([one.id for one in room.people], ("es-419", "pt-BR"), strict=False))
    reading(room, monkeypatch, languages, server="en-US")
    return Readers(room, wire, languages)


async def game_in_german(room: Room, wire: Wire, people: list[simcord.MemberActor]) -> None:
    """A table that chose its language before anybody else came."""
    first, *others = people
    lobby = answer(await first.slash(room.channel, "tzolkin new"))
    options = answer(await first.click(lobby, custom_id=options_id(lobby)))
    await first.select(options, [TABLE], custom_id=select_id(options, "tongue"))
    del wire.sent[:]  # until then it was in the server's
    for other in others:
        await other.click(lobby, label="Join")
    await first.click(lobby, label="Start")


async def test_nobody_reads_another_ones_language(room: Room, wire: Wire, readers: Readers) -> None:
    people, channel = room.people[:2], room.channel
    await game_in_german(room, wire, people)
    for person in people:
        await choose_tiles(person, channel)
    await play_out(room, people, random.Random(3), most=8)
    for person in people:
        for command, given in (
            ("tzolkin new", {}), ("undo", {}), ("hint", {}), ("log", {}), ("score", {}),
            ("board", {"private": True}), ("board", {}), ("rules", {"topic": "food day"}),
            ("place", {"workers": "the moon"}), ("move", {"turn": "end"}), ("verify", {}),
            ("tzolkin status", {}), ("pings", {}), ("tzolkin options", {}), ("tutorial", {}),
        ):  # fmt: skip
            await person.slash(channel, command, **given)
    wire.know(BY_BABEL)
    await wire.names_of_people_and_places(room.bot.store)
    wrong, left, seen = [], [], set()
    for request, language in readers.sent():
        for key, said in said_in(request.json):
            found = languages_in(said)
            seen |= {(request.path.split("/")[1], one) for one in found}
            if found - {language}:
                wrong.append(f"{key}, not {language}: {unlettered(said)[:100]}")
            left += [f"{key}: {one}" for one in wire.left_in_english(said)]
    assert wrong == []
    assert left == []
    assert seen >= {("channels", TABLE), ("interactions", "es-419"), ("interactions", "pt-BR")}


async def test_of_whom_no_language_is_known_is_written_to_in_that_of_the_table(
    room: Room, wire: Wire, readers: Readers
) -> None:
    people, now = room.people[:2], room.wait()
    for person in people:
        await room.bot.store.write(
            settings.set_person, person.id, PersonSettings(way="direct"), at=now
        )
    await game_in_german(room, wire, people)
    async with room.bot.store.writing() as connection:
        await connection.execute(
            text("UPDATE people SET locale = NULL WHERE user_id = :id"), {"id": people[1].id}
        )
    await room.restart()
    del wire.sent[:]
    await choose_tiles(people[0], room.channel)
    await room.later(days=2)  # a reminder
    direct = {person.user.dm_channel.id: set[str]() for person in people}
    for request in wire.sent:
        found = _OF_CHANNEL.search(request.path)
        if found and int(found[1]) in direct:
            for _, said in said_in(request.json):
                direct[int(found[1])] |= languages_in(said)
    assert direct[people[1].user.dm_channel.id] == {TABLE}
