"""/pause and /resume: asked in the channel, agreed by all, ended by anybody who plays."""

from datetime import UTC, datetime

import simcord

from bot.clocks import DaysClock, TimeRules
from bot.tables import Options, Person
from bot.tables.requests import PAUSE_REQUEST_LIFE, Pause
from cogs.telling.notices import paused_view
from cogs.telling.requests import pause_request_view
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    choose_tiles,
    click_together,
    labels,
    pinged,
    said_privately,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.test_limits import Longer, a_table, shown
from tests.tables.acts import abandon, set_options


async def begin(room: Room, people: int = 3, *, clock: bool = True) -> None:
    """A game with two days a turn, in which the first turn begins."""
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    for other in room.people[1:people]:
        await other.click(lobby, label="Join")
    if clock:
        host = Person(room.people[0].id, "ana")
        await set_options(room.bot.tables, 1, host, Options(time=TimeRules(DaysClock(2))))
    await room.people[0].click(lobby, label="Start")
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)


def last(room: Room) -> Message:
    """The newest message everybody can read."""
    message = room.channel.last_message
    assert message is not None
    return message


def mentioned(room: Room) -> set[int]:
    """Who was really pinged by the last message sent to the channel."""
    sent = [r.json for r in room.env.http_requests if r.path.endswith("/messages")]
    return {int(user) for user in sent[-1].get("allowed_mentions", {}).get("users", [])}


async def is_paused(room: Room) -> bool:
    """Whether the clocks of the table stand still."""
    return (await room.bot.tables.table(1)).paused


async def requested(room: Room) -> Message:
    """Ana has asked for a pause; what the others read."""
    said = answer(await room.people[0].slash(room.channel, "pause"))
    assert said.ephemeral
    assert "asked in the channel" in words(said)
    return last(room)


async def agreed_by_all(room: Room) -> Message:
    """All three have agreed; what tells so."""
    request = await requested(room)
    for person in room.people[1:3]:
        await person.click(request, label="I agree")
    assert await is_paused(room)
    return last(room)


async def test_all_agree_and_one_lets_them_run(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    _, bob, cleo, stranger = room.people
    request = await requested(room)
    assert "**ana** would like to pause the clocks" in words(request)
    assert set(pinged(room.channel)) == mentioned(room) == {bob.id, cleo.id}
    assert "are not in this game" in words(answer(await stranger.click(request, label="I agree")))

    await bob.click(request, label="I agree")
    said = words(last(room))  # in the order of the seats
    assert (
        "**ana** and **bob** would like to pause the clocks" in said
        or "**bob** and **ana** would" in said
    )
    assert pinged(room.channel) == [cleo.id]
    assert not await is_paused(room)
    await cleo.click(request, label="I agree")
    assert await is_paused(room)
    told = last(room)
    assert "the clocks are paused" in words(told)
    assert labels(told) == ["Restart the clocks"]
    assert mentioned(room) == set()

    before = len(room.channel.history())
    await room.later(days=30)
    assert len(room.channel.history()) == before, "no reminder, no time-out"

    await bob.click(told, label="Restart the clocks")
    assert not await is_paused(room)
    assert "**bob** restarted the clocks" in words(last(room))
    assert "your time ends <t:" in words(last(room))
    assert pinged(room.channel) == [asked]
    assert mentioned(room) == {asked}


async def test_buttons_work_after_weeks_and_restarts(room: Room) -> None:
    await begin(room)
    _, bob, cleo, _ = room.people
    request = await requested(room)
    await room.restart()
    await bob.click(request, label="I agree")
    await room.restart()
    await cleo.click(request, label="I agree")
    told = last(room)
    await room.later(days=40)
    await room.restart()
    await cleo.click(told, label="Restart the clocks")
    assert not await is_paused(room)


async def test_a_request_expires_after_some_days(room: Room) -> None:
    await begin(room)
    request = await requested(room)
    room.wait.ahead += PAUSE_REQUEST_LIFE
    pressed = await room.people[1].click(request, label="I agree")
    said = said_privately(pressed)
    assert said.ephemeral
    assert labels(last(room)) == [] and "The request to pause the clocks is over" in words(
        last(room)
    )
    assert "That request was withdrawn; ask again with /pause." in words(said)
    assert not await is_paused(room)


async def test_somebody_says_no(room: Room) -> None:
    await begin(room)
    request = await requested(room)
    await room.people[2].click(request, label="No, play on")
    assert "Not everybody agrees" in words(last(room))
    assert "cleo" not in words(last(room)), "who it was is nobody's business"
    assert labels(last(room)) == []
    assert not await is_paused(room)


async def test_who_asked_withdraws_it(room: Room) -> None:
    await begin(room)
    ana, bob = room.people[:2]
    request = await requested(room)
    assert "Only the person who asked for this" in words(
        said_privately(await bob.click(request, label="Withdraw"))
    )
    await ana.click(request, label="Withdraw")
    assert labels(last(room)) == [] and "**ana** withdrew the request" in words(last(room))

    request = await requested(room)
    again = answer(await ana.slash(room.channel, "pause"))
    assert "to agree" in words(again)
    await ana.click(again, label="Withdraw")
    assert labels(last(room)) == [] and "**ana** withdrew the request" in words(last(room))
    assert not await is_paused(room)


async def test_two_presses_do_it_once(room: Room) -> None:
    await begin(room, 2)
    bob = room.people[1]
    request = await requested(room)
    yes = button_id(request, "I agree")
    await click_together([(bob, request, yes), (bob, request, yes)])
    told = [one for one in room.channel.history() if "the clocks are paused" in words(one)]
    assert len(told) == 1
    run = button_id(told[0], "Restart the clocks")
    await click_together([(bob, told[0], run), (bob, told[0], run)])
    lines = [words(one) for one in room.channel.history()]
    assert sum("restarted the clocks" in line for line in lines) == 1
    assert room.env.errors == []


async def test_with_computers_alone_nobody_is_asked(room: Room) -> None:
    ana = room.people[0]
    lobby = answer(await ana.slash(room.channel, "tzolkin new", computers=1))
    options = Options(time=TimeRules(DaysClock(2)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), options)
    await ana.click(lobby, label="Start")
    assert "The clocks are paused." in words(answer(await ana.slash(room.channel, "pause")))
    assert await is_paused(room)
    assert "are running again" in words(answer(await ana.slash(room.channel, "resume")))
    assert not await is_paused(room)


async def refused(room: Room, actor: simcord.MemberActor, command: str, why: str) -> None:
    """A command that is refused privately, in one sentence."""
    said = answer(await actor.slash(room.channel, command))
    assert said.ephemeral
    assert why in words(said)


async def test_refusals(room: Room) -> None:
    ana, _, _, stranger = room.people
    await refused(room, ana, "pause", "no game in this channel")
    await begin(room)
    await refused(room, stranger, "pause", "are not in this game")
    await refused(room, ana, "resume", "The clocks are running; ask to pause them with /pause")
    told = await agreed_by_all(room)
    await refused(room, ana, "pause", "are already paused; restart them with /resume")
    await refused(room, stranger, "resume", "are not in this game")
    said = answer(await stranger.click(told, label="Restart the clocks"))
    assert said.ephemeral
    assert "are not in this game" in words(said)
    assert await is_paused(room)


async def test_after_the_end(room: Room) -> None:
    await begin(room)
    request = await requested(room)
    ana = room.people[0]
    await abandon(room.bot.tables, 1, Person(ana.id, "ana"), moderator=True)
    ids = [button_id(request, label) for label in ("I agree", "No, play on")]
    for pressed in await click_together([(ana, request, custom_id) for custom_id in ids]):
        assert "abandoned" in words(said_privately(pressed))
    [settled] = [m for m in room.channel.history() if m.id == request.id]
    assert labels(settled) == [] and "The game is over" in words(settled)
    assert not await is_paused(room)


async def test_without_a_clock(room: Room) -> None:
    await begin(room, clock=False)
    await refused(room, room.people[0], "pause", "no clock")


def test_no_language_leads_beyond_what_discord_takes() -> None:
    table = a_table(5)
    pause = Pause(table, 0, frozenset({0}), (1, 2, 3, 4), datetime(2030, 1, 5, tzinfo=UTC))
    for view in (pause_request_view(Longer(), pause), paused_view(Longer(), table)):
        check_message(shown(view))
