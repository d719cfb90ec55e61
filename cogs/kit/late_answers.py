"""Late answers. Discord waits three seconds for the first response to an interaction. One that has
none after a second is deferred automatically, and its answer is later put in the right place. One
whose handler asks for a deferral gets it a moment later, unless `fill` has answered by then: most
answers are ready at once, and take one request instead of two.

The automatic deferral is private, since nothing private may become public by it: an answer for
everybody is posted as a new message, and the private notice is removed. Handlers need not know:
`is_done` says whether they have answered, and `fill` keeps what their own `defer` has promised.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

import discord
from discord import ui

from bot.refusal import Refusal

PATIENCE = 1.0
"""Seconds without an answer after which an interaction is deferred."""
A_MOMENT = 0.2
"""The same once its handler has asked for that."""
DONE = "✅"
"""What a notice says for a moment, in every language: the answer stands elsewhere."""
AT_LEAST = 0.3
"""Seconds an interaction may take before it is deferred, even if it has already waited `PATIENCE`
for its turn: while many wait, deferring them all would double the work."""
Promised = Literal["edit", "private", "public"]
"""Where the answer goes after a deferral: into the message that was pressed, or a new one."""


class LateResponse(discord.InteractionResponse[Any]):
    """The response of one interaction, which defers itself."""

    def __init__(self, parent: discord.Interaction[Any]) -> None:
        super().__init__(parent)
        self._asks = parent
        self._one_at_a_time = asyncio.Lock()
        self._late = self._answered = False
        self._notice = False
        """Whether Discord shows the private notice that the bot is thinking."""
        self._promised: Promised | None = None
        self._posted: discord.WebhookMessage | None = None
        """The late answer, if it was posted as a new message."""
        self._wish: tuple[bool, bool] | None = None
        """How the handler wants it deferred (`ephemeral`, `thinking`), until that is done."""
        self._timer: asyncio.TimerHandle | None = None

    def defer_at(self, when: float) -> None:
        """Let it be deferred at this time of the event loop, if it is not answered by then."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(when, self._late_now)

    def is_over(self) -> None:
        """The handler has ended: what it has asked for last is done now, and nothing later."""
        if self._timer is not None:
            self._timer.cancel()
        if self._wish is not None:
            self._late_now()

    def _late_now(self) -> None:
        if not super().is_done():
            self._asks.client.in_background(self.defer_itself(), "deferring")

    async def defer_itself(self) -> None:
        """Defer the interaction, unless it was answered."""
        async with self._one_at_a_time:
            if super().is_done():
                return
            if self._wish is not None:
                ephemeral, thinking = self._wish
                with suppress(discord.HTTPException, OSError, TimeoutError):
                    await super().defer(ephemeral=ephemeral, thinking=thinking)
                return
            # A press on a private message may edit it; else Discord shows the notice.
            notice = not is_private(self._asks)
            with suppress(discord.HTTPException, OSError, TimeoutError):
                await super().defer(ephemeral=True, thinking=notice)
                self._late, self._notice = True, notice

    def is_done(self) -> bool:
        """Whether the handler has answered or deferred; our own deferral does not count."""
        return self._answered if self._late else super().is_done()

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        """As discord.py's, but in a moment, unless it is answered by then."""
        async with self._one_at_a_time:
            if not self._late:
                self._wish = ephemeral, thinking
                self.defer_at(asyncio.get_running_loop().time() + A_MOMENT)
                return None
        self._answered = True
        if not thinking and self._asks.type is not discord.InteractionType.application_command:
            self._promised = "edit"
            await self._take_notice_away()
        else:
            self._promised = "private" if ephemeral else "public"
        return None

    async def send_message(
        self, content: Any = None, *, ephemeral: bool = False, **what: Any
    ) -> Any:
        """As discord.py's."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().send_message(content, ephemeral=ephemeral, **what)
        if content is not None:
            what["content"] = content
        return _Sent((await self._send(ephemeral=ephemeral, **what)).id)

    async def edit_message(self, **what: Any) -> Any:
        """As discord.py's."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().edit_message(**what)
        return await self._edit(**what)

    async def send_modal(self, modal: Any, /) -> Any:
        """As discord.py's. Raises Refusal (`too-late-for-form`) after our own deferral: Discord
        accepts a form only as the first response."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().send_modal(modal)
        raise Refusal("too-late-for-form", "That took too long; please press again.")

    async def keep_promise(self, **what: Any) -> discord.Message:
        """Put the answer where `defer` has promised it; may be called several times."""
        async with self._one_at_a_time:
            if self._wish is not None and not super().is_done():
                (ephemeral, thinking), self._wish = self._wish, None
                return await self._at_once(ephemeral, thinking, **what)
        if self._posted is not None:
            return await self._posted.edit(**what)
        if self._promised == "edit":
            return await self._edit(**what)
        if self._promised is None or (self._promised == "private" and self._notice):
            self._notice, self._promised = False, None
            return await self._asks.edit_original_response(**what)
        what["files"] = what.pop("attachments", [])
        return await self._send(ephemeral=self._promised == "private", **what)

    async def _at_once(self, ephemeral: bool, thinking: bool, **what: Any) -> discord.Message:
        """Answer before there was a deferral."""
        if not thinking and self._asks.type is not discord.InteractionType.application_command:
            answered = await super().edit_message(**what)
        else:
            what["files"] = what.pop("attachments", [])
            answered = await super().send_message(ephemeral=ephemeral, **what)
        assert answered is not None
        assert isinstance(answered.resource, discord.InteractionMessage)
        return answered.resource

    async def _send(self, *, ephemeral: bool, **what: Any) -> discord.WebhookMessage:
        self._answered = True
        if not ephemeral:
            await self._take_notice_away()
        self._notice = False  # the first message that follows takes its place
        self._posted = await self._asks.followup.send(ephemeral=ephemeral, wait=True, **what)
        return self._posted

    async def _edit(self, **what: Any) -> discord.Message:
        """Change the message that was pressed."""
        self._answered = True
        if not self._late or is_private(self._asks) or self._asks.message is None:
            return await self._asks.edit_original_response(**what)
        edited = await self._asks.message.edit(**what)
        await self._take_notice_away()
        return edited

    async def _take_notice_away(self) -> None:
        if self._notice:
            self._notice = False
            # If the notice was never filled, Discord may take the next message for it: fill it,
            # with what is still true where the program is killed before the notice is gone.
            await self._asks.edit_original_response(content=DONE)
            await self._asks.delete_original_response()


class _Sent:
    """What `send_message` returns for a message that was sent late."""

    def __init__(self, message_id: int) -> None:
        self.message_id = message_id


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the press is on a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def fill(
    interaction: discord.Interaction[Any],
    view: ui.LayoutView,
    attachments: Sequence[discord.File | discord.Attachment] | None = None,
) -> discord.Message:
    """Put the answer where `defer` has promised it. Without `attachments` an edited message keeps
    its own."""
    what: dict[str, Any] = {"view": view}
    if attachments is not None:
        what["attachments"] = attachments
    response = interaction.response
    if isinstance(response, LateResponse):
        return await response.keep_promise(**what)
    return await interaction.edit_original_response(**what)


async def post_beside(interaction: discord.Interaction[Any], **what: Any) -> None:
    """Post a message for everybody beside the answer, which was deferred. Raises what sending
    raises."""
    response = interaction.response
    if isinstance(response, LateResponse):
        await response.defer_itself()  # Discord takes no other message before the first answer
    await interaction.followup.send(**what)


def defer_if_late(interaction: discord.Interaction[Any], came: float) -> None:
    """Defer this interaction if the current task does not answer it in time; `came` is when it
    came, by the event loop's clock."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    # discord.py makes the response once, and keeps it here.
    response = interaction._cs_response = LateResponse(interaction)  # type: ignore[attr-defined]

    loop = asyncio.get_running_loop()
    response.defer_at(max(came + PATIENCE, loop.time() + AT_LEAST))
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: response.is_over())
