"""Giving up: the host closes a lobby, all people together a game, a moderator either."""

import random

from bot.model.notes import TableGivenUp
from bot.store import tables as stored
from bot.tables import Tables
from tests.tables.acts import abandon, choose, confirm, notes_of, play_computers, start, turn_of
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    EVE,
    all_there_is,
    asked_seats,
    in_play,
    lobby,
    play_turn,
    refused,
    started,
    user,
)


async def test_host_closes_the_lobby(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("not-host", abandon(tables, table.id, BEN))
    await refused("not-seated", abandon(tables, table.id, EVE))
    table = await abandon(tables, table.id, ADA)

    assert table.status == "abandoned"
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    await refused("abandoned", abandon(tables, table.id, ADA))
    await refused("abandoned", start(tables, table.id, ADA))
    await refused("abandoned", tables.game(table.id))


async def test_game_is_abandoned_when_all_people_agree(tables: Tables) -> None:
    table = await started(tables, 3, computers=1)
    seat = {holder.user_id: holder.seat for holder in table.seats}

    table = await abandon(tables, table.id, BEN)
    assert (table.status, table.abandon_votes) == ("playing", {seat[BEN.id]})
    table = await abandon(tables, table.id, ADA)
    assert table.abandon_votes == {seat[ADA.id], seat[BEN.id]}
    refusal = await refused("voted-already", abandon(tables, table.id, BEN))
    assert refusal.params == {"names": "Cleo"}
    await refused("not-a-player", abandon(tables, table.id, EVE))

    table = await abandon(tables, table.id, CLEO)
    assert (table.status, table.abandon_votes) == ("abandoned", table.human_seats)
    await refused("abandoned", turn_of(tables, table.id, ADA.id))
    await refused("abandoned", confirm(tables, table.id, ADA.id))
    assert await play_computers(tables, table.id) == []


async def test_one_person_among_computers_decides_alone(tables: Tables) -> None:
    table = await started(tables, 1, computers=2)
    assert (await abandon(tables, table.id, ADA)).status == "abandoned"


async def test_moderator_closes_both(tables: Tables) -> None:
    for make in (lobby, started):
        table = await make(tables)
        table = await abandon(tables, table.id, EVE, moderator=True)
        assert table.status == "abandoned"
        assert await notes_of(tables, table.id) == (TableGivenUp(person=EVE.id),)


async def test_a_moderator_who_sits_there_is_known_by_the_seat(tables: Tables) -> None:
    table = await started(tables)
    table = await abandon(tables, table.id, BEN, moderator=True)
    ben = table.seat_of(BEN.id)
    assert ben is not None
    assert table.status == "abandoned"
    assert await notes_of(tables, table.id) == (TableGivenUp(ben.seat),)


async def test_who_plays_on_takes_the_vote_back(tables: Tables) -> None:
    table = await in_play(tables)
    for person in (ADA, BEN):
        [seat] = await asked_seats(tables, table.id)
        if user(table, seat) == person.id:
            await abandon(tables, table.id, person)
            done = await play_turn(tables, table, seat, random.Random(1))
            assert done.table.abandon_votes == frozenset()
            assert await tables.table(table.id) == done.table
            return
    raise AssertionError("somebody is asked")


async def test_vote_of_another_stays(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    idle = BEN if user(table, seat) == ADA.id else ADA
    voted = await abandon(tables, table.id, idle)
    done = await play_turn(tables, table, seat, random.Random(1))
    assert done.table.abandon_votes == voted.abandon_votes == {1 - seat}


async def test_abandoned_game_can_still_be_looked_at(tables: Tables) -> None:
    table = await in_play(tables)
    position = (await tables.game(table.id)).snapshot()
    await abandon(tables, table.id, EVE, moderator=True)
    assert (await tables.game(table.id)).snapshot() == position


async def test_choosing_in_an_abandoned_game_is_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    await abandon(tables, table.id, EVE, moderator=True)
    before = await all_there_is_over(tables, table.id)
    await refused("abandoned", confirm(tables, table.id, user(table, seat), view.stamp))
    await refused("abandoned", choose(tables, table.id, user(table, seat), "end", view.stamp))
    assert await all_there_is_over(tables, table.id) == before


async def all_there_is_over(tables: Tables, table_id: int) -> object:
    """What can be looked up about a game that is over."""
    return await tables.table(table_id), (await tables.game(table_id)).record()


async def test_refused_votes_change_nothing(tables: Tables) -> None:
    table = await started(tables, 2)
    await abandon(tables, table.id, ADA)
    before = await all_there_is(tables, table.id)
    await refused("voted-already", abandon(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before
