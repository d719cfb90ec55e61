"""The post with a season's standings in a forum: one message with a picture for the final, if there
is one, and for each division. It is changed when something happens in the season."""

from collections.abc import AsyncIterator

import discord
from discord import ui

from bot.leagues import queries, season_lifecycle
from bot.leagues.views import SeasonView
from bot.text.leagues import tables_over
from bot.text.seasons import division_name
from cogs.client import TzolkinBot
from cogs.kit.layout import Part, message, picture, row, small, text
from cogs.kit.pages import theme_here, to_page
from cogs.kit.pictures import files
from cogs.kit.threads import first_taken, fitting
from cogs.leagues import forum
from cogs.leagues.channel import LeagueChannel, channel_of
from cogs.leagues.standings import MOST_PLACES, Standing, picture_of
from rendering import Picture, draw_standings

MOST_DIVISIONS = 8
"""The most divisions with a picture, of which a message holds ten. The button shows the others."""


async def keep_standings(bot: TzolkinBot, season: SeasonView) -> bool:
    """Post the standings of a season in its forum, or update them; returns whether anything was
    posted. Safe to call at any time. Raises discord.HTTPException."""
    if not season.state.divisions:
        return False
    where = await channel_of(bot, season)
    home = None if where is None else where.channel
    if where is None or not isinstance(home, discord.ForumChannel):
        return False
    if forum.made_in(home, season).shown == season.version:
        return False
    async with bot.leagues.alone("standings", season.id):
        where = await where.now()
        season, made = where.season, forum.made_in(home, where.season)
        if made.news is None or made.shown == season.version:
            return False  # the post with the news comes first
        view, pictures = await _message(where)
        post_id = made.standings
        if post_id is not None:
            try:
                await forum.change_first_message(bot, home, post_id, view, files(pictures))
            except discord.NotFound:  # somebody has deleted it
                post_id = None
        if post_id is None:
            # Translators: name of a forum's post, and its heading; {season} is the name of a season
            title = where.t.gettext("Standings of {season}").format(season=season.settings.name)
            names = fitting(title), where.t.gettext("Standings")
            post = await forum.unclaimed(bot, home, *names)
            if post is not None:  # the next look updates it
                await season_lifecycle.note_made(bot.leagues, season.id, standings=post.id)
                return False
            post = await first_taken(
                lambda name: forum.new_post(home, where.t, name, view, files=files(pictures)),
                *names,
            )
            post_id = post.id
        await season_lifecycle.note_made(
            bot.leagues, season.id, standings=post_id, shown=season.version
        )
        await forum.tag(bot, home, where.t, post_id, forum.word_for(season))
    return True


async def drawn_tables(
    where: LeagueChannel, most: int | None = None
) -> AsyncIterator[tuple[Standing, Picture]]:
    """The standings of the final, if there is one, and of the divisions, or the first `most` of
    them, each with a picture of its first places."""
    bot, season = where.bot, where.season
    final = queries.final_table(season)
    tables = [*([final] if final else []), *await queries.standings(bot.leagues, season.id)]
    theme = await theme_here(bot, where.guild.id)
    for table in tables[:most]:
        names = await where.names([one.holder for one in table.lines])
        found = Standing(season, table, names, {})
        shown = picture_of(where.t, found, table.lines[:MOST_PLACES])
        yield found, await bot.pool.draw(draw_standings, shown, theme=theme, t=where.t)


async def _message(where: LeagueChannel) -> tuple[ui.LayoutView, list[Picture]]:
    t, season = where.t, where.season
    several = len(season.state.divisions) > 1 or season.state.final_tables
    parts: list[Part] = []
    pictures: list[Picture] = []
    async for found, drawn in drawn_tables(where, MOST_DIVISIONS):
        named = Picture(drawn.data, f"{len(pictures) + 1}-{drawn.filename}", drawn.alt)
        pictures.append(named)
        words = tables_over(t, found.finished, found.tables)
        if several:
            words = f"**{division_name(t, found.table.division)}** · {words}"
        parts += [text(words), picture(named.filename, named.alt)]
    # Translators: name of a forum's post, and its heading; {season} is the name of a season
    title = t.gettext("Standings of {season}").format(season=season.title)
    view = message(
        text(f"### {title}"),
        *parts,
        # Translators: “Standings” is the label of the button below
        text(
            small(
                t.gettext("Press “Standings” for them in words, with the reason for every place.")
            )
        ),
        row(
            [
                to_page(t.gettext("Standings"), "standings", season.id, -1, 0),
                to_page(t.gettext("Schedule"), "schedule", season.id, -1, 0, -1),
            ]
        ),
    )
    return view, pictures
