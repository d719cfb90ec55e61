"""The whole record of a finished game, as a JSON file, and read back from one; and the JSON schema
of such a file, made from its types and stored as docs/record.schema.json.

It names the people as the server shows them and holds no Discord id. It holds a mark for each
person who joined (`bot.tables.records.join_of_person`), by which people can find themselves but
nobody else.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from bot.text.translation import N_

FORMAT: Final = "tzolkin-record"
VERSION: Final = 1
"""The version of the form, raised when a record reads otherwise; older ones must still be read."""
LONGEST = 2_000_000
"""The most bytes of a file; the record of a game of three takes about 28,000."""
MOST_PARTS = 100_000
"""The most lines, commas and opening brackets of a text of a game. The longest games have a tenth
of it; reading so many takes a fifth of a second."""

_STRICT = ConfigDict(extra="forbid", strict=True)
_DAMAGED = N_("This record is damaged: parts of it are missing, added or of another kind.")


class RecordError(ValueError):
    """A file is no record this version can read; `template` is one sentence."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


@dataclass(frozen=True)
class Sealed:
    """The commitment of a deal, and the people in its seed."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str
    joined: tuple[str, ...]
    """The marks of the players, in the order they joined."""
    seated: tuple[str, ...]
    """The marks of the players in playing order, as seated at the start."""
    given: bool = False
    """Whether the seats came from a schedule, and were not shuffled by the seed."""


@dataclass(frozen=True)
class SharedDeal:
    """The secret of a deal that several tables played, and its commitment."""

    __pydantic_config__ = _STRICT
    commitment: str
    secret: str


@dataclass(frozen=True)
class Seat:
    """The person or computer in a seat at the end."""

    __pydantic_config__ = _STRICT
    name: str
    computer: bool
    join: str | None
    """The mark of the player; None where the game is no record."""


@dataclass(frozen=True)
class Entry:
    """One confirmed action."""

    __pydantic_config__ = _STRICT
    seat: int
    action: str
    at: str | None
    """The moment, as ISO 8601 in UTC."""
    computer: bool
    """Whether a computer confirmed it, perhaps for a person whose time was over."""


@dataclass(frozen=True)
class RewindEntry:
    """One rewind of the game."""

    __pydantic_config__ = _STRICT
    actions: int
    """The number of actions in the log before."""
    stayed: int
    """The number of actions that stayed."""
    at: str
    """The moment, as ISO 8601 in UTC."""


@dataclass(frozen=True)
class Record:
    """Everything that is known about a finished game."""

    __pydantic_config__ = _STRICT
    format: Literal["tzolkin-record"]
    version: Literal[1]
    table: int
    rules: int
    """The version of the rules of the game."""
    opened: str
    """When the lobby was opened, as ISO 8601 in UTC."""
    modules: tuple[str, ...]
    without: tuple[str, ...]
    """The tribes that were left out."""
    seats: tuple[Seat, ...]
    """The seats in playing order."""
    seed: str
    deal: dict[str, Any]
    """The deal that `bot.engine.deal.shuffle_deal` made from the seed."""
    sealed: Sealed
    """The seal of the deal."""
    shared: SharedDeal | None
    """The shared deal; None where the table had a deal of its own."""
    events: tuple[Entry, ...]
    """The log, without turns taken back: parts of those were never shown to anybody."""
    set_back: tuple[RewindEntry, ...]
    """The rewinds, oldest first; files of this format call them so."""
    result: tuple[dict[str, int], ...] | None
    """The standings, as `Game.standings`; None for a game that a moderator ended early."""


@dataclass(frozen=True)
class StoredRecord:
    """The content of a file: a record, and the sum written beside it."""

    record: Record
    sum: str


_RECORDS = TypeAdapter(Record)


def sum_of(record: Record) -> str:
    """Calculate the SHA-256 of everything in a record, whatever the layout of its file."""
    plain = json.dumps(_plain(record), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def to_json(record: Record) -> str:
    """Write a record as the text of a file."""
    return json.dumps({**_plain(record), "sum": sum_of(record)}, indent=1, ensure_ascii=False)


def _plain(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = _RECORDS.dump_python(record)  # asdict takes seven times as long
    if not record.sealed.given:  # a file tells what there is
        del plain["sealed"]["given"]
    return plain


def too_long(text: str | bytes) -> bool:
    """Whether a text or file is longer than that of any game, or has more parts: what reads it
    plays no more of it than a game has."""
    if len(text) > LONGEST:
        return True
    if isinstance(text, bytes):
        return sum(map(text.count, (b"\n", b",", b"[", b"{"))) > MOST_PARTS
    return sum(map(text.count, "\n,[{")) > MOST_PARTS


def from_json(text: str | bytes) -> StoredRecord:
    """Read a record from the text of a file. Raises RecordError for any other text."""
    if too_long(text):
        raise RecordError(N_("This file is too long to be the record of a game."))
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError(N_("This file is not a record of a game: it is not JSON.")) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError(N_("This file is not a record of a game of Tzolk'in made by this bot."))
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
        raise RecordError(N_("This record is damaged: its checksum is missing."))
    return StoredRecord(record, written)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object of these pairs. A key that is there twice is refused: a reader's eye, or
    another program, may take its other value."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError(_DAMAGED)
    return found


def record_schema() -> dict[str, Any]:
    """Make the schema of a record with its sum."""
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
    """Write the schema as the text of its file."""
    return json.dumps(record_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
