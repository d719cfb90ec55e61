"""The desk of moderators' acts, at tables and in seasons: what an act is, and the one way in which
it is proposed, previewed, done, logged, told and undone. Callers must have checked that the person
is a moderator.

An act is declared once, as a class: what it touches, its preview, what it does, its line in the
audit log, how it is told, and which act undoes it, or why none does (`no_undo`). A table or a
season, where acts are done, is a `Place`.

Whether a person may do an act is asked in one place (`may`), wherever it is previewed, done or
undone. It is carried out with a valid reason, and written to the audit log in the transaction of
its changes.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
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

from bot.model.league import League
from bot.model.server import AuditEntry, Moderator
from bot.refusal import P_, Refusal
from bot.store import Store, moderation
from bot.tables.requests import Rewind
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

    @property
    def write(self) -> Callable[..., Awaitable[Any]]:
        """Calls a repository's function in the transaction."""


LOOKED_AT = "only looked at"
"""The reason of an act that is only tried, for its preview."""
Touched = Literal[
    "result", "turn", "dispute", "points", "seat", "entry", "seeds", "admission", "end",
    "settings", "time", "tables",
]  # fmt: skip
"""What acts change: the result of a table, a turn at it, a dispute about it, league points; whose
seat it is, who is signed up or waits, in which order they are drawn, who may enter; whether a
season is over. Then what decides none of these, unless an act says so itself (`Act.leaves`)."""
LEFT: frozenset[str] = frozenset(get_args(Touched)[:9])
"""What organisers who play may leave to others."""
HELPED: frozenset[Touched] = frozenset({"time", "tables"})
"""What those may change who only help in a league."""
MOST_NAMED = 3
"""The most moderators whom a refusal names."""
NOTHING = -1
"""Stands for a missing value in the word of a button."""
SEEN = "seen"
"""Key in the details of an entry: the state before the act (`Act.seen`)."""
OPEN = "open"
"""Key in the details of an entry that players may read: it was written since all acts are told to
them. Bans, notes and decisions of disputes without it were between moderators and a person."""
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
    rewind: Rewind | None = None
    """The rewind, if a game was rewound."""


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
    """An act of a moderator. Its fields are the moderator's choices, as plain JSON types, as the
    audit log stores them."""

    act: ClassVar[str]
    """The name under which it is stored, and which buttons carry."""
    called: ClassVar[str]
    """The act's name in the audit log."""
    asks: ClassVar[str] = ""
    """The question above its preview; empty for an act that is done at once."""
    tells: ClassVar[str] = ""
    """The message to the channel after the act; empty where the act's name says it all."""
    asks_back: ClassVar[str] = ""
    tells_back: ClassVar[str] = ""
    """The same for an act that is taken back, as its field `back` says."""
    touches: ClassVar[tuple[str, ...]] = ()
    """What it changes in its season or at its table: a word of `Touched`, then the names of the
    fields that say which one."""
    no_undo: ClassVar[str] = ""
    """Why no act takes it back; empty for an act with an undo."""
    offer: ClassVar[Offer | None] = None
    """How the moderators' page offers it; None for an act with a form or a page of its own, or for
    one that is no moderator's."""
    offer_back: ClassVar[Offer | None] = None
    """How the moderators' page offers an act whose field `back` says that it is taken back."""
    asks_reason: ClassVar[bool] = True
    """Whether a reason is asked for. Not for what happens in every season: the log then has the
    season's name as the reason."""
    asks_reason_back: ClassVar[bool] = True
    """The same for an act that is taken back."""
    takes_long: ClassVar[bool] = False
    """Whether it may take longer, in a large league, than Discord waits for a response."""

    undoes: int | None = field(default=None, metadata=LOG_ONLY, kw_only=True)
    """The number of the entry that it undoes; None for an act of its own."""

    async def seen(self, opened: Thing) -> dict[str, Any]:
        """Describe the state before the act, for the audit log. People are ids; plain JSON types,
        nothing hidden."""
        return {}

    async def leaves(self, opened: Thing) -> bool:
        """Whether it changes what organisers who play may leave to others (`LEFT`) as the table or
        season is now."""
        return self.touches[0] in LEFT

    async def apply(self, opened: Thing, by: int, reason: str) -> Outcome:
        """Carry out the act in memory, as moderator `by`. Raises Refusal where it is impossible."""
        raise NotImplementedError

    def preview(self, t: Translations, name_of: NameOf, found: Any) -> list[str]:
        """Write its changes as lines for the moderator only, from the `Preview` that was found."""
        return []

    def changes(self) -> tuple[object, ...]:
        """Name what it changes in its season or at its table (`touches`): acts that change the same
        are undone in turn, the newest first."""
        return (*self.touches[:1], *(getattr(self, one) for one in self.touches[1:]))

    async def undo(self, opened: Thing, entry: AuditEntry) -> "Act[Thing] | None":
        """Make the act that brings back what was before, from the entry of this one; None where
        there is none. Raises Refusal (`changed-since`) if something else has changed it since."""
        return None

    @property
    def _goes_back(self) -> bool:
        """Whether an act of a kind that can be taken back, which has a field `back`, is so here."""
        return getattr(self, "back", False)

    def asked(self) -> str:
        """The question before the act with these choices."""
        return self.asks_back if self._goes_back else self.asks

    def needs_reason(self) -> bool:
        """Whether a reason is asked for with these choices."""
        return self.asks_reason_back if self._goes_back else self.asks_reason

    def told(self) -> str:
        """The message to the channel after the act with these choices."""
        return self.tells_back if self._goes_back else self.tells

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
        Raises ValueError if there are too few, too many or other parts."""
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
                if kind is bool and value not in (False, True):  # of another version
                    raise ValueError(f"other parts for {cls.act}: {word}")
                optional = NoneType in get_args(kind)
                values[one.name] = None if value == NOTHING and optional else value
            elif one.default is MISSING:
                raise ValueError(f"too few parts for {cls.act}: {word}")
        if left:  # of another version, too
            raise ValueError(f"too many parts for {cls.act}: {word}")
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


@dataclass(frozen=True)
class Done(Generic[View]):
    """A moderator's act that was done."""

    entry: AuditEntry
    """The entry as written to the audit log."""
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

    async def prepared(self, act: Act[Thing]) -> Act[Thing]:
        """Return the act with everything done that takes long, before the place is opened. Raises
        Refusal for an act that is not decided there."""
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
    async def about(self, opened: Thing, act: Act[Thing]) -> "About":
        """Say what the gate and the audit log have to know of it for an act."""

    @abstractmethod
    async def tell(self, opened: Thing, act: Act[Thing], entry: AuditEntry) -> None:
        """Put notes about an act that was done into the outbox, in the transaction."""


@dataclass(frozen=True)
class About:
    """What the gate and the audit log have to know of a place for an act there."""

    guild_id: int | None
    details: Mapping[str, Any]
    """The place as the audit log describes it."""
    taking_part: Collection[int]
    """The people who take part there: their acts are marked as ones in their own game or season, as
    are acts about oneself."""
    league: League | None = None
    """The league whose staff counts as moderators there; None outside leagues."""
    leaving: Collection[int] = ()
    """The people who leave to others what is in `LEFT`, as they take part in the season; empty
    where organisers who play may do everything."""


async def may(
    act: Act[Thing], moderator: Moderator, place: Place[Thing, View], opened: Thing
) -> About:
    """The gate of every act; returns what is known of the place. Raises Refusal for another server,
    as `must_be_staff`, and (`left-to-others`) for a person who takes part in a season whose league
    leaves such acts to others."""
    about = await place.about(opened, act)
    must_belong(about.guild_id, moderator)
    must_be_staff(moderator, about.league.id if about.league else None, act.touches[0])
    if moderator.id in about.leaving and await act.leaves(opened):
        raise left_to_others(moderator, about.leaving, about.league)
    return about


def must_belong(guild_id: int | None, moderator: Moderator) -> None:
    """Raises Refusal (`other-server`) for what is on another server than the moderator."""
    if guild_id != moderator.guild_id:
        raise Refusal("other-server", "This belongs to another server; moderate it there.")


def must_be_staff(moderator: Moderator, league_id: int | None, touched: str) -> None:
    """Raises Refusal (`not-moderator`) for the staff of another league, and (`only-helps`) for who
    helps in this one, where what is `touched` is not in `HELPED`."""
    rank = moderator.rank(league_id)
    if rank is None:
        raise not_moderator()
    if rank == "helps" and touched not in HELPED:
        raise Refusal(
            "only-helps",
            "You are a helper in this league: you can give more time, remind players and open "
            "tables; its moderators do the rest.",
        )


def not_moderator() -> Refusal:
    """Make the refusal for who does not moderate."""
    return Refusal(
        "not-moderator", "Only the moderators of this server can do that; ask one of them."
    )


def left_to_others(
    moderator: Moderator, left_by: Collection[int], league: League | None
) -> Refusal:
    """Make the refusal of what organisers who play leave to others. It names moderators of the
    server and the league who do not play, as far as they are known, else how there can be one."""
    known = dict.fromkeys([*moderator.others, *(league.staff.people if league else ())])
    others = [one for one in known if one not in left_by and one != moderator.id]
    if others:
        return Refusal(
            "left-to-others",
            "You take part in this season, so others decide this: ask {people}.",
            people=" ".join(f"<@{one}>" for one in others[:MOST_NAMED]),
        )
    return Refusal(
        "left-to-nobody",
        "You take part in this season, so others decide this; whoever manages this server can "
        "use /moderate setup to name a moderator who does not play.",
    )


async def preview(
    place: Place[Thing, View], moderator: Moderator, act: Act[Thing]
) -> Preview[View]:
    """Preview the changes of an act, and write nothing. Raises Refusal where it would be
    refused."""
    act = await place.prepared(act)
    async with place.try_out() as opened:
        await must_undo(opened, place.acts, act)
        await may(act, moderator, place, opened)
        before, seen = place.view(opened), await act.seen(opened)
        outcome = await act.apply(opened, moderator.id, LOOKED_AT)
        return Preview(before, place.view(opened), seen, outcome)


async def do(
    place: Place[Thing, View], moderator: Moderator, act: Act[Thing], reason: str
) -> Done[View]:
    """Do an act. Raises Refusal without a reason of 3 to 200 characters, on another server, as
    `may`, and where the act is impossible."""
    reason = good_reason(reason)
    act = await place.prepared(act)
    async with place.open() as opened:
        await must_undo(opened, place.acts, act)
        about = await may(act, moderator, place, opened)
        seen = await act.seen(opened)
        outcome = await act.apply(opened, moderator.id, reason)
        own = moderator.id in (*about.taking_part, act.details().get("user_id"))
        entry = AuditEntry(
            0, moderator.guild_id, place.table_id, opened.now, moderator.id, act.act, reason,
            {**act.details(), **about.details, **outcome.details, SEEN: seen},
            own_table=own, season_id=place.season_id,
        )  # fmt: skip
        entry = await opened.write(moderation.add, entry)
        await place.tell(opened, act, entry)
    logger.info(
        "moderated", table=place.table_id, season=place.season_id, act=entry.act, entry=entry.id,
        by=entry.user_id,
    )  # fmt: skip
    return Done(entry, place.view(opened), outcome)


async def undo_of(place: Place[Thing, View], entry: AuditEntry, moderator: Moderator) -> Act[Thing]:
    """Make the act that undoes an entry, and try it. Raises Refusal as `inverse` does, and where it
    would be refused."""
    async with place.try_out() as opened:
        found: Act[Thing] = await inverse(opened, place.acts, entry)
    await preview(place, moderator, found)
    return found


def good_reason(reason: str) -> str:
    """Put the reason on one line. Raises Refusal (`reason`) where it is too short or too long."""
    words = " ".join(reason.split())
    fewest, most = REASON_LENGTH
    if not fewest <= len(words) <= most:
        raise Refusal(
            "reason",
            *P_(
                "Give a reason of {fewest} to {n} character; it is kept in the audit log.",
                "Give a reason of {fewest} to {n} characters; it is kept in the audit log.",
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
    if act.no_undo:
        raise no_way_back()
    if entry.table_id is not None:
        others = await opened.fetch(moderation.of_table, entry.table_id)
    else:
        others = await opened.fetch(moderation.of_season, entry.season_id)
    changed = _changed_by(acts, act, entry, others)
    if changed is not None:
        raise Refusal(
            "changed-by",
            "Entry {by} has since changed this again; undo that entry first.",
            by=changed.id,
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
            "This was never done; there is nothing to undo.",
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
    """Give a key that sorts entries by when they were done: one that a second moderator confirmed,
    as in older versions, when it was confirmed."""
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
