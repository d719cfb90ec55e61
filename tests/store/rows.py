"""Rows for the tests: a lobby, a game, and turns in it."""

from datetime import UTC, datetime, timedelta

from bot.store import Store, log, tables
from bot.store.rows import SeatRow, TableRow

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
ADA, BEN = SeatRow(0, 101, "Ada", False), SeatRow(1, 102, "Ben", False)
COMPUTER = SeatRow(2, None, "Imix", True)


async def read(store: Store, table_id: int) -> TableRow:
    """A table that is there."""
    async with store.reading() as connection:
        row = await tables.by_id(connection, table_id)
    assert row is not None
    return row


async def lobby(
    store: Store, channel: int = 7, seated: tuple[SeatRow, ...] = (ADA, BEN, COMPUTER)
) -> TableRow:
    """A lobby in a channel."""
    async with store.writing() as connection:
        table_id = await tables.add(
            connection,
            guild_id=1,
            channel_id=channel,
            host_id=101,
            options={"theme": "light"},
            seated=seated,
            at=NOON,
        )
    return await read(store, table_id)


async def game(store: Store, channel: int = 7) -> TableRow:
    """A game whose deal and positions are made up: the store does not look into them."""
    row = await lobby(store, channel)
    async with store.writing() as connection:
        return await log.begin(
            connection, row, row, rules=3, seed="x", setup={"age1": ["B1"]}, position={}, at=NOON
        )


async def turn(store: Store, row: TableRow, seat: int, *actions: str) -> TableRow:
    """A confirmed turn."""
    async with store.writing() as connection:
        return await log.append(
            connection,
            row,
            seat=seat,
            actions=actions,
            position={"turn of": seat},
            finished=False,
            at=LATER,
            user_id=row.seats[seat].user_id,
        )
