"""Results in a season: the commands of moderators that correct, take out and adjust."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues import SeasonView
from bot.leagues.model.points import UNIT
from cogs.context import Interaction
from cogs.leagues.here import LeagueName, leagues_typed
from cogs.moderation.moderators import MOST_POINTS_TYPED, typed_points
from cogs.season.acts import propose
from cogs.season.people import entry_held

_LEAGUE = locale_str("which league, where there are several")
_WHO = locale_str("the player")
MOST_TABLES = 100_000

TableNumber = app_commands.Range[int, 1, MOST_TABLES]


class SeasonResults(commands.Cog):
    """The part of /season that is about results."""

    @app_commands.command(
        name=locale_str("correct"), description=locale_str("Correct the result of a season's table")
    )
    @app_commands.describe(
        table=locale_str("the table's number in the season"),
        points=locale_str("the points of each seat in their order: 61 55.25 48"),
        league=_LEAGUE,
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def correct(
        self,
        interaction: Interaction,
        table: TableNumber,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED],
        league: LeagueName | None = None,
    ) -> None:
        """Show the standings before and after."""
        await propose(
            interaction,
            league,
            "season-correct",
            lambda _: {"table": table, "points4": typed_points(points)},
        )

    @app_commands.command(
        name=locale_str("void"), description=locale_str("Take a table out of a season")
    )
    @app_commands.describe(table=locale_str("the table's number in the season"), league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def void(
        self, interaction: Interaction, table: TableNumber, league: LeagueName | None = None
    ) -> None:
        """Show the standings before and after."""
        await propose(interaction, league, "season-void", lambda _: {"table": table})

    @app_commands.command(
        name=locale_str("adjust"),
        description=locale_str("Give a player league points, or take them"),
    )
    @app_commands.describe(
        person=_WHO, points=locale_str("how many, such as 3 or -1.5"), league=_LEAGUE
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def adjust(
        self,
        interaction: Interaction,
        person: discord.User,
        points: app_commands.Range[float, -100_000, 100_000],
        league: LeagueName | None = None,
    ) -> None:
        """Show the standings before and after."""

        def wished(season: SeasonView) -> dict[str, Any]:
            entry = entry_held(season, person.id, also_gone=True)
            was = season.state.adjustments.get(entry, 0)
            return {"entry": entry, "units": units_of(points), "was": was}

        await propose(
            interaction,
            league,
            "season-adjust",
            wished,
        )


def units_of(points: float) -> int:
    """Typed league points in the units they are counted in."""
    return round(points * UNIT)
