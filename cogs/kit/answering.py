"""Languages, private answers, the one place where refusals and errors are answered, and answers
that come late.

A Refusal is answered with its sentence, any other error with a trace id. `TzolkinBot.tree.error`
and the callback of every button bring them here.

Discord waits three seconds for the first response to an interaction. If there is none after a
second, the interaction is deferred automatically, and its answer is put in the right place later.
If its handler asks for a deferral, that happens a moment later, unless `fill` has answered by then:
most answers are ready at once, and take one request in place of two.

The automatic deferral is private, since nothing private may become public by it: an answer for
everybody is then posted as a new message, and the private notice is removed. Handlers need not know
of this: `is_done` says whether they have answered, and `fill` puts the answer where their own
`defer` promised it.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal

import aiohttp
import discord
import structlog
from discord import ui

from bot.process.work import asks
from bot.refusal import P_, Refusal, Several
from bot.store import settings
from bot.store.database import ErasedMeanwhileError
from bot.tables import Table
from bot.text.names import with_mentions
from bot.text.refusals import refusal_words
from bot.text.translation import N_, Translations, translator
from bot.text.typed import seen
from bot.traffic import TooOld
from cogs.kit.channels import why_refused
from cogs.kit.log import TOO_LATE

# --- late answers ---------------------------------------------------------------------------------

DEFERRED_AFTER = 1.0
"""Seconds after which an interaction without an answer is deferred."""
DEFERRED_AFTER_A_WISH = 0.2
"""Seconds from a handler's wish to defer to the deferral, if there is no answer by then."""
DONE = "✅"
"""A private notice says this for a moment, in every language: the answer is elsewhere."""
DEFERRED_NOT_BEFORE = 0.3
"""The least seconds an interaction may take before it is deferred, even if it has waited
`DEFERRED_AFTER` for its turn: while many wait, deferring them all would double the work."""
Promised = Literal["edit", "private", "public"]
"""Where the answer goes after a deferral: "edit" the message that was pressed, or post a new
one."""


class LateResponse(discord.InteractionResponse[Any]):
    """The response of one interaction, which defers itself when it is late."""

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
        """Defer at this time of the event loop, unless it is answered by then."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(when, self._late_now)

    def is_over(self) -> None:
        """Note that the handler has ended: a deferral it asked for is made now, and none later."""
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
        """Like discord.py's, but after a moment, and only if it is not answered by then."""
        async with self._one_at_a_time:
            if not self._late:
                self._wish = ephemeral, thinking
                self.defer_at(asyncio.get_running_loop().time() + DEFERRED_AFTER_A_WISH)
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
        """Like discord.py's, also after a deferral."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().send_message(content, ephemeral=ephemeral, **what)
        if content is not None:
            what["content"] = content
        return _Sent((await self._send(ephemeral=ephemeral, **what)).id)

    async def edit_message(self, **what: Any) -> Any:
        """Like discord.py's, also after a deferral."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().edit_message(**what)
        return await self._edit(**what)

    async def send_modal(self, modal: Any, /) -> Any:
        """Like discord.py's. Raises Refusal (`too-late-for-form`) after our own deferral: Discord
        takes a form only as the first response."""
        async with self._one_at_a_time:
            if not super().is_done():
                return await super().send_modal(modal)
        raise Refusal("too-late-for-form", "That took too long; please try again.")

    async def keep_promise(self, **what: Any) -> discord.Message:
        """Put the answer where `defer` promised it; this can be called several times."""
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
        """Answer in the promised place without a deferral."""
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
    """What `send_message` returns for a message sent after a deferral."""

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
    """Put the answer where `defer` promised it. An edited message keeps its attachments if these
    are None."""
    what: dict[str, Any] = {"view": view}
    if attachments is not None:
        what["attachments"] = attachments
    response = interaction.response
    if isinstance(response, LateResponse):
        return await response.keep_promise(**what)
    return await interaction.edit_original_response(**what)


async def post_beside(interaction: discord.Interaction[Any], **what: Any) -> None:
    """Post a message for everybody in addition to the answer. Raises what sending raises."""
    response = interaction.response
    if isinstance(response, LateResponse):
        await response.defer_itself()  # Discord takes no other message before the first answer
    await interaction.followup.send(**what)


def defer_if_late(interaction: discord.Interaction[Any], came: float) -> None:
    """Have this interaction deferred if it is not answered in time; `came` is when it came, by the
    event loop's clock."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    # discord.py makes the response once, and keeps it here.
    response = interaction._cs_response = LateResponse(interaction)  # type: ignore[attr-defined]

    loop = asyncio.get_running_loop()
    response.defer_at(max(came + DEFERRED_AFTER, loop.time() + DEFERRED_NOT_BEFORE))
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: response.is_over())


# --- languages, answers, refusals and errors ------------------------------------------------------

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Errors that mean: Discord refused a request or could not be reached."""

LONGEST_TYPED = 400
"""The most characters of a typed text, unless its command or form sets a lower limit; Discord's own
limit is 6,000."""
LONGEST_MESSAGE = 2_000

ENGLISH = discord.Locale.american_english

log = structlog.get_logger(__name__)


def _words_for(bot: Any, locale: discord.Locale | str) -> Translations:
    """Translations for a locale, with the icons the bot has."""
    return translator(str(locale)).with_icons(bot.icons)


def speaks(interaction: discord.Interaction[Any]) -> Translations:
    """The language of the person who asked."""
    return _words_for(interaction.client, interaction.locale)


def speaks_server(interaction: discord.Interaction[Any]) -> Translations:
    """The language of the server, for what everybody reads."""
    said = interaction.guild_locale or ENGLISH
    return _words_for(
        interaction.client, _of_server(interaction.client, interaction.guild_id, said)
    )


def language_of(bot: Any, table: Table) -> Translations:
    """The language of a table's channel: the one chosen for the table, else its server's."""
    guild = bot.get_guild(table.guild_id) if table.guild_id else None
    said = guild.preferred_locale if guild else ENGLISH
    return _words_for(bot, table.options.language or _of_server(bot, table.guild_id, said))


def language_of_server(bot: Any, guild: discord.Guild) -> Translations:
    """The language of a server, for what everybody reads."""
    return _words_for(bot, _of_server(bot, guild.id, guild.preferred_locale))


async def language_of_person(bot: Any, user_id: int, otherwise: Translations) -> Translations:
    """The language of a direct message: the person's last known one, or `otherwise`."""
    locale = bot.seen_locales.get(user_id) or await bot.store.read(settings.locale_of, user_id)
    return _words_for(bot, locale) if locale else otherwise


def _of_server(bot: Any, guild_id: int | None, said: discord.Locale) -> discord.Locale | str:
    """The locale that was set for the server, else `said`, which is Discord's."""
    return bot.server_languages.get(guild_id) or said


def refusal_text(t: Translations, refusal: Refusal) -> str:
    """The sentence of a refusal in this language; ids in its parameters become names. Several are
    listed."""
    if isinstance(refusal, Several):
        return "\n".join(f"- {refusal_text(t, one)}" for one in refusal.found)
    return refusal_words(t, refusal)


WENT_WRONG = N_(
    "Something went wrong on my side. Your game is safe: everything you confirmed is saved. "
    "Please try again; if it keeps happening, report the code {trace}."
)


def board_link(table: Table) -> str | None:
    """The address of the table's live board, if one was posted."""
    return message_link(table, table.posted.board)


def message_link(table: Table, message_id: int | None) -> str | None:
    """The address of a message in the table's channel; None without one."""
    if message_id is None:
        return None
    return address(table.guild_id, table.channel_id, message_id)


def address(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, or of its channel."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


async def may_begin(interaction: discord.Interaction[Any]) -> bool:
    """Wait for this interaction's turn. False if it must be ignored, because Discord has delivered
    it before or it is too old to be answered."""
    if interaction.client.received.again(interaction.id):
        log.warning("delivered twice", interaction=interaction.id)
        return False
    came = asyncio.get_running_loop().time()
    try:
        await interaction.client.queue.begin(interaction.id, interaction.user.id)
    except TooOld:
        kind = interaction.type.name
        interaction.client.metrics.dropped.labels(kind).inc()
        log.warning("too old to begin", kind=kind, interaction=interaction.id)
        return False
    if interaction.message is not None:
        interaction.client.newest[interaction.message.id] = interaction.id
    asks.set(interaction.user.id)
    interaction.client.store.begin_work()
    defer_if_late(interaction, came)
    return True


async def may_be_read(interaction: discord.Interaction[Any]) -> bool:
    """Whether the typed texts may be processed: none is too long, and the person has not typed too
    much lately. If they may, invisible characters are removed from them. Else the person is told
    why, and gets the texts of a form back unless they are too long."""
    data: Any = interaction.data or {}
    typed, again = [*typed_parts(data)], list[str]()
    try:
        if any(len(one["value"]) > LONGEST_TYPED for one in typed):
            raise Refusal(
                "typed-too-long",
                *P_(
                    "That is too long; please type at most {n} character.",
                    "That is too long; please type at most {n} characters.",
                ),
                n=LONGEST_TYPED,
            )
        if interaction.type is discord.InteractionType.modal_submit:
            again = [one["value"] for one in typed]
        if typed:
            interaction.client.limits.take_typed(interaction.user.id, interaction.guild_id)
        for one in typed:
            one["value"] = seen(one["value"])
    except Refusal as refusal:
        await answer_error(interaction, refusal, "typed text", typed=again)
        return False
    return True


CHOICE = discord.ComponentType.radio_group.value
"""The type of a line of a form whose text is not typed, but chosen."""


def typed_parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of the data of a command or form whose `value` is a text that was typed."""
    if isinstance(part.get("value"), str) and part.get("type") != CHOICE:
        yield part
    for inner in (*part.get("options", ()), *part.get("components", ())):
        yield from typed_parts(inner)
    if isinstance(part.get("component"), dict):
        yield from typed_parts(part["component"])


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Say something privately to the person who asked."""
    words = with_mentions(text)
    if len(words) > LONGEST_MESSAGE:
        words = words[: LONGEST_MESSAGE - 1] + "…"
    if interaction.response.is_done():
        await interaction.followup.send(words, ephemeral=True)
    else:
        await interaction.response.send_message(words, ephemeral=True)


async def answer_refusal(
    interaction: discord.Interaction[Any],
    refusal: Refusal,
    table_id: int | None = None,
    typed: Iterable[str] = (),
) -> None:
    """Answer a refusal privately. The answer repeats what was `typed` in a form, and links to the
    live board of the table whose button was pressed."""
    t = speaks(interaction)
    lines = [refusal_text(t, refusal), *_typed_again(t, typed)]
    link = await _live_board(interaction, table_id)
    if link:
        lines.append(t.gettext("[Go to the live board]({link})").format(link=link))
    await tell(interaction, "\n".join(lines))


def _typed_again(t: Translations, typed: Iterable[str]) -> list[str]:
    """Lines that repeat what was typed in a form, to be copied: Discord forgets it."""
    said = [one.replace("`", "'") for one in typed if one.strip()]
    if not said:
        return []
    # Translators: a line; below it stands what somebody has typed in a form that was refused
    return [t.gettext("You typed:"), "```", *said, "```"]


async def answer_error(
    interaction: discord.Interaction[Any],
    error: BaseException,
    what: str,
    table_id: int | None = None,
    *,
    typed: Iterable[str] = (),
) -> None:
    """Answer an error privately: a refusal, or what Discord refuses for good, with its sentence;
    any other error with the trace id under which it is logged. The answer repeats what was `typed`
    in a form. If Discord no longer waits for an answer there is none; the channel shows whether the
    act was done. A request for suggestions that is refused gets an empty list."""
    if isinstance(error, Refusal) and interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
        return
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.warning("too late to answer", what=what, table=table_id, reason=str(error))
        return
    if isinstance(error, ErasedMeanwhileError):
        error = Refusal(
            "erased-meanwhile",
            "Somebody's data was deleted while this was under way, so nothing was saved. Please "
            "try again.",
        )
    trace, why = None, why_refused(error)
    try:
        if isinstance(error, Refusal):
            for one in error.found if isinstance(error, Several) else (error,):
                interaction.client.metrics.refusals.labels(one.code).inc()
            await answer_refusal(interaction, error, table_id, typed)
            return
        trace = interaction.client.log_error(error, what)
        t = speaks(interaction)
        said = t.say(WENT_WRONG, trace=f"`{trace}`") if why is None else refusal_text(t, why)
        await tell(interaction, "\n".join([said, *_typed_again(t, typed)]))
    except UNREACHABLE as unanswered:
        log.warning("not told", what=what, trace=trace, reason=str(unanswered))


async def _live_board(interaction: discord.Interaction[Any], table_id: int | None) -> str | None:
    """The link to the table's live board, unless the button pressed is on that message."""
    if table_id is None:
        return None
    try:
        table = await interaction.client.tables.table(table_id)
    except Refusal:
        return None
    if interaction.message and interaction.message.id == table.posted.board:
        return None
    return board_link(table)
