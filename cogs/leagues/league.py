"""/league show; the schedule of a season, its tables in playing order, who sits there, and their
results; and files with everything public about a season (`bot.leagues.queries`).

The records of a league: a person's card with the rating history, which leads to everybody's
ratings; and the archive of seasons with their champions.

Everything about a league has its button on these pages. Moderators have a page of their own
(`cogs.leagues.moderators_page`).
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import accumulate

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.hosting.scheduled import pack_league_beside
from bot.leagues import games, queries, season_lifecycle
from bot.leagues.queries import export_files
from bot.leagues.season_transaction import Card, Played, SeasonView
from bot.model.league import League, LeagueTable
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.results import PROVISIONAL_GAMES, Rating
from bot.seasons.season import no_division
from bot.seasons.standings import champions
from bot.store import leagues as of_leagues
from bot.store import leagues as stored
from bot.text import leagues
from bot.text.descriptions.figures import PROVISIONAL
from bot.text.descriptions.results import RatingLine, RatingsChart
from bot.text.leagues import result_words, season_title, seated_names, status_name
from bot.text.names import GAMES, NO_PLACE, PLAYERS, rating_words
from bot.text.seasons import division_name, division_words, round_heading
from bot.text.translation import Translations, listed
from bot.text.typed import escaped
from cogs.client import BotCog
from cogs.kit import leagues_named
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import Press, menu_ids, on_press
from cogs.kit.context import Interaction, Stands, Typed, ask_for_much, draw_soon, open_channels
from cogs.kit.layout import MOST_CHOICES, first_lines, message, option, picture, row, small, text
from cogs.kit.leagues_named import league_pressed
from cogs.kit.members import Names, names_of
from cogs.kit.pages import (
    answer_page,
    defer,
    division_menu,
    menu,
    nearest_page,
    number_of,
    page_buttons,
    page_id,
    page_words,
    paginated,
    theme_here,
    to_page,
    word_of,
)
from cogs.leagues.founding import show_beginning
from cogs.leagues.overview import show_season, table_link
from rendering import Picture, draw_ratings

AS_MUCH_AS = 3
"""The web pages of a league cost as much as so many pictures."""
NEWEST = -1
"""Stands in a press for a page: the one with the first table that is not over."""


def schedule_lines(
    t: Translations,
    league: League,
    season: SeasonView,
    tables: Sequence[LeagueTable],
    channels: Mapping[int, int],
    names: Names,
) -> list[str]:
    """A line about each table, with the heading of its round above the first one of a round: the
    link to where it is played, and its result or else its players and state."""
    lines, shown_round = list[str](), ""
    for table in tables:
        head = ""
        if (heading := round_heading(t, season.state, table.division, table.round)) != shown_round:
            shown_round, head = heading, heading and f"{heading}\n"
        where = table_link(t, league, table, channels)
        result = season.state.results.get(table.number)
        seated = table.people if result is None else [line.player for line in result.lines]
        shown = seated_names(t, seated, names.printed)
        if result is not None:
            said = f"{where}: {result_words(t, result, shown)}"
        else:
            # Translators: a table of the schedule: “Table 3: Ada and Ben · being played”
            said = t.gettext("{table}: {names} · {status}").format(
                table=where, names=listed(t, shown), status=status_name(t, table.status)
            )
        lines.append(f"{head}- {said}")
    return lines


@on_press(Stands.ANYWHERE)
async def schedule(interaction: Interaction, press: Press) -> None:
    """Show a page of the schedule of a division. Raises Refusal before the draw, and for a division
    that does not exist."""
    league, season = await leagues_named.season_pressed(interaction, word_of(press.words, 0))
    division, page = number_of(press.words, 1), number_of(press.words, 2)
    leagues, state, t = interaction.client.leagues, season.state, speaks(interaction)
    if not state.divisions:
        raise Refusal(
            "tables-not-drawn",
            "The tables have not been drawn yet; come back when the season begins.",
        )
    if division < 0:
        division = season.division_of(interaction.user.id)
    if division not in state.drawn_divisions():
        raise no_division()
    numbers = {n for n, drawn in state.tables.items() if drawn.division == division}
    tables = await games.schedule(leagues, season.id, numbers)
    over = [state.results[table.number] for table in tables if table.number in state.results]
    people = [one for table in tables for one in table.people]
    people += [line.player for result in over for line in result.lines]
    names = await names_of(interaction, list(dict.fromkeys(p for p in people if p is not None)))
    channels = await leagues.store.read(of_leagues.channels_of, season.id, numbers)
    # In a thread: one division of all players has thousands of lines.
    lines = await in_thread(schedule_lines, t, league, season, tables, channels, names)
    pages = paginated(lines)
    if page == NEWEST:
        first = next((n for n, one in enumerate(tables) if not state.is_over(one.number)), None)
        ends = accumulate(map(len, pages))
        page = len(pages) if first is None else next(n for n, end in enumerate(ends) if first < end)
    page = nearest_page(page, pages)
    subtitle = [page_words(t, page, len(pages))]
    if len(state.drawn_divisions()) > 1:
        subtitle.insert(0, division_name(t, division, state.rules))
    said = " · ".join(one for one in subtitle if one)
    view = message(
        text(f"### {season.title}", said or t.gettext("Schedule")),
        text(*(pages[page] or [t.gettext("There are no tables here yet.")])),
        page_buttons(t, page, len(pages), "schedule", season.id, division),
        division_menu(t, state, division, "schedule", season.id, after=NEWEST),
        row(
            [
                to_page(t.gettext("Standings"), "standings", season.id, division, 0),
                # Translators: button, one of two in a row, at most 24 characters: leads to the
                # overview of a season; noun
                to_page(t.gettext("Season"), "season", season.id),
            ]
        ),
    )
    await answer_page(interaction, view)


EXPORT_FILE = "season-{league}-{number}"


@on_press(Stands.ANYWHERE)
async def export(interaction: Interaction, press: Press) -> None:
    """Answer privately with the exported files of a season."""
    league, season = await leagues_named.season_pressed(interaction, word_of(press.words, 0))
    bot, t = interaction.client, speaks(interaction)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    log = await queries.history(bot.leagues, season.id)
    history = await bot.store.read(of_leagues.rating_history, league.id, season_id=season.id)
    state = season.state
    people = {person for held in state.holders.values() for person in held}
    people |= set(state.in_line) | {e.user_id for e in log if e.user_id is not None}
    names = await names_of(interaction, sorted(people))
    written = await in_thread(export_files, season, log, history, names.known)
    called = EXPORT_FILE.format(league=league.id, number=season.number)
    files = [
        discord.File(BytesIO(data), filename=f"{called}.{ending}")
        for data, ending in zip(written, ("xlsx", "zip"), strict=True)
    ]
    head = season_title(t, season.number, escaped(league.name), state.phase)
    said = t.gettext(
        "Standings, results, ratings and the log as a spreadsheet, and all of it as CSV and "
        "JSON for programs. People also appear with their Discord IDs."
    )
    await fill(
        interaction,
        view=message(
            text(f"### {head}", said),
            *(discord.ui.File(f"attachment://{file.filename}") for file in files),
            # Translators: button, at most 34 characters: the pages of a league for a browser, as a
            # file
            row([to_page(t.gettext("Web pages"), "webfiles", season.id)]),
        ),
        attachments=files,
    )


@on_press(Stands.ANYWHERE)
async def webfiles(interaction: Interaction, press: Press) -> None:
    """Answer privately with the web pages of a league as a file."""
    league, _ = await leagues_named.season_pressed(interaction, word_of(press.words, 0))
    bot, t = interaction.client, speaks(interaction)
    if not (await bot.tables.server_settings(league.guild_id)).pages:
        raise Refusal(
            "no-web-pages",
            "This server does not allow web pages; somebody who manages it can allow them with "
            "/settings.",
        )
    ask_for_much(interaction, AS_MUCH_AS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    room = interaction.filesize_limit
    async with bot.leagues.alone("web files", league.id):
        channels = await open_channels(bot, [league.guild_id])
        data, games_in, left = await pack_league_beside(
            bot.settings.database_url, league.id, room, channels, theme=bot.settings.theme
        )
    # Translators: {n}: finished games that can be watched again round by round
    said = t.ngettext(
        "The pages of the league, with {n} game to watch: unpack the file and open index.html.",
        "The pages of the league, with {n} games to watch: unpack the file and open index.html.",
        games_in,
    ).format(n=games_in)
    # Translators: {n}: finished games, the older ones, which are not in the file
    older = t.ngettext(
        "{n} older game does not fit into the file.",
        "{n} older games do not fit into the file.",
        left,
    ).format(n=left)
    file = discord.File(BytesIO(data), filename=f"league-{league.id}-web.zip")
    await fill(
        interaction,
        view=message(
            text(f"### {escaped(league.name)}", said, *([small(older)] if left else [])),
            discord.ui.File(f"attachment://{file.filename}"),
        ),
        attachments=[file],
    )


@app_commands.guild_only()
class LeagueCommands(
    BotCog,
    commands.GroupCog,
    group_name="league",
    # Translators: description of the command /league, at most 100 characters
    group_description=locale_str("The leagues of this server: seasons, standings, ratings"),
):
    """The command for the players of a league, whose page has the buttons for everything else."""

    @app_commands.command(
        name="show",
        # Translators: description of the command /league show, at most 100 characters
        description=locale_str("The season: its dates and players, your tables, signing up"),
    )
    @app_commands.describe(
        league=leagues_named.WHICH_LEAGUE,
        # Translators: description of an option of /league, at most 100 characters
        public=locale_str("Show the answer to everybody"),
    )
    @app_commands.autocomplete(league=leagues_named.leagues_typed)
    async def show(
        self, interaction: Interaction, league: Typed | None = None, public: bool = False
    ) -> None:
        """Show the season at a glance, privately or publicly."""
        if not await leagues_named.leagues_at(interaction):
            await show_beginning(interaction)
            return
        meant, season = await leagues_named.season_here(interaction, league)
        await show_season(interaction, meant, season, public=public)


# --- records --------------------------------------------------------------------------------------

ME = 0
"""Stands in a press for the id of who presses."""
MOST_RECENT = 5
MOST_TITLES = 8
MOST_CHAMPIONS = 4
MOST_RATED = 50
"""The most ratings that are listed."""
SIZES = (2, 3, 4, 5)
"""The numbers of players at a table; each has ratings of its own."""


def card_message(
    t: Translations,
    league: League,
    card: Card,
    names: Names,
    recent: Sequence[Played],
    drawn: Picture | None,
    seats: int,
) -> ui.LayoutView:
    """A person's card; `recent` are the newest results, `seats` the number of players at the
    league's tables."""
    sums = [
        # Translators: on a person's card: in how many seasons the person played
        t.ngettext("{n} season", "{n} seasons", card.seasons).format(n=card.seasons),
        t.say(GAMES, n=card.games),
        leagues.wins_words(t, card.wins),
        leagues.league_points_words(t, card.points),
    ]
    lines = [" · ".join(sums)]
    if card.newest is not None:
        season = card.newest.season
        where = division_words(t, season.state, card.newest.division)
        place = card.newest.place or NO_PLACE
        lines.append(t.say(leagues.STANDS, season=season.title, division=where, place=place))
    if card.titles:
        won = [f"**{one.title}**" for one in card.titles[-MOST_TITLES:]]
        lines.append(t.say(leagues.SEASONS_WON, seasons=listed(t, won)))
    ratings = [
        # Translators: a person's rating at tables of a size: “4 players: 12.3 after 14 games”
        t.gettext("{players}: {rating}").format(
            players=t.say(PLAYERS, n=players),
            rating=rating_words(t, one.shown, one.games, provisional=one.provisional),
        )
        for players, one in sorted(card.ratings.items())
    ]
    if ratings:
        # Translators: heading on a person's card
        lines += ["", t.gettext("**Ratings**"), *ratings]
    if recent:
        # Translators: heading on a person's card: the newest results
        lines += ["", t.gettext("**Latest tables**")]
        for one in recent:
            lines.append(f"- {leagues.played_line(t, one.season.title, one.result, one.line)}")
    if any(one.provisional for one in card.ratings.values()):
        lines.append(small(t.say(PROVISIONAL, n=PROVISIONAL_GAMES)))
    return message(
        text(f"### {names.printed(card.user_id)}"),
        picture(drawn.filename, drawn.alt) if drawn else None,
        text(*lines),
        row([_others(t, league)]),
        # Translators: button, one of two in a row, at most 24 characters; noun, plural: everybody's
        # rating (strength of play)
        row([to_page(t.gettext("Ratings"), "ratings", league.id, seats)]),
    )


def _others(t: Translations, league: League) -> ui.UserSelect[ui.LayoutView]:
    """The menu of everybody whose card can be seen."""
    return ui.UserSelect(
        **menu_ids("card", 0, word=str(league.id)),
        # Translators: heading of a menu of people, shown until somebody is chosen, at most 60
        # characters: what that person has achieved in a league
        placeholder=t.gettext("Somebody else's card"),
    )


@on_press(Stands.ANYWHERE)
async def card(interaction: Interaction, press: Press) -> None:
    """Show the card of the person whose button was pressed or who was chosen, else of who
    pressed."""
    league = await league_pressed(interaction, word_of(press.words, 0))
    chosen = press.number_chosen if press.values else number_of(press.words, 1)
    user_id = chosen or interaction.user.id
    bot, t = interaction.client, speaks(interaction)
    card = await queries.card(bot.leagues, league.id, user_id)
    names = await names_of(interaction, [user_id])
    played = await queries.played_by(bot.leagues, league.id, user_id)
    history = await bot.store.read(stored.rating_history, league.id, user_id)
    values: dict[int, list[float]] = {}
    for step in history:
        after = Rating(step.after.mu, step.after.sigma, step.after.games)
        values.setdefault(step.after.players, []).append(after.shown)
    await defer(interaction)
    drawn = None
    if values:
        chart = RatingsChart(
            names.plain(user_id),
            tuple(RatingLine(players, tuple(own)) for players, own in sorted(values.items())),
            PROVISIONAL_GAMES,
        )
        theme = await theme_here(bot, interaction.guild_id)
        drawn = await draw_soon(interaction, draw_ratings, chart, theme=theme, t=t)
    recent = list(reversed(played[-MOST_RECENT:]))
    seats = (await season_lifecycle.offered(bot.leagues, league.id)).rules.seats
    view = card_message(t, league, card, names, recent, drawn, seats)
    await answer_page(interaction, view, [drawn] if drawn else [])


@on_press(Stands.ANYWHERE)
async def ratings(interaction: Interaction, press: Press) -> None:
    """Show the best ratings at tables of a size that a button or menu leads to: ranked ones with
    their places, then provisional ones without."""
    league = await league_pressed(interaction, word_of(press.words, 0))
    players, t = number_of(press.words, 1), speaks(interaction)
    found = await queries.ratings(interaction.client.leagues, league.id, players)
    names = await names_of(interaction, [person for person, _ in found[:MOST_RATED]])
    lines = []
    for number, (person, one) in enumerate(found[:MOST_RATED], start=1):
        rating = rating_words(t, one.shown, one.games, provisional=one.provisional)
        place = NO_PLACE if one.provisional else f"{number:>2}"
        lines.append(f"`{place}` {names.printed(person)} {rating}")
    # Translators: heading; {n} is 2 to 5
    head = t.ngettext(
        "Ratings at tables of {n} player", "Ratings at tables of {n} players", players
    ).format(n=players)
    sizes = [
        option(t.say(PLAYERS, n=size), page_id("ratings", league.id, size), default=size == players)
        for size in SIZES
    ]
    nobody = t.gettext("Nobody is rated at tables of this size yet.")
    view = message(
        text(f"### {head}", escaped(league.name)),
        text(*(first_lines(lines) or [nobody])),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        menu(sizes, "sizes", t.gettext("Another number of players")),
        row([to_page(t.gettext("My card"), "card", league.id, ME)]),
    )
    await answer_page(interaction, view)


# --- the archive ---------------------------------------------------------------------------------


@on_press(Stands.ANYWHERE)
async def archive(interaction: Interaction, press: Press) -> None:
    """Show the newest seasons of a league with their champions, and a menu of their standings."""
    league = await league_pressed(interaction, word_of(press.words, 0))
    t, found = speaks(interaction), interaction.client.leagues
    seasons = (await season_lifecycle.seasons_of(found, league.id))[: -MOST_CHOICES - 1 : -1]
    won = {one.id: await in_thread(champions, one.state) for one in seasons}
    names = await names_of(interaction, [one for people in won.values() for one in people])
    lines, options = [], []
    for one in seasons:
        best = [names.printed(person) for person in won[one.id][:MOST_CHAMPIONS]]
        players, phase = len(one.state.division_of), one.state.phase
        lines.append(leagues.season_line(t, one.number, one.title, phase, best, players))
        if one.state.divisions:
            # Translators: option of a menu: a season's number and its name
            label = t.gettext("Season {n}: {name}").format(n=one.number, name=one.settings.name)
            options.append(option(label, page_id("standings", one.id, 0, 0)))
    # Translators: heading of the archive of a league
    head = t.gettext("Seasons and their champions")
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("Standings of a season")
    view = message(
        text(f"### {escaped(league.name)}", head),
        text(*(first_lines(lines) or [t.gettext("There has been no season yet.")])),
        menu(options, "seasons", placeholder) if options else None,
    )
    await answer_page(interaction, view)
