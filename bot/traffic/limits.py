"""Limits for one person, and for all people of one server together: for costly things (pictures for
one person, and files), and for typed texts, which are counted before they are read."""

import math
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from bot.refusal import Refusal

MOST_KNOWN = 10_000
"""The most people and servers remembered; those without recent requests are forgotten."""


@dataclass(frozen=True)
class Allowance:
    """A number of requests at once, and one more every so many seconds."""

    at_once: int
    seconds: float


PER_PERSON = Allowance(150, 1.0)
"""The allowance for costly things. Looking at everything on a board, or pressing through the
tutorial without reading it, takes less."""
PER_SERVER = Allowance(300, 0.25)
TYPED_BY_PERSON = Allowance(300, 0.2)
"""The allowance for commands, forms and suggestions with typed text; a person typing in a hurry
gets suggestions three times a second."""
TYPED_AT_SERVER = Allowance(3_000, 0.02)


class Limits:
    """The recent requests of people and servers, by a clock that is never set."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._paid_at: dict[Hashable, float] = {}
        """When each has the full allowance again."""

    def take(self, user_id: int, guild_id: int | None, much: int = 1) -> None:
        """Count a picture or file, or something that costs `much`. Raises Refusal (`too-much`) for
        a person beyond the limit."""
        self._take(user_id, guild_id, much, "much", PER_PERSON, PER_SERVER)

    def take_typed(self, user_id: int, guild_id: int | None) -> None:
        """Count a typed text that is to be read. Raises Refusal as `take`."""
        self._take(user_id, guild_id, 1, "typed", TYPED_BY_PERSON, TYPED_AT_SERVER)

    def _take(
        self, user_id: int, guild_id: int | None, much: int, kind: str,
        per_person: Allowance, per_server: Allowance,
    ) -> None:  # fmt: skip
        now = self._now()
        asking: list[tuple[Hashable, Allowance]] = [((kind, "person", user_id), per_person)]
        if guild_id is not None:
            asking.append(((kind, "server", guild_id), per_server))
        paid_at = dict[Hashable, float]()
        for key, allowed in asking:
            paid_at[key] = max(self._paid_at.get(key, now), now) + much * allowed.seconds
            over = paid_at[key] - now - allowed.at_once * allowed.seconds
            if over > 0:
                raise Refusal(
                    "too-much",
                    "Slow down: try again in {seconds} s.",
                    seconds=math.ceil(over),
                )
        self._paid_at |= paid_at
        if len(self._paid_at) > MOST_KNOWN:
            self._paid_at = {key: at for key, at in self._paid_at.items() if at > now}
