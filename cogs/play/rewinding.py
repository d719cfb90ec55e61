"""Taking back a person's last turn: the preview, and the consent of the others."""

from discord import ui

from bot.tables import Rewind, Table, rewinding
from bot.text.formats import listed
from bot.text.translation import Translations
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import RED, Press, button, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import message, row, text
from cogs.kit.names import seat_names
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.messages import OTHERS_ASKED
from cogs.telling.requests import (
    REWIND,
    WITHDRAW,
    answer_withdrawn,
    asked_already,
    request_pressed,
    rewind_request_view,
    undone_lines,
)


def offer_view(t: Translations, offer: Rewind) -> ui.LayoutView:
    """The message with what taking back would undo, and the button to do it or to ask for it."""
    table = offer.table
    lines = ["### " + t.gettext("Take back your last turn?"), *undone_lines(t, table, offer.turns)]
    missing = [seat_names(t, table)[seat] for seat in offer.missing]
    request = table.rewind_request
    mine = table.seats[offer.seat].user_id
    if offer.missing and request is not None and (request.to, request.by) == (offer.to, mine):
        lines += ["", asked_already(t, missing)]
        return message(text(*lines), row([button(t.gettext(WITHDRAW), "takebackdrop", table.id)]))
    if offer.missing:
        # Translators: {names}: one player or more.
        words = t.ngettext("{names} must agree.", "{names} must agree.", len(missing))
        lines += ["", words.format(names=listed(t, missing))]
        # Translators: button, at most 34 characters: whether they agree.
        label = t.gettext("Ask the others")
    else:
        # Translators: button, at most 34 characters: "it" is one's last turn.
        label = t.gettext("Take it back")
    press = button(label, "takeback", table.id, word=str(table.version), style=RED)
    return message(text(*lines), row([press]))


async def offer_take_back(interaction: Interaction, table: Table) -> None:
    """Answer privately with what taking back would undo. Raises Refusal if there is nothing."""
    opened = await interaction.client.tables.read(table)
    offer = await rewinding.offered(opened, interaction.user.id)
    view = offer_view(speaks(interaction), offer)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("takebackoffer")
async def offer_pressed(interaction: Interaction, press: Press) -> None:
    """Show what taking back would undo, for the button beside a confirmed turn."""
    await offer_take_back(interaction, await interaction.client.tables.table(press.table))


@on_press("takeback")
async def take_back(interaction: Interaction, press: Press) -> None:
    """Take the last turn back, or ask the others."""
    bot, t = interaction.client, speaks(interaction)
    async with bot.tables.open(press.table) as opened:
        offer = await rewinding.take_back(opened, interaction.user.id, press.number)
    if offer.done:
        said_privately = t.gettext("Your turn is taken back.")
    else:
        said_privately = t.gettext(OTHERS_ASKED)
    answer = interaction.response.edit_message(view=message(text(said_privately)))
    await answer_and_carry_on(interaction, answer, press.table)


@on_press("agree")
async def agreed(interaction: Interaction, press: Press) -> None:
    """Agree to taking back; the last one to agree rewinds the game."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, REWIND),
        bot.tables.open(press.table) as opened,
    ):
        offer = await rewinding.agree(opened, interaction.user.id, press.number)
    t = language_of(bot, offer.table)
    if not offer.done:
        await interaction.response.edit_message(view=rewind_request_view(t, offer))
        return
    bot.channels[press.table].requests.pop(REWIND, None)
    # The board shows which.
    view = message(text(t.gettext("Everybody agrees: the turn is taken back.")))
    answer = interaction.response.edit_message(view=view)
    await answer_and_carry_on(interaction, answer, press.table)


@on_press("takebackdrop")
async def withdrawn(interaction: Interaction, press: Press) -> None:
    """Withdraw the request to take back."""
    async with request_pressed(interaction, press.table, REWIND):
        async with interaction.client.tables.open(press.table) as opened:
            table = rewinding.withdraw(opened, interaction.user.id)

        def words(t: Translations, name: str) -> str:
            return t.gettext("{name} withdrew the request to take back a turn.").format(name=name)

        await answer_withdrawn(interaction, table, REWIND, words)
