"""/league dispute: a player calls the moderators to a table in private, and they decide by the acts
there are; nothing of it is lost, and nothing is read by the opponents."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord
from simcord.backend.errors import SetupError

from bot.leagues import games, people, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import NO_STAFF
from bot.refusal import Refusal
from bot.seasons.season import open_disputes
from bot.store import leagues as stored
from bot.tables import Table
from bot.tables.settings import ServerSettings
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.leagues.league_channel import tell_season
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, with_id, words
from tests.cogs.moderators_page import WHY, do, open_page, press_it, propose
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    look,
    moderate,
    playing,
    press_old,
    raise_dispute,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_season_end import played
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import create_league, create_season
from tests.tables.acts import audit_log

REASON = "My worker stood on 3."


@pytest.fixture
def role(room: Room) -> simcord.RoleHandle:
    """Moderators, who can be mentioned, and see all threads."""
    allowed = discord.Permissions(manage_threads=True)
    return room.guild.create_role("referees", mentionable=True, permissions=allowed)


async def begun(
    room: Room,
    role: simcord.RoleHandle,
    *,
    place: simcord.ChannelHandle | None = None,
) -> tuple[SeasonView, Table, simcord.MemberActor, simcord.MemberActor]:
    """A season whose first tables are played; its first table, and who sits there."""
    chosen = ServerSettings(
        moderator_roles=(role.id,),
        moderators_channel=place.id if place else None,
    )  # fmt: skip
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    season = await drawn(room)
    await look(room)
    table = (await playing(room, season))[1]
    one, other = (with_id(room.people, seat.user_id or 0) for seat in table.seats)
    return season, table, one, other


async def without_private_threads(room: Room, season: SeasonView) -> simcord.ChannelHandle:
    """A channel for the league in which the bot can make no private threads."""
    closed = discord.PermissionOverwrite(create_private_threads=False)
    channel = room.guild.create_text_channel("league", overwrites={room.guild.me: closed})
    await room.bot.store.write(stored.set_channel, season.league_id, channel.id)
    return channel


def private_threads(room: Room) -> list[simcord.ChannelHandle]:
    """The threads of disputes, oldest first."""
    found = [one for one in room.channel.threads if one.name.startswith("Dispute")]
    return sorted(found, key=lambda thread: thread.id)


async def disputed(room: Room, person: simcord.MemberActor, table: int = 1) -> str:
    """The answer to a player who disputes a table."""
    said = await raise_dispute(person, room.channel, table, REASON)
    assert said.ephemeral
    return words(said)


def the_call(thread: simcord.ChannelHandle) -> discord.Message:
    """The message with the moderators' buttons."""
    [call] = [one for one in thread.history() if "Reject" in labels(one)]
    return call


async def test_in_a_private_thread_with_the_moderators(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    _, table, one, other = await begun(room, role)
    said = await disputed(room, one)
    [thread] = private_threads(room)
    assert f"talk to them in <#{thread.id}>" in said
    assert thread.name == "Dispute 1: table 1 of Rainy season"
    assert len(thread.history(viewer=one)) == 1 and thread.history(viewer=maya)
    with pytest.raises(SetupError):
        thread.history(viewer=other)
    call = the_call(thread)
    text = words(call)
    assert REASON in text and f"<#{table.channel_id}>" in text and f"**{one.name}**" in text
    assert pinged_in(room, thread.id, "roles") == [role.id]
    assert pinged_in(room, thread.id, "users") == [one.id]
    assert not any(REASON in told for told in texts(room.channel))
    assert not any(REASON in told for told in texts(thread_of(room, table)))
    assert {"Correct", "Remove it", "Play it again", "Settled", "Reject"} <= set(labels(call))
    refused = answer(await one.click(call, label="Settled"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    await look(room)
    await room.restart()
    await look(room)
    assert len(private_threads(room)) == 1 and len(thread.history()) == 1, "gets another reminder"


async def test_what_is_rejected_is_told_to_all_without_who_disputed_and_why(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season, _, one, _ = await begun(room, role)
    await disputed(room, one)
    [thread] = private_threads(room)
    call, before = the_call(thread), texts(room.channel)
    shown = answer(await maya.click(call, label="Reject"))
    assert "Reject the dispute?" in words(shown) and REASON in words(shown)
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    decided, told = thread.history()
    assert "Reject" not in labels(decided) and "the moderators rejected it" in words(decided)
    assert f"<@{one.id}>" in words(told) and WHY.replace(".", "") in words(told)
    assert pinged_in(room, thread.id, "users") == [one.id, one.id]
    [public] = texts(room.channel)[len(before) :]
    assert "dispute decided" in public and WHY in public and "disputed → rejected" in public
    assert REASON not in public and one.name not in public
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert (entry.act, entry.reason) == ("dispute-settle", WHY)
    [dispute] = (await room.bot.leagues.read(season.id)).state.disputes
    assert dispute.decision == "rejected"
    old = message(row([button("Old", "disputeact", 0, word=f"{season.id}.1.void")]))
    await room.bot.get_partial_messageable(room.channel.id).send(view=old)
    stale = words(answer(await maya.click(room.channel.history()[-1], label="Old")))
    assert "already decided" in stale
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "dispute decided" in log and "Table 1" in log


async def test_a_correction_decides_it(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    """By the act there is, which the channel is told of."""
    season, table, one, _ = await begun(room, role)
    await disputed(room, one)
    [thread] = private_threads(room)
    call = the_call(thread)
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await look(room)
    form = await maya.click(call, label="Correct")
    shown = answer(await maya.submit_modal(form, {"seat1": "41", "seat2": "17", "reason": WHY}))
    assert "→ 41" in words(shown) and "Standings afterwards" in words(shown)
    assert open_disputes((await room.bot.leagues.read(season.id)).state.disputes)
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert [line.points4 for line in state.results[1].lines] == [164, 68]
    assert state.disputes[0].decision == "corrected"
    assert any("set the result of table 1" in told for told in texts(room.channel))
    assert "the moderators corrected the result" in texts(thread)[-1]


async def test_a_dispute_is_closed_with_its_season(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season, _, one, _ = await begun(room, role)
    for game in (await playing(room, season)).values():
        await moderate(maya, thread_of(room, game), "end", counts="yes")
    await look(room)
    while open_games := await playing(room, season):
        for game in open_games.values():
            await moderate(maya, thread_of(room, game), "end", counts="yes")
        await look(room)
    await disputed(room, one)
    pending = await open_page(maya, room.channel)
    [thread] = private_threads(room)
    assert "1 dispute is waiting for a decision" in words(pending) and f"<#{thread.id}>" in words(
        pending
    )
    page = answer(await maya.click(pending, label="Disputes"))
    assert page.ephemeral and REASON in words(page)
    stalled = answer(await propose(maya, room.channel, "stalled"))
    assert f"<#{thread.id}>" in words(stalled)
    await do(room, maya, "close", None)
    await settled(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.phase == "finished" and state.disputes[0].decision == "closed"
    assert "the season was closed: the result stays" in texts(thread)[-1]
    with pytest.raises(Refusal, match="The season is over"):
        await people.dispute(room.bot.leagues, season.id, one.id, 1, REASON)


async def test_by_date_it_is_closed_as_well(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season, _, one, _ = await begun(room, role)
    async with room.bot.leagues.open(season.id) as opened:
        ends = room.bot.leagues.now() + timedelta(days=1)
        opened.change(settings=replace(opened.view.settings, ends=ends, appeal_days=0))
    await disputed(room, one)
    await played(room, season)
    for game in (await playing(room, season)).values():
        await moderate(maya, thread_of(room, game), "end", counts="no")
    await look(room, days=2)
    await look(room)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"
    [thread] = private_threads(room)
    assert "the season was closed: the result stays" in texts(thread)[-1]


async def test_what_cannot_be_disputed(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season, _, one, other = await begun(room, role)
    state = (await room.bot.leagues.read(season.id)).state
    theirs = next(n for n, drawn in state.tables.items() if one.id not in drawn.entries)
    begun_there = await games.games(room.bot.leagues, season.id)
    waiting = next(
        n for n, drawn in state.tables.items() if one.id in drawn.entries and n not in begun_there
    )
    for table, why in ((theirs, "do not play"), (waiting, "not begun"), (77, "no table")):
        with pytest.raises(Refusal, match=why):
            await people.dispute(room.bot.leagues, season.id, one.id, table, REASON)
    await disputed(room, one)
    assert "wait for the moderators' decision" in await disputed(room, one)
    await disputed(room, other)
    assert len(private_threads(room)) == 2
    own = await people.disputable_tables(room.bot.leagues, season, one.id)
    assert theirs not in own and waiting not in own
    refused = answer(await press_old(room, maya, "disputemine", season.id))
    assert "there is none to dispute" in words(refused)


async def test_without_private_threads_where_moderators_read(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    place = room.guild.create_text_channel("referees-only")
    season, _, one, _ = await begun(room, role, place=place)
    channel = await without_private_threads(room, season)
    said = await disputed(room, one)
    assert "I could not create a private thread" in said and not private_threads(room)
    call = the_call(place)
    assert REASON in words(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("disputes" in told for told in texts(channel))
    await press_it(maya, answer(await maya.click(call, label="Settled")))
    await settled(room)
    [direct] = one.user.dm_channel.history()
    assert "the moderators settled it" in words(direct)
    assert "Settled" not in labels(place.history()[0])


async def test_opponents_do_not_read_it_in_the_leagues_channel(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Where moderators have no place of their own, and the bot can make no private thread."""
    season, _, one, other = await begun(room, role)
    channel = await without_private_threads(room, season)
    await disputed(room, one)
    [call] = [told for told in channel.history() if "Take a look" in labels(told)]
    assert "Moderators, please look at table 1" in words(call)
    assert REASON not in words(call) and one.name not in words(call)
    refused = answer(await other.click(call, label="Take a look"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    page = answer(await maya.click(call, label="Take a look"))
    assert page.ephemeral and REASON in words(page)
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await press_it(maya, answer(await maya.click(page, label="Remove it")))
    await settled(room)
    assert not any("Take a look" in labels(one) for one in channel.history())
    everything = "\n".join(texts(channel))
    assert REASON not in everything and f"**{one.name}** disputes" not in everything
    assert f"<@{one.id}>" not in everything and "removed table 1" in everything
    state = (await room.bot.leagues.read(season.id)).state
    assert state.voided == {1} and state.disputes[0].decision == "voided"


async def test_a_moderator_who_plays_decides_it_in_daylight(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Where organisers who play leave results to others, the gate refuses it."""
    room.people[1] = room.guild.add_member(room.env.create_user("judge"), roles=[role])
    season, _, one, other = await begun(room, role)
    judge = room.people[1]
    await disputed(room, one if one.id != judge.id else other)
    [thread] = private_threads(room)
    assert pinged_in(room, thread.id, "roles") == [role.id]
    call = the_call(thread)
    await room.bot.store.write(stored.set_government, season.league_id, "leave", NO_STAFF)
    refused = words(answer(await judge.click(call, label="Reject")))
    assert "others decide this" in refused
    await room.bot.store.write(stored.set_government, season.league_id, "daylight", NO_STAFF)
    await press_it(judge, answer(await judge.click(call, label="Reject")))
    assert not open_disputes((await room.bot.leagues.read(season.id)).state.disputes)
    assert "plays in this season" in texts(room.channel)[-1]


@pytest.mark.parametrize("after", range(1, 5))
async def test_killed_at_every_moment(
    room: Room,
    role: simcord.RoleHandle,
    death: Death,  # noqa: F811
    after: int,
) -> None:
    season, _, one, _ = await begun(room, role)
    death.left = after
    with suppress(Killed):
        await people.dispute(room.bot.leagues, season.id, one.id, 1, REASON)
        await tell_season(room.bot, season.id)
    death.over()
    await room.restart()
    await look(room)
    await look(room)
    [thread] = private_threads(room)
    assert len(thread.history()) == 1 and the_call(thread)
    now = await room.bot.leagues.read(season.id)
    assert now.made.disputes[1].channel == thread.id and not now.untold


@pytest.mark.english
async def test_killed_between_the_thread_and_its_message(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, one, _ = await begun(room, role)
    with monkeypatch.context() as cut:

        async def fail(*args: object, **more: object) -> None:
            raise OSError("the line is cut")

        cut.setattr(discord.Thread, "add_user", fail)
        assert "could not notify the moderators just now" in await disputed(room, one)
    assert not private_threads(room)[0].history()
    await look(room)
    [thread] = private_threads(room)
    assert len(thread.history()) == 1


async def test_leagues_with_seasons_of_one_name_keep_their_threads_apart(
    room: Room, role: simcord.RoleHandle
) -> None:
    """Both live in the same channel, and each has its first dispute about its first table."""
    _, _, one, other = await begun(room, role)
    await disputed(room, one)
    league = await create_league(room.bot.leagues, room.guild.id, "Another")
    await room.bot.store.write(stored.set_channel, league.id, room.channel.id)
    settings = SeasonSettings("Rainy season", PAIRS)
    season = await create_season(room.bot.leagues, league.id, settings, by=None)
    for person in room.people:
        await sign_up(room.bot.leagues, season.id, person.id)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    await look(room)
    said = await raise_dispute(other, room.channel, 1, "Not that one.", league="Another")
    first, second = private_threads(room)
    assert first.name == second.name and f"<#{second.id}>" in words(said)
    assert "Not that one." in words(second.history()[0])
    with pytest.raises(SetupError):
        second.history(viewer=one)


async def test_where_nobody_can_be_called_it_is_kept(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season, _, one, _ = await begun(room, role)
    mute = discord.PermissionOverwrite(create_private_threads=False, send_messages=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.guild.me: mute})
    await room.bot.store.write(stored.set_channel, season.league_id, channel.id)
    assert "Tell one of them to look at /moderate page" in await disputed(room, one)
    pending = await open_page(maya, room.channel)
    page = answer(await maya.click(pending, label="Disputes"))
    assert REASON in words(page)
    await press_it(maya, answer(await maya.click(page, label="Settled")))
    await look(room)
    [direct] = one.user.dm_channel.history()
    assert "the moderators settled it" in words(direct)


async def test_the_doctor_says_what_private_threads_need(
    room: Room, role: simcord.RoleHandle
) -> None:
    season, _, one, _ = await begun(room, role)
    assert "Create Private Threads" not in words(answer(await one.slash(room.channel, "doctor")))
    channel = await without_private_threads(room, season)
    shown = words(answer(await one.slash(room.channel, "doctor")))
    assert f"Create Private Threads in <#{channel.id}>" in shown
