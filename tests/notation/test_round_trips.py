"""What is written down comes back exactly: games of all modules, and each position of them.

`TZOLKIN_ROUND_TRIPS=1000 python -m pytest --long tests/notation/test_round_trips.py -n 2` runs so
many games instead of 60.
"""

import os

import pytest

from bot.engine import Game
from bot.notation import read_file, read_position, write_position
from bot.notation.records import Record, sum_of, to_json
from tests.notation.random_games import of_fresh_record, random_record

GAMES = int(os.environ.get("TZOLKIN_ROUND_TRIPS", "60"))
IN_PARTS = max(4, GAMES // 20)


def comes_back(record: Record) -> None:
    """From the record to its file and back to all of it."""
    read = read_file(to_json(record).encode())
    assert read == of_fresh_record(record)
    stored = read.stored
    assert stored is not None
    assert stored.sum == sum_of(record) == sum_of(stored.record)


def position_comes_back(game: Game) -> None:
    """The position before a decision, and at the start of a turn what is legal there."""
    position = game.snapshot()
    line = write_position(position)
    assert "\n" not in line
    read = read_position(line)
    assert read == position, line
    assert write_position(read) == line
    seat = game.pending[0].seat
    if game.kind_asked(seat) == "turn" and _is_at_its_start(game, seat):
        again = Game.from_position({**read.dump(), "rules": game.rules_version})
        assert [again.pending, again.legal(seat)] == [game.pending, game.legal(seat)], line


def _is_at_its_start(game: Game, seat: int) -> bool:
    """Whether nothing of the turn has been played: whoever has begged is asked the same again."""
    actions = game.record()["actions"]
    return actions[-1][0] != seat or game.turn_over(seat)


@pytest.mark.short
@pytest.mark.parametrize("number", range(4))
def test_a_game_comes_back_exactly(number: int) -> None:
    comes_back(random_record(number, each=position_comes_back))


@pytest.mark.long
@pytest.mark.parametrize("part", range(IN_PARTS))
def test_many_games_come_back_exactly(part: int) -> None:
    for number in range(100 + part, 100 + GAMES, IN_PARTS):
        comes_back(random_record(number, each=position_comes_back))
