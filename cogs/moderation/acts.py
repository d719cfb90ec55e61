"""The buttons of moderators' acts at a table. Every press and sent form checks again that the
person is a moderator."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.leagues.acts.acting import season_act_for, stake_of
from bot.leagues.games import refuse_latecomer
from bot.moderation import at_tables
from bot.moderation.at_tables import Moderated
from bot.moderation.table_acts import (
    ACTS,
    CorrectResult,
    EndGame,
    ExtendTime,
    PlayTurn,
    ReplacePlayer,
    RewindGame,
    SeatLatecomer,
    TableAct,
    no_such_seat,
    replace_player,
    turn_gone,
)
from bot.refusal import Refusal
from bot.tables import Moderator, Person, Table, computers
from bot.text.audit import TIME_WAS_OVER
from bot.text.translation import Translations
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import RED, Press, as_number, button, menu_ids, on_press
from cogs.kit.context import Interaction, name_of
from cogs.kit.contributed import SEASON_PROPOSALS
from cogs.kit.forms import reason_form, reason_of
from cogs.kit.layout import (
    first_lines,
    kept_text,
    message,
    printed,
    row,
    small,
    text,
    text_kept,
)
from cogs.kit.moderators import (
    a_player,
    answer_words,
    moderator_here,
)
from cogs.kit.names import remember, seat_names
from cogs.kit.places import Stands
from cogs.moderation.second import call_for_requests, decided, take_call_back
from cogs.telling.carry_on import answer_and_carry_on

COMPUTER = 0
"""Stands in a press for a person's id: a computer."""
MORE = 24 * 3600
"""Seconds given by one press."""


def confirmation(
    t: Translations,
    act: type[TableAct],
    lines: Sequence[str],
    verb: str,
    table: Table,
    word: str,
    reason: str | None = None,
) -> ui.LayoutView:
    """The preview of an act, with the button that does it. Without a `reason` the button asks for
    one first."""
    press = button(t.gettext("Confirm"), verb, table.id, word=word, style=RED)
    if reason:
        # Translators: the reason follows in a line of its own
        after = t.gettext("This goes to the table and the audit log, with your reason:")
    else:
        after = t.gettext(
            "You will be asked for a reason; it is posted at the table and saved in the audit log."
        )
    title = "### " + t.gettext(act.asks)
    return message(
        text(*first_lines([title, *lines])),
        row([press]),
        text(small(after)),
        kept_text(reason) if reason else None,
    )


def replacing_lines(t: Translations, table: Table, seat: int, person: Person | None) -> list[str]:
    """Lines about what it means that a person, or a computer (None), takes a seat."""
    came = t.gettext("a computer") if person is None else printed(person.name)
    return [
        # Translators: {was} and {now} are names, or “a computer”
        t.gettext("{was} leaves the seat, {now} takes it.").format(
            was=seat_names(t, table)[seat], now=came
        ),
        t.gettext("Prepared and planned turns are discarded; the clock starts again."),
    ]


async def answer_done(interaction: Interaction, done: Moderated) -> None:
    """Answer the moderator, and let the game go on."""
    answer = tell(interaction, answer_words(speaks(interaction), done.entry))
    if done.entry.status == "done" and done.entry.act == PlayTurn.act:
        tables, seat = interaction.client.tables, done.entry.details["seat"]
        turns = await computers.time_over(tables, done.table.id, seat, ordered=True)
        interaction.client.dispatch("table_changed", done.table.id)
        await answer_and_carry_on(interaction, answer, done.table.id, turns)
        return
    if done.entry.status == "pending":
        await answer
        await call_for_requests(interaction.client)
        return
    if done.entry.status != "done" or not ACTS[done.entry.act].tells:
        await answer
        return
    bot = interaction.client
    remember(bot, done.entry.guild_id, interaction.user.id, name_of(interaction.user))
    await answer_and_carry_on(interaction, answer, done.table.id)


async def do_at_table(
    interaction: Interaction, table_id: int, moderator: Moderator, act: TableAct, reason: str
) -> Moderated:
    """Do an act at a table, or request it if the table's season wants a second moderator."""
    bot = interaction.client
    stake = await stake_of(bot.leagues, table_id)
    return await at_tables.act(bot.tables, table_id, moderator, act, reason, stake)


async def proposed_in_season(
    interaction: Interaction,
    moderator: Moderator,
    table: Table,
    act: TableAct,
    reason: str | None = None,
) -> bool:
    """At a league's table, answer with the preview of the season's act in place of this one. False
    where the act is the table's own."""
    found = await season_act_for(interaction.client.leagues, table, act)
    if found is None:
        return False
    for propose in SEASON_PROPOSALS:
        await propose(interaction, moderator, *found, reason)
    return True


# --- the presses ---------------------------------------------------------------------------------


async def _ask_why(interaction: Interaction, press: Press, act: TableAct) -> None:
    """Do an act for the reason that was typed or that the message keeps; without one ask for it."""
    moderator = await moderator_here(interaction)
    reason = reason_of(press) or text_kept(interaction.message)
    if not reason:
        await interaction.response.send_modal(reason_form(speaks(interaction), press))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_done(
        interaction, await do_at_table(interaction, press.table, moderator, act, reason)
    )


@on_press("modrewind", Stands.AT_THE_SERVER)
async def rewind_pressed(interaction: Interaction, press: Press) -> None:
    """Rewind the game."""
    to, version = press.numbers(2)
    await _ask_why(interaction, press, RewindGame(to, version))


@on_press("modreplace", Stands.AT_THE_SERVER)
async def replace_pressed(interaction: Interaction, press: Press) -> None:
    """Give a seat to somebody else."""
    seat, user_id, name = press.parts(3)
    number = as_number(user_id)
    person = None if number == COMPUTER else Person(number, name)
    await _ask_why(interaction, press, replace_player(as_number(seat), person))


@on_press("modseat", Stands.AT_THE_SERVER)
async def latecomer_pressed(interaction: Interaction, press: Press) -> None:
    """Seat a latecomer."""
    await refuse_latecomer(interaction.client.leagues, press.table)
    user_id, name = press.parts(2)
    await _ask_why(interaction, press, SeatLatecomer(as_number(user_id), name))


@on_press("modend", Stands.AT_THE_SERVER)
async def end_pressed(interaction: Interaction, press: Press) -> None:
    """End the game."""
    await _ask_why(interaction, press, EndGame(counts=press.word == "counts"))


@on_press("modcorrect", Stands.AT_THE_SERVER)
async def correct_pressed(interaction: Interaction, press: Press) -> None:
    """Correct the result."""
    points4 = press.numbers()
    await _ask_why(interaction, press, CorrectResult(points4))


@on_press("modsettle", Stands.AT_THE_SERVER)
async def settle_pressed(interaction: Interaction, press: Press) -> None:
    """Confirm or reject what another moderator requested."""
    request, moderator, confirm = await decided(interaction, press)
    bot = interaction.client
    stake = None if request.table_id is None else await stake_of(bot.leagues, request.table_id)
    done = await at_tables.settle(bot.tables, request.id, moderator, confirm=confirm, stake=stake)
    await answer_done(interaction, done)
    await take_call_back(bot, done.entry)


# --- the call of the moderators after somebody's time has run out ---------------------------------


async def asked_at(interaction: Interaction, press: Press) -> tuple[Moderator, Table, int]:
    """The moderator, the table and the seat of a press. Raises Refusal if the seat has moved."""
    moderator = await moderator_here(interaction)
    seat, version = press.numbers(2)
    opened = await interaction.client.tables.read(press.table)
    at_tables.must_belong(opened.table, moderator)
    if opened.table.version != version or seat not in opened.waiting:
        raise turn_gone()
    return moderator, opened.table, seat


@on_press("outcomputer", Stands.AT_THE_SERVER)
async def computer_pressed(interaction: Interaction, press: Press) -> None:
    """Let a computer take the turn that is due."""
    moderator, table, seat = await asked_at(interaction, press)
    await interaction.response.defer(ephemeral=True, thinking=True)
    done = await do_at_table(interaction, table.id, moderator, PlayTurn(seat), TIME_WAS_OVER)
    await answer_done(interaction, done)


@on_press("outmore", Stands.AT_THE_SERVER)
async def more_pressed(interaction: Interaction, press: Press) -> None:
    """Give the seat another day."""
    moderator, table, seat = await asked_at(interaction, press)
    act = ExtendTime(seat, MORE)
    done = await do_at_table(interaction, table.id, moderator, act, TIME_WAS_OVER)
    await answer_done(interaction, done)


@on_press("outreplace", Stands.AT_THE_SERVER)
async def who_plays_on(interaction: Interaction, press: Press) -> None:
    """Ask who takes the seat: a person from the menu, or a computer."""
    _, table, seat = await asked_at(interaction, press)
    t = speaks(interaction)
    menu: ui.UserSelect[Any] = ui.UserSelect(
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        placeholder=t.gettext("Who takes over?"),
        **menu_ids("outperson", table.id, word=press.word),
    )
    words = t.gettext("Who takes over from {name}?").format(name=seat_names(t, table)[seat])
    # Translators: button, at most 34 characters: a computer takes the seat
    computer = button(t.gettext("A computer"), "outforgood", table.id, word=press.word)
    view = message(text(words), row([menu]), row([computer]))
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("outperson", Stands.AT_THE_SERVER)
async def person_chosen(interaction: Interaction, press: Press) -> None:
    """Show what it means that the chosen person takes the seat."""
    assert interaction.guild is not None
    try:
        member = await interaction.guild.fetch_member(press.number_chosen)
    except discord.NotFound:
        raise Refusal("left", "This person has left the server; choose somebody else.") from None
    await _who_replaces(interaction, press, a_player(member))


@on_press("outforgood", Stands.AT_THE_SERVER)
async def computer_chosen(interaction: Interaction, press: Press) -> None:
    """Show what it means that a computer takes the seat."""
    await _who_replaces(interaction, press, None)


async def _who_replaces(interaction: Interaction, press: Press, person: Person | None) -> None:
    moderator, table, seat = await asked_at(interaction, press)
    reason = speaks(interaction).gettext(TIME_WAS_OVER)
    await show_replacing(interaction, moderator, table, seat, person, reason, in_place=True)


async def show_replacing(
    interaction: Interaction,
    moderator: Moderator,
    table: Table,
    seat: int,
    person: Person | None,
    reason: str | None,
    *,
    in_place: bool = False,
) -> None:
    """Preview who would leave the seat, and who would take it: a computer for None. At a league's
    table that is the season's act. `in_place`, it takes the place of the message pressed."""
    if not 0 <= seat < len(table.seats):
        raise no_such_seat()
    t, act = speaks(interaction), replace_player(seat, person)
    if await proposed_in_season(interaction, moderator, table, act, reason):
        return
    word = f"{seat}." + (f"{COMPUTER}." if person is None else word_of(person))
    lines = replacing_lines(t, table, seat, person)
    view = confirmation(t, ReplacePlayer, lines, "modreplace", table, word, reason)
    if in_place:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


def word_of(person: Person) -> str:
    """Write a person into the word of a press, which ends with it."""
    return f"{person.id}.{person.name}"
