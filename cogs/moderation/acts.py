"""What the moderators' buttons do with a table, and what the table is told of it. Whether somebody
may is looked at with every press and sent form."""

from collections.abc import Sequence
from functools import partial

import discord
from discord import ui

from bot.answering import language_of, speaks, tell
from bot.channels import Notice
from bot.client import TzolkinBot
from bot.leagues.games import refuse_latecomer
from bot.model.server import AuditEntry
from bot.moderation import at_tables
from bot.moderation.at_tables import Moderated
from bot.moderation.table_acts import (
    ACTS,
    DEAL_TOLD,
    CorrectResult,
    EndGame,
    ReplacePlayer,
    RewindGame,
    SeatLatecomer,
    TableAct,
    replace_player,
)
from bot.tables import Moderator, Person, Table
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press
from cogs.carry_on import answer_and_carry_on, carry_on, saying
from cogs.context import Interaction
from cogs.layout import first_lines, message, printed, row, small, text
from cogs.messages import lobby_message, turn_message
from cogs.moderation.moderators import ReasonForm, answer_words, moderator_here
from cogs.posting import post

RED = discord.ButtonStyle.danger
COMPUTER = 0
"""In a press, in place of a person's id."""


def confirmation(
    t: Translations,
    act: type[TableAct],
    lines: Sequence[str],
    verb: str,
    table: Table,
    word: str,
) -> ui.LayoutView:
    """What an act would do, with the button that asks for the reason and does it."""
    press = button(t.gettext("Do it"), verb, table.id, word=word, style=RED)
    told = small(
        t.gettext("You will be asked for a reason; the table is told, and the log keeps it.")
    )
    title = "### " + t.gettext(act.asks)
    return message(text(*first_lines([title, *lines])), row([press]), text(told))


async def answer_done(interaction: Interaction, done: Moderated) -> None:
    """Tell the moderator, then the table, and let the game go on."""
    answer = tell(interaction, answer_words(speaks(interaction), done.entry))
    if done.entry.status != "done" or not ACTS[done.entry.act].tells:
        await answer
        return
    rewound, notices = _told_of(interaction.client, interaction.user.display_name, done)
    await answer_and_carry_on(interaction, answer, done.table.id, rewound=rewound, notices=notices)


async def tell_table(bot: TzolkinBot, moderator: str, done: Moderated) -> None:
    """One line for everybody, and whatever the act needs to be played on."""
    rewound, notices = _told_of(bot, moderator, done)
    await carry_on(bot, done.table.id, rewound=rewound, notices=notices)


def _told_of(
    bot: TzolkinBot, moderator: str, done: Moderated
) -> tuple[Sequence[str], Sequence[Notice]]:
    """What the table is told of an act: the lines about a rewind, notices of all else."""
    bot.dispatch("moderated", done)
    table, act = done.table, done.entry.act
    t = language_of(bot, table)
    line = told_line(t, moderator, done.entry)
    if line is None:
        return (), ()
    if done.rewind is not None:
        lines = [line]
        if done.entry.details.get(DEAL_TOLD):
            lines.append(deal_told_line(t))
        return lines, ()
    if act == SeatLatecomer.act:
        channel = bot.channels[table.id]
        channel.told = channel.shown = None  # what was told of the old deal is nothing now
        return (), [partial(_post_lobby, bot, t, table, line)]
    if act == ReplacePlayer.act and done.entry.details["seat"] in done.waiting:
        return (), [partial(_call_newcomer, bot, t, done, line)]
    return (), [saying(bot, table, message(text(line)))]


async def _post_lobby(bot: TzolkinBot, t: Translations, table: Table, line: str) -> None:
    posted = await post(bot, table, lobby_message(t, table, notice=line))
    await bot.tables.set_message(table.id, lobby=posted.id)


async def _call_newcomer(bot: TzolkinBot, t: Translations, done: Moderated, line: str) -> None:
    table, seat = done.table, int(done.entry.details["seat"])
    game = await bot.tables.game(table.id)
    kind = game.kind_asked(seat)
    view = turn_message(t, table, game.snapshot(), [seat], lines=[line], kind=kind)
    await post(bot, table, view, pinged=[table.seats[seat].user_id])


def deal_told_line(t: Translations) -> str:
    """What everybody must know of a game that was over and is rewound."""
    return "⚠️ " + t.gettext(
        "The game was over, and the secret of its deal with it: whoever has looked can know the "
        "order of the hidden stacks."
    )


def told_line(t: Translations, moderator: str, entry: AuditEntry) -> str | None:
    """What the table is told of an act; None of a note."""
    template = ACTS[entry.act].of_details(entry.details).told()
    if not template:
        return None
    details = entry.details
    now = details.get("now", details).get("name") or ""
    return t.gettext(template).format(
        moderator=printed(moderator),
        reason=discord.utils.escape_markdown(entry.reason),
        was=printed(details.get("was", {}).get("name") or ""),
        now=printed(now),
    )


# --- the presses ---------------------------------------------------------------------------------


async def _ask_why(interaction: Interaction, table_id: int, act: TableAct) -> None:
    async def done(sent: Interaction, moderator: Moderator, reason: str) -> None:
        tables = sent.client.tables
        await answer_done(sent, await at_tables.act(tables, table_id, moderator, act, reason))

    await moderator_here(interaction)
    await interaction.response.send_modal(ReasonForm(speaks(interaction), done))


@on_press("modrewind")
async def rewind_pressed(interaction: Interaction, press: Press) -> None:
    """Rewind the game."""
    to, version = (int(part) for part in press.word.split("."))
    await _ask_why(interaction, press.table, RewindGame(to, version))


@on_press("modreplace")
async def replace_pressed(interaction: Interaction, press: Press) -> None:
    """Give a seat to somebody else."""
    seat, user_id, name = press.word.split(".", 2)
    person = None if int(user_id) == COMPUTER else Person(int(user_id), name)
    await _ask_why(interaction, press.table, replace_player(int(seat), person))


@on_press("modseat")
async def latecomer_pressed(interaction: Interaction, press: Press) -> None:
    """Seat a latecomer."""
    await refuse_latecomer(interaction.client.leagues, press.table)
    user_id, name = press.word.split(".", 1)
    await _ask_why(interaction, press.table, SeatLatecomer(int(user_id), name))


@on_press("modend")
async def end_pressed(interaction: Interaction, press: Press) -> None:
    """End the game."""
    await _ask_why(interaction, press.table, EndGame(counts=press.word == "counts"))


@on_press("modcorrect")
async def correct_pressed(interaction: Interaction, press: Press) -> None:
    """Correct the result."""
    points4 = [int(part) for part in press.word.split(".")]
    await _ask_why(interaction, press.table, CorrectResult(points4))


@on_press("modsettle")
async def settle_pressed(interaction: Interaction, press: Press) -> None:
    """Confirm or refuse what another moderator asked for."""
    entry, answer = press.word.split(".")
    moderator = await moderator_here(interaction)
    done = await at_tables.settle(
        interaction.client.tables, int(entry), moderator, confirm=answer == "confirm"
    )
    await answer_done(interaction, done)
