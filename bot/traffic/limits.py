"""Limits for one person, and for all people of one server together: for costly things (pictures for
one person, and files), and for typed texts, which are counted before they are read."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.refusal import Refusal

MOST_KNOWN = 10_000
"""The most people and servers remembered; those without recent requests are forgotten."""


@dataclass(frozen=True)
class Allowance:
    """A number of requests at once, and one more every so many seconds."""

    at_once: int
    seconds: float


PER_PERSON, PER_SERVER = Allowance(150, 1.0), Allowance(300, 0.25)
"""The allowances for costly things. Looking at everything on a board, or pressing through the
tutorial without reading it, takes less."""
TYPED_BY_PERSON, TYPED_AT_SERVER = Allowance(300, 0.2), Allowance(3_000, 0.02)
"""The allowances for commands, forms and suggestions with typed text; a person typing in a hurry
gets suggestions three times a second."""


class Limits:
    """The recent requests of people and servers, by a clock that is never set."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._paid_at: dict[tuple[str, int | None], float] = {}
        """When each has the full allowance again."""

    def take(self, user_id: int, guild_id: int | None, much: int = 1) -> None:
        """Count a picture or file, or something that costs `much`. Raises Refusal (`too-much`) for
        a person beyond the limit."""
        self._take(much, {("much", user_id): PER_PERSON, ("much at", guild_id): PER_SERVER})

    def take_typed(self, user_id: int, guild_id: int | None) -> None:
        """Count a typed text that is to be read. Raises Refusal as `take`."""
        here = ("typed at", guild_id)
        self._take(1, {("typed", user_id): TYPED_BY_PERSON, here: TYPED_AT_SERVER})

    def _take(self, much: int, allowances: dict[tuple[str, int | None], Allowance]) -> None:
        now, paid_at = self._now(), dict[tuple[str, int | None], float]()
        for key, allowed in allowances.items():
            paid_at[key] = max(self._paid_at.get(key, now), now) + much * allowed.seconds
            over = paid_at[key] - now - allowed.at_once * allowed.seconds
            if over > 0.001 and key[1] is not None:  # None: outside a server; less is rounding
                raise Refusal(
                    "too-much", "Slow down: try again in {seconds} s.", seconds=math.ceil(over)
                )
        self._paid_at |= paid_at
        if len(self._paid_at) > MOST_KNOWN:
            self._paid_at = {key: at for key, at in self._paid_at.items() if at > now}
