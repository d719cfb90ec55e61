"""Overload: with more requests than the machine can do, presses and typed texts are begun in turns,
and those too old for Discord to take an answer are not begun at all. So whatever is begun is
answered in time, and Discord tells the others that it did not work. A request that Discord delivers
twice is done once."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from bot.refusal import Refusal
from bot.traffic.in_turn import InTurn

OLDEST = 2.5
"""Seconds after which nothing is begun any more: Discord takes no answer after three."""
AT_ONCE = 4
"""The most interactions that are worked on until their answer is on its way. The work is done in
one thread, so more of them would only make each of them slower."""
LONGEST_KEPT = 1.0
"""Seconds after which others no longer wait for an unanswered interaction."""
LOOKS_BACK = 600.0
"""Seconds after which the usual delay is measured anew."""
MOST_BEHIND = 6.0
"""Seconds that the news of a channel may be on their way to Discord before nothing more is begun:
longer than news wait for their pictures."""
STUCK = 60.0
"""Seconds after which news are not waited for: something else than the work keeps them."""
LOOKS_AGAIN = 0.2
"""Seconds until it is looked again whether something may be begun."""
_DISCORDS_EPOCH, _TIME_BITS = 1_420_070_400.0, 22


class TooOld(Exception):
    """Discord will not take an answer in time."""


class DiscordClock:
    """How old an interaction is by Discord's clock, which is in its id.

    The clock of this machine may be wrong, and may be set while the program runs. So the event
    loop's time is compared, which nobody sets, and what lies between both clocks is the smallest
    difference seen lately: that of an interaction which came without delay.
    """

    def __init__(self) -> None:
        self._smallest: float | None = None
        self._before: float | None = None
        """The smallest difference of the period before, to have one when a new period begins."""
        self._since = 0.0

    def age(self, interaction_id: int, now: float) -> float:
        """Seconds since Discord made this interaction, beyond what it usually takes to arrive;
        `now` is the event loop's time."""
        made = (interaction_id >> _TIME_BITS) / 1000 + _DISCORDS_EPOCH
        difference = now - made
        if self._smallest is None or now - self._since > LOOKS_BACK:
            self._before, self._smallest, self._since = self._smallest, difference, now
        self._smallest = min(self._smallest, difference)
        usual = self._smallest if self._before is None else min(self._smallest, self._before)
        return difference - usual


class Turns:
    """Who comes next. Each person's interactions wait for each other, and the persons take turns:
    somebody who presses very often makes nobody else wait long. Nobody's turn comes while the news
    of a channel, which follow from what was done before, are late: else they would be ever later.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._clock = DiscordClock()
        self._waiting = InTurn[asyncio.Future[None]]()
        self._begun: dict[int, asyncio.TimerHandle] = {}
        self._telling: dict[int, float] = {}
        """Since when the news of tables are worked out, the oldest first."""
        self._looking: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The number of waiting interactions."""
        return len(self._waiting)

    async def begin(self, interaction_id: int, user_id: int) -> None:
        """Wait until it is this interaction's turn; it ends with its answer, or with the task that
        runs now. Raises TooOld if it would be answered too late."""
        loop = asyncio.get_running_loop()
        self._clock.age(interaction_id, loop.time())  # as it comes in, for the usual delay
        if self._free and not self._are_late():
            self._free -= 1
        else:
            await self._queue(user_id)
        if self._clock.age(interaction_id, loop.time()) > OLDEST:
            self._next()
            raise TooOld
        self._begun[interaction_id] = loop.call_later(LONGEST_KEPT, self.ended, interaction_id)
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(partial(self._ended_with, interaction_id))

    async def _queue(self, user_id: int) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.add(user_id, turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def ended(self, interaction_id: int) -> None:
        """Let others begin, as the answer to an interaction is on its way."""
        timer = self._begun.pop(interaction_id, None)
        if timer is not None:
            timer.cancel()
            self._next()

    def _ended_with(self, interaction_id: int, _: asyncio.Task[Any]) -> None:
        self.ended(interaction_id)

    def _next(self) -> None:
        self._free += 1
        self._go_on()

    def _go_on(self) -> None:
        """Let begin what waits, as far as there is room; look again soon while news are late."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        late = self._are_late()
        while self._free and not late and (turn := self._waiting.take()) is not None:
            if not turn.done():  # otherwise nobody waits for it any more
                self._free -= 1
                turn.set_result(None)
        if late and len(self._waiting):
            self._looking = asyncio.get_running_loop().call_later(LOOKS_AGAIN, self._go_on)

    def telling(self, table_id: int) -> None:
        """The news of a table are worked out from now on."""
        self._telling.setdefault(table_id, asyncio.get_running_loop().time())

    def told(self, table_id: int) -> None:
        """They are on their way to Discord, or will be tried again later."""
        self._telling.pop(table_id, None)

    def _are_late(self) -> bool:
        now = asyncio.get_running_loop().time()
        for table_id, since in list(self._telling.items()):
            if now - since <= STUCK:
                return now - since > MOST_BEHIND
            del self._telling[table_id]
        return False


REMEMBERED = 4_096
"""The number of interactions kept: a token is valid for 15 minutes, and repeats come sooner."""


class Received:
    """The latest interactions by their ids, or whatever else must not be done twice."""

    def __init__(self, room: int = REMEMBERED) -> None:
        self._room = room
        self._ids: OrderedDict[Hashable, None] = OrderedDict()

    def again(self, key: Hashable) -> bool:
        """Whether this came before; it is remembered from now on."""
        if key in self._ids:
            return True
        self._ids[key] = None
        if len(self._ids) > self._room:
            self._ids.popitem(last=False)
        return False

    @contextmanager
    def only(self, key: Hashable, again: Refusal) -> Iterator[None]:
        """Do what counts once; it may be done again if it fails. Raises `again` the second time."""
        if self.again(key):
            raise again
        try:
            yield
        except BaseException:
            self._ids.pop(key, None)
            raise
