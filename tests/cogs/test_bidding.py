"""Seats that are bid for: the private panel, what everybody reads and does not, and the deal."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import simcord
from sqlalchemy import text

from bot.leagues import games, queries
from bot.leagues.acts import acting
from bot.leagues.acts.people import Substitute
from bot.leagues.acts.results import Replay, Restore, Void
from bot.leagues.exporting import results_sheet
from bot.leagues.views import SeasonView
from bot.model.table import Bidding
from bot.notation.records import StoredRecord, sum_of
from bot.seasons.events import Rules
from bot.spreadsheet import csv_of
from bot.store.schema import metadata
from bot.tables import Moderator, PersonSettings, ServerSettings, Table
from bot.tables.verifying import checks, verdict
from bot.text.names import points_number
from cogs.leagues.season_sweep import open_ready
from cogs.play.bidding import panel as panel_of
from cogs.telling.messages import bids_message
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    click_together,
    in_options,
    labels,
    pinged,
    raw,
    said_privately,
    with_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.moderators_page import propose
from tests.cogs.season_tables import (
    MODERATOR,
    PAIRS,
    drawn,
    look,
    moderate,
    play_out,
    playing,
    settled,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_clock import mentioned
from tests.cogs.test_limits import Longer, shown
from tests.leagues.changes import withdraw
from tests.leagues.test_exporting import rows
from tests.tables.acts import record_of, set_person_settings

SELECT = 3
ONE_TABLE = Rules(seats=2, games=1, division_size=2, promoted=0, relegated=0)


@pytest.fixture
async def maya(room: Room) -> simcord.MemberActor:
    """A moderator."""
    role = room.guild.create_role("referees")
    chosen = ServerSettings(moderator_roles=(role.id,), second_moderator=False)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def opened(room: Room, rules: Rules = ONE_TABLE, **chosen: Any) -> tuple[SeasonView, Table]:
    """A season, and its first table, at which bids are open."""
    season = await drawn(room, rules, people=chosen.pop("people", 2), bid_hours=24, **chosen)
    await open_ready(room.bot, season.id)
    await settled(room)
    return season, await room.bot.tables.table(1)


def call(room: Room, table: Table) -> Any:
    """The newest message in the thread that asks for bids."""
    return [one for one in thread_of(room, table).history() if "Bids for the seats" in words(one)][
        -1
    ]


async def panel(
    room: Room, person: simcord.MemberActor, table: Table, *points: int
) -> simcord.ResponseMessage:
    """A person's private panel with these points chosen."""
    shown = answer(await person.click(call(room, table), label="Bid…"))
    for place, chosen in enumerate(points):
        menus = [c["custom_id"] for c in raw(shown) if c["type"] == SELECT]
        assert len(menus) == len(points)
        shown = answer(await person.select(shown, [str(chosen)], custom_id=menus[place]))
    return shown


async def bids(room: Room, person: simcord.MemberActor, table: Table, *points: int) -> str:
    """A bid, given; what is answered."""
    done = answer(await person.click(await panel(room, person, table, *points), label="Bid"))
    await settled(room)
    return words(done)


async def look_at_bids(room: Room, **later: float) -> None:
    """Let time pass, then let the bot look at the bids."""
    room.wait.ahead += timedelta(**later)
    cog: Any = room.bot.get_cog("Bids")
    await cog.look()
    await settled(room)


async def test_a_season_whose_seats_are_bid_for(room: Room) -> None:
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    thread = thread_of(room, table)
    assert "play here" in texts(thread)[0] and "bid for their seats" in texts(thread)[0]
    assert sorted(pinged(thread)) == sorted([ana.id, ben.id])
    assert await playing(room, season) == {}
    shown = await panel(room, ana, table)
    assert "How many final points is each place worth to you?" in words(shown) and labels(
        shown
    ) == ["Bid"]
    assert "place 1: 3, place 2: 17" in await bids(room, ana, table, 3, 17)
    await look(room)
    await look_at_bids(room)
    assert len(threads(room)) == 1 and await playing(room, season) == {}, "still open"
    said = words(call(room, table))
    assert re.search(rf"Already bid: \*\*{ana.user.name}\*\*\n", said), said
    assert re.search(rf"Yet to bid: \*\*{ben.user.name}\*\*\n", said), said

    # nobody reads the bid of another: not in the thread or channel, nor in one's own panel
    everything = "\n".join([*texts(thread), *texts(room.channel)])
    assert "17" not in re.sub(r"<t:\d+:R>|<@\d+>", "", everything)
    theirs = await panel(room, ben, table)
    assert {c["placeholder"] for c in raw(theirs) if c["type"] == SELECT} == {
        "Place 1: 0 points", "Place 2: 0 points",
    }  # fmt: skip
    own = {c["placeholder"] for c in raw(await panel(room, ana, table)) if c["type"] == SELECT}
    assert own == {"Place 1: 3 points", "Place 2: 17 points"}, "one's own is kept"

    await room.restart()
    last = await bids(room, ben, table, 5, 18)
    assert "Everybody has bid" in last
    [table] = (await playing(room, season)).values()
    assert [one.user_id for one in table.seats] == [ben.id, ana.id], "5 and 17 are most"
    told = "\n".join(texts(thread))
    assert f"1. **{ben.user.name}** pays 5 points (place 1: 5, place 2: 18)" in told
    assert f"2. **{ana.user.name}** pays 17 points (place 1: 3, place 2: 17)" in told
    assert told.count("The bids are revealed:") == 1, "told once, on the board"
    assert "The bids for the seats are revealed" in told
    assert "Yet to bid" not in told and "Bid…" not in str([labels(m) for m in thread.history()])

    await play_out(room, table.id)
    played = {r["seat"]: r["points4"] for r in (await room.bot.tables.game(table.id)).standings()}
    season = await room.bot.leagues.read(season.id)
    by_entry = {line.entry: line for line in season.state.results[1].lines}
    assert by_entry[ana.id].points4 == played[1] - 68 and by_entry[ana.id].given4 == -68
    assert by_entry[ben.id].points4 == played[0] - 20 and by_entry[ben.id].given4 == -20
    better = max(by_entry.values(), key=lambda line: line.points4)
    assert better.place == 1
    end = next(text for text in texts(thread) if "The game is over" in text)
    paid = f"{points_number(played[1])} −17 for seat 2 = {points_number(played[1] - 68)}"
    assert paid in end
    assert "−17)" in "\n".join(texts(room.channel)), "and in the league's channel"
    [division] = await queries.standings(room.bot.leagues, season.id)
    assert division.lines[0].row.entry == better.entry
    ratings = await queries.ratings(room.bot.leagues, season.league_id, 2)
    best = max(ratings, key=lambda one: one[1].mu)
    assert best[0] == better.entry, "ratings go by the places after payment"
    exported = {row["seat_points"] for row in rows(csv_of(results_sheet(season, {})))}
    assert exported == {"-17.0", "-5.0"}
    record = await record_of(room.bot.tables, table.id)
    assert verdict(checks(StoredRecord(record, sum_of(record))), record) == "true"
    assert room.env.errors == []


async def test_who_has_not_bid_is_called_once_more_and_then_bids_nothing(room: Room) -> None:
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    await bids(room, ana, table, 0, 4)
    await look_at_bids(room, hours=11)
    thread = thread_of(room, table)
    before = len(thread.history())
    await look_at_bids(room, hours=2)
    await look_at_bids(room)
    reminder = thread.history()[before:]
    assert [words(one) for one in reminder if f"<@{ben.id}>" in words(one)] != []
    assert len(reminder) == 1 and f"<@{ana.id}>" not in words(reminder[0])
    assert labels(reminder[0]) == ["Bid…"]
    await look_at_bids(room, hours=12)
    [table] = (await playing(room, season)).values()
    assert [one.user_id for one in table.seats] == [ben.id, ana.id]
    assert table.seat_points == (0, -16)
    late = answer(await ben.click(reminder[0], label="Bid…"))
    assert "the game has begun" in words(late)


@pytest.mark.parametrize("stage", ["told", "given", "begun"])
async def test_killed_between_the_steps(
    room: Room, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the thread was told of the bids; when all had bid, before the deal; after the deal,
    before the season knew of it."""

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    season = await drawn(room, ONE_TABLE, people=2, bid_hours=24)
    with monkeypatch.context() as patch:
        if stage == "told":
            patch.setattr("cogs.telling.notices._call_bidders", killed)
        await open_ready(room.bot, season.id)
        await settled(room)
        await room.restart()
    await sweeping_once(room)
    table = await room.bot.tables.table(1)
    assert sum("Bids for the seats" in text for text in texts(thread_of(room, table))) == 1
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    with monkeypatch.context() as patch:
        if stage == "begun":
            patch.setattr("bot.leagues.games.opened", killed)
        await bids(room, ana, table, 0, 4)
        last = await panel(room, ben, table, 6, 0)
        if stage == "given":
            patch.setattr("bot.tables.bidding.settle", killed)
        with suppress(asyncio.CancelledError):
            await ben.click(last, label="Bid")
        await settled(room)
        await room.restart()
    if stage == "given":
        assert (await room.bot.tables.table(table.id)).bids_open
    else:  # Ana is withdrawn: a computer plays on in the seat that she got
        await withdraw(room.bot.leagues, season.id, ana.id, by=ana.id)
    for _ in range(3):
        await look(room)
        await look_at_bids(room)
        await sweeping_once(room)
    [table] = (await playing(room, season)).values()
    assert [one.user_id for one in table.seats] == [ben.id, ana.id if stage == "given" else None]
    assert table.seat_points == (-24, -16)
    scheduled = await games.table_of_game(room.bot.leagues, table.id)
    assert scheduled is not None
    assert scheduled.seats == (ben.id, ana.id) and scheduled.status == "playing"
    assert len(threads(room)) == 1


async def sweeping_once(room: Room) -> None:
    """What is told every minute."""
    cog: Any = room.bot.get_cog("CarryOn")
    await cog.every_minute()
    await settled(room)


async def test_a_substitute_comes_while_bids_are_open(room: Room) -> None:
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    eve = room.guild.add_member(room.env.create_user("eve"))
    await bids(room, ana, table, 2, 0)
    await bids_kept_open(room, season)
    act = Substitute(ben.id, eve.id)
    by = Moderator(MODERATOR, room.guild.id)
    await acting.moderate(room.bot.leagues, season.id, by, act, "Ben is ill.")
    await look(room)
    assert eve.id in pinged(thread_of(room, table))
    table = await room.bot.tables.table(table.id)
    assert {one.user_id for one in table.seats} == {ana.id, eve.id}
    gone = answer(await ben.click(call(room, table), label="Bid…"))
    assert "are not in this game" in words(gone)
    await bids(room, eve, table, 9, 0)
    [table] = (await playing(room, season)).values()
    assert [one.user_id for one in table.seats] == [eve.id, ana.id]
    assert table.seat_points == (-36, 0)
    await play_out(room, table.id)
    season = await room.bot.leagues.read(season.id)
    line = next(one for one in season.state.results[1].lines if one.entry == ben.id)
    assert line.given4 == -36 and line.player == eve.id


async def bids_kept_open(room: Room, season: SeasonView) -> None:
    """The program is restarted, and looks at everything."""
    await room.restart()
    await look(room)
    await look_at_bids(room)
    assert await playing(room, season) == {} and len(threads(room)) == 1


async def test_a_moderator_seats_somebody_while_bids_are_open(
    room: Room, maya: simcord.MemberActor
) -> None:
    """Eve plays on for Ben in the whole season."""
    season, table = await opened(room, PAIRS, people=4)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    eve = room.guild.add_member(room.env.create_user("eve"))
    thread = thread_of(room, table)
    await bids(room, ana, table, 0, 7)
    await moderate(maya, thread, "replace", seat=1, by=eve)
    await look(room)
    table = await room.bot.tables.table(table.id)
    assert table.bids_open and table.seats[1].user_id == eve.id
    assert eve.id in pinged(thread)
    await bids(room, eve, table, 9, 0)
    await look(room)
    table = await room.bot.tables.table(table.id)
    assert [one.user_id for one in table.seats] == [eve.id, ana.id]
    assert table.seat_points == (-36, -28)
    season = await room.bot.leagues.read(season.id)
    assert season.state.holder(ben.id) == eve.id and season.state.holder(ana.id) == ana.id
    await play_out(room, table.id)
    lines = (await room.bot.leagues.read(season.id)).state.results[1].lines
    assert {line.entry: line.given4 for line in lines} == {ana.id: -28, ben.id: -36}
    by = {line.entry: line.player for line in lines}
    assert by == {ana.id: ana.id, ben.id: eve.id}


async def _not_now(*_: object) -> None:
    """The season learns of it later."""


async def test_taken_out_while_bids_are_open(room: Room) -> None:
    """It is over then; restored, it is played again when the moderators say so."""
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    by = Moderator(MODERATOR, room.guild.id)
    await bids(room, ana, table, 0, 7)
    await acting.moderate(room.bot.leagues, season.id, by, Void(1), "Nobody has time.")
    await look(room)
    await look_at_bids(room)
    await sweeping_once(room)
    thread = thread_of(room, table)
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    assert any("Nobody has time" in text for text in texts(thread))
    assert any("This game is over" in text for text in texts(thread))
    await acting.moderate(room.bot.leagues, season.id, by, Restore(1), "They have.")
    await acting.moderate(room.bot.leagues, season.id, by, Replay(1), "Anew.")
    await look(room)
    assert len(threads(room)) == 2
    again = await room.bot.tables.table(2)
    assert again.bids_open and all(one.bid is None for one in again.seats)
    await bids(room, ana, again, 0, 1)
    await bids(room, ben, again, 0, 0)
    assert list(await playing(room, season)) == [1]


async def test_restored_before_that_was_seen(room: Room) -> None:
    """The bids go on, and everybody's points are theirs."""
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    by = Moderator(MODERATOR, room.guild.id)
    for act in (Void(1), Restore(1)):
        await acting.moderate(room.bot.leagues, season.id, by, act, "By mistake.")
    await look(room)
    await bids(room, ana, table, 0, 7)
    await bids(room, ben, table, 4, 0)
    await play_out(room, table.id)
    lines = (await room.bot.leagues.read(season.id)).state.results[1].lines
    assert {line.entry: line.given4 for line in lines} == {ana.id: -28, ben.id: -16}


async def test_it_is_not_opened_twice(room: Room, maya: simcord.MemberActor) -> None:
    """A table whose seats are bid for is being played: nobody lets it be played again."""
    season, table = await opened(room)
    shown = answer(await propose(maya, room.channel, "replay", table=1))
    assert "being played" in words(shown)
    ana = with_id(room.people, season.state.tables[1].entries[0])
    page = words(answer(await ana.slash(room.channel, "league show")))
    assert str(table.channel_id) in page, "where to bid"
    page = words(answer(await ana.slash(room.channel, "league schedule")))
    assert str(table.channel_id) in page and "bidding for seats" in page


async def test_given_up_while_bids_are_open(room: Room, maya: simcord.MemberActor) -> None:
    """The moderators decide how it goes on; it is not opened again by itself."""
    season, table = await opened(room)
    ana, _ = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    thread = thread_of(room, table)
    refused = answer(await ana.slash(thread, "tzolkin abandon", at_once=True))
    assert "moderator" in words(refused).lower()
    done = await moderate(maya, thread, "end", counts="no")
    assert "entry" in done
    await look(room)
    await look(room)
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    assert len(threads(room)) == 1 and await playing(room, season) == {}
    assert "ended without a result" in texts(room.channel)[-1]
    assert "Bid…" not in str([labels(one) for one in thread.history()])
    assert sum("This game is over" in text for text in texts(thread)) == 1


async def test_a_lobby_whose_seats_are_bid_for(room: Room) -> None:
    ana, ben = room.people[:2]
    shown = answer(await ana.slash(room.channel, "tzolkin new", computers=1))
    options = answer(await ana.click(shown, label="Options"))
    await ana.select(options, ["12"], custom_id="tz:bidhours:1::")
    lobby = room.channel.last_message
    assert (
        lobby is not None
        and "Players bid for seats before the deal, for at most 12 hours" in words(lobby)
    )
    await ben.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    await settled(room)
    table = await room.bot.tables.table(1)
    assert table.bids_open
    said = texts(room.channel)[-1]
    assert "Bids for the seats" in said and f"<@{ben.id}>" in said
    status = words(answer(await ben.slash(room.channel, "tzolkin status")))
    assert "Yet to bid" in status
    again = words(answer(await ben.slash(room.channel, "tzolkin new")))
    assert "There is a game in this channel already" in again
    question = words(answer(await ben.slash(room.channel, "tzolkin abandon")))
    assert "are bidding for seats" in question and "must agree" in question
    message = room.channel.last_message
    assert message is not None
    for person, points in ((ana, (0, 0, 1)), (ben, (2, 0, 0))):
        shown = answer(await person.click(message, label="Bid…"))
        for place, chosen in enumerate(points):
            menus = [c["custom_id"] for c in raw(shown) if c["type"] == SELECT]
            shown = answer(await person.select(shown, [str(chosen)], custom_id=menus[place]))
        await person.click(shown, label="Bid")
        await settled(room)
    table = await room.bot.tables.table(1)
    assert table.status == "playing"
    assert [one.user_id for one in table.seats] == [ben.id, None, ana.id]
    assert any("pays 2 points" in text for text in texts(room.channel))
    assert room.env.errors == []


async def test_a_lobby_whose_game_begins_in_a_thread(room: Room) -> None:
    """The bids are asked for there."""
    ana, ben = room.people[:2]
    shown = answer(await ana.slash(room.channel, "tzolkin new"))
    options = answer(await ana.click(shown, label="Options"))
    await ana.select(options, ["6"], custom_id="tz:bidhours:1::")
    lobby = room.channel.last_message
    assert lobby is not None
    await ben.click(lobby, label="Join")
    await in_options(ana, lobby, "Play in a new thread")
    await ana.click(room.channel.last_message, label="Start")
    await settled(room)
    [thread] = threads(room)
    assert "Bids for the seats" in texts(thread)[-1]
    table = await room.bot.tables.table(1)
    assert table.channel_id == thread.id
    await bids(room, ana, table, 1, 0)
    await bids(room, ben, table, 0, 0)
    assert any("pays 1 point" in text for text in texts(thread))
    assert f"Bidding for the seats has begun in <#{thread.id}>" in texts(room.channel)[0]


async def test_presses_of_others_and_at_other_times(room: Room) -> None:
    """A stranger, the same person twice at once, an old panel, and one after the deal."""
    season, table = await opened(room)
    ana, ben = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    eve = room.guild.add_member(room.env.create_user("eve"))
    asked = call(room, table)
    mine = await panel(room, ana, table, 3, 1)
    menu = next(c["custom_id"] for c in raw(mine) if c["type"] == SELECT)
    wanted, given = button_id(asked, "Bid…"), button_id(mine, "Bid")

    async def pressed(person: simcord.MemberActor) -> list[simcord.InteractionResult]:
        return [
            *await click_together([(person, asked, wanted)]),
            *await click_together([(person, mine, menu)], ["4"]),
            *await click_together([(person, mine, given)]),
        ]

    for refused in await pressed(eve):
        assert "are not in this game" in words(said_privately(refused))
    assert all(one.bid is None for one in (await room.bot.tables.table(table.id)).seats)
    both = await twice(ana, mine)
    assert all("Your bid: place 1: 3, place 2: 1" in words(answer(one)) for one in both)
    again = answer(await ana.click(answer(both[0]), label="Change"))
    assert "Place 1: 3 points" in str(raw(again))
    theirs = await panel(room, ben, table, 0, 0)
    await twice(ben, theirs)
    await settled(room)
    assert len(await playing(room, season)) == 1 and len(threads(room)) == 1
    told = "\n".join(texts(thread_of(room, table)))
    assert told.count("The bids are revealed:") == 1, "dealt once"
    menu = next(c["custom_id"] for c in raw(again) if c["type"] == SELECT)
    for late in (
        await ana.select(again, ["4"], custom_id=menu),
        await ana.click(again, label="Bid"),
    ):
        assert "the game has begun" in words(said_privately(late))
    assert room.env.errors == []


async def twice(person: simcord.MemberActor, shown: Any) -> list[simcord.InteractionResult]:
    """Bid, pressed twice at once."""
    custom_id = button_id(shown, "Bid")
    return await click_together([(person, shown, custom_id)] * 2)


async def test_tables_of_a_round_share_a_deal_and_not_the_seats(room: Room) -> None:
    """The deal is that of the round, whoever paid for which seat; each record proves both."""
    rounds = replace(PAIRS, form="rounds")
    season, _ = await opened(room, rounds, people=4, duplicate=True, at_once=0)
    tables = [await room.bot.tables.table(number) for number in (1, 2)]
    for table in tables:
        assert table.bids_open
        for person, points in zip(table.seats, ((0, 5), (0, 2)), strict=True):
            assert person.user_id is not None
            await bids(room, with_id(room.people, person.user_id), table, *points)
    begun = await playing(room, season)
    assert sorted(begun)[:2] == [1, 2]
    first, second = [(await room.bot.tables.game(n)).setup for n in (1, 2)]
    assert first == second
    for was, number in zip(tables, (1, 2), strict=True):
        now = begun[number]
        assert [one.user_id for one in now.seats] == [was.seats[n].user_id for n in (1, 0)]
        assert now.seat_points == (0, -20)


async def test_nothing_stored_for_others_holds_a_bid(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log and files of the season, the audit log and what waits to be told; and what the
    program notes about itself."""
    season, table = await opened(room)
    ana, _ = (with_id(room.people, entry) for entry in season.state.tables[1].entries)
    await bids(room, ana, table, 13, 19)
    said = capsys.readouterr()
    assert "bids opened" in said.out + said.err
    assert not re.search(r"\b13\b.{1,4}\b19\b", said.out + said.err)
    async with room.bot.store.writing() as connection:
        holding = []
        for name, columns in metadata.tables.items():
            found = (await connection.execute(text(f"SELECT * FROM {name}"))).mappings().all()
            holding += [
                f"{name}.{column}"
                for row in found
                for column, value in row.items()
                if re.search(r"\b13\b.{1,4}\b19\b", str(value))
            ]
            assert columns is not None
    assert holding == ["seats.bid"]


async def test_no_message_is_too_long_in_any_language(room: Room) -> None:
    """Five people with the longest names, all of whose letters Markdown would take for its own."""
    name = "*_" * 16
    people = [room.guild.add_member(room.env.create_user(name)) for _ in range(5)]
    room.people[:] = people
    rules = Rules(seats=5, games=1, division_size=5)
    _, table = await opened(room, rules, people=5)
    t = Longer()
    check_message(shown(bids_message(t, table, "<@1234567890123456789> " * 5)))
    check_message(shown(panel_of(t, table, (20,) * 5)))
    begun = replace(
        table, status="playing",
        bidding=Bidding(room.bot.tables.now(), True, ((20,) * 5,) * 5, (4, 3, 2, 1, 0)),
    )  # fmt: skip
    check_message(shown(bids_message(t, begun)))


async def test_who_wants_no_calls_is_named_but_not_pinged(room: Room) -> None:
    quiet = room.people[0]
    await set_person_settings(room.bot.tables, quiet.id, PersonSettings(way="none"))
    _, table = await opened(room)
    asked = call(room, table)
    assert f"<@{quiet.id}>" in words(asked)
    assert mentioned(room) == [room.people[1].id]
