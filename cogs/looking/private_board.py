"""The private board: both pictures of the position now, with rings round what has moved since the
person's last turn, and on request with the turn in preparation."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.engine.position import Position
from bot.scene import Scene
from bot.tables import Table, looking_back, turns
from bot.text.points import standings_lines, winner_line
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import AGAIN, WITH_TURN, Press, board_button, button, icons_button, on_press
from cogs.kit.context import Interaction
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, picture, row, small, text
from cogs.kit.names import seat_names
from cogs.kit.pictures import files, private_pictures, table_scene
from cogs.looking.closeups import closer_menu
from cogs.telling.messages import board_title
from rendering import Picture


async def answer_board(interaction: Interaction, table_id: int, *, with_turn: bool = False) -> None:
    """Fill the deferred answer with the board as it is now."""
    bot, t = interaction.client, speaks(interaction)
    opened = await bot.tables.read(table_id)
    table, game = opened.table, opened.game
    holder = table.seat_of(interaction.user.id)
    seat = holder.seat if holder is not None else None
    position, waiting = game.snapshot(), opened.waiting
    own = turns.in_preparation(opened, seat) if seat is not None else None
    since = await looking_back.turns_to_point_out(opened, seat)
    drawn_in = own if with_turn else None
    scene = table_scene(
        t, table, drawn_in.position if drawn_in else position, waiting, since, drawn_in
    )
    drawn = await private_pictures(interaction, t, table, scene)
    view = live_message(
        t, table, position, scene, drawn,
        seat=seat, prepared=None if own is None else with_turn,
        standings=game.standings() if game.finished else None,
    )  # fmt: skip
    await fill(interaction, view=view, attachments=files(drawn))


def live_message(
    t: Translations,
    table: Table,
    position: Position,
    scene: Scene,
    drawn: Sequence[Picture],
    *,
    seat: int | None,
    prepared: bool | None = None,
    standings: Sequence[Mapping[str, int]] | None = None,
) -> ui.LayoutView:
    """The message of a private board of the public `position`; `scene` and `drawn` are for the
    person with this seat, or a spectator (None). `prepared` says whether the turn in preparation is
    drawn, which the title then tells; None if there is none."""
    title = board_title(t, position, scene.waiting)
    if prepared:
        # Translators: heading of a board that shows what the reader has prepared
        title = "## " + t.gettext("Round {round}, with your turn").format(round=position.round)
    words = [title]
    if standings:
        names = seat_names(t.for_message(), table)
        words += [f"### {winner_line(t, names, standings)}", *standings_lines(t, names, standings)]
    words += [small(line) for line in _pointed_out(t, scene, seat, bool(prepared))]
    buttons: list[Part] = []
    if prepared is not None:
        # Translators: button, at most 34 characters: the board without the turn one has prepared.
        without = t.gettext("Without my turn")
        # Translators: button, at most 34 characters: the board with the turn one has prepared.
        with_turn = t.gettext("With my turn")
        label = without if prepared else with_turn
        buttons.append(board_button(t, table.id, label=label, again=True, with_turn=not prepared))
    if position.phase != "finished":
        # Translators: button, at most 34 characters; imperative: show the board as it is now.
        label = t.gettext("Refresh")
        buttons.append(board_button(t, table.id, label=label, again=True, with_turn=bool(prepared)))
    if seat is not None:
        # Translators: button, at most 34 characters: shows a player's own goods and tiles.
        buttons.append(button(t.gettext("What is mine"), "mine", table.id))
    buttons.append(icons_button(t))
    return message(
        *(picture(one.filename, one.alt) for one in drawn),
        text(*words),
        row(buttons),
        row([closer_menu(t, table)]),
    )


def _pointed_out(t: Translations, scene: Scene, seat: int | None, prepared: bool) -> list[str]:
    """Lines that say what the rings on the pictures mean."""
    if scene.phase == "keep":
        return []
    ringed = not all(
        [one.prepared for one in scene.last_move] + [one.prepared for one in scene.changed]
    )
    if seat is None:
        lines = [
            t.gettext("Circled: what has moved since the round began.")
            if ringed
            else t.gettext("Nothing has moved since the round began.")
        ]
    else:
        lines = [
            t.gettext("Circled: what has moved since your last turn.")
            if ringed
            else t.gettext("Nothing has moved since your last turn.")
        ]
    if prepared:
        lines.append(t.gettext("Dashed circles: your turn, not yet confirmed."))
    return lines


@on_press("live")
async def live_pressed(interaction: Interaction, press: Press) -> None:
    """Show the board in a new private message, or in the one whose button was pressed."""
    said = press.word.split()
    if AGAIN in said:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_board(interaction, press.table, with_turn=WITH_TURN in said)


@on_press("city")
@on_press("look")
async def board_pressed(interaction: Interaction, press: Press) -> None:
    """Show the board for buttons of older boards, which led to one picture or the close-ups."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_board(interaction, press.table)
