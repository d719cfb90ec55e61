"""A person's games. /games has all tables of a person on every server, those that wait for the
person first; and for moderators all open tables of their server. The answer is private. It is the
same in direct messages and, for people who installed the bot for themselves, anywhere. It says
whose turn it is and since when, which the whole table knows.

A person's page, by /profile and by a menu on the person, has their finished games, with the picture
of all of them and the rating, their open games at this server, and their results in its leagues. It
has only what everybody may know: who plays where, whose turn it is, results. The reader's own page
has the finished games on every server; another person's those of this server only. Single games in
channels that the reader does not see are left out.

The year is a card of one's own games of a year, or of a server's, to be shared. In January it is
the year that has just ended, as long as nothing else is asked for.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Literal, NamedTuple

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues import queries, season_lifecycle
from bot.model.figures import LastGame, Scope, Year, year_of
from bot.model.table import OpenGame
from bot.refusal import Refusal
from bot.seasons.results import Rating
from bot.store import stats as counted
from bot.store import tables as stored
from bot.tables import Moderator, Table, finding
from bot.text import hours
from bot.text.answer_preview import WIDE_LABEL, shortened
from bot.text.descriptions.figures import last_game_line, profile_card, rating_lines, year_card
from bot.text.leagues import TABLE, wins_words
from bot.text.names import GAMES, shown_name
from bot.text.seats import progress_words
from bot.text.translation import Translations
from cogs.client import BotCog, TzolkinBot, is_about_storage
from cogs.kit import context, layout
from cogs.kit.answering import address, board_link, fill, message_link, speaks
from cogs.kit.buttons import (
    Press,
    as_number,
    button,
    old_button,
    on_press,
    open_tables_button,
    turning,
)
from cogs.kit.members import member_sees, moderator_here, names_of, remember_name
from cogs.kit.pages import linked, share_here, theme_here, to_page
from cogs.kit.pictures import files
from rendering import Picture, draw_profile, draw_year

# --- /games ---------------------------------------------------------------------------------------

ON_A_PAGE, MOST_CHARACTERS = 8, 3500
"""The most tables on a page, and the most characters of its list, which leave enough room for the
rest of the message."""
LONGEST_PLACE = 32
"""The most letters shown of the name of a server or league."""

FIRST_PAGE = "first"
"""In a press, stands for a page: the first one of the other list."""
Whose = Literal["mine", "server"]


class Listed(NamedTuple):
    """A table in a list."""

    heading: str
    words: str


def _place_of_game(t: Translations, game: OpenGame, server: str | None) -> str:
    """The place of a game, with a link to its board, and with the server's name if it is not the
    reader's."""
    parts = [layout.printed(shortened(server, LONGEST_PLACE))] if server else []
    if game.gone_at is None:
        link = address(game.guild_id, game.channel_id, game.message_id)
        to_join = game.status == "lobby"
        parts.append(linked(t, game.channel_id, link, to_join=to_join))
    if game.league is not None and game.number is not None:
        league = layout.printed(shortened(game.league, LONGEST_PLACE))
        parts.append(f"{league} {t.say(TABLE, n=game.number)}")
    return " · ".join(parts) or "…"


def _names_waited_for(t: Translations, game: OpenGame) -> list[str]:
    return [layout.printed(shown_name(t, one.name)) for one in game.waited_for]


def my_games(
    t: Translations, games: Sequence[OpenGame], reader: int, servers: Mapping[int, str]
) -> list[Listed]:
    """The tables of a reader; `servers` has the names of the servers to name."""

    def listed(game: OpenGame) -> Listed:
        mine = game.asked_of(reader) is not None
        if game.gone_at is not None:
            heading = hours.STANDS_STILL
        elif mine:
            heading = hours.WAITS_FOR_YOU
        else:
            heading = hours.WAITS_FOR_OTHERS if game.status == "playing" else hours.NOT_BEGUN
        where = _place_of_game(t, game, servers.get(game.guild_id or 0))
        words = hours.state_words(t, game, _names_waited_for(t, game), mine=mine)
        return Listed(heading, f"- {where}\n  {words}")

    return list(map(listed, games))


def server_games(t: Translations, games: Sequence[OpenGame], now: datetime) -> list[Listed]:
    """The tables of a server, for its moderators."""

    def listed(game: OpenGame) -> Listed:
        if finding.stuck(game, now):
            heading = hours.NEEDS_HELP
        else:
            heading = hours.LONGEST_FIRST if game.status == "playing" else hours.NOT_BEGUN
        words = hours.state_words(t, game, _names_waited_for(t, game))
        return Listed(heading, f"- {_place_of_game(t, game, None)}\n  {words}")

    return list(map(listed, games))


def games_message(
    t: Translations, whose: Whose, found: Sequence[Listed], page: int, *, both: bool,
    here: bool = True,
) -> ui.LayoutView:  # fmt: skip
    """A page of a list; `both` says whether the reader may see the other list, too, `here` whether
    open tables can be listed: on a server."""
    listed = layout.split(found, lambda one: one.words, ON_A_PAGE, MOST_CHARACTERS)
    pages = len(listed)
    page = min(max(page, 0), pages - 1)
    if whose == "mine":
        # Translators: below the heading "Your games"
        nothing = t.gettext("You are not in any game. Open one in a channel with /tzolkin new.")
    else:
        # Translators: below the heading "Games of this server"
        nothing = t.gettext("No game is open here.")
    lines = [f"### {_games_title(t, whose)}"]
    for heading, some in groupby(listed[page], key=lambda one: one.heading):
        count = sum(one.heading == heading for one in found)
        lines += [f"**{t.gettext(heading)}** ({count})", *(one.words for one in some)]
    end = [t.gettext("Only you can see this.")]
    if pages > 1:
        # Translators: button, at most 34 characters: to this page.
        end.insert(0, t.gettext("Page {n} of {all}").format(n=page + 1, all=pages))
    buttons = turning(t, page, pages, "games", f"{whose}.")
    if here:
        buttons.append(open_tables_button(t, again=True))
    if both:
        other: Whose = "server" if whose == "mine" else "mine"
        buttons.append(button(_games_title(t, other), "games", 0, word=f"{other}.{FIRST_PAGE}"))
    return layout.message(
        layout.text(*lines, *([] if found else [nothing])),
        *layout.rows(buttons),
        layout.text(layout.small(" · ".join(end))),
    )


def _games_title(t: Translations, whose: Whose) -> str:
    if whose == "mine":
        # Translators: heading, and button, at most 34 characters
        return t.gettext("Your games")
    # Translators: heading, and button, at most 34 characters; for moderators
    return t.gettext("Games of this server")


async def _games_page(interaction: context.Interaction, whose: Whose, page: int) -> ui.LayoutView:
    """A page of a list as it is now. Raises Refusal if the person may not see it."""
    bot, t = interaction.client, speaks(interaction)
    if whose == "server":
        moderator = await _moderator(interaction)
        there = await finding.games_at_server(bot.tables, moderator.guild_id)
        return games_message(t, whose, server_games(t, there, bot.tables.now()), page, both=True)
    servers = {guild.id: guild.name for guild in bot.guilds if guild.id != interaction.guild_id}
    games = await finding.games_of(bot.tables, interaction.user.id)
    found = my_games(t, games, interaction.user.id, servers)
    both, here = await _moderates(interaction), server_of(interaction) != 0
    return games_message(t, whose, found, page, both=both, here=here)


async def _moderator(interaction: context.Interaction) -> Moderator:
    """Return the reader as a moderator of this server. Raises Refusal if they are none, or if the
    bot is not on this server (`server-unseen`)."""
    if interaction.client.get_guild(interaction.guild_id or 0) is None:
        raise Refusal(
            "server-unseen",
            "Use this command in a channel of a server I am on; /games on its own shows your "
            "own games.",
        )
    return await moderator_here(interaction)


async def _moderates(interaction: context.Interaction) -> bool:
    try:
        await _moderator(interaction)
    except Refusal:
        return False
    return True


@on_press(context.Stands.ANYWHERE)
async def games(interaction: context.Interaction, press: Press) -> None:
    """Replace the page by another one, or by the other list; without a word show one's own in a new
    message."""
    if not press.word:
        view = await _games_page(interaction, "mine", 0)
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    whose, page = press.parts(2)
    number = 0 if page == FIRST_PAGE else as_number(page)
    if whose == "server":
        view = await _games_page(interaction, "server", number)
    elif whose == "mine":
        view = await _games_page(interaction, "mine", number)
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
    @context.anywhere
    # Translators: description of an option of /games, at most 100 characters
    @app_commands.describe(server=locale_str("For moderators: all open games on this server"))
    async def games(self, interaction: context.Interaction, server: bool = False) -> None:
        """Show privately the games of the person who asks, or of the server."""
        view = await _games_page(interaction, "server" if server else "mine", 0)
        await interaction.response.send_message(view=view, ephemeral=True)


# --- finished games -------------------------------------------------------------------------------

LAST_GAMES, LOOKED_AT = 5, 40
"""The most last games shown, and the most games examined for ones that the reader may see."""
_LONGEST_LAST_GAMES = 1200
"""The most characters of the lines of the last games."""


async def finished_games(
    interaction: context.Interaction, person: discord.User | discord.Member
) -> tuple[list[layout.Part], list[layout.Part], list[Picture]]:
    """A page's parts about a person's finished games: what may be shared, then the list of the last
    games, which is not shared, and the pictures. All empty without games."""
    bot, t = interaction.client, speaks(interaction)
    own, guild_id = person.id == interaction.user.id, server_of(interaction)
    scope = Scope(0 if own else guild_id, user_id=person.id)
    figures = await bot.store.read(counted.by_players, scope, ("points", "place", "gear"))
    course = await _rating_course(interaction, person.id)
    card = profile_card(t, context.name_of(person), figures, course)
    if card is None:
        return [], [], []
    theme = await theme_here(bot, guild_id)
    drawn = await context.draw_soon(interaction, draw_profile, card, theme=theme, t=t)
    shown = [drawn] if drawn else []
    parts: list[layout.Part] = [layout.picture(one.filename, one.alt) for one in shown]
    if course:
        parts.append(layout.text(*rating_lines(t, course[-1])))
    lines = [
        last_game_line(
            t, game, [layout.printed(shown_name(t, name)) for name in game.others],
            address(game.guild_id or None, game.channel_id, game.message_id),
        )
        for game in await _last_games(interaction, scope, own=own)
    ]  # fmt: skip
    if lines:
        # Translators: heading: the games of a person that were over last
        heading = t.gettext("**Latest games**")
        return parts, [layout.text(heading, *layout.first_lines(lines, _LONGEST_LAST_GAMES))], shown
    return parts, [], shown


def server_of(interaction: context.Interaction) -> int:
    """The id of the server of the interaction; 0 if there is none or the bot is not on it."""
    guild_id = interaction.guild_id or 0
    return guild_id if interaction.client.get_guild(guild_id) is not None else 0


async def _rating_course(interaction: context.Interaction, user_id: int) -> list[Rating]:
    """A person's rating after each game at this server; empty if the server rates no games."""
    bot, guild_id = interaction.client, server_of(interaction)
    if not (await bot.tables.server_settings(guild_id)).ratings:
        return []
    steps = await bot.store.read(counted.course_of, guild_id, user_id)
    return [Rating(mu, sigma, n) for n, (mu, sigma) in enumerate(steps, start=1)]


async def _last_games(
    interaction: context.Interaction, scope: Scope, *, own: bool
) -> Sequence[LastGame]:
    """The newest finished games that the reader may see, at most `LAST_GAMES`, the newest first."""
    read = interaction.client.store.read
    if own:
        return await read(counted.last_games, scope, most=LAST_GAMES)
    channels: dict[int, bool] = {}
    seen: list[LastGame] = []
    for game in await read(counted.last_games, scope, most=LOOKED_AT):
        if game.channel_id not in channels:
            channels[game.channel_id] = await sees(interaction, game.channel_id)
        if channels[game.channel_id]:
            seen.append(game)
        if len(seen) == LAST_GAMES:
            break
    return seen


async def sees(interaction: context.Interaction, channel_id: int) -> bool:
    """Whether the reader may see a channel of this server. A private thread is seen only from
    within."""
    guild, reader = interaction.guild, interaction.user
    if channel_id == interaction.channel_id:
        return True
    if guild is None or not isinstance(reader, discord.Member):
        return False
    return await member_sees(guild, reader, channel_id)


# --- the year -------------------------------------------------------------------------------------

ME, SERVER = "me", "server"
_NEWEST_YEAR, _NO_SERVER = 0, -1


def year_button(t: Translations, of: str, year: int = _NEWEST_YEAR) -> layout.Part:
    """The button that shows privately the year of the reader or of the server."""
    # Translators: button, at most 34 characters: a picture of the reader's games of this year
    label = t.gettext("My year")
    if of == SERVER:
        # Translators: button, at most 34 characters: a picture of a server's games of this year
        label = t.gettext("Server's year")
    return button(str(year) if year else label, "year", 0, word=f"{of}.{year}")


@on_press(context.Stands.ANYWHERE)
async def year(interaction: context.Interaction, press: Press) -> None:
    """Show the card of a year. Raises Refusal (`no-year`) for one without a game."""
    of, word = press.parts(2)
    bot, t, now = interaction.client, speaks(interaction), interaction.client.tables.now()
    if of not in (ME, SERVER) or (of == SERVER and not server_of(interaction)):
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    asked = [now.year - 1, now.year] if now.month == 1 else [now.year]
    context.ask_for_much(interaction)
    for year in [as_number(word)] if as_number(word) in asked else asked:
        found = await _year_found(interaction, of, year)
        if found is not None:
            break
    else:
        raise Refusal("no-year", "No finished games from {year} count here.", year=year)
    named = await names_of(interaction, [m.name for m in found.most if isinstance(m.name, int)])
    guild = interaction.guild
    name = guild.name if of == SERVER and guild is not None else context.name_of(interaction.user)
    card = year_card(t, name, year, found, named.plain)
    theme = await theme_here(bot, interaction.guild_id)
    drawn = await context.draw_for(interaction, draw_year, card, theme=theme, t=t)
    others = [year_button(t, of, one) for one in asked if one != year]
    buttons = [*share_here(interaction), *others]
    view = layout.message(
        layout.picture(drawn.filename, drawn.alt), layout.row(buttons) if buttons else None
    )
    await fill(interaction, view=view, attachments=files([drawn]))


async def _year_found(interaction: context.Interaction, of: str, year: int) -> Year | None:
    read, here = interaction.client.store.read, server_of(interaction)
    if of == SERVER:
        return year_of(await read(counted.games_of_year, Scope(here), year))
    own = interaction.user.id
    games = await read(counted.games_of_year, Scope(user_id=own), year)
    return year_of(games, own, here or _NO_SERVER)  # who plays elsewhere is nobody's business here


# --- the page -------------------------------------------------------------------------------------

MOST_TABLES, MOST_LEAGUES = 8, 3


class People(BotCog):
    """/profile, and the menu on a person."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._menu = app_commands.ContextMenu(name="Tzolk'in games", callback=show_person)
        self._menu.guild_only = True

    async def cog_load(self) -> None:
        """Register the menu on people."""
        self.bot.tree.add_command(self._menu)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: context.Interaction) -> None:
        """Notice a changed nickname, and use it in running games, too. Without a privileged intent
        Discord does not report changes, but each interaction has its author's name."""
        if interaction.guild_id is None or is_about_storage(interaction):
            return
        user, name = interaction.user, context.name_of(interaction.user)
        if self.bot.seen_names.get((interaction.guild_id, user.id)) != name:
            remember_name(self.bot, interaction.guild_id, user.id, name)
            await self.bot.tables.rename(interaction.guild_id, user.id, name)

    async def cog_unload(self) -> None:
        """Remove the menu on people."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name="profile",
        # Translators: description of the command /profile, at most 100 characters
        description=locale_str("A person's finished games: places, points, gears, rating"),
    )
    @context.anywhere
    # Translators: description of an option of /profile, at most 100 characters
    @app_commands.describe(
        person=locale_str("Whose games to show; leave empty for your own on all servers")
    )
    async def profile(
        self, interaction: context.Interaction, person: discord.User | None = None
    ) -> None:
        """Show privately the page of a person, or of the person who asks."""
        await show_person(interaction, person or interaction.user)


async def show_person(
    interaction: context.Interaction, person: discord.User | discord.Member
) -> None:
    """Answer with the page of a person. Raises Refusal for another person's if the bot is not on
    this server."""
    t, here = speaks(interaction), server_of(interaction)
    if not here and person.id != interaction.user.id:
        raise Refusal(
            "person-elsewhere",
            "Look up other people in a channel of a server I am on; /profile shows your own "
            "games anywhere.",
        )
    await interaction.response.defer(ephemeral=True, thinking=True)
    parts, last, drawn = await finished_games(interaction, person)
    lines, buttons = list[str](), list[layout.Part]()
    if here:
        lines = await _open_games(interaction, t, person.id)
        for line, button in await _results_in_leagues(interaction, t, person.id):
            lines.append(line)
            buttons.append(button)
    if not lines and not parts:
        lines = [t.gettext("Nothing here yet: no games and no league seasons.")]
    own = person.id == interaction.user.id
    # Translators: heading of statistics: of the reader's own games
    scope = t.gettext("Your games") if own else t.gettext("Games of this server")
    own_year = [year_button(t, ME)] if own else []
    shared = [*share_here(interaction), *own_year] if parts else []
    view = layout.message(
        layout.text(f"### {layout.printed(context.name_of(person))}", *([scope] if parts else [])),
        *parts,
        layout.row(shared) if shared else None,
        *last,
        layout.text(*layout.first_lines(lines, 1800)) if lines else None,
        layout.row(buttons) if buttons else None,
        layout.text(layout.small(t.gettext("Only you can see this."))),
    )
    await fill(interaction, view=view, attachments=files(drawn))


async def _open_games(interaction: context.Interaction, t: Translations, user_id: int) -> list[str]:
    tables = interaction.client.tables
    seen = [
        table
        for table in await tables.store.read(stored.open_of_person, user_id)
        if table.guild_id == interaction.guild_id and await sees(interaction, table.channel_id)
    ]
    lines = [await _open_game(interaction, t, table, user_id) for table in seen[-MOST_TABLES:]]
    # Translators: heading: games that are not over.
    return [t.gettext("**Open games**"), *lines] if lines else []


async def _open_game(
    interaction: context.Interaction, t: Translations, table: Table, user_id: int
) -> str:
    """A line about an open game: its place, how far it is, and whether it is this person's turn."""
    link = board_link(table) or message_link(table, table.posted.lobby)
    where = f"<#{table.channel_id}>"
    if link:
        to_join = table.status == "lobby"
        where = linked(t, table.channel_id, link, to_join=to_join)
    if table.status == "lobby":
        # Translators: {where}: a channel; a game there is open to join.
        return "- " + t.gettext("{where}: open to join").format(where=where)
    try:
        game = await interaction.client.tables.game(table.id)
    except Refusal:
        return f"- {where}"
    how_far = progress_words(t, game.snapshot())
    seat = table.seat_of(user_id)
    if seat is not None and game.kind_asked(seat.seat):
        # Translators: {where}: a channel; {how_far} as "Round 3 · Food day in 2 rounds"; "their":
        # of the person asked about, of any gender.
        words = t.gettext("{where}: {how_far}; it is their turn")
        if user_id == interaction.user.id:
            # Translators: as above, of the reader
            words = t.gettext("{where}: {how_far}; it is your turn")
        return "- " + words.format(where=where, how_far=how_far)
    return f"- {where}: {how_far}"


async def _results_in_leagues(
    interaction: context.Interaction, t: Translations, user_id: int
) -> list[tuple[str, layout.Part]]:
    """For each league in which the person played, a line and the button to the card."""
    bot = interaction.client
    found: list[tuple[str, layout.Part]] = []
    assert interaction.guild_id is not None
    for league in await season_lifecycle.leagues_of(bot.leagues, interaction.guild_id):
        card = await queries.card(bot.leagues, league.id, user_id)
        if not card.seasons or len(found) == MOST_LEAGUES:
            continue
        sums = " · ".join(
            [
                # Translators: how many seasons of a league somebody has played.
                t.ngettext("{n} season", "{n} seasons", card.seasons).format(n=card.seasons),
                t.say(GAMES, n=card.games),
                wins_words(t, card.wins),
            ]
        )
        # Translators: button, at most 34 characters: the page about a person in a league.
        label = shortened(t.gettext("Card: {league}").format(league=league.name), WIDE_LABEL)
        found.append(
            (f"{layout.printed(league.name)}: {sums}", to_page(label, "card", league.id, user_id))
        )
    return found
