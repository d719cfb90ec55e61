"""What all league pages share: buttons, pagination, and answering.

All buttons have the verb `league`. A button's word names the page it shows: `season 12 public`,
`standings 12 0 1`. The person who presses gets a private page, which replaces the private page the
button was on.
"""

from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import ui

from bot.refusal import Refusal
from bot.seasons.events import FINAL
from bot.seasons.season import Season
from bot.tables import Theme
from bot.text.seasons import division_name
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.buttons import Press, as_number, button, on_press, select, turning
from cogs.kit.context import Interaction
from cogs.kit.late_answers import fill, is_private
from cogs.kit.layout import MOST_CHOICES, Part, characters, message, row, text
from cogs.kit.pictures import files
from cogs.kit.places import Stands
from rendering import Picture

PAGE_LENGTH = 2500
"""The most characters of a page's lines. With heading and footer it stays below Discord's limit in
every language."""
NO_GAME = 0
"""Stands in a custom id for the table, where there is none."""

Handler = Callable[[Interaction, Sequence[str]], Awaitable[None]]
_PAGES: dict[str, Handler] = {}


def on_page(what: str) -> Callable[[Handler], Handler]:
    """Register the handler of the pages whose first word is `what`."""

    def register(handler: Handler) -> Handler:
        _PAGES[what] = handler
        return handler

    return register


@on_press("league", Stands.ANYWHERE)
async def page_pressed(interaction: Interaction, press: Press) -> None:
    """Show the page that a button or menu of any league page leads to."""
    what, *words = (press.value if press.values else press.word).split(" ")
    handler = _PAGES.get(what)
    if handler is None:
        raise page_gone()
    await handler(interaction, words)


def page_gone() -> Refusal:
    """The refusal of a page that this version does not know."""
    return Refusal("page", "This page no longer exists; use /league show.")


def word_of(words: Sequence[str], place: int) -> str:
    """One of the words of a page. Raises Refusal if there are fewer."""
    if place >= len(words):
        raise page_gone()
    return words[place]


def number_of(words: Sequence[str], place: int) -> int:
    """One of the words of a page as a number. Raises Refusal for anything else."""
    return as_number(word_of(words, place))


def to_page(
    label: str,
    *words: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Part:
    """A button that leads to a page."""
    said = " ".join(map(str, words))
    return button(label, "league", NO_GAME, word=said, style=style, disabled=disabled)


def menu(options: Sequence[discord.SelectOption], name: str, placeholder: str) -> Part:
    """A menu whose options lead to pages; `name` distinguishes it from other menus of a message."""
    return row([select(options, "league", NO_GAME, word=name, placeholder=placeholder)])


def page_buttons(t: Translations, page: int, pages: int, *words: object) -> Part | None:
    """Buttons to the previous and next page; None where there is only one page."""
    buttons = turning(t, page, pages, "league", "".join(f"{word} " for word in words))
    return row(buttons) if buttons else None


def page_words(t: Translations, page: int, pages: int) -> str:
    """ "page 2 of 5"; empty where there is only one page."""
    if pages < 2:
        return ""
    # Translators: behind a heading or alone; numbers
    return t.gettext("page {page} of {pages}").format(page=page + 1, pages=pages)


def division_menu(
    t: Translations, state: Season, chosen: int, *words: object, after: object = ""
) -> Part | None:
    """A menu of the final, if it is drawn, and the divisions around the chosen one; None if there
    is only one division. An option leads to the page of `words`, the division and `after`."""
    divisions, final = len(state.divisions), [FINAL] if state.final_tables else []
    if divisions + len(final) < 2:
        return None
    most = MOST_CHOICES - len(final)
    first = max(0, min(chosen - most // 2, divisions - most))
    options = [
        discord.SelectOption(
            label=division_name(t, number),
            value=" ".join(map(str, (*words, number, after))).strip(),
            default=number == chosen,
        )
        for number in (*final, *range(first, min(divisions, first + most)))
    ]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    return menu(options, "divisions", t.gettext("Another division"))


def paginated(
    lines: Sequence[str], most: int = PAGE_LENGTH, rows: int | None = None
) -> list[list[str]]:
    """Split lines into pages of at most `most` characters and `rows` lines. A longer line gets a
    page of its own, truncated; without lines there is one empty page."""
    pages: list[list[str]] = [[]]
    long = 0
    for line in lines:
        size = characters(line) + 1
        if pages[-1] and (long + size > most or len(pages[-1]) == rows):
            pages.append([])
            long = 0
        pages[-1].append(line if size <= most + 1 else line[: most // 2] + "…")
        long += size
    return pages


def nearest_page(page: int, pages: Sequence[object]) -> int:
    """The page number clamped to those that exist."""
    return min(max(page, 0), len(pages) - 1)


def note(line: str) -> ui.LayoutView:
    """A message of one sentence."""
    return message(text(line))


async def answer_page(
    interaction: Interaction,
    view: ui.LayoutView,
    drawn: Sequence[Picture] = (),
    *,
    public: bool = False,
) -> None:
    """Show a page in place of the private one whose button was pressed, else as a new message,
    which is public only if `public`. May follow a `defer`."""
    if not interaction.response.is_done():
        await defer(interaction, public=public)
    await fill(interaction, view=view, attachments=files(drawn))


async def defer(interaction: Interaction, *, public: bool = False) -> None:
    """Tell Discord that the answer takes a moment."""
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=not public, thinking=True)


async def theme_here(bot: TzolkinBot, guild_id: int | None) -> Theme:
    """The colours of pictures on a server."""
    return (await bot.tables.server_settings(guild_id)).theme or bot.settings.theme
