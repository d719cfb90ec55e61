"""Clocks in the channel: pings after quiet hours, reminders, turns nobody took in time; and
/pause and /resume, asked in the channel, agreed by all, ended by anybody who plays."""

from datetime import UTC, datetime, time, timedelta

import pytest
import simcord

from bot.clocks import DaysClock, LiveClock, PersonalTime, QuietHours, TimeRules
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.tables import Options, Person, PersonSettings, Refusal
from bot.tables.requests import PAUSE_REQUEST_LIFE, Pause
from bot.tables.settings import ServerSettings
from bot.text.typed import read_time
from cogs.telling.notices import paused_view
from cogs.telling.requests import pause_request_view
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.test_longest_words import Longer, a_table, shown
from tests.tables.acts import abandon, set_options, set_person_settings


async def begin(room: Room, rules: TimeRules, computers: int = 0) -> None:
    """Two people, or one and computers, with a clock, at the first turn of a person."""
    people = room.people[: 1 if computers else 2]
    lobby = answer(await people[0].slash(room.channel, "tzolkin new", computers=computers))
    for other in people[1:]:
        await other.click(lobby, label="Join")
    host = Person(people[0].id, "ana")
    await set_options(room.bot.tables, 1, host, Options(time=rules))
    await people[0].click(lobby, label="Start")
    for person in people:
        await choose_tiles(person, room.channel)


def texts(room: Room) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in room.channel.history()]


def mentioned(room: Room) -> list[int]:
    """Who was really pinged by the last message sent to the channel."""
    sent = [r.json for r in room.env.http_requests if r.path.endswith("/messages")]
    return [int(user) for user in sent[-1].get("allowed_mentions", {}).get("users", [])]


async def test_one_reminder_and_one_last_call(room: Room) -> None:
    await begin(room, TimeRules(DaysClock(2)))
    [asked] = pinged(room.channel)
    before = len(texts(room))
    assert "Your time ends <t:" in texts(room)[-1]
    await room.later(days=1)
    assert len(texts(room)) == before + 1
    assert "Half your time is gone" in texts(room)[-1]
    assert "Your time ends <t:" in texts(room)[-1]
    assert pinged(room.channel) == [asked]
    await room.later(hours=1)
    assert len(texts(room)) == before + 1, "one reminder, never more"
    await room.later(hours=22)
    assert "your time ends <t:" in texts(room)[-1]
    assert mentioned(room) == []
    await room.later(minutes=10)
    assert len(texts(room)) == before + 2


async def test_a_computer_takes_the_turn(room: Room) -> None:
    await begin(room, TimeRules(LiveClock(10)))
    [asked] = pinged(room.channel)
    await room.later(minutes=11)
    assert any("(out of time: a computer decided)" in text for text in texts(room))
    [now] = pinged(room.channel)
    assert now != asked
    late = answer(await with_id(room.people, asked).slash(room.channel, "endturn"))
    assert "not your turn" in words(late)


async def test_or_the_moderators_are_called_once(room: Room) -> None:
    await begin(room, TimeRules(LiveClock(10), when_out="moderator"))
    [asked] = pinged(room.channel)
    await room.later(minutes=11)
    assert "the moderators will decide" in texts(room)[-1]
    messages = len(texts(room))
    await room.later(minutes=60)
    assert len(texts(room)) == messages
    person = with_id(room.people, asked)
    panel = await press(person, await open_panel(person, room.channel), "place tikal")
    await person.click(panel, label="Confirm")
    assert pinged(room.channel) != [asked], "the turn may still be played"


async def test_time_without_the_bot_is_given_back(room: Room) -> None:
    await begin(room, TimeRules(DaysClock(1)))
    await room.later(minutes=1)
    messages = len(texts(room))
    room.wait.ahead += timedelta(days=3)
    await room.restart()
    await room.later(minutes=1)
    assert len(texts(room)) == messages
    await room.later(hours=12)
    assert "Half your time is gone" in texts(room)[-1]


async def test_nobody_is_called_in_quiet_hours(room: Room) -> None:
    now = room.wait()
    start, end = now - timedelta(hours=1), now + timedelta(hours=5)
    quiet = QuietHours(time(start.hour), time(end.hour))
    for person in room.people[:2]:
        settings = PersonSettings(hours=PersonalTime(quiet=quiet))
        await set_person_settings(room.bot.tables, person.id, settings)
    await begin(room, TimeRules())
    assert mentioned(room) == []
    [asked] = pinged(room.channel)
    messages = len(texts(room))
    await room.later(hours=5, minutes=1)
    assert len(texts(room)) == messages + 1
    assert mentioned(room) == [asked]
    await room.later(hours=1)
    assert len(texts(room)) == messages + 1


async def test_by_direct_message(room: Room) -> None:
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        assert shown.ephemeral
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin_game(room.channel, room.people[:2])
    sent = [
        request.json
        for request in room.env.http_requests
        if request.path.endswith("/messages") and f"/{room.channel.id}/" not in request.path
    ]
    assert len(sent) >= 2, "both are to choose their tiles"
    assert all(not body.get("allowed_mentions", {}).get("users") for body in sent)
    assert mentioned(room) == []


async def test_settings_by_the_command(room: Room) -> None:
    [ana, *_] = room.people
    told = answer(
        await ana.slash(
            room.channel, "pings", quiet_from="22:30", quiet_until="7", timezone="Europe/Berlin"
        )
    )
    assert "from 22:30 to 07:00 (Europe/Berlin)" in words(told)
    settings = await room.bot.store.read(stored_settings.of_person, ana.id)
    assert settings.hours.quiet == QuietHours(time(22, 30), time(7))
    for wrong, expected in (
        ({"quiet_from": "late"}, "is not a time"),
        ({"quiet_from": "08:00", "quiet_until": "07:00"}, "at most 12 hours"),
        ({"timezone": "Mars/Base"}, "no time zone"),
        ({"vacation_from": "soon"}, "is not a date"),
        ({"vacation_from": "2020-01-01"}, "today or later"),
        (
            {"vacation_from": "2999-01-02", "vacation_until": "2999-01-01"},
            "must not be before the first",
        ),
    ):
        refused = answer(await ana.slash(room.channel, "pings", **wrong))
        assert expected in words(refused)
        assert await room.bot.store.read(stored_settings.of_person, ana.id) == settings
    half = answer(await room.people[1].slash(room.channel, "pings", quiet_from="23:00"))
    assert "both the start and the end" in words(half) and "your time zone" in words(half)
    await room.people[1].slash(room.channel, "pings", timezone="UTC")
    night = {"quiet_from": "22:30", "quiet_until": "7"}
    told = answer(await room.people[1].slash(room.channel, "pings", **night))
    assert "from 22:30 to 07:00 (UTC)" in words(told), "a zone that was chosen"
    first = (room.wait() + timedelta(days=3)).date()
    told = answer(await ana.slash(room.channel, "pings", vacation_from=first.isoformat()))
    assert f"Vacation: {first:%B} {first.day}, {first.year}" in words(told)
    told = answer(await ana.click(told, label="No vacation"))
    assert "Vacation" not in words(told).replace("No vacation", "").replace("vacation_", "")
    told = answer(await ana.click(told, label="No quiet hours"))
    assert "no quiet hours" in words(told)


async def test_all_that_is_wrong_is_refused_at_once(room: Room) -> None:
    [ana, *_] = room.people
    wrong = {
        "quiet_from": "late", "quiet_until": "soon", "timezone": "Mars/Base",
        "vacation_from": "some day", "vacation_until": "another",
    }  # fmt: skip
    refused = words(answer(await ana.slash(room.channel, "pings", **wrong)))
    assert len(refused.splitlines()) == len(wrong)
    assert all(f"“{typed}”" in refused for typed in wrong.values())
    same = {"quiet_from": "7", "quiet_until": "7", "timezone": "Mars/Base"}
    refused = words(answer(await ana.slash(room.channel, "pings", **same)))
    assert "no time zone" in refused and "different times" in refused
    twice = {"vacation_from": "soon", "vacation_until": "soon"}
    assert words(answer(await ana.slash(room.channel, "pings", **twice))).count("soon") == 1
    stored = await room.bot.store.read(stored_settings.of_person, ana.id)
    assert stored == PersonSettings(), "nothing of it counts"


async def test_choosing_a_clock_in_the_lobby(room: Room) -> None:
    ana = room.people[0]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    options = answer(await ana.click(lobby, label="Options"))
    options = answer(await ana.select(options, ["days2"], custom_id=select_id(options, "clock")))
    assert "Time stops during your quiet hours" in words(options)
    table = await room.bot.tables.table(1)
    assert table.options.time.clock == DaysClock(2)
    [shown] = [text for text in texts(room) if "who plays?" in text]
    assert "2 days a turn" in shown


async def test_a_gentle_reminder_without_a_clock(room: Room) -> None:
    await begin(room, TimeRules())
    [asked] = pinged(room.channel)
    before = len(texts(room))
    await room.later(hours=23)
    assert len(texts(room)) == before
    await room.later(hours=2)
    assert "A gentle reminder" in texts(room)[-1] and mentioned(room) == [asked]
    await room.later(days=9)
    assert len(texts(room)) == before + 1, "once for a turn"
    actor = with_id(room.people, asked)
    await actor.slash(room.channel, "move", turn="place palenque; end")
    [other] = pinged(room.channel)
    await room.later(hours=25)
    assert "A gentle reminder" in texts(room)[-1] and mentioned(room) == [other]
    assert not (await room.bot.tables.table(1)).deadlines, "nobody's time runs"


async def test_a_person_switches_the_reminder_off_and_on(room: Room) -> None:
    await begin(room, TimeRules())
    actor = with_id(room.people, pinged(room.channel)[0])
    shown = answer(await actor.slash(room.channel, "pings"))
    assert "one reminder after a day" in words(shown)
    shown = answer(await actor.click(shown, label="No reminder"))
    assert "nobody reminds you" in words(shown) and "Remind me" in labels(shown)
    before = len(texts(room))
    await room.later(hours=30)
    await room.later(hours=30)
    assert len(texts(room)) == before
    assert await room.bot.store.read(stored.due, room.wait(), most=9) == [], "never looked at again"


async def test_a_server_does_without_reminders(room: Room) -> None:
    chosen = ServerSettings(reminders=False)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await new_game(room.channel, room.people[:2])
    ana, bob = room.people[:2]
    shown = answer(await bob.slash(room.channel, "pings"))
    await bob.click(shown, label="No reminder")
    shown = answer(await bob.slash(room.channel, "pings"))
    await bob.click(shown, label="Remind me")
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    await room.later(hours=25)
    if pinged(room.channel) == [bob.id]:
        assert "A gentle reminder" in texts(room)[-1], "who wants it has it"
    else:
        assert "A gentle reminder" not in "".join(texts(room))


async def test_quiet_hours_by_menus(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "pings"))
    shown = answer(await ana.click(shown, label="Quiet hours"))

    async def choose(word: str, value: str) -> str:
        custom_id = f"tz:pingset:0::{word}"
        return words(answer(await ana.select(shown, [value], custom_id=custom_id)))

    assert "from 22:00 to 07:00 (UTC)" in await choose("from", "22:00")
    assert "from 22:00 to 06:00 (UTC)" in await choose("until", "06:00")
    assert "(Asia/Tokyo)" in await choose("zone", "Asia/Tokyo")
    assert "from 09:00 to 17:00" in await choose("from", "09:00"), "the end moves along"
    settings = await room.bot.store.read(stored_settings.of_person, ana.id)
    assert settings.hours.quiet == QuietHours(time(9), time(17))
    assert settings.hours.zone == "Asia/Tokyo"


async def test_vacation_by_menus(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "pings"))
    shown = answer(await ana.click(shown, label="Vacation"))
    assert "no vacation" in words(shown)
    first, last = "2026-03-10", "2026-03-12"
    shown = answer(await ana.select(shown, [first], custom_id="tz:pingset:0::first"))
    shown = answer(await ana.select(shown, [last], custom_id=f"tz:pingset:0::last.{first}"))
    assert "Vacation: March 10, 2026 – March 12, 2026" in words(shown)
    assert "Your notification settings have been saved." in words(shown)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22", time(22)), ("22:30", time(22, 30)), ("10pm", time(22)), ("10:30 pm", time(22, 30)),
        ("7", time(7)), ("7.30", time(7, 30)), ("12am", time(0)), ("12 p.m.", time(12)),
        ("22h", time(22)), ("6 AM", time(6)), ("00:00", time(0)),
    ],
)  # fmt: skip
def test_times_that_are_understood(typed: str, meant: time) -> None:
    assert read_time(typed) == meant


@pytest.mark.parametrize("typed", ["late", "25", "13pm", "0am", "10:75", "", "1030", "10 x"])
def test_times_that_are_not(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_time(typed)
    assert "22:30, 22, 10pm or 10:30 pm" in refused.value.template


async def begin_with_days(room: Room, people: int = 3, *, clock: bool = True) -> None:
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


def pinged_last(room: Room) -> set[int]:
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
    assert "asked the others in the channel" in words(said)
    return last(room)


async def agreed_by_all(room: Room) -> Message:
    """All three have agreed; what tells so."""
    request = await requested(room)
    for person in room.people[1:3]:
        await person.click(request, label="I agree")
    assert await is_paused(room)
    return last(room)


async def test_all_agree_and_one_lets_them_run(room: Room) -> None:
    await begin_with_days(room)
    [asked] = pinged(room.channel)
    _, bob, cleo, stranger = room.people
    request = await requested(room)
    assert "**ana** would like to pause the clocks" in words(request)
    assert set(pinged(room.channel)) == pinged_last(room) == {bob.id, cleo.id}
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
    assert labels(told) == ["Resume the clocks"]
    assert pinged_last(room) == set()

    before = len(room.channel.history())
    await room.later(days=30)
    assert len(room.channel.history()) == before, "no reminder, no time-out"

    await bob.click(told, label="Resume the clocks")
    assert not await is_paused(room)
    assert "**bob** resumed the clocks" in words(last(room))
    assert "your time ends <t:" in words(last(room))
    assert pinged(room.channel) == [asked]
    assert pinged_last(room) == {asked}


async def test_buttons_work_after_weeks_and_restarts(room: Room) -> None:
    await begin_with_days(room)
    _, bob, cleo, _ = room.people
    request = await requested(room)
    await room.restart()
    await bob.click(request, label="I agree")
    await room.restart()
    await cleo.click(request, label="I agree")
    told = last(room)
    await room.later(days=40)
    await room.restart()
    await cleo.click(told, label="Resume the clocks")
    assert not await is_paused(room)


async def test_a_request_expires_after_some_days(room: Room) -> None:
    await begin_with_days(room)
    request = await requested(room)
    room.wait.ahead += PAUSE_REQUEST_LIFE
    pressed = await room.people[1].click(request, label="I agree")
    said = said_privately(pressed)
    assert said.ephemeral
    assert labels(
        last(room)
    ) == [] and "The request to pause the clocks is no longer open" in words(last(room))
    assert "That request was withdrawn; ask again with /pause." in words(said)
    assert not await is_paused(room)


async def test_somebody_says_no(room: Room) -> None:
    await begin_with_days(room)
    request = await requested(room)
    await room.people[2].click(request, label="No, play on")
    assert "Not everybody agrees" in words(last(room))
    assert "cleo" not in words(last(room)), "who it was is nobody's business"
    assert labels(last(room)) == []
    assert not await is_paused(room)


async def test_who_asked_withdraws_it(room: Room) -> None:
    await begin_with_days(room)
    ana, bob = room.people[:2]
    request = await requested(room)
    assert "Only the person who made this request" in words(
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
    await begin_with_days(room, 2)
    bob = room.people[1]
    request = await requested(room)
    yes = button_id(request, "I agree")
    await click_together([(bob, request, yes), (bob, request, yes)])
    told = [one for one in room.channel.history() if "the clocks are paused" in words(one)]
    assert len(told) == 1
    run = button_id(told[0], "Resume the clocks")
    await click_together([(bob, told[0], run), (bob, told[0], run)])
    lines = [words(one) for one in room.channel.history()]
    assert sum("resumed the clocks" in line for line in lines) == 1
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
    await begin_with_days(room)
    await refused(room, stranger, "pause", "are not in this game")
    await refused(room, ana, "resume", "The clocks are running; ask to pause them with /pause")
    told = await agreed_by_all(room)
    await refused(room, ana, "pause", "are already paused; resume them with /resume")
    await refused(room, stranger, "resume", "are not in this game")
    said = answer(await stranger.click(told, label="Resume the clocks"))
    assert said.ephemeral
    assert "are not in this game" in words(said)
    assert await is_paused(room)


async def test_after_the_end(room: Room) -> None:
    await begin_with_days(room)
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
    await begin_with_days(room, clock=False)
    await refused(room, room.people[0], "pause", "no clock")


def test_no_language_leads_beyond_what_discord_takes() -> None:
    table = a_table(5)
    pause = Pause(table, 0, frozenset({0}), (1, 2, 3, 4), datetime(2030, 1, 5, tzinfo=UTC))
    for view in (pause_request_view(Longer(), pause), paused_view(Longer(), table)):
        check_message(shown(view))
