"""What all forms have in common."""

from discord import ui

from bot.answering import answer_error, may_be_read, may_begin
from bot.log import begin_trace
from cogs.context import Interaction


class Form(ui.Modal):
    """A form that counts once, and is answered whatever goes wrong once it is sent."""

    called = "a form"
    """What the log calls it."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:  # type: ignore[override]
        """Called by discord.py when the form is sent, before `on_submit`, in its task."""
        begin_trace(server=interaction.guild_id)
        if not (await may_begin(interaction) and await may_be_read(interaction)):
            return False
        interaction.client.in_hand.begin()
        return True

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:  # type: ignore[override]
        """Answer an error: no form is left without a response."""
        await answer_error(interaction, error, self.called)
