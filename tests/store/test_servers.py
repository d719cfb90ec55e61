"""The repositories of what belongs to a server: settings, leagues, the audit log."""

from dataclasses import replace

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.league import LeagueTable, Made, PersonRating, RatingStep, SeasonRecord
from bot.model.server import AuditEntry
from bot.model.table import PersonSettings, Table
from bot.store import Store, leagues, moderation, settings
from bot.store.database import ChangedMeanwhileError
from bot.store.leagues import NameTakenError
from bot.store.schema import moderation as entries
from tests.store.databases import on_both
from tests.store.rows import LATER, NOON, game, read, save

# --- The repository of settings -------------------------------------------------------------------

pytestmark = on_both


async def test_nothing_set(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await settings.get(connection, "guild", 1) == {}


async def test_changes_add_up_and_scopes_do_not_mix(store: Store) -> None:
    async with store.writing() as connection:
        await settings.change(connection, "guild", 1, {"theme": "light"}, at=NOON)
        await settings.change(connection, "guild", 1, {"theme": None, "n": 3}, at=LATER)
        await settings.change(connection, "channel", 1, {"theme": "light"}, at=NOON)

    async with store.engine.connect() as connection:
        assert await settings.get(connection, "guild", 1) == {"n": 3}
        assert await settings.get(connection, "channel", 1) == {"theme": "light"}
        assert await settings.get(connection, "guild", 2) == {}


async def test_the_language_a_person_reads(store: Store) -> None:
    chosen = PersonSettings(way="direct")
    await store.write(settings.set_locale, 7, "es-419", at=NOON)
    assert await store.read(settings.locale_of, 7) == "es-419"
    assert await store.read(settings.of_person, 7) == PersonSettings()
    await store.write(settings.set_person, 7, chosen, at=LATER)
    assert await store.read(settings.locale_of, 7) == "es-419", "what is set leaves it alone"
    await store.write(settings.set_locale, 7, "de", at=LATER)
    assert await store.read(settings.locale_of, 7) == "de"
    assert await store.read(settings.of_person, 7) == chosen
    assert await store.read(settings.locale_of, 8) is None


# --- The repository of leagues --------------------------------------------------------------------

CREATED = {"event": "Created", "name": "First"}
SIGNED_UP = {"event": "SignedUp", "person": 7}


async def a_season(store: Store) -> SeasonRecord:
    league_id = await store.write(leagues.add_league, 1, "League", {"a": 1}, at=NOON)
    season_id = await store.write(
        leagues.add_season, league_id, {"b": 2}, CREATED, at=NOON, user_id=5
    )
    row = await store.read(leagues.season, season_id)
    assert row is not None
    return row


async def test_leagues_of_a_server(store: Store) -> None:
    first = await store.write(leagues.add_league, 1, "One", {"a": 1}, at=NOON)
    second = await store.write(leagues.add_league, 1, "Two", {}, at=NOON)
    await store.write(leagues.add_league, 2, "One", {}, at=NOON)
    with pytest.raises(NameTakenError):
        await store.write(leagues.add_league, 1, "One", {}, at=NOON)
    with pytest.raises(NameTakenError):
        await store.write(leagues.set_league, second, "One", {})
    await store.write(leagues.set_league, second, "Three", {"c": 3})
    found = await store.read(leagues.leagues_of, 1)
    assert [(row.id, row.name, row.settings) for row in found] == [
        (first, "One", {"a": 1}),
        (second, "Three", {"c": 3}),
    ]
    assert found[0].created_at == NOON
    assert await store.read(leagues.league, 99) is None


async def test_a_log_is_only_added_to_by_who_has_read_it(store: Store) -> None:
    season = await a_season(store)
    assert (season.number, season.status, season.version) == (1, "sign-up", 1)
    await store.write(
        leagues.record, season, [SIGNED_UP, SIGNED_UP], status="running", at=LATER, user_id=None
    )
    with pytest.raises(ChangedMeanwhileError):
        await store.write(
            leagues.record, season, [SIGNED_UP], status="finished", at=LATER, user_id=None
        )
    log = await store.read(leagues.events_from, season.id)
    assert [(e.n, e.at, e.payload, e.user_id) for e in log] == [
        (0, NOON, CREATED, 5),
        (1, LATER, SIGNED_UP, None),
        (2, LATER, SIGNED_UP, None),
    ]
    assert await store.read(leagues.events_from, season.id, 2) == log[2:]
    now = await store.read(leagues.season, season.id)
    assert now is not None
    assert (now.status, now.version) == ("running", 3)


async def test_one_season_of_a_league_is_open_for_signing_up(store: Store) -> None:
    season = await a_season(store)
    more = (leagues.add_season, season.league_id, {}, CREATED)
    with pytest.raises(ChangedMeanwhileError):
        await store.write(*more, at=NOON, user_id=None)
    await store.write(leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=None)
    await store.write(*more, at=NOON, user_id=None)
    found = await store.read(leagues.seasons_of, season.league_id)
    assert [row.number for row in found] == [1, 2]
    made = Made(channel=7)
    await store.write(leagues.set_season, season.id, {"new": True}, made)
    changed = await store.read(leagues.season, season.id)
    assert changed is not None
    assert (changed.settings, changed.made) == ({"new": True}, made)


async def test_tables_of_a_season_and_their_games(store: Store) -> None:
    season = await a_season(store)
    rows = [LeagueTable(season.id, n, 0, n - 1, (7, 8, 9)) for n in (1, 2)]
    await store.write(leagues.put_tables, rows)
    assert await store.read(leagues.tables_of, season.id) == rows
    await store.write(leagues.put_tables, [])
    voided = LeagueTable(season.id, 2, 0, 1, (7, 8, 9), "voided", None, (9, 8, 7))
    await store.write(leagues.put_tables, [voided])
    assert await store.read(leagues.tables_of, season.id) == [rows[0], voided]
    assert await store.read(leagues.table_of_game, 1) is None


async def test_ratings_are_what_the_last_step_says(store: Store) -> None:
    season = await a_season(store)

    def step(number: int, user: int, mu: float) -> RatingStep:
        return RatingStep(season.id, number, PersonRating(user, 4, mu, 8.1, number))

    one, two, three = step(1, 7, 26.125), step(2, 7, 1 / 3), step(2, 8, 24.0)
    await store.write(leagues.add_rating_changes, season.league_id, [one])
    await store.write(leagues.add_rating_changes, season.league_id, [two, three])
    assert await store.read(leagues.ratings_of, season.league_id) == [two.after, three.after]
    assert await store.read(leagues.rating_history, season.league_id) == [one, two, three]
    assert await store.read(leagues.rating_history, season.league_id, 8) == [three]
    await store.write(leagues.replace_ratings, season.league_id, [three])
    assert await store.read(leagues.ratings_of, season.league_id) == [three.after]
    assert await store.read(leagues.rating_history, season.league_id) == [three]


async def test_an_event_and_what_follows_from_it_are_written_together(store: Store) -> None:
    season = await a_season(store)
    follows = {
        "tables": [LeagueTable(season.id, 1, 0, 0, (7, 8))],
        "rating_changes": [RatingStep(season.id, 1, PersonRating(7, 2, 25.0, 8.0, 1))],
    }
    await store.write(
        leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=1, **follows
    )
    with pytest.raises(ChangedMeanwhileError):
        await store.write(
            leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=1,
            tables=[LeagueTable(season.id, 9, 0, 0, (7, 8))], ratings_anew=True,
        )  # fmt: skip
    assert [t.number for t in await store.read(leagues.tables_of, season.id)] == [1]
    assert len(await store.read(leagues.ratings_of, season.league_id)) == 1


# --- The audit log: written together with what was done, or not at all ----------------------------


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
    """By what was done, not by what was refused; and not if that is undone itself."""
    row = await game(store)

    async def add(**more: object) -> int:
        return (await store.write(moderation.add, entry(row, **more))).id

    first, second = await add(), await add()
    await add(details={"undoes": first}, status="refused")
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


async def test_the_latest_counts_from_when_it_was_done(store: Store) -> None:
    row = await game(store)
    asked = entry(row, "correct", settled_by=110, settled_at=LATER)  # as older versions wrote it
    ended = await store.write(moderation.add, entry(row, "end", at=NOON))

    async def latest() -> AuditEntry | None:
        return await store.read(moderation.latest_done, row.id, ("end", "correct"))

    assert await latest() == ended

    done = await store.write(moderation.add, asked)
    assert await latest() == done
    assert await store.read(moderation.latest_done, row.id, ("pause",)) is None


async def test_what_is_hidden_is_kept_and_not_handed_out(store: Store) -> None:
    row = await game(store)
    """Older versions wrote there what an act needed of the hidden part of a game."""
    written = await store.write(moderation.add, entry(row))
    async with store.engine.begin() as connection:
        await connection.execute(update(entries).values(hidden={"seed": "s3cret"}))
    assert "s3cret" not in repr(await store.read(moderation.by_id, written.id))
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(entries.c.hidden)) == {"seed": "s3cret"}
