"""The pseudo-locale on the wire finds what it is there to find."""

import pytest

from cogs.kit.buttons import button
from cogs.kit.layout import message, row, text
from tests.cogs.conftest import Room
from tests.cogs.wire import LABEL, Wire
from tests.pseudo import pseudo


async def test_what_is_left_in_english_is_found(room: Room, wire: Wire) -> None:
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(text(f"{pseudo('It is the turn of {name}.')} ana has corn.")))
    await wire.names_of_people_and_places(room.bot.store)
    with pytest.raises(AssertionError, match="content: name has corn"):
        wire.check(limits=True)
    wire.sent.clear()


async def test_what_becomes_too_long_is_found(room: Room, wire: Wire) -> None:
    place = room.bot.get_partial_messageable(room.channel.id)
    label = pseudo("x" * (LABEL - 20))
    await place.send(view=message(row([button(pseudo("Board"), "board", 0)])))
    wire.check(limits=True)
    wire.sent[-1].json["components"][0]["components"][0]["components"][0]["label"] = label
    with pytest.raises(AssertionError, match="label has"):
        wire.check(limits=True)
    wire.sent.clear()


async def test_tests_read_english(room: Room, wire: Wire) -> None:
    await room.people[0].slash(room.channel, "tzolkin new")
    assert "who plays?" in str(room.channel.history()[0].components)
    assert "who plays?" not in str(wire.sent)
