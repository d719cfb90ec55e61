"""The events of a season. A season is the list of its events: everything else is derived from it
(`bot.seasons.applying`).

The log keeps time and author beside each event. People and entries are numbers (a person's Discord
id; an entry has the id of the person who signed up). Tables are numbered within the season from 1,
divisions from 0.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter, with_config

from bot.seasons.results import How, Result

StageKind = Literal["groups", "swiss", "knockout", "final"]
"""A table of everybody against everybody for each division; Swiss rounds, each paired by the
standings; a knock-out, whose tables send their best to the next round; one table for the title."""
Who = Literal["all", "winners", "each", "best", "top"]
"""Who goes on to a stage from the one before: the winners of the divisions, the best of each
division, the best of all by league points, or the best of the top division; all play the first."""
LATER = 1000
"""The number of the second stage's division, and half that of the third's. There are never so many
divisions in the first stage."""
Decision = Literal[
    "corrected", "voided", "restored", "replayed", "settled", "rejected", "closed"
]  # fmt: skip
"""How a dispute was decided: by an act that changes the result of its table; settled in another
way, such as by rewinding the game; or rejected."""


def stage_of(division: int) -> int:
    """The stage in which a division plays, from 0. Each later stage has one division."""
    return division // LATER


@with_config(extra="forbid")
@dataclass(frozen=True)
class Stage:
    """A part of a season; the ones after the first are drawn from the results of the one before."""

    kind: StageKind = "groups"
    games: int | None = None
    """How many games each player plays; in Swiss rounds the number of rounds; in a knock-out and in
    a final the games of a table. None is possible in groups that are not played in rounds: the
    schedule then finds a balanced number."""
    in_rounds: bool = False
    """In groups: whether tables open round by round, and not whenever their players are free."""
    who: Who = "all"
    """Who goes on to this stage; of no meaning in the first one."""
    players: int = 4
    """How many go on to this stage, with `each` of every division. With `winners` all winners do,
    in a final at most 5, from the top."""
    go_on: int = 2
    """In a knock-out: how many of a table go on to the next round."""
    places: bool = False
    """In a knock-out: whether those who are out play on for the places."""

    @property
    def round_by_round(self) -> bool:
        """Whether its rounds are drawn one after the other, from the results."""
        return self.kind in ("swiss", "knockout")

    @property
    def has_rounds(self) -> bool:
        """Whether its tables are played round by round."""
        return self.in_rounds or self.round_by_round


@with_config(extra="forbid")
@dataclass(frozen=True)
class Rules:
    """The rules of a season; fixed when it is drawn."""

    seats: int = 4
    """How many seats a full table has, 2 to 5."""
    stages: tuple[Stage, ...] = (Stage(),)
    """What is played, one stage after the other. The first one has the divisions."""
    division_size: int = 7
    scheme: str = "10-6-3-1"
    """The name of a points scheme of data/leagues.json."""
    promoted: int = 2
    relegated: int = 2
    late_entry: bool = False
    """Whether newcomers may enter while the season is played."""
    most_late: int = 4
    """The most late entries."""
    most_players: int | None = None
    """The most players; those who come later wait until somebody signs off. None for no limit."""
    pyramid: bool = False
    """Whether tiers have 1, 2, 4... divisions, in place of one each. Then as many go down as come
    up, whatever `relegated` says."""

    @property
    def first(self) -> Stage:
        """The first stage."""
        return self.stages[0]

    @property
    def is_cup(self) -> bool:
        """Whether it begins with a knock-out: it has no divisions, and no points beside its
        tables."""
        return self.first.kind == "knockout"


@dataclass(frozen=True)
class DrawnTable:
    """A table of the schedule."""

    table: int
    division: int
    """The number of the division; see `stage_of`."""
    round: int
    """The round, from 0, counted through all stages; in groups that are not played in rounds this
    is only the order in which tables open."""
    entries: tuple[int, ...]
    """The entries by seat."""


@dataclass(frozen=True)
class DrawnDivision:
    """A division as drawn."""

    tier: int
    """The tier; 0 is the top one."""
    entries: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """Something that happens in a season."""


@dataclass(frozen=True)
class Created(Event):
    """The season opens for signing up."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class RulesChanged(Event):
    """The season gets other rules or another name before the draw."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class Cancelled(Event):
    """The season is given up before the draw, and counts for nothing."""

    reason: str


@dataclass(frozen=True)
class SignedUp(Event):
    """A person signs up."""

    person: int
    name: str = ""
    """The name on the server at that time, for a person who leaves it; empty if it was not
    known."""


@dataclass(frozen=True)
class SignedOff(Event):
    """A person signs off before the draw."""

    person: int
    moved_up: int | None = None
    """Who gets the place from the waiting list; None for nobody."""
    no_role: bool = False
    """Whether the person is left out of the draw for want of the role that the season needs."""


@dataclass(frozen=True)
class CheckedIn(Event):
    """A person who has signed up says to be here, or a moderator says so for them."""

    person: int


@dataclass(frozen=True)
class Seeded(Event):
    """Moderators put the people who signed up into an order before the draw; the last one holds."""

    order: tuple[int, ...] = ()
    """The people, the best seeded first; empty to take the seeds back. All others come last, in the
    order in which they signed up."""
    divisions: tuple[int, ...] = ()
    """The division of each of them; empty where the seeds decide it."""


@dataclass(frozen=True)
class Drawn(Event):
    """The season begins, with its divisions and the tables of the first stage (if it is drawn round
    by round, those of the first round). They are written out, so that the log can be read without
    drawing again."""

    divisions: tuple[DrawnDivision, ...]
    tables: tuple[DrawnTable, ...]
    seed: str
    """The seed of the draw, and of lots for ties in the standings."""


@dataclass(frozen=True)
class RoundDrawn(Event):
    """The next round of a division is drawn."""

    division: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    for_places: tuple[int, ...] = ()
    """In a knock-out: the numbers of the tables of those who are out."""


@dataclass(frozen=True)
class StageDrawn(Event):
    """The next stage begins. As long as none of its tables has a result it can be drawn again: that
    replaces the draw before, whose tables do not count."""

    stage: int
    """The number of the stage, from 1 for the second."""
    entries: tuple[int, ...]
    """The entries that play it, the best first."""
    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    """The entries without a game in its first round."""


@dataclass(frozen=True)
class TakenBack(Event):
    """What was drawn from a result that changed does not count any more, as others go on now: the
    later rounds of a knock-out, and the stages after it. It is drawn anew."""

    replaced: tuple[int, ...]
    """All tables of these rounds and stages; none of them has a result."""


@dataclass(frozen=True)
class MovedUp(Event):
    """Before a table had a turn, the best of those who did not go on takes the place of an entry
    that was given up; the tables are drawn anew."""

    entry: int
    instead: int
    """The entry that was given up."""
    replaced: tuple[int, ...]
    """The tables that do not count any more."""
    tables: tuple[DrawnTable, ...]
    """Those that are played in their place, in the same order."""


@dataclass(frozen=True)
class EnteredLate(Event):
    """A newcomer joins a running division, with further tables."""

    person: int
    division: int
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class Withdrew(Event):
    """An entry is given up: computer seats play its open tables unless a substitute comes."""

    entry: int
    reason: str = ""
    dropped: tuple[int, ...] = ()
    """If the entry came late: the tables drawn for it that have not begun; they do not count any
    more."""


@dataclass(frozen=True)
class Substituted(Event):
    """Another person plays on for an entry, whether it was given up or not."""

    entry: int
    person: int
    reason: str = ""


@dataclass(frozen=True)
class SubstituteListed(Event):
    """A person joins the list of substitutes."""

    person: int


@dataclass(frozen=True)
class SubstituteUnlisted(Event):
    """A person leaves the list of substitutes."""

    person: int


@dataclass(frozen=True)
class TimedOut(Event):
    """An entry ran out of time at an open table."""

    table: int
    entry: int
    turns: int = 1
    by_computer: bool = True
    """Whether a computer took the turns; otherwise somebody was called."""


@dataclass(frozen=True)
class Finished(Event):
    """A table is over."""

    result: Result
    how: How = "played"
    """Where the result is from; anything but "played" replaces what the result itself says."""


@dataclass(frozen=True)
class Corrected(Event):
    """The result of a table is corrected."""

    result: Result
    reason: str


@dataclass(frozen=True)
class Voided(Event):
    """A table is voided: it does not count, and can be neither finished nor corrected any more."""

    table: int
    reason: str


@dataclass(frozen=True)
class Restored(Event):
    """A voided table counts again, with its former result if it had one."""

    table: int
    reason: str


@dataclass(frozen=True)
class Replayed(Event):
    """The result of a table is removed, and another game is played for it."""

    table: int
    reason: str


@dataclass(frozen=True)
class Disputed(Event):
    """A person who plays or has played for an entry at a table disputes what happened there."""

    table: int
    person: int
    reason: str
    """The reason, which only moderators see and opponents do not."""


@dataclass(frozen=True)
class Settled(Event):
    """Moderators have decided a dispute."""

    dispute: int
    """The number of the dispute in the season, from 1."""
    decision: Decision
    reason: str
    """The reason, which only moderators and the person who disputed see."""


@dataclass(frozen=True)
class Adjusted(Event):
    """An entry gets or loses points apart from its tables."""

    entry: int
    units: int
    """How many points, in units (`results.UNIT`); negative for a penalty."""
    reason: str


@dataclass(frozen=True)
class Stood:
    """How an entry stood at the end of a season of version 1.0.0."""

    division: int
    entry: int
    place: int | None
    """The place; None for an entry that was given up."""
    points: int
    """League points and wins, in units (`results.UNIT`)."""
    wins: int


@dataclass(frozen=True)
class Closed(Event):
    """The season is over; its standings are final."""

    standings: tuple[Stood, ...] = ()
    """The standings if version 1.0.0 closed it, where seasons chose their tie-breaks: each division
    from the top. Empty otherwise."""


@dataclass(frozen=True)
class Reopened(Event):
    """A closed season goes on: results can be corrected again."""

    reason: str


@dataclass(frozen=True)
class Former(Event):
    """An event that only logs of former versions hold, one of `FORMER`; it changes nothing."""


FORMER = ("RankedBy", "DrawPrepared", "DeadlineMoved")
"""The names of such events: other tie-breaks, other divisions for the draw, more days for a
table."""
_ADAPTERS: Mapping[str, TypeAdapter[Event]] = {
    kind.__name__: TypeAdapter(kind) for kind in Event.__subclasses__()
}


_NAMED = re.compile(r'\{"event": ?"(\w+)"(?:, ?)?')
"""How the JSON text of an event begins."""


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON types, with its name under "event"."""
    name = type(event).__name__
    return {"event": name, **_ADAPTERS[name].dump_python(event, mode="json")}


def from_written(kind: str, written: str) -> Event:
    """Read an event of this kind from the JSON text of `to_json`; missing fields get their default.
    Raises ValueError for unknown fields, and for anything that is no event."""
    if kind in FORMER:
        return Former()
    named = _NAMED.match(written)
    if named is None or named[1] not in _ADAPTERS:
        raise ValueError(f"no event of a season: {written[:40]!r}")
    own = "{" + written[named.end() :]
    # as text, where a list may stand for a tuple though nothing else is converted
    return _ADAPTERS[kind].validate_json(own, strict=True, extra="forbid")
