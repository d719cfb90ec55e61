"""Deadlines of a season's tables: a reminder in the thread a day before, and a call of the
moderators when one has passed, with buttons for their decision."""

from contextlib import suppress

import discord
from discord import ui

from bot.leagues import deadlines
from bot.leagues.acts.results import Void
from bot.leagues.acts.running import MoreDays
from bot.leagues.deadlines import REMIND_BEFORE, Deadline
from bot.leagues.views import SeasonView, posting_place
from bot.moderation.table_acts import EndGame, must_play
from bot.refusal import Refusal
from bot.seasons.season import no_table
from bot.tables import Table
from bot.tables.timing import ping_of
from bot.text import league_news
from bot.text.points import standings_lines
from bot.text.seasons import more_days_label
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import board_link, language_of, language_of_server, speaks
from cogs.kit.buttons import Press, as_number, button, moderate_button, old_button, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import Part, message, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.moderators import moderator_here
from cogs.kit.names import seat_names
from cogs.kit.no_room import hindered, waits, why_refused
from cogs.kit.places import Stands
from cogs.leagues.season.acts import do_at_once, preview_act
from cogs.moderation.acts import confirmation
from cogs.telling.dispatcher import CannotSpeak
from cogs.telling.moderators_called import call_moderators_there
from cogs.telling.posting import post

MORE_DAYS = (3, 7)
"""The days by which buttons move a deadline."""


async def keep_deadlines(bot: TzolkinBot, season: SeasonView) -> None:
    """Remind players and call moderators as the deadlines of a season require now, each once.
    Raises discord.HTTPException or OSError after trying all; the next look tries the failed ones
    again."""
    league = await bot.leagues.league(season.league_id)
    if season.settings.round_days is None or bot.get_guild(league.guild_id) is None:
        return  # no deadlines, or the server cannot be seen now
    now, trouble = bot.leagues.now(), None
    async with bot.leagues.alone("deadlines", season.id):
        told = (await bot.leagues.read(season.id)).told
        for one in await deadlines.deadlines(bot.leagues, season):
            if one.at - REMIND_BEFORE > now:
                break
            over = one.at <= now
            note = one.call if over else one.reminder
            what = f"{note} of season {season.id}"
            if note in told or waits(bot, league.guild_id, what):
                continue
            try:
                if over:
                    await _call(bot, season, one)
                else:
                    await _remind(bot, one)
            except (discord.HTTPException, OSError) as error:  # go on with the others
                if why := why_refused(error):
                    hindered(bot, league.guild_id, what, why)
                trouble = trouble or error
                continue
            await deadlines.mark(bot.leagues, season.id, note)
    if trouble is not None:
        raise trouble


async def _remind(bot: TzolkinBot, due: Deadline) -> None:
    """Remind a table in its thread, and ping those whose turn it is, if their settings let them be
    pinged now."""
    opened = await bot.tables.read(due.table_id)
    table, waiting = opened.table, []
    with suppress(Refusal):  # the game cannot be played on
        waiting = [table.seats[seat] for seat in opened.waiting if table.seats[seat].can_agree]
    awake = ("mention", "direct")  # people in their quiet hours are named without a ping
    called = [one for one in waiting if ping_of(table, one, opened.now) in awake]
    names = seat_names(language_of(bot, table), table)
    shown = [f"<@{one.user_id}>" if one in called else names[one.seat] for one in waiting]
    lines = league_news.deadline_near_lines(language_of(bot, table), due.at, shown)
    with suppress(CannotSpeak):
        await post(bot, table, message(text(*lines)), pinged=[one.user_id for one in called])


async def _call(bot: TzolkinBot, season: SeasonView, over: Deadline) -> None:
    league = await bot.leagues.league(season.league_id)
    guild = bot.get_guild(league.guild_id)
    assert guild is not None
    t, table = language_of_server(bot, guild), await bot.tables.table(over.table_id)
    name = season.title
    lines = league_news.deadline_over_lines(t, name, over.number, over.at)
    lines[0] += f" <#{table.channel_id}>"
    await call_moderators_there(
        bot, guild, lines, *deadline_buttons(t, season, over.number, table),
        otherwise=(posting_place(league, season), table.channel_id),
    )  # fmt: skip


def deadline_buttons(t: Translations, season: SeasonView, number: int, table: Table) -> list[Part]:
    """The moderators' buttons for a table whose deadline has passed."""
    given = season.state.more_days.get(number, 0)

    def to(label: str, what: str) -> Part:
        return button(label, "deadline", table.id, word=f"{season.id}.{number}.{what}")

    link = board_link(table) or f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    board: ui.Button[ui.LayoutView] = ui.Button(label=t.gettext("To the table"), url=link)
    return [
        # Translators: button, one of two in a row, at most 24 characters: ends a table by the
        # points so far; imperative
        row([to(t.gettext("Decide by points"), "points"), to(t.gettext("Remove it"), "void")]),
        row(to(more_days_label(t, n), f"more.{n}.{given}") for n in MORE_DAYS),
        row([board, moderate_button(t, table.id)]),
    ]


@on_press("deadline", Stands.AT_THE_SERVER)
async def deadline_pressed(interaction: Interaction, press: Press) -> None:
    """Show the preview of a decision about a table, or move its deadline."""
    moderator = await moderator_here(interaction)
    season_id, which, last = press.parts(3)
    what, *more = last.split(".")
    _, season = await season_pressed(interaction, season_id)
    number = as_number(which)
    if number not in season.state.tables:
        raise no_table(number)
    if what == "show":
        await _show_buttons(interaction, season, number, press.table)
    elif what == "points":
        await _show_points(interaction, press.table)
    elif what == "void":
        await preview_act(interaction, moderator, season, Void(number))
    elif what != "more" or len(more) != 2:
        raise old_button()
    else:
        days, was = map(as_number, more)
        await do_at_once(interaction, moderator, season, MoreDays(number, days, was))


async def _show_buttons(
    interaction: Interaction, season: SeasonView, number: int, table_id: int
) -> None:
    """Show the possible decisions about a table privately."""
    t, table = speaks(interaction), await interaction.client.tables.table(table_id)
    at = deadlines.deadline_of(season, number, table.created_at)
    must_play(table)
    if at is None:
        raise deadlines.no_deadline()
    name = season.title
    lines = league_news.deadline_over_lines(t, name, number, at)
    view = message(text(*lines), *deadline_buttons(t, season, number, table))
    await interaction.response.send_message(view=view, ephemeral=True)


async def _show_points(interaction: Interaction, table_id: int) -> None:
    """Show the result by the points so far, with the button that ends the game with it."""
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(table_id)
    must_play(table)
    standings = (await tables.game(table_id)).standings()
    lines = standings_lines(t, seat_names(t, table), standings)
    view = confirmation(t, EndGame, lines, "modend", table, "counts")
    await interaction.response.send_message(view=view, ephemeral=True)
