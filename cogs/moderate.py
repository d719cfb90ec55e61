"""The moderators' desk: /moderate. Whether somebody may is looked at with every command, press and
sent form: a button that is left over from when somebody still might does nothing."""

import csv
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.client import TzolkinBot
from bot.tables import Entry, Moderated, Moderator, Person, Refusal, Rewind, Table
from bot.text.telling import standings_lines, turn_line
from bot.text.translation import N_, Translations
from cogs.announce import (
    CannotSpeak,
    announce,
    announce_rewind,
    call,
    language_of,
    said,
    speaker_of,
)
from cogs.answers import (
    Interaction,
    board_link,
    latest_table,
    printed,
    refusals_answered,
    seat_names,
    speaks,
    tell,
)
from cogs.layout import first_lines, last_lines, message, row, small, text
from cogs.moderators import Reason, moderator_here
from cogs.presses import Press, button, on_press
from cogs.public import lobby_message, turn_message

RED = discord.ButtonStyle.danger
PAGE = 6
"""Entries of the audit log on a page."""
MOST_CHOICES, LONGEST_CHOICE = 25, 100
"""What Discord takes for a list of choices."""
MOST_POINTS_TYPED = 60
COMPUTER = 0
"""In a press, in place of a person's id."""

_NAMES: Mapping[str, str] = {
    "pause": N_("clocks stopped"),
    "resume": N_("clocks started"),
    "extend": N_("more time"),
    "rewind": N_("set back"),
    "replace": N_("seat changed"),
    "latecomer": N_("latecomer seated"),
    "end": N_("ended early"),
    "correct": N_("result corrected"),
    "note": N_("note"),
}
_STATES: Mapping[str, str] = {
    "pending": N_("waits for a second moderator"),
    "refused": N_("refused"),
}
_TOLD: Mapping[str, str] = {
    "pause": N_("{moderator} stopped the clocks: {reason}"),
    "resume": N_("{moderator} let the clocks run again: {reason}"),
    "extend": N_("{moderator} gave more time: {reason}"),
    "rewind": N_("{moderator} set the game back to an earlier turn: {reason}"),
    "replace": N_("{moderator} gave the seat of {was} to {now}: {reason}"),
    "latecomer": N_("{moderator} seated {now}, and it is dealt anew: {reason}"),
    "end": N_("{moderator} ended the game; the points so far count: {reason}"),
    "correct": N_("{moderator} corrected the result: {reason}"),
}
_CANCELLED = N_("{moderator} ended the game without a result: {reason}")


# --- asking for a reason -------------------------------------------------------------------------

Doing = Callable[[Moderator, str], Awaitable[Moderated]]


class ReasonForm(ui.Modal):
    """Asks why, and does it then."""

    def __init__(self, t: Translations, doing: Doing) -> None:
        super().__init__(title=t.gettext("Why?"), timeout=900)
        self._doing = doing
        self.reason: ui.TextInput[Any] = ui.TextInput(
            custom_id="reason", min_length=3, max_length=200
        )
        self.add_item(
            ui.Label(text=t.gettext("The reason, for the audit log"), component=self.reason)
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """The form is sent."""
        async with refusals_answered(interaction):
            moderator = await moderator_here(interaction)
            done = await self._doing(moderator, self.reason.value)
            await answer_done(interaction, done)

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override]
        """Nothing that goes wrong is left without an answer."""
        await interaction.client.answer_error(interaction, error, "a moderator's form")


def confirmation(
    t: Translations, lines: Sequence[str], verb: str, table: Table, word: str
) -> ui.LayoutView:
    """What would be done, with the button that asks for the reason and does it."""
    press = button(t.gettext("Do it"), verb, table.id, word=word, style=RED)
    told = small(
        t.gettext("You will be asked for a reason; the table is told, and the log keeps it.")
    )
    return message(text(*first_lines(lines)), row([press]), text(told))


# --- what is answered and told -------------------------------------------------------------------


async def answer_done(interaction: Interaction, done: Moderated) -> None:
    """Tell the moderator, then the table, and let the game go on."""
    t = speaks(interaction)
    if done.entry.status == "pending":
        told = t.gettext(
            "This waits until another moderator confirms it with /moderate pending: entry {number}."
        ).format(number=done.entry.id)
    elif done.entry.status == "refused":
        told = t.gettext("Refused; nothing was changed.")
    else:
        told = t.gettext("Done; the audit log has it as entry {number}.").format(
            number=done.entry.id
        )
    await tell(interaction, told)
    if done.entry.status == "done":
        await tell_table(interaction.client, interaction.user.display_name, done)


async def tell_table(bot: TzolkinBot, moderator: str, done: Moderated) -> None:
    """One line for everybody, and whatever the act needs to be played on."""
    table, act, speaker = done.table, done.entry.act, speaker_of(bot)
    t = language_of(bot, table)
    line = told_line(t, moderator, done.entry)
    if line is None:
        return
    if done.rewind is not None:
        await said(speaker, table.id, announce_rewind(speaker, done.rewind, [line]))
    elif act == "latecomer":
        speaker.told.pop(table.id, None)  # what was told of the old deal is nothing now
        await said(speaker, table.id, _post_lobby(bot, t, table, line))
    elif act == "replace" and done.entry.details["seat"] in done.waiting:
        await said(speaker, table.id, _call_newcomer(bot, t, done, line))
    else:
        await said(speaker, table.id, call(speaker, table, message(text(line))))
    turns = await bot.tables.play_computers(table.id)
    await said(speaker, table.id, announce(speaker, turns))


async def _post_lobby(bot: TzolkinBot, t: Translations, table: Table, line: str) -> None:
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        posted = await channel.send(view=lobby_message(t, table, notice=line))
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused
    await bot.tables.set_message(table.id, lobby=posted.id)


async def _call_newcomer(bot: TzolkinBot, t: Translations, done: Moderated, line: str) -> None:
    table, seat = done.table, int(done.entry.details["seat"])
    game = await bot.tables.game(table.id)
    kind = next((one.kind for one in game.pending if one.seat == seat), None)
    view = turn_message(
        t, table, game.position(), [seat], lines=[line], kind=kind, board=board_link(table)
    )
    await call(speaker_of(bot), table, view, pinged=[table.holders[seat].user_id])


def told_line(t: Translations, moderator: str, entry: Entry) -> str | None:
    """What the table is told of an act; None of a note."""
    template = _TOLD.get(entry.act)
    if entry.act == "end" and not entry.details["counts"]:
        template = _CANCELLED
    if template is None:
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


async def _ask_why(interaction: Interaction, doing: Doing) -> None:
    await moderator_here(interaction)
    await interaction.response.send_modal(ReasonForm(speaks(interaction), doing))


@on_press("modrewind")
async def rewind_pressed(interaction: Interaction, press: Press) -> None:
    """Set the game back."""
    to, version = (int(part) for part in press.word.split("."))
    tables = interaction.client.tables
    await _ask_why(interaction, lambda who, why: tables.rewind(press.table, who, to, version, why))


@on_press("modreplace")
async def replace_pressed(interaction: Interaction, press: Press) -> None:
    """Give a seat to somebody else."""
    seat, user_id, name = press.word.split(".", 2)
    person = None if int(user_id) == COMPUTER else Person(int(user_id), name)
    tables = interaction.client.tables
    await _ask_why(
        interaction,
        lambda who, why: tables.replace_player(press.table, who, int(seat), person, why),
    )


@on_press("modseat")
async def latecomer_pressed(interaction: Interaction, press: Press) -> None:
    """Seat a latecomer."""
    user_id, name = press.word.split(".", 1)
    person, tables = Person(int(user_id), name), interaction.client.tables
    await _ask_why(
        interaction, lambda who, why: tables.seat_latecomer(press.table, who, person, why)
    )


@on_press("modend")
async def end_pressed(interaction: Interaction, press: Press) -> None:
    """End the game."""
    counts, tables = press.word == "counts", interaction.client.tables
    await _ask_why(interaction, lambda who, why: tables.end(press.table, who, why, counts=counts))


@on_press("modcorrect")
async def correct_pressed(interaction: Interaction, press: Press) -> None:
    """Correct the result."""
    points4, tables = [int(part) for part in press.word.split(".")], interaction.client.tables
    await _ask_why(interaction, lambda who, why: tables.correct(press.table, who, points4, why))


@on_press("modsettle")
async def settle_pressed(interaction: Interaction, press: Press) -> None:
    """Confirm or refuse what another moderator wished."""
    entry, answer = press.word.split(".")
    moderator = await moderator_here(interaction)
    done = await interaction.client.tables.settle(
        int(entry), moderator, confirm=answer == "confirm"
    )
    await answer_done(interaction, done)


@on_press("modlog")
async def log_turned(interaction: Interaction, press: Press) -> None:
    """Another page of the audit log."""
    moderator = await moderator_here(interaction)
    view = await log_view(interaction, moderator, int(press.word))
    await interaction.response.edit_message(view=view)


@on_press("modexport")
async def log_exported(interaction: Interaction, press: Press) -> None:
    """The whole audit log as a file."""
    moderator = await moderator_here(interaction)
    entries = await interaction.client.tables.moderation_log(moderator.guild_id)
    file = discord.File(BytesIO(log_csv(entries)), filename="moderation.csv")
    told = speaks(interaction).gettext("The whole audit log, for a spreadsheet.")
    await interaction.response.send_message(told, file=file, ephemeral=True)


# --- the audit log -------------------------------------------------------------------------------


def entry_lines(t: Translations, entry: Entry) -> list[str]:
    """An entry in words: who, when, what, why."""
    head = f"**{entry.id}** · <t:{int(entry.at.timestamp())}:f> · <@{entry.user_id}> · "
    head += t.gettext(_NAMES[entry.act])
    if entry.table_id is not None:
        head += " · " + t.gettext("table {number}").format(number=entry.table_id)
    if entry.own_table:
        head += " · **" + t.gettext("at the own table") + "**"
    if entry.status in _STATES:
        head += " · " + t.gettext(_STATES[entry.status])
    if entry.settled_by is not None:
        head += " · " + t.gettext("decided by {who}").format(who=f"<@{entry.settled_by}>")
    return [head, small(discord.utils.escape_markdown(entry.reason))]


async def log_view(interaction: Interaction, moderator: Moderator, number: int) -> ui.LayoutView:
    """A page of the audit log, the newest first, with buttons to other pages and the export."""
    tables, t = interaction.client.tables, speaks(interaction)
    count = await tables.moderation_count(moderator.guild_id)
    last = max(0, (count - 1) // PAGE)
    number = min(max(number, 0), last)
    entries = await tables.moderation_log(moderator.guild_id, skip=number * PAGE, most=PAGE)
    title = t.gettext("Audit log · page {page} of {pages}").format(page=number + 1, pages=last + 1)
    lines = [line for entry in entries for line in entry_lines(t, entry)]
    turns = [
        button(t.gettext("Newer"), "modlog", 0, word=str(number - 1), disabled=number == 0),
        button(t.gettext("Older"), "modlog", 0, word=str(number + 1), disabled=number == last),
        button(t.gettext("Export"), "modexport", 0, disabled=not entries),
    ]
    words = lines or [t.gettext("Nothing has been moderated yet.")]
    return message(text(f"### {title}", *words), row(turns))


def log_csv(entries: Sequence[Entry]) -> bytes:
    """The audit log as a table for spreadsheets, the oldest first."""
    file = StringIO(newline="")
    write = csv.writer(file)
    write.writerow(
        [
            "entry", "at", "moderator", "act", "table", "own_table", "status", "settled_by",
            "settled_at", "reason",
        ]
    )  # fmt: skip
    for one in reversed(entries):
        settled_at = "" if one.settled_at is None else one.settled_at.isoformat()
        # A spreadsheet would take a cell that begins so for a formula, and people write reasons.
        reason = f"'{one.reason}" if one.reason[0] in "=+-@" else one.reason
        write.writerow(
            [
                one.id, one.at.isoformat(), one.user_id, one.act, one.table_id or "",
                "yes" if one.own_table else "no", one.status, one.settled_by or "", settled_at,
                reason,
            ]
        )  # fmt: skip
    return file.getvalue().encode("utf-8-sig")


# --- the commands --------------------------------------------------------------------------------


def rewind_lines(t: Translations, offer: Rewind) -> list[str]:
    """What setting the game back would undo."""
    names = seat_names(offer.table)
    lines = ["### " + t.gettext("Set the game back?")]
    if not offer.turns:
        return [*lines, t.gettext("Nothing is undone; the game is taken up again where it ended.")]
    undone = ["- " + turn_line(t, names, u.seat, u.before, u.steps) for u in offer.turns]
    count = t.ngettext("{n} turn is undone:", "{n} turns are undone:", len(undone))
    return [*lines, count.format(n=len(undone)), *last_lines(undone, 2500)]


def typed_points(typed: str) -> list[int]:
    """Quarters of points from "61 55.25 48". Raises Refusal for anything else."""
    try:
        found = [float(word) * 4 for word in typed.replace(",", " ").split()]
        points4 = [int(points) for points in found]
    except (ValueError, OverflowError):
        points4, found = [], []
    if not points4 or points4 != found:
        raise Refusal(
            "points-typed",
            N_("Give the points of each seat in their order, such as 61 55.25 48."),
        )
    return points4


@app_commands.guild_only()
class Moderate(
    commands.GroupCog,
    group_name=locale_str("moderate"),
    group_description=locale_str("For the moderators of this server"),
):
    """The commands of moderators."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    async def _at_once(
        self, interaction: Interaction, doing: Callable[[int, Moderator], Awaitable[Moderated]]
    ) -> None:
        async with refusals_answered(interaction):
            moderator = await moderator_here(interaction)
            table = await latest_table(interaction)
            await answer_done(interaction, await doing(table.id, moderator))

    async def _confirmed(
        self,
        interaction: Interaction,
        prepared: Callable[
            [Translations, Moderator, Table], Awaitable[tuple[Sequence[str], str, str]]
        ],
    ) -> None:
        """Show what would be done; `prepared` gives its lines, the verb and word of the button."""
        async with refusals_answered(interaction):
            moderator, t = await moderator_here(interaction), speaks(interaction)
            table = await latest_table(interaction)
            lines, verb, word = await prepared(t, moderator, table)
            view = confirmation(t, lines, verb, table, word)
            await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name=locale_str("pause"), description=locale_str("Stop the clocks of this table")
    )
    @app_commands.describe(reason=locale_str("why; the audit log keeps it"))
    async def pause(self, interaction: Interaction, reason: Reason) -> None:
        """Stop the clocks."""
        await self._at_once(interaction, lambda id, who: self.bot.tables.pause(id, who, reason))

    @app_commands.command(
        name=locale_str("resume"), description=locale_str("Let the clocks run again")
    )
    @app_commands.describe(reason=locale_str("why; the audit log keeps it"))
    async def resume(self, interaction: Interaction, reason: Reason) -> None:
        """Let them run again."""
        await self._at_once(interaction, lambda id, who: self.bot.tables.resume(id, who, reason))

    @app_commands.command(name=locale_str("extend"), description=locale_str("Give more time"))
    @app_commands.describe(
        hours=locale_str("how many hours"),
        reason=locale_str("why; the audit log keeps it"),
        seat=locale_str("whose clock; without it everybody's"),
    )
    async def extend(
        self,
        interaction: Interaction,
        hours: app_commands.Range[int, 1, 1440],
        reason: Reason,
        seat: app_commands.Range[int, 1, 5] | None = None,
    ) -> None:
        """Give more time."""
        index, by = None if seat is None else seat - 1, timedelta(hours=hours)
        await self._at_once(
            interaction, lambda id, who: self.bot.tables.extend(id, who, index, by, reason)
        )

    @app_commands.command(
        name=locale_str("note"), description=locale_str("Write something into the audit log")
    )
    @app_commands.describe(reason=locale_str("what the audit log keeps"))
    async def note(self, interaction: Interaction, reason: Reason) -> None:
        """Nothing but an entry."""
        await self._at_once(interaction, lambda id, who: self.bot.tables.note(id, who, reason))

    @app_commands.command(
        name=locale_str("rewind"), description=locale_str("Set the game back to an earlier turn")
    )
    @app_commands.describe(turn=locale_str("the first turn to be undone"))
    async def rewind(self, interaction: Interaction, turn: app_commands.Range[str, 1, 100]) -> None:
        """Show what would be undone."""

        async def prepared(
            t: Translations, moderator: Moderator, table: Table
        ) -> tuple[Sequence[str], str, str]:
            # Who types instead of choosing is told that no turn begins there.
            to = int(turn) if turn.isascii() and turn.isdecimal() else -1
            offer = await self.bot.tables.rewind_preview(table.id, moderator, to)
            return rewind_lines(t, offer), "modrewind", f"{to}.{offer.table.version}"

        await self._confirmed(interaction, prepared)

    @rewind.autocomplete("turn")
    async def turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The turns there are, the newest first; nothing for who is no moderator."""
        try:
            await moderator_here(interaction)
            table = await latest_table(interaction)
            turns = await self.bot.tables.all_turns(table.id)
        except Refusal:
            return []
        t, names = speaks(interaction), [holder.name for holder in table.holders]
        choices = []
        for turn in reversed(turns):
            what = turn_line(t, names, turn.seat, turn.before, turn.steps).replace("*", "")
            label = t.gettext("Round {round}: {what}").format(round=turn.before["round"], what=what)
            if typed.casefold() in label.casefold():
                value = str(turn.table.version - len(turn.actions))
                choices.append(app_commands.Choice(name=label[:LONGEST_CHOICE], value=value))
        return choices[:MOST_CHOICES]

    @app_commands.command(
        name=locale_str("replace"), description=locale_str("Give a seat to somebody else")
    )
    @app_commands.describe(
        seat=locale_str("which seat, in playing order"),
        player=locale_str("who takes it; without it a computer"),
    )
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 5],
        player: discord.Member | None = None,
    ) -> None:
        """Show who would go and who would come."""

        async def prepared(
            t: Translations, moderator: Moderator, table: Table
        ) -> tuple[Sequence[str], str, str]:
            if seat > len(table.holders):
                raise Refusal(
                    "no-seat", N_("There is no such seat; choose one of those at the table.")
                )
            came = t.gettext("a computer") if player is None else printed(_person(player).name)
            lines = [
                "### " + t.gettext("Change who sits there?"),
                t.gettext("{was} leaves the seat, {now} takes it.").format(
                    was=seat_names(table)[seat - 1], now=came
                ),
                t.gettext("What was prepared or planned is dropped; the clock begins anew."),
            ]
            who = f"{COMPUTER}." if player is None else _word_of(_person(player))
            return lines, "modreplace", f"{seat - 1}.{who}"

        await self._confirmed(interaction, prepared)

    @app_commands.command(
        name=locale_str("latecomer"),
        description=locale_str("Seat one person more before the first round"),
    )
    @app_commands.describe(player=locale_str("who comes late"))
    async def latecomer(self, interaction: Interaction, player: discord.Member) -> None:
        """Show that it needs a new deal."""

        async def prepared(
            t: Translations, moderator: Moderator, table: Table
        ) -> tuple[Sequence[str], str, str]:
            lines = [
                "### " + t.gettext("Seat a latecomer?"),
                t.gettext(
                    "The deal depends on how many play, so it must be dealt anew: the table goes "
                    "back to its lobby with {name}, and what was chosen is undone."
                ).format(name=printed(_person(player).name)),
            ]
            return lines, "modseat", _word_of(_person(player))

        await self._confirmed(interaction, prepared)

    @app_commands.command(name=locale_str("end"), description=locale_str("End the game early"))
    @app_commands.describe(counts=locale_str("whether the points so far are the result"))
    async def end(self, interaction: Interaction, counts: bool) -> None:
        """Show what the result would be."""

        async def prepared(
            t: Translations, moderator: Moderator, table: Table
        ) -> tuple[Sequence[str], str, str]:
            lines = ["### " + t.gettext("End the game now?")]
            if counts:
                standings = (await self.bot.tables.game(table.id)).standings()
                lines += standings_lines(t, seat_names(table), standings)
            else:
                lines.append(t.gettext("It does not count for anybody."))
            return lines, "modend", "counts" if counts else "void"

        await self._confirmed(interaction, prepared)

    @app_commands.command(
        name=locale_str("correct"), description=locale_str("Correct the result of a game")
    )
    @app_commands.describe(points=locale_str("the points of each seat in their order: 61 55.25 48"))
    async def correct(
        self, interaction: Interaction, points: app_commands.Range[str, 1, MOST_POINTS_TYPED]
    ) -> None:
        """Show the result as it is and as it would be."""

        async def prepared(
            t: Translations, moderator: Moderator, table: Table
        ) -> tuple[Sequence[str], str, str]:
            points4, names = typed_points(points), seat_names(table)
            if len(points4) != len(names):
                raise Refusal(
                    "points-typed",
                    N_("Give the points of each seat in their order, such as 61 55.25 48."),
                )
            lines = ["### " + t.gettext("Correct the result?")]
            lines += [
                t.gettext("{name}: {points} points").format(name=name, points=f"{each / 4:g}")
                for name, each in zip(names, points4, strict=True)
            ]
            lines.append(t.gettext("What the game itself came to is kept beside it."))
            return lines, "modcorrect", ".".join(str(each) for each in points4)

        await self._confirmed(interaction, prepared)

    @app_commands.command(
        name=locale_str("pending"),
        description=locale_str("What waits for a second moderator"),
    )
    async def pending(self, interaction: Interaction) -> None:
        """The oldest few, each with its buttons."""
        async with refusals_answered(interaction):
            moderator, t = await moderator_here(interaction), speaks(interaction)
            waiting = await self.bot.tables.moderation_pending(moderator.guild_id)
            parts = [text("### " + t.gettext("Waiting for a second moderator"))]
            for entry in waiting[::-1][:5]:
                word, table_id = f"{entry.id}.", entry.table_id or 0
                parts.append(text(*entry_lines(t, entry)))
                parts.append(
                    row(
                        [
                            button(
                                t.gettext("Confirm"), "modsettle", table_id, word=f"{word}confirm"
                            ),
                            button(
                                t.gettext("Refuse"), "modsettle", table_id, word=f"{word}refuse"
                            ),
                        ]
                    )
                )
            if not waiting:
                parts.append(text(t.gettext("Nothing waits.")))
            await interaction.response.send_message(view=message(*parts), ephemeral=True)

    @app_commands.command(
        name=locale_str("log"), description=locale_str("What moderators did: who, when, why")
    )
    async def log(self, interaction: Interaction) -> None:
        """The newest page, privately."""
        async with refusals_answered(interaction):
            moderator = await moderator_here(interaction)
            view = await log_view(interaction, moderator, 0)
            await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name=locale_str("setup"),
        description=locale_str("Who moderates here, for people who manage the server"),
    )
    @app_commands.describe(
        role=locale_str("a role to be made moderators, or not any more"),
        second=locale_str("whether a second moderator confirms what changes a result"),
    )
    async def setup_moderators(
        self,
        interaction: Interaction,
        role: discord.Role | None = None,
        second: bool | None = None,
    ) -> None:
        """Name moderators."""
        async with refusals_answered(interaction):
            if interaction.guild_id is None or not interaction.permissions.manage_guild:
                raise Refusal(
                    "not-manager",
                    N_("Only people who may manage this server can name moderators; ask one."),
                )
            t, server = speaks(interaction), interaction.guild_id
            chosen = await self.bot.tables.server_settings(server)
            roles = set(chosen.moderator_roles)
            if role is not None:
                roles ^= {role.id}
            second = chosen.second_moderator if second is None else second
            chosen = replace(chosen, moderator_roles=tuple(sorted(roles)), second_moderator=second)
            await self.bot.tables.set_server_settings(server, chosen)
            if chosen.moderator_roles:
                named = ", ".join(f"<@&{one}>" for one in chosen.moderator_roles)
                who = t.gettext("Moderators: {roles}").format(roles=named)
            else:
                who = t.gettext("Moderators: everybody who may manage this server")
            if chosen.second_moderator:
                confirmed = t.gettext("What changes a result waits for a second moderator.")
            else:
                confirmed = t.gettext("One moderator alone may change a result.")
            view = message(text(who, confirmed))
            await interaction.response.send_message(view=view, ephemeral=True)


def _person(member: discord.Member) -> Person:
    """Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("a-bot", N_("A bot cannot sit at the table; name a person."))
    return Person(member.id, member.display_name)


def _word_of(person: Person) -> str:
    return f"{person.id}.{person.name}"


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Moderate(bot))
