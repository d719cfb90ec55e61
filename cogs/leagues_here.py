"""Which league and season a command means."""

from discord import app_commands

from bot.seasons import League, SeasonView
from bot.tables import Refusal
from bot.text.translation import N_
from cogs.answers import Interaction, printed

MOST_CHOICES, LONGEST_CHOICE = 25, 100
"""What Discord takes for a list of choices."""


async def league_here(interaction: Interaction, name: str | None = None) -> League:
    """The league of this name, or without one: the only league of the server, or the one whose
    channel this is. Raises Refusal where that is none, or not one alone."""
    found = []
    if interaction.guild_id is not None:
        found = await interaction.client.seasons.leagues_of(interaction.guild_id)
    if not found:
        raise Refusal(
            "no-leagues", N_("This server has no league yet; a moderator founds one: /league new.")
        )
    if name is not None:
        meant = [league for league in found if league.name.casefold() == name.strip().casefold()]
    elif len(found) == 1:
        meant = found
    else:
        channel = interaction.channel
        near = {interaction.channel_id, getattr(channel, "parent_id", None)}
        meant = [league for league in found if league.channel_id in near]
    if len(meant) != 1:
        raise Refusal(
            "which-league",
            N_("Say which league you mean: {leagues}."),
            leagues=", ".join(printed(league.name) for league in found),
        )
    return meant[0]


async def season_here(interaction: Interaction, name: str | None = None) -> SeasonView:
    """The season of that league to be looked at: the running one, else the newest. Raises Refusal
    if there is none."""
    league = await league_here(interaction, name)
    season = await interaction.client.seasons.current(league.id)
    if season is None:
        raise Refusal(
            "no-season",
            N_("There is no season of this league yet; a moderator begins one: /season new."),
        )
    return season


async def leagues_typed(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The leagues of the server, for autocomplete of a league's name."""
    if interaction.guild_id is None:
        return []
    found = await interaction.client.seasons.leagues_of(interaction.guild_id)
    names = [one.name for one in found if typed.strip().casefold() in one.name.casefold()]
    return [app_commands.Choice(name=n[:LONGEST_CHOICE], value=n) for n in names[:MOST_CHOICES]]
