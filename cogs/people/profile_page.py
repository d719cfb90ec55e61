"""A person's page, by /profile and by a menu on the person: their finished games, their open games
at this server, and their results in its leagues.

The page has only what everybody may know: who plays where, whose turn it is, results. Games in
channels that the reader does not see are left out.
"""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues import queries, season_lifecycle
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import Table
from bot.text.answer_preview import WIDE_LABEL, shortened
from bot.text.records import played_games_words, wins_words
from bot.text.seats import progress_words
from bot.text.translation import Translations
from cogs.client import BotCog, TzolkinBot, is_about_storage
from cogs.kit.answering import board_link, message_link, speaks
from cogs.kit.context import Interaction, anywhere, name_of
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, first_lines, message, printed, row, small, text
from cogs.kit.names import remember
from cogs.kit.pages import to_page
from cogs.kit.pictures import files
from cogs.kit.sharing import share_here
from cogs.people.finished_games import finished_games, sees, server_of
from cogs.people.games import linked
from cogs.people.year import ME, year_button

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
    async def on_interaction(self, interaction: Interaction) -> None:
        """Notice a changed nickname, and use it in running games, too. Without a privileged intent
        Discord does not report changes, but each interaction has its author's name."""
        if interaction.guild_id is None or is_about_storage(interaction):
            return
        user, name = interaction.user, name_of(interaction.user)
        if self.bot.seen_names.get((interaction.guild_id, user.id)) != name:
            remember(self.bot, interaction.guild_id, user.id, name)
            await self.bot.tables.rename(interaction.guild_id, user.id, name)

    async def cog_unload(self) -> None:
        """Remove the menu on people."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name="profile",
        # Translators: description of the command /profile, at most 100 characters
        description=locale_str("Finished games of a person: places, points, gears, rating"),
    )
    @anywhere
    # Translators: description of an option of /profile, at most 100 characters
    @app_commands.describe(
        person=locale_str("Whose games; leave it out for your own on all servers")
    )
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show privately the page of a person, or of the person who asks."""
        await show_person(interaction, person or interaction.user)


async def show_person(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Answer with the page of a person. Raises Refusal for another person's if the bot is not on
    this server."""
    t, here = speaks(interaction), server_of(interaction)
    if not here and person.id != interaction.user.id:
        raise Refusal(
            "person-elsewhere",
            "Look up others in a server channel I am in; /profile shows your own games anywhere.",
        )
    await interaction.response.defer(ephemeral=True, thinking=True)
    parts, last, drawn = await finished_games(interaction, person)
    lines, buttons = list[str](), list[Part]()
    if here:
        lines = await _games(interaction, t, person.id)
        for line, button in await _leagues(interaction, t, person.id):
            lines.append(line)
            buttons.append(button)
    if not lines and not parts:
        lines = [t.gettext("Nothing here yet: no games and no league seasons.")]
    own = person.id == interaction.user.id
    # Translators: heading of statistics: of the reader's own games
    scope = t.gettext("Your games") if own else t.gettext("Games of this server")
    own_year = [year_button(t, ME)] if own else []
    shared = [*share_here(interaction), *own_year] if parts else []
    view = message(
        text(f"### {printed(name_of(person))}", *([scope] if parts else [])),
        *parts,
        row(shared) if shared else None,
        *last,
        text(*first_lines(lines, 1800)) if lines else None,
        row(buttons) if buttons else None,
        text(small(t.gettext("Only you see this."))),
    )
    await fill(interaction, view=view, attachments=files(drawn))


async def _games(interaction: Interaction, t: Translations, user_id: int) -> list[str]:
    tables = interaction.client.tables
    seen = [
        table
        for table in await tables.store.read(stored.open_of_person, user_id)
        if table.guild_id == interaction.guild_id and await sees(interaction, table.channel_id)
    ]
    lines = [await _line(interaction, t, table, user_id) for table in seen[-MOST_TABLES:]]
    # Translators: heading: games that are not over.
    return [t.gettext("**Open games**"), *lines] if lines else []


async def _line(interaction: Interaction, t: Translations, table: Table, user_id: int) -> str:
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


async def _leagues(
    interaction: Interaction, t: Translations, user_id: int
) -> list[tuple[str, Part]]:
    """For each league in which the person played, a line and the button to the card."""
    bot = interaction.client
    found: list[tuple[str, Part]] = []
    assert interaction.guild_id is not None
    for league in await season_lifecycle.leagues_of(bot.leagues, interaction.guild_id):
        card = await queries.card(bot.leagues, league.id, user_id)
        if not card.seasons or len(found) == MOST_LEAGUES:
            continue
        sums = " · ".join(
            [
                # Translators: how many seasons of a league somebody has played.
                t.ngettext("{n} season", "{n} seasons", card.seasons).format(n=card.seasons),
                played_games_words(t, card.credit.games),
                wins_words(t, card.credit.wins),
            ]
        )
        # Translators: button, at most 34 characters: the page about a person in a league.
        label = shortened(t.gettext("Card: {league}").format(league=league.name), WIDE_LABEL)
        found.append(
            (f"{printed(league.name)}: {sums}", to_page(label, "card", league.id, user_id))
        )
    return found
