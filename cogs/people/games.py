"""/games: all tables of a person on every server, those that wait for the person first; and for
moderators all open tables of their server.

The answer is private. It is the same in direct messages and, for people who installed the bot for
themselves, anywhere. It says whose turn it is and since when, which the whole table knows.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Literal, NamedTuple

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.model.open_games import OpenGame
from bot.refusal import Refusal
from bot.tables import Moderator, open_games
from bot.text.answer_preview import shortened
from bot.text.leagues import table_name
from bot.text.names import shown_name
from bot.text.open_games import (
    LONGEST_FIRST,
    NEEDS_HELP,
    NOT_BEGUN,
    STANDS_STILL,
    WAITS_FOR_OTHERS,
    WAITS_FOR_YOU,
    state_words,
)
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import address, speaks
from cogs.kit.buttons import Press, as_number, button, old_button, on_press, turning
from cogs.kit.context import Interaction, anywhere
from cogs.kit.layout import characters, message, printed, rows, small, text
from cogs.kit.moderators import moderator_here
from cogs.kit.places import Stands

ON_A_PAGE, MOST_CHARACTERS = 8, 3500
"""The most tables on a page, and the most characters of its list, which leave enough room for the
rest of the message."""
LONGEST_NAME = 32
"""The most letters of a server's or league's name."""

FIRST = "first"
"""Stands in a press for a page: the first one, when coming from the other list."""
Whose = Literal["mine", "server"]


class Listed(NamedTuple):
    """A table in a list."""

    heading: str
    words: str


def _where(t: Translations, game: OpenGame, server: str | None) -> str:
    """The place of a game, with a link to its board, and with the server's name if it is not the
    reader's."""
    parts = [printed(shortened(server, LONGEST_NAME))] if server else []
    if game.gone_at is None:
        link = address(game.guild_id, game.channel_id, game.message_id)
        to_join = game.status == "lobby"
        parts.append(linked(t, game.channel_id, link, to_join=to_join))
    if game.league is not None and game.number is not None:
        league = printed(shortened(game.league, LONGEST_NAME))
        parts.append(f"{league} {table_name(t, game.number)}")
    return " · ".join(parts) or "…"


def linked(t: Translations, channel_id: int, link: str, *, to_join: bool) -> str:
    """A channel, and in brackets the link to the game there."""
    # Translators: a link, in brackets after a channel: join the game there.
    there = t.gettext("to join")
    if not to_join:
        # Translators: a link, in brackets after a channel: look at the game's board.
        there = t.gettext("to the board")
    return f"<#{channel_id}> ([{there}]({link}))"


def _names(t: Translations, game: OpenGame) -> list[str]:
    return [printed(shown_name(t, one.name)) for one in game.waited_for]


def my_games(
    t: Translations, games: Sequence[OpenGame], reader: int, servers: Mapping[int, str]
) -> list[Listed]:
    """The tables of a reader; `servers` has the names of the servers to name."""

    def listed(game: OpenGame) -> Listed:
        mine = game.asked_of(reader) is not None
        if game.gone_at is not None:
            heading = STANDS_STILL
        elif mine:
            heading = WAITS_FOR_YOU
        else:
            heading = WAITS_FOR_OTHERS if game.status == "playing" else NOT_BEGUN
        where = _where(t, game, servers.get(game.guild_id or 0))
        words = state_words(t, game, _names(t, game), mine=mine)
        return Listed(heading, f"- {where}\n  {words}")

    return list(map(listed, games))


def server_games(t: Translations, games: Sequence[OpenGame], now: datetime) -> list[Listed]:
    """The tables of a server, for its moderators."""

    def listed(game: OpenGame) -> Listed:
        if open_games.stuck(game, now):
            heading = NEEDS_HELP
        else:
            heading = LONGEST_FIRST if game.status == "playing" else NOT_BEGUN
        words = state_words(t, game, _names(t, game))
        return Listed(heading, f"- {_where(t, game, None)}\n  {words}")

    return list(map(listed, games))


def games_message(
    t: Translations, whose: Whose, found: Sequence[Listed], page: int, *, both: bool
) -> ui.LayoutView:
    """A page of a list; `both` says whether the reader may see the other list, too."""
    listed = _pages(found)
    pages = len(listed)
    page = min(max(page, 0), pages - 1)
    if whose == "mine":
        # Translators: below the heading "Your games"
        nothing = t.gettext("You are not in any game. Open one in a channel with /tzolkin new.")
    else:
        # Translators: below the heading "Games of this server"
        nothing = t.gettext("No game is open here.")
    lines = [f"### {_title(t, whose)}"]
    for heading, some in groupby(listed[page], key=lambda one: one.heading):
        count = sum(one.heading == heading for one in found)
        lines += [f"**{t.gettext(heading)}** ({count})", *(one.words for one in some)]
    end = [t.gettext("Only you see this.")]
    if pages > 1:
        # Translators: button, at most 34 characters: to this page.
        end.insert(0, t.gettext("Page {n} of {all}").format(n=page + 1, all=pages))
    buttons = turning(t, page, pages, "games", f"{whose}.")
    if both:
        other: Whose = "server" if whose == "mine" else "mine"
        buttons.append(button(_title(t, other), "games", 0, word=f"{other}.{FIRST}"))
    return message(
        text(*lines, *([] if found else [nothing])),
        *rows(buttons),
        text(small(" · ".join(end))),
    )


def _pages(found: Sequence[Listed]) -> list[list[Listed]]:
    """The tables split into pages; one empty page if there are none."""
    pages, room = [list[Listed]()], MOST_CHARACTERS
    for one in found:
        takes = characters(one.words) + 1
        if takes > room or len(pages[-1]) == ON_A_PAGE:
            pages.append([])
            room = MOST_CHARACTERS
        pages[-1].append(one)
        room -= takes
    return pages


def _title(t: Translations, whose: Whose) -> str:
    if whose == "mine":
        # Translators: heading, and button, at most 34 characters
        return t.gettext("Your games")
    # Translators: heading, and button, at most 34 characters; for moderators
    return t.gettext("Games of this server")


async def _view(interaction: Interaction, whose: Whose, page: int) -> ui.LayoutView:
    """A page of a list as it is now. Raises Refusal if the person may not see it."""
    bot, t = interaction.client, speaks(interaction)
    if whose == "server":
        moderator = await _moderator(interaction)
        there = await open_games.at_server(bot.tables, moderator.guild_id)
        return games_message(t, whose, server_games(t, there, bot.tables.now()), page, both=True)
    servers = {guild.id: guild.name for guild in bot.guilds if guild.id != interaction.guild_id}
    games = await open_games.mine(bot.tables, interaction.user.id)
    found = my_games(t, games, interaction.user.id, servers)
    return games_message(t, whose, found, page, both=await _moderates(interaction))


async def _moderator(interaction: Interaction) -> Moderator:
    """The reader, as a moderator of this server. Raises Refusal for everybody else, and if the bot
    is not on this server."""
    if interaction.client.get_guild(interaction.guild_id or 0) is None:
        raise Refusal(
            "server-unseen",
            "Ask in a server channel I am in; /games shows your own games.",
        )
    return await moderator_here(interaction)


async def _moderates(interaction: Interaction) -> bool:
    try:
        await _moderator(interaction)
    except Refusal:
        return False
    return True


@on_press("games", Stands.ANYWHERE)
async def page_pressed(interaction: Interaction, press: Press) -> None:
    """Replace the page by another one, or by the other list."""
    whose, page = press.parts(2)
    number = 0 if page == FIRST else as_number(page)
    if whose == "server":
        view = await _view(interaction, "server", number)
    elif whose == "mine":
        view = await _view(interaction, "mine", number)
    else:
        raise old_button()
    await interaction.response.edit_message(view=view)


class Games(BotCog):
    """The command that lists games."""

    @app_commands.command(
        name="games",
        # Translators: description of the command /games, at most 100 characters
        description=locale_str("Your games on all servers, starting with those waiting for you"),
    )
    @anywhere
    # Translators: description of an option of /games, at most 100 characters
    @app_commands.describe(server=locale_str("For moderators: all open games of this server"))
    async def games(self, interaction: Interaction, server: bool = False) -> None:
        """Show privately the games of the person who asks, or of the server."""
        view = await _view(interaction, "server" if server else "mine", 0)
        await interaction.response.send_message(view=view, ephemeral=True)
