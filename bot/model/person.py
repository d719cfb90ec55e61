"""People: what they have set for themselves, and those whose data was deleted."""

from dataclasses import dataclass

from bot.clocks import AWAKE, PersonalTime, Way


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


def is_former(user_id: int | None) -> bool:
    """Whether an id stands for somebody whose data was deleted: ids of Discord are positive."""
    return user_id is not None and user_id < 0
