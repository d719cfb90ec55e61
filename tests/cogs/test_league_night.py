"""A league's tables play themselves: threads, results, time-outs, moderators, restarts; several
at once."""

import asyncio
import json
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import aiohttp
import pytest
from simcord import MemberActor
from sqlalchemy import text

from bot.clocks import LiveClock, TimeRules
from bot.engine import Game
from bot.leagues import games, queries
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Substitute
from bot.leagues.result_acts import Void
from bot.leagues.season_transaction import SeasonView
from bot.moderation import desk
from bot.notation.records import StoredRecord, sum_of
from bot.seasons.events import Rules
from bot.seasons.results import UNIT
from bot.tables import Moderator, ServerSettings
from bot.tables.records import checks, verdict
from cogs.leagues.season_sweep import open_ready
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, labels, pinged, with_id, words
from tests.cogs.moderators_page import choose, do, propose
from tests.cogs.seasons import (
    MODERATOR,
    drawn,
    look,
    moderate,
    play_out,
    playing,
    settled,
    take_turn,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_refused import give_back, take_away
from tests.leagues.changes import correct, withdraw
from tests.tables.acts import all_turns, expire_lobbies, order_rewind, record_of


@pytest.fixture
async def moderator(room: Room) -> MemberActor:
    """A moderator."""
    role = room.guild.create_role("referees")
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def rows(room: Room, query: str) -> list[Any]:
    """Straight from the database."""
    async with room.bot.store.writing() as connection:
        return list((await connection.execute(text(query))).all())


async def computed(room: Room, corrected: dict[int, list[int]]) -> dict[int, Fraction]:
    """League points by entry, worked out without the leagues: from the deal and the log of every
    game, the corrected points of some in place of their own. Each seat's entry is whoever sat
    there in the first place; 10 points for winning of two, 10, 4 and 1 of three, ties split, and
    nothing where a computer took more than half of the turns."""
    scheme = {2: [10, 0], 3: [10, 4, 1]}
    totals: dict[int, Fraction] = defaultdict(Fraction)
    games = await rows(room, "SELECT table_id, entries FROM league_tables WHERE table_id NOTNULL")
    for table_id, entries in games:
        seats = [int(entry) for entry in entries.strip("[]").split(",")]
        [(setup,)] = await rows(room, f"SELECT setup FROM tables WHERE id={table_id}")
        game, turns = Game.from_setup(json.loads(setup)), Counter[tuple[int, bool]]()
        log = await rows(
            room, f"SELECT seat, action, user_id FROM events WHERE table_id={table_id} ORDER BY n"
        )
        for seat, action, user in log:
            game.play(seat, action)
            turns[seat, user is None] += action == "end"
        points = [0.0] * len(seats)
        for row in game.standings():
            # workers on the gears break ties: a quarter of a point is the least difference
            points[row["seat"]] = row["points4"] + row["workers_on_gears"] / 100
        points = list(corrected.get(table_id, points))
        for seat, mine in enumerate(points):
            better = sum(other > mine for other in points)
            level = points.count(mine)
            share = Fraction(sum(scheme[len(seats)][better : better + level]), level)
            lost = turns[seat, True] > turns[seat, False]
            totals[seats[seat]] += 0 if lost else share
    return totals


async def as_counted(room: Room, season: SeasonView) -> dict[int, Fraction]:
    """League points by entry as the season has them."""
    [table] = await queries.standings(room.bot.leagues, season.id)
    return {line.row.entry: Fraction(line.row.points, UNIT) for line in table.lines}


async def test_a_season_of_pairs(room: Room, moderator: MemberActor) -> None:
    """From the draw to all results, with two calls at once, a restart in the middle, a time-out,
    a replaced player and a corrected result."""
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
        first = texts(thread)[0]
        assert (
            "is sealed: nobody can change it" in first
            and "Seating order, as set by the schedule" in first
        )
        seal = button_id(thread.history()[0], "Proof of a fair deal")
        assert seal.endswith(f":{table.commitment}")
        assert sorted(pinged(thread)) == sorted(entries), "asked to choose their tiles"

    # A time-out at both tables, and then a restart.
    await room.later(minutes=31)
    [late] = {
        tuple(sorted(n for n, turns in (await room.bot.leagues.read(season.id)).state.time_outs))
    }
    assert late, "noted"
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
    done = await moderate(moderator, thread_of(room, second), "replace", seat=1, by=eve)
    assert "entry 1" in done
    season = await room.bot.leagues.read(season.id)
    assert season.state.holders[leaving] == (leaving, eve.id)
    assert "brought in **eve** for" in texts(room.channel)[-1]
    await play_out(room, second.id)
    season = await room.bot.leagues.read(season.id)
    line = season.state.results[2].lines[1]
    assert {person for person, n in line.turns if n} == {leaving, eve.id}, "both took turns"
    assert len(threads(room)) == 4, "the next round opens by itself"

    # A moderator corrects a result; what the game came to is kept beside it.
    assert "audit log entry" in await moderate(
        moderator, thread_of(room, first), "result", points="10 10"
    )
    assert "set the result of table 1" in texts(room.channel)[-1]
    season = await room.bot.leagues.read(season.id)
    assert [one.place for one in season.state.results[1].lines] == [1, 1]
    [*_, event] = await queries.history(room.bot.leagues, season.id)
    assert (event.payload["event"], event.payload["reason"]) == ("Corrected", "The line was cut.")
    assert event.user_id == moderator.id

    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    season = await room.bot.leagues.read(season.id)
    assert len(season.state.results) == 6 and not season.state.open_tables()
    assert await as_counted(room, season) == await computed(room, {first.id: [40, 40]})
    told = texts(room.channel)
    assert sum("of Rainy season: 1. " in one for one in told) == 6, "each result once"
    assert room.env.errors == []
    before = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == before, "nothing is told twice"


async def test_three_with_a_computer(room: Room, moderator: MemberActor) -> None:
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
            assert last.standings is not None
            counted = (await room.bot.leagues.read(season.id)).state.results[number]
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
@pytest.mark.parametrize("stage", ["thread", "claimed", "started"])
async def test_stopped_while_opening(
    room: Room, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program is killed, afterwards every table has one game and one thread."""
    season = await drawn(room)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        if stage == "thread":
            patch.setattr("bot.tables.lobby.open_scheduled", killed)
        elif stage == "claimed":
            patch.setattr("bot.tables.lobby.start_scheduled", killed)
        else:
            patch.setattr("bot.leagues.games.opened", killed)
        with pytest.raises(asyncio.CancelledError):
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


async def test_a_game_that_ended_while_the_program_was_stopped(room: Room) -> None:
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    await play_out(room, table.id, told=False)
    assert (await room.bot.leagues.read(season.id)).state.results == {}
    await room.restart()
    await look(room)
    assert list((await room.bot.leagues.read(season.id)).state.results) == [1]
    assert sum("Table 1 of Rainy season: " in told for told in texts(room.channel)) == 1


async def test_what_the_season_corrected_stays(room: Room, moderator: MemberActor) -> None:
    """Neither a restart nor telling the end again brings the old result back; playing on does."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    last = await play_out(room, table.id)
    view = await room.bot.leagues.read(season.id)
    result = view.state.results[1]
    swapped = type(result)(
        1,
        tuple(
            type(line)(line.entry, other.place, other.points4, line.turns)
            for line, other in zip(result.lines, result.lines[::-1], strict=True)
        ),
    )
    await correct(room.bot.leagues, season.id, swapped, by=MODERATOR, reason="mixed up")
    room.bot.dispatch("table_changed", table.id)
    await settled(room)
    await room.restart()
    await look(room)
    view = await room.bot.leagues.read(season.id)
    assert view.state.results[1] == swapped

    who = Moderator(moderator.id, room.guild.id)
    turns = await all_turns(room.bot.tables, table.id)
    to = turns[-1].table.version - len(turns[-1].actions)
    await order_rewind(
        room.bot.tables, table.id, who, to, turns[-1].table.version, "A wrong click."
    )
    again = await play_out(room, table.id)
    assert again.standings == last.standings
    view = await room.bot.leagues.read(season.id)
    assert [line.points4 for line in view.state.results[1].lines] == [
        line.points4 for line in result.lines
    ]
    assert "corrected" in texts(room.channel)[-1]


async def test_without_a_result(room: Room, moderator: MemberActor) -> None:
    """It is told once; the table is played again when a moderator decides so, not by itself."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    await moderate(moderator, thread_of(room, table), "end", counts="no")
    assert "ended without a result" in texts(room.channel)[-1]
    told = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == told
    assert sorted(await playing(room, season)) == [2]
    assert await open_ready(room.bot, season.id) == []
    await do(room, moderator, "replay", table=1)
    again = (await playing(room, season))[1]
    assert again.id != table.id
    # Ended early with a result it counts as it stands.
    fresh = (await playing(room, season))[1]
    await settled(room)
    await moderate(moderator, thread_of(room, fresh), "end", counts="yes")
    view = await room.bot.leagues.read(season.id)
    assert sorted(view.state.results) == [1]
    said = words(answer(await room.people[0].slash(thread_of(room, fresh), "score")))
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
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    await play_out(room, table.id)
    record = await record_of(room.bot.tables, table.id)
    assert record.sealed.given
    assert verdict(checks(StoredRecord(record, sum_of(record)))) == "true"
    seats = record.sealed.seated
    other = replace(record, sealed=replace(record.sealed, seated=seats[::-1]))
    found = checks(StoredRecord(other, sum_of(other)))
    assert any(
        "not the one from the schedule" in check.template for check in found if not check.holds
    )


async def test_who_gives_up_leaves_the_tables_being_played(room: Room) -> None:
    """A computer takes the seat at once; a substitute takes it over from the computer."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    gone, stays = season.state.tables[1].entries
    await take_turn(room, table.id)
    await take_turn(room, table.id)
    await withdraw(room.bot.leagues, season.id, gone, by=gone)
    room.bot.dispatch("season_changed", season.id)
    await settled(room)
    table = await room.bot.tables.table(table.id)
    assert [holder.user_id for holder in table.seats] == [None, stays]
    eve = room.guild.add_member(room.env.create_user("eve"))
    await desk.do(
        InSeason(room.bot.leagues, season.id),
        Moderator(MODERATOR, room.guild.id),
        Substitute(gone, eve.id),
        "She has time.",
    )
    room.bot.dispatch("season_changed", season.id)
    await settled(room)
    table = await room.bot.tables.table(table.id)
    assert [holder.user_id for holder in table.seats] == [eve.id, stays]
    assert "She has time." in "".join(texts(thread_of(room, table)))
    assert (await room.bot.leagues.read(season.id)).state.holders[gone] == (gone, eve.id)
    assert room.env.errors == []


async def test_its_players_do_not_give_it_up(room: Room) -> None:
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    thread = thread_of(room, table)
    one = next(with_id(room.people, h.user_id) for h in table.seats if h.user_id)
    said = words(answer(await one.slash(thread, "tzolkin abandon")))
    assert "Only moderators can end a league game" in said
    assert (await room.bot.tables.table(table.id)).status == "playing"


async def test_a_table_taken_out_while_it_is_played(room: Room) -> None:
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    table = (await playing(room, season))[1]
    await desk.do(
        InSeason(room.bot.leagues, season.id),
        Moderator(MODERATOR, room.guild.id),
        Void(1),
        "Two deals.",
    )
    room.bot.dispatch("season_changed", season.id)
    await settled(room)
    told = [text for text in texts(thread_of(room, table)) if "no longer counts towards" in text]
    assert len(told) == 1 and "Two deals." in told[0]
    await look(room)  # tells the act, which no press has told
    acts = [line for line in texts(room.channel) if "removed table 1 from the season" in line]
    assert len(acts) == 1 and "Two deals." in acts[0]
    before = len(room.channel.history())
    await play_out(room, table.id)
    assert (await room.bot.leagues.read(season.id)).state.results == {}
    assert len(room.channel.history()) == before, "its end is no news in the league"


async def test_a_result_counts_and_is_told_though_the_connection_breaks(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Posting fails when a game ends, and again when the league is to be told: everything is done
    by the looks that follow, without a restart, and told once."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    last = await play_out(room, table.id, told=False)
    assert last.finished

    async def dropped(*_: object, **__: object) -> None:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as broken:
        broken.setattr(room.bot.http, "request", dropped)
        await carry_on(room.bot, table.id, [last])
        await look(room)
        assert list((await room.bot.leagues.read(season.id)).state.results) == [1]
    told = [line for line in texts(room.channel) if line.startswith("Table 1 of Rainy season")]
    assert told == []
    for _ in range(2):
        await look(room)
    told = [line for line in texts(room.channel) if line.startswith("Table 1 of Rainy season")]
    assert len(told) == 1
    assert (await room.bot.leagues.read(season.id)).untold == ()


async def test_what_was_not_told_is_told_after_a_restart(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is killed between counting a result and telling it."""
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    await play_out(room, table.id, told=False)
    [counted] = await games.count_finished(room.bot.leagues, room.bot.tables)
    assert (counted.season.id, counted.table) == (season.id, 1)
    assert await games.count_finished(room.bot.leagues, room.bot.tables) == []
    await room.restart()
    await look(room)
    told = [line for line in texts(room.channel) if line.startswith("Table 1 of Rainy season")]
    assert len(told) == 1


async def test_more_tables_open_when_the_number_is_raised(room: Room, maya: MemberActor) -> None:
    season = await drawn(room, at_once=1)
    await open_ready(room.bot, season.id)
    await settled(room)
    assert len(threads(room)) == 2, "4 people at tables of 2"
    shown = answer(await propose(maya, room.channel, "settings"))
    page = await choose(maya, shown, "once", "2")
    for label in labels(page):
        if label.startswith("Save"):
            await maya.click(page, label=label)
    await look(room)
    assert (await room.bot.leagues.read(season.id)).settings.at_once == 2
    assert len(threads(room)) == 4 and len(await playing(room, season)) == 4
    told = words(answer(await room.people[0].slash(room.channel, "league show")))
    assert "Up to 2 tables at once" in told
