"""The record of a table's finished game, made from the stored data.

`bot.notation.records` says what a record holds, and reads and writes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.model.table import Deal, Event, Rewound, Table
from bot.notation.records import (
    FORMAT,
    VERSION,
    Entry,
    Record,
    RewindEntry,
    Sealed,
    Seat,
    SharedDeal,
    sum_of,
)
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.store import log
from bot.tables.fair_deal import mark
from bot.tables.open_table import OpenTable, Run


@dataclass(frozen=True)
class Revealed:
    """The secrets of the deal that the final message tells."""

    commitment: str
    secret: str
    record_sum: str


async def record_of(opened: OpenTable) -> Record:
    """Make the record of a table's game. Raises Refusal while the game is played (`deal-secret`),
    if it was given up (`abandoned`), and while another table plays or may still play its deal
    (`deal-played`)."""
    table = opened.table
    _must_be_over(table)
    deal = await opened.fetch(log.deal, table.id)
    await _must_be_told(opened.fetch, opened.table.id, deal)
    events = await opened.fetch(log.events_between, table.id, 0, table.version)
    rewinds = await opened.fetch(log.rewinds_of, table.id)
    standings = tuple(opened.game.standings()) if opened.game.finished else None
    return _record(table, deal, events, rewinds, standings)


async def must_be_told(opened: OpenTable) -> None:
    """Raises Refusal (`deal-played`) while another table plays or may still play this game's deal:
    until then only what everybody has seen may be told."""
    await deal_must_be_over(opened.fetch, opened.table.id)


async def deal_must_be_over(fetch: Run, table_id: int) -> None:
    """Raises Refusal as `must_be_told`, without reading the game."""
    await _must_be_told(fetch, table_id, await fetch(log.deal, table_id))


async def _must_be_told(fetch: Run, table_id: int, deal: Deal) -> None:
    if deal.shared_commitment is not None:
        if await fetch(log.plays_on, deal.shared_commitment):
            raise Refusal(
                "deal-played",
                "Another table still plays this deal, so it stays secret; try again when all of "
                "them are over.",
            )
        if await fetch(log.season_runs, table_id):
            raise Refusal(
                "deal-of-season",
                "Other tables of this season may still play this deal; it is revealed when the "
                "season closes.",
            )


async def revealed(opened: OpenTable) -> Revealed | None:
    """Find the secret of a finished game's deal; None while another table plays or may still play
    it."""
    try:
        record = await record_of(opened)
    except Refusal:
        return None
    total = await in_thread(sum_of, record)
    return Revealed(record.sealed.commitment, record.sealed.secret, total)


def _must_be_over(table: Table) -> None:
    if table.status == "finished":
        return
    if table.status == "abandoned":  # a moderator may let it go on
        raise Refusal(
            "given-up-deal",
            "This game was abandoned, so its deal stays secret; only finished games reveal it.",
        )
    raise Refusal(
        "deal-secret",
        "The deal stays secret until its game is over; use /verify again then.",
    )


def _record(
    table: Table,
    deal: Deal,
    events: Sequence[Event],
    rewinds: Sequence[Rewound],
    standings: tuple[Any, ...] | None,
) -> Record:
    shared, joins = None, deal.joins
    sealed = Sealed(deal.commitment, deal.secret, joins.joined, joins.seated, joins.given)
    if deal.shared_secret is not None and deal.shared_commitment is not None:
        shared = SharedDeal(deal.shared_commitment, deal.shared_secret)
    # Of deleted people only the mark is left.
    former = joins.former
    seats = tuple(
        Seat(
            one.name,
            one.computer is not None,
            former.get(one.seat) or mark(table.commitment, one.user_id, one.name),
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
    )


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
