"""Tribes & Prophecies at a table: modules, five seats, secret tribes, whole games."""

import random

import pytest

from bot.engine import Game
from bot.model.computers import Computer
from bot.store import Store
from bot.tables import Options, Tables
from bot.tables.thinking import Thinking
from tests.tables.acts import (
    add_computer,
    choose,
    confirm,
    open_lobby,
    play_computers,
    set_options,
    start,
    turn_of,
)
from tests.tables.playing import ADA, CHANNEL, all_there_is, lobby, play, refused, user

ALL = ("tribes", "prophecies", "buildings", "quick_actions", "promo")


async def test_modules_are_dealt(tables: Tables) -> None:
    table = await lobby(tables, 3)
    await set_options(tables, table.id, ADA, Options(modules=("prophecies", "buildings")))
    table = await start(tables, table.id, ADA, seed="1")

    position = (await tables.game(table.id)).snapshot()
    assert position.modules == ("prophecies", "buildings")
    assert len(position.prophecies) == 3
    assert position.quick is None


async def test_five_seats_always_have_quick_actions(tables: Tables) -> None:
    table = await lobby(tables, 5)
    table = await start(tables, table.id, ADA, seed="1")

    position = (await tables.game(table.id)).snapshot()
    assert position.modules == ("quick_actions",)
    assert position.quick.spaces == (None, None, None)


async def test_tribes_left_out_are_never_dealt(tables: Tables) -> None:
    without = ("yaluk", "balam", "huracan")
    options = Options(modules=("tribes",), without=without)
    for number in range(8):
        table = await open_lobby(tables, 1, CHANNEL + number, ADA)
        for _ in range(4):
            await add_computer(tables, table.id, ADA)
        await set_options(tables, table.id, ADA, options)
        await start(tables, table.id, ADA, seed=str(number))
        dealt = (await tables.game(table.id)).setup["tribes"]
        assert len(dealt) == 10
        assert not set(dealt) & set(without)


async def test_too_few_tribes_are_refused_at_the_start(tables: Tables) -> None:
    table = await lobby(tables, 5)
    without = ("yaluk", "balam", "huracan", "bacab")
    await set_options(tables, table.id, ADA, Options(modules=("tribes",), without=without))
    before = await all_there_is(tables, table.id)

    await refused("options", start(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_modules_of_a_running_game_stay(tables: Tables) -> None:
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(modules=("tribes",)))
    await start(tables, table.id, ADA)
    for changed in (Options(), Options(modules=("tribes",), without=("yaluk",))):
        await refused("started", set_options(tables, table.id, ADA, changed))


async def test_nothing_public_tells_a_tribe_before_all_have_chosen(tables: Tables) -> None:
    table = await lobby(tables, 3)
    await set_options(tables, table.id, ADA, Options(modules=("tribes",)))
    table = await start(tables, table.id, ADA, seed="4")
    dealt = (await tables.game(table.id)).setup["tribes"][:6]
    for seat in (0, 1):
        person = user(table, seat)
        await choose(tables, table.id, person, (await turn_of(tables, table.id, person)).legal[-1])
        done = await confirm(tables, table.id, person)
        other = await turn_of(tables, table.id, user(table, 2))
        for public in (done, other.position, other.begun.snapshot(), other.table):
            assert not any(f"'{tribe}'" in repr(public) for tribe in dealt)
        assert not any(tribe in action for tribe in dealt[:4] for action in other.legal)
    person = user(table, 2)
    await choose(tables, table.id, person, (await turn_of(tables, table.id, person)).legal[0])
    done = await confirm(tables, table.id, person)
    assert all(player.tribe in dealt for player in done.after.players)


@pytest.mark.parametrize(("people", "modules"), [(2, ALL), (3, ("quick_actions",)), (5, ALL)])
async def test_whole_games_of_people(tables: Tables, people: int, modules: tuple[str, ...]) -> None:
    """To the end with random turns; the log is replayed in between, as after a restart."""
    table = await lobby(tables, people)
    await set_options(tables, table.id, ADA, Options(modules=modules))
    table = await start(tables, table.id, ADA, seed="2")
    played = await play(tables, table, 40, random.Random(1))
    assert not played[-1].finished
    tables.games.drop(table.id)  # as after a restart: rebuilt from the log
    played = await play(tables, table, 400, random.Random(2))
    assert played[-1].finished
    game = await tables.game(table.id)
    assert Game.replay(game.record()).snapshot() == game.snapshot()


async def test_whole_game_of_computers_with_everything(store: Store) -> None:
    thinking = Thinking(0, timed=False)
    tables = Tables(store, think=thinking.turn)
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    for _ in range(4):
        await add_computer(tables, table.id, ADA, Computer("instant"))
    await set_options(tables, table.id, ADA, Options(modules=ALL))
    table = await start(tables, table.id, ADA, seed="5")
    chance = random.Random(5)
    for _ in range(60):
        await play_computers(tables, table.id)
        if not await play(tables, table, 1, chance):
            break
    assert (await tables.table(table.id)).status == "finished"
    await thinking.close()
