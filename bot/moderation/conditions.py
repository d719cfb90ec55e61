"""What holds for every act of a moderator, at a table or in a season: a good reason, and a second
moderator for what changes a result, where the server wants one.
"""

from collections.abc import Sequence

from bot.model.server import AuditEntry, Moderator
from bot.refusal import Refusal
from bot.store import Store, settings

REASON_LENGTH = (3, 200)
"""Fewest and most characters of a reason."""
POINTS_RANGE = (-100, 500)
"""Fewest and most points that a corrected result may give a seat."""


def good_reason(reason: str) -> str:
    """A reason in one line. Raises Refusal (`reason`) where it is too short or too long."""
    words = " ".join(reason.split())
    fewest, most = REASON_LENGTH
    if not fewest <= len(words) <= most:
        raise Refusal(
            "reason",
            "Give a reason of {fewest} to {most} characters; the audit log keeps it.",
            fewest=fewest,
            most=most,
        )
    return words


async def second_wanted(store: Store, guild_id: int) -> bool:
    """Whether a server wants a second moderator to confirm what changes a result."""
    return (await store.read(settings.of_server, guild_id)).second_moderator


def must_be_pending(entry: AuditEntry) -> None:
    """Raises Refusal (`settled`) for an entry that was confirmed or refused already."""
    if entry.status != "pending":
        raise settled_already()


def must_be_another(entry: AuditEntry, moderator: Moderator) -> None:
    """Raises Refusal (`second-moderator`) for the moderator who asked for it: only another one may
    confirm it."""
    if entry.user_id == moderator.id:
        raise Refusal("second-moderator", "Another moderator must confirm this; ask one of them.")


def settled_already() -> Refusal:
    """The refusal for an entry that is no longer pending."""
    return Refusal("settled", "That was decided already; see /moderate log.")


def no_entry() -> Refusal:
    """The refusal for an entry that does not exist, or belongs to another server."""
    return Refusal("no-entry", "There is no such entry; see /moderate log.")


def must_be_points(points4: Sequence[int], seats: int) -> None:
    """Raises Refusal (`points`) unless these are quarters of points for so many seats that a game
    can end with."""
    least, most = POINTS_RANGE
    if len(points4) != seats or not all(least * 4 <= p <= most * 4 for p in points4):
        raise Refusal(
            "points",
            "Give points for each of the {seats} seats, from {least} to {most}.",
            seats=seats,
            least=least,
            most=most,
        )
