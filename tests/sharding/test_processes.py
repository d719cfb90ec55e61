"""What processes on one PostgreSQL agree on, and hand over to each other; which servers each looks
after."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, literal, select, text

from bot.hosting.backups import downgrade, restore
from bot.leagues.settings import SeasonSettings
from bot.model.server import ALL, Shards, parsed
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Store
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.store.database import StoreError, newest_revision, revisions
from bot.store.postgres import ANEW, FORGOTTEN, LANGUAGE, Processes, owned
from bot.tables import Options, Table, Tables, time_passing
from bot.tables.settings import ServerSettings
from cogs.client import TzolkinBot
from cogs.leagues.season_sweep import LeagueTables
from cogs.telling.carry_on import OtherProcesses, carry_on, sweep
from tests.leagues.changes import create_league, create_season
from tests.sharding.process import stand_in
from tests.store.databases import Kind, empty_database, on_both, on_postgres
from tests.tables.acts import join, note_told, open_lobby, start
from tests.tables.playing import ADA, PEOPLE, Clock, last_legal, play

# --- Which servers a process looks after, by its shards: the program and the database agree -------

RANGES = ("0/3", "1-2/3")


def server(shard: int, of: int = 3, n: int = 0) -> int:
    """The id of a server of a shard."""
    return ((shard + of * (n + 12345678)) << 22) | 4_000_000 + n


@pytest.mark.parametrize(
    ("written", "expected"),
    [("0-3/16", Shards(0, 3, 16)), ("5/16", Shards(5, 5, 16)), (" 0-0/1 ", ALL)],
)
def test_ranges_are_read(written: str, expected: Shards) -> None:
    assert parsed(written) == expected
    assert parsed(str(expected)) == expected


@pytest.mark.parametrize("written", ["", "3", "0-3", "2-1/4", "0-4/4", "-1/4", "0-3/16/2", "a/b"])
def test_other_things_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"shard"):
        parsed(written)


def test_a_part_needs_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZOLKIN_SHARDS", "0-1/2")
    assert load_settings().shard_range.are_all
    monkeypatch.setenv("TZOLKIN_SHARDS", "0/2")
    with pytest.raises(SettingsError, match=r"^TZOLKIN_SHARDS “0/2” cannot .* PostgreSQL in .*\.$"):
        load_settings()
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", "postgresql+asyncpg://bot@/games")
    assert load_settings().shard_range == Shards(0, 0, 2)
    monkeypatch.setenv("TZOLKIN_SHARDS", "2/2")
    with pytest.raises(SettingsError, match=r"^TZOLKIN_SHARDS “2/2” cannot be used: .*\.$"):
        load_settings()
    assert Settings(_env_file=None, shards=None).shard_range == ALL


@on_both
async def test_the_database_agrees(store: Store, kind: str) -> None:
    async with store.engine.connect() as connection:
        for guild in (None, *(server(shard, n=n) for shard in range(3) for n in range(4))):
            row = select(literal(guild, BigInteger).label("guild_id")).subquery()
            for shards in (*map(parsed, RANGES), ALL):
                found = await connection.scalar(select(owned(row.c.guild_id, shards)))
                assert bool(found) == shards.have(guild), (guild, shards)


@on_both
async def test_each_looks_after_its_own(store: Store, clock: Clock, kind: str) -> None:
    everywhere = Tables(store, now=clock)
    for shard in range(3):
        await open_lobby(everywhere, server(shard), 50 + shard, ADA, Options())
    clock.pass_by(timedelta(days=3))
    found = [
        await store.read(stored.lobbies_unchanged_since, clock.moment, parsed(shards))
        for shards in RANGES
    ]
    assert found == [[1], [2, 3]]
    counted = [await Tables(store, shards=parsed(shards)).counted() for shards in RANGES]
    assert [one["lobby"] for one in counted] == [1, 2]


@on_both
async def test_time_is_given_back_by_shard(store: Store, clock: Clock, kind: str) -> None:
    """One process was down for an hour while another ran; each gives its own servers the time
    back, and another number of shards goes by the last time that any ran."""
    first, second = (Tables(store, now=clock, shards=parsed(shards)) for shards in RANGES)
    given = []

    async def note(_tables: Tables, shards: Shards, since: object, now: object) -> int:
        given.append((str(shards), now == clock.moment, since))
        return 0

    began = clock.moment
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time_passing, "_give_back", note)
        for tables in (first, second, first):
            await time_passing.give_time_back(tables)
        assert given == []
        clock.pass_by(timedelta(hours=1))
        await time_passing.beat(first)
        await time_passing.give_time_back(second)
        assert given == [("1-1/3", True, began), ("2-2/3", True, began)]
        await time_passing.give_time_back(first)
        assert len(given) == 2
        clock.pass_by(timedelta(hours=1))
        await time_passing.give_time_back(Tables(store, now=clock, shards=parsed("3/4")))
        assert given[2] == ("3-3/4", True, clock.moment - timedelta(hours=1))
    assert await store.read(stored_settings.last_seen) == clock.moment


# --- What processes on one PostgreSQL agree on; each is played by a store of its own --------------


@pytest.fixture
async def two_stores(url: str) -> AsyncIterator[tuple[Processes, Processes]]:
    """Two processes."""
    async with AsyncExitStack() as closed:
        stores = [Store(url), Store(url)]
        for store in stores:
            closed.push_async_callback(store.close)
        yield stores[0].processes, stores[1].processes


async def cut(url: str) -> None:
    """End all connections of processes, as a server does that is started anew."""
    store = Store(url)
    ended = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name=:n")
    async with store.engine.connect() as connection:
        await connection.execute(ended, {"n": "tzolkin"})
    await store.close()


@on_postgres
async def test_one_after_the_other(two_stores: tuple[Processes, Processes]) -> None:
    inside, done = 0, []

    async def act(processes: Processes, number: int) -> None:
        nonlocal inside
        async with processes.alone("telling", 5):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0.01)
            inside -= 1
            done.append(number)

    for _ in range(5):
        await asyncio.gather(*(act(one, number) for number, one in enumerate(two_stores)))
    assert sorted(done) == [0] * 5 + [1] * 5
    async with two_stores[0].alone("telling", 5), two_stores[1].alone("telling", 6):
        pass  # something else


@on_postgres
async def test_whoever_waits_may_be_cancelled(two_stores: tuple[Processes, Processes]) -> None:
    async def hold() -> None:
        async with two_stores[1].alone("telling", 5):
            await asyncio.sleep(3600)

    async with two_stores[0].alone("telling", 5):
        waiting = asyncio.create_task(hold())
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.wait([waiting])
    holding = asyncio.create_task(hold())
    await asyncio.sleep(0.05)
    holding.cancel()
    await asyncio.wait([holding])
    async with two_stores[0].alone("telling", 5):
        pass  # nobody has it any more


@on_postgres
async def test_one_is_first_until_it_ends(two_stores: tuple[Processes, Processes]) -> None:
    one, other = two_stores
    assert await one.is_first("application")
    assert not await other.is_first("application")
    assert await one.is_first("application")
    assert await other.is_first("something else")
    await one.close()
    assert await other.is_first("application")


@on_postgres
async def test_a_lost_connection_is_made_anew(
    two_stores: tuple[Processes, Processes], url: str
) -> None:
    one, other = two_stores
    heard: list[str] = []
    await one.listen(heard.append)
    assert await one.is_first("application")
    async with one.alone("telling", 5):
        await cut(url)
        async with other.alone("telling", 5):  # it is free
            assert await other.is_first("application")
    assert not await one.is_first("application")
    assert heard == [ANEW]


@on_postgres
async def test_others_hear_what_is_said(two_stores: tuple[Processes, Processes]) -> None:
    heard: tuple[list[str], list[str]] = [], []
    for processes, said in zip(two_stores, heard, strict=True):
        await processes.listen(said.append)
    await two_stores[0].say("table 5")
    for _ in range(200):
        await asyncio.sleep(0.01)
        if heard[1]:
            break
    assert heard == ([], ["table 5"])


@on_postgres
async def test_all_bring_a_database_to_its_newest_form(tmp_path: Path, kind: Kind) -> None:
    url = await empty_database(tmp_path, kind)
    stores = [Store(url) for _ in range(3)]
    await asyncio.gather(*(store.open() for store in stores))
    assert {await store.revision() for store in stores} == {newest_revision()}
    for store in stores:
        await store.close()


@on_postgres
async def test_nobody_replaces_what_a_process_uses(
    two_stores: tuple[Processes, Processes],
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    one_more: str,
) -> None:
    store = Store(url)
    await store.open()
    assert await store.revision() == one_more
    await store.close()
    await two_stores[0].listen(lambda _word: None)  # as a bot that waits for something to do
    settings = Settings(_env_file=None, database_url=url)
    monkeypatch.setattr("bot.store.copies.dump_must_be_whole", lambda *_: None)
    for act in (
        lambda: downgrade(settings, revisions()[-1]),
        lambda: restore(url, tmp_path / "backup.dump"),
    ):
        with pytest.raises(StoreError, match="is in use"):
            await asyncio.to_thread(act)


# --- Handed over ----------------------------------------------------------------------------------
# What a process is asked that has not got the table's server is told there by the one that has;
# and nothing that a process remembers stays when another one changes it.

CHANNEL = 70


@pytest.fixture
async def two_bots(url: str, clock: Clock, tmp_path: Path) -> AsyncIterator[list[TzolkinBot]]:
    """Processes with shards 0 and 1 of 2; what each sends to Discord is in a file of its own."""
    bots = []
    for shards in ("0/2", "1/2"):
        settings = Settings(_env_file=None, database_url=url, shards=shards, emojis=False)
        bot = TzolkinBot(settings, think=last_legal, now=clock)
        stand_in(bot, tmp_path / f"sent by {shards[0]}")
        await bot._async_setup_hook()
        await bot.store.open()
        await OtherProcesses(bot).cog_load()
        bots.append(bot)
    yield bots
    for bot in bots:
        await bot.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what the other process does."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was not done")


def sent(folder: Path, by: int) -> list[str]:
    """Where a process posted."""
    file = folder / f"sent by {by}"
    lines = file.read_text().splitlines() if file.exists() else []
    return [one["path"] for one in map(json.loads, lines) if one["what"] == "POST"]


async def game_with_an_untold_turn(bot: TzolkinBot) -> Table:
    """At a server of shard 1, and by the process of shard 0, as by a press in a direct message."""
    table = await open_lobby(bot.tables, server(1, 2), CHANNEL, PEOPLE[0], Options())
    for person in PEOPLE[1:3]:
        await join(bot.tables, table.id, person)
    table = await start(bot.tables, table.id, PEOPLE[0], seed="1")
    while (await bot.tables.game(table.id)).pending[0].kind != "turn":
        await play(bot.tables, table, 1)
    table = await bot.tables.table(table.id)
    await note_told(bot.tables, table.id, table.version)
    return table


@on_postgres
async def test_the_one_with_the_server_tells_it(two_bots: list[TzolkinBot], tmp_path: Path) -> None:
    asked, has_it = two_bots
    table = await game_with_an_untold_turn(asked)
    assert await carry_on(asked, table.id, await play(asked.tables, table, 1))
    await until(lambda: bool(sent(tmp_path, 1)))
    await sweep(asked)
    assert sent(tmp_path, 0) == []
    assert sent(tmp_path, 1) == [f"/channels/{CHANNEL}/messages"]
    await until(lambda: not has_it._background)
    assert await has_it.tables.not_announced() == []


@on_postgres
async def test_what_another_told_is_not_told_again(
    two_bots: list[TzolkinBot], tmp_path: Path
) -> None:
    """One has a server, then another takes it over for a while, and gives it back."""
    other, bot = two_bots
    table = await game_with_an_untold_turn(bot)
    first = await play(bot.tables, table, 1)
    await carry_on(bot, table.id, first)
    other.mine = other.tables.shards = bot.mine
    second = await play(other.tables, table, 1)
    await carry_on(other, table.id, second)
    await carry_on(bot, table.id, second)  # as if it had confirmed this one
    assert len(sent(tmp_path, 0)) == len(sent(tmp_path, 1)) == 1
    posted = (await bot.tables.table(table.id)).posted.calls
    known = bot.channels[table.id].posted
    assert known is None or known.calls == posted
    third = await play(bot.tables, table, 1)
    await carry_on(bot, table.id, third)
    assert len(sent(tmp_path, 1)) == 2


@on_postgres
async def test_what_was_told_and_could_not_be_noted_is_not_forgotten(
    two_bots: list[TzolkinBot], tmp_path: Path
) -> None:
    """Where only its messages were noted since, and no other process has told anything."""
    _, bot = two_bots
    table = await game_with_an_untold_turn(bot)
    await carry_on(bot, table.id, await play(bot.tables, table, 1))
    channel = bot.channels[table.id]
    told = channel.posted
    assert told is not None and told.version is not None
    now = await bot.tables.table(table.id)
    channel.posted = channel.noted = replace(told, version=told.version + 1, lobby=7)
    channel.compare(now)
    assert channel.posted is not None
    channel.posted = channel.noted = replace(told, board=7)
    channel.compare(now)
    assert channel.posted is None, "another process has posted a board"


@on_postgres
async def test_a_season_is_looked_at_by_the_one_with_its_server(
    two_bots: list[TzolkinBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, _has_it = two_bots
    league = await create_league(asked.leagues, server(1, 2), "The long count")
    season = await create_season(asked.leagues, league.id, SeasonSettings("Rainy season"), by=1)
    looked: list[tuple[int, int]] = []
    for number, bot in enumerate(two_bots):
        cog = LeagueTables(bot)

        async def look(season_id: int, number: int = number) -> None:
            looked.append((number, season_id))

        monkeypatch.setattr(cog, "_tell", look)
        monkeypatch.setattr(cog, "_look_at", lambda _: asyncio.sleep(0))
        bot.add_listener(cog.on_season_changed, "on_season_changed")
    asked.dispatch("season_changed", season.id)
    await until(lambda: bool(looked))
    assert looked == [(1, season.id)]


@on_postgres
async def test_what_is_remembered_follows(two_bots: list[TzolkinBot]) -> None:
    changes, remembers = two_bots
    guild, person = server(0, 2), 1 << 60
    await changes.tables.set_server_settings(guild, ServerSettings(language="de"))
    await changes.store.processes.say(f"{LANGUAGE} {guild}")
    await until(lambda: remembers.server_languages == {guild: "de"})

    remembers.seen_locales[person] = "de"
    await changes._note_locale(person, "es-ES")
    await until(lambda: person not in remembers.seen_locales)

    remembers.seen_names[guild, person] = "Ada"
    await changes.store.processes.say(f"{FORGOTTEN} {person}")
    await until(lambda: not remembers.seen_names)


@on_postgres
async def test_nothing_remembered_is_trusted_after_words_were_missed(
    two_bots: list[TzolkinBot],
) -> None:
    changes, remembers = two_bots
    guild, person = server(0, 2), 1 << 60
    remembers.seen_locales[person] = "de"
    remembers.seen_names[guild, person] = "Ada"
    await changes.tables.set_server_settings(guild, ServerSettings(language="de"))
    await OtherProcesses(remembers).heard(ANEW)
    assert remembers.server_languages == {guild: "de"}
    assert not remembers.seen_locales and not remembers.seen_names


@on_postgres
async def test_what_is_done_once_is_done_by_one(two_bots: list[TzolkinBot]) -> None:
    assert [await bot.is_first() for bot in two_bots] == [True, False]
    await two_bots[0].close()
    assert await two_bots[1].is_first()
