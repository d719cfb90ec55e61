"""Disputes: players call the moderators to a table of their season, who then decide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.refusal import P_, Refusal
from bot.seasons.events import Decision, Disputed, Settled

MOST_DISPUTES = 3
"""The most disputes of a person about one table, so that nobody calls moderators without end."""


@dataclass(frozen=True)
class Dispute:
    """A player's dispute about a table, and its decision."""

    table: int
    person: int
    reason: str
    decision: Decision | None = None
    """The decision; None while the dispute is open."""
    answer: str = ""
    """The moderators' reason for the decision."""


def disputed(known: Sequence[Dispute], event: Disputed) -> tuple[Dispute, ...]:
    """Add a dispute to those of a season. Raises Refusal while the person has an open one about
    that table, and for too many."""
    own = [one for one in known if (one.table, one.person) == (event.table, event.person)]
    if any(one.decision is None for one in own):
        raise Refusal(
            "disputed",
            "You have already disputed table {table}; wait for the moderators' decision.",
            table=event.table,
        )
    if len(own) >= MOST_DISPUTES:
        raise Refusal(
            "disputed-often",
            *P_(
                "You have disputed table {table} {n} time; ask a moderator.",
                "You have disputed table {table} {n} times; ask a moderator.",
            ),
            table=event.table,
            n=MOST_DISPUTES,
        )
    if not event.reason.strip():
        raise Refusal("reason-dispute", "Say what you dispute.")
    return (*known, Dispute(event.table, event.person, event.reason))


def settled(known: Sequence[Dispute], event: Settled) -> tuple[Dispute, ...]:
    """Decide one of the disputes of a season. Raises Refusal for one that is not open."""
    decided = replace(
        open_dispute(known, event.dispute), decision=event.decision, answer=event.reason
    )
    return (*known[: event.dispute - 1], decided, *known[event.dispute :])


def open_dispute(known: Sequence[Dispute], number: int, table: int | None = None) -> Dispute:
    """Find a dispute of a season that is not decided yet, by its number, from 1. Raises Refusal if
    it is decided (`dispute-settled`), or there is none, or none of this table (`no-dispute`)."""
    if not 1 <= number <= len(known) or table not in (None, known[number - 1].table):
        raise Refusal("no-dispute", "There is no such dispute.")
    if known[number - 1].decision is not None:
        raise Refusal("dispute-settled", "This dispute is already decided.")
    return known[number - 1]


def open_disputes(known: Sequence[Dispute], table: int | None = None) -> Mapping[int, Dispute]:
    """List the open disputes, of one table or of all, by number."""
    return {
        number: dispute
        for number, dispute in enumerate(known, start=1)
        if dispute.decision is None and table in (None, dispute.table)
    }
