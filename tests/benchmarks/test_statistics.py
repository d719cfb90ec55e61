"""How long /stats and /profile take to find their figures where 100,000 games are counted, how long
a game takes to be counted there, and the ratings of 10,000 games to be made again, on SQLite and
PostgreSQL.

Run with `scripts/test tests/benchmarks/test_statistics.py --benchmark-only --numprocesses 0 -s`. A
few games are counted; their sums are then multiplied and copied to the servers and people of as
many games. Each figure is also told as a ratio to a floor: the same database counting their rows.
"""

import asyncio
import gc
import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import BigInteger, func, insert, literal, select, update

from bot.engine.components import MODULES
from bot.model.figures import SUMS, Scope
from bot.statistics import count_games, rate_servers
from bot.store import Store, stats
from bot.store import stats as stored
from bot.store.schema import counted_games, counted_seats, figures, seats, server_ratings
from bot.store.schema import tables as tables_table
from bot.tables import Tables
from bot.tables.settings import ServerSettings
from bot.text.descriptions.figures import KINDS
from tests.benchmarks import size
from tests.statistics.games import EVENING, GUILD, store_game

GAMES = size(100_000, 5_000)
SERVERS = size(200, 5)
OF_A_PERSON, TO_RATE = size((5_000, 10_000), (1_000, 5_000))
ROUNDS = size(21, 1)
ALLOWED = 0.2


async def fill(store: Store, tables: Tables) -> None:
    """Count a few games, and let their sums and facts be those of `GAMES`."""
    people = (1_001, 1_002, 1_003, 1_004, 1_005)
    for seed in range(24):
        players = 2 + seed % 4
        await store_game(store, people[:players], seed, modules=MODULES)
    await count_games(tables, rest=0)
    times = GAMES // 24
    async with store.writing() as connection:
        await connection.execute(update(figures).values({n: figures.c[n] * times for n in SUMS}))
        names = [column.name for column in figures.c]
        for server in range(2, SERVERS):
            copied = [
                literal(server, BigInteger).label("guild_id")
                if name == "guild_id"
                else (figures.c.user_id * server).label(name)
                if name == "user_id"
                else figures.c[name]
                for name in names
            ]
            own = figures.c.guild_id == GUILD
            await connection.execute(insert(figures).from_select(names, select(*copied).where(own)))
        facts = (await connection.execute(select(counted_games).limit(1))).mappings().one()
        for start in range(1_000, GAMES + 1_000, 5_000):
            ids = range(start, start + 5_000)
            await connection.execute(
                insert(counted_games),
                [
                    {**facts, "table_id": n, "guild_id": n % SERVERS,
                     "finished_at": EVENING + timedelta(minutes=n)}
                    for n in ids
                ],
            )  # fmt: skip
            await connection.execute(
                insert(counted_seats),
                [
                    {"table_id": n, "seat": seat, "guild_id": n % SERVERS, "place": 1,
                     "user_id": 1_001 + (n + seat) % 5_000, "own": True, "points4": 100}
                    for n in ids for seat in range(2)
                ],
            )  # fmt: skip


async def median_of(doing: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The median time of something, in seconds."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        await doing()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


async def profile(store: Store, least: float) -> None:
    """What /profile reads of a person with so many games, all of them rated."""
    one, guild = 7, SERVERS + 1
    async with store.writing() as connection:
        facts = (await connection.execute(select(counted_games).limit(1))).mappings().one()
        old = (await connection.execute(select(tables_table).limit(1))).mappings().one()
        for start in range(1_000_000, 1_000_000 + OF_A_PERSON, 1_000):
            ids = range(start, start + 1_000)
            await connection.execute(
                insert(tables_table),
                [{**old, "id": n, "guild_id": guild, "channel_id": n, "counted": 7} for n in ids],
            )
            await connection.execute(
                insert(seats),
                [{"table_id": n, "seat": seat, "user_id": one + seat, "name": "Ana",
                  "computer": False} for n in ids for seat in range(2)],
            )  # fmt: skip
            await connection.execute(
                insert(counted_games),
                [{**facts, "table_id": n, "guild_id": guild,
                  "finished_at": EVENING + timedelta(minutes=n - 1_000_000)} for n in ids],
            )  # fmt: skip
            await connection.execute(
                insert(counted_seats),
                [{"table_id": n, "seat": seat, "guild_id": guild, "place": 1 + (n + seat) % 2,
                  "user_id": one + seat, "own": True, "points4": 100}
                 for n in ids for seat in range(2)],
            )  # fmt: skip
            await connection.execute(
                insert(server_ratings),
                [{"guild_id": guild, "user_id": one, "games": n - 999_999, "table_id": n,
                  "finished_at": EVENING, "mu": 25.0, "sigma": 3.0} for n in ids],
            )  # fmt: skip
    scope = Scope(guild, user_id=one)
    looks: dict[str, Callable[[], Any]] = {
        "figures": lambda: store.read(
            stored.by_players, Scope(user_id=1_001), ("points", "place", "gear")
        ),
        "last games": lambda: store.read(stored.last_games, scope, most=40),
        "course of the rating": lambda: store.read(stats.course_of, guild, one),
    }
    for name, look in looks.items():
        took = await median_of(look)
        print(f"  /profile of a person with {OF_A_PERSON} games, {name}: {took * 1000:.1f} ms, "
              f"{took / least:.2f} floors{'' if took < ALLOWED else '  TOO SLOW'}")  # fmt: skip


async def ratings_again(store: Store, tables: Tables) -> None:
    """The ratings of a server with 10,000 games are made anew; how long the loop was held up by
    it, by its own work and by whatever else the machine does."""
    guild = SERVERS + 2
    async with store.writing() as connection:
        facts = (await connection.execute(select(counted_games).limit(1))).mappings().one()
        for start in range(2_000_000, 2_000_000 + TO_RATE, 5_000):
            ids = range(start, start + 5_000)
            await connection.execute(
                insert(counted_games),
                [{**facts, "table_id": n, "guild_id": guild,
                  "finished_at": EVENING + timedelta(minutes=n - 2_000_000)} for n in ids],
            )  # fmt: skip
            await connection.execute(
                insert(counted_seats),
                [{"table_id": n, "seat": seat, "guild_id": guild, "place": 1 + (n + seat) % 4,
                  "user_id": 10_000 + (n * 7 + seat * 13) % 200, "own": True, "points4": 100}
                 for n in ids for seat in range(4)],
            )  # fmt: skip
    await tables.set_server_settings(guild, ServerSettings(ratings=True))
    gc.collect()
    waited, worked, over = list[float](), list[float](), asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            start, so_far = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.001)
            waited.append(time.perf_counter() - start - 0.001)
            worked.append(time.thread_time() - so_far)

    watching = asyncio.create_task(watch())
    start = time.perf_counter()
    done = await rate_servers(tables, rest=0)
    took = time.perf_counter() - start
    over.set()
    await watching
    assert done == TO_RATE
    print(f"  ratings of {done} games of four made again, without rests: {took:.1f} s; the loop "
          f"worked {max(worked) * 1000:.0f} ms at a stretch at most, and was late by "
          f"{statistics.quantiles(waited, n=1000)[-1] * 1000:.0f} ms in one of 1,000 cases, "
          f"{max(waited) * 1000:.0f} ms at most")  # fmt: skip
    page = await median_of(lambda: store.read(stats.ratings_of, guild, least=10))
    print(f"  a page of ratings of 200 people there: {page * 1000:.1f} ms")


async def measure(url: str, kind: str) -> None:
    """Print all figures of one database."""
    store = Store(url)
    await store.open()
    tables = Tables(store)
    await fill(store, tables)
    async with store.engine.connect() as connection:
        rows = await connection.scalar(select(func.count()).select_from(figures))

    async def floor() -> None:
        async with store.engine.connect() as connection:
            await connection.scalar(select(func.count()).select_from(counted_games))

    least = await median_of(floor)
    print(f"\n{kind}: {GAMES} games, {rows} sums; the games counted (floor): {least * 1000:.1f} ms")
    scopes = {"all": Scope(), "a server": Scope(GUILD), "a person": Scope(GUILD, user_id=1_001),
              "a person everywhere": Scope(user_id=1_001)}  # fmt: skip
    for name, scope in scopes.items():
        for page in ("players", "temple", "rounds"):
            asked = KINDS[page]
            look = (
                (lambda s=scope, k=asked: store.read(stored.by_players, s, k))
                if page == "players"
                else (lambda s=scope, k=asked: store.read(stored.figures_of, s, kinds=k))
            )
            took = await median_of(look)
            print(f"  {name}, {page}: {took * 1000:.1f} ms, {took / least:.2f} floors"
                  f"{'' if took < ALLOWED else '  TOO SLOW'}")  # fmt: skip

    async def one_more() -> None:
        await store_game(store, (1_001, 1_002, 1_003, 1_004), 2, modules=MODULES)
        await count_games(tables, rest=0)

    await profile(store, least)
    await ratings_again(store, tables)
    print(f"  a game of four written and counted: {await median_of(one_more, 7) * 1000:.0f} ms")
    await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_figures_of_many_games(
    benchmark: Any, addresses: Callable[[str, str], str], kind: str
) -> None:
    url = addresses(kind, "statistics")
    benchmark.pedantic(lambda: asyncio.run(measure(url, kind)), rounds=1)
