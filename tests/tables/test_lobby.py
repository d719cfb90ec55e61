"""Opening a lobby, sitting down, leaving, switching, starting, and what becomes of old ones."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store import Store
from bot.tables import Options, SeatHolder, Table, Tables
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    PEOPLE,
    Clock,
    all_there_is,
    lobby,
    refused,
    started,
)


def names(table: Table) -> list[str]:
    """Who sits there, in seat order."""
    assert [holder.seat for holder in table.holders] == list(range(len(table.holders)))
    return [holder.name for holder in table.holders]


async def test_new_lobby(tables: Tables, clock: Clock) -> None:
    table = await tables.open(1, CHANNEL, ADA, Options(theme="light"))

    assert table == Table(
        id=table.id,
        guild_id=1,
        channel_id=CHANNEL,
        status="lobby",
        host_id=ADA.id,
        holders=(SeatHolder(0, ADA.id, "Ada", False),),
        options=Options(theme="light"),
        version=0,
        board_message_id=None,
        lobby_message_id=None,
        created_at=clock(),
        updated_at=clock(),
        abandon_votes=frozenset(),
        commitment=table.commitment,
    )
    assert await tables.table(table.id) == table
    assert await tables.in_channel(CHANNEL) == table
    assert await tables.tables_of(ADA.id) == [table]


async def test_unknown_table_is_refused(tables: Tables) -> None:
    await refused("no-table", tables.table(1))
    await refused("no-table", tables.join(1, ADA))
    await refused("no-table", tables.turn(1, ADA.id))
    await refused("no-table", tables.game(1))
    assert await tables.in_channel(CHANNEL) is None
    assert await tables.latest_in_channel(CHANNEL) is None
    assert await tables.play_computers(await _gone(tables)) == []


async def _gone(tables: Tables) -> int:
    table = await lobby(tables)
    await tables.abandon(table.id, ADA)
    return table.id


@pytest.mark.parametrize("as_what", ["lobby", "game"])
async def test_second_table_in_a_channel_is_refused(tables: Tables, as_what: str) -> None:
    table = await (lobby if as_what == "lobby" else started)(tables)

    await refused("channel-busy", tables.open(1, CHANNEL, EVE))
    assert await tables.in_channel(CHANNEL) == table
    other = await tables.open(1, CHANNEL + 1, EVE)
    assert other.id != table.id


async def test_of_many_who_open_at_once_one_succeeds(tables: Tables) -> None:
    results = await asyncio.gather(
        *(tables.open(1, CHANNEL, person) for person in PEOPLE * 5), return_exceptions=True
    )
    assert sum(isinstance(result, Table) for result in results) == 1


async def test_join_until_full(tables: Tables) -> None:
    table = await lobby(tables, 5)
    assert names(table) == ["Ada", "Ben", "Cleo", "Dan", "Fay"]
    before = await all_there_is(tables, table.id)

    refusal = await refused("full", tables.join(table.id, EVE))
    assert refusal.params == {"seats": 5}
    await refused("full", tables.add_computer(table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_join_twice_is_refused(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("seated-already", tables.join(table.id, BEN))


async def test_of_many_who_join_at_once_each_gets_a_seat_of_their_own(tables: Tables) -> None:
    table = await tables.open(1, CHANNEL, ADA)
    crowd = [replace(EVE, id=1000 + n, name=f"Eve {n}") for n in range(20)]
    results = await asyncio.gather(
        *(tables.join(table.id, person) for person in crowd), return_exceptions=True
    )

    assert sum(isinstance(result, Table) for result in results) == 4
    table = await tables.table(table.id)
    assert len(set(names(table))) == 5


async def test_leave(tables: Tables) -> None:
    table = await lobby(tables, 3)
    table = await tables.leave(table.id, BEN)

    assert names(table) == ["Ada", "Cleo"]
    assert table.host_id == ADA.id
    await refused("not-seated", tables.leave(table.id, BEN))


async def test_host_who_leaves_hands_over(tables: Tables) -> None:
    table = await tables.open(1, CHANNEL, ADA)
    await tables.add_computer(table.id, ADA)
    await tables.join(table.id, BEN)
    table = await tables.leave(table.id, ADA)

    assert table.host_id == BEN.id
    assert names(table)[1:] == ["Ben"]


async def test_last_person_who_leaves_closes_the_lobby(tables: Tables) -> None:
    table = await tables.open(1, CHANNEL, ADA)
    await tables.add_computer(table.id, ADA)
    table = await tables.leave(table.id, ADA)

    assert table.status == "abandoned"
    assert await tables.in_channel(CHANNEL) is None
    assert await tables.latest_in_channel(CHANNEL) == table
    await refused("abandoned", tables.join(table.id, ADA))
    await tables.open(1, CHANNEL, BEN)


async def test_computers_come_and_go(tables: Tables) -> None:
    table = await lobby(tables)
    table = await tables.add_computer(table.id, BEN)
    table = await tables.add_computer(table.id, ADA)

    assert [(holder.user_id, holder.computer) for holder in table.holders] == [
        (ADA.id, False),
        (BEN.id, False),
        (None, True),
        (None, True),
    ]
    assert len(set(names(table))) == 4
    last_name = names(table)[3]
    table = await tables.remove_computer(table.id, BEN)
    assert len(table.holders) == 3
    assert last_name not in names(table)
    table = await tables.remove_computer(table.id, BEN)
    await refused("no-computer", tables.remove_computer(table.id, BEN))
    await refused("not-seated", tables.add_computer(table.id, EVE))
    await refused("not-seated", tables.remove_computer(table.id, EVE))


async def test_no_computer_where_none_can_play(store: Store) -> None:
    tables = Tables(store)
    table = await lobby(tables)
    await refused("no-computers", tables.add_computer(table.id, ADA))


async def test_options(tables: Tables) -> None:
    table = await lobby(tables)
    table = await tables.set_options(table.id, BEN, Options(theme="light"))

    assert table.options == Options(theme="light")
    assert (await tables.table(table.id)).options == Options(theme="light")
    await refused("not-seated", tables.set_options(table.id, EVE, Options()))


async def test_only_the_theme_of_a_running_game_changes(tables: Tables) -> None:
    table = await started(tables)
    table = await tables.set_options(table.id, ADA, Options(theme="light"))
    assert table.options.theme == "light"
    await refused("started", tables.set_options(table.id, ADA, Options(modules=("tribes",))))


async def test_modules_that_cannot_be_played_are_refused_at_the_start(tables: Tables) -> None:
    table = await lobby(tables)
    await tables.set_options(table.id, ADA, Options(modules=("no such module",)))
    before = await all_there_is(tables, table.id)

    await refused("options", tables.start(table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_start(tables: Tables) -> None:
    table = await lobby(tables, 4)
    table = await tables.start(table.id, CLEO)

    assert (table.status, table.version) == ("playing", 0)
    assert sorted(names(table)) == ["Ada", "Ben", "Cleo", "Dan"]
    game = await tables.game(table.id)
    assert [decision.kind for decision in game.pending] == ["keep"] * 4
    assert await tables.table(table.id) == table
    for doing in (
        tables.start(table.id, ADA),
        tables.join(table.id, EVE),
        tables.leave(table.id, ADA),
        tables.add_computer(table.id, ADA),
        tables.remove_computer(table.id, ADA),
    ):
        await refused("started", doing)
    assert await tables.table(table.id) == table


async def test_start_needs_two_seats_and_a_seat(tables: Tables) -> None:
    table = await tables.open(1, CHANNEL, ADA)
    await refused("too-few", tables.start(table.id, ADA))
    await tables.add_computer(table.id, ADA)
    await refused("not-seated", tables.start(table.id, EVE))
    table = await tables.start(table.id, ADA)
    assert len(table.holders) == 2


async def test_of_many_who_start_at_once_one_succeeds(tables: Tables) -> None:
    table = await lobby(tables, 4)
    results = await asyncio.gather(
        *(tables.start(table.id, person) for person in PEOPLE * 5), return_exceptions=True
    )
    assert sum(isinstance(result, Table) for result in results) == 1


async def test_seed_decides_deal_and_seats(tables: Tables) -> None:
    seatings = set()
    for number in range(12):
        pair = []
        for copy in range(2):
            table = await started(tables, 4, seed=str(number), channel=2 * number + copy)
            pair.append((names(table), (await tables.game(table.id)).setup))
        assert pair[0] == pair[1]
        seatings.add(tuple(pair[0][0]))
    assert len(seatings) > 6, "the seats are shuffled"


async def test_chance_decides_without_a_seed(tables: Tables) -> None:
    deals = []
    for channel in range(2):
        table = await lobby(tables, channel=channel)
        await tables.start(table.id, ADA)
        deals.append((await tables.game(table.id)).setup)
    assert deals[0] != deals[1]


async def test_computer_keeps_its_name_when_seats_are_shuffled(tables: Tables) -> None:
    table = await started(tables, 2, computers=2, seed="7")
    assert [h.user_id is None for h in table.holders] == [h.computer for h in table.holders]
    assert table.human_seats == {h.seat for h in table.holders if h.name in ("Ada", "Ben")}
    assert table.holder_of(BEN.id) == next(h for h in table.holders if h.name == "Ben")
    assert table.holder_of(EVE.id) is None


async def test_old_lobbies_expire(tables: Tables, clock: Clock) -> None:
    old = await lobby(tables, channel=1)
    playing = await started(tables, channel=2)
    clock.pass_by(timedelta(hours=23))
    young = await lobby(tables, channel=3)
    assert await tables.expire_lobbies() == []

    clock.pass_by(timedelta(hours=1))
    closed = await tables.expire_lobbies()

    assert [table.id for table in closed] == [old.id]
    assert closed[0].status == "abandoned"
    assert await tables.in_channel(1) is None
    assert await tables.table(playing.id) == playing
    assert await tables.table(young.id) == young
    assert await tables.expire_lobbies() == []


async def test_lobby_in_which_something_happens_does_not_expire(
    tables: Tables, clock: Clock
) -> None:
    table = await lobby(tables)
    for person in (CLEO, DAN):
        clock.pass_by(timedelta(hours=20))
        await tables.join(table.id, person)
    assert await tables.expire_lobbies() == []


async def test_messages(tables: Tables) -> None:
    table = await lobby(tables)
    await tables.set_message(table.id, lobby=11)
    await tables.set_message(table.id, board=12)
    table = await tables.table(table.id)
    assert (table.lobby_message_id, table.board_message_id) == (11, 12)


async def test_settings_of_servers_and_channels(tables: Tables) -> None:
    assert await tables.guild_settings(1) == {}
    await tables.change_guild_settings(1, {"theme": "light", "language": "de"})
    await tables.change_guild_settings(1, {"theme": None, "pings": False})
    await tables.change_channel_settings(1, {"theme": "dark"})

    assert await tables.guild_settings(1) == {"language": "de", "pings": False}
    assert await tables.channel_settings(1) == {"theme": "dark"}


async def test_tables_of_a_person_are_the_open_ones(tables: Tables) -> None:
    first = await lobby(tables, channel=1)
    second = await started(tables, channel=2)
    await tables.abandon((await lobby(tables, channel=3)).id, ADA)

    assert [table.id for table in await tables.tables_of(BEN.id)] == [first.id, second.id]
    assert await tables.tables_of(EVE.id) == []
