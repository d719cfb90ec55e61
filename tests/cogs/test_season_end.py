"""Results and the end of a season: tables that were played elsewhere, or that somebody lost by
forfeit; what waits keeps a season open, it can be reopened, and tables that were taken out count
again or are played again; and who plays for the title after all tables of the divisions."""

from dataclasses import replace
from datetime import timedelta

from simcord import MemberActor, ResponseMessage

from bot.leagues import games, queries
from bot.leagues.people import dispute, give_up
from bot.leagues.season_transaction import SeasonView
from bot.seasons.events import LATER, Rules, Stage
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, times_told, with_id, words
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import (
    WHY,
    do,
    everybody_signs_up,
    found,
    press_it,
    wizard_of,
)
from tests.cogs.seasons import (
    all_won,
    card_of,
    choose_all,
    drawn,
    exported,
    look,
    looked_up,
    members,
    moderate,
    part_of,
    playing,
    preview,
    settled,
    standings_in,
    state_of,
    texts,
    thread_of,
    won,
)
from tests.cogs.test_undoing import undo

TABLE = 1
DISPUTES = "You can dispute results with /league show until"


async def begun(room: Room) -> SeasonView:
    """A season whose first tables are being played."""
    season = await drawn(room)
    await look(room)
    return season


def name_of(room: Room, entry: int) -> str:
    """The name of who signed up for an entry."""
    return with_id(room.people, entry).name


async def rows_of_table(reader: MemberActor, room: Room) -> list[dict[str, str]]:
    """The lines of the first table in the exported results, by seat."""
    rows = part_of(await exported(reader, room.channel))
    return [row for row in rows if row["table"] == str(TABLE)]


async def test_a_table_played_elsewhere_counts_and_its_game_here_is_given_up(
    room: Room, maya: MemberActor
) -> None:
    season = await begun(room)
    game = (await playing(room, season))[TABLE]
    first, second = (name_of(room, entry) for entry in season.state.tables[TABLE].entries)
    shown = await preview(room, maya, "result", table=TABLE, points="61 55,5")
    said = words(shown)
    assert "played elsewhere" in said and "abandoned" in said and "Standings afterwards" in said
    assert f"{first} 61" in said.replace("*", "")
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    assert (await room.bot.tables.table(game.id)).status == "abandoned"
    assert any("entered the result of this table" in one for one in texts(thread_of(room, game)))
    [told] = [one for one in texts(room.channel) if "set the result" in one]
    assert WHY in told and "61" in told and "55½" in told and "played elsewhere" in told
    season = await room.bot.leagues.read(season.id)
    entered = season.state.results[TABLE]
    assert entered.how == "elsewhere" and season.untold == ()
    # neither does the game count that ends meanwhile
    turned = [{"seat": seat, "place": 2 - seat, "points4": 80 * seat} for seat in (0, 1)]
    counted = await games.game_over(room.bot.leagues, game.id, game.version, turned)
    assert counted is not None and not counted.changed
    assert (await state_of(room)).results[TABLE] == entered
    # nothing says that the game was given up without a result, and no game opens for it
    await look(room, minutes=2)
    assert not any("without a result" in one for one in texts(room.channel))
    assert TABLE not in await playing(room, season)
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert "‡ played elsewhere" in standings and standings.count("‡") == 3
    schedule = words(await looked_up(maya, room.channel, "schedule"))
    assert "55½ · played elsewhere" in schedule
    winner = with_id(room.people, season.state.tables[TABLE].entries[0])
    card = words(await card_of(maya, room.channel, winner))
    assert "61 points · played elsewhere" in card and "after 1 game" in card
    rows = await rows_of_table(maya, room)
    assert [row["how"] for row in rows] == ["elsewhere", "elsewhere"]
    assert [row["points"] for row in rows] == ["61.0", "55.5"]
    assert all(row["player"] for row in rows) and second in words(shown)


async def test_a_forfeit_earns_nothing_and_rates_nobody(room: Room, maya: MemberActor) -> None:
    season = await begun(room)
    loser, winner = season.state.tables[TABLE].entries
    first, second = name_of(room, loser), name_of(room, winner)
    shown = await preview(room, maya, "result", table=TABLE, points="x 0")
    said = words(shown).replace("*", "")
    assert f"Lost by forfeit: {first}." in said and f"{first} forfeit" in said
    await press_it(maya, shown)
    await settled(room)
    told = next(one for one in texts(room.channel) if "set the result" in one)
    assert f"1. **{second}** 0 · 2. **{first}** forfeit" in told
    [table] = await queries.standings(room.bot.leagues, season.id)
    by_entry = {line.row.entry: line.row for line in table.lines}
    assert by_entry[loser].points == 0 and by_entry[loser].games == 1
    assert by_entry[winner].points > 0 and by_entry[winner].wins > 0
    assert by_entry[winner].margin == 0, "there is nobody whose points it could be ahead of"
    assert await queries.ratings(room.bot.leagues, season.league_id, 2) == []
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert standings.count("×") == 3 and "× by forfeit" in standings
    card = words(await card_of(maya, room.channel, with_id(room.people, loser)))
    assert "table 1: lost by forfeit" in card
    lost, other = await rows_of_table(maya, room)
    assert (lost["how"], lost["forfeited"], lost["league_points"]) == ("forfeit", "1", "0")
    assert other["forfeited"] == "0"
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "league result entered or corrected" in log and "forfeit" in log
    # a correction makes an ordinary result of it, and shows what it was
    shown = await preview(room, maya, "result", table=TABLE, points="20 30")
    assert "forfeit → 20" in words(shown)
    await press_it(maya, shown)
    assert (await state_of(room)).results[TABLE].how == "corrected"
    assert len(await queries.ratings(room.bot.leagues, season.league_id, 2)) == 2


async def test_typed_at_once_and_mistyped(room: Room, maya: MemberActor) -> None:
    await begun(room)
    for wrong, why in (
        ("61", "points"), ("61 y", "such as 61"), ("x", "points"), ("1000 1", "500"),
    ):  # fmt: skip
        refused = await preview(room, maya, "result", table=TABLE, points=wrong)
        assert why in words(refused), wrong
    nowhere = await preview(room, maya, "result", table=99)
    assert "There is no table 99" in words(nowhere)
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="X 40.25")
    assert (await state_of(room)).results[TABLE].forfeits == (0,)
    # entered once more it replaces the first, as a correction
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="50 40")
    assert (await state_of(room)).results[TABLE].how == "corrected"


async def test_results_can_be_disputed_before_the_end_by_date(
    room: Room, maya: MemberActor
) -> None:
    now = room.wait()
    starts, ends = now + timedelta(days=5), now + timedelta(days=6)
    await drawn(room, starts=starts, ends=ends, appeal_days=5)
    await look(room, days=4)
    await all_won(room)
    await look(room, days=2, hours=1)
    assert (await state_of(room)).phase == "running"
    assert times_told(room.channel, DISPUTES) == 1
    await look(room, days=2)
    await do(room, maya, "adjust", person=room.people[0], points="-1.0")
    await look(room, days=4)
    assert (await state_of(room)).phase == "running", "begun anew"
    await look(room, days=2)
    assert (await state_of(room)).phase == "finished"


async def test_a_season_is_reopened(room: Room, maya: MemberActor) -> None:
    """It is closed and told again afterwards."""
    await drawn(room, starts=room.wait() + timedelta(days=30))
    assert "not closed" in words(await preview(room, maya, "close-back"))
    await all_won(room)
    await do(room, maya, "close", None)
    told = len(texts(room.channel))
    assert "audit log entry" in await do(room, maya, "close-back")
    await settled(room)
    assert "reopened the season" in "".join(texts(room.channel)[told:])
    assert not any("is over" in one for one in texts(room.channel)[told:]), "it has not ended"
    assert (await state_of(room)).phase == "running"
    assert "audit log entry" in await do(room, maya, "result", table=1, points="49 50")
    await do(room, maya, "close", None)
    await settled(room)
    assert times_told(room.channel, "Champion") == 2
    assert "audit log entry" in await undo(room, maya), "from the log as well"
    assert (await state_of(room)).phase == "running"


async def test_one_table_is_played_again_and_no_other(room: Room, maya: MemberActor) -> None:
    """The one that moderators ended, and marked so."""
    season = await begun(room)
    first = await playing(room, season)
    one, other = first
    assert "is being played" in words(await preview(room, maya, "replay", table=one))
    await moderate(maya, thread_of(room, first[one]), "end", counts="yes")
    await moderate(maya, thread_of(room, first[other]), "end", counts="no")
    await look(room)
    assert (await state_of(room)).results[one].how == "adjudicated"
    standings = words(await looked_up(maya, room.channel, "standings"))
    assert "§ decided by moderators" in standings
    said = words(await preview(room, maya, "open"))
    assert f"until a moderator chooses “Have it played again”: Table {other}." in said
    assert not set(first) & set(await playing(room, season))
    await do(room, maya, "replay", table=one)
    assert one not in (await state_of(room)).results
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


async def divisions_over(room: Room, rules: Rules = TWO) -> SeasonView:
    """A season with a final, all tables of its divisions over."""
    await drawn(room, rules, starts=room.wait())
    return await all_won(room)


async def final_drawn(room: Room) -> tuple[SeasonView, int]:
    """The same with the final drawn, and its table."""
    await divisions_over(room)
    await look(room)
    season = await room.bot.leagues.read(1)
    [final] = season.state.later[-1].tables
    return season, final.table


async def test_the_winners_of_divisions_play_for_the_title(room: Room, maya: MemberActor) -> None:
    season = await divisions_over(room)
    refused = words(await preview(room, maya, "close"))
    assert "The next stage is drawn once no result is disputed" in refused
    standings = await queries.standings(room.bot.leagues, season.id)
    winners = [table.lines[0].row.entry for table in standings]
    names = [name_of(room, entry) for entry in winners]
    await look(room)
    drawn_line = next(one for one in texts(room.channel) if "next round is drawn (Final)" in one)
    assert f"1. **{names[0]}** · 2. **{names[1]}**" in drawn_line
    season = await room.bot.leagues.read(season.id)
    [number] = [one.table for one in season.state.later[-1].tables]
    assert season.state.tables[number].entries == tuple(winners)
    game = (await playing(room, season))[number]
    assert any("**Final**" in one for one in texts(thread_of(room, game)))
    shown = await standings_in(maya, room.channel, 1)
    assert f"Final: **{names[0]}** and **{names[1]}**" in words(shown)
    # the second of the two wins
    season = await won(room, number, seat=1)
    await look(room, minutes=2)
    assert any("Table 3 of" in one and "Final · 1. " in one for one in texts(room.channel))
    assert any(DISPUTES in one for one in texts(room.channel)), "from its end"
    shown = await standings_in(maya, room.channel, 1)
    assert f"Final: 1. **{names[1]}** · 2. **{names[0]}**" in words(shown)
    page = await of_the_final(maya, shown, f"tz:standings:0::{season.id} {LATER} 0")
    assert "Final · Tables finished: 1 of 1" in words(page)
    assert f"` 1` **{names[1]}**" in words(page)
    schedule = await looked_up(maya, room.channel, "schedule")
    schedule = await of_the_final(maya, schedule, f"tz:schedule:0::{season.id} {LATER} -1")
    assert f"1. **{names[1]}** 60" in words(schedule)
    export = await exported(maya, room.channel)
    finals = [row for row in part_of(export, "standings.csv") if row["division"] == "final"]
    assert [(row["place"], row["seed"]) for row in finals] == [("1", "2"), ("2", "1")]
    results = [row for row in part_of(export) if row["table"] == "3"]
    assert [row["division"] for row in results] == ["final", "final"]
    said = words(await preview(room, maya, "close"))
    assert f"First place: **{names[1]}**" in said
    await do(room, maya, "close", None)
    await settled(room)
    assert any(f"Champion: **{names[1]}**" in one for one in texts(room.channel))
    archive = words(await looked_up(maya, room.channel, "archive"))
    assert f"🏆 **{names[1]}**" in archive


async def of_the_final(reader: MemberActor, shown: ResponseMessage, value: str) -> ResponseMessage:
    """The same page of the final, by the menu of divisions."""
    [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == SELECT]
    return answer(await reader.select(shown, [value], custom_id=menu))


async def test_who_withdraws_after_the_draw_makes_room_while_nothing_is_played(
    room: Room, maya: MemberActor
) -> None:
    season, number = await final_drawn(room)
    game = (await playing(room, season))[number]
    gone, stays = season.state.later[-1].entries
    await give_up(room.bot.leagues, season.id, gone)
    await look(room)
    await look(room)
    left = f"{name_of(room, gone)}** left before the first turn"
    assert times_told(room.channel, left) == 1
    state = await state_of(room)
    assert gone not in state.later[-1].entries and stays in state.later[-1].entries
    assert (await room.bot.tables.table(game.id)).status == "abandoned"
    assert set(await playing(room, season)) == {one.table for one in state.open_tables()}
    refused = words(await preview(room, maya, "void-back", table=number))
    assert "drawn again" in refused


async def test_too_few_for_a_final_close_all_the_same(room: Room, maya: MemberActor) -> None:
    season = await divisions_over(room, replace(TWO, division_size=4))
    assert len(season.state.divisions) == 1
    await look(room, minutes=2)
    assert any(DISPUTES in one for one in texts(room.channel))
    await do(room, maya, "close", None)
    assert (await state_of(room)).phase == "finished"


async def test_a_final_is_replayed_voided_and_entered_like_any_table(
    room: Room, maya: MemberActor
) -> None:
    season, number = await final_drawn(room)
    shown = await preview(room, maya, "result", table=number, points="x 50")
    assert "Standings afterwards** · Final" in words(shown)
    assert "audit log entry" in await press_it(maya, shown)
    await settled(room)
    await do(room, maya, "replay", table=number)
    await look(room, minutes=2)
    assert number in await playing(room, season)
    await do(room, maya, "void", table=number)
    shown = words(await preview(room, maya, "close"))
    top = (await queries.standings(room.bot.leagues, season.id))[0].lines[0].holder
    assert f"First place: **{name_of(room, top)}**" in shown, "as without a final"


async def test_the_date_closes_nothing_before_the_final(room: Room, maya: MemberActor) -> None:
    now = room.wait()
    season = await drawn(room, TWO, starts=now, ends=now + timedelta(days=1), appeal_days=1)
    await all_won(room)
    disputing = season.state.tables[1].entries[0]
    await dispute(room.bot.leagues, season.id, disputing, 1, "Look, please.")
    await look(room, days=3)
    assert (await state_of(room)).phase == "running"
    assert any("not closed yet. The next stage is drawn once" in one for one in texts(room.channel))
    await do(room, maya, "dispute-settle", table=1)
    await look(room)
    [final] = (await state_of(room)).later[-1].tables
    await do(room, maya, "result", table=final.table, points="60 50")
    await settled(room)
    await look(room, hours=12)
    assert (await state_of(room)).phase == "running", "a day for disputes"
    await look(room, days=1)
    assert (await state_of(room)).phase == "finished"


async def test_a_whole_cup_of_twelve(room: Room, maya: MemberActor) -> None:
    """From founding to the champion: groups of four, then a knock-out with two byes; somebody
    leaves in each."""
    people = room.people = members(room, 12)
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    page = await choose_all(maya, page, seats="2", plan="groups-cup", size="4", games="3")
    await maya.click(page, label="Create")
    told = next(words(one) for one in room.channel.history() if "Sign up" in labels(one))
    knockout = "Then a knock-out: the best 2 of each division. The winner of each table advances."
    assert knockout in told
    await everybody_signs_up(room, people)
    await do(room, maya, "draw", None)
    await settled(room)
    state = await state_of(room)
    assert [len(division.entries) for division in state.divisions] == [4, 4, 4]

    # Somebody leaves the groups: a computer plays on, and the next one goes on.
    first = state.divisions[0].entries[0]
    await give_up(room.bot.leagues, 1, first)
    await all_won(room)
    best = [table.lines[:2] for table in await queries.standings(room.bot.leagues, 1)]
    await look(room)
    assert any("next round is drawn (Knock-out)" in one for one in texts(room.channel))
    state = await state_of(room)
    seeds = state.later[0].entries
    assert set(seeds) == {line.row.entry for lines in best for line in lines} and first not in seeds
    assert state.later[0].byes == seeds[:2] and len(state.open_tables()) == 2
    assert any("Round 1 of 3" in one for one in texts(room.channel))

    # Somebody leaves the knock-out before a turn: the next one of the division moves up.
    gone = state.open_tables()[0].entries[0]
    await give_up(room.bot.leagues, 1, gone)
    await look(room)
    state = await state_of(room)
    assert any("left before the first turn" in one for one in texts(room.channel))
    [into] = set(state.later[0].entries) - set(seeds)
    assert state.division_of[into] == state.division_of[gone]
    assert into in {entry for one in state.open_tables() for entry in one.entries}
    for number in (2, 3):
        await all_won(room)
        await look(room)
        assert any(f"Round {number} of 3" in one for one in texts(room.channel))
    state = (await all_won(room)).state
    [final] = [one for one in state.tables.values() if one.round == 5]
    winner = next(line.entry for line in state.results[final.table].lines if line.place == 1)
    standings = await standings_in(maya, room.channel, 1)
    assert "Knock-out: 1. " in words(standings)
    await do(room, maya, "close", None)
    await settled(room)
    assert any(f"Champion: **{name_of(room, winner)}**" in one for one in texts(room.channel))
    lines = part_of(await exported(maya, room.channel), "standings.csv")
    stages = [row for row in lines if row["division"] == "knockout"]
    assert [row["place"] for row in stages if row["withdrawn"] == "0"] == [*"123456"]
