"""Panels as they are shown: with their picture, and without buttons once their turn has gone on
elsewhere.

A private message can be edited with the token of the interaction that made it, for 15 minutes. So
each person's last panel is remembered with its interaction, in this run alone.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
import structlog
from discord import ui

from bot.scene import scene_of
from bot.store import counted_games
from bot.tables import Refusal, TurnView, turns
from bot.text.choices import Choice
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE, speaks
from cogs.kit.context import Interaction
from cogs.kit.late_answers import fill
from cogs.kit.layout import message, text
from cogs.kit.names import plain_names
from cogs.kit.pictures import PATIENCE, files
from cogs.play.panel import ON_BOARD, offered_now, panel, spots
from rendering import Picture, draw_choices

log = structlog.get_logger(__name__)

GAMES_OF_NEWCOMERS = 2
"""The first games in which a person's panels have hints."""


@dataclass(frozen=True)
class Panel:
    """A panel that stands somewhere."""

    interaction: Interaction
    message_id: int
    turn: str
    """The stamp of its turn, without the number of changes."""


Panels = dict[tuple[int, int], Panel]
"""The last panel by table and person."""


async def show_panel(
    interaction: Interaction, turn: TurnView, notice: str | None = None, tapped: int = 0
) -> None:
    """Answer privately with the panel; `tapped` is the number of actions that the press added."""
    view, attached = await panel_with_picture(interaction, turn, notice, tapped=tapped)
    sent = await interaction.response.send_message(view=view, files=attached, ephemeral=True)
    remember(interaction, turn, sent.message_id)


async def refresh_panel(
    interaction: Interaction,
    turn: TurnView,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
    tapped: int = 0,
) -> None:
    """Update the panel that was pressed, also after a `defer`; `tapped` is the number of actions
    that the press added."""
    view, attached = await panel_with_picture(interaction, turn, notice, half_chosen, tapped)
    if interaction.response.is_done():
        await fill(interaction, view=view, attachments=attached)
    else:
        await interaction.response.edit_message(view=view, attachments=attached)
    pressed = interaction.message
    remember(interaction, turn, pressed.id if pressed else None)


async def panel_with_picture(
    interaction: Interaction,
    turn: TurnView,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
    tapped: int = 0,
) -> tuple[ui.LayoutView, list[discord.File]]:
    """The panel, and its picture to be attached if it has one."""
    t, bot = speaks(interaction), interaction.client
    if turn.kind not in ON_BOARD:
        return panel(t, turn, notice, half_chosen, tapped), []
    offered = offered_now(t, turn)
    drawn = await _drawn(bot, t, turn, offered, interaction.user.id)
    finished = await bot.store.read(counted_games.games_of, interaction.user.id, GAMES_OF_NEWCOMERS)
    view = panel(
        t, turn, notice, half_chosen, tapped,
        offered=offered, drawn=drawn, newcomer=finished < GAMES_OF_NEWCOMERS,
    )  # fmt: skip
    return view, files([drawn] if drawn else [])


async def _drawn(
    bot: TzolkinBot, t: Translations, turn: TurnView, offered: Sequence[Choice], person: int
) -> Picture | None:
    """The picture of what can be done on the board. None where nothing can, where the person wants
    words only, and where drawing fails or takes too long."""
    found = spots(turn, offered)
    if not found or not turn.table.seats[turn.seat].settings.pictures:
        return None
    scene = scene_of(turn.position, plain_names(t, turn.table), waiting=[turn.seat])
    try:
        async with asyncio.timeout(PATIENCE):
            return await bot.pool.draw(
                draw_choices, scene, turn.seat, found,
                theme=turn.table.options.theme, t=t, by=person,
            )  # fmt: skip
    except TimeoutError:
        log.info("a panel without its picture", table=turn.table.id)
    except Exception as error:
        bot.log_error(error, "picture of a panel")
    return None


# --- leftover panels ------------------------------------------------------------------------------


def remember(interaction: Interaction, turn: TurnView, message_id: int | None) -> None:
    """Note where the person's panel stands now. One that stands elsewhere loses its buttons."""
    if message_id is None:
        return
    bot = interaction.client
    gone_on(interaction, turn.table.id)
    for key in [key for key, one in bot.panels.items() if one.interaction.is_expired()]:
        del bot.panels[key]
    bot.panels[turn.table.id, interaction.user.id] = Panel(
        interaction, message_id, _without_changes(turn.stamp)
    )


def gone_on(interaction: Interaction, table_id: int) -> None:
    """Take the buttons off the person's last panel, unless it is the message that was pressed."""
    last = interaction.client.panels.pop((table_id, interaction.user.id), None)
    pressed = interaction.message.id if interaction.message else None
    if last is not None and last.message_id != pressed:
        interaction.client.in_background(_close(last), "closing a panel")


async def close_panels(bot: TzolkinBot, table_id: int) -> None:
    """Take the buttons off the panels of a table whose turns are over."""
    for (table, person), one in [*bot.panels.items()]:
        if table != table_id:
            continue
        with suppress(Refusal):
            now = turns.view(await bot.tables.read(table_id), person)
            if _without_changes(now.stamp) == one.turn:
                continue
        del bot.panels[table, person]
        await _close(one)


def _without_changes(stamp: str) -> str:
    return stamp.partition("r")[0]


async def _close(last: Panel) -> None:
    if last.interaction.is_expired():
        return
    words = speaks(last.interaction).gettext("Your turn went on without this message.")
    with suppress(*UNREACHABLE):
        await last.interaction.edit_original_response(view=message(text(words)), attachments=[])
