"""Games for a season's tables: opened, dealt, counted, rewound, several at a time."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Counted, Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.notes import TurnTimedOut
from bot.seasons.events import Reopened, Rules, Stage
from bot.seasons.results import Result
from bot.store import Store, outbox
from bot.store import leagues as of_leagues
from bot.store import leagues as stored_leagues
from bot.store import tables as stored
from bot.store.database import ChangedMeanwhileError
from bot.tables import Confirmed, Options, Person, Table, Tables
from tests.leagues.changes import correct, create_league, create_season, substitute, void, withdraw
from tests.leagues.played import GUILD, MODERATOR, drawn, some_result, swapped
from tests.store.databases import on_both
from tests.tables.acts import (
    add_computer,
    join,
    open_lobby,
    open_scheduled,
    play_computers,
    start,
    start_scheduled,
)
from tests.tables.playing import CHANNEL, Clock, last_legal, play, refused

# --- Real games for a season's tables: opened, counted, rewound -----------------------------------

NAMES = {number: Person(number, f"Player {number}") for number in range(101, 120)}
FOUR = (101, 102, 103, 104)


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables with plain computers, in the database of the leagues."""
    return Tables(store, think=last_legal, now=clock)


async def season_of_pairs(leagues: Leagues) -> SeasonView:
    return await drawn(leagues, FOUR, Rules(seats=2, stages=(Stage(games=1),), division_size=4))


async def game_of(
    tables: Tables, people: tuple[int | None, ...], *, channel: int = CHANNEL
) -> Table:
    """A started game of these people, computers where there is None."""
    seated = [person for person in people if person is not None]
    table = await open_lobby(tables, 1, channel, NAMES[seated[0]])
    for person in seated[1:]:
        await join(tables, table.id, NAMES[person])
    for _ in range(people.count(None)):
        await add_computer(tables, table.id, NAMES[seated[0]])
    return await start(tables, table.id, NAMES[seated[0]], seed="7")


async def to_the_end(tables: Tables, table: Table) -> list[Confirmed]:
    """All its turns."""
    told = await play_computers(tables, table.id)
    while not told or not told[-1].finished:
        told += await play(tables, table, 1)
        if not told[-1].finished:
            told += await play_computers(tables, table.id)
    return told


async def first_game_over(leagues: Leagues, tables: Tables) -> tuple[SeasonView, Table, Confirmed]:
    """A season whose first game was played to its end, and is not counted yet: the season, the
    game, and its last turn."""
    season = await season_of_pairs(leagues)
    first = (await games.ready(leagues, season.id))[0]
    table = await game_of(tables, first.people)
    await games.opened(leagues, season.id, first.number, table)
    last = (await to_the_end(tables, table))[-1]
    return season, table, last


async def game_finished(leagues: Leagues, confirmed: Confirmed, rewinds: int = 0) -> Counted | None:
    """Count the result of a game that this turn may have ended."""
    if not confirmed.finished or confirmed.standings is None:
        return None
    return await games.game_over(
        leagues,
        confirmed.table.id,
        confirmed.table.version,
        confirmed.standings,
        rewinds=rewinds,
    )


@on_both
async def test_a_finished_game_counts_itself_once(leagues: Leagues, tables: Tables) -> None:
    season = await season_of_pairs(leagues)
    first, second = await games.ready(leagues, season.id)
    table = await game_of(tables, first.people)
    scheduled = await games.opened(leagues, season.id, first.number, table)
    assert (scheduled.status, scheduled.table_id) == ("playing", table.id)
    assert [t.number for t in await games.ready(leagues, season.id)] == [second.number]

    told = await to_the_end(tables, table)
    assert await game_finished(leagues, told[0]) is None
    counted = await game_finished(leagues, told[-1])
    assert counted is not None
    assert counted.changed
    assert counted.table == first.number
    standings = told[-1].standings
    assert standings is not None
    for line, person in zip(counted.result.lines, first.people, strict=True):
        assert line.entry == person
        seat = next(h.seat for h in table.seats if h.user_id == person)
        reached = next(row for row in standings if row["seat"] == seat)
        assert (line.place, line.points4) == (reached["place"], reached["points4"])
        turns = [c for c in told if c.seat == seat and c.actions[-1] == "end"]
        assert line.turns == ((person, len(turns)),)
        assert 20 <= len(turns) <= 30
        assert line.computer_turns == 0
    again = await game_finished(leagues, told[-1])
    assert again is not None
    assert not again.changed
    assert again.season.version == counted.season.version
    statuses = {t.number: t.status for t in await games.schedule(leagues, season.id)}
    assert statuses == {first.number: "finished", second.number: "waiting"}
    assert len(await queries.ratings(leagues, season.league_id, 2)) == 2


@on_both
async def test_a_game_that_was_set_back_and_ends_otherwise_is_corrected(
    leagues: Leagues, tables: Tables
) -> None:
    season, table, last = await first_game_over(leagues, tables)
    [over] = await leagues.store.read(of_leagues.games_over, season.id)
    assert over.table_id == table.id
    await game_finished(leagues, last)
    assert not await leagues.store.read(of_leagues.games_over, season.id), "counted as it is"
    assert last.standings is not None
    otherwise = [{**row, "points4": row["points4"] + 4} for row in last.standings]
    counted = await game_finished(leagues, replace(last, standings=otherwise), rewinds=1)
    assert counted is not None
    assert counted.changed
    log = await queries.history(leagues, season.id)
    assert [event.payload["event"] for event in log[-2:]] == ["Finished", "Corrected"]
    assert log[-1].payload["reason"]


@on_both
async def test_a_game_ended_early_and_set_back_counts_as_it_was_played(
    leagues: Leagues, tables: Tables
) -> None:
    _, table, last = await first_game_over(leagues, tables)
    assert last.standings is not None
    early = [{**row, "points4": 4} for row in last.standings]
    ended = await games.game_over(
        leagues, table.id, 4, early, by=MODERATOR, reason="late", how="adjudicated"
    )
    assert ended is not None and ended.result.how == "adjudicated"
    counted = await game_finished(leagues, last, rewinds=1)
    assert counted is not None and counted.changed and counted.result.how == "played"
    assert counted.season.state.results[ended.table] == counted.result


@on_both
async def test_a_computer_plays_for_who_gave_up_and_changes_no_rating(
    leagues: Leagues, tables: Tables
) -> None:
    season = await season_of_pairs(leagues)
    first = (await games.ready(leagues, season.id))[0]
    gone, staying = first.entries
    await withdraw(leagues, season.id, gone, by=gone)
    first = next(t for t in await games.ready(leagues, season.id) if t.number == first.number)
    assert first.people == (None, staying)
    table = await game_of(tables, first.people)
    await games.opened(leagues, season.id, first.number, table)
    counted = await game_finished(leagues, (await to_the_end(tables, table))[-1])
    assert counted is not None
    mine = next(line for line in counted.result.lines if line.entry == gone)
    assert mine.turns == ()
    assert mine.computer_turns >= 20
    assert await queries.ratings(leagues, season.league_id, 2) == []


@on_both
async def test_only_the_right_people_can_play_a_table(leagues: Leagues, tables: Tables) -> None:
    season = await season_of_pairs(leagues)
    first, second = await games.ready(leagues, season.id)
    table = await game_of(tables, first.people)
    lobby = await open_lobby(tables, 1, CHANNEL + 1, NAMES[101])
    await refused("other-people", games.opened(leagues, season.id, second.number, table))
    await refused("other-people", games.opened(leagues, season.id, first.number, lobby))
    await refused("no-table-in-season", games.opened(leagues, season.id, 99, table))
    opened = await games.opened(leagues, season.id, first.number, table)
    assert await games.opened(leagues, season.id, first.number, table) == opened, "once is enough"
    another = await game_of(tables, first.people, channel=CHANNEL + 2)
    await refused("table-taken", games.opened(leagues, season.id, first.number, another))


@on_both
async def test_a_game_given_up_leaves_its_table_waiting(leagues: Leagues, tables: Tables) -> None:
    season = await season_of_pairs(leagues)
    first = (await games.ready(leagues, season.id))[0]
    table = await game_of(tables, first.people)
    await refused("not-played", games.release(leagues, season.id, first.number))
    await games.opened(leagues, season.id, first.number, table)
    assert await games.table_of_game(leagues, table.id) is not None
    await games.release(leagues, season.id, first.number)
    assert await games.table_of_game(leagues, table.id) is None
    assert first.number in [t.number for t in await games.ready(leagues, season.id)]


@on_both
async def test_time_outs_are_noted_until_the_table_is_over(
    leagues: Leagues, tables: Tables
) -> None:
    season = await season_of_pairs(leagues)
    first = (await games.ready(leagues, season.id))[0]
    table = await game_of(tables, first.people)

    async def late(version: int) -> Mapping[tuple[int, int], int]:
        late_turn = TurnTimedOut(0, version)
        await tables.store.write(outbox.add, [late_turn], table_id=table.id)
        assert await leagues.store.read(outbox.tables_with, (TurnTimedOut,), leagues.shards) == [
            table.id
        ]
        for _ in range(2):
            await games.take_over_time_outs(leagues, table.id)
        assert await leagues.store.read(outbox.tables_with, (TurnTimedOut,), leagues.shards) == []
        return (await leagues.read(season.id)).state.time_outs

    assert await late(5) == {}, "a game of no season"
    await games.opened(leagues, season.id, first.number, table)
    entry = table.seats[0].user_id
    assert await late(10) == {(first.number, entry): 1}
    assert await late(15) == {(first.number, entry): 2}
    await void(leagues, season.id, first.number, by=MODERATOR, reason="never played")
    assert await late(20) == {(first.number, entry): 2}


@on_both
async def test_a_game_of_no_season_is_none_of_its_business(
    leagues: Leagues, tables: Tables
) -> None:
    table = await game_of(tables, (101, 102))
    assert await games.table_of_game(leagues, table.id) is None
    turn = (await play(tables, table, 1))[-1]
    assert await game_finished(leagues, replace(turn, finished=True, standings=[])) is None


@on_both
async def test_of_two_who_open_a_table_one_is_refused(leagues: Leagues, tables: Tables) -> None:
    season = await season_of_pairs(leagues)
    first, second = await games.ready(leagues, season.id)
    people = [NAMES[person] for person in first.people if person is not None]
    table = await open_scheduled(
        tables, 1, CHANNEL, people, Options(), host_id=people[0].id, claim=games.claim_for(first)
    )
    with pytest.raises(ChangedMeanwhileError):
        await open_scheduled(
            tables,
            1,
            CHANNEL + 1,
            people,
            Options(),
            host_id=people[0].id,
            claim=games.claim_for(first),
        )
    assert await tables.store.read(stored.open_in_channel, CHANNEL + 1) is None, (
        "nothing is left of it"
    )
    assert [one.number for one in await games.being_opened(leagues, season.id)] == [first.number]
    assert [one.number for one in await games.ready(leagues, season.id)] == [second.number]
    await refused("other-people", games.opened(leagues, season.id, first.number, table))
    table = await start_scheduled(tables, table.id, people)
    scheduled = await games.opened(leagues, season.id, first.number, table)
    assert (scheduled.status, scheduled.seats) == ("playing", first.entries)
    assert await games.being_opened(leagues, season.id) == []


@on_both
async def test_nothing_opens_before_the_start(leagues: Leagues, clock: Clock) -> None:
    season = await season_of_pairs(leagues)
    assert len(await games.ready(leagues, season.id)) == 2
    later = await create_season(
        leagues,
        season.league_id,
        SeasonSettings("Dry season", season.settings.rules, starts=clock() + timedelta(hours=1)),
        by=MODERATOR,
    )
    for person in FOUR:
        await sign_up(leagues, later.id, person)
    for number in season.state.tables:
        await void(leagues, season.id, number, by=MODERATOR, reason="rain")
    await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    await season_lifecycle.draw(leagues, later.id, by=MODERATOR)
    assert await games.ready(leagues, later.id) == []
    clock.pass_by(timedelta(hours=1))
    assert len(await games.ready(leagues, later.id)) == 2


@on_both
async def test_a_substitute_of_two_divisions_plays_one_table_at_a_time(leagues: Leagues) -> None:
    season = await drawn(
        leagues,
        FOUR,
        Rules(seats=2, stages=(Stage(games=1),), division_size=2, promoted=1, relegated=1),
    )
    assert len(await games.ready(leagues, season.id)) == 2
    top, below = (division.entries for division in season.state.divisions)
    await withdraw(leagues, season.id, below[0], by=MODERATOR)
    await substitute(leagues, season.id, below[0], top[0], by=MODERATOR)
    assert len(await games.ready(leagues, season.id)) == 1


@on_both
async def test_a_result_corrected_later_stays(
    leagues: Leagues, tables: Tables, clock: Clock
) -> None:
    season, table, last = await first_game_over(leagues, tables)
    clock.pass_by(timedelta(minutes=1))
    counted = await game_finished(leagues, last)
    assert counted is not None and last.standings is not None
    corrected = replace(
        counted.result,
        lines=tuple(replace(one, place=1, points4=0) for one in counted.result.lines),
    )
    await correct(leagues, season.id, corrected, by=MODERATOR, reason="both cheated")
    again = await games.game_over(leagues, table.id, last.table.version, last.standings)
    assert again is not None and not again.changed and again.result == corrected
    leagues.counted.clear()  # as in a program that was started anew
    assert await games.count_finished(leagues, tables) == []
    clock.pass_by(timedelta(minutes=1))
    again = await games.game_over(
        leagues,
        table.id,
        last.table.version,
        last.standings,
        by=MODERATOR,
        reason="no",
        rewinds=1,
    )
    assert again is not None and again.changed and again.result == counted.result
    newest = (await queries.history(leagues, season.id))[-1]
    assert (newest.user_id, newest.payload["reason"]) == (MODERATOR, "no")


# --- At how many tables of a season people play at a time -----------------------------------------

SEVEN = tuple(range(1, 8))


async def season_of_seven(leagues: Leagues, at_once: int, rules: Rules | None = None) -> SeasonView:
    """7 people at tables of 4: 7 tables, everybody meets everybody twice."""
    league = await create_league(leagues, GUILD, "The long count")
    settings = SeasonSettings("Rainy season", rules or Rules(), at_once=at_once)
    season = await create_season(leagues, league.id, settings, by=MODERATOR)
    for person in SEVEN:
        await sign_up(leagues, season.id, person)
    return await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)


async def most_at_once(leagues: Leagues, season: SeasonView) -> tuple[int, int]:
    """How many tables can open at the start, and at how many of them one person sits."""
    ready = await games.ready(leagues, season.id)
    seated = [person for table in ready for person in table.people]
    return len(ready), max(seated.count(person) for person in SEVEN)


@on_both
@pytest.mark.parametrize(
    ("at_once", "expected"), [(1, (1, 1)), (2, (2, 2)), (4, (6, 4)), (5, (7, 4))]
)
async def test_a_person_plays_at_so_many_tables(
    leagues: Leagues, at_once: int, expected: tuple[int, int]
) -> None:
    season = await season_of_seven(leagues, at_once)
    opened, seats = await most_at_once(leagues, season)
    assert seats == expected[1] and opened >= expected[0]


@on_both
async def test_the_next_opens_when_one_is_over(leagues: Leagues) -> None:
    season = await season_of_seven(leagues, 2)
    played = 0
    while ready := await games.ready(leagues, season.id):
        seated = [person for table in ready for person in table.people]
        assert max(map(seated.count, SEVEN)) <= 2
        result = some_result((await leagues.read(season.id)).state, ready[0], random.Random(1))
        await games.count(leagues, season.id, result)
        played += 1
    assert played == 7


@on_both
async def test_all_tables_of_a_round_at_once(leagues: Leagues) -> None:
    rules = Rules(seats=2, stages=(Stage(games=3, in_rounds=True),), division_size=8)
    season = await season_of_seven(leagues, 0, rules)
    ready = await games.ready(leagues, season.id)
    assert {table.round for table in ready} == {0}
    assert len(ready) == sum(t.round == 0 for t in season.state.tables.values())


# --- Ratings that two seasons of one league change at the same moment -----------------------------

PEOPLE = range(1, 8)


async def begun(leagues: Leagues, league_id: int) -> int:
    """A season that is drawn."""
    settings = SeasonSettings("Rainy season")
    season = await create_season(leagues, league_id, settings, by=MODERATOR)
    for person in PEOPLE:
        await sign_up(leagues, season.id, person)
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=season.id)
    return season.id


async def results(leagues: Leagues, season_id: int) -> AsyncIterator[Result]:
    """What the tables of a season are played as, each once the one before is counted."""
    chance = random.Random(season_id)
    while ready := await games.ready(leagues, season_id):
        yield some_result((await leagues.read(season_id)).state, ready[0], chance)


@on_both
async def test_a_result_is_corrected_while_the_next_season_is_played(leagues: Leagues) -> None:
    league = await create_league(leagues, GUILD, "The long count")
    first = await begun(leagues, league.id)
    async for result in results(leagues, first):
        await games.count(leagues, first, result)
        corrected = result
    await season_lifecycle.close(leagues, first, by=MODERATOR)
    second = await begun(leagues, league.id)
    async with leagues.open(first) as season:  # no act does it once the next one is drawn, unless
        season.happen(Reopened("Misread."), by=MODERATOR)  # both are done at the same moment
    async for result in results(leagues, second):
        corrected = swapped(corrected)
        await asyncio.gather(
            correct(leagues, first, corrected, by=MODERATOR, reason="Misread."),
            games.count(leagues, second, result),
        )

    steps = await leagues.store.read(stored_leagues.rating_history, league.id)
    assert len(steps) == 2 * 7 * 4  # two seasons of 7 tables of 4
    newest = {(step.after.user_id, step.after.players): step.after for step in steps}
    now = await leagues.store.read(stored_leagues.ratings_of, league.id)
    assert {(one.user_id, one.players): one for one in now} == newest
    async with leagues.open(second) as season:
        assert await season.rating_history_anew() == steps
