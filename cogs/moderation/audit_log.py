"""The audit log: its pages, and an export for spreadsheets."""

import csv
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO

import discord
from discord import ui

from bot.answering import speaks
from bot.leagues.acts.acting import CALLED
from bot.moderation import at_tables, setup
from bot.moderation.acting import AS_MANAGER
from bot.moderation.table_acts import ACTS
from bot.tables import AuditEntry, Moderator
from bot.text.audit import manager_words, setup_words
from bot.text.standings import signed_league_points
from bot.text.translation import N_, Translations
from cogs.buttons import Press, button, on_press
from cogs.context import Interaction
from cogs.layout import message, row, small, text
from cogs.moderation.moderators import moderator_here

PAGE = 6
"""Entries of the audit log on a page."""

_CALLED: Mapping[str, str] = {
    **{name: act.called for name, act in ACTS.items()},
    **CALLED,
    setup.ACT: setup.CALLED,
}
_STATES: Mapping[str, str] = {
    "pending": N_("waits for a second moderator"),
    "refused": N_("refused"),
}


def act_called(t: Translations, entry: AuditEntry) -> str:
    """What an act is called."""
    return t.gettext(_CALLED[entry.act])


def entry_lines(t: Translations, entry: AuditEntry) -> list[str]:
    """An entry in words: who, when, what, why."""
    head = f"**{entry.id}** · <t:{int(entry.at.timestamp())}:f> · <@{entry.user_id}> · "
    head += act_called(t, entry)
    if entry.table_id is not None:
        head += " · " + t.gettext("table {number}").format(number=entry.table_id)
    elif entry.season_id is not None:
        head += "".join(f" · {one}" for one in _season_words(t, entry))
    if entry.own_table:
        own = t.gettext("at their own table")
        if entry.table_id is None:
            own = t.gettext("in their own season")
        head += f" · **{own}**"
    if entry.status in _STATES:
        head += " · " + t.gettext(_STATES[entry.status])
    if entry.settled_by is not None:
        head += " · " + t.gettext("decided by {who}").format(who=f"<@{entry.settled_by}>")
    if how := entry.details.get(AS_MANAGER):
        head += f" · **{manager_words(t, plays=how == 'plays')}**"
    if entry.act == setup.ACT:
        head += "".join(f" · {one}" for one in setup_words(t, **entry.details))
    return [head, small(discord.utils.escape_markdown(entry.reason))]


def _season_words(t: Translations, entry: AuditEntry) -> list[str]:
    """Which season an entry is about, which of its tables, which person, how many points."""
    details, words = entry.details, []
    if "season" in details:
        words.append(discord.utils.escape_markdown(details["season"]))
    if "table" in details:
        words.append(t.gettext("table {number}").format(number=details["table"]))
    words += [f"<@{details[key]}>" for key in ("entry", "user_id") if details.get(key)]
    if "points4" in details:
        words.append(" ".join(f"{points / 4:g}" for points in details["points4"]))
    if "units" in details:
        words.append(signed_league_points(details["units"]))
    if details.get("days"):
        words.append(t.ngettext("{n} day", "{n} days", details["days"]).format(n=details["days"]))
    return words


async def log_view(interaction: Interaction, moderator: Moderator, number: int) -> ui.LayoutView:
    """A page of the audit log, newest entries first, with buttons to other pages and the export."""
    tables, t = interaction.client.tables, speaks(interaction)
    count = await at_tables.entries(tables, moderator.guild_id)
    last = max(0, (count - 1) // PAGE)
    number = min(max(number, 0), last)
    entries = await at_tables.audit_log(tables, moderator.guild_id, skip=number * PAGE, most=PAGE)
    title = t.gettext("Audit log · page {page} of {pages}").format(page=number + 1, pages=last + 1)
    lines = [line for entry in entries for line in entry_lines(t, entry)]
    turns = [
        button(t.gettext("Newer"), "modlog", 0, word=str(number - 1), disabled=number == 0),
        button(t.gettext("Older"), "modlog", 0, word=str(number + 1), disabled=number == last),
        button(t.gettext("Export"), "modexport", 0, disabled=not entries),
    ]
    words = lines or [t.gettext("Nothing has been moderated yet.")]
    return message(text(f"### {title}", *words), row(turns))


def log_csv(entries: Sequence[AuditEntry]) -> bytes:
    """The audit log as CSV, oldest entry first."""
    file = StringIO(newline="")
    write = csv.writer(file)
    write.writerow(
        [
            "entry", "at", "moderator", "act", "table", "season", "own_table", "status",
            "settled_by", "settled_at", "reason",
        ]
    )  # fmt: skip
    for one in reversed(entries):
        settled_at = "" if one.settled_at is None else one.settled_at.isoformat()
        # Reasons are typed by people; a spreadsheet might read one as a formula.
        reason = f"'{one.reason}" if one.reason[0] in "=+-@" else one.reason
        write.writerow(
            [
                one.id, one.at.isoformat(), one.user_id, one.act, one.table_id or "",
                one.season_id or "", "yes" if one.own_table else "no", one.status,
                one.settled_by or "", settled_at, reason,
            ]
        )  # fmt: skip
    return file.getvalue().encode("utf-8-sig")


@on_press("modlog")
async def log_turned(interaction: Interaction, press: Press) -> None:
    """Show another page of the audit log."""
    moderator = await moderator_here(interaction)
    view = await log_view(interaction, moderator, int(press.word))
    await interaction.response.edit_message(view=view)


@on_press("modexport")
async def log_exported(interaction: Interaction, press: Press) -> None:
    """Send the whole audit log as a file."""
    moderator = await moderator_here(interaction)
    entries = await at_tables.audit_log(interaction.client.tables, moderator.guild_id)
    file = discord.File(BytesIO(log_csv(entries)), filename="moderation.csv")
    words = speaks(interaction).gettext("The whole audit log, for a spreadsheet.")
    await interaction.response.send_message(words, file=file, ephemeral=True)
