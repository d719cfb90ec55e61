"""/tile: price and effect of a tile."""

from collections.abc import Iterable

from discord import app_commands
from discord.app_commands import locale_str

from bot.engine.components import QUICK_TILES
from bot.store import tables as stored
from bot.tables import Refusal, Table
from bot.tables.lobby import MOST_SEATS
from bot.text.names import TILE_IDS, is_tile, tile_name
from bot.text.tiles import tile_cost, tile_effects, tile_kind, when_it_comes
from bot.text.translation import Translations
from bot.text.typed import folded
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, Typed, anywhere, draw_soon
from cogs.kit.late_answers import fill
from cogs.kit.layout import MOST_CHOICES, message, picture, row, text
from cogs.kit.pictures import files
from cogs.kit.sharing import share_here
from rendering import draw_tile


def find_tile(t: Translations, typed: str) -> str:
    """The id of the tile that was typed: by its id, its name, or the beginning of only one name.
    Raises Refusal if none or several match."""
    if typed in TILE_IDS:
        return typed
    wanted = folded(typed)
    by_name = {folded(tile_name(t, tile)): tile for tile in TILE_IDS}
    if wanted in by_name:
        return by_name[wanted]
    beginning = {tile for name, tile in by_name.items() if wanted and name.startswith(wanted)}
    if len(beginning) != 1:
        raise Refusal(
            "no-tile", "No tile is called “{name}”; pick one of the suggestions.", name=typed
        )
    return beginning.pop()


def suggest(t: Translations, typed: str, first: Iterable[str]) -> list[tuple[str, str]]:
    """(name, id) of the tiles whose name contains the typed text, those of `first` first."""
    wanted = folded(typed)
    by_name: dict[str, str] = {}
    for tile in [*first, *TILE_IDS]:
        by_name.setdefault(tile_name(t, tile), tile)
    return [(n, tile) for n, tile in by_name.items() if wanted in folded(n)][:MOST_CHOICES]


def _tile_lines(t: Translations, tile: str) -> list[str]:
    """Name, kind, price and effect of a tile."""
    cost = tile_cost(t, tile)
    lines = [f"### {tile_name(t, tile)}", f"-# {tile_kind(t, tile)}"]
    if cost:
        # Translators: what a tile costs: "**Price**: 2 wood, 1 stone"
        lines.append(t.gettext("**Price**: {cost}").format(cost=cost))
    # Translators: what a tile does
    return [*lines, t.gettext("**Effect**: {effects}").format(effects=tile_effects(t, tile))]


class Tiles(BotCog):
    """The command that explains tiles."""

    @app_commands.command(
        name="tile", description=locale_str("What a building, monument or tile does")
    )
    @anywhere
    @app_commands.describe(name=locale_str("The tile's name"))
    async def tile(self, interaction: Interaction, name: Typed) -> None:
        """Show picture, price and effect of a tile privately."""
        t = speaks(interaction)
        tile = find_tile(t, name)
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await self._table(interaction)
        theme = table.options.theme if table else self.bot.settings.theme
        players = len(table.seats) if table else MOST_SEATS
        drawn = await draw_soon(interaction, draw_tile, tile, players=players, theme=theme, t=t)
        lines = _tile_lines(t.for_message(), tile)
        if table is not None and tile in QUICK_TILES:
            position = (await self.bot.tables.game(table.id)).snapshot()
            lines += filter(None, [when_it_comes(t, position, tile)])
        share = share_here(interaction)
        view = message(
            picture(drawn.filename, drawn.alt) if drawn else None,
            text(*lines),
            row(share) if share else None,
        )
        await fill(interaction, view=view, attachments=files([drawn] if drawn else []))

    @tile.autocomplete("name")
    async def _complete(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        found = suggest(speaks(interaction), current, await self._on_table(interaction))
        return [app_commands.Choice(name=name, value=tile) for name, tile in found]

    async def _on_table(self, interaction: Interaction) -> list[str]:
        """The tiles that can be built or used in this channel's game, which are asked for most."""
        table = await self._table(interaction)
        if table is None:
            return []
        position = (await self.bot.tables.game(table.id)).snapshot()
        shown = [*position.building_row, *position.monument_row]
        if position.quick:
            shown += [position.quick.tile, *position.quick.coming]
        return [tile for tile in shown if tile and is_tile(tile)]

    async def _table(self, interaction: Interaction) -> Table | None:
        """The game that is played in this channel."""
        if interaction.channel_id is None:
            return None
        table = await self.bot.store.read(stored.open_in_channel, interaction.channel_id)
        return table if table is not None and table.status == "playing" else None
