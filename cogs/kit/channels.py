"""What one run of the program remembers of each table's channel; a restart loses nothing that
matters."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import discord

from bot.engine.happenings import Happening
from bot.model.notes import Agreement, CallSeat
from bot.model.table import Posted, Table
from bot.refusal import Refusal

FIRST_PAUSE, LONGEST_PAUSE = 5, 60
"""Seconds until telling is tried again, after the first failure and at most."""
CLOSED_PAUSE = timedelta(hours=1)
"""The same where time alone does not help, as where the bot may not write."""


@dataclass(frozen=True)
class RecentTurn:
    """A turn that was told not long ago."""

    lines: tuple[str, ...]
    """About the turn, and what the table did after it, in words alone."""
    with_icons: tuple[str, ...]
    """The same with icons."""
    brief: tuple[str, ...]
    """The same, brief: for the message of a food day, which has two pictures."""
    happenings: tuple[Happening, ...]
    """All that it and the table did, some of which touched others."""
    on_board: bool
    """Whether the message of a round tells it, which stays. What does not is told again by the next
    message, which takes the place of the one before."""


@dataclass(frozen=True)
class Hindrance:
    """What Discord refuses at a server (`cogs.kit.no_room`)."""

    refusal: Refusal
    """Says why."""
    at: datetime
    """When it was refused last."""


@dataclass
class Attempts:
    """When what could not be told for a table or a season is tried again."""

    failures: int = 0
    """In a row."""
    not_before: datetime | None = None

    def may_try(self, now: datetime) -> bool:
        """Whether it is time."""
        return self.not_before is None or self.not_before <= now

    def succeeded(self) -> None:
        """All was told."""
        self.failures, self.not_before = 0, None

    def failed(self, now: datetime) -> float:
        """Something failed that may pass; the seconds until the next attempt."""
        seconds = min(FIRST_PAUSE * 2.0**self.failures, LONGEST_PAUSE)
        self.failures = min(self.failures + 1, LONGEST_PAUSE)
        self.not_before = now + timedelta(seconds=seconds)
        return seconds

    def closed(self, now: datetime) -> None:
        """The bot may not write there: whoever plays there can help, time alone cannot."""
        self.not_before = now + CLOSED_PAUSE


@dataclass
class TableChannel:
    """What is remembered of the channel of one table."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Keeps the table's messages in order; no game waits for it."""
    next_waits: bool = False
    """Whether something waits for the lock, and will tell everything that happens until then."""
    more: bool = False
    """Whether more happened meanwhile than what waits has been given as news."""
    posted: Posted | None = None
    """What was told and stands there, whether or not the database notes it; None as long as the
    table knows it."""
    noted: Posted | None = None
    """What the database notes of it. A call that is gone is noted later, together with more."""
    board: discord.Message | None = None
    """The newest board, where this run posted it."""
    following: asyncio.Task[discord.Message | None] | None = None
    """Adds the pictures that were late for that board, and returns it as it is then."""
    at_start: tuple[int, int] | None = None
    """How much was played when this run began (`Posted.told`), where not all of it was told."""
    recent: list[RecentTurn] | None = None
    """The last turns told, oldest first; None if not known."""
    requests: dict[Agreement, int] = field(default_factory=dict)
    """The messages with the requests that are open."""
    direct: tuple[CallSeat, ...] = ()
    """The direct messages that follow from what was told, until they are in the outbox."""
    attempts: Attempts = field(default_factory=Attempts)
    retrying: bool = False
    """Whether the next attempt is on its way."""

    def compare(self, table: Table) -> None:
        """Forget what is no longer so, where another process has told something there meanwhile.
        `table` was just read."""
        mine, now = self.posted, table.posted
        if mine is None:
            return
        behind = now.told is not None and (mine.told is None or mine.told < now.told)
        messages = (now.board, now.calls, now.leaving)
        if behind or (self.noted == mine and (mine.board, mine.calls, mine.leaving) != messages):
            self.posted, self.noted, self.board, self.following = None, None, None, None
            self.recent, self.direct = None, ()
            self.requests.clear()


class Channels(defaultdict[int, TableChannel]):
    """The channels of all tables, by the table's id."""

    def __init__(self) -> None:
        super().__init__(TableChannel)
        self.closed: dict[int, int] = {}
        """The channels, by Discord's id, in which the bot may not write: the table's id."""
        self.noted_late: set[int] = set()
        """The notes of the outbox that were told, and could not be taken out yet."""
        self._later: set[asyncio.TimerHandle] = set()

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something after a pause, unless the program stops before."""

        def now() -> None:
            self._later.discard(timer)
            act()

        timer = asyncio.get_running_loop().call_later(seconds, now)
        self._later.add(timer)

    def close(self) -> None:
        """Cancel what is waiting."""
        for timer in self._later:
            timer.cancel()
