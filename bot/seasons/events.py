"""The events of a season. A season is the list of its events: everything else is derived from it
(`bot.seasons.applying`).

The log keeps time and author beside each event. People and entries are numbers (a person's Discord
id; an entry has the id of the person who signed up). Tables are numbered within the season from 1,
divisions from 0.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter, with_config

from bot.seasons.results import COMPUTER_PERCENT, How, Result, chain_named

Form = Literal["games", "rounds", "swiss"]
Order = Literal["ladder", "rating", "sign-up", "hand"]
"""How people are ordered for the draw; "hand" only in logs from before there were seeds."""
Finals = Literal["none", "winners", "best", "top"]
"""Who plays a final for the title after all tables of the divisions: nobody, the winners of the
divisions, the best of all by league points, or the best of the top division."""
FINAL = 1000
"""Stands for the final where a division's number would be. There are never so many divisions."""
Decision = Literal[
    "corrected", "voided", "restored", "replayed", "settled", "rejected", "closed"
]  # fmt: skip
"""How a dispute was decided: by an act that changes the result of its table; settled in another
way, such as by rewinding the game; or rejected."""


@with_config(extra="forbid")
@dataclass(frozen=True)
class Rules:
    """The rules of a season; fixed when it is drawn."""

    seats: int = 4
    """How many seats a full table has, 2 to 5."""
    form: Form = "games"
    """"games": everybody in a division plays everybody, and tables open when their players are
    free; "rounds": the same schedule in rounds; "swiss": each round is paired by the standings."""
    games: int | None = None
    """How many games each player plays, or how many rounds there are. None is possible in the form
    "games" only: the schedule then finds a balanced number."""
    division_size: int = 7
    scheme: str = "10-6-3-1"
    """The name of a points scheme of data/leagues.json."""
    chain: tuple[str, ...] = chain_named("standard")
    """The tie-breaks in order; see `bot.seasons.results.CRITERIA`."""
    promoted: int = 2
    relegated: int = 2
    computer_percent: int = COMPUTER_PERCENT
    """A seat with more than this percentage of computer turns earns nothing."""
    late_entry: bool = False
    """Whether newcomers may enter while the season is played."""
    most_late: int = 4
    """The most late entries."""
    most_players: int | None = None
    """The most players; those who come later wait until somebody signs off. None for no limit."""
    pyramid: bool = False
    """Whether tiers have 1, 2, 4... divisions, in place of one each. Then as many go down as come
    up, whatever `relegated` says."""
    finals: Finals = "none"
    finalists: int = 4
    """How many play the final, 2 to 5. With `winners` all winners of divisions do, from the top, at
    most 5."""
    final_games: int = 1
    """How many games the final has."""


@dataclass(frozen=True)
class DrawnTable:
    """A table of the schedule."""

    table: int
    division: int
    """The number of the division, or `FINAL`."""
    round: int
    """The round, from 0; in the form "games" this is only the order in which tables open."""
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


@dataclass(frozen=True)
class DrawPrepared(Event):
    """Moderators choose how the people who signed up are divided; their last choice before the draw
    holds."""

    sizes: tuple[int, ...] = ()
    """The sizes of the divisions, from the top. If it is empty, or for another number of people,
    the program chooses."""
    order: Order = "ladder"
    """How people without seeds are ordered: by the ladder of the season before (in a first season
    as they signed up), by rating, or as they signed up."""
    entries: tuple[int, ...] = ()
    """The people ordered by hand, division by division; only with the order "hand"."""


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
    """The season begins, with its divisions and all tables (in the form "swiss" those of the first
    round). They are written out, so that the log can be read without drawing again."""

    divisions: tuple[DrawnDivision, ...]
    tables: tuple[DrawnTable, ...]
    seed: str
    """The seed of the draw, and of lots for ties in the standings."""


@dataclass(frozen=True)
class RoundDrawn(Event):
    """The next Swiss round of a division is paired."""

    division: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    floated_down: tuple[int, ...] = ()
    floated_up: tuple[int, ...] = ()


@dataclass(frozen=True)
class FinalDrawn(Event):
    """The final is drawn. As long as none of its tables has a result it can be drawn again: that
    replaces the draw before, whose tables do not count."""

    finalists: tuple[int, ...]
    """The finalists, the best first."""
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class EnteredLate(Event):
    """A newcomer joins a running division, with further tables."""

    person: int
    division: int
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class RankedBy(Event):
    """The standings use other tie-breaks from now on, for instance because not everybody has the
    same number of games any more."""

    chain: tuple[str, ...]


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
class DeadlineMoved(Event):
    """The deadline of a table moves, beyond the days that the settings give."""

    table: int
    days: int
    """How many days are added; below zero if days that were added are taken back."""
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
class Closed(Event):
    """The season is over; its standings are final."""


@dataclass(frozen=True)
class Reopened(Event):
    """A closed season goes on: results can be corrected again."""

    reason: str


_ADAPTERS: Mapping[str, TypeAdapter[Event]] = {
    kind.__name__: TypeAdapter(kind) for kind in Event.__subclasses__()
}


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON types, with its name under "event"."""
    name = type(event).__name__
    return {"event": name, **_ADAPTERS[name].dump_python(event, mode="json")}


def from_written(kind: str, written: str) -> Event:
    """Read an event of this kind from its JSON text. It does the same as `from_json` without
    Python's own JSON, which takes longer than all the rest for thousands of events."""
    begins = f'{{"event": "{kind}", '
    if kind not in _ADAPTERS or not written.startswith(begins):
        return from_json(json.loads(written))
    return _ADAPTERS[kind].validate_json("{" + written[len(begins) :], strict=True, extra="forbid")


def from_json(raw: Mapping[str, Any]) -> Event:
    """Read an event that `to_json` wrote; missing fields get their default. Raises ValueError for
    unknown fields, and for anything that is no event."""
    values = dict(raw)
    adapter = _ADAPTERS.get(values.pop("event", ""))
    if adapter is None:
        raise ValueError(f"no event of a season: {raw.get('event')!r}")
    # as JSON text, where a list may stand for a tuple though nothing else is converted
    return adapter.validate_json(json.dumps(values), strict=True, extra="forbid")
