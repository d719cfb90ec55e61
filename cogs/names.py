"""People's names as messages and pictures show them."""

import discord

from bot.tables import Table
from bot.text.names import shown_name
from bot.text.translation import Translations


def printed(name: str) -> str:
    """A person's name as it can be printed among Markdown: in bold, its own signs harmless."""
    return f"**{discord.utils.escape_markdown(name)}**"


def plain_names(t: Translations, table: Table) -> list[str]:
    """The seats' names in seat order, for pictures and menus; of who is forgotten in words."""
    return [shown_name(t, holder.name) for holder in table.seats]


def seat_names(table: Table, t: Translations | None = None) -> list[str]:
    """The seats' names, printed, in seat order. Give `t` where a game that is over is shown:
    somebody there may be forgotten."""
    names = [holder.name for holder in table.seats] if t is None else plain_names(t, table)
    return [printed(name) for name in names]
