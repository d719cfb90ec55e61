"""SQLite and PostgreSQL side by side: confirmed turns a second, the start with many games stored;
and how much memory open tables take.

Run with `scripts/test tests/benchmarks/test_two_databases.py --benchmark-only --numprocesses 0 -s`.
Both wait for the same disk at every commit, and each is measured in turn with the other, since
machines drift. Nothing is drawn, and Discord is not asked.
"""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import literal, select, true

from bot.leagues import season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.store import Store, settings
from bot.store.schema import events, seats
from bot.store.schema import tables as tables_table
from bot.tables import Tables
from cogs.kit.channels import Channels
from tests.tables.acts import needing_computers, time_calls
from tests.tables.playing import asked_seats, in_play, play, play_turn, started

AT_ONCE, SECONDS, ROUNDS = 16, 4.0, 3
STORED, OPEN = 10_000, 1_000
KINDS = ("sqlite", "postgresql")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """The database, in its newest form."""
    store = Store(url)
    await store.open()
    yield store
    await store.close()


def in_turn(measure: Callable[[str, int], Any]) -> Callable[[], dict[str, list[Any]]]:
    """Measures both databases several times, one after the other."""

    def measured() -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {kind: [] for kind in KINDS}
        for number in range(ROUNDS):
            for kind in KINDS:
                found[kind].append(measure(kind, number))
        return found

    return measured


async def turns_a_second(url: str) -> tuple[float, float]:
    """Many tables play random turns for a while: confirmed turns a second, and how much of a core
    the program took for one, in milliseconds. A turn is several presses, each a transaction."""
    async with opened(url) as store:
        tables = Tables(store)
        games = [await in_play(tables, 4, seed=str(n), channel=n) for n in range(AT_ONCE)]
        begun, took, until = time.perf_counter(), time.process_time(), time.monotonic() + SECONDS

        async def played(n: int) -> int:
            chance, turns = random.Random(n), 0
            while time.monotonic() < until and (asked := await asked_seats(tables, games[n].id)):
                await play_turn(tables, games[n], asked[0], chance)
                turns += 1
            return turns

        turns = sum(await asyncio.gather(*map(played, range(AT_ONCE))))
        took, whole = time.process_time() - took, time.perf_counter() - begun
        return turns / whole, took / turns * 1000


def test_confirmed_turns(benchmark: Any, addresses: Callable[[str, str], str]) -> None:
    def measure(kind: str, number: int) -> tuple[float, float]:
        return asyncio.run(turns_a_second(addresses(kind, f"turns{number}")))

    found = benchmark.pedantic(in_turn(measure), rounds=1)
    for kind, all_found in found.items():
        rate, took = sorted(all_found)[ROUNDS // 2]
        said = ", ".join(f"{one:.0f}" for one, _ in all_found)
        print(f"\n{kind}: {rate:.0f} turns/s ({said}), {took:.1f} ms of a core each")


async def copy_games(store: Store, table_id: int, first: int, count: int) -> None:
    """Store a game so many times more, in channels of their own."""
    numbers = select(literal(first).label("new")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.new + 1).where(numbers.c.new < first + count - 1))
    async with store.writing() as connection:
        for table, key in ((tables_table, "id"), (seats, "table_id"), (events, "table_id")):
            anew = {key: numbers.c.new, "channel_id": numbers.c.new + 1_000_000}
            copied = (
                select(*(anew.get(column.name, column) for column in table.c))
                .join_from(table, numbers, true())
                .where(table.c[key] == table_id)
            )
            names = [column.name for column in table.c]
            await connection.execute(table.insert().from_select(names, copied))


async def fill(url: str, count: int, turns: int) -> None:
    """Store so many games, each of so many turns."""
    async with opened(url) as store:
        tables = Tables(store)
        table = await started(tables, 4, seed="1")
        await play(tables, table, turns)
        await copy_games(store, table.id, 1000, count)


async def start_of_the_program(url: str) -> None:
    """What the program asks of the database before it plays on, and in its first minute."""
    async with opened(url) as store:
        tables, leagues = Tables(store), Leagues(store)
        await tables.store.read(settings.languages_of_servers)
        await tables.not_announced()
        await needing_computers(tables)
        await time_calls(tables)
        await season_lifecycle.active_seasons(leagues)


def test_start_with_many_games(benchmark: Any, addresses: Callable[[str, str], str]) -> None:
    urls = {kind: addresses(kind, "stored") for kind in KINDS}
    for url in urls.values():
        asyncio.run(fill(url, STORED, 400))

    def measure(kind: str, _number: int) -> float:
        begun = time.perf_counter()
        asyncio.run(start_of_the_program(urls[kind]))
        return time.perf_counter() - begun

    found = benchmark.pedantic(in_turn(measure), rounds=1)
    for kind, seconds in found.items():
        print(f"\n{kind}: start with {STORED:,} games {sorted(seconds)[ROUNDS // 2]:.2f} s")


def resident() -> float:
    """The memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_memory_of_open_tables(benchmark: Any, addresses: Callable[[str, str], str]) -> None:
    """With as many games in memory as the program keeps, and without that bound."""
    url = addresses("sqlite", "open")
    asyncio.run(fill(url, OPEN, 30))

    async def read_all(open_games: int | None) -> float:
        async with opened(url) as store:
            tables = Tables(store) if open_games is None else Tables(store, open_games=open_games)
            channels, before = Channels(), 0.0
            for number in range(1000, 1000 + OPEN):
                if number == 1010:  # whatever is loaded once is there
                    before = resident()
                await tables.read(number)
                assert channels[number].told is None
            return resident() - before

    found = benchmark.pedantic(
        lambda: [asyncio.run(read_all(most)) for most in (None, OPEN)], rounds=1
    )
    print(f"\n{OPEN:,} open tables: {found[0]:.0f} MB; all games in memory: {found[1]:.0f} MB")
