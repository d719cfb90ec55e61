"""How long the pages and files of a large league take, and for how long at once they keep everybody
else waiting: 500 players, 5,000 games that are over, 40 of them the asking player's own with the
whole log of a real game each, and 500 games that are played.

Run with `scripts/test tests/benchmarks -k league_pages --benchmark-only -s`. The wait is the
longest time between two turns of a task that asks for the event loop every half millisecond, in
time of this process alone, so that a busy machine does not count; but for packing an export, which
runs beside the loop and counts where the machine has no core left for it. Each figure is also
printed as a ratio to a floor measured in the same run: looking at every seat of every game once, in
bare Python.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import Any

import pytest
import simcord
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.leagues.settings import SeasonSettings
from bot.process import spare_the_collector
from bot.seasons.events import (
    Drawn,
    DrawnDivision,
    DrawnTable,
    Finished,
    Rules,
    SignedUp,
    Stage,
)
from bot.store import tables as stored
from bot.store.schema import events, league_tables, seats, tables
from cogs.client import SWITCH_INTERVAL
from tests.benchmarks import size
from tests.benchmarks.test_leagues import games_of_one_division, seconds_of_bare_looks, some_result
from tests.cogs.conftest import (  # noqa: F401
    Room,
    _simcord_as_needed,
    address,
    icons,
    kind,
    make_bot,
    room,
    simcord_bot,
    translated_commands,
    wait,
    wire,
)
from tests.cogs.driver import answer, new_game
from tests.cogs.seasons import MODERATOR, SEASON, looked_up, members, open_season, take_turn

PLAYERS, GAMES, SEATS, DIVISION = size((500, 5_000, 4, 25), (50, 60, 4, 25))
PLAYED, OWN = size((500, 40), (8, 2))
"""Games that are played, and games of the asking player that are over and stored whole."""
PAGES = ("league show", "privacy export")
BEHIND: Mapping[str, Sequence[str]] = {
    "Standings": (), "Schedule": (), "My card": (),
    "Ratings": ("standings",), "Files": ("standings",),
}  # fmt: skip
"""Buttons, and the way from the season's page to the page that has them."""
EACH = size(2, 1)


async def large_season(room: Room) -> int:  # noqa: F811
    """A season that runs, most of its games played in the last week."""
    chance = random.Random(1)
    people = [one.id for one in members(room, PLAYERS)]
    rules = Rules(stages=(Stage(games=40),), division_size=DIVISION)
    season = await open_season(room, settings=SeasonSettings(SEASON, rules))
    divisions = [people[n : n + DIVISION] for n in range(0, PLAYERS, DIVISION)]
    drawn_tables, results = [], []
    for n in range(GAMES + PLAYED):
        division = n % len(divisions)
        entries = tuple(chance.sample(divisions[division], SEATS))
        drawn_tables.append(DrawnTable(n + 1, division, n // len(divisions), entries))
        if n < GAMES:
            results.append(some_result(n + 1, entries, chance))
    drawn = Drawn(
        tuple(DrawnDivision(tier, tuple(own)) for tier, own in enumerate(divisions)),
        tuple(drawn_tables),
        "1",
    )
    for happened in ([*map(SignedUp, people), drawn], map(Finished, results)):
        async with room.bot.leagues.open(season.id) as opened:
            opened.happen(*happened, by=MODERATOR)
    await copy_games(room, season.id)
    return season.id


async def copy_games(room: Room, season_id: int) -> None:  # noqa: F811
    """The games that are played at the open tables, copied from one that has just begun, and the
    player's own that are over, copied from one that was played out."""
    await new_game(room.channel, room.people[:SEATS])
    [begun] = await room.bot.store.read(stored.open_of_person, room.people[0].id)
    channels = iter(range(10**18, 10**18 + PLAYED + OWN))
    state = (await room.bot.leagues.read(season_id)).state
    for number in range(GAMES + 1, GAMES + PLAYED + 1):
        entries = state.tables[number].entries
        copy = await copied(room, begun.id, next(channels), entries)
        await room.bot.store.write(seated_at, season_id, number, copy)
    while not (await take_turn(room, begun.id))[-1].finished:
        pass
    own = [person.id for person in room.people[:SEATS]]
    for _ in range(OWN):
        await copied(room, begun.id, next(channels), own)


async def copied(room: Room, table_id: int, channel_id: int, people: Sequence[int]) -> int:  # noqa: F811
    """A copy of a table with its log and these people at it; its id."""
    async with room.bot.store.engine.begin() as connection:
        return await connection.run_sync(_copied, table_id, channel_id, people)


def _copied(connection: Connection, table_id: int, channel_id: int, people: Sequence[int]) -> int:
    row = dict(connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one())
    row = {**row, "channel_id": channel_id, "id": None}
    key = connection.execute(insert(tables).values(row)).inserted_primary_key
    assert key is not None
    for table in (seats, events):
        found = connection.execute(select(table).where(table.c.table_id == table_id)).mappings()
        rows: list[dict[str, Any]] = [{**one, "table_id": key.id} for one in found]
        if table is seats:
            rows = [{**one, "user_id": people[one["seat"]]} for one in rows]
        if rows:
            connection.execute(insert(table), rows)
    return int(key.id)


async def seated_at(
    connection: AsyncConnection, season_id: int, number: int, table_id: int
) -> None:
    """A game is the one of a table of a season."""
    its = (league_tables.c.season_id == season_id, league_tables.c.number == number)
    change = {"table_id": table_id, "status": "playing", "seats": None}
    await connection.execute(update(league_tables).where(*its).values(change))


@pytest.fixture
def as_when_running() -> Iterator[None]:
    """Threads hand over as soon as they do where the bot runs."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    yield
    sys.setswitchinterval(before)


async def longest_wait(done: asyncio.Event) -> float:
    """The most time of this process between two turns, until `done`."""
    longest, last = 0.0, time.process_time()
    while not done.is_set():
        await asyncio.sleep(0.0005)
        now = time.process_time()
        longest, last = max(longest, now - last), now
    return longest


@pytest.mark.filterwarnings("ignore:Benchmark fixture was not used")  # it has its own clock
@pytest.mark.simcord(settle_timeout=120)
async def test_pages(benchmark: Any, room: Room, as_when_running: None) -> None:  # noqa: F811
    season_id = await large_season(room)
    floor = seconds_of_bare_looks(games_of_one_division())
    await room.restart()
    spare_the_collector()
    start = time.process_time()
    room.bot.leagues.drop(season_id)
    await room.bot.leagues.read(season_id)
    took = time.process_time() - start
    print(f"\nlog read, at the start: {took * 1000:.0f} ms, {took / floor:.0f} times bare looks")
    ana = room.people[0]
    for number in range(EACH):
        for command in PAGES:
            await timed(command, number, floor, ana.slash(room.channel, command))
        for label, verbs in BEHIND.items():
            shown = await looked_up(ana, room.channel, *verbs)
            await timed(label, number, floor, ana.click(shown, label=label))


async def timed(
    page: str, number: int, floor: float, asking: Awaitable[simcord.InteractionResult]
) -> None:
    """Print how long the answer takes, and how long others wait meanwhile."""
    done = asyncio.Event()
    waiting = asyncio.create_task(longest_wait(done))
    await asyncio.sleep(0)
    start = time.process_time()
    said = answer(await asking)
    took = time.process_time() - start
    done.set()
    wait_ = await waiting
    assert said.ephemeral
    print(
        f"\n{page} ({'first' if not number else 'again'}): {took * 1000:.0f} ms, "
        f"{took / floor:.0f} times bare looks; others wait {wait_ * 1000:.0f} ms at most, "
        f"{wait_ / floor:.1f} times"
    )
