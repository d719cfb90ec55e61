"""The whole record of a game that is over, as a JSON file, and read back from one.

It names the people as the server shows them and holds no Discord id: those who joined stand in it
as marks (`bot.tables.fair_deal.join_of_person`), by which people can find themselves but nobody
else.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from bot.text.translation import N_

FORMAT: Final = "tzolkin-record"
VERSION: Final = 1
"""To be raised when a record no longer reads as before; older ones must still be read."""
LONGEST = 2_000_000
"""Bytes a file may have; the record of a game of three takes about 28,000."""

_STRICT = ConfigDict(extra="forbid", strict=True)
_DAMAGED = N_("This record is damaged: parts of it are missing, added or of another kind.")


class RecordError(ValueError):
    """A file that is no record this version can read; `template` is one sentence."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


@dataclass(frozen=True)
class Sealed:
    """What the deal was committed to, and who went into its seed."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str
    joined: tuple[str, ...]
    """Marks of those who played, in the order they joined."""
    seated: tuple[str, ...]
    """The same marks in playing order, as they were seated at the start."""
    given: bool = False
    """Whether the seats were those of a schedule, and not shuffled by the seed."""
    bids: tuple[tuple[int, ...], ...] = ()
    """Of each who joined, in that order, the points bid for each place; empty where nobody bid."""


@dataclass(frozen=True)
class SharedDeal:
    """The secret of a deal that several tables played, and its commitment."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str


@dataclass(frozen=True)
class Seat:
    """Who sat in a seat in the end."""

    __pydantic_config__ = _STRICT
    name: str
    computer: bool
    join: str | None
    """The mark of who sits here; None in a game whose deal was not sealed."""


@dataclass(frozen=True)
class Entry:
    """One confirmed action."""

    __pydantic_config__ = _STRICT
    seat: int
    action: str
    at: str | None
    """ISO 8601, UTC."""
    computer: bool
    """Whether a computer confirmed it, perhaps for a person whose time was over."""


@dataclass(frozen=True)
class RewindEntry:
    """One rewind of the game."""

    __pydantic_config__ = _STRICT
    actions: int
    """How many the log held before."""
    stayed: int
    """How many of them stayed in it."""
    at: str
    """ISO 8601, UTC."""


@dataclass(frozen=True)
class Record:
    """All there is to know about a game that is over."""

    __pydantic_config__ = _STRICT
    format: Literal["tzolkin-record"]
    version: Literal[1]
    table: int
    rules: int
    """The version of the rules it was begun with."""
    opened: str
    """When the lobby was opened; ISO 8601, UTC."""
    modules: tuple[str, ...]
    without: tuple[str, ...]
    """Tribes that were left out."""
    seats: tuple[Seat, ...]
    """In playing order."""
    seed: str
    deal: dict[str, Any]
    """What `bot.engine.deal.shuffle_deal` made of the seed."""
    sealed: Sealed | None
    """None in games from before deals were sealed."""
    shared: SharedDeal | None
    """None where the table had a deal of its own."""
    events: tuple[Entry, ...]
    """The log, without what was taken back: parts of that were never shown to anybody."""
    set_back: tuple[RewindEntry, ...]
    """The rewinds, oldest first; files of this format call them so."""
    result: tuple[dict[str, int], ...] | None
    """As `Game.standings`; None for a game that a moderator ended before."""
    seat_points: tuple[int, ...] = ()
    """Quarters of a point that count for each seat beside it: a handicap, or what was bid."""


@dataclass(frozen=True)
class StoredRecord:
    """What a file holds: a record, and the sum that was written beside it."""

    record: Record
    sum: str


_RECORDS = TypeAdapter(Record)


def sum_of(record: Record) -> str:
    """The SHA-256 over everything in a record, however its file is laid out."""
    plain = json.dumps(_plain(record), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def to_json(record: Record) -> str:
    """A record as the text of a file."""
    return stored_json(StoredRecord(record, sum_of(record)))


def stored_json(stored: StoredRecord) -> str:
    """The same with the sum that was written beside it, whether or not it holds."""
    return json.dumps({**_plain(stored.record), "sum": stored.sum}, indent=1, ensure_ascii=False)


def _plain(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = _RECORDS.dump_python(record)  # asdict takes seven times as long
    # so that sums told before there were such things still hold
    if record.sealed is not None:
        for name in ("given", "bids"):
            if not plain["sealed"][name]:
                del plain["sealed"][name]
    if not record.seat_points:
        del plain["seat_points"]
    return plain


def from_json(text: str | bytes) -> StoredRecord:
    """A record from the text of a file. Raises RecordError if it is none."""
    if len(text) > LONGEST:
        raise RecordError(N_("This file is too long to be the record of a game."))
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError(N_("This file is no record of a game: it is not JSON.")) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError(N_("This file is no record of a game of Tzolk'in made by this bot."))
    if found.get("version") != VERSION:
        raise RecordError(
            N_("This record was written by another version of the bot; read it with that one.")
        )
    written = found.pop("sum", None)
    try:
        # Not from Python values: in JSON, lists may stand for tuples though all is strict.
        record = _RECORDS.validate_json(json.dumps(found))
        sum_of(record)
    except (ValidationError, ValueError, RecursionError):
        raise RecordError(_DAMAGED) from None
    if not isinstance(written, str):
        raise RecordError(N_("This record is damaged: its sum is missing."))
    return StoredRecord(record, written)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of JSON with these keys. One that is there twice is refused: who reads the file
    by eye, or with another program, may go by the other value."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError(_DAMAGED)
    return found
