"""Games as sensible players took their turns: for tests that look at ordinary games.

They are in `played.txt`: a heading for each game, and a line for each turn.
"""

from collections.abc import Sequence
from pathlib import Path

from bot.engine import Game
from bot.engine.components import MODULES

GAMES = Path(__file__).with_suffix(".txt")
PlayedTurn = tuple[int, tuple[str, ...]]
"""A seat, and its answers: those of a turn, or the one to another question."""


def played(name: str) -> tuple[Game, Sequence[PlayedTurn]]:
    """A game at its beginning, and its turns.

    The name says how many seats it has, and whether it is the base game or has all modules, such as
    "2 base" or "5 all"; these games are played to their end. "turn" and "board" are those that the
    pictures of the READMEs show.
    """
    _, _, rest = GAMES.read_text("utf-8").partition(f"# {name}: ")
    head, *lines = rest.partition("\n\n")[0].splitlines()
    seats, modules, seed = head.split()
    turns = [("ABCDE".index(line[0]), tuple(line[3:].split("; "))) for line in lines]
    return Game.new(int(seats), modules=MODULES if modules == "all" else (), seed=int(seed)), turns
