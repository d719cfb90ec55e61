"""The common parts of moderators' acts, at a table or in a season, and how to carry one out: with a
valid reason; only tried and stored until a second moderator confirms it, on servers that require
that for changes of results; and written to the audit log in the transaction of its changes.

Callers must have checked that the person is a moderator.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from datetime import datetime
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.moderation.second_moderator import AFTER_WAIT, ROLES, may_settle, settled_already
from bot.refusal import P_, Refusal
from bot.store import Store, moderation, settings
from bot.store.database import ChangedMeanwhileError
from bot.tables.rewinding import Rewind
from bot.tables.settings import ServerSettings

REASON_LENGTH = (3, 200)
"""The minimum and maximum length of a reason, in characters."""
POINTS_RANGE = (-100, 500)
"""The minimum and maximum points that a corrected result may give a seat."""
NOT_STORED = {"stored": False}
"""Metadata of a field that is stored neither in the audit log nor in a button."""
LOG_ONLY = {"button": False}
"""Metadata of a field that is stored in the audit log alone, and only if it is not None."""


class Opened(Protocol):
    """A table or a season that is open for changes."""

    @property
    def now(self) -> datetime:
        """When it was opened, in UTC."""

    @property
    def fetch(self) -> Callable[..., Awaitable[Any]]:
        """Calls a repository's function that reads."""

    def trial(self) -> Self:
        """Copy it for trying something: changes of the copy are never written."""

    @property
    def write(self) -> Callable[..., Awaitable[Any]]:
        """Calls a repository's function in the transaction."""


SEEN = "seen"
"""Key in the details of an entry: the state before the act (`Act.seen`)."""
UNDOES = "undoes"
"""Key in the details of an entry: the number of the entry that it undoes (`Act.undoes`)."""
Thing = TypeVar("Thing", bound=Opened)


@dataclass(frozen=True)
class Outcome:
    """The outcome of an act."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """Details for the audit log, besides the fields of the act."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """Details for the audit log, also while the act waits for a second moderator."""
    hidden: Mapping[str, Any] | None = None
    """Replaced data that must be kept, such as a deal; never shown."""
    rewind: Rewind | None = None
    """The rewind, if a game was rewound."""
    own: bool = False
    """Whether the act gives the moderator a seat or takes it away."""


@dataclass(frozen=True)
class Act(Generic[Thing]):
    """An act of a moderator. Its fields are the moderator's choices, as plain JSON types, so that
    an act that waits for a second moderator can be stored in the audit log."""

    act: ClassVar[str]
    """The name under which it is stored, and which buttons carry."""
    called: ClassVar[str]
    """The act's name in the audit log."""
    asks: ClassVar[str] = ""
    """The question before the act; empty for none."""
    tells: ClassVar[str] = ""
    """The message to the channel after the act; empty for none."""

    undoes: int | None = field(default=None, metadata=LOG_ONLY, kw_only=True)
    """The number of the entry that it undoes; None for an act of its own."""

    async def seen(self, opened: Thing) -> dict[str, Any]:
        """Describe the state before the act, for the audit log and for whoever confirms it. People
        are ids; plain JSON types, nothing hidden."""
        return {}

    async def apply(self, opened: Thing, by: int, reason: str) -> Outcome:
        """Carry out the act in memory, as moderator `by`. Raises Refusal where it is impossible."""
        raise NotImplementedError

    def changes(self) -> tuple[object, ...]:
        """Name what it changes in its season or at its table: acts that change the same are undone
        in turn, the newest first. Empty for what no act takes back."""
        return ()

    async def undo(self, opened: Thing, entry: AuditEntry) -> "Act[Thing] | None":
        """Make the act that brings back what was before, from the entry of this one; None where
        there is none. Raises Refusal (`changed-since`) if something else has changed it since."""
        return None

    def told(self) -> str:
        """The message to the channel after the act with these choices."""
        return self.tells

    @classmethod
    def stored_fields(cls) -> list[Field[Any]]:
        """The fields that are stored in the audit log."""
        return [one for one in fields(cls) if one.metadata != NOT_STORED]

    def details(self) -> dict[str, Any]:
        """The stored fields as plain JSON types."""
        return {
            one.name: list(value) if isinstance(value, tuple) else value
            for one in self.stored_fields()
            for value in [getattr(self, one.name)]
            if one.metadata != LOG_ONLY or value is not None
        }

    @classmethod
    def of_details(cls, details: Mapping[str, Any]) -> Self:
        """Make the act from `details`; other keys of the entry are ignored."""
        names = {one.name for one in cls.stored_fields()}
        own = {key: value for key, value in details.items() if key in names}
        return TypeAdapter(cls).validate_python(own)


async def do(
    opened: Thing, act: Act[Thing], entry: AuditEntry, *, pending: bool
) -> tuple[AuditEntry, Outcome]:
    """Carry out an act, or only try it where a second moderator must confirm it. `entry` says who
    asks, why and where; returns it as written, with the outcome. Raises Refusal where the act is
    impossible."""
    seen = await act.seen(opened)
    outcome = await act.apply(opened.trial() if pending else opened, entry.user_id, entry.reason)
    if pending:
        server = await opened.write(settings.of_server, entry.guild_id, ServerSettings)
        found = {**outcome.asked, ROLES: list(server.moderator_roles)}
    else:
        found = {**outcome.asked, **outcome.details}
    entry = replace(
        entry,
        details={**act.details(), **entry.details, **found, SEEN: seen},
        own_table=entry.own_table or outcome.own,
        status="pending" if pending else "done",
    )
    hidden = None if pending else outcome.hidden
    return await opened.write(moderation.add, entry, hidden=hidden), outcome


async def settle(
    opened: Thing,
    act: Act[Thing],
    entry: AuditEntry,
    moderator: Moderator,
    *,
    confirm: bool,
    concerned: frozenset[int] = frozenset(),
) -> tuple[AuditEntry, Outcome]:
    """Carry out another moderator's request, or reject it; return the entry as written, with the
    outcome. `concerned` are the people who gain by it. Raises Refusal as `may_settle` does, if it
    is no longer pending (`settled`), or has become impossible."""
    settled = replace(entry, status="refused", settled_by=moderator.id, settled_at=opened.now)
    outcome = Outcome()
    waited = may_settle(entry, moderator, concerned, confirm=confirm, now=opened.now)
    if confirm:
        seen = await act.seen(opened)
        outcome = await act.apply(opened, entry.user_id, entry.reason)
        details = {**entry.details, **outcome.asked, **outcome.details, SEEN: seen}
        if waited:
            details[AFTER_WAIT] = "plays" if moderator.id in concerned else "free"
        settled = replace(settled, status="done", details=details)
    try:
        await opened.write(moderation.settle, settled, hidden=outcome.hidden)
    except ChangedMeanwhileError:
        raise settled_already() from None
    return settled, outcome


async def pending_entry(store: Store, entry_id: int, moderator: Moderator) -> AuditEntry:
    """Find the entry that waits for a second moderator. Raises Refusal if there is none with this
    number (`no-entry`), or it is no longer pending (`settled`)."""
    entry = await store.read(moderation.by_id, entry_id)
    if entry is None or entry.guild_id != moderator.guild_id:
        raise no_entry()
    if entry.status != "pending":
        raise settled_already()
    return entry


def good_reason(reason: str) -> str:
    """Put the reason on one line. Raises Refusal (`reason`) where it is too short or too long."""
    words = " ".join(reason.split())
    fewest, most = REASON_LENGTH
    if not fewest <= len(words) <= most:
        raise Refusal(
            "reason",
            *P_(
                "Give a reason of {fewest} to {n} character; the audit log keeps it.",
                "Give a reason of {fewest} to {n} characters; the audit log keeps it.",
            ),
            fewest=fewest,
            n=most,
        )
    return words


def seen_before(entry: AuditEntry) -> Mapping[str, Any]:
    """The state before the act of an entry, as `Act.seen` describes it."""
    return entry.details.get(SEEN) or {}


def no_entry() -> Refusal:
    """Make the refusal for an entry that does not exist, or belongs to another server."""
    return Refusal("no-entry", "There is no such entry; see /moderate log.")


def must_be_points(points4: Sequence[int], seats: int) -> None:
    """Raises Refusal (`points`) unless a game with so many seats can end with these points, in
    quarters."""
    least, most = POINTS_RANGE
    if len(points4) != seats or not all(least * 4 <= p <= most * 4 for p in points4):
        raise Refusal(
            "points",
            *P_(
                "Give points for the {n} seat, from {least} to {most}.",
                "Give points for each of the {n} seats, from {least} to {most}.",
            ),
            n=seats,
            least=least,
            most=most,
        )
