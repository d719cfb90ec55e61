"""What the tables hand out: snapshots of a table, of a turn in preparation, of a confirmed turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from bot.engine import Game

Status = Literal["lobby", "playing", "finished", "abandoned"]
Theme = Literal["dark", "light"]
Position = dict[str, Any]
"""A dump as `Game.position` makes it: only what lies open to everybody."""


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


@dataclass(frozen=True)
class Options:
    """What a lobby may switch."""

    theme: Theme = "dark"
    modules: tuple[str, ...] = ()
    """Modules of the expansion, as the engine names them."""
    without: tuple[str, ...] = ()
    """Tribes left out of the game (R-135)."""


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

    def holder_of(self, user_id: int) -> SeatHolder | None:
        """Where this person sits, if at all."""
        return next((holder for holder in self.holders if holder.user_id == user_id), None)

    @property
    def human_seats(self) -> frozenset[int]:
        """The seats in which a person sits."""
        return frozenset(holder.seat for holder in self.holders if not holder.computer)


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
    steps: tuple[tuple[str, Position], ...]
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
