"""A person can export everything stored about them, and nothing of it is left after deletion, nor
comes back by work that was under way."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest
from sqlalchemy import JSON, BigInteger, String, Text, text

from bot import statistics
from bot.clocks import PersonalTime
from bot.leagues import privacy
from bot.leagues.acting import STAFF, change_league, undo_league
from bot.leagues.people import list_substitute, sign_off, sign_up
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.model.computers import Puzzle
from bot.model.figures import Counted
from bot.model.league import NO_STAFF, Ban, LeagueTable, PersonRating, RatingStep, Staff
from bot.model.notes import TableGivenUp
from bot.model.server import AuditEntry
from bot.model.table import GameNight
from bot.notation.records import from_json, to_json
from bot.store import Store, moderation, outbox, puzzles, settings, stats
from bot.store import leagues as stored_leagues
from bot.store import tables as stored_tables
from bot.store.database import BEGUN_AFTER, ChangedMeanwhileError
from bot.store.privacy import PERSONAL, without
from bot.store.schema import WRITTEN_OF_PEOPLE, metadata
from bot.tables import Moderator, Options, Person, PersonSettings, Table, Tables
from bot.tables.records import checks, verdict
from bot.text.names import FORMER_NAME
from tests.leagues.changes import create_league, create_season
from tests.statistics.games import store_game
from tests.tables.acts import (
    abandon,
    audit_log,
    end_game,
    join,
    leave,
    must_sit_nowhere,
    notes_of,
    open_lobby,
    order_rewind,
    record_of,
    remove_old,
    replace_player,
    result_of,
    set_person_settings,
    start,
    stored_about,
    write_note,
)
from tests.tables.playing import Clock, asked_seats, play, prepare_turn, refused

# --- A person can export everything stored about them, and nothing of it is left after deletion ---
# Searched for in every column of every table of the database.


ANA = Person(100_200_300_400_500_601, "Ana Maria")
BEN = Person(100_200_300_400_500_602, "Benedict")
CLEO = Person(100_200_300_400_500_603, "Cleopatra")
MAYA, NOAH = Moderator(100_200_300_400_500_699, 1), Moderator(100_200_300_400_500_698, 1)


@pytest.fixture
def leagues(store: Store, clock: Clock) -> Leagues:
    """The service that deletes personal data."""
    return Leagues(store, now=clock)


async def found(store: Store, *wanted: object) -> set[str]:
    """The columns of all tables that contain any of these, as `table.column`."""
    places = set()
    async with store.engine.connect() as connection:
        for name in metadata.tables:
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings():
                for column, value in row.items():
                    if any(str(one) in str(value) for one in wanted):
                        places.add(f"{name}.{column}")
    return places


async def game(tables: Tables, *people: Person, channel: int = 700) -> Table:
    """A game started by these people; its deal follows from who they are."""
    table = await open_lobby(tables, 1, channel, people[0])
    for person in people[1:]:
        table = await join(tables, table.id, person)
    return await start(tables, table.id, people[0])


async def ended(tables: Tables, *people: Person, channel: int = 700, turns: int = 8) -> Table:
    """A game that a moderator ended after some turns, so that its points count."""
    table = await game(tables, *people, channel=channel)
    await play(tables, table, turns)
    return (await end_game(tables, table.id, MAYA, "The evening is over.", counts=True)).table


async def forget(tables: Tables, leagues: Leagues, person: Person) -> bool:
    """What the button does."""
    await must_sit_nowhere(tables, person.id)
    await privacy.must_play_nowhere(leagues, person.id)
    return bool(await privacy.forget(leagues, person.id))


async def test_everything_about_a_person_and_nothing_about_others(
    tables: Tables, clock: Clock
) -> None:
    await set_person_settings(tables, ANA.id, PersonSettings(way="direct"))
    over = await ended(tables, ANA, BEN)
    running = await game(tables, ANA, CLEO, channel=701)
    seat = running.seat_of(ANA.id)
    assert seat is not None
    await prepare_turn(tables, running, seat.seat, random.Random(1))  # the secret choice
    for person, zone in ((ANA, "Europe/Berlin"), (CLEO, "UTC")):
        weekly = GameNight(0, 1, 700, person.id, zone, "20:00", clock(), Options(), calls=False)
        await tables.store.write(settings.add_night, weekly)
    invited = await open_lobby(tables, 1, 702, BEN)
    await tables.store.write(stored_tables.invite, invited.id, ANA.id, declined=True)

    stored = await stored_about(tables, ANA.id)
    assert stored["settings"]["way"] == "direct"
    first, second = stored["seats"]
    assert stored["opened"] == [over.id, running.id]
    [night] = stored["game nights"]
    assert (night["time"], night["time zone"]) == ("20:00", "Europe/Berlin")
    assert stored["invitations"] == [{"table": invited.id, "not now": True}]
    record = await record_of(tables, over.id)
    assert first["mark"] in record.sealed.joined
    assert (first["table"], first["status"], first["name"]) == (over.id, "finished", ANA.name)
    assert {one["seat"] for one in first["result"]} == {1, 2}
    assert (second["table"], second["status"]) == (running.id, "playing")
    assert second["prepared"][0].startswith("keep "), "the own hidden choice is one's own"
    [actions] = stored["actions"]
    assert actions["table"] == over.id
    assert any(one["action"].startswith("keep ") for one in actions["actions"])

    whole = json.dumps(stored)
    for other in (BEN, CLEO):
        assert other.name not in whole
        assert str(other.id) not in whole
    assert await stored_about(tables, 99) == {
        "settings": None, "language": None, "seats": [], "opened": [],
        "game nights": [], "invitations": [], "actions": [], "rewinds": [],
        "statistics": {"games": [], "sums": [], "ratings": [],
        "turns of the day": [], "mistakes": [], "turns on time": []},
        "open tables": [], "moderation": [],
    }  # fmt: skip


async def test_what_others_choose_in_secret_is_in_nobodys_file(tables: Tables) -> None:
    table = await game(tables, ANA, BEN)
    ben = table.seat_of(BEN.id)
    assert ben is not None
    view = await prepare_turn(tables, table, ben.seat, random.Random(1))
    chosen = view.prepared[0].split()[1:]
    whole = json.dumps(await stored_about(tables, ANA.id))
    assert all(tile not in whole for tile in chosen)


async def test_notes_of_moderators_are_theirs(tables: Tables) -> None:
    table = await game(tables, ANA, BEN)
    await write_note(tables, table.id, MAYA, f"Keep an eye on <@{ANA.id}>.")
    seat = table.seat_of(ANA.id)
    assert seat is not None
    await replace_player(tables, table.id, MAYA, seat.seat, CLEO, "She has to leave.")

    [told] = (await stored_about(tables, ANA.id))["moderation"]
    assert (told["act"], told["reason"], told["by you"]) == ("replace", "She has to leave.", False)
    own = (await stored_about(tables, MAYA.id))["moderation"]
    assert [(one["act"], one["by you"]) for one in own] == [("note", True), ("replace", True)]


async def test_after_deletion_nothing_names_the_person(
    store: Store, tables: Tables, leagues: Leagues
) -> None:
    await set_person_settings(tables, ANA.id, PersonSettings(way="none", hours=PersonalTime()))
    await ended(tables, ANA, BEN)
    given_up = await game(tables, BEN, ANA, channel=702)
    await abandon(tables, given_up.id, ANA, moderator=True)
    without_her = await game(tables, BEN, CLEO, channel=704)
    await abandon(tables, without_her.id, ANA, moderator=True)
    replaced = await game(tables, ANA, BEN, channel=703)
    await play(tables, replaced, 2)
    seat = replaced.seat_of(ANA.id)
    assert seat is not None
    await write_note(tables, replaced.id, MAYA, f"Asked <@{ANA.id}> to answer by Sunday.")
    await replace_player(tables, replaced.id, MAYA, seat.seat, CLEO, "She has to leave.")
    where = {"seats.user_id", "seats.name", "events.user_id", "people.user_id", "outbox.note"}
    assert where <= await found(store, ANA.id, ANA.name)

    assert await forget(tables, leagues, ANA)
    assert await found(store, ANA.id, ANA.name) == set()
    assert not await forget(tables, leagues, ANA), "again, there is nothing"
    assert (await stored_about(tables, ANA.id))["seats"] == []
    [former] = await notes_of(tables, without_her.id)
    assert isinstance(former, TableGivenUp) and former.person is not None and former.person < 0
    # The others are as they were.
    assert await found(store, BEN.id) >= {"seats.user_id", "events.user_id"}
    await play(tables, await tables.table(replaced.id), 2)


async def test_games_are_replayed_and_their_deal_is_proved_as_before(
    store: Store, tables: Tables, leagues: Leagues, clock: Clock
) -> None:
    table = await game(tables, ANA, BEN)
    await play(tables, table, 1000)
    before = await record_of(tables, table.id)
    assert (await tables.table(table.id)).status == "finished"
    assert before.result is not None

    await forget(tables, leagues, ANA)
    tables = Tables(store, now=clock)  # nothing is remembered
    after = await record_of(tables, table.id)
    assert after.events == before.events
    assert after.result == before.result
    assert after.sealed == before.sealed
    assert [seat.join for seat in after.seats] == [seat.join for seat in before.seats]
    assert sorted(seat.name for seat in after.seats) == [BEN.name, FORMER_NAME]
    found_true = checks(from_json(to_json(after)))
    assert verdict(found_true) == "true"
    told = [check.template for check in found_true if check.holds is None]
    assert told == [
        "A player's name was deleted later, so this record's checksum differs from the one in "
        "the final message."
    ]


async def test_a_stranger_in_two_seats_of_the_past_is_one_and_the_same(
    store: Store, tables: Tables, leagues: Leagues
) -> None:
    for channel in (701, 702):
        await ended(tables, ANA, BEN, channel=channel, turns=4)
    await forget(tables, leagues, ANA)
    async with store.engine.connect() as connection:
        seated = set(
            await connection.scalars(text(f"SELECT user_id FROM seats WHERE user_id != {BEN.id}"))
        )
        confirmed = set(
            await connection.scalars(text(f"SELECT user_id FROM events WHERE user_id != {BEN.id}"))
        )
    assert len(seated) == 1
    assert confirmed == seated
    assert seated.pop() < 0


async def test_who_comes_back_starts_anew(tables: Tables, leagues: Leagues) -> None:
    await set_person_settings(tables, ANA.id, PersonSettings(way="direct"))
    await ended(tables, ANA, BEN)
    await forget(tables, leagues, ANA)
    assert await tables.store.read(settings.of_person, ANA.id) == PersonSettings()
    table = await ended(tables, ANA, BEN, channel=701)
    stored = await stored_about(tables, ANA.id)
    assert [one["table"] for one in stored["seats"]] == [table.id]
    assert await forget(tables, leagues, ANA)


async def test_refused_while_others_count_on_the_seat(
    store: Store, tables: Tables, leagues: Leagues
) -> None:
    lobby = await open_lobby(tables, 1, 700, ANA)
    for _ in ("in the lobby", "in the game"):
        await refused("still-seated", must_sit_nowhere(tables, ANA.id))
        await refused("just-sat-down", privacy.forget(leagues, ANA.id))
        assert "seats.user_id" in await found(store, ANA.id)
        if (await tables.table(lobby.id)).status == "lobby":
            await join(tables, lobby.id, BEN)
            await start(tables, lobby.id, ANA)
    await end_game(tables, lobby.id, MAYA, "It is late.", counts=False)
    assert await forget(tables, leagues, ANA)


async def test_staff_of_a_league_leaves_its_list(
    store: Store, tables: Tables, leagues: Leagues
) -> None:
    """Undoing what was done before does not bring the person back."""
    league = await create_league(leagues, 1, "The long count")
    lists = Staff(roles=(7,), people=(ANA.id, BEN.id), helping=(ANA.id,))
    await change_league(leagues, MAYA, league.id, STAFF, lists)
    emptied = await change_league(leagues, MAYA, league.id, STAFF, NO_STAFF)
    entry = await undo_league(leagues, MAYA, emptied, "By mistake.")
    [about] = (await privacy.stored_about(leagues, ANA.id))["staff"]
    assert about == {"league": league.id, "name": "The long count", "moderates": True}
    assert await forget(tables, leagues, ANA)
    assert (await leagues.league(league.id)).staff == Staff(roles=(7,), people=(BEN.id,))
    assert (await privacy.stored_about(leagues, ANA.id))["staff"] == []
    [entry, *_] = await audit_log(tables, 1)
    await undo_league(leagues, MAYA, entry, "Empty again.")
    [entry, *_] = await audit_log(tables, 1)
    await undo_league(leagues, MAYA, entry, "Not empty.")
    assert (await leagues.league(league.id)).staff == Staff(roles=(7,), people=(BEN.id,))


async def test_what_a_moderator_did_stays(store: Store, tables: Tables, leagues: Leagues) -> None:
    maya = Person(MAYA.id, "Maya Moderator")
    await ended(tables, maya, BEN)
    assert await forget(tables, leagues, maya)
    left = {"moderation.user_id", "moderation.details"}  # the log says who sat there
    assert await found(store, maya.id, maya.name) == left
    [entry] = await audit_log(tables, 1)
    assert (entry.user_id, entry.own_table) == (MAYA.id, True)


@pytest.mark.parametrize(
    ("before", "names", "after"),
    [
        ({"user_id": ANA.id, "name": "Ana"}, (), {"user_id": -5, "name": FORMER_NAME}),
        ({"was": {"user_id": 7, "name": "Ana"}}, (), {"was": {"user_id": 7, "name": "Ana"}}),
        ([1, [ANA.id, 3]], (), [1, [-5, 3]]),
        ({str(ANA.id): 4}, (), {"-5": 4}),
        (f"<@{ANA.id}> and <@!{ANA.id}>", (), f"{FORMER_NAME} and {FORMER_NAME}"),
        ({"player": "Ana", "why": "Ana left"}, {"Ana"}, {"player": FORMER_NAME, "why": "Ana left"}),
        ([True, None, 1.5], (), [True, None, 1.5]),
        ((f"abandoned_by {ANA.id}", "paused"), (), ("abandoned_by -5", "paused")),
        (f"a seed 7{ANA.id}5", (), f"a seed 7{ANA.id}5"),
    ],
)
def test_the_id_is_found_wherever_it_stands(
    before: object, names: Collection[str], after: object
) -> None:
    assert without(before, ANA.id, -5, FORMER_NAME, names) == after


async def test_a_game_taken_up_again_waits_for_nobody_forgotten(
    tables: Tables, leagues: Leagues
) -> None:
    table = await ended(tables, ANA, BEN, CLEO, turns=6)
    ana = table.seat_of(ANA.id)
    assert ana is not None
    await forget(tables, leagues, ANA)
    again = (
        await order_rewind(tables, table.id, MAYA, table.version, table.version, "Too early.")
    ).table
    assert again.status == "playing"
    assert ana.seat not in again.human_seats
    await abandon(tables, table.id, BEN, moderator=False)
    given_up = await abandon(tables, table.id, CLEO, moderator=False)
    assert given_up.status == "abandoned"


async def test_a_seat_of_somebody_forgotten_is_given_to_somebody(
    tables: Tables, leagues: Leagues
) -> None:
    table = await ended(tables, ANA, BEN, turns=6)
    ana = table.seat_of(ANA.id)
    assert ana is not None
    await forget(tables, leagues, ANA)
    await order_rewind(tables, table.id, MAYA, table.version, table.version, "Too early.")
    await replace_player(tables, table.id, MAYA, ana.seat, CLEO, "She plays on.")
    await play(tables, await tables.table(table.id), 3)


# --- what is old ---------------------------------------------------------------------------------

YEAR = timedelta(days=365)


async def test_what_came_to_nothing_is_removed_after_a_year(
    store: Store, tables: Tables, clock: Clock
) -> None:
    given_up = await game(tables, ANA, BEN, channel=701)
    await play(tables, given_up, 3)
    await abandon(tables, given_up.id, ANA, moderator=True)
    closed = await open_lobby(tables, 1, 702, ANA)
    await leave(tables, closed.id, ANA)
    finished = await ended(tables, ANA, BEN, channel=703)
    running = await game(tables, ANA, BEN, channel=704)

    clock.pass_by(YEAR - timedelta(days=1))
    assert not await remove_old(tables, YEAR)
    clock.pass_by(timedelta(days=2))
    assert (await remove_old(tables, YEAR)).tables == 2
    for gone in (given_up, closed):
        await refused("no-table", tables.table(gone.id))
    async with store.engine.connect() as connection:
        for name in ("seats", "events"):
            left = await connection.scalars(text(f"SELECT table_id FROM {name}"))
            assert set(left) <= {finished.id, running.id}
    assert (await result_of(tables, finished.id)) is not None
    assert await asked_seats(tables, running.id)
    assert not await remove_old(tables, YEAR)


async def test_settings_of_people_not_seen_for_a_year_are_removed(
    store: Store, tables: Tables, clock: Clock
) -> None:
    for person in (ANA, BEN, CLEO):
        await set_person_settings(tables, person.id, PersonSettings(way="direct"))
    clock.pass_by(YEAR)
    assert not await remove_old(tables, YEAR), "a year, and not more than that"
    await ended(tables, ANA, MAYA_PLAYS)
    await set_person_settings(tables, BEN.id, PersonSettings(way="none"))
    clock.pass_by(timedelta(days=1))
    assert (await remove_old(tables, YEAR)).people == 1
    ways = [(await tables.store.read(settings.of_person, one.id)).way for one in (ANA, BEN, CLEO)]
    assert ways == ["direct", "none", "mention"]


MAYA_PLAYS = Person(MAYA.id, "Maya")


def test_no_column_in_which_somebody_can_stand_is_left_out() -> None:
    """Every column that can hold an id, a name or JSON is declared, or listed here as never holding
    personal data."""
    nobody = {
        "tables": "guild_id channel_id status options abandon_votes seed setup secret "
        "commitment shared_secret shared_commitment position posted_board posted_lobby "
        "posted_calls",
        "seats": "computer_level computer_style",
        "events": "action",
        "undone": "action",
        "settings": "scope id chosen",
        "moderation": "guild_id act status hidden",
        "leagues": "guild_id name settings channel_id organisers",
        "seasons": "status settings secret",
        "season_events": "kind",
        "league_tables": "status",
        "reviews": "review",
        "puzzles": "source position theme ways",
        "tries": "guild_id prepared",
        "judgements": "turn facts",
        "counted_games": "guild_id facts",
        "counted_seats": "guild_id",
        "figures": "guild_id kind name games seats total squares wins60 winners winners_total "
        "winners_squares",
        "server_ratings": "guild_id",
        "wishes": "guild_id pace",
        "listings": "guild_id name invite tables",
        "outbox": "kind guild_id",
        "nights": "guild_id channel_id zone at options",
        "rated_servers": "guild_id",
    }
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, BigInteger | JSON | String | Text):
                known = column.name in nobody.get(table.name, "").split()
                assert known != (column in PERSONAL), f"{table.name}.{column.name}"


# --- Nothing of a person comes back by work that was under way when the person's data was deleted -
# For every table of the database in which a person can stand, what writes it is held up while that
# happens.

TODAY = date(2030, 1, 2)
Writes = Callable[[], Awaitable[object]]


# --- what writes, each prepared up to the moment in which it would write of Ana -------------------


async def _settings(tables: Tables, leagues: Leagues) -> Writes:
    return partial(set_person_settings, tables, ANA.id, PersonSettings(way="direct"))


async def _try(tables: Tables, leagues: Leagues) -> Writes:
    await tables.store.write(puzzles.add, [("one", _PUZZLE)])
    return partial(tables.store.write, puzzles.begin, ANA.id, 1, TODAY, 1)


async def _mistake(tables: Tables, leagues: Leagues) -> Writes:
    return partial(tables.store.write, puzzles.add, [("7.1.1", _PUZZLE)], ANA.id, TODAY)


async def _lobby(tables: Tables, leagues: Leagues) -> Writes:
    return partial(open_lobby, tables, 1, 700, ANA)


async def _seat(tables: Tables, leagues: Leagues) -> Writes:
    table = await open_lobby(tables, 1, 700, BEN)
    return partial(join, tables, table.id, ANA)


async def _invitation(tables: Tables, leagues: Leagues) -> Writes:
    table = await open_lobby(tables, 1, 700, BEN)
    return partial(tables.store.write, stored_tables.invite, table.id, ANA.id)


async def _night(tables: Tables, leagues: Leagues) -> Writes:
    night = GameNight(0, 1, 700, ANA.id, "UTC", "20:00", tables.now(), Options(), calls=False)
    return partial(tables.store.write, settings.add_night, night)


async def _season(leagues: Leagues) -> int:
    league = await create_league(leagues, 1, "The long count")
    return (await create_season(leagues, league.id, SeasonSettings("One"), by=1)).id


async def _sign_up(tables: Tables, leagues: Leagues) -> Writes:
    return partial(sign_up, leagues, await _season(leagues), ANA.id)


async def _drawn(tables: Tables, leagues: Leagues) -> Writes:
    season = await _season(leagues)
    drawn = LeagueTable(season, 1, 0, 0, (ANA.id, BEN.id), "waiting")
    return partial(tables.store.write, stored_leagues.put_tables, [drawn])


async def _ban(tables: Tables, leagues: Leagues) -> Writes:
    await _season(leagues)
    return partial(tables.store.write, stored_leagues.ban, Ban(1, ANA.id, None, "?", leagues.now()))


async def _staff(tables: Tables, leagues: Leagues) -> Writes:
    await _season(leagues)
    return partial(
        change_league, leagues, Moderator(MAYA.id, 1), 1, STAFF, Staff(people=(ANA.id, BEN.id))
    )


async def _ratings(tables: Tables, leagues: Leagues) -> Writes:
    step = RatingStep(await _season(leagues), 1, PersonRating(ANA.id, 2, 25.0, 8.0, 1))
    return partial(tables.store.write, stored_leagues.replace_ratings, 1, [step])


async def _act(tables: Tables, leagues: Leagues) -> Writes:
    about = {"user_id": ANA.id, "name": ANA.name}
    entry = AuditEntry(0, 1, None, tables.now(), MAYA.id, "ban", "?", about, own_table=False)
    return partial(tables.store.write, moderation.add, entry)


async def _note(tables: Tables, leagues: Leagues) -> Writes:
    table = await open_lobby(tables, 1, 700, BEN)
    note = TableGivenUp(None, ANA.id)
    return partial(tables.store.write, outbox.add, [note], table_id=table.id)


async def _turn(tables: Tables, leagues: Leagues) -> Writes:
    """A change of a table that is read before Ana's game there is over: her turn, her rewind."""
    table = await open_lobby(tables, 1, 700, BEN)
    await join(tables, table.id, ANA)
    table = await start(tables, table.id, BEN)
    await end_game(tables, table.id, MAYA, "Late.", counts=True)
    read = (await tables.read(table.id)).table
    wanted = replace(read, revision=read.revision + 1)
    return partial(tables.store.write, stored_tables.save, read, wanted)


async def _timed(tables: Tables, leagues: Leagues) -> Writes:
    """What counts turns writes the table, too, in the same transaction."""
    writes = await _turn(tables, leagues)

    async def written() -> None:
        async with tables.store.transaction() as transaction:
            await transaction.run(stats.count_turns, 1, {ANA.id: (1, 0)})
            await transaction.run(*writes.args)  # type: ignore[attr-defined]

    return written


async def _wish(tables: Tables, leagues: Leagues) -> Writes:
    return partial(tables.store.write, settings.set_wish, ANA.id, 1, "any")


async def _counted(tables: Tables, leagues: Leagues) -> Writes:
    await store_game(tables.store, (BEN.id, ANA.id), 101)
    [one] = await tables.store.read(stats.to_count, most=1)
    game = await statistics._counted(tables, one)
    assert isinstance(game, Counted) and ANA.id in [seat.user_id for seat in game.seats]
    return partial(tables.store.write, stats.count, one.table_id, one.revision, game)


_PUZZLE = Puzzle("a line", 5, "food", ())
WRITERS: Mapping[str, Callable[[Tables, Leagues], Awaitable[Writes]]] = {
    "people": _settings, "tries": _try, "puzzles": _mistake, "tables": _lobby,
    "seats": _seat, "invitations": _invitation, "nights": _night, "season_events": _sign_up,
    "league_tables": _drawn, "league_bans": _ban,
    "ratings": _ratings, "rating_changes": _ratings, "moderation": _act, "outbox": _note,
    "events": _turn, "undone": _turn, "rewinds": _turn, "counted_seats": _counted,
    "figures": _counted, "leagues": _staff, "timed_turns": _timed, "wishes": _wish,
}  # fmt: skip
"""By the name of the table that is written. `server_ratings` is in tests/statistics, beside the
thread in which they are calculated."""


def test_every_table_with_a_person_is_among_them() -> None:
    """A new one fails here until what writes it is held against deletions."""
    others = {"server_ratings", "marks"}  # a mark is written with the deletion itself
    assert {*WRITERS, *others} == {column.table.name for column in PERSONAL}
    assert {one.name for one in WRITTEN_OF_PEOPLE} <= WRITERS.keys()


async def where_ana_stands(store: Store) -> set[str]:
    """The tables in which Ana stands."""
    places = set()
    async with store.engine.connect() as connection:
        for name in metadata.tables:
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings():
                if str(ANA.id) in str([*row.values()]) or ANA.name in str([*row.values()]):
                    places.add(name)
    return places


@pytest.mark.parametrize("table", WRITERS)
async def test_who_deletes_meanwhile_does_not_come_back(
    tables: Tables, leagues: Leagues, table: str
) -> None:
    store = tables.store
    writes = await WRITERS[table](tables, leagues)
    store.begin_work()
    await asyncio.create_task(_delete(leagues))
    with pytest.raises(ChangedMeanwhileError):
        await writes()
    assert await where_ana_stands(store) == set()
    store.begin_work()  # what begins now is another matter, unless it still has what it read
    if table in {one.name for one in WRITTEN_OF_PEOPLE}:
        await writes()
        assert table in await where_ana_stands(store)


async def _delete(leagues: Leagues) -> None:
    BEGUN_AFTER.set(leagues.store.erased)
    assert isinstance(await privacy.forget(leagues, ANA.id), privacy.Forgotten)


async def test_everything_counts_as_deleted(tables: Tables, leagues: Leagues) -> None:
    """Whatever it was: "there was nothing" is said only where there was nothing."""
    for table in ("people", "tries", "puzzles", "outbox"):
        await (await WRITERS[table](tables, leagues))()
        assert await privacy.forget(leagues, ANA.id), table
        assert not await privacy.forget(leagues, ANA.id), table


async def test_a_log_read_before_is_read_anew(tables: Tables, leagues: Leagues) -> None:
    """Also by another process, which hears of the deletion later, if at all."""
    season = await _season(leagues)
    await sign_up(leagues, season, ANA.id)
    await sign_up(leagues, season, BEN.id)
    other = Leagues(tables.store, now=leagues.now)
    await sign_off(leagues, season, ANA.id)
    await list_substitute(leagues, season, ANA.id, on=True)
    assert (await other.read(season)).state.substitutes == (ANA.id,)
    assert await privacy.forget(leagues, ANA.id)
    [instead] = (await other.read(season)).state.substitutes
    assert instead < 0
