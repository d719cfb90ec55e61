"""An open table in a list: the people it waits for, since when and how long. It shows nothing
hidden in a game, not even a prepared turn."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.table import Status


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
