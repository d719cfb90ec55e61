"""Bids for the seats: who gets which place and pays what, and that nobody knows before."""

import asyncio
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

import pytest

from bot.engine.tribes import TRIBES
from bot.model.notes import CallBidders, RemindBidders
from bot.model.table import Bidding
from bot.notation.records import Record, StoredRecord, from_json, sum_of, to_json
from bot.store import Store
from bot.tables import Moderator, Options, Person, ServerSettings, Table, Tables
from bot.tables.bidding import being_bid_for
from bot.tables.fair_deal import (
    commitment,
    join_of_person,
    new_secret,
    places_by_bids,
    seed_of,
    with_bid,
)
from bot.tables.verifying import checks, verdict
from bot.text.translation import translator
from tests.tables.acts import (
    abandon,
    beat,
    bid,
    end_game,
    expire_lobbies,
    give_time_back,
    join,
    leave,
    notes_of,
    open_scheduled,
    order_pause,
    record_of,
    remind_bidders,
    replace_player,
    result_of,
    set_options,
    settle_bids,
    start,
    start_scheduled,
    stored_about,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    EVE,
    Clock,
    last_legal,
    lobby,
    play,
    refused,
)

MAYA = Moderator(300, 1)
HOURS = 24


async def asked(tables: Tables, people: int = 2, **chosen: Any) -> Table:
    """A table at which bids are open."""
    table = await lobby(tables, people)
    options = Options(bid_hours=HOURS, **chosen)
    await set_options(tables, table.id, ADA, options)
    return await start(tables, table.id, ADA)


# --- who gets which place -------------------------------------------------------------------------


def most_paid(bids: list[list[int]]) -> int:
    """The most that can be paid in all: place by place, over the sets of those who are left."""
    everybody = (1 << len(bids)) - 1

    @cache
    def left(place: int, free: int) -> int:
        if place == len(bids):
            return 0
        return max(
            bids[n][place] + left(place + 1, free & ~(1 << n))
            for n in range(len(bids))
            if free >> n & 1
        )

    return left(0, everybody)


@pytest.mark.parametrize("seed", range(300))
def test_as_much_as_possible_is_paid(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.randint(2, 5)
    most = chance.choice([1, 3, 20])
    bids = [[chance.randint(0, most) for _ in range(seats)] for _ in range(seats)]
    order = places_by_bids(bids, str(seed))
    assert sorted(order) == list(range(seats))
    assert sum(bids[n][place] for place, n in enumerate(order)) == most_paid(bids)


def test_the_seed_alone_decides_between_orders_that_are_as_good() -> None:
    nothing = [[0, 0, 0]] * 3
    assert places_by_bids(nothing, "a") == places_by_bids(nothing, "a")
    drawn = Counter(tuple(places_by_bids(nothing, str(seed))) for seed in range(600))
    assert len(drawn) == 6 and min(drawn.values()) > 60, "each is as likely"
    level = [[4, 0, 0], [4, 0, 0], [0, 0, 1]]
    orders = {tuple(places_by_bids(level, str(seed))) for seed in range(60)}
    assert orders == {(0, 1, 2), (1, 0, 2)}, "others are never drawn"


# --- from the start to the deal -------------------------------------------------------------------


async def test_each_pays_what_they_bid_for_the_place_they_get(tables: Tables) -> None:
    table = await asked(tables, 3)
    assert table.status == "lobby" and table.bids_open
    assert await notes_of(tables, table.id) == (CallBidders(),)
    assert table.bidding == Bidding(tables.now() + timedelta(hours=HOURS))
    await bid(tables, table.id, ADA, (9, 9, 0))
    await bid(tables, table.id, ADA, (0, 7, 1))  # changed
    await bid(tables, table.id, BEN, (5, 6, 0))
    waiting = await settle_bids(tables, table.id)
    assert waiting.status == "lobby", "Cleo has not bid"
    await bid(tables, table.id, CLEO, (2, 0, 0))
    begun = await settle_bids(tables, table.id)
    assert begun.status == "playing" and not begun.bids_open
    assert [one.user_id for one in begun.seats] == [BEN.id, ADA.id, CLEO.id]
    assert [one.seat for one in begun.seats] == [0, 1, 2]
    assert begun.bidding is not None and begun.bidding.paid == (5, 7, 0)
    assert begun.seat_points == (-20, -28, 0)
    assert all(one.bid is None for one in begun.seats)
    await refused("bids-over", bid(tables, table.id, ADA, (0, 0, 0)))
    assert (await settle_bids(tables, table.id)).revision == begun.revision, "once only"


async def test_who_does_not_bid_in_time_bids_nothing(tables: Tables, clock: Clock) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, BEN, (3, 0))
    clock.pass_by(timedelta(hours=HOURS - 1))
    assert (await settle_bids(tables, table.id)).bids_open
    clock.pass_by(timedelta(hours=1))
    begun = await settle_bids(tables, table.id)
    assert [one.user_id for one in begun.seats] == [BEN.id, ADA.id]
    assert begun.seat_points == (-12, 0)


async def test_computers_bid_nothing_and_are_not_waited_for(tables: Tables) -> None:
    table = await open_scheduled(
        tables, 1, CHANNEL, (ADA, None, None), Options(bid_hours=HOURS),
        host_id=ADA.id, claim=_nothing,
    )  # fmt: skip
    await start_scheduled(tables, table.id, (ADA, None, None))
    await bid(tables, table.id, ADA, (0, 0, 2))
    begun = await settle_bids(tables, table.id)
    assert begun.seats[2].user_id == ADA.id and begun.seat_points == (0, 0, -8)


async def _nothing(connection: object, table_id: int) -> None:
    """Claims nothing."""


async def test_those_who_have_not_bid_are_called_once_more(tables: Tables, clock: Clock) -> None:
    table = await asked(tables, 2)
    both = (CallBidders(), RemindBidders())
    for hours, notes in ((11, both[:1]), (1, both), (1, None)):
        clock.pass_by(timedelta(hours=hours))
        await remind_bidders(tables, table.id)
        known = await notes_of(tables, table.id)
        assert notes is None or known == notes
    assert known == both, "once only"
    other = await asked_elsewhere(tables)
    await bid(tables, other.id, ADA, (0, 0))
    await bid(tables, other.id, BEN, (0, 0))
    clock.pass_by(timedelta(hours=HOURS / 2))
    await remind_bidders(tables, other.id)
    assert RemindBidders() not in await notes_of(tables, other.id), "all have"


async def asked_elsewhere(tables: Tables) -> Table:
    """Bids in another channel."""
    table = await lobby(tables, 2, CHANNEL + 1)
    await set_options(tables, table.id, ADA, Options(bid_hours=HOURS))
    return await start(tables, table.id, ADA)


@pytest.mark.parametrize("points", [(), (1,), (1, 2, 3), (-1, 0), (21, 0), (True, 0)])
async def test_what_is_no_bid(tables: Tables, points: tuple[int, ...]) -> None:
    table = await asked(tables, 2)
    await refused("bid", bid(tables, table.id, ADA, points))


async def test_nobody_joins_leaves_or_plays_meanwhile(tables: Tables) -> None:
    table = await asked(tables, 2)
    for act in (
        join(tables, table.id, CLEO),
        leave(tables, table.id, BEN),
        start(tables, table.id, ADA),
        set_options(tables, table.id, ADA, Options()),
        order_pause(tables, table.id, MAYA, "a storm"),
        end_game(tables, table.id, MAYA, True, "a storm"),
        turn_of(tables, table.id, ADA.id),
    ):
        await refused("bids-open", act)
    await refused("not-a-player", bid(tables, table.id, EVE, (0, 0)))
    other = await lobby(tables, 2, CHANNEL + 1)
    await refused("not-started", bid(tables, other.id, ADA, (0, 0)))


async def test_options_that_cannot_be_played_are_refused_before(tables: Tables) -> None:
    table = await lobby(tables, 2)
    options = Options(bid_hours=HOURS, modules=("tribes",), without=tuple(TRIBES))
    await set_options(tables, table.id, ADA, options)
    await refused("options", start(tables, table.id, ADA))
    assert not (await tables.table(table.id)).bids_open


async def test_it_does_not_end_like_a_forgotten_lobby(tables: Tables, clock: Clock) -> None:
    table = await asked(tables, 2)
    clock.pass_by(timedelta(hours=100))
    assert await expire_lobbies(tables) == []
    assert await being_bid_for(tables) == [table.id]


async def test_all_agree_to_give_it_up(tables: Tables) -> None:
    table = await asked(tables, 2)
    assert (await abandon(tables, table.id, ADA)).bids_open, "the host alone cannot"
    assert (await abandon(tables, table.id, BEN)).status == "abandoned"
    await refused("abandoned", bid(tables, table.id, ADA, (0, 0)))
    assert await being_bid_for(tables) == []


async def test_a_moderator_ends_it_without_a_result(tables: Tables) -> None:
    await tables.set_server_settings(1, ServerSettings(second_moderator=False))
    table = await asked(tables, 2)
    await end_game(tables, table.id, MAYA, False, "nobody is here")
    assert (await tables.table(table.id)).status == "abandoned"


async def test_somebody_else_takes_a_seat_meanwhile(tables: Tables, clock: Clock) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, ADA, (0, 9))
    await bid(tables, table.id, BEN, (8, 0))
    table = await asked_again(tables, clock, table)
    await bid(tables, table.id, CLEO, (0, 2))
    begun = await settle_bids(tables, table.id)
    assert [one.user_id for one in begun.seats] == [CLEO.id, ADA.id] or begun.seat_points == (
        0,
        -36,
    )
    assert begun.seat_points == (0, -36)


async def asked_again(tables: Tables, clock: Clock, table: Table) -> Table:
    """Cleo takes Ben's seat."""
    clock.pass_by(timedelta(hours=5))
    await replace_player(tables, table.id, MAYA, 1, CLEO, "Ben is away")
    found = await tables.table(table.id)
    assert found.bidding is not None
    assert found.seats[1].user_id == CLEO.id and found.seats[1].bid is None
    assert found.seats[0].bid == (0, 9), "what others bid stays"
    assert found.bidding.until == clock() + timedelta(hours=HOURS)
    await refused("not-a-player", bid(tables, table.id, BEN, (0, 0)))
    return found


async def test_a_computer_takes_a_seat_meanwhile(tables: Tables) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, ADA, (4, 0))
    await replace_player(tables, table.id, MAYA, 1, None, "Ben is away")
    begun = await settle_bids(tables, table.id)
    assert begun.status == "playing" and begun.seat_points == (-16, 0)


async def test_the_hours_in_which_the_program_was_away_do_not_count(
    tables: Tables, clock: Clock
) -> None:
    table = await asked(tables, 2)
    clock.pass_by(timedelta(hours=2))
    await beat(tables)
    clock.pass_by(timedelta(hours=40))
    assert await give_time_back(tables) == 1
    assert (await settle_bids(tables, table.id)).bids_open
    clock.pass_by(timedelta(hours=HOURS - 2))
    assert not (await settle_bids(tables, table.id)).bids_open


async def test_two_settle_at_once(tables: Tables) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, ADA, (1, 0))
    await bid(tables, table.id, BEN, (0, 1))
    both = await asyncio.gather(*(settle_bids(tables, table.id) for _ in range(4)))
    assert len({one.revision for one in both}) == 1


async def test_bids_outlive_the_program(tables: Tables, store: Store, clock: Clock) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, ADA, (1, 0))
    anew = Tables(store, think=last_legal, now=clock)
    assert await being_bid_for(anew) == [table.id]
    await bid(anew, table.id, BEN, (0, 1))
    assert (await settle_bids(anew, table.id)).seat_points == (-4, -4)


# --- hidden, and provable afterwards --------------------------------------------------------------


async def test_nobody_sees_the_bid_of_another(tables: Tables) -> None:
    table = await asked(tables, 2)
    await bid(tables, table.id, ADA, (17, 13))
    table = await tables.table(table.id)
    notes = await notes_of(tables, table.id)
    for shown in (repr(table), repr(table.seats), repr(table.bidding), repr(notes)):
        assert not re.search(r"\b(17|13)\b", shown.replace(repr(table.created_at), ""))
    theirs = await stored_about(tables, BEN.id)
    assert "bid for the places" not in theirs["seats"][0]
    assert (await stored_about(tables, ADA.id))["seats"][0]["bid for the places"] == [17, 13]
    await refused("deal-secret", record_of(tables, table.id))
    await bid(tables, table.id, BEN, (0, 0))
    await settle_bids(tables, table.id)
    for person, own in ((ADA, [17, 13]), (BEN, [0, 0])):
        assert (await stored_about(tables, person.id))["seats"][0]["bid for the places"] == own


async def bidden_record(
    tables: Tables, seated: tuple[Person, ...] = (BEN, ADA), *, deal_of: str | None = None
) -> Record:
    """The record of a game whose seats were bid for."""
    table = await open_scheduled(
        tables, 1, CHANNEL, seated, Options(bid_hours=HOURS), host_id=ADA.id, claim=_nothing
    )
    await start_scheduled(tables, table.id, seated, deal_of=deal_of)
    await bid(tables, table.id, ADA, (6, 2))
    await bid(tables, table.id, BEN, (3, 0))
    table = await settle_bids(tables, table.id, deal_of=deal_of)
    assert [one.user_id for one in table.seats] == [ADA.id, BEN.id]
    while (await tables.table(table.id)).status == "playing":
        await play(tables, table, 20)
    played = (await tables.game(table.id)).standings()
    result = await result_of(tables, table.id)
    assert result is not None
    points = {row["seat"]: row["points4"] for row in played}
    assert {r["seat"]: r["points4"] for r in result.standings} == {0: points[0] - 24, 1: points[1]}
    return await record_of(tables, table.id)


@pytest.mark.parametrize("shared", [False, True])
async def test_the_record_proves_the_places(tables: Tables, shared: bool) -> None:
    record = await bidden_record(tables, deal_of=new_secret() if shared else None)
    assert record.seat_points == (-24, 0)
    assert record.sealed.bids == ((3, 0), (6, 2)) and not record.sealed.given
    assert record.sealed.joined == tuple(
        join_of_person(record.sealed.commitment, one.id) for one in (BEN, ADA)
    )
    found = checks(StoredRecord(record, sum_of(record)))
    assert verdict(found) == "true"
    assert any("most points paid in all" in check.template for check in found)
    assert any("Each seat pays" in check.template for check in found)
    said = [check.words(translator("en")) for check in found]
    assert "Points for the seats count as well, in playing order: −6, 0." in said
    assert from_json(to_json(record)).record == record
    assert commitment(record.sealed.secret) == record.sealed.commitment
    marks = [with_bid(*both) for both in zip(record.sealed.joined, record.sealed.bids, strict=True)]
    assert seed_of(record.sealed.secret, record.table, marks) == record.seed


async def test_no_bid_can_be_changed_afterwards(tables: Tables) -> None:
    record = await bidden_record(tables)
    sealed = record.sealed
    changed = [
        replace(record, sealed=replace(sealed, bids=((3, 0), (5, 2)))),
        replace(record, sealed=replace(sealed, bids=((3, 0),))),
        replace(record, sealed=replace(sealed, bids=((3, 0), (6,)))),
        replace(record, sealed=replace(sealed, bids=())),
        replace(record, sealed=replace(sealed, seated=sealed.joined)),
        replace(record, seat_points=(0, 0)),
        replace(record, seat_points=()),
    ]
    for wrong in changed:
        assert verdict(checks(StoredRecord(wrong, sum_of(wrong)))) == "false"
