"""The program is killed after something was stored that concerns a season and its tables:
nothing but the database knows of it, and what starts next, or a sweep, tells and does
everything, once. Killed also at every moment of an act: after each commit to the database in
turn nothing more is read, written or sent. On PostgreSQL a lock that was held lasts until the
server notices that its connection has ended."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from simcord import ChannelHandle, Env
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.clocks import LiveClock, TimeRules
from bot.leagues import acting, games, people
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Substitute, Withdraw
from bot.leagues.result_acts import EnterResult, Void
from bot.leagues.season_acts import Close
from bot.leagues.season_transaction import SeasonView
from bot.moderation import desk
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import EndGame, replace_player
from bot.refusal import Refusal
from bot.seasons.events import Stage
from bot.store import Store, moderation
from bot.store.postgres import Processes
from bot.tables import Moderator, Person, Table, computers, lobby
from cogs.leagues.league_channel import tell_season
from cogs.leagues.season_sweep import open_ready
from cogs.telling.carry_on import sweep
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import times_told
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    drawn,
    look,
    play,
    playing,
    settled,
    state_of,
    take_turn,
    thread_of,
)
from tests.leagues.played import some_result
from tests.store.databases import USUAL, on_both
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
    return request.param


async def begun(room: Room) -> Table:
    """The game of the first table of a season of pairs, in which everybody has played a turn."""
    season = await drawn(room, time=TimeRules(LiveClock(30)))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    for _ in range(4):
        await take_turn(room, table.id)
    await sweep(room.bot)
    await settled(room)
    return await room.bot.tables.table(table.id)


def moderator(room: Room) -> Moderator:
    """Somebody who moderates and plays nowhere."""
    return Moderator(MODERATOR, room.guild.id)


def newcomer(room: Room) -> Person:
    """Somebody who plays nowhere yet."""
    eve = room.guild.add_member(room.env.create_user("eve"))
    return Person(eve.id, eve.name)


async def decide(room: Room, act: SeasonAct) -> None:
    """An act of a moderator in the season, stored and not told yet."""
    await desk.do(InSeason(room.bot.leagues, 1), moderator(room), act, WHY)


async def told_once(room: Room, go_on: WaysOn, told: dict[str, ChannelHandle]) -> None:
    """However often the program goes on, these words stand once in their channels."""
    for _ in range(2):
        await go_on(room)
        for part, channel in told.items():
            assert times_told(channel, part) == 1, part
    assert (await room.bot.leagues.read(1)).untold == ()
    for game in (await games.games(room.bot.leagues, 1)).values():
        assert await notes_of(room.bot.tables, game.table_id) == ()


async def test_what_was_decided_about_people_and_tables(room: Room, go_on: WaysOn) -> None:
    """A substitute, somebody who gives up, and a table that is taken out."""
    table, eve = await begun(room), newcomer(room)
    other = (await playing(room, await room.bot.leagues.read(1)))[2]
    first, second = (seat.user_id for seat in table.seats)
    await decide(room, Substitute(first, eve.id))
    await people.give_up(room.bot.leagues, 1, second)
    await decide(room, Void(2))
    told = {
        "brought in": room.channel,
        "removed table 2 from the season": room.channel,
        "to **eve**: The line was cut.": thread_of(room, table),
        "The player left the season.": thread_of(room, table),
        "This table no longer counts towards": thread_of(room, other),
    }
    await told_once(room, go_on, told)
    seats = (await room.bot.tables.table(table.id)).seats
    assert [seat.user_id for seat in seats] == [eve.id, None]


async def test_a_game_ended_by_a_moderator(room: Room, go_on: WaysOn) -> None:
    table = await begun(room)
    act = EndGame(counts=True)
    await desk.do(AtTable(room.bot.tables, table.id), moderator(room), act, WHY)
    result, end = "Table 1 of Rainy season: 1. ", "ended the game"
    await told_once(room, go_on, {result: room.channel, end: thread_of(room, table)})
    assert list((await state_of(room)).results) == [1]


async def test_a_time_out(room: Room, go_on: WaysOn) -> None:
    """It counts once, also where it is the table's channel that nobody may write in."""
    table = await begun(room)
    [asked] = (await room.bot.tables.read(table.id)).waiting
    room.wait.ahead += timedelta(hours=1)
    assert await computers.time_over(room.bot.tables, table.id, asked)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    for _ in range(2):
        await go_on(room)
        state = await state_of(room)
        assert state.time_outs == {(1, table.seats[asked].user_id): 1}


async def test_a_seat_and_a_result_are_changed_by_the_season(room: Room) -> None:
    """What a table's act would change is an act of the season; at the table it is refused."""
    table = await begun(room)
    leagues, entry, eve = room.bot.leagues, table.seats[1].user_id, newcomer(room)
    place = AtTable(room.bot.tables, table.id, await acting.stake_of(leagues, table.id))
    for act, instead in (
        (replace_player(1, eve), Substitute(entry, eve.id, entry, named=True)),
        (replace_player(1, None), Withdraw(entry)),
    ):
        _, of_season = await acting.season_act_for(leagues, table, act)
        assert of_season == instead
        await refused("act-of-season", desk.do(place, moderator(room), act, WHY))
    assert await acting.season_act_for(leagues, table, EndGame(counts=True)) is None
    assert await room.bot.tables.table(table.id) == table


async def connections_end(store: Store) -> None:
    """What PostgreSQL does when the program at the other end is no more: its locks are free."""
    if not store.processes.several:
        return
    engine = create_async_engine(store.engine.url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    await engine.dispose()


class Killed(Exception):
    """The program is no more."""


class Death:
    """Kills the program after so many commits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        """How many commits are left; None while nothing is to happen."""
        self.dead = self.died = False
        writing, read, ask = Store.writing, Store.read, Processes._ask
        death = self

        @asynccontextmanager
        async def counted(store: Store) -> AsyncIterator[Any]:
            death.must_live()
            async with writing(store) as connection:
                yield connection
            if death.left is not None:
                death.left -= 1
                death.dead = death.left <= 0
            death.must_live()

        async def seen(store: Store, *args: Any, **more: Any) -> Any:
            death.must_live()
            return await read(store, *args, **more)

        async def asked(processes: Processes, *args: Any, **more: Any) -> Any:
            death.must_live()  # so that no lock is given back
            return await ask(processes, *args, **more)

        monkeypatch.setattr(Processes, "_ask", asked)
        monkeypatch.setattr(Store, "writing", counted)
        monkeypatch.setattr(Store, "read", seen)
        http = Env._record_error

        def unless_killed(env: Env, error: BaseException) -> None:
            return None if death.of(error) else http(env, error)

        monkeypatch.setattr(Env, "_record_error", unless_killed)

    def of(self, error: BaseException | None) -> bool:
        """Whether an error is because of it."""
        while error is not None and not isinstance(error, Killed):
            error = error.__cause__ or error.__context__ or getattr(error, "original", None)
        return error is not None

    def must_live(self) -> None:
        """Raises Killed where the program is dead."""
        if self.dead:
            raise Killed

    def over(self) -> bool:
        """Let the next program live; returns whether one died."""
        self.died, self.dead, self.left = self.dead, False, None
        return self.died

    @asynccontextmanager
    async def after(self, commits: int, room: Room) -> AsyncIterator[None]:
        """Kill the program after so many commits of what is done within; then the next one starts
        in the room. `died` says whether it came to that."""
        self.left = commits
        with suppress(Killed):
            yield
        self.over()
        await connections_end(room.bot.store)
        await room.restart()


@pytest.fixture
def death(monkeypatch: pytest.MonkeyPatch) -> Death:
    """Kills the program."""
    return Death(monkeypatch)


async def whole(room: Room, act: SeasonAct) -> None:
    """What a moderator's press does, up to its last word in the channel."""
    await decide(room, act)
    await tell_season(room.bot, 1)


async def looks(room: Room) -> None:
    """The program looks at the season three times, and tells everything; also at the tables."""
    for _ in range(3):
        await look(room)
        await sweep(room.bot)
        await settled(room)
    assert (await room.bot.leagues.read(1)).untold == ()


async def seated_now(room: Room, season: SeasonView) -> set[int | None]:
    """Who sits at the tables that are played."""
    tables = (await playing(room, season)).values()
    return {seat.user_id for table in tables for seat in table.seats}


@pytest.mark.parametrize("after", range(1, 7))
async def test_a_substitution(room: Room, death: Death, after: int) -> None:
    table = await begun(room)
    gone, eve = table.seats[0].user_id, newcomer(room)
    async with death.after(after, room):
        await whole(room, Substitute(gone, eve.id))
    await looks(room)
    assert (await state_of(room)).holder(gone) == eve.id
    assert (await room.bot.tables.table(table.id)).seats[0].user_id == eve.id
    # twice where it was killed between telling and noting it
    assert times_told(room.channel, "brought in") in (1, 2)


@on_both
@pytest.mark.parametrize("after", range(1, 6))  # the last one lets it come to its end
async def test_the_end_of_a_season(room: Room, death: Death, after: int) -> None:
    await play(room, await drawn(room))
    await look(room)
    async with death.after(after, room):
        await whole(room, Close())
    assert death.died is (after < 5)
    await looks(room)
    assert (await state_of(room)).phase == "finished"
    assert times_told(room.channel, "Champion") >= 1
    assert times_told(room.channel, "closed the season") >= 1


@pytest.mark.parametrize("after", range(1, 9))  # the last one lets it come to its end
async def test_what_is_decided_about_tables_that_were_opening(
    room: Room, death: Death, after: int
) -> None:
    """Killed while they open; then somebody else plays on at one, and the result of the other comes
    from elsewhere, so that no game goes on."""
    season = await drawn(room)
    gone, eve = season.state.tables[1].entries[0], newcomer(room)
    async with death.after(after, room):
        await open_ready(room.bot, season.id)
    assert death.died is (after < 8)
    await decide(room, Substitute(gone, eve.id))
    await decide(room, EnterResult(2, 1, (0, 200)))
    await looks(room)
    seated = await seated_now(room, season)
    assert eve.id in seated and gone not in seated
    assert 2 not in await playing(room, season)
    found = (await games.games(room.bot.leagues, season.id)).values()
    open_now = {game.table_id for game in found if game.status in ("lobby", "playing")}
    assert len(open_now) == len(await playing(room, season)), "no lobby is left behind"


async def test_a_substitution_in_the_middle_of_opening(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the thread is made for the old player, somebody else plays on."""
    season = await drawn(room)
    gone, eve = season.state.tables[1].entries[0], newcomer(room)
    open_scheduled = lobby.open_scheduled

    async def late(*args: Any, **more: Any) -> Any:
        if (await state_of(room)).holder(gone) == gone:
            await whole(room, Substitute(gone, eve.id))
        return await open_scheduled(*args, **more)

    monkeypatch.setattr(lobby, "open_scheduled", late)
    await open_ready(room.bot, season.id)
    await looks(room)
    seated = await seated_now(room, season)
    assert eve.id in seated and gone not in seated


@pytest.mark.parametrize("after", range(1, 4))
async def test_an_undoing(room: Room, death: Death, after: int) -> None:
    """It is done with the entry that says so, or not at all; then it can be done again."""
    season, leagues = await play(room, await drawn(room), 1), room.bot.leagues
    [number] = season.state.results
    done = await desk.do(InSeason(leagues, season.id), moderator(room), Void(number), WHY)

    async def undoing() -> Any:
        place = InSeason(room.bot.leagues, season.id)
        return await desk.undo_of(place, done.entry, moderator(room))

    act = await undoing()
    async with death.after(after, room):
        await whole(room, act)
    await looks(room)
    undone = await room.bot.store.read(moderation.undone, room.guild.id)
    state = await state_of(room)
    assert (number in state.results) is (done.entry.id in undone)
    if not undone:
        await whole(room, await undoing())
    assert (await state_of(room)).results == season.state.results
    with pytest.raises(Refusal, match="is already undone"):
        await undoing()


@pytest.mark.parametrize("after", range(1, 6))
async def test_a_result_entered_while_the_table_is_played(
    room: Room, death: Death, after: int
) -> None:
    table = await begun(room)
    async with death.after(after, room):
        await whole(room, EnterResult(1, 0, (240, 200)))
    await looks(room)
    assert (await state_of(room)).results[1].how == "elsewhere"
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    assert times_told(room.channel, "set the result of table 1") in (1, 2)
    assert times_told(thread_of(room, table), "this game is abandoned") in (1, 2)


@pytest.mark.parametrize(  # the last one lets it come to its end
    ("kind", "after"),
    with_long([(USUAL, n) for n in range(1, 19)], [("postgresql", n) for n in range(1, 19)]),
)
async def test_the_draw_of_a_final(room: Room, death: Death, after: int) -> None:
    final = Stage("final", 1, who="top", players=2)
    season = await drawn(room, replace(PAIRS, stages=(*PAIRS.stages, final)))
    leagues, chance = room.bot.leagues, random.Random(7)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    async with death.after(after, room):
        await look(room)
    assert death.died is (after < 18)
    await looks(room)
    season = await room.bot.leagues.read(season.id)
    [number] = [one.table for one in season.state.later[0].tables]
    assert set(await playing(room, season)) == {number}
    assert times_told(room.channel, "next round is drawn (Final)") in (1, 2)
