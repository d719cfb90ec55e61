"""Tables whose seats a schedule has assigned: opened in one step, their deal sealed."""

from typing import Any

import pytest

from bot.notation.records import StoredRecord, sum_of
from bot.store import tables as stored
from bot.tables import Options, Person, Table, Tables
from bot.tables.records import checks, commitment, join_of_person, new_secret, verdict
from tests.tables.acts import join, open_scheduled, record_of, start_scheduled
from tests.tables.playing import ADA, BEN, CHANNEL, CLEO, DAN, play, refused

CLAIMED: list[int] = []


async def claim(connection: object, table_id: int) -> None:
    """Note which table it was."""
    CLAIMED.append(table_id)


async def taken(connection: object, table_id: int) -> None:
    """Somebody else was faster."""
    raise LookupError


async def scheduled(
    tables: Tables, seated: tuple[Person | None, ...] = (CLEO, ADA, None, BEN), **more: Any
) -> Table:
    """A table opened for these people, with computers for None."""
    return await open_scheduled(
        tables, 1, CHANNEL, seated, Options(), host_id=CLEO.id, claim=more.get("claim", claim)
    )


async def test_the_seats_stay_as_they_are_given(tables: Tables) -> None:
    table = await scheduled(tables)
    assert CLAIMED[-1] == table.id
    assert (table.status, table.host_id) == ("lobby", CLEO.id)
    await join(tables, table.id, DAN)  # whatever is pressed in the meantime counts for nothing
    started = await start_scheduled(tables, table.id, (CLEO, ADA, None, BEN))
    assert [holder.user_id for holder in started.seats] == [CLEO.id, ADA.id, None, BEN.id]
    assert started.seats[2].computer
    assert started.status == "playing"
    await refused("started", start_scheduled(tables, table.id, (CLEO, ADA, None, BEN)))


async def test_what_cannot_be_claimed_is_not_opened(tables: Tables) -> None:
    with pytest.raises(LookupError):
        await scheduled(tables, claim=taken)
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) is None
    await scheduled(tables)
    await refused("channel-busy", scheduled(tables))


async def test_without_computers_none_can_be_seated(tables: Tables) -> None:
    people_only = Tables(tables.store, now=tables.now)
    await refused("no-computers-here", scheduled(people_only))
    assert (await scheduled(people_only, (ADA, BEN))).status == "lobby"


async def test_the_record_says_that_the_seats_were_given(tables: Tables) -> None:
    shared = new_secret()
    table = await scheduled(tables, (BEN, ADA))
    table = await start_scheduled(tables, table.id, (BEN, ADA), deal_of=shared)
    while (await tables.table(table.id)).status == "playing":
        await play(tables, table, 20)
    record = await record_of(tables, table.id)
    assert record.sealed.given
    marks = tuple(join_of_person(record.sealed.commitment, one.id) for one in (BEN, ADA))
    assert record.sealed.joined == record.sealed.seated == marks
    assert record.shared is not None and record.shared.commitment == commitment(shared)
    found = checks(StoredRecord(record, sum_of(record)))
    assert verdict(found) == "true"
    assert any("come from the schedule or the last game" in check.template for check in found)


async def test_the_secret_of_a_scheduled_table_is_not_told(tables: Tables) -> None:
    table = await scheduled(tables)
    await refused("deal-secret", record_of(tables, table.id))
    row = await tables.store.read(stored.by_id, table.id)
    assert row is not None and "secret" not in vars(row)
