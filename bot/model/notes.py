"""Notes of the outbox: what to tell a channel or to do on Discord, for a table, a season or a
server.

A note is stored in the same transaction as its cause, and leaves the outbox once it is told or
done; so nothing is lost if posting fails or the program stops. Its text is written only then, from
the table or season as it is at that moment. A note holds nothing secret.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
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
    """A note about a seat that is asked; it is dropped once the seat has answered."""

    seat: int


@dataclass(frozen=True)
class ToldOnce(Note):
    """A note that is told once and never again: it stays in the outbox, marked as told."""


# --- notes for the channel of a table -------------------------------------------------------------


@dataclass(frozen=True)
class CallSeat(SeatNote):
    """It is the seat's turn."""

    way: CallWay
    silent: bool = False


@dataclass(frozen=True)
class RemindSeat(SeatNote):
    """Half of the seat's time is over; without a clock, a day has passed."""

    way: CallWay
    silent: bool = False


@dataclass(frozen=True)
class SeatIsNext(SeatNote):
    """It is the turn of the seat before this one, and this seat's person wants to know that."""


@dataclass(frozen=True)
class NudgeSeat(SeatNote):
    """Another player nudged the seat."""

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
    """Moderators must decide what happens, since the seat's time is over."""


@dataclass(frozen=True)
class LobbyWaits(Note):
    """The lobby does not fill: its people are told what they can do."""


@dataclass(frozen=True)
class AskAgreement(Note):
    """The people at the table must agree to a request."""

    to: Agreement


@dataclass(frozen=True)
class ClocksStopped(Note):
    """All people agreed to stop the clocks."""


@dataclass(frozen=True)
class ClocksStarted(Note):
    """A seat started the clocks again."""

    seat: int


@dataclass(frozen=True)
class TableGivenUp(Note):
    """The game was given up, or its lobby closed."""

    seat: int | None = None
    """The seat that did it, or was the last to agree."""
    person: int | None = None
    """Who did it, if it was not done from a seat."""


@dataclass(frozen=True)
class Invited(Note):
    """The host of a lobby invites somebody."""

    person: int


@dataclass(frozen=True)
class PlayersCalled(Note):
    """The host of a lobby calls the people of the server who want to be called for games."""


@dataclass(frozen=True)
class BeginsSoon(Note):
    """The game of a lobby begins in some minutes."""


@dataclass(frozen=True)
class EventDue(Note):
    """Discord's event for the moment at which the game of a lobby begins must become as the table
    is: made, moved, started or deleted."""


@dataclass(frozen=True)
class NotBegun(Note):
    """The game of a lobby could not begin at its moment."""


@dataclass(frozen=True)
class LobbyBegun(Note):
    """The game of a lobby began at its moment: the lobby's message must say so."""

    channel: int
    """Where that message is; the game may be played in a thread."""
    message: int


@dataclass(frozen=True)
class ChannelLost(Note):
    """The table's channel is gone, which people are told by direct message."""

    seat: int | None
    """The seat to tell; None for the moderators."""


@dataclass(frozen=True)
class GameGoesOn(Note):
    """The game goes on in its channel after standing still."""


@dataclass(frozen=True)
class ActAtTable(Note):
    """A moderator acted on the table, at the table or in its season."""

    entry: int
    """The number of the act in the audit log."""


# --- notes of a table for its season --------------------------------------------------------------


@dataclass(frozen=True)
class TurnTimedOut(Note):
    """A seat ran out of time."""

    seat: int
    version: int
    """How many actions the game's log had then."""
    by_computer: bool = True
    """Whether a computer took the turn; otherwise somebody was called."""


# --- notes for a server ---------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnOfDay(Note):
    """The turn of the day is to be posted in the server's channel for it."""

    day: date


@dataclass(frozen=True)
class DayChannelLost(Note):
    """The channel for the turn of the day is gone; nothing is posted until there is another."""


@dataclass(frozen=True)
class TablesOpened(Note):
    """A person who wants to know it is to be told that tables have opened at the server."""

    person: int
    tables: tuple[int, ...]


@dataclass(frozen=True)
class NightWaits(Note):
    """The next lobby of a game night waits, since its channel has another game."""

    night: int


@dataclass(frozen=True)
class NightLeftOut(Note):
    """A game night did not take place, since its channel had another game or the bot was not
    running."""

    night: int
    at: datetime
    """When it would have begun, in UTC."""


@dataclass(frozen=True)
class ActTold(Note):
    """A moderator acted on a season or league: to be told in another channel than the season's."""

    entry: int
    """The number of the act in the audit log."""
    place: int
    """The channel or thread."""


# --- notes for a season ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SignUpOpened(Note):
    """The sign-up of a season is open."""


@dataclass(frozen=True)
class PeopleChanged(Note):
    """The season's message must be brought up to date: other people take part, another phase has
    begun, or a knock-out goes on. If several are waiting, only the newest needs doing."""

    n: int
    """How long the season's log was then."""


@dataclass(frozen=True)
class Happened(Note):
    """The season's log has a new event."""

    n: int


@dataclass(frozen=True)
class ActInSeason(Note):
    """A moderator acted in the season, at a table of it, or on its league."""

    entry: int
    """The number of the act in the audit log."""


@dataclass(frozen=True)
class SeatFree(Note):
    """An entry was given up and is offered to substitutes."""

    n: int
    """The number of the event in the season's log."""


@dataclass(frozen=True)
class ChangeSeats(Note):
    """Another person plays for an entry, or nobody: the seats of its games must change."""

    n: int
    """The number of the event in the season's log."""


@dataclass(frozen=True)
class StopGame(Note):
    """A table has a result that is not from its game: the game must be given up."""

    table: int
    """The table's number in the season."""


@dataclass(frozen=True)
class LeagueMoved(Note):
    """The league has another channel: the season's message must be posted there, and games whose
    channel is lost must go on there."""


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
    """How many rewinds the game had then."""


# --- notes for a season, made when it is due ------------------------------------------------------


@dataclass(frozen=True)
class EndAnnounced(ToldOnce):
    """The season has ended; its final standings are told."""


@dataclass(frozen=True)
class AppealsOpen(ToldOnce):
    """All tables are over; results can be disputed until a given time."""

    until: datetime


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
class NotDrawn(ToldOnce):
    """The season could not be drawn at its date."""

    why: str
    """The code of the refusal."""


@dataclass(frozen=True)
class NotHere(Note):
    """People were left out of the draw, as they had not checked in."""

    people: tuple[int, ...]


@dataclass(frozen=True)
class CheckIn(ToldOnce):
    """Those who have signed up are asked to check in."""

    last: bool = False
    """Whether it is the reminder shortly before the draw."""


@dataclass(frozen=True)
class TooFewSignedUp(ToldOnce):
    """The sign-up is over with too few entries."""


@dataclass(frozen=True)
class StillPlayed(ToldOnce):
    """The season should end, but tables are still open."""


@dataclass(frozen=True)
class KeptOpen(ToldOnce):
    """The season was not closed at its date, since something must be settled first."""

    why: str
    """The code of the refusal."""
    which: str
    """The numbers of the disputes or tables that must be settled first."""


@dataclass(frozen=True)
class ReadyToClose(ToldOnce):
    """The season can be closed."""

    since: datetime
    """When the last result was decided."""


# --- notes as stored ------------------------------------------------------------------------------


def _leaves(kind: type[Note]) -> Iterator[type[Note]]:
    below = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from _leaves(one)


NOTES: Mapping[str, type[Note]] = {kind.__name__: kind for kind in _leaves(Note)}
"""The kinds of notes, by the names under which they are stored."""
SEAT_KINDS = tuple(kind.__name__ for kind in _leaves(SeatNote))


_JSON: Mapping[type[Note], TypeAdapter[Any]] = {kind: TypeAdapter(kind) for kind in NOTES.values()}


def to_json(note: Note) -> str:
    """The fields of a note as JSON; equal notes give equal text."""
    return _JSON[type(note)].dump_json(note).decode()


def from_json(kind: str, written: str) -> Note:
    """Read a note that `to_json` wrote. Raises ValueError for one that this version does not
    know."""
    if kind not in NOTES:
        raise ValueError(f"There is no note {kind}.")
    note: Note = _JSON[NOTES[kind]].validate_json(written)
    return note
