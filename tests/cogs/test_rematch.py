"""After a game: the players are mentioned, the record is a press away, and so is another game."""

from typing import Any

import pytest

from bot.tables import Options, Person
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    new_game,
    pinged,
    said_privately,
    words,
)
from tests.cogs.test_every_button import play_to_the_end
from tests.tables.acts import set_options


def mentioned(room: Room) -> set[int]:
    """Who was really pinged by the last message that was sent."""
    sent: list[Any] = [
        request.json.get("data", request.json)
        for request in room.env.http_requests
        if request.json and "allowed_mentions" in str(request.json)
    ]
    return {int(user) for user in sent[-1].get("allowed_mentions", {}).get("users", [])}


async def finished(room: Room, people: int = 3, computers: int = 0) -> Message:
    """A game that is over; its final message."""
    await new_game(room.channel, room.people[:people], computers)
    await play_to_the_end(room)
    await carry_on(room.bot, 1)
    return next(m for m in room.channel.history() if "Rematch" in labels(m))


async def test_the_final_message_mentions_who_played(room: Room) -> None:
    final = await finished(room)
    three = {person.id for person in room.people[:3]}
    assert "Thanks for playing" in words(final)
    assert all(f"<@{person}>" in words(final) for person in three)
    assert mentioned(room) == three
    assert {"Rematch", "Record"} <= set(labels(final))
    record = await room.people[0].click(final, label="Record")
    assert "✅" in words(record.followups[0] if record.followups else answer(record))


async def test_the_same_people_a_seat_further_on(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    final = await finished(room, computers=1)
    before = [one.name for one in (await room.bot.tables.table(1)).seats]
    stranger = said_privately(await dan.click(final, label="Rematch"))
    assert "Only this game's players" in words(stranger)

    lobby = answer(await ana.click(final, label="Rematch"))
    assert not lobby.ephemeral and "moves on by one seat" in words(lobby)
    assert words(lobby).count("has yet to press Start") == 2
    assert set(pinged(room.channel)) == mentioned(room) == {bob.id, cleo.id}
    second = answer(await bob.click(final, label="Rematch"))
    assert second.ephemeral and "already open here" in words(second)

    alone = said_privately(await ana.click(lobby, label="Start"))
    assert "once these players press Start" in words(alone)
    lobby = answer(await bob.click(lobby, label="Start"))
    assert words(lobby).count("has yet to press Start") == 1
    await cleo.click(lobby, label="Start")
    table = await room.bot.tables.table(2)
    assert table.status == "playing"
    assert [one.name for one in table.seats] == [*before[1:], before[0]]
    assert table.options.asked == frozenset()


async def test_who_does_not_want_another_one_leaves(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    final = await finished(room)
    lobby = answer(await bob.click(final, label="Rematch"))
    lobby = answer(await ana.click(lobby, label="Leave"))
    assert words(lobby).count("has yet to press Start") == 1
    asked = said_privately(await cleo.click(lobby, label="Start without the others"))
    assert "You are asked too" in words(asked)
    lobby = answer(await bob.click(lobby, label="Start without the others"))
    table = await room.bot.tables.table(2)
    assert [one.name for one in table.seats] == ["bob"]
    await cleo.click(lobby, label="Join")
    await bob.click(lobby, label="Start")
    assert (await room.bot.tables.table(2)).status == "playing"


async def test_two_ask_at_once(room: Room) -> None:
    ana, bob = room.people[:2]
    final = await finished(room, 2)
    again = button_id(final, "Rematch")
    await click_together([(ana, final, again), (bob, final, again)])
    opened = [m for m in room.channel.history() if "Leave" in labels(m)]
    assert len(opened) == 1
    assert room.env.errors == []


async def test_after_a_restart_and_with_the_options_of_then(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    options = Options(theme="light", modules=("quick_actions",), thread=False)
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), options)
    await ana.click(lobby, label="Start")
    await play_to_the_end(room)
    await carry_on(room.bot, 1)
    final = next(m for m in room.channel.history() if "Rematch" in labels(m))
    await room.restart()
    await bob.click(final, label="Rematch")
    table = await room.bot.tables.table(2)
    assert (table.options.theme, table.options.modules) == ("light", ("quick_actions",))


@pytest.mark.parametrize("computers", [1])
async def test_against_computers_nobody_is_asked(room: Room, computers: int) -> None:
    ana = room.people[0]
    final = await finished(room, 1, computers)
    lobby = answer(await ana.click(final, label="Rematch"))
    assert "has yet" not in words(lobby)
    await ana.click(lobby, label="Start")
    assert (await room.bot.tables.table(2)).status == "playing"
