"""The whole record of a finished game, as a JSON file, and read back from one; and the JSON schema
of such a file, made from the types here and stored as docs/record.schema.json.

A record names people as the server shows them and holds no Discord ids. Instead it holds a mark for
each person who joined (`bot.tables.records.join_of_person`), by which people can find themselves
but nobody else can.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from bot.text.translation import N_

FORMAT: Final = "tzolkin-record"
VERSION: Final = 1
"""The version of the form. It is raised when the meaning of a record changes; older ones must still
be read."""
LONGEST = 2_000_000
"""The most bytes of a file; the record of a game of three has about 28,000."""
MOST_PARTS = 100_000
"""The most lines, commas and opening brackets of a file together. The longest games have a tenth of
that; reading so many takes a fifth of a second."""

_STRICT = ConfigDict(extra="forbid", strict=True)
_DAMAGED = N_("This record is damaged: parts of it are missing, were added or have the wrong form.")


class RecordError(ValueError):
    """A file is not a record that this version can read; `template` is one sentence that says
    so."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


@dataclass(frozen=True)
class Sealed:
    """The seal of a deal, and the people who are part of its seed."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str
    joined: tuple[str, ...]
    """The marks of the players in the order in which they joined."""
    seated: tuple[str, ...]
    """The marks of the players in playing order, as they sat at the start."""
    given: bool = False
    """Whether the seats came from a schedule; otherwise the seed shuffled them."""


@dataclass(frozen=True)
class SharedDeal:
    """The secret of a deal that several tables played, and its commitment."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str


@dataclass(frozen=True)
class Seat:
    """Who sits in a seat at the end."""

    __pydantic_config__ = _STRICT
    name: str
    computer: bool
    join: str | None
    """The mark of the player; None for a game that is not from a record."""


@dataclass(frozen=True)
class Entry:
    """One confirmed action."""

    __pydantic_config__ = _STRICT
    seat: int
    action: str
    at: str | None
    """When, as ISO 8601 in UTC; None if it is unknown."""
    computer: bool
    """Whether a computer confirmed it, in its own seat or for a person who ran out of time."""


@dataclass(frozen=True)
class RewindEntry:
    """One rewind of the game."""

    __pydantic_config__ = _STRICT
    actions: int
    """How many actions the log had before."""
    stayed: int
    """How many of them stayed."""
    at: str
    """When, as ISO 8601 in UTC."""


@dataclass(frozen=True)
class Record:
    """Everything that is known about a finished game."""

    __pydantic_config__ = _STRICT
    format: Literal["tzolkin-record"]
    version: Literal[1]
    table: int
    rules: int
    """The version of the rules by which the game was played."""
    opened: str
    """When the lobby was opened, as ISO 8601 in UTC."""
    modules: tuple[str, ...]
    without: tuple[str, ...]
    """The tribes that were left out of the deal."""
    seats: tuple[Seat, ...]
    """The seats in playing order."""
    seed: str
    deal: dict[str, Any]
    """The deal that `bot.engine.deal.shuffle_deal` made from the seed."""
    sealed: Sealed
    """The seal of the deal."""
    shared: SharedDeal | None
    """The deal that several tables played; None if this one had its own."""
    events: tuple[Entry, ...]
    """The log, without turns that were taken back: parts of those were never shown to anybody."""
    set_back: tuple[RewindEntry, ...]
    """The rewinds, oldest first."""
    result: tuple[dict[str, int], ...] | None
    """The standings, as `Game.standings`; None for a game that a moderator ended early."""


@dataclass(frozen=True)
class StoredRecord:
    """The content of a file: a record, and the check sum written beside it."""

    record: Record
    sum: str


_RECORDS = TypeAdapter(Record)


def sum_of(record: Record) -> str:
    """The SHA-256 of everything in a record, however its file is laid out."""
    plain = json.dumps(_plain(record), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def to_json(record: Record) -> str:
    """Write a record as the text of a file."""
    return json.dumps({**_plain(record), "sum": sum_of(record)}, indent=1, ensure_ascii=False)


def _plain(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = _RECORDS.dump_python(record)  # asdict takes seven times as long
    if not record.sealed.given:  # files name this only if it is so
        del plain["sealed"]["given"]
    return plain


def too_long(text: str | bytes) -> bool:
    """Whether a text or file is larger than that of any game, or has more parts, so that it must
    not be read."""
    if len(text) > LONGEST:
        return True
    if isinstance(text, bytes):
        return sum(map(text.count, (b"\n", b",", b"[", b"{"))) > MOST_PARTS
    return sum(map(text.count, "\n,[{")) > MOST_PARTS


def from_json(text: str | bytes) -> StoredRecord:
    """Read a record from the content of a file. Raises RecordError for any other content."""
    if too_long(text):
        raise RecordError(N_("This file is too long to be the record of a game."))
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError(N_("This file is not a record of a game: it is not JSON.")) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError(N_("This file is not a Tzolk'in game record made by this bot."))
    if found.get("version") != VERSION:
        raise RecordError(
            N_(
                "This record was written by another version of the bot; only that version can "
                "read it."
            )
        )
    written = found.pop("sum", None)
    try:
        # Not from Python values: in JSON, lists may stand for tuples though all is strict.
        record = _RECORDS.validate_json(json.dumps(found))
        sum_of(record)
    except (ValidationError, ValueError, RecursionError):
        raise RecordError(_DAMAGED) from None
    if not isinstance(written, str):
        raise RecordError(N_("This record is damaged: its checksum is missing."))
    return StoredRecord(record, written)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object of these pairs. Raises RecordError for a key that is there twice: a
    person's eye, or another program, might take the other value."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError(_DAMAGED)
    return found


def record_schema() -> dict[str, Any]:
    """The JSON schema of a record with its check sum."""
    schema = TypeAdapter(Record).json_schema()
    schema["properties"]["sum"] = {
        "type": "string",
        "description": "SHA-256 over everything else: JSON with sorted keys and no spaces.",
    }
    schema["required"].append("sum")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Record of a game of Tzolk'in played with tzolkin-bot",
    }


def schema_text() -> str:
    """The schema as the text of its file."""
    return json.dumps(record_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
