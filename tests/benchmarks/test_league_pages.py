"""How long the pages and files of a large league take, and for how long at once they keep everybody
else waiting: 500 players, 5,000 games.

Run with `scripts/test tests/benchmarks -k league_pages -s`. The wait is the longest time between
two turns of a task that asks for the event loop every half millisecond, in time of this process
alone, so that a busy machine does not count. Each figure is also printed as a ratio to a floor
measured in the same run: looking at every seat of every game once, in bare Python.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator

import pytest

from bot.client import SWITCH_INTERVAL, spare_the_collector
from bot.leagues.model.events import (
    Drawn,
    DrawnDivision,
    DrawnTable,
    Finished,
    Rules,
    SignedUp,
)
from bot.leagues.settings import SeasonSettings
from tests.benchmarks.test_leagues import games_of_one_division, seconds_of_bare_looks, some_result
from tests.cogs.conftest import (  # noqa: F401
    Room,
    _simcord_as_needed,
    icons,
    make_bot,
    room,
    simcord_bot,
    wait,
)
from tests.cogs.driver import answer
from tests.cogs.league_seasons import MODERATOR, SEASON, members, open_season

PLAYERS, GAMES, SEATS, DIVISION = 500, 5_000, 4, 25
PAGES = (
    "league show", "league standings", "league schedule", "league card", "league ratings",
    "league archive", "league calendar", "league export", "privacy export",
)  # fmt: skip
EACH = 2


async def large_season(room: Room) -> int:  # noqa: F811
    """A season that runs, all of its games played in the last week."""
    chance = random.Random(1)
    people = [one.id for one in members(room, PLAYERS)]
    rules = Rules(games=40, division_size=DIVISION)
    season = await open_season(room, settings=SeasonSettings(SEASON, rules))
    divisions = [people[n : n + DIVISION] for n in range(0, PLAYERS, DIVISION)]
    tables, results = [], []
    for n in range(GAMES):
        division = n % len(divisions)
        entries = tuple(chance.sample(divisions[division], SEATS))
        tables.append(DrawnTable(n + 1, division, n // len(divisions), entries))
        results.append(some_result(n + 1, entries, chance))
    drawn = Drawn(
        tuple(DrawnDivision(tier, tuple(own)) for tier, own in enumerate(divisions)),
        tuple(tables),
        "1",
    )
    for events in ([*map(SignedUp, people), drawn], map(Finished, results)):
        async with room.bot.leagues.open(season.id) as opened:
            opened.happen(*events, by=MODERATOR)
    return season.id


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


@pytest.mark.simcord(settle_timeout=120)
async def test_pages(room: Room, as_when_running: None) -> None:  # noqa: F811
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
    for command in PAGES:
        for number in range(EACH):
            done = asyncio.Event()
            waiting = asyncio.create_task(longest_wait(done))
            await asyncio.sleep(0)
            start = time.process_time()
            said = answer(await ana.slash(room.channel, command))
            took = time.process_time() - start
            done.set()
            wait_ = await waiting
            assert said.ephemeral
            print(
                f"\n{command} ({'first' if not number else 'again'}): {took * 1000:.0f} ms, "
                f"{took / floor:.0f} times bare looks; others wait {wait_ * 1000:.0f} ms at most, "
                f"{wait_ / floor:.1f} times"
            )
