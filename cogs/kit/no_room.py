"""What Discord refuses for good, told from what may pass by itself. Such a thing is tried again an
hour later; each refusal is kept per server for a day, and shown by /doctor and /season stalled."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import discord
import structlog

from bot.refusal import Full, NotTaken, Refusal
from bot.text.refusals import refusal_words
from bot.text.translation import N_, Translations
from cogs.kit.channels import Hindrance

AGAIN = timedelta(hours=1)
"""How long to wait before something that Discord has refused is tried again."""
_SHOWN = timedelta(days=1)
"""How long a refusal is shown, unless the same works meanwhile."""
_PASSING = (408, 425, 429)
"""The HTTP statuses below 500 of what may work a moment later."""
_PASSING_CODES = (20016, 20022, 20028, 20029, 30046, 40062, 40333, 130000)
"""Discord's error codes for the same: limits of speed, slow mode, and a Discord too busy to answer,
which come with other statuses, too."""
_NO_PERMISSION = (0, 50001, 50013)
"""Discord's error codes, with the status 403, for a missing permission."""
THREADS, EVENTS, PINS, MEMBERS, MESSAGES = "threads", "events", "pins", "members", "messages"
"""The kinds of hindrances, each kept separately; of messages for each channel (`in_channel`)."""
_SENTENCES: Mapping[int, tuple[str, str]] = {
    160006: (
        "no-room-threads",
        N_("This server has too many open threads (1,000 at most); close some that nobody uses."),
    ),
    160007: (
        "too-many-news-threads",
        N_("This announcement channel has too many open threads; use a text channel."),
    ),
    30038: (
        "no-room-events",
        N_("This server has too many events; delete some that nobody needs."),
    ),
    30047: (
        "no-room-pins",
        N_("This forum cannot pin another post; unpin one that nobody needs."),
    ),
    30033: (
        "no-room-members",
        N_("This thread is full (1,000 people); somebody must leave it first."),
    ),
    40067: (
        "tag-needed",
        N_("This forum needs a tag on each post; give it one that anybody may use."),
    ),
    50024: (
        "wrong-channel",
        N_("Discord does not allow this in a channel of this kind; use a text channel."),
    ),
    50083: ("thread-closed", N_("This thread is closed; somebody must reopen it.")),
    160005: ("thread-locked", N_("This thread is locked; somebody must reopen it.")),
}
"""By Discord's error code: the code and the sentence of our refusal."""
_MAY_NOT = N_("Discord does not let me do this here; /doctor says which permission I need.")
_NOT_THERE = N_("Discord does not find this any more; it was probably deleted.")
# Translators, for each: {error}: a number; "the host" is the person who runs the bot
_NOT_TAKEN: Mapping[str, str] = {
    "": N_("Discord refuses this (error {error}); the host finds the reason in my log."),
    THREADS: N_(
        "Discord refuses to open a thread (error {error}). Another channel may help; the host "
        "finds the reason in my log."
    ),
    EVENTS: N_(
        "Discord refuses an event of a league (error {error}); the host finds the reason in my log."
    ),
    MESSAGES: N_(
        "Discord refuses a message of mine in {channel} (error {error}). Nothing is lost; the host "
        "finds the reason in my log."
    ),
}
"""By what is refused: the sentence where Discord gives no reason that people can mend."""

log = structlog.get_logger(__name__)


def why_refused(
    error: BaseException | None, what: str = "", *, channel: int | None = None
) -> Refusal | None:
    """The refusal that says why Discord has refused something for good; None where it may pass by
    itself, as with a Discord that is too busy or cannot be reached. `NotTaken` where nobody on the
    server can mend it; `what`, and for messages the id of the `channel`, only change its sentence.
    """
    if not isinstance(error, discord.HTTPException) or not 400 <= error.status < 500:
        return None
    if error.status in _PASSING or error.code in _PASSING_CODES:
        return None
    code, template = _SENTENCES.get(error.code, ("", ""))
    if code:
        refusal = Full(code, template) if code.startswith("no-room") else Refusal(code, template)
    elif error.status == 403 and error.code in _NO_PERMISSION:
        refusal = Refusal("may-not", _MAY_NOT)
    elif error.status == 404:
        refusal = Refusal("not-there", _NOT_THERE)
    else:
        template = _NOT_TAKEN.get(what, _NOT_TAKEN[""])
        number = error.code or error.status
        refusal = NotTaken(f"not-taken-{what}", template, error=number, channel=f"<#{channel}>")
    refusal.__cause__ = error
    return refusal


@contextmanager
def may_be_refused() -> Iterator[None]:
    """Go on without what Discord refuses for good."""
    try:
        yield
    except discord.HTTPException as error:
        if why_refused(error) is None:
            raise


def in_channel(channel_id: int) -> str:
    """The kind of hindrance of messages in a channel."""
    return f"{MESSAGES} {channel_id}"


def hindered(bot: Any, guild_id: int, what: str, refusal: Refusal) -> bool:
    """Note that `what` (such as THREADS) is refused at a server; whether that is new, which is
    logged."""
    kept, now = bot.hindrances.setdefault(guild_id, {}), bot.tables.now()
    before = kept.get(what)
    new = before is None or before.refusal.code != refusal.code or before.at + _SHOWN < now
    if new:
        said = str(refusal.__cause__ or refusal)
        log.warning("refused", server=guild_id, what=what, reason=refusal.code, discord=said)
    kept[what] = Hindrance(refusal, now)
    return new


def unhindered(bot: Any, guild_id: int, what: str) -> None:
    """Note that `what` works at a server again."""
    if bot.hindrances.get(guild_id, {}).pop(what, None) is not None:
        log.info("works again", server=guild_id, what=what)


def hindrance(bot: Any, guild_id: int | None, what: str) -> Refusal | None:
    """Why `what` is refused at a server now, as far as is known."""
    kept = bot.hindrances.get(guild_id or 0, {}).get(what)
    return None if kept is None or kept.at + _SHOWN < bot.tables.now() else kept.refusal


def waits(bot: Any, guild_id: int, what: str) -> bool:
    """Whether `what` was refused so lately that it is not tried again yet."""
    kept = bot.hindrances.get(guild_id, {}).get(what)
    return kept is not None and bot.tables.now() < kept.at + AGAIN


def hindrance_lines(bot: Any, t: Translations, guild_id: int) -> list[str]:
    """A line for everything that is refused at a server now, with what helps."""
    known = [hindrance(bot, guild_id, what) for what in bot.hindrances.get(guild_id, {})]
    lines = [f"❌ {refusal_words(t, one)}" for one in known if one is not None]
    return list(dict.fromkeys(lines))
