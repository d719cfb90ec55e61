"""The pings of a game: what is asked stands last, the round so far is told once, and none is left
whose turn is over."""

import random
import re

import pytest

from bot.tables import looking_back
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    eager,
    give_up,
    labels,
    new_game,
    pinged,
    play_turn,
    posted_after,
    public,
    raw,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import GALLERY

MOST_MESSAGES = 4
"""Posted in a round of four people, and one more where somebody else than who has just played is
asked how far the calendar turns. Of them the message of the round stays, which calls the first."""
TOLD = re.compile(r"^-# \*\*\w+\*\*:? (?:[→←]|begs|passes|turns).*$", re.MULTILINE)
"""A line about a turn."""


async def begin(room: Room, people: int, computers: int = 0) -> None:
    await new_game(room.channel, room.people[:people], computers=computers)
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)


async def one_turn(room: Room, chance: random.Random) -> None:
    actor = with_id(room.people, pinged(room.channel)[0])
    await play_turn(actor, room.channel, eager(chance))


def posted(room: Room, since: int) -> int:
    """How many messages the bot has posted in the channel since then."""
    sent = (request for request in room.env.http_requests[since:] if request.method == "POST")
    return sum(request.path.endswith(f"/{room.channel.id}/messages") for request in sent)


async def dead_buttons(room: Room) -> list[str]:
    """The buttons in the channel that say that the game has moved on, whoever presses them; and
    those of a ping that are of no use to the one who is asked."""
    dead = []
    for message in public(room.channel):
        for button in raw(message):
            custom_id = button.get("custom_id", "")
            if custom_id.startswith("tz:openturn:"):
                asked = with_id(room.people, pinged(room.channel)[0])
                result = await asked.click(message, custom_id=custom_id)
                if result.response is None or "**Round" not in words(result.response):
                    dead.append(custom_id)
    return dead


@pytest.mark.parametrize("slow", [False, True])
async def test_messages_of_a_round_and_their_buttons(room: Room, slow: bool) -> None:
    """Also after an hour, when messages cannot be edited freely any more, and a restart."""
    await begin(room, 4)
    chance = random.Random(2)
    before, counted, rounds = 0, [], 0
    said: set[str] = set()
    while rounds < 4:
        now = (await room.bot.tables.game(1)).snapshot().round
        if now > rounds:
            counted.append(posted(room, before))
            before, rounds = len(room.env.http_requests), now
            if slow and rounds == 3:
                await room.env.advance_time(3700)
        await one_turn(room, chance)
        if slow and rounds == 3:
            await room.restart()
        said |= {line for one in public(room.channel) for line in TOLD.findall(words(one))}
        calls = [one for one in public(room.channel) if "Your turn" in labels(one)]
        assert len(calls) == 1, "just the ping of who is asked"
    turns = await looking_back.all_turns(await room.bot.tables.read(1))
    asked_on = [turn.after.round for turn in turns if turn.asked == "calendar"]
    for played, number in enumerate(counted[1:], start=1):
        assert number <= MOST_MESSAGES + asked_on.count(played), counted
    boards = [
        one for one in public(room.channel) if any(part["type"] == GALLERY for part in raw(one))
    ]
    started = [one for one in boards if "A new game" not in words(one)]
    on_board = "Your turn" in labels(started[-1])
    assert all("Your turn" not in labels(one) for one in started[:-1])
    others = len(list(public(room.channel))) - len(started)
    assert others == (2 if on_board else 3), "lobby, deal, and the ping if it is not on the board"
    assert await dead_buttons(room) == []
    # Nothing that was told is lost with the pings, and nothing stands twice.
    lines = [line for one in public(room.channel) for line in TOLD.findall(words(one))]
    assert said == set(lines)
    assert len(lines) == sum(turn.before.phase == "play" for turn in turns)


async def test_with_computers_each_sentence_stands_once(room: Room) -> None:
    await begin(room, 1, computers=3)
    for _ in range(3):
        before = list(public(room.channel))
        await one_turn(room, random.Random(3))
        lines = [line for one in posted_after(room.channel, before) for line in TOLD.findall(one)]
        assert len(lines) == len(set(lines)) >= 4
        assert len(posted_after(room.channel, before)) == 1, "the board with the ping"


async def test_what_is_asked_stands_below_what_was_done(room: Room) -> None:
    await begin(room, 2)
    for turn in ("place palenque; end", "place tikal; end", "place palenque; end"):
        actor = with_id(room.people, pinged(room.channel)[0])
        await actor.slash(room.channel, "move", turn=turn)
        call = words(list(public(room.channel))[-1])
        assert call.index("→ ") < call.index("your turn in round") < call.index("food day in")
        await room.restart()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_direct_message_is_gone_with_its_turn(room: Room, restarted: bool) -> None:
    """Nobody's direct messages fill with calls of turns that are over."""
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin(room, 2)

    def called() -> list[int]:
        return [
            person.id
            for person in room.people[:2]
            for message in person.user.dm_channel.history()
            if any(c.get("custom_id", "").startswith("tz:openturn:") for c in raw(message))
        ]

    for gear in ("palenque", "tikal", "uxmal"):
        [asked] = pinged(room.channel)
        if gear != "palenque":  # the first turn comes with the answer to who chose last
            assert called() == [asked]
        if restarted:
            await room.restart()
        actor = with_id(room.people, asked)
        before = len(room.env.http_requests)
        await actor.slash(room.channel, "move", turn=f"place {gear}; end")
        gone = [r for r in room.env.http_requests[before:] if r.method == "DELETE"]
        assert len(gone) <= 2, "the call in the channel and the direct message"
    for person in room.people[:2]:
        await give_up(person, room.channel)
    assert called() == []
