"""Requests that all people at a table must agree to: to rewind, to stop the clocks, to give up.

Each is a message in the table's channel, with buttons to agree and to withdraw it. Once a request
is settled its message says so and has no buttons: at once where this run has posted it, else when
somebody presses one of them.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import structlog
from discord import ui

from bot.model.notes import Agreement
from bot.refusal import Over, Refusal
from bot.tables import Confirmed, Rewind, Table, lobby, requests
from bot.tables.requests import Pause
from bot.text.translation import N_, Translations, listed, moment
from bot.text.turns import turn_line
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE, is_private, language_of, speaks
from cogs.kit.buttons import button
from cogs.kit.context import Interaction
from cogs.kit.layout import last_lines, message, row, small, text
from cogs.kit.members import seat_names
from cogs.telling.posting import edit, post

log = structlog.get_logger(__name__)

REWIND: Agreement = "rewind"
PAUSE: Agreement = "pause"
ABANDON: Agreement = "abandon"
# Translators: button, at most 34 characters; imperative: take back one's own request.
WITHDRAW = N_("Withdraw")
# Translators: answer to the button “Withdraw”: one's own request is taken back.
WITHDRAWN = N_("You withdrew your request.")
NOTHING_CHANGED = N_("Nothing has changed: the game goes on.")
_SETTLED: Mapping[Agreement, str] = {
    REWIND: N_("The game went on, so the request to take a turn back is no longer open."),
    PAUSE: N_("The request to pause the clocks is no longer open."),
    ABANDON: N_("The request to abandon the game was withdrawn."),
}


class Request(NamedTuple):
    """A request that is open."""

    view: ui.LayoutView
    missing: Sequence[int]
    """The seats whose people have yet to agree."""


def asked_already(t: Translations, names: Sequence[str]) -> str:
    """What somebody reads who asks again; `names` are those who have yet to agree."""
    # Translators: {names}: one player or more.
    words = t.ngettext(
        "You have already asked; {names} still has to agree.",
        "You have already asked; {names} still have to agree.",
        len(names),
    )
    return words.format(names=listed(t, names))


def _do_you_agree(t: Translations, table: Table, missing: Sequence[int]) -> str:
    # Translators: {missing}: mentions of those who are asked, one or more.
    words = t.ngettext("{missing}: do you agree?", "{missing}: do you agree?", len(missing))
    return words.format(missing=" ".join(f"<@{table.seats[seat].user_id}>" for seat in missing))


def rewind_request_view(t: Translations, offer: Rewind) -> ui.LayoutView:
    """What the others read: what would be undone, who has yet to agree, the button to agree."""
    table, names = offer.table, seat_names(t, offer.table)
    asked = t.gettext("{name} would like to take back the last turn.")
    return message(
        text(
            asked.format(name=names[offer.seat]),
            _do_you_agree(t, table, offer.missing),
            *undone_lines(t, table, offer.turns),
        ),
        row(
            [
                # Translators: button, at most 34 characters: yes to what another player asks for.
                button(t.gettext("I agree"), "agree", table.id, word=str(offer.to)),
                button(t.gettext(WITHDRAW), "takebackdrop", table.id),
            ]
        ),
        text(small(t.gettext("To say no, just play on."))),
    )


def undone_lines(t: Translations, table: Table, turns: Sequence[Confirmed]) -> list[str]:
    """The turns that are undone by a rewind."""
    names = seat_names(t, table)
    lines = ["- " + turn_line(t, names, turn.seat, turn.steps) for turn in turns]
    # Translators: above the turns that are taken back.
    return [t.gettext("Turns taken back:"), *last_lines(lines, 2000)]


def pause_request_view(t: Translations, pause: Pause) -> ui.LayoutView:
    """What everybody reads: who asks for it, who has yet to agree, the buttons to say yes or no."""
    table = pause.table
    agreed = [
        name
        for seat, name in enumerate(seat_names(t, table))
        if seat in table.human_seats and seat not in pause.missing
    ]
    return message(
        text(
            # Translators: {names}: one player or more.
            t.ngettext(
                "{names} would like to pause the clocks.",
                "{names} would like to pause the clocks.",
                len(agreed),
            ).format(names=listed(t, agreed)),
            _do_you_agree(t, table, pause.missing),
        ),
        row(
            [
                button(t.gettext("I agree"), "pauseyes", table.id),
                # Translators: button, at most 34 characters: no to stopping the clocks.
                button(t.gettext("No, play on"), "pauseno", table.id),
                button(t.gettext(WITHDRAW), "pausedrop", table.id),
            ]
        ),
        # Translators: {moment}: Discord shows it as "in 3 hours".
        text(small(t.gettext("The request expires {moment}.").format(moment=moment(pause.until)))),
    )


def abandon_request_view(t: Translations, table: Table) -> ui.LayoutView:
    """Who would like to give the game up, who has yet to agree, the button to agree."""
    names = seat_names(t, table)
    # Translators: {names}: one player or more; {votes} of {people}: how many of all agree.
    asked = t.ngettext(
        "{names} would like to abandon this game (agreed: {votes} of {people}).",
        "{names} would like to abandon this game (agreed: {votes} of {people}).",
        len(table.abandon_votes),
    ).format(
        names=listed(t, [names[seat] for seat in sorted(table.abandon_votes)]),
        votes=len(table.abandon_votes & table.human_seats),
        people=len(table.human_seats),
    )
    return message(
        text(asked, _do_you_agree(t, table, lobby.yet_to_agree(table))),
        row(
            [
                button(t.gettext("I agree"), "abandon", table.id),
                button(t.gettext(WITHDRAW), "abandon", table.id, word="back"),
            ]
        ),
        text(small(t.gettext("The game ends once all players agree; until then, just play on."))),
    )


async def standing(
    bot: TzolkinBot, t: Translations, table: Table, what: Agreement
) -> Request | None:
    """The request of this kind as it stands now; None where nobody asks for it."""
    if table.status != "playing":
        return None
    if what == ABANDON:
        if not table.abandon_votes:
            return None
        return Request(abandon_request_view(t, table), lobby.yet_to_agree(table))
    opened = await bot.tables.read(table.id)
    if what == PAUSE:
        pause = requests.standing_pause(opened)
        return None if pause is None else Request(pause_request_view(t, pause), pause.missing)
    if opened.table.rewind_request is None:
        return None
    try:
        offer = await requests.rewind_offered(opened, opened.table.rewind_request.by)
    except Refusal:  # the game has moved on
        return None
    return Request(rewind_request_view(t, offer), offer.missing)


async def ask(bot: TzolkinBot, t: Translations, table: Table, what: Agreement) -> None:
    """Post a request as it stands now, and ping those who have yet to agree. Raises CannotSpeak."""
    request = await standing(bot, t, table, what)
    if request is None:
        return
    people = [table.seats[seat].user_id for seat in request.missing]
    posted = await post(bot, table, request.view, pinged=people)
    # Translators: what stands at a request that is asked once more in a new message.
    settle(bot, table, what, t.gettext("This request is repeated in a new message below."))
    bot.channels[table.id].requests[what] = posted.id


async def show_again(bot: TzolkinBot, table: Table, what: Agreement) -> None:
    """Let the message of a request show how it stands now, if this run of the program posted it."""
    message_id = bot.channels[table.id].requests.get(what)
    request = await standing(bot, language_of(bot, table), table, what)
    if message_id is not None and request is not None:
        work = _edit(bot, table, message_id, request.view)
        bot.in_background(work, f"a request of table {table.id}")


def settle(bot: TzolkinBot, table: Table, what: Agreement, words: str) -> None:
    """Let the message of a request say what has become of it, if this run of the program posted
    it."""
    message_id = bot.channels[table.id].requests.pop(what, None)
    if message_id is not None:
        work = _edit(bot, table, message_id, message(text(words)))
        bot.in_background(work, f"a request of table {table.id}")


async def _edit(bot: TzolkinBot, table: Table, message_id: int, view: ui.LayoutView) -> None:
    try:
        await edit(bot, table, message_id, view)
    except UNREACHABLE as refused:  # its buttons then answer so
        log.info("request stays as it was", table=table.id, reason=str(refused))


async def settle_all(bot: TzolkinBot, table_id: int) -> None:
    """Settle the requests that nobody asks for any more."""
    table = await bot.tables.table(table_id)
    t = language_of(bot, table)
    for what in list(bot.channels[table_id].requests):
        if await standing(bot, t, table, what) is None:
            settle(bot, table, what, settled_words(t, table, what))


def settled_words(t: Translations, table: Table, what: Agreement) -> str:
    """What a request says that nobody asks for any more."""
    if table.status != "playing":
        return t.gettext("The game is over, so this request no longer counts.")
    return t.gettext(_SETTLED[what])


@asynccontextmanager
async def request_pressed(
    interaction: Interaction, table_id: int, what: Agreement
) -> AsyncIterator[None]:
    """Handle a press on a request's message in this block: if it turns out that the request is
    settled, the message says so and loses its buttons, and the person reads why."""
    try:
        yield
    except Over:  # as it turns out
        if not is_private(interaction):
            bot = interaction.client
            table = await bot.tables.table(table_id)
            t = language_of(bot, table)
            if await standing(bot, t, table, what) is None:
                bot.channels[table_id].requests.pop(what, None)
                view = message(text(settled_words(t, table, what)))
                await interaction.response.edit_message(view=view)
        raise


async def answer_withdrawn(
    interaction: Interaction,
    table: Table,
    what: Agreement,
    words: Callable[[Translations, str], str],
) -> None:
    """Tell the person who has withdrawn a request that it is, and let its message say so, too.
    `words` makes the sentence, from a language and the person's name."""
    bot = interaction.client
    t = language_of(bot, table)
    mine = table.seat_of(interaction.user.id)
    assert mine is not None
    said = words(t, seat_names(t, table)[mine.seat])
    if is_private(interaction):
        settle(bot, table, what, said)
        said = speaks(interaction).gettext(WITHDRAWN)
    else:
        bot.channels[table.id].requests.pop(what, None)
    view = message(text(said))
    await interaction.response.edit_message(view=view)
