"""The standings of a division: a picture, every place in words, every tie explained, and who would
move up or down."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from bot.leagues import queries
from bot.leagues.season_transaction import DivisionTable, SeasonView, StandingLine, legend_of
from bot.text.descriptions.results import Band, StandingsRow, StandingsTable
from bot.text.leagues import TABLES_OVER, goes_words, league_points_words, wins_words
from bot.text.names import GAMES
from bot.text.seasons import division_name, division_words, later_line
from bot.text.standings import criterion_name, league_points, origin_signs
from bot.text.translation import Translations, number
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, Stands, draw_soon
from cogs.kit.layout import characters, message, picture, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, names_of
from cogs.kit.pages import (
    answer_page,
    defer,
    division_menu,
    nearest_page,
    number_of,
    page_buttons,
    page_words,
    paginated,
    share_button,
    theme_here,
    to_page,
    word_of,
)
from cogs.leagues.league_channel import LeagueChannel
from rendering import Picture, draw_standings

MOST_PLACES = 20
"""Places per page, and in its picture."""
_TIES_INLINE = 900
"""The most characters of tie explanations below the places; longer ones get pages of their own."""


@dataclass(frozen=True)
class Standing:
    """The data of a page of standings."""

    season: SeasonView
    table: DivisionTable
    names: Names
    later: str = ""
    """The line about the final below a division."""

    @property
    def finished(self) -> int:
        """The number of tables of the division that are over."""
        return sum(
            self.season.state.tables[number].division == self.table.division
            for number in self.season.state.results
        )

    @property
    def tables(self) -> int:
        """The number of tables of the division that are drawn and count."""
        state = self.season.state
        return sum(
            drawn.division == self.table.division and number not in state.voided
            for number, drawn in state.tables.items()
        )


@dataclass(frozen=True)
class StandingPage:
    """A page: places with their picture, or explanations of ties."""

    lines: tuple[str, ...]
    rows: tuple[StandingLine, ...] = ()


def standing_pages(t: Translations, found: Standing) -> list[StandingPage]:
    """All pages: first the places, then the explanations of ties."""
    places = [place_line(t, found, one) for one in found.table.lines]
    pages, start = [], 0
    for lines in paginated(places, rows=MOST_PLACES):
        end = start + len(lines)
        pages.append(StandingPage(tuple(lines), found.table.lines[start:end]))
        start = end
    ties = [f"- {one}" for one in found.table.tie_lines(t, found.names.printed)]
    if not ties:
        return pages
    # Translators: heading above the explanation of ties
    head = t.gettext("**Why this order**")
    if len(pages) == 1 and sum(characters(one) + 1 for one in ties) <= _TIES_INLINE:
        return [StandingPage((*pages[0].lines, "", head, *ties), pages[0].rows)]
    return [*pages, *(StandingPage((head, *lines)) for lines in paginated(ties))]


def place_line(t: Translations, found: Standing, one: StandingLine) -> str:
    """A place in words: "`3` **Ada** 34 points · 6 games · 3 wins · ▲ would go up"."""
    row = one.row
    parts = [
        league_points_words(t, row.points),
        t.say(GAMES, n=row.games),
        wins_words(t, row.wins),
        # Translators: of a player who has left a season; verb; behind the name
        t.gettext("has left the season") if row.withdrawn else "",
        goes_words(t, one.goes, one.certain) if found.season.moves(found.table.division) else "",
    ]
    said = " · ".join(part for part in parts if part)
    name = " ".join(filter(None, (found.names.printed(one.holder), origin_signs(one.origins))))
    return f"`{one.place:>2}` {name} {said}"


def picture_of(t: Translations, found: Standing, rows: Sequence[StandingLine]) -> StandingsTable:
    """The data of the picture of these places."""
    season = found.season
    bands: Mapping[str, Band] = {"up": "up", "down": "down"}
    # Translators: how many tables are over; beside the title of a picture, at most 34 characters
    note = t.ngettext(
        "{finished} of {all} table finished", "{finished} of {all} tables finished", found.tables
    ).format(finished=found.finished, all=found.tables)
    title = season.settings.name
    if where := _where(t, found):
        title = f"{title} · {where}"
    return StandingsTable(
        title,
        (
            # Translators: head of a column in a picture, at most 10 characters: league points
            t.pgettext("column", "Points"),
            # Translators: head of a column in a picture, at most 10 characters: games played
            t.pgettext("column", "Games"),
            # Translators: head of a column in a picture, at most 10 characters: games won
            t.pgettext("column", "Wins"),
        ),
        tuple(
            StandingsRow(
                place=one.row.place,
                name=found.names.plain(one.holder),
                values=(
                    league_points(t, one.row.points),
                    number(t, one.row.games),
                    league_points(t, one.row.wins),
                ),
                tie=_ahead(t, one),
                band=bands.get(one.goes, "stays"),
                gone=one.row.withdrawn,
                signs=origin_signs(one.origins),
            )
            for one in rows
        ),
        note,
        legend_of(t, rows),
    )


def _where(t: Translations, found: Standing) -> str:
    """The name of the division or of a later stage; empty if there is only one division."""
    state, division = found.season.state, found.table.division
    if len(state.drawn_divisions()) < 2:
        return ""
    return division_words(t, state, division)


def _ahead(t: Translations, one: StandingLine) -> str:
    """The tie-break that puts an entry before the next one with the same score."""
    if one.row.ahead_by is None or not one.row.games:
        return ""
    # Translators: small line in a picture, at most 60 characters with what fills it: the criterion
    # that puts a player before the next one
    return t.gettext("tie broken by: {what}").format(what=criterion_name(t, one.row.ahead_by))


def standings_message(
    t: Translations,
    found: Standing,
    pages: Sequence[StandingPage],
    page: int,
    drawn: Picture | None,
) -> ui.LayoutView:
    """A page of the standings of a division."""
    season, division = found.season, found.table.division
    number, shown, seats = season.id, pages[page], season.state.rules.seats
    head = season.title
    subtitle = [
        _where(t, found),
        t.say(TABLES_OVER, finished=found.finished, all=found.tables),
        page_words(t, page, len(pages)),
    ]
    foot = []
    if shown.rows and found.season.moves(found.table.division) and season.state.phase == "running":
        foot.append(
            small(
                # Translators: explains “▲ would go up”, “▲ goes up” and “stays”: quote the words
                # that stand there in your language
                t.gettext(
                    "“Would go up” and “would go down” can still change; “goes up”, “goes "
                    "down” and “stays” are certain, whatever happens at the open tables."
                )
            )
        )
    if signed := legend_of(t, shown.rows):
        foot.append(small(signed))
    if shown.rows and found.later:
        foot.append(f"🏆 {found.later}")
    return message(
        text(f"### {head}", " · ".join(one for one in subtitle if one)),
        picture(drawn.filename, drawn.alt) if drawn else None,
        text(*shown.lines, *foot) if shown.lines or foot else None,
        page_buttons(t, page, len(pages), "standings", number, division),
        division_menu(t, season.state, division, "standings", number, after=0),
        row(
            [
                to_page(t.gettext("Season"), "season", number),
                to_page(t.gettext("Schedule"), "schedule", number, division, -1),
            ]
        ),
        row(
            [
                # Translators: button, one of two in a row, at most 24 characters; noun, plural:
                # everybody's rating (strength of play)
                to_page(t.gettext("Ratings"), "ratings", season.league_id, seats),
                # Translators: button, one of two in a row, at most 24 characters; noun, plural:
                # everything about a season as files for spreadsheets and programs
                to_page(t.gettext("Files"), "export", number),
            ]
        ),
        row([share_button(t)]),
    )


def later_words(t: Translations, season: SeasonView, later: DivisionTable, names: Names) -> str:
    """A line about a later stage: its players, or once it is played its places."""
    state, division = season.state, later.division
    stage = division_name(t, division, state.rules)
    if any(drawn.table in state.results for drawn in state.tables_in(division)):
        found = [one.numbered(t, names.printed(one.holder)) for one in later.lines[:MOST_LATER]]
        return later_line(t, stage, found, over=True)
    found = [names.printed(state.holder(one)) for one in state.entries_in(division)[:MOST_LATER]]
    return later_line(t, stage, found, over=False)


MOST_LATER = 8
"""The most people of a later stage who are named below a division."""


@on_press(Stands.ANYWHERE)
async def standings(interaction: Interaction, press: Press) -> None:
    """Show the page of the standings of a division that a button or menu leads to; for -1 the
    reader's own, else the top one. Raises Refusal if the division does not exist."""
    _, season = await season_pressed(interaction, word_of(press.words, 0))
    division, page = number_of(press.words, 1), number_of(press.words, 2)
    bot, t = interaction.client, speaks(interaction)
    if division < 0:
        division = season.division_of(interaction.user.id)
    table = await queries.division(bot.leagues, season.id, division)
    later = [one for one in queries.later_tables(season)[:1] if one.division != division]
    people = [one.holder for found in (table, *later) for one in found.lines]
    names = await names_of(interaction, people, t)
    line = later_words(t, season, later[0], names) if later else ""
    found = Standing(season, table, names, line)
    pages = standing_pages(t, found)
    page = nearest_page(page, pages)
    await defer(interaction)
    drawn = None
    if rows := pages[page].rows:
        drawn = await draw_soon(
            interaction,
            draw_standings,
            picture_of(t, found, rows),
            theme=await theme_here(bot, interaction.guild_id),
            t=t,
        )
    view = standings_message(t, found, pages, page, drawn)
    await answer_page(interaction, view, [drawn] if drawn else [])


async def drawn_tables(where: LeagueChannel) -> AsyncIterator[tuple[Standing, Picture]]:
    """The standings of the final, if there is one, and of the divisions, each with a picture of its
    first places."""
    bot, season = where.bot, where.season
    tables = [*queries.later_tables(season), *await queries.standings(bot.leagues, season.id)]
    theme = await theme_here(bot, where.guild.id)
    for table in tables:
        names = await where.names([one.holder for one in table.lines])
        found = Standing(season, table, names)
        shown = picture_of(where.t, found, table.lines[:MOST_PLACES])
        yield found, await bot.pool.draw(draw_standings, shown, theme=theme, t=where.t)
