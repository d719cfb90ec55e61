"""Results and the end of a season: tables that were played elsewhere, or that somebody lost by
forfeit; what waits keeps a season open, it can be reopened, and tables that were taken out count
again or are played again; and who plays for the title after all tables of the divisions."""

import random
from dataclasses import replace
from datetime import timedelta

from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people import dispute, give_up
from bot.leagues.result_acts import EnterResult
from bot.leagues.season_transaction import SeasonView
from bot.moderation import desk
from bot.seasons.events import LATER, Rules, Stage
from bot.seasons.results import Line, Result
from bot.seasons.standings import champions
from bot.tables import Moderator
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import (
    WHY,
    choose,
    do,
    everybody_signs_up,
    found,
    name_moderators,
    press_it,
    propose,
    wizard_of,
)
from tests.cogs.seasons import (
    PAIRS,
    card_of,
    drawn,
    exported,
    look,
    looked_up,
    members,
    moderate,
    part_of,
    playing,
    settled,
    standings_in,
    texts,
    thread_of,
)
from tests.leagues.changes import withdraw
from tests.leagues.played import some_result

TABLE = 1


async def begun(room: Room, role: RoleHandle) -> SeasonView:
    """A season whose first tables are being played."""
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    assert TABLE in await playing(room, season)
    return season


async def form_sent(
    room: Room, maya: MemberActor, *points: str, table: int = TABLE
) -> ResponseMessage:
    """The preview after the form was sent, its lines filled in."""
    typed = " ".join(points)
    return answer(await propose(maya, room.channel, "result", table=table, points=typed))


def names_at(room: Room, season: SeasonView, table: int = TABLE) -> list[str]:
    people = {one.id: one.user.name for one in room.people}
    return [people[entry] for entry in season.state.tables[table].entries]


async def test_a_table_played_elsewhere_counts_and_its_game_here_is_given_up(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    game = (await playing(room, season))[TABLE]
    first, second = names_at(room, season)
    shown = await form_sent(room, maya, "61", "55,5")
    said = words(shown)
    assert "played elsewhere" in said and "abandoned" in said and "Standings afterwards" in said
    assert f"{first} 61" in said.replace("*", "")
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    assert (await room.bot.tables.table(game.id)).status == "abandoned"
    assert any("entered the result of this table" in one for one in texts(thread_of(room, game)))
    told = [one for one in texts(room.channel) if "set the result" in one]
    assert len(told) == 1 and WHY in told[0]
    assert "61" in told[0] and "55½" in told[0] and "played elsewhere" in told[0]
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "elsewhere"
    assert season.untold == ()
    # nothing says that the game was given up without a result, and no game opens for it
    await look(room, minutes=2)
    assert not any("without a result" in one for one in texts(room.channel))
    assert TABLE not in await playing(room, season)
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert "‡ played elsewhere" in standings and standings.count("‡") == 3
    schedule = words(await looked_up(maya, room.channel, "schedule"))
    assert "55½ · played elsewhere" in schedule
    winner = next(one for one in room.people if one.user.name == first)
    card = words(await card_of(maya, room.channel, winner))
    assert "61 points · played elsewhere" in card and "after 1 game" in card
    found = {
        row["seat"]: row
        for row in part_of(await exported(maya, room.channel))
        if row["table"] == "1"
    }
    assert [found[seat]["how"] for seat in "12"] == ["elsewhere", "elsewhere"]
    assert [found[seat]["points"] for seat in "12"] == ["61.0", "55.5"]
    assert all(found[seat]["player"] for seat in "12") and second in words(shown)


async def test_a_forfeit_earns_nothing_and_rates_nobody(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    first, second = names_at(room, season)
    shown = await form_sent(room, maya, "x", "0")
    said = words(shown).replace("*", "")
    assert f"Lost by forfeit: {first}." in said and f"{first} forfeit" in said
    await press_it(maya, shown)
    await settled(room)
    told = next(one for one in texts(room.channel) if "set the result" in one)
    assert f"1. **{second}** 0 · 2. **{first}** forfeit" in told
    season = await room.bot.leagues.read(season.id)
    loser, winner = season.state.tables[TABLE].entries
    by_entry = {
        line.row.entry: line
        for table in await queries.standings(room.bot.leagues, season.id)
        for line in table.lines
    }
    assert by_entry[loser].row.points == 0 and by_entry[loser].row.games == 1
    assert by_entry[winner].row.points > 0 and by_entry[winner].row.wins > 0
    assert by_entry[winner].row.margin == 0, "there is nobody whose points it could be ahead of"
    assert await queries.ratings(room.bot.leagues, season.league_id, 2) == []
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert standings.count("×") == 3 and "× by forfeit" in standings
    gone = next(one for one in room.people if one.id == loser)
    card = words(await card_of(maya, room.channel, gone))
    assert "table 1: lost by forfeit" in card
    rows = {
        row["seat"]: row
        for row in part_of(await exported(maya, room.channel))
        if row["table"] == "1"
    }
    assert (rows["1"]["how"], rows["1"]["forfeited"], rows["1"]["league_points"]) == (
        "forfeit", "1", "0",
    )  # fmt: skip
    assert rows["2"]["forfeited"] == "0"
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "league result entered or corrected" in log and "forfeit" in log
    # a correction makes an ordinary result of it, and shows what it was
    shown = answer(await propose(maya, room.channel, "result", table=TABLE, points="20 30"))
    assert "forfeit → 20" in words(shown)
    await press_it(maya, shown)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "corrected"
    assert len(await queries.ratings(room.bot.leagues, season.league_id, 2)) == 2


async def test_typed_at_once_and_mistyped(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    season = await begun(room, role)
    for wrong in ("61", "61 y", "x", "1000 1"):
        refused = answer(await propose(maya, room.channel, "result", table=TABLE, points=wrong))
        assert "points" in words(refused), wrong
    nowhere = answer(await propose(maya, room.channel, "result", table=99))
    assert "There is no table 99" in words(nowhere)
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="X 40.25")
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].forfeits == (0,)
    # entered once more it replaces the first, as a correction
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="50 40")
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "corrected"


async def test_what_was_entered_can_be_undone_and_played_after_all(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    await do(room, maya, "result", table=TABLE, points="60 50")
    await settled(room)
    await do(room, maya, "void", table=TABLE)
    await do(room, maya, "void-back", table=TABLE)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "elsewhere"
    await do(room, maya, "replay", table=TABLE)
    await look(room, minutes=2)
    assert TABLE in await playing(room, season), "another game is opened for it"


async def test_killed_before_the_game_was_given_up(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    game = (await playing(room, season))[TABLE]
    act = EnterResult(TABLE, 0, (240, 200))
    moderator = Moderator(maya.id, room.guild.id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator, act, WHY)
    assert (await room.bot.tables.table(game.id)).status == "playing", "nobody did it yet"
    await look(room)
    assert (await room.bot.tables.table(game.id)).status == "abandoned"


async def test_a_game_that_ends_meanwhile_changes_nothing(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    act = EnterResult(TABLE, 0, (240, 200))
    moderator = Moderator(maya.id, room.guild.id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator, act, WHY)
    entered = (await room.bot.leagues.read(season.id)).state.results[TABLE]
    game = (await playing(room, season))[TABLE]
    turned = [{"seat": seat, "place": 2 - seat, "points4": 80 * seat} for seat in (0, 1)]
    counted = await games.game_over(room.bot.leagues, game.id, game.version, turned)
    assert counted is not None and not counted.changed
    assert (await room.bot.leagues.read(season.id)).state.results[TABLE] == entered


async def test_a_game_ended_by_moderators_is_marked(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    game = (await playing(room, season))[TABLE]
    thread = thread_of(room, game)
    shown = answer(await propose(maya, thread, "end", counts="yes"))
    await maya.click(shown, label="Confirm")
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "adjudicated"
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert "§ decided by moderators" in standings


async def played(room: Room, season: SeasonView) -> SeasonView:
    """Results made up for all tables that are not over; their games are not played."""
    leagues, chance = room.bot.leagues, random.Random(7)
    season = await leagues.read(season.id)
    for table in await games.schedule(leagues, season.id):
        if table.number not in season.state.results:
            await games.count(leagues, season.id, some_result(season.state, table, chance))
    return await leagues.read(season.id)


async def test_results_can_be_disputed_before_the_end_by_date(
    room: Room, maya: MemberActor
) -> None:
    now = room.bot.leagues.now()
    season = await drawn(
        room, starts=now + timedelta(days=5), ends=now + timedelta(days=6), appeal_days=5
    )
    await look(room, days=4)
    await played(room, season)
    await look(room, days=2, hours=1)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    told = [
        one
        for one in texts(room.channel)
        if "You can dispute results with /league show until" in one
    ]
    assert len(told) == 1
    await look(room, days=2)
    await do(room, maya, "adjust", person=room.people[0], points="-1.0")
    await look(room, days=4)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running", "begun anew"
    await look(room, days=2)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"


async def test_a_season_is_reopened(room: Room, maya: MemberActor) -> None:
    """It is closed and told again afterwards."""
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    refused = words(answer(await propose(maya, room.channel, "close-back")))
    assert "not closed" in refused
    await played(room, season)
    await do(room, maya, "close", None)
    told = len(texts(room.channel))
    assert "audit log entry" in await do(room, maya, "close-back")
    await settled(room)
    assert "reopened the season" in "".join(texts(room.channel)[told:])
    assert not any("is over" in one for one in texts(room.channel)[told:]), "it has not ended"
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    before = (await room.bot.leagues.read(season.id)).state.results[1]
    points = " ".join("50" if line.place != 1 else "49" for line in before.lines)
    assert "audit log entry" in await do(room, maya, "result", table=1, points=points)
    await do(room, maya, "close", None)
    await settled(room)
    assert sum("Champion" in one for one in texts(room.channel)) == 2


async def test_a_table_taken_out_counts_again(room: Room, maya: MemberActor) -> None:
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30))
    before = await played(room, season)
    ratings = await queries.ratings(room.bot.leagues, season.league_id, 2)
    await do(room, maya, "void", table=2)
    assert 2 not in (await room.bot.leagues.read(season.id)).state.results
    await do(room, maya, "void-back", table=2)
    after = await room.bot.leagues.read(season.id)
    assert dict(after.state.results) == dict(before.state.results) and not after.state.voided
    again = await queries.ratings(room.bot.leagues, season.league_id, 2)
    assert {person for person, _ in again} == {person for person, _ in ratings}
    refused = words(answer(await propose(maya, room.channel, "void-back", table=2)))
    assert "has not been removed" in refused


async def test_one_table_is_played_again_and_no_other(room: Room, maya: MemberActor) -> None:
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


TWO = Rules(
    seats=2,
    stages=(Stage(games=1), Stage("final", 1, who="winners")),
    division_size=2,
    promoted=0,
    relegated=0,
)
"""Two divisions of two."""


async def divisions_over(room: Room, role: RoleHandle, rules: Rules = TWO) -> SeasonView:
    """A season with a final, all tables of its divisions over by made-up results."""
    await name_moderators(room, role)
    season = await drawn(room, rules, starts=room.bot.leagues.now())
    leagues, chance = room.bot.leagues, random.Random(7)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    return await leagues.read(season.id)


def later_tables(season: SeasonView) -> list[int]:
    """The tables of the stage that was drawn last."""
    return [one.table for one in season.state.later[-1].tables]


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


async def test_a_final_from_the_wizard_on(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await choose(maya, wizard, "plan", "league-top")
    page = await choose(maya, page, "finalgames", "2")
    rules = (await season_lifecycle.draft(room.bot.leagues, 1)).rules
    assert rules.stages == (Stage(games=2), Stage("final", 2, who="top", players=4))
    page = await choose(maya, page, "plan", "league-winners")
    await maya.click(page, label="Create")
    rules = (await room.bot.leagues.read(1)).state.rules
    assert rules.stages == (Stage(games=2), Stage("final", 1, who="winners"))


async def test_the_winners_of_divisions_play_for_the_title(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await divisions_over(room, role)
    refused = words(answer(await propose(maya, room.channel, "close")))
    assert "The next stage is drawn once no result is disputed" in refused
    winners = [
        table.lines[0].row.entry for table in await queries.standings(room.bot.leagues, season.id)
    ]
    names = [name_of(room, entry) for entry in winners]
    await look(room)
    drawn_line = next(one for one in texts(room.channel) if "next round is drawn (Final)" in one)
    assert f"1. **{names[0]}** · 2. **{names[1]}**" in drawn_line
    season = await room.bot.leagues.read(season.id)
    [number] = later_tables(season)
    assert season.state.tables[number].entries == tuple(winners)
    game = (await playing(room, season))[number]
    assert any("**Final**" in one for one in texts(thread_of(room, game)))
    standings = await standings_in(maya, room.channel, 1)
    assert f"Final: **{names[0]}** and **{names[1]}**" in words(standings)
    # the second of the two wins
    season = await won(room, season, number, 1)
    await look(room, minutes=2)
    assert any("Table 3 of" in one and "Final · 1. " in one for one in texts(room.channel))
    assert any(
        "You can dispute results with /league show until" in one for one in texts(room.channel)
    ), "from its end"
    shown = await standings_in(maya, room.channel, 1)
    assert f"Final: 1. **{names[1]}** · 2. **{names[0]}**" in words(shown)
    page = answer(
        await maya.select(
            shown, [f"tz:standings:0::{season.id} {LATER} 0"], custom_id=menu_id(shown)
        )
    )
    assert "Final · Tables finished: 1 of 1" in words(page)
    assert f"` 1` **{names[1]}**" in words(page)
    schedule = await looked_up(maya, room.channel, "schedule")
    schedule = answer(
        await maya.select(
            schedule, [f"tz:schedule:0::{season.id} {LATER} -1"], custom_id=menu_id(schedule)
        )
    )
    assert f"1. **{names[1]}** 60" in words(schedule)
    export = await exported(maya, room.channel)
    finals = [row for row in part_of(export, "standings.csv") if row["division"] == "final"]
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


def menu_id(shown: ResponseMessage) -> str:
    """The menu of divisions."""
    [found_id] = [one["custom_id"] for one in raw(shown) if one["type"] == SELECT]
    return str(found_id)


async def test_who_withdraws_after_the_draw_makes_room_while_nothing_is_played(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await divisions_over(room, role)
    await look(room)
    season = await room.bot.leagues.read(season.id)
    [number] = later_tables(season)
    game = (await playing(room, season))[number]
    gone, stays = season.state.later[-1].entries
    await withdraw(room.bot.leagues, season.id, gone, by=gone, reason="no time")
    await look(room)
    await look(room)
    left = f"{name_of(room, gone)}** left before the first turn"
    assert sum(left in one for one in texts(room.channel)) == 1
    season = await room.bot.leagues.read(season.id)
    assert gone not in season.state.later[-1].entries and stays in season.state.later[-1].entries
    assert (await room.bot.tables.table(game.id)).status == "abandoned"
    [anew] = [one.table for one in season.state.open_tables()]
    assert set(await playing(room, season)) == {anew}
    refused = words(answer(await propose(maya, room.channel, "void-back", table=number)))
    assert "drawn again" in refused
    season = await won(room, season, anew, 0)
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    season = await room.bot.leagues.read(season.id)
    assert champions(season.state) == (season.state.tables[anew].entries[0],)


async def test_too_few_for_a_final_close_all_the_same(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await divisions_over(room, role, replace(TWO, division_size=4))
    assert len(season.state.divisions) == 1
    await look(room, minutes=2)
    assert any(
        "You can dispute results with /league show until" in one for one in texts(room.channel)
    )
    await do(room, maya, "close", None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"


async def test_a_final_is_replayed_voided_and_entered_like_any_table(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await divisions_over(room, role)
    await look(room)
    season = await room.bot.leagues.read(season.id)
    [number] = later_tables(season)
    shown = answer(await propose(maya, room.channel, "result", table=number, points="x 50"))
    assert "Standings afterwards** · Final" in words(shown)
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    await do(room, maya, "replay", table=number)
    await look(room, minutes=2)
    assert number in await playing(room, season)
    await do(room, maya, "void", table=number)
    shown = words(answer(await propose(maya, room.channel, "close")))
    top = (await queries.standings(room.bot.leagues, season.id))[0].lines[0].holder
    assert f"First place: **{name_of(room, top)}**" in shown, "as without a final"


async def test_the_date_closes_nothing_before_the_final(room: Room, maya: MemberActor) -> None:
    now = room.bot.leagues.now()
    season = await drawn(room, TWO, starts=now, ends=now + timedelta(days=1), appeal_days=1)
    leagues, chance = room.bot.leagues, random.Random(7)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await dispute(leagues, season.id, season.state.tables[1].entries[0], 1, "Look, please.")
    await look(room, days=3)
    assert (await leagues.read(season.id)).state.phase == "running"
    assert any("not closed yet. The next stage is drawn once" in one for one in texts(room.channel))
    await do(room, maya, "dispute-settle", table=1)
    await look(room)
    season = await leagues.read(season.id)
    await do(room, maya, "result", table=later_tables(season)[0], points="60 50")
    await settled(room)
    await look(room, hours=12)
    assert (await leagues.read(season.id)).state.phase == "running", "a day for disputes"
    await look(room, days=1)
    assert (await leagues.read(season.id)).state.phase == "finished"


async def test_three_games_at_a_table_of_four(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    rules = replace(
        TWO, division_size=4, stages=(Stage(games=3), Stage("final", 3, who="top", players=4))
    )
    season = await divisions_over(room, role, rules)
    await look(room)
    season = await room.bot.leagues.read(season.id)
    assert len(later_tables(season)) == 3
    for seat, number in enumerate(later_tables(season)):
        season = await won_by_first(room, season, number, seat)
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    final = await queries.division(room.bot.leagues, season.id, LATER)
    assert [line.row.games for line in final.lines] == [3] * 4


async def won_by_first(room: Room, season: SeasonView, number: int, winner: int) -> SeasonView:
    entries = season.state.tables[number].entries
    order = [*entries[winner:], *entries[:winner]]
    lines = [Line(entry, 1 + order.index(entry), 240 - 8 * order.index(entry)) for entry in entries]
    counted = await games.count(room.bot.leagues, season.id, Result(number, tuple(lines)))
    return counted.season


async def test_a_whole_cup_of_twelve(room: Room, role: RoleHandle) -> None:
    """From founding to the champion: groups of four, then a knock-out with two byes; somebody
    leaves in each."""
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    people = members(room, 12)
    room.people = people
    await name_moderators(room, role)
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    for field, value in (("seats", "2"), ("plan", "groups-cup"), ("size", "4"), ("games", "3")):
        page = await choose(maya, page, field, value)
    await maya.click(page, label="Create")
    told = next(words(one) for one in room.channel.history() if "Sign up" in labels(one))
    assert (
        "Then a knock-out: the best 2 of each division. The winner of each table advances." in told
    )
    await everybody_signs_up(room, people)
    await do(room, maya, "draw", None)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert [len(division.entries) for division in season.state.divisions] == [4, 4, 4]

    # Somebody leaves the groups: a computer plays on, and the next one goes on.
    first = season.state.divisions[0].entries[0]
    await give_up(room.bot.leagues, 1, first)
    await all_played(room)
    best = [table.lines[:2] for table in await queries.standings(room.bot.leagues, 1)]
    await look(room)
    assert any("next round is drawn (Knock-out)" in one for one in texts(room.channel))
    season = await room.bot.leagues.read(1)
    seeds = season.state.later[0].entries
    assert set(seeds) == {line.row.entry for lines in best for line in lines} and first not in seeds
    assert season.state.later[0].byes == seeds[:2] and len(season.state.open_tables()) == 2
    assert any("Round 1 of 3" in one for one in texts(room.channel))

    # Somebody leaves the knock-out before a turn: the next one of the division moves up.
    gone = season.state.open_tables()[0].entries[0]
    await give_up(room.bot.leagues, 1, gone)
    await look(room)
    season = await room.bot.leagues.read(1)
    assert any("left before the first turn" in one for one in texts(room.channel))
    [into] = set(season.state.later[0].entries) - set(seeds)
    assert season.state.division_of[into] == season.state.division_of[gone]
    assert into in {entry for one in season.state.open_tables() for entry in one.entries}
    for number in (2, 3):
        await all_played(room)
        await look(room)
        assert any(f"Round {number} of 3" in one for one in texts(room.channel))
    season = await all_played(room)
    [final] = [one for one in season.state.tables.values() if one.round == 5]
    winner = next(line.entry for line in season.state.results[final.table].lines if line.place == 1)
    standings = await standings_in(maya, room.channel, 1)
    assert "Knock-out: 1. " in words(standings)
    await do(room, maya, "close", None)
    await settled(room)
    assert any(f"Champion: **{name_of(room, winner)}**" in one for one in texts(room.channel))
    lines = part_of(await exported(maya, room.channel), "standings.csv")
    stages = [row for row in lines if row["division"] == "knockout"]
    assert [row["place"] for row in stages if row["withdrawn"] == "0"] == [*"123456"]


async def all_played(room: Room) -> SeasonView:
    """Results for all tables that are drawn; of two the first wins."""
    leagues = room.bot.leagues
    for table in (await leagues.read(1)).state.open_tables():
        lines = [Line(entry, 1 + seat, 240 - seat) for seat, entry in enumerate(table.entries)]
        await games.count(leagues, 1, Result(table.table, tuple(lines)))
    await settled(room)
    return await leagues.read(1)
