"""The year: a card of one's own games of a year, or of a server's, to be shared. In January it is
the year that has just ended, as long as nothing else is asked for."""

from bot.model.figures import Scope
from bot.model.year import Year, year_of
from bot.refusal import Refusal
from bot.store import counted_games as stored
from bot.text.descriptions.year import year_card
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, button, old_button, on_press
from cogs.kit.context import Interaction, ask_for_much, draw_for, name_of
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, picture, row
from cogs.kit.names import names_of
from cogs.kit.pages import theme_here
from cogs.kit.pictures import files
from cogs.kit.places import Stands
from cogs.kit.sharing import share_here
from cogs.people.finished_games import server_of
from rendering import draw_year

ME, SERVER = "me", "server"
_NEWEST, _NOWHERE = 0, -1


def year_button(t: Translations, of: str, year: int = _NEWEST) -> Part:
    """The button that shows privately the year of the reader or of the server."""
    # Translators: button, at most 34 characters: a picture of the reader's games of this year
    label = t.gettext("My year")
    if of == SERVER:
        # Translators: button, at most 34 characters: a picture of a server's games of this year
        label = t.gettext("The year")
    return button(str(year) if year else label, "year", 0, word=f"{of}.{year}")


@on_press("year", Stands.ANYWHERE)
async def year_pressed(interaction: Interaction, press: Press) -> None:
    """Show the card of a year. Raises Refusal (`no-year`) for one without a game."""
    of, word = press.parts(2)
    bot, t, now = interaction.client, speaks(interaction), interaction.client.tables.now()
    if of not in (ME, SERVER) or (of == SERVER and not server_of(interaction)):
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    asked = [now.year - 1, now.year] if now.month == 1 else [now.year]
    ask_for_much(interaction)
    for year in [as_number(word)] if as_number(word) in asked else asked:
        found = await _found(interaction, of, year)
        if found is not None:
            break
    else:
        raise Refusal("no-year", "No finished game of {year} is counted here.", year=year)
    named = await names_of(interaction, [m.name for m in found.most if isinstance(m.name, int)])
    guild = interaction.guild
    name = guild.name if of == SERVER and guild is not None else name_of(interaction.user)
    card = year_card(t, name, year, found, named.plain)
    theme = await theme_here(bot, interaction.guild_id)
    drawn = await draw_for(interaction, draw_year, card, theme=theme, t=t)
    others = [year_button(t, of, one) for one in asked if one != year]
    buttons = [*share_here(interaction), *others]
    view = message(picture(drawn.filename, drawn.alt), row(buttons) if buttons else None)
    await fill(interaction, view=view, attachments=files([drawn]))


async def _found(interaction: Interaction, of: str, year: int) -> Year | None:
    read, here = interaction.client.store.read, server_of(interaction)
    if of == SERVER:
        return year_of(await read(stored.games_of_year, Scope(here), year))
    own = interaction.user.id
    games = await read(stored.games_of_year, Scope(user_id=own), year)
    return year_of(games, own, here or _NOWHERE)  # who plays elsewhere is nobody's business here
