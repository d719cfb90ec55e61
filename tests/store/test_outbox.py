"""The outbox: words of earlier versions become notes, and back; every kind of note is told."""

import json
from typing import Any

import pytest
from sqlalchemy import text

from bot.model.notes import NOTES, CallSeat, NoResult, SeatNote, TimeOver, from_json, to_json
from bot.store import Store, leagues, outbox
from bot.store.database import downgrade, upgrade
from bot.store.migrations.versions.outbox import note_of, word_of
from bot.tables import Options, Tables
from tests.store.databases import on_both
from tests.store.rows import NOON
from tests.tables.acts import notes_of, open_lobby
from tests.tables.playing import ADA, CHANNEL

AT_TABLES = (
    "direct 2", "turn 0 mention", "turn 1 direct silent", "reminder 2 mention",
    "nudge 1 mention 0", "nudge 3 direct 0", "last_call 2", "time_out 2", "moderators 2",
    "substitute 2",
    "rewind_request", "pause_request", "abandon_request", "paused", "resumed 0", "abandoned 0",
    "abandoned_by 123456789012345678", "gone 2", "gone_moderators",
    "goes_on", "entry 7", "timed_out 2 137", "ran_out 2 137",
)  # fmt: skip
IN_SEASONS = (
    "sign-up", "event 3", "entry 4", "offer 7", "seats 8",
    "stop 2", "dispute 1", "decided 1", "given up 3 44 0",
)  # fmt: skip
ONCE = (
    "pinged sign-up", "closed", "due 1 2026-05-01T10:00", "overdue 2 2026-05-02T11:30",
    "appeals 2026-06-01T00:00", "no event", "no event events", "no threads",
    "no room threads 2026-05-01", "deal 0123456789abcdef", "not drawn too-few-players", "too few",
    "late", "kept open 4, 5", "kept open disputes 1", "kept open final-due ", "round 0 2",
    "final due", "final again 9", "to close 2026-05-01T10:00:05", "given up 3 44 1",
)  # fmt: skip


@pytest.mark.parametrize("word", [*AT_TABLES, *IN_SEASONS, *ONCE])
def test_a_word_of_before_is_a_note_of_today(word: str) -> None:
    found = note_of(word)
    assert found is not None
    kind, fields = found
    written = json.dumps(fields, separators=(",", ":"))
    assert to_json(from_json(kind, written)) == written, "so that it is found again"
    assert (word_of(kind, fields) or "").strip() == word.strip().replace(
        "direct 2", "turn 2 direct"
    )


def test_every_kind_of_note_has_a_word_to_go_back_to() -> None:
    kinds = {found[0] for found in map(note_of, [*AT_TABLES, *IN_SEASONS, *ONCE]) if found}
    later = {"SeatIsNext", "GiveRoles", "NoRoles", "PeopleChanged"}
    later |= {"TurnOfDay", "DayChannelLost"}
    assert kinds | {"ActInSeason"} | later == set(NOTES)
    assert max(map(len, NOTES)) <= 20, "the column has room for its name"


def test_what_a_newer_program_wrote_is_not_read() -> None:
    for kind, written in (("Sung", "{}"), ("CallSeat", "{}"), ("CallSeat", '{"seat":1}')):
        with pytest.raises(ValueError, match=r"Sung|CallSeat"):
            from_json(kind, written)


@pytest.fixture
def tables(store: Store) -> Tables:
    """Tables of this database."""
    return Tables(store)


async def _say(store: Store, query: str, **values: Any) -> Any:
    async with store.writing() as connection:
        found = await connection.execute(text(query), values)
        return found.scalar() if found.returns_rows else None


@on_both
async def test_what_waits_is_brought_over_and_back(store: Store, tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA, Options())
    await downgrade(store.engine, "reviews")
    words = json.dumps(
        ["paused", "turn 1 direct silent", "sung 4", "replaced 7", "nudge 1,2 mention 0"]
    )
    await _say(store, "UPDATE tables SET untold = :words", words=words)
    await _say(
        store,
        "INSERT INTO leagues (guild_id, name, settings, created_at) "
        "VALUES (1, 'Rain', '{}', '2026-01-01 00:00:00')",
    )
    made = {
        "told": ["late", "disputed 1 22 33 private"],
        "untold": ["event 3", "seat 5 season"],
        "made": {"news": 5},
    }
    for number, settings in ((1, {**made, "name": "x"}), (2, {"told": ["closing"], "name": "y"})):
        await _say(
            store,
            "INSERT INTO seasons (league_id, number, status, settings, version, created_at) "
            "VALUES (1, :number, 'finished', :settings, 1, '2026-01-01 00:00:00')",
            number=number,
            settings=json.dumps(settings),
        )
    await _say(
        store,
        "INSERT INTO season_events (season_id, n, at, kind, payload) "
        "VALUES (2, 6, '2026-01-01 00:00:00', 'Closed', '{\"event\": \"Closed\"}')",
    )
    await upgrade(store.engine)
    assert list(map(to_json, await notes_of(tables, table.id))) == [
        "{}",
        '{"seat":1,"way":"direct","silent":true}',
        '{"seat":1,"way":"mention","by":0}',
        '{"seat":2,"way":"mention","by":0}',
    ]
    [one, two] = await store.read(leagues.seasons_of, 1)
    assert [to_json(note) for note in one.untold] == ['{"n":3}']
    assert [type(note).__name__ for note in one.told] == ["StillPlayed"]
    assert one.made.news == 5 and one.made.disputes[1].message == 33
    assert one.settings == {"name": "x"} and two.settings == {"name": "y"}
    assert [to_json(note) for note in two.untold] == ['{"n":6}'], "its end was not announced yet"

    await downgrade(store.engine, "reviews")
    again = await _say(store, "SELECT untold FROM tables")
    kept = json.loads(again) if isinstance(again, str) else again
    assert kept == ["paused", "turn 1 direct silent", "nudge 1 mention 0", "nudge 2 mention 0"]
    again = await _say(store, "SELECT settings FROM seasons WHERE number = 1")
    settings = json.loads(again) if isinstance(again, str) else again
    dropped = "seat 5 season"  # a table no longer tells its season of a seat
    assert settings == {
        **made,
        "untold": [one for one in made["untold"] if one != dropped],
        "name": "x",
    }


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
