"""Looking things up while playing: /rules, and /tile with price and effect of a tile."""

from collections.abc import Iterable, Sequence

from discord import SelectOption, app_commands, ui
from discord.app_commands import locale_str

from bot.engine.components import QUICK_TILES
from bot.store import tables as stored
from bot.tables import Refusal, Table
from bot.tables.lobby import MOST_SEATS
from bot.text.names import TILE_IDS, is_tile, tile_name
from bot.text.rules import (
    BY_ID,
    LEGEND_PAGES,
    TOPIC_ICONS,
    sections,
    signs_lines,
    topic_text,
    topics_for,
)
from bot.text.tiles import tile_cost, tile_effects, tile_kind, when_it_comes
from bot.text.translation import Passage, Translations
from bot.text.typed import folded
from cogs.client import BotCog
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import BASE, Press, on_press, select
from cogs.kit.context import Interaction, Stands, Typed, anywhere, draw_soon, picture_late
from cogs.kit.layout import MOST_CHOICES, Part, message, picture, row, small, text
from cogs.kit.pages import share_here
from cogs.kit.pictures import files
from rendering import Picture, draw_legend, draw_tile

ICONS = "icons"
"""The topic with which the legend of the pictures is shown."""


def rules_view(
    t: Translations,
    topic: Passage | None,
    legend: Sequence[Picture] = (),
    share: Sequence[Part] = (),
) -> ui.LayoutView:
    """The message of a topic (None: an introduction), with menus of all topics. `share` are the
    buttons below a topic."""
    if topic is None:
        head = [
            # Translators: heading
            "### " + t.gettext("Rules of Tzolk'in"),
            t.gettext("Choose a topic, or type it after /rules."),
        ]
    else:
        title = t.for_message().marked(TOPIC_ICONS.get(topic.id, ""), t.gettext(topic.title))
        head = [f"### {title}", topic_text(t, topic)]
    selects = [row([_topics(t, name, topics)]) for name, topics in sections(t)]
    # Translators: in small print below a rules page: the rulebook decides, not these words
    note = small(t.gettext("In our own words; the rulebook has the final say."))
    shown = [picture(page.filename, page.alt) for page in legend]
    buttons = row(share) if share and topic is not None else None
    return message(text(*head), *shown, buttons, *selects, text(note))


async def _show_legend(
    interaction: Interaction, *, alone: bool = False, pages: int = LEGEND_PAGES
) -> None:
    """Fill the deferred answer with so many `pages` of the legend, of which the last has the
    expansion, `alone` or with its topic."""
    bot, t = interaction.client, speaks(interaction)
    theme = bot.settings.theme
    drawn = [
        await draw_soon(interaction, draw_legend, page, theme=theme, t=t) for page in range(pages)
    ]
    legend = [one for one in drawn if one is not None]
    if alone and not legend:
        raise picture_late()
    if alone:
        shown = (picture(one.filename, one.alt) for one in legend)
        share = share_here(interaction)
        signs = text(*map(small, signs_lines(t.for_message())))
        view = message(signs, *shown, row(share) if share else None)
    else:
        view = rules_view(t, BY_ID[ICONS], legend, share_here(interaction))
    await fill(interaction, view=view, attachments=files(legend))


def _topics(t: Translations, section: str, topics: Sequence[Passage]) -> Part:
    options = [
        SelectOption(
            label=t.gettext(one.title), value=one.id,
            emoji=t.icons.get(TOPIC_ICONS.get(one.id, "")),
        )
        for one in topics
    ]  # fmt: skip
    return select(options, "rules", 0, word=topics[0].id, placeholder=section)


@on_press(Stands.ANYWHERE)
async def rules(interaction: Interaction, press: Press) -> None:
    """Replace the topic by the one chosen; without one show all in a new message."""
    t, topic = speaks(interaction), BY_ID.get(press.value) if press.values else None
    if not press.values:
        view = rules_view(t, None, share=share_here(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    if topic is None or topic.id != ICONS:
        view = rules_view(t, topic, share=share_here(interaction))
        await interaction.response.edit_message(view=view, attachments=[])
        return
    await interaction.response.defer()
    await _show_legend(interaction)


@on_press(Stands.ANYWHERE)
async def icons(interaction: Interaction, press: Press) -> None:
    """Show the legend alone privately."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _show_legend(interaction, alone=True, pages=LEGEND_PAGES - (press.word == BASE))


class Rules(BotCog):
    """The command /rules."""

    @app_commands.command(name="rules", description=locale_str("Look up a rule"))
    @anywhere
    @app_commands.describe(topic=locale_str("What to look up, such as begging"))
    async def rules(self, interaction: Interaction, topic: Typed | None = None) -> None:
        """Show privately the topic that fits the typed text best; without a text, all topics."""
        t, found = speaks(interaction), None
        if topic is not None:
            named = BY_ID.get(topic)
            best = [named] if named else topics_for(t, topic)
            if not best:
                raise Refusal(
                    "no-topic",
                    "I found no rule about “{topic}”; try another word, or just /rules.",
                    topic=topic[:50],
                )
            found = best[0]
        if found is None or found.id != ICONS:
            view = rules_view(t, found, share=share_here(interaction))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _show_legend(interaction)

    @rules.autocomplete("topic")
    async def _complete_topic(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        t = speaks(interaction)
        return [
            app_commands.Choice(name=t.gettext(one.title), value=one.id)
            for one in topics_for(t, current)[:MOST_CHOICES]
        ]


# --- tiles ----------------------------------------------------------------------------------------


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


def suggest_tiles(t: Translations, typed: str, first: Iterable[str]) -> list[tuple[str, str]]:
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
        found = suggest_tiles(speaks(interaction), current, await self._on_table(interaction))
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
