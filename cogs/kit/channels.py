"""What one run of the program remembers of each table's channel, and what Discord refuses there. A
restart loses nothing that matters.

What Discord refuses for good is told apart from what may pass by itself. It is tried again an hour
later; each refusal is kept for a day, by server, and shown by /doctor and on the page of
stalled tables.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from bot.engine.happenings import Happening
from bot.model.notes import Agreement, CallSeat
from bot.model.table import Posted, Table
from bot.refusal import Full, NotTaken, Refusal
from bot.tables import Confirmed
from bot.text.refusals import refusal_words
from bot.text.translation import N_, Translations

FIRST_PAUSE, LONGEST_PAUSE = 5, 60
"""Seconds until telling is tried again: after the first failure, and at most."""
CLOSED_PAUSE = timedelta(hours=1)
"""The time until telling is tried again where time alone does not help, as where the bot may not
write."""


@dataclass(frozen=True)
class RecentTurn:
    """A turn that was told not long ago."""

    lines: tuple[str, ...]
    """What the turn did, and what the table did after it, in words without icons."""
    with_icons: tuple[str, ...]
    """The same with icons."""
    brief: tuple[str, ...]
    """The same in few words, for the message after a food day, which has two pictures."""
    happenings: tuple[Happening, ...]
    """All happenings of the turn and of what the table did after it; some touch other seats."""
    on_board: bool
    """Whether it is told in the message of a round, which stays. Otherwise the next message tells
    it again, and takes the place of the one before."""
    turn: Confirmed | None = None
    """The turn itself if it led to a question outside of a turn, such as how far the calendar
    turns: the board after the answer shows both."""


@dataclass(frozen=True)
class Hindrance:
    """Something that Discord refuses on a server."""

    refusal: Refusal
    """Why, as a refusal."""
    at: datetime
    """When it was last refused."""


@dataclass
class Attempts:
    """When to try again to tell something about a table or a season."""

    failures: int = 0
    """How many attempts have failed in a row."""
    not_before: datetime | None = None

    def may_try(self, now: datetime) -> bool:
        """Whether it may be tried now."""
        return self.not_before is None or self.not_before <= now

    def succeeded(self) -> None:
        """Note that everything was told."""
        self.failures, self.not_before = 0, None

    def failed(self, now: datetime) -> float:
        """Note a failure that may pass by itself; return the seconds until the next attempt."""
        seconds = min(FIRST_PAUSE * 2.0**self.failures, LONGEST_PAUSE)
        self.failures = min(self.failures + 1, LONGEST_PAUSE)
        self.not_before = now + timedelta(seconds=seconds)
        return seconds

    def closed(self, now: datetime) -> None:
        """Note that the bot may not write there: people can help, time alone cannot."""
        self.not_before = now + CLOSED_PAUSE


@dataclass
class TableChannel:
    """What this run remembers of the channel of one table."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Keeps the table's messages in order. No game waits for it."""
    next_waits: bool = False
    """Whether somebody waits for the lock already, and will then tell everything that happened."""
    more: bool = False
    """Whether more has happened than is known to the one who waits."""
    posted: Posted | None = None
    """What the channel was told and which messages are there, newer than in the database perhaps;
    None if it is as the table says."""
    noted: Posted | None = None
    """The part of `posted` that is in the database. A deleted call is written later, with the next
    change."""
    board: discord.Message | None = None
    """The newest board, if this run posted it."""
    following: asyncio.Task[discord.Message | None] | None = None
    """Adds the pictures that were late for that board, and returns the board with them."""
    at_start: tuple[int, int] | None = None
    """How much had been played when this run began (`Posted.told`), if not all of it was told."""
    recent: list[RecentTurn] | None = None
    """The last turns told, oldest first; None if not known."""
    requests: dict[Agreement, int] = field(default_factory=dict)
    """The messages with open requests."""
    direct: tuple[CallSeat, ...] = ()
    """Direct messages that follow from what was told, until they are in the outbox."""
    attempts: Attempts = field(default_factory=Attempts)
    retrying: bool = False
    """Whether the next attempt is already planned."""

    def compare(self, table: Table) -> None:
        """Forget what is no longer true because another process has told something there meanwhile.
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
        """Call `act` after so many seconds, unless the program stops before."""

        def now() -> None:
            self._later.discard(timer)
            act()

        timer = asyncio.get_running_loop().call_later(seconds, now)
        self._later.add(timer)

    def close(self) -> None:
        """Cancel what is waiting."""
        for timer in self._later:
            timer.cancel()


# --- what Discord refuses -------------------------------------------------------------------------

REFUSED_PAUSE = timedelta(hours=1)
"""How long to wait before something that Discord has refused is tried again."""
_SHOWN = timedelta(days=1)
"""How long a refusal is shown, unless the same thing works meanwhile."""
_PASSING = (408, 425, 429)
"""HTTP statuses below 500 of requests that may work a moment later."""
_PASSING_CODES = (20016, 20022, 20028, 20029, 30046, 40062, 40333, 130000)
"""Discord's error codes for the same: limits of speed, slow mode, and a Discord that is too busy to
answer; they come with other statuses, too."""
_NO_PERMISSION = (0, 50001, 50013)
"""Discord's error codes, with the status 403, for a missing permission."""
THREADS, MEMBERS, MESSAGES = "threads", "members", "messages"
"""Kinds of hindrances, each kept separately; those of messages also by channel (`in_channel`)."""
_SENTENCES: Mapping[int, tuple[str, str]] = {
    160006: (
        "no-room-threads",
        N_("This server has too many open threads (1,000 at most); close some that nobody uses."),
    ),
    160007: (
        "too-many-news-threads",
        N_("This announcement channel has too many open threads; use a text channel."),
    ),
    30038: (
        "no-room-events",
        N_("This server has too many events; delete some that nobody needs."),
    ),
    30033: (
        "no-room-members",
        N_("This thread is full (1,000 people); somebody must leave it first."),
    ),
    40067: (
        "tag-needed",
        N_(
            "This forum requires a tag on every post; somebody must add a tag that anybody may use."
        ),
    ),
    50024: (
        "wrong-channel",
        N_("Discord does not allow this in this kind of channel; use a text channel."),
    ),
    50083: ("thread-closed", N_("This thread is closed; somebody must reopen it.")),
    160005: ("thread-locked", N_("This thread is locked; somebody must unlock it.")),
}
"""For Discord's error codes the code and the sentence of our refusal."""
_MAY_NOT = N_("Discord does not let me do this here; use /doctor to see which permission I need.")
_NOT_THERE = N_("Discord can no longer find this; it was probably deleted.")
# Translators, for each: {error}: a number; "the host" is the person who runs the bot
_NOT_TAKEN: Mapping[str, str] = {
    "": N_(
        "Discord refused this (error {error}); whoever runs this bot can find the reason in my log."
    ),
    THREADS: N_(
        "Discord refused to open a thread (error {error}). Another channel may work; whoever "
        "runs this bot can find the reason in my log."
    ),
    MESSAGES: N_(
        "Discord refused one of my messages in {channel} (error {error}). Nothing is lost; "
        "whoever runs this bot can find the reason in my log."
    ),
}
"""For each kind the sentence if Discord gives no reason that people could do something about."""

log = structlog.get_logger(__name__)


def why_refused(
    error: BaseException | None, what: str = "", *, channel: int | None = None
) -> Refusal | None:
    """Why Discord refused something for good, as a refusal; None if it may pass by itself, for
    instance because Discord is too busy or cannot be reached. It is `NotTaken` if nobody on the
    server can change it. `what` and, for messages, the id of the `channel` only change the
    sentence."""
    if not isinstance(error, discord.HTTPException) or not 400 <= error.status < 500:
        return None
    if error.status in _PASSING or error.code in _PASSING_CODES:
        return None
    code, template = _SENTENCES.get(error.code, ("", ""))
    if code:
        refusal = Full(code, template) if code.startswith("no-room") else Refusal(code, template)
    elif error.status == 403 and error.code in _NO_PERMISSION:
        refusal = Refusal("may-not", _MAY_NOT)
    elif error.status == 404:
        refusal = Refusal("not-there", _NOT_THERE)
    else:
        template = _NOT_TAKEN.get(what, _NOT_TAKEN[""])
        number = error.code or error.status
        refusal = NotTaken(f"not-taken-{what}", template, error=number, channel=f"<#{channel}>")
    refusal.__cause__ = error
    return refusal


@contextmanager
def may_be_refused() -> Iterator[None]:
    """Go on if Discord refuses for good what is done in this block."""
    try:
        yield
    except discord.HTTPException as error:
        if why_refused(error) is None:
            raise


def in_channel(channel_id: int) -> str:
    """The kind of hindrance of messages in a channel."""
    return f"{MESSAGES} {channel_id}"


def hindered(bot: Any, guild_id: int, what: str, refusal: Refusal) -> bool:
    """Note that `what` (such as THREADS) is refused on a server. Return whether that is new; it is
    then logged."""
    kept, now = bot.hindrances.setdefault(guild_id, {}), bot.tables.now()
    before = kept.get(what)
    new = before is None or before.refusal.code != refusal.code or before.at + _SHOWN < now
    if new:
        said = str(refusal.__cause__ or refusal)
        log.warning("refused", server=guild_id, what=what, reason=refusal.code, discord=said)
    kept[what] = Hindrance(refusal, now)
    return new


def unhindered(bot: Any, guild_id: int, what: str) -> None:
    """Note that `what` works on a server again."""
    if bot.hindrances.get(guild_id, {}).pop(what, None) is not None:
        log.info("works again", server=guild_id, what=what)


def hindrance(bot: Any, guild_id: int | None, what: str) -> Refusal | None:
    """Why `what` was refused on a server within the last day; None if it was not, or has worked
    since."""
    kept = bot.hindrances.get(guild_id or 0, {}).get(what)
    return None if kept is None or kept.at + _SHOWN < bot.tables.now() else kept.refusal


def waits(bot: Any, guild_id: int, what: str) -> bool:
    """Whether `what` was refused so recently that it must not be tried again yet."""
    kept = bot.hindrances.get(guild_id, {}).get(what)
    return kept is not None and bot.tables.now() < kept.at + REFUSED_PAUSE


def hindrance_lines(bot: Any, t: Translations, guild_id: int) -> list[str]:
    """A line for everything that is refused on a server now, with what helps."""
    known = [hindrance(bot, guild_id, what) for what in bot.hindrances.get(guild_id, {})]
    lines = [f"❌ {refusal_words(t, one)}" for one in known if one is not None]
    return list(dict.fromkeys(lines))
