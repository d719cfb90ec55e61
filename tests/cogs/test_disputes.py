"""Disputes: a player calls the moderators to a table, and they decide by the acts there are;
nothing of it is lost, and what the player wrote is not read by the opponents."""

from dataclasses import replace

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.leagues import games, people
from bot.leagues.season_transaction import SeasonView
from bot.model.league import NO_STAFF
from bot.refusal import Refusal
from bot.seasons.season import Dispute, open_disputes
from bot.store import leagues as stored
from bot.tables import Table
from bot.tables.settings import ServerSettings
from cogs.leagues.league_channel import tell_season
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, with_id, words
from tests.cogs.moderators_page import (
    WHY,
    acts_offered,
    choose_act,
    do,
    filled_in,
    open_page,
    press_it,
)
from tests.cogs.seasons import (
    look,
    moderate,
    playing,
    press_old,
    raise_dispute,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, death  # noqa: F401
from tests.cogs.test_league_night import begun
from tests.cogs.test_substitutes import pinged_in
from tests.tables.acts import audit_log

REASON = "My worker stood on 3."


@pytest.fixture
def role(room: Room) -> RoleHandle:
    """Moderators, who can be mentioned, and see all threads."""
    allowed = discord.Permissions(manage_threads=True)
    return room.guild.create_role("referees", mentionable=True, permissions=allowed)


async def pair_at_play(room: Room) -> tuple[SeasonView, Table, MemberActor, MemberActor]:
    """A season whose first tables are played; its first table, and who sits there."""
    season, table = await begun(room)
    one, other = (with_id(room.people, seat.user_id) for seat in table.seats)
    return season, table, one, other


async def disputed(room: Room, person: MemberActor, table: int = 1) -> str:
    """The answer to a player who disputes a table."""
    said = await raise_dispute(person, room.channel, table, REASON)
    assert said.ephemeral
    await settled(room)
    return words(said)


async def decided(room: Room, moderator: MemberActor, call: discord.Message) -> str:
    """The dispute of a call decided with a sentence on the page of its table: what everybody reads
    of it."""
    page = answer(await moderator.click(call, label="Moderate"))
    assert page.ephemeral and REASON in words(page)
    form = await choose_act(moderator, page, "dispute-settle")
    shown = answer(await filled_in(moderator, form, reason=WHY))
    assert "Decide the dispute?" in words(shown) and REASON in words(shown)
    assert "audit log entry" in await press_it(moderator, shown)
    await settled(room)
    return texts(room.channel)[-1]


async def disputes_of(room: Room, season: SeasonView) -> tuple[Dispute, ...]:
    """What is or was disputed."""
    return (await room.bot.leagues.read(season.id)).state.disputes


def told_directly(person: MemberActor) -> str:
    """What the one direct message to a player says."""
    [direct] = person.user.dm_channel.history()
    return words(direct)


def calls(channel: ChannelHandle) -> list[discord.Message]:
    """The messages that say that a table is disputed."""
    return [one for one in channel.history() if "is disputed; a moderator" in words(one)]


async def test_moderators_read_what_is_wrong_and_decide_and_everybody_is_told(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    place = room.guild.create_text_channel("referees-only")
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    season, table, one, _ = await pair_at_play(room)
    assert "the moderators have been notified" in await disputed(room, one)
    [call], [public] = calls(place), calls(room.channel)
    assert REASON in words(call) and f"**{one.name}**" in words(call)
    assert pinged_in(room, place.id, "roles") == [role.id]
    assert not any(REASON in told for told in texts(room.channel))
    assert not any(REASON in told for told in texts(thread_of(room, table)))
    assert one.name not in words(public) and not pinged_in(room, room.channel.id, "roles")
    await look(room)
    await room.restart()
    await look(room)
    assert len(calls(place)) == len(calls(room.channel)) == 1, "told again"

    refused = answer(await one.click(call, label="Moderate"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    told = await decided(room, maya, call)
    assert "maya decided the dispute about table 1" in told.replace("*", "") and WHY in told
    assert "disputed → settled" in told and REASON not in told and one.name not in told
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert (entry.act, entry.reason) == ("dispute-settle", WHY)
    [dispute] = await disputes_of(room, season)
    assert dispute.decision == "settled"
    said = told_directly(one)
    assert "the moderators settled it" in said and WHY.replace(".", "") in said
    page = answer(await maya.click(call, label="Moderate"))
    assert "dispute-settle" not in acts_offered(page) and REASON not in words(page)


async def test_a_correction_decides_it(room: Room, maya: MemberActor) -> None:
    """By the act there is, which the channel is told of."""
    season, table, one, other = await pair_at_play(room)
    await disputed(room, one)
    await disputed(room, other)
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await look(room)
    assert "audit log entry" in await do(room, maya, "result", table=1, points="41 17")
    await settled(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert [line.points4 for line in state.results[1].lines] == [164, 68]
    assert [dispute.decision for dispute in state.disputes] == ["corrected"] * 2
    assert any("set the result of table 1" in told for told in texts(room.channel))
    for person in (one, other):
        assert "the moderators corrected the result" in told_directly(person)


async def test_a_dispute_is_closed_with_its_season(room: Room, maya: MemberActor) -> None:
    season, _, one, _ = await pair_at_play(room)
    while open_games := await playing(room, season):
        for game in open_games.values():
            await moderate(maya, thread_of(room, game), "end", counts="yes")
        await look(room)
    await disputed(room, one)
    pending = await open_page(maya, room.channel)
    assert "1 dispute is waiting for a decision" in words(pending)
    page = answer(await maya.click(pending, label="Table 1 of Rainy season"))
    assert REASON in words(page)
    await do(room, maya, "close", None)
    await settled(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.phase == "finished" and state.disputes[0].decision == "closed"
    assert "the season was closed: the result stands" in told_directly(one)
    with pytest.raises(Refusal, match="The season is over"):
        await people.dispute(room.bot.leagues, season.id, one.id, 1, REASON)


async def test_what_cannot_be_disputed(room: Room, maya: MemberActor) -> None:
    season, _, one, _ = await pair_at_play(room)
    begun_there = await games.games(room.bot.leagues, season.id)
    mine = [n for n, drawn in season.state.tables.items() if one.id in drawn.entries]
    waiting = next(n for n in mine if n not in begun_there)
    with pytest.raises(Refusal, match="not begun"):
        await people.dispute(room.bot.leagues, season.id, one.id, waiting, REASON)
    assert await people.disputable_tables(room.bot.leagues, season, one.id) == [1]
    await disputed(room, one)
    assert "wait for the moderators' decision" in await disputed(room, one)
    refused = answer(await press_old(room, maya, "disputemine", season.id))
    assert "nothing to dispute" in words(refused)


async def test_opponents_do_not_read_it_in_the_leagues_channel(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Where moderators have no place of their own; and nobody is hindered by closed messages."""
    season, _, one, other = await pair_at_play(room)
    await disputed(room, one)
    [call] = calls(room.channel)
    assert REASON not in words(call) and one.name not in words(call)
    assert pinged_in(room, room.channel.id, "roles") == [role.id]
    refused = answer(await other.click(call, label="Moderate"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await do(room, maya, "void", table=1)
    await settled(room)
    everything = "\n".join(texts(room.channel))
    assert REASON not in everything and f"**{one.name}** disputes" not in everything
    assert "removed table 1" in everything
    season = await room.bot.leagues.read(season.id)
    assert season.state.voided == {1} and season.state.disputes[0].decision == "voided"
    assert not season.untold


async def test_a_moderator_who_plays_decides_it_in_daylight(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Where organisers who play leave results to others, the gate refuses it; who helps in the
    league does not read what is wrong."""
    judge = room.people[1] = room.guild.add_member(room.env.create_user("judge"), roles=[role])
    season, _, one, other = await pair_at_play(room)
    await disputed(room, one if one.id != judge.id else other)
    [call] = calls(room.channel)
    helper = room.people[2]
    helps = replace(NO_STAFF, helping=(helper.id,))
    await room.bot.store.write(stored.set_government, season.league_id, "leave", helps)
    page = answer(await helper.click(call, label="Moderate"))
    assert "Table 1" in words(page) and REASON not in words(page)
    assert "dispute-settle" not in acts_offered(page)
    page = answer(await judge.click(call, label="Moderate"))
    refused = words(answer(await choose_act(judge, page, "dispute-settle")))
    assert "others decide this" in refused
    await room.bot.store.write(stored.set_government, season.league_id, "daylight", NO_STAFF)
    assert "plays in this season" in await decided(room, judge, call)
    assert not open_disputes(await disputes_of(room, season))


@pytest.mark.parametrize("after", range(1, 4))
async def test_killed_at_every_moment(
    room: Room,
    maya: MemberActor,
    death: Death,  # noqa: F811
    after: int,
) -> None:
    season, _, one, _ = await pair_at_play(room)
    async with death.after(after, room):
        await people.dispute(room.bot.leagues, season.id, one.id, 1, REASON)
        await tell_season(room.bot, season.id)
    await look(room)
    await look(room)
    assert len(calls(room.channel)) == 1
    assert not (await room.bot.leagues.read(season.id)).untold


async def test_where_nobody_can_be_called_it_is_kept(room: Room, maya: MemberActor) -> None:
    season, _, one, _ = await pair_at_play(room)
    mute = discord.PermissionOverwrite(send_messages=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.guild.me: mute})
    await room.bot.store.write(stored.set_channel, season.league_id, channel.id)
    await disputed(room, one)
    assert not calls(room.channel)
    assert "1 dispute is waiting" in words(await open_page(maya, room.channel))
    await do(room, maya, "dispute-settle", table=1)
    await look(room)
    assert "the moderators settled it" in told_directly(one)
