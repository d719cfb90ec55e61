"""Languages, private answers, and the one place that answers what went wrong.

A command or press that raises a Refusal is answered with its sentence, anything else with a trace
id: `TzolkinBot.tree.error` and the callback of every button bring it here.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import aiohttp
import discord
import structlog

from bot.refusal import Refusal
from bot.store import settings
from bot.tables import Table
from bot.text.command_names import with_mentions
from bot.text.refusals import refusal_words
from bot.text.translation import Translations, translator
from bot.text.typed import seen
from bot.traffic.long_work import asks
from bot.traffic.overload import TooOld
from cogs.kit.late_answers import defer_if_late
from cogs.kit.log import TOO_LATE

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What is raised when Discord did not take what was sent, or could not be reached."""

LONGEST_TYPED = 400
"""Characters of what may be typed for a command or into a form, where nothing says less; Discord
lets people type 6,000."""
LONGEST_MESSAGE = 2_000

ENGLISH = discord.Locale.american_english

log = structlog.get_logger(__name__)


def _words_for(bot: Any, locale: discord.Locale | str) -> Translations:
    """The language of a reader, with the icons the bot has: the one place where they meet."""
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
    """The language of what is posted in a table's channel: its own if one was chosen, else its
    server's."""
    guild = bot.get_guild(table.guild_id) if table.guild_id else None
    said = guild.preferred_locale if guild else ENGLISH
    return _words_for(bot, table.options.language or _of_server(bot, table.guild_id, said))


def language_of_server(bot: Any, guild: discord.Guild) -> Translations:
    """The language in which everybody at a server is spoken to."""
    return _words_for(bot, _of_server(bot, guild.id, guild.preferred_locale))


async def language_of_person(bot: Any, user_id: int, otherwise: Translations) -> Translations:
    """The language of a direct message: the one the person was last known to read, as far as one
    is known."""
    locale = bot.seen_locales.get(user_id) or await bot.store.read(settings.locale_of, user_id)
    return _words_for(bot, locale) if locale else otherwise


def _of_server(bot: Any, guild_id: int | None, said: discord.Locale) -> discord.Locale | str:
    """What was set for the server, else what Discord says."""
    return bot.server_languages.get(guild_id) or said


def refusal_text(t: Translations, refusal: Refusal) -> str:
    """Why something is not done, in one sentence; ids in it become names."""
    return refusal_words(t, refusal.template, refusal.params)


def error_text(t: Translations, trace: str) -> str:
    """What a person reads when the program failed."""
    return t.gettext(
        "Something went wrong on our side; your game is safe as it was last confirmed. "
        "Please try again, and if it stays, report the number {trace}."
    ).format(trace=f"`{trace}`")


def board_link(table: Table) -> str | None:
    """The address of the table's live board, if one was posted."""
    return message_link(table, table.board_message_id)


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
    """Wait until it is this interaction's turn; False if it is not to be worked: Discord has
    delivered it before, or it is too old to be answered."""
    if interaction.client.received.again(interaction.id):
        log.warning("delivered twice", interaction=interaction.id)
        return False
    came = asyncio.get_running_loop().time()
    try:
        await interaction.client.turns.begin(interaction.id, interaction.user.id)
    except TooOld:
        kind = interaction.type.name
        interaction.client.metrics.dropped.labels(kind).inc()
        log.warning("too old to begin", kind=kind, interaction=interaction.id)
        return False
    asks.set(interaction.user.id)
    defer_if_late(interaction, came)
    return True


async def may_be_read(interaction: discord.Interaction[Any]) -> bool:
    """Whether what was typed is no longer than it may be, and not the last of too much in a short
    time; else the person is told, and what was typed is not looked at, and said again only where it
    stood in a form and is short. From here on it is without signs that cannot be seen."""
    data: Any = interaction.data or {}
    typed, again = [*typed_parts(data)], list[str]()
    try:
        if any(len(one["value"]) > LONGEST_TYPED for one in typed):
            raise Refusal(
                "typed-too-long",
                "That is too long; please type at most {n} characters.",
                n=LONGEST_TYPED,
            )
        if interaction.type is discord.InteractionType.modal_submit:
            again = [one["value"] for one in typed]
        if typed:
            interaction.client.limits.take_typed(interaction.user.id, interaction.guild_id)
        for one in typed:
            one["value"] = seen(one["value"])
    except Refusal as refusal:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await answer_error(interaction, refusal, "typed text", typed=again)
        return False
    return True


def typed_parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What has a text that was typed as its `value`, in the data of a command or of a form."""
    if isinstance(part.get("value"), str):
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
    """Say privately why something is not done, with what was `typed` in a form, and with a link to
    the live board of the table whose button was pressed."""
    t = speaks(interaction)
    lines = [refusal_text(t, refusal), *_typed_again(t, typed)]
    link = await _live_board(interaction, table_id)
    if link:
        lines.append(t.gettext("[Go to the live board]({link})").format(link=link))
    await tell(interaction, "\n".join(lines))


def _typed_again(t: Translations, typed: Iterable[str]) -> list[str]:
    """What was typed in a form, to be copied: Discord forgets it."""
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
    """Tell a person, privately, why what was asked for is not done: a refusal in its own words,
    anything else with the trace id under which it is logged; and what was `typed` in a form. Where
    Discord no longer waits for the answer nobody can be told: what was asked for is done, or it is
    not, as the channel shows."""
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.warning("too late to answer", what=what, table=table_id, reason=str(error))
        return
    trace = None
    try:
        if isinstance(error, Refusal):
            interaction.client.metrics.refusals.labels(error.code).inc()
            await answer_refusal(interaction, error, table_id, typed)
            return
        trace = interaction.client.log_error(error, what)
        t = speaks(interaction)
        await tell(interaction, "\n".join([error_text(t, trace), *_typed_again(t, typed)]))
    except UNREACHABLE as unanswered:
        log.warning("not told", what=what, trace=trace, reason=str(unanswered))


async def _live_board(interaction: discord.Interaction[Any], table_id: int | None) -> str | None:
    """The link to the board, unless the person pressed a button of that very message."""
    if table_id is None:
        return None
    try:
        table = await interaction.client.tables.table(table_id)
    except Refusal:
        return None
    if interaction.message and interaction.message.id == table.board_message_id:
        return None
    return board_link(table)
