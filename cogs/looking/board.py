"""The commands /board, /tribe (the person's own goods and tiles) and /score."""

from functools import partial

from discord import app_commands
from discord.app_commands import locale_str

from bot.engine.position import Player, Position
from bot.store import tables as stored
from bot.tables import Refusal, Result, Table, looking_back
from bot.text.action_choices import technology_words
from bot.text.happenings import prophecy_line
from bot.text.names import (
    corn_tiles,
    points_number,
    technology_level,
    temple_step,
    tile_name,
    wood_tiles,
)
from bot.text.points import points_lines, standings_lines
from bot.text.seats import food_line, goods_line
from bot.text.tiles import tile_line
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.client import BotCog
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, Typed, ask_for_much, latest_table, soon
from cogs.kit.late_answers import fill
from cogs.kit.layout import first_lines, message, picture, row, small, text, with_icons
from cogs.kit.names import seat_names
from cogs.kit.pictures import files, pictures, score_picture
from cogs.kit.sharing import share_button
from cogs.looking.closeups import PICTURE, answer_look, find_look, suggest_looks
from cogs.looking.private_board import answer_board
from cogs.looking.replay import answer_moment
from cogs.telling.messages import board_message, call_of
from cogs.telling.posting import busy, note_messages, take_over_board


async def _post_board(interaction: Interaction, table: Table) -> None:
    """Answer publicly with both pictures. They become the table's live board, which names those
    whose turn it is, but pings nobody."""
    bot, t = interaction.client, language_of(interaction.client, table)
    ask_for_much(interaction)
    await interaction.response.defer(thinking=True)
    game = await bot.tables.game(table.id)
    position = game.snapshot()
    waiting = [decision.seat for decision in game.pending]
    drawing = pictures(bot, t, table, position, waiting, city=True)
    drawn = await soon(interaction, drawing) or []
    standings = game.standings() if game.finished else None
    async with bot.channels[table.id].lock:
        table = await bot.tables.table(table.id)
        people = [seat for seat in waiting if seat in table.human_seats]
        call = call_of(t, game, people)
        view = board_message(
            t, table, position, drawn,
            waiting=waiting, standings=standings, call=call, lines=() if drawn else [busy(t)],
        )  # fmt: skip
        posted = await fill(interaction, view=view, attachments=files(drawn))
        take_over_board(bot, table, posted, calls=bool(people))
        await note_messages(bot, table.id)


@on_press("mine")
async def mine_pressed(interaction: Interaction, press: Press) -> None:
    """Show privately what the person has in the game."""
    table = await interaction.client.tables.table(press.table)
    await _send_mine(interaction, table)


async def _send_mine(interaction: Interaction, table: Table) -> None:
    t = speaks(interaction)
    holder = table.seat_of(interaction.user.id)
    if holder is None:
        raise Refusal(
            "no-own-seat", "You have no seat in this game; see what everybody has with /board."
        )
    position = (await interaction.client.tables.game(table.id)).snapshot()
    lines = with_icons(t, partial(mine_lines, position=position, seat=holder.seat), 3900)
    view = message(text(*first_lines(lines, 3900)))
    await interaction.response.send_message(view=view, ephemeral=True)


def mine_lines(t: Translations, position: Position, seat: int) -> list[str]:
    """Lines about everything a seat has, with the effects of its tiles."""
    me: Player = position.players[seat]
    lines = [
        # Translators: heading: what the reader has in the game.
        "### " + t.gettext("What is yours"),
        # Translators: heading of a line; {goods}: what a player has, as "5 corn, 2 wood".
        t.gettext("**Goods** {goods}").format(goods=goods_line(t, me)),
        # Translators: heading of a line; {points}: a number.
        t.gettext("**Points** {points}").format(points=points_number(me.points4)),
        # Translators: heading of a line; {all}, {hand}: numbers; in hand means not on the board.
        t.gettext("**Workers** {all}, in hand: {hand}").format(all=me.workers, hand=me.available),
    ]
    if position.phase == "play":
        lines.append(food_line(t, position, seat))
    # Translators: heading.
    lines += ["", t.gettext("**Temples**")]
    lines += [t.marked(temple, temple_step(t, temple, n)) for temple, n in me.temples.items()]
    # Translators: heading.
    lines += ["", t.gettext("**Technologies**")]
    lines += [_technology_line(t, track, level) for track, level in me.technologies.items()]
    if me.tribe:
        # Translators: heading of a line; {tribe}: the name of a tribe and what it can do.
        lines += ["", t.gettext("**Tribe** {tribe}").format(tribe=tile_line(t, me.tribe))]
    if me.wealth:
        tiles = ", ".join(tile_name(t, tile) for tile in me.wealth)
        # Translators: heading of a line; {tiles}: their names.
        lines += ["", t.gettext("**Wealth tiles** {tiles}").format(tiles=tiles)]
    built = [*me.buildings, *me.monuments]
    if built:
        # Translators: heading.
        lines += ["", t.gettext("**Buildings and monuments**"), *(tile_line(t, x) for x in built)]
    if me.corn_tiles or me.wood_tiles:
        corn, wood = corn_tiles(t, me.corn_tiles), wood_tiles(t, me.wood_tiles)
        # Translators: heading of a line; {corn} as "2 corn tiles", {wood} as "1 wood tile".
        taken = t.gettext("**From the jungle** {corn}, {wood}")
        lines.append(taken.format(corn=corn, wood=wood))
    if position.active_prophecy:
        lines += ["", prophecy_line(t, position.active_prophecy)]
    if me.light_side:
        lines.append(t.gettext("You can still turn the calendar two days ahead, once."))
    return lines


# Translators, for each: {reason}: typed by a moderator, in any form.
def decided_lines(t: Translations, table: Table, result: Result | None) -> list[str]:
    """Lines about what moderators decided about a game's result; none if they decided nothing."""
    if result is None or result.decided_by is None:
        return []
    act = result.decided_by
    if act.act == "correct":
        said = t.gettext("The moderators corrected this result: {reason}")
    elif result.standings:
        said = t.gettext("The moderators ended this game early; these points count: {reason}")
    else:
        said = t.gettext("The moderators ended this game without a result: {reason}")
    lines = [said.format(reason=escaped(act.reason))]
    if act.act == "correct":
        lines += standings_lines(t, seat_names(t, table), result.standings)
        # Translators: above the points as they were played, before moderators corrected them.
        lines += ["", t.gettext("Points as played:")]
    return lines


def _technology_line(t: Translations, track: str, level: int) -> str:
    named = t.marked(track, technology_level(t, track, level))
    if not level:
        return named
    words = "; ".join(technology_words(t, track, n) for n in range(1, level + 1))
    return f"{named}: {words}"


@on_press("points")
async def points_pressed(interaction: Interaction, press: Press) -> None:
    """Show privately where the points came from."""
    await _send_points(interaction, await interaction.client.tables.table(press.table))


async def _send_points(interaction: Interaction, table: Table) -> None:
    """Answer privately with the points so far or at the end, and where they came from."""
    bot = interaction.client
    t = speaks(interaction)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    opened = await bot.tables.read(table)
    history = await looking_back.points_history(opened)
    result = await looking_back.result(opened)
    decided = decided_lines(t, table, result)
    over = history.finished or bool(decided)
    # Translators: heading: points at the end of the game.
    final = t.gettext("Final points")
    # Translators: heading: points in a game that goes on.
    so_far = t.gettext("Points so far")
    head = final if over else so_far
    lines = [*decided, *points_lines(t, seat_names(t.for_message(), table), history)]
    if not over:
        lines.append(small(t.gettext("Goods, skulls and monuments count at the end.")))
    drawing = score_picture(bot, t, table, history, by=interaction.user.id)
    drawn = await soon(interaction, drawing)
    view = message(
        text(f"### {head}", *lines),
        picture(drawn.filename, drawn.alt) if drawn else None,
        row([share_button(t)]),
    )
    await fill(interaction, view=view, attachments=files([drawn] if drawn else []))


class Board(BotCog):
    """The commands to look at a game."""

    @app_commands.command(
        name="board", description=locale_str("Show the board of this channel's game")
    )
    @app_commands.describe(
        show=locale_str("One thing up close, or everything in words, just for you"),
        private=locale_str("Show it only to you"),
        number=locale_str("The start of an earlier round, just for you"),
    )
    @app_commands.rename(number="round")
    @app_commands.guild_only()
    async def board(
        self,
        interaction: Interaction,
        show: Typed = PICTURE,
        private: bool = False,
        number: app_commands.Range[int, 1, 27] | None = None,
    ) -> None:
        """Post both pictures, or show privately: a close-up, the position in words or an earlier
        round."""
        table = await latest_table(interaction)
        if number is not None and show != PICTURE:
            raise Refusal(
                "round-or-look",
                "An earlier round always shows the whole board; leave out either the round or "
                "what to look at.",
            )
        if number is not None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await answer_moment(interaction, table.id, number)
            return
        if show == PICTURE and not private:
            await _post_board(interaction, table)
            return
        look = None if show == PICTURE else find_look(speaks(interaction), table, show)
        await interaction.response.defer(ephemeral=True, thinking=True)
        if look is None:
            await answer_board(interaction, table.id)
        else:
            await answer_look(interaction, table, look)

    @board.autocomplete("show")
    async def _complete_show(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        assert interaction.channel_id is not None
        table = await self.bot.store.read(stored.latest_in_channel, interaction.channel_id)
        found = suggest_looks(speaks(interaction), table, current)
        return [app_commands.Choice(name=label, value=word) for label, word in found]

    @app_commands.command(
        name="tribe", description=locale_str("What is mine: goods, tiles, levels")
    )
    @app_commands.guild_only()
    async def tribe(self, interaction: Interaction) -> None:
        """Show privately what the person has in the game."""
        await _send_mine(interaction, await latest_table(interaction))

    @app_commands.command(name="score", description=locale_str("The points so far, or at the end"))
    @app_commands.guild_only()
    async def score(self, interaction: Interaction) -> None:
        """Show the points privately."""
        await _send_points(interaction, await latest_table(interaction))
