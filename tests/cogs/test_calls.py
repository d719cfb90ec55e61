"""How many calls to Discord a turn takes, and what becomes of panels that are left lying."""

import pytest

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    new_game,
    open_panel,
    pinged,
    posted_after,
    press,
    public,
    with_id,
    words,
)

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


async def begin(room: Room) -> None:
    """A game of two with their tiles chosen."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


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
    await begin(room)
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
    await begin(room)
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
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    await room.env.advance_time(16 * 60)
    await room.later(days=9)
    await room.restart()
    before = list(public(room.channel))
    again = await open_panel(actor, room.channel)
    assert "**So far**: → Palenque 0" in words(again)
    done = answer(await actor.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    assert len(posted_after(room.channel, before)) == 1
    await room.env.advance_time(1)
    assert "Your turn goes on" in words(again) and labels(again) == []
    assert len(posted_after(room.channel, before)) == 1
