"""A season as its server hears of it: its dates are kept by themselves (the draw, the opening,
the end); it is a scheduled event, made once, changed and cancelled with it; a role is pinged
when sign-up opens and when it begins; champions and division winners have roles."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.people import check_in, sign_off, sign_up
from bot.leagues.season_lifecycle import step_due
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Reopened, Rules, Stage
from bot.seasons.results import Line, Result
from bot.tables import PersonSettings, ServerSettings
from bot.text.league_news import drawn_line
from cogs.kit.layout import message, text
from cogs.kit.members import Names
from cogs.leagues.league_channel import channel_of
from cogs.leagues.news import closing_lines, opening_buttons, opening_lines, result_line
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import ROLE_SELECT, check_message
from tests.cogs.moderators_page import (
    choose_act,
    do,
    found,
    name_moderators,
    new_season,
    open_page,
    page_with,
    propose,
    wizard_of,
)
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    drawn,
    look,
    members,
    play_out,
    playing,
    season_of,
    settled,
    texts,
    threads,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_limits import Longer, shown
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import create_season, void
from tests.tables.acts import set_person_settings


async def test_from_the_sign_up_to_the_champions(room: Room) -> None:
    now = room.wait()
    season = await season_of(
        room,
        sign_up_until=now + timedelta(days=1),
        starts=now + timedelta(days=2),
        ends=now + timedelta(days=3),
        appeal_days=0,
    )
    await look(room)
    assert texts(room.channel) == []
    await look(room, hours=25)
    season = await room.bot.leagues.read(season.id)
    assert season.state.phase == "running"
    assert "**Rainy season** has been drawn: 4 players, 1 division." in texts(room.channel)[-1]
    assert "The tables open <t:" in texts(room.channel)[-1]
    assert await open_ready(room.bot, season.id) == [] and threads(room) == []
    await room.restart()
    await look(room, hours=24)
    assert sorted(await playing(room, season)) == [1, 2]
    assert sum("has been drawn" in one for one in texts(room.channel)) == 1

    role = room.guild.create_role("referees")
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await look(room, hours=24)
    assert f"<@&{role.id}>" in texts(room.channel)[-1]
    assert "6 tables are still open" in texts(room.channel)[-1]
    before = len(room.channel.history())
    await look(room, hours=1)
    assert len(room.channel.history()) == before, "told once"

    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    season = await room.bot.leagues.read(season.id)
    assert season.state.phase == "finished", "closed with the last result"
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
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    assert len(threads(room)) == 1


async def test_the_season_before_is_still_played(room: Room) -> None:
    first = await drawn(room)
    settings = first.settings
    assert settings.sign_up_until is None
    leagues = room.bot.leagues
    later = type(settings)("Dry season", settings.rules, sign_up_until=room.wait())
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


async def test_stopped_between_closing_and_telling(room: Room) -> None:
    season = await drawn(room, ends=room.wait() + timedelta(hours=1))
    leagues = room.bot.leagues
    for number in list(season.state.tables):
        await void(leagues, season.id, number, by=MODERATOR, reason="rain")
    await season_lifecycle.close(leagues, season.id, by=None)
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in one for one in texts(room.channel)) == 1
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in one for one in texts(room.channel)) == 1


@pytest.mark.english
async def test_no_message_is_too_long_in_any_language(room: Room) -> None:
    """Five people with the longest names, all of whose letters Markdown would take for its own."""
    name = "*_" * 16
    people = [room.guild.add_member(room.env.create_user(name)) for _ in range(5)]
    room.people[:] = people
    rules = Rules(seats=5, stages=(Stage(games=1),), division_size=5)
    season = await drawn(room, rules, people=5)
    await open_ready(room.bot, season.id)
    await settled(room)
    [table] = (await playing(room, season)).values()
    [thread] = threads(room)
    assert thread.name is not None and len(thread.name) == 100 and thread.name.endswith("…")
    where = await channel_of(room.bot, season)
    assert where is not None
    t = Longer()
    [scheduled] = await games.schedule(room.bot.leagues, season.id)
    lines = opening_lines(t, season, scheduled, table)
    buttons = opening_buttons(t, table)
    check_message(shown(message(text(*lines), buttons)))
    view = await room.bot.leagues.read(season.id)
    standings = [{"seat": seat, "place": seat + 1, "points4": 399 - seat} for seat in range(5)]
    counted = await games.game_over(room.bot.leagues, table.id, 0, standings)
    assert counted is not None
    assert scheduled.seats is not None
    names = dict.fromkeys(scheduled.seats, f"**{name}**")
    check_message(shown(message(text(result_line(t, view, names, counted.result, corrected=True)))))
    [found] = await queries.standings(room.bot.leagues, season.id)
    lines = closing_lines(t, view, found, Names(dict.fromkeys([p.id for p in people], name)))
    check_message(shown(message(text(*lines))))
    check_message(shown(message(text(drawn_line(t, f"**{name}**", 5, 1, view.created_at)))))


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


@pytest.fixture
def fans(room: Room) -> simcord.RoleHandle:
    """A role that everybody may mention."""
    return room.guild.create_role("fans", mentionable=True)


def role_menu(page: simcord.ResponseMessage) -> dict[str, Any]:
    """The menu of the role to be pinged."""
    return next(
        c for c in raw(page) if c["type"] == ROLE_SELECT and c["custom_id"].endswith("ping")
    )


async def chosen(
    moderator: simcord.MemberActor,
    wizard: simcord.ResponseMessage,
    *roles: simcord.RoleHandle,
) -> simcord.ResponseMessage:
    """The page after this choice of a role to be pinged."""
    page = await page_with(moderator, wizard, "ping")
    return answer(await moderator.select(page, list(roles), custom_id=role_menu(page)["custom_id"]))


async def signed_up(room: Room, people: int = 4) -> None:
    """Some people sign up by the button in the league's channel."""
    opened = [one for one in room.channel.history() if "Sign up" in labels(one)]
    for person in room.people[:people]:
        await person.click(opened[-1], label="Sign up")


async def test_a_role_is_pinged_when_it_opens_and_when_it_begins(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, fans: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await chosen(maya, wizard, fans)
    assert [one["id"] for one in role_menu(page)["default_values"]] == [fans.id]
    assert "⚠️" not in words(page)
    await maya.click(page, label="Create")
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]
    assert texts(room.channel)[-1].startswith(f"<@&{fans.id}>")

    # the settings change: the message of the sign-up comes again, without a ping
    settings = answer(await propose(maya, room.channel, "settings"))
    page = settings
    menu = next(c for c in raw(page) if c.get("custom_id", "").endswith(".seats"))
    page = answer(await maya.select(page, ["2"], custom_id=menu["custom_id"]))
    await maya.click(page, label="Save changes")
    assert sum("Sign up" in labels(one) for one in room.channel.history()) == 2
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]

    await signed_up(room)
    await do(room, maya, "draw", None)
    assert pinged_in(room, room.channel.id, "roles") == [fans.id] * 2
    begun = next(one for one in texts(room.channel) if "begins now" in one)
    assert begun.startswith(f"<@&{fans.id}>")
    assert room.env.errors == []


async def test_the_role_is_that_of_the_season_before(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, fans: simcord.RoleHandle
) -> None:
    """It is chosen once for a league; the next season begins with it, and may leave it out."""
    await name_moderators(room, role)
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await chosen(maya, wizard, fans)
    await maya.click(page, label="Create")
    await do(room, maya, "cancel")
    again = await wizard_of(maya, room.channel)
    page = await page_with(maya, again, "ping")
    assert [one["id"] for one in role_menu(page)["default_values"]] == [fans.id]
    page = await chosen(maya, page)
    assert not role_menu(page).get("default_values")
    await maya.click(page, label="Create")
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]


async def test_drawn_by_its_date(room: Room, fans: simcord.RoleHandle) -> None:
    until = room.wait() + timedelta(days=1)
    await season_of(room, sign_up_until=until, ping_role=fans.id)
    await look(room, hours=25)
    assert f"<@&{fans.id}>\n**Rainy season** has been drawn" in texts(room.channel)[0]
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]
    await room.restart()
    await look(room)
    assert pinged_in(room, room.channel.id, "roles") == [fans.id]


async def test_a_role_that_the_bot_cannot_ping(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """The wizard and /doctor say so; the season is announced all the same."""
    quiet = room.guild.create_role("quiet")
    room.guild.create_role("loud", permissions=discord.Permissions(mention_everyone=True))
    mute = discord.PermissionOverwrite(mention_everyone=False)
    may = discord.PermissionOverwrite(mention_everyone=True)
    room.channel = room.guild.create_text_channel(
        "league", overwrites={room.guild.me: mute, maya: may}
    )
    await name_moderators(room, role)
    await found(room, maya)
    page = await chosen(maya, await wizard_of(maya, room.channel), quiet)
    said = f"I cannot mention <@&{quiet.id}>"
    assert said in words(page)
    assert said in words(page)
    await maya.click(page, label="Create")
    assert f"<@&{quiet.id}>" in texts(room.channel)[-1]
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "❌ **The long count 1**: " + said in shown

    room.env.backend.edit_role(room.guild.id, quiet.id, {"mentionable": True})
    await room.env.settle()
    assert said not in words(answer(await room.people[0].slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, quiet.id)
    await room.env.settle()
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "no longer exists" in shown


async def test_a_moderator_pings_whom_they_may(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """No way to have the bot ping those whom the moderator may not."""
    closed = room.guild.create_role("closed")
    await name_moderators(room, role)
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    refused = await chosen(maya, wizard, closed)
    assert f"You cannot mention <@&{closed.id}>" in words(refused)
    everybody = room.guild.default_role
    refused = await chosen(maya, await wizard_of(maya, room.channel), everybody)
    assert "not everybody" in words(refused)
    await new_season(room, maya)
    assert pinged_in(room, room.channel.id, "roles") == []
    assert (await room.bot.leagues.read(1)).settings.ping_role is None


async def test_a_needed_role_that_was_deleted_is_told_once_and_can_be_taken_out(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    members = room.guild.create_role("members")
    await season_of(room, people=0, needs_role=members.id)
    await look(room)
    gone = "because the role that players must have no longer exists"
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    room.env.backend.delete_role(room.guild.id, members.id)
    await room.env.settle()
    await room.restart()
    [told] = [one for one in room.env.backend.messages.values() if gone in str(one)]
    assert "**Rainy season**: " in str(told)
    assert gone in words(answer(await maya.slash(room.channel, "doctor")))
    settings = await choose_act(maya, await open_page(maya, room.channel), "settings")
    page = answer(await maya.click(answer(settings), label="More settings"))
    page = answer(await maya.click(page, label="Remove the missing role"))
    assert "Remove the missing role" not in labels(page)
    await maya.click(page, label="Save changes")
    assert (await room.bot.leagues.read(1)).settings.needs_role is None
    assert gone not in words(answer(await maya.slash(room.channel, "doctor")))
    assert room.env.errors == []


TWO = Rules(seats=2, stages=(Stage(games=1),), division_size=2, promoted=0, relegated=0)
"""Two divisions of two."""


def wearing(room: Room, role: simcord.RoleHandle) -> list[int]:
    """Who has a role."""
    members = room.env.backend.get_guild(room.guild.id).members
    return sorted(one for one in members if role.id in members[one].role_ids)


async def closed(room: Room, season: SeasonView, *, first: bool = True) -> SeasonView:
    """The season closed, with the first (or second) player of each table as its winner."""
    leagues = room.bot.leagues
    for table in await games.schedule(leagues, season.id):
        if table.number not in (await leagues.read(season.id)).state.results:
            places = (1, 2) if first else (2, 1)
            lines = [
                Line(entry, place, 240 - place, ((entry, 26),))
                for entry, place in zip(table.entries, places, strict=True)
            ]
            await games.count(leagues, season.id, Result(table.number, tuple(lines)))
    return await season_lifecycle.close(leagues, season.id, by=MODERATOR)


async def next_season(room: Room, season: SeasonView, name: str, **roles: int) -> SeasonView:
    """Another season of the league, drawn."""
    settings, leagues = SeasonSettings(name, TWO, **roles), room.bot.leagues
    season = await create_season(leagues, season.league_id, settings, by=MODERATOR)
    for person in room.people:
        season = await sign_up(leagues, season.id, person.id)
    return await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)


def champion(season: SeasonView, seat: int = 0) -> list[int]:
    """The player of this seat at the first table."""
    return [season.state.tables[1].entries[seat]]


async def test_given_once_it_may_and_taken_from_those_before(room: Room) -> None:
    crown = room.guild.create_role("crown")
    leagues = room.bot.leagues
    may(room, manage_roles=False)
    chosen = {"champion_role": crown.id}
    season = await closed(room, await drawn(room, TWO, **chosen))
    await look(room)
    await look(room)
    told = [one for one in texts(room.channel) if "I cannot assign" in one]
    assert len(told) == 1 and "Manage Roles" in told[0]
    assert wearing(room, crown) == []
    await room.restart()
    may(room, manage_roles=True)
    leagues = room.bot.leagues
    await look(room)
    assert wearing(room, crown) == champion(season)
    async with leagues.open(season.id) as opened:
        opened.happen(Reopened("wrong"), by=MODERATOR)
    await look(room)
    assert wearing(room, crown) == [], "while it is open again"
    await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    await look(room)
    assert wearing(room, crown) == champion(season)
    room.env.backend.remove_member_role(room.guild.id, champion(season)[0], crown.id)
    await look(room)
    assert wearing(room, crown) == [], "given once"
    second = await next_season(room, season, "Dry season", **chosen)
    seat = 1 if champion(second) == champion(season) else 0
    second = await closed(room, second, first=seat == 0)
    await look(room)
    assert wearing(room, crown) == champion(second, seat) != champion(season)
    assert len([one for one in texts(room.channel) if "I cannot assign" in one]) == 1
    await closed(room, await next_season(room, second, "Short season"))
    await look(room)
    assert wearing(room, crown) == [], "a season without a role"


async def test_a_moderator_names_only_a_role_to_give(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Otherwise a champion could get any role from somebody who has no right to give it."""
    await name_moderators(room, role)
    await found(room, maya)
    crown = room.guild.create_role("crown")
    wizard = await wizard_of(maya, room.channel)
    page = await page_with(maya, wizard, "champion")
    menu = next(c for c in raw(page) if str(c.get("custom_id")).endswith(".champion"))
    refused = answer(await maya.select(page, [crown], custom_id=menu["custom_id"]))
    assert "a role that you yourself can give" in words(refused)


# --- the check-in ---------------------------------------------------------------------------------


async def checking_in(room: Room, people: int = 6, places: int = 4) -> SeasonView:
    """A season with a check-in for the last hour before its start in two days, and as many places;
    who signs up last waits."""
    members(room, people)
    room.people[:] = members(room, people)
    now = room.wait()
    return await season_of(
        room, replace(PAIRS, most_players=places), people=people, check_in=1,
        sign_up_until=now + timedelta(days=1), starts=now + timedelta(days=2),
    )  # fmt: skip


async def says_here(room: Room, person: simcord.MemberActor) -> str:
    """The button of the season as the person sees it; the answer."""
    shown = answer(await person.slash(room.channel, "league show"))
    return words(answer(await person.click(shown, label="I'm here")))


async def test_who_does_not_check_in_is_replaced_from_the_waiting_list(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """In order of signing up, and by who has checked in; who is called, and how, is as they want
    it."""
    await name_moderators(room, role)
    season = await checking_in(room)
    ana, ben, cleo, dan, eve, finn = room.people
    await set_person_settings(room.bot.tables, dan.id, PersonSettings(way="none"))
    await set_person_settings(room.bot.tables, eve.id, PersonSettings(way="direct"))
    await look(room, hours=25)
    assert (await room.bot.leagues.read(season.id)).state.phase == "sign-up", "drawn at its start"
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
        said = answer(await person.click(asked, label="I'm here"))
        assert "You are checked in" in words(said)
    assert "already" in words(answer(await ana.click(asked, label="I'm here")))
    stranger = room.guild.add_member(room.env.create_user("stranger"))
    assert "You have not signed up" in words(answer(await stranger.click(asked, label="I'm here")))
    assert "audit log entry" in words(
        answer(await propose(maya, room.channel, "sign-up", person=cleo))
    )
    await room.restart()
    await look(room)
    assert sum("Press “I'm here”" in one for one in texts(room.channel)) == 1
    await look(room, minutes=40)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.phase == "running" and set(state.signed_up) == {ana.id, ben.id, cleo.id, finn.id}
    assert len(state.tables) == 6, "everybody meets everybody"
    [told] = [one for one in texts(room.channel) if "has been drawn without" in one]
    assert dan.name in told and eve.name in told and finn.name not in told


async def test_too_few_who_are_here_wait_for_others(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await checking_in(room, people=4)
    await look(room, hours=47.5)
    await says_here(room, room.people[0])
    await look(room, hours=1)
    assert (await room.bot.leagues.read(season.id)).state.phase == "sign-up"
    assert "too few people have checked in" in texts(room.channel)[-1]
    refused = words(answer(await propose(maya, room.channel, "draw")))
    assert "Too few players have checked in; wait for more" in refused
    assert "You are checked in" in await says_here(room, room.people[1])
    await look(room)
    assert (await room.bot.leagues.read(season.id)).state.phase == "sign-up", "two of four"
    assert "You are checked in" in await says_here(room, room.people[2])
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
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
    kept = (await room.bot.leagues.read(season.id)).state
    assert len(kept.here) >= min(after - 1, 3)
    for one in set(here) - set(kept.here):
        await check_in(room.bot.leagues, season.id, one)
    room.wait.ahead += timedelta(hours=1)
    await look(room)
    await look(room)
    now = await room.bot.leagues.read(season.id)
    assert now.state.phase == "running" and list(now.state.signed_up) == here and not now.untold
    assert sum("has been drawn without" in one for one in texts(room.channel)) == 1
