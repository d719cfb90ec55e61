"""The calendar and the files of a season: what they hold read back, and what is not in them."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar, Event
from sqlalchemy import text

from bot.clocks import DaysClock, TimeRules
from bot.leagues import season_lifecycle
from bot.leagues.queries import standings_sheet
from bot.leagues.settings import SeasonSettings
from bot.seasons.applying import replay
from bot.seasons.events import from_json
from bot.seasons.standings import all_standings
from bot.spreadsheet import csv_of
from bot.store import tables as stored
from bot.tables import Moderator, Options, Person
from bot.text.translation import translator
from cogs.leagues.league import calendar_file, deadlines_of
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.league_seasons import (
    MODERATOR,
    SEASON,
    drawn_season,
    exported,
    looked_up,
    members,
    open_season,
    play,
)
from tests.leagues.changes import create_season
from tests.tables.acts import add_computer, give_time, join, open_lobby, start

STARTS = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)  # the night the clocks change in Europe


async def parts_of(room: Room, season: int | None = None) -> dict[str, str]:
    """The files of an export, by name."""
    which = {} if season is None else {"season": season}
    export = await exported(room.people[0], room.channel, **which)
    with zipfile.ZipFile(io.BytesIO(export)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


async def test_an_export_reads_back_and_is_the_whole_season(room: Room) -> None:
    people = members(room, 7, "=SUM({n})")
    season = await play(room, await drawn_season(room, people))
    parts = await parts_of(room)
    assert set(parts) == {"standings.csv", "results.csv", "ratings.csv", "log.csv", "season.json"}
    names = {person.id: person.name for person in people}
    assert parts["standings.csv"] == csv_of(standings_sheet(season, names))
    assert {row["name"] for row in rows(parts["standings.csv"])} == {
        f"'{name}" if name.startswith("=") else name for name in names.values()
    }
    assert len(rows(parts["results.csv"])) == 7 * 4
    assert len(rows(parts["ratings.csv"])) == 7 * 4

    whole = json.loads(parts["season.json"])
    events = [
        from_json({key: value for key, value in event.items() if key not in ("n", "at", "by")})
        for event in whole["log"]
    ]
    assert all_standings(replay(events)) == all_standings(season.state)
    log = rows(parts["log.csv"])
    assert [row["event"] for row in log] == [event["event"] for event in whole["log"]]
    assert len(log) == season.version
    assert json.loads(log[0]["details"])["name"] == SEASON


async def test_no_secret_leaves_with_an_export(room: Room) -> None:
    settings = SeasonSettings(SEASON, duplicate=True)
    season = await open_season(room, room.people, settings=settings)
    secret = "5ec2e7" * 10
    async with room.bot.store.writing() as connection:
        await connection.execute(text(f"UPDATE seasons SET secret = '{secret}'"))
    await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=3)
    parts = await parts_of(room)
    assert json.loads(parts["season.json"])["settings"]["duplicate"] is True
    assert all(secret not in part for part in parts.values())


async def test_an_older_season_by_its_number(room: Room) -> None:
    season = await play(room, await drawn_season(room, room.people))
    await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)
    await create_season(
        room.bot.leagues, season.league_id, SeasonSettings("Dry season"), by=MODERATOR
    )
    assert json.loads((await parts_of(room, 1))["season.json"])["settings"]["name"] == SEASON
    none = answer(await room.people[0].slash(room.channel, "league standings", season=3))
    assert words(none) == "There is no season 3; give a number from 1 to 2."


@pytest.mark.english
async def test_the_calendar_has_the_dates_of_the_season_and_my_deadlines(room: Room) -> None:
    settings = SeasonSettings(
        SEASON,
        sign_up_until=STARTS - timedelta(days=2),
        starts=STARTS,
        ends=STARTS + timedelta(days=40),
    )
    await open_season(room, settings=settings)
    ana, bob = room.people[:2]
    tables = room.bot.tables
    me = Person(ana.id, "ana")
    options = Options(time=TimeRules(DaysClock(2)))
    table = await open_lobby(tables, room.guild.id, room.channel.id, me, options)
    await join(tables, table.id, Person(bob.id, "bob"))
    table = await start(tables, table.id, me)

    said = await looked_up(ana, room.channel, "calendar")
    assert said.ephemeral and "This file holds 1 deadline of yours" in words(said)
    [attached] = said.attachments
    assert attached.filename == "league.ics"
    calendar = Calendar.from_ical((await attached.read()).decode())
    events = {str(event["summary"]): event for event in calendar.walk("VEVENT")}
    assert events[f"{SEASON}: sign-up ends"]["dtstart"].dt == STARTS - timedelta(days=2)
    assert events[f"{SEASON} begins"]["dtstart"].dt == STARTS
    assert events[f"{SEASON} ends"]["dtstart"].dt == STARTS + timedelta(days=40)
    mine = events["Tzolk'in: your time ends"]
    table = await tables.table(table.id)
    seat = next(holder.seat for holder in table.seats if holder.user_id == ana.id)
    assert mine["dtstart"].dt == table.deadlines[seat].replace(microsecond=0)
    assert [alarm["trigger"].dt for alarm in mine.walk("VALARM")] == [-timedelta(hours=6)]
    assert len({str(event["uid"]) for event in events.values()}) == 4
    home = f"@{room.bot.application_id}.tzolkin-bot"
    assert all(event["uid"].endswith(home) for event in events.values())
    assert not any({"DTEND", "DURATION"} & set(event) for event in events.values())

    others = await looked_up(room.people[2], room.channel, "calendar")
    assert "This file holds 0 deadlines of yours" in words(others)
    [attached] = others.attachments
    assert b"your time ends" not in await attached.read()


async def test_a_deadline_that_moves_is_followed(room: Room) -> None:
    """By the same id with a higher number and a later change."""
    ana, bob = room.people[:2]
    tables, t = room.bot.tables, translator("en")
    season = await open_season(room)
    league = await room.bot.leagues.league(season.league_id)
    options = Options(time=TimeRules(DaysClock(2)))
    table = await open_lobby(tables, room.guild.id, room.channel.id, Person(ana.id, "ana"), options)
    await join(tables, table.id, Person(bob.id, "bob"))
    await start(tables, table.id, Person(ana.id, "ana"))

    async def entry() -> Event:
        mine = deadlines_of(
            await tables.store.read(stored.open_of_person, ana.id), ana.id, room.guild.id
        )
        data = calendar_file(t, league, [], mine, tables.now(), 7)
        [event] = Calendar.from_ical(data).walk("VEVENT")
        assert isinstance(event, Event)
        return event

    before = await entry()
    moderator = Moderator(room.people[3].id, room.guild.id)
    for _ in range(2):
        await room.later(hours=1)
        await give_time(tables, table.id, moderator, None, timedelta(hours=5), "a day off")
        now = await entry()
        assert now["uid"] == before["uid"]
        assert now["dtstart"].dt != before["dtstart"].dt
        assert now["sequence"] > before["sequence"]
        assert now["last-modified"].dt > before["last-modified"].dt
        before = now


async def test_names_with_signs_of_their_own_leave_the_calendar_whole(room: Room) -> None:
    season = await open_season(
        room, settings=SeasonSettings("BEGIN:VEVENT; a, b\\n ü", starts=STARTS)
    )
    league = await room.bot.leagues.league(season.league_id)
    league = replace(league, name="Line one\r\nBEGIN:VALARM")
    data = calendar_file(translator("en"), league, [season], [], STARTS, 7)
    [event] = Calendar.from_ical(data).walk("VEVENT")
    assert event["summary"] == "BEGIN:VEVENT; a, b\\n ü begins"
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))


async def test_deadlines_of_other_servers_stay_there(room: Room) -> None:
    me = Person(room.people[0].id, "ana")
    tables = room.bot.tables
    table = await open_lobby(tables, 4711, 4712, me, Options(time=TimeRules(DaysClock(2))))
    await add_computer(tables, table.id, me)
    await start(tables, table.id, me)
    mine = await tables.store.read(stored.open_of_person, me.id)
    assert len(deadlines_of(mine, me.id, 4711)) == 1
    assert deadlines_of(mine, me.id, room.guild.id) == []
