"""The repository of turns in preparation."""

import pytest

from bot.store import Store, prepared
from bot.store.errors import ChangedMeanwhileError
from bot.store.rows import PreparedRow
from tests.store.rows import LATER, NOON, game, read


async def put(store: Store, table_id: int, seat: int, row: PreparedRow) -> None:
    """Store it."""
    async with store.writing() as connection:
        await prepared.put(connection, table_id, seat, row, at=NOON)


async def test_each_seat_has_its_own(store: Store) -> None:
    row = await game(store)
    first = PreparedRow(0, 1, ("keep W1 W2",))
    second = PreparedRow(4, 7, ("beg", "down chaac"))
    await put(store, row.id, 0, first)
    await put(store, row.id, 1, second)

    assert (await read(store, row.id)).prepared == {0: first, 1: second}


@pytest.mark.parametrize(
    "newer", [PreparedRow(4, 4, ()), PreparedRow(4, 5, ("end",)), PreparedRow(6, 1, ("beg",))]
)
async def test_newer_replaces_older(store: Store, newer: PreparedRow) -> None:
    row = await game(store)
    await put(store, row.id, 0, PreparedRow(4, 3, ("beg",)))
    await put(store, row.id, 0, newer)

    assert (await read(store, row.id)).prepared == {0: newer}


@pytest.mark.parametrize(
    "older", [PreparedRow(4, 3, ()), PreparedRow(4, 2, ("end",)), PreparedRow(3, 9, ("end",))]
)
async def test_older_or_equal_is_refused(store: Store, older: PreparedRow) -> None:
    row = await game(store)
    kept = PreparedRow(4, 3, ("beg",))
    await put(store, row.id, 0, kept)

    with pytest.raises(ChangedMeanwhileError):
        async with store.writing() as connection:
            await prepared.put(connection, row.id, 0, older, at=LATER)
    assert (await read(store, row.id)).prepared == {0: kept}
