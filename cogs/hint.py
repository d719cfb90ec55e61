"""/hint: what a computer would consider, in private.

Each answer is deferred before a computer thinks: with its waiting that may take longer than the
three seconds Discord gives.
"""

from functools import partial

from discord import ButtonStyle, app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks
from bot.client import TzolkinBot
from bot.engine.tribes import TRIBES
from bot.tables import Hint, computers, turns
from bot.tables.preparation import END
from bot.text.first_tiles import advice_lines
from bot.text.formats import listed
from bot.text.names import name_of
from bot.text.seats import AFTER_THIS, effect_so_far
from bot.text.translation import Translations
from bot.text.turns import deeds_words
from cogs.buttons import Press, button, on_press
from cogs.context import Interaction, table_here
from cogs.layout import message, row, small, text, with_icons
from cogs.play import refresh_panel


def hint_view(t: Translations, hint: Hint) -> ui.LayoutView:
    """What a computer would do, what it brings, and a button to prepare just that."""
    turn = hint.turn
    own = [action for action in hint.actions if action != END]
    # Translators: heading
    lines = ["### " + t.gettext("What a computer would do")]
    lines += with_icons(t, partial(_told, hint=hint, own=own))
    lines.append(small(t.gettext("It only thinks a little ahead, so you may well know better.")))
    press = button(
        # Translators: button: prepare the turn that is suggested; imperative
        t.gettext("Prepare this"),
        "hint",
        turn.table.id,
        turn.stamp,
        style=ButtonStyle.primary,
    )
    return message(text(*lines), row([press]) if own else None)


def _told(t: Translations, hint: Hint, own: list[str]) -> list[str]:
    """What the computer would do, and what that would change."""
    effect = effect_so_far(t, hint.turn.confirmed_position, hint.position, hint.turn.seat)
    after = [t.gettext(AFTER_THIS).format(effect=effect)] if effect else []
    return [_deeds(t, hint, own), *after]


def _deeds(t: Translations, hint: Hint, own: list[str]) -> str:
    turn = hint.turn
    if not own:
        return t.gettext("It would end the turn here.")
    if own[0].startswith("keep"):
        # Translators: the tribe and the wealth tiles a computer would choose, by their names
        return t.gettext("**It would keep**: {tiles}").format(
            tiles=listed(t, [name_of(t, tile) for tile in own[0].split()[1:]])
        )
    deeds = deeds_words(t, turn.game, turn.seat, own)
    # Translators: what a computer would do, as "2 workers placed on Tikal 0 and 1 (1 corn)"
    return t.gettext("**It would play**: {deeds}").format(deeds=deeds)


@on_press("hint")
async def hint_taken(interaction: Interaction, press: Press) -> None:
    """Prepare what the computer would do. Nothing is confirmed by that."""
    tables, user = interaction.client.tables, interaction.user.id
    await interaction.response.defer()
    hint = await computers.hint(tables, press.table, user)
    own = [action for action in hint.actions if action != END]
    async with tables.open(press.table) as opened:
        turn = turns.choose_all(opened, user, own, press.stamp)
    await refresh_panel(interaction, turn)


@on_press("hintask")
async def hint_asked(interaction: Interaction, press: Press) -> None:
    """The button of the panel."""
    await _answer(interaction, press.table)


async def _answer(interaction: Interaction, table_id: int) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await computers.hint(interaction.client.tables, table_id, interaction.user.id)
    view = hint_view(speaks(interaction), hint)
    await interaction.followup.send(view=view, ephemeral=True)


@on_press("firsttiles")
async def tiles_advised(interaction: Interaction, press: Press) -> None:
    """The button beside the tiles to choose from: which to keep, in the same panel. The word holds
    what is tapped already."""
    tables, user, t = interaction.client.tables, interaction.user.id, speaks(interaction)
    tapped = press.word.split()
    tribe = next((tile for tile in tapped if tile in TRIBES), None)
    await interaction.response.defer()
    tiles = await computers.first_tiles(tables, press.table, user, tribe)
    turn = turns.view(await tables.read(press.table), user)
    lines = advice_lines(t, tiles, tribes="tribes" in turn.position.modules)
    await refresh_panel(interaction, turn, "\n".join(lines), half_chosen=tapped)


class Hints(commands.Cog):
    """The command that asks a computer."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(name="hint", description=locale_str("What a computer would consider"))
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        """Privately, for who is to move."""
        table = await table_here(interaction)
        await _answer(interaction, table.id)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Hints(bot))
