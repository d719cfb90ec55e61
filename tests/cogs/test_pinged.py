"""The pings of a game, and what a turn costs: what is asked stands last, the round so far is
told once, and no call is left whose turn is over, also where the program was killed; few calls
to Discord, few SQL statements."""

import asyncio
import random
import re

import pytest

from bot.model.table import PostedCall
from bot.tables import looking_back
from cogs.telling import posting
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import (
    answer,
    begin_game,
    choose_tiles,
    eager,
    give_up,
    labels,
    last_turn_message,
    new_game,
    offered,
    open_panel,
    pinged,
    play_turn,
    posted_after,
    press,
    public,
    raw,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import GALLERY
from tests.cogs.test_every_button import play_to_the_end, second_round
from tests.tables.test_costs import Counted

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


@pytest.mark.parametrize("slow", with_long([True], [False]))
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


async def test_a_message_can_ping_nobody_but_who_is_asked(room: Room) -> None:
    """A fresh board, the call after it, and the board of the next round."""
    await begin(room, 2)
    for gear in ("palenque", "tikal", "uxmal"):
        await turn(room, gear)
        *_, sent = (
            request.json for request in room.env.http_requests
            if request.method == "POST" and request.path.endswith(f"/{room.channel.id}/messages")
        )  # fmt: skip
        assert sent["allowed_mentions"]["users"] == pinged(room.channel)


async def test_a_board_shown_by_command_calls_until_the_turn_is_over(room: Room) -> None:
    """The board before calls no more; a message that only calls stays."""
    await begin(room, 2)

    def calling() -> list[int]:
        return [
            message.id
            for message in public(room.channel)
            if any(c.get("custom_id", "").startswith("tz:openturn:") for c in raw(message))
        ]

    # The call is on the board of the round, then in a message of its own.
    for gear, stays in (("palenque", False), ("tikal", True)):
        [before] = calling()
        shown = answer(await room.people[2].slash(room.channel, "board"))
        assert calling() == [*([before] if stays else []), shown.id]
        await turn(room, gear)
        assert len(calling()) == 1 and not {before, shown.id} & {*calling()}


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


MOST_CALLS = 4
ANSWER = "POST the private answer"
MESSAGE = "POST a message in the channel"
RETIRE = "PATCH the board with the ping before"
DELETE = "DELETE the ping before"
CLOSED = "PATCH the panel left open"

FIRST_OF_A_ROUND = [ANSWER, MESSAGE, RETIRE]
"""Confirming the first turn of a round: the answer; one message with the recap and the ping; the
ping is taken off the board of the round, which stays."""
AFTER_OTHERS = [ANSWER, MESSAGE, DELETE]
"""Confirming any other turn: the answer; one message, at the end of a round its board, with the
recap and the ping; the ping before is deleted."""


async def begin_game_of_two(room: Room) -> None:
    """A game of two with their tiles chosen."""
    await begin_game(room.channel, room.people[:2])


def calls(room: Room, since: int) -> list[str]:
    """What was asked of Discord since then, each call named."""
    return [_named(request.method, request.path) for request in room.env.http_requests[since:]]


def _named(method: str, path: str) -> str:
    if path.startswith("/interactions/"):
        return ANSWER
    if path.startswith("/webhooks/"):
        return CLOSED
    if method == "POST" and path.endswith("/messages"):
        return MESSAGE
    if method == "PATCH" and "/messages/" in path:
        return RETIRE
    if method == "DELETE" and "/messages/" in path:
        return DELETE
    return f"{method} {path}"


@pytest.mark.parametrize("how", ["panel", "command"])
async def test_calls_of_a_confirmed_turn(room: Room, how: str) -> None:
    await begin_game_of_two(room)
    for gear, expected in (
        ("palenque", FIRST_OF_A_ROUND), ("tikal", AFTER_OTHERS), ("uxmal", FIRST_OF_A_ROUND),
    ):  # fmt: skip
        actor = with_id(room.people, pinged(room.channel)[0])
        panel = await open_panel(actor, room.channel)
        if how == "panel":
            panel = await press(actor, panel, f"place {gear}")
        before = len(room.env.http_requests)
        if how == "panel":
            await actor.click(panel, label="Confirm")
        else:
            await actor.slash(room.channel, "move", turn=f"place {gear}; end")
        closed = [CLOSED] if how == "command" else []  # the panel that was opened, too
        assert sorted(calls(room, before)) == sorted([*expected, *closed])
        assert len(expected) + len(closed) <= MOST_CALLS


async def test_every_other_tap_is_one_call(room: Room) -> None:
    """Opening the panel, a choice, a step back: just the answer, without which Discord would say
    that the bot did not respond."""
    await begin_game_of_two(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    before = len(room.env.http_requests)
    panel = await open_panel(actor, room.channel)
    panel = await press(actor, panel, "place palenque")
    await actor.click(panel, label="Back")
    assert calls(room, before) == [ANSWER] * 3


async def test_a_panel_that_lay_for_long(room: Room) -> None:
    """An answer can be edited for a quarter of an hour; each press brings a new such time. So
    the panel works after an hour, after days and a restart, and a second one opens where the
    first was left."""
    await begin_game_of_two(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    await room.env.advance_time(16 * 60)
    await room.later(days=9)
    await room.restart()
    before = list(public(room.channel))
    again = await open_panel(actor, room.channel)
    assert "**So far**: worker on Palenque 0" in words(again)
    done = answer(await actor.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    assert len(posted_after(room.channel, before)) == 1
    await room.env.advance_time(1)
    assert "Your turn goes on" in words(again) and labels(again) == []
    assert len(posted_after(room.channel, before)) == 1


async def turn(room: Room, gear: str) -> None:
    """Whoever is called places a worker."""
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
    await actor.click(panel, label="Confirm")


async def test_a_call_that_was_to_be_deleted_when_the_program_was_killed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_game(room.channel, room.people[:3])
    await turn(room, "palenque")
    before = last_turn_message(room.channel)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(posting, "_retire", killed)
        await turn(room, "tikal")
    [table] = await room.bot.tables.with_calls_left()
    noted = (await room.bot.tables.table(table)).posted.leaving
    assert noted == (PostedCall(before.id),)
    assert before.id in {message.id for message in room.channel.history()}

    await room.restart()
    assert before.id not in {message.id for message in room.channel.history()}
    assert len(pinged(room.channel)) == 1, "the new call stays"
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []
    await turn(room, "uxmal")
    assert room.env.errors == []


async def test_a_game_that_is_over_leaves_nothing_to_be_deleted(room: Room) -> None:
    """Else each start would look at every game there ever was."""
    await second_round(room)
    await play_to_the_end(room)
    assert (await room.bot.tables.table(1)).status == "finished"
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []


READ, WRITTEN = ["SELECT"], ["SELECT", "UPDATE"]


@pytest.mark.english
async def test_a_table_is_read_once(room: Room) -> None:
    people = room.people[:2]
    await begin_game(room.channel, people)
    opened = await room.bot.tables.read(1)
    user_id = opened.table.seats[opened.waiting[0]].user_id
    [asked] = [person for person in people if person.id == user_id]

    typed_turn: list[tuple[str, dict[str, str]]] = [
        ("place", {"workers": "tikal"}), ("undo", {}),
        ("move", {"turn": "place tikal"}), ("undo", {}),
    ]  # fmt: skip
    for command, typed in typed_turn:
        counted = await Counted().during(asked.slash(room.channel, command, **typed))
        assert (counted.statements, counted.begun) == (WRITTEN, 1), command
    refused = await Counted().during(asked.slash(room.channel, "place", workers="nowhere"))
    assert refused.statements == [*READ, *READ], "the table once more for the panel"

    panel = await open_panel(asked, room.channel)
    placing = next(action for action in offered(panel) if action.startswith("place"))
    counted = await Counted().during(press(asked, panel, placing))
    assert (counted.statements, counted.begun) == (WRITTEN, 1)
    [other] = [person for person in people if person.id != user_id]
    counted = await Counted().during(other.slash(room.channel, "plan"))
    assert counted.statements == READ
