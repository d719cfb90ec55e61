"""The audit log: its pages, what of them can be undone, and an export for spreadsheets;
and what moderators of a league do is told to all, with buttons to undo it and to the log of the
season, which everybody can open."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from bot.leagues import acting, season_lifecycle
from bot.leagues.acting import CALLED
from bot.leagues.settings import SeasonSettings, log_lines, settings_from_json
from bot.model import notes
from bot.moderation import at_tables, desk
from bot.moderation.desk import UNDOES, Act, Place, no_way_back, seen_before
from bot.moderation.table_acts import ACTS
from bot.refusal import NotTaken, Refusal
from bot.store import moderation
from bot.tables import AuditEntry, Moderator
from bot.text import audit
from bot.text.audit import PLAYS
from bot.text.seasons import division_name, end_words, sign_up_words, start_words
from bot.text.standings import adjustment_words
from bot.text.translation import N_, Translations, capital
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, speaks
from cogs.kit.buttons import Press, button, on_press, select
from cogs.kit.channels import hindered, in_channel, unhindered, waits, why_refused
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import Part, first_lines, message, option, printed, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, moderator_here, names_at, names_of, staff_here
from cogs.kit.pages import answer_page
from cogs.moderation.set_up import manager_here
from cogs.telling.dispatcher import NotYet, once, tells

PAGE = 6
"""Entries of the audit log on a page."""
SHORT = 300
"""The most characters about what an act changed in the answer to it."""
UNDO, DO = "modundo", "do"
"""The verb that undoes an entry, and its word behind the entry's number once that is previewed."""

NAMES_OF_ACTS: Mapping[str, str] = {
    **{name: act.called for name, act in ACTS.items()},
    **CALLED,
    at_tables.SET_UP: at_tables.SET_UP_CALLED,
    at_tables.NIGHT: at_tables.NIGHT_CALLED,
    # Translators: the name of an act in the log, of versions before
    "latecomer": N_("latecomer added"),
    # Translators: the name of an act in the log, of versions before; noun: a moderator has written
    # something down
    "note": N_("note"),
    # Translators: the name of an act in the log, of versions before
    "correct": N_("result corrected"),
    # Translators: the name of an act in the log, of versions before
    "pause": N_("clocks paused or resumed"),
    # Translators: the name of an act in the log, of versions before
    "season-more-days": N_("more days for a table"),
    # Translators: the name of an act in the log, of versions before
    "season-round": N_("round drawn"),
}


def told_words(t: Translations, entry: AuditEntry, names: Names) -> str:
    """The sentence in which everybody is told of an act; empty for one that has none."""
    details, by = entry.details, names.printed(entry.user_id)
    kind = acting.ACTS.get(entry.act) or ACTS.get(entry.act)
    told = kind.of_details(details).told() if kind is not None else ""
    if not told:
        return ""
    seated = [details.get(key, {}) if key in details else {} for key in ("was", "now")]
    was, now = (one.get("name") or "" if isinstance(one, dict) else "" for one in seated)
    return t.gettext(told).format(
        moderator=f"{by} ({t.say(audit.PLAYS)})" if entry.own_table else by,
        reason=escaped(audit.reason_words(t, entry.reason)),
        who=names.printed(details["user_id"]) if details.get("user_id") else "",
        entry=names.printed(details["entry"]) if "entry" in details else "",
        table=details.get("table", ""),
        division=division_name(
            t, details.get("division") or 0, (details.get("seen") or {}).get("stage")
        ),
        points=adjustment_words(t, details.get("units", 0)),
        was=printed(was),
        now=printed(now or details.get("name") or ""),
    )


async def answer_words(interaction: Interaction, entry: AuditEntry) -> str:
    """The answer to a moderator once an act, or what undoes it, is in the audit log: what was done,
    and what it changed if that is short."""
    t, names = speaks(interaction), await names_of(interaction, people_of([entry]))
    called = capital(t.gettext(NAMES_OF_ACTS[entry.act]))
    if UNDOES in entry.details:
        # Translators: an act is undone; {act} as in the audit log: "Game rewound"
        called = t.gettext("Undone: {act}").format(act=called)
    # Translators: {done} is a sentence, or a few words, about what a moderator has done
    words = t.gettext("{done} (audit log entry {number})")
    words = words.format(done=told_words(t, entry, names) or called, number=entry.id)
    changed = " · ".join(what_changed(t, entry, names.printed))
    return f"{words}\n{small(changed)}" if 0 < len(changed) <= SHORT else words


def entry_lines(
    t: Translations, entry: AuditEntry, names: Names, undone_by: int | None = None
) -> list[str]:
    """An entry in words: who acted, when, what was done where, and why; with the number of the
    entry that undid it, if it is undone."""
    head = f"**{entry.id}** · <t:{int(entry.at.timestamp())}:f> · {names.printed(entry.user_id)} · "
    head += f"**{t.gettext(NAMES_OF_ACTS[entry.act])}**"
    if entry.own_table:
        # Translators: of a moderator's act; behind its name
        own = t.gettext("at a table where they play")
        if entry.season_id is not None:
            # Translators: of a moderator's act; behind its name
            own = t.gettext("in a season they play in")
        head += f" · **{own}**"
    refused = entry.status == "refused"
    if entry.settled_by is not None:
        # Translators: of a moderator's request; behind its name; {who} is another moderator
        settled = t.gettext("approved by {who}")
        if refused:
            # Translators: of a moderator's request; behind its name; {who} is another moderator
            settled = t.gettext("refused by {who}")
        head += " · " + settled.format(who=names.printed(entry.settled_by))
    elif refused:
        # Translators: what has become of a request; behind its name; participle
        head += " · " + t.gettext("refused")
    if UNDOES in entry.details:
        # Translators: of a moderator's act; behind its name; {n} is the number of an entry
        head += " · " + t.gettext("undoes entry {n}").format(n=entry.details[UNDOES])
    if undone_by is not None:
        # Translators: of a moderator's act; behind its name; participle; {n} is the number of an
        # entry
        head += " · **" + t.gettext("undone by entry {n}").format(n=undone_by) + "**"
    lines = [head]
    if did := " · ".join(entry_facts(t, entry, names.printed)):
        lines.append(did)
    return [*lines, *reason_lines(t, entry)]


def reason_lines(t: Translations, entry: AuditEntry) -> list[str]:
    """The line with the reason of an act; none where nobody was asked for one, as the reason is
    then a name."""
    details, reason = entry.details, re.sub(r" \(\d+\)$", "", entry.reason)
    names = [details.get("season"), details.get("league"), *details.get("names", ())]
    if reason in names or (entry.act in (acting.NEW, acting.FOUND) and UNDOES not in details):
        return []
    return [small(escaped(audit.reason_words(t, entry.reason)))]


def entry_facts(t: Translations, entry: AuditEntry, name_of: audit.NameOf) -> list[str]:
    """Lines about where an act was done and what it changed."""
    where = audit.place_words(t, entry.details)
    if not where and entry.table_id is not None:
        # Translators: at which table something was done, by its number
        where = [t.gettext("table {number}").format(number=entry.table_id)]
    places = [one if one.startswith("<#") else escaped(one) for one in where]
    return [*places, *what_changed(t, entry, name_of)]


def what_changed(t: Translations, entry: AuditEntry, name_of: audit.NameOf) -> list[str]:
    """Lines about what an act changed, with what it was before and is after."""
    if entry.act == at_tables.SET_UP:
        return at_tables.set_up_changes(t, entry.details)
    if "settings" in entry.details:
        was = seen_before(entry).get("settings")
        return _settings_words(t, was, entry.details["settings"])
    said = audit.done_words(t, entry.details, name_of)
    return [*said, *audit.change_words(t, entry.act, entry.details, said)]


def _settings_words(
    t: Translations, was: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> list[str]:
    """The changes in the settings of a season, in the sentences that players read."""
    if was is None:
        return []
    old, new = (_settings_lines(t, settings_from_json(one)) for one in (was, now))
    gone = [line for line in old if line not in new]
    came = [line for line in new if line not in old]
    if not gone and not came:  # version 1.0.0 had more settings
        return []
    return [f"{' · '.join(gone) or audit.NONE} → {' · '.join(came) or audit.NONE}"]


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
        for person in (one.user_id, one.settled_by, *audit.entry_people(one.details)):
            if person is not None:
                found.setdefault(person)
    return list(found)


async def undo_of(
    interaction: Interaction, moderator: Moderator, entry: AuditEntry
) -> Act[Any] | None:
    """The act that undoes an entry about a season or table; None for one about a league or the
    server's settings, whose old values are simply put back. Raises Refusal if nothing undoes it, or
    if undoing would be refused."""
    bot = interaction.client
    if entry.act == at_tables.SET_UP:
        manager_here(interaction)
        await at_tables.settings_before(bot.store.read, entry)
        return None
    if acting.is_about_league(entry):
        before = await acting.league_before(bot.store.read, entry)
        acting.must_be_theirs(moderator, before.id, entry.act)
        return None
    if entry.act not in acting.ACTS and entry.act not in ACTS:
        raise no_way_back()
    place: Place[Any, Any] = await acting.place_of(bot.leagues, bot.tables, entry)
    return await desk.undo_of(place, entry, moderator)


async def undo_menu(
    interaction: Interaction, moderator: Moderator, entries: Sequence[AuditEntry], names: Names
) -> ui.Select[Any] | None:
    """A menu of the entries that can be undone now; None if there are none."""
    t, options = speaks(interaction), []
    for entry in entries:
        try:
            await undo_of(interaction, moderator, entry)
        except Refusal:
            continue
        facts = [one for one in entry_facts(t, entry, names.plain) if not one.startswith("<#")]
        hint = discord.utils.remove_markdown(
            " · ".join(facts) or audit.reason_words(t, entry.reason)
        )
        options.append(
            option(f"{entry.id} · {t.gettext(NAMES_OF_ACTS[entry.act])}", str(entry.id), hint)
        )
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: acts
    # of moderators on this page of the log; imperative
    placeholder = t.gettext("Undo an entry")
    return select(options, UNDO, 0, placeholder=placeholder) if options else None


# --- the message about an act ---------------------------------------------------------------------


def act_lines(t: Translations, entry: AuditEntry, names: Names) -> list[str]:
    """Who did what, where, why, and what it was before and is after."""
    details, by = entry.details, names.printed(entry.user_id)
    where = escaped(details.get("season") or details.get("league") or "")
    who = f"{by} ({t.say(PLAYS)})" if entry.own_table else by
    told = told_words(t, entry, names)
    said = told or f"{who} · **{t.gettext(NAMES_OF_ACTS[entry.act])}**"
    facts = entry_facts(t, entry, names.printed)
    facts = [one for one in facts if one != where and one not in told]
    lines = [f"**{where}** · {said}" if where else said, *([" · ".join(facts)] if facts else [])]
    return [*lines, *([] if told else reason_lines(t, entry))]


def act_buttons(t: Translations, entry: AuditEntry, league_id: int, season_id: int) -> Part:
    """The buttons below the message about an act: to undo it, if anything can, and to the log."""
    shown = [log_button(t, league_id, season_id)]
    if acting.can_be_undone(entry):
        # Translators: button, one of two in a row, at most 24 characters: takes back what a
        # moderator did; imperative
        shown.insert(0, button(t.gettext("Undo"), UNDO, 0, word=str(entry.id)))
    return row(shown)


def log_button(t: Translations, league_id: int, season_id: int) -> Part:
    """The button that opens the log of a season; with 0 that of all seasons of its league."""
    # Translators: button, one of two in a row, at most 24 characters: opens the list of all that
    # moderators did; noun
    return button(t.gettext("Log"), "openlog", 0, word=f"{league_id}.{season_id}.0")


@tells(notes.ActTold)
async def _tell_elsewhere(bot: TzolkinBot, guild_id: int, note: notes.ActTold) -> None:
    """Tell an act in another channel than the season's. It waits while that is closed to the bot;
    where it is gone, nobody reads it."""
    guild, entry = bot.get_guild(guild_id), await bot.store.read(moderation.by_id, note.entry)
    closed = in_channel(note.place)
    if guild is None or waits(bot, guild_id, closed):
        raise NotYet
    if entry is None or isinstance(guild.get_channel(note.place), discord.ForumChannel):
        return
    t, season_id = language_of_server(bot, guild), entry.season_id or 0
    league_id = entry.details.get("league_id", 0)
    if season_id:
        league_id = (await bot.leagues.read(season_id)).league_id
    names = await names_at(bot, guild_id, people_of([entry]), t)
    view = message(
        text(*first_lines(act_lines(t, entry, names))), act_buttons(t, entry, league_id, season_id)
    )
    channel = bot.get_partial_messageable(note.place, guild_id=guild_id)
    try:
        await channel.send(view=view, allowed_mentions=discord.AllowedMentions.none(), **once())
    except discord.NotFound:
        return
    except discord.HTTPException as refused:
        why = why_refused(refused)
        if why is None or isinstance(why, NotTaken):
            raise
        hindered(bot, guild_id, closed, why)
        raise NotYet from None
    unhindered(bot, guild_id, closed)


# --- its pages ------------------------------------------------------------------------------------


@on_press(Stands.ANYWHERE)
async def openlog(interaction: Interaction, press: Press) -> None:
    """Show a page of the log of a season privately: to everybody, and to moderators with a menu of
    what they can undo. Without a league, show moderators that of the whole server."""
    league_id, season_id, page = press.numbers(3)
    t, bot = speaks(interaction), interaction.client
    assert interaction.guild_id is not None
    skip, most = page * PAGE, PAGE + 1
    # Translators: heading: what moderators did in a season, which everybody can read
    title, heads = "", [t.gettext("Log")]
    if season_id:
        league, season = await season_pressed(interaction, str(season_id))
        title, league_id = season.title, league.id
    elif league_id:  # of a league without a season, which may be deleted
        known = await season_lifecycle.leagues_of(bot.leagues, interaction.guild_id)
        title = next((escaped(one.name) for one in known if one.id == league_id), "")
    if league_id:
        found = await acting.open_log(
            bot.leagues, interaction.guild_id, league_id, season_id, skip=skip, most=most
        )
    else:
        await moderator_here(interaction)
        found = await bot.store.read(
            moderation.of_guild, interaction.guild_id, skip=skip, most=most
        )
        # Translators: heading: what the moderators of a server did
        heads = [t.gettext("Audit log")]
    head = "### " + " · ".join([*heads, *([title] if title else [])])
    names, entries, undo = await names_of(interaction, people_of(found)), found[:PAGE], None
    undone = await bot.store.read(moderation.undone, interaction.guild_id)
    with suppress(Refusal):
        undo = await undo_menu(interaction, await staff_here(interaction), entries, names)
    lines = [line for one in entries for line in entry_lines(t, one, names, undone.get(one.id))]
    word = f"{press.word.rpartition('.')[0]}."
    # Translators: button, one of two in a row, at most 24 characters: to newer entries
    newer = button(t.gettext("Newer"), "openlog", 0, word=f"{word}{page - 1}")
    # Translators: button, one of two in a row, at most 24 characters: to older entries
    older = button(t.gettext("Older"), "openlog", 0, word=f"{word}{page + 1}")
    turns = [*([newer] if page else []), *([older] if len(found) > PAGE else [])]
    view = message(
        text(*first_lines([head, *(lines or [t.gettext("No moderator has done anything yet.")])])),
        row([undo]) if undo is not None else None,
        row(turns) if turns else None,
    )
    await answer_page(interaction, view)
