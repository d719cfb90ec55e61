"""/season result: tables that were played elsewhere, or that somebody lost by forfeit."""

import simcord

from bot.leagues import games, queries
from bot.leagues.acting import InSeason
from bot.leagues.result_acts import EnterResult
from bot.leagues.season_transaction import SeasonView
from bot.moderation import acting as desk
from bot.tables import Moderator
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.league_seasons import exported, part_of
from tests.cogs.moderators_page import propose, requests
from tests.cogs.season_commands import WHY, do, name_moderators, press_it
from tests.cogs.season_tables import drawn, look, playing, settled, texts, thread_of
from tests.tables.acts import audit_log

TABLE = 1


async def begun(room: Room, role: simcord.RoleHandle) -> SeasonView:
    """A season whose first tables are being played."""
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    assert TABLE in await playing(room, season)
    return season


async def form_sent(
    room: Room, maya: simcord.MemberActor, *points: str, table: int = TABLE
) -> simcord.ResponseMessage:
    """The preview after the form was sent, its lines filled in."""
    typed = " ".join(points)
    return answer(await propose(maya, room.channel, "result", table=table, points=typed))


def names_at(room: Room, season: SeasonView, table: int = TABLE) -> list[str]:
    people = {one.id: one.user.name for one in room.people}
    return [people[entry] for entry in season.state.tables[table].entries]


async def test_a_table_played_elsewhere_counts_and_its_game_here_is_given_up(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
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
    told = [one for one in texts(room.channel) if "entered the result" in one]
    assert len(told) == 1 and WHY in told[0]
    assert "61" in told[0] and "55½" in told[0] and "played elsewhere" in told[0]
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "elsewhere"
    assert season.untold == ()
    # nothing says that the game was given up without a result, and no game opens for it
    await look(room, minutes=2)
    assert not any("without a result" in one for one in texts(room.channel))
    assert TABLE not in await playing(room, season)
    standings = words(answer(await maya.slash(room.channel, "league standings")))
    assert "‡ played elsewhere" in standings and standings.count("‡") == 3
    schedule = words(answer(await maya.slash(room.channel, "league schedule")))
    assert "55½ · played elsewhere" in schedule
    winner = next(one for one in room.people if one.user.name == first)
    card = words(answer(await maya.slash(room.channel, "league card", person=winner)))
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
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await begun(room, role)
    first, second = names_at(room, season)
    shown = await form_sent(room, maya, "x", "0")
    said = words(shown).replace("*", "")
    assert f"Lost by forfeit: {first}." in said and f"{first} forfeit" in said
    await press_it(maya, shown)
    await settled(room)
    told = next(one for one in texts(room.channel) if "entered the result" in one)
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
    met = await queries.head_to_head(room.bot.leagues, season.league_id, loser, winner)
    assert met.games == 0
    standings = words(answer(await maya.slash(room.channel, "league standings")))
    assert standings.count("×") == 3 and "× by forfeit" in standings
    gone = next(one for one in room.people if one.id == loser)
    card = words(answer(await maya.slash(room.channel, "league card", person=gone)))
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
    assert "league result entered" in log and "forfeit" in log
    # a correction makes an ordinary result of it, and shows what it was
    shown = answer(await propose(maya, room.channel, "correct", table=TABLE, points="20 30"))
    assert "forfeit → 20" in words(shown)
    await press_it(maya, shown)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "corrected"
    assert len(await queries.ratings(room.bot.leagues, season.league_id, 2)) == 2


async def test_typed_at_once_and_mistyped(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await begun(room, role)
    for wrong in ("61", "61 y", "x", "1000 1"):
        refused = answer(await propose(maya, room.channel, "result", table=TABLE, points=wrong))
        assert "points" in words(refused), wrong
    nowhere = answer(await propose(maya, room.channel, "result", table=99))
    assert "There is no table 99" in words(nowhere)
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="X 40.25")
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].forfeits == (0,)
    # entered once more it replaces the first
    assert "audit log entry" in await do(room, maya, "result", table=TABLE, points="50 40")
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "elsewhere"


async def test_what_was_entered_can_be_undone_and_played_after_all(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await begun(room, role)
    await do(room, maya, "result", table=TABLE, points="60 50")
    await settled(room)
    await do(room, maya, "void", table=TABLE)
    await do(room, maya, "restore", table=TABLE)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "elsewhere"
    await do(room, maya, "replay", table=TABLE)
    await look(room, minutes=2)
    assert TABLE in await playing(room, season), "another game is opened for it"


async def test_killed_before_the_game_was_given_up(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
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
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
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


async def test_a_second_moderator_confirms_it(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await begun(room, role)
    await name_moderators(room, role, second=True)
    said = await do(room, maya, "result", table=TABLE, points="x 50")
    assert "another moderator" in said.lower()
    assert TABLE not in (await room.bot.leagues.read(season.id)).state.results
    other = room.guild.add_member(room.env.create_user("Noor"), roles=[role])
    waiting = answer(await requests(other, room.channel))
    assert "forfeit" in words(waiting)
    await other.click(waiting, label="Confirm")
    await settled(room)
    assert (await room.bot.leagues.read(season.id)).state.results[TABLE].how == "forfeit"
    assert len(await audit_log(room.bot.tables, room.guild.id)) == 1


async def test_a_game_ended_by_moderators_is_marked(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await begun(room, role)
    game = (await playing(room, season))[TABLE]
    thread = thread_of(room, game)
    shown = answer(await propose(maya, thread, "end", counts="yes"))
    await maya.click(shown, label="Confirm")
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    assert season.state.results[TABLE].how == "adjudicated"
    standings = words(answer(await maya.slash(room.channel, "league standings")))
    assert "§ decided by moderators" in standings
