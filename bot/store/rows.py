"""What the repositories hand out: rows as frozen values. The hidden deal is not among them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class SeatRow:
    """Who sits in a seat; a person has a `user_id`, a computer has none."""

    seat: int
    user_id: int | None
    name: str
    computer: bool


@dataclass(frozen=True)
class PreparedRow:
    """A seat's turn in preparation, begun when it had confirmed `base` actions."""

    base: int
    revision: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class ClockRow:
    """A seat's clock, and when something is to be told about it next (`bot.clocks.SeatMoments`)."""

    seat: int
    clock: Mapping[str, Any]
    turn_at: datetime | None = None
    reminder_at: datetime | None = None
    last_call_at: datetime | None = None
    time_out_at: datetime | None = None

    @property
    def due_at(self) -> datetime | None:
        """The earliest of the four; None if nothing is to come."""
        moments = (self.turn_at, self.reminder_at, self.last_call_at, self.time_out_at)
        return min((at for at in moments if at is not None), default=None)


@dataclass(frozen=True)
class RewindWish:
    """Somebody's wish to set a game back to an earlier turn, until all agree or play goes on."""

    to: int
    """How many events of the log would stay."""
    user_id: int
    """Who wished it first."""
    votes: frozenset[int]
    """The seats that agree."""


@dataclass(frozen=True)
class PauseWish:
    """The wish to let all clocks of a table stand still. It stays while they do, if that was
    agreed, and is gone where a moderator stopped them."""

    votes: frozenset[int]
    """The seats that agree."""
    at: datetime
    """When it was first wished."""
    agreed: bool = False
    """Whether all people do, so that the clocks stand still."""


@dataclass(frozen=True)
class TableRow:
    """A table with its seats and what belongs to each of them, all read at one moment."""

    id: int
    guild_id: int | None
    channel_id: int
    status: str
    host_id: int
    options: Mapping[str, Any]
    abandon_votes: frozenset[int]
    revision: int
    version: int
    rules: int | None
    """The version of the rules the game was started with; None until then."""
    announced: int | None
    """How many events of the log the channel has been told about; None before the first board."""
    board_message_id: int | None
    lobby_message_id: int | None
    created_at: datetime
    updated_at: datetime
    seats: tuple[SeatRow, ...]
    prepared: Mapping[int, PreparedRow]
    """By seat; may hold rows that are out of date."""
    rewinds: int = 0
    """How often the game was set back."""
    rewinds_told: int = 0
    """Of how many rewinds the channel has been told."""
    rewind_wish: RewindWish | None = None
    pause_wish: PauseWish | None = None
    paused_at: datetime | None = None
    """Since when all clocks of the table stand still."""
    clocks: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """By seat, for those that have one."""
    plans: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By seat: for the eyes of that seat alone."""
    people: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """By user id, what the people at the table have set; not there who has set nothing."""
    commitment: str | None = None
    """The SHA-256 of the secret that goes into the deal; None in games from before there was
    one. The secret itself is not here: nobody may know it while the game goes on."""


@dataclass(frozen=True)
class Event:
    """One confirmed action."""

    seat: int
    action: str
    user_id: int | None = None
    """Who confirmed it; None is a computer, also one that took a person's turn."""
    at: datetime | None = None
