"""Moderators are called when a season, or a request, waits for them: once, with a ping where they
read, and with the button for the very next act."""

from contextlib import suppress
from datetime import timedelta

import discord
import pytest
import simcord

from bot.leagues.acting import InSeason
from bot.leagues.result_acts import Void
from bot.moderation import acting as desk
from bot.seasons.events import Rules
from bot.tables import Moderator
from bot.tables.settings import ServerSettings
from cogs.moderation.second import call_for_requests
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.season_commands import WHY, acted, do, press_it
from tests.cogs.season_tables import PAIRS, drawn, look, moderate, playing, texts, thread_of
from tests.cogs.test_calling import pinged_in
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_season_end import played

SWISS = Rules(seats=2, form="swiss", games=3, division_size=4)


@pytest.fixture
def role(room: Room) -> simcord.RoleHandle:
    """Moderators, who can be mentioned."""
    return room.guild.create_role("referees", mentionable=True)


@pytest.fixture
def place(room: Room) -> simcord.ChannelHandle:
    """Where moderators are called."""
    return room.guild.create_text_channel("referees-only")


async def name_them(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle | None, *,
    second: bool = False,
) -> None:  # fmt: skip
    chosen = ServerSettings(
        moderator_roles=(role.id,), second_moderator=second,
        moderators_channel=place.id if place else None,
    )  # fmt: skip
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


def calls(channel: simcord.ChannelHandle, label: str) -> list[discord.Message]:
    """The messages with such a button."""
    return [one for one in channel.history() if label in labels(one)]


async def test_a_request_is_confirmed_where_moderators_are_called(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle,
    maya: simcord.MemberActor, noah: simcord.MemberActor,
) -> None:  # fmt: skip
    await name_them(room, role, place, second=True)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    await played(room, season)
    await acted(room, noah)
    before = texts(room.channel)
    await do(room, maya, "void", table=1)
    [call] = calls(place, "Confirm")
    said = words(call)
    assert "table removed" in said and "Table 1" in said and WHY.replace(".", "") in said
    assert "maya" in said and "waiting for a second moderator" in said
    assert pinged_in(room, place.id, "roles") == [role.id]
    assert texts(room.channel) == before, "others read nothing of it"
    refused = answer(await room.people[0].click(call, label="Confirm"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    assert "Another moderator must confirm" in words(
        answer(await maya.click(call, label="Confirm"))
    )
    shown = answer(await noah.click(call, label="Take a look"))
    assert shown.ephemeral and "Standings afterwards" in words(shown)
    await look(room)
    await room.restart()
    await look(room)
    assert len(calls(place, "Confirm")) == 1, "gets another reminder"
    assert "audit log entry" in words(answer(await noah.click(call, label="Confirm")))
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}
    [decided] = place.history()
    assert not labels(decided) and "decided by **noah**" in words(decided)
    stale = words(answer(await noah.click(shown, label="Confirm")))
    assert "decided already" in stale


async def test_in_the_leagues_channel_without_what_it_is(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    """Where moderators have no channel of their own: others read there, too."""
    await name_them(room, role, None, second=True)
    season = await drawn(room, PAIRS)
    await look(room)
    table = (await playing(room, season))[1]
    await acted(room, noah)
    assert "Another moderator must confirm" in await moderate(
        maya, thread_of(room, table), "end", counts="yes"
    )
    [call] = calls(room.channel, "Take a look")
    assert "entry 2" in words(call) and "maya" not in words(call) and "ended" not in words(call)
    assert "Confirm" not in labels(call)
    refused = answer(await room.people[0].click(call, label="Take a look"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    shown = answer(await noah.click(call, label="Take a look"))
    assert shown.ephemeral and "ended early" in words(shown)
    await noah.click(shown, label="Refuse")
    assert not calls(room.channel, "Take a look")


@pytest.mark.parametrize("after", range(1, 4))
async def test_killed_between_the_request_and_its_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle,
    death: Death,  # noqa: F811
    after: int,
) -> None:  # fmt: skip
    await name_them(room, role, place, second=True)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    await played(room, season)
    death.left = after
    with suppress(Killed):
        maya = Moderator(77, room.guild.id)
        await desk.do(InSeason(room.bot.leagues, season.id), maya, Void(1), WHY)
        await call_for_requests(room.bot)
    death.over()
    await room.restart()
    await look(room)
    await look(room)
    # twice where it was killed between telling and noting it
    assert len(calls(place, "Confirm")) in ((1, 2) if after == 1 else (1,))


async def test_the_next_swiss_round_is_drawn_from_the_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, place)
    season = await drawn(room, SWISS, starts=room.bot.leagues.now() + timedelta(days=30))
    await played(room, season)
    await look(room)
    await room.restart()
    await look(room)
    [call] = calls(place, "Draw round 2")
    assert "round 1 is over" in words(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not calls(room.channel, "Draw round 2")
    refused = answer(await room.people[0].click(call, label="Draw round 2"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    shown = answer(await maya.click(call, label="Draw round 2"))
    assert "Division 1, round 2: " in words(shown)
    assert "audit log entry" in await press_it(maya, shown, None)
    assert len((await room.bot.leagues.read(season.id)).state.rounds) == 1
    stale = words(answer(await maya.click(call, label="Draw round 2")))
    assert "Round 2 is drawn already" in stale


async def test_a_season_without_a_date_is_closed_from_the_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    """When its tables are over, and the days for disputes."""
    await name_them(room, role, place)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30), appeal_days=3)
    await look(room)
    assert not calls(place, "Close the season")
    await played(room, season)
    await look(room, days=2)
    assert not calls(place, "Close the season")
    assert any("then the moderators close the season" in told for told in texts(room.channel))
    await look(room, days=2)
    await room.restart()
    await look(room)
    [call] = calls(place, "Close the season")
    assert pinged_in(room, place.id, "roles") == [role.id]
    shown = answer(await maya.click(call, label="Close the season"))
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"
    await look(room, days=5)
    assert len(calls(place, "Close the season")) == 1


async def test_a_late_end_shows_the_tables_privately(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, place)
    await drawn(room, ends=room.bot.leagues.now() + timedelta(days=5))
    await look(room, days=6)
    await look(room, days=1)
    [call] = calls(place, "Tables by their last turn")
    assert "still open" in words(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("still open" in told for told in texts(room.channel))
    shown = answer(await maya.click(call, label="Tables by their last turn"))
    assert shown.ephemeral and "last turn" in words(shown)
    assert "still open" in words(place.history()[0]), "the call stays as it is"


async def test_what_keeps_a_season_open_is_shown_from_the_call(
    room: Room, role: simcord.RoleHandle, place: simcord.ChannelHandle, maya: simcord.MemberActor
) -> None:
    await name_them(room, role, place, second=True)
    now = room.bot.leagues.now()
    season = await drawn(
        room, starts=now + timedelta(days=5), ends=now + timedelta(days=6), appeal_days=0
    )
    await look(room, days=4)
    await played(room, season)
    await do(room, maya, "void", table=1)
    await look(room, days=3)
    await look(room)
    [call] = [one for one in place.history() if "is not closed yet" in words(one)]
    shown = answer(await maya.click(call, label="Take a look"))
    assert shown.ephemeral and "table removed" in words(shown)


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
    [call] = calls(place, "Play it again")
    assert "ended without a result" in words(call) and "Remove it" in labels(call)
    await press_it(maya, answer(await maya.click(call, label="Play it again")))
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
    [call] = calls(room.channel, "Remove it")
    await press_it(maya, answer(await maya.click(call, label="Remove it")))
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}


async def test_who_requested_something_is_not_called_for_it(room: Room) -> None:
    """Where the role cannot be mentioned, so that people are."""
    mute = room.guild.create_role("mute referees")
    closed = discord.PermissionOverwrite(mention_everyone=False)
    place = room.guild.create_text_channel("mute", overwrites={room.guild.me: closed})
    maya, noah = (
        room.guild.add_member(room.env.create_user(name), roles=[mute]) for name in ("mo", "no")
    )
    await name_them(room, mute, place, second=True)
    for who, name in ((maya, "One"), (noah, "Two")):  # so the audit log knows both
        await who.slash(room.channel, "season found", name=name, channel=room.channel)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    await played(room, season)
    await do(room, maya, "void", table=1, league="The long count")
    [call] = calls(place, "Confirm")
    assert f"<@{noah.id}>" in words(call)
    assert pinged_in(room, place.id, "users") == [noah.id]
