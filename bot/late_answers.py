"""Answers that come late: Discord waits three seconds for the first word about an interaction, so
whatever has none after one second is deferred, and what it then answers goes where it belongs.

The deferral is private, as nothing private may become public by it: where the answer is for
everybody it is posted behind, and the private notice is taken away.
"""

import asyncio
from contextlib import suppress
from typing import Any

import discord

from bot.refusal import Refusal

PATIENCE = 1.0
"""Seconds without an answer."""


class LateResponse(discord.InteractionResponse[Any]):
    """The response of one interaction, which defers itself."""

    def __init__(self, parent: discord.Interaction[Any]) -> None:
        super().__init__(parent)
        self._asks = parent
        self._one_at_a_time = asyncio.Lock()
        self._late = self._thinks = False

    async def defer_itself(self) -> None:
        """Defer the interaction, unless it was answered."""
        async with self._one_at_a_time:
            if self.is_done():
                return
            # A press on a private message may edit it; else Discord shows that we think.
            self._thinks = not is_private(self._asks)
            with suppress(discord.HTTPException, OSError, TimeoutError):
                await super().defer(ephemeral=True, thinking=self._thinks)
                self._late = True

    async def defer(self, **how: Any) -> Any:
        """As discord.py's; nothing where it has deferred itself."""
        async with self._one_at_a_time:
            return None if self._late else await super().defer(**how)

    async def send_message(
        self, content: Any = None, *, ephemeral: bool = False, **what: Any
    ) -> Any:
        """As discord.py's."""
        async with self._one_at_a_time:
            if not self._late:
                return await super().send_message(content, ephemeral=ephemeral, **what)
        if self._thinks and not ephemeral:
            await self._asks.delete_original_response()
        if content is not None:
            what["content"] = content
        sent = await self._asks.followup.send(ephemeral=ephemeral, wait=True, **what)
        return _Sent(sent.id)

    async def edit_message(self, **what: Any) -> Any:
        """As discord.py's."""
        async with self._one_at_a_time:
            if not self._late:
                return await super().edit_message(**what)
        if not self._thinks:
            return await self._asks.edit_original_response(**what)
        if self._asks.message is not None:
            await self._asks.message.edit(**what)
        return await self._asks.delete_original_response()

    async def send_modal(self, modal: Any, /) -> Any:
        """As discord.py's. Raises Refusal (`too-late-for-form`) where it is too late: Discord takes
        a form as the first answer alone."""
        async with self._one_at_a_time:
            if not self._late:
                return await super().send_modal(modal)
        raise Refusal("too-late-for-form", "That took me too long; please press again.")


class _Sent:
    """What `send_message` gives of a message that was sent late."""

    def __init__(self, message_id: int) -> None:
        self.message_id = message_id


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether a press stands at a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def defer_if_late(interaction: discord.Interaction[Any]) -> None:
    """Defer this interaction by itself if the task that runs now has not answered it in time."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    # discord.py makes the response once, and keeps it here.
    response = interaction._cs_response = LateResponse(interaction)  # type: ignore[attr-defined]

    def late() -> None:
        if not response.is_done():
            interaction.client.in_background(response.defer_itself(), "deferring")

    timer = asyncio.get_running_loop().call_later(PATIENCE, late)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: timer.cancel())
