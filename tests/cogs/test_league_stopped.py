"""The program is killed right after something was stored that concerns a season and its tables:
nothing but the database knows of it. Everything is told and done by what starts next, once; and the
same without a restart, by the sweeps."""

from collections.abc import Awaitable, Callable

import pytest
import simcord

from bot.clocks import LiveClock, TimeRules
from bot.leagues import acting, people
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Substitute, Withdraw
from bot.leagues.result_acts import Correct, Void
from bot.leagues.season_transaction import SeasonView
from bot.moderation import acting as desk
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import CorrectResult, EndGame, replace_player
from bot.tables import Moderator, Person, Table, computers
from cogs.leagues.season_sweep import open_ready
from cogs.telling.carry_on import sweep
from tests.cogs.conftest import Room
from tests.cogs.season_tables import (
    MODERATOR,
    drawn,
    look,
    playing,
    settled,
    take_turn,
    texts,
    thread_of,
)
from tests.tables.acts import notes_of
from tests.tables.playing import refused

WHY = "The line was cut."
WaysOn = Callable[[Room], Awaitable[None]]


async def _restarted(room: Room) -> None:
    await room.restart()
    await look(room)


async def _swept(room: Room) -> None:
    await look(room)
    await sweep(room.bot)
    await settled(room)


@pytest.fixture(params=[_restarted, _swept], ids=["restarted", "swept"])
def go_on(request: pytest.FixtureRequest) -> WaysOn:
    """How the program goes on."""
    way: WaysOn = request.param
    return way


async def begun(room: Room) -> tuple[SeasonView, Table]:
    """A season of pairs, and the game of its first table, in which everybody has played a turn."""
    season = await drawn(room, time=TimeRules(LiveClock(30)))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    for _ in range(4):
        await take_turn(room, table.id)
    await sweep(room.bot)
    await settled(room)
    return season, await room.bot.tables.table(table.id)


def moderator(room: Room) -> Moderator:
    """Somebody who moderates and plays nowhere."""
    return Moderator(MODERATOR, room.guild.id)


def newcomer(room: Room) -> Person:
    """Somebody who plays nowhere yet."""
    eve: simcord.MemberActor = room.guild.add_member(room.env.create_user("eve"))
    return Person(eve.id, eve.name)


async def told_once(room: Room, go_on: WaysOn, table: Table, league: str, thread: str) -> None:
    """However often the program goes on, these words stand once in the channel of the league (or
    nothing is told there), and these once in the table's thread."""
    for _ in range(2):
        await go_on(room)
        assert sum(league in one for one in texts(room.channel)) == 1 or not league
        assert sum(thread in one for one in texts(thread_of(room, table))) == 1
    assert (await room.bot.leagues.read(1)).untold == ()
    assert await notes_of(room.bot.tables, table.id) == ()


async def test_a_table_taken_out(room: Room, go_on: WaysOn) -> None:
    season, table = await begun(room)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator(room), Void(1), WHY)
    await told_once(
        room, go_on, table, "removed table 1 from the season", "This table no longer counts for"
    )


async def test_a_seat_and_a_result_are_changed_by_the_season(room: Room) -> None:
    """What a table's act would change is an act of the season; an older button's is refused."""
    season, table = await begun(room)
    leagues, entry, eve = room.bot.leagues, table.seats[1].user_id, newcomer(room)
    assert entry is not None
    stake = await acting.stake_of(leagues, table.id)
    for act, instead in (
        (replace_player(1, eve), Substitute(entry, eve.id)),
        (replace_player(1, None), Withdraw(entry)),
    ):
        found = await acting.season_act_for(leagues, table, act)
        assert found is not None and found[1] == instead
        await refused(
            "act-of-season",
            desk.do(AtTable(room.bot.tables, table.id, stake), moderator(room), act, WHY),
        )
    assert await acting.season_act_for(leagues, table, EndGame(counts=True)) is None
    drawn = season.state.tables[1].entries
    points = {one.user_id: 40 * seat for seat, one in enumerate(table.seats)}
    typed = CorrectResult(tuple(points.values()))
    found = await acting.season_act_for(leagues, table, typed)
    assert found is not None
    assert found[1] == Correct(1, tuple(points[one] for one in drawn)), "in the order of the draw"
    assert await room.bot.tables.table(table.id) == table


async def test_a_season_given_up(room: Room, go_on: WaysOn) -> None:
    season, table = await begun(room)
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await told_once(room, go_on, table, "", "The player left the season.")
    assert (await room.bot.tables.table(table.id)).seats[0].user_id is None


async def test_a_substitute(room: Room, go_on: WaysOn) -> None:
    season, table = await begun(room)
    gone, eve = table.seats[0].user_id, newcomer(room)
    assert gone is not None
    act = Substitute(gone, eve.id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator(room), act, WHY)
    await told_once(room, go_on, table, "brought in", "gave the seat of")
    assert (await room.bot.tables.table(table.id)).seats[0].user_id == eve.id


async def test_a_game_ended_by_a_moderator(room: Room, go_on: WaysOn) -> None:
    season, table = await begun(room)
    act = EndGame(counts=True)
    await desk.do(AtTable(room.bot.tables, table.id), moderator(room), act, WHY)
    await told_once(room, go_on, table, "Table 1 of Rainy season: 1. ", "ended the game")
    assert list((await room.bot.leagues.read(season.id)).state.results) == [1]


async def test_a_time_out(room: Room, go_on: WaysOn) -> None:
    """It counts once, also where it is the table's channel that nobody may write in."""
    season, table = await begun(room)
    [asked] = (await room.bot.tables.read(table.id)).waiting
    assert await computers.time_over(room.bot.tables, table.id, asked)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    for _ in range(2):
        await go_on(room)
        state = (await room.bot.leagues.read(season.id)).state
        assert state.time_outs == {(1, table.seats[asked].user_id): 1}
