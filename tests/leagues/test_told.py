"""No act of moderators is silent: each is told where the players of its season read, now and before
the league moved, with what it was before and is after, and stands in the log that all can open."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.leagues import acting
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people import dispute
from bot.leagues.people_acts import Ban, HandOver, TakeSeat
from bot.leagues.result_acts import Reject
from bot.leagues.season_transaction import Leagues
from bot.model.notes import ActInSeason, ActTold, SignUpOpened
from bot.model.server import AuditEntry, Moderator
from bot.moderation import at_tables, desk, table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import (
    CorrectResult,
    PauseClocks,
    ReplacePlayer,
    ResumeClocks,
    SeatLatecomer,
    TableAct,
)
from bot.refusal import Refusal
from bot.store import leagues as stored
from bot.store import moderation, outbox, settings
from bot.tables import Tables
from bot.tables.settings import OF_MODERATORS
from bot.text.translation import Translations
from cogs.kit.members import Names
from cogs.leagues.daylight import act_lines
from tests.leagues import act_places, act_rows
from tests.leagues.act_places import FREE, NEW, TOP, WHY, Place, TriedStore
from tests.leagues.played import GUILD
from tests.store.databases import newest_database
from tests.tables.playing import Clock, last_legal

MAYA = Moderator(FREE, GUILD)
BEFORE, NOW = 700, 800
"""The channels of a league, before it moved and now."""
BY_THE_RULES = {HandOver.act, TakeSeat.act}
"""The acts that no moderator does."""


@pytest.fixture
async def leagues(tmp_path: Path, newest_form: Path, clock: Clock) -> AsyncIterator[Leagues]:
    """Leagues in a database in which everything that is tried is undone."""
    store = TriedStore(await newest_database(tmp_path, newest_form, "sqlite"))
    await store.open()
    await store.write(settings.change, "guild", GUILD, {"second_moderator": False}, at=clock())
    yield Leagues(store, now=clock)
    await store.close()


@pytest.fixture
def tables(leagues: Leagues, clock: Clock) -> Tables:
    """Tables in the same database."""
    return Tables(leagues.store, think=last_legal, now=clock)


async def moved(leagues: Leagues, season_id: int) -> int:
    """Move the league of a season from one channel to another; its id."""
    league_id = (await leagues.read(season_id)).league_id
    for channel in (BEFORE, NOW):
        await leagues.store.write(stored.set_channel, league_id, channel)
    return league_id


async def must_be_told(leagues: Leagues, entry: AuditEntry, league_id: int, season_id: int) -> None:
    """Check that an act is told in both channels of the season, and stands first in its log."""
    told = [one.note for one in await leagues.store.read(outbox.of_season, season_id)]
    assert ActInSeason(entry.id) in told, entry.act
    elsewhere = [one.note for one in await leagues.store.read(outbox.of_server, GUILD)]
    assert ActTold(entry.id, BEFORE) in elsewhere, entry.act
    found = await acting.open_log(leagues, GUILD, league_id, season_id, skip=0, most=1)
    assert [one.id for one in found] == [entry.id], entry.act


def said_of(entry: AuditEntry) -> str:
    """What is told of an act."""
    return "\n".join(act_lines(Translations(), entry, Names({})))


async def ask(
    leagues: Leagues, tables: Tables, place: Place, act: SeasonAct | TableAct
) -> AuditEntry:
    """Do an act as commands do."""
    assert place.season is not None
    if isinstance(act, SeasonAct):
        return (await desk.do(InSeason(leagues, place.season), MAYA, act, WHY)).entry
    assert place.table is not None
    instead = await acting.season_act_for(leagues, await tables.table(place.table), act)
    if instead is not None:
        return (await desk.do(InSeason(leagues, place.season), MAYA, instead[1], WHY)).entry
    stake = await acting.stake_of(leagues, place.table)
    return (await desk.do(AtTable(tables, place.table, stake), MAYA, act, WHY)).entry


@pytest.mark.first
async def test_every_act_in_a_season_and_at_its_tables(leagues: Leagues, tables: Tables) -> None:
    made = [
        await act_places.sign_up(leagues),
        *await act_places.running(leagues, tables),
        *[await make(leagues) for make in (
            act_places.round_over, act_places.final_due, act_places.all_over, act_places.finished,
        )],
    ]  # fmt: skip
    kinds, store = set(), leagues.store
    assert isinstance(store, TriedStore)
    for place in made:
        assert place.season is not None
        league_id = await moved(leagues, place.season)
        open_now = (await leagues.read(place.season)).state.phase in ("sign-up", "running")
        if place.table is None:
            season = await leagues.read(place.season)
            rows = [row for act in acting.ACTS for row in act_rows.SEASON[act](place, season)]
        else:
            table = await tables.table(place.table)
            rows = [row for act in table_acts.ACTS for row in act_rows.TABLE[act](place, table)]
        for row in rows:
            async with store.trying():
                more = [ResumeClocks()] if isinstance(row.act, PauseClocks) else []
                for act in (row.act, *more):
                    try:
                        entry = await ask(leagues, tables, place, act)
                    except Refusal:
                        break
                    said = said_of(entry)
                    assert "→" in said, said
                    if entry.act not in BY_THE_RULES:
                        assert f"<@{FREE}>" in said, said
                        assert WHY in said or not act.asks_reason, said
                    if open_now:
                        await must_be_told(leagues, entry, league_id, place.season)
                    kinds.add(entry.act)
            tables.games = type(tables.games)(100)  # of what is undone
    in_season = {CorrectResult.act, ReplacePlayer.act}
    assert kinds == {*acting.ACTS, *table_acts.ACTS} - in_season - {SeatLatecomer.act}


async def test_every_act_on_a_league_and_the_settings_for_moderators(
    leagues: Leagues, tables: Tables
) -> None:
    league, entry = await acting.found_league(leagues, MAYA, "The long count", BEFORE)
    assert entry is not None and said_of(entry).endswith(f"– → <#{BEFORE}>")
    [note] = await leagues.store.read(outbox.of_server, GUILD)
    assert note.note == ActTold(entry.id, BEFORE), "nobody plays there yet"
    season = await acting.create_season(
        leagues, league.id, MAYA, (await act_places._season(leagues, "another")).settings
    )
    assert season.untold == (SignUpOpened(),), "the season's message says it"
    _, entry = await acting.found_league(leagues, MAYA, league.name, NOW)
    assert entry is not None and f"<#{BEFORE}> → <#{NOW}>" in said_of(entry)
    await must_be_told(leagues, entry, league.id, season.id)
    entry = await acting.rename_league(leagues, league.id, MAYA, "The short count")
    assert "The long count → The short count" in said_of(entry)
    await must_be_told(leagues, entry, league.id, season.id)
    entry = await acting.undo_league(leagues, MAYA, entry, WHY)
    assert WHY in said_of(entry)
    await must_be_told(leagues, entry, league.id, season.id)
    chosen: dict[str, str | None] = {one.name: None for one in OF_MODERATORS}
    await at_tables.set_up(tables, MAYA, {**chosen, "channel": "5"})
    entry = (await at_tables.audit_log(tables, GUILD, most=1))[0]
    assert "→" in said_of(entry)
    await must_be_told(leagues, entry, league.id, season.id)
    entry = await at_tables.undo_set_up(tables, MAYA, entry, WHY)
    await must_be_told(leagues, entry, league.id, season.id)
    empty, _ = await acting.found_league(leagues, MAYA, "Nobody's", 900)
    entry = await acting.delete_league(leagues, empty.id, MAYA)
    assert "Nobody's → –" in said_of(entry)
    notes = [one.note for one in await leagues.store.read(outbox.of_server, GUILD)]
    assert ActTold(entry.id, 900) in notes


async def test_what_was_between_moderators_and_a_person_stays_there(leagues: Leagues) -> None:
    """Entries of a version that promised it are not in the open log; new ones are."""
    season = await act_places._season(leagues, "once")
    place = InSeason(leagues, season.id)
    done = await desk.do(place, MAYA, Ban(NEW, None), WHY)
    old = {key: value for key, value in done.entry.details.items() if key != desk.OPEN}
    before = AuditEntry(
        0, GUILD, None, leagues.now(), FREE, Ban.act, "A secret.", {**old, "user_id": TOP[0]},
        own_table=False, season_id=season.id,
    )  # fmt: skip
    await leagues.store.write(moderation.add, before)
    found = await acting.open_log(leagues, GUILD, season.league_id, season.id, skip=0, most=9)
    assert done.entry.id in [one.id for one in found]
    assert "A secret." not in [one.reason for one in found]


async def test_who_disputes_stays_with_the_moderators(leagues: Leagues, tables: Tables) -> None:
    place, *_ = await act_places.running(leagues, tables)
    assert place.season is not None
    _, number = await dispute(
        leagues, place.season, 102, place.numbers["over"], "He looked at mine"
    )
    act = Reject(number, place.numbers["over"])
    done = await desk.do(InSeason(leagues, place.season), MAYA, act, WHY)
    said = said_of(done.entry)
    assert WHY in said and "disputed → rejected" in said
    assert "looked" not in said and "102" not in said
