"""The log in words, and nudging."""

import random
from datetime import time, timedelta

from bot.clocks import PersonalTime, QuietHours
from bot.tables import PersonSettings
from cogs.kit.layout import TEXT_LIMIT
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    eager,
    labels,
    new_game,
    pinged,
    play_turn,
    with_id,
    words,
)
from tests.tables.acts import choose, confirm, play_computers, set_person_settings, turn_of


async def begin(room: Room, computers: int = 0) -> None:
    """A game in which the first turn begins."""
    people = room.people[: 1 if computers else 2]
    await new_game(room.channel, people, computers=computers)
    for person in people:
        await choose_tiles(person, room.channel)


async def test_log_tells_every_turn(room: Room) -> None:
    none = answer(await room.people[0].slash(room.channel, "log"))
    assert "no game" in words(none)
    await begin(room)
    told = []
    for turn in range(4):
        [asked] = pinged(room.channel)
        person = with_id(room.people, asked)
        told += await play_turn(person, room.channel, eager(random.Random(turn)))
    shown = answer(await room.people[3].slash(room.channel, "log"))  # a stranger may read it
    assert shown.ephemeral
    assert words(shown).count("placed") + words(shown).count("picked up") >= 4
    assert len(told) >= 4
    assert "### Round 1" in words(shown)
    assert "### Round 2" in words(shown)


async def test_pages_of_a_long_game(room: Room) -> None:
    await begin(room, computers=1)
    tables = room.bot.tables
    while (await tables.table(1)).status == "playing":
        [asked] = [d.seat for d in (await tables.game(1)).pending]
        user = (await tables.table(1)).seats[asked].user_id
        assert user is not None
        game = await tables.game(1)
        legal = game.legal(asked)
        await choose(tables, 1, user, legal[0])
        turn = await turn_of(tables, 1, user)
        while not turn.can_confirm:
            turn = await choose(tables, 1, user, turn.legal[0])
        await confirm(tables, 1, user)
        await play_computers(tables, 1)
    page = answer(await room.people[0].slash(room.channel, "log"))
    assert len(words(page)) <= TEXT_LIMIT
    assert labels(page) == ["Older"]
    newest = words(page)
    assert newest.split("\n")[1].startswith("### Round"), "also in the middle of a round"
    page = answer(await room.people[0].click(page, label="Older"))
    assert words(page) != newest
    assert "Newer" in labels(page)
    await room.restart()
    page = answer(await room.people[0].click(page, label="Newer"))
    assert words(page) == newest


async def test_nudge(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    before = len(room.channel.history())
    own = answer(await with_id(room.people, asked).slash(room.channel, "nudge"))
    assert "It is your turn; open it" in words(own)
    panel = answer(await with_id(room.people, asked).click(own, label="Your turn"))
    assert panel.ephemeral and "Palenque" in words(panel), "as the call does, which may be gone"
    stranger = answer(await room.people[3].slash(room.channel, "nudge"))
    assert "are not in this game" in words(stranger)
    assert len(room.channel.history()) == before

    told = answer(await other.slash(room.channel, "nudge"))
    assert told.ephemeral
    assert len(room.channel.history()) == before + 1
    assert pinged(room.channel) == [asked]
    sent = [r.json for r in room.env.http_requests if r.path.endswith("/messages")]
    assert sent[-1]["allowed_mentions"]["users"] == [asked]

    again = answer(await other.slash(room.channel, "nudge"))
    assert "Somebody has already sent a reminder" in words(again)
    await room.later(hours=12, minutes=1)
    await other.slash(room.channel, "nudge")
    assert len(room.channel.history()) == before + 2


async def test_nobody_is_nudged_out_of_bed(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    before = len(room.channel.history())
    now = room.wait()
    quiet = QuietHours(time((now - timedelta(hours=1)).hour), time((now + timedelta(hours=5)).hour))
    for settings, expected in (
        (PersonSettings(hours=PersonalTime(quiet=quiet)), "quiet hours"),
        (PersonSettings("none"), "has notifications off"),
    ):
        await set_person_settings(room.bot.tables, asked, settings)
        told = answer(await other.slash(room.channel, "nudge"))
        assert expected in words(told)
        assert len(room.channel.history()) == before
