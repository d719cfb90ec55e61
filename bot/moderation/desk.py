"""The desk of moderators' acts, at tables and in seasons: what an act is, and the one way in which
it is proposed, previewed, done, logged, told and undone. Callers must have checked that the person
is a moderator.

An act is declared once, as a class: what it touches, its preview, what it does, its line in the
audit log, how it is told, and how it is undone; whatever of these it has not, it says why
(`no_preview`, `no_telling`, `no_undo`). A table or a season, where acts are done, is a `Place`.

An act is carried out with a valid reason; only tried and stored until a second moderator confirms
it, where `may` says so; and written to the audit log in the transaction of its changes.

It is undone by the act that brings back what was before, which has a reason and perhaps a second
moderator like any other. Each act says itself which one that is (`Act.undo`).
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from datetime import datetime
from types import ModuleType, NoneType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_type_hints,
)

import structlog
from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.moderation.gate import AFTER_WAIT, ROLES, may_settle, must_wait, settled_already
from bot.refusal import P_, Refusal
from bot.store import Store, moderation, settings
from bot.store.database import ChangedMeanwhileError
from bot.tables.requests import Rewind
from bot.tables.settings import ServerSettings
from bot.text.translation import Translations

logger = structlog.get_logger(__name__)

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


LOOKED_AT = "only looked at"
"""The reason of an act that is only tried, for its preview."""
NOTHING = -1
"""Stands for a missing value in the word of a button."""
SEEN = "seen"
"""Key in the details of an entry: the state before the act (`Act.seen`)."""
UNDOES = "undoes"
"""Key in the details of an entry: the number of the entry that it undoes (`Act.undoes`)."""
Thing = TypeVar("Thing", bound=Opened)
View = TypeVar("View")
NameOf = Callable[[int], str]
"""Gives a name, formatted for messages: a person's from the id, at a table from the seat."""


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


Section = Literal["server", "season", "table", "person"]
"""A part of the moderators' page."""


@dataclass(frozen=True)
class Offer:
    """How the moderators' page offers an act that asks for nothing but a reason. What the page is
    about is a `Here` of `cogs.leagues.waiting`."""

    section: Section
    label: str
    """What a moderator can do, in a menu or on a button, at most 34 characters; imperative."""
    make: Callable[[Any], "Act[Any] | Sequence[Act[Any]]"]
    """Makes the act, or one for each of a person's entries."""
    when: Callable[[Any], bool]
    """Whether it is offered."""
    tried: bool = False
    """Whether it is only offered if it would not be refused now."""


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
    touches: ClassVar[tuple[str, ...]] = ()
    """What it changes in its season or at its table: a word, then the names of the fields that say
    which one. Empty for what no act takes back."""
    no_preview: ClassVar[str] = ""
    """Why it is done at once, without a preview; empty for an act with one."""
    no_telling: ClassVar[str] = ""
    """Why the channel gets no message about it; empty for an act with one."""
    no_undo: ClassVar[str] = ""
    """Why no act takes it back; empty for an act with an undo."""
    offer: ClassVar[Offer | None] = None
    """How the moderators' page offers it; None for an act with a form or a page of its own, or for
    one that is no moderator's."""
    asks_reason: ClassVar[bool] = True
    """Whether a reason is asked for. Not for what happens in every season: the log then has the
    season's name as the reason."""
    takes_long: ClassVar[bool] = False
    """Whether it may take longer, in a large league, than Discord waits for a response."""
    always_second: ClassVar[bool] = False
    """Whether a second moderator must confirm it on every server."""

    undoes: int | None = field(default=None, metadata=LOG_ONLY, kw_only=True)
    """The number of the entry that it undoes; None for an act of its own."""

    async def seen(self, opened: Thing) -> dict[str, Any]:
        """Describe the state before the act, for the audit log and for whoever confirms it. People
        are ids; plain JSON types, nothing hidden."""
        return {}

    async def apply(self, opened: Thing, by: int, reason: str) -> Outcome:
        """Carry out the act in memory, as moderator `by`. Raises Refusal where it is impossible."""
        raise NotImplementedError

    def preview(self, t: Translations, name_of: NameOf, found: Any) -> list[str]:
        """Write its changes as lines for the moderator only, from the `Preview` that was found."""
        return []

    def other_way(self, t: Translations, found: Any) -> tuple[str, Self] | None:
        """Offer the act in another variant, as a second button of the preview with its label; None
        for none."""
        return None

    def changes(self) -> tuple[object, ...]:
        """Name what it changes in its season or at its table (`touches`): acts that change the same
        are undone in turn, the newest first."""
        return (*self.touches[:1], *(getattr(self, one) for one in self.touches[1:]))

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

    @classmethod
    def _button_fields(cls) -> list[Field[Any]]:
        return [one for one in cls.stored_fields() if one.metadata != LOG_ONLY]

    def word(self) -> str:
        """Write the act into the word of a button: its name and fields, separated by points. A text
        or a tuple comes last."""
        parts = [self.act]
        for one in self._button_fields():
            value = getattr(self, one.name)
            if isinstance(value, tuple):
                parts += map(str, value)
            elif isinstance(value, str):
                parts.append(value)
            else:
                parts.append(str(NOTHING if value is None else int(value)))
        return ".".join(parts)

    @classmethod
    def of_word(cls, word: str, number: Callable[[str], int]) -> Self:
        """Make the act from the part of a button's word behind its name. `number` reads a number.
        Raises ValueError if there are too few parts."""
        hints, left = get_type_hints(cls), word.split(".") if word else []
        values: dict[str, Any] = {}
        for one in cls._button_fields():
            kind = hints[one.name]
            if kind == tuple[int, ...]:
                values[one.name], left = tuple(map(number, left)), []
            elif str in (kind, *get_args(kind)):
                values[one.name], left = ".".join(left), []
            elif left:
                value = number(left.pop(0))
                optional = NoneType in get_args(kind)
                values[one.name] = None if value == NOTHING and optional else value
            elif one.default is MISSING:
                raise ValueError(f"too few parts for {cls.act}: {word}")
        return cls(**values)


def kinds(*modules: ModuleType) -> dict[str, Any]:
    """Collect the acts that modules declare, by their names."""
    return {
        one.act: one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Act) and "act" in vars(one)
    }


@dataclass(frozen=True)
class Preview(Generic[View]):
    """A table or season before and after an act, which was only tried."""

    before: View
    after: View
    seen: Mapping[str, Any]
    """The state before the act (`Act.seen`)."""
    outcome: Outcome
    waits: bool
    """Whether another moderator would have to confirm it."""


@dataclass(frozen=True)
class Done(Generic[View]):
    """A moderator's act, done or waiting for a second moderator."""

    entry: AuditEntry
    """The entry as written to the audit log; see its `status`."""
    after: View
    """The table or season after the act."""
    outcome: Outcome = field(default_factory=Outcome)


class Place(ABC, Generic[Thing, View]):
    """Where acts are done: a table, or a season."""

    acts: ClassVar[Mapping[str, type[Any]]]
    """The kinds of acts there, by the names under which they are stored."""
    store: Store
    table_id: int | None = None
    season_id: int | None = None
    """The table or season that entries of the audit log name. A table of a season has both."""

    @abstractmethod
    async def must_belong(self, moderator: Moderator) -> None:
        """Raises Refusal for a place on another server."""

    def must_suit(self, act: Act[Thing]) -> None:
        """Raises Refusal for an act that is not decided there."""

    async def prepared(self, act: Act[Thing]) -> Act[Thing]:
        """Return the act with everything done that takes long, before the place is opened."""
        return act

    @abstractmethod
    def open(self) -> AbstractAsyncContextManager[Thing]:
        """Open it to change it."""

    @abstractmethod
    def try_out(self) -> AbstractAsyncContextManager[Thing]:
        """Open it for trying something; nothing is written."""

    @abstractmethod
    def view(self, opened: Thing) -> View:
        """Give the table or season as it is now."""

    @abstractmethod
    def details(self, opened: Thing) -> dict[str, Any]:
        """Describe the place for the audit log."""

    @abstractmethod
    def concerned(self, opened: Thing, act: Act[Thing]) -> frozenset[int]:
        """List the people who gain by an act."""

    @abstractmethod
    async def takes_part(self, opened: Thing, act: Act[Thing], user_id: int) -> bool:
        """Whether a person takes part there, so that the audit log marks the person's act as one in
        their own game or season."""

    @abstractmethod
    def changes_result(self, opened: Thing, act: Act[Thing]) -> bool:
        """Whether an act can change a result."""

    @abstractmethod
    async def helps(self, opened: Thing, act: Act[Thing]) -> bool:
        """Whether an act may help a player, so that a moderator who gains may not do it alone."""

    @abstractmethod
    async def tell(self, opened: Thing, act: Act[Thing], entry: AuditEntry) -> None:
        """Put notes about an act that was done into the outbox, in the transaction."""

    async def found(self, opened: Thing, tried: Preview[View]) -> Preview[View]:
        """Add to a preview what only this kind of place has. `opened` is what was tried."""
        return tried


@dataclass(frozen=True)
class May:
    """What the gate says about an act that a person may do."""

    own: bool
    """Whether the person takes part in the table or season."""
    waits: bool
    """Whether another moderator must confirm the act."""


async def may(
    act: Act[Thing], moderator: Moderator, place: Place[Thing, View], opened: Thing
) -> May:
    """Check whether a person may do an act alone: the gate of every act."""
    own = await place.takes_part(opened, act, moderator.id)
    gains = own or moderator.id in place.concerned(opened, act)
    server = await opened.fetch(settings.of_server, moderator.guild_id, ServerSettings)
    waits = act.always_second or must_wait(
        second=server.second_moderator,
        changes_result=place.changes_result(opened, act),
        gains=gains,
        helps=gains and await place.helps(opened, act),
    )
    return May(own, waits)


async def preview(
    place: Place[Thing, View], moderator: Moderator, act: Act[Thing]
) -> Preview[View]:
    """Preview the changes of an act, and write nothing. Raises Refusal where it would be
    refused."""
    await place.must_belong(moderator)
    place.must_suit(act)
    act = await place.prepared(act)
    async with place.try_out() as opened:
        await must_undo(opened, place.acts, act)
        waits = (await may(act, moderator, place, opened)).waits
        before, seen = place.view(opened), await act.seen(opened)
        outcome = await act.apply(opened, moderator.id, LOOKED_AT)
        tried = Preview(before, place.view(opened), seen, outcome, waits)
        return await place.found(opened, tried)


async def do(
    place: Place[Thing, View], moderator: Moderator, act: Act[Thing], reason: str
) -> Done[View]:
    """Do an act, or store it until a second moderator confirms it. Raises Refusal without a reason
    of 3 to 200 characters, on another server, and where the act is impossible."""
    reason = good_reason(reason)
    await place.must_belong(moderator)
    place.must_suit(act)
    act = await place.prepared(act)
    async with place.open() as opened:
        await must_undo(opened, place.acts, act)
        allowed = await may(act, moderator, place, opened)
        seen = await act.seen(opened)
        tried = opened.trial() if allowed.waits else opened
        outcome = await act.apply(tried, moderator.id, reason)
        if allowed.waits:
            server = await opened.write(settings.of_server, moderator.guild_id, ServerSettings)
            found = {**outcome.asked, ROLES: list(server.moderator_roles)}
        else:
            found = {**outcome.asked, **outcome.details}
        entry = AuditEntry(
            0, moderator.guild_id, place.table_id, opened.now, moderator.id, act.act, reason,
            {**act.details(), **place.details(opened), **found, SEEN: seen},
            own_table=allowed.own or outcome.own,
            season_id=place.season_id,
            status="pending" if allowed.waits else "done",
        )  # fmt: skip
        hidden = None if allowed.waits else outcome.hidden
        entry = await opened.write(moderation.add, entry, hidden=hidden)
        if entry.status == "done":
            await place.tell(opened, act, entry)
    return _logged(place, Done(entry, place.view(opened), outcome))


async def settle(
    place: Place[Thing, View], entry_id: int, moderator: Moderator, *, confirm: bool
) -> Done[View]:
    """Do what another moderator requested (`confirm`), or reject it. The requester may reject it,
    but not confirm it; nobody who gains by it may. Raises Refusal as `may_settle` does, if it is no
    longer pending (`settled`), and if it has become impossible."""
    entry = await pending_entry(place.store, entry_id, moderator)
    if entry.act not in place.acts or not _is_of(place, entry):
        raise no_entry()
    await place.must_belong(moderator)
    act: Act[Thing] = place.acts[entry.act].of_details(entry.details)
    if confirm:
        place.must_suit(act)
        act = await place.prepared(act)
    outcome = Outcome()
    async with place.open() as opened:
        concerned = place.concerned(opened, act)
        if confirm:
            await must_undo(opened, place.acts, act)
            if await place.takes_part(opened, act, moderator.id):
                entry = replace(entry, own_table=True)
                concerned |= {moderator.id}
        waited = may_settle(entry, moderator, concerned, confirm=confirm, now=opened.now)
        settled = replace(entry, status="refused", settled_by=moderator.id, settled_at=opened.now)
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
        if confirm:
            await place.tell(opened, act, settled)
    return _logged(place, Done(settled, place.view(opened), outcome))


def _is_of(place: Place[Any, Any], entry: AuditEntry) -> bool:
    if entry.table_id is not None:
        return entry.table_id == place.table_id
    return entry.season_id is not None and entry.season_id == place.season_id


def _logged(place: Place[Any, Any], done: Done[View]) -> Done[View]:
    entry = done.entry
    logger.info(
        "moderated", table=place.table_id, season=place.season_id, act=entry.act, entry=entry.id,
        by=entry.user_id, status=entry.status,
    )  # fmt: skip
    return done


async def undo_of(place: Place[Thing, View], entry: AuditEntry, moderator: Moderator) -> Act[Thing]:
    """Make the act that undoes an entry, and try it. Raises Refusal as `inverse` does, and where it
    would be refused."""
    await place.must_belong(moderator)
    async with place.try_out() as opened:
        found: Act[Thing] = await inverse(opened, place.acts, entry)
    await preview(place, moderator, found)
    return found


async def concerned_by(place: Place[Any, Any], request: AuditEntry) -> frozenset[int]:
    """List the people who gain by a request."""
    act = place.acts[request.act].of_details(request.details)
    async with place.try_out() as opened:
        return place.concerned(opened, act)


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
    """Raises Refusal (`points`) unless these points, in quarters, are one for each of so many seats
    and within `POINTS_RANGE`."""
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


async def inverse(opened: Opened, acts: Mapping[str, type[Any]], entry: AuditEntry) -> Any:
    """Make the act that undoes an entry, about the table or season that is `opened`. `acts` are the
    kinds of acts there, of which it is one. Raises Refusal for an entry that is not done
    (`not-done`), is undone already (`undone-already`), has no way back (`no-way-back`), or after
    which the same was changed (`changed-by`, `changed-since`)."""
    await must_stand(opened.fetch, entry)
    if entry.act not in acts:
        raise no_way_back()
    act: Act[Any] = acts[entry.act].of_details(entry.details)
    if not act.changes():
        raise no_way_back()
    if entry.table_id is not None:
        others = await opened.fetch(moderation.of_table, entry.table_id)
    else:
        others = await opened.fetch(moderation.of_season, entry.season_id)
    changed = _changed_by(acts, act, entry, others)
    if changed is not None:
        raise Refusal(
            "changed-by", "Entry {by} changed this again; undo that one first.", by=changed.id
        )
    found = await act.undo(opened, entry)
    if found is None:
        raise no_way_back()
    return replace(found, undoes=entry.id)


async def must_stand(fetch: Callable[..., Awaitable[Any]], entry: AuditEntry) -> None:
    """Raises Refusal for an entry that is not done (`not-done`), or is undone already
    (`undone-already`). `fetch` calls a repository's function."""
    if entry.status != "done":
        raise Refusal(
            "not-done",
            "This is waiting for confirmation, or was refused; there is nothing to undo.",
        )
    by = (await fetch(moderation.undone, entry.guild_id)).get(entry.id)
    if by is not None:
        raise Refusal(
            "undone-already",
            "Entry {entry} is already undone; undo entry {by} instead.",
            entry=entry.id,
            by=by,
        )


async def must_undo(opened: Opened, acts: Mapping[str, type[Any]], act: Act[Any]) -> None:
    """Raises Refusal for an act that is to undo an entry and no longer would, as `inverse` does."""
    if act.undoes is None:
        return
    entry = await opened.fetch(moderation.by_id, act.undoes)
    if entry is None:
        raise no_entry()
    if (await inverse(opened, acts, entry)).details() != act.details():
        raise changed_since()


def _changed_by(
    acts: Mapping[str, type[Any]], act: Act[Any], entry: AuditEntry, others: Sequence[AuditEntry]
) -> AuditEntry | None:
    """Find the newest act after an entry that changed the same, and is not undone itself."""
    later = {
        one.id: other
        for one in others
        if one.status == "done" and one.act in acts and _done_at(one) > _done_at(entry)
        for other in [acts[one.act].of_details(one.details)]
        if other.changes() == act.changes()
    }
    undone = set[int]()
    for one in sorted((one for one in others if one.id in later), key=_done_at, reverse=True):
        if one.id in undone:
            continue
        target = later[one.id].undoes
        if target not in later:
            return one
        undone.add(target)
    return None


def _done_at(entry: AuditEntry) -> tuple[datetime, int]:
    """Give a key that sorts entries by when they were done: a confirmed one when it was
    confirmed."""
    return entry.settled_at or entry.at, entry.id


def changed_since() -> Refusal:
    """Make the refusal to undo what something else has changed since."""
    return Refusal(
        "changed-since",
        "This has changed since and cannot be undone; decide it again with /moderate page.",
    )


def no_way_back() -> Refusal:
    """Make the refusal to undo what no act takes back."""
    return Refusal(
        "no-way-back",
        "This cannot be undone; /moderate page shows what you can do instead.",
    )
