"""What the repositories hand out: rows as frozen values. The hidden deal is not among them."""

from collections.abc import Mapping
from dataclasses import dataclass
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
class TableRow:
    """A table with its seats and their turns in preparation, all read at one moment."""

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


@dataclass(frozen=True)
class Event:
    """One confirmed action."""

    seat: int
    action: str
