"""/season finals: who plays for the title after all tables of the divisions, from the wizard to the
champion."""

import random
from dataclasses import replace
from datetime import timedelta

import simcord

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.season_transaction import SeasonView
from bot.seasons.events import FINAL, Rules
from bot.seasons.results import Line, Result
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, raw, words
from tests.cogs.league_seasons import exported, looked_up, part_of
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import choose, do, found, name_moderators, press_it
from tests.cogs.season_tables import drawn, look, playing, settled, texts, thread_of
from tests.leagues.changes import withdraw
from tests.leagues.played import some_result

TWO = Rules(seats=2, games=1, division_size=2, promoted=0, relegated=0, finals="winners")
"""Two divisions of two."""


async def divisions_over(
    room: Room, role: simcord.RoleHandle, rules: Rules = TWO, *, second: bool = False
) -> SeasonView:
    """A season with a final, all tables of its divisions over by made-up results."""
    await name_moderators(room, role, second=second)
    season = await drawn(room, rules, starts=room.bot.leagues.now())
    leagues, chance = room.bot.leagues, random.Random(7)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    return await leagues.read(season.id)


async def won(room: Room, season: SeasonView, number: int, winner: int) -> SeasonView:
    """A result of a table of the final, with this seat as its winner."""
    entries = season.state.tables[number].entries
    lines = [
        Line(entry, 1 if seat == winner else 2, 240 if seat == winner else 200, ((entry, 26),))
        for seat, entry in enumerate(entries)
    ]
    counted = await games.count(room.bot.leagues, season.id, Result(number, tuple(lines)))
    await settled(room)
    return counted.season


def name_of(room: Room, entry: int) -> str:
    return next(one.user.name for one in room.people if one.id == entry)


async def test_a_final_from_the_wizard_on(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    wizard = answer(await maya.slash(room.channel, "season new"))
    page = answer(await maya.click(wizard, label="Points"))
    page = await choose(maya, page, "finals", "top.3")
    page = await choose(maya, page, "finalgames", "2")
    page = answer(await maya.click(page, label="Overview"))
    assert "The best 3 of the top division play a final for the title: 2 games." in words(page)
    page = answer(await maya.click(page, label="Points"))
    page = await choose(maya, page, "finals", "winners")
    await maya.click(answer(await maya.click(page, label="Overview")), label="Create")
    rules = (await room.bot.leagues.read(1)).state.rules
    assert (rules.finals, rules.final_games) == ("winners", 2)


async def test_the_winners_of_divisions_play_for_the_title(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role)
    await look(room, minutes=2)
    told = [one for one in texts(room.channel) if "draw the final" in one]
    assert len(told) == 1
    await look(room, minutes=2)
    assert len([one for one in texts(room.channel) if "draw the final" in one]) == 1
    assert not any(
        "Dispute results with /league dispute until" in one for one in texts(room.channel)
    )
    refused = words(answer(await propose(maya, room.channel, "close")))
    assert "The final is not drawn yet" in refused
    winners = [
        table.lines[0].row.entry for table in await queries.standings(room.bot.leagues, season.id)
    ]
    names = [name_of(room, entry) for entry in winners]
    shown = answer(await propose(maya, room.channel, "final"))
    assert f"1. **{names[0]}** · 2. **{names[1]}**" in words(shown)
    await maya.click(shown, label="Confirm")
    await settled(room)
    drawn_line = next(one for one in texts(room.channel) if "has drawn the final" in one)
    assert f"1. **{names[0]}** · 2. **{names[1]}**" in drawn_line
    season = await room.bot.leagues.read(season.id)
    [number] = season.state.final_tables
    assert season.state.tables[number].entries == tuple(winners)
    game = (await playing(room, season))[number]
    assert any("This is the final." in one for one in texts(thread_of(room, game)))
    again = words(answer(await propose(maya, room.channel, "final")))
    assert "already drawn" in again
    standings = answer(await maya.slash(room.channel, "league standings", division=1))
    assert f"Final: **{names[0]}** and **{names[1]}**" in words(standings)
    # the second of the two wins
    season = await won(room, season, number, 1)
    await look(room, minutes=2)
    assert any("Table 3 of" in one and "Final · 1. " in one for one in texts(room.channel))
    assert any(
        "Dispute results with /league dispute until" in one for one in texts(room.channel)
    ), "from its end"
    shown = answer(await maya.slash(room.channel, "league standings", division=1))
    assert f"Final: 1. **{names[1]}** · 2. **{names[0]}**" in words(shown)
    page = answer(
        await maya.select(
            shown, [f"tz:standings:0::{season.id} {FINAL} 0"], custom_id=menu_id(shown)
        )
    )
    assert "Final · Tables over: 1 of 1" in words(page)
    assert f"` 1` **{names[1]}**" in words(page)
    schedule = answer(await maya.slash(room.channel, "league schedule", division=1))
    schedule = answer(
        await maya.select(
            schedule, [f"tz:schedule:0::{season.id} {FINAL} 0 -1"], custom_id=menu_id(schedule)
        )
    )
    assert f"1. **{names[1]}** 60" in words(schedule)
    export = await exported(maya, room.channel)
    finals = part_of(export, "final.csv")
    assert [(row["place"], row["seed"]) for row in finals] == [("1", "2"), ("2", "1")]
    results = [row for row in part_of(export) if row["table"] == "3"]
    assert [row["division"] for row in results] == ["final", "final"]
    said = words(answer(await propose(maya, room.channel, "close")))
    assert f"First place: **{names[1]}**" in said
    await do(room, maya, "close", None)
    await settled(room)
    assert any(f"Champion: **{names[1]}**" in one for one in texts(room.channel))
    archive = words(await looked_up(maya, room.channel, "archive"))
    assert f"🏆 **{names[1]}**" in archive


def menu_id(shown: simcord.ResponseMessage) -> str:
    """The menu of divisions."""
    [found_id] = [one["custom_id"] for one in raw(shown) if one["type"] == SELECT]
    return str(found_id)


async def test_who_withdraws_after_the_draw_makes_room_while_nothing_is_played(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role)
    await do(room, maya, "final", None)
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    [number] = season.state.final_tables
    game = (await playing(room, season))[number]
    gone, stays = season.state.finalists
    await withdraw(room.bot.leagues, season.id, gone, by=gone, reason="no time")
    await look(room)
    await look(room)
    assert sum("other players would be in the final" in one for one in texts(room.channel)) == 1
    shown = answer(await propose(maya, room.channel, "final"))
    assert "replaces the final drawn before" in words(shown)
    await maya.click(shown, label="Confirm")
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    assert gone not in season.state.finalists and stays in season.state.finalists
    assert (await room.bot.tables.table(game.id)).status == "abandoned"
    assert set(await playing(room, season)) == set(season.state.final_tables)
    refused = words(answer(await propose(maya, room.channel, "restore", table=number)))
    assert "drawn again" in refused
    await look(room)
    assert sum("other players would be in the final" in one for one in texts(room.channel)) == 1


async def test_too_few_for_a_final_close_all_the_same(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role, replace(TWO, division_size=4))
    assert len(season.state.divisions) == 1
    refused = words(answer(await propose(maya, room.channel, "final")))
    assert "Fewer than two players are left for a final." in refused
    await look(room, minutes=2)
    assert any("Dispute results with /league dispute until" in one for one in texts(room.channel))
    await do(room, maya, "close", None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"


async def test_a_final_is_replayed_voided_and_entered_like_any_table(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role)
    await do(room, maya, "final", None)
    season = await room.bot.leagues.read(season.id)
    [number] = season.state.final_tables
    shown = answer(await propose(maya, room.channel, "result", table=number, points="x 50"))
    assert "Standings afterwards** · Final" in words(shown)
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    refused = words(answer(await propose(maya, room.channel, "final")))
    assert "already drawn" in refused
    await do(room, maya, "replay", table=number)
    await look(room, minutes=2)
    assert number in await playing(room, season)
    await do(room, maya, "void", table=number)
    shown = words(answer(await propose(maya, room.channel, "close")))
    top = (await queries.standings(room.bot.leagues, season.id))[0].lines[0].holder
    assert f"First place: **{name_of(room, top)}**" in shown, "as without a final"


async def test_drawing_it_again_is_no_moderators_choice_alone(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role, second=True)
    done = await do(room, maya, "final", None)
    assert "audit log entry" in done, "who plays follows from the standings"
    season = await room.bot.leagues.read(season.id)
    gone = season.state.finalists[0]
    await withdraw(room.bot.leagues, season.id, gone, by=gone, reason="no time")
    again = await do(room, maya, "final", None)
    assert "another moderator" in again.lower()
    assert (await room.bot.leagues.read(season.id)).state.finalists[0] == gone


async def test_the_date_closes_nothing_before_the_final(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    now = room.bot.leagues.now()
    await name_moderators(room, role)
    season = await drawn(room, TWO, starts=now, ends=now + timedelta(days=1), appeal_days=1)
    leagues, chance = room.bot.leagues, random.Random(7)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await look(room, days=3)
    assert (await leagues.read(season.id)).state.phase == "running"
    assert any("not closed yet. The final is not drawn" in one for one in texts(room.channel))
    await do(room, maya, "final", None)
    await settled(room)
    season = await leagues.read(season.id)
    await do(room, maya, "result", table=season.state.final_tables[0], points="60 50")
    await settled(room)
    await look(room, hours=12)
    assert (await leagues.read(season.id)).state.phase == "running", "a day for disputes"
    await look(room, days=1)
    assert (await leagues.read(season.id)).state.phase == "finished"


async def test_three_games_at_a_table_of_four(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    rules = replace(TWO, division_size=4, games=3, finals="top", finalists=4, final_games=3)
    season = await divisions_over(room, role, rules)
    await do(room, maya, "final", None)
    season = await room.bot.leagues.read(season.id)
    assert len(season.state.final_tables) == 3
    for seat, number in enumerate(season.state.final_tables):
        season = await won_by_first(room, season, number, seat)
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    final = await queries.division(room.bot.leagues, season.id, FINAL)
    assert [line.row.games for line in final.lines] == [3] * 4


async def won_by_first(room: Room, season: SeasonView, number: int, winner: int) -> SeasonView:
    entries = season.state.tables[number].entries
    order = [*entries[winner:], *entries[:winner]]
    lines = [Line(entry, 1 + order.index(entry), 240 - 8 * order.index(entry)) for entry in entries]
    counted = await games.count(room.bot.leagues, season.id, Result(number, tuple(lines)))
    return counted.season
