"""Clocks in the channel: pings after quiet hours, reminders, turns nobody took in time."""

from datetime import time, timedelta

import pytest

from bot.clocks import DaysClock, LiveClock, PersonalTime, QuietHours, TimeRules
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.tables import Options, Person, PersonSettings, Refusal
from bot.tables.settings import ServerSettings
from bot.text.typed import read_time
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    select_id,
    with_id,
    words,
)
from tests.tables.acts import set_options, set_person_settings


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
    assert "Half of your time is gone" in texts(room)[-1]
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
    assert "the moderators decide" in texts(room)[-1]
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
    assert "Half of your time is gone" in texts(room)[-1]


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
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
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
    assert "both a start and an end" in words(half) and "your time zone" in words(half)
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
    assert "reminded once after a day" in words(shown)
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
    assert "Changed." in words(shown)


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
