"""What happens in a season, as events. The list of them is the season: everything else is worked
out from it (`bot.seasons.applying`).

When something happened and who did it is kept beside the event by whoever keeps the log. People
and entries are numbers (a person's Discord id; an entry has the id of who signed up), tables are
numbered within the season from 1, divisions from 0.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import TypeAdapter, with_config

from bot.seasons.results import COMPUTER_PERCENT, How, Result
from bot.seasons.tie_breaks import chain_named

Form = Literal["games", "rounds", "swiss"]
Order = Literal["ladder", "rating", "sign-up", "hand"]
Finals = Literal["none", "winners", "best", "top"]
"""Who plays a final for the title after all tables of the divisions: nobody, the winners of the
divisions, the best of all by their averages, or the best of the top division."""
FINAL = 1000
"""In place of the number of a division: the final. There are never so many divisions."""
Decision = Literal["corrected", "voided", "restored", "replayed", "settled", "rejected"]
"""What came of a dispute: an act that changes the result of its table; settled otherwise, such as
by rewinding the game; or nothing is changed."""


@with_config(extra="forbid")
@dataclass(frozen=True)
class Rules:
    """How a season is played; fixed when it is drawn."""

    seats: int = 4
    """Of a full table, 2 to 5."""
    form: Form = "games"
    """By games: everybody in a division against everybody, tables open when their players are
    free. By rounds: the same in rounds. Swiss: each round paired by the standings."""
    games: int | None = None
    """Games each, or rounds; None only in the form of games, where the schedule finds the number
    that is balanced."""
    division_size: int = 7
    scheme: str = "10-6-3-1"
    """A points scheme of data/leagues.json."""
    chain: tuple[str, ...] = chain_named("standard")
    """Tie-breaks, see `bot.seasons.tie_breaks.CRITERIA`."""
    promoted: int = 2
    relegated: int = 2
    computer_percent: int = COMPUTER_PERCENT
    """A seat with more than this percentage of computer turns earns nothing."""
    late_entry: bool = True
    most_players: int | None = None
    """Who signs up later waits until somebody signs off; None is no limit."""
    pyramid: bool = False
    """Whether tiers have 1, 2, 4... divisions, instead of one each; then as many go down as come
    up, whatever `relegated` says."""
    finals: Finals = "none"
    finalists: int = 4
    """How many play the final, 2 to 5. All winners of divisions do, up to 5 from the top."""
    final_games: int = 1
    """How often they play."""


@dataclass(frozen=True)
class DrawnTable:
    """A table of the schedule."""

    table: int
    division: int
    """`FINAL` for a table of the final."""
    round: int
    """From 0. For the form "games" it is only the order in which tables open."""
    entries: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True)
class DrawnDivision:
    """A division as drawn."""

    tier: int
    """0 is the top one."""
    entries: tuple[int, ...]


@dataclass(frozen=True)
class Created:
    """The season opens for signing up."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class RulesChanged:
    """The season is played by other rules, or under another name; before the draw."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class Cancelled:
    """The season is given up before the draw: nothing of it counts."""

    reason: str


@dataclass(frozen=True)
class SignedUp:
    """Somebody wants to play."""

    person: int


@dataclass(frozen=True)
class SignedOff:
    """Somebody does not want to play after all, before the draw."""

    person: int
    moved_up: int | None = None
    """Who has the place now, of those who waited for one."""


@dataclass(frozen=True)
class DrawPrepared:
    """How moderators want those who have signed up to be divided; the last such word holds at the
    draw."""

    sizes: tuple[int, ...] = ()
    """Of the divisions, from the top; empty, or out of date, is as proposed for the number that
    has signed up."""
    order: Order = "ladder"
    """By the ladder of the season before (in a first season that is the order of signing up), by
    rating, by the order of signing up, or by hand."""
    entries: tuple[int, ...] = ()
    """By hand, division by division; who is missing comes last."""


@dataclass(frozen=True)
class Drawn:
    """The season begins: who plays in which division, and all tables (of the first round, if the
    form is "swiss"). Written out, so that the log needs no draw to be read."""

    divisions: tuple[DrawnDivision, ...]
    tables: tuple[DrawnTable, ...]
    seed: str
    """From which it was drawn, and with which the standings break ties by drawing lots."""


@dataclass(frozen=True)
class RoundDrawn:
    """The next round of a division in the Swiss form."""

    division: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    floated_down: tuple[int, ...] = ()
    floated_up: tuple[int, ...] = ()


@dataclass(frozen=True)
class FinalDrawn:
    """The final of the season. Drawn again as long as none of its tables has a result: then it
    takes the place of the one before, whose tables do not count."""

    finalists: tuple[int, ...]
    """The best first."""
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class EnteredLate:
    """A newcomer joins a running division, with further tables."""

    person: int
    division: int
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class RankedBy:
    """The standings go by another chain of criteria from now on, as where not everybody has the
    same number of games any more."""

    chain: tuple[str, ...]


@dataclass(frozen=True)
class Withdrew:
    """An entry is given up: unless a substitute comes, computer seats play its open tables."""

    entry: int
    reason: str = ""


@dataclass(frozen=True)
class Substituted:
    """Another person plays on for an entry, given up or not."""

    entry: int
    person: int
    reason: str = ""


@dataclass(frozen=True)
class SubstituteListed:
    """Somebody is ready to take seats that become free."""

    person: int


@dataclass(frozen=True)
class SubstituteUnlisted:
    """Somebody is not ready to take seats any more."""

    person: int


@dataclass(frozen=True)
class TimedOut:
    """Time ran out for an entry at an open table."""

    table: int
    entry: int
    turns: int = 1
    by_computer: bool = True
    """Whether a computer seat took the turns; else somebody was called."""


@dataclass(frozen=True)
class Finished:
    """A table is over."""

    result: Result
    how: How = "played"
    """Another word than "played" goes over the result's own."""


@dataclass(frozen=True)
class Corrected:
    """A result is replaced by another one."""

    result: Result
    reason: str


@dataclass(frozen=True)
class Voided:
    """A table does not count, and will not be finished or corrected any more."""

    table: int
    reason: str


@dataclass(frozen=True)
class Restored:
    """A voided table counts again, with the result it had, if it had one."""

    table: int
    reason: str


@dataclass(frozen=True)
class Replayed:
    """The result of a table is taken away, and another game will be played for it."""

    table: int
    reason: str


@dataclass(frozen=True)
class DeadlineMoved:
    """A table has more days to be finished, on top of those the settings give it."""

    table: int
    days: int
    reason: str


@dataclass(frozen=True)
class Disputed:
    """Somebody who plays or has played for an entry disputes what happened at its table."""

    table: int
    person: int
    reason: str
    """For the moderators alone, not for the opponents."""


@dataclass(frozen=True)
class Settled:
    """Moderators have decided a dispute."""

    dispute: int
    """Its number in the season, from 1."""
    decision: Decision
    reason: str
    """For the moderators and who disputed, not for the opponents."""


@dataclass(frozen=True)
class Adjusted:
    """Points given to an entry, or taken, apart from tables."""

    entry: int
    units: int
    """In the units of `points.UNIT`; negative for a penalty."""
    reason: str


@dataclass(frozen=True)
class Closed:
    """The season is over; its standings are final."""


@dataclass(frozen=True)
class Reopened:
    """A closed season goes on: results can be corrected again."""

    reason: str


Event = (
    Created
    | RulesChanged
    | Cancelled
    | SignedUp
    | SignedOff
    | DrawPrepared
    | Drawn
    | RoundDrawn
    | FinalDrawn
    | EnteredLate
    | RankedBy
    | Withdrew
    | Substituted
    | SubstituteListed
    | SubstituteUnlisted
    | TimedOut
    | Finished
    | Corrected
    | Voided
    | Restored
    | Replayed
    | DeadlineMoved
    | Disputed
    | Settled
    | Adjusted
    | Closed
    | Reopened
)

_ADAPTERS: Mapping[str, TypeAdapter[Event]] = {
    kind.__name__: TypeAdapter(kind) for kind in get_args(Event)
}


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON types, with its name under "event"."""
    name = type(event).__name__
    return {"event": name, **_ADAPTERS[name].dump_python(event, mode="json")}


def from_written(kind: str, written: str) -> Event:
    """The event of this kind from its JSON text, as `from_json` reads it: without a step through
    Python's own JSON, which for thousands of them takes longer than all the rest."""
    begins = f'{{"event": "{kind}", '
    if kind not in _ADAPTERS or not written.startswith(begins):
        return from_json(json.loads(written))
    return _ADAPTERS[kind].validate_json("{" + written[len(begins) :], strict=True, extra="forbid")


def from_json(raw: Mapping[str, Any]) -> Event:
    """The event written by `to_json`. Fields unknown to it are refused, missing ones take their
    default. Raises ValueError for what is no event."""
    values = dict(raw)
    adapter = _ADAPTERS.get(values.pop("event", ""))
    if adapter is None:
        raise ValueError(f"no event of a season: {raw.get('event')!r}")
    # as JSON text, where a list may stand for a tuple though nothing else is converted
    return adapter.validate_json(json.dumps(values), strict=True, extra="forbid")
