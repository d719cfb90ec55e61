"""The end of a season: what waits keeps it open, results can be disputed, it can be reopened; and
tables that were taken out count again or are played again."""

import random
from datetime import timedelta

import simcord

from bot.leagues import games, queries
from bot.leagues.season_transaction import SeasonView
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.moderators_page import propose, requests
from tests.cogs.season_commands import do, name_moderators
from tests.cogs.season_tables import (
    PAIRS,
    drawn,
    look,
    moderate,
    playing,
    settled,
    texts,
    thread_of,
)
from tests.leagues.played import some_result


async def played(room: Room, season: SeasonView) -> SeasonView:
    """Results made up for all tables that are not over; their games are not played."""
    leagues, chance = room.bot.leagues, random.Random(7)
    season = await leagues.read(season.id)
    for table in await games.schedule(leagues, season.id):
        if table.number not in season.state.results:
            await games.count(leagues, season.id, some_result(season.state, table, chance))
    return await leagues.read(season.id)


async def confirmed(room: Room, moderator: simcord.MemberActor, label: str = "Confirm") -> str:
    waiting = answer(await requests(moderator, room.channel))
    return words(answer(await moderator.click(waiting, label=label)))


async def test_what_waits_keeps_a_season_open(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    await name_moderators(room, role, second=True)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    await played(room, season)
    await do(room, maya, "void", table=1)
    refused = words(answer(await propose(maya, room.channel, "close")))
    assert "Something still waits for a second moderator" in refused
    await confirmed(room, noah, "Refuse")
    assert "Results can be disputed until" in words(
        answer(await propose(maya, room.channel, "close"))
    )
    await do(room, maya, "close", None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"


async def test_results_can_be_disputed_before_the_end_by_date(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    await name_moderators(room, role, second=True)
    now = room.bot.leagues.now()
    season = await drawn(
        room, starts=now + timedelta(days=5), ends=now + timedelta(days=6), appeal_days=5
    )
    await look(room, days=4)
    await played(room, season)
    await look(room, days=2, hours=1)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    told = [
        one for one in texts(room.channel) if "Dispute results with /league dispute until" in one
    ]
    assert len(told) == 1
    await look(room, days=2)
    await do(room, maya, "adjust", person=room.people[0], points="-1.0")
    await confirmed(room, noah)
    await look(room, days=2)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running", "begun anew"
    await do(room, maya, "adjust", person=room.people[0], points="1.0")
    await look(room, days=4)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    kept = [one for one in texts(room.channel) if "is not closed yet" in one]
    assert len(kept) == 1 and "/moderate page" in kept[0]
    await confirmed(room, noah, "Refuse")
    await look(room)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"


async def test_two_moderators_reopen_a_season(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    """Also where the server asks for one alone; it is closed and told again afterwards."""
    await name_moderators(room, role)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    refused = words(answer(await propose(maya, room.channel, "reopen")))
    assert "not closed" in refused
    await played(room, season)
    await do(room, maya, "close", None)
    assert "Another moderator must confirm" in await do(room, maya, "reopen")
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"
    await confirmed(room, noah)
    await settled(room)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    before = (await room.bot.leagues.read(season.id)).state.results[1]
    points = " ".join("50" if line.place != 1 else "49" for line in before.lines)
    assert "audit log entry" in await do(room, maya, "correct", table=1, points=points)
    await do(room, maya, "close", None)
    await settled(room)
    assert sum("Champion" in one for one in texts(room.channel)) == 2


async def test_a_table_taken_out_counts_again(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    before = await played(room, season)
    ratings = await queries.ratings(room.bot.leagues, season.league_id, 2)
    await do(room, maya, "void", table=2)
    assert 2 not in (await room.bot.leagues.read(season.id)).state.results
    await do(room, maya, "restore", table=2)
    after = await room.bot.leagues.read(season.id)
    assert dict(after.state.results) == dict(before.state.results) and not after.state.voided
    again = await queries.ratings(room.bot.leagues, season.league_id, 2)
    assert {person for person, _ in again} == {person for person, _ in ratings}
    refused = words(answer(await propose(maya, room.channel, "restore", table=2)))
    assert "was not removed" in refused


async def test_one_table_is_played_again_and_no_other(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await drawn(room, PAIRS)
    await look(room)
    first = await playing(room, season)
    one, other = first
    refused = words(answer(await propose(maya, room.channel, "replay", table=one)))
    assert "is being played" in refused
    await moderate(maya, thread_of(room, first[one]), "end", counts="yes")
    await moderate(maya, thread_of(room, first[other]), "end", counts="no")
    await look(room)
    assert one in (await room.bot.leagues.read(season.id)).state.results
    said = words(answer(await propose(maya, room.channel, "open")))
    assert f"until a moderator chooses “Have it played again”: Table {other}." in said
    assert not set(first) & set(await playing(room, season))
    await do(room, maya, "replay", table=one)
    state = (await room.bot.leagues.read(season.id)).state
    assert one not in state.results
    for number, game in (await playing(room, season)).items():
        if number not in first:
            await moderate(maya, thread_of(room, game), "end", counts="yes")
    await look(room)
    now = await playing(room, season)
    assert one in now and now[one].id != first[one].id and other not in now
