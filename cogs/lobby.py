"""Opening and ending games: /tzolkin new, start, status, options, abandon, and the lobby."""

from collections.abc import Callable, Mapping

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands, tasks

from bot.answering import board_link, language_of, refusal_text, speaks, speaks_server
from bot.client import TzolkinBot
from bot.tables import OpenTable, Options, Person, Refusal, Table, lobby
from bot.text.names import points
from bot.text.seats import round_words
from bot.text.translation import Translations
from cogs.abandoning import ask_back
from cogs.buttons import Press, on_press
from cogs.carry_on import answer_and_carry_on
from cogs.context import Interaction, may_speak, person, table_here
from cogs.layout import message, row, text
from cogs.messages import lobby_message, seat_names
from cogs.options import show_options
from cogs.posting import edit_lobby

Change = Callable[[OpenTable, Person], Table]
_CHANGES: Mapping[str, Change] = {
    "join": lobby.join,
    "leave": lobby.leave,
    "add": lobby.add_computer,
    "remove": lobby.remove_computer,
}


@on_press("lobby")
async def lobby_pressed(interaction: Interaction, press: Press) -> None:
    """A button of the lobby message."""
    if press.word == "start":
        await _start(interaction, press.table)
        return
    if press.word == "options":
        table = await interaction.client.tables.table(press.table)
        await show_options(interaction, table)
        return
    async with interaction.client.tables.open(press.table) as opened:
        table = _CHANGES[press.word](opened, person(interaction))
    t = speaks_server(interaction)
    closed = table.status != "lobby"
    notice = t.gettext("Everybody has left, so this lobby is closed.") if closed else None
    await interaction.response.edit_message(
        view=lobby_message(t, table, notice=notice, closed=closed)
    )


async def _lobby_again(interaction: Interaction) -> bool:
    """Post the message of the lobby that is open here once more, if it was deleted; whether that
    was so."""
    bot = interaction.client
    assert interaction.channel_id is not None
    table = await bot.tables.in_channel(interaction.channel_id)
    if table is None or table.status != "lobby":
        return False
    if table.lobby_message_id is not None:
        channel = bot.get_partial_messageable(table.channel_id)
        try:
            await channel.get_partial_message(table.lobby_message_id).fetch()
        except discord.NotFound:
            pass
        except discord.Forbidden:  # without the right to read it, nobody knows
            return False
        else:
            return False
    t = speaks_server(interaction)
    again = t.gettext("The message of this game was deleted; here it is again.")
    answer = await interaction.response.send_message(view=lobby_message(t, table, notice=again))
    await bot.tables.set_message(table.id, lobby=answer.message_id)
    return True


async def _start(interaction: Interaction, table_id: int) -> None:
    """Deal, close the lobby message, post the board, let the computers choose."""
    if not await may_speak(interaction):
        return
    async with interaction.client.tables.open(table_id) as opened:
        table = await lobby.start(opened, person(interaction))
    await answer_and_carry_on(interaction, _answer_start(interaction, table), table_id)


async def _answer_start(interaction: Interaction, table: Table) -> None:
    t = speaks_server(interaction)
    view = lobby_message(t, table, notice=t.gettext("The game has begun."), closed=True)
    pressed = interaction.message is not None and interaction.message.id == table.lobby_message_id
    if pressed:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(
            speaks(interaction).gettext("The game begins."), ephemeral=True
        )
        await edit_lobby(interaction.client, table, view)


async def open_new(interaction: Interaction, computers: int) -> None:
    """Open a lobby in this channel with so many computers in it; the answer is its message."""
    if not await may_speak(interaction):
        return
    assert interaction.channel_id is not None
    if await _lobby_again(interaction):
        return
    host = person(interaction)
    server = await interaction.client.tables.server_settings(interaction.guild_id)
    options = Options(theme=server.theme or interaction.client.settings.theme)
    table = await lobby.open_lobby(
        interaction.client.tables, interaction.guild_id, interaction.channel_id, host, options
    )
    t, notice = speaks_server(interaction), None
    try:
        for _ in range(computers):
            async with interaction.client.tables.open(table.id) as opened:
                table = lobby.add_computer(opened, host)
    except Refusal as refusal:  # the lobby is open all the same
        notice = refusal_text(t, refusal)
    answer = await interaction.response.send_message(view=lobby_message(t, table, notice=notice))
    await interaction.client.tables.set_message(table.id, lobby=answer.message_id)


@app_commands.guild_only()
class Lobby(
    commands.GroupCog,
    group_name=locale_str("tzolkin"),
    group_description=locale_str("Games of Tzolk'in in this channel"),
):
    """The commands around a game."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot
        self.expire.change_interval(minutes=bot.settings.lobby_check_minutes)

    async def cog_load(self) -> None:
        """Begin to look for lobbies nobody started."""
        self.expire.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.expire.cancel()

    @app_commands.command(
        name=locale_str("new"), description=locale_str("Open a game that others can join")
    )
    @app_commands.describe(computers=locale_str("How many computers play too"))
    async def new(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 4] = 0
    ) -> None:
        """Open a lobby in this channel."""
        await open_new(interaction, computers)

    @app_commands.command(
        name=locale_str("start"), description=locale_str("Start the game that is open here")
    )
    async def start(self, interaction: Interaction) -> None:
        """Start the game of this channel's lobby."""
        await _start(interaction, (await table_here(interaction)).id)

    @app_commands.command(
        name=locale_str("status"), description=locale_str("Who plays here, and who is to move")
    )
    async def status(self, interaction: Interaction) -> None:
        """How the channel's game stands, privately."""
        table = await table_here(interaction)
        t = speaks(interaction)
        lines = await _status_lines(t, self.bot, table)
        to_board = board_link(table)
        button = None
        if to_board:
            button = row([ui.Button(label=t.gettext("To the board"), url=to_board)])
        await interaction.response.send_message(view=message(text(*lines), button), ephemeral=True)

    @app_commands.command(
        name=locale_str("options"), description=locale_str("Options of the game in this channel")
    )
    async def options(self, interaction: Interaction) -> None:
        """The options, to be looked at and changed privately."""
        await show_options(interaction, await table_here(interaction))

    @app_commands.command(
        name=locale_str("abandon"),
        description=locale_str("Give up the game in this channel; all who play must agree"),
    )
    @app_commands.describe(at_once=locale_str("For moderators: end it without asking the others"))
    @app_commands.rename(at_once=locale_str("at_once"))
    async def abandon(self, interaction: Interaction, at_once: bool = False) -> None:
        """Ask back; then the others are asked, or a moderator ends it."""
        await ask_back(interaction, await table_here(interaction), at_once=at_once)

    @tasks.loop(minutes=5)
    async def expire(self) -> None:
        """Close the lobbies nobody started."""
        for table in await lobby.expire_lobbies(self.bot.tables):
            t = language_of(self.bot, table)
            notice = t.gettext("Nobody started this game in time. Open another with /tzolkin new.")
            await edit_lobby(self.bot, table, lobby_message(t, table, notice=notice, closed=True))

    @expire.error
    async def _expire_failed(self, error: BaseException) -> None:
        self.bot.log_error(error, "closing old lobbies")
        self.expire.restart()


async def _status_lines(t: Translations, bot: TzolkinBot, table: Table) -> list[str]:
    names = seat_names(t, table)
    if table.status == "lobby":
        return [
            "### " + t.gettext("A game is open to join"),
            t.gettext("So far: {names}. Join on its message, or start with /tzolkin start.").format(
                names=", ".join(names)
            ),
        ]
    game = await bot.tables.game(table.id)
    position = game.snapshot()
    asked = [names[decision.seat] for decision in game.pending]
    head = round_words(t, position)
    if position.phase == "keep":
        head = t.gettext("Choosing wealth tiles")
    return [
        f"### {head}",
        t.gettext("To move: {names}").format(names=", ".join(asked)),
        *(
            t.gettext("{name}: {points}").format(name=name, points=points(t, player.points4))
            for name, player in zip(names, position.players, strict=True)
        ),
    ]


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Lobby(bot))
