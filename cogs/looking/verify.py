"""/verify: checks whether the deal of a finished game was fair, and gives its record as a file."""

from io import BytesIO

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.notation.records import Record, from_json, to_json
from bot.process.long_work import in_thread
from bot.tables import Revealed, Table, records
from bot.tables.fair_deal import join_of_person
from bot.tables.verifying import Check, checks, verdict, verdict_words
from bot.text.happenings import sealed_line
from bot.text.league_news import shared_seal
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, ask_for_much, latest_table
from cogs.kit.late_answers import fill
from cogs.kit.layout import first_lines, message, printed, small, text

SIGNS = {True: "✅", False: "❌", None: "▫️"}


def _looked_into(record: Record) -> tuple[bytes, list[Check]]:
    """The file of a record, and the checks made by reading it back."""
    file = to_json(record).encode()
    return file, checks(from_json(file))


def sits_there(table: Table, record: Record, user_id: int) -> bool:
    """Whether a person sat at the table when the deal was sealed, or sits there now."""
    sealed = record.sealed
    joined = join_of_person(sealed.commitment, user_id) in sealed.joined
    return joined or table.seat_of(user_id) is not None


def verify_view(
    t: Translations, record: Record, found: list[Check], filename: str | None
) -> ui.LayoutView:
    """The message with all checks, the verdict, and the file for those who may have it."""
    lines = [f"{SIGNS[check.holds]} {_told(t, check)}" for check in found]
    if filename is None:
        last = t.gettext("This game's players get the whole record as a file here.")
    else:
        # Translators: {command}: a command for a terminal.
        last = t.gettext(
            "The file holds everything; the bot's host can read it back with {command}."
        ).format(command=f"`python -m bot check {filename}`")
    return message(
        text("### " + verdict_words(t, verdict(found)), *first_lines(lines)),
        ui.File(f"attachment://{filename}") if filename else None,
        text(small(last)),
    )


def _told(t: Translations, check: Check) -> str:
    """A check in words, with names in bold and sums as code."""
    dressed = {
        key: printed(value) if key == "name" else f"`{value}`"
        for key, value in check.params.items()
        if isinstance(value, str)
    }
    return Check(check.holds, check.template, {**check.params, **dressed}).words(t)


@on_press("record")
async def record_pressed(interaction: Interaction, press: Press) -> None:
    """Show the checks of a game from its final message."""
    await _show_record(interaction, await interaction.client.tables.table(press.table))


async def _show_record(interaction: Interaction, table: Table) -> None:
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(table))
    await interaction.response.defer(ephemeral=True, thinking=True)
    # In a thread: the checks play the whole game again.
    file, found = await in_thread(_looked_into, record)
    seated = sits_there(table, record, interaction.user.id)
    name = f"tzolkin-{table.id}.json" if seated else None
    view = verify_view(speaks(interaction), record, found, name)
    attached = [discord.File(BytesIO(file), filename=name)] if name else []
    await fill(interaction, view=view, attachments=attached)


@on_press("seal")
async def seal_pressed(interaction: Interaction, press: Press) -> None:
    """Show the seal of the deal, as the button has it; after the game also what it sealed."""
    tables, t = interaction.client.tables, speaks(interaction)
    opened = await tables.read(press.table)
    lines = [
        # Translators: button and heading, at most 34 characters: proof that the deal (which tiles
        # lie where) was fixed before the game.
        "### " + t.gettext("Seal of the deal"),
        t.gettext(
            "The deal follows from a secret and from who plays. This is the secret's SHA-256, "
            "posted before anybody sat down, so that nobody can change the deal. Keep it if you "
            "want to check it yourself."
        ),
        sealed_line(t, press.word),
    ]
    if opened.table.status == "finished":
        revealed = await records.revealed(opened)
        if revealed is None:
            lines.append(
                t.gettext("Another table still plays this deal, so it stays secret for now.")
            )
        else:
            lines += revealed_lines(t, revealed)
    else:
        lines.append(small(t.gettext("The secret is revealed here when the game is over.")))
    await interaction.response.send_message(view=message(text(*lines)), ephemeral=True)


@on_press("sharedseal")
async def shared_seal_pressed(interaction: Interaction, press: Press) -> None:
    """Show the seal of a deal that several tables of a season play, as the button has it."""
    t = speaks(interaction)
    lines = ["### " + t.gettext("Seal of the shared deal"), shared_seal(t, press.word)]
    await interaction.response.send_message(view=message(text(*lines)), ephemeral=True)


def revealed_lines(t: Translations, revealed: Revealed) -> list[str]:
    """Lines with what a seal held, by which anybody can check it."""
    return [
        # Translators: {value}: letters and digits.
        t.gettext("Secret of the deal: {value}").format(value=f"`{revealed.secret}`"),
        # Translators: {value}: the checksum (SHA-256) of the game's record, in letters and digits.
        t.gettext("Checksum of the record: {value}; /verify checks both.").format(
            value=f"`{revealed.record_sum}`"
        ),
    ]


class Verify(BotCog):
    """The command that proves the deal."""

    @app_commands.command(
        name="verify",
        description=locale_str("Check that the deal was fair, and get the record of the game"),
    )
    @app_commands.guild_only()
    async def verify(self, interaction: Interaction) -> None:
        """Show the checks privately, with the file for those who sat at the table."""
        await _show_record(interaction, await latest_table(interaction))
