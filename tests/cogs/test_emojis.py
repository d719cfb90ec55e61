"""The icons as emojis of the application: brought up at the start, and looked after."""

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from bot.engine.components import GEARS
from bot.tables import practice
from cogs.kit.layout import LOOK_AGAIN_SECONDS, MOST_EMOJIS, bring_up_emojis, emoji_name
from rendering import DrawingPool, emoji_images
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import (
    choose_tiles,
    last_turn_message,
    new_game,
    raw,
    words,
)
from tests.cogs.test_whole_game import play_out

ACTION_ROW = 1
ROUTE = "/applications/*/emojis"


@cache
def images() -> Mapping[str, bytes]:
    """All icons, drawn once for all of these tests."""
    return emoji_images()


@pytest.fixture(autouse=True)
def _no_icon_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.kit.layout.emoji_images", images)


@pytest.fixture
def icons() -> bool:
    """The bot has its icons here."""
    return True


def created(room: Room) -> list[str]:
    """The names of the emojis that were asked for."""
    posted = [r for r in room.env.http_requests if r.method == "POST" and "/emojis" in r.path]
    return [str(request.json["name"]) for request in posted]  # type: ignore[index]


def at_discord(room: Room) -> list[str]:
    """The names of the application's emojis."""
    return [emoji.name for emoji in room.env.backend.application_emojis.values()]


async def look_again(room: Room) -> None:
    """Let the hour pass after which the bot looks again. Its other cogs are taken out: they look
    each minute."""
    for name in {*room.bot.cogs} - {"Icons"}:
        await room.bot.remove_cog(name)
    await room.env.advance_time(LOOK_AGAIN_SECONDS + 1)


def test_names_fit() -> None:
    names = [emoji_name(icon, png) for icon, png in images().items()]
    assert len(set(names)) == len(names)
    png = images()["corn"]
    assert names[list(images()).index("corn")] == f"tz_corn_{hashlib.sha256(png).hexdigest()[:6]}"


async def test_all_are_there_after_the_first_start(room: Room) -> None:
    assert set(room.bot.icons) == set(images())
    assert sorted(created(room)) == sorted(at_discord(room))
    for emoji in room.env.backend.application_emojis.values():
        assert f"<:{emoji.name}:{emoji.id}>" in room.bot.icons.values()


@pytest.mark.english  # how many stand in a row depends on how long the words are
async def test_gears_stand_in_even_rows_in_their_order(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "GAMES_OF_NEWCOMERS", 0)  # a newcomer's call has no such buttons
    person = room.people[0]
    await new_game(room.channel, [person], computers=1)
    await choose_tiles(person, room.channel)
    call = last_turn_message(room.channel)
    rows = [one["components"] for one in raw(call) if one["type"] == ACTION_ROW]
    placing = [row for row in rows if "place" in row[0].get("custom_id", "")]
    assert len({len(row) for row in placing}) == 1
    shown = [(one["emoji"]["name"], one["label"]) for row in placing for one in row]
    for place, (icon, label) in zip([*GEARS, "start"], shown, strict=True):
        assert icon.startswith(f"tz_{place}_")
        assert len(label) <= len("−10🌽")


@pytest.mark.long
async def test_a_whole_game_with_icons(room: Room) -> None:
    """The fixture holds everything against the limits; every icon that is shown exists."""
    person = room.people[0]
    await new_game(room.channel, [person], computers=3)
    await choose_tiles(person, room.channel)
    turns = await play_out(room, [person], random.Random(7))
    assert turns >= 20
    there = {str(emoji.id) for emoji in room.env.backend.application_emojis.values()}
    said = json.dumps([request.json for request in room.env.http_requests if request.json])
    in_text = re.findall(r"<:(tz_\w+?)_[0-9a-f]{6}:(\d+)>", said)
    on_buttons = re.findall(r'"emoji": {"id": "?(\d+)"?, "name": "(tz_\w+?)_[0-9a-f]{6}"', said)
    assert {number for _, number in in_text} | {number for number, _ in on_buttons} <= there
    assert {"tz_corn", "tz_wood", "tz_seat_a", "tz_seat_d", "tz_tikal"} <= {n for n, _ in in_text}
    # the starting-player space is not asked for: below a board of four there are no choices
    assert {"tz_palenque", "tz_tikal"} <= {name for _, name in on_buttons}
    assert "The game is over" in words(room.channel.last_message)
    assert room.env.errors == []


async def test_nothing_is_added_at_the_second_start(room: Room) -> None:
    before, asked = room.bot.icons, len(created(room))
    await room.restart()
    await room.env.settle()
    assert room.bot.icons == before
    assert len(created(room)) == asked


async def test_until_they_are_drawn_those_of_the_run_before_are_shown(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing them takes a while. A picture that an update drew anew shows its newest version."""
    old, drawn = dict(room.bot.icons), asyncio.Event()
    newer = room.env.backend.create_application_emoji("tz_corn_ffffff")

    async def drawing(*asked: object, keep: bool) -> Mapping[str, bytes]:
        await drawn.wait()
        return images()

    monkeypatch.setattr(DrawingPool, "draw", drawing)
    before, restarted = room.bot, asyncio.create_task(room.restart())
    try:
        for _ in range(1000):
            if room.env.bot is not before and room.bot.icons:
                break
            await asyncio.sleep(0.01)
        assert room.bot.icons == old | {"corn": f"<:{newer.name}:{newer.id}>"}
    finally:
        drawn.set()
    await restarted
    await room.env.settle()
    assert room.bot.icons == old


async def test_what_is_missing_is_added_within_an_hour(room: Room) -> None:
    backend, corn = room.env.backend, room.bot.icons["corn"]
    gone = next(emoji for emoji in backend.application_emojis.values() if str(emoji.id) in corn)
    backend.delete_application_emoji(gone.id)
    asked = len(created(room))
    await look_again(room)
    assert created(room)[asked:] == [gone.name]
    assert room.bot.icons["corn"] != corn


async def test_a_picture_drawn_anew_is_another_emoji(room: Room) -> None:
    old, other = room.bot.icons["corn"], {"corn": images()["wood"]}
    there = at_discord(room)
    await bring_up_emojis(room.bot, other)
    assert room.bot.icons["corn"] != old
    assert set(at_discord(room)) == {*there, emoji_name("corn", other["corn"])}


async def test_only_the_oldest_of_too_many_are_removed(room: Room) -> None:
    backend, current = room.env.backend, at_discord(room)
    backend.create_application_emoji("somebody_elses")
    past = [f"tz_corn_{number:06x}" for number in range(MOST_EMOJIS + 2 - len(current))]
    for name in past:
        backend.create_application_emoji(name)
    await bring_up_emojis(room.bot, images())
    assert set(at_discord(room)) == {*current, "somebody_elses", *past[2:]}


async def test_another_process_was_faster(room: Room) -> None:
    """It adds the emoji between our look and our try: Discord refuses a name that is taken."""
    backend, icons = room.env.backend, room.bot.icons
    taken = next(e for e in backend.application_emojis.values() if str(e.id) in icons["corn"])
    del backend.application_emojis[taken.id]
    room.env.inject_error("POST", ROUTE, status=400, code=50035)

    look = room.bot.fetch_application_emojis
    looks: list[int] = []

    async def looked() -> Sequence[object]:
        found = await look()
        looks.append(len(found))
        backend.application_emojis[taken.id] = taken
        return found

    room.bot.fetch_application_emojis = looked  # type: ignore[method-assign, assignment]
    await bring_up_emojis(room.bot, images())
    assert len(looks) == 2
    assert room.bot.icons == icons


@pytest.mark.parametrize("status", with_long([403], [400, 500]))
async def test_what_is_there_is_shown_where_discord_refuses_more(room: Room, status: int) -> None:
    backend, icons = room.env.backend, dict(room.bot.icons)
    for emoji in list(backend.application_emojis.values()):
        if str(emoji.id) in icons["corn"]:
            backend.delete_application_emoji(emoji.id)
    room.env.inject_error("POST", ROUTE, status=status, times=None)
    await room.restart()
    await room.env.settle()
    icons.pop("corn")
    assert room.bot.icons == icons
    room.env.backend.faults.clear()
    await look_again(room)
    assert set(room.bot.icons) == set(images())


async def test_without_the_route_there_are_words(room: Room) -> None:
    room.env.inject_error("GET", ROUTE, status=404, times=None)
    await room.restart()
    await room.env.settle()
    assert room.bot.icons == {}
    lobby = await room.people[0].slash(room.channel, "tzolkin new")
    assert lobby.acknowledged
    assert room.env.errors == []


@pytest.mark.parametrize("icons", [False])
async def test_nothing_is_asked_when_switched_off(room: Room) -> None:
    assert not [r for r in room.env.http_requests if "/emojis" in r.path]
    assert room.bot.icons == {}
