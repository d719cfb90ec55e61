"""People for a game: the form in which the host of a lobby says whom it wants and when it begins;
the game that begins by itself."""

from contextlib import suppress
from dataclasses import fields, replace
from datetime import time
from zoneinfo import ZoneInfo

import discord

from bot.clocks import zone_named
from bot.model.notes import BeginsSoon, NotBegun
from bot.model.table import Options, Pace, Table, Wanted
from bot.refusal import Refusal
from bot.store import settings as stored_settings
from bot.tables import gathering, time_passing
from bot.tables import lobby as lobbies
from bot.text.hours import wanted_words
from bot.text.names import PLAYERS
from bot.text.translation import Translations, moment
from bot.text.typed import read_appointment
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import GREEN, Form, Press, button, on_press, zone_menu
from cogs.kit.context import (
    Interaction,
    drop_thread,
    home_of,
    lacking_in,
    open_thread_in,
    person,
)
from cogs.kit.layout import Part, message, row, text
from cogs.kit.members import plain_names
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import tells
from cogs.telling.messages import find_button, lobby_message
from cogs.telling.posting import edit_lobby, post

MOST_TYPED = 40
EVENING = time(20, 0)
"""When a game begins for which only a day was typed."""
LOOK_SECONDS = 20


# --- the form ------------------------------------------------------------------------------------


@on_press()
async def findplayers(interaction: Interaction, press: Press) -> None:
    """Open the form, or store what was chosen and typed in it. Only for the host."""
    bot, t = interaction.client, speaks(interaction)
    table = await bot.tables.table(press.table)
    gathering.must_host(table, interaction.user.id)
    own = await bot.store.read(stored_settings.of_person, interaction.user.id)
    if not press.typed:
        await interaction.response.send_modal(_form(t, table.options, press, own.hours.zone))
        return
    wanted, typed, zone_lacks = _plan_of(press), press.typed.get("at", ""), False
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
    async with bot.tables.open(press.table) as opened:
        table = gathering.plan(opened, person(interaction), wanted)
    parts: list[Part] = [text(*_saved_lines(t, table))]
    if zone_lacks:
        # Translators: {typed}: a time or date that the reader has typed
        ask = t.gettext("Where do you live? Then I know which moment “{typed}” is.")
        parts = [
            text(ask.format(typed=typed)),
            row([zone_menu(t, None, bot.tables.now(), "findzone", table.id, typed)]),
        ]
    try:
        await interaction.response.send_message(view=message(*parts), ephemeral=True)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


@on_press()
async def findzone(interaction: Interaction, press: Press) -> None:
    """Keep the time zone the host has chosen, and let the game begin at the moment typed before."""
    bot, t, user = interaction.client, speaks(interaction), interaction.user.id
    gathering.must_host(await bot.tables.table(press.table), user)
    zone = zone_named(press.value).key
    own = await bot.store.read(stored_settings.of_person, user)
    changed = replace(own, hours=replace(own.hours, zone=zone))
    await time_passing.set_person_settings(bot.tables, user, changed)
    at = read_appointment(press.word, str(interaction.locale), zone, bot.tables.now(), EVENING)
    async with bot.tables.open(press.table) as opened:
        wanted = replace(_as_planned(opened.table.options), begins="moment", begins_at=at)
        table = gathering.plan(opened, person(interaction), wanted)
    said = message(text(*_saved_lines(t, table)))
    try:
        await interaction.response.edit_message(view=said)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


def _form(t: Translations, options: Options, opens: Press, zone: str | None) -> Form:
    form = Form(t.gettext("Find players"), opens)
    form.ask_choice(
        # Translators: label of a line in a form, at most 45 characters
        "seats", t.gettext("How many players?"),
        [
            # Translators: choice in a form: how many players
            ("0", t.gettext("As many as come, up to {n}").format(n=lobbies.MOST_SEATS)),
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
            ("evening", t.gettext("Played in an evening")),
            # Translators: choice in a form: how fast a game is played
            ("days", t.gettext("Played over days")),
        ],
        chosen=[one for one in (options.wanted, options.pace) if one],
    )  # fmt: skip
    if zone is None:
        # Translators: hint below a line in a form, at most 100 characters; the date must stay in
        # this form; “Start” is a button
        hint = t.gettext("Such as 20:00 or 2026-12-24 20:00. Empty: when somebody presses Start")
    else:
        # Translators: hint below a line in a form, at most 100 characters with what fills it; the
        # date must stay in this form; {zone} is a name as “Europe/Berlin”; “Start” is a button
        hint = t.gettext("Such as 20:00 or 2026-12-24 20:00 ({zone}). Empty: by pressing Start")
        hint = hint.format(zone=zone)
    # Translators: label of a line in a form, at most 45 characters; a time or date follows
    at = "" if options.begins_at is None else _typed(options, zone)
    form.ask("at", t.gettext("Start by itself at"), at, hint, most=MOST_TYPED)
    form.ask_several(
        # Translators: label of a line in a form, at most 45 characters: how a game starts
        "how", t.gettext("At the start"),
        [
            # Translators: choice in a form
            ("full", t.gettext("No time: start as soon as it is full")),
            # Translators: choice in a form
            ("fill", t.gettext("Let computers fill the free seats at that time")),
        ],
        chosen=[
            *(["full"] if options.begins == "full" else []),
            *(["fill"] if options.computers_fill else []),
        ],
    )  # fmt: skip
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
    return [t.gettext("Saved; the game's message says:"), wanted_words(t, table.options) or "–"]


# --- at its time ---------------------------------------------------------------------------------


class Gathering(LoopCog):
    """Reminds the people of lobbies whose games begin at a moment, and begins these games."""

    @every(LOOK_SECONDS, "beginning games at their time")
    async def look(self) -> None:
        """Do what is due in each lobby; one that fails does not keep the others waiting."""
        for table_id in await gathering.due(self.bot.tables):
            await self.bot.guarded(
                take_step(self.bot, table_id), f"what is due in table {table_id}"
            )


async def take_step(bot: TzolkinBot, table_id: int) -> None:
    """Do what is due in a lobby. Its game begins in a new thread if its options say so, and the bot
    may open one."""
    before = await bot.tables.read(table_id)
    thread = None
    if before.table.options.thread and gathering.begins_now(before.table, bot.tables.now()):
        tried = await gathering.take_step(before.trial())
        if tried.status == "playing":
            thread = await _thread_for(bot, before.table)
    try:
        async with bot.tables.open(table_id) as opened:
            was = opened.table
            if thread is not None and gathering.begins_now(was, opened.now):
                opened.move(thread.id)
            table = await gathering.take_step(opened)
    except BaseException:
        if thread is not None:
            await drop_thread(thread)
        raise
    if table.status == "playing":
        t = language_of(bot, table)
        elsewhere = table.channel_id != was.channel_id
        # Translators: {thread}: a link to a thread.
        notice = t.gettext("The game has begun in {thread}.")
        notice = notice if elsewhere else t.gettext("The game has begun.")
        notice = notice.format(thread=f"<#{table.channel_id}>")
        await edit_lobby(bot, was, lobby_message(t, table, notice=notice, closed=True))
    elif table.options != was.options and not table.options.begins_at:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
    await carry_on(bot, table_id)


async def _thread_for(bot: TzolkinBot, table: Table) -> discord.Thread | None:
    """A thread for the game; None where there can be none."""
    home, t = home_of(bot.get_channel(table.channel_id)), language_of(bot, table)
    if home is None or lacking_in(home):
        return None
    with suppress(Refusal):
        return await open_thread_in(bot, home, t, ", ".join(plain_names(t, table)))
    return None


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
            "{mentions}: it is time, but nobody else is here. Add a computer and press **Start**, "
            "or choose another time."
        )
    else:
        words = t.gettext(
            "{mentions}: it is time, but this game cannot start with these options. Change them, "
            "then press **Start**."
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
