"""What the moderators' page is about: a server, a league, a season, a table or a person.

Buttons name it by a word: `g` the server, `l3` a league, `s5` a season, `s5.t7` its table 7,
`s5.p123` a person there (a negative number: the data was deleted), `t12` a table by its id.
"""

import re
from dataclasses import dataclass, replace

from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import no_league
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.moderation import at_tables
from bot.refusal import Refusal
from bot.seasons.season import Season, no_table
from bot.tables import Moderator, Table
from cogs.kit.buttons import as_number, old_button
from cogs.kit.context import Interaction, latest_table
from cogs.kit.leagues_named import counted

SERVER = "g"
_WORD = re.compile(
    r"(?P<root>[lst])(?P<id>\d{1,19})(?:\.(?P<kind>[tp])(?P<of>-?\d{1,19}))?", re.ASCII
)


@dataclass(frozen=True)
class Here:
    """What the page is about, as it is now."""

    moderator: Moderator
    league: League | None = None
    season: SeasonView | None = None
    number: int | None = None
    """The season's number of the table."""
    table: Table | None = None
    """The game; None for a table of a season that is not opened."""
    person: int | None = None

    @property
    def word(self) -> str:
        """The word by which buttons name it."""
        if self.season is not None:
            if self.number is not None:
                return f"s{self.season.id}.t{self.number}"
            return f"s{self.season.id}" + (f".p{self.person}" if self.person else "")
        if self.table is not None:
            return f"t{self.table.id}"
        return SERVER if self.league is None else f"l{self.league.id}"

    @property
    def home(self) -> League:
        """The league, of what has one."""
        assert self.league is not None
        return self.league

    @property
    def played(self) -> SeasonView:
        """The season, of what has one."""
        assert self.season is not None
        return self.season

    @property
    def state(self) -> Season:
        """The state of the season, of what has one."""
        return self.played.state

    @property
    def phase(self) -> str:
        """The phase of the season; empty for what has none."""
        return "" if self.season is None else self.season.state.phase

    @property
    def at(self) -> int:
        """The season's number of the table, of what has one."""
        assert self.number is not None
        return self.number

    @property
    def game(self) -> Table:
        """The game, of what has one."""
        assert self.table is not None
        return self.table


async def here_named(interaction: Interaction, moderator: Moderator, word: str) -> Here:
    """What a button means. Raises Refusal for what another server has, as if it did not exist."""
    if word == SERVER:
        return Here(moderator)
    found = _WORD.fullmatch(word)
    if found is None:
        raise old_button()
    number = as_number(found["id"])
    if found["root"] == "t":
        return await _of_table(interaction, moderator, number)
    if found["root"] == "l":
        return await of_league(interaction, moderator, number)
    season = await interaction.client.leagues.read(number)
    league = await _league(interaction, moderator, season.league_id)
    season = await counted(interaction, season)
    here = Here(moderator, league, season)
    if found["of"] is None:
        return here
    if found["kind"] == "t":
        return await _of_number(interaction, here, as_number(found["of"]))
    return replace(here, person=as_number(found["of"]))


async def of_league(interaction: Interaction, moderator: Moderator, league_id: int) -> Here:
    """A league with its newest season that is not over, or else its newest one."""
    league = await _league(interaction, moderator, league_id)
    season = await season_lifecycle.current(interaction.client.leagues, league.id)
    return Here(moderator, league, None if season is None else await counted(interaction, season))


async def of_channel(interaction: Interaction, moderator: Moderator) -> Here:
    """What a channel is about: the league that lives there, its table, the server's only league, or
    the server."""
    leagues = await season_lifecycle.leagues_of(interaction.client.leagues, moderator.guild_id)
    at_home = [one for one in leagues if one.channel_id == interaction.channel_id]
    if len(at_home) != 1:
        try:
            table = await latest_table(interaction)
        except Refusal:
            pass
        else:
            return await _of_table(interaction, moderator, table.id)
    meant = at_home or leagues
    if len(meant) == 1:
        return await of_league(interaction, moderator, meant[0].id)
    return Here(moderator)


async def _league(interaction: Interaction, moderator: Moderator, league_id: int) -> League:
    league = await interaction.client.leagues.league(league_id)
    if league.guild_id != moderator.guild_id:
        raise no_league()
    return league


async def _of_table(interaction: Interaction, moderator: Moderator, table_id: int) -> Here:
    bot = interaction.client
    table = await bot.tables.table(table_id)
    at_tables.must_belong(table, moderator)
    drawn = await games.table_of_game(bot.leagues, table_id)
    if drawn is None:
        return Here(moderator, table=table)
    season = await counted(interaction, await bot.leagues.read(drawn.season_id))
    league = await bot.leagues.league(season.league_id)
    return Here(moderator, league, season, drawn.number, table)


async def _of_number(interaction: Interaction, here: Here, number: int) -> Here:
    if number not in here.state.tables:
        raise no_table(number)
    bot, season = interaction.client, here.played
    game = (await games.games(bot.leagues, season.id)).get(number)
    table = None if game is None else await bot.tables.table(game.table_id)
    return Here(here.moderator, here.league, season, number, table)
