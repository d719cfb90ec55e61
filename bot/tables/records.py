"""The whole record of a game that is over: put together, as a JSON file, and read back from one.

It names the people as the server shows them and holds no Discord id: those who joined stand in it
as marks (`fair_deal.join_of_person`), by which people can find themselves but nobody else.
"""

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from bot.model.table import Deal, Event, Rewound, Table
from bot.refusal import Refusal
from bot.store import log
from bot.tables.fair_deal import mark
from bot.tables.open_table import OpenTable
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


@dataclass(frozen=True)
class Revealed:
    """What the final message tells about the deal."""

    commitment: str
    secret: str
    record_sum: str


_RECORDS = TypeAdapter(Record)


async def record_of(opened: OpenTable) -> Record:
    """The whole record of a table's game. Raises Refusal while the game goes on (`not-over`), if
    it was given up (`abandoned`), and while another table plays or may yet play the same deal
    (`deal-played`)."""
    table = opened.table
    _must_be_over(table)
    deal = await opened.fetch(log.deal, table.id)
    if deal.shared_commitment is not None:
        if await opened.fetch(log.plays_on, deal.shared_commitment):
            raise Refusal(
                "deal-played",
                "Another table still plays the same deal, so it is not shown yet; try again when "
                "all of them are over.",
            )
        if await opened.fetch(log.season_runs, table.id):
            raise Refusal(
                "deal-played",
                "Other tables of this season may still play the same deal; it is shown when the "
                "season is closed.",
            )
    events = await opened.fetch(log.events_between, table.id, 0, table.version)
    rewinds = await opened.fetch(log.rewinds_of, table.id)
    standings = tuple(opened.game.standings()) if opened.game.finished else None
    return _record(table, deal, events, rewinds, standings)


async def revealed(opened: OpenTable) -> Revealed | None:
    """The secret of the deal of a game that is over; None if it was not sealed, or while another
    table plays or may yet play the same deal."""
    try:
        record = await record_of(opened)
    except Refusal:
        return None
    if record.sealed is None:
        return None
    total = await asyncio.to_thread(sum_of, record)
    return Revealed(record.sealed.commitment, record.sealed.secret, total)


def _must_be_over(table: Table) -> None:
    if table.status == "finished":
        return
    if table.status == "abandoned":  # a moderator may let it go on
        raise Refusal(
            "abandoned",
            "This game was given up, so its deal stays secret; only finished games reveal it.",
        )
    raise Refusal(
        "not-over",
        "The secret of a deal is revealed when its game is over; use /verify again then.",
    )


def _record(
    table: Table,
    deal: Deal,
    events: Sequence[Event],
    rewinds: Sequence[Rewound],
    standings: tuple[Any, ...] | None,
) -> Record:
    sealed, shared, joins = None, None, deal.joins
    if deal.secret is not None and deal.commitment is not None and joins is not None:
        bids = () if table.bidding is None else table.bidding.bids
        sealed = Sealed(deal.commitment, deal.secret, joins.joined, joins.seated, joins.given, bids)
    if deal.shared_secret is not None and deal.shared_commitment is not None:
        shared = SharedDeal(deal.shared_commitment, deal.shared_secret)
    # Of people who had their data deleted only the mark was kept.
    former = joins.former if joins else {}
    seats = tuple(
        Seat(
            one.name,
            one.computer is not None,
            former.get(one.seat) or mark(table.commitment or "", one.user_id, one.name)
            if sealed
            else None,
        )
        for one in table.seats
    )
    assert table.rules is not None
    return Record(
        format=FORMAT,
        version=VERSION,
        table=table.id,
        rules=table.rules,
        opened=_moment(table.created_at),
        modules=table.options.modules,
        without=table.options.without,
        seats=seats,
        seed=deal.seed,
        deal=dict(deal.setup),
        sealed=sealed,
        shared=shared,
        events=tuple(
            Entry(
                event.seat,
                event.action,
                None if event.at is None else _moment(event.at),
                event.user_id is None,
            )
            for event in events
        ),
        set_back=tuple(
            RewindEntry(back.from_version, back.to_version, _moment(back.at)) for back in rewinds
        ),
        result=standings,
        seat_points=table.seat_points,
    )


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def sum_of(record: Record) -> str:
    """The SHA-256 over everything in a record, however its file is laid out."""
    plain = json.dumps(_plain(record), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def to_json(record: Record) -> str:
    """A record as the text of a file."""
    return json.dumps({**_plain(record), "sum": sum_of(record)}, indent=1, ensure_ascii=False)


def _plain(record: Record) -> dict[str, Any]:
    plain = asdict(record)
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
