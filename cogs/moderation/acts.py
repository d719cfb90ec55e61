"""Moderators' acts at a table: /moderate with the page of all they can do, previews of acts, and
the buttons that do them. Every command, press and sent form checks again that the person is a
moderator, so that buttons of former moderators do nothing."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues.acting import season_act_for, stake_of
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
from bot.tables import Moderator, Person, Rewind, Table, computers, looking_back
from bot.text.answer_preview import shortened
from bot.text.audit import TIME_WAS_OVER
from bot.text.names import points as points_words
from bot.text.points import standings_lines
from bot.text.translation import Translations
from bot.text.turns import turn_line
from bot.text.typed import typed_count
from cogs.client import BotCog
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import (
    RED,
    Press,
    as_number,
    button,
    menu_ids,
    old_button,
    on_press,
    reason_form,
    reason_of,
    select,
    work_on,
)
from cogs.kit.context import Interaction, Stands, name_of
from cogs.kit.layout import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    first_lines,
    kept_text,
    last_lines,
    message,
    option,
    printed,
    row,
    small,
    text,
    text_kept,
)
from cogs.kit.members import (
    a_player,
    answer_words,
    moderator_here,
    plain_names,
    remember_name,
    seat_names,
)
from cogs.kit.pages import SEASON_PROPOSALS
from cogs.moderation.audit_log import log_view
from cogs.moderation.second import call_for_requests, decided, take_call_back
from cogs.moderation.set_up import set_up
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.notices import deal_told_line

BY_COMPUTER = 0
"""Stands in a press for a person's id: a computer."""
MORE_SECONDS = 24 * 3600
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
    remember_name(bot, done.entry.guild_id, interaction.user.id, name_of(interaction.user))
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


@on_press(Stands.AT_THE_SERVER)
async def modrewind(interaction: Interaction, press: Press) -> None:
    """Rewind the game."""
    to, version = press.numbers(2)
    await _ask_why(interaction, press, RewindGame(to, version))


@on_press(Stands.AT_THE_SERVER)
async def modreplace(interaction: Interaction, press: Press) -> None:
    """Give a seat to somebody else."""
    seat, user_id, name = press.parts(3)
    number = as_number(user_id)
    person = None if number == BY_COMPUTER else Person(number, name)
    await _ask_why(interaction, press, replace_player(as_number(seat), person))


@on_press(Stands.AT_THE_SERVER)
async def modseat(interaction: Interaction, press: Press) -> None:
    """Seat a latecomer."""
    await refuse_latecomer(interaction.client.leagues, press.table)
    user_id, name = press.parts(2)
    await _ask_why(interaction, press, SeatLatecomer(as_number(user_id), name))


@on_press(Stands.AT_THE_SERVER)
async def modend(interaction: Interaction, press: Press) -> None:
    """End the game."""
    await _ask_why(interaction, press, EndGame(counts=press.word == "counts"))


@on_press(Stands.AT_THE_SERVER)
async def modcorrect(interaction: Interaction, press: Press) -> None:
    """Correct the result."""
    points4 = press.numbers()
    await _ask_why(interaction, press, CorrectResult(points4))


@on_press(Stands.AT_THE_SERVER)
async def modsettle(interaction: Interaction, press: Press) -> None:
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


@on_press(Stands.AT_THE_SERVER)
async def outcomputer(interaction: Interaction, press: Press) -> None:
    """Let a computer take the turn that is due."""
    moderator, table, seat = await asked_at(interaction, press)
    await interaction.response.defer(ephemeral=True, thinking=True)
    done = await do_at_table(interaction, table.id, moderator, PlayTurn(seat), TIME_WAS_OVER)
    await answer_done(interaction, done)


@on_press(Stands.AT_THE_SERVER)
async def outmore(interaction: Interaction, press: Press) -> None:
    """Give the seat another day."""
    moderator, table, seat = await asked_at(interaction, press)
    act = ExtendTime(seat, MORE_SECONDS)
    done = await do_at_table(interaction, table.id, moderator, act, TIME_WAS_OVER)
    await answer_done(interaction, done)


@on_press(Stands.AT_THE_SERVER)
async def outreplace(interaction: Interaction, press: Press) -> None:
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


@on_press(Stands.AT_THE_SERVER)
async def outperson(interaction: Interaction, press: Press) -> None:
    """Show what it means that the chosen person takes the seat."""
    assert interaction.guild is not None
    try:
        member = await interaction.guild.fetch_member(press.number_chosen)
    except discord.NotFound:
        raise Refusal("left", "This person has left the server; choose somebody else.") from None
    await _who_replaces(interaction, press, a_player(member))


@on_press(Stands.AT_THE_SERVER)
async def outforgood(interaction: Interaction, press: Press) -> None:
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
    word = f"{seat}." + (f"{BY_COMPUTER}." if person is None else word_of(person))
    lines = replacing_lines(t, table, seat, person)
    view = confirmation(t, ReplacePlayer, lines, "modreplace", table, word, reason)
    if in_place:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


def word_of(person: Person) -> str:
    """Write a person into the word of a press, which ends with it."""
    return f"{person.id}.{person.name}"


# --- /moderate, and previews ----------------------------------------------------------------------


def rewind_lines(t: Translations, offer: Rewind) -> list[str]:
    """Lines about what rewinding the game would undo."""
    names = seat_names(t, offer.table)
    lines = []
    if offer.table.status == "finished":
        lines.append(deal_told_line(t))
    if not offer.turns:
        return [*lines, t.gettext("Nothing is undone; the game continues where it ended.")]
    undone = ["- " + turn_line(t, names, u.seat, u.steps) for u in offer.turns]
    # Translators: above a list of turns
    count = t.ngettext("{n} turn is undone:", "{n} turns are undone:", len(undone))
    return [*lines, count.format(n=len(undone)), *last_lines(undone, 2500)]


@app_commands.guild_only()
class Moderate(
    BotCog,
    commands.GroupCog,
    group_name="moderate",
    # Translators: description of the command /moderate, at most 100 characters
    group_description=locale_str("For the moderators of this server"),
):
    """Moderators' commands: the page with all they can do, the log, and who they are."""

    # Translators: description of the command /moderate log, at most 100 characters
    @app_commands.command(name="log", description=locale_str("What moderators did: who, when, why"))
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page of the audit log privately."""
        moderator = await moderator_here(interaction)
        view = await log_view(interaction, moderator, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name="page",
        # Translators: description of the command /moderate page, at most 100 characters
        description=locale_str("Everything moderators can do here, and what is waiting for them"),
    )
    async def page(self, interaction: Interaction) -> None:
        """Show what the button Moderate shows, for what this channel is about."""
        await work_on(interaction, Press("moderate", 0, "", ""))

    @app_commands.command(
        name="setup",
        # Translators: description of the command /moderate setup, at most 100 characters
        description=locale_str("Who moderates here, for people who manage the server"),
    )
    @app_commands.describe(
        # Translators: description of an option of /moderate setup, at most 100 characters
        role=locale_str("A role to add to the moderators, or to remove"),
        # Translators: description of an option of /moderate setup, at most 100 characters
        second=locale_str("Whether a second moderator confirms what changes a result"),
        # Translators: description of an option of /moderate setup, at most 100 characters
        channel=locale_str("Where moderators are notified, such as when somebody runs out of time"),
    )
    async def setup_moderators(
        self,
        interaction: Interaction,
        role: discord.Role | None = None,
        second: bool | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Set who moderates, whether a second moderator must confirm, and where they are called."""
        view = await set_up(
            interaction,
            role=None if role is None else str(role.id),
            second=None if second is None else "on" if second else "off",
            channel=None if channel is None else str(channel.id),
        )
        await interaction.response.send_message(view=view, ephemeral=True)


async def turns_of(interaction: Interaction, table: Table) -> list[tuple[int, str, str]]:
    """The turns to which the game can be rewound, newest first: the round, what `show_rewind`
    takes, and the turn in words."""
    t, names = speaks(interaction), plain_names(speaks(interaction), table)
    turns = await looking_back.all_turns(await interaction.client.tables.read(table))
    found = []
    for turn in reversed(turns):
        what = turn_line(t, names, turn.seat, turn.steps).replace("*", "")
        number = turn.before.round
        # Translators: in a menu, at most 100 characters with what fills it: a turn, “Ada: 2 workers
        # on Tikal”
        label = t.gettext("Round {round}: {what}").format(round=number, what=what)
        version = str(turn.table.version - len(turn.actions))
        found.append((number, version, shortened(label, LONGEST_CHOICE)))
    return found


async def show_earlier_turns(
    interaction: Interaction, table: Table, reason: str, number: int | None = None
) -> None:
    """Ask for the round to which the game is rewound, or for one of the turns of round `number`."""
    t, turns = speaks(interaction), await turns_of(interaction, table)
    if number is None:
        rounds = dict.fromkeys(each for each, _, _ in turns)
        # Translators: in a menu: a round of a game
        options = [option(t.gettext("Round {round}").format(round=n), str(n)) for n in rounds]
        word = "round"
    else:
        options = [option(label, value) for each, value, label in turns if each == number]
        word = "turn"
    if not options:
        raise old_button()
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("The first turn to be undone")
    # Those that are left out are in the menu from which this one was opened.
    menu = select(options[-MOST_CHOICES:], "modturns", table.id, word=word, placeholder=placeholder)
    view = message(row([menu]), kept_text(reason))
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press(Stands.AT_THE_SERVER)
async def modturns(interaction: Interaction, press: Press) -> None:
    """Show the turns of the chosen round, or preview the rewind to the chosen turn."""
    moderator = await moderator_here(interaction)
    table = await interaction.client.tables.table(press.table)
    at_tables.must_belong(table, moderator)
    reason = text_kept(interaction.message)
    if press.word == "round":
        await show_earlier_turns(interaction, table, reason, press.number_chosen)
    else:
        await show_rewind(interaction, moderator, table, press.value, reason)


async def show_rewind(
    interaction: Interaction, moderator: Moderator, table: Table, turn: str, reason: str | None
) -> None:
    """Preview the turns that would be undone, from `turn` on, as `turns_of` names it."""
    # An old form gets the refusal `no-such-turn`.
    typed = typed_count(turn)
    to = -1 if typed is None else typed
    offer = await at_tables.rewind_preview(interaction.client.tables, table.id, moderator, to)
    t = speaks(interaction)
    view = confirmation(
        t, RewindGame, rewind_lines(t, offer), "modrewind", table,
        f"{to}.{offer.table.version}", reason,
    )  # fmt: skip
    await interaction.response.send_message(view=view, ephemeral=True)


async def show_latecomer(
    interaction: Interaction, table: Table, player: discord.Member, reason: str | None
) -> None:
    """Preview the seating of a latecomer, which requires a new deal."""
    await refuse_latecomer(interaction.client.leagues, table.id)
    t, person = speaks(interaction), a_player(player)
    lines = [
        t.gettext(
            "The deal depends on the number of players, so the game is dealt again: the table "
            "returns to its lobby with {name}, and everybody chooses again."
        ).format(name=printed(person.name)),
    ]
    view = confirmation(t, SeatLatecomer, lines, "modseat", table, word_of(person), reason)
    await interaction.response.send_message(view=view, ephemeral=True)


async def show_end(
    interaction: Interaction, table: Table, counts: bool, reason: str | None
) -> None:
    """Preview the end of the game with its result, or without one."""
    t = speaks(interaction)
    if counts:
        played = (await interaction.client.tables.game(table.id)).standings()
        lines = standings_lines(t, seat_names(t, table), played)
    else:
        lines = [t.gettext("It counts for nobody.")]
    word = "counts" if counts else "void"
    view = confirmation(t, EndGame, lines, "modend", table, word, reason)
    await interaction.response.send_message(view=view, ephemeral=True)


async def points_known(interaction: Interaction, table: Table) -> list[int] | None:
    """The points of each seat in quarters, once the game has a result."""
    result = await looking_back.result(await interaction.client.tables.read(table))
    by_seat = {} if result is None else {r["seat"]: r["points4"] for r in result.standings}
    return [by_seat[one.seat] for one in table.seats] if by_seat else None


def correction_lines(t: Translations, table: Table, points4: Sequence[int]) -> list[str]:
    """Lines about a game's result with these points, in quarters."""
    lines = [
        # Translators: a player and the points: “Ada: 55½ points”
        t.gettext("{name}: {points}").format(name=name, points=points_words(t, each))
        for name, each in zip(seat_names(t, table), points4, strict=True)
    ]
    return [*lines, t.gettext("The game's own result is kept as well.")]


async def show_correction(
    interaction: Interaction,
    moderator: Moderator,
    table: Table,
    points4: Sequence[int],
    reason: str | None,
) -> None:
    """Preview the correction of a game's result, by points in quarters."""
    t = speaks(interaction)
    act = CorrectResult(list(points4))
    if await proposed_in_season(interaction, moderator, table, act, reason or None):
        return
    lines = correction_lines(t, table, points4)
    word = ".".join(str(each) for each in points4)
    view = confirmation(t, CorrectResult, lines, "modcorrect", table, word, reason or None)
    await interaction.response.send_message(view=view, ephemeral=True)
