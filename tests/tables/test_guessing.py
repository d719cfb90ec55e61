"""Guesses of those who watch: what they score, when they close, and what the computer's rest on."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.board import MODULES
from bot.model.notes import GuessesCounted
from bot.model.table import Guess, Options
from bot.store import reviews
from bot.tables import Tables, guessing, reviewing
from bot.tables.reviewing import Reviews
from bot.tables.thinking import Thinking
from tests.tables.acts import notes_of, set_options, start
from tests.tables.playing import ADA, EVE, lobby, play, refused
from tests.tables.test_replaying import dealt_otherwise, looked_at, played, until


@pytest.mark.parametrize(
    ("seat", "points", "scored"), [(0, 60, 20), (0, 57, 17), (1, 62, 9), (1, 90, 0), (0, 90, 10)]
)
def test_the_winner_and_how_near_the_points_are(seat: int, points: int, scored: int) -> None:
    assert guessing.score({0: 4 * 60 + 1}, Guess(EVE.id, seat, points)) == scored


def test_who_shares_the_win_is_right_and_nobody_without_a_winner() -> None:
    shared = {0: 240, 2: 240}
    assert [guessing.score(shared, Guess(1, seat, 60)) for seat in (0, 1, 2)] == [20, 10, 20]
    assert guessing.score({}, Guess(1, 0, 60)) == 0


async def say(tables: Tables, table: int, person: int, seat: int, points: int) -> None:
    async with tables.open(table) as opened:
        await guessing.guess(opened, Guess(person, seat, points))


async def test_they_close_with_a_round_for_good_and_wait_for_the_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "LAST_ROUND", 1)
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(guesses=True))
    table = await start(tables, table.id, ADA, seed="1")
    await say(tables, table.id, EVE.id, 0, 50)
    await say(tables, table.id, EVE.id, 1, 60)
    for wrong in ((2, 60), (0, -1), (0, 301)):
        await refused("guess-points", say(tables, table.id, EVE.id, *wrong))
    await refused("guess-own", say(tables, table.id, ADA.id, 0, 60))
    while (await tables.game(table.id)).snapshot().round < 2:
        last = await play(tables, table, 1)
    await refused("guesses-closed", say(tables, table.id, EVE.id, 0, 70))
    async with tables.open(table.id) as opened:
        opened.rewind(opened.table.version - len(last[0].actions), user_id=None)
    assert (await tables.game(table.id)).snapshot().round == 1
    await refused("guesses-closed", say(tables, table.id, EVE.id, 0, 70))
    assert await tables.store.read(reviews.guesses_of, table.id) == [Guess(EVE.id, 1, 60)]
    assert (await play(tables, table, 500))[-1].finished
    assert GuessesCounted() in await notes_of(tables, table.id)


async def test_the_computer_knows_nothing_hidden_and_nothing_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its guess is the same with other stacks, and if the game had not gone on."""
    game = played(2, tuple(MODULES), 4)
    whole = looked_at(game)
    begun, next_turn = whole.moment(guessing.LAST_ROUND), whole.moment(guessing.LAST_ROUND, 1)
    setup = dealt_otherwise(game, begun.position, random.Random(1))
    other = Game.replay({"setup": setup, "actions": until(game, next_turn, whole)})
    reviews_made = Reviews(None, Thinking(0, timed=False).look_back, None)  # type: ignore[arg-type]
    said = []
    for one in (whole, looked_at(other)):

        async def shown(opened: Any, one: Any = one) -> Any:
            return one

        monkeypatch.setattr(reviewing, "replay", shown)
        said.append(await reviews_made.foretold(SimpleNamespace(table=one.table)))  # type: ignore[arg-type]
    assert said[0] == said[1] and said[0] is not None
    monkeypatch.setattr(reviewing, "LAST_ROUND", 0)  # as in a game that begins after that round
    assert await reviews_made.foretold(SimpleNamespace(table=whole.table)) is None  # type: ignore[arg-type]
