"""What every act of a moderator has, at a table or in a season, and how it is done: with a good
reason, tried and kept until a second moderator confirms it where the server wants that for what
changes a result, and written into the audit log in the same transaction as what it changes.

That somebody is a moderator, the caller must have made sure of.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from datetime import datetime
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.refusal import Refusal
from bot.store import Store, moderation, settings
from bot.store.database import ChangedMeanwhileError
from bot.tables.rewinding import Rewind

REASON_LENGTH = (3, 200)
"""Fewest and most characters of a reason."""
POINTS_RANGE = (-100, 500)
"""Fewest and most points that a corrected result may give a seat."""
NOT_STORED = {"stored": False}
"""Metadata of a field that is kept neither in the audit log nor by a button."""


class Opened(Protocol):
    """A table or a season that is open to be changed."""

    @property
    def now(self) -> datetime:
        """When it was opened; UTC."""

    def trial(self) -> Self:
        """The same, to try something: what is changed there is never written."""

    @property
    def write(self) -> Callable[..., Awaitable[Any]]:
        """Calls a repository's function in the transaction."""


Thing = TypeVar("Thing", bound=Opened)


@dataclass(frozen=True)
class Outcome:
    """What an act has done."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """For the audit log, besides the fields of the act."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """For the audit log already while the act waits for a second moderator."""
    hidden: Mapping[str, Any] | None = None
    """What was taken out of use and must be kept, such as a deal: for the program alone."""
    rewind: Rewind | None = None
    """What was undone, if a game was rewound."""
    own: bool = False
    """Whether the moderator gets or gives up a seat by it."""


@dataclass(frozen=True)
class Act(Generic[Thing]):
    """An act of a moderator. The fields of each are what the moderator chose, in plain JSON types:
    so an act that waits for a second moderator is kept in the audit log."""

    act: ClassVar[str]
    """Under which it is stored, and carried by buttons."""
    called: ClassVar[str]
    """What the audit log calls it."""
    asks: ClassVar[str] = ""
    """The question before it is done; empty where it is done at once."""
    tells: ClassVar[str] = ""
    """What the channel is told after it was done; empty where it is told nothing."""

    async def apply(self, opened: Thing, by: int, reason: str) -> Outcome:
        """Do it in memory, as the moderator `by`. Raises Refusal where it cannot be done."""
        raise NotImplementedError

    @classmethod
    def stored_fields(cls) -> list[Field[Any]]:
        """The fields that the audit log keeps."""
        return [one for one in fields(cls) if one.metadata != NOT_STORED]

    def details(self) -> dict[str, Any]:
        """Those fields as plain JSON types."""
        return {
            one.name: list(value) if isinstance(value, tuple) else value
            for one in self.stored_fields()
            for value in [getattr(self, one.name)]
        }

    @classmethod
    def of_details(cls, details: Mapping[str, Any]) -> Self:
        """The act that `details` gave; what else the audit log keeps beside it is left out."""
        names = {one.name for one in cls.stored_fields()}
        own = {key: value for key, value in details.items() if key in names}
        return TypeAdapter(cls).validate_python(own)


async def do(
    opened: Thing, act: Act[Thing], entry: AuditEntry, *, pending: bool
) -> tuple[AuditEntry, Outcome]:
    """Do an act, or only try it where a second moderator must confirm it; the entry as it was
    written. `entry` says who asks, why and where. Raises Refusal where it cannot be done."""
    outcome = await act.apply(opened.trial() if pending else opened, entry.user_id, entry.reason)
    found = outcome.asked if pending else {**outcome.asked, **outcome.details}
    entry = replace(
        entry,
        details={**act.details(), **entry.details, **found},
        own_table=entry.own_table or outcome.own,
        status="pending" if pending else "done",
    )
    hidden = None if pending else outcome.hidden
    return await opened.write(moderation.add, entry, hidden=hidden), outcome


async def settle(
    opened: Thing, act: Act[Thing], entry: AuditEntry, moderator: Moderator, *, confirm: bool
) -> tuple[AuditEntry, Outcome]:
    """Do what another moderator asked for, or refuse it; the entry as it was written. Who asked
    for it may refuse it, too, but not confirm it (`second-moderator`). Raises Refusal if it is
    pending no longer (`settled`), or cannot be done any more."""
    settled = replace(entry, status="refused", settled_by=moderator.id, settled_at=opened.now)
    outcome = Outcome()
    if confirm:
        if entry.user_id == moderator.id:
            raise Refusal(
                "second-moderator", "Another moderator must confirm this; ask one of them."
            )
        outcome = await act.apply(opened, entry.user_id, entry.reason)
        details = {**entry.details, **outcome.asked, **outcome.details}
        settled = replace(settled, status="done", details=details)
    try:
        await opened.write(moderation.settle, settled, hidden=outcome.hidden)
    except ChangedMeanwhileError:
        raise _settled_already() from None
    return settled, outcome


async def pending_entry(store: Store, entry_id: int, moderator: Moderator) -> AuditEntry:
    """The entry that waits for a second moderator. Raises Refusal if there is none of this number
    (`no-entry`), or it was confirmed or refused already (`settled`)."""
    entry = await store.read(moderation.by_id, entry_id)
    if entry is None or entry.guild_id != moderator.guild_id:
        raise no_entry()
    if entry.status != "pending":
        raise _settled_already()
    return entry


def good_reason(reason: str) -> str:
    """A reason in one line. Raises Refusal (`reason`) where it is too short or too long."""
    words = " ".join(reason.split())
    fewest, most = REASON_LENGTH
    if not fewest <= len(words) <= most:
        raise Refusal(
            "reason",
            "Give a reason of {fewest} to {most} characters; the audit log keeps it.",
            fewest=fewest,
            most=most,
        )
    return words


async def second_wanted(store: Store, guild_id: int) -> bool:
    """Whether a server wants a second moderator to confirm what changes a result."""
    return (await store.read(settings.of_server, guild_id)).second_moderator


def _settled_already() -> Refusal:
    return Refusal("settled", "That was decided already; see /moderate log.")


def no_entry() -> Refusal:
    """The refusal for an entry that does not exist, or belongs to another server."""
    return Refusal("no-entry", "There is no such entry; see /moderate log.")


def must_be_points(points4: Sequence[int], seats: int) -> None:
    """Raises Refusal (`points`) unless these are quarters of points for so many seats that a game
    can end with."""
    least, most = POINTS_RANGE
    if len(points4) != seats or not all(least * 4 <= p <= most * 4 for p in points4):
        raise Refusal(
            "points",
            "Give points for each of the {seats} seats, from {least} to {most}.",
            seats=seats,
            least=least,
            most=most,
        )
