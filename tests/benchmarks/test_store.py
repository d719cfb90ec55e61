"""How long a confirmed turn takes to be stored, and SQLite and PostgreSQL side by side."""

import asyncio
import math
import os
import random
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import insert, literal, select, true

from bot.clocks import DaysClock, TimeRules
from bot.leagues import season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.store import Store
from bot.store.schema import events, seats
from bot.store.schema import tables as tables_table
from bot.tables import Options, Table, Tables, TurnView
from bot.tables.finding import utc_now
from cogs.kit.channels import Channels
from tests.benchmarks import size
from tests.tables.acts import (
    choose,
    confirm,
    needing_computers,
    set_options,
    start,
    time_calls,
    undo,
)
from tests.tables.playing import (
    ADA,
    Clock,
    asked_seats,
    in_play,
    lobby,
    play,
    play_turn,
    prepare_turn,
    started,
    user,
)

# --- How long a confirmed turn takes to be stored, and whether that grows with what is stored -----
# Run with `scripts/test tests/benchmarks --benchmark-only`. Machines differ and drift, so each
# figure is also printed as a ratio to a floor measured in the same run: a bare SQLite transaction
# of two statements on the same disk.

ROUNDS = size(60, 2)
STORED_TURNS = size(100_000, 200)
ACTIONS_A_TURN = 3
TURNS_A_GAME = 100
OPEN_TABLES = size(200, 2)
SCANNED = size(20_000, 20)
MOST_TIMES_SLOWER = 1.25


class Playing:
    """A game to measure turns in, on a database of its own; a new one follows when it is over."""

    def __init__(self, folder: Path) -> None:
        self.runner = asyncio.Runner()
        self.store = Store(f"sqlite+aiosqlite:///{folder / 'tzolkin.sqlite3'}")
        self.run(self.store.open())
        self.tables = Tables(self.store)
        self.chance = random.Random(1)
        self._channel = 0
        self._table = self._next_game()

    def run(self, doing: Any) -> Any:
        """Do something asynchronous."""
        return self.runner.run(doing)

    def _next_game(self) -> Table:
        self._channel += 1
        return self.run(started(self.tables, 4, channel=self._channel, seed=str(self._channel)))  # type: ignore[no-any-return]

    def prepared(self) -> tuple[tuple[int, int, str], dict[str, Any]]:
        """A turn ready to be confirmed, as arguments for `confirm`."""
        waiting = self.run(asked_seats(self.tables, self._table.id))
        if not waiting:
            self._table = self._next_game()
            waiting = [0]
        view: TurnView = self.run(prepare_turn(self.tables, self._table, waiting[0], self.chance))
        return (self._table.id, user(self._table, waiting[0]), view.stamp), {}

    def confirm(self, table_id: int, user_id: int, stamp: str) -> None:
        """What is measured."""
        self.run(confirm(self.tables, table_id, user_id, stamp))

    def close(self) -> None:
        """Close the database and the loop."""
        self.run(self.store.close())
        self.runner.close()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    """A game on an empty database, without log lines."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    playing = Playing(tmp_path)
    yield playing
    playing.close()
    structlog.reset_defaults()


def seconds_of_bare_transactions(folder: Path) -> float:
    """The floor: an update and an insert, committed as safely, and nothing else."""
    connection = sqlite3.connect(folder / "floor.sqlite3")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE one (n INTEGER, text TEXT)")
    connection.execute("CREATE TABLE many (n INTEGER PRIMARY KEY, text TEXT)")
    connection.execute("INSERT INTO one VALUES (0, 'x')")
    taken = []
    for number in range(ROUNDS):
        start = time.perf_counter()
        connection.execute("UPDATE one SET n = ?, text = ?", (number, "x" * 2500))
        connection.execute("INSERT INTO many VALUES (?, 'place tikal')", (number,))
        connection.commit()
        taken.append(time.perf_counter() - start)
    connection.close()
    return statistics.median(taken)


async def store_turns(store: Store, turns: int) -> None:
    """Finished games with so many turns between them, each of a few actions."""
    games = range(10_000, 10_000 + turns // TURNS_A_GAME)
    async with store.writing() as connection:
        await connection.execute(
            insert(tables_table),
            [
                {
                    "id": game, "guild_id": 1, "channel_id": game, "status": "finished",
                    "host_id": 1, "options": Options(), "abandon_votes": frozenset(),
                    "revision": TURNS_A_GAME, "version": TURNS_A_GAME * ACTIONS_A_TURN, "rules": 1,
                    "setup": {"x": "y" * 900}, "position": {"x": "y" * 2500},
                    "secret": "5e" * 32, "commitment": "5e" * 32,
                    "created_at": utc_now(), "updated_at": utc_now(),
                }
                for game in games
            ],
        )  # fmt: skip
        await connection.execute(
            insert(seats),
            [
                {"table_id": game, "seat": n, "user_id": n, "name": "x", "computer": False}
                for game in games
                for n in range(4)
            ],
        )
        for game in games:
            await connection.execute(
                insert(events),
                [
                    {
                        "table_id": game, "n": n, "seat": n % 4, "action": "place tikal",
                        "at": utc_now(),
                    }
                    for n in range(TURNS_A_GAME * ACTIONS_A_TURN)
                ],
            )  # fmt: skip


def told(benchmark: Any, playing: Playing, folder: Path, what: str) -> None:
    """Print the median, and its ratio to the floor."""
    median, floor = benchmark.stats.stats.median, seconds_of_bare_transactions(folder)
    benchmark.extra_info["times_the_floor"] = round(median / floor, 1)
    print(f"\n{what}: {median * 1000:.2f} ms (median), {median / floor:.1f} times a bare one")


def test_confirmed_turn(benchmark: Any, playing: Playing, tmp_path: Path) -> None:
    benchmark.pedantic(playing.confirm, setup=playing.prepared, rounds=ROUNDS)
    told(benchmark, playing, tmp_path, "a confirmed turn")


def test_confirmed_turn_with_many_stored(benchmark: Any, playing: Playing, tmp_path: Path) -> None:
    playing.run(store_turns(playing.store, STORED_TURNS))
    (tmp_path / "empty").mkdir()
    empty = Playing(tmp_path / "empty")
    on_empty = []

    def turn_about() -> Any:
        # One on the empty database before each one measured, so that both meet the same machine.
        args, _ = empty.prepared()
        start = time.perf_counter()
        empty.confirm(*args)
        on_empty.append(time.perf_counter() - start)
        return playing.prepared()

    benchmark.pedantic(playing.confirm, setup=turn_about, rounds=2 * ROUNDS)

    told(benchmark, playing, tmp_path, f"a confirmed turn with {STORED_TURNS:,} stored")
    ratio = benchmark.stats.stats.median / statistics.median(on_empty)
    benchmark.extra_info["times_an_empty_database"] = round(ratio, 2)
    print(f"{ratio:.2f} times one on an empty database")
    empty.close()
    assert ratio < size(MOST_TIMES_SLOWER, math.inf)


def test_confirmed_turn_with_many_tables_open(
    benchmark: Any, playing: Playing, tmp_path: Path
) -> None:
    async def open_tables() -> None:
        for channel in range(1000, 1000 + OPEN_TABLES):
            table = await started(playing.tables, 4, channel=channel, seed=str(channel))
            await play(playing.tables, table, 6)

    playing.run(open_tables())
    benchmark.pedantic(playing.confirm, setup=playing.prepared, rounds=ROUNDS)
    told(benchmark, playing, tmp_path, f"a confirmed turn with {OPEN_TABLES} tables open")


def test_choice(benchmark: Any, playing: Playing, tmp_path: Path) -> None:
    """Choosing and undoing, which a person waits for at each press."""
    while playing.run(playing.tables.game(1)).pending[0].kind != "turn":
        playing.confirm(*playing.prepared()[0])
    table = playing.run(playing.tables.table(1))
    [seat] = playing.run(asked_seats(playing.tables, 1))

    async def press_and_undo() -> None:
        view = await choose(playing.tables, 1, user(table, seat), "place tikal")
        await undo(playing.tables, 1, user(table, seat), view.stamp)

    benchmark.pedantic(lambda: playing.run(press_and_undo()), rounds=ROUNDS)
    told(benchmark, playing, tmp_path, "a choice and its undoing")


def test_game_rebuilt_from_its_log(benchmark: Any, playing: Playing) -> None:
    table = playing.run(playing.tables.table(1))
    playing.run(play(playing.tables, table, 90, random.Random(3)))
    version = playing.run(playing.tables.table(1)).version

    def rebuild() -> None:
        playing.run(Tables(playing.store).game(1))

    benchmark.pedantic(rebuild, rounds=20)
    median = benchmark.stats.stats.median
    print(f"\na game of {version} actions rebuilt: {median * 1000:.1f} ms (median)")


async def store_clocks(store: Store, like: int, tables: int) -> None:
    """So many running games, each with one seat whose time runs like at the table `like`."""
    async with store.writing() as connection:
        game = (
            (await connection.execute(select(tables_table).where(tables_table.c.id == like)))
            .mappings()
            .one()
        )
        seat = (
            (await connection.execute(select(seats).where(seats.c.table_id == like)))
            .mappings()
            .first()
        )
        assert seat is not None and seat["clock"] is not None
        numbers = range(like + 1, like + 1 + tables)
        await connection.execute(
            insert(tables_table),
            [
                {**game, "id": n, "channel_id": 10_000 + n, "status": "playing", "setup": {}}
                for n in numbers
            ],
        )
        await connection.execute(insert(seats), [{**seat, "table_id": n} for n in numbers])


def test_deadline_scan(benchmark: Any, tmp_path: Path) -> None:
    """What the program does every twenty seconds, with many tables open and nothing due."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    now, runner = Clock(), asyncio.Runner()
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tzolkin.sqlite3'}")
    runner.run(store.open())
    tables = Tables(store, now=now)
    options = Options(time=TimeRules(DaysClock(2)))

    async def one_game() -> Table:
        table = await lobby(tables, 2, 1)
        await set_options(tables, table.id, ADA, options)
        return await start(tables, table.id, ADA, seed="1")

    table = runner.run(one_game())
    runner.run(time_calls(tables))
    runner.run(store_clocks(store, table.id, SCANNED))
    assert runner.run(time_calls(tables)) == []

    benchmark.pedantic(lambda: runner.run(time_calls(tables)), rounds=ROUNDS)

    told_of = f"a look at the clocks of {SCANNED:,} tables"
    median, floor = benchmark.stats.stats.median, seconds_of_bare_transactions(tmp_path)
    print(f"\n{told_of}: {median * 1000:.2f} ms (median), {median / floor:.1f} times a bare one")
    now.pass_by(timedelta(days=2))
    assert runner.run(time_calls(tables)), "there was something to find"
    runner.run(store.close())
    runner.close()
    structlog.reset_defaults()


# --- SQLite and PostgreSQL side by side -----------------------------------------------------------
# Confirmed turns a second, the start with many games stored; and how much memory open tables take.
# Run with `scripts/test tests/benchmarks/test_store.py --benchmark-only --numprocesses 0
# -s`. Both wait for the same disk at every commit, and each is measured in turn with the other,
# since machines drift. Nothing is drawn, and Discord is not asked.

AT_ONCE, SECONDS, REPEATED = size((16, 4.0, 3), (2, 0.5, 1))
STORED, OPEN = size((10_000, 1_000), (20, 20))
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
        for number in range(REPEATED):
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
        rate, took = sorted(all_found)[REPEATED // 2]
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
        await tables.languages_of_servers()
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
        print(f"\n{kind}: start with {STORED:,} games {sorted(seconds)[REPEATED // 2]:.2f} s")


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
                assert channels[number].posted is None
            return resident() - before

    found = benchmark.pedantic(
        lambda: [asyncio.run(read_all(most)) for most in (None, OPEN)], rounds=1
    )
    print(f"\n{OPEN:,} open tables: {found[0]:.0f} MB; all games in memory: {found[1]:.0f} MB")
