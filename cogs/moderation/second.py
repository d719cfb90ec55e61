"""Requests that wait for a second moderator. Moderators are called for each once, with what it
would change and the buttons that decide it. Where none is free, the players are told, who may
object. The page of requests has one at a time: what is now, and what would be.

Previews say what an act would change in a season, to the moderator who proposes it and to the one
who confirms it; a form asks for points.
"""

from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.leagues.act import Preview, SeasonAct
from bot.leagues.acting import ACTS, may_object, place_of
from bot.leagues.queries import table_in
from bot.leagues.season_transaction import posting_place
from bot.moderation import at_tables, desk, gate
from bot.moderation.desk import SEEN, Act, Place, no_entry
from bot.moderation.table_acts import DEAL_TOLD
from bot.process.work import in_thread
from bot.tables import AuditEntry, Moderator, Refusal
from bot.text.audit import deal_told_line
from bot.text.leagues import PLACE, league_points_words
from bot.text.seasons import division_name
from bot.text.standings import league_points
from bot.text.translation import Translations, moment
from cogs.client import TzolkinBot
from cogs.kit import buttons, members
from cogs.kit.answering import language_of_server, refusal_text, speaks, tell
from cogs.kit.channels import may_be_refused
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import ACCENT_TURN, Part, first_lines, message, row, small, text
from cogs.kit.pages import PENDING_PARTS
from cogs.moderation.audit_log import entry_lines, people_of
from cogs.telling.dispatcher import once, telling
from cogs.telling.moderators_called import NowhereError, call_moderators_there

# --- calls for requests ---------------------------------------------------------------------------

CONFIRM, REFUSE = "confirm", "refuse"
"""The words of the buttons of a request."""

log = structlog.get_logger(__name__)


async def call_for_requests(bot: TzolkinBot) -> None:
    """Tell about all requests what was not told yet: moderators once of each, the players where no
    moderator is free, and moderators again once the players' time is over. A failure is logged; the
    next call tries again."""
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
    if gate.KNOWN not in request.details:
        known = await members.known_moderators(bot, guild, request.details.get(gate.ROLES))
        request = await gate.note_known(store, request, known)
    if gate.TOLD_IN not in request.details and not gate.free_moderators(
        request, await _concerned(bot, request)
    ):
        with telling(f"object-{request.id}"):
            where = await _told_players(bot, guild, request)
        if where:  # else tried again: the time for objections begins when they are told
            request = await gate.note_told(store, request, where, now)
    if gate.CALLED_IN not in request.details:
        with telling(f"entry-{request.id}"):
            where = await _message_of(_call(bot, guild, request))
        await gate.note_call(store, request, where)
    if gate.REMINDED not in request.details and gate.unopposed(request, now):
        with telling(f"remind-{request.id}"):
            where = await _message_of(_remind(bot, guild, request))
        await gate.note_reminded(store, request, where)


async def _message_of(posting: Awaitable[discord.Message]) -> list[int]:
    """The channel and the message that is posted; empty where the bot may post nowhere. Raises
    what sending raises otherwise."""
    with suppress(NowhereError), may_be_refused():
        posted = await posting
        return [posted.channel.id, posted.id]
    return []  # the moderators' page shows it


async def _concerned(bot: TzolkinBot, request: AuditEntry) -> frozenset[int]:
    """The people who gain by a request."""
    return await desk.concerned_by(await place_of(bot.leagues, bot.tables, request), request)


async def _players(bot: TzolkinBot, request: AuditEntry) -> frozenset[int]:
    """The players who may object to a request."""
    if request.season_id is not None:
        return await may_object(bot.leagues, request)
    table = await bot.tables.table(request.table_id or 0)
    return frozenset(seat.user_id for seat in table.seats if seat.user_id is not None)


async def _told_players(bot: TzolkinBot, guild: discord.Guild, request: AuditEntry) -> list[int]:
    """Tell the players of a request that no moderator is free to confirm, with the button to
    object: in the league's channel, or at the table. Nothing is told that is between moderators and
    a person, such as a ban. Give the channel and the message; empty if the bot may post nowhere."""
    t, until = language_of_server(bot, guild), moment(bot.tables.now() + gate.WAIT, "f")
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
    press = buttons.button(
        # Translators: button, at most 34 characters: a player does not agree with what moderators
        # want to do; imperative
        t.gettext("Object"),
        "modobject",
        request.table_id or 0,
        word=str(request.id),
    )
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
        buttons.button(t.gettext("Take a look"), "modpending", 0, word=f"entry {request.id}"),
        buttons.moderate_button(t, request.table_id or 0, season),
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
    names = await members.names_at(bot, entry.guild_id, people_of([entry]), t)
    return entry_lines(t, entry, names)


def decide_buttons(t: Translations, request: AuditEntry) -> list[Part]:
    """The buttons that confirm a request, or refuse it."""
    verb, table = "actsettle", request.table_id or 0
    return [
        # Translators: button, one of two in a row, at most 24 characters; imperative
        buttons.button(t.gettext("Confirm"), verb, table, word=f"{request.id}.{CONFIRM}"),
        # Translators: button, one of two in a row, at most 24 characters; imperative: a request of
        # another moderator
        buttons.button(t.gettext("Refuse"), verb, table, word=f"{request.id}.{REFUSE}"),
    ]


async def decided(
    interaction: Interaction, press: buttons.Press
) -> tuple[AuditEntry, Moderator, bool]:
    """The request whose button was pressed, who decides it, and whether it is confirmed. Raises
    Refusal for any other button, and for who decides no requests."""
    number, word = press.parts(2)
    if word not in (CONFIRM, REFUSE):
        raise buttons.old_button()
    request = await at_tables.entry(interaction.client.tables, buttons.as_number(number))
    moderator = await members.decider_here(interaction, request)
    if request is None:
        raise no_entry()
    return request, moderator, word == CONFIRM


@buttons.on_press(Stands.AT_THE_SERVER)
async def modobject(interaction: Interaction, press: buttons.Press) -> None:
    """Hold a request, as a player objects to it."""
    bot, t = interaction.client, speaks(interaction)
    request = await at_tables.entry(bot.tables, press.number)
    if request is None or request.guild_id != interaction.guild_id:
        raise no_entry()
    players = await _players(bot, request)
    await gate.object_to(bot.store, request, interaction.user.id, players)
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
    for where in map(entry.details.get, (gate.CALLED_IN, gate.TOLD_IN, gate.REMINDED)):
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


# --- previews -------------------------------------------------------------------------------------


async def preview_lines(
    interaction: Interaction, act: Act[Any], found: desk.Preview[Any]
) -> list[str]:
    """The act's own preview; in a season also the standings of the division that it changes."""
    t = speaks(interaction)
    if not isinstance(act, SeasonAct):
        return act.preview(t, members.seat_names(t, found.before).__getitem__, found)
    assert isinstance(found, Preview)
    details = act.details()
    named = [details[key] for key in ("user_id", "entry") if details.get(key) is not None]
    names = await members.names_of(
        interaction,
        list(dict.fromkeys([*named, *[held[-1] for held in found.after.state.holders.values()]])),
    )
    lines = act.preview(t, names.printed, found)
    division = act.division_changed(found.before)
    if division is not None:
        lines += ["", *await standings_change(t, names, found, division)]
    return lines


async def standings_change(
    t: Translations, names: members.Names, found: Preview, division: int
) -> list[str]:
    """The standings of a division after the act. An entry that would move has its current place and
    points appended."""
    before, after = await in_thread(
        lambda: [table_in(one, division) for one in (found.before, found.after)]
    )
    assert after is not None
    was = {line.row.entry: line.row for line in before.lines} if before else {}
    # Translators: heading of a preview, then the name of a division
    head = t.gettext("Standings afterwards")
    lines = [f"**{head}** · {division_name(t, division)}"]
    for line in after.lines:
        now, old = line.row, was.get(line.row.entry)
        name = names.printed(line.holder)
        text_line = t.say(PLACE, place=now.place, name=name, points=league_points(t, now.points))
        if old is not None and (old.place, old.points) != (now.place, now.points):
            # Translators: behind a line of the standings as they would be: how it is now; {points}
            # is "7.5 points"
            text_line += " " + t.gettext("(now: place {place}, {points})").format(
                place=old.place, points=league_points_words(t, old.points)
            )
        lines.append(text_line)
    return lines


def ask_points(
    t: Translations,
    form: buttons.Form,
    names: Sequence[str],
    points4: Sequence[int] | None,
    *,
    may_forfeit: bool,
    forfeits: Sequence[int],
) -> None:
    """Add a line for the points of each seat, with those known."""
    for seat, name in enumerate(names):
        value = "" if points4 is None else f"{points4[seat] / 4:g}"
        form.ask(
            f"seat{seat + 1}",
            # Translators: label of a line in a form, at most 45 characters with the name
            t.gettext("Seat {n}: {name}").format(n=seat + 1, name=name),
            members.FORFEIT if may_forfeit and seat in forfeits else value,
            most=10,
            needed=True,
            # Translators: shown in an empty line of a form, at most 100 characters: what to type;
            # the letter x must stay
            empty=t.gettext("points; x: lost by forfeit") if may_forfeit else None,
        )


def points_of(
    typed: Mapping[str, str], seats: int, *, may_forfeit: bool = False
) -> tuple[list[int], tuple[int, ...]]:
    """The points of each seat in quarters, from the lines of `ask_points`, and the seats that lost
    by forfeit. Raises Refusal for anything else, and where a seat has no line."""
    words = " ".join(typed.get(f"seat{n + 1}", "?").strip() or "?" for n in range(seats))
    if may_forfeit:
        return members.typed_result(words, seats=seats)
    return members.typed_points(words, seats=seats), ()


# --- the page of requests -------------------------------------------------------------------------


async def pending_view(
    interaction: Interaction, moderator: Moderator, number: int
) -> ui.LayoutView:
    """The page of a request, numbered from the newest (0), to which calls refer: what it would
    change now, the buttons that decide it, and those to the other requests."""
    t = speaks(interaction)
    waiting = await at_tables.pending(interaction.client.tables, moderator.guild_id)
    # Translators: heading
    title = "### " + t.gettext("Waiting for a second moderator")
    disputed = [one for parts in PENDING_PARTS for one in await parts(interaction, moderator)]
    if not waiting:
        return message(text(title, t.gettext("Nothing is waiting.")), *disputed)
    number = min(max(number, 0), len(waiting) - 1)
    entry, more = await _as_now(interaction, moderator, t, waiting[number])
    names = await members.names_of(interaction, people_of([entry]))
    lines = [*entry_lines(t, entry, names), *more]
    if entry.details.get(DEAL_TOLD):
        lines.append(deal_told_line(t))
    # Translators: numbers; what a moderator asks a second one to confirm
    page = t.gettext("Request {n} of {all}").format(n=number + 1, all=len(waiting))
    turns = buttons.turning(t, number, len(waiting), "modpending")
    return message(
        text(*first_lines([title, small(page), *lines], 3000)),
        row(decide_buttons(t, entry)),
        row(turns) if turns else None,
        *disputed,
    )


async def _as_now(
    interaction: Interaction, moderator: Moderator, t: Translations, entry: AuditEntry
) -> tuple[AuditEntry, list[str]]:
    """The request, updated to what it would change now, and further lines: the standings
    afterwards, or why it can no longer be done."""
    bot = interaction.client
    try:
        place: Place[Any, Any] = await place_of(bot.leagues, bot.tables, entry)
        act = place.acts[entry.act].of_details(entry.details)
        found = await desk.preview(place, replace(moderator, id=entry.user_id), act)
        entry = replace(entry, details={**entry.details, SEEN: found.seen})
        lines = await preview_lines(interaction, act, found) if entry.act in ACTS else []
        return entry, lines
    except Refusal as refusal:
        # Translators: {why} is a sentence that says why
        words = t.gettext("It can no longer be done: {why}")
        return entry, [words.format(why=refusal_text(t, refusal))]


async def _show_called(
    interaction: Interaction, moderator: Moderator, what: str, number: int
) -> None:
    """Show in a new message the request with the number of its entry in the audit log, if `what` is
    "entry", else with the number of its page."""
    if what == "entry":
        waiting = await at_tables.pending(interaction.client.tables, moderator.guild_id)
        found = [place for place, one in enumerate(waiting) if one.id == number]
        if not found:
            raise gate.settled_already()
        [number] = found
    view = await pending_view(interaction, moderator, number)
    await interaction.response.send_message(view=view, ephemeral=True)


@buttons.on_press(Stands.ANYWHERE)
async def modpending(interaction: Interaction, press: buttons.Press) -> None:
    """Show another request; for a button of a call, the request of the call in a new message."""
    moderator = await members.decider_here(interaction)
    what, _, number = press.word.rpartition(" ")
    if what:
        await _show_called(interaction, moderator, what, buttons.as_number(number))
        return
    view = await pending_view(interaction, moderator, press.number)
    await interaction.response.edit_message(view=view)
