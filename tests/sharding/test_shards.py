"""Which servers a process looks after, by its shards: the program and the database agree."""

from datetime import timedelta

import pytest
from sqlalchemy import BigInteger, literal, select

from bot.model.server import ALL, Shards, parsed
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Store
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.store.postgres import owned
from bot.tables import Options, Tables, time_passing
from tests.store.databases import on_both
from tests.tables.acts import open_lobby
from tests.tables.playing import ADA, Clock

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
