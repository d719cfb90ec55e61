"""A league's tables play themselves: threads, results, time-outs, moderators, restarts; several
at once. A player who disputes one calls the moderators to it, and they decide by the acts there
are; nothing of it is lost, and what the player wrote is not read by the opponents."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle
from sqlalchemy import text

from bot.clocks import LiveClock, TimeRules
from bot.leagues import games, people
from bot.leagues.result_acts import Void
from bot.leagues.season_transaction import SeasonView
from bot.model.league import NO_STAFF
from bot.notation.records import StoredRecord, sum_of
from bot.refusal import Refusal
from bot.seasons.events import Rules
from bot.seasons.season import open_disputes
from bot.store import leagues as stored
from bot.tables import Table
from bot.tables.records import checks, verdict
from bot.tables.settings import ServerSettings
from cogs.leagues.league_channel import tell_season
from cogs.leagues.season_sweep import open_ready
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, pinged, times_told, with_id, words
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
    drawn,
    look,
    moderate,
    play_out,
    playing,
    press_old,
    raise_dispute,
    settled,
    state_of,
    take_turn,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_league_killed import Death, death, decide  # noqa: F401
from tests.cogs.test_refused import give_back, take_away
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import withdraw
from tests.tables.acts import audit_log, expire_lobbies, record_of

RESULT = "Table 1 of Rainy season: "
"""How the first result is told."""


async def begun(room: Room) -> tuple[SeasonView, Table]:
    """A drawn season whose tables have opened, and the game of its first."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    return season, (await playing(room, season))[1]


async def rows(room: Room, query: str) -> list[Any]:
    """Straight from the database."""
    async with room.bot.store.writing() as connection:
        return list((await connection.execute(text(query))).all())


async def test_a_season_of_pairs(room: Room, maya: MemberActor) -> None:
    """From the draw to all results, with three calls at once, a restart in the middle, a time-out
    and a replaced player."""
    season = await drawn(room, time=TimeRules(LiveClock(30)))
    both = await asyncio.gather(*(open_ready(room.bot, season.id) for _ in range(3)))
    await settled(room)
    assert sorted(len(opened) for opened in both) == [0, 0, 2], "each table once"
    assert len(threads(room)) == 2
    assert all("@" not in (thread.name or "") for thread in threads(room))
    tables = await playing(room, season)
    for number, table in tables.items():
        entries = season.state.tables[number].entries
        assert tuple(h.user_id for h in table.seats) == entries, "seats as drawn"
        thread = thread_of(room, table)
        assert thread.name == f"Table {number} · " + ", ".join(h.name for h in table.seats)
        said = texts(thread)[0]
        assert "is sealed: nobody can change it" in said
        assert "Seating order, as set by the schedule" in said
        seal = button_id(thread.history()[0], "Proof of a fair deal")
        assert seal.endswith(f":{table.commitment}")
        assert sorted(pinged(thread)) == sorted(entries), "asked to choose their tiles"

    # A time-out at both tables, and then a restart.
    await room.later(minutes=31)
    assert (await state_of(room)).time_outs, "noted"
    first, second = tables.values()
    await take_turn(room, first.id)
    await room.restart()
    await settled(room)
    assert len(threads(room)) == 2
    await play_out(room, first.id)
    assert any("Table 1 of Rainy season: 1. " in told for told in texts(room.channel))
    assert len(threads(room)) == 2, "its players wait for the others"

    # Somebody is replaced in the middle of the second game.
    leaving = second.seats[1].user_id
    eve = room.guild.add_member(room.env.create_user("eve"))
    for _ in range(12):
        await take_turn(room, second.id)
    done = await moderate(maya, thread_of(room, second), "replace", seat=1, by=eve)
    assert "entry 1" in done
    season = await room.bot.leagues.read(season.id)
    assert season.state.holders[leaving] == (leaving, eve.id)
    assert "brought in **eve** for" in texts(room.channel)[-1]
    await play_out(room, second.id)
    season = await room.bot.leagues.read(season.id)
    line = season.state.results[2].lines[1]
    assert {person for person, n in line.turns if n} == {leaving, eve.id}, "both took turns"
    assert len(threads(room)) == 4, "the next round opens by itself"

    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    season = await room.bot.leagues.read(season.id)
    assert len(season.state.results) == 6 and not season.state.open_tables()
    told = texts(room.channel)
    assert sum("of Rainy season: 1. " in one for one in told) == 6, "each result once"
    assert room.env.errors == []
    before = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == before, "nothing is told twice"


async def test_three_with_a_computer(room: Room, maya: MemberActor) -> None:
    """Somebody gives up before the tables open: a computer sits there in the scheduled seat."""
    season = await drawn(room, Rules(seats=3, division_size=4))
    gone = season.state.tables[1].entries[1]
    season = await withdraw(room.bot.leagues, season.id, gone, by=gone)
    await open_ready(room.bot, season.id)
    await settled(room)
    while tables := await playing(room, season):
        for number, table in tables.items():
            entries = season.state.tables[number].entries
            expected = tuple(None if entry == gone else entry for entry in entries)
            assert tuple(holder.user_id for holder in table.seats) == expected
            last = await play_out(room, table.id)
            counted = (await state_of(room)).results[number]
            played = (await room.bot.tables.game(table.id)).standings()
            reached = {row["seat"]: row["points4"] for row in played}
            assert reached == {seat: line.points4 for seat, line in enumerate(counted.lines)}
            assert reached == {row["seat"]: row["points4"] for row in last.standings}
    season = await room.bot.leagues.read(season.id)
    assert not season.state.open_tables()
    assert "All tables of **Rainy season** are over" in texts(room.channel)[-1]
    mine = [line for r in season.state.results.values() for line in r.lines if line.entry == gone]
    assert any(" for **" in text for text in texts(room.channel)), "a computer for somebody"
    assert mine and all(line.turns == () and line.computer_turns > 20 for line in mine)


@pytest.mark.english
@pytest.mark.parametrize(
    "step",
    ["tables.lobby.open_scheduled", "tables.lobby.start_scheduled", "leagues.games.opened"],
)
async def test_stopped_while_opening(
    room: Room, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program is killed, afterwards every table has one game and one thread."""
    season = await drawn(room)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch, pytest.raises(asyncio.CancelledError):
        patch.setattr(f"bot.{step}", killed)
        await open_ready(room.bot, season.id)
    assert len(threads(room)) == 1
    await room.restart()
    await look(room)
    assert len(threads(room)) == 2
    await settled(room)
    tables = await playing(room, season)
    assert sorted(tables) == [1, 2]
    assert len(await rows(room, "SELECT id FROM tables")) == 2
    for number, table in tables.items():
        assert tuple(h.user_id for h in table.seats) == season.state.tables[number].entries
        assert sorted(pinged(thread_of(room, table))) == sorted(season.state.tables[number].entries)
        assert (await games.table_of_game(room.bot.leagues, table.id)).status == "playing"  # type: ignore[union-attr]
    assert await open_ready(room.bot, season.id) == []


async def test_a_lobby_that_expired_is_opened_anew(room: Room) -> None:
    """The bot may not write in its threads for more than a day."""
    season = await drawn(room)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    assert [one.number for one in await open_ready(room.bot, season.id)] == [2]
    await settled(room)
    assert sorted(await playing(room, season)) == [2]
    room.wait.ahead += timedelta(hours=25)
    await expire_lobbies(room.bot.tables)
    await look(room)
    await look(room)
    assert sorted(await playing(room, season)) == [1, 2]
    assert len(await rows(room, "SELECT id FROM tables")) == 3
    assert len(threads(room)) == 3, "the old one has had its game"


@pytest.mark.parametrize("counted", [False, True], ids=["not counted", "counted"])
async def test_a_game_ended_and_the_program_was_stopped_before_it_told_so(
    room: Room, counted: bool
) -> None:
    _, table = await begun(room)
    await play_out(room, table.id, told=False)
    assert (await state_of(room)).results == {}
    if counted:
        assert len(await games.count_finished(room.bot.leagues, room.bot.tables)) == 1
    await room.restart()
    await look(room)
    assert list((await state_of(room)).results) == [1]
    assert times_told(room.channel, RESULT) == 1


async def test_without_a_result(room: Room, maya: MemberActor) -> None:
    """It is told once; the table is played again when a moderator decides so, not by itself."""
    season, table = await begun(room)
    await moderate(maya, thread_of(room, table), "end", counts="no")
    assert "ended without a result" in texts(room.channel)[-1]
    told = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == told
    assert sorted(await playing(room, season)) == [2]
    assert await open_ready(room.bot, season.id) == []
    await do(room, maya, "replay", table=1)
    again = (await playing(room, season))[1]
    assert again.id != table.id
    # Ended early with a result it counts as it stands.
    await moderate(maya, thread_of(room, again), "end", counts="yes")
    assert sorted((await state_of(room)).results) == [1]
    said = words(answer(await room.people[0].slash(thread_of(room, again), "score")))
    assert "ended this game early, and these points count" in said


async def test_missing_permissions_are_told_once(room: Room) -> None:
    season = await drawn(room)
    take_away(room, "create_public_threads")
    assert await open_ready(room.bot, season.id) == []
    assert "permission Create Public Threads in this channel" in texts(room.channel)[-1]
    told = len(room.channel.history())
    assert await open_ready(room.bot, season.id) == []
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == told
    give_back(room)
    await look(room)
    assert sorted(await playing(room, season)) == [1, 2], "Then I will open them"


async def test_a_record_of_scheduled_seats_holds(room: Room) -> None:
    _, table = await begun(room)
    await play_out(room, table.id)
    record = await record_of(room.bot.tables, table.id)
    assert record.sealed.given
    assert verdict(checks(StoredRecord(record, sum_of(record)))) == "true"
    seats = record.sealed.seated
    other = replace(record, sealed=replace(record.sealed, seated=seats[::-1]))
    failed = [one.template for one in checks(StoredRecord(other, sum_of(other))) if not one.holds]
    assert any("not the one from the schedule" in one for one in failed)


async def test_a_table_taken_out_while_it_is_played(room: Room) -> None:
    _, table = await begun(room)
    await decide(room, Void(1))
    room.bot.dispatch("season_changed", 1)
    await look(room)
    assert times_told(thread_of(room, table), "no longer counts towards") == 1
    assert times_told(room.channel, "removed table 1 from the season") == 1
    before = len(room.channel.history())
    await play_out(room, table.id)
    assert (await state_of(room)).results == {}
    assert len(room.channel.history()) == before, "its end is no news in the league"


async def test_a_result_counts_and_is_told_though_the_connection_breaks(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Posting fails when a game ends, and again when the league is to be told: everything is done
    by the looks that follow, without a restart, and told once."""
    season, table = await begun(room)
    last = await play_out(room, table.id, told=False)
    assert last.finished

    async def dropped(*_: object, **__: object) -> None:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as broken:
        broken.setattr(room.bot.http, "request", dropped)
        await carry_on(room.bot, table.id, [last])
        await look(room)
        assert list((await state_of(room)).results) == [1]
    assert times_told(room.channel, RESULT) == 0
    for _ in range(2):
        await look(room)
    assert times_told(room.channel, RESULT) == 1
    assert (await room.bot.leagues.read(season.id)).untold == ()


# --- disputes -------------------------------------------------------------------------------------

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


async def all_end(room: Room, maya: MemberActor, season: SeasonView) -> None:
    """A moderator ends all games of the season, as they open."""
    while open_games := await playing(room, season):
        for game in open_games.values():
            await moderate(maya, thread_of(room, game), "end", counts="yes")
        await look(room)


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
    _, table, one, _ = await pair_at_play(room)
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
    [dispute] = (await state_of(room)).disputes
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
    await all_end(room, maya, season)
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


async def test_by_date_it_is_closed_as_well(room: Room, maya: MemberActor) -> None:
    season, _, one, _ = await pair_at_play(room)
    async with room.bot.leagues.open(season.id) as opened:
        ends = room.bot.leagues.now() + timedelta(days=1)
        opened.change(settings=replace(opened.view.settings, ends=ends, appeal_days=0))
    await disputed(room, one)
    await all_end(room, maya, season)
    for _ in range(2):
        await look(room, days=2)
    assert (await state_of(room)).phase == "finished"
    assert "the season was closed: the result stands" in told_directly(one)
    assert times_told(room.channel, "Champion") == 1


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
    assert not open_disputes((await state_of(room)).disputes)


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
