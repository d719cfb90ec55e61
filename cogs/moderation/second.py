"""Requests that wait for a second moderator. Moderators are called for each once, with what it
would change and the buttons that decide it. Where none is free, the players are told, who may
object."""

from collections.abc import Awaitable
from contextlib import suppress

import aiohttp
import discord
import structlog

from bot.leagues.acts.acting import ACTS, concerned_by, may_object, stake_of
from bot.leagues.views import posting_place
from bot.moderation import at_tables, second_moderator
from bot.moderation.acting import no_entry
from bot.moderation.second_moderator import CALLED_IN, KNOWN, REMINDED, ROLES, TOLD_IN, WAIT
from bot.tables import AuditEntry, Moderator
from bot.text.hours import moment
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, speaks, tell
from cogs.kit.buttons import Press, as_number, button, moderate_button, old_button, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import ACCENT_TURN, Part, first_lines, message, row, text
from cogs.kit.moderators import decider_here, known_moderators
from cogs.kit.names import names_at
from cogs.kit.no_room import may_be_refused
from cogs.kit.places import Stands
from cogs.moderation.audit_log import entry_lines, people_of
from cogs.telling.dispatcher import once, telling
from cogs.telling.moderators_called import NowhereError, call_moderators_there

CONFIRM, REFUSE = "confirm", "refuse"
"""The words of the buttons of a request."""

log = structlog.get_logger(__name__)


async def call_for_requests(bot: TzolkinBot) -> None:
    """Tell of all requests what is not told yet: the moderators of each once, the players where no
    moderator is free, and the moderators once the players' time is over. A failure is logged, and
    the next look tries again."""
    async with bot.leagues.alone("requests"):
        for request in await at_tables.waiting(bot.tables):
            guild = bot.get_guild(request.guild_id)
            if guild is None:
                continue  # the server cannot be seen now
            try:
                await _tell(bot, guild, request)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
                log.warning("no second moderator called", entry=request.id, reason=str(failed))


async def _tell(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> None:
    store, now = bot.store, bot.tables.now()
    if KNOWN not in request.details:
        known = await known_moderators(bot, guild, request.details.get(ROLES))
        request = await second_moderator.note_known(store, request, known)
    if TOLD_IN not in request.details and not second_moderator.free_moderators(
        request, await _concerned(bot, request)
    ):
        with telling(f"object-{request.id}"):
            where = await _told_players(bot, guild, request)
        if where:  # else tried again: the time for objections begins when they are told
            request = await second_moderator.note_told(store, request, where, now)
    if CALLED_IN not in request.details:
        with telling(f"entry-{request.id}"):
            where = await _message_of(_call(bot, guild, request))
        await second_moderator.note_call(store, request, where)
    if REMINDED not in request.details and second_moderator.unopposed(request, now):
        with telling(f"remind-{request.id}"):
            where = await _message_of(_remind(bot, guild, request))
        await second_moderator.note_reminded(store, request, where)


async def _message_of(posting: Awaitable[discord.Message]) -> list[int]:
    """The channel and the message that is posted; empty where the bot may post nowhere. Raises
    what sending raises otherwise."""
    with suppress(NowhereError), may_be_refused():
        posted = await posting
        return [posted.channel.id, posted.id]
    return []  # the moderators' page shows it


async def _concerned(bot: TzolkinBot, request: AuditEntry) -> frozenset[int]:
    """The people who gain by a request."""
    if request.act in ACTS:
        return await concerned_by(bot.leagues, request)
    assert request.table_id is not None
    stake = await stake_of(bot.leagues, request.table_id)
    return await at_tables.concerned_by(bot.tables, request, stake)


async def _players(bot: TzolkinBot, request: AuditEntry) -> frozenset[int]:
    """The players who may object to a request."""
    if request.season_id is not None:
        return await may_object(bot.leagues, request)
    table = await bot.tables.table(request.table_id or 0)
    return frozenset(seat.user_id for seat in table.seats if seat.user_id is not None)


async def _told_players(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> list[int]:
    """Tell the players of a request that no moderator is free to confirm, with the button by which
    they object; in the league's channel, or at the table. What is between moderators and a person,
    such as a ban, is not told. The channel and the message; empty if the bot may post nowhere."""
    t, until = language_of_server(bot, guild), moment(bot.tables.now() + WAIT, "f")
    # Translators: heading
    head = "### " + t.gettext("No other moderator is free to confirm this")
    words = t.gettext(
        "Players there may object until {until}. If anybody does, a moderator who does not play "
        "decides; otherwise it can be confirmed."
    ).format(until=until)
    private = request.act in ACTS and not ACTS[request.act].tells
    told = [] if private else await _lines(bot, t, request)
    entry = t.gettext("Entry {n} of the audit log").format(n=request.id)
    lines = [head, *(told or [entry]), words]
    # Translators: button, at most 34 characters: a player does not agree with what moderators want
    # to do; imperative
    press = button(t.gettext("Object"), "modobject", request.table_id or 0, word=str(request.id))
    view = message(text(*first_lines(lines)), row([press]), accent=ACCENT_TURN)
    for place in await _places(bot, request):
        if place is not None:
            channel = bot.get_partial_messageable(place, guild_id=guild.id)
            if where := await _message_of(channel.send(view=view, **once())):
                return where
    return []


async def _remind(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> discord.Message:
    """Tell the moderators that nobody has objected to a request."""
    t = language_of_server(bot, guild)
    words = t.gettext("Nobody has objected: entry {n} can be confirmed now.").format(n=request.id)
    return await call_moderators_there(
        bot, guild, [words], row(_ways_to(t, request)), otherwise=await _places(bot, request)
    )


def _ways_to(t: Translations, request: AuditEntry) -> list[Part]:
    """The buttons to a request, and to the moderators' page of its table or season."""
    season = "" if request.season_id is None else f"s{request.season_id}"
    return [
        button(t.gettext("Take a look"), "modpending", 0, word=f"entry {request.id}"),
        moderate_button(t, request.table_id or 0, season),
    ]


async def _call(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> discord.Message:
    """Call for a request: with all details in the moderators' own channel, with fewer elsewhere,
    where others read it, too."""
    t = language_of_server(bot, guild)
    ways = _ways_to(t, request)
    server = await bot.tables.server_settings(guild.id)
    if server.moderators_channel is not None:
        with may_be_refused():
            return await call_moderators_there(
                bot, guild, await _lines(bot, t, request),
                row(decide_buttons(t, request)), row(ways), besides=request.user_id,
            )  # fmt: skip
    words = t.gettext("A request is waiting for a second moderator: entry {n}.").format(
        n=request.id
    )
    return await call_moderators_there(
        bot, guild, [words], row(ways), otherwise=await _places(bot, request),
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


async def decided(interaction: Interaction, press: Press) -> tuple[AuditEntry, Moderator, bool]:
    """The request whose button was pressed, who decides it, and whether it is confirmed. Raises
    Refusal for any other button, and for who decides no requests."""
    number, word = press.parts(2)
    if word not in (CONFIRM, REFUSE):
        raise old_button()
    request = await at_tables.entry(interaction.client.tables, as_number(number))
    moderator = await decider_here(interaction, request)
    if request is None:
        raise no_entry()
    return request, moderator, word == CONFIRM


@on_press("modobject", Stands.AT_THE_SERVER)
async def objected(interaction: Interaction, press: Press) -> None:
    """Hold a request, as a player objects to it."""
    bot, t = interaction.client, speaks(interaction)
    request = await at_tables.entry(bot.tables, press.number)
    if request is None or request.guild_id != interaction.guild_id:
        raise no_entry()
    players = await _players(bot, request)
    await second_moderator.object_to(bot.store, request, interaction.user.id, players)
    await tell(
        interaction,
        t.gettext("You have objected; a moderator who does not play there decides now."),
    )


async def take_call_back(bot: TzolkinBot, entry: AuditEntry) -> None:
    """Remove the buttons of the messages about a request that was decided, and say there by
    whom."""
    guild = bot.get_guild(entry.guild_id)
    if guild is None:
        return
    t = language_of_server(bot, guild)
    server = await bot.tables.server_settings(guild.id)
    for where in map(entry.details.get, (CALLED_IN, TOLD_IN, REMINDED)):
        if not where:
            continue
        channel, posted = where
        if channel == server.moderators_channel:
            lines = await _lines(bot, t, entry)
        else:
            lines = [t.gettext("Entry {n} is decided.").format(n=entry.id)]
        place = bot.get_partial_messageable(channel, guild_id=guild.id)
        with suppress(discord.HTTPException):  # deleted, or the bot may not write there any more
            view = message(text(*first_lines(lines)))
            await place.get_partial_message(posted).edit(view=view)
