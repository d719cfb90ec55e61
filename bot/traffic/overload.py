"""When more is asked for than the machine can do: what people pressed and typed is begun in turns,
and what Discord would no longer take an answer for is not begun at all. So whatever is begun is
answered in time, and the others are told by Discord that it did not work. What Discord delivers
twice is done once."""

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Any

from bot.traffic.in_turn import InTurn

OLDEST = 2.5
"""Seconds after which nothing is begun any more: Discord takes no answer after three."""
AT_ONCE = 4
"""How many interactions are worked at a time until their answer is on its way. The work is done in
one thread, so more of them would only make each of them slower."""
LONGEST_KEPT = 1.0
"""Seconds after which others no longer wait for an interaction that is not answered yet."""
LOOKS_BACK = 600.0
"""Seconds after which the usual delay is measured anew."""
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
        """The same in the time before, so that one is known when it is measured anew."""
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
    somebody who presses very often makes nobody else wait long."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._clock = DiscordClock()
        self._waiting = InTurn[asyncio.Future[None]]()
        self._begun: dict[int, asyncio.TimerHandle] = {}

    @property
    def waiting(self) -> int:
        """How many interactions wait for their turn."""
        return len(self._waiting)

    async def begin(self, interaction_id: int, user_id: int) -> None:
        """Wait until it is this interaction's turn; it ends with its answer, or with the task that
        runs now. Raises TooOld if it would be answered too late."""
        loop = asyncio.get_running_loop()
        self._clock.age(interaction_id, loop.time())  # as it comes in, for the usual delay
        if self._free:
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
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def ended(self, interaction_id: int) -> None:
        """The answer to an interaction is on its way: others may begin."""
        timer = self._begun.pop(interaction_id, None)
        if timer is not None:
            timer.cancel()
            self._next()

    def _ended_with(self, interaction_id: int, _: asyncio.Task[Any]) -> None:
        self.ended(interaction_id)

    def _next(self) -> None:
        while (turn := self._waiting.take()) is not None:
            if not turn.done():  # else nobody waits for it any more
                turn.set_result(None)
                return
        self._free += 1


REMEMBERED = 4_096
"""Interactions; the token of one is valid for 15 minutes, and what is sent again comes sooner."""


class Received:
    """The interactions that came last, by their ids."""

    def __init__(self, room: int = REMEMBERED) -> None:
        self._room = room
        self._ids: OrderedDict[int, None] = OrderedDict()

    def again(self, interaction_id: int) -> bool:
        """Whether this interaction came before; from now on it did."""
        if interaction_id in self._ids:
            return True
        self._ids[interaction_id] = None
        if len(self._ids) > self._room:
            self._ids.popitem(last=False)
        return False
