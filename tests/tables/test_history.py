"""Where the points of a game came from."""

import random
import threading
from typing import Any

import pytest

from bot.engine import Game
from bot.store import Store
from bot.tables import Tables
from tests.tables.acts import abandon, points_history
from tests.tables.playing import (
    ADA,
    asked_seats,
    in_play,
    lobby,
    play,
    prepare_turn,
    refused,
    started,
)


async def test_the_history_of_a_whole_game_ends_with_its_standings(tables: Tables) -> None:
    table = await started(tables, 3, seed="5")
    *_, last = await play(tables, table, 1000, random.Random(5))
    assert last.standings is not None

    history = await points_history(tables, table.id)

    assert history.finished
    for row in last.standings:
        points = history.seats[row["seat"]]
        assert (points.place, points.points4) == (row["place"], row["points4"])
        assert sum(n for _, n in points.sources) == points.line[-1] == row["points4"]
    assert len(history.food_days) == last.after.round


async def test_a_running_game_has_a_history_too(tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await play(tables, table, 30, random.Random(5))
    history = await points_history(tables, table.id)
    position = (await tables.game(table.id)).snapshot()
    assert not history.finished
    assert [points.points4 for points in history.seats] == [
        player.points4 for player in position.players
    ]


async def test_it_is_read_from_the_log_after_a_restart(store: Store, tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await play(tables, table, 40, random.Random(5))
    assert await points_history(Tables(store), table.id) == await points_history(tables, table.id)


async def test_looking_changes_nothing_and_shows_nothing_prepared(tables: Tables) -> None:
    table = await in_play(tables, 2, seed="5")
    confirmed = await points_history(tables, table.id)
    before = (await tables.game(table.id)).record()
    (seat,) = await asked_seats(tables, table.id)
    await prepare_turn(tables, table, seat, random.Random(5))
    assert await points_history(tables, table.id) == confirmed
    assert (await tables.game(table.id)).record() == before


async def test_a_lobby_has_none(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("not-started", points_history(tables, table.id))


async def test_nobody_waits_while_a_long_game_is_played_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay runs in another thread than the event loop's."""
    table = await started(tables, 4, seed="6")
    await play(tables, table, 1000, random.Random(6))
    played_in = []
    play_again = Game.play

    def noted(game: Game, *choice: Any, **more: Any) -> None:
        played_in.append(threading.current_thread())
        play_again(game, *choice, **more)

    monkeypatch.setattr(Game, "play", noted)
    await points_history(tables, table.id)
    assert len(played_in) > 100
    assert threading.current_thread() not in played_in


async def test_an_abandoned_game_that_was_begun_still_has_one(tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await abandon(tables, table.id, ADA, moderator=True)
    assert not (await points_history(tables, table.id)).finished
