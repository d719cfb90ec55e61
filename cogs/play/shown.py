"""Panels as they are shown: with their picture, in words where it takes long, and without buttons
once their turn has gone on elsewhere.

A private message can be edited for 15 minutes, with the token of the interaction that made it or
edited it last. So panels are remembered with their interactions, in this run alone.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

import discord
import structlog
from discord import ui

from bot.scene import panel_scene, scene_of
from bot.tables import Refusal, TurnView, turns
from bot.text.choices import Choice
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE, fill, speaks
from cogs.kit.context import Interaction
from cogs.kit.layout import message, text
from cogs.kit.members import plain_names
from cogs.kit.pictures import files
from cogs.play.first_tiles import KEEP
from cogs.play.newcomers import hint_to_show, of_turn
from cogs.play.panel import offered_now, panel, spots, tiles_shown
from rendering import Picture, Superseded, draw_choices, draw_strip

log = structlog.get_logger(__name__)

IN_TIME = 0.15
"""Seconds for which a panel waits for its picture; then it goes out in words, and the picture
follows."""
LATEST = 5.0
"""Seconds after which a picture comes too late for its panel."""


@dataclass(frozen=True)
class Panel:
    """A panel that stands somewhere."""

    interaction: Interaction
    turn: str
    """The stamp of its turn, without the number of changes to it."""


async def show_panel(
    interaction: Interaction, turn: TurnView, notice: str | None = None, tapped: int = 0
) -> None:
    """Answer privately with the panel; `tapped` is the number of actions that the press added."""
    newcomer = await interaction.client.newcomers.sees(turn.table.id, interaction.user.id)
    drawn = Drawn(interaction, turn, newcomer, notice, tapped=tapped)
    view, attached = await drawn.in_time()
    sent = await interaction.response.send_message(view=view, files=attached, ephemeral=True)
    remember(interaction, turn, sent.message_id)
    drawn.follow(sent.message_id)


async def refresh_panel(
    interaction: Interaction,
    turn: TurnView,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
    tapped: int = 0,
) -> None:
    """Update the panel that was pressed, also after a `defer`; `tapped` is the number of actions
    that the press added."""
    newcomer = await interaction.client.newcomers.sees(turn.table.id, interaction.user.id)
    drawn = Drawn(interaction, turn, newcomer, notice, half_chosen, tapped)
    view, attached = await drawn.in_time()
    if interaction.response.is_done():
        await fill(interaction, view=view, attachments=attached)
    else:
        await interaction.response.edit_message(view=view, attachments=attached)
    close_others(interaction, turn.table.id)
    pressed = interaction.message.id if interaction.message else None
    remember(interaction, turn, pressed)
    drawn.follow(pressed)


class Drawn:
    """A panel and its picture: both at once if the picture is drawn in time, else the panel in
    words, and the picture by an edit of the same message."""

    def __init__(
        self,
        interaction: Interaction,
        turn: TurnView,
        newcomer: bool,
        notice: str | None = None,
        half_chosen: Sequence[str] = (),
        tapped: int = 0,
        *,
        made_over: Callable[[ui.LayoutView], ui.LayoutView] = lambda view: view,
    ) -> None:
        """`made_over` is applied to each view before it is sent."""
        t, bot = speaks(interaction), interaction.client
        hint = hint_to_show(bot, turn, interaction.user.id) if newcomer else None
        offered = [] if turn.kind == KEEP else offered_now(t, turn)
        self._interaction, self._made_over = interaction, made_over
        self._view = partial(
            panel, t, turn, notice, half_chosen, tapped, offered=offered, newcomer=newcomer,
            hint=hint,
        )  # fmt: skip
        drawing = _drawn(bot, t, turn, offered, interaction.user.id)
        self._drawing, self._late = asyncio.create_task(drawing), False

    async def in_time(self) -> tuple[ui.LayoutView, list[discord.File]]:
        """The panel, with its picture to be attached if it has one that is drawn by now."""
        queue = self._interaction.client.queue
        queue.let_others(self._interaction.id)  # a press does not wait for another's picture
        done, _ = await asyncio.wait([self._drawing], timeout=IN_TIME)
        self._late = not done
        return self._with(self._drawing.result() if done else None)

    def _with(self, drawn: Picture | None) -> tuple[ui.LayoutView, list[discord.File]]:
        return self._made_over(self._view(drawn=drawn)), files([drawn] if drawn else [])

    def follow(self, message_id: int | None) -> None:
        """Let a late picture follow, now that the panel is this message. It stays away if the
        person presses something on it meanwhile."""
        if self._late:
            self._interaction.client.in_background(self._follow(message_id), "picture of a panel")

    async def _follow(self, message_id: int | None) -> None:
        drawn, mine = await self._drawing, self._interaction.id
        newest = self._interaction.client.newest.get(message_id or 0, mine)
        if drawn is not None and newest == mine:
            view, attached = self._with(drawn)
            with suppress(*UNREACHABLE):
                await fill(self._interaction, view=view, attachments=attached)


async def _drawn(
    bot: TzolkinBot, t: Translations, turn: TurnView, offered: Sequence[Choice], person: int
) -> Picture | None:
    """The picture of what can be done on the board, or of the tiles to choose from. None where
    there is neither, where the person wants words only, and where drawing fails or takes too
    long."""
    if not turn.table.seats[turn.seat].settings.pictures:
        return None
    found, tiles, theme = spots(turn, offered), tiles_shown(turn, offered), turn.table.options.theme
    scene = scene_of(turn.position, plain_names(t, turn.table), waiting=[turn.seat])
    # Of a person's panels at a table only the newest still needs its picture.
    draw = partial(
        bot.pool.draw, theme=theme, t=t, by=person, subject=("panel", turn.table.id, turn.seat)
    )
    try:
        async with asyncio.timeout(LATEST):
            if found:
                return await draw(draw_choices, panel_scene(scene, turn.seat), turn.seat, found)
            if tiles:
                return await draw(draw_strip, tiles, players=len(turn.table.seats))
    except (TimeoutError, Superseded):
        log.info("a panel without its picture", table=turn.table.id)
    except Exception as error:
        bot.log_error(error, "picture of a panel")
    return None


# --- leftover panels ------------------------------------------------------------------------------


def remember(interaction: Interaction, turn: TurnView, message_id: int | None) -> None:
    """Note that this message is a panel of the turn, and forget panels that can no longer be
    edited. The oldest come first, so that these are found without a look at the others."""
    panels = interaction.client.panels
    for key in [*takewhile(lambda key: panels[key].interaction.is_expired(), panels)]:
        del panels[key]
    if message_id is not None:
        key = (turn.table.id, interaction.user.id, message_id)
        panels.pop(key, None)
        panels[key] = Panel(interaction, of_turn(turn.stamp))


def close_others(interaction: Interaction, table_id: int) -> None:
    """Forget the panels of the person's turn, and take the buttons off all but the one that was
    pressed."""
    panels, pressed = interaction.client.panels, interaction.message
    for key in [key for key in panels if key[:2] == (table_id, interaction.user.id)]:
        one = panels.pop(key)
        if pressed is None or key[2] != pressed.id:
            interaction.client.in_background(_close(one), "closing a panel")


async def close_panels(bot: TzolkinBot, table_id: int) -> None:
    """Take the buttons off the panels of a table whose turns are over."""
    for key, one in [*bot.panels.items()]:
        if key[0] != table_id:
            continue
        with suppress(Refusal):
            now = turns.view(await bot.tables.read(table_id), key[1])
            if of_turn(now.stamp) == one.turn:
                continue
        del bot.panels[key]
        await _close(one)


async def _close(one: Panel) -> None:
    if one.interaction.is_expired():
        return
    words = speaks(one.interaction).gettext("Your turn goes on in a newer message.")
    with suppress(*UNREACHABLE):
        await fill(one.interaction, view=message(text(words)), attachments=[])
