"""/hint: the turns a computer would consider, shown privately.

Each answer is deferred before the computer thinks: with the waiting in the queue that may take
longer than the three seconds Discord allows.
"""

import string
from collections.abc import Sequence
from functools import partial

from discord import ButtonStyle, app_commands, ui
from discord.app_commands import locale_str

from bot.engine import Game
from bot.engine.tribes import TRIBES
from bot.model.advice import Advised, Level
from bot.tables import Hint, TurnView, hints, turns
from bot.text.advice import prepared_by, way_lines
from bot.text.computers import hurried_line, level_name
from bot.text.first_tiles import advice_lines
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, table_here
from cogs.kit.layout import Part, message, row, small, text, with_icons
from cogs.kit.sharing import share_button
from cogs.play.shown import refresh_panel

MOST_CHARACTERS = 1100
"""The words about one turn have icons if they then have at most so many characters."""
_LETTERS = string.digits + string.ascii_letters


def hint_view(t: Translations, hint: Hint) -> ui.LayoutView:
    """The message with the best ways to go on, each with a button that prepares it."""
    turn, ways = hint.turn, hint.ways
    # Translators: heading
    parts: list[Part | None] = [text("### " + t.gettext("What a computer would do"))]
    if not ways:
        parts.append(text(t.gettext("It would end the turn here.")))
    for way, told in zip(ways, way_parts(t, turn.game, turn.seat, ways), strict=True):
        parts.append(told)
        if prepared_by(way):
            press = button(
                # Translators: button: prepare the turn that is suggested; imperative
                t.gettext("Prepare this"), "hint", turn.table.id, turn.stamp, _word(turn, way),
                style=ButtonStyle.primary if way.place == 1 else ButtonStyle.secondary,
            )  # fmt: skip
            parts.append(row([press]))
    share = row([share_button(t, once_over=turn.table.id)])
    hurried = text(small(hurried_line(t))) if hint.hurried else None
    return message(*parts, by_level(t, hint.level), hurried, share)


def way_parts(
    t: Translations, begun: Game, seat: int, ways: Sequence[Advised], *, reasons: bool = True
) -> list[Part]:
    """The words about each of the best ways to go on from `begun`, numbered if several; without
    `reasons` what each does and how far it is behind."""

    def told(t: Translations, way: Advised, number: int) -> list[str]:
        deeds, about = way_lines(t, begun, seat, way, number, reasons=reasons)
        return [deeds, *map(small, about)]

    said = [
        partial(told, way=way, number=n if len(ways) > 1 else 0) for n, way in enumerate(ways, 1)
    ]
    return [text(*with_icons(t, one, MOST_CHARACTERS)) for one in said]


def by_level(t: Translations, level: Level) -> Part:
    """The small line that says how far the computer looked."""
    # Translators: {level} is one of instant, easy, medium, hard, master
    words = t.gettext("From a computer (level: {level}). You may well know better.")
    return text(small(words.format(level=level_name(t, level))))


# A custom id has no room for all actions of a turn. A letter stands for each action: its number
# among those that are legal at that point.


def _word(turn: TurnView, way: Advised) -> str:
    game, word = turn.game.copy(), ""
    for action in prepared_by(way):
        word += _LETTERS[game.legal(turn.seat).index(action)]
        game.play(turn.seat, action)
    return word


def _actions(turn: TurnView, word: str) -> list[str]:
    """The actions in a word made by `_word`. Raises Stale if the turn no longer has them."""
    game, actions = turn.game.copy(), []
    for letter in word:
        legal = game.legal(turn.seat)
        place = _LETTERS.find(letter)
        if not 0 <= place < len(legal):
            raise turns.moved_on()
        actions.append(legal[place])
        game.play(turn.seat, actions[-1])
    return actions


@on_press("hint")
async def hint_taken(interaction: Interaction, press: Press) -> None:
    """Prepare the turn that the hint suggests, without confirming it."""
    tables, user = interaction.client.tables, interaction.user.id
    async with tables.open(press.table) as opened:
        view = turns.view_of(opened, turns.asked(opened, user, press.stamp))
        own = _actions(view, press.word)
        turn = turns.choose_all(opened, user, own, press.stamp)
    await refresh_panel(interaction, turn)


@on_press("hintask")
async def hint_asked(interaction: Interaction, press: Press) -> None:
    """Answer with a hint for the button of the panel."""
    await _answer(interaction, press.table)


async def _answer(interaction: Interaction, table_id: int) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await hints.hint(interaction.client.tables, table_id, interaction.user.id)
    view = hint_view(speaks(interaction), hint)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("firsttiles")
async def tiles_advised(interaction: Interaction, press: Press) -> None:
    """Say in the panel which of the first tiles a computer would keep. The word of the press has
    the tiles tapped so far."""
    tables, user, t = interaction.client.tables, interaction.user.id, speaks(interaction)
    tapped = press.word.split()
    tribe = next((tile for tile in tapped if tile in TRIBES), None)
    await interaction.response.defer()
    tiles = await hints.first_tiles(tables, press.table, user, tribe)
    turn = turns.view(await tables.read(press.table), user)
    lines = advice_lines(t, tiles, tribes="tribes" in turn.position.modules)
    await refresh_panel(interaction, turn, "\n".join(lines), half_chosen=tapped)


class Hints(BotCog):
    """The command that asks a computer."""

    @app_commands.command(name="hint", description=locale_str("What a computer would consider"))
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        """Answer privately with a hint for the person whose turn it is."""
        table = await table_here(interaction)
        await _answer(interaction, table.id)
