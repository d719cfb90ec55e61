"""Golden playthroughs: whole games, turn by turn, with what stood on the table each round.

They were recorded with record_playthrough.py when two engines written apart from each other
agreed on them, those with quick actions anew with this one. A change of a rule shows here as a
difference one can read; a new version of the rules leaves them as they are, since they name none.
"""

from pathlib import Path

import pytest

from bot.engine import Game

from .deals import MODULES
from .record_playthrough import GAMES, transcript
from .scenario import read_scenario

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
IDS = [path.stem for path in FILES]


def test_there_is_one_for_each_number_of_seats_and_each_part_of_the_expansion() -> None:
    assert [path.stem for path in FILES] == sorted(GAMES)
    assert {players for players, _ in GAMES.values()} == {2, 3, 4, 5}
    assert all([module] in [parts for _, parts in GAMES.values()] for module in MODULES)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_playthrough(path: Path) -> None:
    table = read_scenario(path).run()
    assert table.game.finished
    assert Game.replay(table.game.record()).position() == table.game.position()


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_recording_it_again_gives_the_same_text(path: Path) -> None:
    table = read_scenario(path).run()
    assert transcript(table.game) == path.read_text(encoding="utf-8")
