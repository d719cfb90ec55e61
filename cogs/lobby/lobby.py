"""Opening and ending games: /tzolkin new, start, status, options, abandon, and the lobby; also the
lobby of a game that begins in a position, which opens in a new thread."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.model.computers import LEVELS, Level
from bot.notation.position_line import write_position
from bot.refusal import Full
from bot.store import tables as stored
from bot.tables import OpenTable, Options, Person, Refusal, Table, filling
from bot.tables import lobby as lobbies
from bot.text.names import points
from bot.text.seats import progress_words
from bot.text.translation import Translations
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit import answering, context
from cogs.kit.buttons import Press, button, old_button, on_press, open_tables_button
from cogs.kit.channels import THREADS, hindrance, why_refused
from cogs.kit.layout import Part, message, row, text
from cogs.kit.members import plain_names, seat_names
from cogs.kit.pages import looked_at, moment_to_play_on
from cogs.lobby.abandoning import ask_back
from cogs.lobby.options import OPTIONS_SAVED, options_view, show_levels, show_options
from cogs.telling.carry_on import answer_and_carry_on, carry_on
from cogs.telling.lost_channel import offer_to_go_on
from cogs.telling.messages import PRIMARY, lobby_message
from cogs.telling.posting import edit_lobby, galleries, lobby_files
from rendering import COVER

Change = Callable[[OpenTable, Person], Table]
_CHANGES: Mapping[str, Change] = {
    "join": lobbies.join,
    "leave": lobbies.leave,
    "add": lobbies.add_computer,
    "remove": lobbies.remove_computer,
    "place": lobbies.take_computers_place,
    "without": lobbies.leave_out_asked,
}

log = structlog.get_logger(__name__)


_SWITCHES: Mapping[str, Callable[[Options], Options]] = {
    "thread": lambda options: replace(options, thread=True),
    "here": lambda options: replace(options, thread=False),
}


@on_press()
async def lobby(interaction: context.Interaction, press: Press) -> None:
    """Do what a button of the lobby message, or of a private answer about it, says. If the lobby is
    over and its message does not say so, since the bot was stopped at that moment, it does now."""
    try:
        await _pressed(interaction, press)
    except Refusal:
        table, pressed = await interaction.client.tables.table(press.table), interaction.message
        if table.status != "lobby" and pressed is not None and pressed.id == table.posted.lobby:
            t = answering.language_of(interaction.client, table)
            with suppress(*answering.UNREACHABLE):
                await pressed.edit(view=over_message(t, table, pressed.channel.id), attachments=[])
        raise


def over_message(t: Translations, table: Table, channel_id: int, *more: str) -> ui.LayoutView:
    """The message in this channel of a lobby that is over; `more` is said, too."""
    notice = t.gettext("The lobby is closed.")
    if table.status != "abandoned":
        notice = t.gettext("The game has begun.")
        if table.channel_id != channel_id:
            # Translators: {thread}: a link to a thread.
            notice = t.gettext("The game has begun in {thread}.")
    notice = " ".join([notice.format(thread=f"<#{table.channel_id}>"), *more])
    return lobby_message(t, table, notice=notice, closed=True)


async def _pressed(interaction: context.Interaction, press: Press) -> None:
    match press.word.partition(".")[0]:
        case "start":
            await _start(interaction, press.table)
        case "options":
            await show_options(interaction, await interaction.client.tables.table(press.table))
        case "computers":
            await show_levels(interaction, await interaction.client.tables.table(press.table))
        case "anew":
            await open_in_thread(interaction)
        case _:
            await _change(interaction, press)


async def _change(interaction: context.Interaction, press: Press) -> None:
    bot = interaction.client
    if press.word not in _SWITCHES and press.word not in _CHANGES:
        raise old_button()
    if press.word == "thread":
        context.must_have_threads(interaction)
    person = context.person(interaction)
    if press.word in _SWITCHES:
        async with bot.tables.open(press.table) as opened:
            options = _SWITCHES[press.word](opened.table.options)
            table = lobbies.set_options(opened, person, options)
    else:
        try:
            before, table = await change_seats(interaction, press.table, _CHANGES[press.word])
        except Full:
            full = await bot.tables.table(press.table)
            if not any(one.computer for one in full.seats):
                raise
            await _offer_place(interaction, full)
            return
        if table.status == "playing":
            await tell_begun(interaction, before, table)
            return
    t = answering.language_of(bot, table)
    closed = table.status != "lobby"
    notice = t.gettext("Everybody has left, so this lobby is closed.") if closed else None
    view = lobby_message(t, table, notice=notice, closed=closed)
    pressed = interaction.message
    if pressed is not None and pressed.id == table.posted.lobby:
        await _change_pressed(interaction, table, view)
        return
    try:
        await _answer_privately(interaction, press.word, table)
    finally:
        await edit_lobby(bot, table, view)


async def _answer_privately(interaction: context.Interaction, word: str, table: Table) -> None:
    """Answer a press on another message than the lobby's that has changed the lobby."""
    t = answering.speaks(interaction)
    if word in ("join", "place"):
        said = message(text(t.gettext("You have joined the table.")))
    elif word == "leave":
        said = message(text(t.gettext("You have left the table.")))
    else:
        said = await options_view(interaction, table, t.gettext(OPTIONS_SAVED))
    if answering.is_private(interaction):
        await interaction.response.edit_message(view=said)
    else:
        await interaction.response.send_message(view=said, ephemeral=True)


async def _change_pressed(
    interaction: context.Interaction, table: Table, view: ui.LayoutView
) -> None:
    """Change the lobby's message, on which somebody has pressed. If Discord does not take this as
    the answer to the press, edit the message otherwise, and raise the error. The picture is sent
    only if the message does not have it."""
    pressed = interaction.message
    has = pressed is not None and any(one.filename == COVER for one in pressed.attachments)
    try:
        if has and galleries(view):
            await interaction.response.edit_message(view=view)
        else:
            attached = await lobby_files(interaction.client, table, view)
            await interaction.response.edit_message(view=view, attachments=attached)
    except answering.UNREACHABLE:
        await edit_lobby(interaction.client, table, view)
        raise


async def _send_lobby(
    interaction: context.Interaction, table: Table, notice: str | None = None, **how: Any
) -> None:
    """Answer with the lobby's message, and store its id."""
    bot = interaction.client
    view = lobby_message(answering.language_of(bot, table), table, notice=notice)
    attached = await lobby_files(bot, table, view)
    answer = await interaction.response.send_message(view=view, files=attached, **how)
    await bot.store.write(stored.note_lobby, table.id, answer.message_id)


async def _offer_place(interaction: context.Interaction, table: Table) -> None:
    """Offer a computer's seat to a person when all seats are taken."""
    t = answering.speaks(interaction)
    named = zip(plain_names(t, table), table.seats, strict=True)
    computer = [name for name, one in named if one.computer][-1]
    # Translators: {name}: the name of a computer player.
    words = t.ngettext(
        "The {seats} seat is taken, but {name} is a computer and can make room.",
        "All {seats} seats are taken, but {name} is a computer and can make room.",
        len(table.seats),
    ).format(seats=len(table.seats), name=f"**{computer}**")
    # Translators: button, at most 34 characters: sit down where a computer plays.
    take = button(t.gettext("Take a computer's place"), "lobby", table.id, "", "place")
    await interaction.response.send_message(view=message(text(words), row([take])), ephemeral=True)


def _is_open_to_join(table: Table) -> bool:
    return table.status == "lobby"


async def _lobby_here(interaction: context.Interaction, table: Table) -> None:
    """Point to the lobby that is open in this channel. If its message was deleted, post it
    again."""
    bot = interaction.client
    if table.posted.lobby is not None:
        channel = bot.get_partial_messageable(table.channel_id)
        try:
            await channel.get_partial_message(table.posted.lobby).fetch()
        except discord.NotFound:
            pass
        except discord.Forbidden:  # the bot may not read whether it still exists
            await _point_to_lobby(interaction, table)
            return
        else:
            await _point_to_lobby(interaction, table)
            return
    t = answering.language_of(bot, table)
    again = t.gettext("This game's message was deleted; here it is again.")
    await _send_lobby(interaction, table, again)


async def _point_to_lobby(interaction: context.Interaction, table: Table) -> None:
    t = answering.speaks(interaction)
    seated = table.seat_of(interaction.user.id) is not None
    # Translators: {names}: who sits at the table already, one player or more.
    said = t.gettext("A game is already open to join here. Players so far: {names}.")
    if seated:
        # Translators: {names}: who sits at the table already, one player or more.
        said = t.gettext("A game is already open here, and you are in it. Players so far: {names}.")
    buttons: list[Part] = []
    if not seated:
        # Translators: button, at most 34 characters: sit down at the table.
        buttons.append(button(t.gettext("Join"), "lobby", table.id, "", "join", style=PRIMARY))
    link = answering.message_link(table, table.posted.lobby)
    if link:
        # Translators: button with a link, at most 34 characters: to the game's message.
        buttons.append(ui.Button(label=t.gettext("Go to the message"), url=link))
    # Translators: button, at most 34 characters: open another game, in a Discord thread.
    buttons.append(button(t.gettext("Open another in a thread"), "lobby", table.id, "", "anew"))
    words = said.format(names=", ".join(seat_names(t, table)))
    await interaction.response.send_message(view=message(text(words), row(buttons)), ephemeral=True)


async def _game_here(interaction: context.Interaction, table: Table) -> None:
    """Say that a game is already played here, and offer a thread for another one."""
    t = answering.speaks(interaction)
    words = t.gettext(
        "There is already a game in this channel. Open another one in a thread or in another "
        "channel, or end this one with /tzolkin abandon."
    )
    # Translators: button, at most 34 characters: open a game in a Discord thread.
    anew = button(t.gettext("Open one in a new thread"), "lobby", table.id, "", "anew")
    ways = row([anew, open_tables_button(t)])
    await interaction.response.send_message(view=message(text(words), ways), ephemeral=True)


async def open_in_thread(
    interaction: context.Interaction, position: str = "", seat: int = 0
) -> None:
    """Open a lobby in a new thread. The game begins in the `position`, a line of notation, if one
    is given; then the person sits in `seat`. Raises Refusal."""
    bot = interaction.client
    context.must_have_threads(interaction)
    await interaction.response.defer()
    thread = await context.open_thread(interaction, context.name_of(interaction.user))
    try:
        table = await _new_lobby(interaction, thread.id, position, seat)
    except Refusal:
        await context.drop_thread(thread)
        raise
    view = lobby_message(answering.language_of(bot, table), table)
    try:
        posted = await thread.send(view=view, files=await lobby_files(bot, table, view))
    except discord.HTTPException as error:
        if why_refused(error) is not None:
            await context.drop_thread(thread)  # and with it the lobby, as nobody can join it there
        raise
    await bot.store.write(stored.note_lobby, table.id, posted.id)
    # Translators: {thread}: a link to a thread.
    mine = answering.speaks(interaction).gettext("Your game is open to join in {thread}.")
    said = message(text(mine.format(thread=thread.mention)))
    await answering.fill(interaction, view=said)


async def _new_lobby(
    interaction: context.Interaction, channel_id: int, position: str = "", seat: int = 0
) -> Table:
    """Open a lobby in a channel with the server's settings; `position` and `seat` are as in
    `open_in_thread`."""
    bot = interaction.client
    server = await bot.tables.server_settings(interaction.guild_id)
    options = Options(
        theme=server.theme or bot.settings.theme,
        reminders=server.reminders,
        hints=server.hints != "off",
        position=position,
    )
    return await lobbies.open_lobby(
        bot.tables, interaction.guild_id, channel_id, context.person(interaction), options, seat
    )


async def _start(interaction: context.Interaction, table_id: int) -> None:
    """Start the game of a lobby. If others are still asked whether they play, note that this person
    does."""
    if not await context.may_speak(interaction):
        return
    host = context.person(interaction)

    async def act(opened: OpenTable) -> Table:
        return await lobbies.start(opened, host)

    needed = partial(context.must_have_threads, interaction)
    before, table = await acted(interaction.client, table_id, act, thread_needed=needed)
    if table.status == "lobby":  # others are asked whether they play
        await _answer_ready(interaction, table)
    else:
        await tell_begun(interaction, before, table)


async def change_seats(
    interaction: context.Interaction, table_id: int, change: Change
) -> tuple[Table, Table]:
    """Change who sits at a lobby, for the person who pressed, and start its game if it begins when
    it is full and now is; returns the table before and after. Raises Refusal."""
    person = context.person(interaction)

    async def act(opened: OpenTable) -> Table:
        table = change(opened, person)
        if interaction.channel_id == table.channel_id and context.lacking(interaction):
            return table  # the bot cannot play here yet, as Start says
        return await filling.begin_if_full(opened, person)

    return await acted(interaction.client, table_id, act)


async def acted(
    bot: TzolkinBot,
    table_id: int,
    act: Callable[[OpenTable], Awaitable[Table]],
    *,
    thread_needed: Callable[[], object] | None = None,
) -> tuple[Table, Table]:
    """Do something at a lobby; if that starts its game, in a new thread if its options say so.
    Returns the table before and after. Raises Refusal, also that of `thread_needed`, which is
    called before a thread is opened."""
    tables = bot.tables
    found = await tables.table(table_id)
    if not found.options.thread or found.status != "lobby":
        async with tables.open(table_id) as opened:
            await act(opened)
        return opened.before, opened.table
    async with tables.alone("starting", table_id):  # only one of two presses opens a thread
        before = await tables.read(table_id)
        tried = await act(before.trial())  # refuse before opening a thread
        thread = None
        if tried.status == "playing":
            if thread_needed is not None:
                thread_needed()
            thread = await _thread_for(bot, before.table)
        try:
            async with tables.open(table_id) as opened:
                await act(opened)
                begun = opened.table.status == "playing"
                if thread is not None and begun:
                    opened.move(thread.id)
        except Refusal:
            if thread is not None:
                await context.drop_thread(thread)
            raise
        if thread is not None and not begun:
            await context.drop_thread(thread)
        return opened.before, opened.table


async def _thread_for(bot: TzolkinBot, table: Table) -> discord.Thread | None:
    """Open a thread for the game; None if there can be none, so that it begins in the channel."""
    t, home = answering.language_of(bot, table), context.home_of(bot.get_channel(table.channel_id))
    if home is None:
        return None
    try:
        return await context.open_thread_in(bot, home, t, ", ".join(plain_names(t, table)))
    except Refusal as refusal:
        log.info("game begins without a thread", table=table.id, reason=refusal.code)
        return None


async def _answer_ready(interaction: context.Interaction, table: Table) -> None:
    """Answer a person who was asked and has said yes, and show that in the lobby's message."""
    view = lobby_message(answering.language_of(interaction.client, table), table)
    if interaction.message is not None and interaction.message.id == table.posted.lobby:
        await _change_pressed(interaction, table, view)
        return
    said = answering.speaks(interaction).gettext(
        "You are in. The game begins when everybody has pressed **Start**."
    )
    await interaction.response.send_message(view=message(text(said)), ephemeral=True)
    await edit_lobby(interaction.client, table, view)


@on_press()
async def rematch(interaction: context.Interaction, press: Press) -> None:
    """Open a lobby for another game of the same people, and ask the others."""
    if not await context.may_speak(interaction):
        return
    bot = interaction.client
    over = await bot.tables.table(press.table)
    known = await bot.store.read(stored.open_in_channel, over.channel_id)
    if known is not None and over.seat_of(interaction.user.id) is not None:
        await (_lobby_here if _is_open_to_join(known) else _game_here)(interaction, known)
        return
    table = await lobbies.open_rematch(bot.tables, over, context.person(interaction))
    t = answering.language_of(interaction.client, table)
    people = [table.seats[seat].user_id for seat in sorted(table.options.asked)]
    notice = None
    if people:
        # Translators: {mentions}: one person or more; "Start" and "Leave" are labels of buttons.
        asked = t.ngettext(
            "{mentions}: another game? Press Start to play, or Leave.",
            "{mentions}: another game? Press Start to play, or Leave.",
            len(people),
        )
        notice = asked.format(mentions=" ".join(f"<@{one}>" for one in people))
    pinged = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(one) for one in people if one]
    )
    await _send_lobby(interaction, table, notice, allowed_mentions=pinged)


async def tell_begun(interaction: context.Interaction, opened: Table, table: Table) -> None:
    """Answer the press that has started a game, and tell its channel; `opened` is the table before
    that."""
    answer = _answer_start(interaction, opened, table)
    await answer_and_carry_on(interaction, answer, table.id)


async def _answer_start(interaction: context.Interaction, opened: Table, table: Table) -> None:
    """Close the lobby's message and say where the game has begun. `opened` is the table before the
    start, in whose channel the message is."""
    t = answering.language_of(interaction.client, table)
    hindered = hindrance(interaction.client, table.guild_id, THREADS)
    in_thread = not opened.options.thread or table.channel_id != opened.channel_id
    more = [] if in_thread or hindered is None else [answering.refusal_text(t, hindered)]
    view = over_message(t, table, opened.channel_id, *more)
    pressed = interaction.message is not None and interaction.message.id == opened.posted.lobby
    if pressed:
        await _change_pressed(interaction, opened, view)
    else:
        own = answering.speaks(interaction)
        said = own.gettext("The game begins.")
        if interaction.channel_id != table.channel_id:
            # Translators: {thread}: a link to a thread.
            said = own.gettext("The game has begun in {thread}.")
            said = said.format(thread=f"<#{table.channel_id}>")
        try:
            await interaction.response.send_message(said, ephemeral=True)
        finally:
            await edit_lobby(interaction.client, opened, view)


async def open_new(
    interaction: context.Interaction, computers: int, level: Level | None = None
) -> None:
    """Open a lobby here with so many computers of this level; the answer is its message."""
    if not await context.may_speak(interaction):
        return
    assert interaction.channel_id is not None
    known = await interaction.client.store.read(stored.open_in_channel, interaction.channel_id)
    if known is not None:
        await (_lobby_here if _is_open_to_join(known) else _game_here)(interaction, known)
        return
    host = context.person(interaction)
    table = await _new_lobby(interaction, interaction.channel_id)
    t, notice = answering.language_of(interaction.client, table), None
    try:
        for _ in range(computers):
            async with interaction.client.tables.open(table.id) as opened:
                one = lobbies.one_more(opened.table, level)
                table = lobbies.add_computer(opened, host, one)
    except Refusal as refusal:  # the lobby stays open
        notice = answering.refusal_text(t, refusal)
    await _send_lobby(interaction, table, notice)


@app_commands.guild_only()
class Lobby(
    LoopCog,
    commands.GroupCog,
    group_name="tzolkin",
    group_description=locale_str("Games of Tzolk'in in this channel"),
):
    """The group /tzolkin."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self.look.change_interval(minutes=bot.settings.lobby_check_minutes)

    @app_commands.command(name="new", description=locale_str("Open a game that others can join"))
    @app_commands.describe(
        computers=locale_str("How many computers play too"),
        # Translators: description of an option of /tzolkin new, at most 100 characters
        level=locale_str("How well the computers play; leave empty for medium"),
    )
    @app_commands.choices(level=[app_commands.Choice(name=one, value=one) for one in LEVELS])
    async def new(
        self,
        interaction: context.Interaction,
        computers: app_commands.Range[int, 0, 4] = 0,
        level: str | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        wanted = next((one for one in LEVELS if one == level), None)
        await open_new(interaction, computers, wanted)

    @app_commands.command(name="start", description=locale_str("Start the game that is open here"))
    async def start(self, interaction: context.Interaction) -> None:
        """Start the game of this channel's lobby."""
        await _start(interaction, (await context.table_here(interaction)).id)

    @app_commands.command(
        name="status", description=locale_str("Who is playing here, and whose turn it is")
    )
    async def status(self, interaction: context.Interaction) -> None:
        """Show privately how the channel's game stands."""
        table = await context.table_here(interaction)
        t = answering.speaks(interaction)
        lines = await _status_lines(t, self.bot, table)
        to_board = answering.board_link(table)
        button = None
        if to_board:
            button = row([ui.Button(label=t.gettext("Go to the board"), url=to_board)])
        await interaction.response.send_message(view=message(text(*lines), button), ephemeral=True)

    @app_commands.command(
        name="options", description=locale_str("Options of the game in this channel")
    )
    async def options(self, interaction: context.Interaction) -> None:
        """Show the game's options privately, to be read or changed."""
        await show_options(interaction, await context.table_here(interaction))

    @app_commands.command(
        name="move", description=locale_str("Move a game here from a channel that no longer exists")
    )
    async def move(self, interaction: context.Interaction) -> None:
        """Offer the games that have lost their channel and can go on here."""
        await offer_to_go_on(interaction)

    @app_commands.command(
        name="abandon",
        description=locale_str("Abandon the game in this channel; all players must agree"),
    )
    @app_commands.describe(
        at_once=locale_str("For moderators: end the game without asking the others")
    )
    async def abandon(self, interaction: context.Interaction, at_once: bool = False) -> None:
        """Ask for a confirmation before the others are asked or a moderator ends the game."""
        await ask_back(interaction, await context.table_here(interaction), at_once=at_once)

    @every(300, "closing old lobbies")
    async def look(self) -> None:
        """Close the lobbies nobody started, and ask what to do about those that do not fill."""
        for table_id in await filling.ask_unfilled(self.bot.tables):
            await carry_on(self.bot, table_id)
        for table in await lobbies.expire_lobbies(self.bot.tables):
            t = answering.language_of(self.bot, table)
            notice = t.gettext("Nobody started this game in time. Open another with /tzolkin new.")
            await edit_lobby(self.bot, table, lobby_message(t, table, notice=notice, closed=True))


async def _status_lines(t: Translations, bot: TzolkinBot, table: Table) -> list[str]:
    names = seat_names(t, table)
    if table.status == "lobby":
        return [
            # Translators: heading.
            "### " + t.gettext("A game is open to join"),
            # Translators: {names}: who sits at the table already, one player or more.
            t.gettext(
                "Players so far: {names}. Join from the game's message, or start with /tzolkin "
                "start."
            ).format(names=", ".join(names)),
        ]
    game = await bot.tables.game(table.id)
    position = game.snapshot()
    asked = [names[decision.seat] for decision in game.pending]
    return [
        f"### {progress_words(t, position)}",
        # Translators: whose turn it is, one player or more.
        t.gettext("To move: {names}").format(names=", ".join(asked)),
        *(
            f"{name}: {points(t, player.points4)}"
            for name, player in zip(names, position.players, strict=True)
        ),
    ]


@on_press(context.Stands.ANYWHERE)
async def sitdown(interaction: context.Interaction, press: Press) -> None:
    """Open a lobby in the moment of a game that the button names, with the person in the chosen
    seat. Raises Refusal (`opened-already`) for a second press, and as `looked_at` and
    `moment_to_play_on`."""
    pressed, (number, turn, seat) = interaction.message, press.numbers(3)
    if pressed is None or not await context.may_speak(interaction):
        return
    again = Refusal("opened-already", "Your game is already open, in a thread of its own.")
    with interaction.client.once.only(("sitdown", pressed.id), again):
        game = await looked_at(interaction, press.table)
        moment = moment_to_play_on(game, number, turn)
        if seat not in range(len(moment.position.players)):
            raise old_button()
        await open_in_thread(interaction, write_position(moment.position), seat)
