"""The outbox: each note waits once and is told once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.notes import (
    NOTES,
    CallSeat,
    NoResult,
    Note,
    SeatNote,
    TimeOver,
    from_json,
    to_json,
)
from bot.store import Store, leagues, outbox
from bot.tables import Options, Tables
from tests.store.databases import on_both
from tests.store.rows import NOON
from tests.tables.acts import notes_of, open_lobby
from tests.tables.playing import ADA, CHANNEL


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_is_read_as_it_was_written(kind: str) -> None:
    assert len(kind) <= 20, "the column has room for its name"

    @settings(max_examples=20)
    @given(st.from_type(NOTES[kind]))
    def holds(note: Note) -> None:
        written = to_json(note)
        assert from_json(kind, written) == note
        assert to_json(from_json(kind, written)) == written, "so that it is found again"

    holds()


def test_what_a_newer_program_wrote_is_not_read() -> None:
    for kind, written in (("Sung", "{}"), ("CallSeat", "{}"), ("CallSeat", '{"seat":1}')):
        with pytest.raises(ValueError, match=r"Sung|CallSeat"):
            from_json(kind, written)


@pytest.fixture
def tables(store: Store) -> Tables:
    """Tables of this database."""
    return Tables(store)


@on_both
async def test_a_note_waits_once_and_is_told_once(store: Store, tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA, Options())
    notes: list[SeatNote] = [TimeOver(1), CallSeat(0, "mention"), TimeOver(1)]
    await store.write(outbox.add, notes, table_id=table.id)
    await store.write(outbox.add, notes[::-1], table_id=table.id)
    assert await notes_of(tables, table.id) == (TimeOver(1), CallSeat(0, "mention"))
    assert (await tables.table(table.id)).notes_wait
    await store.write(outbox.answered, table.id, 1)
    [left] = await store.read(outbox.of_table, table.id)
    assert [await store.write(outbox.told, left) for _ in range(2)] == [True, False]
    assert not (await tables.table(table.id)).notes_wait
    await store.write(outbox.add, [left.note], table_id=table.id)
    [again] = await store.read(outbox.of_table, table.id)
    assert again.id > left.id, "its number is never used again"


@on_both
async def test_what_is_told_once_stays_known(store: Store) -> None:
    league = await store.write(leagues.add_league, 1, "Rain", {}, at=NOON)
    more = (league, {}, {"event": "Created"})
    season = await store.write(leagues.add_season, *more, at=NOON, user_id=None)
    note = NoResult(1, 2, 0)
    await store.write(outbox.add, [note], season_id=season)
    [waiting] = await store.read(outbox.of_season, season)
    assert await store.read(outbox.seasons_waiting) == [season]
    await store.write(outbox.told, waiting)
    await store.write(outbox.add, [note], season_id=season)
    assert await store.read(outbox.of_season, season) == []
    assert await store.read(outbox.seasons_waiting) == []
    record = await store.read(leagues.season, season)
    assert record is not None and (record.told, record.untold) == ({note}, ())
