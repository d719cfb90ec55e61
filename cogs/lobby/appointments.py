"""Games that begin at a moment: the reminder, the start, Discord's event; and game nights, which
begin again every week: their lobbies, their list, their end."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import discord
import structlog
from discord import ui

from bot.model.notes import (
    BeginsSoon,
    EventDue,
    LobbyBegun,
    NightLeftOut,
    NightWaits,
    NotBegun,
)
from bot.model.table import GameNight, Person, Table
from bot.moderation import at_tables
from bot.refusal import Refusal
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.tables import gathering
from bot.tables import lobby as lobbies
from bot.text.translation import N_, moment
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit.answering import address, language_of, language_of_server, message_link, speaks
from cogs.kit.buttons import GREEN, Press, button, old_button, on_press, select
from cogs.kit.channels import may_be_refused, why_refused
from cogs.kit.context import Interaction, Stands, fitting_name, name_of
from cogs.kit.layout import Part, message, option, row, text
from cogs.kit.members import member_sees, moderator_here, names_at
from cogs.lobby.lobby import acted, over_message
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import once, tell_server, tells
from cogs.telling.messages import find_button, lobby_message
from cogs.telling.posting import edit_lobby, lobby_files, post

LOOK_SECONDS = 20

log = structlog.get_logger(__name__)


# --- at its time ---------------------------------------------------------------------------------


class Appointments(LoopCog):
    """Reminds the people of lobbies whose games begin at a moment, and begins these games."""

    @every(LOOK_SECONDS, "beginning games at their time")
    async def look(self) -> None:
        """Do what is due in each lobby, and open those of game nights; what fails does not keep the
        others waiting."""
        bot = self.bot
        for table_id in await gathering.due(bot.tables):
            await bot.guarded(take_step(bot, table_id), f"what is due at {table_id}")
        for night in await gathering.nights_due(bot.tables):
            await bot.guarded(open_night(bot, night), f"opening game night {night.id}")
        for table_id in await gathering.unposted(bot.tables):
            await bot.guarded(post_lobby(bot, table_id), f"posting lobby {table_id}")


async def take_step(bot: TzolkinBot, table_id: int) -> None:
    """Do what is due in a lobby."""
    was, table = await acted(bot, table_id, gathering.take_step)
    if table.options != was.options and not table.options.begins_at:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
    await carry_on(bot, table_id)


@tells(LobbyBegun)
async def _close_lobby(bot: TzolkinBot, table: Table, note: LobbyBegun) -> None:
    """Say in the lobby's message that the game has begun, and where."""
    channel = bot.get_partial_messageable(note.channel, guild_id=table.guild_id)
    view = over_message(language_of(bot, table), table, note.channel)
    await channel.get_partial_message(note.message).edit(view=view, attachments=[])


def _people(table: Table) -> list[int]:
    """Those seated who want to be called."""
    return [
        one.user_id
        for one in table.seats
        if one.user_id is not None and one.can_agree and one.settings.way != "none"
    ]


@tells(BeginsSoon)
async def _tell_begins_soon(bot: TzolkinBot, table: Table, _: BeginsSoon) -> None:
    if table.status != "lobby" or table.options.begins_at is None:
        return
    t, people = language_of(bot, table), _people(table)
    # Translators: {mentions}: one person or more; {moment}: "in 15 minutes"
    words = t.gettext("{mentions}: the game starts {moment}.").format(
        mentions=" ".join(f"<@{one}>" for one in people), moment=moment(table.options.begins_at)
    )
    await post(bot, table, message(text(words)), pinged=people)


@tells(NotBegun)
async def _tell_not_begun(bot: TzolkinBot, table: Table, _: NotBegun) -> None:
    """Say why the game has not begun, and what can be done."""
    if table.status != "lobby":
        return
    t, people = language_of(bot, table), _people(table)
    if len(table.seats) < lobbies.FEWEST_SEATS:
        words = t.gettext(
            "{mentions}: it is time to play, but nobody else has joined. Add a computer and "
            "press **Start**, or choose another time."
        )
    else:
        words = t.gettext(
            "{mentions}: it is time to play, but this game cannot start with these options. "
            "Change them, then press **Start**."
        )
    words = words.format(mentions=" ".join(f"<@{one}>" for one in people))
    # Translators: button, at most 34 characters.
    buttons: list[Part] = [button(t.gettext("Add a computer"), "lobby", table.id, "", "add")]
    if len(table.seats) >= lobbies.most_seats(table):
        buttons = []
    # Translators: button, at most 34 characters: start the game.
    start = button(t.pgettext("button", "Start"), "lobby", table.id, "", "start", style=GREEN)
    buttons += [start, find_button(t, table)]
    await post(bot, table, message(text(words), row(buttons)), pinged=people)


# --- every week ----------------------------------------------------------------------------------


async def open_night(bot: TzolkinBot, night: GameNight) -> None:
    """Open the next lobby of a game night, or let its channel be told why not. A game night whose
    host has left the server ends."""
    guild = bot.get_guild(night.guild_id)
    if guild is None:
        return  # tried again, until its time is over
    try:
        member = await guild.fetch_member(night.user_id)
    except discord.NotFound:
        await gathering.end_night(bot.tables, night.id)
        return
    table = await gathering.open_night(bot.tables, night, Person(member.id, name_of(member)))
    if table is not None:
        await post_lobby(bot, table.id)
    else:
        await tell_server(bot, night.guild_id)


@tells(NightWaits, NightLeftOut)
async def _tell_night(bot: TzolkinBot, guild_id: int, note: NightWaits | NightLeftOut) -> None:
    """Say in its channel that the next lobby of a game night waits until the game there is over, or
    that a game night was left out; and when the next is."""
    guild, night = bot.get_guild(guild_id), await bot.store.read(stored_settings.night, note.night)
    waits = isinstance(note, NightWaits)
    if guild is None or night is None or (waits and not night.waits_told):
        return
    t = language_of_server(bot, guild)
    if isinstance(note, NightWaits):
        # Translators: {host}: a mention; {moment}, {next}: days with times
        words = t.gettext(
            "{host}: the table for the game night on {moment} will open here as soon as the "
            "game in this channel is over; if that is too late, the next game night is on "
            "{next}."
        )
        begins, then = night.next_at, gathering.next_week(night, night.next_at)
    else:
        # Translators: {host}: a mention; {moment}, {next}: days with times
        words = t.gettext(
            "{host}: the game night on {moment} did not take place; the next is on {next}."
        )
        begins, then = note.at, night.next_at
    words = words.format(
        host=f"<@{night.user_id}>", moment=moment(begins, "f"), next=moment(then, "f")
    )
    called = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(night.user_id)]
    )
    channel = bot.get_partial_messageable(night.channel_id, guild_id=guild_id)
    await channel.send(view=message(text(words)), allowed_mentions=called, **once())


async def post_lobby(bot: TzolkinBot, table_id: int) -> None:
    """Post the message of a game night's lobby, and call players to it if it wants that. If the bot
    may not, the lobby is closed; if the channel is gone, the game night ends."""
    table = await _called_to(bot, await bot.tables.table(table_id))
    view = lobby_message(language_of(bot, table), table)
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        files = await lobby_files(bot, table, view)
        posted = await channel.send(view=view, files=files, nonce=f"night-{table_id}")
    except discord.HTTPException as error:
        refusal = why_refused(error)
        if refusal is None:
            raise
        log.info("no message for a game night", table=table_id, reason=refusal.code)
        async with bot.tables.open(table_id, game=False) as opened:
            lobbies.give_up(opened)
        if refusal.code == "not-there" and table.options.night is not None:
            await gathering.end_night(bot.tables, table.options.night)
        return
    await bot.store.write(stored.note_lobby, table_id, posted.id)
    await carry_on(bot, table_id)


async def _called_to(bot: TzolkinBot, table: Table) -> Table:
    """Note that Discord's event for a game night is to be made, and players are to be called; both
    follow the lobby's message, also after a kill."""
    host, server = table.seat_of(table.host_id), await bot.tables.server_settings(table.guild_id)
    night = await bot.store.read(stored_settings.night, table.options.night or 0)
    async with bot.tables.open(table.id, game=False) as opened:
        opened.must_tell(EventDue())
    if night is not None and night.calls and host and await gathering.to_call(bot.tables, table):
        person = Person(table.host_id, host.name)
        with suppress(Refusal):
            async with (
                gathering.calling(bot.tables, table.guild_id),
                bot.tables.open(table.id) as opened,
            ):
                await gathering.call(opened, person, server.calls_a_day)
    return await bot.tables.table(table.id)


async def _nights_view(interaction: Interaction, notice: str | None = None) -> ui.LayoutView:
    """The game nights of this server in channels that the reader can see, with a menu to end those
    that the reader may end."""
    bot, t, guild = interaction.client, speaks(interaction), interaction.guild
    if guild is None or not isinstance(interaction.user, discord.Member):
        raise old_button()
    found = [
        one
        for one in await bot.store.read(stored_settings.nights_of, guild.id)
        if await member_sees(guild, interaction.user, one.channel_id)
    ]
    lobbies_there = await bot.store.read(stored.lobbies, guild_id=guild.id)
    opened = {one.options.night: one.options.begins_at for one in lobbies_there}
    names = await names_at(bot, guild.id, [one.user_id for one in found], t)
    lines, options = [], []
    for one in found:
        # Translators: {channel}: a link; {time}: as “20:00”; {zone}: as “Europe/Berlin”; {moment}:
        # a day and a time; {name}: a person
        words = t.gettext(
            "{channel}: every week at {time} ({zone}), next time: {moment}; host: {name}"
        )
        lines.append(
            words.format(
                channel=f"<#{one.channel_id}>",
                time=one.at,
                zone=one.zone,
                moment=moment(opened.get(one.id) or one.next_at, "F"),
                name=names.printed(one.user_id),
            )
        )
        if await _may_end(interaction, one):
            options.append(option(f"{one.at} · {names.plain(one.user_id)}", str(one.id)))
    # Translators: shown in a menu before something is chosen: a weekly game ends for good
    placeholder = t.gettext("End a weekly game night")
    none_here = t.gettext(
        "There are no game nights here. A host can set one up with **Find players**."
    )
    return message(
        # Translators: heading, and button, at most 34 characters: games that begin every week
        text("### " + t.gettext("Game nights"), *([notice] if notice else [])),
        text(*(lines or [none_here])),
        row([select(options, "endnight", 0, placeholder=placeholder)]) if options else None,
    )


async def _may_end(interaction: Interaction, night: GameNight) -> bool:
    """Whether somebody may end a game night: its host, or a moderator."""
    if night.user_id == interaction.user.id:
        return True
    with suppress(Refusal):
        return (await moderator_here(interaction)).guild_id == night.guild_id
    return False


@on_press(Stands.ANYWHERE)
async def nights(interaction: Interaction, press: Press) -> None:
    """Show the game nights of this server privately."""
    view = await _nights_view(interaction)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press(Stands.ANYWHERE)
async def endnight(interaction: Interaction, press: Press) -> None:
    """End a game night; if a moderator does, its channel is told, and it is in the audit log."""
    bot, t = interaction.client, speaks(interaction)
    night = await bot.store.read(stored_settings.night, press.number_chosen)
    if night is None or not await _may_end(interaction, night):
        raise Refusal("night-gone", "This game night has ended, or you are not allowed to end it.")
    by = None if night.user_id == interaction.user.id else await moderator_here(interaction)
    if by is None:
        changed = await gathering.end_night(bot.tables, night.id)
    else:
        changed = await at_tables.end_night(bot.tables, by, night)
    for table in changed:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
    if by and (guild := bot.get_guild(night.guild_id)):
        said = language_of_server(bot, guild)
        names = await names_at(bot, guild.id, [interaction.user.id, night.user_id], said)
        # Translators: {moderator}, {name}: people
        words = said.gettext("{moderator} has ended {name}'s game night.").format(
            moderator=names.printed(interaction.user.id), name=names.printed(night.user_id)
        )
        with may_be_refused():
            channel = bot.get_partial_messageable(night.channel_id, guild_id=guild.id)
            await channel.send(view=message(text(words)))
    view = await _nights_view(interaction, t.gettext("The game night has ended."))
    await interaction.response.edit_message(view=view)


# --- Discord's events ----------------------------------------------------------------------------

# Translators: to the host of a game that starts by itself; “I” is the bot; an event as Discord
# calls it
NO_EVENTS = N_(
    "I am not allowed to create events here, so Discord shows no event for this game; the game "
    "starts all the same."
)
EVENT_HOURS = timedelta(hours=3)


def may_make_events(guild: discord.Guild | None) -> bool:
    """Whether the bot may make events on a server."""
    allowed = None if guild is None else guild.me.guild_permissions
    return allowed is not None and (allowed.create_events or allowed.manage_events)


@tells(EventDue)
async def _settle_event(bot: TzolkinBot, table: Table, _: EventDue) -> None:
    """Make Discord's event as the table is. Without the permission there is none."""
    guild, options = bot.get_guild(table.guild_id or 0), table.options
    if guild is None or not may_make_events(guild):
        return
    waits = table.status == "lobby" and options.begins_at is not None
    with may_be_refused():
        event = await _event_of(guild, table)
        if not waits:
            if event is not None and table.status == "playing":
                await event.start()
            elif event is not None:
                await event.delete()
            event = None
        elif event is None:
            event = await _make_event(bot, guild, table)
        else:
            begins = options.begins_at
            assert begins is not None
            await event.edit(start_time=begins, end_time=begins + EVENT_HOURS)
        number = None if event is None else event.id
        if number != options.event and waits:
            async with bot.tables.open(table.id, game=False) as opened:
                opened.change(options=replace(opened.table.options, event=number))


async def _event_of(guild: discord.Guild, table: Table) -> discord.ScheduledEvent | None:
    """The event of the table; also one that was made and could not be noted."""
    for one in await guild.fetch_scheduled_events(with_counts=False):
        mine = one.creator_id == guild.me.id and one.location == _place(table)
        if one.id == table.options.event or (mine and table.options.event is None):
            return one
    return None


def _place(table: Table) -> str:
    return address(table.guild_id, table.channel_id)


async def _make_event(
    bot: TzolkinBot, guild: discord.Guild, table: Table
) -> discord.ScheduledEvent:
    t, begins = language_of(bot, table), table.options.begins_at
    assert begins is not None
    host = table.seat_of(table.host_id)
    # Translators: name of an event; {name}: a player
    name = t.gettext("Tzolk'in with {name}").format(name="?" if host is None else host.name)
    link = message_link(table, table.posted.lobby) or _place(table)
    return await guild.create_scheduled_event(
        name=fitting_name(name),
        start_time=begins,
        end_time=begins + EVENT_HOURS,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=_place(table),
        # Translators: what an event says; {link}: the address of a message
        description=t.gettext("Join here: {link}").format(link=link),
    )
