"""Bids for the seats: before the deal each person says, in secret, how many of their final points
each place in the playing order is worth to them.

During bidding nobody joins or leaves the lobby. Once all have bid, or the hours for it are over,
the places are given so that the points paid add up to the most possible
(`fair_deal.places_by_bids`). Each person pays the own bid for the place given. People without a
bid, and all computers, bid nothing. Until then only its maker is shown a bid.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

import structlog

from bot.model.notes import CallBidders, RemindBidders
from bot.model.table import Bidding, Person, Seat, Table
from bot.refusal import P_, Refusal
from bot.store import tables as stored
from bot.tables.dealing import begin, dealt, numbered, seed_for
from bot.tables.fair_deal import places_by_bids
from bot.tables.open_table import OpenTable, must_have_started, must_sit, over
from bot.tables.service import Tables

MOST_BID = 20
"""The most points that can be bid for a place."""
logger = structlog.get_logger(__name__)


def open_bids(opened: OpenTable, seated: Sequence[Seat]) -> None:
    """Begin bidding. Raises Refusal (`options`) if so many seats cannot play these options."""
    options = opened.table.options
    assert options.bid_hours is not None
    dealt(options, len(seated), "tried")
    until = opened.now + timedelta(hours=options.bid_hours)
    opened.change(seats=tuple(replace(one, bid=None) for one in seated), bidding=Bidding(until))
    opened.must_tell(CallBidders())
    logger.info("bids opened", table=opened.table.id, seats=len(seated))


def must_be_bidding(table: Table) -> Bidding:
    """Find the open bids of a table. Raises Refusal where none are open."""
    if table.status == "abandoned":
        raise over(table)
    if table.bidding is None:
        must_have_started(table)
    if table.bidding is None or not table.bids_open:
        raise Refusal("bids-over", "The seats are taken; the game has begun.")
    return table.bidding


def own_bid(table: Table, user_id: int) -> tuple[int, ...]:
    """Find this person's bid by place; empty before there is one. Raises Refusal for a stranger,
    and where no bids are open."""
    must_be_bidding(table)
    return must_sit(table, user_id).bid or (0,) * len(table.seats)


def bid(opened: OpenTable, person: Person, points: Sequence[int]) -> Table:
    """Bid these points for the places, in playing order; a bid may be changed until all have bid.
    Raises Refusal for a stranger, where no bids are open, and (`bid`) for an invalid bid."""
    table = opened.table
    must_be_bidding(table)
    seat = must_sit(table, person.id).seat
    fits = all(type(one) is int and 0 <= one <= MOST_BID for one in points)
    if len(points) != len(table.seats) or not fits:
        raise Refusal(
            "bid",
            *P_("Bid 0 to {n} point for each place.", "Bid 0 to {n} points for each place."),
            n=MOST_BID,
        )
    opened.change_seat(seat, bid=tuple(points))
    return opened.table


def yet_to_bid(table: Table) -> tuple[int, ...]:
    """List the seats whose people have not bid."""
    return tuple(one.seat for one in table.seats if one.can_agree and one.bid is None)


def what_is_due(table: Table, now: datetime) -> Literal["reveal", "reminder"] | None:
    """Say whether it is time to reveal all bids, or to remind those who have not bid."""
    bidding = table.bidding
    if bidding is None or not table.bids_open:
        return None
    if not yet_to_bid(table) or bidding.until <= now:
        return "reveal"
    half = timedelta(hours=table.options.bid_hours or 0) / 2
    return "reminder" if not bidding.reminded and bidding.until - half <= now else None


async def settle(
    opened: OpenTable, *, seed: str | None = None, deal_of: str | None = None
) -> Table:
    """Reveal the bids, seat everybody, deal and begin, if it is time; otherwise change nothing.
    `deal_of` and `seed` as in `lobby.start`."""
    table = opened.table
    if what_is_due(table, opened.now) != "reveal":
        return table
    assert table.bidding is not None
    count = len(table.seats)
    bids = tuple(one.bid or (0,) * count for one in table.seats)
    joined = [replace(one, bid=None) for one in table.seats]
    chosen = seed or await seed_for(opened, joined, bids)
    order = places_by_bids(bids, chosen)
    opened.change(bidding=replace(table.bidding, bids=bids, order=tuple(order)))
    begin(opened, joined, numbered([joined[n] for n in order]), chosen, deal_of)
    return opened.table


def remind(opened: OpenTable) -> None:
    """Remind people without a bid, once, when half of the hours are over."""
    table = opened.table
    if what_is_due(table, opened.now) == "reminder":
        assert table.bidding is not None
        opened.change(bidding=replace(table.bidding, reminded=True))
        opened.must_tell(RemindBidders())


def seat_another(opened: OpenTable, seat: int, comes: Seat) -> None:
    """Put somebody else in a seat: its bid is dropped, and for a person the hours begin anew."""
    bidding, table = must_be_bidding(opened.table), opened.table
    if not comes.computer:
        hours = timedelta(hours=table.options.bid_hours or 0)
        bidding = replace(bidding, until=opened.now + hours, reminded=False)
    seats = [replace(comes, bid=None) if one.seat == seat else one for one in table.seats]
    opened.change(seats=tuple(seats), bidding=bidding, abandon_votes=table.abandon_votes - {seat})


async def being_bid_for(tables: Tables) -> list[int]:
    """List the ids of the tables with open bids."""
    return await tables.store.read(stored.with_bids_open, tables.shards)
