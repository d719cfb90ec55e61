"""Giving a game up: all people seated must want it, or a moderator."""

from dataclasses import replace

from bot.refusal import Refusal
from bot.store.rows import TableRow
from bot.tables.lobby import can_agree, closed, must_sit, over
from bot.tables.table import Person


def abandoned_by(row: TableRow, person: Person, *, moderator: bool) -> TableRow:
    """The table after a person's wish to give it up: closed, or with one more vote for it."""
    if row.status not in ("lobby", "playing"):
        raise over(row)
    if moderator:
        return closed(row)
    seat = must_sit(row, person.id)
    if row.status == "lobby":
        if person.id != row.host_id:
            raise Refusal(
                "not-host",
                "Only the host or a moderator closes a lobby; press Leave to give up your seat.",
            )
        return closed(row)
    votes = row.abandon_votes | {seat.seat}
    missing = [other.name for other in row.seats if can_agree(other) and other.seat not in votes]
    if not missing:
        return replace(closed(row), abandon_votes=votes)
    if seat.seat in row.abandon_votes:
        raise Refusal(
            "voted-already",
            "You have agreed already; the game is abandoned once {names} agree, too.",
            names=", ".join(missing),
        )
    return replace(row, abandon_votes=votes)
