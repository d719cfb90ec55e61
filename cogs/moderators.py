"""Who may do a moderator's act: looked at with every command, press and sent form."""

import discord
from discord import app_commands

from bot.tables import Moderator, Refusal
from bot.text.translation import N_
from cogs.answers import Interaction

Reason = app_commands.Range[str, 3, 200]
"""Why a moderator does something, for the audit log."""


async def moderator_here(interaction: Interaction) -> Moderator:
    """Who asks, if a moderator. Raises Refusal for everybody else."""
    server, asking = interaction.guild_id, interaction.user
    if server is not None and isinstance(asking, discord.Member):
        roles = (await interaction.client.tables.server_settings(server)).moderator_roles
        if any(asking.get_role(role) is not None for role in roles):
            return Moderator(asking.id, server)
        if not roles and interaction.permissions.manage_guild:
            return Moderator(asking.id, server)
    raise Refusal(
        "not-moderator", N_("Only the moderators of this server may do that; ask one of them.")
    )
