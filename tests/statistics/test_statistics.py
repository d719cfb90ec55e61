"""Finished games are counted once, and rated; both are made again where one changes."""

import asyncio
import json
import random
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update
from structlog.testing import capture_logs

from bot import statistics
from bot.engine import Game
from bot.engine.components import MODULES
from bot.leagues.privacy import forget
from bot.leagues.season_transaction import Leagues
from bot.model.figures import SHARE, SUMS, Key, Scope, Sums
from bot.notation.records import to_json
from bot.seasons.results import Rating, rate
from bot.statistics import count_games, rate_servers
from bot.store import Store, stats
from bot.store.database import ChangedMeanwhileError
from bot.store.schema import counted_games as games_table
from bot.store.schema import counted_seats, figures, rated_servers, server_ratings
from bot.store.schema import tables as tables_table
from bot.store.stats import Mark, games_of
from bot.tables import Moderator, Table, Tables
from bot.tables.settings import ServerSettings
from tests.statistics.games import EVENING, GUILD, OTHER_GUILD, store_game, store_season
from tests.store.databases import on_both
from tests.tables.acts import correct_result, order_rewind, record_of, result_of, stored_about

# --- Finished games are counted once, as what counts of them now; exactly that is taken out again -

ANA, BEN, CLEO = 100_200_300_400_500_601, 100_200_300_400_500_602, 100_200_300_400_500_603
MAYA = Moderator(100_200_300_400_500_699, GUILD)


async def count(tables: Tables) -> int:
    """Count what is to be counted, without rests."""
    return await count_games(tables, rest=0)


async def all_figures(store: Store) -> dict[tuple[Scope, int, Key], Sums]:
    """Every row of the figures."""
    async with store.engine.connect() as connection:
        found = (await connection.execute(select(figures))).all()
    return {
        (
            Scope(row.guild_id, row.league_id, row.user_id), row.players, Key(row.kind, row.name)
        ): Sums(*(getattr(row, name) for name in SUMS))
        for row in found
    }  # fmt: skip


async def recounted(
    tables: Tables, games: dict[int, int | None]
) -> Counter[tuple[Scope, int, str, str, str]]:
    """A few figures, recounted from the records of these games (and the league of each): sums of
    points in quarters, of wins and of workers picked up, by what they are about."""
    sums: Counter[tuple[Scope, int, str, str, str]] = Counter()
    for table_id, league_id in games.items():
        table, ended = await tables.table(table_id), await result_of(tables, table_id)
        record = json.loads(to_json(await record_of(tables, table_id)))
        game = Game.from_setup({**record["deal"], "rules": record["rules"]})
        for event in record["events"]:
            game.play(event["seat"], event["action"])
        players = game.position()["players"]
        assert ended is not None
        first = [row["seat"] for row in ended.standings if row["place"] == 1]
        for row in ended.standings:
            seat, player = row["seat"], players[row["seat"]]
            user = table.seats[seat].user_id
            about = [
                ("points", ""), ("order", str(seat)), ("place", str(row["place"])),
                ("buildings", str(len(player["buildings"]))),
                *(("monument", monument) for monument in player["monuments"]),
                *(("temple", f"{name}.{step}") for name, step in player["temples"].items()),
                *([("tribe", player["tribe"])] if player["tribe"] else []),
            ]  # fmt: skip
            scopes = [Scope(), Scope(table.guild_id or 0)]
            scopes += [Scope(league_id=league_id)] if league_id is not None else []
            scopes += [Scope(table.guild_id or 0, user_id=user)] if user else []
            for scope in scopes:
                for kind, name in about:
                    sums[scope, len(players), kind, name, "total"] += row["points4"]
                    sums[scope, len(players), kind, name, "squares"] += row["points4"] ** 2
                    sums[scope, len(players), kind, name, "seats"] += 1
                    sums[scope, len(players), kind, name, "wins60"] += (
                        SHARE // len(first) if seat in first else 0
                    )
                for event in record["events"]:
                    if event["seat"] == seat and event["action"].startswith("pick "):
                        gear = event["action"].split()[1]
                        sums[scope, len(players), "gear", gear, "total"] += 1
    return sums


async def must_be_recounted(tables: Tables, games: dict[int, int | None]) -> None:
    """The figures are those of these games and of no others."""
    stored = await all_figures(tables.store)
    expected = await recounted(tables, games)
    for (scope, players, kind, name, column), value in expected.items():
        place = (scope, players, Key(kind, name))  # type: ignore[arg-type]
        assert getattr(stored[place], column) == value, (place, column)
    for (scope, players, key), sums in stored.items():
        if key.kind in ("points", "order", "place", "monument", "temple", "tribe", "gear"):
            assert sums.total == expected[scope, players, *key, "total"], (scope, players, key)
    assert all(sums.games > 0 for sums in stored.values())


@on_both
async def test_figures_are_those_recounted_from_the_records(store: Store, tables: Tables) -> None:
    """After games come, are corrected, rewound and played on, in any order."""
    chance = random.Random(7)
    games: dict[int, int | None] = {}
    for seed, people in enumerate([(ANA, BEN), (BEN, None, CLEO), (CLEO, ANA), (ANA, BEN, CLEO)]):
        modules = MODULES if seed % 2 else ()
        guild = OTHER_GUILD if seed == 2 else GUILD
        games[await store_game(store, people, seed, modules=modules, guild_id=guild)] = None
    first, second, _, fourth = games
    games[fourth] = (await store_season(store, fourth))[0]
    assert await count(tables) == 4
    await must_be_recounted(tables, games)

    for _ in range(4):
        table_id = chance.choice([first, second, fourth])
        table = await tables.table(table_id)
        if chance.random() < 0.6:
            points = [chance.randrange(-20, 400) for _ in table.seats]
            await correct_result(tables, table_id, MAYA, points, "Counted once more.")
        else:
            await order_rewind(tables, table_id, MAYA, 0, table.version, "A wrong turn.")
            await count(tables)
            await must_be_recounted(
                tables, {one: league for one, league in games.items() if one != table_id}
            )
            await _put_back(store, table)
        await count(tables)
        await must_be_recounted(tables, games)
    assert await count(tables) == 0
    assert [await store.read(games_of, ANA, most) for most in (1, 2, 9)] == [1, 2, 3]


async def _put_back(store: Store, table: Table) -> None:
    """The end that was rewound is played once more, word for word."""
    async with store.writing() as connection:
        await connection.execute(
            text(
                "INSERT INTO events (table_id, n, seat, action, at, user_id) SELECT table_id, n, "
                "seat, action, at, user_id FROM undone WHERE table_id = :id AND rewind = "
                "(SELECT max(rewind) FROM undone WHERE table_id = :id)"
            ),
            {"id": table.id},
        )
    await _finish(store, table)


async def _finish(store: Store, table: Table) -> None:
    async with store.writing() as connection:
        await connection.execute(
            update(tables_table)
            .where(tables_table.c.id == table.id)
            .values(
                status="finished", version=table.version, revision=tables_table.c.revision + 1,
                position=None, position_version=None,
            )
        )  # fmt: skip


@on_both
async def test_what_was_counted_goes_without_leaving_anything(store: Store, tables: Tables) -> None:
    table_id = await store_game(store, (ANA, None, BEN), modules=MODULES)
    await count(tables)
    assert await all_figures(store)

    version = (await tables.table(table_id)).version
    await order_rewind(tables, table_id, MAYA, 0, version, "A wrong turn.")
    await count(tables)
    assert await all_figures(store) == {}
    async with store.engine.connect() as connection:
        for table in (games_table, counted_seats):
            assert (await connection.execute(select(table))).all() == []


async def test_a_game_that_was_killed_half_way_is_counted_once(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_game(store, (ANA, BEN))

    async def killed(*_: Any) -> None:
        raise ConnectionError("the power is gone")

    with monkeypatch.context() as broken, capture_logs() as lines:
        broken.setattr(stats, "_keep", killed)
        assert await count(tables) == 0
    assert [line["event"] for line in lines] == ["game not counted"]
    assert await all_figures(store) == {}

    assert await count(tables) == 1
    assert (await all_figures(store))[Scope(), 2, Key("points")].games == 1
    assert await count(tables) == 0


@on_both
async def test_nothing_is_told_of_a_deal_that_is_still_played(store: Store, tables: Tables) -> None:
    """While another table plays it, or the season may open one that does."""
    deal = "5ea1" * 16
    table_id = await store_game(store, (ANA, BEN), shared=deal)
    other = await store_game(store, (ANA, CLEO), shared=deal)
    _, season_id = await store_season(store, table_id, status="running")
    async with store.writing() as connection:
        await connection.execute(
            update(tables_table).where(tables_table.c.id == other).values(status="playing")
        )
    assert await count(tables) == 0

    async with store.writing() as connection:
        await connection.execute(
            update(tables_table).where(tables_table.c.id == other).values(status="finished")
        )
    assert await count(tables) == 1, "the other one: it is in no season"
    async with store.writing() as connection:
        await connection.execute(
            text("UPDATE seasons SET status = 'finished' WHERE id = :id"), {"id": season_id}
        )
    assert await count(tables) == 1
    assert (await all_figures(store))[Scope(), 2, Key("points")].games == 2


async def test_a_game_that_moderators_ended_is_none(store: Store, tables: Tables) -> None:
    table_id = await store_game(store, (ANA, BEN))
    async with store.writing() as connection:
        await connection.execute(
            text("DELETE FROM events WHERE table_id = :id AND n >= 20"), {"id": table_id}
        )
        await connection.execute(
            update(tables_table).where(tables_table.c.id == table_id).values(version=20)
        )
    assert await count(tables) == 1
    assert await all_figures(store) == {}
    assert await count(tables) == 0, "it is not looked at again"


async def test_a_game_that_cannot_be_replayed_keeps_nobody_waiting(
    store: Store, tables: Tables
) -> None:
    broken = await store_game(store, (ANA, BEN))
    await store_game(store, (ANA, BEN), 2)
    async with store.writing() as connection:
        await connection.execute(
            text("UPDATE events SET action = 'fly' WHERE table_id = :id AND n = 9"), {"id": broken}
        )
    with capture_logs() as lines:
        assert await count(tables) == 2
    assert [line["event"] for line in lines if line["log_level"] == "error"] == [
        "game cannot be counted"
    ]
    assert (await all_figures(store))[Scope(), 2, Key("points")].games == 1


async def test_a_person_has_figures_at_each_server_and_together(
    store: Store, tables: Tables
) -> None:
    await store_game(store, (ANA, BEN))
    await store_game(store, (BEN, ANA, CLEO), 2, guild_id=OTHER_GUILD)
    await count(tables)
    both = await store.read(stats.figures_of, Scope(user_id=ANA))
    alone = await store.read(stats.figures_of, Scope(GUILD, user_id=ANA))
    assert (both[Key("points")].games, alone[Key("points")].games) == (2, 1)
    of_three = await store.read(stats.by_players, Scope(user_id=ANA))
    assert {players: one[Key("points")].games for players, one in of_three.items()} == {2: 1, 3: 1}


async def test_a_game_that_others_played_for_somebody_is_not_among_the_own_ones(
    store: Store, tables: Tables
) -> None:
    """It stays in the figures of all, and in those of whoever played on in the own seat."""
    table_id = await store_game(store, (ANA, BEN))
    async with store.writing() as connection:
        await connection.execute(
            text("UPDATE events SET user_id = NULL WHERE table_id = :id AND user_id = :who"),
            {"id": table_id, "who": BEN},
        )
    await count(tables)
    stored = await all_figures(store)
    assert {scope.user_id for scope, _, _ in stored} == {0, ANA}
    assert stored[Scope(), 2, Key("points")].seats == 2
    last = [await store.read(stats.last_games, Scope(user_id=one), most=5)
            for one in (ANA, BEN)]  # fmt: skip
    assert [len(one) for one in last] == [1, 0]


async def test_who_is_forgotten_stays_in_the_figures_of_all_and_has_none(
    store: Store, tables: Tables
) -> None:
    table_id = await store_game(store, (ANA, BEN))
    await count(tables)
    before = await all_figures(store)
    stored = (await stored_about(tables, ANA))["statistics"]
    assert [game["table"] for game in stored["games"]] == [table_id]
    assert {"points", "order", "gear"} <= {sums["kind"] for sums in stored["sums"]}

    await forget(Leagues(store, now=tables.now), ANA)
    await count(tables)
    after = await all_figures(store)
    assert after == {place: sums for place, sums in before.items() if place[0].user_id != ANA}
    assert not any((await stored_about(tables, ANA))["statistics"].values())

    await correct_result(tables, table_id, MAYA, [80, 40], "Counted once more.")
    await count(tables)
    assert {scope.user_id for scope, _, _ in await all_figures(store)} == {0, BEN}
    version = (await tables.table(table_id)).version
    await order_rewind(tables, table_id, MAYA, 0, version, "A wrong turn.")
    await count(tables)
    assert await all_figures(store) == {}


# --- Ratings of servers outside leagues: from which games, and made again where one changes -------

TABLES = ((ANA, BEN), (BEN, None, CLEO), (CLEO, ANA, BEN), (ANA, CLEO))
All = dict[int, list[tuple[int, float, float]]]


async def switch(tables: Tables, *, on: bool, guild_id: int = GUILD) -> None:
    """Let a server have ratings, or none."""
    await tables.set_server_settings(guild_id, ServerSettings(ratings=on))


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
