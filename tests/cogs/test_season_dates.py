"""A season as its server hears of it: its dates are kept by themselves (the draw, the opening,
the end); people check in before the draw; moderators are called when a season waits for them: once,
with a ping where they read, and with the button for the very next act."""

from dataclasses import replace
from datetime import timedelta

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.leagues import games, queries
from bot.leagues.people import sign_off, sign_up
from bot.leagues.season_lifecycle import step_due
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules, Stage
from bot.tables import PersonSettings
from bot.tables.settings import ServerSettings
from bot.text.league_news import drawn_line
from cogs.kit.layout import message, text
from cogs.kit.members import Names
from cogs.leagues.news import closing_lines, opening_buttons, opening_lines, result_line
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, tap, times_told, with_id, words
from tests.cogs.limits import ROLE_SELECT, check_message
from tests.cogs.moderators_page import page_with, press_it
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    all_won,
    drawn,
    look,
    looked_up,
    members,
    moderate,
    play_out,
    playing,
    preview,
    season_of,
    state_of,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_longest_words import Longer, shown
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import create_season
from tests.tables.acts import set_person_settings


@pytest.fixture
def role(room: Room) -> RoleHandle:
    """Moderators, who can be mentioned."""
    return room.guild.create_role("referees", mentionable=True)


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
    assert times_told(room.channel, "has been drawn") == 1

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
    assert with_id(room.people, standings.lines[0].holder).name in words(end)
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
    for chosen in ([], [role]):
        [menu] = [one["custom_id"] for one in raw(page) if one["type"] == ROLE_SELECT]
        page = answer(await maya.select(page, chosen, custom_id=menu))
        assert gone not in words(page)
    await maya.click(page, label="Save changes")
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    ana = room.people[0]
    assert "people with the role" in words(await looked_up(ana, room.channel, "signup"))
    await looked_up(maya, room.channel, "signup")
    assert (await state_of(room)).signed_up == (maya.id,)
    said = words(await preview(room, maya, "up", person=ana))
    assert "moderators can assign that role" in said
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
    state = (await sign_up(room.bot.leagues, 1, maya.id)).state
    assert maya.id in state.here and maya.id in state.waiting, "who signs up now is here"
    assert maya.id not in (await sign_off(room.bot.leagues, 1, maya.id)).state.here
    assert "audit log entry" in words(await preview(room, maya, "sign-up", person=cleo))
    await room.restart()
    await look(room)
    assert times_told(room.channel, "Press “I'm here”") == 1
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


# --- the moderators are called --------------------------------------------------------------------


@pytest.fixture
async def place(room: Room, role: RoleHandle, maya: MemberActor) -> ChannelHandle:
    """Where moderators are called."""
    place = room.guild.create_text_channel("referees-only")
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return place


def calls_with(channel: ChannelHandle, label: str) -> list[discord.Message]:
    """The messages with such a button."""
    return [one for one in channel.history() if label in labels(one)]


async def test_a_season_without_a_date_is_closed_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    """When its tables are over, and the days for disputes."""
    await drawn(room, starts=room.wait() + timedelta(days=30), appeal_days=3)
    await look(room)
    assert not calls_with(place, "Close the season")
    await all_won(room)
    await look(room, days=2)
    assert not calls_with(place, "Close the season")
    assert any("then the moderators close the season" in told for told in texts(room.channel))
    await look(room, days=2)
    await room.restart()
    await look(room)
    [call] = calls_with(place, "Close the season")
    assert pinged_in(room, place.id, "roles") == [role.id]
    shown = await tap(maya, call, "Close the season")
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await state_of(room)).phase == "finished"
    await look(room, days=5)
    assert len(calls_with(place, "Close the season")) == 1


async def test_a_late_end_shows_the_tables_privately(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    await drawn(room, ends=room.wait() + timedelta(days=5))
    await look(room, days=6)
    await look(room, days=1)
    [call] = [one for one in place.history() if "still open" in words(one)]
    assert "Moderate" in labels(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("still open" in told for told in texts(room.channel))
    shown = await tap(maya, call, "Moderate")
    assert shown.ephemeral and "Tables finished: 0 of" in words(shown)
    assert "still open" in words(place.history()[0]), "the call stays as it is"


async def test_a_game_given_up_is_played_again_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    season = await drawn(room)
    await look(room)
    first = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, first), "end", counts="no")
    await look(room)
    await look(room)
    assert times_told(room.channel, "ended without a result") == 1
    [call] = calls_with(place, "Have it played again")
    assert "ended without a result" in words(call) and "Remove it" in labels(call)
    await press_it(maya, await tap(maya, call, "Have it played again"))
    await look(room)
    assert (await playing(room, season))[1].id != first.id


async def test_without_a_place_of_their_own_one_message_tells_everybody(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await drawn(room)
    await look(room)
    table = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, table), "end", counts="no")
    await look(room)
    assert times_told(room.channel, "ended without a result") == 1
    [call] = calls_with(room.channel, "Remove it")
    await press_it(maya, await tap(maya, call, "Remove it"))
    assert (await state_of(room)).voided == {1}
