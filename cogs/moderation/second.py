"""Calls of the moderators to requests that wait for a second moderator. Each request is called for
once, with what it would change and the buttons that decide it."""

from contextlib import suppress

import aiohttp
import discord
import structlog

from bot.leagues.acts.acting import ACTS
from bot.leagues.views import posting_place
from bot.moderation import at_tables
from bot.moderation.acting import CALLED_IN
from bot.tables import AuditEntry
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server
from cogs.kit.buttons import Press, as_number, button, old_button
from cogs.kit.layout import Part, first_lines, message, row, text
from cogs.kit.names import names_at
from cogs.moderation.audit_log import entry_lines, people_of
from cogs.telling.moderators_called import NowhereError, call_moderators_there

CONFIRM, REFUSE = "confirm", "refuse"
"""The words of the buttons of a request."""

log = structlog.get_logger(__name__)


async def call_for_requests(bot: TzolkinBot) -> None:
    """Call the moderators for all requests without a call. A failure is logged, and the next look
    tries again, unless the bot may write nowhere."""
    async with bot.leagues.alone("requests"):
        for request in await at_tables.uncalled(bot.tables):
            guild = bot.get_guild(request.guild_id)
            if guild is None:
                continue  # the server cannot be seen now
            where: list[int] = []
            try:
                posted = await _call(bot, guild, request)
                where = [posted.channel.id, posted.id]
            except (discord.Forbidden, discord.NotFound, NowhereError):
                pass  # the moderators' page shows it
            except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
                log.warning("no second moderator called", entry=request.id, reason=str(failed))
                continue
            await at_tables.note_call(bot.tables, request, where)


async def _call(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> discord.Message:
    """Call for a request: with all details in the moderators' own channel, with fewer elsewhere,
    where others read it, too."""
    t = language_of_server(bot, guild)
    look = button(t.gettext("Look at it"), "modpending", 0, word=f"entry {request.id}")
    server = await bot.tables.server_settings(guild.id)
    if server.moderators_channel is not None:
        with suppress(discord.Forbidden, discord.NotFound):
            return await call_moderators_there(
                bot, guild, await _lines(bot, t, request), row([*decide_buttons(t, request), look]),
                besides=request.user_id,
            )  # fmt: skip
    words = t.gettext("A request waits for a second moderator: entry {n}.").format(n=request.id)
    return await call_moderators_there(
        bot, guild, [words], row([look]), otherwise=await _places(bot, request),
        besides=request.user_id,
    )  # fmt: skip


async def _places(bot: TzolkinBot, request: AuditEntry) -> list[int | None]:
    """The channels in which to call for a request if moderators have none of their own."""
    places: list[int | None] = []
    if request.season_id is not None:
        season = await bot.leagues.read(request.season_id)
        places.append(posting_place(await bot.leagues.league(season.league_id), season))
    if request.table_id is not None:
        places.append((await bot.tables.table(request.table_id)).channel_id)
    return places


async def _lines(bot: TzolkinBot, t: Translations, entry: AuditEntry) -> list[str]:
    names = await names_at(bot, entry.guild_id, people_of([entry]), t)
    return entry_lines(t, entry, names)


def decide_buttons(t: Translations, request: AuditEntry) -> list[Part]:
    """The buttons that confirm a request, or refuse it."""
    verb, table = "seasonsettle" if request.act in ACTS else "modsettle", request.table_id or 0
    return [
        # Translators: button, one of two in a row, at most 24 characters; imperative
        button(t.gettext("Confirm"), verb, table, word=f"{request.id}.{CONFIRM}"),
        # Translators: button, one of two in a row, at most 24 characters; imperative: a request of
        # another moderator
        button(t.gettext("Refuse"), verb, table, word=f"{request.id}.{REFUSE}"),
    ]


def decided(press: Press) -> tuple[int, bool]:
    """The entry of the request whose button was pressed, and whether it confirms. Raises Refusal
    for any other button."""
    number, word = press.parts(2)
    if word not in (CONFIRM, REFUSE):
        raise old_button()
    return as_number(number), word == CONFIRM


async def take_call_back(bot: TzolkinBot, entry: AuditEntry) -> None:
    """Remove the buttons of the call for a request that was decided, and say there by whom."""
    where, guild = entry.details.get(CALLED_IN), bot.get_guild(entry.guild_id)
    if not where or guild is None:
        return
    t, (channel, posted) = language_of_server(bot, guild), where
    server = await bot.tables.server_settings(guild.id)
    if channel == server.moderators_channel:
        lines = await _lines(bot, t, entry)
    else:
        lines = [t.gettext("Entry {n}, which waited, is decided.").format(n=entry.id)]
    place = bot.get_partial_messageable(channel, guild_id=guild.id)
    with suppress(discord.HTTPException):  # deleted, or the bot may not write there any more
        view = message(text(*first_lines(lines)))
        await place.get_partial_message(posted).edit(view=view)
