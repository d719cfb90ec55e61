"""The bracket of a cup: its picture and its tables in words, in the season's message while it is
played, and on a page of its own."""

from collections.abc import Sequence

from bot.leagues import games
from bot.leagues.brackets import bracket_of, brackets_of
from bot.leagues.season_transaction import SeasonView
from bot.refusal import Refusal
from bot.text.descriptions.bracket import bracket_lines
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, Stands, draw_soon
from cogs.kit.layout import first_lines, message, picture, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import names_at, names_of
from cogs.kit.pages import (
    answer_page,
    defer,
    division_menu,
    number_of,
    theme_here,
    to_page,
    word_of,
)
from rendering import Picture, draw_bracket


async def in_message(
    bot: TzolkinBot, guild_id: int, season: SeasonView, t: Translations
) -> tuple[Sequence[str], Picture | None]:
    """The bracket for the season's message while a knock-out is played, or was at the end: in
    words, and as a picture. Nothing in other seasons."""
    found = brackets_of(season.state)
    if not found or found[0] not in season.state.drawn_divisions()[-1:]:
        return (), None
    names = await names_at(bot, guild_id, season.state.entries_in(found[0]), t)
    tables = await games.schedule(bot.leagues, season.id)
    shown = bracket_of(t, season, found[0], tables, names.plain)
    drawn = await bot.pool.draw(draw_bracket, shown, theme=await theme_here(bot, guild_id), t=t)
    return bracket_lines(t, bracket_of(t, season, found[0], tables, names.printed)), drawn


@on_press(Stands.ANYWHERE)
async def bracket(interaction: Interaction, press: Press) -> None:
    """Show the bracket that a button or menu leads to, by default the newest one. Raises Refusal if
    there is none."""
    _, season = await season_pressed(interaction, word_of(press.words, 0))
    bot, t, division = interaction.client, speaks(interaction), number_of(press.words, 1)
    found = brackets_of(season.state)
    if not found:
        raise Refusal("no-bracket", "No knock-out of this season is drawn yet.")
    division = division if division in found else found[0]
    names = await names_of(interaction, season.state.entries_in(division), t)
    tables = await games.schedule(bot.leagues, season.id)
    await defer(interaction)
    drawn = await draw_soon(
        interaction,
        draw_bracket,
        bracket_of(t, season, division, tables, names.plain),
        theme=await theme_here(bot, interaction.guild_id),
        t=t,
    )
    lines = bracket_lines(t, bracket_of(t, season, division, tables, names.printed))
    view = message(
        text(f"### {season.title}"),
        picture(drawn.filename, drawn.alt) if drawn else None,
        text(*first_lines(lines, MOST_LINES)),
        row(
            [
                to_page(t.gettext("Season"), "season", season.id),
                to_page(t.gettext("Schedule"), "schedule", season.id, division, 0, -1),
            ]
        ),
    )
    await answer_page(interaction, view, [drawn] if drawn else [])
