"""An open table in short, as it is listed beside others: who is waited for, since when and how
long. It knows nothing that is hidden in a game, not even what a seat prepares."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.table import Status


@dataclass(frozen=True)
class Holder:
    """Who sits in a seat of an open table."""

    seat: int
    user_id: int | None
    name: str
    asked: bool
    """Whether this seat is waited for: in a game to answer, where bids are open to bid, in a lobby
    to say that its person plays."""
    since: datetime | None = None
    """Since when it has been asked, in a game."""
    deadline: datetime | None = None
    """When its time is over; None where no clock runs."""


@dataclass(frozen=True)
class OpenGame:
    """A lobby or a running game."""

    id: int
    guild_id: int | None
    channel_id: int
    status: Status
    message_id: int | None
    """Its board, else its lobby; None where neither was posted."""
    changed_at: datetime
    """The last change to the lobby, the last confirmed turn or vote."""
    bids_until: datetime | None
    """Until when its seats are bid for; None where they are not."""
    paused: bool
    """Whether all clocks stand still."""
    gone_at: datetime | None
    """Since when its channel is gone."""
    known: bool
    """Whether it is known who is asked: not in a game on which nobody has played since that is
    noted."""
    told: bool
    """Whether its channel has been told everything."""
    seats: tuple[Holder, ...]
    """In seat order."""
    league: str | None = None
    """The name of the league it is played for."""
    number: int | None = None
    """Of the table in its season."""

    @property
    def waited_for(self) -> tuple[Holder, ...]:
        """The seats that are asked."""
        return tuple(one for one in self.seats if one.asked)

    @property
    def since(self) -> datetime:
        """Since when the longest of them is waited for; else the last change."""
        return min((one.since for one in self.waited_for if one.since), default=self.changed_at)

    @property
    def deadline(self) -> datetime | None:
        """When the first of them runs out of time."""
        return min((one.deadline for one in self.waited_for if one.deadline), default=None)

    def asked_of(self, user_id: int) -> Holder | None:
        """This person's seat, if it is asked."""
        return next((one for one in self.waited_for if one.user_id == user_id), None)
