"""What moderators' acts at tables and in seasons share: the second moderator, carrying an act out,
and undoing it. Callers must have checked that the person is a moderator.

The second moderator: one rule for tables and seasons. An act waits for another moderator where it
can change a result and the server wants a second one, and anywhere where the moderator gains by it,
now or by what it makes possible. Nobody who gains confirms it. The moderators' roles and who else
was known to moderate are noted when the act is asked for, so that nothing done later to the
server's roles changes who must decide, or who may. Where nobody was known, the players are told: 24
hours after that the act may be completed, unless one of them has objected. Then a moderator decides
who does not gain.

An act is carried out with a valid reason; only tried and stored until a second moderator confirms
it, where that is required; and written to the audit log in the transaction of its changes.

It is undone by the act that brings back what was before, which has a reason and perhaps a second
moderator like any other. Each act says itself which one that is (`Act.undo`).
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from bot.model.server import AuditEntry, Moderator
from bot.refusal import P_, Refusal
from bot.store import Store, moderation, settings
from bot.store.database import ChangedMeanwhileError
from bot.tables.requests import Rewind
from bot.tables.settings import ServerSettings
from bot.text.translation import moment

WAIT = timedelta(hours=24)
"""How long players may object before an act is completed without another moderator."""
AFTER_WAIT = "as_manager"
"""Key in the details of an entry completed after `WAIT`: "plays" if the person who completed it
gains by it, else "free"."""
CALLED_IN = "called_in"
"""Key in the details of an entry that needs or needed a second moderator: the channel and the
message in which moderators were called."""
ROLES = "moderator_roles"
"""Key in the details of an entry that waits or waited: the moderators' roles when it was asked for;
empty where those who may manage the server moderated."""
KNOWN = "known"
"""Key in the details of an entry that waits: the other people known to moderate when it was asked
for."""
TOLD_IN = "told_in"
"""Key in the details of an entry that waits for objections: the channel and the message in which
players were told."""
TOLD_AT = "told_at"
"""Key in the details of an entry that waits for objections: when players were told, in ISO 8601."""
REMINDED = "reminded"
"""Key in the details of an entry: the channel and the message in which moderators were told that
nobody has objected."""
OBJECTED = "objected"
"""Key in the details of an entry: the player who has objected."""


@dataclass(frozen=True)
class Stake:
    """The season of a league whose results an act at a table may change."""

    season_id: int
    season: str
    """The name of the season."""
    people: frozenset[int]
    """The people who gain by acts in it."""
    table: int
    """The number of the table in the season."""
    over: bool
    """Whether the table has a result in the season, or was taken out."""

    def details(self) -> dict[str, Any]:
        """Describe it for the audit log."""
        return {"season": self.season, "in_season": self.table}


async def second_wanted(store: Store, guild_id: int) -> bool:
    """Whether a server wants a second moderator for changes of results."""
    return (await store.read(settings.of_server, guild_id, ServerSettings)).second_moderator


def must_wait(*, second: bool, changes_result: bool, gains: bool, helps: bool) -> bool:
    """Whether an act waits for another moderator. `second` is the server's wish; `gains` says that
    the moderator may gain by the act, if it can help anybody (`helps`)."""
    return (second and changes_result) or (gains and helps)


def free_moderators(entry: AuditEntry, concerned: frozenset[int]) -> frozenset[int] | None:
    """Find who was known to moderate when the act was asked for, and neither asked nor gains. None
    where that is not noted yet."""
    known = entry.details.get(KNOWN)
    return None if known is None else frozenset(known) - concerned - {entry.user_id}


def may_settle(
    entry: AuditEntry,
    moderator: Moderator,
    concerned: frozenset[int],
    *,
    confirm: bool,
    now: datetime,
) -> bool:
    """Whether a person settles a request only because the time for objections is over. `concerned`
    are the people who gain by it. Raises Refusal for a person who may not confirm it: the requester
    (`second-moderator`), one who gains (`plays-there`), one who is no moderator
    (`moderator-decides`), and where nobody else is known, after an objection (`objected`), before
    players were told (`not-told`) or the time is over (`objections-wait`). The requester and every
    moderator may refuse it."""
    requested, plays = moderator.id == entry.user_id, moderator.id in concerned
    if not confirm or (moderator.named and not (requested or plays)):
        return False
    free = free_moderators(entry, concerned)
    if free is None or free:
        if not moderator.named:
            # Translators: “free”: does not play in the season, and is not concerned
            raise Refusal(
                "moderator-decides",
                "A moderator of this server must decide this; you can only when no moderator is "
                "free to.",
            )
        if requested:
            raise Refusal(
                "second-moderator", "Another moderator must confirm this; ask one of them."
            )
        raise Refusal(
            "plays-there",
            "You play there, or gain from this; ask another moderator to confirm it.",
        )
    if OBJECTED in entry.details:
        raise Refusal(
            "objected",
            "A player has objected: now it needs a moderator who does not play there and was "
            "one before the request.",
        )
    until = objections_until(entry)
    if until is None:
        raise Refusal(
            "not-told",
            "No moderator I know is free to confirm this, so the players must be told first; let "
            "me post where they read.",
        )
    if now < until:
        # Translators: {until} is a date with the time
        raise Refusal(
            "objections-wait",
            "No moderator I know is free to confirm this, so players may object until {until}; "
            "come back then.",
            until=moment(until, "f"),
        )
    return True


def objections_until(entry: AuditEntry) -> datetime | None:
    """Find until when players may object to a request. None if they are not told."""
    told = entry.details.get(TOLD_AT)
    return None if told is None else datetime.fromisoformat(told) + WAIT


def unopposed(entry: AuditEntry, now: datetime) -> bool:
    """Whether players could object to a request until now, and nobody has."""
    until = objections_until(entry)
    return until is not None and until <= now and OBJECTED not in entry.details


async def note_known(store: Store, entry: AuditEntry, known: Collection[int]) -> AuditEntry:
    """Note who else was known to moderate when an act was asked for, once. Returns the entry with
    it."""
    return await _note(store, entry, {KNOWN: sorted(known)})


async def note_told(
    store: Store, entry: AuditEntry, where: Collection[int], at: datetime
) -> AuditEntry:
    """Note the channel and message in which players were told of a request, and when. Returns the
    entry with it."""
    return await _note(store, entry, {TOLD_IN: list(where), TOLD_AT: at.isoformat()})


async def note_reminded(store: Store, entry: AuditEntry, where: Collection[int]) -> None:
    """Note the channel and message in which moderators were told that nobody has objected; empty if
    no channel was possible."""
    await _note(store, entry, {REMINDED: list(where)})


async def note_call(store: Store, entry: AuditEntry, where: Collection[int]) -> None:
    """Note the channel and message in which moderators were called for a request; empty if no
    channel was possible."""
    await _note(store, entry, {CALLED_IN: list(where)})


async def object_to(store: Store, entry: AuditEntry, user_id: int, players: frozenset[int]) -> None:
    """Note a player's objection, which holds a request until another moderator decides. Raises
    Refusal for a person who does not play there (`objects-not-player`), the requester
    (`objects-own`), and if somebody has objected already (`objected-already`) or it was decided
    (`settled`)."""
    if user_id not in players:
        raise Refusal(
            "objects-not-player", "Only its players can object; ask a moderator about it."
        )
    if user_id == entry.user_id:
        raise Refusal("objects-own", "You asked for this yourself; refuse it with /moderate page.")
    noted = await _note(store, entry, {OBJECTED: user_id})
    if noted.status != "pending":
        raise settled_already()
    if noted.details[OBJECTED] != user_id or OBJECTED in entry.details:
        raise Refusal(
            "objected-already",
            "Somebody has already objected; a moderator who does not play there decides.",
        )


async def _note(store: Store, entry: AuditEntry, details: Mapping[str, Any]) -> AuditEntry:
    """Add details to an entry that is still pending, unless it has some of these names."""
    async with store.transaction() as transaction:
        now = await transaction.run(moderation.by_id, entry.id)
        assert now is not None
        if now.status == "pending" and not details.keys() & now.details.keys():
            now = replace(now, details={**now.details, **details})
            await transaction.run(moderation.note, now)
    return now


def settled_already() -> Refusal:
    """Make the refusal to decide a settled request."""
    return Refusal("settled", "That was decided already; see /moderate log.")


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
    """The order in which entries were done: a confirmed one when it was confirmed."""
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
