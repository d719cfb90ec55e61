"""The schedule of a season: its tables in playing order, who sits there, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from bot.leagues import games
from bot.leagues.views import SeasonView
from bot.model.league import League, LeagueTable
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.seasons.events import FINAL
from bot.seasons.season import no_division
from bot.text.formats import listed
from bot.text.leagues import status_name
from bot.text.records import result_words, seated_names
from bot.text.seasons import division_name
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction
from cogs.kit.layout import message, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.names import Names, names_of
from cogs.kit.pages import (
    answer_page,
    division_menu,
    nearest_page,
    number_of,
    on_page,
    page_buttons,
    page_words,
    paginated,
    to_page,
    word_of,
)
from cogs.leagues.overview import table_link

EVERYBODY = 0
"""Stands in a press for the person whose tables are shown: the tables of all."""
NEWEST = -1
"""Stands in a press for a page: the one with the first table that is not over."""


@dataclass(frozen=True)
class Schedule:
    """The data of a page of the schedule."""

    league: League
    season: SeasonView
    division: int
    tables: tuple[LeagueTable, ...]
    """The tables to show, in playing order."""
    channels: Mapping[int, int]
    names: Names
    person: int | None = None
    """The person whose tables are shown; None for everybody's."""


def schedule_pages(t: Translations, found: Schedule) -> tuple[list[list[str]], int]:
    """The tables in pages, and the number of the page with the first table that is not over."""
    lines: list[str] = []
    first_open: int | None = None
    shown_round = None
    in_rounds = found.season.state.rules.form != "games"
    for table in found.tables:
        head = ""
        if in_rounds and table.round != shown_round:
            shown_round = table.round
            # Translators: heading above the tables of a round
            head = t.gettext("**Round {round}**").format(round=table.round + 1) + "\n"
        if first_open is None and table.status in ("waiting", "playing"):
            first_open = len(lines)
        lines.append(f"{head}- {table_line(t, found, table)}")
    pages = paginated(lines)
    if first_open is None:
        return pages, len(pages) - 1
    counted = 0
    for number, page in enumerate(pages):
        counted += len(page)
        if first_open < counted:
            return pages, number
    return pages, 0


def table_line(t: Translations, found: Schedule, table: LeagueTable) -> str:
    """A line about a table: the link to it, and its result or else its players and state."""
    where = table_link(t, found.league, table, found.channels)
    if table.division == FINAL and found.person is not None:
        where = f"{where} · {division_name(t, FINAL)}"
    result = found.season.state.results.get(table.number)
    seated = table.people if result is None else [line.player for line in result.lines]
    names = seated_names(t, seated, found.names.printed)
    if result is not None:
        percent = found.season.state.rules.computer_percent
        return f"{where}: {result_words(t, result, names, computer_percent=percent)}"
    status = status_name(t, table.status)
    # Translators: a table of the schedule: “Table 3: Ada and Ben · being played”
    return t.gettext("{table}: {names} · {status}").format(
        table=where, names=listed(t, names), status=status
    )


def schedule_message(
    t: Translations, found: Schedule, pages: Sequence[Sequence[str]], page: int
) -> ui.LayoutView:
    """A page of the schedule."""
    season, division = found.season, found.division
    head = season.title
    subtitle = []
    if found.person is not None:
        subtitle.append(
            # Translators: heading; {name} is a person
            t.gettext("Tables of {name}").format(name=found.names.printed(found.person))
        )
    elif len(season.state.divisions) > 1 or division == FINAL:
        subtitle.append(division_name(t, division))
    subtitle.append(page_words(t, page, len(pages)))
    lines = pages[page] or [t.gettext("There are no tables here yet.")]
    person = EVERYBODY if found.person is None else found.person
    words = "schedule", season.id, division, person
    # Translators: button, one of two in a row, at most 24 characters: shows everybody's tables
    everybody = to_page(t.gettext("All tables"), "schedule", season.id, division, EVERYBODY, NEWEST)
    # Translators: button, one of two in a row, at most 24 characters: shows the reader's own tables
    mine = to_page(t.gettext("My tables"), "schedule", season.id, division, "me", NEWEST)
    return message(
        text(f"### {head}", " · ".join(one for one in subtitle if one) or t.gettext("Schedule")),
        text(*lines),
        page_buttons(t, page, len(pages), *words),
        division_menu(
            t, season.state, division, "schedule", season.id, after=f"{EVERYBODY} {NEWEST}"
        ),
        row(
            [
                mine if found.person is None else everybody,
                to_page(t.gettext("Standings"), "standings", season.id, division, 0),
                # Translators: button, one of two in a row, at most 24 characters: leads to the
                # overview of a season; noun
                to_page(t.gettext("Season"), "season", season.id),
            ]
        ),
    )


async def show_schedule(
    interaction: Interaction,
    league: League,
    season: SeasonView,
    division: int | None,
    person: int | None,
    page: int = NEWEST,
) -> None:
    """Answer with a page of the schedule of a division, or of all tables of a person."""
    leagues, state, t = interaction.client.leagues, season.state, speaks(interaction)
    if not state.divisions:
        raise Refusal(
            "tables-not-drawn", "The tables are not drawn yet; come back when the season begins."
        )
    if division is None:
        division = season.division_of(interaction.user.id if person is None else person)
    final = division == FINAL and state.final_tables
    if not final and not 0 <= division < len(state.divisions):
        raise no_division()
    numbers = {
        number
        for number, drawn in state.tables.items()
        if (
            drawn.division == division
            if person is None
            else any(person in state.holders[entry] for entry in drawn.entries)
        )
    }
    tables = await games.schedule(leagues, season.id, numbers)
    people = [one for table in tables for one in table.people if one is not None]
    over = [state.results[table.number] for table in tables if table.number in state.results]
    people += [played for result in over for line in result.lines if (played := line.player)]
    people += [] if person is None else [person]
    found = Schedule(
        league,
        season,
        division,
        tuple(tables),
        await games.channels(leagues, season.id, numbers),
        await names_of(interaction, list(dict.fromkeys(people))),
        person,
    )
    # In a thread: one division of all players has thousands of lines.
    pages, newest = await in_thread(schedule_pages, t, found)
    page = newest if page == NEWEST else nearest_page(page, pages)
    await answer_page(interaction, schedule_message(t, found, pages, page))


@on_page("schedule")
async def schedule_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """Show the page of the schedule that a button or menu leads to."""
    league, season = await season_pressed(interaction, word_of(words, 0))
    division, page = number_of(words, 1), number_of(words, 3)
    person = interaction.user.id if word_of(words, 2) == "me" else number_of(words, 2)
    await show_schedule(
        interaction,
        league,
        season,
        None if division < 0 else division,
        None if person == EVERYBODY else person,
        page,
    )
