"""Moderators are called when a season, or a request, waits for them: once, with a ping where
they read, and with the button for the very next act. And deadlines of a season's tables: told
when they open, a reminder a day before, and a call of the moderators with what they can decide."""

from datetime import timedelta

import discord
import pytest
import simcord

from bot.leagues.season_transaction import SeasonView
from bot.seasons.events import Rules, Stage
from bot.tables import Table
from bot.tables.settings import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, with_id, words
from tests.cogs.moderators_page import (
    choose,
    do,
    filled_in,
    press_it,
    propose,
)
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    look,
    looked_up,
    moderate,
    playing,
    season_of,
    settled,
    take_turn,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_season_end import played
from tests.cogs.test_substitutes import pinged_in
from tests.tables.acts import audit_log


@pytest.fixture
def role(room: Room) -> simcord.RoleHandle:
    """Moderators, who can be mentioned."""
    return room.guild.create_role("referees", mentionable=True)


@pytest.fixture
def place(room: Room) -> simcord.ChannelHandle:
    """Where moderators are called."""
    return room.guild.create_text_channel("referees-only")


async def name_them(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle | None,
) -> None:  # fmt: skip
    chosen = ServerSettings(
        moderator_roles=(role.id,),
        moderators_channel=place.id if place else None,
    )  # fmt: skip
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


def calls_with(channel: simcord.ChannelHandle, label: str) -> list[discord.Message]:
    """The messages with such a button."""
    return [one for one in channel.history() if label in labels(one)]


async def test_a_season_without_a_date_is_closed_from_the_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    """When its tables are over, and the days for disputes."""
    await name_them(room, role, place)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30), appeal_days=3)
    await look(room)
    assert not calls_with(place, "Close the season")
    await played(room, season)
    await look(room, days=2)
    assert not calls_with(place, "Close the season")
    assert any("then the moderators close the season" in told for told in texts(room.channel))
    await look(room, days=2)
    await room.restart()
    await look(room)
    [call] = calls_with(place, "Close the season")
    assert pinged_in(room, place.id, "roles") == [role.id]
    shown = answer(await maya.click(call, label="Close the season"))
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"
    await look(room, days=5)
    assert len(calls_with(place, "Close the season")) == 1


async def test_a_late_end_shows_the_tables_privately(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, place)
    await drawn(room, ends=room.bot.leagues.now() + timedelta(days=5))
    await look(room, days=6)
    await look(room, days=1)
    [call] = [one for one in place.history() if "still open" in words(one)]
    assert "Moderate" in labels(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("still open" in told for told in texts(room.channel))
    shown = answer(await maya.click(call, label="Moderate"))
    assert shown.ephemeral and "Tables finished: 0 of" in words(shown)
    assert "still open" in words(place.history()[0]), "the call stays as it is"


async def test_a_game_given_up_is_played_again_from_the_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, place)
    season = await drawn(room, PAIRS)
    await look(room)
    first = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, first), "end", counts="no")
    await look(room)
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(place, "Have it played again")
    assert "ended without a result" in words(call) and "Remove it" in labels(call)
    await press_it(maya, answer(await maya.click(call, label="Have it played again")))
    await look(room)
    again = (await playing(room, season))[1]
    assert again.id != first.id


async def test_without_a_place_of_their_own_one_message_tells_everybody(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, None)
    season = await drawn(room, PAIRS)
    await look(room)
    table = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, table), "end", counts="no")
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(room.channel, "Remove it")
    await press_it(maya, answer(await maya.click(call, label="Remove it")))
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}


async def begun(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, *,
    rules: Rules = PAIRS, days: int | None = 7,
) -> tuple[SeasonView, Table]:  # fmt: skip
    """A season with a deadline, and the game of its first table, which has begun."""
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    season = await drawn(room, rules, round_days=days)
    await look(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    return season, await room.bot.tables.table(table.id)


def deadline_calls(place: simcord.ChannelHandle) -> list[discord.Message]:
    """The calls because of a deadline, oldest first."""
    return [one for one in place.history() if "Decide by points" in labels(one)]


def call_for(place: simcord.ChannelHandle, table: Table) -> discord.Message:
    """The newest call about a table."""
    return [one for one in deadline_calls(place) if f"<#{table.channel_id}>" in words(one)][-1]


def about(table: Table, room: Room, what: str) -> list[str]:
    """The lines in a table's thread that say this."""
    return [one for one in texts(thread_of(room, table)) if what in one]


async def test_it_is_told_and_reminded_of_a_day_before(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle
) -> None:
    _, table = await begun(room, role, place)
    ends = int(table.created_at.timestamp()) + 7 * 24 * 3600
    [first] = about(table, room, "Finish this table by")
    assert f"<t:{ends}:f>" in first
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    before = pinged_in(room, table.channel_id, "users")
    await look(room, days=5, hours=23)
    assert not about(table, room, "Waiting for ")
    await look(room, hours=2)
    [reminder] = about(table, room, "Waiting for ")
    assert f"<t:{ends}:R>" in reminder and f"<@{late}>" in reminder
    assert pinged_in(room, table.channel_id, "users")[len(before) :] == [late]
    await look(room, hours=1)
    await room.restart()
    await look(room)
    assert len(about(table, room, "Waiting for ")) == 1
    assert not deadline_calls(place)


async def test_moderators_are_called_once_for_each_table(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle
) -> None:
    season, table = await begun(room, role, place)
    await look(room, days=7, hours=1)
    open_games = await playing(room, season)
    assert len(deadline_calls(place)) == len(open_games) == 2
    assert set(pinged_in(room, place.id, "roles")) == {role.id}
    await look(room, days=1)
    await room.restart()
    await look(room, days=1)
    assert len(deadline_calls(place)) == 2
    refused = answer(await room.people[0].click(call_for(place, table), label="Remove it"))
    assert refused.ephemeral and "Only the moderators" in words(refused)


async def test_by_the_points_so_far(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor,
    noah: simcord.MemberActor,
) -> None:  # fmt: skip
    """Marked wherever the result is shown."""
    season, table = await begun(room, role, place)
    await look(room, days=7, hours=1)
    shown = answer(await maya.click(call_for(place, table), label="Decide by points"))
    now = (await room.bot.tables.game(table.id)).standings()
    assert all(f"{row['points4'] / 4:g}" in words(shown) for row in now)
    assert "audit log entry" in await press_it(maya, shown)
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.results[1].how == "adjudicated"
    assert [n for n, one in state.results.items() if one.how != "played"] == [1]
    assert (await room.bot.tables.table(table.id)).status == "finished"
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert "decided by moderators" in standings
    log = [(one.act, one.status) for one in await audit_log(room.bot.tables, room.guild.id)]
    assert ("end", "done") in log
    told = (await room.bot.leagues.read(season.id)).told
    assert len(deadline_calls(place)) == 2 and told


async def test_more_days(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    _, table = await begun(room, role, place)
    await look(room, days=7, hours=1)
    call = call_for(place, table)
    assert "Finish by" in words(answer(await maya.click(call, label="Moderate")))
    form = await maya.click(call, label="Move its deadline")
    assert "audit log entry" in await press_it(maya, answer(await filled_in(maya, form, days=3)))
    await settled(room)
    assert any("gave table 1 more days" in told for told in texts(room.channel))
    assert about(table, room, "gave this table 3 more days")
    await look(room, days=1)
    assert call_for(place, table).id == call.id
    await look(room, days=1)
    assert len(about(table, room, "Waiting for ")) == 1, "the new deadline is told, too"
    await look(room, days=1)
    assert call_for(place, table).id != call.id, "moderators are called anew"
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert (entry.act, entry.details["days"]) == ("season-more-days", 3)
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "extra days: 0 → 3" in log and "Table 1" in log
    names = [f"**{one.name}**" for one in table.seats]
    assert " and ".join(names) in log or " and ".join(names[::-1]) in log


async def test_taken_out_where_moderators_are_called(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    season, table = await begun(room, role, place)
    await look(room, days=7, hours=1)
    call = call_for(place, table)
    await press_it(maya, answer(await maya.click(call, label="Remove it")))
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}
    refused = words(answer(await maya.click(call, label="Remove it")))
    assert "no longer counts" in refused


async def test_who_plays_gives_days_in_daylight(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle
) -> None:
    room.people[0] = room.guild.add_member(room.env.create_user("judge"), roles=[role])
    season, table = await begun(room, role, place)
    await look(room, days=7, hours=1)
    form = await room.people[0].click(call_for(place, table), label="Move its deadline")
    shown = answer(await filled_in(room.people[0], form, days=7))
    assert "audit log entry" in await press_it(room.people[0], shown)
    await settled(room)
    assert (await room.bot.leagues.read(season.id)).state.more_days == {1: 7}
    assert any("(plays in this season) gave table 1" in told for told in texts(room.channel))


async def test_the_setting_is_chosen_in_the_wizard(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    """Also while the season is played; /league show says it."""
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    season = await season_of(room)
    wizard = answer(await propose(maya, room.channel, "settings"))
    page = wizard
    page = await choose(maya, page, "days", "14")
    await maya.click(page, label="Save changes")
    assert (await room.bot.leagues.read(season.id)).settings.round_days == 14
    shown = words(answer(await room.people[0].slash(room.channel, "league show")))
    assert "must be finished within 14 days of opening" in shown
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "14 days of opening" in log


async def test_it_is_announced_with_the_draw_and_with_each_round(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    swiss = Rules(seats=2, stages=(Stage("swiss", 3),), division_size=4)
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    )
    season = await season_of(room, swiss, round_days=7, appeal_days=0)
    await do(room, maya, "draw", None)
    said = "must be finished within 7 days of opening"
    [told] = [told for told in texts(room.channel) if "drew the season" in told]
    assert said in told
    await settled(room)
    await look(room)
    await played(room, season)
    await do(room, maya, "round", None)
    [told] = [told for told in texts(room.channel) if "drew the next round" in told]
    assert said in told


async def test_who_has_quiet_hours_is_not_pinged(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle
) -> None:
    _, table = await begun(room, role, place)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    assert late is not None
    person = with_id(room.people, late)
    await person.slash(
        room.channel, "pings", quiet_from="11:00", quiet_until="16:00", timezone="UTC"
    )
    before = pinged_in(room, table.channel_id, "users")
    await look(room, days=6, hours=1)  # it is about one o'clock then
    [reminder] = about(table, room, "Waiting for ")
    assert f"**{table.seats[seat].name}**" in reminder
    assert pinged_in(room, table.channel_id, "users") == before


async def test_without_a_deadline_nobody_is_called(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle
) -> None:
    _, table = await begun(room, role, place, days=None)
    await look(room, days=200)
    assert not deadline_calls(place) and not about(table, room, "must be finished")


def _ids(message: simcord.ResponseMessage) -> list[str]:
    return [one["custom_id"] for one in raw(message) if "custom_id" in one]
