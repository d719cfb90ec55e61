"""What Discord refuses because there is no room for it, or because the bot may not do it there. It
is kept per server as long as it lasts, said once where it is read, and shown by /doctor and
/season stalled."""

from collections.abc import Mapping

import discord
import structlog

from bot.refusal import Full, Refusal
from bot.text.translation import N_, Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text

FORBIDDEN = 403
THREADS, EVENTS, PINS, MEMBERS = "threads", "events", "pins", "members"
"""What a server may have no room for."""
_MAY_NOT = N_("Discord does not let me do this here; /doctor says which permission I need.")
_SENTENCES: Mapping[int, tuple[str, str]] = {
    160006: (
        "no-room-threads",
        N_(
            "This server has no room for another thread; close some that nobody uses (1,000 can be "
            "open at a time)."
        ),
    ),
    30038: (
        "no-room-events",
        N_("This server has no room for another event; delete some that nobody needs."),
    ),
    30047: (
        "no-room-pins",
        N_("A forum here has no room for another pinned post; unpin one that nobody needs."),
    ),
    30033: (
        "no-room-members",
        N_("A thread here has no room for another person (1,000 fit); let somebody leave it."),
    ),
    50083: ("thread-closed", N_("This thread is closed; somebody must open it again.")),
}
"""By Discord's code: the code of the refusal, and what helps."""

log = structlog.get_logger(__name__)


def no_room(error: discord.HTTPException) -> Refusal | None:
    """Why Discord refused, as a sentence with what helps; None for what people cannot help with."""
    code, template = _SENTENCES.get(error.code, ("", ""))
    if code:
        return Full(code, template) if code.startswith("no-room") else Refusal(code, template)
    return Refusal("may-not", _MAY_NOT) if error.status == FORBIDDEN else None


def hindered(bot: TzolkinBot, guild_id: int, what: str, refusal: Refusal) -> None:
    """Keep that `what` (such as "threads") cannot be done at a server; logged once."""
    kept = bot.hindrances.setdefault(guild_id, {})
    if what not in kept or kept[what].code != refusal.code:
        log.warning("no room", server=guild_id, what=what, reason=refusal.code)
    kept[what] = refusal


def unhindered(bot: TzolkinBot, guild_id: int, what: str) -> None:
    """It can be done again."""
    if bot.hindrances.get(guild_id, {}).pop(what, None) is not None:
        log.info("room again", server=guild_id, what=what)


def hindrance_lines(bot: TzolkinBot, t: Translations, guild_id: int) -> list[str]:
    """What cannot be done at a server now, each with what helps."""
    return [f"❌ {refusal_text(t, one)}" for one in bot.hindrances.get(guild_id, {}).values()]
