"""What the tables hand out: snapshots of a table, of a turn in preparation, of a confirmed turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bot.clocks import UNHURRIED, TimeRules, Way, What
from bot.engine import Game, Step
from bot.engine.position import Position
from bot.model.server import Theme
from bot.tables.timing import Ping
from bot.text.former import is_former

Status = Literal["lobby", "playing", "finished", "abandoned"]


@dataclass(frozen=True)
class Person:
    """A Discord user, by the name the server shows."""

    id: int
    name: str


@dataclass(frozen=True)
class SeatHolder:
    """Who sits in a seat: a person, or a computer with neither id nor face."""

    seat: int
    """From 0. In playing order once the game has started, before that in order of joining."""
    user_id: int | None
    name: str
    computer: bool
    ping: Ping = "mention"
    """How this person, when asked now, hears of it."""


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
    hints: bool = True
    """Whether people may ask what a computer would consider."""


@dataclass(frozen=True)
class RewindWish:
    """A wish to set the game back that not all people have agreed to yet."""

    to: int
    """How many actions of the log would stay."""
    user_id: int
    """Who wished it first."""
    votes: frozenset[int]
    """The seats that agree; computers need not be asked."""


@dataclass(frozen=True)
class Table:
    """A table as it was at one moment."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    host_id: int
    holders: tuple[SeatHolder, ...]
    """In seat order."""
    options: Options
    version: int
    """How many confirmed actions the log holds."""
    board_message_id: int | None
    lobby_message_id: int | None
    created_at: datetime
    updated_at: datetime
    """The last change to the lobby, the last confirmed turn or vote; UTC."""
    abandon_votes: frozenset[int] = frozenset()
    """The seats that want to abandon the game. Whoever confirms a turn takes the vote back."""
    announced: int | None = None
    """How many actions of the log the channel has been told about; None before the first board."""
    rewinds: int = 0
    """How often the game was set back to an earlier turn."""
    rewind_wish: RewindWish | None = None
    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    """By seat, when the time of those who are asked is over; empty without a clock. UTC."""
    paused: bool = False
    """Whether all clocks of the table stand still."""
    commitment: str | None = None
    """The SHA-256 of the secret that goes into the deal; None in games from before there was
    one."""

    def holder_of(self, user_id: int) -> SeatHolder | None:
        """Where this person sits, if at all."""
        return next((holder for holder in self.holders if holder.user_id == user_id), None)

    @property
    def human_seats(self) -> frozenset[int]:
        """The seats in which a person sits who can be asked: not one who is forgotten."""
        return frozenset(
            holder.seat
            for holder in self.holders
            if not holder.computer and not is_former(holder.user_id)
        )


@dataclass(frozen=True)
class Plan:
    """What a seat intends to do in its next turn: for the eyes of that seat alone."""

    actions: tuple[str, ...]
    """As it was planned, oldest first."""
    possible: tuple[str, ...]
    """Those that the rules still allow, up to the first that they do not."""

    @property
    def holds(self) -> bool:
        """Whether all of it is still possible."""
        return self.possible == self.actions


@dataclass(frozen=True)
class PlanView:
    """A seat's plan, played on the table as it would be at its next turn if nobody did anything
    until then."""

    table: Table
    seat: int
    kind: str
    plan: Plan
    legal: tuple[str, ...]
    """What may be added to the plan; empty once it is a whole turn."""
    start: Position
    """The table at the beginning of the planned turn."""
    position: Position
    """With what is possible of the plan played."""
    game: Game = field(compare=False, repr=False)
    """The game at `position`. It is made from what lies open, and knows nothing hidden."""
    begun: Game = field(compare=False, repr=False)
    """The game at `start`."""


@dataclass(frozen=True)
class TurnView:
    """A seat's decision and its turn in preparation: for the eyes of that seat alone."""

    table: Table
    seat: int
    kind: str
    """The kind of the open decision; once the turn is complete, of the last one answered."""
    legal: tuple[str, ...]
    """What may be chosen now; empty once the turn is complete: then confirm or undo."""
    prepared: tuple[str, ...]
    """The actions chosen so far, oldest first."""
    position: Position
    """The table with the prepared actions played. An action that ends the seat's say, such as
    `keep`, `advance 2` or `end`, is never played here: what it would uncover stays hidden."""
    confirmed_position: Position
    """The table as everybody sees it."""
    stamp: str
    """Letters and digits. Changes with every choice, undo and confirm of this seat, and with
    nothing else; buttons carry it, and a press with an old one is refused."""
    can_confirm: bool
    """Whether the prepared turn may be confirmed as it is."""
    game: Game = field(compare=False, repr=False)
    """A copy of the game at `position`, to try answers on. It knows the hidden stacks: nothing
    but the outcome of answers may be shown from it."""
    begun: Game = field(compare=False, repr=False)
    """A copy of the game before the prepared actions, to tell them by. As hidden as `game`."""
    plan: Plan | None = None
    """What this seat planned for this turn, as long as nothing is prepared."""


@dataclass(frozen=True)
class Hint:
    """How a computer would go on with a turn: for the eyes of that seat alone."""

    turn: TurnView
    """The turn as it is."""
    actions: tuple[str, ...]
    """What the computer would add, its closing action included."""
    position: Position
    """With these played, as far as the seat may see it before it confirms."""


@dataclass(frozen=True)
class Confirmed:
    """One confirmed turn, for everybody to see. (A secret choice is not in here.)"""

    table: Table
    seat: int
    actions: tuple[str, ...]
    """What was played, the closing `end` included. A choice of wealth tiles that is still secret
    is just `keep`, and so is the last one, since the uncovered tiles tell it (`after`)."""
    before: Position
    after: Position
    steps: tuple[Step, ...]
    """Each of `actions` with the position after it."""
    new_round: bool
    """Whether a round begins with it, the first one included."""
    food_day: bool
    """Whether a food day was completed with it."""
    finished: bool
    waiting: tuple[int, ...]
    """The seats asked now, in seat order."""
    standings: list[Mapping[str, int]] | None
    """The final result as `Game.standings` gives it, once the game is finished."""
    asked: str | None = None
    """The kind of decision that is asked now; None once the game is finished."""
    kind: str | None = None
    """The kind of decision that was answered with the first of `actions`."""
    by_computer: bool = False
    """Whether a computer answered: in its own seat, or for a person whose time was over."""


@dataclass(frozen=True)
class Rewind:
    """A game set back to an earlier turn, or the offer to do so."""

    table: Table
    """As it is now: after the rewind, if it is done."""
    seat: int
    """Whose turn it is that is taken back."""
    to: int
    """How many actions of the log stay."""
    turns: tuple[Confirmed, ...]
    """What is undone, oldest first."""
    missing: tuple[int, ...]
    """The seats whose people have yet to agree; empty if nobody has to be asked."""
    done: bool = False
    position: Position | None = None
    """After the rewind, if it is done."""
    waiting: tuple[int, ...] = ()
    """The seats asked then."""


@dataclass(frozen=True)
class Untold:
    """What a channel has not been told about its game."""

    table: Table
    """As it is now, as everything below."""
    position: Position
    waiting: tuple[int, ...]
    """The seats asked now."""
    asked: str | None
    """The kind of decision that is asked now; None once the game is finished."""
    turns: tuple[Confirmed, ...]
    """Confirmed since, oldest first."""
    start: bool = False
    """Whether the channel knows nothing of the game yet."""
    rewind: bool = False
    """Whether the game was set back since."""


@dataclass(frozen=True)
class TimeCall:
    """Something to tell about the time of a seat that is asked, or to do."""

    table: Table
    seat: int
    what: What
    """The turn has come (told only now, after quiet hours), half of the time is over, nearly all
    of it, all of it."""
    way: Way = "none"
    """How its person wants to hear of it; `none` where it is a line in the channel for all."""
    silent: bool = False
    """Whether it must make no sound."""
