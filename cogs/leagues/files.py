"""Files of leagues: a calendar of a season's dates and a person's deadlines, and an export of
everything public about a season (`bot.leagues.exporting`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO

import discord
from icalendar import Alarm, Calendar, Event

from bot.leagues import queries, season_lifecycle
from bot.leagues.exporting import export_files
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.process.long_work import in_thread
from bot.store import tables as stored
from bot.tables import Table
from bot.text.formats import listed
from bot.text.leagues import season_title
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.kit.answering import board_link, speaks
from cogs.kit.context import Interaction, ask_for_much
from cogs.kit.late_answers import fill
from cogs.kit.layout import message, small, text
from cogs.kit.leagues_named import league_pressed, season_pressed
from cogs.kit.names import names_of
from cogs.kit.pages import on_page, word_of

CALENDAR_FILE, EXPORT_FILE = "league.ics", "season-{league}-{number}"
MAKER = "-//tzolkin-bot//league//EN"
SEQUENCE_BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
"""An entry's SEQUENCE (at most 2,147,483,647) is the number of seconds since this moment."""
REMIND = timedelta(hours=6)
"""How long before a deadline the calendar reminds the person."""


@dataclass(frozen=True)
class Deadline:
    """When the reader runs out of time at a table."""

    table: Table
    at: datetime


def deadlines_of(tables: Sequence[Table], user_id: int, guild_id: int | None) -> list[Deadline]:
    """A person's deadlines at the tables of a server."""
    found = []
    for table in tables:
        holder = table.seat_of(user_id)
        if table.guild_id == guild_id and holder is not None and holder.seat in table.deadlines:
            found.append(Deadline(table, table.deadlines[holder.seat]))
    return sorted(found, key=lambda one: one.at)


def calendar_file(
    t: Translations,
    league: League,
    seasons: Sequence[SeasonView],
    deadlines: Sequence[Deadline],
    now: datetime,
    home: int,
) -> bytes:
    """The dates of the seasons and the deadlines, as iCalendar (RFC 5545). `home`, the id of the
    application, keeps entries apart from those of another bot, which also counts its tables from 1.
    Entries have no end. Each file has a higher SEQUENCE than earlier ones, by which calendars
    follow dates that moved."""
    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", " ".join(league.name.split()))
    for season in seasons:
        settings = season.settings
        # Translators, for each: entry in a calendar; {season} is the name of a season
        dates = (
            ("sign-up", t.gettext("{season}: sign-up ends"), settings.sign_up_until),
            ("starts", t.gettext("{season} begins"), settings.starts),
            ("ends", t.gettext("{season} ends"), settings.ends),
        )
        for what, words, at in dates:
            if at is not None:
                uid = f"season-{season.id}-{what}@{home}.tzolkin-bot"
                summary = words.format(season=settings.name)
                calendar.add_component(_event(uid, summary, at, now))
    for one in deadlines:
        uid = f"table-{one.table.id}-deadline@{home}.tzolkin-bot"
        names = listed(t, [holder.name for holder in one.table.seats])
        # Translators: entry in a calendar: a deadline
        title = t.gettext("Tzolk'in: your time ends")
        event = _event(uid, title, one.at, now)
        # Translators: in a calendar, below the entry of a deadline; {names} are the players, the
        # reader among them
        words = t.gettext("Your turn at the table with these players: {names}")
        event.add("description", words.format(names=names))
        if address := board_link(one.table):
            event.add("url", address)
        reminder = Alarm()
        reminder.add("action", "DISPLAY")
        reminder.add("description", title)
        reminder.add("trigger", -REMIND)
        event.add_component(reminder)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _event(uid: str, summary: str, at: datetime, now: datetime) -> Event:
    event = Event()
    event.add("uid", uid)
    event.add("sequence", int((now - SEQUENCE_BEGINS).total_seconds()))
    event.add("dtstamp", now)
    event.add("last-modified", now)
    event.add("dtstart", at)
    event.add("summary", summary)
    return event


@on_page("calendar")
async def calendar_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """Answer privately with the calendar of a league and the person's own deadlines."""
    league = await league_pressed(interaction, word_of(words, 0))
    bot, t = interaction.client, speaks(interaction)
    ask_for_much(interaction)
    found = await season_lifecycle.seasons_of(bot.leagues, league.id)
    going_on = [season for season in found if season.state.phase in ("sign-up", "running")]
    me = interaction.user.id
    mine = await bot.store.read(stored.open_of_person, me)
    deadlines = deadlines_of(mine, me, interaction.guild_id)
    home = bot.application_id or 0
    data = calendar_file(t, league, going_on, deadlines, bot.tables.now(), home)
    number = t.ngettext(
        "This file holds {n} deadline of yours on this server, and the dates of the league.",
        "This file holds {n} deadlines of yours on this server, and the dates of the league.",
        len(deadlines),
    ).format(n=len(deadlines))
    again = t.gettext("Deadlines move with every turn; come back for a fresh file.")
    view = message(
        # Translators: heading above a file that is attached: dates and deadlines for a calendar
        # program
        text("### " + t.pgettext("file", "Calendar"), number, small(again)),
        discord.ui.File(f"attachment://{CALENDAR_FILE}"),
    )
    await interaction.response.send_message(
        view=view, file=discord.File(BytesIO(data), filename=CALENDAR_FILE), ephemeral=True
    )


@on_page("export")
async def export_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """Answer privately with the exported files of a season."""
    league, season = await season_pressed(interaction, word_of(words, 0))
    bot, t = interaction.client, speaks(interaction)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    log = await queries.history(bot.leagues, season.id)
    history = await queries.rating_history(bot.leagues, league.id, season_id=season.id)
    state = season.state
    people = {person for held in state.holders.values() for person in held}
    people |= set(state.in_line) | {e.user_id for e in log if e.user_id is not None}
    names = await names_of(interaction, sorted(people))
    written = await in_thread(export_files, season, log, history, names.known, names.plain)
    called = EXPORT_FILE.format(league=league.id, number=season.number)
    files = [
        discord.File(BytesIO(data), filename=f"{called}.{ending}")
        for data, ending in zip(written, ("xlsx", "zip"), strict=True)
    ]
    head = season_title(t, season.number, escaped(league.name), state.phase)
    said = t.gettext(
        "Standings, results, ratings and the log as a spreadsheet, and all of it as CSV and JSON "
        "for programs. People also appear with their Discord ids."
    )
    await fill(
        interaction,
        view=message(
            text(f"### {head}", said),
            *(discord.ui.File(f"attachment://{file.filename}") for file in files),
        ),
        attachments=files,
    )
