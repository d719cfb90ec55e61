"""A season as a scheduled event of its server: made once, changed and cancelled with it."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import ScheduledEvent

from bot.leagues import season_lifecycle
from cogs.leagues import announcing
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import choose, do, found, name_moderators
from tests.cogs.season_tables import drawn, look, season_of, texts
from tests.cogs.test_limits import Longer
from tests.leagues.changes import void

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4


def events(room: Room) -> list[ScheduledEvent]:
    """All scheduled events of the server, oldest first."""
    return list(room.env.backend.get_guild(room.guild.id).scheduled_events.values())


def when(written: str | None) -> datetime:
    """A moment as Discord writes it."""
    assert written is not None
    return datetime.fromisoformat(written)


def may(room: Room, **permissions: bool) -> None:
    """Change what the bot may do on the server."""
    me: Any = room.guild.me
    role = room.env.backend.get_guild(room.guild.id).roles[me.top_role.id]
    given = discord.Permissions(int(role.permissions))
    given.update(**permissions)
    room.env.backend.edit_role(room.guild.id, role.id, {"permissions": given.value})


async def dated(
    maya: simcord.MemberActor, page: simcord.ResponseMessage, label: str, **dates: str
) -> simcord.ResponseMessage:
    """A page of the wizard after the form with these dates."""
    form = await maya.click(page, label=label)
    typed = {"name": "Rainy season", "until": "", "starts": "", "ends": "", **dates}
    return answer(await maya.submit_modal(form, typed))


async def test_made_changed_and_cancelled(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    page = answer(await maya.slash(room.channel, "season new"))
    page = answer(await maya.click(page, label="Announcements"))
    page = await choose(maya, page, "event", "on")
    assert "The season is an event on the server" in words(page)
    assert "An event needs a start" in words(page)
    page = answer(await maya.click(page, label="Overview"))
    dates = {"starts": "2031-07-01 18:00", "ends": "2031-08-31 20:00"}
    page = await dated(maya, page, "Name and dates", until="2031-06-30 18:00", **dates)
    assert "An event needs a start" not in words(page)
    assert events(room) == []
    await maya.click(page, label="Create")
    await look(room)
    [event] = events(room)
    assert (event.name, event.status) == ("Rainy season · The long count", SCHEDULED)
    assert when(event.scheduled_start_time).strftime("%Y-%m-%d %H:%M") == "2031-07-01 18:00"
    assert when(event.scheduled_end_time).strftime("%Y-%m-%d %H:%M") == "2031-08-31 20:00"
    assert event.entity_metadata == {"location": "#tzolkin"}
    assert event.description is not None and "/league join" in event.description
    assert f"https://discord.com/channels/{room.guild.id}/{room.channel.id}" in event.description

    page = answer(await propose(maya, room.channel, "settings"))
    page = await dated(
        maya, page, "Name and dates", until="2031-06-30 18:00", **{**dates, "starts": "2031-07-02"}
    )
    await maya.click(page, label="Save changes")
    await look(room)
    [event] = events(room)
    assert when(event.scheduled_start_time).strftime("%Y-%m-%d %H:%M") == "2031-07-02 00:00"
    before = len(room.env.http_requests)
    await look(room)
    await room.restart()
    await look(room)
    later = [one for one in room.env.http_requests[before:] if "scheduled-events" in one.path]
    assert later == [], "nothing is asked of Discord while nothing changes"

    await do(room, maya, "cancel")
    await look(room)
    [event] = events(room)
    assert event.status == CANCELLED
    assert (await room.bot.leagues.read(1)).made.event is None
    assert room.env.errors == []


async def test_without_the_permission_it_comes_as_soon_as_the_bot_may(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    may(room, manage_events=False, create_events=False)
    await room.env.settle()
    await found(room, maya)
    page = answer(await maya.slash(room.channel, "season new"))
    page = answer(await maya.click(page, label="Announcements"))
    page = await choose(maya, page, "event", "on")
    said = "I cannot create an event on this server"
    assert said in words(page) and "Create Events" in words(page)
    page = answer(await maya.click(page, label="Overview"))
    page = await dated(maya, page, "Name and dates", starts="2031-07-01")
    await maya.click(page, label="Create")
    await look(room)
    await look(room, minutes=5)
    assert events(room) == [] and room.env.errors == []
    told = [one for one in texts(room.channel) if "I cannot update the event of" in one]
    assert len(told) == 1 and "Create Events" in told[0], "told once"
    assert said in words(answer(await room.people[0].slash(room.channel, "doctor")))
    may(room, create_events=True)
    await room.env.settle()
    await look(room)
    [event] = events(room)
    assert when(event.scheduled_end_time) - when(event.scheduled_start_time) == timedelta(days=1)
    assert said not in words(answer(await room.people[0].slash(room.channel, "doctor")))


async def test_made_once_where_the_bot_was_killed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between making it and noting it: the next run finds it again."""
    season = await season_of(room, starts=room.wait() + timedelta(days=3), event=True)

    async def killed(*_: Any, **__: Any) -> None:
        raise ConnectionError("the program is no more")

    with monkeypatch.context() as patched:
        patched.setattr(announcing.season_lifecycle, "note_made", killed)
        with pytest.raises(ConnectionError):
            await announcing.keep_event(room.bot, season)
    assert len(events(room)) == 1
    await room.restart()
    await look(room)
    [event] = events(room)
    assert (await room.bot.leagues.read(season.id)).made.event == event.id


async def test_one_that_was_deleted_comes_back_with_another_date(room: Room) -> None:
    """Who deletes it on Discord does not get it again; a new date needs a new one."""
    season = await season_of(room, starts=room.wait() + timedelta(days=3), event=True)
    await look(room)
    [event] = events(room)
    room.env.backend.delete_scheduled_event(room.guild.id, event.id)
    await look(room)
    assert events(room) == []
    async with room.bot.leagues.open(season.id) as opened:
        later = room.wait() + timedelta(days=4)
        opened.change(settings=replace(opened.view.settings, starts=later))
    await look(room)
    [event] = events(room)
    assert when(event.scheduled_start_time) == later


async def test_what_discord_refuses_is_tried_again_later(room: Room) -> None:
    """Nothing else of the season waits for it."""
    season = await season_of(room, starts=room.wait() + timedelta(days=3), event=True)
    path = f"/guilds/{room.guild.id}/scheduled-events"
    room.env.inject_error("POST", path, status=400, code=30038, times=None)
    await look(room)
    await look(room, minutes=5)
    tried = [one for one in room.env.http_requests if (one.method, one.path) == ("POST", path)]
    assert len(tried) == 1
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    await look(room)
    assert any("is drawn" in one for one in texts(room.channel))
    room.env.backend.faults.clear()
    await look(room, hours=1)
    assert len(events(room)) == 1


async def test_a_season_that_ends_early_ends_its_event(room: Room) -> None:
    now = room.wait()
    season = await drawn(
        room, starts=now + timedelta(days=1), ends=now + timedelta(days=30), event=True
    )
    await look(room)
    [event] = events(room)
    room.env.backend.edit_scheduled_event(room.guild.id, event.id, {"status": ACTIVE})
    for number in season.state.tables:
        await void(room.bot.leagues, season.id, number, by=1, reason="Too few came.")
    await season_lifecycle.close(room.bot.leagues, season.id, by=1)
    await look(room)
    assert [one.status for one in events(room)] == [COMPLETED]


async def test_long_names_fit(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language with longer words, and with the longest names, Discord takes it."""
    monkeypatch.setattr(announcing, "language_of_server", lambda *_: Longer())
    season = await season_of(room, starts=room.wait() + timedelta(days=3), event=True)
    async with room.bot.leagues.open(season.id) as opened:
        named = replace(opened.view.settings, name="🌽" * 60)
        opened.change(settings=named)
    await look(room)
    [event] = events(room)
    assert len(event.name.encode("utf-16-le")) <= 200
