"""Requests to the bot: how many one may make, who comes first, and those that are delivered twice.

One person, and all people of one server together, have limits for what is costly (pictures for one
person, and files), and for typed texts, which are counted before they are read.

Presses, commands and typed texts are first come, first served, one at a time for each person, even
if there are more than the machine can do. What Discord would take no answer to any more is not
begun. While there has been too much for long, neither is what has waited for a moment, so that
those who are answered are answered fast. A request that Discord delivers twice is done once.
"""

import asyncio
import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.process import Newest
from bot.refusal import Refusal

MOST_KNOWN = 10_000
"""The most people and servers that are remembered; those without recent requests are forgotten."""


@dataclass(frozen=True)
class Allowance:
    """A limit: so many requests `at_once`, then one more each time so many `seconds` have
    passed."""

    at_once: int
    seconds: float


PER_PERSON, PER_SERVER = Allowance(150, 1.0), Allowance(300, 0.25)
"""What is allowed of costly things. Looking at everything on a board, or pressing through the
tutorial without reading it, takes less."""
TYPED_BY_PERSON, TYPED_AT_SERVER = Allowance(300, 0.2), Allowance(3_000, 0.02)
"""What is allowed of commands, forms and suggestions with typed text; who types in a hurry gets
suggestions three times a second."""


class Limits:
    """The recent requests of people and servers. `now` is a clock in seconds that nobody sets."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._paid_at: dict[tuple[str, int | None], float] = {}
        """When each person or server has the full allowance again."""

    def take(self, user_id: int, guild_id: int | None, much: int = 1) -> None:
        """Count a picture or file, or something that costs as `much` as several. Raises Refusal
        (`too-much`) if the person or the server has made too many requests."""
        self._take(much, {("much", user_id): PER_PERSON, ("much at", guild_id): PER_SERVER})

    def take_typed(self, user_id: int, guild_id: int | None) -> None:
        """Count a typed text that is about to be read. Raises Refusal as `take`."""
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


OLDEST = 2.5
"""What is older than so many seconds is not begun any more: Discord takes no answer after three."""
SOON, LASTING = 0.1, 1.0
"""If somebody has been waiting at every moment of the last `LASTING` seconds, what is older than
`SOON` seconds is not begun, either."""
AT_ONCE = 4
"""The most interactions that are worked on at once. One thread does the work: more would only slow
each down."""
CREEP = 0.0005
"""By how many seconds in a second this machine's clock may drift from Discord's."""
_DISCORDS_EPOCH, _TIME_BITS = 1_420_070_400.0, 22


class TooOld(Exception):
    """An interaction is not begun: Discord would not take its answer in time, or there has been too
    much to do for long."""


class Queue:
    """Decides which interaction is begun next."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: dict[int, tuple[int, asyncio.Future[bool]]] = {}
        self._people: dict[int, int] = {}
        """For each interaction that is begun, the person who waits for the answer."""
        self._working = set[int]()
        self._busy_since: float | None = None
        self._usual: float | None = None
        """The smallest difference seen between the event loop's time and the time in an id, which
        is by Discord's clock: that of an interaction that came without delay."""
        self._seen = 0.0

    def __len__(self) -> int:
        """How many interactions are waiting."""
        return len(self._waiting)

    def age(self, interaction_id: int, now: float) -> float:
        """How many seconds ago Discord made this interaction, less what it usually takes to arrive.
        `now` is the event loop's time."""
        made = (interaction_id >> _TIME_BITS) / 1000 + _DISCORDS_EPOCH
        creep, self._seen = CREEP * (now - self._seen), now
        usual = now - made if self._usual is None else min(now - made, self._usual + creep)
        self._usual = usual
        return now - made - usual

    async def begin(self, interaction_id: int, user_id: int) -> None:
        """Wait until this interaction may be begun; it ends with its answer (`ended`), or with the
        running task. Raises TooOld if it must not be begun."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        self.age(interaction_id, loop.time())  # as it comes in, for the usual delay
        turn = loop.create_future()
        self._waiting[interaction_id] = user_id, turn
        if task is not None:
            task.add_done_callback(lambda _: self.ended(interaction_id))
        self._go_on()
        if not await turn:
            raise TooOld

    def let_others(self, interaction_id: int) -> None:
        """Let others begin, since this interaction now waits for something else than the event
        loop."""
        self._working.discard(interaction_id)
        self._go_on()

    def ended(self, interaction_id: int) -> None:
        """Note that the answer to an interaction is on its way, or that nobody waits for it any
        more."""
        self._waiting.pop(interaction_id, None)
        self._people.pop(interaction_id, None)
        self.let_others(interaction_id)

    def _go_on(self) -> None:
        now, busy = asyncio.get_running_loop().time(), set(self._people.values())
        for one in [*self._waiting] if len(self._working) < self._at_once else ():
            user_id, turn = self._waiting[one]
            if user_id in busy or len(self._working) >= self._at_once:
                continue
            del self._waiting[one]
            if turn.done():  # its task was cancelled, and ends
                continue
            begun = self.age(one, now) <= (SOON if self._too_much_for_long(now) else OLDEST)
            turn.set_result(begun)
            if begun:
                self._people[one] = user_id
                self._working.add(one)
                busy.add(user_id)
        if not self._waiting:
            self._busy_since = None
        elif self._busy_since is None:
            self._busy_since = now

    def _too_much_for_long(self, now: float) -> bool:
        return self._busy_since is not None and now - self._busy_since > LASTING


REMEMBERED = 4_096
"""How many interactions are remembered: a token is valid for 15 minutes, and repeats come
sooner."""


class Received:
    """Remembers the latest interactions by their ids, or whatever else must not be done twice."""

    def __init__(self, room: int = REMEMBERED) -> None:
        self._ids = Newest[Hashable, None](room)

    def again(self, key: Hashable) -> bool:
        """Whether this came before; from now on it is remembered."""
        if key in self._ids:
            return True
        self._ids[key] = None
        return False

    @contextmanager
    def only(self, key: Hashable, again: Refusal) -> Iterator[None]:
        """Run the block once for this key: the second time raises `again`. After an error in the
        block it may be run again."""
        if self.again(key):
            raise again
        try:
            yield
        except BaseException:
            self._ids.pop(key, None)
            raise
