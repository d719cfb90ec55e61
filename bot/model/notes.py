"""Notes of the outbox: what a channel must be told, or must be done on Discord, for a table or a
season.

A note is stored in the transaction of what it follows from, and taken out of the outbox once it was
told or done; so nothing is lost when posting fails or the program is stopped. What is said follows
from the table or season as it is then. A note holds nothing secret.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import TypeAdapter

CallWay = Literal["mention", "direct"]
"""How somebody is called: by a mention in the channel, or by a direct message."""
Agreement = Literal["rewind", "pause", "abandon"]
"""What all people at a table must agree to."""


@dataclass(frozen=True)
class Note:
    """Something to tell or to do."""


@dataclass(frozen=True)
class SeatNote(Note):
    """About a seat that is asked: void as soon as the seat has answered."""

    seat: int


@dataclass(frozen=True)
class ToldOnce(Note):
    """What is told once and never again: it stays in the outbox, as told."""


# --- for the channel of a table -------------------------------------------------------------------


@dataclass(frozen=True)
class CallSeat(SeatNote):
    """It is the seat's turn."""

    way: CallWay
    silent: bool = False


@dataclass(frozen=True)
class RemindSeat(SeatNote):
    """Half of the seat's time is over, or the others have waited for a day."""

    way: CallWay
    silent: bool = False


@dataclass(frozen=True)
class NudgeSeat(SeatNote):
    """Another player nudges the seat."""

    way: CallWay
    by: int
    """The seat of that player."""


@dataclass(frozen=True)
class TimeNearlyOver(SeatNote):
    """Nearly all of the seat's time is over."""


@dataclass(frozen=True)
class TimeOver(SeatNote):
    """All of the seat's time is over."""


@dataclass(frozen=True)
class CallModerators(SeatNote):
    """The moderators must decide, as the seat's time is over."""


@dataclass(frozen=True)
class CallSubstitutes(SeatNote):
    """The seat is offered to substitutes, as its time is over."""


@dataclass(frozen=True)
class AskAgreement(Note):
    """People must agree to a request."""

    to: Agreement


@dataclass(frozen=True)
class ClocksStopped(Note):
    """All have agreed that the clocks stand still."""


@dataclass(frozen=True)
class ClocksStarted(Note):
    """A seat let the clocks run again."""

    seat: int


@dataclass(frozen=True)
class TableGivenUp(Note):
    """The game was given up, or the lobby closed."""

    seat: int | None = None
    """Who did it, or was the last to agree."""
    person: int | None = None
    """Instead of the seat: the id of somebody who does not sit there."""


@dataclass(frozen=True)
class CallBidders(Note):
    """The seats are bid for."""


@dataclass(frozen=True)
class RemindBidders(Note):
    """Who has not bid yet is called once more."""


@dataclass(frozen=True)
class ChannelLost(Note):
    """The table's channel is gone: told directly."""

    seat: int | None
    """To whom; None for the moderators."""


@dataclass(frozen=True)
class GameGoesOn(Note):
    """The game stood still, and goes on in its channel."""


@dataclass(frozen=True)
class ActAtTable(Note):
    """A moderator did something at the table, or about it in its season."""

    entry: int
    """Of the audit log."""


# --- at a table, for its season -------------------------------------------------------------------


@dataclass(frozen=True)
class TurnTimedOut(Note):
    """A seat's time ran out."""

    seat: int
    version: int
    """How many actions the log of the game held."""
    by_computer: bool = True
    """Whether a computer took the turn; else somebody was called."""


@dataclass(frozen=True)
class SeatReplaced(Note):
    """A person took a seat by a moderator's act."""

    entry: int
    """Of the audit log."""


FOR_SEASON = (TurnTimedOut, SeatReplaced)
"""Notes of a table that its season takes over (`bot.leagues.from_tables`)."""


# --- for a season ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SignUpOpened(Note):
    """The sign-up of a season is open."""


@dataclass(frozen=True)
class Happened(Note):
    """An event of the season's log."""

    n: int


@dataclass(frozen=True)
class ActInSeason(Note):
    """A moderator did something in the season."""

    entry: int
    """Of the audit log."""


@dataclass(frozen=True)
class SeatTaken(Note):
    """Somebody took a seat at a table."""

    entry: int
    """Of the audit log."""
    whole_season: bool
    """Whether for the rest of the season; else at that table alone."""


@dataclass(frozen=True)
class SeatFree(Note):
    """An entry was given up: it is offered to substitutes."""

    n: int
    """The event of the season's log."""


@dataclass(frozen=True)
class ChangeSeats(Note):
    """Somebody else plays for an entry from now on, or nobody: the seats of its games change."""

    n: int
    """The event of the season's log."""


@dataclass(frozen=True)
class StopGame(Note):
    """The result of a table comes from elsewhere: its game is given up."""

    table: int
    """Its number in the season."""


@dataclass(frozen=True)
class DisputeRaised(Note):
    """The moderators must be called because of a dispute."""

    number: int


@dataclass(frozen=True)
class DisputeDecided(Note):
    """The person who disputed must be told what was decided."""

    number: int


@dataclass(frozen=True)
class NoResult(ToldOnce):
    """A game of the season ended without a result."""

    table: int
    """The table's number in the season."""
    game: int
    """The game's own number."""
    rewinds: int
    """How often the game had been rewound."""


# --- for a season, told as soon as it is noticed --------------------------------------------------


@dataclass(frozen=True)
class RolePinged(ToldOnce):
    """The league's role was pinged for the sign-up."""


@dataclass(frozen=True)
class EndAnnounced(ToldOnce):
    """The end of the season, with its final standings."""


@dataclass(frozen=True)
class TableDue(ToldOnce):
    """A table must be finished within a day."""

    table: int
    at: datetime


@dataclass(frozen=True)
class TableOverdue(ToldOnce):
    """The deadline of a table is over."""

    table: int
    at: datetime


@dataclass(frozen=True)
class AppealsOpen(ToldOnce):
    """All tables are over: until when results can be disputed."""

    until: datetime


@dataclass(frozen=True)
class NoEvent(ToldOnce):
    """The season's scheduled event cannot be kept."""

    why: str = ""
    """The code of the refusal; empty where the bot may not."""


@dataclass(frozen=True)
class NoThreads(ToldOnce):
    """The bot lacks permissions to open tables."""


@dataclass(frozen=True)
class NoRoom(ToldOnce):
    """Discord has no room for another table."""

    why: str
    """The code of the refusal."""
    day: str
    """The date, so that it is told once a day."""


@dataclass(frozen=True)
class DealSealed(ToldOnce):
    """The seal of a deal that several tables share."""

    seal: str
    """How it begins."""


@dataclass(frozen=True)
class NotDrawn(ToldOnce):
    """The season could not be drawn at its date."""

    why: str
    """The code of the refusal."""


@dataclass(frozen=True)
class TooFewSignedUp(ToldOnce):
    """The sign-up is over, and too few have signed up."""


@dataclass(frozen=True)
class StillPlayed(ToldOnce):
    """The season should end, and tables are open."""


@dataclass(frozen=True)
class KeptOpen(ToldOnce):
    """The season is not closed at its date, since something waits."""

    why: str
    """The code of the refusal."""
    which: str
    """Numbers of what waits."""


@dataclass(frozen=True)
class RoundOver(ToldOnce):
    """All tables of a division's round are over."""

    division: int
    number: int
    """Of the round."""


@dataclass(frozen=True)
class FinalDue(ToldOnce):
    """The final can be drawn."""

    again: int | None = None
    """The table of the final that others should play by now."""


@dataclass(frozen=True)
class ReadyToClose(ToldOnce):
    """The season can be closed."""

    since: datetime
    """When the last result was decided."""


# --- as they are stored ---------------------------------------------------------------------------


def _leaves(kind: type[Note]) -> Iterator[type[Note]]:
    below = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from _leaves(one)


NOTES: Mapping[str, type[Note]] = {kind.__name__: kind for kind in _leaves(Note)}
"""All kinds of notes, by the name under which they are stored."""
SEAT_KINDS = tuple(kind.__name__ for kind in _leaves(SeatNote))


_JSON: Mapping[type[Note], TypeAdapter[Any]] = {kind: TypeAdapter(kind) for kind in NOTES.values()}


def to_json(note: Note) -> str:
    """The fields of a note as JSON; the same for equal notes."""
    return _JSON[type(note)].dump_json(note).decode()


def from_json(kind: str, written: str) -> Note:
    """The inverse. Raises ValueError for what this version of the program does not know."""
    if kind not in NOTES:
        raise ValueError(f"There is no note {kind}.")
    note: Note = _JSON[NOTES[kind]].validate_json(written)
    return note
