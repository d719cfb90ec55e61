"""The audit log: written together with what was done, or not at all."""

from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.server import AuditEntry
from bot.model.table import Table
from bot.store import Store, moderation
from bot.store.database import ChangedMeanwhileError
from bot.store.schema import moderation as entries
from tests.store.databases import on_both
from tests.store.rows import LATER, NOON, game, read, save

pytestmark = on_both


def entry(row: Table, act: str = "pause", **more: object) -> AuditEntry:
    """An entry about a table, not written yet."""
    plain = AuditEntry(
        0, row.guild_id or 0, row.id, NOON, 109, act, "A storm.", {"seat": 1}, own_table=False
    )
    return replace(plain, **more)  # type: ignore[arg-type]


async def test_an_act_is_written_with_its_entry(store: Store) -> None:
    row = await game(store)

    async def pause(connection: AsyncConnection) -> tuple[AuditEntry, Table]:
        saved = await save(connection, row, replace(row, paused_at=NOON), at=NOON)
        return await moderation.add(connection, entry(row)), saved

    written, saved = await store.write(pause)
    assert written.id > 0
    assert saved.paused_at == NOON
    assert await store.read(moderation.by_id, written.id) == written
    assert await store.read(moderation.of_table, row.id) == [written]

    with pytest.raises(ChangedMeanwhileError):  # `row` is no longer what is stored
        await store.write(pause)
    assert await store.read(moderation.count, 1) == 1


async def test_a_failing_entry_undoes_the_act(store: Store) -> None:
    row = await game(store)

    async def pause(connection: AsyncConnection) -> None:
        await save(connection, row, replace(row, paused_at=NOON), at=NOON)
        await moderation.add(connection, entry(row, status="perhaps"))

    with pytest.raises(Exception, match="status"):
        await store.write(pause)
    assert (await read(store, row.id)).paused_at is None


async def test_what_is_undone(store: Store) -> None:
    """By what was done, not by what waits; and not if that is undone itself."""
    row = await game(store)

    async def add(**more: object) -> int:
        return (await store.write(moderation.add, entry(row, **more))).id

    first, second = await add(), await add()
    await add(details={"undoes": first}, status="pending")
    assert await store.read(moderation.undone, 1) == {}
    third = await add(details={"undoes": second})
    assert await store.read(moderation.undone, 1) == {second: third}
    fourth = await add(details={"undoes": third})
    assert await store.read(moderation.undone, 1) == {third: fourth}
    fifth = await add(details={"undoes": second})
    assert await store.read(moderation.undone, 1) == {third: fourth, second: fifth}
    assert await store.read(moderation.undone, 2) == {}


async def test_pages_and_servers(store: Store) -> None:
    row, other = await game(store), await game(store, channel=8)
    for number in range(5):
        await store.write(moderation.add, entry(row, reason=f"{number}"))
    await store.write(moderation.add, entry(other, reason="other table"))
    await store.write(moderation.add, entry(row, guild_id=2, table_id=None, reason="elsewhere"))

    page = await store.read(moderation.of_guild, 1, skip=1, most=3)
    assert [one.reason for one in page] == ["4", "3", "2"]
    assert len(await store.read(moderation.of_guild, 1)) == 6
    assert await store.read(moderation.count, 1) == 6
    assert await store.read(moderation.count, 1, table_id=row.id) == 5
    assert [one.reason for one in await store.read(moderation.of_table, other.id)] == [
        "other table"
    ]
    assert [one.reason for one in await store.read(moderation.of_guild, 2)] == ["elsewhere"]


async def test_what_is_pending_is_settled_once(store: Store) -> None:
    row = await game(store)
    waits = await store.write(moderation.add, entry(row, "correct", status="pending"))
    assert await store.read(moderation.pending, 1) == [waits]
    assert await store.read(moderation.pending, 2) == []

    done = replace(waits, status="done", settled_by=110, settled_at=LATER)
    await store.write(moderation.settle, done)
    assert await store.read(moderation.by_id, waits.id) == done
    assert await store.read(moderation.pending, 1) == []
    with pytest.raises(ChangedMeanwhileError):
        await store.write(moderation.settle, replace(done, status="refused"))
    assert await store.read(moderation.by_id, waits.id) == done


async def test_the_latest_counts_from_when_it_was_done(store: Store) -> None:
    row = await game(store)
    asked = await store.write(moderation.add, entry(row, "correct", status="pending"))
    ended = await store.write(moderation.add, entry(row, "end", at=NOON))

    async def latest() -> AuditEntry | None:
        return await store.read(moderation.latest_done, row.id, ("end", "correct"))

    assert await latest() == ended

    done = replace(asked, status="done", settled_by=110, settled_at=LATER)
    await store.write(moderation.settle, done)
    assert await latest() == done
    assert await store.read(moderation.latest_done, row.id, ("pause",)) is None


async def test_what_is_hidden_is_kept_and_not_handed_out(store: Store) -> None:
    row = await game(store)
    written = await store.write(moderation.add, entry(row), hidden={"seed": "s3cret"})
    assert "s3cret" not in repr(await store.read(moderation.by_id, written.id))
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(entries.c.hidden)) == {"seed": "s3cret"}
