"""A table in a channel: its people, options, time, requests and plans; and an open table in a list:
the people it waits for, since when and how long.

It holds nothing hidden in a game, except each seat's own secrets (`Seat.prepared`, `Seat.plan`):
show these to that seat alone. A list shows neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import PlainSerializer, Strict

from bot.clocks import (
    AWAKE,
    UNHURRIED,
    Moment,
    PersonalTime,
    SeatClock,
    TimeRules,
    Way,
    deadline,
)
from bot.model.computers import Computer
from bot.model.server import Language, Theme


@dataclass(frozen=True)
class RestsOn:
    """What a planned turn rests on, besides being legal: all that its person is shown of it."""

    placed: tuple[tuple[str, int], ...] = ()
    """Where its workers are placed, in order: gear and space, or "start" or "quick" and 0."""
    held: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What the seat has before the turn and after it: its goods, quarters of a point and workers,
    its step in each temple, its level of each technology, and 1 for each tile."""
    food_day: int | None = None
    """The rounds until the next food day; None after the last."""


@dataclass(frozen=True)
class PlannedTurn:
    """One way to take a turn."""

    actions: tuple[str, ...] = ()
    """Oldest first, without the `end` that closes the turn."""
    rests_on: RestsOn | None = None
    """None as long as the turn is not whole, asks something when it ends, or comes after the next
    food day, which may change everything: then it is never played by itself."""


@dataclass(frozen=True)
class SeatPlan:
    """The plan of a seat, made while other seats are asked."""

    turns: tuple[tuple[PlannedTurn, ...], ...] = ()
    """The next turns, the first one first. Of each the ways to take it in the order of preference:
    the second is taken if the first is not as it was planned."""
    plays: bool = False
    """Whether a planned turn confirms itself if it is as it was planned."""
    extra: int = 0
    """The corn that a turn may cost more than planned, to be played by itself."""
    played: int = 0
    """The turns of the plan that were played already. Each may have cost so much more, too."""


Status = Literal["lobby", "playing", "finished", "abandoned"]
Seats = Annotated[frozenset[int], PlainSerializer(sorted)]
"""The numbers of seats, stored in ascending order."""


@dataclass(frozen=True)
class Person:
    """A Discord user, by the name shown on the server."""

    id: int
    name: str


OnPages = Literal["hidden", "named", "profile"]
"""On web pages: without one's name; by name; by name, with a page of one's own."""


@dataclass(frozen=True)
class PersonSettings:
    """A person's own settings, which hold at every table."""

    way: Way = "mention"
    """How to tell the person of a turn: a mention in the channel, a direct message, or nothing."""
    hours: PersonalTime = AWAKE
    """Time zone, quiet hours and vacation days."""
    lesson: int = 0
    """The steps of the tutorial taken so far; 0 for a person who is not in the middle of it."""
    reminder: Annotated[bool, Strict()] | None = None
    """Whether to remind the person once after a day where there is no clock; None leaves it to the
    server."""
    soon: Annotated[bool, Strict()] = False
    """Whether the person gets a direct message when the seat before is asked for its turn."""
    pictures: Annotated[bool, Strict()] = True
    """Whether the panel of a turn shows a picture; without it its buttons say more."""
    on_pages: OnPages = "hidden"
    """How the person stands on web pages of leagues, and in the ranking of the turn of the day:
    by name only who has agreed."""
    asked_on_pages: Annotated[bool, Strict()] = False
    """Whether a first sign-up has asked for that."""


def is_former(user_id: int | None) -> bool:
    """Whether the id stands for somebody whose data was deleted; Discord's own ids are positive."""
    return user_id is not None and user_id < 0


@dataclass(frozen=True)
class Options:
    """The options of a lobby."""

    theme: Theme = "dark"
    modules: tuple[str, ...] = ()
    """Modules of the expansion, as the engine names them."""
    without: tuple[str, ...] = ()
    """The tribes left out of the game (R-135)."""
    time: TimeRules = UNHURRIED
    """The clock, and what happens when it runs out."""
    hints: Annotated[bool, Strict()] = True
    """Whether people may ask a computer for advice."""
    reminders: Annotated[bool, Strict()] = True
    """Whether people who have not chosen themselves are reminded where there is no clock."""
    plans_play: Annotated[bool, Strict()] = True
    """Whether planned turns may confirm themselves."""
    order_stays: Annotated[bool, Strict()] = False
    """Whether the seats of the lobby are not shuffled at the start, as in a rematch."""
    asked: Seats = frozenset()
    """The seats of a lobby whose people have not said yes yet."""
    thread: Annotated[bool, Strict()] = False
    """Whether the game begins in a new thread."""
    language: Language | None = None
    """The language of the table; None for the server's."""
    position: str = ""
    """The line of the position in which the game begins (`bot.notation.position_line`), with hidden
    tiles dealt anew; empty for a game from the beginning. Such a game counts for nothing."""


@dataclass(frozen=True)
class TurnInPreparation:
    """A turn that a seat has chosen and not yet confirmed."""

    base: int
    """The number of actions the seat had confirmed when it began. Once it has confirmed more, the
    preparation is out of date."""
    revision: int
    """The number of changes since then."""
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Seat:
    """A seat and its person, or a computer, which has neither id nor picture."""

    seat: int
    """The number from 0: in playing order once the game has started, before that as people
    joined."""
    user_id: int | None
    name: str
    computer: Computer | None = None
    """How the computer here plays; None where a person sits."""
    prepared: TurnInPreparation | None = field(default=None, repr=False)
    """The prepared turn. Show it to this seat alone, as the plan too."""
    plan: SeatPlan | None = field(default=None, repr=False)
    """The planned turns, made while other seats are asked."""
    plan_due: datetime | None = None
    """When the planned turn confirms itself; None where it does not."""
    clock: SeatClock | None = field(default=None, repr=False)
    settings: PersonSettings = field(default=PersonSettings(), repr=False)
    """The person's settings."""

    @property
    def can_agree(self) -> bool:
        """Whether a person sits here who can be asked to agree: no computer, and nobody whose data
        was deleted."""
        return not self.computer and not is_former(self.user_id)


@dataclass(frozen=True)
class RewindRequest:
    """A request to rewind the game. It stands until all people agree or play goes on."""

    to: int
    """The number of actions that would stay in the log."""
    by: int
    """The person who asked for it first."""
    votes: Seats
    """The seats that agree; computers need not be asked."""


@dataclass(frozen=True)
class PauseRequest:
    """A request to stop all clocks of a table. An agreed one stays while they stand still; it is
    gone where a moderator stopped them."""

    votes: Seats
    """The seats that agree."""
    at: Moment
    """When the request was made."""
    agreed: bool = False
    """Whether all people agree, so that the clocks stand still."""


class AskedSince(NamedTuple):
    """A seat that is asked, and the moment it was asked."""

    seat: int
    since: Moment


@dataclass(frozen=True)
class PostedCall:
    """A message that asks somebody for a turn."""

    message: int
    """Discord's id."""
    seat: int | None = None
    """Whose person has it as a direct message; None for one in the table's channel."""
    on_board: bool = False
    """Whether it goes by being taken off its board, which stays; else it is deleted."""


@dataclass(frozen=True)
class Posted:
    """What the channel of a table has been told, and what stands there."""

    rewinds: int = 0
    """The number of rewinds that the channel has been told."""
    version: int | None = None
    """How many actions of the log it has been told after those; None before the first board."""
    on_board: int | None = None
    """How many of them the boards of rounds tell about, which stay; None where that is not
    known."""
    board: int | None = None
    """The message with the newest board."""
    lobby: int | None = None
    """The message with the lobby."""
    calls: tuple[PostedCall, ...] = ()
    """The messages that ask for a turn now; one may be the newest board."""
    leaving: tuple[PostedCall, ...] = ()
    """Calls of turns that are over, until they are gone."""

    @property
    def told(self) -> tuple[int, int] | None:
        """Rewinds and actions: of two, the greater is newer."""
        return None if self.version is None else (self.rewinds, self.version)


@dataclass(frozen=True)
class SharedCard:
    """The card of a finished game, as it was shared last."""

    message: int
    """Discord's id."""
    rewinds: int
    version: int
    """The game that it shows, by its rewinds and the actions after them."""
    reviewed: bool
    """Whether it tells the turn that decided most, which needs the game's review."""


@dataclass(frozen=True)
class Table:
    """A table as it was at one moment."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    host_id: int
    seats: tuple[Seat, ...]
    """The seats in their order."""
    options: Options
    version: int
    """The number of confirmed actions in the log."""
    created_at: datetime
    updated_at: datetime
    """When the lobby last changed, or a turn or vote was last confirmed; in UTC."""
    revision: int = 0
    """The number of changes, without messages and each seat's secrets."""
    rules: int | None = None
    """The version of the rules, set when the game starts."""
    abandon_votes: frozenset[int] = frozenset()
    """The seats that vote to give up the game. A seat that confirms a turn takes its vote back."""
    posted: Posted = Posted()
    rewinds: int = 0
    """The number of rewinds to an earlier turn."""
    notes_wait: bool = False
    """Whether the outbox holds a note for the table."""
    asked: tuple[AskedSince, ...] | None = None
    """The seats that are asked now. None in a lobby."""
    rewind_request: RewindRequest | None = None
    pause_request: PauseRequest | None = None
    paused_at: datetime | None = None
    """When all clocks of the table were stopped; None while they run."""
    gone_at: datetime | None = None
    """When its channel was lost; None where there is one."""
    commitment: str = ""
    """The SHA-256 of the secret in the deal. The secret itself is not here: nobody may know it
    while the game goes on."""

    @property
    def paused(self) -> bool:
        """Whether all clocks of the table stand still."""
        return self.paused_at is not None

    @property
    def deadlines(self) -> Mapping[int, datetime]:
        """When the time of each seat that is asked is over, in UTC; empty without a clock."""
        ends = {one.seat: deadline(one.clock) for one in self.seats if one.clock is not None}
        return {seat: end for seat, end in ends.items() if end is not None}

    @property
    def human_seats(self) -> frozenset[int]:
        """The seats with a person who can be asked."""
        return frozenset(one.seat for one in self.seats if one.can_agree)

    def seat_of(self, user_id: int) -> Seat | None:
        """Find this person's seat, if there is one."""
        return next((one for one in self.seats if one.user_id == user_id), None)


@dataclass(frozen=True)
class Event:
    """A confirmed action of the log."""

    seat: int
    action: str
    user_id: int | None = None
    """The person who confirmed it; None for a computer, also when it took a person's turn."""
    at: datetime | None = None
    hurried: bool = False
    """Whether it is of a turn in which a computer looked less far than its level does."""
    planned: bool = False
    """Whether it is of a planned turn that confirmed itself."""


@dataclass(frozen=True)
class Rewound:
    """A rewind of a game, from one version to an earlier one."""

    from_version: int
    to_version: int
    at: datetime


@dataclass(frozen=True)
class Joins:
    """The people in the seed of a sealed deal, by their marks (`bot.tables.records`)."""

    joined: tuple[str, ...]
    """The marks in the order of joining."""
    seated: tuple[str, ...]
    """The marks in playing order, as seated at the start."""
    given: bool = False
    """Whether the seats came from a schedule, and were not shuffled by the seed."""
    former: Mapping[int, str] = field(default_factory=dict)
    """The marks of people whose data has been deleted since, by seat."""


@dataclass(frozen=True)
class Deal:
    """The deal of a game, hidden from everybody until the game is over."""

    seed: str = field(repr=False)
    setup: Mapping[str, object] = field(repr=False)
    secret: str = field(repr=False)
    commitment: str
    joins: Joins
    shared_secret: str | None = field(repr=False)
    shared_commitment: str | None


@dataclass(frozen=True)
class StoredGame:
    """The deal and the kept results of a stored game. The deal with the log rebuilds the game, by
    which the rest can be checked."""

    id: int
    status: Status
    version: int
    rules: int
    setup: Mapping[str, Any] | None = field(repr=False)
    position_version: int | None
    position: Mapping[str, Any] | None = field(repr=False)


@dataclass(frozen=True)
class Holder:
    """The person in a seat of an open table."""

    seat: int
    user_id: int | None
    name: str
    asked: bool
    """Whether the table waits for this seat: in a game for its answer, in a
    lobby for its person's yes."""
    since: datetime | None = None
    """When the seat was asked, in a game."""
    deadline: datetime | None = None
    """When the seat's time is over; None where no clock runs."""


@dataclass(frozen=True)
class OpenGame:
    """A lobby or a running game."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    message_id: int | None
    """The message with its board, or else its lobby; None where neither was posted."""
    changed_at: datetime
    """When the lobby last changed, or a turn or vote was last confirmed."""
    paused: bool
    """Whether all clocks stand still."""
    gone_at: datetime | None
    """When its channel was lost; None where there is one."""
    told: bool
    """Whether its channel has been told everything."""
    seats: tuple[Holder, ...]
    """The seats in their order."""
    league: str | None = None
    """The name of its league."""
    number: int | None = None
    """The number of the table in its season."""

    @property
    def waited_for(self) -> tuple[Holder, ...]:
        """The seats the table waits for."""
        return tuple(one for one in self.seats if one.asked)

    @property
    def since(self) -> datetime:
        """When the longest-waiting of them was asked; otherwise the last change."""
        return min((one.since for one in self.waited_for if one.since), default=self.changed_at)

    @property
    def deadline(self) -> datetime | None:
        """When the first of them runs out of time."""
        return min((one.deadline for one in self.waited_for if one.deadline), default=None)

    def asked_of(self, user_id: int) -> Holder | None:
        """Find this person's seat, if it is asked."""
        return next((one for one in self.waited_for if one.user_id == user_id), None)
