"""The seasons a league has had, with their champions."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.answering import speaks
from bot.leagues import founding
from bot.leagues.model.standings import champions
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.text.leagues import phase_name
from bot.text.names import listed
from bot.text.translation import Translations
from cogs.context import Interaction
from cogs.layout import message, text
from cogs.leagues.context import league_pressed
from cogs.leagues.names import Names, names_of
from cogs.leagues.pages import answer_page, asked, menu, on_page, page_words, turning

ON_A_PAGE = 10


def archive_message(
    t: Translations,
    league: League,
    shown: Sequence[SeasonView],
    won: Mapping[int, Sequence[int]],
    names: Names,
    page: int,
    pages: int,
) -> ui.LayoutView:
    """A page of seasons, the newest first; `won` are the champions by season."""
    subtitle = [t.gettext("All seasons and their champions"), page_words(t, page, pages)]
    lines = [season_line(t, season, won.get(season.id, ()), names) for season in shown]
    options = [
        discord.SelectOption(
            label=t.gettext("Season {n}: {name}").format(
                n=season.number, name=season.settings.name
            )[:100],
            value=f"standings {season.id} 0 0",
        )
        for season in shown
        if season.state.divisions
    ]
    return message(
        text(
            f"### {discord.utils.escape_markdown(league.name)}",
            " · ".join(one for one in subtitle if one),
        ),
        text(*(lines or [t.gettext("There has been no season yet.")])),
        turning(t, page, pages, "archive", league.id),
        menu(options, "seasons", t.gettext("Standings of a season")) if options else None,
    )


def season_line(t: Translations, season: SeasonView, won: Sequence[int], names: Names) -> str:
    """A season with its champions, or with what it is doing."""
    named = t.gettext("{n}. {name}").format(
        n=season.number, name=f"**{discord.utils.escape_markdown(season.settings.name)}**"
    )
    if not won:
        return f"{named} · {phase_name(t, season.state.phase)}"
    players = len(season.state.division_of)
    by = t.ngettext("{n} player", "{n} players", players).format(n=players)
    best = "🏆 " + listed(t, [names.printed(person) for person in won[:4]])
    return f"{named} · {best} · {by}"


async def show_archive(interaction: Interaction, league: League, page: int = 0) -> None:
    """Answer with a page of the archive."""
    found = list(reversed(await founding.seasons_of(interaction.client.leagues, league.id)))
    pages = [found[i : i + ON_A_PAGE] for i in range(0, len(found), ON_A_PAGE)] or [[]]
    page = asked(page, pages)
    won = {season.id: champions(season.state) for season in pages[page]}
    names = await names_of(interaction, [one for people in won.values() for one in people])
    view = archive_message(speaks(interaction), league, pages[page], won, names, page, len(pages))
    await answer_page(interaction, view)


@on_page("archive")
async def archive_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """A button that leads to a page of the archive."""
    league = await league_pressed(interaction, words[0])
    await show_archive(interaction, league, int(words[1]))
