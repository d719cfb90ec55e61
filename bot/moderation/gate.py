"""The gate of acts: who may not act alone, and who confirms then.

The second moderator: one rule for tables and seasons. An act waits for another moderator where it
can change a result and the server wants a second one, and anywhere where the moderator gains by it,
now or by what it makes possible. Nobody who gains confirms it. The moderators' roles and who else
was known to moderate are noted when the act is asked for, so that nothing done later to the
server's roles changes who must decide, or who may. Where nobody was known, the players are told: 24
hours after that the act may be completed, unless one of them has objected. Then a moderator decides
who does not gain.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.model.server import AuditEntry, Moderator
from bot.refusal import Refusal
from bot.store import Store, moderation
from bot.text.translation import moment

WAIT = timedelta(hours=24)
"""How long players may object before an act is completed without another moderator."""
AFTER_WAIT = "as_manager"
"""Key in the details of an entry completed after `WAIT`: "plays" if the person who completed it
gains by it, else "free"."""
CALLED_IN = "called_in"
"""Key in the details of an entry that needs or needed a second moderator: the channel and the
message in which moderators were called."""
ROLES = "moderator_roles"
"""Key in the details of an entry that waits or waited: the moderators' roles when it was asked for;
empty where those who may manage the server moderated."""
KNOWN = "known"
"""Key in the details of an entry that waits: the other people known to moderate when it was asked
for."""
TOLD_IN = "told_in"
"""Key in the details of an entry that waits for objections: the channel and the message in which
players were told."""
TOLD_AT = "told_at"
"""Key in the details of an entry that waits for objections: when players were told, in ISO 8601."""
REMINDED = "reminded"
"""Key in the details of an entry: the channel and the message in which moderators were told that
nobody has objected."""
OBJECTED = "objected"
"""Key in the details of an entry: the player who has objected."""


def must_wait(*, second: bool, changes_result: bool, gains: bool, helps: bool) -> bool:
    """Whether an act waits for another moderator. `second` is whether the server wants one; `gains`
    whether the moderator gains if the act helps anybody, and `helps` whether it may."""
    return (second and changes_result) or (gains and helps)


def free_moderators(entry: AuditEntry, concerned: frozenset[int]) -> frozenset[int] | None:
    """Find the people known to moderate when the act was asked for, without the requester and those
    who gain. None if they are not noted yet."""
    known = entry.details.get(KNOWN)
    return None if known is None else frozenset(known) - concerned - {entry.user_id}


def may_settle(
    entry: AuditEntry,
    moderator: Moderator,
    concerned: frozenset[int],
    *,
    confirm: bool,
    now: datetime,
) -> bool:
    """Whether a person settles a request only because the time for objections is over. `concerned`
    are the people who gain by it. Raises Refusal for a person who may not confirm it: the requester
    (`second-moderator`), one who gains (`plays-there`), one who is no moderator
    (`moderator-decides`), and where nobody else is known, after an objection (`objected`), before
    players were told (`not-told`) or the time is over (`objections-wait`). The requester and every
    moderator may refuse it."""
    requested, plays = moderator.id == entry.user_id, moderator.id in concerned
    if not confirm or (moderator.named and not (requested or plays)):
        return False
    free = free_moderators(entry, concerned)
    if free is None or free:
        if not moderator.named:
            # Translators: “free”: does not play in the season, and is not concerned
            raise Refusal(
                "moderator-decides",
                "A moderator of this server must decide this; you can only when no moderator is "
                "free to.",
            )
        if requested:
            raise Refusal(
                "second-moderator", "Another moderator must confirm this; ask one of them."
            )
        raise Refusal(
            "plays-there",
            "You play there, or gain from this; ask another moderator to confirm it.",
        )
    if OBJECTED in entry.details:
        raise Refusal(
            "objected",
            "A player has objected: now it needs a moderator who does not play there and was "
            "one before the request.",
        )
    until = objections_until(entry)
    if until is None:
        raise Refusal(
            "not-told",
            "No moderator I know is free to confirm this, so the players must be told first; let "
            "me post where they read.",
        )
    if now < until:
        # Translators: {until} is a date with the time
        raise Refusal(
            "objections-wait",
            "No moderator I know is free to confirm this, so players may object until {until}; "
            "come back then.",
            until=moment(until, "f"),
        )
    return True


def objections_until(entry: AuditEntry) -> datetime | None:
    """Find until when players may object to a request; None if they were not told."""
    told = entry.details.get(TOLD_AT)
    return None if told is None else datetime.fromisoformat(told) + WAIT


def unopposed(entry: AuditEntry, now: datetime) -> bool:
    """Whether players could object to a request until now, and nobody has."""
    until = objections_until(entry)
    return until is not None and until <= now and OBJECTED not in entry.details


async def note_known(store: Store, entry: AuditEntry, known: Collection[int]) -> AuditEntry:
    """Note who else was known to moderate when an act was asked for, once. Returns the entry with
    it."""
    return await _note(store, entry, {KNOWN: sorted(known)})


async def note_told(
    store: Store, entry: AuditEntry, where: Collection[int], at: datetime
) -> AuditEntry:
    """Note the channel and message in which players were told of a request, and when. Returns the
    entry with it."""
    return await _note(store, entry, {TOLD_IN: list(where), TOLD_AT: at.isoformat()})


async def note_reminded(store: Store, entry: AuditEntry, where: Collection[int]) -> None:
    """Note the channel and message in which moderators were told that nobody has objected; empty if
    no channel was possible."""
    await _note(store, entry, {REMINDED: list(where)})


async def note_call(store: Store, entry: AuditEntry, where: Collection[int]) -> None:
    """Note the channel and message in which moderators were called for a request; empty if no
    channel was possible."""
    await _note(store, entry, {CALLED_IN: list(where)})


async def object_to(store: Store, entry: AuditEntry, user_id: int, players: frozenset[int]) -> None:
    """Note a player's objection, which holds a request until another moderator decides. Raises
    Refusal for a person who does not play there (`objects-not-player`), the requester
    (`objects-own`), and if somebody has objected already (`objected-already`) or it was decided
    (`settled`)."""
    if user_id not in players:
        raise Refusal(
            "objects-not-player", "Only its players can object; ask a moderator about it."
        )
    if user_id == entry.user_id:
        raise Refusal("objects-own", "You asked for this yourself; refuse it with /moderate page.")
    noted = await _note(store, entry, {OBJECTED: user_id})
    if noted.status != "pending":
        raise settled_already()
    if noted.details[OBJECTED] != user_id or OBJECTED in entry.details:
        raise Refusal(
            "objected-already",
            "Somebody has already objected; a moderator who does not play there decides.",
        )


async def _note(store: Store, entry: AuditEntry, details: Mapping[str, Any]) -> AuditEntry:
    """Add details to an entry that is still pending and has none with these names. Return the entry
    as it is then stored."""
    async with store.transaction() as transaction:
        now = await transaction.run(moderation.by_id, entry.id)
        assert now is not None
        if now.status == "pending" and not details.keys() & now.details.keys():
            now = replace(now, details={**now.details, **details})
            await transaction.run(moderation.note, now)
    return now


def settled_already() -> Refusal:
    """Make the refusal to decide a settled request."""
    return Refusal("settled", "That was decided already; see /moderate log.")
