"""What moderators do is told to all: the messages about their acts, with buttons to undo them and
to the log; and the log of a season, which everybody can open."""

import discord

from bot.leagues import acting, season_lifecycle
from bot.model import notes
from bot.model.server import AuditEntry
from bot.refusal import NotTaken
from bot.store import moderation
from bot.text.audit import PLAYS
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.channels import hindered, in_channel, unhindered, waits, why_refused
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import Part, first_lines, message, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, names_at
from cogs.kit.pages import answer_page
from cogs.moderation.audit_log import (
    NAMES_OF_ACTS,
    PAGE,
    UNDO,
    entry_facts,
    log_page,
    people_of,
    reason_lines,
    told_words,
)
from cogs.telling.dispatcher import NotYet, once, tells

# --- the message about an act ---------------------------------------------------------------------


def act_lines(t: Translations, entry: AuditEntry, names: Names) -> list[str]:
    """Who did what, where, why, and what it was before and is after."""
    details, by = entry.details, names.printed(entry.user_id)
    where = escaped(details.get("season") or details.get("league") or "")
    who = f"{by} ({t.say(PLAYS)})" if entry.own_table else by
    told = told_words(t, entry, names)
    said = told or f"{who} · **{t.gettext(NAMES_OF_ACTS[entry.act])}**"
    facts = [one for one in entry_facts(t, entry, names.printed) if one != where]
    lines = [f"**{where}** · {said}" if where else said, " · ".join(facts)]
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


# --- the log that everybody can open --------------------------------------------------------------


@on_press(Stands.ANYWHERE)
async def openlog(interaction: Interaction, press: Press) -> None:
    """Show a page of the log of a season privately: to everybody, and to moderators with a menu of
    what they can undo."""
    league_id, season_id, page = press.numbers(3)
    t, bot = speaks(interaction), interaction.client
    assert interaction.guild_id is not None
    if season_id:
        league, season = await season_pressed(interaction, str(season_id))
        title, league_id = season.title, league.id
    else:  # of a league without a season, which may be deleted
        known = await season_lifecycle.leagues_of(bot.leagues, interaction.guild_id)
        title = next((escaped(one.name) for one in known if one.id == league_id), "")
    found = await acting.open_log(
        bot.leagues, interaction.guild_id, league_id, season_id, skip=page * PAGE, most=PAGE + 1
    )
    # Translators: heading: what moderators did in a season, which everybody can read
    head = "### " + " · ".join([t.gettext("Log"), *([title] if title else [])])
    word = f"{league_id}.{season_id}."
    await answer_page(interaction, await log_page(interaction, head, found, page, "openlog", word))
