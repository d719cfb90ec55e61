"""People for a game: the form in which the host of a lobby says whom it wants and when it begins;
invitations, and calls of those who want to be called."""

from dataclasses import fields, replace
from datetime import time
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.clocks import zone_named
from bot.clocks.hours import UTC_NAME
from bot.model.notes import Invited, PlayersCalled
from bot.model.table import Options, Pace, Person, Table, Wanted
from bot.refusal import Refusal
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.tables import OpenTable, gathering, time_passing
from bot.tables import lobby as lobbies
from bot.text.hours import wanted_words
from bot.text.names import PLAYERS
from bot.text.translation import Translations
from bot.text.typed import plain, read_appointment
from cogs.client import TzolkinBot
from cogs.kit.answering import (
    language_of,
    language_of_person,
    message_link,
    refusal_text,
    speaks,
)
from cogs.kit.buttons import (
    Form,
    Press,
    button,
    on_press,
    zone_menu,
)
from cogs.kit.channels import why_refused
from cogs.kit.context import (
    Interaction,
    Stands,
    name_of,
    person,
)
from cogs.kit.layout import Part, message, printed, row, small, text
from cogs.kit.members import gone_from, member_sees, names_at, seat_names
from cogs.lobby.appointments import NO_EVENTS, may_make_events
from cogs.lobby.lobby import change_seats, tell_begun
from cogs.lobby.options import invited_lines
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import once, tells
from cogs.telling.messages import PRIMARY, lobby_message
from cogs.telling.posting import edit_lobby, post

MOST_TYPED = 40
EVENING = time(20, 0)
"""When a game begins for which only a day was typed."""


# --- the form ------------------------------------------------------------------------------------


@on_press()
async def findplayers(interaction: Interaction, press: Press) -> None:
    """Open the form, or store what was chosen and typed in it. Only for the host."""
    bot, t = interaction.client, speaks(interaction)
    table = await bot.tables.table(press.table)
    gathering.must_host(table, interaction.user.id)
    own = await bot.store.read(stored_settings.of_person, interaction.user.id)
    server = await bot.tables.server_settings(table.guild_id)
    if not press.typed:
        may_call = server.calls_a_day > 0 and table.options.called_at is None
        callable_now = len(await gathering.to_call(bot.tables, table)) if may_call else 0
        form = _form(t, table.options, press, own.hours.zone, callable_now)
        await interaction.response.send_modal(form)
        return
    wanted, typed, zone_lacks = _plan_of(press), plain(press.typed.get("at", "")), False
    how = press.chosen.get("how", "").split()
    try:
        at = read_appointment(
            typed, str(interaction.locale), own.hours.zone, bot.tables.now(), EVENING
        )
    except Refusal as refusal:
        if refusal.code != "zone-needed":
            raise
        at, zone_lacks = None, True
    if at is not None:
        wanted = replace(wanted, begins="moment", begins_at=at)
    host, said = person(interaction), list[str]()
    chosen, unseeing = await _people_chosen(interaction, press, table.channel_id)
    if unseeing:
        # Translators: to somebody who has invited people; {names}: one person or more
        unseen = t.gettext("I did not invite {names}, because they cannot see this channel.")
        said.append(unseen.format(names=", ".join(unseeing)))
    async with bot.tables.open(press.table) as opened:
        gathering.plan(opened, host, wanted)
        await gathering.invite(opened, host, chosen)
        if not zone_lacks:
            zone = own.hours.zone or UTC_NAME
            await gathering.repeat(opened, host, zone, weekly="weekly" in how, calls="call" in how)
        table = opened.table
    if "call" in how:
        try:
            async with (
                gathering.calling(bot.tables, table.guild_id),
                bot.tables.open(press.table) as opened,
            ):
                table = await gathering.call(opened, host, server.calls_a_day)
        except Refusal as refusal:
            said.append(refusal_text(t, refusal))
    if table.options.begins == "full":  # it may be full already
        before, table = await change_seats(interaction, table.id, lambda opened, _: opened.table)
        if table.status == "playing":
            await tell_begun(interaction, before, table)
            return
    said += await invited_lines(bot, t, table)
    parts: list[Part] = [text(*_saved_lines(t, table), *said)]
    if zone_lacks:
        kept = f"{' '.join(how)}|{typed}"
        # Translators: {typed}: a time or date that the reader has typed
        ask = t.gettext("Where do you live? I need your time zone to know when “{typed}” is.")
        parts = [
            text(ask.format(typed=typed), *said),
            row([zone_menu(t, None, bot.tables.now(), "findzone", table.id, kept)]),
        ]
    elif at is not None and not may_make_events(interaction.guild):
        parts.append(text(small(t.gettext(NO_EVENTS))))
    try:
        await interaction.response.send_message(view=message(*parts), ephemeral=True)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
        if table.notes_wait:
            bot.in_background(carry_on(bot, table.id), f"inviting to table {table.id}")


@on_press()
async def findzone(interaction: Interaction, press: Press) -> None:
    """Keep the time zone the host has chosen, and let the game begin at the moment typed before."""
    bot, t, user = interaction.client, speaks(interaction), interaction.user.id
    gathering.must_host(await bot.tables.table(press.table), user)
    zone = zone_named(press.value).key
    own = await bot.store.read(stored_settings.of_person, user)
    changed = replace(own, hours=replace(own.hours, zone=zone))
    await time_passing.set_person_settings(bot.tables, user, changed)
    chosen, _, typed = press.word.partition("|")
    how = chosen.split()
    at = read_appointment(typed, str(interaction.locale), zone, bot.tables.now(), EVENING)
    host = person(interaction)
    async with bot.tables.open(press.table) as opened:
        wanted = replace(_as_planned(opened.table.options), begins="moment", begins_at=at)
        gathering.plan(opened, host, wanted)
        await gathering.repeat(opened, host, zone, weekly="weekly" in how, calls="call" in how)
        table = opened.table
    without = [] if may_make_events(interaction.guild) else [small(t.gettext(NO_EVENTS))]
    said = message(text(*_saved_lines(t, table), *without))
    try:
        await interaction.response.edit_message(view=said)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
        bot.in_background(carry_on(bot, table.id), f"the time of table {table.id}")


async def _people_chosen(
    interaction: Interaction, press: Press, channel_id: int
) -> tuple[list[int], list[str]]:
    """The people chosen in the form, without bots; and the names of those left out who cannot see
    the channel."""
    data: Any = interaction.data or {}
    resolved, guild = data.get("resolved", {}), interaction.guild
    users, members = resolved.get("users", {}), resolved.get("members", {})
    chosen, unseeing = list[int](), list[str]()
    for one in press.chosen.get("invite", "").split():
        if one not in members or guild is None or users[one].get("bot"):
            continue  # a bot, or nobody of this server
        named: Any = {**members[one], "user": users[one]}
        member = discord.Member(data=named, guild=guild, state=interaction._state)
        if await member_sees(guild, member, channel_id):
            chosen.append(member.id)
        else:
            unseeing.append(printed(name_of(member)))
    return chosen, unseeing


def _form(
    t: Translations, options: Options, opens: Press, zone: str | None, callable_now: int
) -> Form:
    """The form with what is chosen so far. `callable_now` is how many people could be called."""
    form = Form(t.gettext("Find players"), opens)
    form.ask_choice(
        # Translators: label of a line in a form, at most 45 characters
        "seats", t.gettext("How many players?"),
        [
            # Translators: choice in a form: how many players
            ("0", t.gettext("As many as join, up to {n}").format(n=lobbies.MOST_SEATS)),
            *(
                (str(n), t.say(PLAYERS, n=n))
                for n in range(lobbies.FEWEST_SEATS, lobbies.MOST_SEATS + 1)
            ),
        ],
        chosen=str(options.wanted_seats),
    )  # fmt: skip
    form.ask_several(
        # Translators: label of a line in a form, at most 45 characters
        "kind", t.gettext("What kind of game?"),
        [
            # Translators: choice in a form
            ("newcomers", t.gettext("New players welcome")),
            # Translators: choice in a form
            ("experienced", t.gettext("For experienced players")),
            # Translators: choice in a form: how fast a game is played
            ("evening", t.gettext("Played in one evening")),
            # Translators: choice in a form: how fast a game is played
            ("days", t.gettext("Played over several days")),
        ],
        chosen=[one for one in (options.wanted, options.pace) if one],
    )  # fmt: skip
    if zone is None:
        # Translators: hint below a line in a form, at most 100 characters; the date must stay in
        # this form; “Start” is a button
        hint = t.gettext(
            "Such as 20:00 or 2026-12-24 20:00. Leave empty to start when somebody presses Start"
        )
    else:
        # Translators: hint below a line in a form, at most 100 characters with what fills it; the
        # date must stay in this form; {zone} is a name as “Europe/Berlin”; “Start” is a button
        hint = t.gettext(
            "Such as 20:00 or 2026-12-24 20:00 ({zone}). Leave empty to start by pressing Start"
        )
        hint = hint.format(zone=zone)
    at = "" if options.begins_at is None else _typed(options, zone)
    # Translators: label of a line in a form, at most 45 characters; a time or date follows
    form.ask("at", t.gettext("Start automatically at"), at, hint, most=MOST_TYPED)
    # Translators: choice in a form: mention those who have pressed “Call me for games”
    call = t.ngettext(
        "Call the {n} person who asked to be called for games",
        "Call the {n} people who asked to be called for games",
        callable_now,
    )
    form.ask_several(
        # Translators: label of a line in a form, at most 45 characters: how a game starts
        "how", t.gettext("How the game starts"),
        [
            # Translators: choice in a form
            ("full", t.gettext("No set time: start as soon as the table is full")),
            # Translators: choice in a form
            ("fill", t.gettext("Let computers fill the free seats at the set time")),
            # Translators: choice in a form
            ("weekly", t.gettext("Repeat every week at the same time")),
            *([("call", call.format(n=callable_now))] if callable_now else []),
        ],
        chosen=[
            *(["weekly"] if options.night is not None else []),
            *(["full"] if options.begins == "full" else []),
            *(["fill"] if options.computers_fill else []),
        ],
    )  # fmt: skip
    invite = partial(ui.UserSelect[Any], min_values=0, max_values=gathering.MOST_INVITED)
    # Translators: label of a line in a form, at most 45 characters; people are chosen there
    form.ask_mention("invite", t.gettext("Whom do you want to invite?"), invite)
    return form


def _typed(options: Options, zone: str | None) -> str:
    assert options.begins_at is not None
    if zone is None:
        return f"{options.begins_at:%Y-%m-%d %H:%M} UTC"
    return f"{options.begins_at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def _plan_of(press: Press) -> gathering.Plan:
    """What a sent form asks for, but for the moment."""
    kind, how = press.chosen.get("kind", "").split(), press.chosen.get("how", "").split()
    seats = press.chosen.get("seats", "0")
    wanted: Wanted = "any"
    pace: Pace | None = None
    if ("newcomers" in kind) != ("experienced" in kind):
        wanted = "newcomers" if "newcomers" in kind else "experienced"
    if ("evening" in kind) != ("days" in kind):
        pace = "evening" if "evening" in kind else "days"
    return gathering.Plan(
        wanted_seats=int(seats) if seats in {"2", "3", "4", "5"} else 0,
        wanted=wanted,
        begins="full" if "full" in how else "hand",
        computers_fill="fill" in how,
        pace=pace,
    )


def _as_planned(options: Options) -> gathering.Plan:
    return gathering.Plan(
        **{one.name: getattr(options, one.name) for one in fields(gathering.Plan)}
    )


def _saved_lines(t: Translations, table: Table) -> list[str]:
    # Translators: answer to a form: what was chosen in it stands below
    return [t.gettext("Saved. The game's message now says:"), wanted_words(t, table.options) or "–"]


# --- invitations and calls -----------------------------------------------------------------------


@tells(Invited)
async def _tell_invited(bot: TzolkinBot, table: Table, note: Invited) -> None:
    """Invite somebody by direct message; in the channel, if the person takes none."""
    guild, told = bot.get_guild(table.guild_id or 0), language_of(bot, table)
    declined = await bot.store.read(stored.invitations_to, table.id)
    sits = table.seat_of(note.person) is not None
    if table.status != "lobby" or guild is None or sits or declined.get(note.person, True):
        return
    t = await language_of_person(bot, note.person, told)
    # Translators: in a direct message; {name}: a player; {server}: the name of a Discord server;
    # {channel}: a link to a channel
    words = t.gettext("{name} invites you to a game of Tzolk'in on {server}, in {channel}.")
    words = words.format(
        name=_host(t, table),
        server=printed(guild.name),
        channel=message_link(table, table.posted.lobby) or f"<#{table.channel_id}>",
    )
    try:
        channel = await bot.create_dm(discord.Object(note.person))
        await channel.send(view=_invitation(t, table, words), **once())
    except discord.HTTPException as refused:
        if why_refused(refused) is None:
            raise
        # Translators: {person}: a mention; {name}: a player
        words = told.gettext("{person}: {name} invites you to this game.")
        words = words.format(person=f"<@{note.person}>", name=_host(told, table))
        await post(bot, table, _invitation(told, table, words), pinged=[note.person])


def _host(t: Translations, table: Table) -> str:
    host, names = table.seat_of(table.host_id), seat_names(t, table)
    return "?" if host is None else names[host.seat]


def _invitation(t: Translations, table: Table, words: str) -> ui.LayoutView:
    buttons: list[Part] = [
        # Translators: button, at most 34 characters: sit down at the table.
        button(t.gettext("Join"), "invited", table.id, word="join", style=PRIMARY),
        # Translators: button, at most 34 characters: answer to an invitation
        button(t.gettext("Not now"), "invited", table.id, word="no"),
    ]
    wanted = wanted_words(t, table.options)
    # Translators: below an invitation to a game
    first = small(t.gettext("Seats are not reserved: whoever joins first plays."))
    return message(text(words, *([wanted] if wanted else []), first), row(buttons))


@on_press(Stands.ANYWHERE)
async def invited(interaction: Interaction, press: Press) -> None:
    """Take the answer of somebody who is invited."""
    bot, t, joins = interaction.client, speaks(interaction), press.word == "join"
    guild_id = (await bot.tables.table(press.table)).guild_id or 0
    names = await names_at(bot, guild_id, [interaction.user.id], t)
    known = names.known.get(interaction.user.id) or name_of(interaction.user)
    invited = Person(interaction.user.id, known)
    await gathering.must_be_invited(bot.tables, press.table, invited.id)
    if joins:

        def sit(opened: OpenTable, _: Person) -> Table:
            return lobbies.take_computers_place(opened, invited)

        before, table = await change_seats(interaction, press.table, sit)
        await bot.store.write(stored.invite, table.id, invited.id)
        if table.status == "playing":
            await tell_begun(interaction, before, table)
            return
    else:
        async with bot.tables.open(press.table) as opened:
            table = await gathering.decline(opened, invited)
    # Translators: answer to an invitation
    words = t.gettext("Not now, then. You can still join while a seat is free.")
    buttons: list[Part] = [
        # Translators: button, at most 34 characters: sit down at the table.
        button(t.gettext("Join"), "invited", table.id, word="join", style=PRIMARY)
    ]
    if joins:
        words = t.gettext("You have joined the table.")
        # Translators: button, at most 34 characters: leave the table before the game.
        buttons = [button(t.gettext("Leave"), "invited", table.id, word="no")]
    if link := message_link(table, table.posted.lobby):
        # Translators: button with a link, at most 34 characters: to the game's message.
        buttons.append(ui.Button(label=t.gettext("Go to the message"), url=link))
    said = message(text(words), row(buttons))
    try:
        if interaction.guild_id is None:
            await interaction.response.edit_message(view=said)
        else:
            await interaction.response.send_message(view=said, ephemeral=True)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


@tells(PlayersCalled)
async def _tell_called(bot: TzolkinBot, table: Table, _: PlayersCalled) -> None:
    """Mention the people of the server who want to be called, in the channel. Whoever has left the
    server is not called there any more."""
    guild = bot.get_guild(table.guild_id or 0)
    people = await gathering.to_call(bot.tables, table)
    if table.status != "lobby" or guild is None:
        return
    for one in await gone_from(bot, guild, people):
        await bot.store.write(stored_settings.set_wish, one, guild.id, None)
    people = await gathering.to_call(bot.tables, table)
    if not people:
        return
    t = language_of(bot, table)
    # Translators: {mentions}: one person or more; {name}: a player
    words = t.gettext("{mentions}: {name} is looking for players.").format(
        mentions=" ".join(f"<@{one}>" for one in people), name=_host(t, table)
    )
    buttons: list[Part] = [
        # Translators: button, at most 34 characters: sit down at the table.
        button(t.gettext("Join"), "lobby", table.id, "", "join", style=PRIMARY),
        # Translators: button, at most 34 characters: the reader wants to be called when somebody
        # looks for players; imperative
        button(t.gettext("Call me for games"), "callme", 0, word="on"),
    ]
    wanted = wanted_words(t, table.options)
    view = message(text(words, *([wanted] if wanted else [])), row(buttons))
    await post(bot, table, view, pinged=people)
