"""Disputes: players call the moderators to a table of their season, who then decide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.refusal import Refusal
from bot.seasons.events import Decision, Disputed, Settled

MOST_DISPUTES = 3
"""How often a person may dispute the same table, so that nobody calls moderators without end."""


@dataclass(frozen=True)
class Dispute:
    """What somebody disputes at a table, and what was decided."""

    table: int
    person: int
    reason: str
    decision: Decision | None = None
    """None while it is open."""
    answer: str = ""
    """The moderators' reason."""


def disputed(known: Sequence[Dispute], event: Disputed) -> tuple[Dispute, ...]:
    """The disputes of a season with one more. Raises Refusal while the person has an open one about
    that table, and for too many."""
    own = [one for one in known if (one.table, one.person) == (event.table, event.person)]
    if any(one.decision is None for one in own):
        raise Refusal(
            "disputed",
            "You have disputed table {table} already; wait for the moderators' decision.",
            table=event.table,
        )
    if len(own) >= MOST_DISPUTES:
        # Translators: {most} is a number from 2
        raise Refusal(
            "disputed-often",
            "You have already disputed table {table} {most} times; write to a moderator.",
            table=event.table,
            most=MOST_DISPUTES,
        )
    if not event.reason.strip():
        raise Refusal("reason-dispute", "Say what you dispute.")
    return (*known, Dispute(event.table, event.person, event.reason))


def settled(known: Sequence[Dispute], event: Settled) -> tuple[Dispute, ...]:
    """The disputes of a season with one decided. Raises Refusal for one that is not open."""
    if not 1 <= event.dispute <= len(known):
        raise Refusal("no-dispute", "There is no such dispute.")
    decided = known[event.dispute - 1]
    if decided.decision is not None:
        raise Refusal("dispute-settled", "This dispute is decided already.")
    decided = replace(decided, decision=event.decision, answer=event.reason)
    return (*known[: event.dispute - 1], decided, *known[event.dispute :])


def open_disputes(known: Sequence[Dispute], table: int | None = None) -> Mapping[int, Dispute]:
    """The disputes that nobody has decided, of one table or of all, by number."""
    return {
        number: dispute
        for number, dispute in enumerate(known, start=1)
        if dispute.decision is None and table in (None, dispute.table)
    }
