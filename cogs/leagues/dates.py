"""The dates of seasons are kept: the draw when the sign-up is over, the end with its champions.

Whatever is done once is kept with the season, so that a program that is stopped in between goes on
where it was; what is to be told is kept after it was told.
"""

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.answering import refusal_text
from bot.client import TzolkinBot
from bot.leagues import DivisionTable, SeasonView
from bot.leagues.dates import step_due
from bot.leagues.model.standings import champions
from bot.refusal import Refusal
from bot.text.hours import moment
from bot.text.names import listed
from bot.text.translation import Translations
from cogs.layout import first_lines, message, picture, text
from cogs.leagues.channel import (
    LeagueChannel,
    channel_of,
    moderators_named,
    people_named,
    tell_league,
)
from cogs.leagues.names import Names
from cogs.leagues.opening import alone, open_ready
from cogs.leagues.pages import division_name
from cogs.leagues.standings import MOST_PLACES, Standing, picture_of
from cogs.pictures import files
from rendering import draw_standings

TOO_FEW, LATE, CLOSING, CLOSED = "too few", "late", "closing", "closed"
"""Under these words it is kept what was told, or begun."""


async def keep_dates(bot: TzolkinBot, season: SeasonView) -> None:
    """Do what the dates of a season ask for now. Harmless to call at any time."""
    if step_due(season, bot.tables.now()) is None:
        return
    async with alone(bot, "dates", season.id):
        season = await bot.seasons.season(season.id)
        step = step_due(season, bot.tables.now())
        if step == "close" and await _played_on(bot, season):
            step = "late"
        if step == "draw":
            await _draw(bot, season)
        elif step == "close":
            with suppress(Refusal):  # a moderator was quicker
                await close_and_tell(bot, season)
        elif step is not None:
            await _call_moderators(bot, season, late=step == "late")


async def _played_on(bot: TzolkinBot, season: SeasonView) -> bool:
    """Whether a game goes on although it has a result: somebody set it back."""
    games = await bot.seasons.games(season.id)
    return any(
        status == "playing" and number not in season.state.voided
        for number, (_, status) in games.items()
    )


async def _draw(bot: TzolkinBot, season: SeasonView) -> None:
    where = await channel_of(bot, season)
    try:
        season = await bot.seasons.draw(season.id, by=None)
    except Refusal as refusal:
        word = f"not drawn {refusal.code}"
        if (await bot.seasons.season(season.id)).state.phase != "sign-up":
            return  # a moderator was quicker
        if where is not None and word not in await bot.seasons.told(season.id):
            line = where.t.gettext("**{season}** cannot be drawn yet. {why}").format(
                season=_name(season), why=refusal_text(where.t, refusal)
            )
            if await tell_league(where, line):
                await bot.seasons.keep_told(season.id, word)
        return
    if where is not None:
        await tell_league(where, drawn_words(where.t, season))
    await open_ready(bot, season.id, anew=False)


def drawn_words(t: Translations, season: SeasonView) -> str:
    """What everybody reads when a season is drawn."""
    state, starts = season.state, season.settings.starts
    players = t.ngettext("{n} player", "{n} players", len(state.signed_up)).format(
        n=len(state.signed_up)
    )
    divisions = t.ngettext("{n} division", "{n} divisions", len(state.divisions)).format(
        n=len(state.divisions)
    )
    line = t.gettext("**{season}** is drawn: {players}, {divisions}. See /league schedule.").format(
        season=_name(season), players=players, divisions=divisions
    )
    if starts is not None:
        line += " " + t.gettext("Its tables open {moment}.").format(moment=moment(starts, "F"))
    return line


async def _call_moderators(bot: TzolkinBot, season: SeasonView, *, late: bool) -> None:
    """Something only people can decide, told once."""
    where, word = await channel_of(bot, season), LATE if late else TOO_FEW
    if where is None or word in await bot.seasons.told(season.id):
        return
    t = where.t
    if late:
        count = len(season.state.open_tables()) or 1  # set back, if none is open otherwise
        line = t.ngettext(
            "The end of **{season}** has come, and {n} table is still open. The season closes "
            "when it is over.",
            "The end of **{season}** has come, and {n} tables are still open. The season closes "
            "when they are over.",
            count,
        ).format(season=_name(season), n=count)
    else:
        line = t.gettext(
            "The sign-up of **{season}** is over, but too few have signed up. It is drawn as soon "
            "as there are enough; its dates stay as they are."
        ).format(season=_name(season))
    if await tell_league(where, *await moderators_named(bot, where.guild), line):
        await bot.seasons.keep_told(season.id, word)


async def tell_round_over(bot: TzolkinBot, season: SeasonView, table: int) -> None:
    """In the Swiss form: tell the moderators once that all tables of a division's round are over,
    this one the last, and that the next can be drawn."""
    state, where = season.state, await channel_of(bot, season)
    division = state.tables[table].division
    drawn = 1 + sum(event.division == division for event in state.rounds)
    if where is None or state.rules.form != "swiss" or drawn >= (state.rules.games or 0):
        return
    if any(waiting.division == division for waiting in state.open_tables()):
        return
    word = f"round {division} {drawn}"
    if word in await bot.seasons.told(season.id):
        return
    t = where.t
    line = t.gettext(
        "**{season}**, {division}: round {round} is over. The moderators draw the next one with "
        "/season round."
    ).format(season=_name(season), division=division_name(t, division), round=drawn)
    if await tell_league(where, *await moderators_named(bot, where.guild), line):
        await bot.seasons.keep_told(season.id, word)


# --- the end -------------------------------------------------------------------------------------


async def close_and_tell(
    bot: TzolkinBot, season: SeasonView, *, by: int | None = None
) -> SeasonView:
    """End a season and tell its league the champions, who goes up and down, and the standings of
    every division. Raises Refusal while tables are open."""
    await bot.seasons.keep_told(season.id, CLOSING)
    season = await bot.seasons.close(season.id, by=by)
    await tell_closed(bot, season)
    return season


async def tell_closed_late(bot: TzolkinBot, season: SeasonView) -> None:
    """Tell the end of a season if the program was stopped between closing it and telling."""
    told = await bot.seasons.told(season.id)
    if CLOSING in told and CLOSED not in told:
        await tell_closed(bot, season)


async def tell_closed(bot: TzolkinBot, season: SeasonView) -> None:
    """The end of a season for everybody: a message for each division, the top one first."""
    where = await channel_of(bot, season)
    if where is None:
        return
    server = await bot.tables.server_settings(where.guild.id)
    for table in await bot.seasons.standings(season.id):
        names = await _names(bot, where, table)
        found = Standing(season, table, names, {})
        drawn = await bot.pool.draw(
            draw_standings,
            picture_of(where.t, found, table.lines[:MOST_PLACES]),
            theme=server.theme or bot.settings.theme,
            t=where.t,
        )
        lines = closing_lines(where.t, season, table, names)
        view = message(text(*first_lines(lines)), picture(drawn.filename, drawn.alt))
        await tell_league(where, view=view, files=files([drawn]))
    await bot.seasons.keep_told(season.id, CLOSED)


async def _names(bot: TzolkinBot, where: LeagueChannel, table: DivisionTable) -> Names:
    people = [line.holder for line in table.lines]
    known = dict(await bot.seasons.last_names(where.guild.id, people))
    missing = [person for person in people if person not in known]
    for one in await people_named(bot, where.guild, missing):
        assert one is not None
        known[one.id] = one.name
    return Names(known)


def closing_lines(
    t: Translations, season: SeasonView, table: DivisionTable, names: Names
) -> list[str]:
    """What is said of a division at the end of a season."""
    lines = []
    if table.division == 0:
        won = [names.printed(person) for person in champions(season.state)]
        lines.append("### " + t.gettext("{season} is over").format(season=_name(season)))
        if won:  # nobody, where all have given up
            lines.append(
                t.ngettext("🏆 Champion: {names}", "🏆 Champions: {names}", len(won)).format(
                    names=listed(t, won)
                )
            )
    if len(season.state.divisions) > 1:
        lines.append(f"**{division_name(t, table.division)}**")
    for direction, words in (
        ("up", t.gettext("Up: {names}")),
        ("down", t.gettext("Down: {names}")),
    ):
        going = _going(table, direction, names)
        if going:
            lines.append(words.format(names=listed(t, going)))
    return lines


def _going(table: DivisionTable, direction: str, names: Names) -> Sequence[str]:
    return [names.printed(line.holder) for line in table.lines if line.direction == direction]


def _name(season: SeasonView) -> str:
    return discord.utils.escape_markdown(season.settings.name)
