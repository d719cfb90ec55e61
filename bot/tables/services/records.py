"""What a game that is over leaves behind: its record, and the secret of its deal."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from bot.refusal import Refusal
from bot.store import log, records
from bot.store.records import DealRow, RewindRow
from bot.store.rows import Event, SeatRow, TableRow
from bot.tables.fair_deal import join_of_computer, join_of_person
from bot.tables.open_games import OpenGame
from bot.tables.records import (
    FORMAT,
    VERSION,
    Entry,
    Record,
    Sealed,
    Seat,
    SetBack,
    SharedDeal,
    sum_of,
)
from bot.tables.services.desked import Desked
from bot.tables.snapshots import options_of


@dataclass(frozen=True)
class Revealed:
    """What the final message tells about the deal."""

    commitment: str
    secret: str
    record_sum: str


class Records(Desked):
    """Looking back at games that are over."""

    async def record(self, table_id: int) -> Record:
        """The whole record. Refused while the game goes on (`not-over`), if it was given up
        (`abandoned`), and while another table plays or may yet play the same deal
        (`deal-played`)."""

        async def attempt() -> Record:
            row = await self._desk.row(table_id)
            _must_be_over(row)
            store = self._desk.store
            deal = await store.read(records.deal, table_id)
            if deal.shared_commitment is not None and await store.read(
                records.plays_on, deal.shared_commitment
            ):
                raise Refusal(
                    "deal-played",
                    "Another table still plays the same deal, so it is not shown yet; try "
                    "again when all of them are over.",
                )
            if deal.shared_commitment is not None and await store.read(
                records.season_runs, table_id
            ):
                raise Refusal(
                    "deal-played",
                    "Other tables of this season may still play the same deal; it is shown "
                    "when the season is closed.",
                )
            events = await store.read(log.events_between, table_id, 0, row.version)
            set_back = await store.read(records.rewinds_of, table_id)
            opened = await self._desk.games.get(row)
            return _record(row, deal, events, set_back, opened)

        return await self._desk.alone(table_id, attempt)

    async def revealed(self, table_id: int) -> Revealed | None:
        """The secret of the deal of a game that is over; None if it was not sealed, or while
        another table plays or may yet play the same deal."""
        try:
            record = await self.record(table_id)
        except Refusal:
            return None
        if record.sealed is None:
            return None
        total = await asyncio.to_thread(sum_of, record)
        return Revealed(record.sealed.commitment, record.sealed.secret, total)


def _must_be_over(row: TableRow) -> None:
    if row.status == "finished":
        return
    if row.status == "abandoned":  # a moderator may let it go on
        raise Refusal(
            "abandoned",
            "This game was given up, so its deal stays secret; only finished games tell it.",
        )
    raise Refusal(
        "not-over",
        "The secret of a deal is told when its game is over; use /verify again then.",
    )


def _record(
    row: TableRow,
    deal: DealRow,
    events: list[Event],
    set_back: list[RewindRow],
    opened: OpenGame,
) -> Record:
    options, game, sealed, shared = options_of(row.options), opened.game, None, None
    # Whoever had the own data deleted is known by the mark alone, which was kept.
    former: dict[str, str] = (deal.joins or {}).get("former", {})
    if deal.secret is not None and deal.commitment is not None and deal.joins is not None:
        sealed = Sealed(
            deal.commitment,
            deal.secret,
            tuple(deal.joins["joined"]),
            tuple(deal.joins["seated"]),
            given=bool(deal.joins.get("given", False)),
        )
    if deal.shared_secret is not None and deal.shared_commitment is not None:
        shared = SharedDeal(deal.shared_commitment, deal.shared_secret)
    assert row.rules is not None
    return Record(
        format=FORMAT,
        version=VERSION,
        table=row.id,
        rules=row.rules,
        opened=_moment(row.created_at),
        modules=options.modules,
        without=options.without,
        seats=tuple(
            Seat(seat.name, seat.computer, former.get(str(seat.seat)) or mark(row.commitment, seat))
            if sealed
            else Seat(seat.name, seat.computer, None)
            for seat in row.seats
        ),
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
            SetBack(back.from_version, back.to_version, _moment(back.at)) for back in set_back
        ),
        result=tuple(game.standings()) if game.finished else None,
    )


def mark(commitment: str | None, seat: SeatRow) -> str:
    """The mark by which who sits here goes into the seed of a table with this commitment."""
    if seat.user_id is None:
        return join_of_computer(seat.name)
    return join_of_person(commitment or "", seat.user_id)


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
