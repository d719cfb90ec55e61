"""Ratings of servers outside leagues: from which games, and made again where one changes."""

import asyncio
import random
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from bot import statistics
from bot.leagues.privacy import forget
from bot.leagues.season_transaction import Leagues
from bot.seasons.results import Rating, rate
from bot.statistics import count_games, rate_servers
from bot.store import Store, stats
from bot.store.database import ChangedMeanwhileError
from bot.store.schema import counted_seats, rated_servers, server_ratings
from bot.store.schema import tables as tables_table
from bot.store.stats import Mark
from bot.tables import Moderator, Tables
from bot.tables.settings import ServerSettings
from tests.statistics.games import EVENING, GUILD, OTHER_GUILD, store_game, store_season
from tests.store.databases import on_both
from tests.tables.acts import correct_result, order_rewind, stored_about

ANA, BEN, CLEO = 100_200_300_400_500_601, 100_200_300_400_500_602, 100_200_300_400_500_603
MAYA = Moderator(100_200_300_400_500_699, GUILD)
TABLES = ((ANA, BEN), (BEN, None, CLEO), (CLEO, ANA, BEN), (ANA, CLEO))
All = dict[int, list[tuple[int, float, float]]]


async def switch(tables: Tables, *, on: bool, guild_id: int = GUILD) -> None:
    """Let a server have ratings, or none."""
    await tables.set_server_settings(guild_id, ServerSettings(ratings=on, second_moderator=False))


async def sweep(tables: Tables) -> int:
    """Count and rate all that waits; how many games the sweep rated."""
    await count_games(tables, rest=0)
    return await rate_servers(tables, rest=0)


async def stored(store: Store, guild_id: int = GUILD) -> All:
    """Each person's ratings at a server after each game, as they are stored."""
    async with store.engine.connect() as connection:
        found = await connection.execute(
            select(server_ratings)
            .where(server_ratings.c.guild_id == guild_id)
            .order_by(server_ratings.c.user_id, server_ratings.c.games)
        )
        steps: All = {}
        for row in found:
            assert row.games == len(steps.setdefault(row.user_id, [])) + 1
            steps[row.user_id].append((row.table_id, row.mu, row.sigma))
    return steps


async def made_at_once(store: Store, order: list[int]) -> All:
    """The same worked out from what these games were counted as, one after the other."""
    now: dict[int, Rating] = {}
    steps: All = {}
    async with store.engine.connect() as connection:
        for table_id in order:
            seats = (
                await connection.execute(
                    select(counted_seats).where(counted_seats.c.table_id == table_id)
                )
            ).all()
            people = [(one.user_id, one.place) for one in seats if one.own and one.user_id]
            if len(people) < 2:
                continue
            after = rate([(now.get(one, Rating()), place) for one, place in people])
            for (one, _), made in zip(people, after, strict=True):
                now[one] = made
                steps.setdefault(one, []).append((table_id, made.mu, made.sigma))
    return steps


async def games(store: Store, count: int, *, first: int = 0) -> list[int]:
    """So many games of this server, a day between each and the next."""
    return [
        await store_game(store, TABLES[n % 4], n % 4, begun=EVENING + timedelta(days=n))
        for n in range(first, first + count)
    ]


@on_both
async def test_games_from_before_count_and_each_new_one_as_it_is_counted(
    store: Store, tables: Tables
) -> None:
    before = await games(store, 4)
    assert await sweep(tables) == 0
    assert await stored(store) == {}, "nobody wanted ratings"
    await switch(tables, on=True)
    assert await sweep(tables) == 4
    assert await stored(store) == await made_at_once(store, before)

    [newest] = await games(store, 1, first=4)
    await count_games(tables, rest=0)
    assert await stored(store) == await made_at_once(store, [*before, newest])
    assert await rate_servers(tables, rest=0) == 0, "it was rated as it was counted"

    await switch(tables, on=False)
    await sweep(tables)
    assert await stored(store) == {}


@on_both
async def test_what_changes_a_game_changes_all_after_it(store: Store, tables: Tables) -> None:
    await switch(tables, on=True)
    order = await games(store, 6)
    await sweep(tables)
    chance = random.Random(3)
    for table_id in (order[2], order[0], order[5]):
        players = len((await tables.table(table_id)).seats)
        points = chance.sample(range(400), players)
        await correct_result(tables, table_id, MAYA, points, "Counted once more.")
        await sweep(tables)
        assert await stored(store) == await made_at_once(store, order)

    late = await store_game(store, (CLEO, BEN), 1, begun=EVENING + timedelta(days=1, hours=9))
    await sweep(tables)
    order = [*order[:2], late, *order[2:]]
    assert await stored(store) == await made_at_once(store, order)

    version = (await tables.table(order[1])).version
    await order_rewind(tables, order[1], MAYA, 0, version, "A wrong turn.")
    await sweep(tables)
    assert await stored(store) == await made_at_once(store, [order[0], *order[2:]])


async def test_what_is_not_rated(store: Store, tables: Tables) -> None:
    """Games of leagues, of one person with computers, of other servers, and seats in which
    somebody else, or a computer, did most."""
    await switch(tables, on=True)
    await store_season(store, await store_game(store, (ANA, BEN)))
    await store_game(store, (ANA, None), 1, begun=EVENING + timedelta(days=1))
    await store_game(store, (ANA, BEN), 2, guild_id=OTHER_GUILD)
    left = await store_game(store, (ANA, BEN, CLEO), 3, begun=EVENING + timedelta(days=2))
    async with store.writing() as connection:
        await connection.execute(
            text("UPDATE events SET user_id = NULL WHERE table_id = :id AND user_id = :who"),
            {"id": left, "who": CLEO},
        )
    await sweep(tables)
    steps = await stored(store)
    assert {who: [table for table, *_ in made] for who, made in steps.items()} == {
        ANA: [left], BEN: [left],
    }  # fmt: skip
    assert await stored(store, OTHER_GUILD) == {}


async def test_a_sweep_goes_on_at_its_mark(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after some games, and what is written at each step is what it says."""
    order = await games(store, 5)
    await switch(tables, on=True)
    await count_games(tables, rest=0)
    await store.write(stats.keep_ratings)
    monkeypatch.setattr(statistics, "RATED_AT_ONCE", 2)
    assert await statistics.rate_some(tables, GUILD) == 2
    assert await stored(store) == await made_at_once(store, order[:2])
    assert await rate_servers(tables, rest=0) == 3
    assert await stored(store) == await made_at_once(store, order)


async def test_who_is_forgotten_meanwhile_is_not_written_again(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep read the games before, and writes after it."""
    await games(store, 3)
    await switch(tables, on=True)
    await count_games(tables, rest=0)
    await store.write(stats.keep_ratings)
    made, loop = statistics.rated, asyncio.get_running_loop()
    forget_ana = partial(forget, Leagues(store, now=tables.now), ANA)

    def forgotten_meanwhile(*of: Any) -> Any:
        asyncio.run_coroutine_threadsafe(forget_ana(), loop).result()
        return made(*of)

    monkeypatch.setattr(statistics, "rated", forgotten_meanwhile)
    with pytest.raises(ChangedMeanwhileError):
        await statistics.rate_some(tables, GUILD)
    assert await stored(store) == {}


@on_both
async def test_others_keep_their_ratings_when_somebody_is_forgotten(
    store: Store, tables: Tables
) -> None:
    await switch(tables, on=True)
    order = await games(store, 6)
    await sweep(tables)
    before = await stored(store)
    about = (await stored_about(tables, ANA))["statistics"]["ratings"]
    assert [one["games"] for one in about] == list(range(1, len(before[ANA]) + 1))
    assert all(one["finished_at"] == str(one["finished_at"]) for one in about)

    await forget(Leagues(store, now=tables.now), ANA)
    others = {who: steps for who, steps in (await stored(store)).items() if who > 0}
    assert others == {who: steps for who, steps in before.items() if who != ANA}
    assert {one.user_id for one in await store.read(stats.ratings_of, GUILD)} == {BEN, CLEO}
    assert not (await stored_about(tables, ANA))["statistics"]["ratings"]

    async with store.writing() as connection:
        await connection.execute(delete(rated_servers))
        await connection.execute(delete(server_ratings))
    await sweep(tables)
    again = await stored(store)
    assert {who: steps for who, steps in again.items() if who > 0} == others
    assert again == await made_at_once(store, order)


async def test_a_game_of_the_same_moment_is_after_that_of_a_smaller_number(
    store: Store, tables: Tables
) -> None:
    await switch(tables, on=True)
    first = await store_game(store, (ANA, BEN), 1)
    await sweep(tables)
    second = await store_game(store, (BEN, ANA), 1)
    async with store.writing() as connection:
        await connection.execute(
            update(tables_table).values(counted=None, revision=tables_table.c.revision + 1)
        )
    await sweep(tables)
    assert await stored(store) == await made_at_once(store, [first, second])
    mark = await store.read(stats.mark_of, GUILD)
    assert isinstance(mark, Mark) and mark.table_id == second
