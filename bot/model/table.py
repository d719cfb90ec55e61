"""A table in a channel: the people at it, the options, the time, and what is agreed on.

Nothing that is hidden in a game is in it, but for what each seat keeps to itself (`Seat.prepared`,
`Seat.plan`, `Seat.bid`): only that seat may be shown these.
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
from bot.model.advice import Computer
from bot.model.server import Language, Theme

Status = Literal["lobby", "playing", "finished", "abandoned"]
Seats = Annotated[frozenset[int], PlainSerializer(sorted)]
"""Numbers of seats, stored in their order."""


@dataclass(frozen=True)
class Person:
    """A Discord user, by the name the server shows."""

    id: int
    name: str


@dataclass(frozen=True)
class PersonSettings:
    """A person's own settings. They hold at every table."""

    way: Way = "mention"
    """How to hear of a turn: a mention in the channel, a direct message, or nothing at all."""
    hours: PersonalTime = AWAKE
    """Time zone, quiet hours and vacation."""
    lesson: int = 0
    """How many presses of the tutorial have been made; 0 for who is not in the middle of it."""
    reminder: Annotated[bool, Strict()] | None = None
    """Whether to be reminded once after a day where there is no clock; None leaves it to the
    server."""


def is_former(user_id: int | None) -> bool:
    """Whether an id stands for somebody whose data was deleted: ids of Discord are positive."""
    return user_id is not None and user_id < 0


@dataclass(frozen=True)
class Options:
    """What a lobby may switch."""

    theme: Theme = "dark"
    modules: tuple[str, ...] = ()
    """Modules of the expansion, as the engine names them."""
    without: tuple[str, ...] = ()
    """Tribes left out of the game (R-135)."""
    time: TimeRules = UNHURRIED
    """How long a turn may take, and what happens then."""
    hints: Annotated[bool, Strict()] = True
    """Whether people may ask what a computer would consider."""
    reminders: Annotated[bool, Strict()] = True
    """Whether people who have not chosen it themselves are reminded where there is no clock."""
    order_stays: Annotated[bool, Strict()] = False
    """Whether the seats of the lobby are not shuffled at the start, as in a rematch."""
    asked: Seats = frozenset()
    """The seats of a lobby whose people have yet to say that they play."""
    thread: Annotated[bool, Strict()] = False
    """Whether the game is to begin in a new thread."""
    bid_hours: int | None = None
    """For how many hours people bid for the seats before the deal; None where they do not."""
    handicap: tuple[int, ...] = ()
    """Quarters of a point that count for each seat beside what the game comes to; empty for
    none."""
    language: Language | None = None
    """What everybody at the table is spoken to in; None for the server's language."""


@dataclass(frozen=True)
class TurnInPreparation:
    """What a seat has chosen and not yet confirmed."""

    base: int
    """How many actions the seat had confirmed when it began; once it has confirmed more, this is
    out of date and means nothing."""
    revision: int
    """How often it was changed since then."""
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Seat:
    """A seat, and who sits in it: a person, or a computer with neither id nor face."""

    seat: int
    """From 0. In playing order once the game has started, before that in order of joining."""
    user_id: int | None
    name: str
    computer: Computer | None = None
    """How the computer here plays; None where a person sits."""
    prepared: TurnInPreparation | None = field(default=None, repr=False)
    """For the eyes of this seat alone, as the plan is."""
    plan: tuple[str, ...] = field(default=(), repr=False)
    """The turn that is intended while others are asked."""
    clock: SeatClock | None = field(default=None, repr=False)
    bid: tuple[int, ...] | None = field(default=None, repr=False)
    """What is bid for each place in the playing order, while bids are open: for the eyes of this
    seat alone. None before."""
    settings: PersonSettings = field(default=PersonSettings(), repr=False)
    """Those of the person."""

    @property
    def can_agree(self) -> bool:
        """Whether somebody sits here who can be asked: no computer, and nobody whose data was
        deleted."""
        return not self.computer and not is_former(self.user_id)


@dataclass(frozen=True)
class RewindRequest:
    """A request to rewind the game, until all people agree or play goes on."""

    to: int
    """How many actions of the log would stay."""
    by: int
    """The person who asked for it first."""
    votes: Seats
    """The seats that agree; computers need not be asked."""


@dataclass(frozen=True)
class PauseRequest:
    """A request to let all clocks of a table stand still. It stays while they do, if that was
    agreed, and is gone where a moderator stopped them."""

    votes: Seats
    """The seats that agree."""
    at: Moment
    """When it was first asked for."""
    agreed: bool = False
    """Whether all people do, so that the clocks stand still."""


@dataclass(frozen=True)
class Bidding:
    """The bids for the seats of a table: open first, and revealed when it begins."""

    until: Moment
    """When they are revealed at the latest."""
    reminded: Annotated[bool, Strict()] = False
    """Whether those who have not bid were called once more."""
    bids: tuple[tuple[int, ...], ...] = ()
    """Once revealed: of each who bid, in the order of the lobby, the points for each place."""
    order: tuple[int, ...] = ()
    """Once revealed: who of these sits where, in playing order."""

    @property
    def paid(self) -> tuple[int, ...]:
        """Once revealed: the points each seat pays."""
        return tuple(self.bids[n][place] for place, n in enumerate(self.order))


class AskedSince(NamedTuple):
    """A seat that is asked, and since when it has been."""

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
    """Of how many rewinds the channel has been told."""
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
class Table:
    """A table as it was at one moment."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    host_id: int
    seats: tuple[Seat, ...]
    """In seat order."""
    options: Options
    version: int
    """How many confirmed actions the log holds."""
    created_at: datetime
    updated_at: datetime
    """The last change to the lobby, the last confirmed turn or vote; UTC."""
    revision: int = 0
    """Counts every change but messages, and what a seat keeps to itself."""
    rules: int | None = None
    """The version of the rules the game was started with; None until then."""
    abandon_votes: frozenset[int] = frozenset()
    """The seats that want to abandon the game. Whoever confirms a turn takes the vote back."""
    posted: Posted = Posted()
    rewinds: int = 0
    """How often the game was rewound to an earlier turn."""
    notes_wait: bool = False
    """Whether something waits in the outbox for it."""
    asked: tuple[AskedSince, ...] | None = None
    """Who is asked now; None in a lobby, and where nobody has played since this is noted
    (`bot.tables.open_games` finds out)."""
    rewind_request: RewindRequest | None = None
    pause_request: PauseRequest | None = None
    paused_at: datetime | None = None
    """Since when all clocks of the table stand still."""
    gone_at: datetime | None = None
    """Since when its channel is gone; None where there is one."""
    bidding: Bidding | None = None
    """The bids for the seats; None where there are none, and while people join."""
    commitment: str | None = None
    """The SHA-256 of the secret that goes into the deal; None in games from before there was
    one. The secret itself is not here: nobody may know it while the game goes on."""

    @property
    def paused(self) -> bool:
        """Whether all clocks of the table stand still."""
        return self.paused_at is not None

    @property
    def seat_points(self) -> tuple[int, ...]:
        """Quarters of a point that count for each seat beside what the game comes to; empty for
        none."""
        if self.bidding is not None and self.bidding.order:
            return tuple(-4 * points for points in self.bidding.paid)
        return self.options.handicap

    @property
    def bids_open(self) -> bool:
        """Whether people bid for the seats now."""
        return self.status == "lobby" and self.bidding is not None

    @property
    def deadlines(self) -> Mapping[int, datetime]:
        """By seat, when the time of those who are asked is over; empty without a clock. UTC."""
        ends = {one.seat: deadline(one.clock) for one in self.seats if one.clock is not None}
        return {seat: end for seat, end in ends.items() if end is not None}

    @property
    def human_seats(self) -> frozenset[int]:
        """The seats in which a person sits who can be asked."""
        return frozenset(one.seat for one in self.seats if one.can_agree)

    def seat_of(self, user_id: int) -> Seat | None:
        """Where this person sits, if at all."""
        return next((one for one in self.seats if one.user_id == user_id), None)


@dataclass(frozen=True)
class Event:
    """One confirmed action."""

    seat: int
    action: str
    user_id: int | None = None
    """Who confirmed it; None is a computer, also one that took a person's turn."""
    at: datetime | None = None


@dataclass(frozen=True)
class Rewound:
    """A game was rewound from one version to an earlier one."""

    from_version: int
    to_version: int
    at: datetime


@dataclass(frozen=True)
class Joins:
    """Who went into the seed of a sealed deal, by their marks (`bot.tables.fair_deal`)."""

    joined: tuple[str, ...]
    """In the order they joined."""
    seated: tuple[str, ...]
    """In playing order, as they were seated at the start."""
    given: bool = False
    """Whether the seats were those of a schedule, and not shuffled by the seed."""
    former: Mapping[int, str] = field(default_factory=dict)
    """By seat, the marks of those who had their data deleted since."""


@dataclass(frozen=True)
class Deal:
    """How a game was dealt: hidden from everybody until it is over."""

    seed: str = field(repr=False)
    setup: Mapping[str, object] = field(repr=False)
    secret: str | None = field(repr=False)
    commitment: str | None
    joins: Joins | None
    shared_secret: str | None = field(repr=False)
    shared_commitment: str | None


@dataclass(frozen=True)
class StoredGame:
    """What a stored game can be checked by: the deal, which with the log rebuilds it, and what was
    kept of the rest."""

    id: int
    status: Status
    version: int
    rules: int
    setup: Mapping[str, Any] | None = field(repr=False)
    position_version: int | None
    position: Mapping[str, Any] | None = field(repr=False)
