"""/log: the game in words, page by page."""

from collections.abc import Sequence

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.tables import Confirmed, Table, looking_back
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, latest_table
from cogs.kit.late_answers import fill
from cogs.kit.layout import message, row, text
from cogs.telling.messages import recap

PAGE_LENGTH = 1800
"""The most characters of a page: about two screens of a phone, well below Discord's limit."""


def log_pages(t: Translations, turns: Sequence[Confirmed]) -> list[str]:
    """The game so far in words, oldest first, with a heading for each round."""
    pages: list[list[str]] = [[]]
    length, round_told = 0, 0
    for turn in turns:
        lines, heading = [], ""
        if turn.before.phase == "play":
            number = turn.before.round
            # Translators: heading in the log.
            heading = "### " + t.gettext("Round {round}").format(round=number)
            if number != round_told:
                round_told = number
                lines.append(heading)
        if _still_chosen(turn) and turns[-1].after.phase != "keep" and not turn.hurried:
            continue  # all choices are told together, when they were revealed
        lines += [f"- {line}" for line in recap(t, [turn], in_full=True, tell_hurried=True)]
        size = sum(len(line) + 1 for line in lines)
        if pages[-1] and length + size > PAGE_LENGTH:
            pages.append([])
            length = 0
            if heading and lines[:1] != [heading]:  # the page begins within a round
                lines.insert(0, heading)
        pages[-1] += lines
        length += size
    return ["\n".join(lines) for lines in pages]


def _still_chosen(turn: Confirmed) -> bool:
    """Whether the turn is a choice of wealth tiles after which others still had to choose."""
    return (turn.before.phase, turn.after.phase) == ("keep", "keep")


def log_view(t: Translations, table: Table, pages: Sequence[str], number: int) -> ui.LayoutView:
    """A page of the log, with buttons to the next ones."""
    # Translators: heading of the log.
    title = t.gettext("The game so far · page {page} of {pages}").format(
        page=number + 1, pages=len(pages)
    )
    # Translators: button, at most 34 characters: the page of the log before this one.
    older = button(t.gettext("Older"), "log", table.id, word=str(number - 1), disabled=number == 0)
    newer = button(
        # Translators: button, at most 34 characters: the page of the log after this one.
        t.gettext("Newer"), "log", table.id, word=str(number + 1),
        disabled=number == len(pages) - 1,
    )  # fmt: skip
    words = pages[number] or t.gettext("Nothing has happened yet.")
    return message(text(f"### {title}", words), row([older, newer]) if len(pages) > 1 else None)


async def _view(interaction: Interaction, table_id: int, number: int | None) -> ui.LayoutView:
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(table_id)
    pages = log_pages(t, await looking_back.all_turns(await tables.read(table_id)))
    last = len(pages) - 1
    return log_view(t, table, pages, last if number is None else min(max(number, 0), last))


@on_press("log")
async def page_turned(interaction: Interaction, press: Press) -> None:
    """Show another page."""
    await interaction.response.defer()  # reading the whole game takes long
    view = await _view(interaction, press.table, press.number)
    await fill(interaction, view=view)


@on_press("history")
async def history_pressed(interaction: Interaction, press: Press) -> None:
    """Show the newest page privately."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await fill(interaction, view=await _view(interaction, press.table, None))


class History(BotCog):
    """The command that tells what happened."""

    @app_commands.command(name="log", description=locale_str("The game so far in words"))
    @app_commands.guild_only()
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page privately to anybody, also if they do not play."""
        table = await latest_table(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await fill(interaction, view=await _view(interaction, table.id, None))
