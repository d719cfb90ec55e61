"""The records of a league: a person's card with the rating history, which leads to everybody's
ratings; and the archive of seasons with their champions."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.leagues import queries, season_lifecycle
from bot.leagues.season_transaction import Card, Played, SeasonView
from bot.model.league import League
from bot.process.work import in_thread
from bot.seasons.results import PROVISIONAL_GAMES, Rating
from bot.seasons.standings import champions
from bot.store import leagues as stored
from bot.text import leagues
from bot.text.descriptions.figures import PROVISIONAL
from bot.text.descriptions.results import RatingLine, RatingsChart
from bot.text.names import GAMES, NO_PLACE, PLAYERS, rating_words
from bot.text.seasons import division_words
from bot.text.translation import Translations, listed
from bot.text.typed import escaped
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, menu_ids, on_press
from cogs.kit.context import Interaction, Stands, draw_soon
from cogs.kit.layout import Part, message, option, picture, row, small, text
from cogs.kit.leagues_named import league_pressed
from cogs.kit.members import Names, names_of
from cogs.kit.pages import (
    answer_page,
    defer,
    menu,
    nearest_page,
    number_of,
    page_buttons,
    page_id,
    page_words,
    theme_here,
    to_page,
    word_of,
)
from rendering import Picture, draw_ratings

ME = 0
"""Stands in a press for the id of who presses."""
MOST_RECENT = 5
MOST_TITLES = 8
MOST_CHAMPIONS = 4
ON_A_PAGE = 20
"""Ratings per page."""
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
        row([ratings_button(t, league.id, seats)]),
    )


def _others(t: Translations, league: League) -> ui.UserSelect[ui.LayoutView]:
    """The menu of everybody whose card can be seen."""
    return ui.UserSelect(
        **menu_ids("card", 0, word=str(league.id)),
        # Translators: heading of a menu of people, shown until somebody is chosen, at most 60
        # characters: what that person has achieved in a league
        placeholder=t.gettext("Somebody else's card"),
    )


def ratings_button(t: Translations, league_id: int, seats: int) -> Part:
    """The button that leads to everybody's ratings at tables of so many players."""
    # Translators: button, one of two in a row, at most 24 characters; noun, plural: everybody's
    # rating (strength of play)
    return to_page(t.gettext("Ratings"), "ratings", league_id, seats, 0)


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


def ratings_message(
    t: Translations,
    league: League,
    players: int,
    lines: Sequence[str],
    page: int,
    pages: int,
) -> ui.LayoutView:
    """A page of the ratings at tables of this many players."""
    # Translators: heading; {n} is 2 to 5
    head = t.ngettext(
        "Ratings at tables of {n} player", "Ratings at tables of {n} players", players
    ).format(n=players)
    named = escaped(league.name)
    subtitle = " · ".join(one for one in (named, page_words(t, page, pages)) if one)
    options = [
        option(
            t.say(PLAYERS, n=size), page_id("ratings", league.id, size, 0), default=size == players
        )
        for size in SIZES
    ]
    return message(
        text(f"### {head}", subtitle),
        text(*(lines or [t.gettext("Nobody is rated at tables of this size yet.")])),
        page_buttons(t, page, pages, "ratings", league.id, players),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        menu(options, "sizes", t.gettext("Another number of players")),
        row([to_page(t.gettext("My card"), "card", league.id, ME)]),
    )


def rating_lines(
    t: Translations, names: Names, found: Sequence[tuple[int, Rating]], first: int, last: int
) -> list[str]:
    """The lines of the ratings from index `first` to before `last` of the whole list: ranked ones
    with their places, then provisional ones without."""
    lines = []
    for number in range(first, min(last, len(found))):
        person, one = found[number]
        rating = rating_words(t, one.shown, one.games, provisional=False)
        if not one.provisional:
            lines.append(f"`{number + 1:>2}` {names.printed(person)} {rating}")
            continue
        if number == first or not found[number - 1][1].provisional:
            lines.append(
                # Translators: heading above ratings that rest on few games
                t.ngettext(
                    "**Provisional, fewer than {n} game**",
                    "**Provisional, fewer than {n} games**",
                    PROVISIONAL_GAMES,
                ).format(n=PROVISIONAL_GAMES)
            )
        lines.append(f"- {names.printed(person)} {rating}")
    return lines


@on_press(Stands.ANYWHERE)
async def ratings(interaction: Interaction, press: Press) -> None:
    """Show the page of ratings that a button or menu leads to."""
    league = await league_pressed(interaction, word_of(press.words, 0))
    players, page = number_of(press.words, 1), number_of(press.words, 2)
    t = speaks(interaction)
    found = await queries.ratings(interaction.client.leagues, league.id, players)
    starts = range(0, max(1, len(found)), ON_A_PAGE)
    page = nearest_page(page, starts)
    first, last = starts[page], starts[page] + ON_A_PAGE
    names = await names_of(interaction, [person for person, _ in found[first:last]])
    lines = rating_lines(t, names, found, first, last)
    view = ratings_message(t, league, players, lines, page, len(starts))
    await answer_page(interaction, view)


# --- the archive ---------------------------------------------------------------------------------

SEASONS_ON_A_PAGE = 10


def archive_message(
    t: Translations,
    league: League,
    shown: Sequence[SeasonView],
    won: Mapping[int, Sequence[int]],
    names: Names,
    page: int,
    pages: int,
) -> ui.LayoutView:
    """A page of seasons, newest first; `won` has the ids of the champions by season id."""
    # Translators: heading of the archive of a league
    subtitle = [t.gettext("All seasons and their champions"), page_words(t, page, pages)]
    lines = [_season_line(t, season, won.get(season.id, ()), names) for season in shown]
    options = [
        option(
            # Translators: option of a menu: a season's number and its name
            t.gettext("Season {n}: {name}").format(n=season.number, name=season.settings.name),
            page_id("standings", season.id, 0, 0),
        )
        for season in shown
        if season.state.divisions
    ]
    return message(
        text(
            f"### {escaped(league.name)}",
            " · ".join(one for one in subtitle if one),
        ),
        text(*(lines or [t.gettext("There has been no season yet.")])),
        page_buttons(t, page, pages, "archive", league.id),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        menu(options, "seasons", t.gettext("Standings of a season")) if options else None,
    )


def _season_line(t: Translations, season: SeasonView, won: Sequence[int], names: Names) -> str:
    best = [names.printed(person) for person in won[:MOST_CHAMPIONS]]
    name = season.title
    players = len(season.state.division_of)
    return leagues.season_line(t, season.number, name, season.state.phase, best, players)


@on_press(Stands.ANYWHERE)
async def archive(interaction: Interaction, press: Press) -> None:
    """Show the page of the archive that a button leads to."""
    league = await league_pressed(interaction, word_of(press.words, 0))
    page = number_of(press.words, 1)
    found = list(reversed(await season_lifecycle.seasons_of(interaction.client.leagues, league.id)))
    pages = [found[i : i + SEASONS_ON_A_PAGE] for i in range(0, len(found), SEASONS_ON_A_PAGE)] or [
        []
    ]
    page = nearest_page(page, pages)
    won = {season.id: await in_thread(champions, season.state) for season in pages[page]}
    names = await names_of(interaction, [one for people in won.values() for one in people])
    view = archive_message(speaks(interaction), league, pages[page], won, names, page, len(pages))
    await answer_page(interaction, view)
