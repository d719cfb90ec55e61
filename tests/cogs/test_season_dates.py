"""A season as its server hears of it: its dates are kept by themselves (the draw, the opening,
the end); people check in before the draw."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from simcord import MemberActor, RoleHandle

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.people import check_in, sign_off, sign_up
from bot.leagues.season_lifecycle import step_due
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules, Stage
from bot.tables import PersonSettings
from bot.text.league_news import drawn_line
from cogs.kit.layout import message, text
from cogs.kit.members import Names
from cogs.leagues.news import closing_lines, opening_buttons, opening_lines, result_line
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, raw, tap, words
from tests.cogs.limits import ROLE_SELECT, check_message
from tests.cogs.moderators_page import page_with
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    drawn,
    look,
    members,
    play_out,
    playing,
    preview,
    season_of,
    state_of,
    texts,
    threads,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_longest_words import Longer, shown
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import create_season
from tests.tables.acts import set_person_settings


async def test_from_the_sign_up_to_the_champions(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    now = room.wait()
    until, starts, ends = (now + timedelta(days=days) for days in (1, 2, 3))
    season = await season_of(room, sign_up_until=until, starts=starts, ends=ends, appeal_days=0)
    await look(room)
    assert texts(room.channel) == []
    await look(room, hours=25)
    assert (await state_of(room)).phase == "running"
    assert "**Rainy season** has been drawn: 4 players, 1 division." in texts(room.channel)[-1]
    assert "The tables open <t:" in texts(room.channel)[-1]
    assert await open_ready(room.bot, season.id) == [] and threads(room) == []
    await room.restart()
    await look(room, hours=24)
    assert sorted(await playing(room, season)) == [1, 2]
    assert sum("has been drawn" in one for one in texts(room.channel)) == 1

    await look(room, hours=24)
    assert f"<@&{role.id}>" in texts(room.channel)[-1]
    assert "6 tables are still open" in texts(room.channel)[-1]
    before = len(room.channel.history())
    await look(room, hours=1)
    assert len(room.channel.history()) == before, "told once"

    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    assert (await state_of(room)).phase == "finished", "closed with the last result"
    end = room.channel.history()[-1]
    assert "### Rainy season is over" in words(end) and "🏆 Champion" in words(end)
    [standings] = await queries.standings(room.bot.leagues, season.id)
    first = standings.lines[0].holder
    assert next(p.name for p in room.people if p.id == first) in words(end)
    assert [a.filename for a in end.attachments] == ["standings.png"]
    before = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == before
    assert room.env.errors == []


async def test_too_few(room: Room) -> None:
    season = await season_of(room, people=1, sign_up_until=room.wait() + timedelta(hours=1))
    for _ in range(3):
        await look(room, hours=1)
    [told] = texts(room.channel)
    assert "too few people have signed up" in told
    await sign_up(room.bot.leagues, season.id, room.people[2].id)
    await look(room)
    assert (await state_of(room)).phase == "running"
    assert len(threads(room)) == 1


async def test_the_season_before_is_still_played(room: Room) -> None:
    first, leagues = await drawn(room), room.bot.leagues
    later = SeasonSettings("Dry season", PAIRS, sign_up_until=room.wait())
    second = await create_season(leagues, first.league_id, later, by=MODERATOR)
    for person in room.people[:2]:
        await sign_up(leagues, second.id, person.id)
    for _ in range(3):
        await look(room, minutes=5)
    told = [one for one in texts(room.channel) if "cannot be drawn yet" in one]
    assert len(told) == 1 and "The previous season is still being played" in told[0]


async def test_a_season_without_dates_stays_as_it_is(room: Room) -> None:
    season = await season_of(room)
    await look(room, days=400)
    assert step_due(await room.bot.leagues.read(season.id), room.wait()) is None
    assert texts(room.channel) == []


@pytest.mark.english
async def test_no_message_is_too_long_in_any_language(room: Room) -> None:
    """Five people with the longest names, all of whose letters Markdown would take for its own."""
    name = "*_" * 16
    room.people[:] = [room.guild.add_member(room.env.create_user(name)) for _ in range(5)]
    rules = Rules(seats=5, stages=(Stage(games=1),), division_size=5)
    season = await drawn(room, rules, people=5)
    await look(room)
    [table] = (await playing(room, season)).values()
    [thread] = threads(room)
    assert thread.name is not None and len(thread.name) == 100 and thread.name.endswith("…")
    t = Longer()
    [scheduled] = await games.schedule(room.bot.leagues, season.id)
    lines = opening_lines(t, season, scheduled, table)
    check_message(shown(message(text(*lines), opening_buttons(t, table))))
    view = await room.bot.leagues.read(season.id)
    standings = [{"seat": seat, "place": seat + 1, "points4": 399 - seat} for seat in range(5)]
    counted = await games.game_over(room.bot.leagues, table.id, 0, standings)
    assert counted is not None
    assert scheduled.seats is not None
    names = dict.fromkeys(scheduled.seats, f"**{name}**")
    check_message(shown(message(text(result_line(t, view, names, counted.result, corrected=True)))))
    [found] = await queries.standings(room.bot.leagues, season.id)
    called = Names(dict.fromkeys([one.id for one in room.people], name))
    lines = closing_lines(t, view, found, called)
    check_message(shown(message(text(*lines))))
    check_message(shown(message(text(drawn_line(t, f"**{name}**", 5, 1, view.created_at)))))


async def test_a_needed_role_that_was_deleted_is_told_and_another_can_be_chosen(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    needed = room.guild.create_role("members")
    await season_of(room, people=0, needs_role=needed.id)
    await look(room)
    gone = "because the role that players must have no longer exists"
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, needed.id)
    await room.env.settle()
    told = words(answer(await maya.slash(room.channel, "doctor")))
    assert "❌ **Rainy season**: " in told and gone in told
    page = await preview(room, maya, "settings")
    assert gone in words(page)
    page = await page_with(maya, page, "role")
    for chosen in ([role], []):
        [menu] = [one["custom_id"] for one in raw(page) if one["type"] == ROLE_SELECT]
        page = answer(await maya.select(page, chosen, custom_id=menu))
        assert gone not in words(page)
    await maya.click(page, label="Save changes")
    assert (await room.bot.leagues.read(1)).settings.needs_role is None
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    assert room.env.errors == []


# --- the check-in ---------------------------------------------------------------------------------


async def checking_in(room: Room, people: int = 6, places: int = 4) -> SeasonView:
    """A season with a check-in for the last hour before its start in two days, and as many places;
    who signs up last waits."""
    room.people[:] = members(room, people)
    now = room.wait()
    return await season_of(
        room, replace(PAIRS, most_players=places), people=people, check_in=1,
        sign_up_until=now + timedelta(days=1), starts=now + timedelta(days=2),
    )  # fmt: skip


async def says_here(room: Room, person: MemberActor) -> str:
    """The button of the season as the person sees it; the answer."""
    shown = answer(await person.slash(room.channel, "league show"))
    return words(await tap(person, shown, "I'm here"))


async def test_who_does_not_check_in_is_replaced_from_the_waiting_list(
    room: Room, maya: MemberActor
) -> None:
    """In order of signing up, and by who has checked in; who is called, and how, is as they want
    it."""
    await checking_in(room)
    ana, ben, cleo, dan, eve, finn = room.people
    await set_person_settings(room.bot.tables, dan.id, PersonSettings(way="none"))
    await set_person_settings(room.bot.tables, eve.id, PersonSettings(way="direct"))
    await look(room, hours=25)
    assert (await state_of(room)).phase == "sign-up", "drawn at its start"
    assert "Check-in opens <t:" in await says_here(room, ana)
    await look(room, hours=22.5)
    asked = room.channel.last_message
    assert asked is not None and "Press “I'm here”" in words(asked)
    pinged = set(pinged_in(room, room.channel.id, "users"))
    assert pinged == {one.id for one in room.people} - {dan.id, eve.id}
    assert dan.name in words(asked)
    [told] = eve.user.dm_channel.history()
    assert "Press “I'm here”" in words(told)
    direct = [one for one in room.env.backend.messages.values() if "Press “I" in str(one)]
    assert len(direct) == 2, "who wants no pings is only named"
    for person in (ana, ben, finn):
        assert "You are checked in" in words(await tap(person, asked, "I'm here"))
    assert "already" in words(await tap(ana, asked, "I'm here"))
    assert "You have not signed up" in words(await tap(maya, asked, "I'm here"))
    assert "audit log entry" in words(await preview(room, maya, "sign-up", person=cleo))
    await room.restart()
    await look(room)
    assert sum("Press “I'm here”" in one for one in texts(room.channel)) == 1
    await look(room, minutes=40)
    state = await state_of(room)
    assert state.phase == "running" and set(state.signed_up) == {ana.id, ben.id, cleo.id, finn.id}
    assert len(state.tables) == 6, "everybody meets everybody"
    [told] = [one for one in texts(room.channel) if "has been drawn without" in one]
    assert dan.name in told and eve.name in told and finn.name not in told


async def test_too_few_who_are_here_wait_for_others(room: Room, maya: MemberActor) -> None:
    await checking_in(room, people=4)
    await look(room, hours=47.5)
    await says_here(room, room.people[0])
    await look(room, hours=1)
    assert (await state_of(room)).phase == "sign-up"
    assert "too few people have checked in" in texts(room.channel)[-1]
    refused = await preview(room, maya, "draw")
    assert "Too few players have checked in; wait for more" in words(refused)
    assert "You are checked in" in await says_here(room, room.people[1])
    await look(room)
    assert (await state_of(room)).phase == "sign-up", "two of four"
    assert "You are checked in" in await says_here(room, room.people[2])
    await look(room)
    state = await state_of(room)
    assert state.phase == "running" and len(state.signed_up) == 3


async def test_who_signs_up_during_the_check_in_is_here(room: Room) -> None:
    season = await checking_in(room, people=4)
    await look(room, hours=47.5)
    eve = room.guild.add_member(room.env.create_user("eve"))
    state = (await sign_up(room.bot.leagues, season.id, eve.id)).state
    assert state.here == (eve.id,) and state.waiting == (eve.id,)
    state = (await sign_off(room.bot.leagues, season.id, eve.id)).state
    assert state.here == ()


@pytest.mark.parametrize("after", range(1, 6))
async def test_killed_while_people_check_in_and_at_the_draw(
    room: Room,
    death: Death,  # noqa: F811
    after: int,
) -> None:
    """Who has checked in stays so, and is drawn once."""
    season = await checking_in(room, people=4, places=3)
    await look(room, hours=47.5)
    here = [one.id for one in room.people[1:]]
    death.left = after
    with suppress(Killed):
        for one in here:
            await check_in(room.bot.leagues, season.id, one)
        room.wait.ahead += timedelta(hours=1)
        await season_lifecycle.draw(room.bot.leagues, season.id, by=None)
    death.over()
    await room.restart()
    kept = await state_of(room)
    assert len(kept.here) >= min(after - 1, 3)
    for one in set(here) - set(kept.here):
        await check_in(room.bot.leagues, season.id, one)
    room.wait.ahead += timedelta(hours=1)
    await look(room)
    await look(room)
    now = await room.bot.leagues.read(season.id)
    assert now.state.phase == "running" and list(now.state.signed_up) == here and not now.untold
    assert sum("has been drawn without" in one for one in texts(room.channel)) == 1
