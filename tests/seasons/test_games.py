"""Real games for a season's tables: opened, counted by themselves, set back."""

from dataclasses import replace

import pytest

from bot.leagues.events import Rules
from bot.seasons import Seasons, SeasonView
from bot.store import Store
from bot.tables import Confirmed, Person, Table, Tables
from tests.seasons.played import MODERATOR, drawn
from tests.tables.playing import CHANNEL, Clock, last_legal, play, refused

NAMES = {number: Person(number, f"Player {number}") for number in range(101, 120)}
FOUR = (101, 102, 103, 104)


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables with plain computers, in the database of the seasons."""
    return Tables(store, think=last_legal, now=clock)


async def season_of_pairs(seasons: Seasons) -> SeasonView:
    return await drawn(seasons, FOUR, Rules(seats=2, games=1, division_size=4))


async def game_of(
    tables: Tables, people: tuple[int | None, ...], *, channel: int = CHANNEL
) -> Table:
    """A started game of these people, computers where there is None."""
    seated = [person for person in people if person is not None]
    table = await tables.open(1, channel, NAMES[seated[0]])
    for person in seated[1:]:
        await tables.join(table.id, NAMES[person])
    for _ in range(people.count(None)):
        await tables.add_computer(table.id, NAMES[seated[0]])
    return await tables.start(table.id, NAMES[seated[0]], seed="7")


async def to_the_end(tables: Tables, table: Table) -> list[Confirmed]:
    """All its turns."""
    told = await tables.play_computers(table.id)
    while not told or not told[-1].finished:
        told += await play(tables, table, 1)
        if not told[-1].finished:
            told += await tables.play_computers(table.id)
    return told


async def test_a_finished_game_counts_itself_once(seasons: Seasons, tables: Tables) -> None:
    season = await season_of_pairs(seasons)
    first, second = await seasons.ready(season.id)
    table = await game_of(tables, first.people)
    scheduled = await seasons.opened(season.id, first.number, table)
    assert (scheduled.status, scheduled.table_id) == ("playing", table.id)
    assert [t.number for t in await seasons.ready(season.id)] == [second.number]

    told = await to_the_end(tables, table)
    assert await seasons.game_finished(told[0]) is None
    counted = await seasons.game_finished(told[-1])
    assert counted is not None
    assert counted.changed
    assert counted.table == first.number
    standings = told[-1].standings
    assert standings is not None
    for line, person in zip(counted.result.lines, first.people, strict=True):
        assert line.entry == person
        seat = next(h.seat for h in table.holders if h.user_id == person)
        reached = next(row for row in standings if row["seat"] == seat)
        assert (line.place, line.points4) == (reached["place"], reached["points4"])
        turns = [c for c in told if c.seat == seat and c.actions[-1] == "end"]
        assert line.turns == ((person, len(turns)),)
        assert 20 <= len(turns) <= 30
        assert line.computer_turns == 0
    again = await seasons.game_finished(told[-1])
    assert again is not None
    assert not again.changed
    assert again.season.version == counted.season.version
    statuses = {t.number: t.status for t in await seasons.schedule(season.id)}
    assert statuses == {first.number: "finished", second.number: "waiting"}
    assert len(await seasons.ratings(season.league_id, 2)) == 2


async def test_a_game_that_was_set_back_and_ends_otherwise_is_corrected(
    seasons: Seasons, tables: Tables
) -> None:
    season = await season_of_pairs(seasons)
    first = (await seasons.ready(season.id))[0]
    table = await game_of(tables, first.people)
    await seasons.opened(season.id, first.number, table)
    last = (await to_the_end(tables, table))[-1]
    await seasons.game_finished(last)
    assert last.standings is not None
    otherwise = [{**row, "points4": row["points4"] + 4} for row in last.standings]
    counted = await seasons.game_finished(replace(last, standings=otherwise))
    assert counted is not None
    assert counted.changed
    log = await seasons.history(season.id)
    assert [event.payload["event"] for event in log[-2:]] == ["Finished", "Corrected"]
    assert log[-1].payload["reason"]


async def test_a_computer_plays_for_who_gave_up_and_changes_no_rating(
    seasons: Seasons, tables: Tables
) -> None:
    season = await season_of_pairs(seasons)
    first = (await seasons.ready(season.id))[0]
    gone, staying = first.entries
    await seasons.withdraw(season.id, gone, by=gone)
    first = next(t for t in await seasons.ready(season.id) if t.number == first.number)
    assert first.people == (None, staying)
    table = await game_of(tables, first.people)
    await seasons.opened(season.id, first.number, table)
    counted = await seasons.game_finished((await to_the_end(tables, table))[-1])
    assert counted is not None
    mine = next(line for line in counted.result.lines if line.entry == gone)
    assert mine.turns == ()
    assert mine.computer_turns >= 20
    assert await seasons.ratings(season.league_id, 2) == []


async def test_only_the_right_people_can_play_a_table(seasons: Seasons, tables: Tables) -> None:
    season = await season_of_pairs(seasons)
    first, second = await seasons.ready(season.id)
    table = await game_of(tables, first.people)
    lobby = await tables.open(1, CHANNEL + 1, NAMES[101])
    await refused("other-people", seasons.opened(season.id, second.number, table))
    await refused("other-people", seasons.opened(season.id, first.number, lobby))
    await refused("no-table", seasons.opened(season.id, 99, table))
    await seasons.opened(season.id, first.number, table)
    await refused("table-taken", seasons.opened(season.id, first.number, table))


async def test_a_game_given_up_leaves_its_table_waiting(seasons: Seasons, tables: Tables) -> None:
    season = await season_of_pairs(seasons)
    first = (await seasons.ready(season.id))[0]
    table = await game_of(tables, first.people)
    await refused("not-played", seasons.let_go(season.id, first.number))
    await seasons.opened(season.id, first.number, table)
    assert await seasons.of_game(table.id) is not None
    await seasons.let_go(season.id, first.number)
    assert await seasons.of_game(table.id) is None
    assert first.number in [t.number for t in await seasons.ready(season.id)]


async def test_time_outs_are_noted_until_the_table_is_over(
    seasons: Seasons, tables: Tables
) -> None:
    season = await season_of_pairs(seasons)
    first = (await seasons.ready(season.id))[0]
    table = await game_of(tables, first.people)
    assert await seasons.timed_out(table.id, 0) is None
    await seasons.opened(season.id, first.number, table)
    seen = await seasons.timed_out(table.id, 0)
    assert seen is not None
    entry = table.holders[0].user_id
    assert seen.state.time_outs == {(first.number, entry): 1}
    await seasons.void(season.id, first.number, by=MODERATOR, reason="never played")
    after = await seasons.timed_out(table.id, 0)
    assert after is not None
    assert after.state.time_outs == seen.state.time_outs


async def test_a_game_of_no_season_is_none_of_its_business(
    seasons: Seasons, tables: Tables
) -> None:
    table = await game_of(tables, (101, 102))
    assert await seasons.of_game(table.id) is None
    turn = (await play(tables, table, 1))[-1]
    assert await seasons.game_finished(replace(turn, finished=True, standings=[])) is None
