"""The bracket of a cup: its picture and its tables in words, in the season's message while it is
played, and on a page of its own."""

from collections.abc import Sequence

from bot.leagues import games
from bot.leagues.brackets import bracket_of
from bot.leagues.season_transaction import SeasonView
from bot.refusal import Refusal
from bot.seasons.stages.knockout import knockouts_of
from bot.text.descriptions.bracket import Bracket, bracket_lines
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, Stands, draw_soon
from cogs.kit.layout import first_lines, message, picture, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import names_at
from cogs.kit.pages import answer_page, defer, theme_here, to_page, word_of
from rendering import Picture, draw_bracket


async def newest(
    bot: TzolkinBot, guild_id: int, season: SeasonView, t: Translations
) -> tuple[Bracket, Sequence[str]] | None:
    """The newest bracket of a season, for its picture and as lines; None where no knock-out is
    drawn."""
    found = knockouts_of(season.state)
    if not found:
        return None
    names = await names_at(bot, guild_id, season.state.entries_in(found[0]), t)
    tables = await games.schedule(bot.leagues, season.id)
    shown, told = (
        bracket_of(t, season, found[0], tables, called) for called in (names.plain, names.printed)
    )
    return shown, bracket_lines(t, told)


async def in_message(
    bot: TzolkinBot, guild_id: int, season: SeasonView, t: Translations
) -> tuple[Bracket, Sequence[str]] | None:
    """The bracket for the season's message: the newest one, if nothing was played after it."""
    last = season.state.drawn_divisions()[-1:]
    if not {*last} & {*knockouts_of(season.state)}:
        return None
    return await newest(bot, guild_id, season, t)


async def draw(bot: TzolkinBot, guild_id: int, shown: Bracket, t: Translations) -> Picture:
    """Draw a bracket for everybody on a server."""
    return await bot.pool.draw(draw_bracket, shown, theme=await theme_here(bot, guild_id), t=t)


@on_press(Stands.ANYWHERE)
async def bracket(interaction: Interaction, press: Press) -> None:
    """Show the bracket of the season whose button was pressed. Raises Refusal if there is none."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    bot, t = interaction.client, speaks(interaction)
    found = await newest(bot, league.guild_id, season, t)
    if found is None:
        raise Refusal("no-bracket", "No knock-out of this season is drawn yet.")
    shown, lines = found
    await defer(interaction)
    theme = await theme_here(bot, interaction.guild_id)
    drawn = await draw_soon(interaction, draw_bracket, shown, theme=theme, t=t)
    view = message(
        text(f"### {season.title}"),
        picture(drawn.filename, drawn.alt) if drawn else None,
        text(*first_lines(lines)),
        row(
            [
                to_page(t.gettext("Season"), "season", season.id),
                to_page(t.gettext("Schedule"), "schedule", season.id, -1, 0, -1),
            ]
        ),
    )
    await answer_page(interaction, view, [drawn] if drawn else [])
