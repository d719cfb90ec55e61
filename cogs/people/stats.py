"""Statistics of finished games: the loop that counts and rates them every minute, and /stats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Literal, get_args

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.leagues import season_lifecycle
from bot.model.figures import LEAST_GAMES, Figures, Scope
from bot.model.server import Theme
from bot.process.work import in_thread
from bot.seasons.results import PROVISIONAL_GAMES
from bot.spreadsheet import csv_of, workbook_of
from bot.statistics import count_games, figures_json, figures_sheet, rate_servers, rating_of
from bot.store import stats as stored
from bot.text.descriptions.figures import (
    KINDS,
    MOST_ROWS,
    PAGES,
    RATINGS_COME_FROM,
    TOO_FEW,
    Page,
    figures_table,
    games_of,
    lines_of,
    page_title,
    players_table,
    ratings_table,
    rounds_table,
    source_lines,
)
from bot.text.names import PLAYERS
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.client import LoopCog, every
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, select
from cogs.kit.context import Interaction, Stands, Typed, ask_for_much, draw_soon
from cogs.kit.layout import Part, first_lines, message, picture, printed, row, small, text
from cogs.kit.leagues_named import WHICH_LEAGUE, league_here, leagues_typed
from cogs.kit.members import names_of
from cogs.kit.pages import share_here, theme_here
from cogs.kit.pictures import files
from cogs.people.games import ME, SERVER, year_button
from rendering import draw_figures, draw_rounds

Of = Literal["server", "league", "me", "all"]
Players = app_commands.Range[int, 2, 5]
_NO_TABLE = 0
RATINGS: Page = "ratings"
_SIZES = (None, 2, 3, 4, 5)


@dataclass(frozen=True)
class Wanted:
    """A page of the statistics, as the words of buttons name it."""

    of: Of
    league_id: int = 0
    players: int | None = None
    page: Page = "players"
    as_text: bool = False

    def word(self, **changed: Any) -> str:
        """The word of a button that leads to this page, with these fields `changed`."""
        now = {**vars(self), **changed}
        return ".".join(
            (now["of"], str(now["league_id"]), str(now["players"] or 0), now["page"],
             "text" if now["as_text"] else "picture")
        )  # fmt: skip


def _read(press: Press) -> Wanted:
    """The page a button leads to. Raises Refusal (`old-button`) if its words are not understood."""
    of, league, players, page, how = press.parts(5)
    if press.values:
        page = press.value
    known = next((one for one in (*PAGES, RATINGS) if one == page), None)
    scope: Of | None = next((one for one in get_args(Of) if one == of), None)
    sizes = {str(one or 0): one for one in _SIZES}
    if known is None or scope is None or players not in sizes or not league.isdecimal():
        raise old_button()
    return Wanted(scope, min(int(league), 2**31 - 1), sizes[players], known, how == "text")


async def _scope(interaction: Interaction, wanted: Wanted) -> tuple[Scope, str]:
    """The games that a page counts, and their heading. Raises Refusal (`old-button`) if the league
    is gone."""
    t, guild_id = speaks(interaction), interaction.guild_id or 0
    if wanted.of == "league":
        for league in await season_lifecycle.leagues_of(interaction.client.leagues, guild_id):
            if league.id == wanted.league_id:
                return Scope(league_id=league.id), league.name
        raise old_button()
    if wanted.of == "me":
        # Translators: heading of statistics: of the reader's own games
        return Scope(guild_id, user_id=interaction.user.id), t.gettext("Your games")
    if wanted.of == "server" and guild_id:
        # Translators: heading of statistics: of all games played at this server
        return Scope(guild_id), t.gettext("Games of this server")
    # Translators: heading of statistics: of all games the bot ever saw to an end, on all servers
    return Scope(), t.gettext("All games played with this bot")


async def _page(
    interaction: Interaction, wanted: Wanted
) -> tuple[ui.LayoutView, Sequence[discord.File]]:
    """A page as a picture or in words, and its files."""
    bot, t = interaction.client, speaks(interaction)
    scope, called = await _scope(interaction, wanted)
    drawn, lines = None, list[str]()
    theme = await theme_here(bot, interaction.guild_id)
    rated = (
        bool(scope.guild_id)
        and not scope.user_id
        and (await bot.tables.server_settings(scope.guild_id)).ratings
    )
    if wanted.page == RATINGS and not rated:  # ratings were switched off since
        wanted = replace(wanted, page="players")
    if wanted.page == RATINGS:
        return await _ratings_page(interaction, wanted, theme)
    if wanted.page == "players":
        by_players = await bot.store.read(stored.by_players, scope, KINDS["players"])
        if wanted.players is not None:
            by_players = {n: one for n, one in by_players.items() if n == wanted.players}
        games = sum(games_of(one) for one in by_players.values())
        table, more = players_table(t, by_players)
        lines = [*lines_of(t, table), *more]
        draw: Any = draw_figures
        shown: Any = table
    else:
        figures = await bot.store.read(
            stored.figures_of, scope, wanted.players, kinds=KINDS[wanted.page]
        )
        games = games_of(figures)
        if wanted.page == "rounds" and games:
            shown, draw, lines = rounds_table(t, figures), draw_rounds, source_lines(t, figures)
        else:
            shown, draw = figures_table(t, wanted.page, figures), draw_figures
            lines = lines_of(t, shown)
    enough = games >= LEAST_GAMES and bool(lines)
    if not enough:
        # Translators: on a page of statistics where nothing is played often enough, such as a tribe
        nothing = t.ngettext(
            "Nothing on this page has come up in at least {least} game yet.",
            "Nothing on this page has come up in at least {least} games yet.",
            LEAST_GAMES,
        )
        lines = [
            t.say(TOO_FEW, n=games, least=LEAST_GAMES)
            if games < LEAST_GAMES
            else nothing.format(least=LEAST_GAMES)
        ]
    elif not wanted.as_text:
        drawn = await draw_soon(interaction, draw, shown, theme=theme, t=t)
    of_size = "" if wanted.players is None else f" · {t.say(PLAYERS, n=wanted.players)}"
    buttons = [*_ways(t, wanted), *share_here(interaction)] if enough else []
    if wanted.of in (ME, SERVER):
        buttons.append(year_button(t, wanted.of))
    parts: list[Part | None] = [
        text(
            f"### {printed(called)}{of_size}",
            page_title(t, wanted.page),
            *([] if drawn else first_lines([f"- {line}" for line in lines])),
        ),
        None if drawn is None else picture(drawn.filename, drawn.alt),
        row([_pages(t, wanted, rated=rated)]),
        row([_size(t, wanted, players) for players in _SIZES]),
        text(
            small(
                # Translators: below statistics; {least} is a number
                t.ngettext(
                    "Average points with confidence intervals (95%), shown once there is {n} game.",
                    "Average points with confidence intervals (95%), shown once there are {n} "
                    "games.",
                    LEAST_GAMES,
                ).format(n=LEAST_GAMES)
            )
        ),
        row(buttons) if buttons else None,
    ]
    return message(*parts), files([drawn] if drawn else [])


async def _ratings_page(
    interaction: Interaction, wanted: Wanted, theme: Theme
) -> tuple[ui.LayoutView, Sequence[discord.File]]:
    """The page of the best ratings of this server, outside leagues."""
    bot, t = interaction.client, speaks(interaction)
    steps = await bot.store.read(
        stored.ratings_of, interaction.guild_id or 0, least=PROVISIONAL_GAMES
    )
    best = sorted(steps, key=lambda one: (-rating_of(one).shown, one.user_id))[:MOST_ROWS]
    names = await names_of(interaction, [one.user_id for one in best])
    table = ratings_table(t, [(names.plain(one.user_id), rating_of(one)) for one in best])
    drawn = None
    if best and not wanted.as_text:
        drawn = await draw_soon(interaction, draw_figures, table, theme=theme, t=t)
    lines = [f"- {escaped(line)}" for line in lines_of(t, table)]
    if not lines:
        # Translators: on a page of ratings; {n} is a number
        nobody = t.ngettext(
            "Nobody has {n} rated game yet.", "Nobody has {n} rated games yet.", PROVISIONAL_GAMES
        )
        lines = [nobody.format(n=PROVISIONAL_GAMES)]
    view = message(
        text(
            "### " + printed(t.gettext("Games of this server")),
            page_title(t, RATINGS),
            *([] if drawn else first_lines(lines)),
        ),
        None if drawn is None else picture(drawn.filename, drawn.alt),
        row([_pages(t, wanted, rated=True)]),
        text(small(t.say(RATINGS_COME_FROM))),
        row([_ways(t, wanted)[0], *share_here(interaction)]) if best else None,
    )
    return view, files([drawn] if drawn else [])


def _pages(t: Translations, wanted: Wanted, *, rated: bool) -> Part:
    options = [
        discord.SelectOption(label=page_title(t, page), value=page, default=page == wanted.page)
        for page in (*PAGES, *([RATINGS] if rated else []))
    ]
    # Translators: shown in a menu of pages of statistics before one is chosen
    return select(options, "stats", _NO_TABLE, "", wanted.word(), placeholder=t.gettext("Page"))


def _size(t: Translations, wanted: Wanted, players: int | None) -> Part:
    # Translators: button, at most 12 characters: games of any number of players
    label = t.pgettext("players", "All") if players is None else str(players)
    return button(
        label, "stats", _NO_TABLE, "size", wanted.word(players=players),
        style=discord.ButtonStyle.primary
        if players == wanted.players else discord.ButtonStyle.secondary,
    )  # fmt: skip


def _ways(t: Translations, wanted: Wanted) -> list[Part]:
    if wanted.as_text:
        # Translators: button, at most 34 characters: shows statistics as a picture
        label = t.gettext("As a picture")
    else:
        # Translators: button, at most 34 characters: shows statistics as text
        label = t.gettext("As text")
    return [
        button(label, "stats", _NO_TABLE, "way", wanted.word(as_text=not wanted.as_text)),
        # Translators: button, one of two in a row, at most 24 characters; noun, plural:
        # everything about a season as files for spreadsheets and programs
        button(t.gettext("Files"), "statfiles", _NO_TABLE, "", wanted.word()),
    ]


@on_press(Stands.ANYWHERE)
async def stats(interaction: Interaction, press: Press) -> None:
    """Show another page, another number of players, or the page in another form."""
    wanted = _read(press)
    await interaction.response.defer()
    view, attached = await _page(interaction, wanted)
    await fill(interaction, view=view, attachments=attached)


@on_press(Stands.ANYWHERE)
async def statfiles(interaction: Interaction, press: Press) -> None:
    """Send all figures of the page's games as files, privately."""
    wanted = _read(press)
    scope, called = await _scope(interaction, wanted)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    figures = await interaction.client.store.read(stored.by_players, scope)
    made = await in_thread(_files, figures)
    names = ("statistics.xlsx", "statistics.csv", "statistics.json")
    attached = [
        discord.File(BytesIO(data), filename=name) for name, data in zip(names, made, strict=True)
    ]
    view = message(text(f"### {printed(called)}"), *(ui.File(f"attachment://{n}") for n in names))
    await fill(interaction, view=view, attachments=attached)


def _files(figures: Mapping[int, Figures]) -> tuple[bytes, bytes, bytes]:
    """The figures as a workbook, as CSV and as JSON."""
    sheet = figures_sheet(figures)
    csv = csv_of(sheet).encode()
    return workbook_of({"statistics": sheet}), csv, figures_json(figures).encode()


class Statistics(LoopCog):
    """The command /stats, and the loop that counts and rates finished games."""

    @app_commands.command(
        name="stats",
        # Translators: description of the command /stats, at most 100 characters
        description=locale_str("Statistics of finished games: points, wins, openings, tribes"),
    )
    @app_commands.describe(
        # Translators: description of an option of /stats, at most 100 characters
        of=locale_str("Which games to count; leave empty for this server's games"),
        league=WHICH_LEAGUE,
        # Translators: description of an option of /stats, at most 100 characters
        players=locale_str("Only games with this many players"),
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def stats(
        self,
        interaction: Interaction,
        of: Of | None = None,
        league: Typed | None = None,
        players: Players | None = None,
    ) -> None:
        """Show the first page privately."""
        scope: Of = "league" if league else "server"
        if of is not None and of in get_args(Of):
            scope = of
        if scope == "server" and interaction.guild_id is None:
            scope = "me"
        league_id = (await league_here(interaction, league)).id if scope == "league" else 0
        await interaction.response.defer(ephemeral=True, thinking=True)
        view, attached = await _page(interaction, Wanted(scope, league_id, players))
        await fill(interaction, view=view, attachments=attached)

    @every(60, "counting games")
    async def look(self) -> None:
        """Count and rate the finished games that have not been counted and rated yet."""
        await count_games(self.bot.tables)
        await rate_servers(self.bot.tables)
