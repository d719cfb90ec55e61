"""A table in a channel: its people, options, time, requests and plans; and an open table in a list:
for whom it waits, since when and how long.

It holds nothing that is hidden in a game, except each seat's own secrets (`Seat.prepared`,
`Seat.plan`): show these to that seat alone. A list shows neither.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, PlainSerializer, Strict

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
    """What must be as it was planned, besides being legal, for a planned turn to be played:
    everything that its person is shown of it."""

    placed: tuple[tuple[str, int], ...] = ()
    """Where it places workers, in order: gear and space, or "start" or "quick" and 0."""
    held: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What the seat has before and after the turn: its goods, quarters of a point and workers, its
    step in each temple, its level of each technology, and 1 for each tile."""
    food_day: int | None = None
    """How many rounds it is until the next food day; None after the last."""


@dataclass(frozen=True)
class PlannedTurn:
    """One way to take a turn."""

    actions: tuple[str, ...] = ()
    """Oldest first, without the `end` that closes the turn."""
    rests_on: RestsOn | None = None
    """None if the turn is not whole yet, asks something when it ends, or comes after the next food
    day, which may change everything: then it is never played by itself."""


@dataclass(frozen=True)
class SeatPlan:
    """The plan of a seat, made while other seats are asked."""

    turns: tuple[tuple[PlannedTurn, ...], ...] = ()
    """The next turns, in order. For each the ways to take it, in the order of preference: the
    second is taken if the first is not as it was planned."""
    plays: bool = False
    """Whether a planned turn confirms itself if it is as it was planned."""
    extra: int = 0
    """How much more corn than planned a turn may cost and still be played by itself."""
    played: int = 0
    """How many turns of the plan were played already. Each of them may have cost that much more,
    too."""


@dataclass(frozen=True)
class Reliability:
    """How reliably a person plays: the turns that count, the newest games first, up to about a
    hundred."""

    on_time: int = 0
    turns: int = 0
    """All of those for which a clock ran."""
    new: bool = True
    """Whether the person has finished no game at the server."""


@dataclass(frozen=True)
class Wish:
    """A person who wants to be called for games at a server: by a mention when a host calls
    players, or else by a direct message when a table opens."""

    user_id: int
    guild_id: int
    pace: Literal["evening", "days", "any"]
    """Games of which pace."""
    upto: int
    """The newest table of which the person was told, or need not be."""
    day: date | None = None
    """The person's day on which the last message was sent; None before the first."""
    told: int = 0
    """How many messages were sent on that day."""


@dataclass(frozen=True)
class Listing:
    """A server that lists its open tables for other servers."""

    guild_id: int
    name: str
    invite: str
    """The code of a link by which people come to it."""
    tables: Sequence[int]
    """Its lobbies in channels that everybody there can see."""


Status = Literal["lobby", "playing", "finished", "abandoned"]
Seats = Annotated[frozenset[int], PlainSerializer(sorted)]
"""The numbers of seats, stored in ascending order."""


@dataclass(frozen=True)
class Person:
    """A Discord user, with the name that the server shows."""

    id: int
    name: str


OnPages = Literal["hidden", "named", "profile"]
"""How a person appears on web pages: without the name; by name; by name and with an own page."""


@dataclass(frozen=True)
class PersonSettings:
    """A person's own settings, which apply at every table."""

    way: Way = "mention"
    """How the person is told of a turn: by a mention in the channel, a direct message, or not at
    all."""
    hours: PersonalTime = AWAKE
    """Time zone, quiet hours and vacation days."""
    lesson: int = 0
    """How many steps of the tutorial the person has taken: all of them once it is done."""
    reminder: Annotated[bool, Strict()] | None = None
    """Whether the person is reminded once after a day if there is no clock; None leaves it to the
    server."""
    soon: Annotated[bool, Strict()] = False
    """Whether the person gets a direct message when the seat before is asked for its turn."""
    pictures: Annotated[bool, Strict()] = True
    """Whether the panel of a turn shows a picture; without it its buttons say more."""
    on_pages: OnPages = "hidden"
    """How the person appears on web pages, and in the ranking of the turn of the day: by name only
    after agreeing to it."""
    named_in_games: Annotated[bool, Strict()] | None = None
    """Whether the person, if named at all, agreed to be named on pages of games outside leagues,
    too; None if never asked: version 1.0.0 asked about leagues and the ranking alone."""
    coach: Annotated[bool, Strict()] = False
    """Whether the person reads after a turn which one would have been clearly better."""
    shows_turns: Annotated[bool, Strict()] = True
    """Whether others read in the list of open tables how many of the person's turns were on
    time."""
    asked_on_pages: Annotated[bool, Strict()] = False
    """Whether the person was asked that, at a first sign-up."""


def is_former(user_id: int | None) -> bool:
    """Whether this id stands for somebody whose data was deleted: these are negative, Discord's
    positive."""
    return user_id is not None and user_id < 0


Wanted = Literal["any", "newcomers", "experienced"]
"""Whom a lobby wants: any player; new players above all; players with experience."""
Begins = Literal["hand", "full", "moment"]
"""When the game of a lobby begins: when somebody seated starts it; as soon as its seats are taken;
at a moment, with whoever is there. Somebody seated may always start it earlier."""
Pace = Literal["evening", "days"]
"""How fast a game is meant to be played: within an evening, or over days."""


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
    """Whether people who have not chosen themselves are reminded if there is no clock."""
    plans_play: Annotated[bool, Strict()] = True
    """Whether planned turns may confirm themselves."""
    order_stays: Annotated[bool, Strict()] = False
    """Whether the seats keep the order of the lobby, as in a rematch; otherwise they are shuffled
    at the start."""
    asked: Seats = frozenset()
    """The seats of a lobby whose people have not said yes yet."""
    thread: Annotated[bool, Strict()] = False
    """Whether the game begins in a new thread."""
    language: Language | None = None
    """The language of the table; None for the server's."""
    position: str = ""
    """The line of the position in which the game begins (`bot.notation.position_line`), with hidden
    tiles dealt anew; empty for a whole game. A game that begins in a position counts for
    nothing."""
    wanted_seats: Annotated[int, Strict(), Field(ge=0, le=5)] = 0
    """How many seats the lobby wants taken, 2 to 5, the host's and those of computers among them;
    0 for as many as there are."""
    wanted: Wanted = "any"
    """Whom the lobby wants."""
    begins: Begins = "hand"
    """When the game begins."""
    begins_at: Moment | None = None
    """The moment at which it begins, in UTC; None unless `begins` is "moment"."""
    computers_fill: Annotated[bool, Strict()] = False
    """Whether computers take the free seats at that moment, up to `wanted_seats`, or to
    two."""
    pace: Pace | None = None
    """How fast the game is meant to be played; None leaves it unsaid."""
    reminded: Annotated[bool, Strict()] = False
    """Whether the people seated were reminded of that moment, or need not be."""
    called_at: Moment | None = None
    """When the people of the server who want to be called for games were called to the lobby."""
    night: int | None = None
    """The number of the game night for which the lobby is open."""
    event: int | None = None
    """Discord's id of the event for that moment."""
    waits_told: Annotated[bool, Strict()] = False
    """Whether the people of the lobby were told that it does not fill."""


@dataclass(frozen=True)
class GameNight:
    """A game that begins again every week, with a new lobby each time."""

    id: int
    guild_id: int
    channel_id: int
    """Where its lobbies open."""
    user_id: int
    """The host."""
    zone: str
    """The time zone in which it is always at the same time."""
    at: str
    """That time, as "20:00"."""
    next_at: datetime
    """When the next game begins for which no lobby is open yet, in UTC."""
    options: Options
    """The options of its lobbies."""
    calls: bool
    """Whether those who want to be called for games are called to each lobby."""
    waits_told: bool = False
    """Whether the channel was told that the next lobby waits, since another game is there."""


@dataclass(frozen=True)
class TurnInPreparation:
    """A turn that a seat has chosen and not yet confirmed."""

    base: int
    """How many actions the seat had confirmed when this turn began. Once it has confirmed more, the
    preparation is out of date."""
    revision: int
    """How often it has changed since then."""
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Seat:
    """A seat and who sits in it: a person, or a computer, which has no id."""

    seat: int
    """Its number, from 0: in playing order once the game has started, before that in the order of
    joining."""
    user_id: int | None
    name: str
    computer: Computer | None = None
    """How the computer here plays; None if a person sits here."""
    prepared: TurnInPreparation | None = field(default=None, repr=False)
    """The prepared turn. Show it to this seat alone, and the plan, too."""
    plan: SeatPlan | None = field(default=None, repr=False)
    """Turns planned while other seats are asked."""
    plan_due: datetime | None = None
    """When the planned turn confirms itself; None if it does not."""
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
    """A request to rewind the game. It stands until all people agree, or play goes on."""

    to: int
    """How many actions would stay in the log."""
    by: int
    """Who asked for it first."""
    votes: Seats
    """The seats that agree; computers are not asked."""


@dataclass(frozen=True)
class PauseRequest:
    """A request to stop all clocks of a table. Once agreed it stays while they stand still; it goes
    if a moderator stops them."""

    votes: Seats
    """The seats that agree."""
    at: Moment
    """When the request was made."""
    agreed: bool = False
    """Whether all people agree, so that the clocks stand still."""


class AskedSince(NamedTuple):
    """A seat that is asked, and since when."""

    seat: int
    since: Moment


@dataclass(frozen=True)
class PostedCall:
    """A message that calls somebody to a turn."""

    message: int
    """Discord's id."""
    seat: int | None = None
    """The seat whose person has it as a direct message; None for one in the table's channel."""
    on_board: bool = False
    """Whether it is part of a board: then it is taken off the board, which stays; otherwise it is
    deleted."""


@dataclass(frozen=True)
class Posted:
    """What the channel of a table was told, and which of our messages are there."""

    rewinds: int = 0
    """How many rewinds the channel was told of."""
    version: int | None = None
    """How many actions of the log it was told of after those; None before the first board."""
    on_board: int | None = None
    """How many of them are told on the boards of rounds, which stay; None if that is not known."""
    board: int | None = None
    """The message with the newest board."""
    lobby: int | None = None
    """The message with the lobby."""
    calls: tuple[PostedCall, ...] = ()
    """The messages that call to a turn now; one may be the newest board."""
    leaving: tuple[PostedCall, ...] = ()
    """Calls to turns that are over, until they are taken away."""

    @property
    def told(self) -> tuple[int, int] | None:
        """(rewinds, actions) it was told of: of two such pairs the greater is newer. None before
        the first board."""
        return None if self.version is None else (self.rewinds, self.version)


@dataclass(frozen=True)
class SharedCard:
    """The card of a finished game, as it was shared last."""

    message: int
    """Discord's id."""
    rewinds: int
    version: int
    """Which game it shows: how many rewinds it had, and how many actions after them."""
    reviewed: bool
    """Whether it names the turn that decided most, for which the game must be reviewed."""


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
    """How many confirmed actions the log has."""
    created_at: datetime
    updated_at: datetime
    """When the lobby last changed, or a turn or vote was last confirmed; in UTC."""
    revision: int = 0
    """How often it has changed, not counting messages and each seat's secrets."""
    rules: int | None = None
    """The version of the rules, set when the game starts."""
    abandon_votes: frozenset[int] = frozenset()
    """The seats that vote for giving up the game. A seat that confirms a turn takes its vote
    back."""
    posted: Posted = Posted()
    rewinds: int = 0
    """How often the game was rewound to an earlier turn."""
    notes_wait: bool = False
    """Whether a note for the table is in the outbox."""
    asked: tuple[AskedSince, ...] | None = None
    """The seats that are asked now; None in a lobby."""
    rewind_request: RewindRequest | None = None
    pause_request: PauseRequest | None = None
    paused_at: datetime | None = None
    """When all clocks of the table were stopped; None while they run."""
    gone_at: datetime | None = None
    """When its channel was lost; None if it is there."""
    commitment: str = ""
    """The SHA-256 of the secret in the deal. The secret itself is not here: nobody may know it
    while the game is played."""

    @property
    def paused(self) -> bool:
        """Whether all clocks of the table stand still."""
        return self.paused_at is not None

    @property
    def deadlines(self) -> Mapping[int, datetime]:
        """When each seat that is asked runs out of time, in UTC; empty without a clock."""
        ends = {one.seat: deadline(one.clock) for one in self.seats if one.clock is not None}
        return {seat: end for seat, end in ends.items() if end is not None}

    @property
    def human_seats(self) -> frozenset[int]:
        """The seats with a person who can be asked."""
        return frozenset(one.seat for one in self.seats if one.can_agree)

    @property
    def against_computers(self) -> bool:
        """Whether one person plays against computers alone."""
        return len(self.seats) > 1 and sum(not one.computer for one in self.seats) == 1

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of this person, None if there is none."""
        return next((one for one in self.seats if one.user_id == user_id), None)


@dataclass(frozen=True)
class Event:
    """A confirmed action of the log."""

    seat: int
    action: str
    user_id: int | None = None
    """Who confirmed it; None for a computer, even if that took a person's turn."""
    at: datetime | None = None
    hurried: bool = False
    """Whether it belongs to a turn for which a computer looked less far than its level does."""
    planned: bool = False
    """Whether it belongs to a planned turn that confirmed itself."""


@dataclass(frozen=True)
class Rewound:
    """A rewind of a game: its version before, and the earlier one after."""

    from_version: int
    to_version: int
    at: datetime


@dataclass(frozen=True)
class Joins:
    """The people who are part of the seed of a sealed deal, as marks (`bot.tables.records`)."""

    joined: tuple[str, ...]
    """The marks in the order in which people joined."""
    seated: tuple[str, ...]
    """The marks in playing order, as people sat at the start."""
    given: bool = False
    """Whether the seats came from a schedule; otherwise the seed shuffled them."""
    former: Mapping[int, str] = field(default_factory=dict)
    """By seat, the marks of people whose data was deleted since."""


@dataclass(frozen=True)
class Deal:
    """The deal of a game, hidden from everybody until it is over."""

    seed: str = field(repr=False)
    setup: Mapping[str, object] = field(repr=False)
    secret: str = field(repr=False)
    commitment: str
    joins: Joins
    shared_secret: str | None = field(repr=False)
    shared_commitment: str | None


@dataclass(frozen=True)
class StoredGame:
    """A game as stored: its deal, and the position kept beside its log. Deal and log rebuild the
    game, by which that can be checked."""

    id: int
    status: Status
    version: int
    rules: int
    setup: Mapping[str, Any] | None = field(repr=False)
    position_version: int | None
    position: Mapping[str, Any] | None = field(repr=False)


@dataclass(frozen=True)
class Holder:
    """Who sits in a seat of an open table."""

    seat: int
    user_id: int | None
    name: str
    asked: bool
    """Whether the table waits for this seat: in a game for its answer, in a lobby for its person's
    yes."""
    since: datetime | None = None
    """When the seat was asked, in a game."""
    deadline: datetime | None = None
    """When the seat runs out of time; None if no clock runs."""


@dataclass(frozen=True)
class OpenGame:
    """A lobby or a running game."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    message_id: int | None
    """The message with its board, or else its lobby; None if neither was posted."""
    changed_at: datetime
    """When the lobby last changed, or a turn or vote was last confirmed."""
    paused: bool
    """Whether all clocks stand still."""
    gone_at: datetime | None
    """When its channel was lost; None where there is one."""
    told: bool
    """Whether its channel was told everything."""
    seats: tuple[Holder, ...]
    """The seats in their order."""
    league: str | None = None
    """The name of its league."""
    number: int | None = None
    """The number of the table in its season; None outside of leagues."""

    @property
    def waited_for(self) -> tuple[Holder, ...]:
        """The seats for which the table waits."""
        return tuple(one for one in self.seats if one.asked)

    @property
    def since(self) -> datetime:
        """When the seat that waits longest was asked; if none is asked, the last change."""
        return min((one.since for one in self.waited_for if one.since), default=self.changed_at)

    @property
    def deadline(self) -> datetime | None:
        """When the first of them runs out of time; None if no clock runs."""
        return min((one.deadline for one in self.waited_for if one.deadline), default=None)

    def asked_of(self, user_id: int) -> Holder | None:
        """The seat of this person if it is asked, otherwise None."""
        return next((one for one in self.waited_for if one.user_id == user_id), None)
