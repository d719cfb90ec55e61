"""Refusals of Discord that people can mend: the server has no room for something, or the bot lacks
a permission. Each is kept per server as long as it lasts, and shown by /doctor and /season
stalled."""

from collections.abc import Mapping

import discord
import structlog

from bot.refusal import Full, Refusal
from bot.text.translation import N_, Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text

FORBIDDEN = 403
THREADS, EVENTS, PINS, MEMBERS = "threads", "events", "pins", "members"
"""The kinds of hindrances, each kept separately."""
_MAY_NOT = N_("Discord does not let me do this here; /doctor says which permission I need.")
_SENTENCES: Mapping[int, tuple[str, str]] = {
    160006: (
        "no-room-threads",
        N_("This server has too many open threads (1,000 at most); close some that nobody uses."),
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
    50083: ("thread-closed", N_("This thread is closed; somebody must reopen it.")),
}
"""By Discord's error code: the code and the sentence of our refusal."""

log = structlog.get_logger(__name__)


def no_room(error: discord.HTTPException) -> Refusal | None:
    """The refusal that says why Discord refused, and what helps; None if people cannot help."""
    code, template = _SENTENCES.get(error.code, ("", ""))
    if code:
        return Full(code, template) if code.startswith("no-room") else Refusal(code, template)
    return Refusal("may-not", _MAY_NOT) if error.status == FORBIDDEN else None


def hindered(bot: TzolkinBot, guild_id: int, what: str, refusal: Refusal) -> None:
    """Note that `what` (such as "threads") is refused at a server; logged once."""
    kept = bot.hindrances.setdefault(guild_id, {})
    if what not in kept or kept[what].code != refusal.code:
        log.warning("no room", server=guild_id, what=what, reason=refusal.code)
    kept[what] = refusal


def unhindered(bot: TzolkinBot, guild_id: int, what: str) -> None:
    """Note that `what` works at a server again."""
    if bot.hindrances.get(guild_id, {}).pop(what, None) is not None:
        log.info("room again", server=guild_id, what=what)


def hindrance_lines(bot: TzolkinBot, t: Translations, guild_id: int) -> list[str]:
    """A line for everything that is refused at a server now, with what helps."""
    return [f"❌ {refusal_text(t, one)}" for one in bot.hindrances.get(guild_id, {}).values()]
