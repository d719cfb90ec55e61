"""What all forms have in common."""

from discord import ui

from bot.answering import answer_error, first_time
from bot.log import begin_trace
from cogs.context import Interaction


class Form(ui.Modal):
    """A form that counts once, and is answered whatever goes wrong once it is sent."""

    called = "a form"
    """What the log calls it."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:  # type: ignore[override]
        """Called by discord.py when the form is sent, before `on_submit`, in its task."""
        if not first_time(interaction):
            return False
        begin_trace(server=interaction.guild_id)
        interaction.client.in_hand.begin()
        return True

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:  # type: ignore[override]
        """Answer an error: no form is left without a response."""
        await answer_error(interaction, error, self.called)
