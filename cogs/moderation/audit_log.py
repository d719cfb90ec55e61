"""The audit log: its pages, what can be undone, and an export for spreadsheets."""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.acting import ACTS as SEASON_ACTS
from bot.leagues.acts.acting import CALLED
from bot.leagues.settings import SeasonSettings, log_lines, settings_from_json
from bot.moderation import at_tables, setup
from bot.moderation.acting import SEEN, no_entry
from bot.moderation.second_moderator import AFTER_WAIT, OBJECTED
from bot.moderation.table_acts import ACTS
from bot.spreadsheet import Cell, csv_of
from bot.tables import AuditEntry, Moderator
from bot.text.answer_preview import shortened
from bot.text.audit import (
    NameOf,
    after_wait_words,
    changed_words,
    done_words,
    entry_people,
    place_words,
    reason_words,
)
from bot.text.seasons import end_words, sign_up_words, start_words
from bot.text.translation import N_, Translations
from bot.text.typed import escaped
from bot.traffic.long_work import in_thread
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, moderate_button, old_button, on_press, select
from cogs.kit.context import Interaction, ask_for_much
from cogs.kit.contributed import SEASON_PROPOSALS
from cogs.kit.layout import LONGEST_CHOICE, Part, message, row, small, text
from cogs.kit.moderators import moderator_here
from cogs.kit.names import Names, names_of
from cogs.kit.places import Stands

PAGE = 6
"""Entries of the audit log on a page."""

_CALLED: Mapping[str, str] = {
    **{name: act.called for name, act in ACTS.items()},
    **CALLED,
    setup.ACT: setup.CALLED,
}
_STATES: Mapping[str, str] = {
    # Translators: what has become of a request; behind its name
    "pending": N_("waits for a second moderator"),
    # Translators: what has become of a request; behind its name; participle
    "refused": N_("refused"),
}


def act_called(t: Translations, entry: AuditEntry) -> str:
    """The name of an act."""
    return t.gettext(_CALLED[entry.act])


def entry_lines(t: Translations, entry: AuditEntry, names: Names) -> list[str]:
    """An entry in words: who acted, when, what was done where, and why."""
    head = f"**{entry.id}** · <t:{int(entry.at.timestamp())}:f> · {names.printed(entry.user_id)} · "
    head += f"**{act_called(t, entry)}**"
    if entry.own_table:
        # Translators: of a moderator's act; behind its name
        own = t.gettext("at their own table")
        if entry.season_id is not None:
            # Translators: of a moderator's act; behind its name
            own = t.gettext("in their own season")
        head += f" · **{own}**"
    if entry.status in _STATES:
        head += " · " + t.gettext(_STATES[entry.status])
    if entry.settled_by is not None:
        who = names.printed(entry.settled_by)
        # Translators: which moderator has confirmed or refused a request; behind its name; {who} is
        # a person
        head += " · " + t.gettext("decided by {who}").format(who=who)
    if OBJECTED in entry.details:
        who = names.printed(entry.details[OBJECTED])
        # Translators: behind something that was asked for; {who} is a player
        head += " · **" + t.gettext("{who} has objected").format(who=who) + "**"
    if how := entry.details.get(AFTER_WAIT):
        head += f" · **{after_wait_words(t, plays=how == 'plays')}**"
    lines = [head]
    if did := " · ".join(entry_facts(t, entry, names.printed)):
        lines.append(did)
    if _says_why(entry):
        lines.append(small(escaped(reason_words(t, entry.reason))))
    return lines


def _says_why(entry: AuditEntry) -> bool:
    """Whether the reason is more than the season's name, which acts that ask for none have."""
    return re.sub(r" \(\d+\)$", "", entry.reason) != entry.details.get("season")


def entry_facts(t: Translations, entry: AuditEntry, name_of: NameOf) -> list[str]:
    """Lines about where an act was done and what it changed."""
    if entry.act == setup.ACT:
        return setup.changes(t, entry.details)
    where = place_words(t, entry.details)
    if not where and entry.table_id is not None:
        # Translators: at which table something was done, by its number
        where = [t.gettext("table {number}").format(number=entry.table_id)]
    places = [one if one.startswith("<#") else escaped(one) for one in where]
    if "settings" in entry.details:
        was = (entry.details.get(SEEN) or {}).get("settings")
        return [*places, *_settings_words(t, was, entry.details["settings"])]
    return [*places, *done_words(t, entry.details, name_of)]


def _settings_words(
    t: Translations, was: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> list[str]:
    """The changes in the settings of a season, in the sentences that players read."""
    if was is None:
        return []
    old, new = (_settings_lines(t, settings_from_json(one)) for one in (was, now))
    return [changed_words(t, old, new)]


def _settings_lines(t: Translations, settings: SeasonSettings) -> list[str]:
    dates = (
        (sign_up_words, settings.sign_up_until),
        (start_words, settings.starts),
        (end_words, settings.ends),
    )
    return [*log_lines(t, settings), *(words(t, at) for words, at in dates if at is not None)]


def people_of(entries: Sequence[AuditEntry]) -> list[int]:
    """The people named in these entries."""
    found: dict[int, None] = {}
    for one in entries:
        objected = one.details.get(OBJECTED)
        for person in (one.user_id, one.settled_by, objected, *entry_people(one.details)):
            if person is not None:
                found.setdefault(person)
    return list(found)


async def log_view(interaction: Interaction, moderator: Moderator, number: int) -> ui.LayoutView:
    """A page of the audit log, newest entries first, with buttons to other pages and the export."""
    tables, t = interaction.client.tables, speaks(interaction)
    count = await at_tables.entries(tables, moderator.guild_id)
    last = max(0, (count - 1) // PAGE)
    number = min(max(number, 0), last)
    entries = await at_tables.audit_log(tables, moderator.guild_id, skip=number * PAGE, most=PAGE)
    # Translators: heading; numbers
    title = t.gettext("Audit log · page {page} of {pages}").format(page=number + 1, pages=last + 1)
    names = await names_of(interaction, people_of(entries))
    lines = [line for entry in entries for line in entry_lines(t, entry, names)]
    turns = [
        # Translators: button, one of two in a row, at most 24 characters: to newer entries
        button(t.gettext("Newer"), "modlog", 0, word=str(number - 1), disabled=number == 0),
        # Translators: button, one of two in a row, at most 24 characters: to older entries
        button(t.gettext("Older"), "modlog", 0, word=str(number + 1), disabled=number == last),
        # Translators: button, one of two in a row, at most 24 characters: sends the log as a file;
        # imperative
        button(t.gettext("Export"), "modexport", 0, disabled=not entries),
    ]
    words = lines or [t.gettext("Moderators have not done anything yet.")]
    return message(
        text(f"### {title}", *words), _undoing(t, entries), row(turns), row([moderate_button(t)])
    )


def _undone(entry: AuditEntry) -> SeasonAct | None:
    """The act that takes back what an entry did; None where there is none."""
    if entry.status != "done" or entry.season_id is None or entry.act not in SEASON_ACTS:
        return None
    return SEASON_ACTS[entry.act].of_details(entry.details).undone()


def _undoing(t: Translations, entries: Sequence[AuditEntry]) -> Part | None:
    """The menu of the acts on a page that can be undone; None without any."""
    options = [
        discord.SelectOption(
            label=shortened(f"{one.id} · {act_called(t, one)}", LONGEST_CHOICE), value=str(one.id),
            description=shortened(" · ".join(place_words(t, one.details)), LONGEST_CHOICE) or None,
        )
        for one in entries
        if _undone(one) is not None
    ]  # fmt: skip
    if not options:
        return None
    # Translators: heading of a menu of what moderators did, shown until something is chosen, at
    # most 60 characters; imperative
    placeholder = t.gettext("Undo something")
    return row([select(options, "modundo", 0, placeholder=placeholder)])


@on_press("modundo", Stands.ANYWHERE)
async def undo_chosen(interaction: Interaction, press: Press) -> None:
    """Show the preview of the act that takes back what an entry did."""
    moderator = await moderator_here(interaction)
    entry = await at_tables.entry(interaction.client.tables, press.number_chosen)
    if entry is None or entry.guild_id != moderator.guild_id or entry.season_id is None:
        raise no_entry()
    act, season = _undone(entry), await interaction.client.leagues.read(entry.season_id)
    if act is None:
        raise old_button()
    for propose in SEASON_PROPOSALS:
        await propose(interaction, moderator, season, act, None)


def log_csv(t: Translations, entries: Sequence[AuditEntry], names: Names) -> bytes:
    """The audit log as CSV, oldest entry first. Ids are written as mentions, since spreadsheets
    round numbers with so many digits."""
    head = (
        "entry", "at", "moderator", "moderator_id", "act", "called", "what", "people", "table",
        "season", "own_table", "status", "settled_by", "settled_by_id", "settled_at", "reason",
    )  # fmt: skip
    written = csv_of(head, (_csv_line(t, one, names) for one in reversed(entries)))
    return written.encode("utf-8-sig")


def _csv_line(t: Translations, one: AuditEntry, names: Names) -> Sequence[Cell]:
    by = one.settled_by
    return (
        one.id, one.at.isoformat(), names.plain(one.user_id), f"<@{one.user_id}>", one.act,
        act_called(t, one), " · ".join(entry_facts(t, one, names.plain)),
        ", ".join(f"{names.plain(p)} <@{p}>" for p in entry_people(one.details)),
        one.details.get("in_season") or one.details.get("table") or one.table_id,
        one.details.get("season"), "yes" if one.own_table else "no", one.status,
        None if by is None else names.plain(by), None if by is None else f"<@{by}>",
        None if one.settled_at is None else one.settled_at.isoformat(), one.reason,
    )  # fmt: skip


@on_press("modlog", Stands.ANYWHERE)
async def log_turned(interaction: Interaction, press: Press) -> None:
    """Show another page of the audit log."""
    moderator = await moderator_here(interaction)
    view = await log_view(interaction, moderator, press.number)
    await interaction.response.edit_message(view=view)


@on_press("modexport", Stands.ANYWHERE)
async def log_exported(interaction: Interaction, press: Press) -> None:
    """Send the whole audit log as a file."""
    moderator = await moderator_here(interaction)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    entries = await at_tables.audit_log(interaction.client.tables, moderator.guild_id)
    names, t = await names_of(interaction, people_of(entries)), speaks(interaction)
    written = await in_thread(log_csv, t, entries, names)
    file = discord.File(BytesIO(written), filename="moderation.csv")
    # Translators: above a file that is attached
    words = t.gettext("The whole audit log, for a spreadsheet.")
    await interaction.followup.send(words, file=file, ephemeral=True)
