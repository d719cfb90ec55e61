"""Games for a season's tables: opened, dealt, counted, rewound, several at a time."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.model.league import LeagueTable
from bot.model.notes import TurnTimedOut
from bot.seasons.events import Reopened, Rules, Stage
from bot.store import leagues as of_leagues
from bot.store import outbox
from bot.store import tables as stored
from bot.store.database import ChangedMeanwhileError
from bot.tables import Confirmed, Options, Person, Table, Tables
from tests.leagues.changes import correct, happens, substitute, void, withdraw
from tests.leagues.played import MODERATOR, PEOPLE, begun_game, drawn, play_on, some_result, swapped
from tests.store.databases import on_both
from tests.tables.acts import (
    join,
    open_lobby,
    open_scheduled,
    play_computers,
    start,
    start_scheduled,
)
from tests.tables.playing import CHANNEL, Clock, play, refused

NAMES = {number: Person(number, f"Player {number}") for number in range(101, 120)}
FOUR, SEVEN = PEOPLE[:4], PEOPLE[:7]
PAIRS = Rules(seats=2, stages=(Stage(games=1),), division_size=4)


async def game_of(tables: Tables, people: Sequence[int | None], channel: int = CHANNEL) -> Table:
    """A game of these people that began without the season."""
    host, *others = [NAMES[person] for person in people if person is not None]
    table = await open_lobby(tables, 1, channel, host)
    for person in others:
        await join(tables, table.id, person)
    return await start(tables, table.id, host, seed="7")


async def to_the_end(tables: Tables, table: Table) -> list[Confirmed]:
    """All turns of a game."""
    told = await play_computers(tables, table.id)
    while not told or not told[-1].finished:
        told += await play(tables, table, 1)
        if not told[-1].finished:
            told += await play_computers(tables, table.id)
    return told


@on_both
async def test_a_finished_game_counts_itself_once(leagues: Leagues, tables: Tables) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    first, second = await games.ready(leagues, season.id)
    scheduled, table = await begun_game(leagues, tables, season)
    assert (scheduled.status, scheduled.table_id) == ("playing", table.id)
    assert [t.number for t in await games.ready(leagues, season.id)] == [second.number]
    assert await games.count_game(leagues, tables, table.id) is None, "it is being played"

    told = await to_the_end(tables, table)
    [over] = await leagues.store.read(of_leagues.games_over, season.id)
    assert over.table_id == table.id
    counted = await games.count_game(leagues, tables, table.id)
    assert counted is not None and counted.changed and counted.table == first.number
    assert not await leagues.store.read(of_leagues.games_over, season.id)
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
    again = await games.count_game(leagues, tables, table.id)
    assert again is not None and not again.changed
    assert again.season.version == counted.season.version
    moved = swapped(counted.result)
    await correct(leagues, season.id, moved, by=MODERATOR, reason="two seats were mixed up")
    assert await games.count_finished(leagues, tables) == [], "in a program that has just begun"
    again = await games.count_game(leagues, tables, table.id)
    assert again is not None and again.result == moved, "what was corrected stays"
    statuses = {t.number: t.status for t in await games.schedule(leagues, season.id)}
    assert statuses == {first.number: "finished", second.number: "waiting"}
    assert len(await queries.ratings(leagues, season.league_id, 2)) == 2


@on_both
async def test_what_moderators_decide_stays_until_the_game_is_set_back(
    leagues: Leagues, tables: Tables
) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    _, table = await begun_game(leagues, tables, season)
    last = (await to_the_end(tables, table))[-1]
    version, standings = last.table.version, last.standings
    assert standings is not None
    early = await games.game_over(
        leagues, table.id, 4, [{**row, "points4": 4} for row in standings],
        by=MODERATOR, reason="late", how="adjudicated",
    )  # fmt: skip
    assert early is not None and early.result.how == "adjudicated"
    played = await games.game_over(leagues, table.id, version, standings, rewinds=1)
    assert played is not None and played.changed and played.result.how == "played"
    assert played.season.state.results[early.table] == played.result
    log = await queries.history(leagues, season.id)
    assert [event.payload["event"] for event in log[-2:]] == ["Finished", "Corrected"]
    assert log[-1].payload["reason"]

    lines = tuple(replace(one, place=1, points4=0) for one in played.result.lines)
    both = replace(played.result, lines=lines)
    await correct(leagues, season.id, both, by=MODERATOR, reason="both cheated")
    again = await games.game_over(leagues, table.id, version, standings, rewinds=1)
    assert again is not None and not again.changed and again.result == both
    again = await games.game_over(
        leagues, table.id, version, standings, by=MODERATOR, reason="no", rewinds=2
    )
    assert again is not None and again.changed and again.result == played.result
    newest = (await queries.history(leagues, season.id))[-1]
    assert (newest.user_id, newest.payload["reason"]) == (MODERATOR, "no")


@on_both
async def test_a_computer_plays_for_who_gave_up_and_changes_no_rating(
    leagues: Leagues, tables: Tables
) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    gone, staying = (await games.ready(leagues, season.id))[0].entries
    await withdraw(leagues, season.id, gone, by=gone)
    first, table = await begun_game(leagues, tables, season)
    assert first.entries == (gone, staying) and first.people == (None, staying)
    await to_the_end(tables, table)
    counted = await games.count_game(leagues, tables, table.id)
    assert counted is not None
    mine = next(line for line in counted.result.lines if line.entry == gone)
    assert mine.turns == ()
    assert mine.computer_turns >= 20
    assert await queries.ratings(leagues, season.league_id, 2) == []


@on_both
async def test_only_the_right_people_can_play_a_table(leagues: Leagues, tables: Tables) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    first, second = await games.ready(leagues, season.id)
    table = await game_of(tables, first.people)
    lobby = await open_lobby(tables, 1, CHANNEL + 1, NAMES[101])
    await refused("other-people", games.opened(leagues, season.id, second.number, table))
    await refused("other-people", games.opened(leagues, season.id, first.number, lobby))
    await refused("no-table-in-season", games.opened(leagues, season.id, 99, table))
    opened = await games.opened(leagues, season.id, first.number, table)
    assert await games.opened(leagues, season.id, first.number, table) == opened, "once is enough"
    another = await game_of(tables, first.people, CHANNEL + 2)
    await refused("table-taken", games.opened(leagues, season.id, first.number, another))


@on_both
async def test_a_game_given_up_leaves_its_table_waiting(leagues: Leagues, tables: Tables) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    first, table = await begun_game(leagues, tables, season)
    assert await games.table_of_game(leagues, table.id) is not None
    await games.release(leagues, season.id, first.number)
    await refused("not-played", games.release(leagues, season.id, first.number))
    assert first.number in [t.number for t in await games.ready(leagues, season.id)]
    assert await games.table_of_game(leagues, table.id) is None
    last = (await to_the_end(tables, table))[-1]
    assert await games.count_game(leagues, tables, table.id) is None, "a game of no season"
    assert last.standings is not None
    over = await games.game_over(leagues, table.id, last.table.version, last.standings)
    assert over is None


@on_both
async def test_time_outs_are_noted_until_the_table_is_over(
    leagues: Leagues, tables: Tables
) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    first, table = await begun_game(leagues, tables, season)
    other = await game_of(tables, (101, 102), CHANNEL + 1)
    waiting = outbox.tables_with, (TurnTimedOut,), leagues.shards

    async def late(table: Table, version: int) -> Mapping[tuple[int, int], int]:
        await tables.store.write(outbox.add, [TurnTimedOut(0, version)], table_id=table.id)
        assert await leagues.store.read(*waiting) == [table.id]
        for _ in range(2):
            await games.take_over_time_outs(leagues, table.id)
        assert await leagues.store.read(*waiting) == []
        return (await leagues.read(season.id)).state.time_outs

    assert await late(other, 5) == {}, "a game of no season"
    entry = table.seats[0].user_id
    assert await late(table, 10) == {(first.number, entry): 1}
    assert await late(table, 15) == {(first.number, entry): 2}
    await void(leagues, season.id, first.number, by=MODERATOR, reason="never played")
    assert await late(table, 20) == {(first.number, entry): 2}


@on_both
async def test_of_two_who_open_a_table_one_is_refused(leagues: Leagues, tables: Tables) -> None:
    season = await drawn(leagues, FOUR, PAIRS)
    first, second = await games.ready(leagues, season.id)
    people = [NAMES[person] for person in first.people if person is not None]

    async def opening(channel: int) -> Table:
        return await open_scheduled(
            tables, 1, channel, people, Options(), host_id=people[0].id,
            claim=games.claim_for(first),
        )  # fmt: skip

    table = await opening(CHANNEL)
    with pytest.raises(ChangedMeanwhileError):
        await opening(CHANNEL + 1)
    left = await tables.store.read(stored.open_in_channel, CHANNEL + 1)
    assert left is None, "nothing is left of it"
    assert [one.number for one in await games.being_opened(leagues, season.id)] == [first.number]
    assert [one.number for one in await games.ready(leagues, season.id)] == [second.number]
    await refused("other-people", games.opened(leagues, season.id, first.number, table))
    table = await start_scheduled(tables, table.id, people)
    scheduled = await games.opened(leagues, season.id, first.number, table)
    assert (scheduled.status, scheduled.seats) == ("playing", first.entries)
    assert await games.being_opened(leagues, season.id) == []


# --- Which tables can open, and at how many people play at a time ---------------------------------


@on_both
async def test_nothing_opens_before_the_start(leagues: Leagues, clock: Clock) -> None:
    season = await drawn(leagues, FOUR, PAIRS, starts=clock() + timedelta(hours=1))
    assert await games.ready(leagues, season.id) == []
    clock.pass_by(timedelta(hours=1))
    assert len(await games.ready(leagues, season.id)) == 2


@on_both
async def test_a_substitute_of_two_divisions_plays_one_table_at_a_time(leagues: Leagues) -> None:
    season = await drawn(leagues, FOUR, replace(PAIRS, division_size=2, promoted=1, relegated=1))
    assert len(await games.ready(leagues, season.id)) == 2
    top, below = (division.entries for division in season.state.divisions)
    await withdraw(leagues, season.id, below[0], by=MODERATOR)
    await substitute(leagues, season.id, below[0], top[0], by=MODERATOR)
    assert len(await games.ready(leagues, season.id)) == 1


def most_seats(ready: Sequence[LeagueTable]) -> int:
    """At how many of these tables one person sits."""
    return max(Counter(person for table in ready for person in table.people).values())


@on_both
@pytest.mark.parametrize(
    ("at_once", "opened", "of_one"), [(1, 1, 1), (2, 2, 2), (4, 6, 4), (5, 7, 4)]
)
async def test_a_person_plays_at_so_many_tables(
    leagues: Leagues, at_once: int, opened: int, of_one: int
) -> None:
    """7 people at tables of 4: 7 tables, everybody meets everybody twice."""
    season = await drawn(leagues, SEVEN, at_once=at_once)
    ready = await games.ready(leagues, season.id)
    assert most_seats(ready) == of_one and len(ready) >= opened
    played, chance = 0, random.Random(1)
    while ready := await games.ready(leagues, season.id):
        assert most_seats(ready) <= at_once
        result = some_result((await leagues.read(season.id)).state, ready[0], chance)
        await games.count(leagues, season.id, result)
        played += 1
    assert played == 7, "the next ones open when one is over"


@on_both
async def test_all_tables_of_a_round_at_once(leagues: Leagues) -> None:
    rules = Rules(seats=2, stages=(Stage(games=3, in_rounds=True),), division_size=8)
    season = await drawn(leagues, SEVEN, rules, at_once=0)
    ready = await games.ready(leagues, season.id)
    assert {table.round for table in ready} == {0}
    assert len(ready) == sum(t.round == 0 for t in season.state.tables.values())


# --- Ratings that two seasons of one league change at the same moment -----------------------------


@on_both
async def test_a_result_is_corrected_while_the_next_season_is_played(leagues: Leagues) -> None:
    season = await play_on(leagues, await drawn(leagues, SEVEN))
    league, first, corrected = season.league_id, season.id, season.state.results[1]
    await season_lifecycle.close(leagues, first, by=MODERATOR)
    season = await drawn(leagues, SEVEN, league_id=league)
    # no act does it once the next one is drawn, unless both are done at the same moment
    await happens(leagues, first, Reopened("Misread."), by=MODERATOR)
    for table in await games.schedule(leagues, season.id):
        corrected = swapped(corrected)
        result = some_result(season.state, table, random.Random(table.number))
        await asyncio.gather(
            correct(leagues, first, corrected, by=MODERATOR, reason="Misread."),
            games.count(leagues, season.id, result),
        )

    steps = await leagues.store.read(of_leagues.rating_history, league)
    assert len(steps) == 2 * 7 * 4  # two seasons of 7 tables of 4
    own = await leagues.store.read(of_leagues.rating_history, league, SEVEN[0])
    assert own == [step for step in steps if step.after.user_id == SEVEN[0]]
    newest = {(step.after.user_id, step.after.players): step.after for step in steps}
    now = await leagues.store.read(of_leagues.ratings_of, league)
    assert {(one.user_id, one.players): one for one in now} == newest
    async with leagues.open(season.id) as opened:
        assert await opened.rating_history_anew() == steps
