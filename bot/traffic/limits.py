"""How much one person, and all people of one server together, may ask for of what costs much:
pictures for them alone, and files."""

import math
from collections.abc import Hashable
from dataclasses import dataclass

from bot.refusal import Refusal

MOST_KNOWN = 10_000
"""People and servers that are remembered; who asked for nothing lately is forgotten."""


@dataclass(frozen=True)
class Allowance:
    """So many at once, and one more every so many seconds."""

    at_once: int
    seconds: float


PER_PERSON = Allowance(60, 2.0)
"""Looking at everything there is on a board, one after the other, takes less than this."""
PER_SERVER = Allowance(240, 0.25)


class Limits:
    """What people and servers asked for lately."""

    def __init__(self) -> None:
        self._paid_at: dict[Hashable, float] = {}
        """When each has all it is allowed again."""

    def take(self, user_id: int, guild_id: int | None, now: float, much: int = 1) -> None:
        """Somebody asks for one, or for what costs so `much`; `now` are seconds of any clock that
        is never set. Raises Refusal (`too-much`) for who has asked for too much."""
        asking = [(("person", user_id), PER_PERSON)]
        if guild_id is not None:
            asking.append((("server", guild_id), PER_SERVER))
        paid_at = {}
        for key, allowed in asking:
            paid_at[key] = max(self._paid_at.get(key, now), now) + much * allowed.seconds
            over = paid_at[key] - now - allowed.at_once * allowed.seconds
            if over > 0:
                raise Refusal(
                    "too-much",
                    "That was a lot in a short time; please ask again in {seconds} s.",
                    seconds=math.ceil(over),
                )
        self._paid_at |= paid_at
        if len(self._paid_at) > MOST_KNOWN:
            self._paid_at = {key: at for key, at in self._paid_at.items() if at > now}
