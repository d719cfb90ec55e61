"""The page of stalled tables: the open tables of a season, the longest without a turn first: whose
turn it is, since when, how often that person's time ran out, and buttons for moderators."""

from discord import ui

from bot.leagues import games
from bot.leagues.deadlines import deadline_of
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from bot.tables import Moderator, OpenTable, time_passing
from bot.text.hours import moment
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, button, on_press, turning
from cogs.kit.context import Interaction
from cogs.kit.layout import Part, message, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.moderators import moderator_here
from cogs.kit.names import seat_names
from cogs.kit.no_room import hindrance_lines
from cogs.kit.places import Stands
from cogs.leagues.season.disputing import disputes_parts
from cogs.moderation.acts import asked_at
from cogs.telling.carry_on import answer_and_carry_on

ON_A_PAGE = 4
"""Tables on a page: with their texts and buttons, the disputes and the page buttons they just fit
into the 40 components of a message."""
MOST_SEATS = 1
"""The most seats of a table with buttons, if it waits for several that choose tiles at once."""


SHOW = "show"
"""Stands in a press for a page: the first one, in a new message."""


async def show_stalled(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Answer with the first page, privately."""
    view = await _page(interaction, moderator, season, 0)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("stalled", Stands.ANYWHERE)
async def page_pressed(interaction: Interaction, press: Press) -> None:
    """Show another page, as the tables are now."""
    moderator = await moderator_here(interaction)
    season_id, page = press.parts(2)
    _, season = await season_pressed(interaction, season_id)
    if page == SHOW:  # the button is on a message that others read, too
        await show_stalled(interaction, moderator, season)
        return
    view = await _page(interaction, moderator, season, as_number(page))
    await interaction.response.edit_message(view=view)


@on_press("stallednudge", Stands.AT_THE_SERVER)
async def nudge_pressed(interaction: Interaction, press: Press) -> None:
    """Call the person whose turn it is once more."""
    _, table, seat = await asked_at(interaction, press)
    async with interaction.client.tables.open(table.id) as opened:
        await time_passing.call_again(opened, seat)
    t = speaks(interaction)
    words = t.gettext("{name} gets another reminder.").format(name=seat_names(t, table)[seat])
    answer = interaction.response.send_message(view=message(text(words)), ephemeral=True)
    await answer_and_carry_on(interaction, answer, table.id)


async def _page(
    interaction: Interaction, moderator: Moderator, season: SeasonView, page: int
) -> ui.LayoutView:
    t, tables = speaks(interaction), interaction.client.tables
    running = await games.games(interaction.client.leagues, season.id, "playing")
    found = [game for number, game in running.items() if number not in season.state.voided]
    found.sort(key=lambda game: game.updated_at)
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(page, pages - 1)
    hindrances = hindrance_lines(interaction.client, t, moderator.guild_id)
    parts: list[Part] = [text("### " + t.gettext("Tables by their last turn"), *hindrances)]
    for game in found[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]:
        parts += _table_parts(t, season, game.number, await tables.read(game.table_id))
    if not found:
        parts.append(text(t.gettext("No table is being played.")))
    if turns := turning(t, page, pages, "stalled", f"{season.id}."):
        parts.append(row(turns))
    return message(*parts, *(await disputes_parts(interaction, moderator)))


def _table_parts(t: Translations, season: SeasonView, number: int, opened: OpenTable) -> list[Part]:
    table = opened.table
    # Translators: behind a table; {moment} is relative, such as “3 days ago”
    title = f"<#{table.channel_id}> · " + t.gettext("last turn {moment}").format(
        moment=moment(table.updated_at)
    )
    due, ways = deadline_of(season, number, table.created_at), []
    if due is not None:
        # Translators: of a table; {date} is a date with the time
        title += "\n" + small(t.gettext("Finish by {date}.").format(date=moment(due, "f")))
        if due <= opened.now:
            word = f"{season.id}.{number}.show"
            # Translators: button, at most 34 characters: decides how a table ends; imperative
            ways = [row([button(t.gettext("Decide"), "deadline", table.id, word=word)])]
    parts: list[Part] = [*ways]
    try:
        waiting = [seat for seat in opened.waiting if table.seats[seat].can_agree]
    except Refusal:  # the game cannot be played on
        waiting = []
    for seat in waiting[:MOST_SEATS]:
        line = t.gettext("It is {name}'s turn.").format(name=seat_names(t, table)[seat])
        end = table.deadlines.get(seat)
        if end is not None:
            # Translators: {moment} is relative, such as “in 3 hours”
            line += " " + t.gettext("Time ends {moment}.").format(moment=moment(end))
        entry = season.entry_of(table.seats[seat].user_id or 0)
        times = 0 if entry is None else season.state.time_outs_of(entry)
        if times:
            # Translators: of a player
            had = t.ngettext(
                "Ran out of time {n} time this season.", "Ran out of time {n} times this season.",
                times,
            )  # fmt: skip
            line += "\n" + small(had.format(n=times))
        word = f"{seat}.{table.version}"
        parts += [
            text(line),
            row(
                [
                    # Translators: button, one of three in a row, at most 14 characters: calls the
                    # player once more; imperative
                    button(t.gettext("Nudge"), "stallednudge", table.id, word=word),
                    # Translators: button, one of three in a row, at most 14 characters: 24 hours
                    # more time
                    button(t.gettext("24 h more"), "outmore", table.id, word=word),
                    # Translators: button, one of three in a row, at most 14 characters: gives the
                    # seat to somebody else; imperative
                    button(t.gettext("Replace"), "outreplace", table.id, word=word),
                ]
            ),
        ]
    others = len(waiting) - MOST_SEATS
    if others > 0:
        # Translators: so many further players have not chosen their tiles yet
        more = t.ngettext("{n} other has not chosen.", "{n} others have not chosen.", others)
        title += "\n" + small(more.format(n=others))
    return [text(title), *parts]
